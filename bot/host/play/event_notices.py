"""Direct messages about what happens at a table, for players who want more than to be asked.

A person chooses a level: what others do to them, or everything their seat hears. The log already stores both, so a move
costs nothing: the clock looks for tables that have moved on since their players were told. The mark up to which they
were told and the letter are one transaction. What comes within a few minutes, or in quiet hours, is one message.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.engine.news_text import format_news_for
from bot.engine.records import News
from bot.host.delivery.outbox import NoteBody, build_letter
from bot.host.errors import Leak, Refusal
from bot.host.host import Host
from bot.host.record.log_reading import read_log
from bot.host.table.audience_log import AudienceLog
from bot.host.table.running import format_news_lines
from storage.interface.errors import GameDamaged
from storage.interface.event_marks import UntoldEvents
from storage.interface.people import EventLevel, Person

log = logging.getLogger(__name__)

MERGE_INTERVAL = timedelta(minutes=4)
"""Shortest interval between two searches; what happens in between is told together."""


def list_event_lines(heard: AudienceLog, level: EventLevel) -> Sequence[str]:
    """Return what a log tells its seat on a level, oldest first; a player's own acts and undone moves are left out."""
    lines: list[str] = []
    for entry in heard.entries:
        if entry.is_own or entry.undone:
            continue
        told = (heard.parse_entry(entry) or {}).values()
        lines += _format_news(heard, [piece.news for piece in told if not piece.news.footnote], level)
    return list(dict.fromkeys(lines))


def _format_news(heard: AudienceLog, news: Sequence[News], level: EventLevel) -> Sequence[str]:
    """Return the lines of one entry, with the news about the seat that the log only summarises."""
    if level == "everything":
        return format_news_lines(heard.game, news, heard.audience)
    mine = [piece for piece in news if level == "affected" and heard.audience in piece.list_targets()]
    return [line for piece in mine if (line := format_news_for(heard.game, piece, heard.audience))]


class EventNotices:
    """Keeps the levels of people, and writes the letters."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._storage = host.storage
        self._searched_at: datetime | None = None
        host.ticks.subscribe(self.look)

    async def choose(self, person: Person, level: EventLevel) -> Person:
        """Set the level of a person's notices; it applies to later events."""
        if level == person.event_level:
            return person
        if "asked" in (level, person.event_level):
            await self._storage.event_marks.drop_marks(person.user_id)
        return await self._host.people.set_event_level(person, level)

    async def look(self) -> None:
        """Write the letters for tables that have moved on since their players were told."""
        now = self._host.now()
        if self._searched_at is not None and abs(now - self._searched_at) < MERGE_INTERVAL:
            return
        self._searched_at = now
        for events in await self._storage.event_marks.list_untold(self._host.shards):
            try:
                await self._write_notice(events)
            except (Refusal, GameDamaged, Leak):
                log.info("events wait: their table cannot be read", extra={"game": events.game_id})

    async def _write_notice(self, events: UntoldEvents) -> None:
        """Write the letter about a table's events, if there are any; in quiet hours they wait for those that follow."""
        if events.told is not None and await self._host.people.is_quiet(events.user_id, self._host.now()):
            return
        letters = []
        if events.told is not None and await self._has_lines(events, events.told):
            body = NoteBody(text="", private=True, hushed=True, reader=events.user_id, events_after=events.told)
            letters = [build_letter(body, events.seat)]
        await self._storage.event_marks.mark_told(events, letters, self._host.format_now())
        if letters:
            self._host.announce_commit(events.game_id, answered_for=False)

    async def _has_lines(self, events: UntoldEvents, told: int) -> bool:
        """Whether something that the player has not looked at yet is to be told."""
        after = max(told, await self._storage.read_marks.get_newest_seen(events.game_id, events.user_id))
        if after >= events.revision:
            return False
        seen = (await self._host.get_prompt_context(events.game_id, events.seat)).seen
        heard = await read_log(self._host.storage, seen, events.revision, first=after + 1)
        return bool(list_event_lines(heard, events.level))
