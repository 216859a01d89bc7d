"""Followed tables: daily direct messages with a table's public news, for people without a seat.

As with `event_notices`, the log stores it all, so that a move costs nothing. The letter holds no news and nobody's id:
what is told is read when it is sent, through the public view, if the follower can still see the table's channel.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from bot.host.delivery.outbox import NoteBody, build_letter
from bot.host.errors import Leak, Refusal
from bot.host.host import Host
from bot.host.play.event_notices import list_event_lines
from bot.host.record.log_reading import read_log
from bot.host.table import deadlines
from storage.interface.errors import GameDamaged
from storage.interface.event_marks import Followed

log = logging.getLogger(__name__)

DIGEST_INTERVAL = timedelta(hours=20)
"""Time between two digests of a table, so that they come at about the same time of each day."""
SEARCH_INTERVAL = timedelta(minutes=15)
MAX_FOLLOWED = 20
"""Tables that one person may follow at a time."""
FOLLOWS_TOO_MANY = (
    f"You follow {MAX_FOLLOWED} tables already, and I keep no more. Each digest has a button that ends one."
)


class Follows:
    """Keeps the followers of tables, and writes their digests."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._rows = host.storage.follows
        self._searched_at: datetime | None = None
        self._without_news: dict[int, int] = {}
        """The revision up to which the log held nothing public to tell, by follow id."""
        host.ticks.subscribe(self.look)

    async def follow(self, game_id: int, user_id: int) -> None:
        """Let a person follow a running table.

        Raises:
            Refusal: the game does not run, they have a seat there, or they follow too many.
        """
        running = await self._host.get_running_game(game_id)
        self._host.must_run(running)
        if running.find_seat_of(user_id) is not None:
            raise Refusal("You play here. **/settings change** says how much I write to you about your tables.")
        if not await self._rows.put(game_id, user_id, self._host.format_now(), MAX_FOLLOWED):
            raise Refusal(FOLLOWS_TOO_MANY)

    async def unfollow(self, game_id: int, user_id: int) -> None:
        """End a person's following of a table."""
        await self._rows.drop(game_id, user_id)

    async def is_following(self, game_id: int, user_id: int) -> bool:
        """Return whether a person follows a table."""
        return await self._rows.is_following(game_id, user_id)

    async def look(self) -> None:
        """Write the digests that are due."""
        now = self._host.now()
        if self._searched_at is not None and abs(now - self._searched_at) < SEARCH_INTERVAL:
            return
        self._searched_at = now
        before = deadlines.format_time(now - DIGEST_INTERVAL)
        due = await self._rows.list_due(self._host.shards, before)
        ids = {followed.follow_id for followed in due}
        self._without_news = {each: revision for each, revision in self._without_news.items() if each in ids}
        for followed in due:
            try:
                await self._write_digest(followed)
            except (Refusal, GameDamaged, Leak):
                log.info("a digest waits: its table cannot be read", extra={"game": followed.game_id})

    async def _write_digest(self, followed: Followed) -> None:
        """Write the letter of a digest; without news, or in quiet hours, it waits."""
        if await self._host.people.is_quiet(followed.user_id, self._host.now()):
            return
        if not followed.is_over:
            if self._without_news.get(followed.follow_id) == followed.revision:
                return
            seen = (await self._host.get_prompt_context(followed.game_id, None)).seen
            heard = await read_log(self._host.storage, seen, followed.revision, first=followed.told + 1)
            if not list_event_lines(heard, "everything"):
                self._without_news[followed.follow_id] = followed.revision
                return
        body = NoteBody(text="", private=True, hushed=True, follow_id=followed.follow_id, events_after=followed.told)
        await self._rows.mark_told(followed, build_letter(body), self._host.format_now())
        self._host.announce_commit(followed.game_id, answered_for=False)
