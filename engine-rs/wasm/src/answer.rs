//! Answers as JSON.

use x0_rules::{Colour, OPENINGS, Outcome, Position, equal_fifths};

use x0_wasm_abi::json::{foul, key, list, point, points, text};
use x0_wasm_abi::question::{MALFORMED, Question, Refusal};

use crate::explain::explain;

const LOOK: u8 = 0;
const EXPLAIN: u8 = 1;
const FIFTHS: u8 = 2;
const OPENINGS_26: u8 = 3;

/// Writes all about a position, what a stone of the side to move makes at a point, classes of equal
/// fifth moves, or the 26 openings.
pub fn answer(out: &mut String, question: &[u8]) -> Result<(), Refusal> {
    let mut question = Question::read(question)?;
    let point = if question.kind == EXPLAIN { Some(question.point()?) } else { None };
    question.end()?;
    let Question { kind, position, .. } = &mut question;
    match (*kind, point) {
        (LOOK, _) => look(out, position),
        (EXPLAIN, Some(point)) => explain(out, position, point)?,
        (FIFTHS, _) => {
            let classes = equal_fifths(position.geometry(), &position.stones());
            list(out, &classes, |out, class| points(out, class));
        }
        (OPENINGS_26, _) => openings(out, position),
        _ => return Err(MALFORMED),
    }
    Ok(())
}

fn look(out: &mut String, position: &mut Position) {
    key(out, '{', "toMove");
    text(out, position.to_move().name());
    key(out, ',', "fouls");
    list(out, &position.fouls(), foul);
    for colour in [Colour::Black, Colour::White] {
        key(out, ',', if colour == Colour::Black { "blackWins" } else { "whiteWins" });
        points(out, &position.winning_points(colour));
    }
    key(out, ',', "outcome");
    match position.outcome() {
        Some(outcome) => write_outcome(out, &outcome),
        None => out.push_str("null"),
    }
    key(out, ',', "opening");
    match position.opening() {
        Some(opening) => {
            key(out, '{', "code");
            text(out, opening.code);
            key(out, ',', "name");
            text(out, opening.name);
            out.push('}');
        }
        None => out.push_str("null"),
    }
    out.push('}');
}

fn write_outcome(out: &mut String, outcome: &Outcome) {
    key(out, '{', "winner");
    match outcome.winner {
        Some(colour) => text(out, colour.name()),
        None => out.push_str("null"),
    }
    key(out, ',', "reason");
    text(out, outcome.reason.name());
    key(out, ',', "line");
    points(out, &outcome.line);
    key(out, ',', "foul");
    match &outcome.foul {
        Some(found) => foul(out, found),
        None => out.push_str("null"),
    }
    out.push('}');
}

fn openings(out: &mut String, position: &Position) {
    let centre = position.geometry().centre();
    list(out, &OPENINGS, |out, opening| {
        key(out, '{', "code");
        text(out, opening.code);
        key(out, ',', "name");
        text(out, opening.name);
        key(out, ',', "stones");
        list(out, &opening.stones(centre), point);
        out.push('}');
    });
}
