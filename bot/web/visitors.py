"""Identification of clients for rate limits: an IPv4 address or the IPv6 network of a household."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

THIS_COMPUTER: tuple[Network, ...] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
HOUSEHOLD_BITS = 56
"""Prefix length of the IPv6 network that providers assign to one household."""


def identify_client(remote: str, forwarded: Sequence[str], proxies: Collection[Network]) -> str:
    """Return the household whose limits a request counts against.

    Each proxy appends its client's address to X-Forwarded-For. So the header is read from its end, as long as the next
    entry comes from a trusted proxy; entries before that may be forged.

    Args:
        remote: the address of the connection.
        forwarded: the values of X-Forwarded-For.
        proxies: networks of trusted proxies.
    """
    address = remote
    for before in reversed(",".join(forwarded).split(",")):
        if not before.strip() or not is_of(address, proxies):
            break
        address = before.strip()
    return get_household(address)


def get_household(address: str) -> str:
    """Return an address as limits count it: for IPv6, the network of the household."""
    known = _parse_address(address)
    if isinstance(known, IPv6Address):
        return str(IPv6Network((known, HOUSEHOLD_BITS), strict=False))
    return address if known is None else str(known)


def is_of(address: str, networks: Collection[Network]) -> bool:
    """Whether an address is of one of these networks."""
    known = _parse_address(address)
    return known is not None and any(known in network for network in networks)


def parse_networks(written: str) -> tuple[Network, ...]:
    """Parse addresses and networks separated by commas; `none` means none.

    Raises:
        ValueError: the text is something else.
    """
    if written.strip().lower() == "none":
        return ()
    return tuple(ip_network(one.strip()) for one in written.split(","))


def _parse_address(address: str) -> IPv4Address | IPv6Address | None:
    try:
        known = ip_address(address)
    except ValueError:
        return None
    return known.ipv4_mapped or known if isinstance(known, IPv6Address) else known
