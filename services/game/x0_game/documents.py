"""Games, seeks and chats as store documents, and back. No I/O.

A game is rewritten by the store with every move, so what repeats is kept small.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any, cast

from x0_game.domain.chat import Chat, Line
from x0_game.domain.clock import Clock, Outage, Seat
from x0_game.domain.game import Game, Match, Player, Result
from x0_game.domain.seek import Seek
from x0_game.domain.settings import Colour, Settings, TimeControl
from x0_game.domain.turns import Board, Point, Turn, TurnKind

Document = dict[str, Any]

# What a change of a game may change besides `turns`; compared one by one, so that
# an update names only what is new.
_LIVE_FIELDS = (
    "status",
    "draw_by",
    "draw_turns",
    "takeback_by",
    "takebacks",
    "rematch_by",
    "next_game",
    "result",
    "finished_at",
    "actions",
    "black",
    "ply",
)


def game_document(game: Game) -> Document:
    return {
        "_id": game.id,
        "version": game.version,
        "mode": game.settings.mode,
        "private": game.settings.private,
        "settings": settings_document(game.settings),
        "first": player_document(game.first),
        "second": player_document(game.second),
        "players": [game.first.id, game.second.id],
        "match": asdict(game.match),
        "created_at": game.created_at,
        "turns": [turn_document(turn) for turn in game.turns],
        "clock": clock_document(game.clock),
        **live_document(game),
    }


def live_document(game: Game) -> Document:
    return {
        "status": game.status,
        "draw_by": game.draw_offered_by,
        "draw_turns": list(game.draw_offer_turns),
        "takeback_by": game.takeback_asked_by,
        "takebacks": list(game.takebacks),
        "rematch_by": game.rematch_offered_by,
        "next_game": game.next_game_id,
        "result": None if game.result is None else result_document(game),
        "finished_at": game.finished_at,
        "actions": list(game.recent_actions),
        "black": game.board.black,
        "ply": game.board.ply,
    }


def changed_fields(before: Game, after: Game) -> Document:
    """`$set` of what differs, turns left out."""
    old, new = live_document(before), live_document(after)
    changed = {name: new[name] for name in _LIVE_FIELDS if old[name] != new[name]}
    changed["clock"] = clock_document(after.clock)
    changed["version"] = after.version
    return changed


def game_from(document: Document) -> Game:
    settings = settings_from(document["settings"])
    turns: list[Turn] = []
    board = Board(settings)
    for raw in document["turns"]:
        turn = turn_from(raw, board.ply)
        board.apply(turn)
        turns.append(turn)
    game = Game(
        id=document["_id"],
        version=document["version"],
        settings=settings,
        first=player_from(document["first"]),
        second=player_from(document["second"]),
        match=Match(**document["match"]),
        created_at=document["created_at"],
        clock=Clock(**document["clock"]),
        turns=tuple(turns),
        status=document["status"],
        finished_at=document["finished_at"],
        draw_offered_by=document["draw_by"],
        draw_offer_turns=_pair(document["draw_turns"]),
        takeback_asked_by=document["takeback_by"],
        takebacks=_pair(document["takebacks"]),
        rematch_offered_by=document["rematch_by"],
        next_game_id=document["next_game"],
        recent_actions=tuple(document["actions"]),
        board=board,
        result=result_from(document["result"], board),
    )
    return game


def turn_document(turn: Turn) -> str:
    """`kind seat spent points colour count`, trailing defaults cut: one value a turn, since a
    game is read and written whole by the store with every move."""
    points = ",".join(f"{x}.{y}" for x, y in turn.points)
    parts = [turn.kind, turn.seat, str(turn.spent), points or "-", turn.colour or "-"]
    if turn.count:
        parts.append(str(turn.count))
    return " ".join(parts)


def turn_from(text: str, ply: int) -> Turn:
    kind, seat, spent, listed, colour, *count = text.split(" ")
    points = tuple(
        (int(x), int(y))
        for x, y in (pair.split(".") for pair in listed.split(",") if listed != "-")
    )
    return Turn(
        kind=cast(TurnKind, kind),
        seat=cast(Seat, seat),
        points=points,
        colour=None if colour == "-" else cast(Colour, colour),
        count=int(count[0]) if count else 0,
        spent=int(spent),
        ply=ply,
    )


def result_document(game: Game) -> Document:
    result = game.result
    if result is None:
        raise AssertionError("no result to keep")
    return {
        "reason": result.reason,
        "winner": result.winner,
        "colour": result.winner_colour,
        "line": [list(point) for point in result.line],
    }


def result_from(raw: Document | None, board: Board) -> Result | None:
    if raw is None:
        return None
    # The foul with its lines is what the board says: it is not kept twice.
    outcome = board.outcome
    return Result(
        reason=raw["reason"],
        winner=raw["winner"],
        winner_colour=raw["colour"],
        line=tuple(_point(point) for point in raw["line"]),
        foul=outcome.foul if outcome is not None else None,
    )


def clock_document(clock: Clock) -> Document:
    # By hand: this runs with every move, and `asdict` costs as much as the rules.
    return {name: getattr(clock, name) for name in _CLOCK_FIELDS}


_CLOCK_FIELDS = tuple(f.name for f in fields(Clock))


def player_document(player: Player) -> Document:
    return asdict(player)


def player_from(raw: Document) -> Player:
    return Player(**raw)


def settings_document(settings: Settings) -> Document:
    return asdict(settings)


def settings_from(raw: Document) -> Settings:
    return Settings(**{**raw, "time_control": TimeControl(**raw["time_control"])})


def seek_document(seek: Seek) -> Document:
    return {
        "_id": seek.id,
        "version": seek.version,
        "kind": seek.kind,
        "status": seek.status,
        "settings": settings_document(seek.settings),
        "pool": seek.settings.pool,
        "by": player_document(seek.by),
        "to": None if seek.to is None else player_document(seek.to),
        "taken_by": None if seek.taken_by is None else player_document(seek.taken_by),
        "players": list(seek.players),
        "seat": seek.seat,
        "avoid": list(seek.avoid),
        "key": seek.key,
        "created_at": seek.created_at,
        "expires_at": seek.expires_at,
        "game_id": seek.game_id,
        "partner": seek.partner,
    }


def seek_from(raw: Document) -> Seek:
    return Seek(
        id=raw["_id"],
        version=raw["version"],
        kind=raw["kind"],
        status=raw["status"],
        settings=settings_from(raw["settings"]),
        by=player_from(raw["by"]),
        created_at=raw["created_at"],
        expires_at=raw["expires_at"],
        to=None if raw["to"] is None else player_from(raw["to"]),
        seat=raw["seat"],
        avoid=tuple(raw["avoid"]),
        key=raw["key"],
        game_id=raw["game_id"],
        taken_by=None if raw["taken_by"] is None else player_from(raw["taken_by"]),
        partner=raw["partner"],
    )


def chat_document(chat: Chat) -> Document:
    return {"version": chat.version, "lines": [asdict(line) for line in chat.lines]}


def chat_from(game_id: str, room: Any, raw: Document | None) -> Chat:
    if raw is None:
        return Chat(game_id, room)
    return Chat(game_id, room, raw["version"], tuple(Line(**line) for line in raw["lines"]))


def outage_from(raw: Document) -> Outage:
    return Outage(raw["begin"], raw["end"])


def _pair(raw: list[int]) -> tuple[int, int]:
    return (raw[0], raw[1])


def _point(raw: list[int]) -> Point:
    return (raw[0], raw[1])
