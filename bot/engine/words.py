"""Counted and listed items in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.pages import mark
from bot.engine.records import Seat

_FULL_WIDTH = {ord(sign) + 0xFEE0: sign for sign in map(chr, range(ord("!"), ord("~") + 1))} | {0x3000: " "}
"""Full-width signs of Chinese, Japanese and Korean keyboards, with their usual forms."""


def normalize_width(text: str) -> str:
    """Return typed text with full-width digits, letters and signs in their usual form, in which labels are written."""
    return text.translate(_FULL_WIDTH)


def format_list(things: Iterable[object], nothing: str = "") -> str:
    """Return items as "a, b and c"; `nothing` if there are none."""
    words = [str(thing) for thing in things]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or nothing


def format_count(count: int, thing: str, plural: str = "") -> str:
    """Return a number with its noun: "1 card", "3 cards", or "3 companies" if the plural is given."""
    return f"{count} {thing if count == 1 else plural or f'{thing}s'}"


def format_change(before: str, now: str) -> str:
    """Return a change of an amount in words, with the common prefix once: "net worth 24 → 27"."""
    first, then = before.split(), now.split()
    while len(then) > 1 and first[:1] == then[:1] and not any(map(str.isdigit, then[0])):
        del first[0], then[0]
    return f"{before} → {' '.join(then)}"


def format_ordinal(number: int) -> str:
    """Return a number as a place: "1st", "2nd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def format_seats(those: Iterable[Seat]) -> str:
    """Return seats as marks, with commas and an "and"; "nobody" if there are none."""
    return format_list(map(mark, those), "nobody")
