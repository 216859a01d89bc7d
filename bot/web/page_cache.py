"""What was made and is remembered as long as it would be the same, and so much of it at most."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class PageCache(Generic[Kept]):
    """Keeps what was made.

    Args:
        room: for how many things; those are kept that were looked at last.
        most_bytes: how much they take at most; the newest is kept in any case.
        size_of: returns how many bytes one takes; None: they are small.
    """

    def __init__(self, room: int, most_bytes: int = 0, size_of: Callable[[Kept], int] | None = None) -> None:
        self._room = room
        self._most_bytes = most_bytes
        self._size_of = (lambda _: 0) if size_of is None else size_of
        self._bytes = 0
        self._kept: OrderedDict[Hashable, tuple[object, Kept]] = OrderedDict()

    def get(self, key: Hashable, stamp: object) -> Kept | None:
        """Return what is kept under a key, if it was made from the same."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            return None
        self._kept.move_to_end(key)
        return kept[1]

    def put(self, key: Hashable, stamp: object, made: Kept) -> Kept:
        """Keep something, and what was looked at last beside it."""
        self._forget(key)
        self._kept[key] = stamp, made
        self._bytes += self._size_of(made)
        while len(self._kept) > self._room or (len(self._kept) > 1 and self._bytes > self._most_bytes):
            self._forget(next(iter(self._kept)))
        return made

    def _forget(self, key: Hashable) -> None:
        if key in self._kept:
            _, made = self._kept.pop(key)
            self._bytes -= self._size_of(made)
