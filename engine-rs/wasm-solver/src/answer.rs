//! Answers as JSON.

use x0_solver::{Limits, continuation, judge};
use x0_wasm_abi::json::{key, number, points, text};
use x0_wasm_abi::question::{MALFORMED, Question, Refusal};

const JUDGE: u8 = 0;
const CONTINUATION: u8 = 1;

/// Judges a move, or says how the side to move goes on to win. After the position there follow how
/// many positions may be looked at and, of a move, its point.
pub fn answer(out: &mut String, question: &[u8]) -> Result<(), Refusal> {
    let mut question = Question::read(question)?;
    let limits = Limits { nodes: question.limit()?.into(), ..Limits::of_judge() };
    let point = if question.kind == JUDGE { Some(question.point()?) } else { None };
    question.end()?;
    match (question.kind, point) {
        (JUDGE, Some(point)) => {
            let judged =
                judge(&question.position, point, &limits).map_err(|why| (why.reason(), 0))?;
            key(out, '{', "verdict");
            text(out, judged.ruling.name());
            key(out, ',', "halfMoves");
            match judged.half_moves {
                Some(half_moves) => number(out, half_moves),
                None => out.push_str("null"),
            }
            key(out, ',', "line");
            points(out, &judged.line);
        }
        (CONTINUATION, _) => {
            key(out, '{', "line");
            points(out, &continuation(&question.position, &limits));
        }
        _ => return Err(MALFORMED),
    }
    out.push('}');
    Ok(())
}
