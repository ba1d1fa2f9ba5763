//! Exceptions. Both are `ValueError`s with a `reason` that programs can read.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use x0_rules as rules;

create_exception!(x0_engine, IllegalMove, PyValueError, "A move is not possible; see `reason`.");
create_exception!(
    x0_engine,
    OpeningRefused,
    PyValueError,
    "An opening refused an action; see `reason`, and `pair` for two equal points."
);

fn with_reason(py: Python<'_>, error: PyErr, reason: &str) -> PyErr {
    match error.value(py).setattr("reason", reason) {
        Ok(()) => error,
        Err(other) => other,
    }
}

pub(crate) fn illegal(py: Python<'_>, why: rules::IllegalMove) -> PyErr {
    with_reason(py, IllegalMove::new_err(why.to_string()), why.reason())
}

pub(crate) fn parse(py: Python<'_>, error: rules::ParseError) -> PyErr {
    match error {
        rules::ParseError::Illegal(_, why) => {
            with_reason(py, IllegalMove::new_err(error.to_string()), why.reason())
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}

pub(crate) fn refused(py: Python<'_>, reason: &str, message: String) -> PyErr {
    let error = with_reason(py, OpeningRefused::new_err(message), reason);
    match error.value(py).setattr("pair", py.None()) {
        Ok(()) => error,
        Err(other) => other,
    }
}

pub(crate) fn refusal(py: Python<'_>, why: rules::Refusal) -> PyErr {
    let error = refused(py, why.reason(), why.to_string());
    if let rules::Refusal::EqualPoints(a, b) = why {
        let pair = ((a.x, a.y), (b.x, b.y));
        if let Err(other) = error.value(py).setattr("pair", pair) {
            return other;
        }
    }
    error
}
