//! A puzzle, and how it is written in a line of text.

use std::fmt::Write;

use anyhow::{Context, Result, bail, ensure};
use x0_rules::{Colour, Point, Position};

use crate::{Mode, Theme};

/// The names of the columns of a file of puzzles.
pub const COLUMNS: [&str; 8] =
    ["number", "level", "difficulty", "moves", "line", "first_moves", "winning", "themes"];

/// The highest level.
pub const LEVELS: usize = 6;

/// A position in which the side to move wins, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// 1 to 6.
    pub level: u8,
    /// Grows with how hard it seems; has no unit.
    pub difficulty: u32,
    /// The moves of the game that led to the position, Black's first.
    pub moves: Vec<Point>,
    /// A shortest win against the longest resistance, up to and including the five.
    pub line: Vec<Point>,
    /// All first moves that are known to win.
    pub first_moves: Vec<Point>,
    /// For each of the attacker's moves in the line up to the decisive one: how many moves are
    /// known to win there.
    pub winning: Vec<usize>,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// The level of a win of so many half-moves, the five included: the decisive move is the
/// attacker's last one before the five.
#[must_use]
pub fn level_of(half_moves: usize) -> u8 {
    (half_moves.saturating_sub(1) / 2).clamp(1, LEVELS) as u8
}

impl Puzzle {
    /// Who is to move, and wins.
    #[must_use]
    pub fn attacker(&self) -> Colour {
        if self.moves.len() % 2 == 0 { Colour::Black } else { Colour::White }
    }

    /// The position, with the moves that led to it.
    ///
    /// # Errors
    ///
    /// The moves are not legal ones, or end the game.
    pub fn position(&self, mode: Mode) -> Result<Position> {
        let mut position = Position::new(mode.ruleset(), Mode::board());
        for (index, point) in self.moves.iter().enumerate() {
            let over = position.play_quietly(Some(*point));
            let over = over.with_context(|| format!("move {} ({point})", index + 1))?;
            ensure!(!over, "move {} ({point}) ends the game", index + 1);
        }
        Ok(position)
    }

    /// The line of the file, but for the number in front.
    #[must_use]
    pub fn to_text(&self) -> String {
        let winning: Vec<String> = self.winning.iter().map(usize::to_string).collect();
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        [
            self.level.to_string(),
            self.difficulty.to_string(),
            names(&self.moves),
            names(&self.line),
            names(&self.first_moves),
            winning.join(","),
            themes.join(","),
        ]
        .join("\t")
    }

    /// Reads what [`Self::to_text`] writes.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the line.
    pub fn from_text(text: &str) -> Result<Self> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [level, difficulty, moves, line, first_moves, winning, themes] = fields[..] else {
            bail!("{} columns where there should be {}", fields.len(), COLUMNS.len() - 1);
        };
        let theme = |name| Theme::from_name(name).with_context(|| format!("no theme {name:?}"));
        Ok(Self {
            level: level.parse().context("level")?,
            difficulty: difficulty.parse().context("difficulty")?,
            moves: points(moves).context("moves")?,
            line: points(line).context("line")?,
            first_moves: points(first_moves).context("first_moves")?,
            winning: winning
                .split(',')
                .map(str::parse)
                .collect::<Result<_, _>>()
                .context("winning")?,
            themes: themes
                .split(',')
                .filter(|name| !name.is_empty())
                .map(theme)
                .collect::<Result<_>>()?,
        })
    }
}

/// Points as the rules write moves: `h8i9`.
fn names(points: &[Point]) -> String {
    points.iter().fold(String::new(), |mut text, point| {
        let _ = write!(text, "{}", point.to_string().to_ascii_lowercase());
        text
    })
}

fn points(text: &str) -> Result<Vec<Point>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (name, after) = rest.split_at_checked(1 + digits).context("a name of a point")?;
        found.push(Point::parse(name).with_context(|| format!("no point {name:?}"))?);
        rest = after;
    }
    Ok(found)
}
