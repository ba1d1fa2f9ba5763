//! Every branch of every opening.
#![allow(missing_docs)]

mod common;

use Colour::{Black, White};
use Seat::{First, Second};
use common::{Random, square};
use x0_rules::{
    Action, Colour, Geometry, Opening, OpeningKind, Point, Possible, Refusal, Ruleset, Seat,
};

fn at(name: &str) -> Point {
    Point::parse(name).unwrap()
}

fn start(kind: OpeningKind) -> Opening {
    Opening::new(kind, square(15), White)
}

fn place(opening: &mut Opening, name: &str) {
    opening.apply(Action::place(at(name))).unwrap_or_else(|why| panic!("{name}: {why}"));
}

/// Asserts who must act, who has Black, and what is possible, zones as their sizes.
fn expect(opening: &Opening, seat: Seat, black: Option<Seat>, possible: &[&str]) {
    assert_eq!((opening.seat(), opening.black()), (seat, black), "{:?}", opening.history());
    let found: Vec<String> = opening.actions().iter().map(short).collect();
    assert_eq!(found, possible, "{:?}", opening.history());
}

fn short(possible: &Possible) -> String {
    match possible {
        Possible::Place { colour, zone } => format!("place {colour} {}", zone.len()),
        Possible::Swap => "swap".to_owned(),
        Possible::Keep => "keep".to_owned(),
        Possible::Choose => "choose".to_owned(),
        Possible::AddTwo => "add_two".to_owned(),
        Possible::Offer { count, zone } => format!("offer {count} of {}", zone.len()),
        Possible::Pick { zone } => format!("pick {}", zone.len()),
        Possible::Declare { min, max } => format!("declare {min}-{max}"),
    }
}

/// Asserts that ordinary play begins with this seat and colour.
fn expect_done(opening: &Opening, black: Seat, to_move: Colour) {
    assert!(opening.done());
    let seat = if to_move == Black { black } else { black.other() };
    expect(opening, seat, Some(black), &[]);
    let position = opening.position(Ruleset::Renju);
    assert_eq!(position.to_move(), to_move);
    assert_eq!(position.stones(), opening.stones());
    let mut opening = opening.clone();
    assert_eq!(opening.apply(Action::place(at("a1"))), Err(Refusal::Finished));
}

#[test]
fn none_is_over_at_once() {
    expect_done(&start(OpeningKind::None), First, Black);
}

#[test]
fn pro_and_long_pro() {
    for (kind, third, inside) in
        [(OpeningKind::Pro, 200, "j10"), (OpeningKind::LongPro, 176, "k11")]
    {
        let mut opening = start(kind);
        expect(&opening, First, Some(First), &["place black 1"]);
        assert_eq!(opening.apply(Action::place(at("h9"))), Err(Refusal::OutsideZone));
        place(&mut opening, "h8");
        expect(&opening, Second, Some(First), &["place white 224"]);
        place(&mut opening, "i9");
        expect(&opening, First, Some(First), &[&format!("place black {third}")]);
        assert_eq!(opening.apply(Action::place(at(inside))), Err(Refusal::OutsideZone));
        place(&mut opening, "h12");
        expect_done(&opening, First, White);
    }
}

fn three_anywhere(kind: OpeningKind, next: Colour) -> Opening {
    let mut opening = Opening::new(kind, square(15), next);
    expect(&opening, First, None, &["place black 225"]);
    place(&mut opening, "a1");
    expect(&opening, First, None, &["place white 224"]);
    place(&mut opening, "b3");
    expect(&opening, First, None, &["place black 223"]);
    place(&mut opening, "o15");
    opening
}

#[test]
fn swap() {
    for (chosen, black) in [(Black, Second), (White, First)] {
        let mut opening = three_anywhere(OpeningKind::Swap, White);
        expect(&opening, Second, None, &["choose"]);
        assert_eq!(opening.apply(Action::AddTwo), Err(Refusal::NotPossibleNow));
        opening.apply(Action::Choose(chosen)).unwrap();
        expect_done(&opening, black, White);
    }
}

