"""The one table of modes: what follows from each, and what may be chosen."""

from typing import get_args

from x0_gateway.models import base
from x0_gateway.models.chat import ChatIn
from x0_gateway.models.meta import Limits, ModeInfo, Modes
from x0_gateway.models.settings import BoardSize, Settings, SettingsIn, TimeControl, TimeControlIn

PAGE_SIZE = 50
MOST_PER_PAGE = 100


def _mode(
    mode: base.Mode,
    ruleset: base.Ruleset,
    opening: base.OpeningKind = "none",
    *,
    rated: bool = False,
    next_mover: base.Colour | None = None,
) -> ModeInfo:
    defaults = Settings(
        mode=mode,
        ruleset=ruleset,
        board_size=15,
        shape="square",
        opening=opening,
        next_mover=next_mover,
        time_control=_control(5, 3),
        rated=rated,
        games=1,
        no_draw=False,
        takebacks=0,
        foul_marks=not rated,
        private=False,
        chat="all",
        draw_ply=0,
    )
    return ModeInfo(mode=mode, rated=rated, defaults=defaults)


def _control(minutes: int, increment: int) -> TimeControl:
    return TimeControl(untimed=False, initial_seconds=minutes * 60, increment_seconds=increment)


CONTROLS = [_control(*c) for c in ((2, 1), (3, 2), (5, 3), (7, 2), (10, 5))]

MODES: dict[base.Mode, ModeInfo] = {
    info.mode: info
    for info in (
        _mode("x0", "renju", rated=True),
        _mode("gomoku", "exact_five", "swap2", rated=True, next_mover="black"),
        _mode("renju", "renju", "taraguchi_10", rated=True),
        _mode("x0_freestyle", "freestyle"),
        _mode("custom", "renju"),
    )
}


def _most(model: type, field: str) -> int:
    """The upper bound that a field of a request states: said once, there."""
    for rule in model.model_fields[field].metadata:  # type: ignore[attr-defined]
        for name in ("le", "max_length"):
            if (found := getattr(rule, name, None)) is not None:
                return int(found)
    raise LookupError(f"{model.__name__}.{field} has no upper bound")


def describe() -> Modes:
    return Modes(
        modes=list(MODES.values()),
        controls=CONTROLS,
        board_sizes=list(get_args(BoardSize)),
        shapes=list(get_args(base.Shape)),
        rulesets=list(get_args(base.Ruleset)),
        openings=list(get_args(base.OpeningKind)),
        limits=Limits(
            games=_most(SettingsIn, "games"),
            takebacks=_most(SettingsIn, "takebacks"),
            initial_seconds=_most(TimeControlIn, "initial_seconds"),
            increment_seconds=_most(TimeControlIn, "increment_seconds"),
            chat_characters=_most(ChatIn, "text"),
            page_size=MOST_PER_PAGE,
        ),
    )
