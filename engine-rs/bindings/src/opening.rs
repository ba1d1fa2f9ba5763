//! Openings. Actions are dictionaries, as they travel in messages.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyString};
use x0_rules::{self as rules, Action, Colour, OpeningKind, Possible};

use crate::arguments::{self, Pair, pair, pairs};
use crate::error;
use crate::position::Position;

/// An opening in progress, or over.
#[pyclass(frozen, module = "x0_engine")]
pub(crate) struct Opening(Mutex<rules::Opening>);

impl Opening {
    /// Like a position's: never held while objects of Python are made.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, rules::Opening> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Opening {
    /// An opening at its beginning. `next_mover` is who moves after swap2.
    #[new]
    #[pyo3(signature = (kind, size = None, shape = "square", next_mover = "white"))]
    fn new(
        py: Python<'_>,
        kind: &str,
        size: Option<&Bound<'_, PyAny>>,
        shape: &str,
        next_mover: &str,
    ) -> PyResult<Self> {
        let kind = OpeningKind::from_name(kind).ok_or_else(|| {
            error::refused(py, "unknown_kind", "there is no such opening".to_owned())
        })?;
        let board = arguments::board(size, shape)?;
        let next_mover = arguments::colour(next_mover)?;
        Ok(Self(Mutex::new(rules::Opening::new(kind, board, next_mover))))
    }

    /// The name of the kind.
    #[getter]
    fn kind(&self, py: Python<'_>) -> &'static str {
        self.lock(py).kind().name()
    }

    /// Points along a side.
    #[getter]
    fn size(&self, py: Python<'_>) -> usize {
        self.lock(py).geometry().size()
    }

    /// "square", "octagon" or "cross".
    #[getter]
    fn shape(&self, py: Python<'_>) -> &'static str {
        self.lock(py).geometry().shape().name()
    }

    /// Whether ordinary play begins.
    #[getter]
    fn done(&self, py: Python<'_>) -> bool {
        self.lock(py).done()
    }

    /// Who must act: "first", who started the opening, or "second".
    #[getter]
    fn seat(&self, py: Python<'_>) -> &'static str {
        self.lock(py).seat().name()
    }

    /// Who has Black, or None while colours belong to nobody.
    #[getter]
    fn black(&self, py: Python<'_>) -> Option<&'static str> {
        self.lock(py).black().map(rules::Seat::name)
    }

    /// The colour of the next stone.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> &'static str {
        self.lock(py).to_move().name()
    }

    /// Stones on the board.
    #[getter]
    fn ply(&self, py: Python<'_>) -> usize {
        self.lock(py).stones().len()
    }

    /// Points offered for the fifth stone and not yet picked from.
    #[getter]
    fn offered(&self, py: Python<'_>) -> Vec<Pair> {
        pairs(self.lock(py).offered())
    }

    /// How many fifth stones will be offered, once it is said.
    #[getter]
    fn declared(&self, py: Python<'_>) -> Option<usize> {
        self.lock(py).declared()
    }

    /// The name of the opening, one of the 26, or None.
    #[getter]
    fn name(&self, py: Python<'_>) -> Option<&'static str> {
        self.lock(py).named().map(|opening| opening.name)
    }

    /// The stones in the order in which they were placed.
    fn stones(&self, py: Python<'_>) -> Vec<(Pair, &'static str)> {
        let opening = self.lock(py);
        opening.stones().iter().map(|(point, colour)| (pair(*point), colour.name())).collect()
    }

    /// Everything that is possible now.
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let actions = self.lock(py).actions();
        actions.iter().map(|action| possible(py, action)).collect()
    }

    /// Does what a player wants, or raises OpeningRefused and changes nothing.
    #[pyo3(signature = (action, /))]
    fn apply(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = read(py, action)?;
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).apply(action))
            .map_err(|why| error::refusal(py, why))
    }

    /// What was done so far, as `apply` took it.
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let history = self.lock(py).history().to_vec();
        history.iter().map(|action| done(py, action)).collect()
    }

    /// The board, with the colour of the next stone to move.
    #[pyo3(signature = (ruleset, /))]
    fn position(&self, py: Python<'_>, ruleset: &str) -> PyResult<Position> {
        Ok(self.lock(py).position(arguments::ruleset(ruleset)?).into())
    }

