//! The 26 openings of renju by name.
//!
//! Black in the centre, White next to it, Black within the central 5x5. Up to symmetry White has two
//! points, orthogonal (the *direct* openings) or diagonal (the *indirect* ones), and Black has 13
//! with each.

use crate::{Geometry, Point, Symmetry};

/// One of the 26 openings.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// `D1` to `D13`, `I1` to `I13`.
    pub code: &'static str,
    /// The Japanese name.
    pub name: &'static str,
    /// The third stone, from the centre; White stands at (0, -1) or (1, -1).
    third: (i16, i16),
}

const fn named(code: &'static str, name: &'static str, third: (i16, i16)) -> NamedOpening {
    NamedOpening { code, name, third }
}

/// All 26, direct ones first.
pub static OPENINGS: [NamedOpening; 26] = [
    named("D1", "Kansei", (0, -2)),
    named("D2", "Keigetsu", (1, -2)),
    named("D3", "Sosei", (2, -2)),
    named("D4", "Kagetsu", (1, -1)),
    named("D5", "Zangetsu", (2, -1)),
    named("D6", "Ugetsu", (1, 0)),
    named("D7", "Kinsei", (2, 0)),
    named("D8", "Shogetsu", (0, 1)),
    named("D9", "Kyugetsu", (1, 1)),
    named("D10", "Shingetsu", (2, 1)),
    named("D11", "Zuisei", (0, 2)),
    named("D12", "Sangetsu", (1, 2)),
    named("D13", "Yusei", (2, 2)),
    named("I1", "Chosei", (2, -2)),
    named("I2", "Kyogetsu", (2, -1)),
    named("I3", "Kosei", (2, 0)),
    named("I4", "Suigetsu", (2, 1)),
    named("I5", "Ryusei", (2, 2)),
    named("I6", "Ungetsu", (1, 0)),
    named("I7", "Hogetsu", (1, 1)),
    named("I8", "Rangetsu", (1, 2)),
    named("I9", "Gingetsu", (0, 1)),
    named("I10", "Myojo", (0, 2)),
    named("I11", "Shagetsu", (-1, 1)),
    named("I12", "Meigetsu", (-1, 2)),
    named("I13", "Suisei", (-2, 2)),
];

impl NamedOpening {
    /// The three stones in playing order on a board with this centre.
    #[must_use]
    pub fn stones(&self, centre: Point) -> [Point; 3] {
        let at = |(x, y): (i16, i16)| {
            Point::new((i16::from(centre.x) + x) as u8, (i16::from(centre.y) + y) as u8)
        };
        [centre, at(self.second()), at(self.third)]
    }

    fn second(&self) -> (i16, i16) {
        if self.code.starts_with('D') { (0, -1) } else { (1, -1) }
    }
}

/// The opening that begins with these stones (black, white, black, in playing order), in whatever
/// of the eight directions it is played.
///
/// ```
/// use x0_rules::{Geometry, Point, Shape, named_opening};
/// let board = Geometry::get(15, Shape::Square).unwrap();
/// let stones = ["h8", "i8", "h9"].map(|name| Point::parse(name).unwrap());
/// assert_eq!(named_opening(board, &stones).unwrap().name, "Ugetsu");
/// ```
#[must_use]
pub fn named_opening(geometry: &Geometry, stones: &[Point]) -> Option<&'static NamedOpening> {
    let [first, second, third, ..] = *stones else {
        return None;
    };
    let centre = geometry.centre();
    if first != centre {
        return None;
    }
    let offset = |point: Point| {
        (i16::from(point.x) - i16::from(centre.x), i16::from(point.y) - i16::from(centre.y))
    };
    let (second, third) = (offset(second), offset(third));
    OPENINGS.iter().find(|opening| {
        Symmetry::ALL.iter().any(|symmetry| {
            symmetry.turn(second.0, second.1) == opening.second()
                && symmetry.turn(third.0, third.1) == opening.third
        })
    })
}
