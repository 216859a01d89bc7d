"""Serving: answers to browsers over HTTP, with limits that let nobody's slowness or greed cost others anything.

There is one way to an answer, whatever is asked for: GET and HEAD alone, so many in a time from one address, and what
stands at no address has one and the same answer. What is data may be read by pages of others,
whose browsers ask first. Nobody's address is written down.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextvars import Context
from functools import partial
from ipaddress import IPv6Address, ip_address
from typing import Any

from aiohttp import web

from bot.host.errors import Leak, Refusal
from bot.web import rendering
from bot.web.responses import FOR_THE_ASKING, Reply, TooMuchAtOnce
from storage.interface import StoreFailed

log = logging.getLogger(__name__)

CONNECTIONS, OF_ONE_ADDRESS = 400, 40
"""How many may be open at a time, in all and from one address; a proxy of our own may have all of them."""
LONGEST_QUESTION, LONGEST_ANSWER = 10.0, 60.0
"""Seconds for a connection's first request to arrive, and from each request on until the next."""
WAITING = 32
"""Pages that are being made or wait for it, at most: who comes then is asked to come again."""
LONGEST_LINE, LONGEST_HEADER, HEADERS = 2048, 4096, 64
LONGEST_CLOSING = 1.0
"""Seconds for which the bot waits for answers under way when it stops."""
DATA = "/api/"
"""What addresses begin with of which data is asked, also where there is none."""
COME_AGAIN = "5"
"""Seconds after which who has asked for too much may ask again."""

Find = Callable[[str], Awaitable[Reply | None]]
"""Returns what stands at a path; None: nothing that everybody may see."""

_silent = logging.getLogger(f"{__name__}.connections")
_silent.setLevel(logging.CRITICAL + 1)  # what aiohttp says of visitors and their mistakes names their addresses


