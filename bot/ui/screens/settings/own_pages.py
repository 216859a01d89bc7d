"""Panels about tables as pages: a new link, and the browsers in which a person's tables are open."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.play.own_pages import NO_PAGES
from bot.host.table import deadlines
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import (
    OPTIONS_IN_SELECT,
    Button,
    Menu,
    MenuLine,
    Row,
    Screen,
    build_button_rows,
)
from storage.interface.page_sessions import PageSession

EXPLANATION = (
    "A browser in which you have opened a table stays open for a week, or until you leave it unused for twelve hours. "
    "Whoever has that browser can play for you there."
)


def render_link(game_id: int, address: str) -> Screen:
    """Return the panel with a new link to a person's table.

    Args:
        game_id: the table.
        address: the link, which holds a secret.
    """
    words = (
        "### Your table as a page\nThis link works once, within five minutes. **Whoever opens it plays for you**, so "
        "pass it on to nobody. **/settings pages** shows where it is open, and ends that."
    )
    back = Button(f"act:{game_id}:again", "Act")
    return Screen((words, *build_button_rows(Button(address, "Open the board", "link"), back)), colour=BLUE)


def render_sessions(sessions: Sequence[PageSession], *, is_on: bool, note: str = "") -> Screen:
    """Return the panel with the browsers in which a person's tables are open.

    Args:
        sessions: their sessions.
        is_on: whether the operator offers pages to play on.
        note: a sentence about the change just made.
    """
    lines = [f"- **Table {one.game_id}**, opened {_format_time(one.begun_at)}" for one in sessions]
    state = "" if is_on else f"\n{NO_PAGES}"
    text = "\n".join(("### Your tables as pages", *(lines or ["None is open."]), f"-# {EXPLANATION}{state}"))
    controls: list[Row] = []
    if sessions:
        ends = tuple(
            MenuLine(
                str(one.session_id), f"Table {one.game_id}", f"Opened on {one.begun_at[:10]}, {one.begun_at[11:16]} UTC"
            )
            for one in sessions[-OPTIONS_IN_SELECT:]
        )
        controls = [Row((Menu("pageend:0", "End one…", ends),)), *build_button_rows(Button("pagesend:0", "End all"))]
    return Screen((*list_note_blocks(note), text, *controls), colour=BLUE)


def _format_time(at: str) -> str:
    return f"<t:{int(deadlines.parse_time(at).timestamp())}:R>"
