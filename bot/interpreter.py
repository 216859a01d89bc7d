"""Garbage collection, thread switching and the event loop, configured so that replies are not delayed.

Garbage collection runs in small steps. A full collection over many long-lived tables takes longer than a move, so it
runs only while nobody waits. Threads yield to the event loop after a millisecond.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable

YOUNG_OBJECTS = 10_000
"""New objects after which a young collection runs in any case; it takes about five milliseconds."""
IDLE_YOUNG_OBJECTS = YOUNG_OBJECTS // 2
"""New objects after which a young collection runs while nobody waits."""
YOUNG_COLLECTIONS_PER_OLDER = 2
"""Young collections before the survivors are collected; more would block the loop for longer."""
FULL_COLLECTION_SECONDS, MAX_FULL_COLLECTION_SECONDS = 300.0, 900.0
"""Seconds between full collections: while nobody waits, and at the latest.

A full collection takes tens of milliseconds. Few objects are in cycles, but a failed letter can hold a picture in one.
"""
NEVER_COLLECT = 1_000_000
SWITCH_INTERVAL_SECONDS = 0.001
"""Switch interval in seconds; two threads with Python's default of five milliseconds would delay everybody."""


def collect_rarely() -> None:
    """Collect garbage in small steps, and in full only while nobody waits.

    Tables in memory are many small long-lived objects, and their collection took nearly half of the time of a move.
    Objects outside cycles are freed at once anyway. Everything imported by now is kept for good.
    """
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS_PER_OLDER, NEVER_COLLECT)


class GarbageCollection:
    """Collects garbage between replies: young objects after a threshold, everything occasionally.

    Args:
        now: monotonic time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last_full_collection = now()

    def collect_if_due(self, at_leisure: bool) -> None:
        """Collect, if it is due; `at_leisure` means that nobody waits for a reply."""
        if self._now() - self._last_full_collection > (
            FULL_COLLECTION_SECONDS if at_leisure else MAX_FULL_COLLECTION_SECONDS
        ):
            gc.collect(2)
            self._last_full_collection = self._now()
            return
        young, middle, _ = gc.get_count()
        if at_leisure and young > IDLE_YOUNG_OBJECTS:
            gc.collect(1 if middle > YOUNG_COLLECTIONS_PER_OLDER else 0)


def set_switch_interval() -> None:
    """Shorten the switch interval, so that work in threads delays the event loop as little as possible."""
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)


def create_loop() -> asyncio.AbstractEventLoop:
    """Create the event loop of the service: uvloop where available, which is a tenth faster."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()
