//! Every position of the data file: the length, and all first moves.
#![allow(missing_docs)]

mod common;

use common::{cases, points, position};
use x0_solver::{Request, Status, solve_vcf};

#[test]
fn shortest_wins_by_fours_and_all_their_first_moves() {
    let cases = cases();
    assert_eq!(cases.len(), 660);
    let request = Request::default();
    for case in &cases {
        let solution = solve_vcf(&position(case), &request);
        let half_moves = case["vcf_half_moves"].as_u64().map(|n| n as usize);
        let expected = if half_moves.is_some() { Status::Win } else { Status::None };
        assert_eq!(solution.status, expected, "{case}");
        assert_eq!(solution.half_moves, half_moves, "{case}");
        assert!(solution.complete, "{case}");
        let mut first_moves = points(&case["first_moves"]);
        first_moves.sort_by_key(|point| (point.y, point.x));
        assert_eq!(solution.first_moves, first_moves, "{case}");
        assert_eq!(solution.line.len(), half_moves.unwrap_or(0), "{case}");
    }
}
