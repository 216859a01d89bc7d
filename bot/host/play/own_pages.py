"""Links and sessions with which a person opens one of their tables as a page in a browser.

A link and a session are secrets of 256 random bits, stored as digests. Each is for one person and one table. Somebody
who has signed in with Discord needs no link. A session ends after twelve hours without use, after seven days, when its
person ends it, and when their seat changes hands.
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.table import deadlines
from storage.interface.metadata_keys import RESTORE_KEY
from storage.interface.page_sessions import PageSession, PageTable

LINK_LIFETIME, SESSION_LIFETIME = timedelta(minutes=5), timedelta(days=7)
IDLE_LIFETIME = timedelta(hours=12)
"""Time after its last use at which a session ends."""
USE_INTERVAL = timedelta(minutes=10)
"""Time for which further uses of a session are not recorded."""
REPEAT_PERIOD = timedelta(seconds=30)
"""Time within which a second press on the page of a link gets the session of the first."""
MAX_LISTED_TABLES = 12
"""Maximum number of tables to offer after a sign-in; those that wait for the person come first."""
LOST_AFTER = timedelta(minutes=10)
"""Age at which a request that is handed to another process is surely lost; it takes a minute at most."""
SECRET_BYTES = 32
MAX_SECRET_CHARS = 64
"""Maximum length of a secret to look up; ours are shorter."""
NO_PAGES = "This bot shows no tables as pages to play on. Its operator can change that."


class OpenedSession(NamedTuple):
    """A new session, with the secret that only its browser has."""

    game_id: int
    secret: str


class OwnPages:
    """Creates and exchanges links, and finds and ends sessions.

    Args:
        host: runs the tables.
        is_on: whether the operator offers pages to play on.
    """

    def __init__(self, host: Host, *, is_on: bool) -> None:
        self._host = host
        self._rows = host.storage.page_sessions
        self.is_on = is_on

    async def create_link(self, user_id: int, game_id: int) -> str:
        """Return the secret of a new link to a person's table; it replaces their unused ones.

        Raises:
            Refusal: there are no pages, or the person has no seat there.
        """
        if not self.is_on:
            raise Refusal(NO_PAGES)
        (await self._host.get_running_game(game_id)).get_own_seat(user_id)
        return await self._add_link(user_id, game_id)

    async def _add_link(self, user_id: int, game_id: int) -> str:
        secret, ends = secrets.token_urlsafe(SECRET_BYTES), self._host.now() + LINK_LIFETIME
        await self._rows.add_link(_compute_digest(secret), user_id, game_id, deadlines.format_time(ends))
        return secret

    async def list_tables(self, user_id: int) -> Sequence[tuple[PageTable, str]]:
        """Return the running tables of a signed-in person, each with the secret of a new link."""
        tables = await self._rows.list_tables(user_id, MAX_LISTED_TABLES)
        return [(one, await self._add_link(user_id, one.game_id)) for one in tables]

    async def start_session(self, user_id: int, game_id: int) -> OpenedSession | None:
        """Return a session of a signed-in person; None if they have no seat at this running table."""
        secret, now = secrets.token_urlsafe(SECRET_BYTES), self._host.now()
        added = await self._rows.add(
            _compute_digest(secret),
            user_id,
            game_id,
            deadlines.format_time(now),
            deadlines.format_time(now + SESSION_LIFETIME),
        )
        return OpenedSession(game_id, secret) if added else None

    async def find_link(self, secret: str) -> tuple[int, int] | None:
        """Return the person and the table of an unused link, which stays unused; None if there is none."""
        return await self._rows.find_link(_compute_digest(secret), self._host.format_now())

    async def is_link(self, secret: str) -> bool:
        """Whether this is an unused link, or one that ended just now."""
        return await self._rows.has_link(_compute_digest(secret), self._first_repeat)

    async def open_session(self, secret: str, page: str = "") -> OpenedSession | None:
        """Exchange a link for a session; None if the link is used or too old.

        At a double click, a browser drops the reply to the first press, with the cookie. So the second press on the
        same page gets the same session, from any process: its secret is a digest of the link's and of the page's.

        Args:
            secret: the secret of the link.
            page: secret text that only the page with the button knows; empty: a second press is refused.
        """
        session, now = _derive_session(secret, page), self._host.now()
        game_id = await self._rows.use_link(
            _compute_digest(secret),
            _compute_digest(session),
            deadlines.format_time(now),
            deadlines.format_time(now + SESSION_LIFETIME),
            self._first_repeat,
        )
        return None if game_id is None else OpenedSession(game_id, session)

    @property
    def _first_repeat(self) -> str:
        return deadlines.format_time(self._host.now() - REPEAT_PERIOD)

    async def find_session(self, secret: str, game_id: int, *, records_use: bool = True) -> PageSession | None:
        """Return the session of a browser at this table, and record its use; None if it has ended."""
        found = await self._rows.find(_compute_digest(secret), self._host.format_now(), self._oldest_use)
        if found is None or found.game_id != game_id:
            return None
        if records_use and deadlines.parse_time(found.used_at) <= self._host.now() - USE_INTERVAL:
            await self._rows.note_use(found.session_id, self._host.format_now())
        return found

    async def list_open(self, session_ids: Sequence[int]) -> Sequence[PageSession]:
        """Return those of these sessions that have not ended, without recording a use."""
        return await self._rows.list_open(session_ids, self._host.format_now(), self._oldest_use)

    async def list_sessions(self, user_id: int) -> Sequence[PageSession]:
        """Return the sessions in which a person's tables are open now."""
        return await self._rows.list_of_person(user_id, self._host.format_now(), self._oldest_use)

    async def end_session(self, user_id: int, session_id: int) -> bool:
        """End one of a person's sessions; return False if it has ended before."""
        return await self._rows.end(user_id, session_id)

    async def end_all(self, user_id: int) -> None:
        """End all sessions of a person, and their unused links."""
        await self._rows.end_all(user_id)

    @property
    def _oldest_use(self) -> str:
        return _format_oldest_use(self._host)


async def delete_ended_sessions(host: Host) -> None:
    """Delete links and sessions that have ended, and all of a backup, which does not know which have ended since.

    Also delete requests and replies that a process was handing over when it died.
    """
    rows = host.storage.page_sessions
    note = await host.storage.metadata.get(RESTORE_KEY)
    if note is not None:
        _, restored = (deadlines.parse_time(text) for text in json.loads(note))
        await rows.end_older(deadlines.format_time(restored), deadlines.format_time(restored + LINK_LIFETIME))
    await rows.clean_up(host.format_now(), _format_oldest_use(host))
    await host.storage.forwarded_pages.clean_up(deadlines.format_time(host.now() - LOST_AFTER))


def _format_oldest_use(host: Host) -> str:
    return deadlines.format_time(host.now() - IDLE_LIFETIME)


def _derive_session(link: str, page: str) -> str:
    """Return the secret of the session that a page gets for a link; a new one each time without a page."""
    if not page:
        return secrets.token_urlsafe(SECRET_BYTES)
    return urlsafe_b64encode(sha256(f"session {link} {page}".encode(errors="replace")).digest()).rstrip(b"=").decode()


def _compute_digest(secret: str) -> str:
    return sha256(secret[:MAX_SECRET_CHARS].encode(errors="replace")).hexdigest()  # a header may hold any bytes
