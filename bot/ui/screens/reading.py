"""What is read rather than played: the log, the rules, what waits, and the proof."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from bot.engine import play
from bot.engine.game import Game
from bot.engine.records import Seat
from bot.host import timekeeping
from bot.host.host import LogLine
from bot.host.open_table import OpenTable
from bot.host.records import Report
from bot.host.tables import Running
from bot.ui import controls
from bot.ui.names import in_heading, in_markdown, plain
from bot.ui.screen import Button, Entry, Menu, Row, Screen, buttons, short
from bot.ui.screens.panels import back_to_panel, time_left
from bot.ui.screens.parts import GOLD, GREEN, GREY, LOG_ROOM, in_pages, out_of_reach, turns, until
from bot.ui.screens.public import waiting
from storage.interface import GameRow


def log(running: Running, lines: Sequence[LogLine], page: int) -> Screen:
    """Return a page of the history, the newest first."""
    written = [
        f"`{line.number}` " + (f"~~{text}~~" if line.undone else text)
        for line in reversed(lines)
        for text in [short(in_markdown(running, line.text), LOG_ROOM)]
    ]
    pages = list(in_pages(written))
    page = max(0, min(page, len(pages) - 1))
    number = running.row.game_id
    return Screen(
        (
            f"### Log of table {number}, page {page + 1} of {len(pages)}, newest first",
            "\n".join(pages[page]),
            *turns(f"log:{number}", page, len(pages)),
            *buttons(back_to_panel(running, asked=False)),
        ),
        colour=GREY,
    )


def rules(game: Game[Any, Any], page: int) -> Screen:
    """Return a chapter of the rules."""
    page = max(0, min(page, len(game.rulebook) - 1))
    chapter = game.rulebook[page]
    entries = tuple(
        Entry(str(at), other.title, chosen=at == page) for at, other in enumerate(game.rulebook[: controls.IN_PAGE])
    )
    return Screen(
        (
            f"### {game.title}: {chapter.title}",
            chapter.text,
            Row((Menu(f"chapter:{game.key}", "Chapters", entries),)),
            *turns(f"rules:{game.key}", page, len(game.rulebook)),
        ),
        colour=GREY,
    )


def verified(report: Report) -> Screen:
    """Return what checking a game has shown."""
    lines = [f"{'✅' if check.ok else '❌'} {check.text}" for check in report.checks]
    return Screen((f"### {report.verdict}\n" + "\n".join(lines),), colour=GREEN if report.ok else GOLD)


def why(running: Running, seat: Seat | None) -> Screen:
    """Return what a table waits for, as far as this seat may know, and what happens when time is up."""
    lines = [f"### Table {running.row.game_id}: what it waits for", waiting(running)]
    asked = play.asked(running.table) if running.row.status == "running" else []
    if seat in asked:
        lines.append(time_left(running, seat) or "-# No clock runs for you; the table waits as long as you need.")
    if any(other != seat for other in asked) and not running.table.agenda[0].waiting_is_secret:
        lines.append("-# When somebody else's time is up, the table's default for this question is played for them.")
    if running.pact.allowed is None:
        lines.append("-# This table has agreed on no clock.")
    return Screen(("\n".join(lines),), colour=GREY)


def inbox(
    questions: Sequence[tuple[Running, Seat, str | None]], lobbies: Sequence[tuple[OpenTable, str | None]] = ()
) -> Screen:
    """Return all questions that wait for one person, those with the least time first.

    Args:
        questions: the tables, the person's seat at each, and a link to its message.
        lobbies: the tables that wait for them to say that they are here, each with a link to its message.
    """
    waiting_here = sorted(
        [*(_question(*question) for question in questions), *(_still_in(*lobby) for lobby in lobbies)],
        key=itemgetter(0),
    )
    if not waiting_here:
        return Screen(("Nothing waits for you anywhere.",), colour=GREEN)
    lines = [line for _, line, _ in waiting_here[:20]]
    rest = len(waiting_here) - len(lines)
    more = [f"… and {rest} more."] if rest else []
    return Screen(
        (
            f"### {len(waiting_here)} open {'question' if len(waiting_here) == 1 else 'questions'} for you",
            "\n".join([*lines, *more]),
            Row((waiting_here[0][2], Button("inbox:0", "Refresh"))),
        ),
        colour=GREEN,
    )


NEVER = "9"
"""Sorts behind every time."""


def _question(running: Running, seat: Seat, link: str | None) -> tuple[str, str, Button]:
    """Return until when a question waits, its line in the inbox, and the button that answers it."""
    clock, row = running.clocks.get(seat), running.row
    title = in_heading(running, running.table.agenda[0].title(running.table))
    line = f"- **{title}** · {running.game.title}, {_linked(row, link)}{until(running, seat)}{out_of_reach(row)}"
    return (clock and clock.due_at) or NEVER, line, Button(f"act:{row.game_id}", "Act on the first", "primary")


def _still_in(table: OpenTable, link: str | None) -> tuple[str, str, Button]:
    """Return the same of a table that is about to begin and waits for this person to say that they are here."""
    row = table.row
    due = row.confirm_until if row.lost is None else None
    left = f" (or you lose the seat <t:{int(timekeeping.moment(due).timestamp())}:R>)" if due else ""
    line = f"- **Are you still in?** · {table.game.title}, {_linked(row, link)}: press **I'm here**{left}"
    button = Button(f"here:{row.game_id}", f"I'm here at table {row.game_id}", "primary")
    return due or NEVER, f"{line}{out_of_reach(row)}", button


def _linked(row: GameRow, link: str | None) -> str:
    return f"[table {row.game_id}]({link})" if link else f"table {row.game_id}"


def names_of(running: Running) -> list[str]:
    """Return the players' names in seat order."""
    return [plain(running, seat) for seat in running.table.seats]
