"""What is said of tournaments: whom events concern, so that their gateways tell them; names."""

import pytest
from life_helpers import NOW, after, forward, opened, paired
from test_team_life import with_teams
from x0.tournament.v1 import tournament_pb2
from x0_tournament.domain import acts, entering, life
from x0_tournament.domain.life import Step
from x0_tournament.events import WireCodec
from x0_tournament.rpc import translate


def told(step: Step | None) -> set[str]:
    assert step is not None
    return set(WireCodec().event(step).headers.get("x0_players", "").split(",")) - {""}


def test_who_is_told_what() -> None:
    t = opened(5)
    everybody = set(t.entries)
    assert told(entering.pause(t, "p2", NOW)) == {"p2"}
    assert told(acts.postpone(t, t.creator, t.rules.start + 1000, NOW)) == everybody
    assert told(acts.cancel_by(t, t.creator, NOW)) == everybody
    t = after(t, entering.leave(t, "p5", NOW))
    started = life.advance(t, t.due)
    assert told(started) == everybody - {"p5"}
    t = after(t, started)
    # Also who rests in this round.
    assert told(life.round_robin(t, t.due)) == everybody - {"p5"}


def test_of_teams_it_is_their_players() -> None:
    t = with_teams(2, boards=2, members=3)
    everybody = {f"c{n}-{m}" for n in (1, 2) for m in (1, 2, 3)}
    assert told(entering.leave(t, "c1-1", NOW)) == {"c1-1", "c1-2", "c1-3"}
    assert told(life.advance(t, t.due)) == everybody
    assert told(acts.cancel_by(forward(t, paired), t.creator, NOW)) == everybody


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  X-0\n \tcup ", "X-0 cup"),
        ("a\u202eb\u200b\x07c", "abc"),
        ("\u200b", ""),
        ("Кубок", "Кубок"),
    ],
)
def test_a_name_has_nothing_that_cannot_be_seen(typed: str, name: str) -> None:
    assert translate.rules_from(tournament_pb2.Rules(name=typed)).name == name
