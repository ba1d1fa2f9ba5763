"""Enums of the wire as the words of the models, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from servicekit import wire
from x0.account.v1 import clans_pb2
from x0.game.v1 import events_pb2, game_pb2, settings_pb2
from x0.puzzle.v1 import puzzle_pb2
from x0.tournament.v1 import service_pb2 as tournaments_pb2
from x0.tournament.v1 import tournament_pb2

from x0_gateway.models import base
from x0_gateway.models import puzzles as pm
from x0_gateway.models import tournaments as tm


def _words(enum: Any) -> Mapping[int, Any]:
    """Number -> word, without the unspecified one: `get` makes that one None."""
    return {v.number: wire.enum_text(enum, v.number) for v in enum.DESCRIPTOR.values if v.number}


def _numbers(enum: Any) -> Mapping[str | None, Any]:
    """Word -> number; None is the unspecified one."""
    return {None: 0} | {word: number for number, word in _words(enum).items()}


MODE: Mapping[int, base.Mode] = _words(settings_pb2.Mode)
RULESET: Mapping[int, base.Ruleset] = _words(settings_pb2.Ruleset)
SHAPE: Mapping[int, base.Shape] = _words(settings_pb2.Shape)
OPENING: Mapping[int, base.OpeningKind] = _words(settings_pb2.OpeningKind)
COLOUR: Mapping[int, base.Colour] = _words(settings_pb2.Colour)
SEAT: Mapping[int, base.Seat] = _words(settings_pb2.Seat)
GAME_STATUS: Mapping[int, base.GameStatus] = _words(game_pb2.GameStatus)
RESULT_REASON: Mapping[int, base.ResultReason] = _words(game_pb2.ResultReason)
FOUL_KIND: Mapping[int, base.FoulKind] = _words(game_pb2.FoulKind)
CHAT_ROOM: Mapping[int, base.ChatRoom] = _words(events_pb2.ChatRoom)
SEEK_KIND: Mapping[int, base.SeekKind] = _words(events_pb2.SeekKind)
SEEK_STATUS: Mapping[int, base.SeekStatus] = _words(events_pb2.SeekStatus)
CLAN_ROLE: Mapping[int, base.ClanRole] = _words(clans_pb2.ClanRole)
CHAT_POLICY: Mapping[int, base.ChatPolicy] = _words(settings_pb2.ChatPolicy)
FORMAT: Mapping[int, tm.Format] = _words(tournament_pb2.Format)
TOURNAMENT_STATUS: Mapping[int, tm.TournamentStatus] = _words(tournament_pb2.TournamentStatus)
PHASE: Mapping[int, tm.Phase] = _words(tournament_pb2.Phase)
PRESENCE: Mapping[int, tm.Presence] = _words(tournament_pb2.Presence)
TIEBREAK: Mapping[int, tm.Tiebreak] = _words(tournament_pb2.Tiebreak)
REPEAT_POLICY: Mapping[int, tm.RepeatPolicy] = _words(tournament_pb2.RepeatPolicy)
BOARD_RESULT: Mapping[int, tm.BoardResult] = _words(tournament_pb2.BoardResult)
BYE_KIND: Mapping[int, tm.ByeKind] = _words(tournament_pb2.ByeKind)
ATTEMPT_STATUS: Mapping[int, pm.AttemptStatus] = _words(puzzle_pb2.AttemptStatus)
VERDICT: Mapping[int, pm.Verdict] = _words(puzzle_pb2.Verdict)

MODE_NUMBER: Mapping[str | None, settings_pb2.Mode.ValueType] = _numbers(settings_pb2.Mode)
RULESET_NUMBER: Mapping[str | None, settings_pb2.Ruleset.ValueType] = _numbers(settings_pb2.Ruleset)
SHAPE_NUMBER: Mapping[str | None, settings_pb2.Shape.ValueType] = _numbers(settings_pb2.Shape)
OPENING_NUMBER: Mapping[str | None, settings_pb2.OpeningKind.ValueType] = _numbers(
    settings_pb2.OpeningKind
)
COLOUR_NUMBER: Mapping[str | None, settings_pb2.Colour.ValueType] = _numbers(settings_pb2.Colour)
SEAT_NUMBER: Mapping[str | None, settings_pb2.Seat.ValueType] = _numbers(settings_pb2.Seat)
GAME_STATUS_NUMBER: Mapping[str | None, game_pb2.GameStatus.ValueType] = _numbers(
    game_pb2.GameStatus
)
CHAT_ROOM_NUMBER: Mapping[str | None, events_pb2.ChatRoom.ValueType] = _numbers(events_pb2.ChatRoom)
SEEK_KIND_NUMBER: Mapping[str | None, events_pb2.SeekKind.ValueType] = _numbers(events_pb2.SeekKind)
CLAN_ROLE_NUMBER: Mapping[str | None, clans_pb2.ClanRole.ValueType] = _numbers(clans_pb2.ClanRole)
CHAT_POLICY_NUMBER: Mapping[str | None, settings_pb2.ChatPolicy.ValueType] = _numbers(
    settings_pb2.ChatPolicy
)
FORMAT_NUMBER: Mapping[str | None, tournament_pb2.Format.ValueType] = _numbers(
    tournament_pb2.Format
)
TIEBREAK_NUMBER: Mapping[str | None, tournament_pb2.Tiebreak.ValueType] = _numbers(
    tournament_pb2.Tiebreak
)
REPEAT_POLICY_NUMBER: Mapping[str | None, tournament_pb2.RepeatPolicy.ValueType] = _numbers(
    tournament_pb2.RepeatPolicy
)
BOARD_RESULT_NUMBER: Mapping[str | None, tournament_pb2.BoardResult.ValueType] = _numbers(
    tournament_pb2.BoardResult
)
TOURNAMENT_GROUP_NUMBER: Mapping[str | None, tournaments_pb2.TournamentGroup.ValueType] = _numbers(
    tournaments_pb2.TournamentGroup
)
EXPORT_FORMAT_NUMBER: Mapping[str | None, tournaments_pb2.ExportFormat.ValueType] = _numbers(
    tournaments_pb2.ExportFormat
)
