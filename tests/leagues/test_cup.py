"""Cups: advancement, byes, and the moment of decision."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.host.leagues.plan import Plan
from bot.leagues.cup import (
    EXTRA_ROUNDS,
    count_byes,
    count_rounds_needed,
    draw_round,
    is_decided,
    is_over,
    list_advancing,
)
from bot.leagues.log_entries import Brought, Corrected, Left, Voided, Withdrew
from bot.leagues.proof import check
from bot.leagues.rounds import has_next_round
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.ui.screens.leagues.league_formats import describe_draw, describe_format
from tests.leagues.seasons import SEATS, SEEDS, chances, drawn, next_draw, opened, places, play, result, seed


def cup(seats: int = 4, go_on: int = 1) -> Rules:
    return Rules(title="fair", seats=seats, format="cup", go_on=go_on, rounds=20)


def in_order(season: Season) -> None:
    """Every open table ends in the order of its seats."""
    for table in season.tables.values():
        if table.is_open:
            add_entries(
                season,
                result(table.number, *table.seats, scores=dict(zip(table.seats, (40, 30, 20, 10), strict=False))),
            )


def test_two_player_cups_give_as_many_byes_as_make_the_next_rounds_even() -> None:
    assert [count_byes(people, 2) for people in range(2, 10)] == [0, 1, 0, 3, 2, 1, 0, 7]
    season = opened(5, cup(2))
    entry = draw_round(season, seed(season), {4: Brought(rating=1900), 2: Brought(rating=1700)}).entry
    assert entry.byes[:2] == (4, 2), "the best by rating have them"
    assert len(entry.tables) == 1
    add_entries(season, entry)
    in_order(season)
    assert len(next_draw(season).tables) == 2


@pytest.mark.parametrize(("edition", "seats", "named"), [(3, 2, True), (2, 2, False), (3, 3, False)])
def test_only_newer_cups_for_two_give_byes_by_rating_and_say_so(edition: int, seats: int, named: bool) -> None:
    rules = Rules(title="fair", seats=seats, format="cup", edition=edition)
    plan = Plan(title="fair", seats=seats, format="cup")
    assert rules.should_record_ratings() == rules.should_rate_everybody() == named
    assert ("the best by rating go on without a game" in describe_format(plan, rules)) == named
    assert ("**Without a game**, if the first round does not come out even" in describe_draw(plan, rules)) == named


def test_a_cups_draw_with_wishes_in_it_is_not_proven() -> None:
    season = opened(5, cup(2))
    entry = draw_round(season, seed(season), {}).entry
    add_entries(season, entry.model_copy(update={"wishes": "rubbish that nobody can open"}))
    assert [found.text for found in check(season.lines) if not found.ok] == [
        f"Line {len(season.lines)}: NO. Nobody can wish anything for the draw of a cup."
    ]


def test_from_three_seats_on_nobody_has_a_bye() -> None:
    assert [count_byes(people, 3) for people in range(2, 9)] == [0] * 7
    assert [len(table.seats) for table in drawn(9, cup()).tables.values()] == [3, 3, 3]


def test_so_many_of_each_table_go_on() -> None:
    season = drawn(16, cup(go_on=2))
    in_order(season)
    assert list_advancing(season) == sorted(one for table in season.tables.values() for one in table.seats[:2])


def test_the_best_of_the_others_fill_up_the_next_round() -> None:
    season = drawn(12, cup())
    scores = {1: 39, 2: 20, 3: 30}
    for number, second in scores.items():
        first, other, *rest = season.tables[number].seats
        add_entries(season, result(number, first, other, *rest, scores={first: 40, other: second}))
    winners = [season.tables[number].seats[0] for number in scores]
    assert set(list_advancing(season)) == {*winners, season.tables[1].seats[1]}


def test_of_others_who_are_level_none_fills_up() -> None:
    season = drawn(12, cup())
    for table in [*season.tables.values()]:
        add_entries(season, result(table.number, *table.seats))
    assert len(list_advancing(season)) == 3


def test_a_player_who_shares_the_last_place_that_goes_on_goes_on() -> None:
    season = drawn(8, cup())
    one, two = season.tables[1].seats, season.tables[2].seats
    add_entries(season, result(1, one[:2], *one[2:]), result(2, *two))
    assert {*one[:2], two[0]} <= set(list_advancing(season))


def test_nobody_goes_on_who_left() -> None:
    season = drawn(8, cup(go_on=3))
    table = season.tables[1]
    add_entries(season, Left(table=1, entrant=table.seats[0]), Withdrew(entrant=season.tables[2].seats[0]))
    in_order(season)
    assert not {table.seats[0], season.tables[2].seats[0]} & set(list_advancing(season))


def test_a_player_whom_a_steward_has_put_first_goes_on_though_they_came_late() -> None:
    season = drawn(8, Rules(title="fair", seats=4, format="cup", rounds=20))
    late, *others = season.tables[1].seats
    add_entries(season, Left(table=1, entrant=late), result(1, *others, late), result(2, *season.tables[2].seats))
    assert late not in list_advancing(season)
    add_entries(season, Corrected(table=1, places=places(late, *others), as_written=True))
    assert late in list_advancing(season)


def test_of_a_void_table_all_go_on() -> None:
    season = drawn(8, cup())
    add_entries(season, Voided(table=1))
    in_order(season)
    assert set(season.tables[1].seats) <= set(list_advancing(season))


def test_the_next_round_waits_for_all_tables() -> None:
    with pytest.raises(ValueError, match="still open"):
        next_draw(drawn(8, cup()))


@given(st.integers(2, 60), SEATS, SEEDS)
@settings(max_examples=25)
def test_every_cup_ends_within_its_rounds(people: int, seats: int, chance: int) -> None:
    season = opened(people, cup(seats))
    random = chances(chance)
    while not is_over(season) and len(list_advancing(season)) > 1:
        going = set(list_advancing(season))
        assert len(season.rounds) < count_rounds_needed(people, season.get_rules()) + EXTRA_ROUNDS
        add_entries(season, next_draw(season))
        playing = [one for table in season.tables.values() if table.is_open for one in table.seats]
        assert sorted([*playing, *season.rounds[-1].byes]) == sorted(going)
        play(season, random)
    assert compute_standings(season, 1)[0].place == 1
    with pytest.raises(ValueError, match="decided"):
        next_draw(season)


def all_level(season: Season) -> None:
    """Every open table ends with everybody on the first place."""
    for table in season.tables.values():
        if table.is_open:
            add_entries(season, result(table.number, table.seats))


@pytest.mark.parametrize(
    ("people", "seats", "needed"), [(2, 2, 1), (5, 2, 3), (8, 2, 3), (4, 4, 1), (16, 4, 2), (9, 3, 2)]
)
def test_how_many_rounds_a_cup_needs(people: int, seats: int, needed: int) -> None:
    assert count_rounds_needed(people, cup(seats)) == needed


@given(st.integers(2, 60), SEATS, st.integers(1, 2))
@settings(max_examples=40)
def test_a_cup_without_ties_ends_in_as_many_rounds_as_it_needs(people: int, seats: int, go_on: int) -> None:
    season = opened(people, cup(seats, min(go_on, seats - 1)))
    random = chances(people)
    while not is_over(season):
        add_entries(season, next_draw(season))
        for table in [each for each in season.tables.values() if each.is_open]:
            scores = {one: random.randrange(1, 10**6) for one in table.seats}
            add_entries(season, result(table.number, *sorted(scores, key=lambda one: -scores[one]), scores=scores))
    assert is_decided(season)
    assert len(season.rounds) == count_rounds_needed(people, season.get_rules())


@pytest.mark.parametrize(("people", "seats"), [(8, 2), (9, 3), (16, 4)])
def test_a_cup_in_which_all_are_level_ends_within_its_rounds(people: int, seats: int) -> None:
    season = opened(people, cup(seats))
    while not season.rounds or has_next_round(season):
        add_entries(season, next_draw(season))
        all_level(season)
    assert len(season.rounds) == count_rounds_needed(people, season.get_rules()) + EXTRA_ROUNDS
    assert {row.place for row in compute_standings(season, 1)} == {1}, "who is left shares the first place"
    with pytest.raises(ValueError, match="decided"):
        next_draw(season)


def test_a_cup_of_an_older_edition_goes_on_until_it_is_decided() -> None:
    season = opened(8, Rules(title="fair", seats=2, format="cup", edition=2))
    for _ in range(7):
        add_entries(season, next_draw(season))
        all_level(season)
    assert has_next_round(season)
