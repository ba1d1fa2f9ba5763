//! The crate's answers against the reference's.

use x0_rules::{Colour, FoulKind, Point, Position, Reason, Ruleset};

use super::reference::{Grid, On, Verdict};

/// The stones of a position on the reference's grid.
pub fn grid(position: &Position) -> Grid {
    let mut grid = Grid::new(position.size());
    for point in position.geometry().iter() {
        let on = match position.stone(point) {
            None => On::Empty,
            Some(Colour::Black) => On::Black,
            Some(Colour::White) => On::White,
        };
        grid.set(at(point), on);
    }
    grid
}

pub fn at(point: Point) -> (i32, i32) {
    (i32::from(point.x), i32::from(point.y))
}

/// Asserts that fouls of every point are those of the reference.
pub fn assert_same_fouls(position: &mut Position) {
    let mut grid = grid(position);
    let mut fouls = Vec::new();
    for point in position.geometry().iter().filter(|p| position.stone(*p).is_none()) {
        let kind = match grid.verdict(at(point)) {
            Verdict::Legal | Verdict::Five => None,
            Verdict::Overline => Some(FoulKind::Overline),
            Verdict::DoubleFour => Some(FoulKind::DoubleFour),
            Verdict::DoubleThree => Some(FoulKind::DoubleThree),
        };
        assert_eq!(position.foul_kind_at(point), kind, "{point} of {position:?}");
        fouls.extend(kind.map(|kind| (point, kind)));
    }
    assert_eq!(position.foul_map().collect::<Vec<_>>(), fouls, "{position:?}");
}

/// Asserts that winning points and chances to win are those of the reference.
pub fn assert_same_rows(position: &Position) {
    let mut grid = grid(position);
    for (colour, on) in [(Colour::Black, On::Black), (Colour::White, On::White)] {
        let overline_wins = position.ruleset().overline_wins(colour);
        let mut winning = Vec::new();
        for point in position.geometry().iter().filter(|p| position.stone(*p).is_none()) {
            let lengths = grid.lengths(at(point), on);
            if lengths.contains(&5) || overline_wins && lengths.iter().any(|l| *l > 5) {
                winning.push(point);
            }
        }
        assert_eq!(position.winning_points(colour), winning, "{colour} in {position:?}");
        assert_eq!(
            position.can_win(colour),
            grid.can_win(on, overline_wins),
            "{colour} in {position:?}"
        );
    }
}

/// Plays a stone and asserts that what it decides is what the reference says.
pub fn play_compared(position: &mut Position, point: Point) {
    let mut grid = grid(position);
    let colour = position.to_move();
    let on = if colour == Colour::Black { On::Black } else { On::White };
    let lengths = grid.lengths(at(point), on);
    let rules = position.ruleset();
    let last = position.empty_points().len() == 1;
    let expected = if lengths.contains(&5) {
        Some((Some(colour), Reason::Five))
    } else if rules.overline_wins(colour) && lengths.iter().any(|l| *l > 5) {
        Some((Some(colour), Reason::Overline))
    } else if rules == Ruleset::Renju
        && colour == Colour::Black
        && grid.verdict(at(point)) != Verdict::Legal
    {
        Some((Some(Colour::White), Reason::Foul))
    } else {
        last.then_some((None, Reason::FullBoard))
    };
    let outcome = position.play(Some(point)).expect("an empty point");
    assert_eq!(outcome.map(|o| (o.winner, o.reason)), expected, "{position:?}");
}
