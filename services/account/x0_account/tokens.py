"""Access tokens: JWT signed with Ed25519, checked elsewhere with the public key alone."""

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key


class TokenSigner:
    def __init__(self, private_pem: str, key_id: str, life_seconds: int) -> None:
        """Raises ValueError for what is no Ed25519 key in PEM."""
        key = load_pem_private_key(private_pem.encode(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError("the signing key is not an Ed25519 key")
        if not key_id:
            raise ValueError("the signing key has no id")
        self._key = key
        self._key_id = key_id
        self._life = life_seconds

    def sign(
        self, *, player_id: str, name: str, guest: bool, scope: str, session_id: str, now: int
    ) -> tuple[str, int]:
        """The token and when it expires (ms). Claims are described in account.proto."""
        issued = now // 1000
        expires = issued + self._life
        claims = {
            "sub": player_id,
            "name": name,
            "guest": guest,
            "scope": scope,
            "sid": session_id,
            "iat": issued,
            "exp": expires,
        }
        token = jwt.encode(claims, self._key, algorithm="EdDSA", headers={"kid": self._key_id})
        return token, expires * 1000
