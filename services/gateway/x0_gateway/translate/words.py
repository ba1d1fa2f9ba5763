"""Enums of the wire as the words of the models, and back."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from servicekit import wire
from x0.game.v1 import events_pb2, game_pb2, settings_pb2

from x0_gateway.models import base

W = TypeVar("W", bound=str)


def _words(enum: Any, _kind: type[W]) -> Mapping[int, W]:
    """Number -> word, without the unspecified one."""
    return {
        value.number: cast(W, wire.enum_text(enum, value.number))
        for value in enum.DESCRIPTOR.values
        if value.number
    }


MODE: Mapping[int, base.Mode] = _words(settings_pb2.Mode, str)  # type: ignore[assignment]
RULESET: Mapping[int, base.Ruleset] = _words(settings_pb2.Ruleset, str)  # type: ignore[assignment]
SHAPE: Mapping[int, base.Shape] = _words(settings_pb2.Shape, str)  # type: ignore[assignment]
