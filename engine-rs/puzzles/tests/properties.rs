//! What holds of every puzzle, judged by the rules and by the solver's checker.
#![allow(missing_docs)]

use std::sync::LazyLock;

use x0_puzzles::{
    Graded, LEVELS, Mode, Puzzle, Theme, grade, harvest, idle_move_loses, level_of, play, request,
};
use x0_rules::{Colour, Position};
use x0_solver::check::{Attacks, Verdict, check_proof, check_win};
use x0_solver::solve_vct;

/// How many games of each mode to look at.
fn games(usual: u64) -> u64 {
    std::env::var("X0_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

static FOUND: LazyLock<Vec<(Mode, Graded)>> = LazyLock::new(|| {
    let of = |mode| (0..games(40)).flat_map(move |game| harvest(&play(1, mode, game)).puzzles);
    Mode::ALL.into_iter().flat_map(|mode| of(mode).map(move |graded| (mode, graded))).collect()
});

#[test]
fn every_puzzle_keeps_what_is_promised() {
    assert!(FOUND.len() > 20);
    for (mode, Graded { puzzle, .. }) in FOUND.iter() {
        let position = puzzle.position(*mode).unwrap();
        assert_eq!(puzzle.attacker(), position.to_move());
        assert!(idle_move_loses(&position), "{position:?}");
        assert_start(&position);
        assert_line(&position, puzzle);
        assert_eq!(puzzle.level, level_of(puzzle.line.len()));
        assert_eq!(puzzle.winning[0], puzzle.first_moves.len());
        assert!(puzzle.first_moves.contains(&puzzle.line[0]));
        assert_eq!(Puzzle::from_text(&puzzle.to_text()).unwrap(), *puzzle);
        for first in &puzzle.first_moves {
            assert_wins(&position, *first);
        }
    }
    for colour in [Colour::Black, Colour::White] {
        assert!(FOUND.iter().any(|(_, graded)| graded.puzzle.attacker() == colour));
    }
}

/// Stones in turn, nothing over, no five for either side.
fn assert_start(position: &Position) {
    let black = position.stones().iter().filter(|stone| stone.1 == Colour::Black).count();
    let white = position.stones().len() - black;
    assert_eq!(black, white + usize::from(position.to_move() == Colour::White));
    assert!(!position.is_over());
    for colour in [Colour::Black, Colour::White] {
        assert!(position.winning_points(colour).is_empty(), "{position:?}");
    }
}

/// Every move is allowed, the last one wins, and before the last attack the defence always had one
/// more move to hold out: the slow checker finds no win that takes two half-moves less.
fn assert_line(position: &Position, puzzle: &Puzzle) {
    let attacker = position.to_move();
    let mut game = position.clone();
    for (index, point) in puzzle.line.iter().enumerate() {
        let left = puzzle.line.len() - index;
        if game.to_move() == attacker && (3..=5).contains(&left) {
            let shorter = check_win(&game, left - 2, Attacks::FoursAndThrees, 2_000_000);
            assert_ne!(shorter.verdict, Verdict::Confirmed, "{game:?}");
        }
        let outcome = game.play(Some(*point)).unwrap();
        assert_eq!(outcome.and_then(|outcome| outcome.winner), (left == 1).then_some(attacker));
    }
}

/// Whatever the defender answers to the first move, there is a win.
fn assert_wins(position: &Position, first: x0_rules::Point) {
    let attacker = position.to_move();
    let mut game = position.clone();
    assert_eq!(game.play(Some(first)), Ok(None));
    for answer in game.empty_points() {
        let outcome = game.play(Some(answer)).unwrap();
        if let Some(outcome) = outcome {
            assert_eq!(outcome.winner, Some(attacker), "{position:?}");
        } else {
            assert!(solve_vct(&game, &request(1_000_000, false)).half_moves.is_some());
        }
        game.undo();
    }
}

#[test]
fn the_checker_confirms_the_proofs() {
    let mut confirmed = [0; LEVELS];
    for (mode, Graded { puzzle, .. }) in FOUND.iter() {
        let position = puzzle.position(*mode).unwrap();
        let proof = solve_vct(&position, &request(1_000_000, true)).proof.unwrap();
        let check = check_proof(&position, &proof, 1_000_000);
        assert_ne!(check.verdict, Verdict::Refuted, "{position:?}");
        confirmed[usize::from(puzzle.level - 1)] +=
            usize::from(check.verdict == Verdict::Confirmed);
    }
    assert!(confirmed[1] > 0 && confirmed[2] > 0, "{confirmed:?}");
}

/// One move wins by fours and threes, and after as good as every other one there is still a win.
#[test]
fn where_every_move_wins_there_is_nothing_to_find() {
    let moves = "e7k11g10g7e10e9f10d10f8j10";
    let position = Position::from_text(Mode::Gomoku.ruleset(), Mode::board(), moves).unwrap();
    assert_eq!(grade(&position).unwrap().puzzle.first_moves.len(), 1);
    assert!(!idle_move_loses(&position));
}

#[test]
fn levels_count_up_to_the_decisive_move() {
    let levels = [3, 5, 7, 9, 11, 13, 15, 41].map(level_of);
    assert_eq!(levels, [1, 2, 3, 4, 5, 6, 6, 6]);
}

#[test]
fn a_game_depends_on_seed_mode_and_number_alone() {
    for mode in Mode::ALL {
        let game = |seed, number| play(seed, mode, number).to_text();
        assert_eq!(game(1, 2), game(1, 2));
        assert_ne!(game(1, 2), game(1, 3));
        assert_ne!(game(1, 2), game(2, 2));
        assert!(mode != Mode::Renju || play(1, mode, 5).opening().is_some());
    }
}

#[test]
fn themes_say_what_is_there() {
    let with =
        |theme| FOUND.iter().filter(move |(_, graded)| graded.puzzle.themes.contains(&theme));
    for theme in [Theme::Fours, Theme::QuietThree, Theme::FourThree, Theme::OpenFour] {
        assert!(with(theme).count() > 0, "{}", theme.name());
    }
    for (mode, Graded { puzzle, .. }) in with(Theme::FoulTrap) {
        assert!(*mode != Mode::Gomoku && puzzle.attacker() == Colour::White);
    }
}
