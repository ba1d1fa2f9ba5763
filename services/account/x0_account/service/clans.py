"""Use cases: clans, their members and invitations."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from servicekit import wire
from servicekit.errors import (
    AlreadyExists,
    Conflict,
    DomainError,
    Forbidden,
    Invalid,
    NotFound,
    Refused,
)
from servicekit.ids import keyed_id, new_id

from x0_account.domain import clan_names, errors
from x0_account.domain import clans as domain
from x0_account.domain.clans import Clan, ClanNameTaken, ClanRow, Invitation, Member, Rank, TagTaken
from x0_account.domain.names import folded
from x0_account.domain.players import MAX_ABOUT, Player, about_problem
from x0_account.service.joining import Check, Places
from x0_account.service.players import Players
from x0_account.service.ports import ClanStore

T = TypeVar("T")

_TRIES = 20
PAGE_SIZE = 50
MOST_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation with whoever it is about."""

    clan: ClanRow
    invitation: Invitation
    player: Player
    by: Player


class Clans:
    def __init__(self, store: ClanStore, players: Players) -> None:
        self._store = store
        self._players = players
        self._places = Places(players, store)

    # -- founding and closing ---------------------------------------------------------

    async def create(self, caller: str, name: str, tag: str, about: str, key: str = "") -> Clan:
        """The same `key` again gives the same clan."""
        name, tag, about = _good_name(name), _good_tag(tag), _good_about(about)
        await self._players.account(caller)
        clan_id = keyed_id("clan", caller, key) if key else new_id()
        if key and await self._store.clan(clan_id) is not None:
            return await self._founded(clan_id)
        clan = domain.found(clan_id, name, tag, about, caller, self._players.now_ms())
        async with self._places.place(caller, clan_id) as check:
            await check()
            try:
                if await self._store.add_clan(clan):
                    return clan
            except (ClanNameTaken, TagTaken) as error:
                raise _taken(error) from None
            return await self._founded(clan_id)

    async def _founded(self, clan_id: str) -> Clan:
        clan = await self._store.clan(clan_id)
        if clan is None or clan.closed:
            raise Refused("key_used", "this idempotency key was used before")
        return clan

    async def close(self, caller: str, clan_id: str, name: str) -> None:
        def apply(clan: Clan) -> Clan:
            domain.may_close(clan, caller)
            if folded(clan_names.tidy_name(name)) != folded(clan.name):
                raise Invalid("clan_name_differs", "this is not the name of the clan")
            return domain.close(clan)

        await self._change(clan_id, apply)

    async def edit(
        self, caller: str, clan_id: str, name: str | None, tag: str | None, about: str | None
    ) -> Clan:
        """None leaves a field as it is."""
        name = None if name is None else _good_name(name)
        tag = None if tag is None else _good_tag(tag)
        about = None if about is None else _good_about(about)
        return await self._change(clan_id, lambda c: domain.edit(c, caller, name, tag, about))

    # -- members ----------------------------------------------------------------------

    async def set_rank(self, caller: str, clan_id: str, player_id: str, rank: Rank) -> Clan:
        return await self._change(clan_id, lambda c: domain.set_rank(c, caller, player_id, rank))

    async def remove(self, caller: str, clan_id: str, player_id: str) -> None:
        await self._change(clan_id, lambda c: domain.remove(c, caller, player_id))

    # -- invitations ------------------------------------------------------------------

    async def invite(self, caller: str, clan_id: str, player_id: str) -> Invited:
        def apply(clan: Clan) -> Clan:
            return domain.invite(clan, caller, player_id, self._players.now_ms())

        by = await self._players.account(caller)
        clan = await self.clan(clan_id)
        if _ruled(lambda: apply(clan)) != clan:
            await self._may_be_invited(by, player_id)
            clan = await self._change(clan_id, apply)
            await self._still_there(clan_id, player_id)
        found = await self._invited([(clan, player_id)])
        if not found:
            raise NotFound("player_not_found", "no such player")
        return found[0]

    async def _may_be_invited(self, by: Player, player_id: str) -> None:
        player = await self._players.alive(player_id)
        if player.guest:
            raise Refused("guest_in_clan", "guests are in no clan")
        if player_id in by.blocked or by.player_id in player.blocked:
            raise Refused("blocked", "this player cannot be invited")
        if len(await self._store.clans_inviting(player_id)) >= domain.MAX_INVITED:
            raise Refused(
                "invited_too_often",
                "this player has too many invitations already",
                limit=str(domain.MAX_INVITED),
            )

    async def _still_there(self, clan_id: str, player_id: str) -> None:
        """Who was deleted just before is not to be invited for ever."""
        try:
            await self._players.alive(player_id)
        except NotFound:
            await self._change(clan_id, lambda clan: domain.forget(clan, player_id))
            raise

    async def uninvite(self, caller: str, clan_id: str, player_id: str) -> None:
        await self._change(clan_id, lambda c: domain.uninvite(c, caller, player_id))

    async def accept(self, caller: str, clan_id: str) -> Clan:
        def apply(clan: Clan) -> Clan:
            return domain.accept(clan, caller, self._players.now_ms())

        clan = await self.clan(clan_id)
        if _ruled(lambda: apply(clan)) == clan:
            return clan
        async with self._places.place(caller, clan_id) as check:
            return await self._change(clan_id, apply, check)

    async def invitations(self, caller: str, clan_id: str) -> list[Invited]:
        clan = await self.clan(clan_id)
        _ruled(lambda: domain.may_see_invitations(clan, caller))
        return await self._invited([(clan, i.player_id) for i in clan.invitations])

    async def invitations_of(self, player_id: str) -> list[Invited]:
        player = await self._players.alive(player_id)
        clans = await self._store.clans_inviting(player_id)
        found = await self._invited([(clan, player_id) for clan in clans])
        shown = [one for one in found if one.by.player_id not in player.blocked]
        return sorted(shown, key=lambda one: -one.invitation.created)

    async def _invited(self, about: list[tuple[Clan, str]]) -> list[Invited]:
        found = [
            (clan, invitation)
            for clan, player_id in about
            if (invitation := clan.invitation(player_id)) is not None
        ]
        ids = {i.player_id for _, i in found} | {i.by for _, i in found}
        players = {p.player_id: p for p in await self._players.store.players(sorted(ids))}
        return [
            Invited(domain.row(clan), i, players[i.player_id], players[i.by])
            for clan, i in found
            if i.player_id in players and i.by in players
        ]

    # -- reading ----------------------------------------------------------------------

    async def clan(self, clan_id: str) -> Clan:
        return _open(await self._store.clan(clan_id) if clan_id else None)

    async def by_name(self, name: str) -> Clan:
        return _open(await self._store.clan_by_name(folded(clan_names.tidy_name(name))))

    async def by_tag(self, tag: str) -> Clan:
        return _open(await self._store.clan_by_tag(clan_names.tag_key(clan_names.tidy_tag(tag))))

    async def page(self, page_size: int, page_token: str) -> tuple[list[ClanRow], str]:
        size = wire.page_size(page_size, default=PAGE_SIZE, most=MOST_PER_PAGE)
        after = wire.read_page_token(page_token, [str])
        rows = await self._store.page(after[0] if after else "", size)
        full = len(rows) == size
        return rows, wire.page_token(folded(rows[-1].name)) if full else ""

    async def of_player(self, player_id: str) -> list[tuple[ClanRow, Member]]:
        await self._players.alive_or_deleted(player_id)
        found = [(clan, clan.member(player_id)) for clan in await self._store.clans_of(player_id)]
        memberships = [(domain.row(clan), own) for clan, own in found if own is not None]
        return sorted(memberships, key=lambda one: one[1].since)

    async def members(self, clan: Clan) -> list[tuple[Player, Member]]:
        ids = [m.player_id for m in clan.members]
        players = {p.player_id: p for p in await self._players.store.players(ids)}
        members = domain.in_order(clan.members)
        return [(players[m.player_id], m) for m in members if m.player_id in players]

    # -- changing ---------------------------------------------------------------------

    async def _change(
        self, clan_id: str, apply: Callable[[Clan], Clan], check: Check | None = None
    ) -> Clan:
        """Reads, applies, writes; from the start again when somebody else was faster."""
        for _ in range(_TRIES):
            clan = await self.clan(clan_id)
            changed = _ruled(lambda clan=clan: apply(clan))  # type: ignore[misc]
            if changed == clan:
                return clan
            if check is not None:
                await check()
            try:
                if await self._store.save_clan(changed):
                    return replace(changed, version=clan.version + 1)
            except (ClanNameTaken, TagTaken) as error:
                raise _taken(error) from None
        raise Conflict("busy", "this clan is being changed elsewhere, please try again")


