"""`x0 puzzle`: lines become moves, answers become text."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Sequence

from x0.client.cli.board import STONES, Marks, Style, draw, parse_point, point_name
from x0.client.cli.play import somebody, style_of
from x0.client.cli.table import refusal_text
from x0.client.cli.terminal import Terminal, standard_terminal
from x0.client.client import Client
from x0.client.errors import Refused, Unreachable
from x0.client.models.base import Colour, Point, other_colour
from x0.client.models.games import Stone
from x0.client.models.puzzles import Attempt, Puzzle, PuzzleHint, PuzzleMode

SIZE = 15
# To begin with: some that are not hard.
LEVEL = 2
HELP = """\
a point like h8   play there               hint        a theme, then an area, then the move
why               why the move was wrong   again       from the first position
give up           see the solution         next        another puzzle
board             draw the board again     help        this list
quit              leave; you can come back to the puzzle"""
# What may be said instead.
ALIASES = {
    "?": "help", "exit": "quit", "q": "quit", "bye": "quit", "b": "board", "n": "next",
    "h": "hint", "explain": "why", "restart": "again", "give": "give up", "giveup": "give up",
    "give-up": "give up", "solution": "give up",
}  # fmt: skip
COMMANDS = {"hint", "why", "again", "give up", "next", "board", "help", "quit"}
THEMES = {
    "fours": "fours alone are enough",
    "quiet_three": "it begins without a four",
    "four_three": "one stone makes a four and a three",
    "double_three": "one stone makes two threes",
    "double_four": "one stone makes two fours",
    "open_four": "an open four decides",
    "foul_trap": "X may not stop a four: that would be a foul",
    "overline": "O wins, or threatens to, by six or more",
    "counter_four": "the defender makes a four on the way",
}


async def puzzle(client: Client, args: argparse.Namespace) -> int:
    terminal = standard_terminal()
    await somebody(client, terminal)
    puzzle_id: str | None = args.puzzle
    if args.daily:
        daily = await client.puzzles.daily()
        terminal.say(f"The puzzle of {daily.date}.")
        puzzle_id = daily.puzzle.puzzle_id
    mode: PuzzleMode = args.mode or "x0"
    level: int = args.level or LEVEL
    if puzzle_id is not None:
        # What follows is like the one that was chosen.
        chosen = await client.puzzles.get(puzzle_id)
        mode, level = args.mode or chosen.mode, args.level or chosen.level
    while True:
        if puzzle_id is None:
            drawn = await client.puzzles.draw(mode, level)
            if drawn.began_anew:
                terminal.say("You have seen all of these; they begin anew.")
            puzzle_id = drawn.puzzles[0].puzzle_id
        found = await client.puzzles.start(puzzle_id)
        solving = Solving(client, found.puzzle, found.attempt, terminal, style_of(args))
        if not await solving.play():
            return 0
        puzzle_id = None


class Solving:
    """`play` returns whether another puzzle is wanted."""

    def __init__(
        self, client: Client, puzzle: Puzzle, attempt: Attempt, terminal: Terminal, style: Style
    ) -> None:
        self._client = client
        self._puzzle = puzzle
        self._attempt = attempt
        self._terminal = terminal
        self._style = style

    async def play(self) -> bool:
        self._introduce()
        while True:
            self._ask()
            line = await self._terminal.line()
            if line is None:
                return False
            word = _word(line)
            if word == "next":
                return True
            if word == "quit":
                return False
            try:
                await self._take(word, line)
            except ValueError as error:
                self._terminal.say(str(error))
            except Unreachable as error:
                self._terminal.say(f"{error}. Is the server away? Try again.")
            except Refused as error:
                self._terminal.say(refusal_text(error))
                if error.reason in ("attempt_moved_on", "attempt_over"):
                    # Played on elsewhere meanwhile.
                    found = await self._client.puzzles.attempt(self._puzzle.puzzle_id)
                    self._attempt = found.attempt
                    self._show()

    async def _take(self, word: str, line: str) -> None:
        puzzles = self._client.puzzles
        match word:
            case "":
                return
            case "help":
                self._terminal.say(HELP)
            case "board":
                self._show()
            case "hint":
                self._attempt = await puzzles.hint(self._attempt)
                self._show()
                self._terminal.say(self._hint_text(self._attempt.hints[-1]))
            case "why":
                self._explain(await puzzles.explain(self._attempt))
            case "again" if self._attempt.over:
                self._attempt = (await puzzles.start(self._puzzle.puzzle_id)).attempt
                self._show()
            case "again":
                self._attempt = await puzzles.restart(self._attempt)
                self._show()
            case "give up":
                self._attempt = await puzzles.give_up(self._attempt)
                self._over()
            case _:
                if self._attempt.over:
                    raise ValueError("this puzzle is over; say next, again or quit")
                try:
                    point = parse_point(line, SIZE)
                except ValueError as error:
                    raise ValueError(f"{error}; or say help") from None
                self._attempt = await puzzles.move(self._attempt, point)
                self._judged()

    # Showing

    def _introduce(self) -> None:
        one = self._puzzle
        sign = STONES[one.attacker]
        self._terminal.say(
            f"\n{one.puzzle_id}: level {one.level}, rating {one.rating}. {sign} moves, and wins "
            "against every defence."
        )
        self._show()
        if self._attempt.played:
            self._terminal.say("You go on where you were; from the first position: again")

    def _show(self, more: Sequence[Point] = ()) -> None:
        """`more`: stones that are only thought of, framed."""
        stones = list(self._stones(more))
        framed = [stone.point for stone in stones[-max(1, len(more)) :]]
        self._terminal.say("\n" + draw(SIZE, "square", stones, self._marks(framed), self._style))

    def _stones(self, more: Sequence[Point]) -> Iterator[Stone]:
        points = (*self._puzzle.moves, *self._attempt.played, *more)
        for n, point in enumerate(points):
            yield Stone(point, "white" if n % 2 else "black")

    def _marks(self, framed: Collection[Point]) -> Marks:
        zone: list[Point] = []
        candidates: list[Point] = []
        for hint in self._attempt.hints:
            if hint.low is not None and hint.high is not None:
                rows = range(hint.low[1], hint.high[1] + 1)
                zone += [(x, y) for x in range(hint.low[0], hint.high[0] + 1) for y in rows]
            elif hint.point is not None:
                candidates.append(hint.point)
        return Marks(framed, zone, candidates)

    def _ask(self) -> None:
        if self._attempt.over:
            self._terminal.prompt("next, again or quit >")
        else:
            self._terminal.prompt(f"your move, {STONES[self._puzzle.attacker]} >")

    def _hint_text(self, hint: PuzzleHint) -> str:
        if hint.theme is not None:
            return f"Hint: {_theme(hint.theme)}."
        if hint.low is not None and hint.high is not None:
            return f"Hint: between {point_name(hint.low)} and {point_name(hint.high)}."
        return f"Hint: {point_name(hint.point)}." if hint.point is not None else "A hint."

    def _judged(self) -> None:
        last = self._attempt.last
        if self._attempt.over or last is None:
            self._over()
            return
        name = point_name(last.point)
        match last.verdict:
            case "right":
                self._show()
                answers = " ".join(point_name(point) for point in last.follows)
                other = STONES[other_colour(self._puzzle.attacker)]
                self._terminal.say(f"Right: {name}. {other} answers {answers}.")
            case "wrong":
                self._terminal.say(f"Not {name}: it does not win. Try again, or ask: why")
            case "foul":
                self._terminal.say(f"{name} is a foul and loses. Try again.")
            case _:
                self._terminal.say(
                    f"Whether {name} wins could not be decided; it does not count. Try another."
                )

    def _explain(self, refutation: Sequence[Point]) -> None:
        last = self._attempt.last
        line = ((last.point,) if last is not None else ()) + tuple(refutation)
        self._show(line)
        self._terminal.say(self._line_text(line, self._puzzle.attacker))

    def _line_text(self, line: Sequence[Point], first: Colour) -> str:
        signs = (STONES[first], STONES[other_colour(first)])
        return " ".join(f"{signs[n % 2]} {point_name(point)}" for n, point in enumerate(line))

    def _over(self) -> None:
        one = self._attempt
        self._show()
        if one.status == "solved":
            self._terminal.say(_solved_text(one))
        if (solution := one.solution) is not None:
            line = self._line_text(solution.line, self._puzzle.attacker)
            self._terminal.say(
                f"{'The solution' if one.status != 'solved' else 'Shortest'}: {line}"
            )
            if solution.themes:
                themes = "; ".join(_theme(theme) for theme in solution.themes)
                self._terminal.say(f"{themes[:1].upper()}{themes[1:]}.")
        if one.rating is not None and one.plays == 1:
            change = one.rating.after - one.rating.before
            self._terminal.say(
                f"Your rating in puzzles: {one.rating.before} -> {one.rating.after} ({change:+})"
            )


def _word(line: str) -> str:
    """A command; anything else as it is."""
    word = " ".join(line.lower().split())
    return ALIASES.get(word, word)


def _theme(theme: str) -> str:
    return THEMES.get(theme, theme.replace("_", " "))


def _solved_text(attempt: Attempt) -> str:
    if not attempt.mistakes and not attempt.hints_taken:
        return "Solved at the first try." if attempt.plays == 1 else "Solved."
    parts = [
        f"{count} {word if count == 1 else word + 's'}"
        for count, word in ((attempt.mistakes, "mistake"), (attempt.hints_taken, "hint"))
        if count
    ]
    return f"Solved, with {' and '.join(parts)}."
