//! Moves judged, and how to go on.

use pyo3::prelude::*;
use x0_solver as solver;

use crate::arguments::{self, Count, Pair, pairs};
use crate::error;
use crate::position::Position;
use crate::solver::{Cancel, limits};

/// What was found out about a move.
#[pyclass(frozen, module = "x0_engine")]
pub(crate) struct Judgement(solver::Judgement);

#[pymethods]
impl Judgement {
    /// "right" if it wins against every defence, "wrong" if there is a defence, "foul" where Black
    /// may not play, "undecided" when a limit was reached first.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.ruling.name()
    }

    /// Of a right move: half-moves from this move up to and including the five, both counted, if the
    /// defender holds out as long as he can.
    #[getter]
    fn half_moves(&self) -> Option<usize> {
        self.0.half_moves
    }

    /// What follows the move, in turns, the defender first. Of a right move the longest resistance
    /// and the shortest attack, up to and including the five; of a wrong one the refutation: up to
    /// the defender's five where he wins by fours, else up to the answer after which the attacker
    /// has no win. It may end early where a limit was reached; empty after a five, a foul, and where
    /// nothing was decided.
    #[getter]
    fn line(&self) -> Vec<Pair> {
        pairs(&self.0.line)
    }

    /// Positions with the attacker to move that were looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        match self.0.half_moves {
            Some(half_moves) => format!("<Judgement right in {half_moves}>"),
            None => format!("<Judgement {}>", self.verdict()),
        }
    }
}

/// Says whether the side to move, if it plays at this point, wins by fours and threes against every
/// defence: the shortest way, a longer one, or with no attack at all. The position is not changed.
///
/// The ruling takes at most max_nodes positions, and telling the line of a right move up to one and
/// a half times as many more; it ends after max_ms milliseconds or when cancel is set. Its table
/// takes up to memory_mb megabytes.
///
/// Raises IllegalMove for a move that is not possible, ValueError for a number that is negative or
/// far too large.
#[pyfunction]
#[pyo3(
    signature = (
        position, point, max_nodes = Count(400_000), *,
        max_ms = None, memory_mb = Count(8), cancel = None
    ),
    text_signature = "(position, point, max_nodes=400000, *, max_ms=None, memory_mb=8, cancel=None)"
)]
pub(crate) fn judge(
    py: Python<'_>,
    position: &Position,
    point: &Bound<'_, PyAny>,
    max_nodes: Count,
    max_ms: Option<Count>,
    memory_mb: Count,
    cancel: Option<&Cancel>,
) -> PyResult<Judgement> {
    let point = arguments::point(point)?;
    let limits = limits(max_nodes, max_ms, memory_mb, cancel)?;
    let position = position.snapshot(py);
    let judged = py.detach(|| solver::judge(&position, point, &limits));
    judged.map(Judgement).map_err(|why| error::illegal(py, why))
}

/// How the side to move goes on towards its win by fours and threes: a shortest line up to and
/// including the five, or only its first move where a limit was reached before that could be told;
/// where a four of the other side must be stopped first, that stop alone, if one stone does it; else
/// nothing. The position is not changed.
///
/// The search takes at most max_nodes positions; it ends after max_ms milliseconds or when cancel is
/// set. Its table takes up to memory_mb megabytes.
///
/// Raises ValueError for a number that is negative or far too large.
#[pyfunction]
#[pyo3(
    signature = (
        position, max_nodes = Count(400_000), *,
        max_ms = None, memory_mb = Count(8), cancel = None
    ),
    text_signature = "(position, max_nodes=400000, *, max_ms=None, memory_mb=8, cancel=None)"
)]
pub(crate) fn continuation(
    py: Python<'_>,
    position: &Position,
    max_nodes: Count,
    max_ms: Option<Count>,
    memory_mb: Count,
    cancel: Option<&Cancel>,
) -> PyResult<Vec<Pair>> {
    let limits = limits(max_nodes, max_ms, memory_mb, cancel)?;
    let position = position.snapshot(py);
    Ok(pairs(&py.detach(|| solver::continuation(&position, &limits))))
}
