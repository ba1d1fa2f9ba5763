"""Finished games and deleted accounts from the log; events of tournaments to the log."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from google.protobuf.message import DecodeError
from servicekit.kafka import Poison, Record
from servicekit.outbox import OutEvent
from servicekit.wire import timestamp
from x0.account.v1 import events_pb2 as account_events
from x0.game.v1 import events_pb2 as game_events
from x0.tournament.v1 import events_pb2 as pb

from x0_tournament.domain.life import Change, Step
from x0_tournament.domain.tournament import Phase, Status, Tournament, table
from x0_tournament.rpc import translate
from x0_tournament.service.departures import Departures
from x0_tournament.service.sweeps import Sweeps

FINISHED_TOPIC = "x0.game.finished.v1"
TOPIC = "x0.tournament.events.v1"
ACCOUNT_TOPIC = "x0.account.events.v1"
GROUP = "tournament"
ACCOUNT_GROUP = "tournament-accounts"
# Rows of the final table that its event carries: all of them, but of the very largest.
TOP = 1_000


class WireCodec:
    def event(self, step: Step) -> OutEvent:
        t = step.tournament
        message = pb.TournamentEvent(
            tournament_id=t.id,
            version=t.version,
            time=timestamp(step.time),
            tournament=translate.tournament_message(t),
            changes=[_change(t, change) for change in step.changes],
        )
        concerned = _concerned(t, step.changes)
        return OutEvent(
            version=t.version,
            topic=TOPIC,
            key=t.id,
            type=f"x0.tournament.{step.changes[0].kind}.v1",
            value=message.SerializeToString(),
            # As on game events: whoever serves these players need not parse the rest.
            headers={"x0_players": ",".join(concerned)} if concerned else {},
        )


# What those who take part are told of wherever they are.
_FOR_ALL = frozenset({"started", "paired", "ended", "cancelled"})


def _concerned(t: Tournament, changes: Sequence[Change]) -> list[str]:
    """Players whom an event concerns, those of teams too."""
    ids: dict[str, None] = {}
    for change in changes:
        postponed = change.act is not None and change.act.kind == "postpone"
        countdown = change.kind == "phase" and t.phase is not Phase.STARTING
        if change.kind in _FOR_ALL or postponed or countdown:
            here = (e.id for e in t.entries.values() if e.here)
            ids.update(dict.fromkeys(here))
        if change.kind == "entries":
            ids.update(dict.fromkeys(change.players))
    if not t.rules.team:
        return list(ids)
    players: dict[str, None] = {}
    for id in ids:
        entry = t.entries[id]
        players.update(dict.fromkeys((entry.captain, *entry.members)))
    return list(players)


def _change(t: Tournament, change: Change) -> pb.Change:
    message = pb.Change()
    if change.kind == "entries":
        message.participants_changed.participants.extend(
            translate.participant_message(t.entries[name]) for name in change.players
        )
    elif change.kind == "paired":
        message.round_paired.round.CopyFrom(translate.round_message(t, t.rounds[change.round - 1]))
    elif change.kind == "results":
        one = t.rounds[change.round - 1]
        message.standings_changed.round = one.number
        named = translate.names(t)
        message.standings_changed.boards.extend(
            translate.board_message(t, one, number, named) for number in change.boards
        )
    elif change.kind == "act" and change.act is not None:
        message.acted.act.CopyFrom(translate.act_message(change.act))
    elif change.kind in ("ended", "cancelled"):
        message.ended.SetInParent()
        if t.status is Status.ENDED:
            rows = table(t).rows[:TOP]
            message.ended.top.extend(translate.row_message(t, row) for row in rows)
    else:
        name = {"created": "created", "started": "started", "phase": "phase_changed"}[change.kind]
        cast(Any, getattr(message, name)).SetInParent()
    return message


def decode(value: bytes) -> tuple[str, int, int, str] | None:
    """Tournament, round, board and game; None of a game of no tournament."""
    try:
        message = game_events.GameFinished.FromString(value)
    except DecodeError as error:
        raise Poison(f"not a GameFinished: {error}") from None
    if not message.tournament_id:
        return None
    return message.tournament_id, message.round, message.board, message.game_id


class Finished:
    """Handler of the consumer loop."""

    def __init__(self, sweeps: Sweeps) -> None:
        self._sweeps = sweeps

    async def handle(self, batch: list[Record]) -> None:
        found: dict[str, list[tuple[int, int, str]]] = {}
        for record in batch:
            if (game := decode(record.value)) is not None:
                found.setdefault(game[0], []).append(game[1:])
        if found:
            await self._sweeps.finished(cast(Mapping[str, list[tuple[int, int, str]]], found))


class Accounts:
    """Handler of the consumer loop: who has deleted the account. Of clans nothing is told."""

    def __init__(self, departures: Departures) -> None:
        self._departures = departures

    async def handle(self, batch: list[Record]) -> None:
        gone: list[str] = []
        for record in batch:
            try:
                event = account_events.AccountEvent.FromString(record.value)
            except DecodeError as error:
                raise Poison(f"not an AccountEvent: {error}") from None
            if event.WhichOneof("event") == "player_deleted":
                gone.append(event.player_id)
        if gone:
            await self._departures.deleted(gone)
