"""Careers: changes of people's results and ratings over several seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.careers import Career, Participant, Volume, build_careers, build_contribution
from bot.leagues.log_entries import Adjudicated, Corrected, Ended, Entry, Reverted, Voided
from bot.leagues.ratings import SIGMA, rate_all
from bot.leagues.season import Season
from tests.leagues.seasons import SEEDS, chances, drawn, one_table, places, play, result

ANN, BEN, CLEO, DORA = 11, 12, 13, 14
PEOPLE = {1: ANN, 2: BEN, 3: CLEO, 4: DORA}


def dated(season: Season, day: int) -> Season:
    """The season as if each line was written a minute after the one before, from this day on."""
    at = [f"2026-01-{day:02}T{number // 60:02}:{number % 60:02}:00+00:00" for number in range(len(season.lines))]
    return Season([line.model_copy(update={"made_at": when}) for line, when in zip(season.lines, at, strict=True)])


def volume(season_id: int, *entries: Entry, day: int = 0, people: Mapping[int, int] = PEOPLE) -> Volume:
    """A season of one table for four, to which this happens."""
    return Volume(season_id, build_contribution(dated(one_table(*entries), day or season_id)), people)


ENDS = Ended(levels={})


def test_ratings_go_on_from_season_to_season_whatever_the_numbers_are_there() -> None:
    there = {1: DORA, 2: CLEO, 3: BEN, 4: ANN}
    found = build_careers([volume(1, result(1, 1, 2, 3, 4)), volume(2, result(1, 4, 3, 2, 1), people=there)])
    order: Sequence[Mapping[Participant, int]] = [{ANN: 1, BEN: 2, CLEO: 3, DORA: 4}] * 2
    assert {person: career.rating for person, career in found.items()} == rate_all({}, order)
    assert len(found[ANN].curve) == 3
    assert found[ANN].curve[0] == 1500 < found[ANN].curve[1] < found[ANN].curve[2]
    assert [one.season_id for one in found[ANN].played] == [1, 2]


def test_seasons_that_run_side_by_side_are_rated_in_the_order_of_their_results() -> None:
    early, late = volume(2, result(1, 4, 3, 2, 1), day=1), volume(1, result(1, 1, 2, 3, 4), day=9)
    found = build_careers([late, early])
    assert [one.season_id for one in found[ANN].played] == [2, 1]
    assert found[ANN].curve[1] < 1500


def test_a_correction_is_rated_where_the_result_was_and_a_revert_brings_all_back() -> None:
    second = volume(2, result(1, 1, 2, 3, 4))
    before = build_careers([volume(1, result(1, 1, 2, 3, 4)), second])
    corrected = Corrected(table=1, places=places(4, 3, 2, 1))
    after = build_careers([volume(1, result(1, 1, 2, 3, 4), corrected), second])
    assert after == build_careers([volume(1, result(1, 4, 3, 2, 1)), second])
    lines = len(one_table(result(1, 1, 2, 3, 4), corrected).lines)
    assert build_careers([volume(1, result(1, 1, 2, 3, 4), corrected, Reverted(line=lines)), second]) == before


def test_what_a_steward_decided_counts_as_a_result_and_is_not_rated_and_void_is_neither() -> None:
    found = build_careers([volume(1, Adjudicated(table=1, places=places(1, 2, 3, 4)))])
    assert found[ANN].played[0].places[ANN] == 1
    assert found[ANN].curve == [1500]
    assert build_careers([volume(1, Voided(table=1))]) == {}


def test_a_player_who_was_forgotten_is_nobody_and_all_others_keep_their_results() -> None:
    known = build_careers([volume(1, result(1, 1, 2, 3, 4))])
    found = build_careers([volume(1, result(1, 1, 2, 3, 4), people={2: BEN, 3: CLEO, 4: DORA})])
    assert ANN not in found
    assert found[BEN].curve == known[BEN].curve
    assert set(found[BEN].played[0].places) == {(1, 1), BEN, CLEO, DORA}


def test_a_missed_season_makes_a_rating_less_sure_once() -> None:
    first = volume(1, result(1, 1, 2, 3, 4), ENDS)
    others = {1: 91, 2: BEN, 3: CLEO, 4: DORA}
    before = build_careers([first])[ANN].rating
    missed = build_careers([first, volume(2, result(1, 1, 2, 3, 4), ENDS, people=others)])
    assert before.sigma < missed[ANN].rating.sigma < SIGMA
    assert missed[ANN].rating.mu == before.mu
    assert missed[BEN].rating.sigma < before.sigma
    twice = build_careers(
        [first, *(volume(number, result(1, 1, 2, 3, 4), ENDS, day=2, people=others) for number in (2, 3))]
    )
    assert twice[ANN].rating == missed[ANN].rating, "two leagues that run side by side are missed once"


@given(SEEDS)
def test_the_order_in_which_seasons_are_read_changes_nothing(seed: int) -> None:
    random = chances(seed)
    seasons = [dated(play(drawn(7), random), day) for day in (1, 3, 5)]
    people = {number: 100 + number for number in range(1, 8)}
    volumes = [Volume(at, build_contribution(season), people) for at, season in enumerate(seasons, 1)]
    found = [build_careers(order) for order in permutations(volumes)]
    assert all(one == found[0] for one in found)


@given(SEEDS, st.integers(1, 7))
def test_everybodys_tables_are_those_that_count_in_the_standings(seed: int, number: int) -> None:
    season = dated(play(drawn(7), chances(seed)), 1)
    found = build_careers([Volume(1, build_contribution(season), {at: at for at in range(1, 8)})])
    counted = [table.number for table in season.tables.values() if table.counts and number in table.seats]
    mine = found.get(number, Career())
    assert sorted(one.table for one in mine.played) == counted
    assert len(mine.curve) == mine.rating.games + 1 <= len(counted) + 1
