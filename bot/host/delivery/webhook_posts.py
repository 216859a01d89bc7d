"""Signed posts to webhooks, in the format of Standard Webhooks, and the check of their addresses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeAlias
from urllib.parse import urlsplit

from bot.host.errors import Refusal

MAX_ADDRESS_CHARS = 400
SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"  # noqa: S105  # the standard's prefix of a secret, no secret itself
_HOST = re.compile(r"[A-Za-z0-9._:%-]+")
HTTPS_PORT, FIRST_FREE_PORT = 443, 1024

IpAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")))
"""IPv6 networks whose addresses contain IPv4 addresses, beside those that `ipaddress` knows."""


@dataclass(frozen=True)
class WebhookPost:
    """One attempt to send an event."""

    address: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class PostResult:
    """The outcome of an attempt."""

    is_ok: bool
    reason: str = ""
    is_gone: bool = False
    """Whether the receiver wants nothing any more (status 410)."""


class Poster(Protocol):
    """Sends posts; it never raises for a receiver's fault."""

    async def __call__(self, post: WebhookPost) -> PostResult:
        """Send a post once."""
        ...


def generate_webhook_secret() -> str:
    """Generate a secret with which a webhook's posts are signed."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def build_post(
    address: str, secret: str, message_id: str, event: str, data: Mapping[str, Any], now: datetime
) -> WebhookPost:
    """Build the signed post of an event.

    Args:
        address: the receiver.
        secret: its webhook's secret.
        message_id: the event's id, the same for each attempt.
        event: the type of the event.
        data: its content.
        now: the time of the attempt, by which receivers refuse old posts.
    """
    stamp = str(int(now.timestamp()))
    body = json.dumps(
        {"type": event, "timestamp": now.isoformat(timespec="seconds"), "data": data}, ensure_ascii=False
    ).encode()
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = hmac.new(key, f"{message_id}.{stamp}.".encode() + body, hashlib.sha256).digest()
    headers = {
        "content-type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
    return WebhookPost(address, headers, body)


def check_address(typed: str) -> str:
    """Return the address of a webhook as it is stored; its name is looked up only when something is sent.

    Raises:
        Refusal: nothing can be sent there; the text says why.
    """
    address = typed.strip()
    if len(address) > MAX_ADDRESS_CHARS or not address.isascii() or not address.isprintable() or " " in address:
        raise Refusal(f"An address has at most {MAX_ADDRESS_CHARS} plain characters, like https://example.org/hook.")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or HTTPS_PORT
    except ValueError:
        raise Refusal("That is no address. Please write one like https://example.org/hook.") from None
    if parts.scheme != "https" or not _HOST.fullmatch(host):
        raise Refusal("I send to addresses that begin with **https://** only.")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Refusal("Please leave out names, passwords and **#**: the signature proves who sends.")
    if port != HTTPS_PORT and port < FIRST_FREE_PORT:
        raise Refusal(f"Please use port {HTTPS_PORT}, or one from {FIRST_FREE_PORT} on.")
    found = parse_ip(host)
    if (found is not None and not is_public_ip(found)) or host.lower().rstrip(".").endswith("localhost"):
        raise Refusal("That address is in a private network, where I never send anything.")
    return address


def parse_ip(host: str) -> IpAddress | None:
    """Return the IP address that a host is written as; None: it is a name."""
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def is_public_ip(ip: IpAddress) -> bool:
    """Whether an address is on the public internet; IPv6 addresses that contain an IPv4 address never are."""
    if isinstance(ip, ipaddress.IPv6Address) and (
        ip.ipv4_mapped is not None
        or ip.sixtofour is not None
        or ip.teredo is not None
        or ip.is_site_local
        or any(ip in network for network in _TRANSLATED)
    ):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_link_local)
