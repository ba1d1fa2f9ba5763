"""The opening, asked step by step."""

from __future__ import annotations

from typing import Any

from x0.client.cli.board import STONES, Marks, parse_point, point_name
from x0.client.models.base import Point
from x0.client.models.opening import (
    ChooseChoice,
    DeclareChoice,
    OfferChoice,
    OpeningChoice,
    OpeningState,
    PickChoice,
    PlaceChoice,
)

Action = dict[str, Any]

_YES = {"yes", "y", "swap"}
_NO = {"no", "n", "keep"}
_COLOURS = {"black": "black", "b": "black", "x": "black", "white": "white", "w": "white",
            "o": "white"}  # fmt: skip


class OpeningPrompt:
    """Of one turn: `question` says what is possible, `take` turns a line into an action.

    Candidates for the fifth stone are gathered here until they are sent.
    """

    def __init__(self, state: OpeningState, size: int) -> None:
        self.state = state
        self._size = size
        self._offered = state.offered
        self._by_kind: dict[str, OpeningChoice] = {choice.type: choice for choice in state.choices}
        self.candidates: list[Point] = []
        # Whether points are gathered now: at once where nothing else is possible.
        self.gathering = set(self._by_kind) == {"offer"}

    def marks(self) -> Marks:
        """Zones and candidates to be shown on the board."""
        if self.gathering:
            return Marks(candidates=self.candidates)
        zone: tuple[Point, ...] = ()
        if isinstance(place := self._by_kind.get("place"), PlaceChoice) and not place.anywhere:
            zone = place.zone
        pick = self._by_kind.get("pick")
        return Marks(
            zone=zone, candidates=pick.points if isinstance(pick, PickChoice) else self._offered
        )

    def question(self) -> str:
        """What the player can do, one line each."""
        if self.gathering:
            return self._gathering_question()
        lines = []
        kinds = self._by_kind
        if "swap" in kinds and "keep" in kinds:
            lines.append("Swap colours? yes / no")
        elif "swap" in kinds:
            lines.append("swap: take the other colour")
        elif "keep" in kinds:
            lines.append("keep: leave the colours as they are")
        for choice in kinds.values():
            lines += self._line(choice)
        if len(lines) > 1:
            return "\n".join(["You can:", *(f"  {line}" for line in lines)])
        return lines[0] if lines else "Nothing is to be done in the opening now."

    def _line(self, choice: OpeningChoice) -> list[str]:
        match choice:
            case PlaceChoice(colour=colour, anywhere=anywhere):
                where = "anywhere" if anywhere else "on one of the marked points"
                return [f"a point such as h8: a {colour} stone ({STONES[colour]}) {where}"]
            case ChooseChoice(colours=colours):
                names = " / ".join(f"{colour} ({STONES[colour]})" for colour in colours)
                return [f"{names}: play this colour"]
            case OfferChoice(count=count):
                return [f"offer: give {_stones(count)} to choose from as the fifth"]
            case PickChoice(points=points):
                names = " ".join(point_name(point) for point in points)
                return [f"pick the fifth stone, one of: {names}"]
            case DeclareChoice(min=low, max=high):
                return [f"a number from {low} to {high}: how many fifth stones will be offered"]
            case _ if choice.type == "add_two":
                return ["two: add one black and one white stone, then your opponent chooses"]
            case _:
                return []

    def _gathering_question(self) -> str:
        have = " ".join(point_name(point) for point in self.candidates) or "none yet"
        lines = [
            f"Candidates for the fifth stone ({len(self.candidates)} of {self._count}): {have}"
        ]
        if len(self.candidates) < self._count:
            lines.append("Say a point, or undo" + ("" if self._only_offer else ", or back"))
        else:
            lines.append("send, or undo" + ("" if self._only_offer else ", or back"))
        return "\n".join(lines)

    @property
    def _count(self) -> int:
        offer = self._by_kind.get("offer")
        return offer.count if isinstance(offer, OfferChoice) else 0

    @property
    def _only_offer(self) -> bool:
        return set(self._by_kind) == {"offer"}

    def take(self, line: str) -> Action | None:
        """An action to send; None: nothing yet, ask again.

        Raises:
            ValueError: with words that say what would be right.
            LookupError: this is no answer to the question; it may be a command.
        """
        word = line.lower()
        if self.gathering:
            return self._gather(word)
        kinds = self._by_kind
        if word in _YES and "swap" in kinds:
            return {"type": "swap"}
        if word in _NO and "keep" in kinds:
            return {"type": "keep"}
        if word in _COLOURS and isinstance(choose := kinds.get("choose"), ChooseChoice):
            if _COLOURS[word] not in choose.colours:
                raise ValueError(f"the colours to choose from: {' / '.join(choose.colours)}")
            return {"type": "choose", "colour": _COLOURS[word]}
        if word in ("two", "add", "add two") and "add_two" in kinds:
            return {"type": "add_two"}
        if word in ("offer", "ten") and "offer" in kinds:
            self.gathering = True
            return None
        if (
            word.isascii()
            and word.isdigit()
            and isinstance(declare := kinds.get("declare"), DeclareChoice)
        ):
            if not declare.min <= int(word) <= declare.max:
                raise ValueError(f"a number from {declare.min} to {declare.max}")
            return {"type": "declare", "count": int(word)}
        if _looks_like_point(word):
            return self._point(word)
        raise LookupError(line)

    def _point(self, word: str) -> Action:
        point = parse_point(word, self._size)
        pick, place = self._by_kind.get("pick"), self._by_kind.get("place")
        if isinstance(pick, PickChoice):
            if point not in pick.points:
                names = " ".join(point_name(one) for one in pick.points)
                raise ValueError(f"{point_name(point)} was not offered; pick one of {names}")
            return {"type": "pick", "point": list(point)}
        if isinstance(place, PlaceChoice):
            if not place.anywhere and point not in place.zone:
                raise ValueError(f"{point_name(point)} is outside the marked points")
            return {"type": "place", "point": list(point)}
        raise ValueError("no stone is to be placed now. " + self.question())

    def _gather(self, word: str) -> Action | None:
        if word == "undo":
            if not self.candidates:
                raise ValueError("there is no candidate to take back")
            self.candidates.pop()
            return None
        if word == "back" and not self._only_offer:
            self.gathering = False
            self.candidates.clear()
            return None
        if word == "send":
            if len(self.candidates) < self._count:
                missing = self._count - len(self.candidates)
                raise ValueError(f"{_stones(missing)} more first")
            return {"type": "offer", "points": [list(point) for point in self.candidates]}
        if not _looks_like_point(word):
            raise LookupError(word)
        point = parse_point(word, self._size)
        if point in self.candidates:
            raise ValueError(f"{point_name(point)} is among the candidates already")
        if len(self.candidates) == self._count:
            raise ValueError("these are all: send them, or undo")
        self.candidates.append(point)
        return None


def _stones(count: int) -> str:
    return "one stone" if count == 1 else f"{count} stones"


def _looks_like_point(word: str) -> bool:
    return len(word) in (2, 3) and word[0].isalpha() and word[1:].isdigit()
