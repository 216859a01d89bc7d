"""Who asks for pages, as far as limits go by it: an address, or the network of a household."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

THIS_COMPUTER: tuple[Network, ...] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
HOUSEHOLD_BITS = 56
"""Bits of an IPv6 address that are the same for one household, as providers give them out."""


def visitor(remote: str, forwarded: Sequence[str], proxies: Collection[Network]) -> str:
    """Return for whom a request counts.

    Each proxy adds to X-Forwarded-For who has asked it. So this is read from its end, as long as what comes next is the
    word of a proxy of our own; what stands before that may be made up.

    Args:
        remote: the address from which the request comes.
        forwarded: the values of its headers X-Forwarded-For.
        proxies: where proxies of our own are.
    """
    address = remote
    for before in reversed(",".join(forwarded).split(",")):
        if not before.strip() or not is_of(address, proxies):
            break
        address = before.strip()
    return household_of(address)


def household_of(address: str) -> str:
    """Return an address as it is counted: of IPv6, the network that one household has."""
    known = _read(address)
    if isinstance(known, IPv6Address):
        return str(IPv6Network((known, HOUSEHOLD_BITS), strict=False))
    return address if known is None else str(known)


def is_of(address: str, networks: Collection[Network]) -> bool:
    """Whether an address is of one of these networks."""
    known = _read(address)
    return known is not None and any(known in network for network in networks)


def networks_from(written: str) -> tuple[Network, ...]:
    """Return addresses and networks with commas between them; `none` is none.

    Raises:
        ValueError: it is something else.
    """
    if written.strip().lower() == "none":
        return ()
    return tuple(ip_network(one.strip()) for one in written.split(","))


def _read(address: str) -> IPv4Address | IPv6Address | None:
    try:
        known = ip_address(address)
    except ValueError:
        return None
    return known.ipv4_mapped or known if isinstance(known, IPv6Address) else known
