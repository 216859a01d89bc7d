"""Nightly: what was kept for long enough is deleted, the database is copied, and old copies are cleared away.

What takes long and waits for nothing comes last.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, time

from discord.ext import tasks

from bot.ops import backups
from bot.settings import Settings
from storage.interface import StoreFailed
from storage.store import Storage

log = logging.getLogger(__name__)


class NightlyJobs:
    """Makes the backups of a running bot. One that fails is logged and shown, and stops nothing.

    Args:
        storage: what is copied.
        settings: where to, when, and how many are kept.
        now: the present time in UTC.
        tidy: deletes what has been kept for long enough.
        at_last: does what takes long, when the rest is done; a night that was missed is not made up for.
    """

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        now: Callable[[], datetime],
        tidy: Callable[[], Awaitable[None]] | None = None,
        at_last: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._storage = storage
        self._settings = settings
        self._now = now
        self._tidy = tidy
        self._at_last = at_last
        self.failed = False
        """Whether the last attempt went wrong."""
        self._stopped = False
        self._each_night.change_interval(time=time(settings.backup_hour, tzinfo=UTC))

    @property
    def _makes_copies(self) -> bool:
        """Whether this process copies the database: one does, for it is the same for all."""
        return self._settings.backups_daily > 0 and self._settings.own_shards.have_first

    def start(self) -> None:
        """Wait for the night."""
        self._each_night.start()

    def stop(self) -> None:
        """Wait no more, and break off what takes long; a copy being made is still finished, in its own thread."""
        self._stopped = True
        self._each_night.cancel()

    async def tidy(self) -> None:
        """Delete what has been kept for long enough; if that fails, it is tried again the next night."""
        if self._tidy is not None:
            try:
                await self._tidy()
            except Exception:
                if not self._stopped:  # else it was broken off, and is done after the next start
                    log.exception("what has been kept for long enough could not be deleted")

    async def do_at_last(self) -> None:
        """Do what takes long; what is broken off, or fails, goes on the next night."""
        if self._at_last is not None and not self._stopped:
            try:
                await self._at_last()
            except Exception:
                if not self._stopped:
                    log.exception("not everything that is done at night could be done")

    async def back_up(self) -> bool:
        """Make a backup now and clear away old ones; return whether it went well."""
        folder = self._settings.backup_folder
        now = self._now()
        try:
            await asyncio.to_thread(folder.mkdir, mode=0o700, exist_ok=True)
            await self._storage.backup(folder / backups.new_name(now, dumped=self._settings.is_on_server))
            gone = await asyncio.to_thread(backups.rotate, folder, self._settings, now)
        except (StoreFailed, OSError) as failed:
            self.failed = True
            log.error("there is no backup of tonight; `python -m bot doctor` may say more: %s", failed)
            return False
        self.failed = False
        log.info("the database is copied to %s; old copies deleted: %d", folder, len(gone))
        return True

    @tasks.loop(time=time(3, tzinfo=UTC))
    async def _each_night(self) -> None:
        await self.tidy()  # first, so that the copy does not hold it
        if self._makes_copies:
            await self.back_up()
        await self.do_at_last()

    @_each_night.before_loop
    async def _make_up(self) -> None:
        """Do what a night that was missed would have done, also when the bot is started for the first time."""
        await self.tidy()
        if not self._makes_copies:
            return
        last = await asyncio.to_thread(backups.newest, self._settings.backup_folder)
        if last is None or last.age(self._now()) > backups.OVERDUE:
            await self.back_up()
