"""Games in words."""

from __future__ import annotations

from x0.client.cli.board import STONES, point_name
from x0.client.cli.terminal import clean
from x0.client.models.base import Colour, Seat
from x0.client.models.games import Foul, GameSummary, Player, Result, Snapshot
from x0.client.models.settings import Settings

REASONS = {
    "five": "five in a row",
    "overline": "six or more in a row",
    "foul": "a foul",
    "full_board": "the board is full",
    "passes": "both passed",
    "resignation": "resignation",
    "time": "time",
    "agreed_draw": "agreement",
    "no_draw": "a no-draw claim",
}
FOULS = {"overline": "overline", "double_four": "double four", "double_three": "double three"}
OPENINGS = {
    "none": "no opening", "pro": "Pro", "long_pro": "Long Pro", "swap": "Swap", "swap2": "Swap2",
    "taraguchi_10": "Taraguchi-10", "rif": "RIF", "soosorv_8": "Soosorv-8",
    "yamaguchi": "Yamaguchi",
}  # fmt: skip


def player_text(player: Player) -> str:
    name = clean(player.name)
    if player.rating is not None:
        return f"{name} ({player.rating:.0f})"
    return f"{name} (guest)" if player.guest else name


def colour_text(colour: Colour | None) -> str:
    return "?" if colour is None else STONES[colour]


def settings_text(settings: Settings) -> str:
    parts = [settings.mode, str(settings.time_control), "rated" if settings.rated else "casual"]
    if settings.mode == "custom":
        parts.insert(1, f"{settings.ruleset} {settings.board_size}x{settings.board_size}")
    if settings.opening != "none":
        parts.append(OPENINGS.get(settings.opening, settings.opening))
    if settings.no_draw:
        parts.append("no draw")
    return ", ".join(parts)


def clock_text(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    if seconds < 10:
        # Cut, not rounded: 9.97 must not become ten.
        return f"0:0{int(max(0.0, seconds) * 10) / 10:.1f}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def result_text(result: Result | None, first: str, second: str, me: Seat | None = None) -> str:
    """`Ann wins by five in a row.`; an aborted game has no result."""
    if result is None:
        return "The game was aborted."
    reason = REASONS.get(result.reason, result.reason.replace("_", " "))
    if result.winner is None:
        return f"A draw: {reason}."
    winner = "You win" if result.winner == me else None
    if winner is None:
        winner = f"{first if result.winner == 'first' else second} wins"
    text = f"{winner} on time" if result.reason == "time" else f"{winner} by {reason}"
    if result.foul is not None:
        kind = FOULS.get(result.foul.kind, result.foul.kind)
        text += f": {kind} at {point_name(result.foul.point)}"
    return text + "."


def foul_lines(foul: Foul) -> str:
    """Each line that proves a foul, with the points that make it one."""
    told = []
    for line in foul.lines:
        text = f"  {line.kind}: {' '.join(point_name(p) for p in line.stones)}"
        points = " or ".join(point_name(p) for p in line.extends)
        if points and line.kind == "four":
            text += f", five with {points}"
        elif points and line.kind == "three":
            text += f", a straight four with {points}"
        told.append(text)
    return "\n".join(told)


def game_result(game: Snapshot | GameSummary, me: Seat | None = None) -> str:
    return result_text(game.result, clean(game.first.name), clean(game.second.name), me)


def table(rows: list[list[str]], head: list[str]) -> str:
    """Columns side by side; numbers to the right."""
    everything = [head, *rows]
    widths = [max(len(row[i]) for row in everything) for i in range(len(head))]
    right = [
        bool(rows) and all(row[i][:1].isdigit() or row[i][:1] in "+-" for row in rows)
        for i in range(len(head))
    ]
    lines = []
    for row in everything:
        cells = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
