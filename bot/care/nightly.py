"""Nightly: a copy of the database each night, and the old ones cleared away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, time

from discord.ext import tasks

from bot.care import backups
from bot.settings import Settings
from storage.interface import Storage, StoreFailed

log = logging.getLogger(__name__)


class Nightly:
    """Makes the backups of a running bot. One that fails is logged and shown, and stops nothing.

    Args:
        storage: what is copied.
        settings: where to, when, and how many are kept.
        now: the present time in UTC.
    """

    def __init__(self, storage: Storage, settings: Settings, now: Callable[[], datetime]) -> None:
        self._storage = storage
        self._settings = settings
        self._now = now
        self.failed = False
        """Whether the last attempt went wrong."""
        self._each_night.change_interval(time=time(settings.backup_hour, tzinfo=UTC))

    def start(self) -> None:
        """Wait for the night, if the settings ask for backups."""
        if self._settings.backups_daily:
            self._each_night.start()

    def stop(self) -> None:
        """Wait no more; a copy that is being made is still finished, in its own thread."""
        self._each_night.cancel()

    async def back_up(self) -> bool:
        """Make a backup now and clear away old ones; return whether it went well."""
        folder = self._settings.backup_folder
        now = self._now()
        try:
            await asyncio.to_thread(folder.mkdir, exist_ok=True)
            await self._storage.backup(folder / backups.new_name(now))
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
        await self.back_up()

    @_each_night.before_loop
    async def _make_up(self) -> None:
        """Make the backup of a night that was missed, also when the bot is started for the first time."""
        last = await asyncio.to_thread(backups.newest, self._settings.backup_folder)
        if last is None or last.age(self._now()) > backups.OVERDUE:
            await self.back_up()
