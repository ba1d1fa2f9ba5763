//! What a stone makes and why: the answer to a player's question, where the engine gives a proof.
//!
//! The engine names the lines that prove a foul. A player also asks about what is *not* counted:
//! why is this three not real? So here every four and every three through the stone is listed,
//! straight from the definitions, and each point that would make a three a straight four with the
//! reason why Black may not play it. The verdicts themselves are the engine's.

use x0_rules::{Colour, FoulKind, FoulLine, FoulLineKind, Outcome, Point, Position, Reason};

use x0_wasm_abi::json::{key, line, list, point, points, text};
use x0_wasm_abi::question::Refusal;

/// Rows, columns and both diagonals.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// An answer nests one level for every stone further on; nobody reads deeper than this.
const DEPTH: usize = 4;

/// A three with the points that make it a straight four.
struct Three {
    stones: Vec<Point>,
    extends: Vec<Point>,
}

/// Everything that a stone makes.
struct Made {
    verdict: &'static str,
    row: Vec<Point>,
    overlines: Vec<FoulLine>,
    fours: Vec<FoulLine>,
    threes: Vec<Three>,
}

/// Writes what a stone of the side to move makes at an empty point. Fours and threes are those of
/// Black where there are fouls.
pub fn explain(out: &mut String, position: &Position, at: Point) -> Result<(), Refusal> {
    let colour = position.to_move();
    let stones = position.stones();
    let set_up = |extra: Option<(Point, Colour)>, to_move| {
        let all = stones.iter().copied().chain(extra);
        Position::from_stones(position.ruleset(), position.geometry(), all, to_move)
            .map_err(|(index, why)| (why.reason(), index))
    };
    let with_stone = set_up(Some((at, colour)), Colour::Black)?;
    let outcome = set_up(None, colour)?.play(Some(at)).map_err(|why| (why.reason(), 0))?;
    write(out, &made(&with_stone, colour, at, outcome), &with_stone, at, DEPTH);
    Ok(())
}

fn made(with_stone: &Position, colour: Colour, at: Point, outcome: Option<Outcome>) -> Made {
    let verdict = verdict(outcome.as_ref());
    let row = outcome.map(|outcome| outcome.line).unwrap_or_default();
    let mut made =
        Made { verdict, row, overlines: Vec::new(), fours: Vec::new(), threes: Vec::new() };
    if !with_stone.ruleset().has_fouls(colour) || !made.row.is_empty() {
        return made;
    }
    for step in STEPS {
        let line = Line { position: with_stone, at, step };
        let run = line.run();
        if run.len() > 5 {
            made.overlines.push(FoulLine {
                kind: FoulLineKind::Overline,
                stones: run,
                points: Vec::new(),
            });
        } else {
            line.fours(&mut made.fours);
            made.threes.extend(line.three());
        }
    }
    made
}

fn verdict(outcome: Option<&Outcome>) -> &'static str {
    let Some(outcome) = outcome else {
        return "legal";
    };
    match (outcome.reason, &outcome.foul) {
        (Reason::Five, _) => "five",
        (Reason::Overline, _) => "long_row",
        (Reason::Foul, Some(foul)) => foul.kind.name(),
        _ => "legal",
    }
}

fn write(out: &mut String, made: &Made, with_stone: &Position, at: Point, depth: usize) {
    key(out, '{', "point");
    point(out, &at);
    key(out, ',', "verdict");
    text(out, made.verdict);
    key(out, ',', "row");
    points(out, &made.row);
    key(out, ',', "overlines");
    list(out, &made.overlines, line);
    key(out, ',', "fours");
    list(out, &made.fours, line);
    key(out, ',', "threes");
    list(out, &made.threes, |out, three| {
        key(out, '{', "stones");
        points(out, &three.stones);
        key(out, ',', "extends");
        list(out, &three.extends, |out, extension| {
            key(out, '{', "point");
            point(out, extension);
            key(out, ',', "refused");
            write_refusal(out, with_stone, *extension, depth);
            out.push('}');
        });
        out.push('}');
    });
    out.push('}');
}

