"""Streams of server-sent events that tell an open page of changes at its table.

An event holds only a tag; see `state_tags`. The page compares it with its own, and offers to look. A stream is neither
a look nor a use of its session, and ends with the session. With several processes, the receiving one says by
notifications which sessions have open pages, and the owners of their tables answer with tags. A lost notification is
made up for at the next round.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any

from bot.host.host import Host
from bot.host.play.own_pages import OwnPages
from bot.own_pages.limits import PersonLimits
from bot.own_pages.requests import Problem
from bot.own_pages.state_tags import TagWatch
from storage.interface.errors import StoreFailed
from storage.interface.page_sessions import PageSession

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 25.0
"""Seconds without an event after which a stream says that it is there, so that no proxy closes it."""
ROUND_SECONDS = 25.0
"""Seconds between two rounds in which sessions of open pages are looked up, and owners of tables reminded."""
WATCH_SECONDS = 2.5 * ROUND_SECONDS
"""Seconds for which an owner watches a table after it was last asked to."""
RETRY_MILLISECONDS = 15_000
"""Time after which a browser opens a stream again that was cut off."""
MAX_STREAMS, MAX_STREAMS_PER_PERSON = 200, 6
"""Maximum number of open streams, in all and of one person; a page beyond them works without."""
MAX_KNOWN_TABLES = 10_000
SESSIONS_A_WORD = 150
"""Sessions in one notification, which has 8,000 bytes at most."""
HEARTBEAT = b":\n\n"
_OPEN, _TAGS = "page open ", "page tags "


class EventStream:
    """The stream of one open page: an iterator over its bytes, until `end` is called.

    Args:
        session: the session of its browser.
        is_open: looks up whether the session is still open.
    """

    def __init__(self, session: PageSession, is_open: Callable[[PageSession], Awaitable[bool]]) -> None:
        self.session = session
        self._is_open = is_open
        self._tag = ""
        self._is_over = False
        self._changed = asyncio.Event()

    def set_tag(self, tag: str) -> None:
        """Send a tag, unless it was the last one."""
        if tag != self._tag:
            self._tag = tag
            self._changed.set()

    def end(self) -> None:
        """End the stream at once."""
        self._is_over = True
        self._changed.set()

    async def iterate(self) -> AsyncIterator[bytes]:
        """Yield the bytes to send."""
        yield b"retry: %d\n\n" % RETRY_MILLISECONDS
        while not self._is_over:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), HEARTBEAT_SECONDS)
            if self._is_over:
                return
            if not self._changed.is_set():
                yield HEARTBEAT
                continue
            self._changed.clear()
            if not await self._is_open(self.session):
                return
            yield f"data: {self._tag}\n\n".encode()


class PageStreams:
    """The open streams of this process.

    Args:
        host: runs the tables that this process owns.
        own_pages: finds sessions.
        limits: limits of one person.
    """

    def __init__(
        self,
        host: Host,
        own_pages: OwnPages,
        limits: PersonLimits,
    ) -> None:
        self._host = host
        self._own_pages = own_pages
        self._notify = host.storage.database.notify
        self._watch = TagWatch(host, limits.charge, self._publish_tags)
        self._streams: set[EventStream] = set()
        self._far: dict[int, float] = {}
        """Sessions whose pages are open at another process, with the time until which it wants their tags."""
        self._servers: dict[int, int | None] = {}
        """Server of each table with an open page, if it was looked up lately."""
        self._round_task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def count(self) -> int:
        """Number of open streams."""
        return len(self._streams)

    async def open(self, session: PageSession) -> EventStream:
        """Open a stream; `close_stream` must follow.

        Raises:
            Problem: there are too many.
        """
        of_person = sum(stream.session.user_id == session.user_id for stream in self._streams)
        if self._is_closed or len(self._streams) >= MAX_STREAMS or of_person >= MAX_STREAMS_PER_PERSON:
            raise Problem(429, "Too many pages are open. This one works, but does not tell you of what happens.")
        stream = EventStream(session, self._is_open)
        self._streams.add(stream)
        if self._round_task is None:
            self._round_task = asyncio.create_task(self._go_round(), name="streams of open pages", context=Context())
        try:
            await self._ask_for_tags([session])
        except BaseException:
            self._streams.discard(stream)
            raise
        return stream

    def close_stream(self, stream: EventStream) -> None:
        """Forget a stream that has ended."""
        self._streams.discard(stream)

    async def _is_open(self, session: PageSession) -> bool:
        try:
            return bool(await self._own_pages.list_open([session.session_id]))
        except StoreFailed:
            return False

    async def _go_round(self) -> None:
        """End streams whose sessions have ended, and keep the others' tables watched."""
        while self._streams:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                sessions = await self._own_pages.list_open(self._list_sessions())
                numbers = {session.session_id for session in sessions}
                for stream in self._streams:
                    if stream.session.session_id not in numbers:
                        stream.end()
                await self._ask_for_tags(sessions)
            except StoreFailed as failed:
                log.warning("open pages are not told of changes just now: %s", failed)
        self._round_task = None

    def _list_sessions(self) -> Sequence[int]:
        return [*{stream.session.session_id for stream in self._streams}]

    async def _ask_for_tags(self, sessions: Sequence[PageSession]) -> None:
        """Let the owners of these sessions' tables tell their tags, now and when they change."""
        of_others = []
        for session in sessions:
            if await self._is_own(session.game_id):
                self._watch.watch(session, WATCH_SECONDS)
            else:
                of_others.append(session.session_id)
        for some in _split(of_others):
            await self._notify(_OPEN + " ".join(map(str, some)))

    async def _is_own(self, game_id: int) -> bool:
        if self._host.shards.are_all:
            return True
        if game_id not in self._servers:
            if len(self._servers) >= MAX_KNOWN_TABLES:
                self._servers.clear()
            self._servers[game_id] = await self._host.storage.games.get_server_id(game_id)
        server = self._servers[game_id]
        return server is not None and self._host.shards.has_server(server)

    def _publish_tags(self, tags: Mapping[int, str]) -> None:
        """Pass on the tags of sessions, here and to other processes if their pages are open there."""
        self._set_tags(tags)
        now = asyncio.get_running_loop().time()
        self._far = {number: until for number, until in self._far.items() if until > now}
        for some in _split([f"{number}:{tag}" for number, tag in tags.items() if number in self._far]):
            self._start(self._notify(_TAGS + " ".join(some)))

    def _set_tags(self, tags: Mapping[int, str]) -> None:
        for stream in self._streams:
            if stream.session.session_id in tags:
                stream.set_tag(tags[stream.session.session_id])

    def handle_notification(self, word: str) -> None:
        """Take tags from the owner of a table, or watch tables for another process."""
        if word.startswith(_TAGS):
            self._set_tags(dict(_parse_tags(word.removeprefix(_TAGS))))
        elif word.startswith(_OPEN):
            self._start(self._watch_for_others([int(one) for one in word.removeprefix(_OPEN).split()]))

    async def _watch_for_others(self, session_ids: Sequence[int]) -> None:
        for session in await self._own_pages.list_open(session_ids):
            if await self._is_own(session.game_id):
                self._far[session.session_id] = asyncio.get_running_loop().time() + WATCH_SECONDS
                self._watch.watch(session, WATCH_SECONDS)

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.create_task(_log_failure(work), name="tags of open pages")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all streams."""
        self._is_closed = True
        for stream in self._streams:
            stream.end()
        if self._round_task is not None:
            self._round_task.cancel()
            await asyncio.wait([self._round_task])
        await self._watch.close()
        if self._tasks:
            await asyncio.wait(self._tasks)


async def _log_failure(work: Awaitable[None]) -> None:
    try:
        await work
    except StoreFailed as failed:  # made up for at the next round
        log.warning("tags of open pages could not be passed on: %s", failed)


def _split(all_of_them: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for begin in range(0, len(all_of_them), SESSIONS_A_WORD):
        yield all_of_them[begin : begin + SESSIONS_A_WORD]


def _parse_tags(words: str) -> Iterator[tuple[int, str]]:
    for word in words.split():
        number, _, tag = word.partition(":")
        yield int(number), tag
