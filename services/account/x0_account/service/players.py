"""Use cases: players, names, profiles, blocks. Signing in is in `sessions.py`."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from servicekit.errors import (
    AlreadyExists,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    Unauthenticated,
)
from servicekit.ids import keyed_id, new_id

from x0_account.domain import players as domain
from x0_account.domain.names import folded, name_problem, tidy
from x0_account.domain.players import Event, NameTaken, Player, Registered
from x0_account.service.ports import Encoder, Passwords, Relay, Store

_TRIES = 10
# How long a creation may be repeated under its key.
KEY_LIFE_MS = 10 * 60_000
MAX_BATCH = 200

Change = Callable[[Player], tuple[Player, Sequence[Event]]]


class Players:
    def __init__(
        self,
        store: Store,
        passwords: Passwords,
        encode: Encoder,
        relay: Relay,
        common_passwords: frozenset[str],
        now_ms: Callable[[], int],
    ) -> None:
        self.store = store
        self.passwords = passwords
        self.now_ms = now_ms
        self._encode = encode
        self._relay = relay
        self._common = common_passwords

    # -- creating ---------------------------------------------------------------------

    async def create_guest(self, key: str = "") -> Player:
        """A new guest; the same `key` again within `KEY_LIFE_MS` gives the same one."""
        player_id = keyed_id("guest", key) if key else new_id()
        guest = Player(
            player_id=player_id,
            version=1,
            name=f"Guest-{player_id[:5]}",
            guest=True,
            created=self.now_ms(),
        )
        await self.store.add_player(guest, [])
        if not key:
            return guest
        made = await self.alive(player_id)
        if not made.guest or made.created < guest.created - KEY_LIFE_MS:
            raise Refused("key_used", "this idempotency key was used before")
        return made

    async def register(
        self, name: str, password: str, guest_player_id: str, key: str = ""
    ) -> Player:
        """A new account, or the guest becomes one and keeps its id. Made again, with the same
        guest or the same `key`, and with the same name and password, it is the same account."""
        name = self.good_name(name)
        self.good_password(password, name)
        if guest_player_id:
            guest = await self.alive(guest_player_id)
            if not guest.guest:
                if await self._is(guest, name, password):
                    return guest
                raise Refused("already_registered", "this player has an account already")
        player_id = keyed_id("account", folded(name), key) if key else new_id()
        # A look before the slow hash; the unique index has the last word.
        taken = await self.store.player_by_name(folded(name))
        if taken is not None:
            fresh = taken.created > self.now_ms() - KEY_LIFE_MS
            if taken.player_id == player_id and fresh and await self._is(taken, name, password):
                return taken
            raise AlreadyExists("name_taken", "this name is taken")
        hashed = await self.passwords.hash(password)
        if not guest_player_id:
            player = Player(
                player_id=player_id,
                version=1,
                name=name,
                guest=False,
                created=self.now_ms(),
                password_hash=hashed,
            )
            event = self._encode(player.player_id, 1, Registered(name, was_guest=False))
            try:
                await self.store.add_player(player, [event])
            except NameTaken:
                raise AlreadyExists("name_taken", "this name is taken") from None
            await self._publish(player.player_id)
            return player

        def upgrade(guest: Player) -> tuple[Player, list[Event]]:
            if guest.guest:
                upgraded, event = domain.register(guest, name, hashed)
                return upgraded, [event]
            if guest.name == name and guest.password_hash == hashed:
                return guest, []  # our own write, whose answer was lost
            raise Refused("already_registered", "this player has an account already")

        return await self.change(guest_player_id, upgrade)

    async def _is(self, player: Player, name: str, password: str) -> bool:
        return player.name == name and await self.passwords.verify(player.password_hash, password)

    # -- changing ---------------------------------------------------------------------

    async def change(self, player_id: str, apply: Change) -> Player:
        """Reads, applies, writes; from the start again when somebody else was faster."""
        for _ in range(_TRIES):
            player = await self.alive(player_id)
            changed, events = apply(player)
            if changed == player and not events:
                return player
            version = player.version + 1
            out = [self._encode(player_id, version, event) for event in events]
            try:
                if await self.store.save_player(changed, out):
                    await self._publish(player_id)
                    return replace(changed, version=version)
            except NameTaken:
                raise AlreadyExists("name_taken", "this name is taken") from None
        raise Conflict("busy", "this player is being changed elsewhere, please try again")

    async def _publish(self, player_id: str) -> None:
        # The whole outbox as it is now: events that a crashed instance left go first.
        if pending := await self.store.unpublished(player_id):
            self._relay.publish(pending.doc_id, pending.version, pending.events)

    async def change_name(self, player_id: str, name: str, password: str) -> Player:
        name = self.good_name(name)
        player = await self.account(player_id)
        await self.check_password(player, password)
        return await self.change(player_id, lambda p: domain.rename(p, name))

    async def update_profile(
        self, player_id: str, country: str | None, language: str | None, about: str | None
    ) -> Player:
        """None leaves a field as it is."""
        country = country.upper() if country is not None else None
        about = about.strip() if about is not None else None
        for problem in (
            domain.country_problem(country or ""),
            domain.language_problem(language or ""),
            domain.about_problem(about or ""),
        ):
            if problem:
                raise Invalid(problem)

        def apply(player: Player) -> tuple[Player, list[Event]]:
            if player.guest:
                raise Forbidden("account_needed", "guests have no profile")
            return domain.edit_profile(player, country, language, about)

        return await self.change(player_id, apply)

    async def block(self, player_id: str, other: str) -> None:
        if player_id == other:
            raise Invalid("cannot_block_self", "nobody can block themselves")
        if await self.store.player(other) is None:
            raise NotFound("player_not_found", "no such player")

        def apply(player: Player) -> tuple[Player, list[Event]]:
            if other not in player.blocked and len(player.blocked) >= domain.MAX_BLOCKED:
                raise Refused(
                    "too_many_blocked", "the block list is full", limit=str(domain.MAX_BLOCKED)
                )
            return domain.block(player, other), []

        await self.change(player_id, apply)

    async def unblock(self, player_id: str, other: str) -> None:
        await self.change(player_id, lambda p: (domain.unblock(p, other), []))

    # -- reading ----------------------------------------------------------------------

    async def profile(self, player_id: str) -> Player:
        return await self.alive_or_deleted(player_id)

    async def profile_by_name(self, name: str) -> Player:
        player = await self.store.player_by_name(folded(tidy(name))) if name else None
        if player is None:
            raise NotFound("player_not_found", "no such player")
        return player

    async def profiles(self, player_ids: Sequence[str]) -> list[Player]:
        if len(player_ids) > MAX_BATCH:
            raise Invalid("too_many_ids", f"at most {MAX_BATCH} at once", limit=str(MAX_BATCH))
        return await self.store.players(list(dict.fromkeys(player_ids)))

    async def blocked(self, player_id: str) -> list[Player]:
        player = await self.alive(player_id)
        found = {p.player_id: p for p in await self.store.players(player.blocked)}
        return [found[p] for p in player.blocked if p in found]

    async def blocked_between(self, one: str, other: str) -> bool:
        """Whether either has blocked the other; unknown players have blocked nobody."""
        return any(
            (other if p.player_id == one else one) in p.blocked
            for p in await self.store.players([one, other])
        )

    # -- checks -----------------------------------------------------------------------

    async def alive(self, player_id: str) -> Player:
        player = await self.alive_or_deleted(player_id)
        if player.deleted:
            raise NotFound("player_deleted", "this account was deleted")
        return player

    async def alive_or_deleted(self, player_id: str) -> Player:
        player = await self.store.player(player_id) if player_id else None
        if player is None:
            raise NotFound("player_not_found", "no such player")
        return player

    async def account(self, player_id: str) -> Player:
        player = await self.alive(player_id)
        if player.guest:
            raise Forbidden("account_needed", "guests cannot do this")
        return player

    def good_name(self, name: str) -> str:
        name = tidy(name)
        if problem := name_problem(name):
            raise Invalid(problem)
        return name

    def good_password(self, password: str, name: str) -> None:
        if problem := domain.password_problem(password, name, self._common):
            raise Invalid(problem)

    async def take_attempt(self, key: str) -> None:
        """Counts one attempt before it is made, so that parallel ones count as well."""
        for _ in range(_TRIES):
            state, version = await self.store.attempts(key)
            after, wait_ms = domain.attempt(state, self.now_ms())
            if after is None:
                raise RateLimited(
                    "too_many_attempts",
                    "too many attempts, please wait",
                    retry_after_ms=str(wait_ms),
                )
            if await self.store.save_attempts(key, version, after):
                return
        # So many at once is nobody who has forgotten a password.
        raise RateLimited("too_many_attempts", "too many attempts", retry_after_ms="1000")

    async def check_password(self, player: Player, password: str) -> None:
        key = f"id:{player.player_id}"
        await self.take_attempt(key)
        if len(password) > domain.MAX_PASSWORD or not await self.passwords.verify(
            player.password_hash, password
        ):
            raise Unauthenticated("wrong_password", "the password is wrong")
        await self.store.forget_attempts(key)
