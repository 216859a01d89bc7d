"""The HTTP server of own pages: sessions by cookie, forged requests refused, limits per person.

GET and HEAD change nothing at a table; a GET keeps what its player has picked as a draft, as a panel does. A POST
counts only if the browser says that it comes from these pages themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from bot.host.play.own_pages import OwnPages
from bot.own_pages.forwarding import PageForwarding
from bot.own_pages.limits import PersonLimits
from bot.own_pages.page_server import PageServer, StreamReply
from bot.own_pages.pages import OwnPageViews
from bot.own_pages.problems import UNREADABLE, explain_problems
from bot.own_pages.rendering import compress_page, render_problem
from bot.own_pages.requests import (
    END,
    EVENTS,
    FRESH_LINK,
    NOT_OPEN,
    NotOpen,
    PageRequest,
    Problem,
    build_cookie_name,
    build_table_path,
)
from bot.own_pages.sign_in import COOKIE, SignIn, SignInRequest, render_onward
from bot.own_pages.streams import PageStreams
from bot.web.responses import Reply
from bot.web.serving import REQUEST_TIMEOUT_SECONDS, RETRY_AFTER_SECONDS
from bot.web.visitors import THIS_COMPUTER, Network
from storage.interface.page_sessions import PageSession

MAX_BODY_BYTES = 16_384
"""Maximum size of a submitted form in bytes."""
FORM = "application/x-www-form-urlencoded"
MAX_FIELDS = 120


class OwnPageServer(PageServer):
    """Serves own pages.

    Args:
        views: answers requests of people who have a session.
        own_pages: finds sessions.
        limits: limits of one person.
        get_wait_seconds: rate limiter of an address, also of those without a session.
        record_page: receives the kind of each reply, for metrics.
        proxies: networks of trusted proxies.
        sign_in: signs people in with Discord; None if the operator does not want it.
        forwarding: hands requests to the owners of their tables; None if there is only this process.
        streams: tell open pages of changes; None: nothing does.
    """

    def __init__(
        self,
        views: OwnPageViews,
        own_pages: OwnPages,
        limits: PersonLimits,
        get_wait_seconds: Callable[[str], float] = lambda _: 0.0,
        record_page: Callable[[str], None] = lambda _: None,
        *,
        proxies: Collection[Network] = THIS_COMPUTER,
        sign_in: SignIn | None = None,
        forwarding: PageForwarding | None = None,
        streams: PageStreams | None = None,
    ) -> None:
        super().__init__(views.find_file, get_wait_seconds, record_page, proxies=proxies)
        self._views = views
        self._own_pages = own_pages
        self._limits = limits
        self._sign_in = sign_in
        self._forwarding = forwarding
        self._streams = streams
        self.origin = ""
        """Scheme, host and port under which browsers know these pages; set once the port is known."""

    async def reply(self, request: web.BaseRequest) -> Reply:
        """Return the reply to a request."""
        return await self._reply_to(request)

    async def _reply_to(self, request: web.BaseRequest) -> Reply:
        reply = await explain_problems(self._find_or_offer(request), posts=request.method == "POST")
        return compress_page(reply, request.headers.get("Accept-Encoding", ""))

    async def _find_or_offer(self, request: web.BaseRequest) -> Reply:
        """Return the reply to a request; without a session it explains how to open a table."""
        try:
            return await self._find_reply(request)
        except NotOpen as visitor:
            if self._sign_in is not None:
                return self._sign_in.render_offer(str(visitor), visitor.game_id, status=visitor.status)
            return render_problem(visitor.status, f"{visitor} {FRESH_LINK}")

    async def _find_reply(self, request: web.BaseRequest) -> Reply:
        if request.method not in ("GET", "HEAD", "POST"):
            raise Problem(405, "A page can do nothing with that.", {"Allow": "GET, HEAD, POST"})
        if self._get_wait_seconds(self._identify_client(request)) > 0:
            raise Problem(
                429, "That was too fast for me. Try again in a few seconds.", {"Retry-After": RETRY_AFTER_SECONDS}
            )
        if request.method == "POST":
            self._refuse_foreign(request)
        asked = PageRequest(request.method, request.path, _parse(request.query_string), {})
        if (file := await self._views.find_file(request.path)) is not None:
            return file
        game_id, what = asked.find_table()
        if self._sign_in is not None and self._sign_in.has_path(asked.path):
            address, cookie = self._identify_client(request), _read_cookie(request, COOKIE)
            return await self._sign_in.answer(SignInRequest(asked, self.origin, address, cookie))
        if not game_id:
            if asked.posts and await self._views.is_link(asked.path):
                asked = replace(asked, form=await _read_form(request))
            return await self._views.answer_visitor(asked)
        secret = _read_cookie(request, build_cookie_name(game_id))
        session = await self._find_session(secret, game_id, what) if secret else None
        if session is None:
            return self._turn_away(request, game_id, what)
        self._limits.refuse_greedy(session.user_id, what)
        with self._limits.charge(session.user_id):
            if asked.posts:
                asked = replace(asked, form=await _read_form(request))
            return await self._answer_player(asked, what, session)

    async def _answer_player(self, asked: PageRequest, what: str, session: PageSession) -> Reply:
        """Answer a request about a table, here or by the process that owns it."""
        if what == EVENTS and self._streams is not None and asked.method == "GET":
            return StreamReply(stream=await self._streams.open(session), close=self._streams.close_stream)
        if self._forwarding is None or what == END:  # a table can be closed in a browser while its owner is away
            return await self._views.answer_player(asked, what, session)
        return await self._forwarding.answer(asked, what, session)

    async def _find_session(self, secret: str, game_id: int, what: str) -> PageSession | None:
        """Return the session of a browser; an open page that asks for events does not use it."""
        return await self._own_pages.find_session(secret, game_id, records_use=what != EVENTS)

    def _turn_away(self, request: web.BaseRequest, game_id: int, what: str) -> Reply:
        """Answer a request about a table that is not open in its browser, or whose cookie was not sent.

        A link on another site brings no strict cookie, so such a visitor asks again from here.

        Raises:
            NotOpen: in any other case.
        """
        if request.method == "GET" and not what and request.headers.get("Sec-Fetch-Site") == "cross-site":
            return render_onward(build_table_path(game_id))
        raise NotOpen(403, NOT_OPEN, game_id)

    def _refuse_foreign(self, request: web.BaseRequest) -> None:
        """Refuse a form that another site has sent, or that a browser too old to say so has."""
        origin, site = request.headers.getall("Origin", ()), request.headers.getall("Sec-Fetch-Site", ())
        if list(origin) != [self.origin] or any(one != "same-origin" for one in site):
            raise Problem(
                403, "That did not come from this page, so nothing was changed. Open the table again and choose there."
            )
        if request.content_type != FORM or "Content-Encoding" in request.headers:
            raise Problem(415, UNREADABLE)


class SharedPageServer(PageServer):
    """Serves own pages of a process with several bots; one of them answers, and forwards to others.

    Args:
        record_page: receives the kind of each reply, for metrics.
        proxies: networks of trusted proxies.
    """

    def __init__(
        self, record_page: Callable[[str], None] = lambda _: None, *, proxies: Collection[Network] = THIS_COMPUTER
    ) -> None:
        super().__init__(_find_nothing, record_page=record_page, proxies=proxies)
        self.address = ""
        """Base URL of the pages."""
        self.parts: list[OwnPageServer] = []
        """A server for each bot, without a port of its own."""

    async def _reply_to(self, request: web.BaseRequest) -> Reply:
        if not self.parts:
            return render_problem(503, NO_TABLES_HERE)
        return await self.parts[0].reply(request)


async def _find_nothing(_: str) -> Reply | None:
    return None


NO_TABLES_HERE = "This part of me looks after no tables at the moment. Please try again in a minute."


def format_origin(address: str) -> str:
    """Return the origin of a base URL as browsers send it: in lower case, without the scheme's own port."""
    parts = urlsplit(address.lower())
    usual = {"https": 443, "http": 80}.get(parts.scheme)
    place = parts.netloc.removesuffix(f":{usual}") if parts.port == usual else parts.netloc
    return f"{parts.scheme}://{place}"


