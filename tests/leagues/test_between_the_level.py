"""What decides where two are level, and who is not to meet again yet."""

from __future__ import annotations

from bot.leagues.log_entries import Began, Resulted
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.leagues.teams import compute_team_standings
from tests.leagues.seasons import next_draw, opened, result, tables
from tests.leagues.test_ladder import opens, period, waits
from tests.leagues.test_teams import in_teams, rules


def round_won_by(season: Season, *winners: int) -> Season:
    """Draw a round at tables for two; at each table one of these wins."""
    add_entries(season, next_draw(season))
    for table in [table for table in season.tables.values() if table.is_open]:
        add_entries(season, result(table.number, *sorted(table.seats, key=lambda one: one not in winners)))
    return season


def test_of_teams_that_are_level_in_all_else_the_one_with_the_best_member_is_ahead() -> None:
    season = in_teams(opened(4, rules(2, 2, 3)), (1, 2), (3, 4))
    add_entries(season, next_draw(season))
    (rival,) = next({*table.seats} - {1} for table in season.tables.values() if 1 in table.seats)
    other = 7 - rival
    for table in season.tables.values():
        add_entries(season, result(table.number, *sorted(table.seats, key=lambda one: one not in (1, other))))
    round_won_by(season, 1, rival)
    ahead, behind = compute_team_standings(season)
    assert (ahead.points, ahead.wins, ahead.seconds) == (behind.points, behind.wins, behind.seconds)
    assert (ahead.number, behind.number) == (1, 2), "1 has won twice, of the others each has won once"
    assert (ahead.place, behind.place) == (1, 2)


def swiss(people: int, *seats: tuple[int, ...]) -> Season:
    return tables(opened(people, Rules(title="fair", seats=2, format="swiss", rounds=4)), *seats)


def test_a_player_who_has_played_exactly_half_as_many_tables_as_others_is_not_set_apart() -> None:
    season = swiss(4, (1, 2), (1, 3))
    add_entries(season, result(1, 1, 2), result(2, 3, 1))
    found = [(row.number, row.below) for row in compute_standings(season, 1) if row.counted]
    assert found == [(3, 0), (1, 0), (2, 0)], "3 has won the one table they played"


def test_a_player_who_has_played_fewer_than_half_as_many_tables_is_set_apart() -> None:
    season = swiss(4, (1, 2), (1, 2), (1, 3))
    add_entries(season, result(1, 1, 2), result(2, 1, 2), result(3, 3, 1))
    found = [(row.number, row.below) for row in compute_standings(season, 1) if row.counted]
    assert found == [(1, 0), (2, 0), (3, 1)]


def test_a_ladder_draws_nobody_with_whom_they_still_sit_at_an_older_table() -> None:
    season = period([1500, 1500, 1500, 1500])
    assert opens(season, [waits(1), waits(2)]) == [{1, 2}]
    assert opens(season, [waits(1), waits(3)]) == [{1, 3}]
    assert opens(season, [waits(2), waits(4)]) == [{2, 4}]
    ends(season, 2)
    ends(season, 3)
    assert opens(season, [waits(1, hours=71), waits(2, hours=71)]) == [], "their first table is still played"
    ends(season, 1)
    assert opens(season, [waits(1), waits(2)]) == [{1, 2}]


def ends(season: Season, number: int) -> None:
    """Let a table be played to its end."""
    places = {one: place for place, one in enumerate(season.tables[number].seats, 1)}
    add_entries(season, Began(table=number, game_id=number), Resulted(table=number, places=places))
