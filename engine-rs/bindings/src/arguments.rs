//! What Python passes in. Anything that does not fit is a `TypeError` or a `ValueError`.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use x0_rules::{Colour, Geometry, Point, Ruleset, Shape};

/// A point as Python has it, and as it is given back.
pub(crate) type Pair = (u8, u8);

/// No board has this point, so that the rules themselves refuse it.
const NOWHERE: Point = Point::new(u8::MAX, u8::MAX);

/// More points than any board has: nobody means that, and an endless iterator must end.
const MANY: usize = 1_000;

pub(crate) fn pair(point: Point) -> Pair {
    (point.x, point.y)
}

pub(crate) fn pairs(points: &[Point]) -> Vec<Pair> {
    points.iter().copied().map(pair).collect()
}

/// A point from a tuple or list of two integers. Integers that no board has give [`NOWHERE`].
pub(crate) fn point(value: &Bound<'_, PyAny>) -> PyResult<Point> {
    let wrong = || PyTypeError::new_err("a point is a pair of integers (column, row)");
    let (x, y) = if let Ok(tuple) = value.cast::<PyTuple>() {
        if tuple.len() != 2 {
            return Err(wrong());
        }
        (tuple.get_item(0)?, tuple.get_item(1)?)
    } else if let Ok(list) = value.cast::<PyList>() {
        if list.len() != 2 {
            return Err(wrong());
        }
        (list.get_item(0)?, list.get_item(1)?)
    } else {
        return Err(wrong());
    };
    let (x, y) = (integer(&x)?, integer(&y)?);
    Ok(match (u8::try_from(x), u8::try_from(y)) {
        (Ok(x), Ok(y)) => Point::new(x, y),
        _ => NOWHERE,
    })
}

/// An integer; one that does not fit is as good as -1 here.
pub(crate) fn integer(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value.extract::<i64>().or_else(|error| {
        let py = value.py();
        if error.is_instance_of::<PyOverflowError>(py) { Ok(-1) } else { Err(error) }
    })
}

/// A number of something: an integer from 0 to 2^63 - 1.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub u64);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = |_| PyValueError::new_err("a count is not negative, and less than 2**63");
        integer(&value)?.try_into().map(Self).map_err(wrong)
    }
}

/// Points from anything that can be iterated over.
pub(crate) fn points(values: &Bound<'_, PyAny>) -> PyResult<Vec<Point>> {
    let mut found = Vec::new();
    for value in values.try_iter()? {
        found.push(point(&value?)?);
        if found.len() > MANY {
            return Err(PyValueError::new_err("more points than any board has"));
        }
    }
    Ok(found)
}

pub(crate) fn colour(name: &str) -> PyResult<Colour> {
    Colour::from_name(name)
        .ok_or_else(|| PyValueError::new_err("a colour is \"black\" or \"white\""))
}

pub(crate) fn ruleset(name: &str) -> PyResult<Ruleset> {
    Ruleset::from_name(name).ok_or_else(|| {
        PyValueError::new_err("a ruleset is \"renju\", \"exact_five\" or \"freestyle\"")
    })
}

pub(crate) fn board(size: Option<&Bound<'_, PyAny>>, shape: &str) -> PyResult<&'static Geometry> {
    let size = size.map_or(Ok(15), integer)?;
    let shape = Shape::from_name(shape)
        .ok_or_else(|| PyValueError::new_err("a shape is \"square\", \"octagon\" or \"cross\""))?;
    let board = usize::try_from(size).ok().and_then(|size| Geometry::get(size, shape));
    board.ok_or_else(|| {
        PyValueError::new_err("no such board: sizes 9, 13, 15, 19, 20; shapes from 15 on")
    })
}

/// Stones of a set-up, as far as possible in turns beginning with Black.
pub(crate) fn stones(
    black: Option<&Bound<'_, PyAny>>,
    white: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Point, Colour)>> {
    let black = black.map_or(Ok(Vec::new()), points)?;
    let white = white.map_or(Ok(Vec::new()), points)?;
    let mut stones = Vec::with_capacity(black.len() + white.len());
    for index in 0..black.len().max(white.len()) {
        stones.extend(black.get(index).map(|point| (*point, Colour::Black)));
        stones.extend(white.get(index).map(|point| (*point, Colour::White)));
    }
    Ok(stones)
}