/// Why a stone at `extension` does not make a three real: `null` if it does, else what it makes.
fn write_refusal(out: &mut String, before: &Position, extension: Point, depth: usize) {
    let five = before.winning_points(Colour::Black).contains(&extension);
    let foul = before.foul_kind_at(extension);
    if !five && foul.is_none() {
        out.push_str("null");
        return;
    }
    let next = before.stones().into_iter().chain([(extension, Colour::Black)]);
    let next = Position::from_stones(before.ruleset(), before.geometry(), next, Colour::Black);
    // The point is empty and on the board: the three's line was walked to find it.
    let Ok(next) = next else {
        out.push_str("null");
        return;
    };
    let mut made = made(&next, Colour::Black, extension, None);
    if five {
        made.verdict = "five";
        let lines = STEPS.iter().map(|step| Line { position: &next, at: extension, step: *step });
        made.row = lines.map(|line| line.run()).find(|run| run.len() == 5).unwrap_or_default();
        (made.fours, made.threes) = (Vec::new(), Vec::new());
    } else {
        made.verdict = foul.map_or("legal", FoulKind::name);
        if depth == 0 || foul != Some(FoulKind::DoubleThree) {
            made.threes = Vec::new();
        }
    }
    write(out, &made, &next, extension, depth.saturating_sub(1));
}

/// One of the four lines through a black stone that is on the board.
struct Line<'p> {
    position: &'p Position,
    at: Point,
    step: (i8, i8),
}

impl Line<'_> {
    /// The place `n` steps from the stone; `None` where the square ends.
    fn place(&self, n: i8) -> Option<Point> {
        let x = i16::from(self.at.x) + i16::from(n) * i16::from(self.step.0);
        let y = i16::from(self.at.y) + i16::from(n) * i16::from(self.step.1);
        Some(Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?))
    }

    fn black(&self, n: i8) -> bool {
        self.place(n).is_some_and(|place| self.position.stone(place) == Some(Colour::Black))
    }

    fn empty(&self, n: i8) -> bool {
        self.place(n).is_some_and(|place| {
            self.position.geometry().contains(place) && self.position.stone(place).is_none()
        })
    }

    fn points(&self, places: impl Iterator<Item = i8>) -> Vec<Point> {
        places.filter_map(|n| self.place(n)).collect()
    }

    /// The unbroken row that the stone belongs to.
    fn run(&self) -> Vec<Point> {
        let first = (-20..=0).rev().take_while(|n| self.black(*n)).last().unwrap_or(0);
        self.points((first..=20).take_while(|n| self.black(*n)))
    }

    /// Sets of four that one more stone turns into an exact five, each with its completions.
    fn fours(&self, found: &mut Vec<FoulLine>) {
        let begin = found.len();
        for first in -4..=0 {
            let five = first..first + 5;
            let stones = self.points(five.clone().filter(|n| self.black(*n)));
            let completion = self.points(five.filter(|n| self.empty(*n)));
            if stones.len() != 4
                || completion.len() != 1
                || self.black(first - 1)
                || self.black(first + 5)
            {
                continue;
            }
            match found[begin..].iter_mut().find(|four| four.stones == stones) {
                Some(four) => four.points.extend(completion),
                None => {
                    found.push(FoulLine { kind: FoulLineKind::Four, stones, points: completion })
                }
            }
        }
    }

    /// The three in this line, with the points that make it a straight four.
    fn three(&self) -> Option<Three> {
        let mut three: Option<Three> = None;
        for first in -3..=0 {
            let four = first..first + 4;
            let stones = self.points(four.clone().filter(|n| self.black(*n)));
            let extension = self.points(four.filter(|n| self.empty(*n)));
            if stones.len() != 3
                || extension.len() != 1
                || !self.empty(first - 1)
                || !self.empty(first + 4)
                || self.black(first - 2)
                || self.black(first + 5)
            {
                continue;
            }
            match &mut three {
                Some(three) => three.extends.extend(extension),
                None => three = Some(Three { stones, extends: extension }),
            }
        }
        three
    }
}
