"""Messages of a socket that are wrong in every way that came to mind."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass
from typing import Any

from bad_system import ACTIONS

STRANGE: list[Any] = [
    None, True, False, 0, -1, 1, 1.5, 7.0, 2**31, 2**53 + 1, -(2**63), 10**400, 1e308, "", " ",
    "x" * 200, "x" * 5000, "\x00", "\ud800", "\U0001f4a5", "a\nb", "\u202e", "game:",
    "game:../../x", "chat:none:kitchen", "player", "lobby", "live", "$where", "%s%n", "' or 1=1",
    [], [[]], {}, {"$gt": ""}, {"type": "act"}, {"type": "place", "point": [7, 7]}, [7], [7, 7],
    [7, 7, 7], ["7", "7"], [20, 0], [-1, 0], [True, False], "place", "resign", "9" * 41,
]  # fmt: skip
NOISE = [
    "", "\x00", "}", "{", ",", "[" * 3000, '{"a":' * 2000, "\\u", "\\ud800", "NaN", "-Infinity",
    "'", "\ufeff", "e999", "1" * 5000, "//", "null", '"type":"auth",', "\u2028",
]  # fmt: skip
BYTES = [b"", b"\x00", b"\x00\x01\x02", b"\xff\xfe", b"\xed\xa0\x80", b"\x80" * 50]
# A frame that closes its socket is sent this seldom, or nothing else would be tested.
CLOSING = 0.004
# So are these, or the games would soon be over.
ENDING = {"resign", "abort", "accept_draw"}


@dataclass(frozen=True)
class Frame:
    """`text`: None leaves the kind of frame to the data."""

    data: str | bytes
    text: bool | None = None
    closes: bool = False


WORST = [
    Frame(json.dumps({"type": "ping", "id": "x" * 17_000}), closes=True),
    Frame("[" * 16_385, closes=True),
    Frame(b"\x00" * 20_000, closes=True),
    Frame(b"\xff\xfe\x80", text=True, closes=True),
]


class Seeds:
    """Valid messages of every type, about these games, by these players."""

    def __init__(self, rng: random.Random, games: list[str], tokens: list[str | None]) -> None:
        self._rng = rng
        self._games = games
        self._tokens = tokens

    def message(self) -> dict[str, Any]:
        rng = self._rng
        game = rng.choice(self._games)
        number = f"{rng.randrange(10**12)}"
        match rng.randrange(10):
            case 0:
                return {"type": "auth", "token": rng.choice(self._tokens)}
            case 1:
                return {"type": "unsubscribe", "topic": self._topic(game)}
            case 2 | 3:
                since = rng.choice([None, 0, 1, 2, 2**53])
                return {"type": "subscribe", "topic": self._topic(game), "from": since}
            case 4:
                room = rng.choice(["players", "spectators"])
                return {"type": "chat", "id": number, "game": game, "room": room, "text": "hello"}
            case 5:
                return {"type": "ping", "id": number}
            case 6:
                return {"type": "pong", "n": rng.randrange(5)}
            case _:
                ply = rng.choice([None, 400, *range(12)])
                action = copy.deepcopy(rng.choice(ACTIONS))
                if action["type"] in ENDING and rng.random() < 0.97:
                    action = {"type": "place", "point": [7, 7]}
                if "point" in action:
                    action["point"] = [rng.randrange(15), rng.randrange(15)]
                return {"type": "act", "id": number, "game": game, "ply": ply, "action": action}

    def _topic(self, game: str) -> str:
        return self._rng.choice(
            [f"game:{game}", f"chat:{game}:players", f"chat:{game}:spectators", f"rating:{game}",
             "player", "lobby", "live", "game:none"]
        )  # fmt: skip

    def frame(self) -> Frame:
        """A message after no, one or several mutations."""
        rng = self._rng
        if rng.random() < CLOSING:
            return rng.choice(WORST)
        message = self.message()
        if rng.random() < 0.15:
            return Frame(json.dumps(message))
        for _ in range(rng.randrange(3)):
            _change(rng, message)
        text = json.dumps(message)
        chance = rng.random()
        if chance < 0.3:
            text = _noisy(rng, text)
        elif chance < 0.4:
            text = _doubled(rng, text)
        elif chance < 0.45:
            return Frame(rng.choice(BYTES) if rng.random() < 0.5 else text.encode())
        # What is too large closes the socket: left to those above.
        return Frame(text[:16_000])


def _change(rng: random.Random, message: dict[str, Any]) -> None:
    at: Any = message
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = rng.choice(keys) if keys else None
        if key is None or not isinstance(at[key], dict | list) or rng.random() > 0.6:
            break
        at = at[key]
    strange = copy.deepcopy(rng.choice(STRANGE))
    choice = rng.randrange(6)
    if choice == 0 and key is not None:
        del at[key]
    elif choice == 1 and isinstance(at, dict):
        at[rng.choice(["type", "id", "game", "ply", "topic", "from", "x", "\ud800"])] = strange
    elif choice == 2 and isinstance(at, list):
        at.append(strange)
    elif key is not None:
        at[key] = strange


def _noisy(rng: random.Random, text: str) -> str:
    cut = rng.randrange(len(text) + 1)
    if rng.random() < 0.3:
        return text[:cut]
    return text[:cut] + rng.choice(NOISE) + text[cut + rng.randrange(3) :]


def _doubled(rng: random.Random, text: str) -> str:
    """The same key twice: which of the two counts must not matter to anybody's safety."""
    key = rng.choice(["type", "id", "game", "action", "token", "topic"])
    value = json.dumps(rng.choice(STRANGE))
    return (
        f'{{"{key}":{value},{text[1:]}' if rng.random() < 0.5 else f'{text[:-1]},"{key}":{value}}}'
    )
