"""The life of tournaments: what is due is found in the store, by every instance.

Whoever takes one up puts its `due` off for a while, so that others leave it alone, and does what
the phase needs; if that instance dies, `due` comes back. Nothing depends on there being one only:
every step is a conditional update, and games are made under ids that follow from tournament, round
and board.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from servicekit import clock, logs
from servicekit.errors import DomainError
from servicekit.ids import keyed_id
from servicekit.retry import is_transient

from x0_tournament.domain import life
from x0_tournament.domain.format import Format
from x0_tournament.domain.life import Outcomes, Step
from x0_tournament.domain.tournament import Board, Phase, Status, Tournament, request
from x0_tournament.metrics import PAIRING_SECONDS, STEPS
from x0_tournament.service.ports import Games, Pairer, Ratings, Store, Stored
from x0_tournament.service.tournaments import Tournaments

SWEEP_EVERY = 0.3
LEASE_MS = 8_000
RETRY_MS = 1_500
# Pairing has its own time limit, and then the fallback.
PAIRING_LEASE_MS = 60_000
AT_ONCE = 8
BATCH = 100
RATINGS_AT_ONCE = 500
# Steps that follow one another without waiting: begin, pair, ...
MOST_STEPS = 12
# So often a round is paired again because somebody came or went meanwhile: a large one takes long.
PATIENCE = 2

_log = logs.get("x0_tournament.sweeps")


def game_id(tournament: str, round: int, board: int) -> str:
    """The id of the one game of a board."""
    return keyed_id("tournament game", tournament, str(round), str(board))


class Sweeps:
    def __init__(
        self,
        store: Store,
        tournaments: Tournaments,
        games: Games,
        ratings: Ratings,
        pairer: Pairer,
    ) -> None:
        self._store = store
        self._tournaments = tournaments
        self._games = games
        self._ratings = ratings
        self._pairer = pairer

    async def run(self) -> None:
        """Until cancelled. One that takes long, or fails, does not keep the others waiting."""
        working: set[asyncio.Task[None]] = set()
        try:
            while True:
                try:
                    if room := AT_ONCE - len(working):
                        for id in await self._store.due(clock.now_ms(), room):
                            task = asyncio.create_task(self._push(id))
                            working.add(task)
                            task.add_done_callback(working.discard)
                except Exception as error:
                    if not is_transient(error):
                        raise
                    _log.warning("sweep waits", **logs.describe(error))
                await asyncio.sleep(SWEEP_EVERY)
        finally:
            for task in working:
                task.cancel()

    async def _push(self, id: str) -> None:
        try:
            await self.push(id)
        except Exception as error:
            level = _log.warning if is_transient(error) else _log.error
            level("a tournament waits", **logs.describe(error))

    async def push(self, id: str) -> None:
        """All that is due of one tournament."""
        stored = await self._store.load(id)
        now = clock.now_ms()
        if stored is None or not stored.tournament.due or stored.tournament.due > now:
            return
        until = now + _lease(stored.tournament)
        if not await self._store.claim(stored.tournament, until):
            return
        lost = 0
        for _ in range(MOST_STEPS):
            now = clock.now_ms()
            t = replace(stored.tournament, due=now)
            try:
                made = await self._work(t, now)
            except Exception:
                # Something is away: sooner again than after a crash.
                await self._store.set_due(stored.tournament, clock.now_ms() + RETRY_MS)
                raise
            if isinstance(made, int):
                if await self._store.set_due(stored.tournament, made):
                    return
            else:
                after = made.tournament
                now = clock.now_ms()
                more = 0 < after.due <= now
                longer = now + _lease(after)
                if more:  # still ours
                    made = replace(made, tournament=replace(after, due=longer))
                if await self._tournaments.save(stored, made):
                    STEPS.labels(made.changes[0].kind).inc()
                    if not more:
                        return
                    until = longer
                elif lost >= PATIENCE and after.phase is Phase.PAIRED and t.format is Format.SWISS:
                    await self._seat_anyway(after)
                    return
                else:
                    lost += 1
            again = await self._store.load(id)
            if again is None or again.tournament.due != until:
                return
            stored = again
        await self._store.set_due(stored.tournament, clock.now_ms())

    async def _seat_anyway(self, made: Tournament) -> None:
        await self._tournaments.change(made.id, lambda t, now: life.seated_anyway(t, made, now))

    async def _work(self, t: Tournament, now: int) -> Step | int:
        """The next step, or when to look again."""
        if t.status is Status.OPEN:
            t = await self._with_ratings(t)
        made = life.advance(t, now)
        if made is None and t.phase is Phase.PAIRING:
            made = await self._pair(t)
        if made is None and t.phase is Phase.STARTING:
            await self._games.create(t, len(t.rounds), life.running_boards(t))
            made = life.started(t, clock.now_ms())
        if made is None and t.phase is Phase.PLAYING:
            found = await self._ask(t, life.running_boards(t))
            made = life.results(t, found, clock.now_ms())
            return made or life.next_check(t, clock.now_ms())
        return made or now + LEASE_MS

    async def _with_ratings(self, t: Tournament) -> Tournament:
        """As they are at the start: weeks may lie between that and the entry."""
        players = [one for entry in t.active for one in entry.members or (entry.id,)]
        found: dict[str, float] = {}
        try:
            for start in range(0, len(players), RATINGS_AT_ONCE):
                part = players[start : start + RATINGS_AT_ONCE]
                now = await self._ratings.ratings(t.rules.mode, part)
                found.update(zip(part, now, strict=True))
        except DomainError as error:
            # Better on time with the ratings of the entry.
            _log.warning("a start without fresh ratings", **logs.describe(error))
        return life.rated(t, found)

    async def _pair(self, t: Tournament) -> Step | None:
        if t.format is Format.ROUND_ROBIN:
            return life.round_robin(t, clock.now_ms())
        with PAIRING_SECONDS.time():
            outcome = await self._pairer.pair(request(t), t.rules.policy)
        return life.swiss(t, outcome, clock.now_ms())

    async def _ask(
        self, t: Tournament, boards: Mapping[int, Board], *, no_show: bool = True
    ) -> list[Outcomes]:
        """Results that the game service knows; a game that is not there is made."""
        number = len(t.rounds)
        found = []
        listed = list(boards.items())
        for start in range(0, len(listed), BATCH):
            part = listed[start : start + BATCH]
            ids = [game_id(t.id, number, board) for board, _ in part]
            games = await self._games.settle(ids, t.rules.no_show_ms if no_show else 0)
            missing = {}
            for (place, board), game in zip(part, games, strict=True):
                if not game.status:
                    missing[place] = board
                elif game.status != "active":
                    found.append(
                        life.outcome(
                            number,
                            place,
                            board,
                            finished=game.status == "finished",
                            winner=game.winner,
                            absent=game.absent,
                        )
                    )
            if missing:
                await self._games.create(t, number, missing)
        return found

    async def finished(self, games: Mapping[str, list[tuple[int, int, str]]]) -> None:
        """Games that the log says are over, by tournament: round, board, game.

        A game that is none of ours, or of a board that is not there, changes nothing. One result
        of a board may come before its round is read here as started: it counts all the same.
        """
        for id, places in games.items():
            stored = await self._store.load(id)
            if stored is None:
                continue
            ours = [
                (round, board)
                for round, board, game in places
                if game == game_id(id, round, board) and _board(stored, round, board)
            ]
            outcomes: list[Outcomes] = []
            for start in range(0, len(ours), BATCH):
                part = ours[start : start + BATCH]
                ids = [game_id(id, round, board) for round, board in part]
                for (round, board), game in zip(
                    part, await self._games.settle(ids, 0), strict=True
                ):
                    seats = _board(stored, round, board)
                    if seats is not None and game.status in ("finished", "aborted"):
                        outcomes.append(
                            life.outcome(
                                round,
                                board,
                                seats,
                                finished=game.status == "finished",
                                winner=game.winner,
                                absent=game.absent,
                            )
                        )
            if outcomes:
                await self._tournaments.change(
                    id,
                    lambda t, now, found=outcomes: life.results(t, found, now),  # type: ignore[misc]
                )


def _board(stored: Stored, round: int, board: int) -> Board | None:
    one = stored.tournament.round(round)
    return one.board(board) if one else None


def _lease(t: Tournament) -> int:
    return PAIRING_LEASE_MS if t.phase is Phase.PAIRING and t.format is Format.SWISS else LEASE_MS
