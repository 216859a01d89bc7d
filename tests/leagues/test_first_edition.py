"""How divisions are made in seasons that were opened when who came up could pass who stayed; they keep it."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from bot.leagues.draw import draw_divisions
from bot.leagues.first_edition import divide, divide_playable
from bot.leagues.log_entries import Brought
from bot.leagues.proof import check
from bot.leagues.round_robin import build_tables, compute_sizes, is_possible
from bot.leagues.rules import Rules
from bot.leagues.season import add_entries
from tests.leagues.seasons import opened, seed


def test_a_season_of_the_first_edition_is_drawn_and_proven_as_it_was() -> None:
    season = opened(14, Rules(title="fair", seats=4, edition=1))
    known = {number: Brought(level=2, was=2, place=number) for number in range(1, 14)}
    known[14] = Brought(level=2, was=3, place=1)
    proposed = draw_divisions(season, seed(season), brought=known)
    assert 14 in proposed.entry.divisions[1]
    assert not proposed.elsewhere
    add_entries(season, proposed.entry)
    assert all(one.ok for one in check(season.lines))


def brought(*here: tuple[int, int, int, int]) -> dict[int, Brought]:
    return {number: Brought(level=level, was=was, place=place) for number, level, was, place in here}


def test_newcomers_come_below_those_who_were_here() -> None:
    known = brought((1, 1, 1, 1), (2, 2, 1, 5), (3, 1, 2, 1), (4, 2, 2, 3))
    assert divide([6, 5, 4, 3, 2, 1], [2, 2, 2], known) == [[3, 1], [4, 2], [6, 5]]


def test_newcomers_are_seeded_by_rating_and_then_by_the_draw() -> None:
    assert divide([3, 1, 2], [1, 2], {2: Brought(rating=1600)}) == [[2], [3, 1]]


def test_nobody_falls_by_two_divisions_because_others_came_or_left() -> None:
    known = brought((1, 1, 1, 1), (2, 1, 1, 2), (3, 2, 1, 3), (4, 1, 2, 1), (5, 2, 2, 2))
    assert divide([1, 2, 3, 4, 5], [1, 1, 3], known) == [[1], [2, 3], [4, 5]], "the second is made larger"


PEOPLE = st.lists(st.tuples(st.integers(1, 5), st.sampled_from((-1, 0, 1)), st.integers(1, 9)), min_size=1, max_size=40)


@given(PEOPLE, st.integers(0, 10), st.integers(1, 6))
def test_everybody_gets_a_division_and_falls_by_one_at_most(
    people: list[tuple[int, int, int]], newcomers: int, number: int
) -> None:
    known = {
        at: Brought(level=max(1, was + way), was=was, place=place) for at, (was, way, place) in enumerate(people, 1)
    }
    entrants = [*range(1, len(people) + newcomers + 1)]
    least, over = divmod(len(entrants), number)
    sizes = [size for size in [least + 1] * over + [least] * (number - over) if size]
    found = divide(entrants, sizes, known)
    assert sorted(one for members in found for one in members) == entrants
    for division, members in enumerate(found, 1):
        for one in members:
            if one in known:
                assert division <= known[one].was + 1


DRAWS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 10)), min_size=1, max_size=8)
"""Of a season's draws, the late ones as well: how many more than a table needs, and of ten how many stay."""


def who_were_here(draws: list[tuple[int, int]], seats: int) -> dict[int, Brought]:
    """Those who stayed, by how many of each division did."""
    known: dict[int, Brought] = {}
    was = 0
    for more, stay in draws:
        for size in compute_sizes(seats + more, seats):
            was += 1
            for place in range(1, size * stay // 10 + 1):
                known[len(known) + 1] = Brought(level=was, was=was, place=place)
    return known


@given(DRAWS, st.integers(2, 6), st.integers(0, 60))
def test_a_player_who_stays_leaves_or_is_new_each_division_can_be_played(
    draws: list[tuple[int, int]], seats: int, newcomers: int
) -> None:
    known = who_were_here(draws, seats)
    entrants = [*range(1, len(known) + newcomers + 1)]
    assume(len(entrants) >= seats)
    found = divide_playable(entrants, seats, known)
    assert sorted(one for members in found for one in members) == entrants
    assert all(is_possible(len(members), seats) for members in found)
    assert all(division <= known[one].was + 1 for division, each in enumerate(found, 1) for one in each if one in known)
    assert divide(entrants, [len(members) for members in found], known) == found, "anybody can draw it again"


def test_too_few_newcomers_for_a_division_of_their_own_play_in_a_larger_one() -> None:
    known = who_were_here([(6, 10), (6, 10), (6, 10)], 4)
    entrants = [*range(1, 34)]
    assert [len(each) for each in divide(entrants, compute_sizes(33, 4), known)] == [7, 7, 7, 9, 3], (
        "a table needs four"
    )
    found = divide_playable(entrants, 4, known)
    assert [len(each) for each in found] == [9, 8, 8, 8]
    assert all(build_tables(len(each), 4) for each in found)
