"""A cup as a picture: each round with its tables, who went on, and who had no game."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.engine.pages import MOST_ALT
from bot.leagues.pictures import draw_cup, draw_standings
from bot.leagues.pictures.tree import MAX_TABLES, list_advanced, select_newest_rounds
from bot.leagues.rounds import list_tables, sort_by_place
from bot.leagues.rules import Rules
from bot.testing.legibility import find_faults, record_sheets
from tests.leagues.seasons import drawn, played_cup


def named(number: int) -> str:
    return f"P{number}"


@pytest.mark.parametrize(("people", "seats"), [(2, 2), (13, 2), (11, 4), (24, 4)])
def test_every_round_says_who_sat_where_who_went_on_and_who_had_no_game(people: int, seats: int) -> None:
    season = played_cup(people, seats)
    for drawn_round in season.rounds:
        seated = {number for each in list_tables(season, drawn_round) for number, _ in sort_by_place(season, each)}
        assert seated | set(drawn_round.byes) == {one for some in drawn_round.divisions.values() for one in some}
        assert list_advanced(season, drawn_round) <= seated | set(drawn_round.byes)
    assert list_advanced(season, season.rounds[-1]) == frozenset()
    picture = draw_cup(season, named, "Winter Cup")
    assert Image.open(BytesIO(picture.png)).width == 1080
    assert len(picture.alt) <= MOST_ALT


def test_the_words_of_a_small_cup_say_all_of_it() -> None:
    season = played_cup(3, 2)
    words = draw_cup(season, named, "Winter Cup").alt
    (bye,) = season.rounds[0].byes
    assert f"Without a game: P{bye}" in words
    assert words.count("goes on") == 1
    assert "round 2: table 2 1. P" in words


def test_a_round_that_is_not_decided_has_no_places() -> None:
    season = drawn(8, Rules(title="fair", seats=4, format="cup", rounds=20))
    words = draw_cup(season, named, "Winter Cup").alt
    assert "1. " not in words
    assert "goes on" not in words


def test_of_a_cup_that_is_too_large_the_newest_rounds_are_drawn() -> None:
    season = played_cup(80, 2)
    shown = select_newest_rounds(season)
    assert shown[-1] == season.rounds[-1]
    assert len(shown) < len(season.rounds)
    assert sum(len(list_tables(season, one)) for one in shown) <= MAX_TABLES
    assert "round 1:" not in draw_cup(season, named, "Winter Cup").alt


def test_in_the_standings_of_a_cup_it_counts_how_far_one_came() -> None:
    season = played_cup(11, 4)
    words = draw_standings(season, 1, named, "Winter Cup").alt
    assert words.count("came to round 2") == len(season.rounds[-1].divisions[1])
    assert "points" not in words


@pytest.mark.parametrize(("people", "seats"), [(5, 2), (16, 4), (40, 6)])
def test_every_letter_of_a_cup_can_be_read_on_a_phone(people: int, seats: int) -> None:
    season = played_cup(people, seats)
    with record_sheets() as sheets:
        draw_cup(season, lambda number: "W" * 32 if number % 2 else "Maximiliana von Habenichts", "Winter Cup")
        assert [fault for sheet in sheets() for fault in find_faults(sheet)] == []
