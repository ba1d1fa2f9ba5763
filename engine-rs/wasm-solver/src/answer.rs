//! Answers as JSON.

use x0_solver::{Limits, Request, judge, solve_vct};
use x0_wasm_abi::json::{key, number, points, text};
use x0_wasm_abi::question::{MALFORMED, Question, Refusal};

const JUDGE: u8 = 0;
const SOLVE: u8 = 1;

/// Judges a move, or looks for a win by fours and threes; where there is none because a four must be
/// stopped first, the line is that stop. After the position there follow how many positions may be
/// looked at and, of a move, its point.
pub fn answer(out: &mut String, question: &[u8]) -> Result<(), Refusal> {
    let mut question = Question::read(question)?;
    let limits = Limits { nodes: question.limit()?.into(), ..Limits::of_judge() };
    let point = if question.kind == JUDGE { Some(question.point()?) } else { None };
    question.end()?;
    match (question.kind, point) {
        (JUDGE, Some(point)) => {
            let judged =
                judge(&question.position, point, &limits).map_err(|why| (why.reason(), 0))?;
            begin(out, judged.ruling.name(), judged.half_moves);
            points(out, &judged.line);
        }
        (SOLVE, _) => {
            let request = Request { limits, proof: false };
            let solution = solve_vct(&question.position, &request);
            begin(out, solution.status.name(), solution.half_moves);
            // A line that took too long to tell still has a first move.
            let begun = solution.first_moves.get(..1).unwrap_or_default();
            let defender = question.position.to_move().opposite();
            let stops = question.position.winning_points(defender);
            // One stone does not stop two fives.
            let stop = if stops.len() == 1 { &stops[..] } else { &[] };
            let lines = [&solution.line[..], begun, stop];
            points(out, lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default());
        }
        _ => return Err(MALFORMED),
    }
    out.push('}');
    Ok(())
}

fn begin(out: &mut String, verdict: &str, half_moves: Option<usize>) {
    key(out, '{', "verdict");
    text(out, verdict);
    key(out, ',', "halfMoves");
    match half_moves {
        Some(half_moves) => number(out, half_moves),
        None => out.push_str("null"),
    }
    key(out, ',', "line");
}
