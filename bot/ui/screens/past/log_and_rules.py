"""Screens for reading: the log, the rules and the proof of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.cards import CardEntry
from bot.engine.game import Game
from bot.engine.pages import Picture
from bot.engine.records import Seat
from bot.engine.rulebook import Chapter, build_card_chapters
from bot.engine.words import format_list
from bot.host.play.bot_delay import MAX_DELAY_SECONDS, MIN_DELAY_SECONDS, is_delayed
from bot.host.play.seating import MAX_MISSES
from bot.host.record.log_reading import HistoryLine
from bot.host.record.proof import ProofReport
from bot.host.table.audience_view import AudienceView
from bot.ui.screens import list_layout
from bot.ui.screens.lobby.lobby import IN_LOBBY, describe_thinking_time
from bot.ui.screens.lobby.lobby import MORE as LOBBY_MORE
from bot.ui.screens.names import format_bold_name, format_markdown, format_table
from bot.ui.screens.parts import (
    GOLD,
    GREEN,
    GREY,
    MAX_LOG_CHARS,
    build_page_buttons,
    format_page,
    split_into_pages,
)
from bot.ui.screens.past.rulebooks import format_tables
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen, build_button_rows, truncate
from bot.ui.screens.table.panels import build_back_button, describe_default, describe_time_left
from bot.ui.screens.table.table_message import describe_waiting, is_strong

ANY_DEFAULT = "the table's default for this kind of question is played for them"
"""Used for a default that depends on secret information."""


def render_log(seen: AudienceView, lines: Sequence[HistoryLine], page: int) -> Screen:
    """Return a page of the log, the newest first."""
    written = [
        f"`{line.number}` " + (f"~~{text}~~" if line.undone else text)
        for line in reversed(lines)
        for text in [truncate(format_markdown(seen, line.text), MAX_LOG_CHARS)]
    ]
    pages = list(split_into_pages(written))
    page = max(0, min(page, len(pages) - 1))
    number = seen.row.game_id
    return Screen(
        (
            f"### Log of table {number}, page {page + 1} of {len(pages)}, newest first",
            "\n".join(pages[page]),
            *build_page_buttons(f"log:{number}", page, len(pages)),
            *build_button_rows(build_back_button(seen, asked=False), Button(f"replay:{number}", "Replay")),
        ),
        colour=GREY,
    )


def render_table_text(seen: AudienceView, page: int) -> Screen:
    """Return a page of the public table in words."""
    number = seen.row.game_id
    lines = [line for block in format_page(seen, seen.game.page(seen.public.view)) for line in _split_block(block)]
    pages = list(split_into_pages(lines))
    page = max(0, min(page, len(pages) - 1))
    turned = f", page {page + 1} of {len(pages)}" if len(pages) > 1 else ""
    return Screen(
        (
            f"### {seen.game.title} · {format_table(seen.row)}{turned}",
            "\n".join(pages[page]),
            *build_page_buttons(f"read:{number}", page, len(pages)),
            *build_button_rows(build_back_button(seen, asked=False)),
        ),
        colour=GREY,
    )


def _split_block(block: str) -> list[str]:
    """Return a block's lines; a block with a grid stays whole, because a partial grid is unreadable."""
    return [block] if "```" in block else block.split("\n")


def get_chapter(game: Game[Any, Any], page: int, cards: Sequence[CardEntry] = ()) -> Chapter:
    """Return the chapter on a page of the rules, or of the cards behind them."""
    chapters = [*game.rulebook, *build_card_chapters(cards)]
    return chapters[max(0, min(page, len(chapters) - 1))]


