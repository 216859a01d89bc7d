"""HTTP client for webhooks, which sends to public addresses only.

The name is looked up once for each post, all of its addresses are checked, and the connection goes to one of those: a
name that changes its address in between leads nowhere else. It follows no redirect, uses no proxy, and reads nothing of
an answer but its status.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from bot import __version__
from bot.host.delivery.webhook_posts import (
    HTTPS_PORT,
    IpAddress,
    PostResult,
    WebhookPost,
    is_public_ip,
    parse_ip,
)

TIMEOUT_SECONDS = 10.0
"""Seconds for the whole post, from the lookup of the name to the status."""
MAX_HEADER_BYTES = 8_192
GONE = 410

LOOKUP_THREADS = ThreadPoolExecutor(4, thread_name_prefix="webhook-lookup")
"""Threads of their own: names whose servers never answer must not occupy those that the games need."""

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""Finds the IP addresses of a name and port."""


class BlockedAddress(Exception):
    """A name that leads into a private network, or nowhere."""


class PinnedResolver(AbstractResolver):
    """Resolves every name to addresses that were checked before."""

    def __init__(self, addresses: Sequence[IpAddress]) -> None:
        self._addresses = addresses

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """See `AbstractResolver`."""
        return [
            ResolveResult(
                hostname=host,
                host=str(address),
                port=port,
                family=socket.AF_INET if address.version == 4 else socket.AF_INET6,
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in self._addresses
        ]

    async def close(self) -> None:
        """See `AbstractResolver`."""


async def look_up(host: str, port: int) -> Sequence[str]:
    """Return the IP addresses of a name, from the operating system."""
    find = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(LOOKUP_THREADS, find)
    return [str(address[0]) for *_, address in found]


class WebhookClient:
    """Sends posts to webhooks.

    Args:
        look_up: finds the addresses of a name.
        is_allowed: whether an address may be connected to.
        trust: whose certificates are accepted; None: those that the system trusts.
        timeout: seconds for a whole post.
    """

    def __init__(
        self,
        look_up: Lookup = look_up,
        *,
        is_allowed: Callable[[IpAddress], bool] = is_public_ip,
        trust: ssl.SSLContext | None = None,
        timeout: float = TIMEOUT_SECONDS,
    ) -> None:
        self._look_up = look_up
        self._is_allowed = is_allowed
        self._trust = trust or ssl.create_default_context()
        self._timeout = timeout

    async def post(self, post: WebhookPost) -> PostResult:
        """Send a post once; see `bot.host.delivery.webhook_posts.Poster`."""
        try:
            async with asyncio.timeout(self._timeout):
                status = await self._send(post)
        except BlockedAddress:
            return PostResult(is_ok=False, reason="the address is not public")
        except TimeoutError:
            return PostResult(is_ok=False, reason="time is up")
        except (aiohttp.ClientError, OSError, ValueError) as failed:
            return PostResult(is_ok=False, reason=type(failed).__name__)
        return PostResult(is_ok=200 <= status < 300, reason=f"status {status}", is_gone=status == GONE)

    async def _send(self, post: WebhookPost) -> int:
        """Send a post to a checked address, and return the status of the answer."""
        parts = urlsplit(post.address)
        if parts.scheme != "https":
            raise BlockedAddress
        addresses = await self._find_addresses(parts.hostname or "", parts.port or HTTPS_PORT)
        connector = aiohttp.TCPConnector(
            resolver=PinnedResolver(addresses), use_dns_cache=False, force_close=True, ssl=self._trust, limit=1
        )
        async with (
            aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                max_line_size=MAX_HEADER_BYTES,
                max_field_size=MAX_HEADER_BYTES,
                headers={"User-Agent": f"Boardroom/{__version__}"},
            ) as session,
            session.post(post.address, data=post.body, headers=post.headers, allow_redirects=False) as answer,
        ):
            return answer.status

    async def _find_addresses(self, host: str, port: int) -> Sequence[IpAddress]:
        """Look a name up; raise BlockedAddress unless all of its addresses may be connected to."""
        written = parse_ip(host)
        found = [str(written)] if written is not None else await self._look_up(host, port)
        addresses = [address for text in found if (address := parse_ip(text)) is not None]
        if not addresses or len(addresses) < len(found) or not all(map(self._is_allowed, addresses)):
            raise BlockedAddress
        return addresses
