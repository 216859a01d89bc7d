"""Standings and tie-breaks, in the order in which the rules name them."""

from __future__ import annotations

from bot.leagues.log_entries import Disqualified, Penalty
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from tests.leagues.seasons import drawn, next_draw, one_table, opened, result, tables


def order(season: Season, division: int = 1) -> list[tuple[int, int]]:
    """Place and entrant."""
    return [(row.place, row.number) for row in compute_standings(season, division)]


def played(*results: tuple[int, ...], people: int = 4, seats: int = 4) -> Season:
    """A season of tables with these orders."""
    season = tables(opened(people, Rules(title="fair", seats=seats)), *[tuple(sorted(each)) for each in results])
    for number, each in enumerate(results, 1):
        add_entries(season, result(number, *each))
    return season


def test_points_come_first() -> None:
    assert order(one_table(result(1, 3, 1, 4, 2))) == [(1, 3), (2, 1), (3, 4), (4, 2)]


def test_a_player_who_is_level_is_told_apart_by_points_among_them() -> None:
    rules = Rules(title="fair", seats=2)
    season = tables(opened(4, rules), (1, 2), (2, 3), (3, 1), (4, 1))
    add_entries(season, result(1, 1, 2), result(2, 2, 3), result(3, 3, 1), result(4, 1, 4))
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[2].points == found[3].points
    assert order(season)[:3] == [(1, 1), (2, 2), (3, 3)], "2 has beaten 3"


def test_points_among_the_level_are_those_of_a_table_of_their_own() -> None:
    season = played((1, 4, 3, 2), (2, 3, 1, 4), (4, 1, 2, 3))
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[1].points > found[4].points > found[2].points
    add_entries(season, Penalty(entrant=1, points=2))
    level = {row.number: row for row in compute_standings(season, 1)}
    assert level[1].points == level[4].points, "and 1 was ahead of 4 twice of three times"
    assert level[1].place < level[4].place


def test_points_among_the_level_do_not_count_where_some_met_more_often() -> None:
    rules = Rules(title="fair", seats=2)
    season = tables(opened(4, rules), (1, 2), (3, 4), (1, 2), (3, 4))
    add_entries(season, result(1, 1, 2), result(2, 3, 4), result(3, 2, 1), result(4, 4, 3))
    assert {place for place, _ in order(season)} == {1}, "1 and 2 have met, 1 and 3 have not"


def test_then_wins() -> None:
    season = tables(opened(8, Rules(title="fair", seats=4)), (1, 5, 6, 7), (1, 5, 6, 7), (2, 5, 6, 7), (2, 5, 6, 7))
    add_entries(season, result(1, 1, 5, 6, 7), result(2, 5, 6, 1, 7), result(3, 2, 5, 6, 7), result(4, 5, 2, 6, 7))
    add_entries(season, Penalty(entrant=2, points=3))
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[1].points == found[2].points
    assert (found[1].wins, found[1].seconds) == (1, 0)
    assert (found[2].wins, found[2].seconds) == (1, 1)
    assert found[2].place < found[1].place, "with as many wins, by second places"


def test_a_win_counts_before_any_number_of_second_places() -> None:
    season = tables(opened(5, Rules(title="fair", seats=4)), *[(one, 3, 4, 5) for one in (1, 1, 2, 2)])
    add_entries(season, result(1, 1, 3, 4, 5), result(2, 3, 4, 5, 1), result(3, 3, 2, 4, 5), result(4, 3, 2, 4, 5))
    add_entries(season, Penalty(entrant=2, points=1))
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[1].points == found[2].points
    assert (found[1].wins, found[2].seconds) == (1, 2)
    assert found[1].place < found[2].place


def test_points_among_the_level_do_not_count_for_a_player_who_has_met_one_of_them_only() -> None:
    season = tables(opened(7, Rules(title="fair", seats=2)), (1, 2), (2, 5), (6, 1), (3, 6), (7, 3))
    add_entries(season, *[result(number, *table.seats) for number, table in season.tables.items()])
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[1].points == found[2].points == found[3].points
    assert found[1].place == found[3].place < found[2].place, "though 1 has beaten 2, and 3 has met neither"


