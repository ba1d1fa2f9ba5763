"""Protobuf to domain: what callers ask for."""

from __future__ import annotations

from typing import Any, cast

from servicekit.errors import Invalid
from servicekit.wire import enum_text
from x0.game.v1 import events_pb2, game_pb2, service_pb2, settings_pb2

from x0_game.domain.actions import Action
from x0_game.domain.chat import Room
from x0_game.domain.clock import Seat
from x0_game.domain.errors import BadSettings
from x0_game.domain.game import Player
from x0_game.domain.settings import ChatPolicy, Colour, Settings, TimeControl, make_settings
from x0_game.domain.turns import Point
from x0_game.service.tournaments import Seats

_SEAT_OF: dict[int, Seat | None] = {0: None, 1: "first", 2: "second"}
_COLOUR_OF: dict[int, Colour | None] = {0: None, 1: "black", 2: "white"}


def seat_from(value: int) -> Seat | None:
    if value not in _SEAT_OF:
        raise Invalid("bad_seat", "seat is first or second")
    return _SEAT_OF[value]


def settings_from(message: settings_pb2.Settings) -> Settings:
    """Unset fields follow from the mode. Raises BadSettings."""
    control = message.time_control
    return make_settings(
        enum_text(settings_pb2.Mode, message.mode),
        TimeControl(control.untimed, control.initial_seconds, control.increment_seconds),
        rated=message.rated,
        ruleset=enum_text(settings_pb2.Ruleset, message.ruleset) or None,
        board_size=message.board_size or None,
        shape=enum_text(settings_pb2.Shape, message.shape) or None,
        opening=enum_text(settings_pb2.OpeningKind, message.opening) or None,
        next_mover=_COLOUR_OF.get(message.next_mover),
        games=message.games or 1,
        no_draw=message.no_draw,
        takebacks=message.takebacks,
        foul_marks=message.foul_marks if message.HasField("foul_marks") else None,
        private=message.private,
        chat=_chat_from(message.chat),
        draw_ply=message.draw_ply,
    )


def _chat_from(value: int) -> ChatPolicy:
    text = enum_text(settings_pb2.ChatPolicy, value)
    if value and not text:
        raise BadSettings("bad_settings", "unknown chat policy", field="chat")
    return cast(ChatPolicy, text or "all")


def caller_from(message: service_pb2.Caller) -> Player:
    if not message.player_id:
        raise Invalid("caller_missing", "a call that acts says for whom")
    return Player(message.player_id, message.name, message.guest)


def player_from(message: game_pb2.Player) -> Player:
    return Player(message.player_id, message.name, message.guest)


def seats_from(message: service_pb2.TournamentSeats) -> Seats:
    first, second = player_from(message.first), player_from(message.second)
    if not message.game_id or not first.id or not second.id or first.id == second.id:
        raise Invalid("bad_seats", "a game has an id and two players")
    return Seats(message.game_id, first, second, message.board)


def action_from(request: service_pb2.ActRequest) -> Action:
    kind = request.WhichOneof("action")
    if kind is None:
        raise Invalid("action_missing", "say what to do")
    if len(request.action_id) > 40:
        raise Invalid("bad_action_id", "an action id has at most 40 characters")
    ply = request.ply if request.HasField("ply") else None
    points: tuple[Point, ...] = ()
    colour: Colour | None = None
    count = 0
    if kind == "place":
        points = (point_from(request.place.point),)
    elif kind == "pick":
        points = (point_from(request.pick.point),)
    elif kind == "offer":
        points = tuple(point_from(p) for p in request.offer.points)
    elif kind == "choose":
        colour = _COLOUR_OF.get(request.choose.colour)
    elif kind == "declare":
        count = request.declare.count
    return Action(cast(Any, kind), ply, points, colour, count, request.action_id)


def point_from(message: game_pb2.Point) -> Point:
    return (message.x, message.y)


def room_from(value: int) -> Room:
    text = enum_text(events_pb2.ChatRoom, value)
    if text not in ("players", "spectators"):
        raise Invalid("bad_chat_room", "the rooms are players and spectators")
    return cast(Room, text)
