"""The HTTP server, with limits per client on connections, request rate and time.

Only GET and HEAD are answered, plus CORS preflight requests for the API. All unknown or private addresses get the same
reply. No client address is ever logged.
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
from bot.web.responses import PREFLIGHT_HEADERS, Reply, WorkerBusy
from bot.web.visitors import THIS_COMPUTER, Network, get_household, identify_client, is_of
from storage.interface.errors import StoreFailed

log = logging.getLogger(__name__)

MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS = 400, 40
"""Maximum number of open connections, in all and per household; trusted proxies may use all of them. If there is no
room for a new one, the longest idle one is closed."""
REQUEST_TIMEOUT_SECONDS, RESPONSE_TIMEOUT_SECONDS = 10.0, 60.0
"""Timeouts in seconds for the first request of a connection, and from each request to the next."""
MAX_REQUESTS = 32
"""Maximum number of requests in progress; further ones get status 429."""
MAX_REQUEST_LINE_BYTES, MAX_HEADER_BYTES, MAX_HEADERS = 2048, 4096, 64
CLOSING_SECONDS = 1.0
"""Seconds that shutdown waits for replies in progress."""
DATA_PREFIX = "/api/"
"""Path prefix of requests for JSON, known resources or not."""
RETRY_AFTER_SECONDS = "5"
"""Value of the Retry-After header, in seconds."""

Find = Callable[[str], Awaitable[Reply | None]]
"""Returns the reply for a path; None if nothing public is there."""

_silent = logging.getLogger(f"{__name__}.connections")
_silent.setLevel(logging.CRITICAL + 1)  # aiohttp's messages contain client addresses


class WebServer:
    """Serves the web pages over HTTP.

    Args:
        find: finds the reply for a path.
        get_wait_seconds: rate limiter; returns the seconds that an address has to wait, 0 if it may ask.
        record_page: receives the kind of each reply, for metrics.
        proxies: networks of trusted proxies, whose X-Forwarded-For is believed.
    """

    def __init__(
        self,
        find: Find,
        get_wait_seconds: Callable[[str], float] = lambda _: 0.0,
        record_page: Callable[[str], None] = lambda _: None,
        *,
        proxies: Collection[Network] = THIS_COMPUTER,
        longest_question: float = REQUEST_TIMEOUT_SECONDS,
        longest_answer: float = RESPONSE_TIMEOUT_SECONDS,
    ) -> None:
        self._find = find
        self._get_wait_seconds = get_wait_seconds
        self._record_page = record_page
        self._timeouts = longest_question, longest_answer
        self._waiting = 0
        self._proxies = proxies
        self._connections = _Connections(proxies)
        self._aiohttp: web.Server = web.Server(self._answer)
        self._listening: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Start the server and return its port; port 0 picks any free one.

        Raises:
            OSError: the address or the port is not available.
        """
        loop = asyncio.get_running_loop()
        # In an empty context: the local table waits for the bot's own work, and requests are none of it.
        self._listening = await Context().run(
            asyncio.create_task, loop.create_server(self._create_connection, host, port)
        )
        bound: int = self._listening.sockets[0].getsockname()[1]
        return bound

    async def close(self) -> None:
        """Stop the server after a short time for replies in progress."""
        if self._listening is not None:
            self._listening.close()
            await self._aiohttp.shutdown(CLOSING_SECONDS)
            await self._listening.wait_closed()
            self._listening = None

    @property
    def connection_count(self) -> int:
        """Number of open connections."""
        return self._connections.total

    def _create_connection(self) -> ConnectionHandler:
        return ConnectionHandler(self._aiohttp, self._connections, self._timeouts, self._render_malformed)

    # -- answering -----------------------------------------------------------------------------------

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        guest = request.protocol
        if isinstance(guest, ConnectionHandler):
            with guest.track_request():
                return await self._answer_tracked(request)
        return await self._answer_tracked(request)

    async def _answer_tracked(self, request: web.BaseRequest) -> web.StreamResponse:
        reply = await self._reply_in_any_case(request)
        self._record_page(reply.kind)
        return await self._send(request, reply)

    async def _send(self, request: web.BaseRequest, reply: Reply) -> web.StreamResponse:
        """Return the response of aiohttp to a request."""
        headers = {**reply.all_headers, "Content-Type": reply.content_type}
        if reply.status == 200:
            headers["ETag"] = f'"{reply.tag}"'
            if any(tag.value in (reply.tag, "*") for tag in request.if_none_match or ()):
                return web.Response(status=304, headers={k: v for k, v in headers.items() if k != "Content-Type"})
        return web.Response(status=reply.status, body=reply.body, headers=headers)

    async def _reply_in_any_case(self, request: web.BaseRequest) -> Reply:
        try:
            return await self._reply_to(request)
        except Exception:
            log.exception("a page of the web could not be made")
            return self._render_fault(request)

    async def _reply_to(self, request: web.BaseRequest) -> Reply:
        as_data = request.path.startswith(DATA_PREFIX)
        problem = partial(rendering.build_problem, as_data=as_data)
        if request.method == "OPTIONS" and as_data:
            return Reply(b"", status=204, kind="options", headers=PREFLIGHT_HEADERS)
        if request.method not in ("GET", "HEAD"):
            return problem(405, headers={"Allow": "GET, HEAD, OPTIONS" if as_data else "GET, HEAD"})
        if self._waiting >= MAX_REQUESTS or self._get_wait_seconds(self._identify_client(request)) > 0:
            return problem(429, headers={"Retry-After": RETRY_AFTER_SECONDS})
        self._waiting += 1
        try:
            return await self._find(request.path) or problem(404)
        except WorkerBusy:
            return problem(429, headers={"Retry-After": RETRY_AFTER_SECONDS})
        except (Refusal, Leak, StoreFailed):  # an unreadable table, or a failing disk
            log.warning("a page of the web cannot be shown just now", exc_info=True)
            return problem(503)
        finally:
            self._waiting -= 1

    def _render_fault(self, request: web.BaseRequest) -> Reply:
        """Render the reply to a request at which this program failed."""
        return rendering.build_problem(500, as_data=request.path.startswith(DATA_PREFIX))

    def _render_malformed(self, status: int) -> Reply:
        """Render the reply to a request that is no valid HTTP."""
        return rendering.build_problem(status)

    def _identify_client(self, request: web.BaseRequest) -> str:
        return identify_client(request.remote or "", request.headers.getall("X-Forwarded-For", ()), self._proxies)


