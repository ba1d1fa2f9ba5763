"""What must hold of a tournament that is over, from what everybody can read over the gateway."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fault_checks import read_topic
from x0.client import Client
from x0.client.models.tournaments import (
    Standings,
    StandingsRow,
    Tournament,
    TournamentBoard,
    TournamentRound,
)
from x0.game.v1 import events_pb2

POINTS = {
    "win": (1.0, 0.0),
    "draw": (0.5, 0.5),
    "loss": (0.0, 1.0),
    "forfeit_win": (1.0, 0.0),
    "forfeit_loss": (0.0, 1.0),
    "double_forfeit": (0.0, 0.0),
}
BYES = {"full": 1.0, "half": 0.5, "zero": 0.0, "absent": 0.0, "rest": 0.0}
PLAYED = ("win", "draw", "loss")
USUAL = ("buchholz", "berger", "progress")


@dataclass
class Outcome:
    """A whole tournament as a client sees it."""

    tournament: Tournament
    table: Standings
    rounds: list[TournamentRound]
    teams: bool
    faults: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(board.result in PLAYED for one in self.rounds for board in one.boards)

    def pairs(self, one: TournamentRound) -> list[tuple[str, str, float, float]]:
        """Who met, of those who are in the table, and the points of either."""
        if self.teams:
            found = []
            for match in one.matches:
                first, second = POINTS.get(match.result or "", (0.0, 0.0))
                found.append((match.first.player_id, match.second.player_id, first, second))
            return found
        return [
            (board.first.player_id, board.second.player_id, *POINTS[board.result])
            for board in one.boards
            if board.first and board.second and board.result
        ]


async def look(client: Client, tournament_id: str) -> Outcome:
    one = (await client.tournaments.get(tournament_id)).tournament
    table = await client.tournaments.standings(tournament_id, crosstable=True)
    rounds = [await client.tournaments.round(tournament_id, n + 1) for n in range(one.round)]
    return Outcome(one, table, rounds, one.rules.boards > 0)


async def verify(client: Client, kafka: str, tournament_id: str) -> Outcome:
    """`faults` says what is wrong."""
    outcome = await look(client, tournament_id)
    if outcome.tournament.status != "ended" or not outcome.table.final:
        outcome.faults.append(f"it did not end: {outcome.tournament.status}")
    _check_meetings(outcome)
    _check_table(outcome)
    await _check_games(outcome, client, kafka)
    return outcome


def _check_meetings(outcome: Outcome) -> None:
    met = Counter(frozenset(pair[:2]) for one in outcome.rounds for pair in outcome.pairs(one))
    outcome.faults += [f"met {n} times: {sorted(pair)}" for pair, n in met.items() if n > 1]
    byes = Counter(
        bye.player_id for one in outcome.rounds for bye in one.byes if bye.kind == "full"
    )
    outcome.faults += [f"{n} byes: {player}" for player, n in byes.items() if n > 1]
    for one in outcome.rounds:
        busy = Counter(
            [player for pair in outcome.pairs(one) for player in pair[:2]]
            + [bye.player_id for bye in one.byes]
        )
        outcome.faults += [
            f"{n} places in round {one.number}: {player}" for player, n in busy.items() if n > 1
        ]
        for board in one.boards:
            if board.result is None:
                outcome.faults.append(f"no result: round {one.number}, board {board.number}")


def _check_table(outcome: Outcome) -> None:
    rows = {row.player_id: row for row in outcome.table.rows}
    points: dict[str, float] = dict.fromkeys(rows, 0.0)
    for one in outcome.rounds:
        for first, second, one_has, other_has in outcome.pairs(one):
            for player, won in ((first, one_has), (second, other_has)):
                if player in points:
                    points[player] += won
        for bye in one.byes:
            if bye.player_id in points:
                points[bye.player_id] += BYES[bye.kind]
    gone = {row.player_id for row in outcome.table.rows if row.presence in ("left", "removed")}
    robin = outcome.tournament.format == "round_robin"
    for player, row in rows.items():
        # What a round robin does with the games of who left is the withdrawal rule's.
        if row.points != points[player] and not (robin and gone):
            outcome.faults.append(f"{row.name} has {row.points}, the rounds say {points[player]}")
        if row.points != sum(line.points for line in row.lines):
            outcome.faults.append(f"{row.name}: the lines do not sum up to {row.points}")
        if outcome.table.tiebreaks == USUAL and _plain(row, rows):
            _check_values(outcome, row, rows)
    order = [(-row.points, -(row.board_points or 0), *(-v for v in row.values))
             for row in outcome.table.rows]  # fmt: skip
    if order != sorted(order):
        outcome.faults.append("the table is out of order")


def _plain(row: StandingsRow, rows: dict[str, StandingsRow]) -> bool:
    """Whether the rules for unplayed rounds say nothing about this row's tie-breaks."""
    seen = [row, *(rows[line.opponent.player_id] for line in row.lines
                   if line.opponent and line.opponent.player_id in rows)]  # fmt: skip
    return all(line.result in PLAYED for one in seen for line in one.lines)


def _check_values(outcome: Outcome, row: StandingsRow, rows: dict[str, StandingsRow]) -> None:
    """Platform specification, section 3: the three usual tie-breaks, word by word."""
    buchholz = berger = progress = sofar = 0.0
    for line in row.lines:
        assert line.opponent is not None
        other = rows[line.opponent.player_id].points
        buchholz += other
        berger += other * line.points
        sofar += line.points
        progress += sofar
    if list(row.values) != [buchholz, berger, progress]:
        outcome.faults.append(f"{row.name}: {row.values}, not {(buchholz, berger, progress)}")


async def _check_games(outcome: Outcome, client: Client, kafka: str) -> None:
    """Each board is one game, each game one board, and its result the game's."""
    boards: dict[str, tuple[TournamentRound, TournamentBoard]] = {
        board.game_id: (one, board) for one in outcome.rounds for board in one.boards
    }
    finished = Counter[str]()
    for _, value in await read_topic(kafka, "x0.game.finished.v1"):
        message = events_pb2.GameFinished.FromString(value)
        if message.tournament_id == outcome.tournament.tournament_id:
            finished[message.game_id] += 1
            if message.game_id not in boards:
                outcome.faults.append(f"a game of no board: {message.game_id}")
    for game_id, (one, board) in boards.items():
        where = f"round {one.number}, board {board.number}"
        if board.fixed or not (board.first and board.second):
            continue
        if board.result in PLAYED:
            game = await client.games.get(game_id)
            seat = game.result.winner if game.result else "none"
            said = {"first": "win", "second": "loss", None: "draw"}.get(seat)
            if said != board.result:
                outcome.faults.append(f"{where}: {board.result}, the game says {said}")
            if (game.first.player_id, game.second.player_id) != (
                board.first.player_id, board.second.player_id,
            ):  # fmt: skip
                outcome.faults.append(f"{where}: others play that game")
            if not finished[game_id]:
                outcome.faults.append(f"{where}: the log does not know that game")
