//! Tells a win that was found: one line of it, or what to play against every defence.

use x0_rules::Point;

use crate::grid::Cell;
use crate::limits::Stopped;
use crate::search::{Search, Verdict};
use crate::solution::{Proof, Solution};
use crate::solve::{Attack, Request};

/// Which of several moves that win as soon is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The first one in the order of points.
    First,
    /// The one that was found.
    Found,
}

impl Search {
    /// Tells a win within so many moves, which is the least possible.
    ///
    /// The answer is there, and the nodes may be spent: for each of line and proof as many again may
    /// be used for telling it in the fixed order, and then as many for telling it in any.
    pub fn tell(&mut self, moves: u8, request: &Request, solution: &mut Solution) {
        let nodes = request.limits.nodes;
        solution.line =
            self.attempt(nodes, |search, choice| search.line(moves, choice)).unwrap_or_default();
        if request.proof {
            solution.proof = self.attempt(nodes, |search, choice| search.prove(moves, choice));
        }
    }

    /// Tells something in the fixed order, or in any; each may take so many nodes.
    pub fn attempt<T>(
        &mut self,
        nodes: u64,
        tell: impl Fn(&mut Self, Choice) -> Result<T, Stopped>,
    ) -> Option<T> {
        [Choice::First, Choice::Found].into_iter().find_map(|choice| {
            self.meter.set_limit(self.meter.nodes.saturating_add(nodes));
            tell(self, choice).ok()
        })
    }

    /// A win within so many moves against the longest resistance.
    pub fn line(&mut self, moves: u8, choice: Choice) -> Result<Vec<Point>, Stopped> {
        let mut line = Vec::new();
        let depth = self.field.depth();
        let told = self.go_on(moves, choice, &mut line);
        while self.field.depth() > depth {
            self.field.undo();
        }
        told.map(|()| line.into_iter().map(|cell| self.field.grid.point(cell)).collect())
    }

    fn go_on(
        &mut self,
        mut moves: u8,
        choice: Choice,
        line: &mut Vec<Cell>,
    ) -> Result<(), Stopped> {
        loop {
            if let Some(five) = self.field.completing_cells(self.attacker).first() {
                line.push(*five);
                return Ok(());
            }
            let Some(attack) = self.choose(moves, choice)? else { return Ok(()) };
            self.field.play(attack.cell());
            line.push(attack.cell());
            let reply = if let Attack::Four(four) = attack {
                moves -= 1;
                self.answer_to_four(four.completion)
            } else {
                let (reply, left) = self.longest_answer(attack, moves - 1)?;
                moves = left;
                reply
            };
            // Who has nowhere to play may still pass; a line of stones ends here.
            let Some(reply) = reply else { return Ok(()) };
            self.field.play(reply);
            line.push(reply);
        }
    }

    /// A move that wins within so many moves.
    fn choose(&mut self, moves: u8, choice: Choice) -> Result<Option<Attack>, Stopped> {
        let mut attacks = self.attacks();
        if choice == Choice::Found
            && let Some(best) = self.known_best()
        {
            attacks.sort_by_key(|attack| attack.cell() != best);
        }
        for attack in attacks {
            if let Verdict::Win(_) = self.value(attack, moves)? {
                return Ok(Some(attack));
            }
        }
        Ok(None)
    }

    /// The point that completes the four, if the defender may play there, and else one near by.
    pub fn answer_to_four(&self, completion: Cell) -> Option<Cell> {
        let completing = self.field.completing_cells(self.attacker);
        let allowed = |cell: &Cell| !self.field.is_foul(*cell, self.defender());
        completing.into_iter().find(allowed).or_else(|| self.allowed_near(completion))
    }

