"""TRF26, the FIDE's tournament report file (Handbook C.04, annex 2), written and read by gacrux.

Players only: the file format of teams is another one. White of the file is who begins. What TRF
cannot say: a running game (its cell stays empty), the order of boards, an id, a name of more than
33 characters or with a comma, and why somebody who asked for nothing got nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from gacrux.trf2json import trf2json

from .results import Bye, Pairing, Participant, Result, Round
from .standings import Table, Tiebreak

NAME_LENGTH = 33
LARGEST = 9999
"""Pairing numbers have four digits."""

_CODES = {
    Tiebreak.BUCHHOLZ: "BH",
    Tiebreak.BUCHHOLZ_CUT_1: "BH/C1",
    Tiebreak.BUCHHOLZ_CUT_2: "BH/C2",
    Tiebreak.MEDIAN_BUCHHOLZ: "BH/M1",
    Tiebreak.MEDIAN_BUCHHOLZ_2: "BH/M2",
    Tiebreak.BERGER: "SB",
    Tiebreak.BERGER_CUT_1: "SB/C1",
    Tiebreak.PROGRESS: "PS",
    Tiebreak.PROGRESS_CUT_1: "PS/C1",
    Tiebreak.DIRECT_ENCOUNTER: "DE",
    Tiebreak.WINS: "WIN",
    Tiebreak.GAMES_WON: "WON",
    Tiebreak.GAMES_SECOND: "BPG",
    Tiebreak.WINS_SECOND: "BWG",
}
_SIDES = {
    Result.WIN: ("W", "L"),
    Result.DRAW: ("D", "D"),
    Result.LOSS: ("L", "W"),
    Result.FORFEIT_WIN: ("W", "Z"),
    Result.FORFEIT_LOSS: ("Z", "W"),
    Result.DOUBLE_FORFEIT: ("Z", "Z"),
}
_RESULTS = {(sides, result.played): result for result, sides in _SIDES.items()}
_BYES = {Bye.FULL: ("P", True), Bye.HALF: ("D", False), Bye.ZERO: ("Z", False)}
_BYES_READ = {"P": Bye.FULL, "W": Bye.FULL, "D": Bye.HALF, "Z": Bye.ZERO}


class BadTrf(ValueError):
    """The text is no TRF that can be read."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above the players. `control` is a text for people."""

    title: str
    start: date
    end: date
    control: str
    total_rounds: int
    round_robin: bool = False
    top_first: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """What was read. Ids are the pairing numbers of the file."""

    title: str
    total_rounds: int
    top_first: bool
    names: Mapping[str, str]
    participants: tuple[Participant, ...]
    rounds: tuple[Round, ...]


class _Writer(trf2json):  # type: ignore[misc]
    def output_trf_player(self, tournament: dict[str, Any], key: str) -> str:
        """A line a player. The library looks through all games for each: it is given their own."""
        own: dict[int, list[Any]] = {one["cid"]: [] for one in tournament["competitors"]}
        for game in tournament["gameList"]:
            for side in (game["white"], game["black"]):
                if side is not None:
                    own[side["cid"]].append(game)
        parts = (
            {**tournament, "competitors": [one], "gameList": own[one["cid"]]}
            for one in sorted(tournament["competitors"], key=lambda one: int(one["cid"]))
        )
        return "".join(super(_Writer, self).output_trf_player(part, key) for part in parts)


