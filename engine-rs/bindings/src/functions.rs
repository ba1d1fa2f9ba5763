//! Functions of the module.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use x0_rules::{self as rules, Colour, Point, Ruleset};

use crate::arguments::{self, Pair, pair, pairs};
use crate::error;

/// The name people use: (7, 7) is "H8".
#[pyfunction]
#[pyo3(signature = (point, /))]
pub(crate) fn point_name(point: &Bound<'_, PyAny>) -> PyResult<String> {
    let point = arguments::point(point)?;
    if point.x >= 20 || point.y >= 20 {
        return Err(PyValueError::new_err("no board has this point"));
    }
    Ok(point.to_string())
}

/// The point of a name: "H8" and "h8" are (7, 7).
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(crate) fn parse_point(name: &str) -> PyResult<Pair> {
    match Point::parse(name) {
        Some(point) if point.x < 20 && point.y < 20 => Ok(pair(point)),
        _ => Err(PyValueError::new_err("a point is a letter A-T and a number 1-20, like H8")),
    }
}

/// The name of the opening that begins with these stones in playing order, in whatever of the
/// eight directions it is played; None if it is not one of the 26. An element is a point or a pair
/// of a point and its colour.
#[pyfunction]
#[pyo3(signature = (stones, size = None))]
pub(crate) fn opening_name(
    stones: &Bound<'_, PyAny>,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<&'static str>> {
    let board = arguments::board(size, "square")?;
    let mut points = Vec::new();
    let mut colour = Colour::Black;
    for stone in stones.try_iter()?.take(3) {
        let stone = stone?;
        if let Ok((point, name)) = stone.extract::<(Bound<'_, PyAny>, String)>() {
            points.push(arguments::point(&point)?);
            if arguments::colour(&name)? != colour {
                return Ok(None);
            }
        } else {
            points.push(arguments::point(&stone)?);
        }
        colour = colour.opposite();
    }
    Ok(rules::named_opening(board, &points).map(|opening| opening.name))
}

/// The 26 openings: code, name, and the three stones on a 15x15 board in one of their directions.
#[pyfunction]
pub(crate) fn named_openings() -> Vec<(&'static str, &'static str, Vec<Pair>)> {
    let centre = Point::new(7, 7);
    let row = |opening: &'static rules::NamedOpening| {
        (opening.code, opening.name, pairs(&opening.stones(centre)))
    };
    rules::OPENINGS.iter().map(row).collect()
}

/// Classes of fifth black stones that give the same shape with these stones, by rotation,
/// reflection and translation. Points that are equal to no other are left out.
#[pyfunction]
#[pyo3(signature = (black, white, size = None, shape = "square"))]
pub(crate) fn equal_fifths(
    py: Python<'_>,
    black: &Bound<'_, PyAny>,
    white: &Bound<'_, PyAny>,
    size: Option<&Bound<'_, PyAny>>,
    shape: &str,
) -> PyResult<Vec<Vec<Pair>>> {
    let board = arguments::board(size, shape)?;
    let stones = arguments::stones(Some(black), Some(white))?;
    if stones.len() > 100 {
        return Err(PyValueError::new_err("more stones than any opening has"));
    }
    rules::Position::from_stones(Ruleset::Renju, board, stones.iter().copied(), Colour::Black)
        .map_err(|(_, why)| error::illegal(py, why))?;
    let classes = py.detach(|| rules::equal_fifths(board, &stones));
    Ok(classes.iter().map(|class| pairs(class)).collect())
}
