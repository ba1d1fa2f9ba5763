"""A system's environment without the limits of a public server.

All tests come from one address: what protects a server would only stop them. `test_bad_limits`
has a gateway with the real ones.
"""

UNLIMITED = {
    **{
        f"X0_{what}_{how}": "100000"
        for what in ("ADDRESS", "PAGE", "PLAYER", "PUZZLE", "SIGN_IN", "MESSAGE")
        for how in ("RATE", "BURST")
    },
    "X0_SOCKETS_PER_ADDRESS": "10000",
    # Passwords of tests need no protection, and there are hundreds.
    "X0_ARGON2_TIME_COST": "1",
    "X0_ARGON2_MEMORY_KIB": "32",
}
