//! What two puzzles have in common when one is a near copy of the other.

use std::collections::BTreeSet;

use x0_rules::{Colour, Point, Position, Symmetry};
use x0_solver::Proof;

use crate::shapes::rows;

/// A number that near copies share: it depends on the attacker's colour, his moves of the main line,
/// his stones in the rows that he threatens to complete along it, the defender's stones at the ends
/// of those rows, and those that forbid Black to stop a four, wherever on the board and however
/// turned. Idle stones are not in it.
///
/// `None` if the proof does not follow the line.
#[must_use]
pub fn shape(position: &Position, line: &[Point], proof: &Proof) -> Option<u64> {
    let attacker = position.to_move();
    let mut own: BTreeSet<Point> = stones(position, attacker).collect();
    let initial = own.clone();
    let mut marked: BTreeSet<(Point, u8)> = BTreeSet::new();
    let (mut game, mut proof) = (position.clone(), proof);
    for pair in line.chunks(2) {
        if pair[0] != proof.attack {
            return None;
        }
        mark_threat(position, proof, &own, &initial, &mut marked);
        own.insert(pair[0]);
        marked.insert((pair[0], 2));
        game.play_quietly(Some(pair[0])).ok()?;
        mark_fouls(position, &game, &mut marked);
        if let Some(reply) = pair.get(1) {
            proof = proof.after(Some(*reply))?;
            game.play_quietly(Some(*reply)).ok()?;
        }
    }
    let size = position.size();
    let image = |symmetry: &Symmetry| {
        let turned = marked.iter().map(|(point, kind)| (symmetry.apply(*point, size), *kind));
        let turned: Vec<(Point, u8)> = turned.collect();
        let left = turned.iter().map(|(point, _)| point.x).min().unwrap_or(0);
        let low = turned.iter().map(|(point, _)| point.y).min().unwrap_or(0);
        let mut moved: Vec<[u8; 3]> =
            turned.into_iter().map(|(point, kind)| [point.x - left, point.y - low, kind]).collect();
        moved.sort_unstable();
        moved
    };
    let least = Symmetry::ALL.iter().map(image).min()?;
    Some(fnv(std::iter::once(attacker as u8).chain(least.into_iter().flatten())))
}

fn stones(position: &Position, colour: Colour) -> impl Iterator<Item = Point> {
    position.stones().into_iter().filter(move |stone| stone.1 == colour).map(|stone| stone.0)
}

/// Marks the row that is completed if the defender does nothing against the attack.
fn mark_threat(
    position: &Position,
    proof: &Proof,
    own: &BTreeSet<Point>,
    initial: &BTreeSet<Point>,
    marked: &mut BTreeSet<(Point, u8)>,
) {
    let mut own = own.clone();
    let mut last = proof;
    own.insert(last.attack);
    while let Some(next) = last.otherwise.as_deref() {
        last = next;
        own.insert(last.attack);
    }
    for row in rows(last.attack, |at| own.contains(&at)) {
        if row.stones.len() < 5 {
            continue;
        }
        marked.extend(row.stones.iter().filter(|at| initial.contains(at)).map(|at| (*at, 0)));
        let defender = position.to_move().opposite();
        let blocks = |at: &&Point| position.stone(**at) == Some(defender);
        marked.extend(row.ends.iter().flatten().filter(blocks).map(|at| (*at, 1)));
    }
}

/// Marks Black's stones that make it a foul to stop White's four.
fn mark_fouls(position: &Position, game: &Position, marked: &mut BTreeSet<(Point, u8)>) {
    if position.to_move() == Colour::Black || game.is_over() {
        return;
    }
    let completing = game.winning_points(Colour::White);
    for foul in completing.into_iter().filter_map(|point| game.foul_at(point)) {
        let stones = foul.lines.into_iter().flat_map(|line| line.stones);
        let own = stones.filter(|at| position.stone(*at) == Some(Colour::Black));
        marked.extend(own.map(|at| (at, 3)));
    }
}

/// FNV-1a of 64 bits.
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
