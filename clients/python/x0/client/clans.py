"""Clans: founding, finding, leading and leaving them."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator

from x0.client.auth import Auth
from x0.client.decode import decode
from x0.client.models.base import ClanRole
from x0.client.models.clans import (
    Clan,
    ClanInvitation,
    ClanInvitations,
    ClanMembership,
    ClanMemberships,
    ClanPage,
    ClanSummary,
)
from x0.client.records import pages


class Clans:
    def __init__(self, auth: Auth) -> None:
        self._auth = auth

    async def create(self, name: str, tag: str, about: str = "") -> Clan:
        """A new clan, whose captain the player is. A player is in five at most."""
        body = {"name": name, "tag": tag, "about": about}
        key = secrets.token_hex(12)
        return decode(Clan, await self._auth.call("POST", "/v1/clans", body=body, key=key))

    async def get(self, clan_id: str) -> Clan:
        return decode(Clan, await self._auth.call("GET", f"/v1/clans/{clan_id}"))

    async def find(self, *, name: str | None = None, tag: str | None = None) -> list[ClanSummary]:
        """The clans of this name or this tag, whatever the capitals: one, two or none."""
        given = {"name": name, "tag": tag}
        params = {key: value for key, value in given.items() if value is not None}
        if not params:
            raise ValueError("a name or a tag is needed")
        answer = await self._auth.call("GET", "/v1/clans", params=params)
        return list(decode(ClanPage, answer).clans)

    async def all(self) -> AsyncIterator[ClanSummary]:
        """By name."""
        async for page in pages(self._auth, "/v1/clans", {}):
            for clan in decode(ClanPage, page).clans:
                yield clan

    async def of(self, player_id: str) -> list[ClanMembership]:
        """The one joined first before the others."""
        answer = await self._auth.call("GET", f"/v1/players/{player_id}/clans")
        return list(decode(ClanMemberships, answer).memberships)

    async def update(
        self,
        clan_id: str,
        *,
        name: str | None = None,
        tag: str | None = None,
        about: str | None = None,
    ) -> Clan:
        """What is None stays. By the captain; officers may change `about`."""
        body = {"name": name, "tag": tag, "about": about}
        answer = await self._auth.call("PATCH", f"/v1/clans/{clan_id}", body=body)
        return decode(Clan, answer)

    async def close(self, clan_id: str, name: str) -> None:
        """For ever, by the captain; `name` is the clan's, so that it is meant."""
        await self._auth.call("DELETE", f"/v1/clans/{clan_id}", body={"name": name})

    # Members

    async def set_role(self, clan_id: str, player_id: str, role: ClanRole) -> Clan:
        """By the captain. "captain" hands the captaincy over."""
        path = f"/v1/clans/{clan_id}/members/{player_id}"
        return decode(Clan, await self._auth.call("PUT", path, body={"role": role}))

    async def remove(self, clan_id: str, player_id: str) -> None:
        """Removes a member; leaves the clan, for the player's own id."""
        await self._auth.call("DELETE", f"/v1/clans/{clan_id}/members/{player_id}")

    # Invitations

    async def invitations(self, clan_id: str) -> list[ClanInvitation]:
        """Those that wait, for the captain and officers; oldest first."""
        answer = await self._auth.call("GET", f"/v1/clans/{clan_id}/invitations")
        return list(decode(ClanInvitations, answer).invitations)

    async def invite(self, clan_id: str, player_id: str) -> ClanInvitation:
        path = f"/v1/clans/{clan_id}/invitations/{player_id}"
        return decode(ClanInvitation, await self._auth.call("PUT", path))

    async def withdraw(self, clan_id: str, player_id: str) -> None:
        await self._auth.call("DELETE", f"/v1/clans/{clan_id}/invitations/{player_id}")

    async def my_invitations(self) -> list[ClanInvitation]:
        """Newest first."""
        answer = await self._auth.call("GET", "/v1/clan-invitations")
        return list(decode(ClanInvitations, answer).invitations)

    async def accept(self, clan_id: str) -> Clan:
        path = f"/v1/clan-invitations/{clan_id}/accept"
        return decode(Clan, await self._auth.call("POST", path, repeat=True))

    async def decline(self, clan_id: str) -> None:
        await self._auth.call("POST", f"/v1/clan-invitations/{clan_id}/decline")
