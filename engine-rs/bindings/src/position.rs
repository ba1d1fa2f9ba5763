//! A game on the board.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyDict};
use x0_rules as rules;

use crate::arguments::{self, Pair, pair, pairs};
use crate::error;
use crate::outcome::{Foul, Outcome};

/// A position with the moves that led to it.
#[pyclass(frozen, module = "x0_engine")]
pub(crate) struct Position(Mutex<rules::Position>);

impl From<rules::Position> for Position {
    fn from(position: rules::Position) -> Self {
        Self(Mutex::new(position))
    }
}

impl Position {
    /// Making an object of Python can run any code of Python, and that can come back here: the lock
    /// is never held meanwhile.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, rules::Position> {
        // Nothing panics while it holds the lock; if it did, every step leaves a whole position.
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// The position as it is now.
    pub(crate) fn snapshot(&self, py: Python<'_>) -> rules::Position {
        self.lock(py).clone()
    }

    /// Works on the position without holding up other threads of Python.
    fn detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut rules::Position) -> T + Send,
    ) -> T {
        py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl Position {
    /// An empty board, Black to move.
    #[new]
    #[pyo3(signature = (ruleset, size = None, shape = "square"))]
    fn new(ruleset: &str, size: Option<&Bound<'_, PyAny>>, shape: &str) -> PyResult<Self> {
        let board = arguments::board(size, shape)?;
        Ok(rules::Position::new(arguments::ruleset(ruleset)?, board).into())
    }

    /// A position set up from stones. Only stones that are played later are judged.
    #[staticmethod]
    #[pyo3(signature = (ruleset, black = None, white = None, to_move = "black", size = None, shape = "square"))]
    fn from_stones(
        py: Python<'_>,
        ruleset: &str,
        black: Option<&Bound<'_, PyAny>>,
        white: Option<&Bound<'_, PyAny>>,
        to_move: &str,
        size: Option<&Bound<'_, PyAny>>,
        shape: &str,
    ) -> PyResult<Self> {
        let board = arguments::board(size, shape)?;
        let ruleset = arguments::ruleset(ruleset)?;
        let to_move = arguments::colour(to_move)?;
        let stones = arguments::stones(black, white)?;
        py.detach(|| rules::Position::from_stones(ruleset, board, stones, to_move))
            .map(Self::from)
            .map_err(|(_, why)| error::illegal(py, why))
    }

    /// Reads "h8i9j10", "--" for a pass, or the longer form that `to_text` writes of a set-up.
    #[staticmethod]
    #[pyo3(signature = (ruleset, text, size = None, shape = "square"))]
    fn from_text(
        py: Python<'_>,
        ruleset: &str,
        text: &str,
        size: Option<&Bound<'_, PyAny>>,
        shape: &str,
    ) -> PyResult<Self> {
        let board = arguments::board(size, shape)?;
        let ruleset = arguments::ruleset(ruleset)?;
        py.detach(|| rules::Position::from_text(ruleset, board, text))
            .map(Self::from)
            .map_err(|why| error::parse(py, why))
    }

    /// Reads what `to_bytes` writes.
    #[staticmethod]
    #[pyo3(signature = (data, /))]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        py.detach(|| rules::Position::from_bytes(data))
            .map(Self::from)
            .map_err(|why| error::parse(py, why))
    }

    /// Plays a stone of the side to move, or passes on None. A forbidden point can be played and
    /// loses. Returns the outcome if the game is over now.
    #[pyo3(signature = (point, /))]
    fn play(&self, py: Python<'_>, point: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Outcome>> {
        let mv = point.map(arguments::point).transpose()?;
        let played = self.lock(py).play(mv);
        played.map(|outcome| outcome.map(Outcome)).map_err(|why| error::illegal(py, why))
    }

    /// Passes.
    fn pass_(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        self.play(py, None)
    }

    /// Takes the last move back. False if there is none since the set-up.
    fn undo(&self, py: Python<'_>) -> bool {
        self.lock(py).undo().is_some()
    }

    /// "renju", "exact_five" or "freestyle".
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> &'static str {
        self.lock(py).ruleset().name()
    }

    /// Points along a side.
    #[getter]
    fn size(&self, py: Python<'_>) -> usize {
        self.lock(py).size()
    }

    /// "square", "octagon" or "cross".
    #[getter]
    fn shape(&self, py: Python<'_>) -> &'static str {
        self.lock(py).shape().name()
    }

    /// "black" or "white"; after the end, whose turn it would be.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> &'static str {
        self.lock(py).to_move().name()
    }

    /// Stones and passes so far, set-up stones included.
    #[getter]
    fn ply(&self, py: Python<'_>) -> usize {
        self.lock(py).ply()
    }

    /// The result, or None while the game goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> Option<Outcome> {
        self.lock(py).outcome().map(Outcome)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        self.lock(py).is_over()
    }

    /// A 64-bit hash of rules, board, stones, side to move and a pass just made; the same on every
    /// machine and in every version.
    #[getter]
    fn hash(&self, py: Python<'_>) -> u64 {
        self.lock(py).hash()
    }

    /// All points of the board, row by row from the bottom.
    fn points(&self, py: Python<'_>) -> Vec<Pair> {
        self.lock(py).geometry().iter().map(pair).collect()
    }

    /// All stones in the order in which they were placed.
    fn stones(&self, py: Python<'_>) -> Vec<(Pair, &'static str)> {
        let stones = self.lock(py).stones();
        stones.into_iter().map(|(point, colour)| (pair(point), colour.name())).collect()
    }

    /// The colour of the stone at a point, or None.
    #[pyo3(signature = (point, /))]
    fn stone_at(&self, py: Python<'_>, point: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let point = arguments::point(point)?;
        Ok(self.lock(py).stone(point).map(rules::Colour::name))
    }

    /// The moves since the set-up, None for a pass.
    fn moves(&self, py: Python<'_>) -> Vec<Option<Pair>> {
        self.lock(py).moves().into_iter().map(|mv| mv.map(pair)).collect()
    }

    /// All points that are forbidden to Black, whoever is to move.
    fn fouls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fouls = self.detached(py, rules::Position::fouls);
        let map = PyDict::new(py);
        for foul in fouls {
            map.set_item(pair(foul.point), Foul(foul))?;
        }
        Ok(map)
    }

    /// The foul that Black would commit at a point, or None.
    #[pyo3(signature = (point, /))]
    fn foul_at(&self, py: Python<'_>, point: &Bound<'_, PyAny>) -> PyResult<Option<Foul>> {
        let point = arguments::point(point)?;
        Ok(self.lock(py).foul_at(point).map(Foul))
    }

    /// The points where the side to move may play without a foul; none after the end.
    fn legal_points(&self, py: Python<'_>) -> Vec<Pair> {
        pairs(&self.detached(py, rules::Position::legal_points))
    }

    /// All empty points.
    fn empty_points(&self, py: Python<'_>) -> Vec<Pair> {
        pairs(&self.lock(py).empty_points())
    }

    /// The points where a stone of this colour wins at once, whoever is to move.
    #[pyo3(signature = (colour, /))]
    fn winning_points(&self, py: Python<'_>, colour: &str) -> PyResult<Vec<Pair>> {
        let colour = arguments::colour(colour)?;
        Ok(pairs(&self.lock(py).winning_points(colour)))
    }

    /// Whether a colour could still make a winning row if it alone filled the empty points.
    #[pyo3(signature = (colour, /))]
    fn can_win(&self, py: Python<'_>, colour: &str) -> PyResult<bool> {
        let colour = arguments::colour(colour)?;
        Ok(self.lock(py).can_win(colour))
    }

    /// The name of the opening, one of the 26, or None.
    fn opening_name(&self, py: Python<'_>) -> Option<&'static str> {
        self.lock(py).opening().map(|opening| opening.name)
    }

    /// Of the eight symmetric images the one whose stones come first. All eight have the same.
    fn canonical(&self, py: Python<'_>) -> Self {
        self.detached(py, |position| position.canonical()).into()
    }

    /// The eight symmetric images with their moves, this one first.
    fn symmetries(&self, py: Python<'_>) -> Vec<Self> {
        let images = self.detached(py, |position| position.symmetries());
        images.into_iter().map(Self::from).collect()
    }

    /// An independent copy.
    fn copy(&self, py: Python<'_>) -> Self {
        self.lock(py).clone().into()
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.copy(py)
    }

    /// The moves as text, "h8i9j10".
    fn to_text(&self, py: Python<'_>) -> String {
        self.lock(py).to_text()
    }

    /// The position with its moves in a compact binary form.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.lock(py).to_bytes();
        PyBytes::new(py, &bytes)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let restore = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((restore, (self.to_bytes(py),)))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        // One lock at a time: two threads that compare two positions must not wait in a ring.
        let mine = self.lock(py).clone();
        let equal = mine == *other.get().lock(py);
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let position = self.lock(py);
        format!(
            "Position.from_text({:?}, {:?}, size={}, shape={:?})",
            position.ruleset().name(),
            position.to_text(),
            position.size(),
            position.shape().name(),
        )
    }
}
