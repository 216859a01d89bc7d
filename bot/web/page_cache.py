"""What was made and is remembered as long as it would be the same, and so much of it at most."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class PageCache(Generic[Kept]):
    """Keeps what was made.

    Args:
        room: for how many things; those are kept that were looked at last.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._kept: OrderedDict[Hashable, tuple[object, Kept]] = OrderedDict()

    def get(self, key: Hashable, stamp: object) -> Kept | None:
        """Return what is kept under a key, if it was made from the same."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            return None
        self._kept.move_to_end(key)
        return kept[1]

    def last(self, key: Hashable) -> Kept | None:
        """Return what is kept under a key, whatever it was made from."""
        kept = self._kept.get(key)
        return None if kept is None else kept[1]

    def put(self, key: Hashable, stamp: object, made: Kept) -> Kept:
        """Keep something, and what was looked at last beside it."""
        self._kept[key] = stamp, made
        self._kept.move_to_end(key)
        while len(self._kept) > self._room:
            self._kept.popitem(last=False)
        return made
