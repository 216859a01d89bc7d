"""Reachable places of an entrant: a promise that the season keeps."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues.log_entries import Began, Disqualified, Left
from bot.leagues.reachable_places import PlaceRange, compute_range
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from tests.leagues.seasons import (
    SEATS,
    SEEDS,
    by_chance,
    chances,
    drawn,
    happens,
    next_draw,
    one_table,
    opened,
    result,
    tables,
)


def ranges(season: Season) -> dict[int, PlaceRange]:
    playing = [one.number for one in season.entrants.values() if one.division]
    return {number: compute_range(season, number) for number in playing}


def narrowed(season: Season, before: dict[int, PlaceRange]) -> dict[int, PlaceRange]:
    """The reachable places that were reachable before as well."""
    now = ranges(season)
    for number, one in now.items():
        assert before[number].best <= one.best <= one.worst <= before[number].worst, number
    return now


@given(SEATS.flatmap(lambda seats: st.tuples(st.just(seats), st.integers(seats, seats + 3))), SEEDS)
@settings(max_examples=60)
def test_in_a_division_the_range_only_narrows_and_holds_the_final_place(size: tuple[int, int], chance: int) -> None:
    seats, people = size
    season = drawn(people, Rules(title="fair", seats=seats), helpers=1)
    random = chances(chance)
    before = ranges(season)
    while any(table.is_open for table in season.tables.values()):
        if entry := happens(season, random):
            add_entries(season, entry)
            before = narrowed(season, before)
    assert {row.number: PlaceRange(row.place, row.place, True) for row in compute_standings(season, 1)} == before


@given(st.integers(4, 12), SEATS, SEEDS)
@settings(max_examples=40)
def test_in_swiss_the_range_holds_the_final_place(people: int, seats: int, chance: int) -> None:
    season = opened(people, Rules(title="fair", seats=seats, format="swiss", rounds=3))
    random = chances(chance)
    held: list[dict[int, PlaceRange]] = []
    for _ in range(3):
        add_entries(season, next_draw(season))
        while open_tables := [table for table in season.tables.values() if table.is_open]:
            held.append(ranges(season))
            add_entries(season, by_chance(open_tables[0], random))
    for row in compute_standings(season, 1):
        for one in held:
            assert one[row.number].best <= row.place <= one[row.number].worst


@given(st.integers(4, 20), SEEDS)
@settings(max_examples=40)
def test_in_a_cup_the_range_holds_the_final_place(people: int, chance: int) -> None:
    season = drawn(people, Rules(title="fair", seats=4, format="cup", rounds=9))
    random = chances(chance)
    held = []
    for _ in range(9):
        while open_tables := [table for table in season.tables.values() if table.is_open]:
            held.append(ranges(season))
            add_entries(season, by_chance(open_tables[0], random))
        try:
            add_entries(season, next_draw(season))
        except ValueError:
            break
    for row in compute_standings(season, 1):
        for one in held:
            assert one[row.number].best <= row.place <= one[row.number].worst


@pytest.mark.thorough
@given(SEEDS)
@settings(max_examples=8)
def test_an_exact_range_is_that_of_all_ways_in_which_the_games_can_end(chance: int) -> None:
    """Tried out one by one, where the places alone are counted; ties may fall either way.

    Of those who are last at a table, each may have stayed away, or may have stopped playing.
    """
    random = chances(chance)
    season = drawn(4, Rules(title="fair", seats=3))
    for number in (1, 2):
        add_entries(season, by_chance(season.tables[number], random))
    add_entries(season, Began(table=3, game_id=3))
    ends = [
        [dict(zip(season.tables[number].seats, ranks, strict=True)) for ranks in product((1, 2, 3), repeat=3)]
        for number in (3, 4)
    ]
    best: dict[int, int] = {}
    worst: dict[int, int] = {}
    ways = [
        (third, fourth, gone, away)
        for third, fourth in product(*ends)
        for gone in _stay_away(third)
        for away in _stay_away(fourth)
    ]
    for third, fourth, gone, away in ways:
        end = Season(season.lines)
        add_entries(end, *[Left(table=3, entrant=one) for one in gone], *[Left(table=4, entrant=one) for one in away])
        for number, ranks in ((3, third), (4, fourth)):
            add_entries(end, result(number, *[[one for one in ranks if ranks[one] == rank] for rank in (1, 2, 3)]))
        points = {row.number: row.points for row in compute_standings(end, 1)}
        for number, own in points.items():
            above = 1 + sum(other > own for other in points.values())
            not_below = sum(other >= own for other in points.values())
            best[number] = min(best.get(number, 9), above)
            worst[number] = max(worst.get(number, 0), not_below)
    assert ranges(season) == {number: PlaceRange(best[number], worst[number], True) for number in best}


def _stay_away(ranks: dict[int, int]) -> list[tuple[int, ...]]:
    """Who of those who are last may have stayed away: nobody, or any of them."""
    last = [one for one, rank in ranks.items() if rank == max(ranks.values())]
    return [few for size in range(len(last) + 1) for few in combinations(last, size)]


def test_a_player_who_is_so_far_ahead_that_nobody_comes_near_is_first() -> None:
    season = tables(opened(4, Rules(title="fair", seats=2)), (1, 2), (1, 3), (1, 4), (2, 3))
    add_entries(
        season, *[result(number, 1, other) for number, other in ((1, 2), (2, 3), (3, 4))], Began(table=4, game_id=4)
    )
    assert compute_range(season, 1) == PlaceRange(1, 1, True)
    assert compute_range(season, 4) == PlaceRange(2, 4, True), (
        "2 and 3 have 4 as well, and win nothing if neither stays"
    )
    assert compute_range(season, 2) == PlaceRange(2, 4, True)


def test_a_player_who_left_a_table_can_win_nothing_there() -> None:
    season = tables(one_table(), (1, 2, 3, 4))
    add_entries(season, result(1, 2, 3, 4, 1))
    assert compute_range(season, 1).best == 1
    add_entries(season, Left(table=2, entrant=1))
    assert compute_range(season, 1).best > 1


def test_a_player_who_does_not_come_can_win_nothing_however_many_others_stay_away() -> None:
    four, others = (1, 2, 3, 4), (5, 6, 7, 8)
    season = tables(opened(8), others, four)
    add_entries(season, result(1, 5, 6, 7, 8))
    assert compute_range(season, 8).worst == 8, "3 or 4 may yet win, and each of them may stay away"
    assert compute_range(season, 1).worst == 8, "who does not come has less than who is last"
    add_entries(season, Left(table=2, entrant=1))
    assert compute_range(season, 1).best == 5


def test_who_left_gets_nothing_even_when_everybody_leaves() -> None:
    four, others = (1, 2, 3, 4), (5, 6, 7, 8)
    season = tables(opened(8), others, others, four, four, four, four)
    add_entries(season, result(1, 5, 6, 7, 8), result(2, 6, 7, 5, 8))
    for number in (3, 4, 5, 6):
        add_entries(season, Began(table=number, game_id=number), Left(table=number, entrant=1))
    assert compute_range(season, 1) == PlaceRange(5, 8, exact=False), "the others may leave as well"
    add_entries(season, *[result(number, *four, gone=four) for number in (3, 4, 5, 6)])
    assert compute_range(season, 1) == PlaceRange(5, 5, exact=True)


def test_before_the_first_game_everything_is_possible_and_it_says_that_it_is_no_exact_word() -> None:
    assert set(ranges(drawn(7)).values()) == {PlaceRange(1, 7, exact=False)}


def test_a_player_who_is_disqualified_stays_last() -> None:
    season = one_table(Disqualified(entrant=2))
    assert compute_range(season, 2) == PlaceRange(4, 4, exact=False)


def test_a_player_who_plays_in_no_division_can_reach_nothing() -> None:
    with pytest.raises(KeyError):
        compute_range(opened(4), 1)
