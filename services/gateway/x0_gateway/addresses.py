"""Where a request comes from, behind proxies or not."""

import ipaddress
from collections.abc import Iterable, Sequence

from x0_gateway.settings import Network

UNKNOWN = "unknown"


def client_address(
    peer: str | None, headers: Iterable[tuple[bytes, bytes]], proxies: Sequence[Network]
) -> str:
    """The nearest address that is not a proxy of ours: what a client writes itself into
    X-Forwarded-For stands further left and is not believed."""
    if peer is None:
        return UNKNOWN
    if not _trusted(peer, proxies):
        return _limited(peer)
    hops = [
        hop.strip()
        for name, value in headers
        if name == b"x-forwarded-for"
        for hop in value.decode("latin-1").split(",")
    ]
    for hop in reversed(hops):
        if not _is_address(hop):
            break
        if not _trusted(hop, proxies):
            return _limited(hop)
    return _limited(peer)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _trusted(text: str, proxies: Sequence[Network]) -> bool:
    if not proxies or not _is_address(text):
        return False
    address = ipaddress.ip_address(text)
    return any(address in network for network in proxies)


def _limited(text: str) -> str:
    """What limits count by: of IPv6 the /64, which one household has whole."""
    if ":" not in text or not _is_address(text):
        return text
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{address}/64", strict=False).network_address)
    return text
