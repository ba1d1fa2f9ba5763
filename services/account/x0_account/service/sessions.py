"""Use cases: signing in, sessions, passwords, API tokens, leaving for good."""

import base64
import hashlib
import secrets as random
from collections.abc import Sequence
from dataclasses import replace

from servicekit.errors import Conflict, Invalid, NotFound, Refused, Unauthenticated
from servicekit.ids import keyed_id, new_id

from x0_account.domain import players as domain
from x0_account.domain.names import folded, tidy
from x0_account.domain.players import ApiToken, Player, Session
from x0_account.service.departures import Departures
from x0_account.service.players import Players
from x0_account.service.ports import SignedIn, Signer, Store

_TRIES = 10
_ALL_SCOPES = " ".join(domain.SCOPES)
API_PREFIX = "x0_"


def _hash(secret: str) -> bytes:
    # Of 256 random bits, so that nothing slower is needed.
    return hashlib.sha256(secret.encode()).digest()


def _random(bits: int) -> str:
    return base64.urlsafe_b64encode(random.token_bytes(bits // 8)).decode().rstrip("=")


class Sessions:
    def __init__(
        self, players: Players, signer: Signer, refresh_life_ms: int, departures: Departures
    ) -> None:
        self._players = players
        self._departures = departures
        self._store: Store = players.store
        self._signer = signer
        self._life = refresh_life_ms

    # -- signing in -------------------------------------------------------------------

    async def create_guest(self, user_agent: str, key: str = "") -> SignedIn:
        return await self._open(await self._players.create_guest(key), user_agent)

    async def register(
        self, name: str, password: str, guest_player_id: str, user_agent: str, key: str = ""
    ) -> SignedIn:
        player = await self._players.register(name, password, guest_player_id, key)
        return await self._open(player, user_agent)

    async def log_in(self, name: str, password: str, user_agent: str) -> SignedIn:
        """Wrong name and wrong password look the same and take equally long."""
        name = tidy(name)
        if len(name) > domain.MAX_PASSWORD or len(password) > domain.MAX_PASSWORD:
            raise Unauthenticated("wrong_credentials", "name or password is wrong")
        key = f"name:{folded(name)}"
        await self._players.take_attempt(key)
        player = await self._store.player_by_name(folded(name))
        hashed = player.password_hash if player is not None else ""
        good = await self._players.passwords.verify(hashed, password)
        if player is None or not good:
            raise Unauthenticated("wrong_credentials", "name or password is wrong")
        await self._store.forget_attempts(key)
        if self._players.passwords.is_dated(hashed):
            fresh = await self._players.passwords.hash(password)
            player = await self._players.change(
                player.player_id,
                lambda p: (
                    replace(p, password_hash=fresh) if p.password_hash == hashed else p,
                    [],
                ),
            )
        return await self._open(player, user_agent)

    async def refresh(self, refresh_token: str) -> SignedIn:
        """Rotates the token. One that was used before revokes its session."""
        refused = Unauthenticated("refresh_token_invalid", "please sign in again")
        parts = refresh_token.split(".")
        if len(refresh_token) > 200 or len(parts) != 3:
            raise refused
        session_id, family, secret = parts
        fresh = _random(256)
        for _ in range(_TRIES):
            now = self._players.now_ms()
            session = await self._store.session(session_id)
            if session is None or session.expires <= now or session.family != _hash(family):
                raise refused
            player = await self._store.player(session.player_id)
            if player is None or player.deleted:
                await self._store.remove_sessions(session.player_id, [session_id])
                raise refused
            if _hash(fresh) in session.live:
                # Our own write, whose answer was lost on the way from the store.
                return self._signed(player, session, family, fresh)
            after = domain.rotate(session, _hash(secret), _hash(fresh), now, self._life)
            if after is None:
                await self._store.remove_sessions(session.player_id, [session_id])
                raise Unauthenticated(
                    "refresh_token_reused", "this token was used before; please sign in again"
                )
            if await self._store.save_session(after):
                return self._signed(player, after, family, fresh)
        raise Conflict("busy", "this session is being refreshed elsewhere, please try again")

    async def _open(self, player: Player, user_agent: str) -> SignedIn:
        now = self._players.now_ms()
        family, secret = _random(128), _random(256)
        session = Session(
            session_id=new_id(16),
            player_id=player.player_id,
            version=1,
            user_agent=domain.one_line(user_agent, 200),
            created=now,
            last_used=now,
            expires=now + self._life,
            family=_hash(family),
            live=(_hash(secret),),
        )
        await self._store.add_session(session)
        oldest = (await self._store.sessions(player.player_id))[domain.MAX_SESSIONS :]
        if oldest:
            await self._store.remove_sessions(player.player_id, [s.session_id for s in oldest])
        return self._signed(player, session, family, secret)

    def _signed(self, player: Player, session: Session, family: str, secret: str) -> SignedIn:
        token, expires = self._signer.sign(
            player_id=player.player_id,
            name=player.name,
            guest=player.guest,
            scope=_ALL_SCOPES,
            session_id=session.session_id,
            now=self._players.now_ms(),
        )
        return SignedIn(
            session_id=session.session_id,
            player=player,
            access_token=token,
            access_expires=expires,
            refresh_token=f"{session.session_id}.{family}.{secret}",
            refresh_expires=session.expires,
        )

    # -- sessions ---------------------------------------------------------------------

    async def sessions(self, player_id: str) -> list[Session]:
        await self._players.alive(player_id)
        now = self._players.now_ms()
        return [s for s in await self._store.sessions(player_id) if s.expires > now]

    async def revoke(self, player_id: str, session_id: str) -> None:
        """Revoking one that is gone is fine."""
        await self._store.remove_sessions(player_id, [session_id])

    async def revoke_all(self, player_id: str, but: str) -> int:
        found = await self._store.sessions(player_id)
        ids = [s.session_id for s in found if s.session_id != but]
        return await self._store.remove_sessions(player_id, ids) if ids else 0

    async def change_password(self, player_id: str, old: str, new: str, session_id: str) -> None:
        """All sessions but this one end."""
        player = await self._players.account(player_id)
        self._players.good_password(new, player.name)
        await self._players.check_password(player, old)
        hashed = await self._players.passwords.hash(new)
        checked = player.password_hash

        def apply(player: Player) -> tuple[Player, list[domain.Event]]:
            if player.password_hash not in (checked, hashed):
                raise Refused("password_changed", "the password was changed elsewhere")
            return replace(player, password_hash=hashed), []

        await self._players.change(player_id, apply)
        await self.revoke_all(player_id, session_id)

    async def delete_account(self, player_id: str, password: str) -> None:
        """Sessions and tokens first: a crash in between leaves an account to delete again,
        never keys to a deleted one. What was opened meanwhile goes afterwards."""
        player = await self._players.account(player_id)
        await self._players.check_password(player, password)
        await self._lock_out(player_id)
        now = self._players.now_ms()
        await self._players.change(player_id, lambda p: domain.delete(p, now))
        await self._lock_out(player_id)
        await self._departures.depart(player_id)

    async def _lock_out(self, player_id: str) -> None:
        await self.revoke_all(player_id, "")
        tokens = await self._store.api_tokens(player_id)
        if tokens:
            await self._store.remove_api_tokens(player_id, [t.token_id for t in tokens])

    # -- API tokens -------------------------------------------------------------------

    async def create_api_token(
        self, player_id: str, label: str, scopes: Sequence[str], key: str = ""
    ) -> tuple[ApiToken, str]:
        """The token, and its secret, which nobody can show again: the same `key` again gives
        the same token another secret."""
        await self._players.account(player_id)
        label = domain.one_line(label, domain.MAX_LABEL)
        if not label:
            raise Invalid("bad_label", "a label is needed")
        if problem := domain.scopes_problem(scopes):
            raise Invalid(problem, "scopes are some of " + ", ".join(domain.SCOPES))
        token_id = keyed_id("token", player_id, key) if key else new_id()
        if key:
            await self._store.remove_api_tokens(player_id, [token_id])
        if len(await self._store.api_tokens(player_id)) >= domain.MAX_API_TOKENS:
            raise Refused("too_many_tokens", "no more tokens", limit=str(domain.MAX_API_TOKENS))
        secret = _random(256)
        token = ApiToken(
            token_id=token_id,
            player_id=player_id,
            label=label,
            scopes=tuple(sorted(scopes)),
            created=self._players.now_ms(),
            last_used=0,
            hash=_hash(secret),
        )
        await self._store.add_api_token(token)
        return token, f"{API_PREFIX}{token.token_id}.{secret}"

    async def api_tokens(self, player_id: str) -> list[ApiToken]:
        await self._players.alive(player_id)
        return await self._store.api_tokens(player_id)

    async def revoke_api_token(self, player_id: str, token_id: str) -> None:
        if not await self._store.remove_api_tokens(player_id, [token_id]):
            raise NotFound("token_not_found", "no such token")

    async def exchange_api_token(self, secret: str) -> tuple[Player, str, int]:
        """A short-lived access token with the scopes of the API token; it names no session."""
        refused = Unauthenticated("api_token_invalid", "this API token is not valid")
        token_id, _, random_part = secret.removeprefix(API_PREFIX).partition(".")
        if len(secret) > 200 or not secret.startswith(API_PREFIX) or not random_part:
            raise refused
        token = await self._store.api_token(token_id)
        if token is None or not random.compare_digest(token.hash, _hash(random_part)):
            raise refused
        player = await self._store.player(token.player_id)
        if player is None or player.deleted:
            raise refused
        now = self._players.now_ms()
        access, expires = self._signer.sign(
            player_id=player.player_id,
            name=player.name,
            guest=False,
            scope=" ".join(token.scopes),
            session_id="",
            now=now,
        )
        await self._store.touch_api_token(token_id, now)
        return player, access, expires
