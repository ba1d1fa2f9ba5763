"""Whom the events of tournaments concern: their gateways tell them wherever they are."""

from life_helpers import NOW, after, forward, opened, paired
from test_team_life import with_teams
from x0_tournament.domain import acts, entering, life
from x0_tournament.domain.life import Step
from x0_tournament.events import WireCodec


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
