"""Seeks and quick pairing, without services."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_helpers import NOW, settings
from x0_game.domain import seek
from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import Player
from x0_game.domain.seek import Seek, SeekKind


def player(name: str, rating: float = 1500, guest: bool = False) -> Player:
    return Player(name, name.title(), guest, rating)


def make(name: str, kind: SeekKind = "quick", rating: float = 1500, **more: object) -> Seek:
    created = more.pop("at", NOW)
    new = seek.create(
        f"q-{name}",
        kind,
        settings(),
        player(name, rating),
        NOW,
        **more,  # type: ignore[arg-type]
    )
    return dataclasses.replace(new, created_at=created)  # type: ignore[arg-type]


def test_a_seek_is_taken_once_and_not_by_its_maker() -> None:
    waiting = make("anna", "open")
    with pytest.raises(Refusal, match="own"):
        seek.accept(waiting, player("anna"), "g", NOW)
    taken = seek.accept(waiting, player("boris"), "g", NOW)
    assert (taken.status, taken.game_id) == ("matched", "g")
    with pytest.raises(Refusal, match="matched"):
        seek.accept(taken, player("carol"), "h", NOW)
    with pytest.raises(Refusal, match="matched"):
        seek.cancel(taken, "anna")
    with pytest.raises(Refusal, match="expired"):
        seek.accept(waiting, player("boris"), "g", waiting.expires_at)


def test_who_may_end_a_seek() -> None:
    challenge = make("anna", "challenge", to=player("boris"))
    with pytest.raises(NotAllowed):
        seek.cancel(challenge, "boris")
    with pytest.raises(NotAllowed):
        seek.decline(challenge, "anna", NOW)
    assert seek.decline(challenge, "boris", NOW).status == "declined"
    cancelled = seek.cancel(challenge, "anna")
    assert seek.cancel(cancelled, "anna") is cancelled
    assert seek.expire(challenge, NOW) is None
    gone = seek.expire(challenge, challenge.expires_at)
    assert gone is not None and gone.status == "expired"


def test_the_draw_for_seats_is_the_same_for_everybody_who_makes_the_game() -> None:
    firsts = set()
    for n in range(40):
        taken = seek.accept(make("anna", "open"), player("boris"), f"g{n}", NOW)
        assert seek.seats(taken) == seek.seats(taken)
        firsts.add(seek.seats(taken)[0].id)
    assert firsts == {"anna", "boris"}
    asked = seek.accept(make("anna", "open", seat="second"), player("boris"), "g1", NOW)
    assert seek.seats(asked)[0].id == "boris"


def test_the_window_widens_with_waiting() -> None:
    strong, weak = make("strong", rating=1900), make("weak", rating=1500)
    assert seek.pairs([strong, weak], NOW) == []
    assert seek.pairs([strong, weak], NOW + 14_000) == []
    assert len(seek.pairs([strong, weak], NOW + 16_000)) == 1
    far = make("far", rating=3000)
    later = NOW + seek.WINDOW_ANY_AFTER_MS
    # Still waiting then because the client renews.
    fresh = [dataclasses.replace(s, expires_at=later + 9_000) for s in (far, weak)]
    assert len(seek.pairs(fresh, later)) == 1


def test_nearest_ratings_meet() -> None:
    waiting = [make("a", rating=1500), make("b", rating=1590), make("c", rating=1600)]
    [(host, joiner)] = seek.pairs(waiting, NOW)
    assert {host.by.id, joiner.by.id} == {"b", "c"}


def test_a_pair_is_decided_by_its_host() -> None:
    host, joiner = make("host"), make("joiner")
    reserved = seek.reserve(joiner, host, "g")
    taken = seek.take(host, reserved)
    assert seek.took(taken, reserved)
    assert not seek.took(seek.touch(host), reserved)
    assert not seek.took(taken, seek.reserve(joiner, host, "other"))
    assert seek.release(reserved).status == "waiting"
    with pytest.raises(Refusal, match="found"):
        seek.cancel(reserved, "joiner")


@given(
    st.lists(
        st.tuples(st.integers(0, 20), st.integers(800, 2600), st.integers(0, 60_000)), max_size=40
    ),
    st.sets(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=10),
)
def test_nobody_is_paired_twice_with_themselves_or_with_the_blocked(
    people: list[tuple[int, int, int]], blocked: set[tuple[int, int]]
) -> None:
    waiting = []
    for n, rating, waited in people:
        avoid = tuple(f"p{b}" for a, b in blocked if a == n)
        made = make(f"p{n}", rating=rating, at=NOW - waited, avoid=avoid)
        waiting.append(dataclasses.replace(made, id=f"s{len(waiting)}"))
    pairs = seek.pairs(waiting, NOW)
    used = [s.id for pair in pairs for s in pair]
    assert len(used) == len(set(used))
    for host, joiner in pairs:
        assert host.by.id != joiner.by.id
        assert joiner.by.id not in host.avoid and host.by.id not in joiner.avoid
        longest = NOW - min(host.created_at, joiner.created_at)
        assert abs(host.by.rating - joiner.by.rating) <= seek.window(longest)
