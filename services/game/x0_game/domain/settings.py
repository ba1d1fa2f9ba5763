"""What a game is created from (platform.md 1), validated and completed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from x0_game.domain.errors import BadSettings

Mode = Literal["x0", "gomoku", "renju", "x0_freestyle", "custom"]
Colour = Literal["black", "white"]
# Who may chat at a game: nobody, those who play it, or spectators in their room too.
ChatPolicy = Literal["off", "players", "all"]

MODES: tuple[Mode, ...] = ("x0", "gomoku", "renju", "x0_freestyle", "custom")
CHAT_POLICIES: tuple[ChatPolicy, ...] = ("off", "players", "all")
RATED_MODES: tuple[Mode, ...] = ("x0", "gomoku", "renju")
RULESETS = ("renju", "exact_five", "freestyle")
OPENINGS = (
    "none",
    "pro",
    "long_pro",
    "swap",
    "swap2",
    "taraguchi_10",
    "rif",
    "soosorv_8",
    "yamaguchi",
)
# Shapes are cut from 15x15 at least (rules.md 1).
BOARDS = {
    "square": (9, 13, 15, 19, 20),
    "octagon": (15, 19, 20),
    "cross": (15, 19, 20),
}
# Openings named by the 26 patterns need a centre to be counted from.
CENTRED_OPENINGS = ("pro", "long_pro", "taraguchi_10", "rif", "soosorv_8", "yamaguchi")

MAX_INITIAL_SECONDS = 180 * 60
MAX_INCREMENT_SECONDS = 60
MAX_GAMES = 20
MAX_TAKEBACKS = 100
MAX_DRAW_PLY = 400


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Fischer clock: `initial_seconds` each and `increment_seconds` a turn; or no clock."""

    untimed: bool = False
    initial_seconds: int = 300
    increment_seconds: int = 3

    def __str__(self) -> str:
        if self.untimed:
            return "untimed"
        minutes, seconds = divmod(self.initial_seconds, 60)
        base = f"{minutes}" if not seconds else f"{minutes}:{seconds:02}"
        return f"{base}+{self.increment_seconds}"


@dataclass(frozen=True, slots=True)
class Settings:
    """`chat` and `draw_ply` (a draw can be agreed from this ply on) differ from what is usual in
    tournament games only; documents from before they were there lack them."""

    mode: Mode
    ruleset: str
    board_size: int
    shape: str
    opening: str
    next_mover: Colour
    time_control: TimeControl
    rated: bool
    games: int
    no_draw: bool
    takebacks: int
    foul_marks: bool
    private: bool
    chat: ChatPolicy = "all"
    draw_ply: int = 0

    @property
    def pool(self) -> str:
        """Quick pairing pairs within one pool: same mode, control and rated or not."""
        rated = "rated" if self.rated else "casual"
        return f"{self.mode}:{self.time_control}:{rated}"


@dataclass(frozen=True, slots=True)
class _ModeRules:
    ruleset: str
    opening: str
    next_mover: Colour = "white"


_MODE_RULES: dict[str, _ModeRules] = {
    "x0": _ModeRules("renju", "none"),
    # Decision 7: in mode gomoku Black moves after Swap2.
    "gomoku": _ModeRules("exact_five", "swap2", "black"),
    "renju": _ModeRules("renju", "taraguchi_10"),
    "x0_freestyle": _ModeRules("freestyle", "none"),
}


