"""A game on the screen: board, players, clocks, what happened."""

from __future__ import annotations

from collections.abc import Collection

from x0.client.cli import words
from x0.client.cli.board import Marks, Style, draw, point_name
from x0.client.cli.terminal import clean
from x0.client.models.base import Point, Seat
from x0.client.models.events import GameEvent, Replaced, Said, TurnPlayed
from x0.client.models.games import Turn
from x0.client.view import GameView


def board_text(game: GameView, style: Style, extra: Marks, framed: bool = True) -> str:
    """Board and the lines above it. `extra`: zones and the like; the last stone is framed."""
    stones = game.stones
    last: Collection[Point] = ()
    if framed:
        if game.result is not None and game.result.line:
            last = game.result.line
        elif stones:
            last = (stones[-1].point,)
    marks = Marks(last, extra.zone, extra.candidates, extra.forbidden)
    size, shape = game.settings.board_size, game.settings.shape
    return "\n".join(["", header(game), draw(size, shape, stones, marks, style)])


def header(game: GameView) -> str:
    """Both players with colour, rating and clock; who is to act has the arrow."""
    lines = []
    for seat in ("first", "second"):
        arrow = ">" if game.to_act == seat else " "
        colour = words.colour_text(game.colour_of(seat))
        who = words.player_text(game.player(seat))
        clock = words.clock_text(game.time_left(seat))
        you = " (you)" if game.my_seat == seat else ""
        lines.append(f"{arrow} {colour}  {who}{you}".ljust(38) + f"{clock:>9}")
    lines[0] += f"   {words.settings_text(game.settings)}"
    opening = game.opening.name
    lines[1] += f"   move {game.ply + 1}" + (f", opening {opening}" if opening else "")
    match = game.snapshot.match
    if match is not None and match.total > 1:
        score = f"{match.first_score:g} - {match.second_score:g}"
        lines.append(f"  game {match.number} of {match.total}, {score} before it")
    return "\n".join(lines)


def event_text(game: GameView, event: GameEvent | Replaced) -> str | None:
    """What to tell about a change; None: nothing beyond what the board shows."""
    match event:
        case Replaced():
            return "Back again; the board is as it is now."
        case TurnPlayed():
            return turn_text(game, event.turn)
        case Said():
            return _said(game, event)
        case _ if event.type == "takeback_given":
            return "The move is taken back."
        case _ if event.type == "clocks_adjusted":
            return "The server was away for a moment; the time is given back."
        case _:
            return None


def turn_text(game: GameView, turn: Turn) -> str:
    who = _who(game, turn.seat)
    took = f" ({turn.spent_ms / 1000:.1f} s)"
    match turn.type:
        case "place" if turn.point is not None:
            sign = words.colour_text(turn.colour)
            return f"{who}: {sign} {point_name(turn.point)}{took}"
        case "pick" if turn.point is not None:
            return f"{who}: picks {point_name(turn.point)}{took}"
        case "offer":
            names = " ".join(point_name(point) for point in turn.points)
            return f"{who}: offers {names}{took}"
        case "choose":
            return f"{who}: plays {turn.colour}{took}"
        case "declare":
            return f"{who}: {turn.count} fifth stones will be offered{took}"
        case "add_two":
            return f"{who}: adds one black and one white stone{took}"
        case "keep":
            return f"{who}: does not swap{took}"
        case "swap":
            return f"{who}: swaps colours{took}"
        case "pass":
            return f"{who}: passes{took}"
        case other:
            return f"{who}: {other}{took}"


def _said(game: GameView, event: Said) -> str:
    mine = event.by == game.my_seat
    who = _who(game, event.by)
    asked = "" if mine or game.my_seat is None else " accept / decline"
    match event.type:
        case "draw_offered":
            return f"{who}: a draw?{asked}"
        case "draw_declined":
            return f"{who}: no draw."
        case "takeback_asked":
            return f"{who}: may I take back?{asked}"
        case "takeback_declined":
            return f"{who}: no takeback."
        case "rematch_offered":
            return f"{who}: a rematch?" + asked.replace("accept", "rematch")
        case _:
            return f"{who}: no rematch."


def _who(game: GameView, seat: Seat) -> str:
    return "You" if game.my_seat == seat else clean(game.player(seat).name)
