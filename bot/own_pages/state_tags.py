"""Tags of tables, which tell an open page that there is something new to see, and nothing else.

A tag covers what the table's public message shows, too: whose turn it is, the public page, the seats and the status. Of
its reader it covers their own question and whether they have answered it. It is made of the guarded views alone. So it
stays the same when somebody else decides in secret, and it is equal in tables that its reader could not distinguish.

Changes are looked for at the ticks of a grid that does not depend on commits. A secret decision, which changes no tag,
therefore does not even shift the time of a later event.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import Context
from dataclasses import dataclass
from hashlib import sha256

from bot.host.errors import Leak, Refusal
from bot.host.host import Host
from bot.host.signals import Commit
from bot.host.table.audience_view import AudienceView
from storage.interface.errors import StoreFailed
from storage.interface.page_sessions import PageSession

log = logging.getLogger(__name__)

TICK_SECONDS = 1.0
"""Seconds between two ticks at which changes are looked for."""
TAG_CHARS = 16


def compute_state_tag(seen: AudienceView) -> str:
    """Return the tag of a table for one reader.

    Raises:
        Leak: the public view depends on something that is secret.
    """
    public, row = seen.public, seen.row
    shown = (
        public.title,
        [*public.asked],
        [*public.named],
        row.status,
        bool(row.paused_at),
        row.lost,
        [(each.seat, each.name, each.conceded, each.away) for each in public.seats],
        public.outcome,
        public.game.page(public.view),
        seen.etag,
        seen.is_asked,
        seen.sealed_answer is None,
    )
    return sha256(repr(shown).encode()).hexdigest()[:TAG_CHARS]


@dataclass
class _Watched:
    """A session whose page is open, with the tag of its table."""

    session: PageSession
    until: float
    tag: str = ""
    is_due: bool = True
    """Whether the table may have changed since the tag was computed."""
    is_told: bool = False
    """Whether the tag was told since somebody last said that the page is open."""


class TagWatch:
    """Computes the tags of tables whose pages are open.

    Args:
        host: runs the tables.
        charge: charges a person for the CPU time used in a block.
        tell: receives the tags of sessions that have changed, or whose page was opened.
    """

    def __init__(
        self,
        host: Host,
        charge: Callable[[int], AbstractContextManager[None]],
        tell: Callable[[Mapping[int, str]], None],
    ) -> None:
        self._host = host
        self._charge = charge
        self._tell = tell
        self._watched: dict[int, _Watched] = {}
        """By number of session."""
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        host.commits.subscribe(self._handle_commit)

    def watch(self, session: PageSession, seconds: float) -> None:
        """Watch the table of a session for some time, and tell its tag soon."""
        until = asyncio.get_running_loop().time() + seconds
        found = self._watched.setdefault(session.session_id, _Watched(session, until))
        found.until, found.is_told = until, False
        self._schedule()

    def _handle_commit(self, commit: Commit) -> None:
        due = [one for one in self._watched.values() if one.session.game_id == commit.game_id]
        for one in due:
            one.is_due = True
        if due:
            self._schedule()

    def _schedule(self) -> None:
        """Look for changes at the next tick."""
        if self._timer is None and not self._is_closed:
            loop = asyncio.get_running_loop()
            at = (math.floor(loop.time() / TICK_SECONDS) + 1) * TICK_SECONDS
            self._timer = loop.call_at(at, self._begin, context=Context())  # it bills nobody who acts now

    def _begin(self) -> None:
        self._timer = None
        if self._task is None:
            self._task = asyncio.create_task(self._look(), name="tags of open pages")
        else:  # the last look is not over
            self._schedule()

    async def _look(self) -> None:
        try:
            now = asyncio.get_running_loop().time()
            self._watched = {number: one for number, one in self._watched.items() if one.until > now}
            tags: dict[tuple[int, int], str] = {}
            changed: dict[int, str] = {}
            for number, one in [*self._watched.items()]:
                reader = one.session.game_id, one.session.user_id
                if one.is_due:
                    one.is_due = False
                    tag = tags[reader] if reader in tags else await self._compute(*reader)
                    if tag is None:
                        one.is_due = True
                        continue
                    tags[reader] = tag
                    one.is_told = one.is_told and tag == one.tag
                    one.tag = tag
                if one.tag and not one.is_told:
                    one.is_told = True
                    changed[number] = one.tag
            if changed:
                self._tell(changed)
        finally:
            self._task = None

    async def _compute(self, game_id: int, user_id: int) -> str | None:
        """Return the present tag; "" if the table has none, None if it cannot be read now."""
        with self._charge(user_id):
            try:
                return compute_state_tag(await self._host.get_view_of_person(game_id, user_id))
            except StoreFailed as failed:
                log.warning("an open page cannot be told of changes just now: %s", failed)
                return None
            except (Refusal, Leak):
                log.warning("an open page cannot be told of changes", exc_info=True)
                return ""

    async def close(self) -> None:
        """Stop."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])
