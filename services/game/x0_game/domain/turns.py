"""Turns: the actions that take somebody's turn, and the board they make.

A game's turns are its whole record; the board is what the engine makes of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, cast

from x0_engine import IllegalMove, Opening, OpeningRefused, Outcome, Position

from x0_game.domain.clock import Seat, other
from x0_game.domain.errors import Refusal
from x0_game.domain.settings import Colour, Settings

Point = tuple[int, int]
TurnKind = Literal["place", "pass", "swap", "keep", "choose", "add_two", "offer", "pick", "declare"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn. Which of the fields are set depends on the kind:

    place, pick: `points` holds one point; offer: all offered points;
    place, choose: `colour`; declare: `count`.
    """

    kind: TurnKind
    seat: Seat
    points: tuple[Point, ...] = ()
    colour: Colour | None = None
    count: int = 0
    spent: int = 0
    # Stones before this turn: what an action is meant for. A pass leaves it as it is, and
    # nobody passes twice at the same one.
    ply: int = 0

    def same_action(self, other: Turn) -> bool:
        """Whether both say the same thing at the same ply."""
        return (
            self.kind == other.kind
            and self.seat == other.seat
            and self.ply == other.ply
            and self.points == other.points
            and self.count == other.count
            and (self.kind != "choose" or self.colour == other.colour)
        )


class Board:
    """The opening, then the position, as the turns so far made them. Mutable: copy first."""

    __slots__ = ("_opening", "_position", "_settings", "_stones")

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opening = Opening(
            settings.opening,
            size=settings.board_size,
            shape=settings.shape,
            next_mover=settings.next_mover,
        )
        self._position: Position | None = None
        self._stones: list[tuple[Point, Colour]] = []
        self._leave_opening()

    @classmethod
    def of(cls, settings: Settings, turns: Iterable[Turn]) -> Board:
        board = cls(settings)
        for turn in turns:
            board.apply(turn)
        return board

    def copy(self) -> Board:
        board = Board.__new__(Board)
        board._settings = self._settings
        # A finished opening never changes again.
        board._opening = self._opening if self._opening.done else self._opening.copy()
        board._position = None if self._position is None else self._position.copy()
        board._stones = self._stones.copy()
        return board

    @property
    def opening(self) -> Opening:
        return self._opening

    @property
    def position(self) -> Position | None:
        """None during the opening."""
        return self._position

    @property
    def points(self) -> int:
        """Points that the board has."""
        return _board_points(self._settings.board_size, self._settings.shape)

    @property
    def outcome(self) -> Outcome | None:
        return None if self._position is None else self._position.outcome

    @property
    def ply(self) -> int:
        """Stones so far."""
        return len(self._stones)

    @property
    def black(self) -> Seat | None:
        return self._opening.black

    @property
    def to_act(self) -> Seat:
        """Who must act; meaningless once there is an outcome."""
        if self._position is None:
            return self._opening.seat
        black = self.black
        if black is None:
            raise AssertionError("an opening that is done has given out the colours")
        return black if self._position.to_move == "black" else other(black)

    @property
    def colour_to_place(self) -> Colour | None:
        """Colour of the next stone, where a stone is to be placed."""
        if self._position is not None:
            return None if self._position.outcome else self._position.to_move
        for action in self._opening.actions():
            if action["type"] == "place":
                return action["colour"]
        return None

    def colour_of(self, seat: Seat) -> Colour | None:
        if self.black is None:
            return None
        return "black" if self.black == seat else "white"

    @property
    def stones(self) -> Sequence[tuple[Point, Colour]]:
        """In the order of placing."""
        return self._stones

    def apply(self, turn: Turn) -> None:
        """Plays a turn.

        Raises:
            Refusal: the turn is not possible now; nothing changed.
        """
        if self._position is None:
            self._apply_opening(turn)
            self._stones = cast("list[tuple[Point, Colour]]", list(self._opening.stones()))
            self._leave_opening()
        else:
            self._apply_move(self._position, turn)

    def _apply_opening(self, turn: Turn) -> None:
        action: dict[str, object] = {"type": turn.kind}
        if turn.kind in ("place", "pick"):
            action["point"] = turn.points[0]
        elif turn.kind == "offer":
            action["points"] = list(turn.points)
        elif turn.kind == "choose":
            action["colour"] = turn.colour
        elif turn.kind == "declare":
            action["count"] = turn.count
        elif turn.kind == "pass":
            raise Refusal("bad_pass", "there is no pass during the opening")
        try:
            self._opening.apply(action)
        except OpeningRefused as refused:
            raise Refusal(refused.reason, str(refused)) from None

    def _apply_move(self, position: Position, turn: Turn) -> None:
        colour = position.to_move
        try:
            if turn.kind == "place":
                position.play(turn.points[0])
                self._stones.append((turn.points[0], colour))
            elif turn.kind == "pass":
                position.play(None)
            else:
                raise Refusal("not_possible_now", "the opening is over; place a stone")
        except IllegalMove as illegal:
            raise Refusal(illegal.reason, str(illegal)) from None

    def _leave_opening(self) -> None:
        if self._position is None and self._opening.done:
            self._position = self._opening.position(self._settings.ruleset)


@cache
def _board_points(size: int, shape: str) -> int:
    return len(Position("freestyle", size=size, shape=shape).points())