def _open(clan: Clan | None) -> Clan:
    if clan is None or clan.closed:
        raise NotFound("clan_not_found", "there is no such clan")
    return clan


def _ruled(apply: Callable[[], T]) -> T:
    """What the rules say; their refusals as those of the service."""
    try:
        return apply()
    except errors.Refusal as refusal:
        kind: type[DomainError] = Refused
        if isinstance(refusal, errors.NotAllowed):
            kind = Forbidden
        elif isinstance(refusal, errors.NotFound):
            kind = NotFound
        raise kind(refusal.reason, refusal.message, **refusal.facts) from None


def _taken(error: Exception) -> AlreadyExists:
    if isinstance(error, TagTaken):
        return AlreadyExists("tag_taken", "this tag is taken")
    return AlreadyExists("name_taken", "this name is taken")


def _good_name(name: str) -> str:
    name = clan_names.tidy_name(name)
    if problem := clan_names.name_problem(name):
        raise Invalid(problem)
    return name


def _good_tag(tag: str) -> str:
    tag = clan_names.tidy_tag(tag)
    if problem := clan_names.tag_problem(tag):
        raise Invalid(problem)
    return tag


def _good_about(about: str) -> str:
    about = about.strip()
    match about_problem(about):
        case "about_too_long":
            raise Invalid("clan_about_too_long", limit=str(MAX_ABOUT))
        case "about_characters":
            raise Invalid("clan_about_characters")
    return about
