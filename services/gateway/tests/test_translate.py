"""Words and shapes: the models say what the wire says."""

from typing import Any, get_args

import pytest
from servicekit import wire
from x0.account.v1 import clans_pb2
from x0.game.v1 import events_pb2, game_pb2, settings_pb2
from x0_gateway.models import base, events, opening, turns
from x0_gateway.models.settings import SettingsIn
from x0_gateway.modes import MODES
from x0_gateway.translate import words
from x0_gateway.translate.events import event
from x0_gateway.translate.opening import opening as translate_opening
from x0_gateway.translate.settings import settings, settings_in
from x0_gateway.translate.turns import turn


@pytest.mark.parametrize(
    ("enum", "model", "table"),
    [
        (settings_pb2.Mode, base.Mode, words.MODE),
        (settings_pb2.Ruleset, base.Ruleset, words.RULESET),
        (settings_pb2.Shape, base.Shape, words.SHAPE),
        (settings_pb2.OpeningKind, base.OpeningKind, words.OPENING),
        (settings_pb2.Colour, base.Colour, words.COLOUR),
        (settings_pb2.Seat, base.Seat, words.SEAT),
        (game_pb2.GameStatus, base.GameStatus, words.GAME_STATUS),
        (game_pb2.ResultReason, base.ResultReason, words.RESULT_REASON),
        (game_pb2.FoulKind, base.FoulKind, words.FOUL_KIND),
        (events_pb2.ChatRoom, base.ChatRoom, words.CHAT_ROOM),
        (events_pb2.SeekKind, base.SeekKind, words.SEEK_KIND),
        (events_pb2.SeekStatus, base.SeekStatus, words.SEEK_STATUS),
        (clans_pb2.ClanRole, base.ClanRole, words.CLAN_ROLE),
    ],
)
def test_words_are_those_of_the_wire(enum: Any, model: Any, table: Any) -> None:
    assert set(get_args(model)) == set(table.values())
    for number, word in table.items():
        assert wire.enum_value(enum, word) == number


def _kinds(union: Any) -> set[str]:
    return {get_args(k.model_fields["type"].annotation)[0] for k in get_args(get_args(union)[0])}


def _filled(message: Any, oneof: str, name: str) -> Any:
    getattr(message, name).SetInParent()
    inner = getattr(message, name)
    for field in inner.DESCRIPTOR.fields:
        if field.enum_type is not None and not field.is_repeated:
            setattr(inner, field.name, 1)
    return message


def test_every_turn_choice_and_event_of_the_wire_is_translated() -> None:
    turn_names = [f.name for f in game_pb2.Turn.DESCRIPTOR.oneofs_by_name["action"].fields]
    assert set(turn_names) == _kinds(turns.Turn)
    for name in turn_names:
        assert turn(_filled(game_pb2.Turn(seat=1), "action", name)).type == name
    choices = game_pb2.OpeningChoice.DESCRIPTOR.oneofs_by_name["choice"].fields
    assert {f.name for f in choices} == _kinds(opening.OpeningChoice)
    for field in choices:
        choice = _filled(game_pb2.OpeningChoice(), "choice", field.name)
        shown = translate_opening(game_pb2.OpeningState(choices=[choice]))
        assert shown.choices[0].type == field.name
    happened = events_pb2.GameEvent.DESCRIPTOR.oneofs_by_name["event"].fields
    assert {f.name for f in happened} == _kinds(events.GameEvent)
    for field in happened:
        found = _filled(events_pb2.GameEvent(version=1), "event", field.name)
        if field.name == "started":
            found.started.snapshot.status = game_pb2.GAME_STATUS_ACTIVE
            found.started.snapshot.settings.mode = settings_pb2.MODE_X0
        if field.name == "turn_played":
            found.turn_played.turn.seat = settings_pb2.SEAT_FIRST
            found.turn_played.turn.keep.SetInParent()
        assert event(found).type == field.name


@pytest.mark.parametrize("mode", get_args(base.Mode))
def test_what_follows_from_a_mode_is_filled_in(mode: base.Mode) -> None:
    given = SettingsIn.model_validate({"mode": mode, "time_control": {"initial_seconds": 300}})
    shown = settings(settings_in(given))
    expected = MODES[mode].defaults
    assert (shown.ruleset, shown.opening) == (expected.ruleset, expected.opening)
    assert (shown.board_size, shown.foul_marks) == (15, True)


def test_all_settings_survive_the_way_there_and_back() -> None:
    given = {
        "mode": "custom", "time_control": {
            "untimed": False, "initial_seconds": 61, "increment_seconds": 7,
        },
        "ruleset": "freestyle", "board_size": 19, "shape": "cross", "opening": "swap2",
        "next_mover": "white", "rated": False, "games": 3, "no_draw": True, "takebacks": 2,
        "foul_marks": False, "private": True,
    }  # fmt: skip
    # What only games of tournaments set.
    of_tournaments = {"chat": "all", "draw_ply": 0}
    shown = settings(settings_in(SettingsIn.model_validate(given))).model_dump()
    assert shown == given | of_tournaments
