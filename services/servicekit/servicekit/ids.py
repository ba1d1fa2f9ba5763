"""Ids: random ones, and such that follow from what they are for."""

import hashlib
import secrets

# Letters and digits without look-alikes (0 O o, 1 l I L): safe in URLs, fit to be read out.
ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ"


def new_id(n: int = 12) -> str:
    """A random id of `n` characters, 5.78 bits each: 69 bits for the default 12."""
    return "".join([secrets.choice(ALPHABET) for _ in range(n)])


def keyed_id(*parts: str, n: int = 12) -> str:
    """The id that follows from `parts`, among them a client's idempotency key: whoever makes
    the same thing again finds it made. As hard to hit by chance as a random one."""
    number = int.from_bytes(hashlib.sha256("\n".join(parts).encode()).digest(), "big")
    letters = []
    for _ in range(n):
        number, index = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[index])
    return "".join(letters)
