"""What is read rather than played: the log, the rules, what waits, and the proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine import play
from bot.engine.game import Game
from bot.engine.records import Seat
from bot.host.host import LogLine
from bot.host.records import Report
from bot.host.tables import Running
from bot.ui import controls
from bot.ui.names import in_heading, in_markdown, plain
from bot.ui.screen import Button, Entry, Menu, Row, Screen, short
from bot.ui.screens.panels import time_left
from bot.ui.screens.parts import GOLD, GREEN, GREY, LONGEST_NEWS, in_pages, out_of_reach, turns, until
from bot.ui.screens.public import waiting


def log(running: Running, lines: Sequence[LogLine], page: int) -> Screen:
    """Return a page of the history, the newest first."""
    written = [
        f"`{line.number}` " + (f"~~{text}~~" if line.undone else text)
        for line in reversed(lines)
        for text in [short(in_markdown(running, line.text), LONGEST_NEWS)]
    ]
    pages = list(in_pages(written))
    page = max(0, min(page, len(pages) - 1))
    number = running.row.game_id
    return Screen(
        (
            f"### Log of table {number}, page {page + 1} of {len(pages)}, newest first",
            "\n".join(pages[page]),
            *turns(f"log:{number}", page, len(pages)),
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


def inbox(waiting_games: Sequence[tuple[Running, Seat, str | None]]) -> Screen:
    """Return all questions that wait for one person, those with the least time first.

    Args:
        waiting_games: the tables, the person's seat at each, and a link to its message.
    """
    if not waiting_games:
        return Screen(("Nothing waits for you anywhere.",), colour=GREEN)
    lines = []
    for running, seat, link in waiting_games[:20]:
        title = in_heading(running, running.table.agenda[0].title(running.table))
        table = f"[table {running.row.game_id}]({link})" if link else f"table {running.row.game_id}"
        lines.append(f"- **{title}** · {running.game.title}, {table}{until(running, seat)}{out_of_reach(running.row)}")
    rest = len(waiting_games) - len(lines)
    more = [f"… and {rest} more."] if rest else []
    first = waiting_games[0][0].row.game_id
    return Screen(
        (
            f"### {len(waiting_games)} open {'question' if len(waiting_games) == 1 else 'questions'} for you",
            "\n".join([*lines, *more]),
            Row((Button(f"act:{first}", "Act on the first", "primary"), Button("inbox:0", "Refresh"))),
        ),
        colour=GREEN,
    )


def names_of(running: Running) -> list[str]:
    """Return the players' names in seat order."""
    return [plain(running, seat) for seat in running.table.seats]
