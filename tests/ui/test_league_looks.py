"""What one looks up in a league fits into a message, however many play, and says who is who when places are shared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.pages import Picture
from bot.leagues.meetings import meetings
from bot.leagues.pictures import crosstable as drawn_crosstable
from bot.leagues.pictures import table as drawn_table
from bot.ui.screens import league_looks as screens
from bot.ui.screens.screen import TEXT_IN_MESSAGE
from tests.leagues.seasons import played_cup
from tests.ui.limits import labels, sendable, words
from tests.ui.season_pages import known


@pytest.mark.parametrize(("people", "seats"), [(4, 4), (16, 2), (31, 6), (60, 4)])
def test_a_division_and_who_met_whom_fit_into_a_message(people: int, seats: int) -> None:
    found = known([f"Player called {number}" for number in range(people)], seats=seats)
    for division in found.season.divisions():
        picture = drawn_table(found.season, division, str, "Winter Cup")
        table = screens.table(found, found.season, division, picture)
        sendable(table)
        assert len(words(table)) < TEXT_IN_MESSAGE
        crosstable = screens.crosstable(
            found, found.season, division, drawn_crosstable(found.season, division, str, "Winter Cup")
        )
        sendable(crosstable)
        assert len(words(crosstable)) < TEXT_IN_MESSAGE
        assert "Standings" in labels(crosstable)
        assert "Who met whom" in labels(table)


def test_each_meeting_stands_there_once_from_either_side_by_letters_of_their_own() -> None:
    found = known(seats=4)
    text = words(screens.crosstable(found, found.season, 1, None))
    letters = [line[2] for line in text.splitlines() if line.startswith("**")]
    assert letters == ["A", "B", "C", "D", "E", "F", "G"]
    pairs = sum(line.count("\N{EN DASH}") for line in text.splitlines() if line.startswith("**"))
    assert pairs == len(meetings(found.season, 1))


def test_without_a_picture_the_text_is_left() -> None:
    found = known(seats=4)
    screen = screens.table(found, found.season, 1, None)
    assert not any(isinstance(block, Picture) for block in screen.blocks)
    assert "1. <@" in words(screen)


def test_a_cup_is_told_round_by_round_and_the_newest_rounds_where_there_is_no_room() -> None:
    for people, whole in ((11, True), (200, False)):
        found = replace(known(("Ann", "Ben"), seats=2), season=played_cup(people, 2))
        screen = screens.rounds(found, found.season, None)
        sendable(screen)
        text = words(screen)
        assert len(text) < TEXT_IN_MESSAGE
        assert f"**Round {len(found.season.rounds)}**" in text
        assert ("**Round 1**" in text) == whole
        assert ("of it: **/league log**" in text) != whole
        assert "The rounds" in labels(screens.table(found, found.season, 1, None))
        assert "round reached" in words(screens.table(found, found.season, 1, None))
