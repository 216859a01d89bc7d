"""The inbox keeps its budget: with no table, few and many, long names, notes, lost channels and unreadable tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from bot.host.leagues.plan import MAX_NAME_CHARS as MAX_LEAGUE_CHARS
from bot.host.lobby.settings import MAX_NAME_CHARS
from bot.testing.panel_budget import MAX_PANEL_HEIGHT, count_screen_words, find_inbox_faults, list_controls
from bot.testing.screen_height import estimate_height
from bot.ui import screens
from bot.ui.screens.leagues.ladders import build_inbox_line
from bot.ui.screens.screen import Button
from bot.ui.screens.table.inbox import Waiting
from storage.interface.leagues import LeagueGame, WantedGame
from storage.interface.questions import QuestionTimes
from tests.table_talk import begun, seated, view_as
from tests.toy import TOY
from tests.ui.season_pages import known

LINK = "https://discord.com/channels/1111111111111111111/2222222222222222222/3333333333333333333"
PAGE = "https://boardroom.example/tables/1234567890?key=0123456789abcdef0123456789abcdef"
NOTE = "Buy the steel works before Cleo does, then sell everything in autumn, or perhaps even earlier than that. " * 4
LONG = "Wolfeschlegelsteinhausenbergerdorff and all the friends"
MANY_TABLES = 23


def build_section(number: int) -> Waiting:
    """The section of a table that waits for seat 1, with ordinary names."""
    running = seated(begun(), game=replace(TOY, title="Corporate Espionage"), number=number)
    clocks = {1: QuestionTimes("2026-03-01T00:00:00+00:00", "2026-03-01T12:00:00+00:00")}
    return screens.build_question_section(view_as(replace(running, clocks=clocks), 1), LINK)


def build_long_section(
    number: int, *, lost: Literal["server", "channel"] | None = None, in_league: bool = False
) -> Waiting:
    """The same with the longest names, the reader's note and a page to play on."""
    running = seated(begun(), game=replace(TOY, title="City of the Big Shoulders"), number=10**9 + number)
    clocks = {1: QuestionTimes("2026-03-01T00:00:00+00:00", "2026-03-01T12:00:00+00:00")}
    league = LeagueGame(1, 128, {}, LONG[:MAX_LEAGUE_CHARS], 12, 1, 1, "division 2, round 3") if in_league else None
    running = replace(running, row=replace(running.row, lost=lost, name=LONG[:MAX_NAME_CHARS]), league=league)
    return screens.build_question_section(view_as(replace(running, clocks=clocks), 1), LINK, NOTE, PAGE)


def list_inbox_faults(found: list[Waiting], unreadable: range = range(0), *, in_vain: bool = False) -> list[str]:
    """Return the faults of all pages of an inbox."""
    season = known(played=False, status="running")
    ladder = replace(season, league=replace(season.league, name=LONG[:MAX_LEAGUE_CHARS]))
    told = [build_inbox_line(ladder, WantedGame(101, "", 1, 14, "", "", 1))] if in_vain else []
    pages = range(max(1, -(-len(found) // 5)))
    return [fault for page in pages for fault in find_inbox_faults(screens.render_inbox(found, page, unreadable, told))]


def test_nothing_that_waits_is_said_in_a_few_words_without_a_control() -> None:
    screen = screens.render_inbox([])
    assert list_controls(screen) == []
    assert count_screen_words(screen) <= 5


@pytest.mark.parametrize("tables", [1, 5, MANY_TABLES])
def test_each_table_has_one_button_and_five_fit_on_a_page_as_high_as_a_panel(tables: int) -> None:
    found = [build_section(number) for number in range(tables)]
    assert list_inbox_faults(found) == []
    screen = screens.render_inbox(found)
    assert [one.label for one in list_controls(screen) if isinstance(one, Button)].count("Act") == min(tables, 5)
    assert estimate_height(screen) <= MAX_PANEL_HEIGHT


@pytest.mark.parametrize("in_league", [False, True])
@pytest.mark.parametrize("lost", [None, "channel", "server"])
@pytest.mark.parametrize("tables", [1, 5, MANY_TABLES])
def test_long_names_notes_and_lost_channels_stay_within_the_budget(
    tables: int, lost: Literal["server", "channel"] | None, in_league: bool
) -> None:
    found = [build_long_section(number, lost=lost, in_league=in_league) for number in range(tables)]
    assert list_inbox_faults(found, range(10**9, 10**9 + 40), in_vain=True) == []
    assert list_inbox_faults([], range(10**9, 10**9 + 40), in_vain=True) == []
