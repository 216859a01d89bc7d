"""Teams: their formation, separation of team mates, standings, and proof."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.leagues.log_entries import (
    Disqualified,
    InvalidEntry,
    JoinedTeam,
    LeftTeam,
    Penalty,
    Replanned,
    Reverted,
    Withdrew,
    parse_line,
)
from bot.leagues.proof import check
from bot.leagues.rounds import has_next_round
from bot.leagues.rules import SIXTIETHS, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.leagues.teams import compute_team_standings, map_teams, separate_teams, settle_teams
from tests.leagues import independent
from tests.leagues.seasons import SEEDS, chances, file_of, next_draw, opened, play, result


def rules(team: int = 3, seats: int = 3, rounds: int = 4, *, puts_together: bool = False) -> Rules:
    return Rules(title="fair", seats=seats, format="swiss", rounds=rounds, team=team, puts_together=puts_together)


def in_teams(season: Season, *teams: Sequence[int]) -> Season:
    """Let these form teams, each captain first."""
    for number, members in enumerate(teams, 1):
        add_entries(season, *(JoinedTeam(entrant=one, team=number) for one in members))
    return season


def mates_at_a_table(season: Season) -> list[int]:
    """The tables at which two of one team sit."""
    return [
        table.number
        for table in season.tables.values()
        if len(mates := [season.team_of[one] for one in table.seats if one in season.team_of]) != len(set(mates))
    ]


# -- forming -----------------------------------------------------------------------------------------


def test_a_team_is_opened_by_its_captain_and_takes_as_many_as_it_may() -> None:
    season = in_teams(opened(5, rules(2)), (2, 1))
    assert season.teams == {1: (2, 1)}
    for entry, why in (
        (JoinedTeam(entrant=3, team=1), "full"),
        (JoinedTeam(entrant=1, team=2), "play in one"),
        (JoinedTeam(entrant=3, team=3), "there is none"),
        (LeftTeam(entrant=4), "in no team"),
    ):
        with pytest.raises(InvalidEntry, match=why):
            add_entries(season, entry)


def test_after_a_captain_who_leaves_the_next_who_had_joined_is_captain() -> None:
    season = in_teams(opened(4, rules(3)), (1, 2, 3))
    add_entries(season, LeftTeam(entrant=1))
    assert [*season.teams[1]] == [2, 3]
    add_entries(season, Withdrew(entrant=2))
    assert [*season.teams[1]] == [3], "who leaves the season leaves their team"
    add_entries(season, Disqualified(entrant=3), JoinedTeam(entrant=4, team=1))
    assert [*season.teams[1]] == [4]


def test_a_leaving_that_is_taken_back_brings_somebody_back_into_their_team() -> None:
    season = in_teams(opened(3, rules(2)), (1, 2))
    (line,) = add_entries(season, Withdrew(entrant=2))
    add_entries(season, Reverted(line=line.number))
    assert season.teams == {1: (1, 2)}


def test_nobody_changes_teams_once_the_season_is_drawn() -> None:
    season = in_teams(opened(9, rules()), (1, 2, 3), (4, 5, 6), (7, 8))
    add_entries(season, next_draw(season))
    for entry in (LeftTeam(entrant=1), JoinedTeam(entrant=9, team=3)):
        with pytest.raises(InvalidEntry, match="before the first draw"):
            add_entries(season, entry)


def test_a_season_keeps_the_size_of_its_teams() -> None:
    season = opened(4, rules(2))
    with pytest.raises(InvalidEntry, match="that stays"):
        add_entries(season, Replanned(rules=rules(3), plan={}, before={}))


@pytest.mark.parametrize(
    "others", [{"format": "division"}, {"format": "cup"}, {"team": 1}, {"edition": 3}, {"team": 5}]
)
def test_teams_of_two_to_four_play_rounds_of_swiss(others: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Rules.model_validate({"title": "fair", "seats": 3, "format": "swiss", "team": 2, **others})


# -- settled with the first draw -----------------------------------------------------------------------


def test_a_player_who_is_in_no_whole_team_plays_for_themselves() -> None:
    season = in_teams(opened(9, rules()), (1, 2, 3), (4, 5))
    entry = next_draw(season)
    assert entry.teams == {1: (1, 2, 3)}
    add_entries(season, entry)
    assert season.team_of.keys() == {1, 2, 3}
    assert {one for table in season.tables.values() for one in table.seats} == set(range(1, 10))


def test_the_draw_puts_those_together_who_are_in_none_where_that_was_chosen() -> None:
    season = in_teams(opened(10, rules(puts_together=True)), (1, 2, 3), (4, 5))
    entry = next_draw(season)
    assert entry.teams[1] == (1, 2, 3)
    assert entry.teams[2][:2] == (4, 5), "a team that is not whole gets whom it misses"
    sizes = {len(members) for members in entry.teams.values()}
    assert sizes == {3}
    assert len(entry.teams) == 3
    assert len({one for members in entry.teams.values() for one in members}) == 9


@given(st.integers(0, 14), st.integers(2, 4), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_settled_teams_are_whole_and_nobody_is_in_two(people: int, team: int, together: bool, random: object) -> None:
    season = opened(people, rules(team, puts_together=together))
    numbers = [*range(1, people + 1)]
    chance = chances(people * 31 + team)
    chance.shuffle(numbers)
    while numbers:
        size = chance.randrange(1, team + 1)
        in_one, numbers = numbers[:size], numbers[size:]
        number = len(season.teams) + 1
        if chance.random() < 0.7:
            add_entries(season, *(JoinedTeam(entrant=one, team=number) for one in in_one))
    drawn = [*range(1, people + 1)]
    found = settle_teams(season, drawn)
    members = [one for each in found.values() for one in each]
    assert len(set(members)) == len(members)
    assert all(len(each) == team for each in found.values())
    whole = {number: each for number, each in season.teams.items() if len(each) == team}
    assert whole.items() <= found.items()
    if together:
        assert people - len(members) < team, "nobody is left of whom another team could be made"


# -- no two of one at a table ------------------------------------------------------------------------


@given(st.integers(2, 6), st.integers(2, 12), st.integers(1, 12), SEEDS)
@settings(max_examples=150)
def test_people_can_always_be_swapped_until_no_two_of_a_team_are_together(
    seats: int, tables: int, largest: int, chance: int
) -> None:
    random = chances(chance)
    sizes = [seats - (random.random() < 0.5) for _ in range(tables)]
    sizes = [max(1, size) for size in sizes]
    people = [*range(1, sum(sizes) + 1)]
    random.shuffle(people)
    teams: dict[int, list[int]] = {}
    waiting, number = [*people], 1
    while waiting:
        size = random.randrange(1, min(largest, tables) + 1)
        teams[number], waiting, number = waiting[:size], waiting[size:], number + 1
    random.shuffle(people)
    before = [people[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(tables)]
    own = {one: team for one, team in map_teams(teams).items() if random.random() < 0.9}
    after = separate_teams(before, own)
    assert [len(table) for table in after] == sizes
    assert sorted(one for table in after for one in table) == sorted(people)
    assert all(max(Counter(own[one] for one in table if one in own).values(), default=1) == 1 for table in after)


@given(st.integers(2, 4), st.integers(2, 5), st.integers(0, 20), st.booleans(), SEEDS)
@settings(max_examples=40)
def test_no_two_of_a_team_ever_sit_at_a_table_whoever_leaves_on_the_way(
    team: int, seats: int, more: int, together: bool, chance: int
) -> None:
    random = chances(chance)
    people = team * seats + more
    season = opened(people, rules(team, seats, puts_together=together))
    in_teams(season, *([*range(at, at + team)] for at in range(1, people - team + 2, team)))
    add_entries(season, next_draw(season))
    for _ in range(3):
        assert mates_at_a_table(season) == []
        play(season, random)
        for one in [one for one in season.entrants.values() if one.status == "plays" and random.random() < 0.3]:
            add_entries(season, Withdrew(entrant=one.number))
        if not has_next_round(season):
            break
        add_entries(season, next_draw(season))
    assert all(one.ok for one in check(season.lines))
    assert list(independent.problems(file_of(season))) == []


def test_a_draw_that_seats_two_of_a_team_together_is_none() -> None:
    season = in_teams(opened(6, rules(2)), (1, 2), (3, 4), (5, 6))
    entry = next_draw(season)
    first, *others = entry.tables
    mate = season.team_of[first.seats[0]]
    seats = (*season.teams[mate], first.seats[-1])
    wrong = entry.model_copy(update={"tables": (first.model_copy(update={"seats": seats[:2]}), *others)})
    with pytest.raises(InvalidEntry, match="Two of one team"):
        add_entries(season, wrong)


def test_where_too_few_others_play_the_first_draw_says_so_and_later_rounds_go_on_without_some() -> None:
    season = in_teams(opened(5, rules()), (1, 2, 3))
    with pytest.raises(ValueError, match="too few others"):
        next_draw(season)
    season = in_teams(opened(6, rules()), (1, 2, 3), (4, 5, 6))
    entry = next_draw(season)
    assert sorted(len(table.seats) for table in entry.tables) == [2, 2, 2], "there is a table for each of a team"
    add_entries(season, entry)
    play(season, chances(1))
    add_entries(season, Withdrew(entrant=4), Withdrew(entrant=5))
    assert has_next_round(season)
    add_entries(season, next_draw(season))
    newest = [table for table in season.tables.values() if table.round == 2]
    assert [len(table.seats) for table in newest] == [2]
    assert len(season.rounds[-1].byes) == 2
    play(season, chances(1))
    add_entries(season, Withdrew(entrant=6))
    assert not has_next_round(season), "one team is left, and plays against nobody"


# -- standings ---------------------------------------------------------------------------------------


def played_once() -> Season:
    """Two teams of two, after a round at tables for two; the first of each team sits at the first table."""
    season = in_teams(opened(4, rules(2, 2, 3)), (1, 2), (3, 4))
    add_entries(season, next_draw(season))
    return season


def test_the_points_of_a_team_are_those_of_its_people() -> None:
    season = played_once()
    for table in season.tables.values():
        first, other = sorted(table.seats, key=lambda one: season.team_of[one])
        add_entries(season, result(table.number, first, other))
    one, two = compute_team_standings(season)
    assert (one.number, one.place, one.points) == (1, 1, 20 * SIXTIETHS)
    assert (two.number, two.place, two.points) == (2, 2, 8 * SIXTIETHS)


def test_level_teams_share_the_place() -> None:
    season = played_once()
    for table in season.tables.values():
        add_entries(season, result(table.number, table.seats))
    assert [team.place for team in compute_team_standings(season)] == [1, 1]


def test_what_a_ruling_takes_from_one_it_takes_from_their_team_and_gives_it_back() -> None:
    season = played_once()
    for table in season.tables.values():
        add_entries(season, result(table.number, table.seats))
    (line,) = add_entries(season, Penalty(entrant=3, points=2))
    assert [(team.number, team.place) for team in compute_team_standings(season)] == [(1, 1), (2, 2)]
    add_entries(season, Reverted(line=line.number))
    assert [team.place for team in compute_team_standings(season)] == [1, 1]


def test_what_somebody_had_won_stays_their_teams_when_they_leave_and_is_the_last_places_when_put_out() -> None:
    season = played_once()
    for table in season.tables.values():
        first, other = sorted(table.seats, key=lambda one: season.team_of[one])
        add_entries(season, result(table.number, first, other))
    add_entries(season, Withdrew(entrant=1))
    assert compute_team_standings(season)[0].points == 20 * SIXTIETHS
    add_entries(season, Disqualified(entrant=1))
    now = {team.number: team.points for team in compute_team_standings(season)}
    own = {row.number: row.points for row in compute_standings(season, 1)}
    assert now == {1: own[1] + own[2], 2: own[3] + own[4]}
    assert now[1] < 20 * SIXTIETHS


# -- the proof ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["another team", "mates together", "no team"])
def test_teams_that_were_changed_are_found_by_us_and_by_somebody_elses_program(what: str) -> None:
    season = in_teams(opened(9, rules(puts_together=True)), (1, 2, 3), (4, 5))
    add_entries(season, next_draw(season))
    file = file_of(season)
    entry = file["lines"][-1]["entry"]
    match what:
        case "another team":
            entry["teams"]["1"] = [1, 2, next(one for one in range(6, 10) if one not in entry["teams"]["2"])]
            entry["teams"].pop("3", None)
        case "no team":
            entry["teams"].pop("2")
        case _:
            first = entry["tables"][0]
            mate = next(one for one in entry["teams"]["1"] if one not in first["seats"])
            where = next(table for table in entry["tables"] if mate in table["seats"])
            stays = next(one for one in first["seats"] if one in entry["teams"]["1"])
            leaves = next(one for one in first["seats"] if one != stays)
            first["seats"][first["seats"].index(leaves)] = mate
            where["seats"][where["seats"].index(mate)] = leaves
    assert list(independent.problems(file)) != []
    lines = [parse_line(json.dumps(line)) for line in file["lines"]]
    try:
        found = check(lines)
    except InvalidEntry:
        return
    assert not all(one.ok for one in found)
