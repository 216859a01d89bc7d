"""What a standing shows is what it ranks by."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues.log_entries import Penalty, Withdrew
from bot.leagues.ranking_criteria import MEASURES, explain_tie_breaks, get_first_measure
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import Standing, compute_standings
from tests.leagues.seasons import (
    SEEDS,
    chances,
    drawn,
    meddles,
    next_draw,
    one_table,
    opened,
    play,
    played_cup,
    result,
    tables,
)


def some_season(kind: str, people: int, seats: int, chance: int) -> Season:
    if kind == "cup":
        return played_cup(people, seats)
    random = chances(chance)
    season = drawn(people, Rules.model_validate({"title": "fair", "seats": seats, "format": kind, "rounds": 3}))
    for _ in range(1 if kind == "division" else 3):
        if len(season.rounds) < 3 and not any(table.is_open for table in season.tables.values()):
            add_entries(season, next_draw(season))
        play(season, random)
        if entry := meddles(season, random):
            add_entries(season, entry)
    return season


@pytest.mark.parametrize("kind", ["division", "swiss", "cup"])
@given(st.integers(4, 14), st.integers(2, 4), SEEDS)
@settings(max_examples=30)
def test_a_player_who_is_above_has_more_by_the_first_measure_that_tells_two_apart(
    kind: str, people: int, seats: int, chance: int
) -> None:
    season = some_season(kind, people, seats, chance)
    for division in season.list_divisions():
        for above, below in pairwise(compute_standings(season, division)):
            measures = MEASURES[season.get_ranking(division)]
            decides = next((one for one in measures if one.of(above) != one.of(below)), None)
            if above.below != below.below:
                assert above.below < below.below
            elif decides is None:
                assert above.place == below.place
            else:
                first, second = (-1 if value is None else value for value in (decides.of(above), decides.of(below)))
                assert first > second
                assert above.place < below.place


def test_a_player_who_is_level_is_shown_with_what_tells_them_apart_and_nobody_else_is() -> None:
    season = tables(opened(4, Rules(title="fair", seats=2)), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
    orders = ((2, 1), (1, 3), (1, 4), (2, 3), (4, 2), (3, 4))
    add_entries(season, *[result(number, *order) for number, order in enumerate(orders, 1)])
    rows = compute_standings(season, 1)
    assert [(row.number, row.points // 60) for row in rows] == [(2, 24), (1, 24), (3, 18), (4, 18)]
    assert explain_tie_breaks(rows) == {
        2: "points among those level: 10",
        1: "points among those level: 4",
        3: "points among those level: 10",
        4: "points among those level: 4",
    }
    add_entries(season, Penalty(entrant=1, points=1))
    assert explain_tie_breaks(compute_standings(season, 1)).keys() == {3, 4}


def test_shares_of_the_winners_scores_are_said_in_percent_of_all_of_them() -> None:
    share = next(one for one in MEASURES["division"] if one.short == "Share")
    assert share.format_sentence(Standing(number=1, share=1_985_000)) == "together 198.5 % of the winners' scores"
    assert share.format_value(Standing(number=1, share=1_985_000)) == "1.985"


def test_a_player_who_shares_a_place_is_told_apart_by_nothing() -> None:
    assert explain_tie_breaks(compute_standings(one_table(result(1, 1, (2, 3), 4)), 1)) == {}


def test_swiss_ranks_by_points_per_table_and_shows_them() -> None:
    season = tables(opened(4, Rules(title="fair", seats=2, format="swiss", rounds=3)), (1, 2), (1, 3), (4, 2))
    add_entries(season, result(1, 1, 2), result(2, 3, 1), result(3, 4, 2))
    rows = compute_standings(season, 1)
    assert {row.number: get_first_measure("swiss").format_sentence(row) for row in rows} == {
        4: "10 a table",
        3: "10 a table",
        1: "7 a table",
        2: "4 a table",
    }
    assert set(explain_tie_breaks(rows)) == {3, 4}


def test_a_standing_says_who_left_and_who_was_put_out() -> None:
    season = one_table()
    add_entries(season, Withdrew(entrant=2))
    assert {row.number: row.gone for row in compute_standings(season, 1)} == {1: "", 2: "left", 3: "", 4: ""}
