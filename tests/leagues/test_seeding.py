"""The next season's divisions: nobody from below passes anybody from above, and what one has earned holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues import seeding
from bot.leagues.draw import draw_divisions
from bot.leagues.log_entries import Brought, Disqualified, Joined, Withdrew
from bot.leagues.promotion import count_moving
from bot.leagues.proof import check
from bot.leagues.round_robin import MAX_SEARCHED_DIVISION, compute_largest_meeting_size, is_complete, is_possible
from bot.leagues.rules import Rules
from bot.leagues.season import add_entries
from bot.leagues.season_end import REMEMBERED_SEASONS, build_end, collect_brought
from bot.leagues.standings import compute_standings
from tests.leagues.seasons import SEEDS, chances, drawn, opened, play, seed


def here(*people: tuple[int, int, int]) -> dict[int, Brought]:
    """Earned division, earlier division and place there, by numbers from 1 on."""
    return {number: Brought(level=level, was=was, place=place) for number, (level, was, place) in enumerate(people, 1)}


def test_a_champion_from_below_stands_behind_whoever_stayed_above() -> None:
    known = here((2, 3, 1), (2, 2, 3), (2, 1, 7))
    assert seeding.sort_by_seeding([1, 2, 3], known) == [3, 2, 1], "who came down, then who stayed, then who came up"


def test_a_division_that_is_to_be_filled_takes_first_who_would_have_gone_down() -> None:
    known = here((1, 1, 1), (1, 1, 2), (1, 2, 1), *((2, 2, place) for place in range(2, 7)), (2, 1, 7), (2, 3, 1))
    assert seeding.divide([*range(1, 11)], [5, 5], known) == [[1, 2, 3, 9, 4], [5, 6, 7, 8, 10]]


def test_newcomers_come_below_those_who_were_here_by_rating_and_then_by_the_draw() -> None:
    known = {**here((1, 1, 1), (2, 1, 5)), 4: Brought(rating=1600)}
    assert seeding.sort_by_seeding([5, 3, 4, 2, 1], known) == [1, 2, 4, 5, 3]


def test_a_player_who_comes_from_a_season_without_divisions_stands_by_place_before_newcomers() -> None:
    known = {1: Brought(place=2), 2: Brought(place=1), 3: Brought(rating=1900)}
    assert seeding.sort_by_seeding([3, 1, 2], known) == [2, 1, 3]


@pytest.mark.parametrize(
    ("earned", "newcomers", "wanted"),
    [
        ((7, 7, 7), 0, [7, 7, 7]),
        ((9, 6, 8), 0, [9, 6, 8]),
        ((4, 7, 7), 0, [5, 6, 7]),
        ((7, 7, 7), 3, [7, 7, 10]),
        ((7, 7, 7), 9, [7, 7, 7, 9]),
        ((7, 0, 7), 0, [7, 7]),
    ],
)
def test_divisions_are_as_large_as_keeps_people_where_they_belong(
    earned: Sequence[int], newcomers: int, wanted: list[int]
) -> None:
    known = here(*((level, level, place) for level, people in enumerate(earned, 1) for place in range(1, people + 1)))
    assert seeding.compute_sizes([*range(1, len(known) + newcomers + 1)], 4, known) == wanted


# -- absent people -------------------------------------------------------------------------------------


def test_a_champion_who_pauses_once_plays_where_they_had_earned_it_behind_all_who_played() -> None:
    last = play(drawn(21), chances(4))
    add_entries(last, build_end(last))
    champion = compute_standings(last, 2)[0].number
    assert collect_brought(last, {1: champion}, missed=0)[1].level == 1
    paused = collect_brought(last, {1: champion}, missed=1)
    assert paused[1].level == 1
    assert seeding.sort_by_seeding([1, 2], {**paused, 2: Brought(level=1, was=2, place=2)}) == [2, 1]


def test_each_further_season_that_somebody_misses_costs_a_division_down_to_the_last() -> None:
    last = play(drawn(21), chances(4))
    add_entries(last, build_end(last))
    first = compute_standings(last, 1)[0].number
    assert [collect_brought(last, {1: first}, missed=missed)[1].level for missed in range(REMEMBERED_SEASONS + 1)] == [
        1,
        1,
        2,
        3,
        3,
    ]


def test_leaving_keeps_nobody_from_going_down_and_brings_nobody_up() -> None:
    last = play(drawn(21), chances(4))
    first, final = compute_standings(last, 2)[0].number, compute_standings(last, 2)[-1].number
    add_entries(last, Withdrew(entrant=first), Disqualified(entrant=final))
    add_entries(last, build_end(last))
    found = collect_brought(last, {1: first, 2: final})
    assert (found[1].level, found[2].level) == (2, 3)
    assert all(one.missed == 1 for one in found.values()), "they have not played it to its end"


def test_a_player_who_has_come_late_or_helped_brings_nothing() -> None:
    last = play(drawn(7, helpers=1), chances(4))
    add_entries(last, build_end(last))
    assert collect_brought(last, {1: 8}) == {}


def test_a_swiss_season_leaves_places_and_no_divisions() -> None:
    last = drawn(8, Rules(title="fair", seats=4, format="swiss", rounds=1))
    add_entries(play(last, chances(4)), build_end(last))
    found = collect_brought(last, {number: number for number in range(1, 9)})
    assert {one.level for one in found.values()} == {None}
    assert all(found[row.number].place == row.place for row in compute_standings(last, 1))


# -- thousands of seasons ------------------------------------------------------------------------------


def least_below(earned: Sequence[int | None], seats: int) -> int:
    """Number of divisions that people must play below their earned one, for any sizes."""
    best = {0: 0}  # by how many are placed
    fewest: int | None = None
    for division in range(1, len(earned) // seats + 1):
        after: dict[int, int] = {}
        for placed, so_far in best.items():
            cost = so_far
            for upto in range(placed + 1, min(placed + MAX_SEARCHED_DIVISION, len(earned)) + 1):
                level = earned[upto - 1]
                cost += 0 if level is None else max(0, division - level)
                if upto - placed >= seats and cost < after.get(upto, 1 << 30):
                    after[upto] = cost
        best = after
        if len(earned) in best and (fewest is None or best[len(earned)] < fewest):
            fewest = best[len(earned)]
    assert fewest is not None
    return fewest


@dataclass
class League:
    """People who play season after season, pause, leave and come; each season is played by chance."""

    random: Random
    seats: int
    people: dict[int, Brought] = field(default_factory=dict)
    """What each would bring, had they played the last season, or missed some since."""

    def season(self, entrants: list[int]) -> list[list[int]]:
        """Draw a season, look whether everybody is where they should be, and play it."""
        known = {one: self.people[one] for one in entrants if one in self.people}
        sizes = seeding.compute_sizes(entrants, self.seats, known)
        found = seeding.divide(entrants, sizes, known)
        self._all_is_right(entrants, found, known)
        for one, was in [*self.people.items()]:
            if one not in entrants:
                faded = min((was.level or 0) + (was.missed > 0), len(found))
                self.people[one] = was.model_copy(update={"level": faded, "missed": was.missed + 1})
        self.people = {one: was for one, was in self.people.items() if was.missed <= REMEMBERED_SEASONS}
        for division, members in enumerate(found, 1):
            moving = count_moving(Rules(title="fair", seats=self.seats), len(members))
            self.random.shuffle(members)
            for place, one in enumerate(members, 1):
                way = (place > len(members) - moving and division < len(found)) - (place <= moving and division > 1)
                self.people[one] = Brought(level=division + way, was=division, place=place)
        return found

    def _all_is_right(self, entrants: list[int], found: list[list[int]], known: dict[int, Brought]) -> None:
        assert sorted(one for members in found for one in members) == sorted(entrants)
        assert all(is_possible(len(members), self.seats) for members in found)
        now = {one: division for division, members in enumerate(found, 1) for one in members}
        stayed = [(now[one], was) for one, was in known.items() if was.missed == 0]
        for division, one in stayed:
            for other_division, other in stayed:
                if one.was < other.was and (one.level or 0) <= (other.level or 0):
                    assert division <= other_division, "somebody from below has passed somebody from above"
        earned = [known.get(one, Brought()).level for one in seeding.sort_by_seeding(entrants, known)]
        below = {one: now[one] - (was.level or 0) for one, was in known.items() if now[one] > (was.level or 0)}
        assert sum(below.values()) == least_below(earned, self.seats), "more play below than sizes force"
        moved = seeding.find_moved(found, known)
        assert moved == {one: now[one] for one, was in known.items() if now[one] != was.level}


def many_seasons(seats: int, chance: int, seasons: int) -> None:
    random = chances(chance)
    league, come = League(random, seats), 0
    staying = random.choice((0.5, 0.8, 0.95))
    for _ in range(seasons):
        entrants = [one for one in league.people if random.random() < staying]
        for _ in range(max(random.choice((0, 1, 4, 12)), seats - len(entrants))):
            come += 1
            entrants.append(come)
        random.shuffle(entrants)
        league.season(entrants)


@given(st.integers(2, 6), SEEDS)
@settings(max_examples=25)
def test_a_player_who_leaves_pauses_or_comes_nobody_is_passed_from_below(seats: int, chance: int) -> None:
    many_seasons(seats, chance, 8)


@pytest.mark.thorough
@given(st.integers(2, 6), SEEDS)
@settings(max_examples=300, deadline=None)
def test_over_thousands_of_seasons_nobody_is_passed_from_below(seats: int, chance: int) -> None:
    many_seasons(seats, chance, 12)


# -- the draw ------------------------------------------------------------------------------------------


def test_a_draw_says_who_plays_elsewhere_than_they_have_earned_and_anybody_can_draw_it_again() -> None:
    season = opened(18, Rules(title="fair", seats=4, edition=6))
    known = here(
        *((1, 1, place) for place in range(1, 5)),
        *((2, 2, place) for place in range(3, 10)),
        *((3, 3, place) for place in range(3, 10)),
    )
    proposed = draw_divisions(season, seed(season), brought=known)
    assert proposed.elsewhere == {5: 1}
    add_entries(season, proposed.entry)
    assert all(one.ok for one in check(season.lines))


@pytest.mark.parametrize("apart", [frozenset({1, 2})])
def test_wishes_have_no_part_in_what_a_preview_says_of_sizes(apart: frozenset[int]) -> None:
    season = opened(14)
    known = here(*((1, 1, place) for place in range(1, 8)), *((2, 2, place) for place in range(1, 8)))
    proposed = draw_divisions(season, seed(season), brought=known, apart=[apart], salt="salt")
    assert proposed.together == ()
    assert proposed.elsewhere == {}


def test_a_player_who_comes_late_has_earned_none_of_the_divisions_that_are_left() -> None:
    season = drawn(14)
    add_entries(season, *(Joined(entrant=number, ticket="late") for number in range(15, 21)))
    known = {15: Brought(level=1, was=1, place=1)}
    proposed = draw_divisions(season, seed(season), brought=known)
    assert [*proposed.entry.divisions] == [3]
    assert proposed.elsewhere == {}


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_meets_in_divisions_up_to_a_size(seats: int) -> None:
    assert all(is_complete(size, seats) for size in range(seats, compute_largest_meeting_size(seats) + 1))
