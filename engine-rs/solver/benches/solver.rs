//! What a node costs, and the whole data file: length and all first moves of every position. With
//! and without what helps the search.
#![allow(missing_docs)]

use std::path::PathBuf;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use x0_rules::{Colour, Geometry, Point, Position, Ruleset, Shape};
use x0_solver::{Limits, Method, Request, solve_by};

fn positions() -> Vec<Position> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata/vcf_dev.jsonl");
    let text = std::fs::read_to_string(path).expect("test data");
    text.lines().map(|line| position(&serde_json::from_str(line).expect("JSON"))).collect()
}

fn position(case: &Value) -> Position {
    let rules = match case["rules"].as_str() {
        Some("renju") => Ruleset::Renju,
        _ => Ruleset::ExactFive,
    };
    let stones = ["black", "white"].into_iter().flat_map(|name| {
        let colour = Colour::from_name(name).expect("a colour");
        let names = case[name].as_array().expect("a list of points");
        let points = names.iter().filter_map(|point| Point::parse(point.as_str()?));
        points.map(move |point| (point, colour)).collect::<Vec<_>>()
    });
    let to_move = case["to_move"].as_str().and_then(Colour::from_name).expect("a colour");
    let board = Geometry::get(15, Shape::Square).expect("a board that is played on");
    Position::from_stones(rules, board, stones, to_move).expect("stones")
}

fn nodes(positions: &[Position], request: &Request, method: Method) -> u64 {
    positions.iter().map(|position| solve_by(position, request, method).nodes).sum()
}

fn file(c: &mut Criterion) {
    let positions = positions();
    let fours = Method { threes: false, ordered: true };
    // Without a table some positions would take for ever.
    let request = |nodes, memory| {
        let limits = Limits { nodes, memory, ..Limits::default() };
        Request { limits, proof: false }
    };
    let large = 64 << 20;
    let mut cases = vec![
        ("fours", fours, request(u64::MAX, large)),
        ("fours without order", Method { ordered: false, ..fours }, request(u64::MAX, large)),
        ("fours without table, 100k nodes each", fours, request(100_000, 0)),
        ("threes, 20k nodes each", Method { threes: true, ..fours }, request(20_000, large)),
    ];
    let mut group = c.benchmark_group("vcf_dev.jsonl");
    group.sample_size(10);
    for (name, method, request) in cases.drain(..) {
        let nodes = nodes(&positions, &request, method);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{name}: {nodes} nodes"), |b| {
            b.iter(|| self::nodes(&positions, &request, method));
        });
    }
    group.finish();
}

criterion_group!(benches, file);
criterion_main!(benches);
