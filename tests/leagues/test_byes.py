"""A bye in Swiss rounds counts as a drawn table, so that it costs neither a player nor a team anything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues.log_entries import JoinedTeam, Resulted
from bot.leagues.reachable_places import compute_range
from bot.leagues.rules import EDITION, SIXTIETHS, FurtherGame, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.leagues.teams import compute_team_standings
from tests.leagues.seasons import SEEDS, by_chance, chances, next_draw, opened, places


def rounds(people: int, *, seats: int = 2, team: int = 0, edition: int = EDITION, further: int = 0) -> Season:
    """A season of three Swiss rounds before its first draw."""
    more = tuple(FurtherGame(title="market", seats=further) for _ in range(further > 0))
    rules = Rules(title="fair", seats=seats, format="swiss", rounds=3, team=team, edition=edition, further=more)
    season = opened(people, rules)
    if team:
        add_entries(season, *(JoinedTeam(entrant=one, team=(one - 1) // team + 1) for one in range(1, people + 1)))
    return season


def drawn_games(season: Season) -> None:
    """Draw the next round, all of whose games end level."""
    add_entries(season, next_draw(season))
    for table in [table for table in season.tables.values() if table.is_open]:
        add_entries(season, Resulted(table=table.number, places=places(table.seats)))


@pytest.mark.parametrize(("edition", "worth"), [(EDITION, 7), (6, 0)])
def test_a_bye_is_worth_a_drawn_game_in_new_seasons_and_nothing_in_older_ones(edition: int, worth: int) -> None:
    season = rounds(5, edition=edition)
    add_entries(season, next_draw(season))
    (free,) = season.rounds[0].byes
    (row,) = [row for row in compute_standings(season, 1) if row.number == free]
    assert (row.points, row.counted, row.scored, row.wins) == (worth * SIXTIETHS, 0, int(worth > 0), 0)
    assert not row.can_win, "nobody wins without having played"


@given(st.integers(3, 13), st.sampled_from([0, 2, 3]), st.sampled_from([0, 3]))
@settings(max_examples=25)
def test_where_all_games_are_drawn_everybody_is_level_whoever_had_the_byes(
    people: int, team: int, further: int
) -> None:
    size = max(1, team)
    season = rounds(max(3, people // size) * size, team=team, further=further if not team else 0)
    for _ in range(3):
        drawn_games(season)
    rows = compute_standings(season, 1)
    if not further:  # a drawn game of three is worth less than one of two
        assert {row.per_table for row in rows} == {rows[0].per_table}
        assert {row.points for row in rows} == {3 * 7 * SIXTIETHS}
    assert len({one.points for one in compute_team_standings(season)}) <= 1


@given(st.integers(3, 9), SEEDS)
@settings(max_examples=20)
def test_the_place_that_a_bye_leads_to_was_always_within_reach(people: int, chance: int) -> None:
    season, random = rounds(people), chances(chance)
    seen: list[dict[int, tuple[int, int]]] = []
    for _ in range(3):
        add_entries(season, next_draw(season))
        for table in [table for table in season.tables.values() if table.is_open]:
            add_entries(season, by_chance(table, random))
        found = {number: compute_range(season, number) for number in season.entrants}
        seen.append({number: (one.best, one.worst) for number, one in found.items()})
    for row in compute_standings(season, 1):
        assert all(best <= row.place <= worst for best, worst in (each[row.number] for each in seen))


@pytest.mark.thorough
def test_a_team_with_the_first_bye_wins_as_often_as_the_others() -> None:
    won, behind, seasons = 0.0, 0.0, 600
    for chance in range(seasons):
        season, random = rounds(15, team=3), chances(chance)
        for _ in range(3):
            add_entries(season, next_draw(season))
            for table in [table for table in season.tables.values() if table.is_open]:
                order = [*table.seats]
                random.shuffle(order)
                add_entries(season, Resulted(table=table.number, places=places(*order)))
        (first,) = season.rounds[0].byes
        standings = compute_team_standings(season)
        winners = [team for team in standings if team.place == 1]
        won += sum(first in team.members for team in winners) / len(winners)
        points = {first in team.members: 0.0 for team in standings}
        for team in standings:
            points[first in team.members] += team.points / SIXTIETHS / (1 if first in team.members else 4)
        behind += points[False] - points[True]
    assert abs(behind / seasons) < 0.7
    assert 0.15 < won / seasons < 0.25
