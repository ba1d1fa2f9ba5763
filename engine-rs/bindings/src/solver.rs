//! Wins by fours and threes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use x0_solver::{self as solver, check};

use crate::arguments::{self, Count, Pair, pair, pairs};
use crate::position::Position;

/// More memory than this nobody means.
const MOST_MEGABYTES: u64 = 16_384;

/// Stops searches that were given it, from any thread.
#[pyclass(frozen, module = "x0_engine")]
#[derive(Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Stops them, and those that are given it later.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was set.
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the attacker plays, and then against every defence.
#[pyclass(frozen, eq, module = "x0_engine")]
#[derive(Clone, PartialEq)]
pub(crate) struct Proof(solver::Proof);

#[pymethods]
impl Proof {
    /// The attacker's move.
    #[getter]
    fn attack(&self) -> Pair {
        pair(self.0.attack)
    }

    /// Half-moves up to and including the five, this move included, if the defender holds out.
    #[getter]
    fn half_moves(&self) -> usize {
        self.0.half_moves
    }

    /// The answers that have a continuation of their own, with it.
    fn replies(&self) -> Vec<(Pair, Self)> {
        self.0.replies.iter().map(|(point, proof)| (pair(*point), Self(proof.clone()))).collect()
    }

    /// How it goes on after every other answer, a pass included; None after the five.
    fn otherwise(&self) -> Option<Self> {
        self.0.otherwise.as_deref().cloned().map(Self)
    }

    /// How it goes on after this answer, None for a pass.
    #[pyo3(signature = (reply, /))]
    fn after(&self, reply: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Self>> {
        let reply = reply.map(arguments::point).transpose()?;
        Ok(self.0.after(reply).cloned().map(Self))
    }

    /// How many moves of the attacker are in it.
    #[getter]
    fn size(&self) -> usize {
        self.0.size()
    }

    fn __repr__(&self) -> String {
        format!("<Proof {} in {}>", self.0.attack, self.0.half_moves)
    }
}

/// The answer of a solver.
#[pyclass(frozen, module = "x0_engine")]
pub(crate) struct Solution(solver::Solution);

#[pymethods]
impl Solution {
    /// "win", "none" when there is proved to be no win of this kind, "unknown" when a limit was
    /// reached first.
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.name()
    }

    /// Half-moves of the shortest win, both sides counted, up to and including the five; None if
    /// there is none.
    #[getter]
    fn half_moves(&self) -> Option<usize> {
        self.0.half_moves
    }

    /// Whether it was proved that no win is shorter.
    #[getter]
    fn shortest(&self) -> bool {
        self.0.shortest
    }

    /// First moves that win, however long it takes, row by row from the bottom. Where a five can be
    /// made at once, only those points.
    #[getter]
    fn first_moves(&self) -> Vec<Pair> {
        pairs(&self.0.first_moves)
    }

    /// For each of first_moves: half-moves of its shortest win that is known.
    #[getter]
    fn lengths(&self) -> Vec<usize> {
        self.0.lengths.clone()
    }

    /// Whether first_moves are all there are.
    #[getter]
    fn complete(&self) -> bool {
        self.0.complete
    }

    /// A shortest win against the longest resistance; among equals the first, row by row from the
    /// bottom. Empty if there is none, or if a limit was reached before it could be told.
    #[getter]
    fn line(&self) -> Vec<Pair> {
        pairs(&self.0.line)
    }

    /// Positions with the attacker to move that were looked at.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// What to play against every defence, if that was asked for and no limit was reached before it
    /// could be told.
    #[getter]
    fn proof(&self) -> Option<Proof> {
        self.0.proof.clone().map(Proof)
    }

    fn __repr__(&self) -> String {
        match self.0.half_moves {
            Some(half_moves) => format!("<Solution win in {half_moves}>"),
            None => format!("<Solution {}>", self.status()),
        }
    }
}

/// The outcome of a check.
#[pyclass(frozen, module = "x0_engine")]
pub(crate) struct Check(check::Check);

#[pymethods]
impl Check {
    /// "confirmed", "refuted", or "unknown" when more positions would have been needed.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.verdict.name()
    }

    /// Moves that were played.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.positions
    }

    /// Of a refuted proof: the moves after which it has no answer or a wrong one, None for a pass.
    #[getter]
    fn refutation(&self) -> Vec<Option<Pair>> {
        self.0.refutation.iter().map(|mv| mv.map(pair)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Check {}, {} positions>", self.verdict(), self.0.positions)
    }
}

