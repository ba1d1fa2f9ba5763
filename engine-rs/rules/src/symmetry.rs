//! The eight symmetries of a square board.

use crate::Point;

/// A rotation, or a rotation after a reflection. Every board that is played on has all eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Where the point of a board of this size goes.
    #[inline]
    #[must_use]
    pub fn apply(self, point: Point, size: usize) -> Point {
        let far = size as i16 - 1;
        let (x, y) = self.turn(2 * i16::from(point.x) - far, 2 * i16::from(point.y) - far);
        Point::new(((x + far) / 2) as u8, ((y + far) / 2) as u8)
    }

    /// Where an offset from the centre goes.
    #[inline]
    #[must_use]
    pub(crate) const fn turn(self, x: i16, y: i16) -> (i16, i16) {
        let (x, y) = if self.0 & 4 == 0 { (x, y) } else { (y, x) };
        match self.0 & 3 {
            0 => (x, y),
            1 => (-y, x),
            2 => (-x, -y),
            _ => (y, -x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_different_images_that_stay_on_the_board() {
        for size in [9, 20] {
            let mut images: Vec<Point> =
                Symmetry::ALL.iter().map(|s| s.apply(Point::new(1, 2), size)).collect();
            assert!(images.iter().all(|p| usize::from(p.x.max(p.y)) < size));
            images.sort();
            images.dedup();
            assert_eq!(images.len(), 8);
        }
    }
}
