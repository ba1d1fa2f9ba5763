//! Python face of `x0-rules` and `x0-solver`. Translation only: no rule of any game is decided here.
//!
//! Objects that change hold their state behind a mutex, so that threads may share them with or
//! without a global interpreter lock; it is released while something takes longer than a few
//! microseconds.

mod arguments;
mod error;
mod functions;
mod judge;
mod opening;
mod outcome;
mod position;
mod solver;

use pyo3::prelude::*;

#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::error::{IllegalMove, OpeningRefused};
    #[pymodule_export]
    use crate::functions::{equal_fifths, named_openings, opening_name, parse_point, point_name};
    #[pymodule_export]
    use crate::judge::{Judgement, continuation, judge};
    #[pymodule_export]
    use crate::opening::Opening;
    #[pymodule_export]
    use crate::outcome::{Foul, FoulLine, Outcome};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::solver::{
        Cancel, Check, Proof, Solution, check_proof, check_win, solve_vcf, solve_vct,
    };
}
