"""Signs access tokens as the account service does."""

import json
import time
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEY_ID = "test"


class Signer:
    def __init__(self) -> None:
        self._key = Ed25519PrivateKey.generate()
        spki = PublicFormat.SubjectPublicKeyInfo
        self.public_pem = self._key.public_key().public_bytes(Encoding.PEM, spki).decode()

    @property
    def public_keys(self) -> dict[str, str]:
        return {KEY_ID: self.public_pem}

    @property
    def public_json(self) -> str:
        return json.dumps(self.public_keys)

    def token(self, player_id: str, *, kid: str = KEY_ID, **claims: Any) -> str:
        now = int(time.time())
        return jwt.encode(
            {
                "sub": player_id,
                "name": player_id.capitalize(),
                "guest": False,
                "scope": "play read challenge",
                "sid": f"s-{player_id}",
                "iat": now,
                "exp": now + 900,
                **claims,
            },
            self._key,
            algorithm="EdDSA",
            headers={"kid": kid},
        )
