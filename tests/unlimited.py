"""A system's environment without the limits of a public server.

All tests come from one address: what protects a server would only stop them. `test_bad_limits`
has a gateway with the real ones.
"""

UNLIMITED = {
    **{
        f"X0_{what}_{how}": "100000"
        for what in ("ADDRESS", "PAGE", "PLAYER", "SIGN_IN", "MESSAGE")
        for how in ("RATE", "BURST")
    },
    "X0_SOCKETS_PER_ADDRESS": "10000",
}
