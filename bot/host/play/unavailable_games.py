"""Pause tables whose game is not loaded, and give the time back when it is again.

A package that was removed, or whose game is refused, can change only with a restart of the program.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

from bot.host.delivery.outbox import NoticeBody, letter_of
from bot.host.host import Host
from bot.host.play.absence import Absence
from bot.host.table import deadlines
from storage.interface import DueAsk

log = logging.getLogger(__name__)

LATER = timedelta(hours=12)
"""Time until a question of such a table is checked again; nothing can change before the next start."""
SINCE = "game gone:{}"
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

    async def look(self) -> None:
        """Record which games are unavailable, and resume the tables of those that are back.

        The time since the last proof of life is an outage, which is given back to all tables alike.
        """
        alive = await self._storage.shards.last_alive(self._host.shards) or self._host.now_text()
        titles: dict[str, list[int]] = {}
        for row in await self._storage.games.everywhere(self._host.shards, statuses=("running",)):
            titles.setdefault(row.title, []).append(row.game_id)
        for title, tables in titles.items():
            note = SINCE.format(title)
            if not self._host.shards.are_all:  # by process, as packages change with its own restart
                note += f" for {self._host.shards}"
            if title not in self._host.games:
                since = await self._storage.metadata.keep(note, alive)
                log.warning("tables stand still, for their game %s is unavailable since %s: %s", title, since, tables)
            elif (since := await self._storage.metadata.get(note) or "") != "":
                await self._go_on(tables, deadlines.moment(alive) - deadlines.moment(since))
                await self._storage.metadata.drop(note)

    async def later(self, ask: DueAsk) -> None:
        """Postpone the check of a question of such a table; its time does not run out."""
        times = replace(ask.times, next_at=deadlines.text(self._host.now() + LATER))
        await self._storage.clocks.set_times(ask.game_id, ask.seat, ask.etag, times, (), self._host.now_text())

    async def _go_on(self, tables: list[int], gone: timedelta) -> None:
        asks = await self._storage.clocks.to_look_at(self._host.shards, "9")  # later than every timestamp, as text
        for game_id in tables:
            async with self._host.lock(game_id):
                await self._host.running(game_id)  # first, because an open question may change its name by it
                letters = [
                    letter_of(NoticeBody(text="The game of this table is back. All clocks stood still meanwhile."))
                ]
                for ask in asks:
                    if ask.game_id == game_id:
                        moved = await self._moved(ask, gone)
                        now = self._host.now_text()
                        await self._storage.clocks.set_times(game_id, moved.seat, moved.etag, moved.times, letters, now)
                        letters = []
                self._host.forget_loaded(game_id)
            self._host.committed(game_id, answered_for=False)

    async def _moved(self, ask: DueAsk, by: timedelta) -> DueAsk:
        moved = await self._absence.moved(ask, by)
        if moved.times.due_at is None:
            return moved
        asked, due = deadlines.moment(moved.times.asked_at), deadlines.moment(moved.times.due_at)
        running = await self._host.running(ask.game_id)
        wishes = await self._host.people.wishes(running.seat_row(ask.seat).user_id)
        next_at = deadlines.look(asked, due, wishes, moved.times.reminded)
        return replace(moved, times=replace(moved.times, next_at=deadlines.text(next_at)))