#[test]
fn swap2_chooses_at_once() {
    for next in [White, Black] {
        for (chosen, black) in [(Black, Second), (White, First)] {
            let mut opening = three_anywhere(OpeningKind::Swap2, next);
            expect(&opening, Second, None, &["choose", "add_two"]);
            assert_eq!(opening.apply(Action::Swap), Err(Refusal::NotPossibleNow));
            opening.apply(Action::Choose(chosen)).unwrap();
            expect_done(&opening, black, next);
        }
    }
}

#[test]
fn swap2_adds_two() {
    for next in [White, Black] {
        for (chosen, black) in [(Black, First), (White, Second)] {
            let mut opening = three_anywhere(OpeningKind::Swap2, next);
            opening.apply(Action::AddTwo).unwrap();
            expect(&opening, Second, None, &["place white 222"]);
            place(&mut opening, "c4");
            expect(&opening, Second, None, &["place black 221"]);
            place(&mut opening, "d5");
            expect(&opening, First, None, &["choose"]);
            assert_eq!(opening.apply(Action::AddTwo), Err(Refusal::NotPossibleNow));
            opening.apply(Action::Choose(chosen)).unwrap();
            expect_done(&opening, black, next);
        }
    }
}

/// Answers a swap window; returns who has Black then.
fn answer(opening: &mut Opening, swap: bool) -> Seat {
    let black = opening.black().unwrap();
    expect(opening, opening.seat(), Some(black), &["swap", "keep"]);
    opening.apply(if swap { Action::Swap } else { Action::Keep }).unwrap();
    if swap { black.other() } else { black }
}

/// Taraguchi-10 up to the fourth stone, with these answers after the first three.
fn taraguchi(swaps: [bool; 3]) -> (Opening, Seat) {
    let mut opening = start(OpeningKind::Taraguchi10);
    expect(&opening, First, Some(First), &["place black 1"]);
    place(&mut opening, "h8");
    assert_eq!(opening.seat(), Second);
    let mut black = answer(&mut opening, swaps[0]);
    expect(&opening, black.other(), Some(black), &["place white 8"]);
    assert_eq!(opening.apply(Action::place(at("j8"))), Err(Refusal::OutsideZone));
    place(&mut opening, "i8");
    assert_eq!(opening.seat(), black);
    black = answer(&mut opening, swaps[1]);
    expect(&opening, black, Some(black), &["place black 23"]);
    place(&mut opening, "h9");
    assert_eq!(opening.named().unwrap().name, "Ugetsu");
    assert_eq!(opening.seat(), black.other());
    black = answer(&mut opening, swaps[2]);
    expect(&opening, black.other(), Some(black), &["place white 46"]);
    place(&mut opening, "k6");
    expect(&opening, black, Some(black), &["swap", "place black 77", "offer 10 of 221"]);
    (opening, black)
}

#[test]
fn taraguchi_10_every_branch() {
    for answers in 0..8 {
        let swaps = [answers & 1 == 1, answers & 2 == 2, answers & 4 == 4];
        // a. The player with Black swaps; then there is no offer.
        for last in [false, true] {
            let (mut opening, black) = taraguchi(swaps);
            opening.apply(Action::Swap).unwrap();
            let black = black.other();
            expect(&opening, black, Some(black), &["place black 77"]);
            let offer = Action::Offer(ten());
            assert_eq!(opening.apply(offer), Err(Refusal::NotPossibleNow));
            single_fifth(opening, black, last);
        }
        // b. A single fifth stone.
        for last in [false, true] {
            let (opening, black) = taraguchi(swaps);
            single_fifth(opening, black, last);
        }
        // c. Ten are offered.
        let (mut opening, black) = taraguchi(swaps);
        assert_eq!(opening.apply(Action::Keep), Err(Refusal::NotPossibleNow));
        opening.apply(Action::Offer(ten())).unwrap();
        assert_eq!(opening.offered(), ten());
        expect(&opening, black.other(), Some(black), &["pick 10"]);
        assert_eq!(opening.apply(Action::Pick(at("b1"))), Err(Refusal::OutsideZone));
        assert_eq!(opening.apply(Action::Swap), Err(Refusal::NotPossibleNow));
        opening.apply(Action::Pick(at("a5"))).unwrap();
        assert_eq!(opening.stones()[4], (at("a5"), Black));
        assert!(opening.offered().is_empty());
        expect_done(&opening, black, White);
    }
}