def test_a_share_counts_before_the_points_of_those_left_behind() -> None:
    season = tables(opened(7, Rules(title="fair", seats=2)), (1, 5), (2, 6), (6, 7), (3, 1), (4, 2))
    add_entries(season, *[result(number, *season.tables[number].seats) for number in (1, 2, 3)])
    add_entries(season, result(4, 3, 1, scores={3: 100, 1: 90}), result(5, 4, 2, scores={4: 100, 2: 10}))
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[1].points == found[2].points
    assert found[1].berger < found[2].berger
    assert found[1].place < found[2].place


def test_then_the_share_of_the_winners_score() -> None:
    season = tables(opened(4, Rules(title="fair", seats=2)), (1, 3), (2, 4))
    add_entries(season, result(1, 3, 1, scores={3: 100, 1: 90}), result(2, 4, 2, scores={4: 100, 2: 50}))
    found = order(season)
    assert found == [(1, 3), (1, 4), (3, 1), (4, 2)]


def test_then_the_points_of_those_they_left_behind() -> None:
    # 1 beats 3, 2 beats 4, and 3 is better than 4 elsewhere
    season = tables(opened(6, Rules(title="fair", seats=2)), (1, 3), (2, 4), (3, 5), (4, 6))
    add_entries(season, result(1, 1, 3), result(2, 2, 4), result(3, 3, 5), result(4, 6, 4))
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[1].points == found[2].points
    assert found[1].berger > found[2].berger
    assert found[1].place < found[2].place


def test_else_they_share_the_place_and_the_next_is_left_out() -> None:
    assert order(one_table(result(1, 1, (2, 3), 4))) == [(1, 1), (2, 2), (2, 3), (4, 4)]


def test_a_penalty_lowers_points_and_who_is_disqualified_comes_last() -> None:
    season = one_table(result(1, 1, 2, 3, 4), Penalty(entrant=1, points=8))
    assert order(season) == [(1, 2), (2, 3), (3, 1), (4, 4)]
    add_entries(season, Disqualified(entrant=2))
    assert order(season)[-1] == (4, 2)


def test_before_anything_is_decided_all_are_first() -> None:
    assert {place for place, _ in order(one_table())} == {1}


def swiss(people: int, *seats: tuple[int, ...]) -> Season:
    return tables(opened(people, Rules(title="fair", seats=2, format="swiss", rounds=4)), *seats)


def test_swiss_counts_points_per_table() -> None:
    season = swiss(4, (1, 2), (1, 3), (2, 3))
    add_entries(season, result(1, 1, 2), result(2, 1, 3))
    assert order(season)[0] == (1, 1)
    add_entries(season, result(3, 3, 2))
    assert order(season) == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_swiss_tells_apart_by_what_opponents_won_without_oneself() -> None:
    season = swiss(6, (1, 3), (2, 4), (3, 5), (4, 6))
    add_entries(season, result(1, 1, 3), result(2, 2, 4), result(3, 3, 5), result(4, 6, 4))
    found = {row.number: row for row in compute_standings(season, 1)}
    assert found[1].per_table == found[2].per_table
    assert found[1].place < found[2].place, "1 beat somebody who wins elsewhere"


def test_in_swiss_one_lucky_game_is_no_season() -> None:
    season = swiss(4, (1, 2), (1, 2), (1, 2), (3, 4))
    add_entries(season, result(1, 1, 2), result(2, 2, 1), result(3, 1, 2), result(4, 3, 4))
    assert [number for _, number in order(season)] == [1, 2, 3, 4]


def test_a_cup_ranks_by_how_far_somebody_came_and_the_final_by_its_places() -> None:
    season = drawn(8, Rules(title="fair", seats=4, format="cup", go_on=2, rounds=5))
    for number in (1, 2):
        add_entries(season, result(number, *season.tables[number].seats))
    add_entries(season, next_draw(season))
    final = season.tables[3]
    add_entries(season, result(3, *final.seats))
    assert order(season)[:4] == [(place, number) for place, number in enumerate(final.seats, 1)]
    assert {place for place, _ in order(season)[4:]} == {5}
