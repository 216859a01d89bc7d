"""Names, and all else that people type, safe to print: one function for plain text and one for Markdown."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.engine.pages import mark, with_names
from bot.engine.records import Seat
from bot.host import sanitize
from bot.host.table.membership import Membership

# All that begins something in Discord's Markdown: formats, links, mentions, timestamps, emoji. Heading, list, quote and
# small print begin a line, which this text may be put at; a dot or colon inside a word may be a link's.
_MEANING = re.compile(r"[\\`*_~|<>\[\]]|^[#+-]|^[0-9]+(?=[.)])|[.:](?=\S)")


def as_plain(text: str) -> str:
    """Return what somebody typed or is called for labels, columns, pictures and names of threads."""
    return sanitize.plain(text).replace("`", "'")


@lru_cache(maxsize=5_000)
def as_markdown(text: str) -> str:
    """Return what somebody typed or is called for Discord's Markdown: it shows these letters, and calls nobody."""
    return _MEANING.sub(_escaped, as_plain(text)).replace("@", "@\u200b")


def reason_as_markdown(reason: str, writer: int | None) -> str:
    """Return a reason that somebody typed for Discord's Markdown, where only their own mention is more than letters."""
    own = f"<@{writer}>"
    return own.join(map(_with_its_spaces, as_plain(reason).split(own)))


def _with_its_spaces(text: str) -> str:
    before, after = " " * text.startswith(" "), " " * text.endswith(" ")
    return f"{before}{as_markdown(text)}{after}" if text.strip() else text


def _escaped(meaning: re.Match[str]) -> str:
    found = meaning[0]
    return f"{found}\\" if found.isdecimal() else f"\\{found}"


def plain(running: Membership, seat: Seat) -> str:
    """Return a player's name as plain text for pictures, columns and button labels; of no seat here, its mark."""
    if not 1 <= seat <= len(running.seats):
        return mark(seat)
    return as_plain(running.name(seat)) or f"Player {seat}"


def escaped(running: Membership, seat: Seat) -> str:
    """Return a player's name for Discord's Markdown: it formats nothing and calls nobody."""
    return as_markdown(plain(running, seat)) or mark(seat).replace("<", "\\<")


def marked(running: Membership, seat: Seat) -> str:
    """Return a player's name in bold type."""
    return f"**{escaped(running, seat)}**"


def in_markdown(running: Membership, text: str) -> str:
    """Return a game's text with its seat marks replaced by names, for messages."""
    return with_names(text, lambda seat: marked(running, seat))


def in_heading(running: Membership, text: str) -> str:
    """Return a game's text with its seat marks replaced by names, for what is in bold type already."""
    return with_names(text, lambda seat: escaped(running, seat))


def in_plain(running: Membership, text: str) -> str:
    """Return a game's text with its seat marks replaced by names, for labels and columns."""
    return with_names(text, lambda seat: plain(running, seat))