def write(heading: Heading, table: Table, rounds: Sequence[Round], names: Mapping[str, str]) -> str:
    """The report. Raises ValueError for more players than TRF has numbers for."""
    if len(table.rows) > LARGEST:
        raise ValueError(f"TRF has numbers for {LARGEST} players")
    form = _Writer()
    tournament = form.add_tournament(1, False, heading.total_rounds)
    event = form.get_event()
    event["eventInfo"] = {
        "fullName": _line(heading.title),
        "startDate": heading.start.isoformat(),
        "endDate": heading.end.isoformat(),
    }
    tournament.update(
        {
            "tournamentType": "Round robin" if heading.round_robin else "Swiss",
            "pairingSystem": ["berger"] if heading.round_robin else ["dutch"],
            "topColor": "w" if heading.top_first else "b",
            "currentRound": len(rounds),
            "rankOrder": ["PTS", *(_CODES[one] for one in table.order)],
            "timeControl": {"description": _line(heading.control), "encoded": ""},
        }
    )
    numbers = {row.participant.id: row.number for row in table.rows}
    for row in table.rows:
        name = _line(names[row.participant.id]).replace(",", " ")[:NAME_LENGTH]
        profile = {"id": 0, "sex": " ", "lastName": name, "firstName": "", "federation": ""}
        rating = max(0, min(9999, round(row.participant.rating)))
        tournament["competitors"].append(
            {
                "cid": row.number,
                "profileId": form.append_profile(profile),
                "present": True,
                "gamePoints": Decimal(str(row.points)),
                "rank": row.rank,
                "rating": {"list": "X-0", "rating": rating},
            }
        )
    tournament["gameList"] = [game for one in rounds for game in _games(one, numbers)]
    text: str = form.output_file(event, 1, True)
    return text


def _line(text: str) -> str:
    return " ".join(text.split())


def _games(one: Round, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = []

    def add(played: bool, white: tuple[str, str], black: tuple[str, str] | None) -> None:
        sides = [
            None if side is None else {"cid": numbers[side[0]], "result": side[1]}
            for side in (white, black)
        ]
        games.append(
            {
                "id": 0,
                "round": one.number,
                "played": played,
                "rated": played and black is not None,
                "white": sides[0],
                "black": sides[1],
            }
        )

    for pair in one.pairings:
        if pair.result is not None and numbers.keys() >= set(pair.players):
            white, black = _SIDES[pair.result]
            add(pair.result.played, (pair.first, white), (pair.second, black))
    for name, bye in one.byes.items():
        if bye in _BYES and name in numbers:
            result, played = _BYES[bye]
            add(played, (name, result), None)
    return games


def read(text: str) -> Report:
    """Players, byes and results of a report of individuals. Raises BadTrf."""
    form = trf2json()
    try:
        form.parse_file(text, 0)
    except Exception as error:
        raise BadTrf(f"{type(error).__name__}: {error}") from error
    if form.get_status():
        raise BadTrf("; ".join(map(str, form.chessjson["status"]["error"])))
    tournament = form.get_tournament(1)
    if tournament["teamTournament"]:
        raise BadTrf("a report of teams")
    profiles = {one["id"]: one for one in form.get_event()["profiles"]}
    names, people = {}, []
    for one in tournament["competitors"]:
        number = one["cid"]
        names[str(number)] = profiles[one["profileId"]]["lastName"]
        rating = one["rating"]["rating"] if one["rating"] else 0
        people.append(Participant(str(number), float(rating), number))
    last = max((game["round"] for game in tournament["gameList"]), default=0)
    rounds = []
    for number in range(1, last + 1):
        pairings, byes = [], {}
        for game in tournament["gameList"]:
            if game["round"] == number:
                white, black = game["white"], game["black"]
                if black is None:
                    byes[str(white["cid"])] = _BYES_READ.get(white["result"], Bye.ZERO)
                else:
                    key = ((white.get("result"), black.get("result")), game["played"])
                    if key not in _RESULTS:
                        raise BadTrf(f"round {number}: {key[0]} is no result")
                    pairings.append(Pairing(str(white["cid"]), str(black["cid"]), _RESULTS[key]))
        rounds.append(Round(number, tuple(pairings), byes))
    return Report(
        form.get_event()["eventInfo"].get("fullName", ""),
        tournament["numRounds"],
        tournament.get("topColor", "w").lower() == "w",
        names,
        tuple(people),
        tuple(rounds),
    )
