"""Routing of paths to handlers.

Parameters in braces are looked up before a handler is called. `{table}` and `{season}` come from `Visibility`, so a
handler only ever receives public objects.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.web.responses import Reply

MAX_NUMBER_DIGITS = 15
"""Maximum number of digits in an address; no id is as long."""

Answer = Callable[..., Awaitable[Reply | None]]
"""A handler: returns the reply for the parameters of its path, in order, or None if there is nothing."""
Lookup = Callable[[str], Awaitable[Any]]
"""Resolves a path parameter; None if nothing public has this value."""


@dataclass(frozen=True)
class Address:
    """A route: a pattern such as `/tables/{table}/log` with its handler."""

    pattern: str
    answer: Answer


class Routes:
    """Finds the handler of a path.

    Args:
        routes: all routes; no two match the same path.
        lookups: the lookup for each parameter.
    """

    def __init__(self, routes: Sequence[Address], lookups: Mapping[str, Lookup]) -> None:
        self.routes = routes
        self._lookups = lookups
        self._split = [(_split_path(route.pattern), route.answer) for route in routes]

    async def find_reply(self, path: str) -> Reply | None:
        """Return the reply for a path; None if nothing public is there."""
        given = _split_path(path)
        for parts, answer in self._split:
            if len(parts) == len(given) and all(
                _is_name(part) or part == text for part, text in zip(parts, given, strict=True)
            ):
                return await self._call_route(parts, given, answer)
        return None

    async def _call_route(self, parts: Sequence[str], given: Sequence[str], answer: Answer) -> Reply | None:
        found = []
        for part, text in zip(parts, given, strict=True):
            if _is_name(part):
                meant = await self._lookups[part[1:-1]](text)
                if meant is None:
                    return None
                found.append(meant)
        return await answer(*found)


def parse_number(text: str) -> int:
    """Parse a number in canonical form; return 0, an unused id, for other text."""
    if text.isascii() and text.isdecimal() and text[0] != "0" and len(text) <= MAX_NUMBER_DIGITS:
        return int(text)
    return 0


def _split_path(address: str) -> Sequence[str]:
    return address.split("/")[1:]


def _is_name(part: str) -> bool:
    return part.startswith("{")