def make_settings(
    mode: str,
    time_control: TimeControl,
    *,
    rated: bool,
    ruleset: str | None = None,
    board_size: int | None = None,
    shape: str | None = None,
    opening: str | None = None,
    next_mover: Colour | None = None,
    games: int = 1,
    no_draw: bool = False,
    takebacks: int = 0,
    foul_marks: bool | None = None,
    private: bool = False,
    chat: ChatPolicy = "all",
    draw_ply: int = 0,
) -> Settings:
    """Completes and checks settings; `None` means "as the mode has it".

    Raises:
        BadSettings: with the field in `details["field"]`.
    """
    if mode not in MODES:
        raise _bad("mode", f"mode is one of {', '.join(MODES)}")
    rules = _MODE_RULES.get(mode)
    if rules is not None:
        _same("ruleset", ruleset, rules.ruleset, mode)
        _same("opening", opening, rules.opening, mode)
        _same("board_size", board_size, 15, mode)
        _same("shape", shape, "square", mode)
        _same("next_mover", next_mover, rules.next_mover, mode)
    else:
        rules = _ModeRules(ruleset or "renju", opening or "none", next_mover or "white")
    size = board_size or 15
    form = shape or "square"
    if rules.ruleset not in RULESETS:
        raise _bad("ruleset", f"ruleset is one of {', '.join(RULESETS)}")
    if rules.opening not in OPENINGS:
        raise _bad("opening", f"opening is one of {', '.join(OPENINGS)}")
    if form not in BOARDS:
        raise _bad("shape", f"shape is one of {', '.join(BOARDS)}")
    if size not in BOARDS[form]:
        sizes = ", ".join(str(n) for n in BOARDS[form])
        raise _bad("board_size", f"a {form} board has size {sizes}")
    if rules.opening in CENTRED_OPENINGS and size % 2 == 0:
        raise _bad("opening", f"{rules.opening} needs a board with a centre point (odd size)")
    if rated and mode not in RATED_MODES:
        raise _bad("rated", f"rated games are played in {', '.join(RATED_MODES)} only")
    if rated and time_control.untimed:
        raise _bad("time_control", "a rated game has a clock")
    if rated and takebacks:
        raise _bad("takebacks", "takebacks are for casual games")
    if not 0 <= takebacks <= MAX_TAKEBACKS:
        raise _bad("takebacks", f"takebacks is 0 to {MAX_TAKEBACKS}")
    if not 1 <= games <= MAX_GAMES:
        raise _bad("games", f"a match has 1 to {MAX_GAMES} games")
    if chat not in CHAT_POLICIES:
        raise _bad("chat", f"chat is one of {', '.join(CHAT_POLICIES)}")
    if not 0 <= draw_ply <= MAX_DRAW_PLY:
        raise _bad("draw_ply", f"draw_ply is 0 to {MAX_DRAW_PLY}")
    return Settings(
        mode=mode,
        ruleset=rules.ruleset,
        board_size=size,
        shape=form,
        opening=rules.opening,
        next_mover=rules.next_mover,
        time_control=_check_control(time_control),
        rated=rated,
        games=games,
        no_draw=no_draw,
        takebacks=takebacks,
        foul_marks=(not rated) if foul_marks is None else foul_marks,
        private=private,
        chat=chat,
        draw_ply=draw_ply,
    )


def check_outside_tournaments(settings: Settings) -> None:
    """Raises BadSettings: what only a tournament may ask of its games."""
    if settings.chat != "all":
        raise _bad("chat", "who may chat is limited in tournament games only")
    if settings.draw_ply:
        raise _bad("draw_ply", "draws are put off in tournament games only")


def _check_control(control: TimeControl) -> TimeControl:
    if control.untimed:
        return replace(control, initial_seconds=0, increment_seconds=0)
    if not 0 <= control.initial_seconds <= MAX_INITIAL_SECONDS:
        raise _bad("time_control", f"the clock starts with 0 to {MAX_INITIAL_SECONDS} seconds")
    if not 0 <= control.increment_seconds <= MAX_INCREMENT_SECONDS:
        raise _bad("time_control", f"the increment is 0 to {MAX_INCREMENT_SECONDS} seconds")
    if control.initial_seconds + control.increment_seconds == 0:
        raise _bad("time_control", "0+0 is no time at all; for a game without clock say untimed")
    if control.initial_seconds == 0:
        # With nothing on the clock the first stone could not be placed: the first
        # increment is given beforehand.
        return replace(control, initial_seconds=control.increment_seconds)
    return control


def _same(field: str, given: object, wanted: object, mode: str) -> None:
    if given is not None and given != wanted:
        raise _bad(field, f"mode {mode} has {field} {wanted}; choose mode custom to change it")


def _bad(field: str, message: str) -> BadSettings:
    return BadSettings("bad_settings", message, field=field)
