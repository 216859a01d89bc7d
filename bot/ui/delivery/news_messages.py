"""The message that collects a table's news, so that private panels stay on the screen.

News are added to it by an edit, for which Discord notifies nobody; pings are messages of their own. It is left as it is
once the bot has posted anything but the ping below it, which moves to the end with each new question, or after some
hours. Then the next news begin another message.

The message's role names the first entry of the log in it, and the letter that was added last. It is written before the
edit, so a letter that is carried again after a crash repeats its own edit.
"""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.engine.records import News
from bot.host.delivery.outbox import PostBody
from bot.host.host import Host
from bot.host.play.move_records import is_posted
from bot.host.record.log_reading import read_log
from bot.host.table.audience_view import AudienceView
from bot.ui import screens
from bot.ui.delivery.table_messages import MessagePoster
from storage.interface.letters import Letter, TableMessages

ROLE = "news"
MAX_AGE_SECONDS = 12 * 3600.0
"""Age after which a message gets no more news: an edit marks the channel for nobody as unread."""
MAX_ENTRIES = 200
"""Entries of the log that one message covers."""


class CollectedNews(NamedTuple):
    """A message that collects news."""

    first: int
    """The revision of the first entry in it."""
    letter_id: int
    """The letter that was added last."""
    known: tuple[int, int]
    """Its channel and its id."""

    @property
    def role(self) -> str:
        """The role under which it is stored."""
        return f"{ROLE}:{self.first}:{self.letter_id}"


class NewsMessages:
    """Finds, begins and continues the message that collects a table's news."""

    def __init__(self, host: Host, posting: MessagePoster) -> None:
        self._host = host
        self._messages = host.storage.messages
        self._posting = posting

    def find_open(self, letter: Letter, seen: AudienceView, shown: TableMessages) -> CollectedNews | None:
        """Return the message to which this letter's news belong; None if they begin another one."""
        for collected in _list_collected(shown):
            if collected.known[0] != seen.row.channel_id:
                continue
            if collected.letter_id == letter.letter_id or self._is_open(letter, shown, collected):
                return collected
        return None

    def _is_open(self, letter: Letter, shown: TableMessages, collected: CollectedNews) -> bool:
        """Whether it is recent, and nothing but the table's ping was posted after it."""
        posts, known = self._posting.posts, collected.known
        below = set(posts.list_below(*known)) - {shown.messages.get("ask", (0, 0))[1]}
        age = posts.get_age(*known)
        entries = letter.revision - collected.first
        return age is not None and age < MAX_AGE_SECONDS and not below and 0 <= entries < MAX_ENTRIES

    async def add(self, letter: Letter, body: PostBody, seen: AudienceView, collected: CollectedNews) -> bool:
        """Add a letter's news to a message; return False if it is gone."""
        news = await self._list_news(letter, body, seen, collected.first)
        await self._put(letter.game_id, collected, collected._replace(letter_id=letter.letter_id))
        return await self._posting.change(collected.known, screens.render_headlines(seen, news))

    async def begin(self, letter: Letter, sent: discord.Message) -> None:
        """Collect the next news in a message just posted."""
        begun = CollectedNews(letter.revision, letter.letter_id, (sent.channel.id, sent.id))
        await self._messages.put(letter.game_id, begun.role, *begun.known)
        for before in _list_collected(await self._messages.list_messages(letter.game_id)):
            if before.role != begun.role:
                await self._messages.put(letter.game_id, before.role, before.known[0], None)

    async def _put(self, game_id: int, before: CollectedNews, after: CollectedNews) -> None:
        if after.role != before.role:
            await self._messages.put(game_id, after.role, *after.known)
            await self._messages.put(game_id, before.role, before.known[0], None)

    async def _list_news(self, letter: Letter, body: PostBody, seen: AudienceView, first: int) -> list[News]:
        """Return the news from an entry up to this letter's; those of undone moves are left out."""
        log = await read_log(self._host.storage, seen, letter.revision, first=first)
        found: list[News] = []
        for entry in log.entries:
            if entry.undone:
                continue
            last = max(body.indices) if entry.revision == letter.revision else None
            for index, piece in (log.parse_entry(entry) or {}).items():
                own = last is not None and index in body.indices
                if own or (is_posted(piece, seen.settings.news) and (last is None or index <= last)):
                    found.append(piece.news)
        return found


def _list_collected(shown: TableMessages) -> list[CollectedNews]:
    """Return the messages that collect news, the newest first; there are two after a crash."""
    found = []
    for role, known in shown.messages.items():
        kind, _, rest = role.partition(":")
        if kind == ROLE:
            first, _, letter_id = rest.partition(":")
            found.append(CollectedNews(int(first), int(letter_id), known))
    return sorted(found, key=lambda each: -each.letter_id)
