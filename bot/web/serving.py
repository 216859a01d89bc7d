"""Serving: answers to browsers over HTTP, with limits that let nobody's slowness or greed cost others anything.

There is one way to an answer, whatever is asked for: GET and HEAD alone, so many in a time from one address, and what
stands at no address has one and the same answer. What is data may be read by pages of others,
whose browsers ask first. Nobody's address is written down.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import Context
from functools import partial

from aiohttp import web

from bot.host.errors import Leak, Refusal
from bot.web import rendering
from bot.web.responses import FOR_THE_ASKING, Reply, TooMuchAtOnce
from bot.web.visitors import THIS_COMPUTER, Network, household_of, is_of, visitor
from storage.interface import StoreFailed

log = logging.getLogger(__name__)

CONNECTIONS, OF_ONE_ADDRESS = 400, 40
"""How many may be open at a time, in all and from one address; a proxy of our own may have all of them. Where there is
no room for one more, that is closed which has asked for nothing for longest."""
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
        proxies: from where a proxy of our own comes, whose word is taken for who asks.
    """

    def __init__(
        self,
        find: Find,
        wait: Callable[[str], float] = lambda _: 0.0,
        looked_at: Callable[[str], None] = lambda _: None,
        *,
        proxies: Collection[Network] = THIS_COMPUTER,
        longest_question: float = LONGEST_QUESTION,
        longest_answer: float = LONGEST_ANSWER,
    ) -> None:
        self._find = find
        self._wait = wait
        self._looked_at = looked_at
        self._patience = longest_question, longest_answer
        self._waiting = 0
        self._proxies = proxies
        self._guests = _Guests(proxies)
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
        return self._guests.total

    def _guest(self) -> _Guest:
        return _Guest(self._aiohttp, self._guests, self._patience)

    # -- answering -----------------------------------------------------------------------------------

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        guest = request.protocol
        if isinstance(guest, _Guest):
            with guest.asking():
                reply = await self._reply_to(request)
        else:
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
        if self._waiting >= WAITING or self._wait(self._visitor(request)) > 0:
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

    def _visitor(self, request: web.BaseRequest) -> str:
        return visitor(request.remote or "", request.headers.getall("X-Forwarded-For", ()), self._proxies)


class _Guests:
    """All connections that are open, by the household from which they come.

    Args:
        proxies: from where as many may come as there is room for.
    """

    def __init__(self, proxies: Collection[Network]) -> None:
        self._proxies = proxies
        self._there: dict[str, set[_Guest]] = {}

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(map(len, self._there.values()))

    def let_in(self, guest: _Guest, address: str) -> bool:
        """Make room for a connection where there is none; return whether it has some now."""
        household = household_of(address)
        own = self._there.get(household, set())
        most = CONNECTIONS if is_of(address, self._proxies) else OF_ONE_ADDRESS
        crowded = own if len(own) >= most else max(self._there.values(), key=len) if self.total >= CONNECTIONS else None
        if crowded is not None:
            idle = min((each for each in crowded if each.is_idle), key=lambda each: each.since, default=None)
            if idle is None:
                return False
            self.let_go(idle)
            idle.hang_up()
        self._there.setdefault(household, set()).add(guest)
        return True

    def let_go(self, guest: _Guest) -> None:
        """Forget a connection, if it is still known."""
        for household, there in list(self._there.items()):
            there.discard(guest)
            if not there:
                del self._there[household]


class _Guest(web.RequestHandler):
    """A connection: it is closed when it takes too long, or when others want its room."""

    __slots__ = ("_clock", "_guests", "_patience", "is_idle", "since")

    def __init__(self, server: web.Server, guests: _Guests, patience: tuple[float, float]) -> None:
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
        self._clock: asyncio.TimerHandle | None = None
        self.is_idle = True
        """Whether no answer is being made for it."""
        self.since = asyncio.get_running_loop().time()
        """When it has asked last, or come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let somebody in, if there is room."""
        super().connection_made(transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        if self._guests.let_in(self, address):
            self._be_back_in(self._patience[0])
        else:
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Make room again."""
        super().connection_lost(exc)
        if self._clock is not None:
            self._clock.cancel()
        self._guests.let_go(self)

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Keep the connection open while an answer is being made to a whole request that has arrived."""
        self._be_back_in(self._patience[1])
        self.is_idle, self.since = False, asyncio.get_running_loop().time()
        try:
            yield
        finally:
            self.is_idle = True

    def _be_back_in(self, seconds: float) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._clock = asyncio.get_running_loop().call_later(seconds, self.hang_up)

    def hang_up(self) -> None:
        """Close the connection at once."""
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