    /// An independent copy.
    fn copy(&self, py: Python<'_>) -> Self {
        Self(Mutex::new(self.lock(py).clone()))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Self {
        let _ = memo;
        self.copy(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let opening = self.lock(py);
        let state = if opening.done() { "done" } else { "to act" };
        let (kind, seat) = (opening.kind().name(), opening.seat().name());
        format!("<Opening {kind}: {} stones, {seat} {state}>", opening.stones().len())
    }
}

fn possible<'py>(py: Python<'py>, action: &Possible) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let kind = match action {
        Possible::Place { colour, zone } => {
            dict.set_item("colour", colour.name())?;
            dict.set_item("zone", pairs(zone))?;
            "place"
        }
        Possible::Swap => "swap",
        Possible::Keep => "keep",
        Possible::Choose => {
            dict.set_item("colours", vec!["black", "white"])?;
            "choose"
        }
        Possible::AddTwo => "add_two",
        Possible::Offer { count, zone } => {
            dict.set_item("count", count)?;
            dict.set_item("zone", pairs(zone))?;
            "offer"
        }
        Possible::Pick { zone } => {
            dict.set_item("zone", pairs(zone))?;
            "pick"
        }
        Possible::Declare { min, max } => {
            dict.set_item("min", min)?;
            dict.set_item("max", max)?;
            "declare"
        }
    };
    dict.set_item("type", kind)?;
    Ok(dict)
}

fn done<'py>(py: Python<'py>, action: &Action) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let kind = match action {
        Action::Place { point, .. } => {
            dict.set_item("point", pair(*point))?;
            "place"
        }
        Action::Swap => "swap",
        Action::Keep => "keep",
        Action::Choose(colour) => {
            dict.set_item("colour", colour.name())?;
            "choose"
        }
        Action::AddTwo => "add_two",
        Action::Offer(points) => {
            dict.set_item("points", pairs(points))?;
            "offer"
        }
        Action::Pick(point) => {
            dict.set_item("point", pair(*point))?;
            "pick"
        }
        Action::Declare(count) => {
            dict.set_item("count", count)?;
            "declare"
        }
    };
    dict.set_item("type", kind)?;
    Ok(dict)
}

/// Reads an action. Whatever is wrong with it is a refusal: it came from a player.
fn read(py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Action> {
    let bad = |message: &str| error::refused(py, "bad_action", message.to_owned());
    let Ok(action) = action.cast::<PyDict>() else {
        return Err(bad("an action is a dictionary"));
    };
    let get = |key: &str| action.get_item(PyString::new(py, key)).ok().flatten();
    let point = || {
        let value = get("point").ok_or_else(|| bad("\"point\" is missing"))?;
        arguments::point(&value).map_err(|_| bad("\"point\" is a pair of integers"))
    };
    let colour = |value: Bound<'_, PyAny>| {
        let name = value.extract::<String>().ok();
        name.and_then(|name| Colour::from_name(&name)).ok_or_else(|| {
            error::refused(py, "bad_colour", "a colour is black or white".to_owned())
        })
    };
    let kind = get("type").and_then(|kind| kind.extract::<String>().ok());
    Ok(match kind.as_deref() {
        Some("place") => {
            let believed = get("colour").map(colour).transpose()?;
            Action::Place { point: point()?, colour: believed }
        }
        Some("swap") => Action::Swap,
        Some("keep") => Action::Keep,
        Some("choose") => {
            let chosen = get("colour").ok_or_else(|| bad("\"colour\" is missing"))?;
            Action::Choose(colour(chosen)?)
        }
        Some("add_two") => Action::AddTwo,
        Some("offer") => {
            let points = get("points").ok_or_else(|| bad("\"points\" is missing"))?;
            let points = arguments::points(&points);
            Action::Offer(points.map_err(|_| bad("\"points\" is a list of pairs of integers"))?)
        }
        Some("pick") => Action::Pick(point()?),
        Some("declare") => {
            let count = get("count").ok_or_else(|| bad("\"count\" is missing"))?;
            let count = arguments::integer(&count).map_err(|_| bad("\"count\" is an integer"))?;
            // No opening allows none, so that a negative count is refused like zero.
            Action::Declare(usize::try_from(count).unwrap_or(0))
        }
        _ => return Err(bad("there is no such action")),
    })
}
