//! What a move, a point and a foul map cost, over the positions of `fouls_dev.jsonl` and over
//! games. The games are those in `../shared/data/records` where they are at hand, and otherwise the
//! playouts among the positions.
#![allow(missing_docs)]

use std::hint::black_box;
use std::io::Read;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use x0_rules::{Colour, Geometry, Point, Position, Ruleset, Shape};

fn board() -> &'static Geometry {
    Geometry::get(15, Shape::Square).expect("a board that is played on")
}

fn points(value: &Value) -> Vec<Point> {
    let at = |p: &Value, i: usize| p[i].as_u64().expect("a coordinate") as u8;
    let points = value.as_array().expect("a list of points");
    points.iter().map(|p| Point::new(at(p, 0), at(p, 1))).collect()
}

fn read(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn cases() -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata/fouls_dev.jsonl");
    read(&std::fs::read_to_string(path).expect("test data"))
}

fn positions() -> Vec<Position> {
    let set_up = |case: &Value| {
        let black = points(&case["black"]).into_iter().map(|p| (p, Colour::Black));
        let white = points(&case["white"]).into_iter().map(|p| (p, Colour::White));
        let stones = black.chain(white);
        Position::from_stones(Ruleset::Renju, board(), stones, Colour::Black).expect("stones")
    };
    cases().iter().map(set_up).collect()
}

/// Renju games as lists of moves that can be played to the end.
fn games() -> Vec<Vec<Point>> {
    let records = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/records/renju_gomocup.jsonl.gz");
    let Ok(file) = std::fs::File::open(records) else {
        let playouts = cases().into_iter().filter(|case| case["src"] == "playout");
        return playouts.map(|case| in_turn(&case)).collect();
    };
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    read(&text).iter().map(|game| points(&game["moves"])).collect()
}

fn in_turn(case: &Value) -> Vec<Point> {
    let (black, white) = (points(&case["black"]), points(&case["white"]));
    let mut game = Vec::new();
    for turn in 0..black.len() {
        game.extend(black.get(turn));
        game.extend(white.get(turn));
    }
    // A playout may go on where a game would have ended.
    let mut position = Position::new(Ruleset::Renju, board());
    game.retain(|point| position.play_quietly(Some(*point)).is_ok());
    game
}

/// Runs `work`, which does `operations` of one kind, and reports the time of one.
fn each(c: &mut Criterion, name: &str, operations: usize, mut work: impl FnMut() -> Duration) {
    let mut group = c.benchmark_group("engine");
    group.throughput(Throughput::Elements(1));
    group.bench_function(name, |b| {
        b.iter_custom(|iterations| {
            // One iteration is one operation, so that criterion's figures are what one costs.
            let rounds = iterations.div_ceil(operations as u64);
            let time: Duration = (0..rounds).map(|_| work()).sum();
            time.mul_f64(iterations as f64 / (rounds * operations as u64) as f64)
        });
    });
    group.finish();
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn foul_map_from_scratch(c: &mut Criterion) {
    let positions = positions();
    each(c, "foul map from scratch, per position", positions.len(), || {
        // A copy of a position that was never asked has no map yet.
        let mut copies = positions.clone();
        timed(|| {
            for position in &mut copies {
                black_box(position.foul_map().len());
            }
        })
    });
}

fn foul_map_after_a_move(c: &mut Criterion) {
    // In each position, each of some moves is played, the map read, and the move taken back.
    let mut positions = positions();
    let moves: Vec<Vec<Point>> =
        positions.iter().map(|p| p.empty_points().into_iter().step_by(7).collect()).collect();
    let mut started = Vec::new();
    for (position, moves) in positions.iter_mut().zip(&moves) {
        let _ = position.foul_map();
        started.extend(moves.iter().map(|_| ()));
    }
    each(c, "positions: move, foul map, undo, foul map; per map", 2 * started.len(), || {
        timed(|| {
            for (position, moves) in positions.iter_mut().zip(&moves) {
                for point in moves {
                    let _ = position.play_quietly(Some(*point));
                    black_box(position.foul_map().len());
                    position.undo();
                    black_box(position.foul_map().len());
                }
            }
        })
    });

    let games = games();
    let moves: usize = games.iter().map(Vec::len).sum();
    each(c, "games: move and foul map, per move", moves, || {
        timed(|| {
            for game in &games {
                let mut position = Position::new(Ruleset::Renju, board());
                for point in game {
                    let _ = position.play_quietly(Some(*point));
                    black_box(position.foul_map().len());
                }
            }
        })
    });
}

fn single_point(c: &mut Criterion) {
    let positions = positions();
    let empty: Vec<Vec<Point>> = positions.iter().map(Position::empty_points).collect();
    let count = empty.iter().map(Vec::len).sum();
    each(c, "single point, over all empty points", count, || {
        timed(|| {
            for (position, points) in positions.iter().zip(&empty) {
                for point in points {
                    black_box(position.foul_kind_at(*point));
                }
            }
        })
    });
    let suspects: Vec<Vec<Point>> =
        positions.iter().map(|p| p.clone().foul_map().map(|(point, _)| point).collect()).collect();
    let count = suspects.iter().map(Vec::len).sum();
    each(c, "single point, over all forbidden points", count, || {
        timed(|| {
            for (position, points) in positions.iter().zip(&suspects) {
                for point in points {
                    black_box(position.foul_kind_at(*point));
                }
            }
        })
    });
}

fn move_and_undo(c: &mut Criterion) {
    let games = games();
    let moves: usize = games.iter().map(Vec::len).sum();
    each(c, "games: move and undo, per pair", moves, || {
        timed(|| {
            for game in &games {
                let mut position = Position::new(Ruleset::Renju, board());
                for point in game {
                    let _ = black_box(position.play_quietly(Some(*point)));
                }
                while black_box(position.undo()).is_some() {}
            }
        })
    });
    let mut position = Position::new(Ruleset::Renju, board());
    let _ = position.foul_map();
    let game = &games[0];
    each(c, "the same with a foul map that nobody reads", game.len(), || {
        timed(|| {
            for point in game {
                let _ = black_box(position.play_quietly(Some(*point)));
            }
            while black_box(position.undo()).is_some() {}
        })
    });
}

criterion_group! {
    name = engine;
    config = Criterion::default().warm_up_time(Duration::from_millis(500));
    targets = foul_map_from_scratch, foul_map_after_a_move, single_point, move_and_undo
}
criterion_main!(engine);