fn single_fifth(mut opening: Opening, black: Seat, swap: bool) {
    assert_eq!(opening.apply(Action::place(at("h14"))), Err(Refusal::OutsideZone));
    place(&mut opening, "h12");
    assert_eq!(opening.seat(), black.other());
    let black = answer(&mut opening, swap);
    expect_done(&opening, black, White);
}

fn ten() -> Vec<Point> {
    ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10"].map(at).to_vec()
}

#[test]
fn bad_offers() {
    let (mut opening, _) = taraguchi([false; 3]);
    let before = opening.actions();
    let mut refuse = |points: Vec<Point>, why| {
        assert_eq!(opening.apply(Action::Offer(points)), Err(why));
        assert_eq!(opening.actions(), before);
        assert!(opening.offered().is_empty());
    };
    let with = |last: Point| {
        let mut points = ten();
        points[9] = last;
        points
    };
    refuse(vec![], Refusal::WrongCount);
    refuse(ten()[..9].to_vec(), Refusal::WrongCount);
    refuse(with(at("h8")), Refusal::Occupied);
    refuse(with(Point::new(0, 15)), Refusal::OffBoard);
    refuse(with(at("a3")), Refusal::DuplicatePoints(at("a3")));
    // Four stones in a column: left and right of it are equal.
    let mut opening = start(OpeningKind::Rif);
    for name in ["h8", "h7", "h9"] {
        place(&mut opening, name);
    }
    opening.apply(Action::Keep).unwrap();
    place(&mut opening, "h6");
    let pair = vec![at("a1"), at("o1")];
    let why = Refusal::EqualPoints(at("a1"), at("o1"));
    assert_eq!(opening.apply(Action::Offer(pair)), Err(why));
}

/// One of the 26 by the first player.
fn one_of_26(kind: OpeningKind) -> Opening {
    let mut opening = start(kind);
    expect(&opening, First, Some(First), &["place black 1"]);
    place(&mut opening, "h8");
    expect(&opening, First, Some(First), &["place white 8"]);
    place(&mut opening, "i9");
    expect(&opening, First, Some(First), &["place black 23"]);
    place(&mut opening, "j10");
    assert!(opening.named().is_some());
    opening
}

#[test]
fn rif() {
    for swap in [false, true] {
        let mut opening = one_of_26(OpeningKind::Rif);
        assert_eq!(opening.seat(), Second);
        let black = answer(&mut opening, swap);
        expect(&opening, black.other(), Some(black), &["place white 222"]);
        place(&mut opening, "o1");
        expect(&opening, black, Some(black), &["offer 2 of 221"]);
        opening.apply(Action::Offer(vec![at("b5"), at("c9")])).unwrap();
        expect(&opening, black.other(), Some(black), &["pick 2"]);
        opening.apply(Action::Pick(at("c9"))).unwrap();
        expect_done(&opening, black, White);
    }
}

#[test]
fn soosorv_8() {
    for swaps in [(false, false), (false, true), (true, false), (true, true)] {
        for count in 1..=8 {
            let mut opening = one_of_26(OpeningKind::Soosorv8);
            assert_eq!(opening.seat(), Second);
            let black = answer(&mut opening, swaps.0);
            expect(&opening, black.other(), Some(black), &["place white 222"]);
            place(&mut opening, "o1");
            expect(&opening, black.other(), Some(black), &["declare 1-8"]);
            assert_eq!(opening.apply(Action::Declare(0)), Err(Refusal::WrongCount));
            assert_eq!(opening.apply(Action::Declare(9)), Err(Refusal::WrongCount));
            opening.apply(Action::Declare(count)).unwrap();
            assert_eq!((opening.seat(), opening.declared()), (black, Some(count)));
            let black = answer(&mut opening, swaps.1);
            offer_declared(opening, black, count);
        }
    }
}

