"""Nightly jobs: retention, backup and rotation.

Long jobs for which nothing waits come last.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, time

from discord.ext import tasks

from bot.ops import backups
from bot.settings import Settings
from storage.interface.errors import StoreFailed
from storage.store import Storage

log = logging.getLogger(__name__)


class NightlyJobs:
    """Runs the nightly jobs of a bot. A failed job is logged and shown, and stops nothing.

    Args:
        storage: the store to back up.
        settings: the folder and hour of backups, and how many are kept.
        now: returns the present time in UTC.
        delete_expired: deletes data past its retention period.
        run_last: runs long jobs after the others; missed nights are not made up.
    """

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        now: Callable[[], datetime],
        delete_expired: Callable[[], Awaitable[None]] | None = None,
        run_last: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._storage = storage
        self._settings = settings
        self._now = now
        self._delete_expired = delete_expired
        self._run_last = run_last
        self.failed = False
        """Whether the last backup failed."""
        self._stopped = False
        self._run_each_night.change_interval(time=time(settings.backup_hour, tzinfo=UTC))

    @property
    def _makes_backups(self) -> bool:
        """Whether this process makes the backups; one does, because the database is shared."""
        return self._settings.backups_daily > 0 and self._settings.own_shards.have_first

    def start(self) -> None:
        """Schedule the nightly jobs."""
        self._run_each_night.start()

    def stop(self) -> None:
        """Cancel the jobs, including a long one; a running backup completes in its own thread."""
        self._stopped = True
        self._run_each_night.cancel()

    async def delete_expired(self) -> None:
        """Delete data past its retention period; a failure is retried the next night."""
        if self._delete_expired is not None:
            try:
                await self._delete_expired()
            except Exception:
                if not self._stopped:  # otherwise it was cancelled, and runs after the next start
                    log.exception("data past its retention period could not be deleted")

    async def run_long_jobs(self) -> None:
        """Run the long jobs; after a cancellation or failure they continue the next night."""
        if self._run_last is not None and not self._stopped:
            try:
                await self._run_last()
            except Exception:
                if not self._stopped:
                    log.exception("not everything that is done at night could be done")

    async def create_backup(self) -> bool:
        """Make a backup now and rotate the old ones; return whether it succeeded."""
        folder = self._settings.backup_folder
        now = self._now()
        try:
            await asyncio.to_thread(folder.mkdir, mode=0o700, exist_ok=True)
            await self._storage.backup(folder / backups.build_name(now, dumped=self._settings.is_on_server))
            gone = await asyncio.to_thread(backups.rotate, folder, self._settings, now)
        except (StoreFailed, OSError) as failed:
            self.failed = True
            log.error("there is no backup of tonight; `python -m bot doctor` may say more: %s", failed)
            return False
        self.failed = False
        log.info("the database is copied to %s; old copies deleted: %d", folder, len(gone))
        return True

    @tasks.loop(time=time(3, tzinfo=UTC))
    async def _run_each_night(self) -> None:
        await self.delete_expired()  # first, so that the copy does not contain the deleted data
        if self._makes_backups:
            await self.create_backup()
        await self.run_long_jobs()

    @_run_each_night.before_loop
    async def _make_up(self) -> None:
        """Make up for a missed night, including at the very first start."""
        await self.delete_expired()
        if not self._makes_backups:
            return
        last = await asyncio.to_thread(backups.find_newest, self._settings.backup_folder)
        if last is None or last.get_age(self._now()) > backups.OVERDUE_AFTER:
            await self.create_backup()