class _Connections:
    """All open connections, by household.

    Args:
        proxies: networks without a limit per household.
    """

    def __init__(self, proxies: Collection[Network]) -> None:
        self._proxies = proxies
        self._by_address: dict[str, set[ConnectionHandler]] = {}

    @property
    def total(self) -> int:
        """Total number of connections."""
        return sum(map(len, self._by_address.values()))

    def accept(self, guest: ConnectionHandler, address: str) -> bool:
        """Admit a connection, closing an idle one if there is no room; return whether it was admitted."""
        household = get_household(address)
        own = self._by_address.get(household, set())
        most = MAX_CONNECTIONS if is_of(address, self._proxies) else MAX_CONNECTIONS_PER_ADDRESS
        crowded = (
            own
            if len(own) >= most
            else max(self._by_address.values(), key=len)
            if self.total >= MAX_CONNECTIONS
            else None
        )
        if crowded is not None:
            idle = min((each for each in crowded if each.is_idle), key=lambda each: each.since, default=None)
            if idle is None:
                return False
            self.remove(idle)
            idle.drop_connection()
        self._by_address.setdefault(household, set()).add(guest)
        return True

    def remove(self, guest: ConnectionHandler) -> None:
        """Remove a connection, if it is still registered."""
        for household, there in list(self._by_address.items()):
            there.discard(guest)
            if not there:
                del self._by_address[household]


class ConnectionHandler(web.RequestHandler):
    """A connection that is closed when it takes too long or others need the room."""

    __slots__ = ("_clock", "_connections", "_handle_lost", "_patience", "_render_malformed", "is_idle", "since")

    def __init__(
        self,
        server: web.Server,
        connections: _Connections,
        patience: tuple[float, float],
        render_malformed: Callable[[int], Reply],
    ) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=_silent,
            logger=_silent,
            max_line_size=MAX_REQUEST_LINE_BYTES,
            max_field_size=MAX_HEADER_BYTES,
            max_headers=MAX_HEADERS,
            keepalive_timeout=patience[1],
            lingering_time=0.0,
            auto_decompress=False,  # a few bytes could become many
        )
        self._render_malformed = render_malformed
        self._connections = connections
        self._patience = patience
        self._clock: asyncio.TimerHandle | None = None
        self._handle_lost: Callable[[], None] | None = None
        self.is_idle = True
        """Whether no reply is in progress."""
        self.since = asyncio.get_running_loop().time()
        """Time of the last request, or of the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit the connection, or close it at once."""
        super().connection_made(transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        if self._connections.accept(self, address):
            self._restart_timeout(self._patience[0])
        else:
            self.force_close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Release the connection's room."""
        super().connection_lost(exc)
        if self._clock is not None:
            self._clock.cancel()
        self._connections.remove(self)
        if self._handle_lost is not None:
            self._handle_lost()

    def keep_open(self, handle_lost: Callable[[], None]) -> None:
        """Keep the connection while its reply goes on, however long, and call `handle_lost` when it is lost."""
        if self._clock is not None:
            self._clock.cancel()
        self._handle_lost = handle_lost

    @contextmanager
    def track_request(self) -> Iterator[None]:
        """Suspend idle closing and restart the timeout while a complete request is handled."""
        self._restart_timeout(self._patience[1])
        self.is_idle, self.since = False, asyncio.get_running_loop().time()
        try:
            yield
        finally:
            self.is_idle = True

    def _restart_timeout(self, seconds: float) -> None:
        if self._clock is not None:
            self._clock.cancel()
        self._clock = asyncio.get_running_loop().call_later(seconds, self.drop_connection)

    def drop_connection(self) -> None:
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
        """Reply to a malformed request, such as one with huge headers, without quoting it."""
        reply = self._render_malformed(status if 400 <= status < 500 else 500)
        response = web.Response(
            status=reply.status, body=reply.body, headers={**reply.all_headers, "Content-Type": reply.content_type}
        )
        response.force_close()
        return response