def render_rules(
    game: Game[Any, Any],
    page: int,
    cards: Sequence[CardEntry] = (),
    picture: Picture | None = None,
    back: str = "",
) -> Screen:
    """Return a chapter of the rules, followed by those of the cards in use.

    Args:
        game: the game.
        page: the chapter's index, from 0.
        cards: the cards in use.
        picture: the chapter's picture, if any.
        back: the table whose panel the rules replace, and lead back to, as in their ids; empty: they stand alone.
    """
    suffix = f":{back}" if back else ""
    table, _, kind = back.partition(":")
    way = f"{LOBBY_MORE}:{table}" if kind == IN_LOBBY else f"act:{table}:again"
    chapters = [*game.rulebook, *build_card_chapters(cards)]
    page = max(0, min(page, len(chapters) - 1))
    chapter = chapters[page]
    first = max(0, min(page - list_layout.OPTIONS_IN_PAGE // 2, len(chapters) - list_layout.OPTIONS_IN_PAGE))
    entries = tuple(
        MenuLine(str(at), other.title, chosen=at == page)
        for at, other in list(enumerate(chapters))[first : first + list_layout.OPTIONS_IN_PAGE]
    )
    return Screen(
        (
            f"### {game.title}: {chapter.title}",
            *(() if picture is None else (picture,)),
            format_tables(chapter.text),
            Row((Menu(f"chapter:{game.key}{suffix}", "Chapters", entries),)),
            *build_page_buttons(f"rules:{game.key}", page, len(chapters), suffix),
            *(build_button_rows(Button(way, "Back", "primary")) if back else ()),
        ),
        colour=GREY,
    )


def render_card(game: Game[Any, Any], found: CardEntry, page: int) -> Screen:
    """Return a card's effect; `page` is the index of its chapter."""
    return Screen(
        (
            f"### {game.title}: {found.kind}",
            found.line,
            *build_button_rows(Button(f"rules:{game.key}:{page}", "All cards")),
        ),
        colour=GREY,
    )


def render_verification(report: ProofReport, posted: str | None) -> Screen:
    """Return the result of verifying a game.

    Args:
        report: the report of the checks.
        posted: the URL of the message with the digest of the game's secret.
    """
    lines = [f"{'✅' if check.ok else '❌'} {check.text}" for check in report.checks]
    limits = [f"-# {report.limits}"] if report.limits else []
    there = [f"🔗 [The digest as it was posted before anybody joined]({posted})"] if posted else []
    text = f"### {report.verdict}\n" + "\n".join([*lines, *there, *limits])
    return Screen((text,), colour=GREEN if report.ok else GOLD)


def render_why_waiting(seen: AudienceView) -> Screen:
    """Return whom a table waits for, as far as the audience may know, and what happens at the deadline."""
    lines = [f"### Table {seen.row.game_id}: who it is waiting for", describe_waiting(seen)]
    if seen.row.status == "running":
        lines += [*_describe_bot_delay(seen), *_describe_deadlines(seen)]
    return Screen(("\n".join(lines),), colour=GREY)


def _describe_bot_delay(seen: AudienceView) -> list[str]:
    """Return the bots' answering time in small print; empty where they answer at once."""
    lines = []
    if any(is_delayed(seen, seat) for seat in seen.asked):
        lines.append(f"-# Bots take {MIN_DELAY_SECONDS:.0f} to {MAX_DELAY_SECONDS:.0f} seconds for an answer here.")
    if any(is_strong(seen, seat) for seat in seen.asked):
        lines.append(f"-# Strong bots think about each move: {describe_thinking_time()}.")
    return lines


def _describe_deadlines(seen: AudienceView) -> list[str]:
    """Return what happens at the deadlines of the players to move, in small print."""
    lines, reader = [], seen.audience
    if reader is not None and seen.is_asked:
        lines += _describe_own_deadline(seen, reader)
    if not seen.waits_in_secret:
        alike: dict[str, list[str]] = {}
        for seat in seen.asked:
            if seat != reader and _has_clock(seen, seat):
                alike.setdefault(_describe_other_deadline(seen, seat), []).append(format_bold_name(seen, seat))
        lines += [f"-# When the time of {format_list(names, 'nobody')} is up, {what}" for what, names in alike.items()]
    if seen.settings.allowed is None:
        lines.append("-# This table has no clock.")
    return lines


def _describe_own_deadline(seen: AudienceView, seat: Seat) -> list[str]:
    seat_row = seen.get_seat_row(seat)
    if seat_row.conceded:
        return ["-# You've conceded, so your seat plays automatically."]
    if seat_row.away:
        return ["-# A bot holds your seat. Press **Act** to take it back; you get time for this decision."]
    if not _has_clock(seen, seat):
        return ["-# No clock is running for you. Take your time."]
    question = seen.question
    if question is not None and not question.is_free:
        return [describe_time_left(seen), "-# You have only one option, so it can't count as a miss."]
    return [describe_time_left(seen), f"-# If you miss it, {_describe_missed_deadline(seen, seat, 'your', 'you')}"]


def _has_clock(seen: AudienceView, seat: Seat) -> bool:
    clock = seen.clocks.get(seat)
    return clock is not None and clock.due_at is not None and not seen.is_automatic(seat)


def _describe_other_deadline(seen: AudienceView, seat: Seat) -> str:
    """Return what happens at another player's deadline, as far as that is public."""
    known = seen.defaults_of_others
    what = describe_default(seen, known[seat], "them") if seat in known else ANY_DEFAULT
    return f"{what}. If they had a choice, {_describe_missed_deadline(seen, seat, 'their', 'they')}"


def _describe_missed_deadline(seen: AudienceView, seat: Seat, their: str, they: str) -> str:
    """Return the consequence of one more missed deadline, as the end of a sentence."""
    missed = seen.get_seat_row(seat).misses + 1
    held = f"a bot plays for {their} seat until {they} return"
    if seen.settings.absent != "a bot":
        held = f"the others may vote on {their} seat"
    more = f"then {held}" if missed >= MAX_MISSES else f"after {MAX_MISSES - missed} more {held}"
    return f"that makes miss number {missed} in a row, and {more}."