#[test]
fn yamaguchi() {
    for swap in [false, true] {
        for count in 1..=10 {
            let mut opening = one_of_26(OpeningKind::Yamaguchi);
            expect(&opening, First, Some(First), &["declare 1-10"]);
            assert_eq!(opening.apply(Action::Declare(11)), Err(Refusal::WrongCount));
            opening.apply(Action::Declare(count)).unwrap();
            assert_eq!(opening.seat(), Second);
            let black = answer(&mut opening, swap);
            expect(&opening, black.other(), Some(black), &["place white 222"]);
            place(&mut opening, "o1");
            offer_declared(opening, black, count);
        }
    }
}

fn offer_declared(mut opening: Opening, black: Seat, count: usize) {
    expect(&opening, black, Some(black), &[&format!("offer {count} of 221")]);
    let points: Vec<Point> = (0..count).map(|x| Point::new(x as u8, 13)).collect();
    assert_eq!(opening.apply(Action::Offer(ten())), {
        if count == 10 { Ok(()) } else { Err(Refusal::WrongCount) }
    });
    if count < 10 {
        opening.apply(Action::Offer(points)).unwrap();
    }
    let last = *opening.offered().last().unwrap();
    expect(&opening, black.other(), Some(black), &[&format!("pick {count}")]);
    opening.apply(Action::Pick(last)).unwrap();
    expect_done(&opening, black, White);
}

#[test]
fn a_stone_of_the_wrong_colour_is_refused() {
    let mut opening = start(OpeningKind::Swap2);
    let white = Action::Place { point: at("h8"), colour: Some(White) };
    assert_eq!(opening.apply(white), Err(Refusal::BadColour));
    let black = Action::Place { point: at("h8"), colour: Some(Black) };
    opening.apply(black).unwrap();
    assert_eq!(opening.apply(Action::place(at("h8"))), Err(Refusal::Occupied));
    assert_eq!(opening.apply(Action::place(Point::new(255, 0))), Err(Refusal::OffBoard));
}

/// Does random things, possible or not: what is possible is never refused, what is refused changes
/// nothing, and every opening comes to its end.
#[test]
fn what_is_possible_is_accepted_and_leads_to_the_end() {
    for geometry in Geometry::all() {
        for kind in OpeningKind::ALL {
            let mut random = Random(geometry.points() as u64 + kind as u64);
            for _ in 0..20 {
                let mut opening = Opening::new(kind, geometry, White);
                let mut steps = 0;
                while !opening.done() {
                    let before = (opening.actions(), opening.seat(), opening.history().len());
                    let wild = wild(&mut random);
                    let known = opening.clone();
                    if opening.apply(wild).is_err() {
                        let after = (opening.actions(), opening.seat(), opening.history().len());
                        assert_eq!(after, before);
                    } else {
                        opening = known;
                    }
                    let actions = opening.actions();
                    let which = random.below(actions.len());
                    assert!(try_possible(&mut random, &mut opening, &actions[which]));
                    steps += 1;
                    assert!(steps < 20);
                }
                assert!(opening.black().is_some());
            }
        }
    }
}

fn wild(random: &mut Random) -> Action {
    let point = Point::new(random.below(22) as u8, random.below(22) as u8);
    match random.below(8) {
        0 => Action::Swap,
        1 => Action::Keep,
        2 => Action::AddTwo,
        3 => Action::Choose(Black),
        4 => Action::Declare(random.below(12)),
        5 => Action::Pick(point),
        6 => Action::Offer(vec![point; random.below(3)]),
        _ => Action::place(point),
    }
}

fn try_possible(random: &mut Random, opening: &mut Opening, possible: &Possible) -> bool {
    let action = match possible {
        Possible::Place { zone, .. } => Action::place(random.pick(zone)),
        Possible::Swap => Action::Swap,
        Possible::Keep => Action::Keep,
        Possible::Choose => Action::Choose(random.pick(&[Black, White])),
        Possible::AddTwo => Action::AddTwo,
        Possible::Pick { zone } => Action::Pick(random.pick(zone)),
        Possible::Declare { min, max } => Action::Declare(min + random.below(max - min + 1)),
        Possible::Offer { count, zone } => {
            // Equal points are refused; other ones are found sooner or later.
            return (0..1_000).any(|_| {
                let offer = (0..*count).map(|_| random.pick(zone)).collect();
                opening.apply(Action::Offer(offer)).is_ok()
            });
        }
    };
    opening.apply(action).is_ok()
}
