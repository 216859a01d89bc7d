"""Record once a minute that the bot runs, and whether it is connected, for the doctor."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from discord.ext import tasks
from pydantic import AwareDatetime, BaseModel

from storage.interface.errors import StoreFailed
from storage.interface.metadata_keys import HEARTBEAT_KEY
from storage.interface.shards import Shards
from storage.store import Storage

log = logging.getLogger(__name__)

INTERVAL = timedelta(minutes=1)
SILENT_AFTER = 5 * INTERVAL
"""A process counts as failed after this time without a heartbeat."""

State = Literal["connected", "not connected", "stopped"]


class HeartbeatRecord(BaseModel):
    """State of the bot at one moment."""

    at: AwareDatetime
    state: State
    since: AwareDatetime
    has_own_pages: bool = False
    """Whether the process serves pages to play on."""


class Heartbeat:
    """Writes the heartbeats of a running bot. A failed write is ignored.

    Args:
        storage: the store to write to.
        now: returns the present time in UTC.
        shards: the servers of this process; each process has a heartbeat of its own.
        has_own_pages: whether this process serves pages to play on.
    """

    def __init__(self, storage: Storage, now: Callable[[], datetime], shards: Shards, *, has_own_pages: bool) -> None:
        self._storage = storage
        self._has_own_pages = has_own_pages
        self._key = HEARTBEAT_KEY if shards.are_all else f"{HEARTBEAT_KEY} {shards}"
        self._now = now
        self._state: State = "not connected"
        self._since = now()

    def start(self) -> None:
        """Start the heartbeat."""
        self._run_each_minute.start()

    async def stop(self) -> None:
        """Record that the bot was stopped, and end the heartbeat."""
        self._run_each_minute.cancel()
        await self.set_state("stopped")

    async def set_state(self, state: State) -> None:
        """Record a new state."""
        if state != self._state:
            self._state, self._since = state, self._now()
        await self._write_beat()

    async def _write_beat(self) -> None:
        beat = HeartbeatRecord(at=self._now(), state=self._state, since=self._since, has_own_pages=self._has_own_pages)
        try:
            await self._storage.metadata.put(self._key, beat.model_dump_json())
        except StoreFailed:
            log.debug("the bot's state could not be noted", exc_info=True)

    @tasks.loop(seconds=INTERVAL.total_seconds())
    async def _run_each_minute(self) -> None:
        await self._write_beat()


def parse_beat(note: str | None) -> HeartbeatRecord | None:
    """Parse a stored heartbeat; None if there is none, or it is unreadable."""
    try:
        return None if note is None else HeartbeatRecord.model_validate_json(note)
    except ValueError:
        return None
