"""Who skips a round of a Swiss season beforehand has a bye in it, and gains and loses nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues import proof
from bot.leagues.log_entries import Drawn, InvalidEntry, JoinedTeam, Skips, Withdrew
from bot.leagues.reachable_places import compute_range
from bot.leagues.rounds import has_next_round
from bot.leagues.rules import EDITION, SIXTIETHS, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.leagues.teams import compute_team_standings
from tests.leagues import independent
from tests.leagues.seasons import SEEDS, by_chance, chances, next_draw, opened, unsealed

ROUNDS = 4


def swiss(people: int, *, seats: int = 2, team: int = 0, edition: int = EDITION, rounds: int = ROUNDS) -> Season:
    """A Swiss season before its first draw."""
    rules = Rules(title="fair", seats=seats, format="swiss", rounds=rounds, team=team, edition=edition)
    season = opened(people, rules)
    if team:
        add_entries(season, *(JoinedTeam(entrant=one, team=(one - 1) // team + 1) for one in range(1, people + 1)))
    return season


def announced(season: Season, random: Random) -> None:
    """Let some skip coming rounds and take some of that back, as they may."""
    newest = max((drawn.number for drawn in season.rounds), default=0)
    for number, one in season.entrants.items():
        if one.status == "plays" and newest < ROUNDS and random.random() < 0.4:
            at = random.randint(newest + 1, ROUNDS)
            skips = number not in season.skipping.get(at, set())
            if not skips or len(season.list_skipped(number)) < season.get_rules().get_skip_limit():
                add_entries(season, Skips(entrant=number, round=at, skips=skips))


def played(season: Season, random: Random) -> None:
    for table in [table for table in season.tables.values() if table.is_open]:
        add_entries(season, by_chance(table, random))


@given(st.integers(4, 14), st.sampled_from([2, 3, 4]), SEEDS)
@settings(max_examples=150, deadline=None)
def test_nobody_sits_in_a_round_that_they_skip_and_everybody_else_does(people: int, seats: int, chance: int) -> None:
    season, random = swiss(people, seats=seats), chances(chance)
    while not season.rounds or has_next_round(season):
        if season.rounds:  # before the first draw an organiser would wait for more
            announced(season, random)
        if len(season.rounds) == 2:
            add_entries(season, Withdrew(entrant=random.randint(1, people)))
        entry = next_draw(season)
        add_entries(season, entry)
        skip = season.skipping.get(entry.round, set())
        seated = [one for table in entry.tables for one in table.seats]
        plays = {number for number, one in season.entrants.items() if one.status == "plays"}
        assert not skip & {*seated}
        assert {*entry.byes} >= skip & plays
        assert sorted([*seated, *entry.byes]) == sorted(plays)
        assert {*entry.byes} == skip & plays or seats == 2 or len(plays - skip) < 2
        played(season, random)
    assert [drawn.number for drawn in season.rounds] == [*range(1, ROUNDS + 1)] or len(season.entrants) < 4
    assert all(one.cards == 0 for one in season.entrants.values()), "nobody gets a warning for it"
    assert not [*independent.problems({"lines": [one.model_dump(mode="json") for one in unsealed(season).lines]})]
    found = proof.check(season.lines)
    assert all(one.ok for one in found), [one.text for one in found if not one.ok]


@given(st.integers(4, 12), SEEDS)
@settings(max_examples=100, deadline=None)
def test_a_skipped_round_is_worth_a_drawn_game_and_never_a_win(people: int, chance: int) -> None:
    season, random = swiss(people), chances(chance)
    add_entries(season, next_draw(season))
    played(season, random)
    before = {row.number: row for row in compute_standings(season, 1)}
    add_entries(season, Skips(entrant=1, round=2))
    add_entries(season, next_draw(season))
    after = {row.number: row for row in compute_standings(season, 1)}[1]
    assert after.points == before[1].points + 7 * SIXTIETHS
    assert (after.wins, after.byes) == (before[1].wins, before[1].byes + 1)
    worth = 7 * SIXTIETHS * 720720
    low, high = sorted([before[1].per_table, worth])
    assert low <= after.per_table <= high, "it brings one's points per table nearer to a draw, and no farther"


@given(st.integers(4, 9), SEEDS)
@settings(max_examples=40, deadline=None)
def test_the_place_that_one_reaches_was_always_within_reach_whoever_skips(people: int, chance: int) -> None:
    season, random = swiss(people), chances(chance)
    seen: list[dict[int, tuple[int, int]]] = []
    while not season.rounds or has_next_round(season):
        if season.rounds:
            announced(season, random)
        add_entries(season, next_draw(season))
        played(season, random)
        found = {number: compute_range(season, number) for number in season.entrants}
        seen.append({number: (one.best, one.worst) for number, one in found.items()})
    for row in compute_standings(season, 1):
        assert all(best <= row.place <= worst for best, worst in (each[row.number] for each in seen))


@given(st.integers(4, 10), SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_skip_that_is_taken_back_before_the_draw_changes_nothing(people: int, chance: int) -> None:
    season, other, random = swiss(people), swiss(people), chances(chance)
    number, at = random.randint(1, people), random.randint(1, ROUNDS)
    add_entries(season, Skips(entrant=number, round=at), Skips(entrant=number, round=at, skips=False))
    for _ in range(ROUNDS):
        drawn = next_draw(season)
        assert drawn == next_draw(other)
        add_entries(season, drawn)
        add_entries(other, drawn)


def test_a_round_in_which_fewer_than_two_play_is_a_bye_for_everybody_and_the_season_goes_on() -> None:
    season = swiss(3, rounds=3)
    add_entries(season, next_draw(season))
    played(season, chances(1))
    add_entries(season, Skips(entrant=1, round=2), Skips(entrant=2, round=2))
    assert has_next_round(season)
    entry = next_draw(season)
    assert (entry.tables, sorted(entry.byes)) == ((), [1, 2, 3])
    add_entries(season, entry)
    assert has_next_round(season), "the third round follows at once"
    assert next_draw(season).tables


def test_nobody_skips_more_than_a_third_of_the_rounds() -> None:
    season = swiss(6, rounds=6)
    add_entries(season, *(Skips(entrant=1, round=at) for at in (2, 3, 4)))
    assert season.list_skipped(1) == [2, 3]
    assert [swiss(4, rounds=rounds).get_rules().get_skip_limit() for rounds in (1, 3, 5, 6, 9)] == [1, 1, 1, 2, 3]


def test_a_round_that_is_skipped_twice_is_skipped_once() -> None:
    season = swiss(4)
    add_entries(season, Skips(entrant=1, round=2), Skips(entrant=1, round=2))
    assert season.list_skipped(1) == [2]


def test_a_drawn_round_and_a_season_of_an_older_edition_know_no_skips() -> None:
    season = swiss(4)
    add_entries(season, next_draw(season))
    with pytest.raises(InvalidEntry, match="drawn already"):
        add_entries(season, Skips(entrant=1, round=1))
    with pytest.raises(InvalidEntry, match="edition"):
        add_entries(swiss(4, edition=7), Skips(entrant=1, round=2))


@pytest.mark.parametrize("forged", ["a skip that nobody asked for", "no skip of who asked"])
def test_a_draw_that_leaves_out_others_than_those_who_skip_is_not_proven(forged: str) -> None:
    season = swiss(6)
    other = swiss(6)
    number = 3
    add_entries(season if forged == "no skip of who asked" else other, Skips(entrant=number, round=1))
    drawn = next_draw(other)
    assert isinstance(drawn, Drawn)
    add_entries(season, drawn)
    assert not all(one.ok for one in proof.check(unsealed(season).lines))


def test_the_proof_names_those_who_skip_a_round() -> None:
    season = swiss(6)
    add_entries(season, Skips(entrant=3, round=1))
    add_entries(season, next_draw(season))
    found = proof.check(unsealed(season).lines)
    assert any("By lines of the log, entrant 3 had asked to skip this round." in one.text for one in found)


def test_a_team_gets_a_drawn_game_for_a_member_who_skips() -> None:
    season = swiss(8, team=2)
    add_entries(season, Skips(entrant=1, round=1))
    add_entries(season, next_draw(season))
    assert 1 in season.rounds[0].byes
    team = next(one for one in compute_team_standings(season) if one.number == season.team_of[1])
    assert team.points == 7 * SIXTIETHS
