//! Answers as JSON.

use x0_rules::{Colour, OPENINGS, Outcome, Position, equal_fifths};

use crate::explain::explain;
use crate::json::{foul, key, list, number, point, points, text};
use crate::request::{Kind, Refusal, read};

/// Answers a question; what cannot be answered gives `{"error": reason, "at": index}`.
pub fn answer(question: &[u8]) -> String {
    let mut out = String::new();
    let answered = read(question).and_then(|(kind, mut position)| {
        match kind {
            Kind::Look => look(&mut out, &mut position),
            Kind::Explain(point) => explain(&mut out, &position, point)?,
            Kind::Fifths => {
                let classes = equal_fifths(position.geometry(), &position.stones());
                list(&mut out, &classes, |out, class| points(out, class));
            }
            Kind::Openings => openings(&mut out, &position),
        }
        Ok(())
    });
    if let Err(refusal) = answered {
        error(&mut out, refusal);
    }
    out
}

fn error(out: &mut String, (reason, at): Refusal) {
    out.clear();
    key(out, '{', "error");
    text(out, reason);
    key(out, ',', "at");
    number(out, at);
    out.push('}');
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
