"""The key that signs access tokens: made on first start, readable by its owner only."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from x0_launcher.errors import LauncherError


@dataclass(frozen=True)
class SigningKeys:
    """The newest key signs; tokens of every key in the folder are still accepted."""

    key_id: str
    private_pem: str
    public_pems: dict[str, str]

    @property
    def public_json(self) -> str:
        return json.dumps(self.public_pems, sort_keys=True)


def load_or_make(folder: Path) -> SigningKeys:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    files = sorted(folder.glob("*.pem"), key=lambda file: (file.stat().st_mtime_ns, file.name))
    if not files:
        files = [_make(folder)]
    private_pems = {file.stem: file.read_bytes() for file in files}
    newest = files[-1].stem
    return SigningKeys(
        key_id=newest,
        private_pem=private_pems[newest].decode(),
        public_pems={key_id: _public(_load(pem, key_id)) for key_id, pem in private_pems.items()},
    )


def _make(folder: Path) -> Path:
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / f"{hashlib.sha256(_public(key).encode()).hexdigest()[:16]}.pem"
    # Written aside and renamed, so that a crash leaves no half a key; 0600 from the first byte on.
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(pem)
        out.flush()
        os.fsync(out.fileno())
    return fresh.replace(file)


def _load(pem: bytes, key_id: str) -> Ed25519PrivateKey:
    key = load_pem_private_key(pem, password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise LauncherError(f"the key {key_id} is not an Ed25519 key")
    return key


def _public(key: Ed25519PrivateKey) -> str:
    spki = PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(Encoding.PEM, spki).decode()
