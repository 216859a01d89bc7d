"""Forwarding of requests to the process that owns the table, and of its replies.

Any process serves the pages. The receiving one finds the session of the browser. If another one owns the table, it
hands over the number of the session, the method, the address below that of the table and the fields, but neither the
cookie nor a link. The owner looks the session up itself, so a row with an ended session opens nothing. It counts the
request of its person once more, so that their limits hold in every process.

Requests and replies are rows, announced by notifications. Both sides also poll, so a lost notification costs a second.
The process that deletes the row of a request takes it: the owner, or the receiver after a timeout, which then knows
that nothing was done. If the owner has taken it and does not reply, that is unknown.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, deque
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

from bot.host.host import Host
from bot.host.play.own_pages import OwnPages
from bot.host.table import deadlines
from bot.own_pages.limits import PersonLimits
from bot.own_pages.pages import OwnPageViews
from bot.own_pages.problems import MAY_HAVE_COUNTED, explain_problems, render_fault
from bot.own_pages.requests import FRESH_LINK, NOT_OPEN, PageRequest, Problem, build_table_path
from bot.web.responses import Reply
from storage.interface.errors import StoreFailed
from storage.interface.page_sessions import PageSession
from storage.interface.processes import ForwardedPage, PageReply

log = logging.getLogger(__name__)

TAKE_SECONDS = 5.0
"""Seconds in which the owner must take a request."""
REPLY_SECONDS = 35.0
"""Seconds in which it must reply then; pictures may take half a minute."""
TOO_OLD = timedelta(seconds=60)
"""Age of abandoned requests and replies."""
MAX_FORWARDED, MAX_FORWARDED_PER_PERSON = 64, 12
"""Maximum number of forwarded requests that wait for a reply, in all and of one person."""
NOBODY_THERE = (
    "The part of me that looks after this table is not there at the moment, so nothing was changed. "
    "Please try again in a minute."
)
NO_REPLY = "The part of me that looks after this table has not answered in time."
_ASKED, _ANSWERED = "page asked ", "page answered "


class PageForwarding:
    """Forwards requests to the owners of their tables, and answers those forwarded to this process.

    Args:
        host: runs the tables that this process owns.
        views: answers requests about them.
        own_pages: finds sessions.
        limits: limits of one person.
    """

    def __init__(
        self,
        host: Host,
        views: OwnPageViews,
        own_pages: OwnPages,
        limits: PersonLimits,
    ) -> None:
        self._host = host
        self._rows = host.storage.forwarded_pages
        self._views = views
        self._own_pages = own_pages
        self._limits = limits
        self._notify = host.storage.database.notify
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        """Forwarded requests without a reply."""
        self._per_person: Counter[int] = Counter()
        """Number of these requests."""
        self._stored: deque[tuple[datetime, int]] = deque()
        """Replies of this process with their time, oldest first, until they are surely fetched or not wanted."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._polling: asyncio.Task[None] | None = None
        self._has_news = self._closing = False

    # -- the receiving process -------------------------------------------------------------------------

    async def answer(self, asked: PageRequest, what: str, session: PageSession) -> Reply:
        """Answer a request, or let the process answer that owns the table.

        Raises:
            Problem: that process is not there, or does not answer.
            Refusal: it cannot be done; the text says why.
        """
        guild_id = await self._host.storage.games.get_server_id(session.game_id)
        if guild_id is None or self._host.shards.has_server(guild_id):
            return await self._views.answer_player(asked, what, session)
        if len(self._waiting) >= MAX_FORWARDED or self._per_person[session.user_id] >= MAX_FORWARDED_PER_PERSON:
            raise Problem(429, "Too many pages are being loaded. Try again in a few seconds.", {"Retry-After": "5"})
        self._per_person[session.user_id] += 1
        try:
            return await self._forward(guild_id, asked, what, session.session_id)
        finally:
            self._per_person -= Counter([session.user_id])

    async def _forward(self, guild_id: int, asked: PageRequest, what: str, session_id: int) -> Reply:
        fields = json.dumps([{**asked.query}, {**asked.form}])
        request = ForwardedPage(session_id, asked.method, what, fields)
        number, _ = await asyncio.gather(
            self._rows.put(guild_id, request, self._format_time()),
            self._notify(f"{_ASKED}{guild_id}"),  # waits for the same commit
            return_exceptions=True,  # the owner also finds the row when the notification is lost
        )
        if isinstance(number, BaseException):
            raise number
        reply = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            return await self._wait(number, reply, posts=asked.posts)
        finally:
            del self._waiting[number]

    async def _wait(self, number: int, reply: asyncio.Future[Reply], *, posts: bool) -> Reply:
        await asyncio.wait([reply], timeout=TAKE_SECONDS)
        if not reply.done() and await self._rows.take_back(number):
            log.warning("no process has taken a forwarded page")
            raise Problem(503, NOBODY_THERE)
        await asyncio.wait([reply], timeout=REPLY_SECONDS)
        if not reply.done():
            log.warning("the owner has not answered a forwarded page")
            raise Problem(504, f"{NO_REPLY} {MAY_HAVE_COUNTED if posts else 'Please try again later.'}")
        return reply.result()

    async def _fetch_replies(self) -> None:
        if not self._waiting:
            return
        for number, reply in (await self._rows.fetch([*self._waiting])).items():
            if number in self._waiting and not self._waiting[number].done():
                self._waiting[number].set_result(decode_reply(reply))

    # -- the owner -------------------------------------------------------------------------------------

    async def _take_requests(self) -> None:
        if self._closing or not await self._rows.is_waiting(self._host.shards):
            return
        for number, asked in await self._rows.take(self._host.shards, self._format_time(TOO_OLD)):
            self._start(self._reply(number, asked))

    async def _reply(self, number: int, forwarded: ForwardedPage) -> None:
        try:
            reply = await explain_problems(self._answer_forwarded(forwarded), posts=forwarded.method == "POST")
        except Exception:
            log.exception("a forwarded page could not be made")
            reply = render_fault()
        try:
            await asyncio.gather(
                self._rows.reply(number, encode_reply(reply), self._format_time()),
                self._notify(f"{_ANSWERED}{number}"),
            )
        except StoreFailed as failed:
            log.warning("a reply to a forwarded page could not be stored: %s", failed)
        else:
            self._stored.append((self._get_time(), number))

    async def _answer_forwarded(self, forwarded: ForwardedPage) -> Reply:
        sessions = await self._own_pages.list_open([forwarded.session_id])
        if not sessions:
            raise Problem(403, f"{NOT_OPEN} {FRESH_LINK}")
        (session,) = sessions
        self._limits.refuse_greedy(session.user_id, forwarded.what)
        query, form = json.loads(forwarded.fields)
        path = f"{build_table_path(session.game_id)}/{forwarded.what}".rstrip("/")
        with self._limits.charge(session.user_id):
            asked = PageRequest(forwarded.method, path, query, form)
            return await self._views.answer_player(asked, forwarded.what, session)

    async def _drop_old_replies(self) -> None:
        """Delete replies whose receiver has gone away."""
        old = self._get_time() - TOO_OLD
        numbers = []
        while self._stored and self._stored[0][0] < old:
            numbers.append(self._stored.popleft()[1])
        if numbers:
            await self._rows.fetch(numbers)

    # -- both ------------------------------------------------------------------------------------------

    def handle_notification(self, word: str) -> None:
        """Look for requests or replies if this word concerns us; an empty one means that there may be some."""
        if word.startswith(_ASKED):
            if not self._host.shards.has_server(int(word.removeprefix(_ASKED))):
                return
        elif word.startswith(_ANSWERED):
            if int(word.removeprefix(_ANSWERED)) not in self._waiting:
                return
        elif word:
            return
        self._has_news = True
        if self._polling is None:
            self._polling = self._start(self._poll_until_done())

    async def _poll_until_done(self) -> None:
        try:
            while self._has_news:
                self._has_news = False
                await self._fetch_replies()
                await self._take_requests()
                await self._drop_old_replies()
        except StoreFailed as failed:  # retried in a second
            log.warning("forwarded pages could not be read: %s", failed)
        finally:
            self._polling = None

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name="forwarded pages")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _get_time(self) -> datetime:
        """Return the time of the database's clock, because clocks of two processes may differ."""
        return self._host.storage.database.get_server_time() or self._host.now()

    def _format_time(self, before: timedelta = timedelta(0)) -> str:
        return deadlines.format_time(self._get_time() - before)

    async def close(self) -> None:
        """Take no further requests, and wait until those taken are answered."""
        self._closing = True
        while self._tasks:
            await asyncio.wait([*self._tasks])


def encode_reply(reply: Reply) -> PageReply:
    """Convert a reply to a row."""
    head = {
        "content_type": reply.content_type,
        "status": reply.status,
        "keeping": reply.keeping,
        "kind": reply.kind,
        "headers": None if reply.headers is None else {**reply.headers},
    }
    return PageReply(json.dumps(head), reply.body)


def decode_reply(row: PageReply) -> Reply:
    """Convert a row to the reply."""
    return Reply(row.body, **json.loads(row.head))
