"""How two players meet: quick pairing, open seeks, challenges, private rooms.

A seek is one document that is taken once. Quick pairing joins two seeks: the
*joiner* is reserved first, then the *host* is taken by it, which decides; the
host's document alone says whether the pair was made. `service/matching.py` has
the order of the writes and what a crash between them leaves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from x0_game.domain.clock import Seat
from x0_game.domain.errors import NotAllowed, Refusal
from x0_game.domain.game import Player
from x0_game.domain.settings import Settings, check_outside_tournaments

SeekKind = Literal["quick", "open", "challenge", "room"]
SeekStatus = Literal["waiting", "joining", "matched", "cancelled", "declined", "expired"]

# A quick seek says that its player is there now: it is renewed while they wait.
LIFETIME_MS: dict[SeekKind, int] = {
    "quick": 45_000,
    "open": 15 * 60_000,
    "challenge": 60 * 60_000,
    "room": 24 * 60 * 60_000,
}
# Quick pairing accepts a rating difference that grows with the longer waiting time.
WINDOW_START = 100
WINDOW_PER_SECOND = 20
WINDOW_ANY_AFTER_MS = 45_000


@dataclass(frozen=True, slots=True)
class Seek:
    """Times in epoch ms. `seat`: what the creator asks for; None is drawn by lot."""

    id: str
    version: int
    kind: SeekKind
    status: SeekStatus
    settings: Settings
    by: Player
    created_at: int
    expires_at: int
    to: Player | None = None
    seat: Seat | None = None
    avoid: tuple[str, ...] = ()
    key: str = ""
    game_id: str | None = None
    taken_by: Player | None = None
    # Quick pairing: the other seek of the pair.
    partner: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Whom a change of this seek concerns."""
        concerned = [self.by, self.to, self.taken_by]
        return tuple(dict.fromkeys(p.id for p in concerned if p is not None))


def quick_id(player_id: str) -> str:
    """One quick seek a player: the id makes it so."""
    return f"q-{player_id}"


def create(
    seek_id: str,
    kind: SeekKind,
    settings: Settings,
    by: Player,
    now: int,
    *,
    to: Player | None = None,
    seat: Seat | None = None,
    avoid: tuple[str, ...] = (),
    key: str = "",
    version: int = 1,
) -> Seek:
    """A new seek.

    Raises:
        Refusal: settings or players do not fit the kind.
    """
    check_outside_tournaments(settings)
    if settings.rated and by.guest:
        raise NotAllowed("account_needed", "rated games need an account; guests play casual ones")
    if (kind == "challenge") != (to is not None):
        raise Refusal("bad_challenge", "a challenge, and only a challenge, names a player")
    if to is not None and to.id == by.id:
        raise Refusal("own_seek", "you cannot challenge yourself")
    if kind == "quick" and (settings.mode == "custom" or settings.private or settings.games != 1):
        raise Refusal("bad_seek", "quick pairing is for single public games of the four modes")
    if seat is not None and settings.rated:
        raise Refusal("seat_drawn", "in a rated game the seats are drawn by lot")
    return Seek(
        id=seek_id,
        version=version,
        kind=kind,
        status="waiting",
        settings=settings,
        by=by,
        created_at=now,
        expires_at=now + LIFETIME_MS[kind],
        to=to,
        seat=seat,
        avoid=avoid,
        key=key,
    )


def renew(seek: Seek, by: Player, now: int) -> Seek:
    """The same wait goes on: the rating may have changed, the waiting time stays."""
    return replace(seek, version=seek.version + 1, by=by, expires_at=now + LIFETIME_MS[seek.kind])


def accept(seek: Seek, player: Player, game_id: str, now: int) -> Seek:
    """`player` takes the seek.

    Raises:
        Refusal, NotAllowed: it is not waiting, or not for this player.
    """
    _need_waiting(seek, now)
    if seek.by.id == player.id:
        raise Refusal("own_seek", "you cannot accept your own seek")
    if seek.to is not None and seek.to.id != player.id:
        raise NotAllowed("not_for_you", "this challenge is for somebody else")
    if seek.settings.rated and player.guest:
        raise NotAllowed("account_needed", "rated games need an account; guests play casual ones")
    return replace(
        seek, version=seek.version + 1, status="matched", game_id=game_id, taken_by=player
    )


def decline(seek: Seek, player_id: str, now: int) -> Seek:
    if seek.to is None or seek.to.id != player_id:
        raise NotAllowed("not_for_you", "only the challenged player can decline")
    _need_waiting(seek, now)
    return replace(seek, version=seek.version + 1, status="declined")


