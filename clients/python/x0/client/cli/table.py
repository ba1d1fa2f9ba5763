"""A player at the board: lines become actions, events become text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from x0.client.cli import words
from x0.client.cli.board import Marks, Style, parse_point
from x0.client.cli.commands import HELP, split
from x0.client.cli.opening import OpeningPrompt
from x0.client.cli.screen import board_text, event_text
from x0.client.cli.terminal import Terminal, clean
from x0.client.client import Client
from x0.client.errors import ClientError, Refused, Unreachable
from x0.client.models.base import other_seat
from x0.client.models.chat import ChatLine
from x0.client.models.events import GameEvent, Replaced
from x0.client.view import GameView

# Told when the own clock falls below, in seconds.
WARNINGS = (60, 30, 10)
RATED_SECONDS = 10.0


class Table:
    """`play` returns the id of the next game, or None when the player leaves."""

    def __init__(self, client: Client, game: GameView, terminal: Terminal, style: Style) -> None:
        self._client = client
        self._game = game
        self._terminal = terminal
        self._style = style
        self._opening: OpeningPrompt | None = None
        self._confirm: Callable[[], Awaitable[int]] | None = None
        self._warned: set[int] = set()
        self._said_over = False
        self._leaving = False

    async def play(self) -> str | None:
        game = self._game
        events = game.events()
        chat = await self._client.chat(game.game_id, "players")
        chat.on_line = self._chat
        self._show()
        if not game.active:
            await self._over()
        next_event = asyncio.ensure_future(anext(events))
        next_line = asyncio.ensure_future(self._terminal.line())
        try:
            while not self._leaving:
                done, _ = await asyncio.wait(
                    {next_event, next_line},
                    timeout=self._till_warning(),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if next_event in done:
                    await self._event(next_event.result())
                    next_event = asyncio.ensure_future(anext(events))
                if next_line in done:
                    line = next_line.result()
                    if line is None:
                        return None
                    await self._line(line)
                    next_line = asyncio.ensure_future(self._terminal.line())
                if not done:
                    self._warn()
                if (following := game.live.next_game_id) is not None and not game.active:
                    return following
            return None
        finally:
            next_event.cancel()
            next_line.cancel()
            await asyncio.gather(next_event, next_line, return_exceptions=True)
            await self._client.link.leave(chat.topic)

    # Showing

    def _show(self, extra: Marks | None = None) -> None:
        prompt = self._prompt_of_opening()
        marks = extra or (
            prompt.marks() if prompt else Marks(candidates=self._game.opening.offered)
        )
        self._terminal.say(board_text(self._game, self._style, marks))
        self._ask()

    def _ask(self) -> None:
        game = self._game
        if not game.active:
            self._terminal.prompt("rematch, chat or quit >")
        elif not game.my_turn:
            other = clean(game.player(game.to_act or "first").name)
            self._terminal.prompt(f"waiting for {other} >")
        elif (prompt := self._prompt_of_opening()) is not None:
            self._terminal.say(prompt.question())
            self._terminal.prompt("opening >")
        else:
            sign = words.colour_text(game.live.colour_to_place)
            self._terminal.prompt(f"your move, {sign} >")

    def _prompt_of_opening(self) -> OpeningPrompt | None:
        """The one of this turn; candidates that were gathered stay in it."""
        game = self._game
        state = game.opening
        if not game.active or not game.my_turn or state.done or not state.choices:
            self._opening = None
        elif self._opening is None or self._opening.state != state:
            self._opening = OpeningPrompt(state, game.settings.board_size)
        return self._opening

    async def _event(self, event: GameEvent | Replaced) -> None:
        self._confirm = None
        text = event_text(self._game, event)
        if text is not None:
            self._terminal.say("\n" + text)
        if event.type in ("turn_played", "takeback_given", "replaced", "ended"):
            if self._game.active:
                self._show()
            else:
                await self._over()
        elif event.type != "next_game_set":
            self._ask()

    async def _over(self) -> None:
        if self._said_over:
            return
        self._said_over = True
        game = self._game
        self._terminal.say(board_text(game, self._style, Marks()))
        self._terminal.say("\n" + words.game_result(game.snapshot, game.my_seat))
        if game.result is not None and game.result.foul is not None:
            self._terminal.say(words.foul_lines(game.result.foul))
        if game.settings.rated and game.status == "finished" and game.my_seat is not None:
            await self._rating()
        self._ask()

    async def _rating(self) -> None:
        try:
            rated = await self._client.rated(self._game.game_id, RATED_SECONDS)
        except (TimeoutError, ClientError):
            self._terminal.say("The new rating is not there yet: see x0 ratings later.")
            return
        mine = rated.first if self._game.my_seat == "first" else rated.second
        change = mine.after - mine.before
        self._terminal.say(f"Your rating: {mine.before:.0f} -> {mine.after:.0f} ({change:+.1f})")

    def _chat(self, line: ChatLine) -> None:
        if line.player_id != self._client.player_id:
            self._terminal.say(f"\n{clean(line.name)}: {clean(line.text)}")
            self._ask()

    # The own clock

    def _till_warning(self) -> float | None:
        game = self._game
        if not game.active or not game.my_turn or game.my_seat is None:
            return None
        left = game.time_left(game.my_seat)
        if left is None:
            return None
        coming = [limit for limit in WARNINGS if limit < left and limit not in self._warned]
        return max(0.05, left - coming[0]) if coming else None

    def _warn(self) -> None:
        seat = self._game.my_seat
        left = self._game.time_left(seat) if seat is not None else None
        if left is None:
            return
        passed = [limit for limit in WARNINGS if left <= limit and limit not in self._warned]
        if passed:
            self._warned.update(passed)
            self._terminal.say(f"\nYour clock: {words.clock_text(left)}")
            self._ask()

    # Lines

    async def _line(self, line: str) -> None:
        confirm, self._confirm = self._confirm, None
        try:
            if confirm is not None:
                if line.lower() in ("yes", "y"):
                    await confirm()
                    return
                self._terminal.say("Not done.")
            elif line and await self._answer(line):
                return  # an event will show what came of it
        except ValueError as error:
            self._terminal.say(str(error))
        except Unreachable as error:
            self._terminal.say(f"{error}. Is the server away? Try again, or look with: board")
        except Refused as error:
            self._terminal.say(refusal_text(error))
        if not self._leaving and self._confirm is None:
            self._ask()

    async def _answer(self, line: str) -> bool:
        """Whether something was sent to the server."""
        prompt = self._prompt_of_opening()
        if prompt is not None:
            try:
                action = prompt.take(line)
            except LookupError:
                pass
            else:
                if action is None:
                    self._show()
                    return True
                await self._game.act(action, ply=self._game.ply)
                return True
        found = split(line)
        if found is not None:
            return await self._command(*found)
        game = self._game
        if not game.active:
            raise ValueError("the game is over; say rematch, chat TEXT or quit")
        try:
            point = parse_point(line, game.settings.board_size)
        except ValueError as error:
            raise ValueError(f"{error}; or say help") from None
        if any(mark.point == point for mark in game.live.forbidden) and game.my_turn:
            # Known only where the game shows its fouls.
            self._terminal.prompt(f"{line.upper()} is a foul and loses. Play it? yes / no >")
            self._confirm = lambda: game.place(point)
            return False
        await game.place(point)
        return True

    async def _command(self, word: str, rest: str) -> bool:
        game = self._game
        match word:
            case "help":
                self._terminal.say(HELP)
                return False
            case "board":
                self._show()
                return True
            case "fouls":
                return self._fouls()
            case "quit":
                self._leaving = True
                return False
            case "chat":
                if not rest:
                    raise ValueError("say what: chat TEXT")
                await self._client.say(game.game_id, rest)
                return False
            case "resign":
                self._terminal.prompt("Resign? yes / no >")
                self._confirm = game.resign
                return False
            case "accept" | "decline":
                await self._reply(word)
            case "rematch":
                await game.rematch()
            case _:
                await self._simple()[word]()
        return True

    def _simple(self) -> dict[str, Callable[[], Awaitable[int]]]:
        game = self._game
        return {
            "pass": game.pass_turn,
            "draw": game.offer_draw,
            "takeback": game.ask_takeback,
            "claim": game.claim_no_draw,
            "abort": game.abort,
        }

    async def _reply(self, word: str) -> None:
        game, live = self._game, self._game.live
        if game.my_seat is None:
            raise ValueError("you only watch this game")
        other = other_seat(game.my_seat)
        if live.draw_offered_by == other:
            await (game.accept_draw if word == "accept" else game.decline_draw)()
        elif live.takeback_asked_by == other:
            await (game.accept_takeback if word == "accept" else game.decline_takeback)()
        elif live.rematch_offered_by == other:
            await (game.rematch if word == "accept" else game.decline_rematch)()
        else:
            raise ValueError("nothing is offered or asked")

    def _fouls(self) -> bool:
        game = self._game
        if game.settings.ruleset != "renju":
            raise ValueError("this game has no fouls")
        if not game.settings.foul_marks:
            raise ValueError("this game is played without foul marks: watch out yourself")
        points = [mark.point for mark in game.live.forbidden]
        if not points:
            raise ValueError("no point is forbidden now (fouls concern X on move)")
        self._show(Marks(forbidden=points))
        return True


def refusal_text(error: Refused) -> str:
    """For people: the server's words, and the pair where two points are equal."""
    text = error.message
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
