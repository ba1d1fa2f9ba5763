"""Random ids."""

import secrets

# Letters and digits without look-alikes (0 O o, 1 l I L): safe in URLs, fit to be read out.
ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ"


def new_id(n: int = 12) -> str:
    """A random id of `n` characters, 5.78 bits each: 69 bits for the default 12."""
    return "".join([secrets.choice(ALPHABET) for _ in range(n)])