def cancel(seek: Seek, player_id: str) -> Seek:
    if seek.by.id != player_id:
        raise NotAllowed("not_yours", "only who made a seek can cancel it")
    if seek.status == "cancelled":
        return seek
    if seek.status == "joining":
        raise Refusal("being_paired", "an opponent has just been found")
    if seek.status != "waiting":
        raise Refusal("seek_over", f"this seek is {seek.status}", status=seek.status)
    return replace(seek, version=seek.version + 1, status="cancelled")


def expire(seek: Seek, now: int) -> Seek | None:
    if seek.status != "waiting" or seek.expires_at > now:
        return None
    return replace(seek, version=seek.version + 1, status="expired")


def reserve(joiner: Seek, host: Seek, game_id: str) -> Seek:
    return replace(
        joiner, version=joiner.version + 1, status="joining", partner=host.id, game_id=game_id
    )


def take(host: Seek, joiner: Seek) -> Seek:
    """The host taken by a reserved joiner: this decides the pair."""
    return replace(
        host,
        version=host.version + 1,
        status="matched",
        game_id=joiner.game_id,
        partner=joiner.id,
        taken_by=joiner.by,
    )


def release(joiner: Seek) -> Seek:
    """Back to waiting: the host was gone."""
    return replace(joiner, version=joiner.version + 1, status="waiting", partner=None, game_id=None)


def touch(host: Seek) -> Seek:
    """The same host, a version on: a slow matcher's `take` of the old one fails."""
    return replace(host, version=host.version + 1)


def joined(joiner: Seek, host: Seek) -> Seek:
    return replace(joiner, version=joiner.version + 1, status="matched", taken_by=host.by)


def took(host: Seek, joiner: Seek) -> bool:
    """Whether this host was taken by this joiner for the game it was reserved for."""
    return host.status == "matched" and host.partner == joiner.id and host.game_id == joiner.game_id


def seats(seek: Seek) -> tuple[Player, Player]:
    """First and second player of the game a matched seek gives.

    A drawn seat follows from the game's id: everybody who has to make the game
    again after a crash draws the same.
    """
    if seek.game_id is None or seek.taken_by is None:
        raise AssertionError("only a matched seek has seats")
    drawn = hashlib.sha256(seek.game_id.encode()).digest()[0] % 2 == 0
    by_first = drawn if seek.seat is None else seek.seat == "first"
    return (seek.by, seek.taken_by) if by_first else (seek.taken_by, seek.by)


def window(waited_ms: int) -> float:
    """Rating difference that somebody who has waited so long accepts."""
    if waited_ms >= WINDOW_ANY_AFTER_MS:
        return float("inf")
    return WINDOW_START + WINDOW_PER_SECOND * waited_ms / 1000


def pairs(waiting: Sequence[Seek], now: int) -> list[tuple[Seek, Seek]]:
    """(host, joiner) pairs of one pool: nearest ratings first, everybody at most once.

    Sorted by rating only neighbours need a look: with n waiting that is n log n.
    """
    free = sorted(
        (s for s in waiting if s.status == "waiting" and s.expires_at > now),
        key=lambda s: (s.by.rating, s.id),
    )
    candidates: list[tuple[float, int, Seek, Seek]] = []
    for i, one in enumerate(free):
        # Some neighbours may be avoided ones: look a little further than the next.
        for two in free[i + 1 : i + 6]:
            gap = two.by.rating - one.by.rating
            waited = now - min(one.created_at, two.created_at)
            if gap <= window(waited) and _may_meet(one, two):
                host, joiner = sorted((one, two), key=lambda s: (s.created_at, s.id))
                candidates.append((gap, host.created_at, host, joiner))
    candidates.sort(key=lambda c: (c[0], c[1], c[2].id))
    used: set[str] = set()
    result = []
    for _, _, host, joiner in candidates:
        if host.id not in used and joiner.id not in used:
            used.update((host.id, joiner.id))
            result.append((host, joiner))
    return result


def _may_meet(one: Seek, two: Seek) -> bool:
    return one.by.id != two.by.id and one.by.id not in two.avoid and two.by.id not in one.avoid


def _need_waiting(seek: Seek, now: int) -> None:
    if seek.status == "waiting" and seek.expires_at <= now:
        raise Refusal("seek_over", "this seek has expired", status="expired")
    if seek.status != "waiting":
        raise Refusal("seek_over", f"this seek is {seek.status}", status=seek.status)
