"""Screen of a person's inbox: a section for each table that waits for them, the most urgent first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from bot.engine.words import format_count, format_list
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.host.table.open_table import OpenTable
from bot.ui.screens.names import escape_markdown, format_heading, format_table
from bot.ui.screens.parts import GOLD, GREEN, build_page_buttons, describe_lost_channel
from bot.ui.screens.screen import Block, Button, Screen, TextWithButton, build_button_rows, truncate
from bot.ui.screens.table.word_limits import cut_words
from storage.interface.games import GameRow
from storage.interface.leagues import LeagueGame

MAX_EXPIRED_REQUESTS = 1
"""Maximum number of expired ladder requests in one inbox; the next look shows the others."""
MAX_SECTIONS = 5
"""Tables on one page; with the buttons below, a message has nine controls at most."""
TITLE_ROOM, NOTE_ROOM = 72, 45
"""Characters of a question and of the reader's note."""
MAX_UNREADABLE = 3
"""Unreadable tables that are named by number; the others are counted."""
MAX_NOTE_WORDS = 8
"""Words of the reader's note to themselves, below a question."""
LATEST_TIME = "9"
"""Sorts after every time."""


@dataclass(frozen=True)
class Waiting:
    """A section of the inbox with its sort key."""

    urgency: tuple[str, int]
    text: str
    button: Button


def render_inbox(
    found: Sequence[Waiting],
    page: int = 0,
    unreadable: Sequence[int] = (),
    in_vain: Sequence[tuple[str, Sequence[Button]]] = (),
) -> Screen:
    """Return a page of a person's inbox, the most urgent first.

    Args:
        found: the open items.
        page: the page's index, from 0; clamped to the last page.
        unreadable: ids of tables that wait for them and cannot be loaded.
        in_vain: messages about expired ladder requests, with their buttons.
    """
    told: list[Block] = []
    for words, ways in in_vain[:MAX_EXPIRED_REQUESTS]:
        told += [words, *build_button_rows(*ways)]
    waiting_here = sorted(found, key=attrgetter("urgency"))
    warnings = (_warn_about_unreadable(unreadable),) if unreadable else ()
    if not waiting_here:
        nothing = "No other table is waiting for you." if warnings else "You're all caught up."
        colour = GOLD if warnings else GREEN
        return Screen((*warnings, *told, nothing), colour=colour)
    pages = -(-len(waiting_here) // MAX_SECTIONS)
    page = min(page, pages - 1)
    here = waiting_here[page * MAX_SECTIONS :][:MAX_SECTIONS]
    turned = f", page {page + 1} of {pages}" if pages > 1 else " for you"
    return Screen(
        (
            f"### {format_count(len(waiting_here), 'open question')}{turned}",
            *(TextWithButton((each.button,), each.text) for each in here),
            *warnings,
            *told,
            *build_page_buttons("inbox", page, pages),
        ),
        colour=GREEN,
    )


def _warn_about_unreadable(tables: Sequence[int]) -> str:
    """Return the warning about tables that cannot be loaded."""
    named = [str(number) for number in tables[:MAX_UNREADABLE]]
    others = [f"{len(tables) - len(named)} more"] if len(tables) > len(named) else []
    one = len(tables) == 1
    which = f"Table {tables[0]}" if one else f"Tables {format_list([*named, *others])}"
    return f"⚠️ {which} cannot be read at the moment. Please tell the bot's operator."


def get_urgency(seen: AudienceView) -> tuple[str, int]:
    """Return the sort key of open questions by remaining time; those without a running clock come last."""
    clock, row = seen.clock, seen.row
    due = None if clock is None or row.paused_at else clock.due_at
    return due or LATEST_TIME, row.game_id


def build_question_section(seen: AudienceView, link: str | None, own_note: str = "", page: str = "") -> Waiting:
    """Return the section of a question.

    Args:
        seen: the table as the reader sees it.
        link: the link to the table's message.
        own_note: the reader's note to themselves.
        page: the link to the table as a page to play on, if they want it.
    """
    row, urgency = seen.row, get_urgency(seen)
    title = truncate(format_heading(seen, seen.title), TITLE_ROOM)
    where = f"{seen.game.title} · {_format_link(row, seen.league, link)}"
    text = f"**{title}**\n-# {where}{_format_due('answer', urgency[0])}{describe_lost_channel(row)}"
    if page:
        text += f" · [On the board]({page})"
    if own_note and row.lost is None:  # the way to go on with a lost table takes the room
        text += f"\n-# 📝 {escape_markdown(truncate(cut_words(own_note, MAX_NOTE_WORDS), NOTE_ROOM))}"
    return Waiting(urgency, text, Button(f"act:{row.game_id}", "Act", "primary"))


def build_lobby_section(table: OpenTable, link: str | None) -> Waiting:
    """Return the section of a lobby in which this person has to confirm their presence."""
    row = table.row
    due = (row.confirm_until if row.lost is None else None) or LATEST_TIME
    otherwise = "or you lose the seat" if table.league is None else "or it begins without you"
    where = f"{table.game.title} · {_format_link(row, table.league, link)}"
    text = f"**Are you still in?**\n-# {where}{_format_due(otherwise, due)}{describe_lost_channel(row)}"
    return Waiting((due, row.game_id), text, Button(f"here:{row.game_id}", "I'm here", "primary"))


def _format_due(what: str, due: str) -> str:
    """Return what happens at a deadline, and when; empty without a deadline."""
    return "" if due == LATEST_TIME else f" · {what} <t:{int(deadlines.parse_time(due).timestamp())}:R>"


def _format_link(row: GameRow, league: LeagueGame | None, link: str | None) -> str:
    name = format_table(row) if league is None else escape_markdown(league.name)
    return f"[{name}]({link})" if link else name