/// What ends a search, as callers give it.
pub(crate) fn limits(
    max_nodes: Count,
    max_ms: Option<Count>,
    memory_mb: Count,
    cancel: Option<&Cancel>,
) -> PyResult<solver::Limits> {
    if memory_mb.0 > MOST_MEGABYTES {
        return Err(PyValueError::new_err("at most 16384 megabytes"));
    }
    Ok(solver::Limits {
        nodes: max_nodes.0,
        time: max_ms.map(|ms| Duration::from_millis(ms.0)),
        memory: usize::try_from(memory_mb.0 << 20).unwrap_or(usize::MAX),
        cancel: cancel.map(|cancel| cancel.0.clone()),
    })
}

/// Looks for a win of the side to move by fours, with the rules and the board of the position,
/// which is not changed.
///
/// The search ends after max_nodes positions, after max_ms milliseconds, or when cancel is set. Its
/// table takes up to memory_mb megabytes. With proof the solution says what to play against every
/// defence.
///
/// Raises ValueError for a number that is negative or far too large.
#[pyfunction]
#[pyo3(
    signature = (
        position, max_nodes = Count(5_000_000), *,
        max_ms = None, memory_mb = Count(64), proof = false, cancel = None
    ),
    text_signature = "(position, max_nodes=5000000, *, max_ms=None, memory_mb=64, proof=False, cancel=None)"
)]
pub(crate) fn solve_vcf(
    py: Python<'_>,
    position: &Position,
    max_nodes: Count,
    max_ms: Option<Count>,
    memory_mb: Count,
    proof: bool,
    cancel: Option<&Cancel>,
) -> PyResult<Solution> {
    let limits = limits(max_nodes, max_ms, memory_mb, cancel)?;
    let request = solver::Request { limits, proof };
    let position = position.snapshot(py);
    Ok(Solution(py.detach(|| solver::solve_vcf(&position, &request))))
}

/// Looks for a win of the side to move by fours and threes; else like solve_vcf.
///
/// First moves are looked for that need up to four half-moves more than the shortest, and fours
/// that win by fours however long it takes; complete says whether that left any open. When a limit
/// is reached, a win by fours may be known, and not whether there is a shorter one; shortest says so.
#[pyfunction]
#[pyo3(
    signature = (
        position, max_nodes = Count(5_000_000), *,
        max_ms = None, memory_mb = Count(64), proof = false, cancel = None
    ),
    text_signature = "(position, max_nodes=5000000, *, max_ms=None, memory_mb=64, proof=False, cancel=None)"
)]
pub(crate) fn solve_vct(
    py: Python<'_>,
    position: &Position,
    max_nodes: Count,
    max_ms: Option<Count>,
    memory_mb: Count,
    proof: bool,
    cancel: Option<&Cancel>,
) -> PyResult<Solution> {
    let limits = limits(max_nodes, max_ms, memory_mb, cancel)?;
    let request = solver::Request { limits, proof };
    let position = position.snapshot(py);
    Ok(Solution(py.detach(|| solver::solve_vct(&position, &request))))
}

/// Plays a proof out against every defence that the rules allow, a pass included, with nothing but
/// the rules. At most max_positions moves are played.
#[pyfunction]
#[pyo3(
    signature = (position, proof, *, max_positions = Count(100_000_000)),
    text_signature = "(position, proof, *, max_positions=100000000)"
)]
pub(crate) fn check_proof(
    py: Python<'_>,
    position: &Position,
    proof: &Proof,
    max_positions: Count,
) -> Check {
    let position = position.snapshot(py);
    Check(py.detach(|| check::check_proof(&position, &proof.0, max_positions.0)))
}

/// Looks slowly, with nothing but the rules, for a win of the side to move within so many
/// half-moves, the five included: by fours, or with threes by fours and threes, against every
/// defence. At most max_positions moves are played.
#[pyfunction]
#[pyo3(
    signature = (position, half_moves, *, threes = false, max_positions = Count(10_000_000)),
    text_signature = "(position, half_moves, *, threes=False, max_positions=10000000)"
)]
pub(crate) fn check_win(
    py: Python<'_>,
    position: &Position,
    half_moves: Count,
    threes: bool,
    max_positions: Count,
) -> Check {
    let position = position.snapshot(py);
    let attacks = if threes { check::Attacks::FoursAndThrees } else { check::Attacks::Fours };
    // No board has room for more; deeper recursion has no use.
    let half_moves = usize::try_from(half_moves.0).unwrap_or(usize::MAX).min(400);
    Check(py.detach(|| check::check_win(&position, half_moves, attacks, max_positions.0)))
}
