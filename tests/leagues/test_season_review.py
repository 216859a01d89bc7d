"""Highlights of a season, which only what players did decides."""

from __future__ import annotations

import pytest

from bot.leagues.log_entries import Corrected, Voided
from bot.leagues.rules import Rules
from bot.leagues.season import add_entries
from bot.leagues.season_end import build_end
from bot.leagues.season_review import review_season
from bot.leagues.titles import find_champions
from tests.leagues.seasons import chances, drawn, one_table, places, play, result, tables
from tests.leagues.test_groups import of_groups, play_to_its_end

FOUR = ((1, 2, 3, 4),) * 4


def test_the_closest_game_and_the_clearest_win_compare_the_shares_of_the_winners_scores() -> None:
    season = one_table(result(1, 1, 2, 3, 4, scores={1: 100, 2: 90, 3: 10, 4: 0}))
    tables(season, (1, 2, 3, 4), (1, 2, 3, 4))
    add_entries(season, result(2, 2, 1, 3, 4, scores={2: 10, 1: 8, 3: 1, 4: 1}))
    add_entries(season, result(3, 4, 3, 2, 1, scores={4: 40, 3: 39, 2: 30, 1: 2}))
    found = review_season(season)
    assert found.closest is not None
    assert found.widest is not None
    assert (found.closest.table, found.closest.winner, found.closest.second, found.closest.scores) == (
        3,
        4,
        3,
        (40, 39),
    )
    assert (found.widest.table, found.widest.scores) == (2, (10, 8))
    assert (found.players, found.tables) == (4, 3)


def test_a_game_that_somebody_left_is_neither_the_closest_nor_the_clearest() -> None:
    season = one_table(result(1, 1, 2, 3, 4, gone=(4,), scores={1: 10, 2: 10, 3: 1, 4: 0}))
    tables(season, (1, 2, 3, 4))
    add_entries(season, result(2, 1, 2, 3, 4, scores={1: 9, 2: 5, 3: 1, 4: 1}))
    found = review_season(season)
    assert found.closest is not None
    assert found.closest.table == 2
    assert found.widest is None, "there is only one to compare"


def test_a_shared_win_is_told_as_one() -> None:
    found = review_season(one_table(result(1, (1, 2), 3, 4, scores={1: 10, 2: 10, 3: 1, 4: 0})))
    assert found.closest is not None
    assert found.closest.is_tie


def test_a_streak_counts_wins_in_the_order_of_results_and_ends_with_a_table_not_won() -> None:
    season = one_table()
    tables(season, *FOUR)
    for number, first in ((3, 2), (1, 1), (2, 1), (5, 1), (4, 2)):
        others = [one for one in (1, 2, 3, 4) if one != first]
        add_entries(season, result(number, first, *others))
    streak = review_season(season).streak
    assert streak is not None
    assert (streak.entrants, streak.wins) == ((1,), 3)
    add_entries(season, Corrected(table=2, places=places(3, 1, 2, 4)))
    assert review_season(season).streak is None


def test_a_table_that_counts_no_more_is_in_no_review() -> None:
    season = one_table(result(1, 1, 2, 3, 4, scores={1: 10, 2: 9, 3: 1, 4: 0}))
    assert not review_season(season).is_empty
    add_entries(season, Voided(table=1))
    assert review_season(season).is_empty


@pytest.mark.parametrize("people", [*range(4, 40, 3)])
def test_champions_are_those_of_the_season_and_who_goes_up_is_one_division_higher(people: int) -> None:
    season = play(drawn(people, Rules(title="fair", seats=4)), chances(people))
    add_entries(season, build_end(season))
    found = review_season(season)
    assert list(found.champions) == list(find_champions(season))
    assert all(level == (season.entrants[number].division or 0) - 1 for number, level in found.promoted.items())
    assert bool(found.promoted) == (len(season.list_divisions()) > 1)


@pytest.mark.parametrize("people", [8, 13, 20])
def test_the_champion_of_groups_and_a_knock_out_is_reviewed_and_nobody_goes_up(people: int) -> None:
    season = play_to_its_end(drawn(people, of_groups()), chances(people))
    add_entries(season, build_end(season)) if season.next_divisions is None else None
    found = review_season(season)
    assert list(found.champions) == list(find_champions(season)) != []
    assert found.promoted == {}
