"""Clans: a clan and its members, what each may do in it, and what becomes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from x0_account.domain.errors import NotAllowed, NotFound, Refusal

MAX_MEMBERS = 200
MAX_INVITATIONS = 100
# Of one player.
MAX_CLANS = 5
MAX_INVITED = 50


class Rank(IntEnum):
    """The lower the number, the higher the rank."""

    CAPTAIN = 1
    OFFICER = 2
    MEMBER = 3


class ClanNameTaken(Exception):
    """Another clan has this name, or one that looks like it."""


class TagTaken(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Member:
    player_id: str
    rank: Rank
    since: int


@dataclass(frozen=True, slots=True)
class Invitation:
    player_id: str
    by: str
    created: int


@dataclass(frozen=True, slots=True)
class Clan:
    """A clan, or what is left of a closed one. Times in ms of the Unix epoch.

    It alone says who is a member: nothing of that is kept with the players.
    """

    clan_id: str
    version: int
    name: str
    tag: str
    about: str
    created: int
    members: tuple[Member, ...]
    invitations: tuple[Invitation, ...] = ()
    closed: bool = False

    def member(self, player_id: str) -> Member | None:
        return next((m for m in self.members if m.player_id == player_id), None)

    def invitation(self, player_id: str) -> Invitation | None:
        return next((i for i in self.invitations if i.player_id == player_id), None)


@dataclass(frozen=True, slots=True)
class ClanRow:
    """A clan as it stands in lists."""

    clan_id: str
    name: str
    tag: str
    members: int
    created: int


def row(clan: Clan) -> ClanRow:
    return ClanRow(clan.clan_id, clan.name, clan.tag, len(clan.members), clan.created)


def found(clan_id: str, name: str, tag: str, about: str, captain: str, now: int) -> Clan:
    first = Member(captain, Rank.CAPTAIN, now)
    return Clan(clan_id, 1, name, tag, about, now, (first,))


def close(clan: Clan) -> Clan:
    """Nothing stays but the id."""
    return Clan(clan.clan_id, clan.version, "", "", "", clan.created, (), closed=True)


def never_founded(clan_id: str, now: int) -> Clan:
    """Takes the id of a clan that somebody may yet be about to found: they will not."""
    return Clan(clan_id, 1, "", "", "", now, (), closed=True)


def edit(clan: Clan, caller: str, name: str | None, tag: str | None, about: str | None) -> Clan:
    """None leaves a field as it is."""
    _at_least(clan, caller, Rank.OFFICER)
    changed = replace(
        clan,
        name=clan.name if name is None else name,
        tag=clan.tag if tag is None else tag,
        about=clan.about if about is None else about,
    )
    if (changed.name, changed.tag) != (clan.name, clan.tag):
        _at_least(clan, caller, Rank.CAPTAIN)
    return changed


def may_close(clan: Clan, caller: str) -> None:
    _at_least(clan, caller, Rank.CAPTAIN)


def may_see_invitations(clan: Clan, caller: str) -> None:
    _at_least(clan, caller, Rank.OFFICER)


# -- members ------------------------------------------------------------------------------


def set_rank(clan: Clan, caller: str, player_id: str, rank: Rank) -> Clan:
    """CAPTAIN hands over: who was the captain is an officer then."""
    own = _at_least(clan, caller, Rank.MEMBER)
    member = _member(clan, player_id)
    if member.rank is rank:
        return clan  # also for a captain who has handed over and missed the answer
    if own.rank is not Rank.CAPTAIN:
        raise _rank_too_low()
    if member is own:
        raise Refusal("captain_needed", "hand the captaincy over first")
    changed = {player_id: rank}
    if rank is Rank.CAPTAIN:
        changed[caller] = Rank.OFFICER
    return replace(clan, members=_ranked(clan.members, changed))


def remove(clan: Clan, caller: str, player_id: str) -> Clan:
    """Leaving, when it is the caller. The last one to leave closes the clan."""
    own = _at_least(clan, caller, Rank.MEMBER)
    member = _member(clan, player_id)
    if member is not own and not (own.rank < member.rank and own.rank <= Rank.OFFICER):
        raise _rank_too_low()
    if len(clan.members) == 1:
        return close(clan)
    if member.rank is Rank.CAPTAIN:
        raise Refusal("captain_needed", "hand the captaincy over first")
    return _without(clan, player_id)


def forget(clan: Clan, player_id: str) -> Clan:
    """The player's account is gone: so are membership and invitation. The captaincy goes to the
    eldest officer, else the eldest member; without either the clan is closed."""
    member = clan.member(player_id)
    left = _without(clan, player_id)
    if member is None:
        return left if left.invitations != clan.invitations else clan
    if not left.members:
        return close(clan)
    if member.rank is Rank.CAPTAIN:
        heir = min(left.members, key=lambda m: (m.rank, m.since))
        left = replace(left, members=_ranked(left.members, {heir.player_id: Rank.CAPTAIN}))
    return left


def _without(clan: Clan, player_id: str) -> Clan:
    return replace(
        clan,
        members=tuple(m for m in clan.members if m.player_id != player_id),
        invitations=tuple(i for i in clan.invitations if i.player_id != player_id),
    )


def _ranked(members: Sequence[Member], changed: dict[str, Rank]) -> tuple[Member, ...]:
    return tuple(replace(m, rank=changed.get(m.player_id, m.rank)) for m in members)


def in_order(members: Sequence[Member]) -> list[Member]:
    return sorted(members, key=lambda m: (m.rank, m.since))


# -- invitations --------------------------------------------------------------------------


def invite(clan: Clan, caller: str, player_id: str, now: int) -> Clan:
    _at_least(clan, caller, Rank.OFFICER)
    if clan.member(player_id) is not None:
        raise Refusal("already_in_clan", "this player is in the clan already")
    if clan.invitation(player_id) is not None:
        return clan
    if len(clan.members) >= MAX_MEMBERS:
        raise _full()
    if len(clan.invitations) >= MAX_INVITATIONS:
        raise Refusal(
            "too_many_invitations",
            "too many invitations are waiting",
            limit=str(MAX_INVITATIONS),
        )
    return replace(clan, invitations=(*clan.invitations, Invitation(player_id, caller, now)))


def uninvite(clan: Clan, caller: str, player_id: str) -> Clan:
    """Declined by the player, withdrawn by an officer."""
    if caller != player_id:
        _at_least(clan, caller, Rank.OFFICER)
    if clan.invitation(player_id) is None:
        raise _not_invited()
    return replace(clan, invitations=tuple(i for i in clan.invitations if i.player_id != player_id))


def accept(clan: Clan, player_id: str, now: int) -> Clan:
    if clan.member(player_id) is not None:
        return clan
    if clan.invitation(player_id) is None:
        raise _not_invited()
    if len(clan.members) >= MAX_MEMBERS:
        raise _full()
    joined = _without(clan, player_id)
    return replace(joined, members=(*joined.members, Member(player_id, Rank.MEMBER, now)))


# -- who may ------------------------------------------------------------------------------


def _at_least(clan: Clan, caller: str, rank: Rank) -> Member:
    own = clan.member(caller)
    if own is None:
        raise NotAllowed("not_in_clan", "only members of the clan can do this")
    if own.rank > rank:
        raise _rank_too_low()
    return own


def _member(clan: Clan, player_id: str) -> Member:
    member = clan.member(player_id)
    if member is None:
        raise NotFound("member_not_found", "this player is not in the clan")
    return member


def _rank_too_low() -> Refusal:
    return NotAllowed("clan_rank_too_low", "your role in the clan does not allow this")


def _not_invited() -> Refusal:
    return NotFound("invitation_not_found", "there is no such invitation")


def _full() -> Refusal:
    return Refusal("clan_full", "the clan is full", limit=str(MAX_MEMBERS))
