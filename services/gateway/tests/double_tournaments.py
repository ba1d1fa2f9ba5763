"""Tournaments of a small service: one that is known, and what was asked is kept."""

from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp
from servicekit.errors import NotFound, Unavailable
from x0.game.v1 import settings_pb2
from x0.tournament.v1 import service_pb2 as pb
from x0.tournament.v1 import tournament_pb2 as tp
from x0.tournament.v1.service_pb2_grpc import TournamentServiceServicer

NOW = Timestamp(seconds=5)
ID = "x0-tuesday:2026-12-01"


def tournament(id: str = ID, **more: Any) -> tp.Tournament:
    rules = tp.Rules(
        name="X-0 Tuesday",
        mode=settings_pb2.MODE_X0,
        time_control=settings_pb2.TimeControl(initial_seconds=180, increment_seconds=2),
        start=NOW,
        minimum=2,
        maximum=5000,
        late_entry=True,
        tiebreaks=[tp.TIEBREAK_BUCHHOLZ, tp.TIEBREAK_BERGER],
        repeat_policy=tp.REPEAT_POLICY_END_EARLY,
        no_show_seconds=120,
        break_seconds=30,
        lead_seconds=10,
    )
    return tp.Tournament(
        tournament_id=id,
        version=1,
        rules=rules,
        series="x0-tuesday",
        status=tp.TOURNAMENT_STATUS_OPEN,
        created_at=NOW,
        **more,
    )


class Tournaments(TournamentServiceServicer):
    """`asked` are the requests that change something, in their order."""

    def __init__(self) -> None:
        self.known: dict[str, tp.Tournament] = {ID: tournament()}
        self.own: list[str] = []
        self.asked: list[Any] = []
        # How often own lists were asked for.
        self.lists = 0
        self.away = False

    def _one(self, id: str) -> tp.Tournament:
        if id not in self.known:
            raise NotFound("unknown_tournament", "there is no such tournament")
        return self.known[id]

    def play(self) -> None:
        """Ann has beaten Bob on board 1 of round 1."""
        one = self._one(ID)
        one.version += 1
        one.status = tp.TOURNAMENT_STATUS_RUNNING
        one.phase = tp.PHASE_PLAYING
        one.round, one.total_rounds, one.participants = 1, 3, 3

    async def ListTournaments(self, request: Any, context: Any) -> pb.ListTournamentsResponse:
        self.asked.append(request)
        return pb.ListTournamentsResponse(
            tournaments=self.known.values(),
            next_page_token="more" if request.page_size == 1 else "",
        )

    async def ListOwnTournaments(self, request: Any, context: Any) -> pb.ListOwnTournamentsResponse:
        self.lists += 1
        if self.away:
            raise Unavailable("unavailable", "not now")
        return pb.ListOwnTournamentsResponse(tournaments=[self._one(id) for id in self.own])

    async def GetTournament(self, request: Any, context: Any) -> pb.GetTournamentResponse:
        found = pb.GetTournamentResponse(tournament=self._one(request.tournament_id))
        if request.caller_player_id == "ann":
            found.own.CopyFrom(_ann())
            found.own.byes[2] = tp.BYE_KIND_HALF
            if found.tournament.round:
                found.own_board.CopyFrom(_board())
        return found

    async def ListParticipants(self, request: Any, context: Any) -> pb.ListParticipantsResponse:
        return pb.ListParticipantsResponse(version=1, participants=[_ann()])

    async def GetStandings(self, request: Any, context: Any) -> pb.GetStandingsResponse:
        one = self._one(request.tournament_id)
        line = tp.Line(
            round=1,
            points=1,
            opponent_player_id="bob",
            opponent_name="Bob",
            first=True,
            result=tp.BOARD_RESULT_WIN,
            game_id="g1",
        )
        row = tp.Row(
            rank=1, player_id="ann", name="Ann", number=1, rating=1500, points=1, values=[0.5, 0],
            presence=tp.PRESENCE_ACTIVE,
            lines=[line] if request.crosstable or request.player_id else [],
        )  # fmt: skip
        return pb.GetStandingsResponse(
            version=one.version,
            rounds=one.round,
            tiebreaks=one.rules.tiebreaks,
            edition="2026",
            rows=[row] if one.round else [],
            total=one.round and 1,
        )

    async def GetRound(self, request: Any, context: Any) -> pb.GetRoundResponse:
        one = self._one(request.tournament_id)
        if not one.round:
            raise NotFound("unknown_round", "there is no such round yet")
        round = tp.Round(
            number=1,
            boards=[_board()],
            byes=[tp.Bye(player_id="eve", name="Eve", kind=tp.BYE_KIND_FULL)],
            paired_at=NOW,
            starts_at=NOW,
            engine="gacrux",
        )
        return pb.GetRoundResponse(version=one.version, round=round, total=1)

    async def ListActs(self, request: Any, context: Any) -> pb.ListActsResponse:
        act = tp.Act(time=NOW, by_player_id="ann", kind="remove", details={"player": "bob"})
        return pb.ListActsResponse(version=1, acts=[act])

    async def ExportTournament(self, request: Any, context: Any) -> pb.ExportTournamentResponse:
        self._one(request.tournament_id)
        return pb.ExportTournamentResponse(content=f"format {request.format}".encode())

    async def ExportCalendar(self, request: Any, context: Any) -> pb.ExportCalendarResponse:
        return pb.ExportCalendarResponse(content=f"BEGIN:VCALENDAR {request.site}".encode())

    async def CreateTournament(self, request: Any, context: Any) -> pb.CreateTournamentResponse:
        self.asked.append(request)
        made = tournament("t1")
        made.rules.MergeFrom(request.rules)
        made.creator_player_id = request.caller_player_id
        return pb.CreateTournamentResponse(tournament=made)

    def __getattribute__(self, name: str) -> Any:
        # All other calls change a tournament and answer it.
        if name in _ACTS:
            return lambda request, context: self._act(name, request)
        return super().__getattribute__(name)

    async def _act(self, name: str, request: Any) -> Any:
        one = self._one(request.tournament_id)
        self.asked.append(request)
        return getattr(pb, f"{name}Response")(tournament=one)


_ACTS = frozenset(
    f"{name}{what}"
    for name, what in (
        ("Join", "Tournament"), ("Leave", "Tournament"), ("Pause", "Tournament"),
        ("Resume", "Tournament"), ("Request", "Bye"), ("Enter", "Team"), ("Order", "Boards"),
        ("Remove", "Participant"), ("Correct", "Result"), ("Forbid", "Pair"), ("Pair", "Again"),
        ("Postpone", "Tournament"), ("Cancel", "Tournament"), ("Name", "Helper"),
    )
)  # fmt: skip


def _ann() -> tp.Participant:
    return tp.Participant(player_id="ann", name="Ann", rating=1500, presence=tp.PRESENCE_ACTIVE)


def _board() -> tp.Board:
    return tp.Board(
        number=1,
        first_player_id="ann",
        first_name="Ann",
        second_player_id="bob",
        second_name="Bob",
        result=tp.BOARD_RESULT_WIN,
        game_id="g1",
    )
