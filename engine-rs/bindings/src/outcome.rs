//! Results and fouls.

use pyo3::prelude::*;
use x0_rules as rules;

use crate::arguments::{Pair, pair, pairs};

/// One of the lines that prove a foul.
#[pyclass(frozen, eq, module = "x0_engine")]
#[derive(Clone, PartialEq)]
pub(crate) struct FoulLine(rules::FoulLine);

#[pymethods]
impl FoulLine {
    /// What the line is: "overline", "four" or "three".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The stones, the one that makes the foul included.
    #[getter]
    fn stones(&self) -> Vec<Pair> {
        pairs(&self.0.stones)
    }

    /// For a four: the points where one more stone makes an exact five. Else empty.
    #[getter]
    fn completes(&self) -> Vec<Pair> {
        if self.0.kind == rules::FoulLineKind::Four { pairs(&self.0.points) } else { Vec::new() }
    }

    /// For a three: the points where Black may play and has a straight four, which makes the three
    /// real. Else empty.
    #[getter]
    fn extends(&self) -> Vec<Pair> {
        if self.0.kind == rules::FoulLineKind::Three { pairs(&self.0.points) } else { Vec::new() }
    }

    fn __repr__(&self) -> String {
        let points = match self.0.kind {
            rules::FoulLineKind::Overline => String::new(),
            rules::FoulLineKind::Four => format!(", completes={:?}", pairs(&self.0.points)),
            rules::FoulLineKind::Three => format!(", extends={:?}", pairs(&self.0.points)),
        };
        format!("FoulLine({:?}, {:?}{points})", self.kind(), self.stones())
    }
}

/// A point that is forbidden to Black, with the lines that prove it.
#[pyclass(frozen, eq, module = "x0_engine")]
#[derive(Clone, PartialEq)]
pub(crate) struct Foul(pub rules::Foul);

#[pymethods]
impl Foul {
    /// "overline", "double_four" or "double_three".
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// The forbidden point.
    #[getter]
    fn point(&self) -> Pair {
        pair(self.0.point)
    }

    /// All overlines, all fours, or all real threes through the point.
    #[getter]
    fn lines(&self) -> Vec<FoulLine> {
        self.0.lines.iter().cloned().map(FoulLine).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Foul {} at {}>", self.kind(), self.0.point)
    }
}

/// The result of a game that is over on the board.
#[pyclass(frozen, eq, module = "x0_engine")]
#[derive(Clone, PartialEq)]
pub(crate) struct Outcome(pub rules::Outcome);

#[pymethods]
impl Outcome {
    /// "black", "white", or None for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(rules::Colour::name)
    }

    /// "five", "overline", "foul", "full_board" or "passes".
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.name()
    }

    /// The winning row, empty if there is none.
    #[getter]
    fn line(&self) -> Vec<Pair> {
        pairs(&self.0.line)
    }

    /// The foul that lost the game, if one did.
    #[getter]
    fn foul(&self) -> Option<Foul> {
        self.0.foul.clone().map(Foul)
    }

    fn __repr__(&self) -> String {
        match self.winner() {
            Some(winner) => format!("<Outcome {winner} wins, {}>", self.reason()),
            None => format!("<Outcome draw, {}>", self.reason()),
        }
    }
}
