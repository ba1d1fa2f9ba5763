//! Fours and threes as the rules see them, slowly: for what is looked at once a puzzle.

use x0_rules::{Colour, Point, Position};

const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn step(point: Point, (dx, dy): (i8, i8), times: i8) -> Option<Point> {
    let along = |at: u8, by: i8| at.checked_add_signed(by * times);
    Some(Point::new(along(point.x, dx)?, along(point.y, dy)?))
}

/// An unbroken row, and the points before and after it where those exist.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its stones along its line.
    pub stones: Vec<Point>,
    /// What is before and after.
    pub ends: [Option<Point>; 2],
}

/// The rows through `point`, one a direction, of stones for which `own` is true.
pub fn rows(point: Point, own: impl Fn(Point) -> bool) -> [Row; 4] {
    DIRECTIONS.map(|direction| {
        let reach = |sign: i8| {
            let steps = (1..).map_while(|n| step(point, direction, sign * n).filter(|p| own(*p)));
            steps.collect::<Vec<Point>>()
        };
        let (mut stones, after) = (reach(-1), reach(1));
        stones.reverse();
        let before = stones.len() as i8 + 1;
        let ends = [step(point, direction, -before), step(point, direction, after.len() as i8 + 1)];
        stones.push(point);
        stones.extend(after);
        Row { stones, ends }
    })
}

/// In which directions the stone at `point` stands in a straight four.
pub fn straight_fours(position: &Position, colour: Colour, point: Point) -> [bool; 4] {
    let wins = position.winning_points(colour);
    rows(point, |at| position.stone(at) == Some(colour)).map(|row| {
        let completed = row.ends.iter().flatten().filter(|end| wins.contains(end)).count();
        row.stones.len() == 4 && completed == 2
    })
}

/// In which directions the stone at `point` stands in a three: one more stone, an allowed one, makes
/// a straight four.
pub fn threes(position: &Position, colour: Colour, point: Point) -> [bool; 4] {
    let mut found = [false; 4];
    let (rules, board) = (position.ruleset(), position.geometry());
    let Ok(mut again) = Position::from_stones(rules, board, position.stones(), colour) else {
        return found;
    };
    for (index, direction) in DIRECTIONS.into_iter().enumerate() {
        found[index] = (-4..=4).filter_map(|times| step(point, direction, times)).any(|at| {
            if !board.contains(at) || again.stone(at).is_some() {
                return false;
            }
            let on = again.play_quietly(Some(at)) == Ok(false);
            let straight = on && straight_fours(&again, colour, point)[index];
            again.undo();
            straight
        });
    }
    found
}

/// The points where the side to move makes a four without a foul.
pub fn fours(position: &Position) -> Vec<Point> {
    let colour = position.to_move();
    let mut position = position.clone();
    let mut points = position.empty_points();
    points.retain(|point| {
        let on = position.play_quietly(Some(*point)) == Ok(false);
        let four = on && !position.winning_points(colour).is_empty();
        position.undo();
        four
    });
    points
}
