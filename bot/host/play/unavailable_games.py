"""Pause tables whose game is not loaded, and give the time back when it is again.

A package that was removed, or whose game is refused, can change only with a restart of the program.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

from bot.host.delivery.outbox import NoticeBody, build_letter
from bot.host.host import Host
from bot.host.play.absence import Absence
from bot.host.table import deadlines
from storage.interface.questions import DueQuestion

log = logging.getLogger(__name__)

RECHECK_INTERVAL = timedelta(hours=12)
"""Time until a question of such a table is checked again; nothing can change before the next start."""
SINCE_KEY = "game gone:{}"
"""Key of the metadata that records since when a game is unavailable."""


class UnavailableGames:
    """Gives tables back the time in which their game was unavailable.

    Args:
        host: runs the games.
        absence: computes the shifted clocks.
    """

    def __init__(self, host: Host, absence: Absence) -> None:
        self._host = host
        self._absence = absence
        self._storage = host.storage

    async def record_unavailable(self) -> None:
        """Record which games are unavailable, and resume the tables of those that are back.

        The time since the last proof of life is an outage, which is given back to all tables alike.
        """
        alive = await self._storage.shards.get_last_alive(self._host.shards) or self._host.format_now()
        titles: dict[str, list[int]] = {}
        for row in await self._storage.games.list_in_shards(self._host.shards, statuses=("running",)):
            titles.setdefault(row.title, []).append(row.game_id)
        for title, tables in titles.items():
            note = SINCE_KEY.format(title)
            if not self._host.shards.are_all:  # by process, as packages change with its own restart
                note += f" for {self._host.shards}"
            if title not in self._host.games:
                since = await self._storage.metadata.keep(note, alive)
                log.warning("tables stand still, for their game %s is unavailable since %s: %s", title, since, tables)
            elif (since := await self._storage.metadata.get(note) or "") != "":
                await self._resume_tables(tables, deadlines.parse_time(alive) - deadlines.parse_time(since))
                await self._storage.metadata.drop(note)

    async def delay_check(self, ask: DueQuestion) -> None:
        """Postpone the check of a question of such a table; its time does not run out."""
        times = replace(ask.times, next_at=deadlines.format_time(self._host.now() + RECHECK_INTERVAL))
        await self._storage.clocks.set_times(ask.game_id, ask.seat, ask.etag, times, (), self._host.format_now())

    async def _resume_tables(self, tables: list[int], gone: timedelta) -> None:
        asks = await self._storage.clocks.list_due_questions(
            self._host.shards, "9"
        )  # later than every timestamp, as text
        for game_id in tables:
            async with self._host.lock_game(game_id):
                await self._host.get_running_game(game_id)  # first, because an open question may change its name by it
                letters = [
                    build_letter(NoticeBody(text="The game of this table is back. All clocks stood still meanwhile."))
                ]
                for ask in asks:
                    if ask.game_id == game_id:
                        moved = await self._shift_question(ask, gone)
                        now = self._host.format_now()
                        await self._storage.clocks.set_times(game_id, moved.seat, moved.etag, moved.times, letters, now)
                        letters = []
                self._host.forget_loaded(game_id)
            self._host.announce_commit(game_id, answered_for=False)

    async def _shift_question(self, ask: DueQuestion, by: timedelta) -> DueQuestion:
        moved = await self._absence.shift_question(ask, by)
        if moved.times.due_at is None:
            return moved
        asked, due = deadlines.parse_time(moved.times.asked_at), deadlines.parse_time(moved.times.due_at)
        running = await self._host.get_running_game(ask.game_id)
        wishes = await self._host.people.get_wishes(running.get_seat_row(ask.seat).user_id)
        next_at = deadlines.compute_next_check(asked, due, wishes, moved.times.reminded)
        return replace(moved, times=replace(moved.times, next_at=deadlines.format_time(next_at)))
