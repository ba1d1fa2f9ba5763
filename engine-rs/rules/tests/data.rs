//! Every line of every data file.
#![allow(missing_docs)]

mod common;

use common::{lines, point, points, position, sorted, square, stones};
use serde_json::Value;
use x0_rules::{
    Colour, FoulKind, FoulLineKind, Geometry, OPENINGS, Point, Reason, Shape, Symmetry,
    equal_fifths, equal_pair, named_opening,
};

#[test]
fn fouls_and_fives_of_positions() {
    let cases = lines("fouls_dev.jsonl");
    assert_eq!(cases.len(), 2_939);
    for case in &cases {
        let mut position = position(case);
        let forbidden = case["forbidden"].as_object().unwrap();
        let expected = sorted(forbidden.iter().map(|(name, kind)| {
            let (x, y) = name.split_once(',').unwrap();
            let point = Point::new(x.parse().unwrap(), y.parse().unwrap());
            (point, kind.as_str().unwrap().to_owned())
        }));
        let found = position.foul_map().map(|(point, kind)| (point, kind.name().to_owned()));
        assert_eq!(sorted(found), expected, "{case}");
        for point in position.empty_points() {
            let kind = position.foul_kind_at(point).map(FoulKind::name);
            let name = format!("{},{}", point.x, point.y);
            assert_eq!(kind, forbidden.get(&name).and_then(Value::as_str), "{point} {case}");
        }
        let fives = sorted(points(&case["fives"]));
        assert_eq!(sorted(position.winning_points(Colour::Black)), fives, "{case}");
    }
}

#[test]
fn proofs_of_fouls() {
    for case in lines("fouls_dev.jsonl") {
        let mut position = position(&case);
        for foul in position.fouls() {
            let kind = match foul.kind {
                FoulKind::Overline => FoulLineKind::Overline,
                FoulKind::DoubleFour => FoulLineKind::Four,
                FoulKind::DoubleThree => FoulLineKind::Three,
            };
            let needed = if kind == FoulLineKind::Overline { 1 } else { 2 };
            assert!(foul.lines.len() >= needed, "{foul:?}");
            for line in &foul.lines {
                assert_eq!(line.kind, kind);
                assert!(line.stones.contains(&foul.point), "{foul:?}");
                let black = |p: &Point| *p == foul.point || position.stone(*p).is_some();
                assert!(line.stones.iter().all(black), "{foul:?}");
                assert!(line.points.iter().all(|p| position.stone(*p).is_none()), "{foul:?}");
                let (stones, points) = (line.stones.len(), line.points.len());
                match kind {
                    FoulLineKind::Overline => assert!(stones >= 6 && points == 0, "{foul:?}"),
                    FoulLineKind::Four => {
                        assert!(stones == 4 && (1..=2).contains(&points), "{foul:?}");
                    }
                    FoulLineKind::Three => {
                        assert!(stones == 3 && (1..=2).contains(&points), "{foul:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn named_edge_cases() {
    let cases = lines("fouls_cases.jsonl");
    assert_eq!(cases.len(), 59);
    for case in &cases {
        // However the position is turned.
        for mut position in position(case).symmetries() {
            let image = sorted(position.stones());
            let there = Symmetry::ALL.into_iter().find(|s| {
                let turn = |(p, c)| (s.apply(p, 15), c);
                sorted(stones(&case["black"], &case["white"]).into_iter().map(turn)) == image
            });
            let point = there.unwrap().apply(point(&case["point"]), 15);
            let verdict = match position.play(Some(point)).unwrap() {
                None => "legal",
                Some(outcome) => match (outcome.reason, outcome.foul) {
                    (Reason::Five, None) => "five",
                    (Reason::Foul, Some(foul)) => foul.kind.name(),
                    other => panic!("{other:?} in {case}"),
                },
            };
            assert_eq!(verdict, case["expected"].as_str().unwrap(), "{case}");
        }
    }
}

#[test]
fn names_of_openings() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/openings26.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let file = file.as_array().unwrap();
    assert_eq!(file.len(), OPENINGS.len());
    for (expected, opening) in file.iter().zip(&OPENINGS) {
        assert_eq!(expected["code"], opening.code);
        let moves = points(&expected["moves"]);
        assert_eq!(moves, opening.stones(Point::new(7, 7)));
        for symmetry in Symmetry::ALL {
            let turned: Vec<Point> = moves.iter().map(|p| symmetry.apply(*p, 15)).collect();
            let found = named_opening(square(15), &turned).unwrap();
            assert_eq!(found.name, expected["name"].as_str().unwrap());
        }
    }
    // Every third stone within the central 5x5 after a second next to the centre has a name.
    let near = |p: &Point, reach: u8| p.x.abs_diff(7) <= reach && p.y.abs_diff(7) <= reach;
    let centre = Point::new(7, 7);
    for second in square(15).iter().filter(|p| *p != centre) {
        for third in square(15).iter().filter(|p| *p != centre && *p != second) {
            let name = named_opening(square(15), &[centre, second, third]);
            assert_eq!(name.is_some(), near(&second, 1) && near(&third, 2));
        }
    }
}

#[test]
fn equal_fifth_moves() {
    let cases = lines("sym5_cases.jsonl");
    assert!(!cases.is_empty());
    for case in &cases {
        let moves = points(&case["moves"]);
        let colour = |index| {
            if index % 2 == 0 { Colour::Black } else { Colour::White }
        };
        let stones: Vec<_> =
            moves.iter().enumerate().map(|(i, point)| (*point, colour(i))).collect();
        let expected = case["equal_by_shape"].as_array().unwrap();
        let expected = sorted(expected.iter().map(|class| sorted(points(class))));
        let found = sorted(equal_fifths(square(15), &stones).into_iter().map(sorted));
        assert_eq!(found, expected, "{case}");
        for class in &expected {
            let pair = equal_pair(&stones, &[class[0], class[1]]);
            assert_eq!(pair, Some((class[0], class[1])));
        }
    }
}

#[test]
fn boards_for_every_shape() {
    assert_eq!(Geometry::all().count(), 11);
    assert!(Geometry::get(13, Shape::Octagon).is_none());
}
