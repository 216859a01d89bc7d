"""An LRU cache whose entries are valid while their stamp is unchanged, limited in number and bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class PageCache(Generic[Kept]):
    """An LRU cache with validation stamps.

    Args:
        room: maximum number of entries; the least recently used one is evicted first.
        most_bytes: maximum total size; the newest entry stays in any case.
        size_of: returns the size of an entry in bytes; None: size does not matter.
    """

    def __init__(self, room: int, most_bytes: int = 0, size_of: Callable[[Kept], int] | None = None) -> None:
        self._max_entries = room
        self._most_bytes = most_bytes
        self._size_of = (lambda _: 0) if size_of is None else size_of
        self._bytes = 0
        self._kept: OrderedDict[Hashable, tuple[object, Kept]] = OrderedDict()

    def get(self, key: Hashable, stamp: object) -> Kept | None:
        """Return the entry of a key if its stamp matches, otherwise None."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            return None
        self._kept.move_to_end(key)
        return kept[1]

    def put(self, key: Hashable, stamp: object, made: Kept) -> Kept:
        """Store an entry, evict old ones, and return it."""
        self._forget(key)
        self._kept[key] = stamp, made
        self._bytes += self._size_of(made)
        while len(self._kept) > self._max_entries or (len(self._kept) > 1 and self._bytes > self._most_bytes):
            self._forget(next(iter(self._kept)))
        return made

    def _forget(self, key: Hashable) -> None:
        if key in self._kept:
            _, made = self._kept.pop(key)
            self._bytes -= self._size_of(made)
