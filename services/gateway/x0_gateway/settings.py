"""Settings of the gateway."""

import ipaddress
from functools import cached_property

from pydantic import Field
from servicekit.settings import ServiceSettings

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _listed(text: str) -> list[str]:
    return [part for piece in text.split(",") if (part := piece.strip())]


class GatewaySettings(ServiceSettings):
    # host:port where clients come in; port 0 takes a free one, which the log then names.
    http_listen: str = "127.0.0.1:8080"
    # As clients see it, "https://play.example"; with https cookies are Secure.
    public_url: str = ""
    # Comma list of origins that may call from a browser, besides our own.
    cors_origins: str = ""
    # Comma list of addresses or networks whose X-Forwarded-For is believed.
    trusted_proxies: str = ""

    # The folder of the built web client, served on "/"; empty serves none.
    web_root: str = ""

    # Requests: a rate is per second in the long run, a burst is at once. Per address, per address
    # for files of the web client, per player, per player for what the solver of puzzles judges,
    # and per address for what guesses passwords or makes accounts.
    address_rate: float = Field(default=20, gt=0)
    address_burst: float = Field(default=100, ge=1)
    page_rate: float = Field(default=100, gt=0)
    page_burst: float = Field(default=1000, ge=1)
    player_rate: float = Field(default=10, gt=0)
    player_burst: float = Field(default=60, ge=1)
    puzzle_rate: float = Field(default=5, gt=0)
    puzzle_burst: float = Field(default=30, ge=1)
    sign_in_rate: float = Field(default=0.2, gt=0)
    sign_in_burst: float = Field(default=20, ge=1)
    body_bytes: int = Field(default=64 * 1024, ge=1024)

    # Sockets.
    sockets: int = Field(default=20_000, ge=1)
    sockets_per_address: int = Field(default=200, ge=1)
    topics_per_socket: int = Field(default=64, ge=1)
    message_rate: float = Field(default=20, gt=0)
    message_burst: float = Field(default=60, ge=1)
    message_bytes: int = Field(default=16 * 1024, ge=1024)
    # Requests of one socket in work at once.
    pending_per_socket: int = Field(default=32, ge=1)
    queue_messages: int = Field(default=256, ge=8)
    queue_bytes: int = Field(default=1024 * 1024, ge=64 * 1024)
    auth_seconds: float = Field(default=10, gt=0)
    # How long an expired token still acts while a fresh one is on its way.
    token_grace_seconds: float = Field(default=60, ge=0)
    # Pings measure the lag of who plays; others are only asked whether they are there.
    ping_seconds: float = Field(default=5, gt=0)
    idle_ping_seconds: float = Field(default=20, gt=0)
    silent_seconds: float = Field(default=50, gt=0)

    # How long an action is tried on any instance of the game service.
    act_seconds: float = Field(default=5, gt=0)

    @cached_property
    def origins(self) -> list[str]:
        return _listed(self.cors_origins)

    @cached_property
    def proxies(self) -> list[Network]:
        return [ipaddress.ip_network(text, strict=False) for text in _listed(self.trusted_proxies)]

    @property
    def https(self) -> bool:
        return self.public_url.startswith("https:")
