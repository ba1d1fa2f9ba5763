"""The two chat rooms of a game: one for its players, one for spectators."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import Game

Room = Literal["players", "spectators"]

MAX_TEXT = 280
KEPT_LINES = 100
# At most so many lines of one player in so many ms.
BURST_LINES = 5
BURST_MS = 10_000
# Families of emoji, and words of some scripts, hold together by these.
_JOINERS = {ord("\N{ZERO WIDTH JOINER}"): None, ord("\N{ZERO WIDTH NON-JOINER}"): None}


@dataclass(frozen=True, slots=True)
class Line:
    player_id: str
    name: str
    text: str
    time: int
    # The client's own id of the line: the same one again changes nothing.
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class Chat:
    """The last lines of a room; `version` counts all lines ever said."""

    game_id: str
    room: Room
    version: int = 0
    lines: tuple[Line, ...] = ()


def say(chat: Chat, line: Line) -> Chat:
    """One more line.

    Raises:
        Refusal: empty, too long, or too many in a short time.
    """
    text = " ".join(line.text.split())
    if not text:
        raise Refusal("empty_text", "there is nothing to say in an empty line")
    if len(text) > MAX_TEXT:
        raise Refusal("text_too_long", f"a line has at most {MAX_TEXT} characters")
    if not text.translate(_JOINERS).isprintable():
        raise Refusal("bad_text", "a line holds printable characters only")
    recent = [
        said
        for said in chat.lines
        if said.player_id == line.player_id and said.time > line.time - BURST_MS
    ]
    if len(recent) >= BURST_LINES:
        raise Refusal("too_fast", f"{BURST_LINES} lines in {BURST_MS // 1000} s are enough")
    lines = (*chat.lines, replace(line, text=text))[-KEPT_LINES:]
    return replace(chat, version=chat.version + 1, lines=lines)


def said(chat: Chat, player_id: str, message_id: str) -> bool:
    return bool(message_id) and any(
        line.message_id == message_id and line.player_id == player_id for line in chat.lines
    )


def check_write(game: Game, room: Room, player_id: str) -> None:
    """Players write in their room; everybody else who may watch in the other.

    As far as the settings of the game let them: what has been said is read all the same.
    """
    if game.settings.chat == "off":
        raise NotAllowed("chat_off", "there is no chat at this game")
    if game.settings.chat == "players" and room == "spectators":
        raise NotAllowed("chat_off", "only the players chat at this game")
    seated = game.seat_of(player_id) is not None
    if room == "players" and not seated:
        raise NotAllowed("not_a_player", "only the players of this game write here")
    if room == "spectators" and seated and game.active:
        raise NotAllowed("spectators_only", "players join the spectators when the game is over")
    check_watch(game, player_id)


def check_read(game: Game, room: Room, player_id: str) -> None:
    """Spectators may talk about the position: their room is closed to the players
    until the game is over."""
    if room == "spectators" and game.active and game.seat_of(player_id) is not None:
        raise NotAllowed("spectators_only", "players join the spectators when the game is over")
    check_watch(game, player_id)


def check_watch(game: Game, player_id: str) -> None:
    if game.settings.private and game.seat_of(player_id) is None:
        raise NotAllowed("private_game", "this game is private")
