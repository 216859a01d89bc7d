"""Swiss: tables of about equal size, of people with about equal points, who have not met."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues.log_entries import Withdrew
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.leagues.swiss import compute_table_sizes, draw_round
from tests.leagues.seasons import SEATS, SEEDS, chances, drawn, next_draw, opened, play, seed


def rounds(people: int, seats: int, often: int, chance: int, *, of: int = 4) -> Season:
    season = opened(people, Rules(title="fair", seats=seats, format="swiss", rounds=of))
    for _ in range(often):
        add_entries(season, next_draw(season))
        play(season, chances(chance))
    return season


def met(season: Season) -> Counter[tuple[int, ...]]:
    return Counter(pair for table in season.tables.values() for pair in combinations(sorted(table.seats), 2))


@given(st.integers(2, 500), SEATS)
def test_tables_are_full_or_have_a_seat_less(people: int, seats: int) -> None:
    found = compute_table_sizes(people, seats)
    assert sum(found) == people
    assert max(found) - min(found) <= 1
    assert max(found) <= seats
    if seats > 2 and people > 2:
        assert min(found) >= 2, "no byes from three seats on"
    if people >= seats * (seats - 1):
        assert min(found) >= seats - 1


@given(st.integers(2, 40), SEATS, SEEDS)
@settings(max_examples=25)
def test_everybody_plays_in_every_round_or_has_a_bye_in_turn(people: int, seats: int, chance: int) -> None:
    season = rounds(people, seats, 3, chance)
    for number in (1, 2, 3):
        tables = [table for table in season.tables.values() if table.round == number]
        seated = [one for table in tables for one in table.seats]
        assert sorted([*seated, *season.rounds[number - 1].byes]) == list(range(1, people + 1))
    byes = Counter(one for past in season.rounds for one in past.byes)
    assert max(byes.values(), default=0) <= (2 if people < 3 else 1)


@pytest.mark.parametrize(("people", "seats"), [(16, 2), (24, 3), (32, 4), (60, 5), (90, 6)])
def test_nobody_meets_twice_while_that_can_be_avoided(people: int, seats: int) -> None:
    assert set(met(rounds(people, seats, 4 if seats < 5 else 3, 5)).values()) == {1}


def test_a_player_who_has_won_as_much_plays_together() -> None:
    season = rounds(64, 4, 1, 7)
    points = {row.number: row.points for row in compute_standings(season, 1)}
    entry = next_draw(season)
    spread = [
        max(points[one] for one in table.seats) - min(points[one] for one in table.seats) for table in entry.tables
    ]
    everybody = max(points.values()) - min(points.values())
    assert sum(spread) / len(spread) < everybody / 4
    best = {number for number, won in points.items() if won == max(points.values())}
    assert set(entry.tables[0].seats) <= best


def test_seats_are_those_that_people_had_least() -> None:
    season = rounds(32, 4, 4, 11)
    used = Counter((one, seat) for table in season.tables.values() for seat, one in enumerate(table.seats))
    assert max(used.values()) <= 2
    assert sum(often == 2 for often in used.values()) <= 16, "nearly everybody sat in each seat once"


def test_a_player_who_wants_to_be_kept_apart_does_not_meet() -> None:
    season = opened(16, Rules(title="fair", seats=4, format="swiss", rounds=2))
    plain = draw_round(season, seed(season)).entry
    one, other, *_ = plain.tables[0].seats
    proposed = draw_round(season, seed(season), apart=[frozenset({one, other})])
    assert proposed.together == ()
    assert not any({one, other} <= set(table.seats) for table in proposed.entry.tables)


def test_no_more_rounds_are_drawn_than_were_agreed() -> None:
    with pytest.raises(ValueError, match="All 2 rounds are drawn"):
        next_draw(rounds(8, 4, 2, 1, of=2))


def test_a_player_who_has_withdrawn_plays_no_further_round() -> None:
    season = drawn(9, Rules(title="fair", seats=4, format="swiss", rounds=2))
    add_entries(season, Withdrew(entrant=4))
    play(season, chances(1))
    entry = next_draw(season)
    assert 4 not in entry.divisions[1]
    assert [len(table.seats) for table in entry.tables] == [4, 4]
