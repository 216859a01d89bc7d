"""Routes: the addresses there are, in one table, each with what answers there.

What an address names in braces is looked up before anything answers, so that an answer is only ever given about what
everybody may look at: `{table}` and `{season}` come from `Visibility`, or the address is none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.web.responses import Reply

LONGEST_NUMBER = 15
"""Digits of a number in an address; nothing of ours has as many."""

Answer = Callable[..., Awaitable[Reply | None]]
"""Returns what stands at an address, given what it names, in its order; None: nothing."""
Lookup = Callable[[str], Awaitable[Any]]
"""Returns what a part of an address means; None: nothing that everybody may look at."""


@dataclass(frozen=True)
class Address:
    """An address, such as `/tables/{table}/log`, and what answers there."""

    pattern: str
    answer: Answer


class Routes:
    """Finds what answers at a path.

    Args:
        routes: all there are; no two of them fit the same path.
        lookups: what the names in braces mean.
    """

    def __init__(self, routes: Sequence[Address], lookups: Mapping[str, Lookup]) -> None:
        self.routes = routes
        self._lookups = lookups
        self._split = [(_parts(route.pattern), route.answer) for route in routes]

    async def at(self, path: str) -> Reply | None:
        """Return what stands at a path; None: nothing that everybody may see."""
        given = _parts(path)
        for parts, answer in self._split:
            if len(parts) == len(given) and all(
                _is_name(part) or part == text for part, text in zip(parts, given, strict=True)
            ):
                return await self._answered(parts, given, answer)
        return None

    async def _answered(self, parts: Sequence[str], given: Sequence[str], answer: Answer) -> Reply | None:
        found = []
        for part, text in zip(parts, given, strict=True):
            if _is_name(part):
                meant = await self._lookups[part[1:-1]](text)
                if meant is None:
                    return None
                found.append(meant)
        return await answer(*found)


def number(text: str) -> int:
    """Return a number as our addresses have it; 0, which nothing has, for all else."""
    if text.isascii() and text.isdecimal() and text[0] != "0" and len(text) <= LONGEST_NUMBER:
        return int(text)
    return 0


def _parts(address: str) -> Sequence[str]:
    return address.split("/")[1:]


def _is_name(part: str) -> bool:
    return part.startswith("{")