def _parse(query: str) -> Mapping[str, Sequence[str]]:
    """Parse a query or a form.

    Raises:
        Problem: it has too many fields, or cannot be read.
    """
    try:
        return parse_qs(query, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict")
    except ValueError:
        raise Problem(400, UNREADABLE) from None


async def _read_form(request: web.BaseRequest) -> Mapping[str, Sequence[str]]:
    """Read the form of a player, or of somebody with a link; nobody else may send one slowly.

    Raises:
        Problem: it is too large, arrives too slowly, or cannot be read.
    """
    body = b""
    try:
        async with asyncio.timeout(REQUEST_TIMEOUT_SECONDS):
            while chunk := await request.content.read(MAX_BODY_BYTES + 1 - len(body)):
                body += chunk
                if len(body) > MAX_BODY_BYTES:
                    raise Problem(413, "That was too much at once. Nothing was changed.")
        return _parse(body.decode("ascii"))
    except TimeoutError:
        raise Problem(408, "That took too long to arrive. Nothing was changed.") from None
    except (UnicodeDecodeError, web.RequestPayloadError, ConnectionError):
        raise Problem(400, UNREADABLE) from None


def _read_cookie(request: web.BaseRequest, name: str) -> str:
    """Return the value of a cookie; of several with this name none counts."""
    values = [
        value.strip()
        for header in request.headers.getall("Cookie", ())
        for found, _, value in (part.partition("=") for part in header.split(";"))
        if found.strip() == name
    ]
    return values[0] if len(values) == 1 else ""
