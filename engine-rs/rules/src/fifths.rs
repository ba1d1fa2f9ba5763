//! Equal fifth moves: those that give the same shape.

use std::collections::BTreeMap;

use crate::{Colour, Geometry, Point, Symmetry};

/// A shape of stones: what is left of a position when it may be turned, reflected and shifted.
type Form = Vec<(i16, i16, Colour)>;

/// The form of these stones: of the eight images, each shifted into the corner, the least.
fn form(stones: &[(Point, Colour)]) -> Form {
    let image = |symmetry: &Symmetry| {
        let turned = stones.iter().map(|(point, colour)| {
            let (x, y) = symmetry.turn(i16::from(point.x), i16::from(point.y));
            (x, y, *colour)
        });
        let mut image: Form = turned.collect();
        let left = image.iter().map(|s| s.0).min().unwrap_or(0);
        let low = image.iter().map(|s| s.1).min().unwrap_or(0);
        for stone in &mut image {
            stone.0 -= left;
            stone.1 -= low;
        }
        image.sort_unstable();
        image
    };
    Symmetry::ALL.iter().map(image).min().unwrap_or_default()
}

fn with_fifth(stones: &[(Point, Colour)], fifth: Point) -> Form {
    let mut all = stones.to_vec();
    all.push((fifth, Colour::Black));
    form(&all)
}

/// The first pair of equal points among black fifths offered in this position.
#[must_use]
pub fn equal_pair(stones: &[(Point, Colour)], fifths: &[Point]) -> Option<(Point, Point)> {
    let mut seen = BTreeMap::new();
    for fifth in fifths {
        if let Some(first) = seen.insert(with_fifth(stones, *fifth), *fifth) {
            return Some((first, *fifth));
        }
    }
    None
}

/// Classes of two or more black fifths that are equal: the stones they give with `stones` can be
/// turned into each other by rotation, reflection and translation.
///
/// Points that are equal to no other are left out. Classes and their points are in the order of
/// rows from the bottom.
#[must_use]
pub fn equal_fifths(geometry: &Geometry, stones: &[(Point, Colour)]) -> Vec<Vec<Point>> {
    let mut classes: BTreeMap<Form, Vec<Point>> = BTreeMap::new();
    for fifth in geometry.iter().filter(|point| stones.iter().all(|(stone, _)| stone != point)) {
        classes.entry(with_fifth(stones, fifth)).or_default().push(fifth);
    }
    let mut classes: Vec<_> = classes.into_values().filter(|class| class.len() > 1).collect();
    classes.sort_unstable_by_key(|class| (class[0].y, class[0].x));
    classes
}
