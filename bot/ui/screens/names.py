"""Sanitise names and user text, for plain text and for Markdown."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.engine.pages import mark, with_names
from bot.engine.records import Seat
from bot.host import sanitize
from bot.host.table.membership import Membership
from storage.interface.games import GameRow

# All characters that start Discord's Markdown: formats, links, mentions, timestamps, emoji. Headings, lists, quotes and
# small print begin a line, where this text may stand; a dot or colon inside a word may belong to a link.
_MEANING = re.compile(r"[\\`*_~|<>\[\]]|^[#+-]|^[0-9]+(?=[.)])|[.:](?=\S)")


def sanitize_plain(text: str) -> str:
    """Sanitise user text or a name for labels, columns, pictures and thread names."""
    return sanitize.sanitize(text).replace("`", "'")


@lru_cache(maxsize=5_000)
def escape_markdown(text: str) -> str:
    """Escape user text or a name for Discord's Markdown: it formats nothing and mentions nobody."""
    return _MEANING.sub(_escape_match, sanitize_plain(text)).replace("@", "@\u200b")


def reason_as_markdown(reason: str, writer: int | None) -> str:
    """Return a reason that somebody typed for Discord's Markdown, where only their own mention is more than letters."""
    own = f"<@{writer}>"
    return own.join(map(_with_its_spaces, sanitize_plain(reason).split(own)))


def _with_its_spaces(text: str) -> str:
    before, after = " " * text.startswith(" "), " " * text.endswith(" ")
    return f"{before}{escape_markdown(text)}{after}" if text.strip() else text


def _escape_match(meaning: re.Match[str]) -> str:
    found = meaning[0]
    return f"{found}\\" if found.isdecimal() else f"\\{found}"


def get_plain_name(running: Membership, seat: Seat) -> str:
    """Return a player's name as plain text for pictures, columns and labels; for an unknown seat, its mark."""
    if not 1 <= seat <= len(running.seats):
        return mark(seat)
    return sanitize_plain(running.get_name(seat)) or f"Player {seat}"


def escape_name(running: Membership, seat: Seat) -> str:
    """Return a player's name escaped for Discord's Markdown."""
    return escape_markdown(get_plain_name(running, seat)) or mark(seat).replace("<", "\\<")


def format_table(row: GameRow) -> str:
    """Return a table's name with its number, escaped for Markdown; without a name, "table 7"."""
    return f"{escape_markdown(row.name)} (table {row.game_id})" if row.name else f"table {row.game_id}"


def format_table_label(row: GameRow) -> str:
    """Return a table's name with its number as plain text, for labels."""
    return f"{sanitize_plain(row.name)} (table {row.game_id})" if row.name else f"table {row.game_id}"


def format_bold_name(running: Membership, seat: Seat) -> str:
    """Return a player's name in bold type."""
    return f"**{escape_name(running, seat)}**"


def format_markdown(running: Membership, text: str) -> str:
    """Replace the seat marks in a game's text by bold names, for messages."""
    return with_names(text, lambda seat: format_bold_name(running, seat))


def format_heading(running: Membership, text: str) -> str:
    """Replace the seat marks in a game's text by names, for text that is bold already."""
    return with_names(text, lambda seat: escape_name(running, seat))


def format_plain(running: Membership, text: str) -> str:
    """Replace the seat marks in a game's text by plain names, for labels and columns."""
    return with_names(text, lambda seat: get_plain_name(running, seat))
