"""Seats become display names, safe to print."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category

from discord.utils import escape_markdown, escape_mentions

from bot.engine.pages import with_names
from bot.engine.records import Seat
from bot.host.tables import Running


def plain(running: Running, seat: Seat) -> str:
    """Return a player's name as plain text for pictures, columns and button labels."""
    return _plain(running.name(seat)) or f"Player {seat}"


def escaped(running: Running, seat: Seat) -> str:
    """Return a player's name for Discord's Markdown: it formats nothing and calls nobody."""
    return _escaped(plain(running, seat))


def marked(running: Running, seat: Seat) -> str:
    """Return a player's name in bold type."""
    return f"**{escaped(running, seat)}**"


def in_markdown(running: Running, text: str) -> str:
    """Return a game's text with its seat marks replaced by names, for messages."""
    return with_names(text, lambda seat: marked(running, seat))


def in_heading(running: Running, text: str) -> str:
    """Return a game's text with its seat marks replaced by names, for what is in bold type already."""
    return with_names(text, lambda seat: escaped(running, seat))


def in_plain(running: Running, text: str) -> str:
    """Return a game's text with its seat marks replaced by names, for labels and columns."""
    return with_names(text, lambda seat: plain(running, seat))


@lru_cache(maxsize=5_000)
def _plain(name: str) -> str:
    printable = "".join(letter for letter in name if not category(letter).startswith("C") or letter.isspace())
    return " ".join(printable.replace("`", "'").split())


@lru_cache(maxsize=5_000)
def _escaped(name: str) -> str:
    return escape_mentions(escape_markdown(name))