class WebServer:
    """Serves pages.

    Args:
        find: finds what stands at an address.
        wait: returns for how many seconds an address has to wait; 0: it may ask.
        looked_at: told of each answer's kind.
    """

    def __init__(
        self,
        find: Find,
        wait: Callable[[str], float] = lambda _: 0.0,
        looked_at: Callable[[str], None] = lambda _: None,
        *,
        longest_question: float = LONGEST_QUESTION,
        longest_answer: float = LONGEST_ANSWER,
    ) -> None:
        self._find = find
        self._wait = wait
        self._looked_at = looked_at
        self._patience = longest_question, longest_answer
        self._waiting = 0
        self._guests: Counter[str] = Counter()
        self._aiohttp: web.Server = web.Server(self._answer)
        self._listening: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Begin to serve; return the port, as 0 means any that is free.

        Raises:
            OSError: the address or the port cannot be had.
        """
        loop = asyncio.get_running_loop()
        # In a context of its own: what visitors ask for is no work of the bot's, for which the local table waits.
        self._listening = await Context().run(asyncio.create_task, loop.create_server(self._guest, host, port))
        bound: int = self._listening.sockets[0].getsockname()[1]
        return bound

    async def close(self) -> None:
        """Serve no more; answers under way are finished, though not for long."""
        if self._listening is not None:
            self._listening.close()
            await self._aiohttp.shutdown(LONGEST_CLOSING)
            await self._listening.wait_closed()
            self._listening = None

    @property
    def guests(self) -> int:
        """How many connections are open."""
        return self._guests.total()

    def _guest(self) -> _Guest:
        return _Guest(self._aiohttp, self._guests, self._patience)

    # -- answering -----------------------------------------------------------------------------------

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        guest = request.protocol
        if isinstance(guest, _Guest):
            guest.asks()
        reply = await self._reply_to(request)
        self._looked_at(reply.kind)
        headers = {**reply.all_headers, "Content-Type": reply.content_type}
        if reply.status == 200:
            headers["ETag"] = f'"{reply.tag}"'
            if any(tag.value in (reply.tag, "*") for tag in request.if_none_match or ()):
                return web.Response(status=304, headers={k: v for k, v in headers.items() if k != "Content-Type"})
        return web.Response(status=reply.status, body=reply.body, headers=headers)

    async def _reply_to(self, request: web.BaseRequest) -> Reply:
        as_data = request.path.startswith(DATA)
        problem = partial(rendering.problem, as_data=as_data)
        if request.method == "OPTIONS" and as_data:
            return Reply(b"", status=204, kind="options", headers=FOR_THE_ASKING)
        if request.method not in ("GET", "HEAD"):
            return problem(405, headers={"Allow": "GET, HEAD, OPTIONS" if as_data else "GET, HEAD"})
        if self._waiting >= WAITING or self._wait(whose(request)) > 0:
            return problem(429, headers={"Retry-After": COME_AGAIN})
        self._waiting += 1
        try:
            return await self._find(request.path) or problem(404)
        except TooMuchAtOnce:
            return problem(429, headers={"Retry-After": COME_AGAIN})
        except (Refusal, Leak, StoreFailed):  # a table that cannot be read or shown, or a disk that fails
            log.warning("a page of the web cannot be shown just now", exc_info=True)
            return problem(503)
        except Exception:
            log.exception("a page of the web could not be made")
            return problem(500)
        finally:
            self._waiting -= 1


class _Guest(web.RequestHandler):
    """A connection: it is closed when it takes too long, or when there are too many."""

    __slots__ = ("_clock", "_guests", "_patience", "_whose")

    def __init__(self, server: web.Server, guests: Counter[str], patience: tuple[float, float]) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=_silent,
            logger=_silent,
            max_line_size=LONGEST_LINE,
            max_field_size=LONGEST_HEADER,
            max_headers=HEADERS,
            keepalive_timeout=patience[1],
            lingering_time=0.0,
        )
        self._guests = guests
        self._patience = patience
        self._whose = ""
        self._clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let somebody in, if there is room."""
        super().connection_made(transport)
        self._whose = _group(str((transport.get_extra_info("peername") or ("",))[0]))
        self._guests[self._whose] += 1
        most = CONNECTIONS if _is_near(self._whose) else OF_ONE_ADDRESS
        if self._guests[self._whose] > most or self._guests.total() > CONNECTIONS:
            self.force_close()
            return
        self._be_back_in(self._patience[0])

    def connection_lost(self, exc: BaseException | None) -> None:
        """Make room again."""
        super().connection_lost(exc)
        if self._clock is not None:
            self._clock.cancel()
        self._guests[self._whose] -= 1
        if self._guests[self._whose] <= 0:
            del self._guests[self._whose]

    def asks(self) -> None:
        """Hear that a whole request has arrived."""
        self._be_back_in(self._patience[1])

    def _be_back_in(self, seconds: float) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._clock = asyncio.get_running_loop().call_later(seconds, self._is_late)

    def _is_late(self) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer what is no request, such as one with huge headers, without a word of what was sent."""
        reply = rendering.problem(status if 400 <= status < 500 else 500)
        response = web.Response(
            status=reply.status, body=reply.body, headers={**reply.all_headers, "Content-Type": reply.content_type}
        )
        response.force_close()
        return response


# -- who asks ----------------------------------------------------------------------------------------


def whose(request: web.BaseRequest) -> str:
    """Return from which address a request comes, as far as limits go by it.

    What a proxy beside us adds last to X-Forwarded-For is believed, and nothing that comes from elsewhere.
    """
    near = request.remote or ""
    if _is_near(near):
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return _group(told or near)
    return _group(near)


def _group(address: str) -> str:
    """Return an address as it is counted: of IPv6, the network that one household has."""
    known: Any = _read(address)
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or int(known) >> 64)
    return address


def _is_near(address: str) -> bool:
    """Whether an address is of this computer, or of its own network, as that of a proxy in a container."""
    known: Any = _read(address)
    return known is not None and (known.is_loopback or known.is_private)


def _read(address: str) -> Any:
    try:
        return ip_address(address)
    except ValueError:
        return None
