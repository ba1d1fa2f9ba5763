//! What must hold of all positions, on random ones.
#![allow(missing_docs)]

mod common;

use common::compare::{assert_same_fouls, assert_same_rows, play_compared};
use common::{Random, random_empty, random_setup, square};
use x0_rules::{Geometry, IllegalMove, Point, Position, Ruleset, Shape, Symmetry};

/// Positions compared on each of the eleven boards; more with `X0_POSITIONS`.
fn positions_per_board() -> usize {
    let wanted = std::env::var("X0_POSITIONS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(10_000)
}

#[test]
fn fouls_carried_along_equal_the_definition_on_squares() {
    let squares = Geometry::all().filter(|geometry| geometry.shape() == Shape::Square);
    squares.for_each(compare_fouls);
}

#[test]
fn fouls_carried_along_equal_the_definition_on_other_shapes() {
    let others = Geometry::all().filter(|geometry| geometry.shape() != Shape::Square);
    others.for_each(compare_fouls);
}

/// Plays and takes back at random from the empty board and from set-ups, and compares the foul
/// map, which is carried along, with the reference.
fn compare_fouls(geometry: &'static Geometry) {
    let mut random = Random(geometry.points() as u64 + 7);
    let mut compared = 0;
    while compared < positions_per_board() {
        let mut position = if random.below(2) == 0 {
            Position::new(Ruleset::Renju, geometry)
        } else {
            random_setup(&mut random, Ruleset::Renju, geometry)
        };
        for _ in 0..random.below(120) {
            match random.below(10) {
                0..=1 => {
                    position.undo();
                }
                2 => {
                    let _ = position.play_quietly(None);
                }
                _ => {
                    if let Some(point) = random_empty(&mut random, &position) {
                        let _ = position.play_quietly(Some(point));
                    }
                }
            }
            if position.is_over() {
                position.undo();
            }
            // Not after every step, so that the map has to catch up with several.
            if random.below(3) == 0 {
                assert_same_fouls(&mut position);
                compared += 1;
            }
        }
    }
}

#[test]
fn outcomes_and_winning_points_equal_the_definition() {
    for geometry in Geometry::all() {
        for rules in Ruleset::ALL {
            let mut random = Random(geometry.points() as u64 * 3 + rules as u64);
            for _ in 0..40 {
                let mut position = Position::new(rules, geometry);
                while !position.is_over() {
                    let point = random_empty(&mut random, &position).unwrap();
                    play_compared(&mut position, point);
                    if random.below(8) == 0 {
                        assert_same_rows(&position);
                    }
                }
                assert_same_rows(&random_setup(&mut random, rules, geometry));
            }
        }
    }
}

/// Everything one can see of a position.
fn seen(position: &Position) -> (String, u64, String, Vec<Point>, bool) {
    let mut copy = position.clone();
    let fouls: Vec<_> = copy.foul_map().collect();
    (
        position.to_text(),
        position.hash(),
        format!("{fouls:?} {:?} {:?}", position.outcome(), position.to_move()),
        position.empty_points(),
        position.is_over(),
    )
}

#[test]
fn undo_restores_everything() {
    for geometry in Geometry::all() {
        for rules in Ruleset::ALL {
            let mut random = Random(geometry.points() as u64 * 5 + rules as u64);
            let mut position = Position::new(rules, geometry);
            let mut before = vec![seen(&position)];
            while !position.is_over() {
                let pass = rules.has_pass() && random.below(9) == 0;
                let mv = if pass { None } else { random_empty(&mut random, &position) };
                position.play(mv).unwrap();
                let _ = position.foul_map();
                before.push(seen(&position));
            }
            while let Some(known) = before.pop() {
                assert_eq!(seen(&position), known);
                assert_eq!(position.undo().is_some(), !before.is_empty());
            }
        }
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = Position::from_text(Ruleset::Freestyle, square(15), "h8i9").unwrap();
    let before = seen(&position);
    let refusals = [
        (Some(Point::new(7, 7)), IllegalMove::Occupied),
        (Some(Point::new(15, 0)), IllegalMove::OffBoard),
        (Some(Point::new(255, 255)), IllegalMove::OffBoard),
        (None, IllegalMove::BadPass),
    ];
    for (mv, why) in refusals {
        assert_eq!(position.play(mv), Err(why));
        assert_eq!(seen(&position), before);
    }
    let mut over = Position::from_text(Ruleset::Renju, square(15), "----").unwrap();
    assert_eq!(over.play(Some(Point::new(0, 0))), Err(IllegalMove::GameOver));
    assert_eq!(over.play(None), Err(IllegalMove::GameOver));
}

#[test]
fn symmetries_commute_with_fouls_and_outcomes() {
    for geometry in Geometry::all() {
        for rules in Ruleset::ALL {
            let mut random = Random(geometry.points() as u64 * 11 + rules as u64);
            for _ in 0..20 {
                let mut position = random_setup(&mut random, rules, geometry);
                while let Some(point) = random_empty(&mut random, &position) {
                    if position.is_over() || random.below(40) == 0 {
                        break;
                    }
                    position.play(Some(point)).unwrap();
                }
                assert_symmetric(&mut position);
            }
        }
    }
}

fn assert_symmetric(position: &mut Position) {
    let size = position.size();
    let fouls: Vec<_> = position.foul_map().collect();
    let canonical = position.canonical();
    for (symmetry, mut image) in Symmetry::ALL.into_iter().zip(position.symmetries()) {
        let turn = |point: Point| symmetry.apply(point, size);
        let turned = common::sorted(fouls.iter().map(|(point, kind)| (turn(*point), *kind)));
        assert_eq!(common::sorted(image.foul_map()), turned);
        let result = |p: &Position| p.outcome().map(|o| (o.winner, o.reason));
        assert_eq!(result(&image), result(position));
        if let (Some(mine), Some(other)) = (position.outcome(), image.outcome()) {
            let lines = |o: &x0_rules::Outcome| o.foul.as_ref().map(|f| f.lines.len());
            assert_eq!(lines(&mine), lines(&other));
            // Two rows of five at once: either may be the one shown.
            assert_eq!(mine.line.len(), other.line.len());
        }
        assert!(image.canonical() == canonical);
        assert_eq!(image.canonical().hash(), canonical.hash());
        // The image carries its moves: taking them back leads to the same places.
        while image.undo().is_some() {}
        assert_eq!(image.stones().len(), position.setup().len());
    }
}
