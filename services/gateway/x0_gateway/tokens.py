"""Who sends a request: access tokens, checked with the public keys alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from servicekit.errors import Forbidden, Unauthenticated
from x0.game.v1 import service_pb2

# A token is a few hundred characters; a longer one is not worth looking at.
LONGEST = 4096


@dataclass(frozen=True, slots=True)
class Identity:
    player_id: str
    name: str
    guest: bool
    scopes: frozenset[str]
    # Of whoever signed in; empty for API tokens.
    session_id: str
    # Seconds of the Unix epoch.
    expires_at: int

    def require(self, scope: str) -> None:
        if scope not in self.scopes:
            raise Forbidden("scope_missing", f"this token has no scope {scope}", scope=scope)

    def require_session(self) -> None:
        """For what a bot's token must not do, whatever its scopes."""
        if not self.session_id:
            raise Forbidden("session_needed", "sign in with name and password to do this")

    @property
    def caller(self) -> service_pb2.Caller:
        return service_pb2.Caller(player_id=self.player_id, name=self.name, guest=self.guest)


class Verifier:
    def __init__(self, public_keys: Mapping[str, str]) -> None:
        """`public_keys`: PEM by key id. Raises ValueError for what is no Ed25519 key."""
        self._keys: dict[str, Ed25519PublicKey] = {}
        for key_id, pem in public_keys.items():
            key = load_pem_public_key(pem.encode())
            if not isinstance(key, Ed25519PublicKey):
                raise ValueError(f"the public key {key_id} is not an Ed25519 key")
            self._keys[key_id] = key

    def check(self, token: str) -> Identity:
        """Raises Unauthenticated."""
        try:
            if len(token) > LONGEST:
                raise jwt.InvalidTokenError
            key = self._keys.get(jwt.get_unverified_header(token).get("kid", ""))
            if key is None:
                raise jwt.InvalidTokenError
            claims = jwt.decode(
                token,
                key,
                algorithms=["EdDSA"],
                options={"require": ["sub", "exp", "iat"], "verify_aud": False},
                # Clocks of two machines differ by a moment.
                leeway=2,
            )
            return _identity(claims)
        except jwt.ExpiredSignatureError:
            raise Unauthenticated("token_expired", "this token has expired") from None
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError):
            raise Unauthenticated("token_invalid", "this token is not valid") from None


def _identity(claims: Mapping[str, Any]) -> Identity:
    def text(name: str) -> str:
        value = claims.get(name, "")
        if not isinstance(value, str):
            raise TypeError(name)
        return value

    if not text("sub") or claims.get("guest", False) not in (True, False):
        raise ValueError("claims")
    return Identity(
        player_id=text("sub"),
        name=text("name"),
        guest=bool(claims.get("guest", False)),
        scopes=frozenset(text("scope").split()),
        session_id=text("sid"),
        expires_at=int(claims["exp"]),
    )