    /// The allowed point that is nearest to a point.
    pub fn allowed_near(&self, cell: Cell) -> Option<Cell> {
        let grid = self.field.grid;
        let from = grid.point(cell);
        let distance = |cell: &Cell| {
            let to = grid.point(*cell);
            (from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)), *cell)
        };
        let allowed = |cell: &Cell| !self.field.is_foul(*cell, self.defender());
        self.field.empty_cells().filter(allowed).min_by_key(distance)
    }

    /// The answer to a three that holds out longest, and how many moves the attacker then needs.
    fn longest_answer(&mut self, attack: Attack, moves: u8) -> Result<(Option<Cell>, u8), Stopped> {
        let Some((extension, replies)) = self.replies_in_order(attack.by()) else {
            return Ok((None, moves));
        };
        let mut longest = (None, 0);
        for reply in replies {
            if !self.field.play(reply) {
                continue;
            }
            let needed = self.needed(moves);
            self.field.undo();
            let needed = needed?;
            if needed > longest.1 {
                longest = (Some(reply), needed);
            }
        }
        if longest.0.is_none() {
            longest = (self.allowed_near(extension.cell), 2);
        }
        Ok(longest)
    }

    /// How many moves the attacker, who wins within `moves`, needs.
    fn needed(&mut self, moves: u8) -> Result<u8, Stopped> {
        for fewer in 2..moves {
            if let Verdict::Win(_) = self.attack(fewer)? {
                return Ok(fewer);
            }
        }
        Ok(moves)
    }

    /// What to play against every defence to win within so many moves.
    fn prove(&mut self, moves: u8, choice: Choice) -> Result<Proof, Stopped> {
        let depth = self.field.depth();
        let proof = self.prove_on(moves, choice);
        while self.field.depth() > depth {
            self.field.undo();
        }
        proof
    }

    fn prove_on(&mut self, moves: u8, choice: Choice) -> Result<Proof, Stopped> {
        let completing = self.field.completing_cells(self.attacker);
        if let Some(five) = completing.first() {
            return Ok(Proof::five(self.field.grid.point(*five)));
        }
        let Some(attack) = self.choose(moves, choice)? else { return Err(Stopped) };
        self.field.play(attack.cell());
        let proof = match attack {
            Attack::Four(_) => self.prove_four(attack.cell(), moves - 1, choice),
            _ => self.prove_three(attack, moves - 1, choice),
        }?;
        self.field.undo();
        Ok(proof)
    }

    /// The four at `cell` is on the board.
    fn prove_four(&mut self, cell: Cell, moves: u8, choice: Choice) -> Result<Proof, Stopped> {
        let completing = self.field.completing_cells(self.attacker);
        let Some(first) = completing.first() else { return Err(Stopped) };
        let five = Proof::five(self.field.grid.point(*first));
        let mut replies = Vec::new();
        for reply in &completing {
            if !self.field.play(*reply) {
                continue;
            }
            let after = match completing.iter().find(|other| *other != reply) {
                Some(other) => Proof::five(self.field.grid.point(*other)),
                None => self.prove_on(moves, choice)?,
            };
            self.field.undo();
            replies.push((self.field.grid.point(*reply), after));
        }
        Ok(Proof::new(self.field.grid.point(cell), replies, five))
    }

    /// The stone of the attack is on the board.
    fn prove_three(&mut self, attack: Attack, moves: u8, choice: Choice) -> Result<Proof, Stopped> {
        let Some((extension, cells)) = self.replies_in_order(attack.by()) else {
            return Err(Stopped);
        };
        let mut replies = Vec::new();
        for reply in cells {
            if !self.field.play(reply) {
                continue;
            }
            let needed = self.needed(moves)?;
            let after = self.prove_on(needed, choice)?;
            self.field.undo();
            replies.push((self.field.grid.point(reply), after));
        }
        let point = |cell| self.field.grid.point(cell);
        let [left, right] = extension.ends.map(point);
        let sides = vec![(left, Proof::five(right)), (right, Proof::five(left))];
        let straight = Proof::new(point(extension.cell), sides, Proof::five(left));
        Ok(Proof::new(point(attack.cell()), replies, straight))
    }
}
