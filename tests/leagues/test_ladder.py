"""Ladders: matching, places, and public verification."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.chance import compute_digest
from bot.leagues import ladder
from bot.leagues.draw import Pair, ProposedDraw, derive_commitment, derive_seed
from bot.leagues.log_entries import (
    Began,
    Carded,
    Drawn,
    DrawnTable,
    InvalidEntry,
    Joined,
    Left,
    Opened,
    OpenedWishes,
    Resulted,
    Seeker,
    Strength,
)
from bot.leagues.proof import check
from bot.leagues.ratings import Rating, list_rated_games
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_end import build_end
from bot.leagues.standings import compute_standings
from bot.leagues.titles import find_champions
from tests.leagues import independent
from tests.leagues.seasons import chances, file_of

SECRET = "nobody knows this"
SALT = "5" * 64


def rules(seats: int = 2) -> Rules:
    return Rules(title="fair", seats=seats, format="ladder", last_day="plays on")


def period(strengths: Sequence[int], seats: int = 2) -> Season:
    """A period with entrants of these ratings, each with ten games played."""
    season = Season()
    add_entries(
        season,
        Opened(rules=rules(seats), digest=derive_commitment(SECRET, ladder.DRAWS_PER_COMMITMENT), opens_wishes=True),
    )
    for number, rating in enumerate(strengths, 1):
        known = Strength(rating=rating, unsure=2000, games=10) if rating else None
        add_entries(season, Joined(entrant=number, ticket=f"joined {number}", strength=known))
    return season


def seed(season: Season) -> str:
    return derive_seed(SECRET, len(season.rounds) + 1, ladder.DRAWS_PER_COMMITMENT)


def waits(number: int, hours: int = 0, ticket: str = "") -> Seeker:
    return Seeker(entrant=number, ticket=ticket or f"press {number}", hours=hours)


def draw(season: Season, waiting: Sequence[Seeker], apart: Sequence[Pair] = ()) -> ProposedDraw | None:
    return ladder.draw(season, seed(season), waiting, apart=apart, salt=SALT)


def opens(season: Season, waiting: Sequence[Seeker], apart: Sequence[Pair] = ()) -> list[set[int]]:
    """Let the tables open that can, and return who sits there."""
    proposed = draw(season, waiting, apart)
    if proposed is None:
        return []
    add_entries(season, proposed.entry)
    return [set(table.seats) for table in proposed.entry.tables]


def play(season: Season, random: Random | None = None) -> None:
    """Let all open tables be played to their end; without chance, in the order of the seats."""
    for table in [one for one in season.tables.values() if one.is_open]:
        seats = [*table.seats]
        if random is not None:
            random.shuffle(seats)
        places = {number: place for place, number in enumerate(seats, 1)}
        add_entries(
            season, Began(table=table.number, game_id=table.number), Resulted(table=table.number, places=places)
        )


# -- who meets whom ----------------------------------------------------------------------------------


def test_the_closest_by_rating_meet_first() -> None:
    season = period([1500, 1590, 1610, 1700])
    assert opens(season, [waits(one) for one in (1, 2, 3)]) == [{2, 3}]


def test_a_player_who_is_too_far_away_is_met_after_some_hours() -> None:
    season = period([1400, 1600])
    assert opens(season, [waits(1), waits(2)]) == []
    assert opens(season, [waits(1, hours=3), waits(2, hours=3)]) == []
    assert opens(season, [waits(1, hours=4), waits(2)]) == [{1, 2}]


def test_a_table_of_four_opens_when_four_want_one() -> None:
    season = period([1500, 1510, 1520, 1530], seats=4)
    assert opens(season, [waits(one) for one in (1, 2, 3)]) == []
    assert opens(season, [waits(one) for one in (1, 2, 3, 4)]) == [{1, 2, 3, 4}]


def test_nobody_meets_the_same_person_again_at_once_while_somebody_else_is_there() -> None:
    season = period([1500, 1500, 1650])
    assert opens(season, [waits(1), waits(2)]) == [{1, 2}]
    play(season)
    assert opens(season, [waits(1), waits(2), waits(3)]) in ([{1, 3}], [{2, 3}], [])
    assert opens(season, [waits(1, hours=20), waits(2, hours=20), waits(3, hours=20)]) in ([{1, 3}], [{2, 3}])


def test_two_who_are_alone_meet_again_after_three_days() -> None:
    season = period([1500, 1500])
    opens(season, [waits(1), waits(2)])
    play(season)
    assert opens(season, [waits(1, hours=71), waits(2, hours=71)]) == []
    assert opens(season, [waits(1, hours=72), waits(2)]) == [{1, 2}]


def test_people_are_kept_apart_while_others_are_there() -> None:
    season, apart = period([1500, 1500, 1600]), [frozenset({1, 2})]
    assert opens(season, [waits(1), waits(2)], apart) == []
    assert opens(season, [waits(1, hours=80), waits(2, hours=80), waits(3)], apart) in ([{1, 3}], [{2, 3}])


def test_a_player_who_has_waited_three_days_sits_down_even_with_whom_they_shun() -> None:
    assert opens(period([1500, 1900]), [waits(1, hours=72), waits(2)], [frozenset({1, 2})]) == [{1, 2}]


def test_a_draw_of_a_carried_over_wish_waits_for_somebody_who_presses_after_the_promise() -> None:
    season = Season()
    add_entries(
        season, Opened(rules=rules(), digest=derive_commitment(SECRET, ladder.DRAWS_PER_COMMITMENT), opens_wishes=True)
    )
    for number in (1, 2):
        add_entries(season, Joined(entrant=number, ticket="old", plays_on=True))
    proposed = draw(season, [waits(1), waits(2)])
    assert proposed is not None
    with pytest.raises(InvalidEntry, match="since the secret"):
        add_entries(season, proposed.entry)


SIZES = st.integers(2, 5)
CROWDS = st.lists(st.tuples(st.integers(1100, 1900), st.integers(0, 90)), min_size=2, max_size=24)


def crowd(people: Sequence[tuple[int, int]], seats: int) -> tuple[Season, list[Seeker]]:
    season = period([rating for rating, _ in people], seats)
    return season, [waits(number, hours) for number, (_, hours) in enumerate(people, 1)]


@given(CROWDS, SIZES, st.data())
@settings(max_examples=150)
def test_any_combination_of_wishes(people: Sequence[tuple[int, int]], seats: int, data: st.DataObject) -> None:
    """No one sits at two places, all who waited long enough play, and the order of wishes changes nothing."""
    season, waiting = crowd(people, seats)
    pairs = [frozenset(pair) for pair in combinations(range(1, len(people) + 1), 2)]
    apart = data.draw(st.lists(st.sampled_from(pairs), max_size=8, unique=True))
    proposed = draw(season, waiting, apart)
    tables = [] if proposed is None else [table.seats for table in proposed.entry.tables]
    seated = [number for table in tables for number in table]
    assert len({*seated}) == len(seated)
    assert all(len(table) == seats for table in tables)
    left = [one for one in waiting if one.entrant not in seated]
    assert len(left) < seats or all(one.hours < ladder.MAX_WAIT_HOURS for one in left)
    again = draw(season, data.draw(st.permutations(waiting)), data.draw(st.permutations(apart)))
    assert again == proposed
    patient = {one.entrant for one in waiting if one.hours >= ladder.MAX_WAIT_HOURS}
    for table in tables:
        assert patient & {*table} or not any(pair <= {*table} for pair in apart)


@given(CROWDS, SIZES)
@settings(max_examples=100)
def test_the_first_table_is_the_closest_that_anybody_could_open(people: Sequence[tuple[int, int]], seats: int) -> None:
    season, waiting = crowd(people, seats)
    rating = {number: one for number, (one, _) in enumerate(people, 1)}
    could = []
    for first in waiting:
        far = sorted(abs(rating[first.entrant] - rating[one.entrant]) for one in waiting if one is not first)[
            : seats - 1
        ]
        widest = ladder.compute_window(first.hours)
        if len(far) == seats - 1 and (widest is None or far[-1] <= widest):
            could.append(far[-1])
    proposed = draw(season, waiting)
    assert (proposed is None) == (not could)
    if proposed is not None:
        seats_there = proposed.entry.tables[0].seats
        farthest = [
            max(abs(rating[one] - rating[other]) for other in seats_there if other != one) for one in seats_there
        ]
        assert min(could) in farthest


@pytest.mark.thorough
def test_ten_thousand_who_want_a_game_at_once_all_get_one() -> None:
    random = chances(1)
    season = period([random.randint(1200, 1800) for _ in range(10_000)], seats=4)
    proposed = draw(season, [waits(number, hours=72) for number in season.entrants])
    assert proposed is not None
    assert len(proposed.entry.tables) == 2500


# -- places ------------------------------------------------------------------------------------------


def test_a_player_who_has_too_few_games_stands_behind_with_how_many_are_missing() -> None:
    season = period([1500, 1600, 1550, 1580, 0])
    for one, other in [*combinations((1, 2, 3, 4), 2), (1, 5)]:
        opens(season, [waits(one, hours=80), waits(other, hours=80)])
        play(season)
    rows = {row.number: row for row in compute_standings(season, ladder.DIVISION)}
    assert [rows[number].missing for number in (1, 2, 3, 4, 5)] == [0, 0, 0, 0, 4]
    assert rows[5].place == 5
    assert rows[5].below == 1
    assert rows[5].strangers == 0, "the games that are missing bring as many people"


def test_a_rating_that_was_brought_gives_no_place_without_a_game_in_this_period() -> None:
    season = period([1500, 1900, 1500])
    opens(season, [waits(1), waits(3)])
    play(season)
    opens(season, [waits(2, hours=80), waits(1)])
    row = next(one for one in compute_standings(season, ladder.DIVISION) if one.number == 2)
    assert (row.missing, row.strangers, row.below) == (3, 3, 1)


def test_ratings_begin_where_the_period_before_has_left_them() -> None:
    known = Rating(27.125, 3.5, 12)
    begun = ladder.to_strength(known)
    assert begun == Strength(rating=1585, unsure=3500, games=12)
    assert ladder.to_strength(Rating()) is None
    season = period([1585, 0])
    rating = ladder.rate_entrants(season)
    assert (rating[1].shown, rating[1].games, rating[2]) == (1585, 10, Rating())


def test_the_title_of_a_period_is_for_a_player_who_has_played_in_it() -> None:
    season = period([1900, 1500, 1500, 1500])
    for other in (2, 3, 4):
        opens(season, [waits(1, hours=80), waits(other, hours=80)])
        play(season)
    for one, other in [*combinations((2, 3, 4), 2)] * 2:
        opens(season, [waits(one, hours=80), waits(other, hours=80)])
        play(season)
    add_entries(season, build_end(season))
    assert compute_standings(season, ladder.DIVISION)[0].number == 1
    assert find_champions(season)
    assert 1 not in find_champions(season)


def test_two_who_meet_again_and_again_are_rated_three_times_in_a_period() -> None:
    """So nobody rises by a friend who loses on purpose, in a ladder in which nobody else wants a game."""
    season = period([0, 0, 0])
    for _ in range(6):
        opens(season, [waits(1, hours=80), waits(2, hours=80)])
        *_, table = season.tables.values()
        add_entries(
            season,
            Began(table=table.number, game_id=table.number),
            Resulted(table=table.number, places={1: 1, 2: 2}),
        )
    after = ladder.rate_entrants(season)
    assert (after[1].games, after[2].games) == (3, 3)
    row = compute_standings(season, ladder.DIVISION)[0]
    assert (row.number, row.counted, row.missing) == (1, 6, 2), "and has no place by it"
    opens(season, [waits(1, hours=80), waits(3)])
    play(season)
    assert ladder.rate_entrants(season)[3].games == 1
    opens(season, [waits(1, hours=80), waits(2, hours=10), waits(3, hours=10)])
    assert list(independent.problems(file_of(season))) == []


def test_nobody_is_champion_where_nobody_has_played_enough() -> None:
    season = period([1500, 1500])
    opens(season, [waits(1), waits(2)])
    play(season)
    add_entries(season, build_end(season))
    assert find_champions(season) == []


# -- cards -------------------------------------------------------------------------------------------


def missed(season: Season, number: int, same_as: int | None = None) -> None:
    """Let somebody not come to their newest table."""
    table = max(one.number for one in season.tables.values() if number in one.seats)
    add_entries(season, Left(table=table, entrant=number), Carded(entrant=number, table=table, same_as=same_as))


def test_two_tables_missed_by_one_absence_are_one_card() -> None:
    season = period([1500] * 4)
    opens(season, [waits(1), waits(2)])
    opens(season, [waits(1), waits(3)])
    add_entries(season, Left(table=1, entrant=1), Carded(entrant=1, table=1))
    missed(season, 1, same_as=1)
    assert season.entrants[1].cards == 1


def test_a_player_who_wants_a_game_again_and_does_not_come_again_gets_a_second_card() -> None:
    season = period([1500] * 4)
    opens(season, [waits(1), waits(2)])
    missed(season, 1)
    opens(season, [waits(1), waits(3)])
    missed(season, 1, same_as=1)
    assert season.entrants[1].cards == 2
    assert season.is_barred(1)


# -- what anybody can check --------------------------------------------------------------------------


def played_period(chance: int, seats: int = 3, people: int = 14) -> Season:
    """A period of many draws with wishes, each with the values published about it at the end."""
    random = chances(chance)
    season = period([random.choice([0, 1300, 1500, 1700]) for _ in range(people)], seats)
    opened = []
    for at in range(12):
        who = random.sample(range(1, people + 1), random.randint(seats, people))
        waiting = [waits(one, random.choice([0, 5, 30, 80]), f"press {at} {one}") for one in who]
        apart = [frozenset(random.sample(who, 2)) for _ in range(2)]
        proposed = draw(season, waiting, [*{*apart}])
        if proposed is not None:
            (line,) = add_entries(season, proposed.entry)
            pairs = tuple((min(pair), max(pair)) for pair in proposed.apart)
            opened.append(OpenedWishes(draw=line.number, apart=pairs, salt=SALT, waiting=proposed.waiting))
            play(season, random)
    add_entries(season, build_end(season), *opened)
    return season


@pytest.mark.parametrize("chance", range(4))
def test_each_table_of_a_period_is_proven_when_it_is_over(chance: int) -> None:
    season = played_period(chance, seats=2 + chance % 3)
    found = check(season.lines, published=derive_commitment(SECRET, ladder.DRAWS_PER_COMMITMENT))
    assert len(found) > 10
    assert all(one.ok and not one.rests_on_wishes for one in found)
    assert list(independent.problems(file_of(season))) == []


def test_while_a_period_is_played_its_seats_are_proven_and_who_waits_is_not_told() -> None:
    season = period([1500] * 5)
    proposed = draw(season, [waits(1), waits(2), waits(5, ticket="the secret press")])
    assert proposed is not None
    add_entries(season, proposed.entry)
    found = check(season.lines)
    assert all(one.ok for one in found)
    assert any(one.rests_on_wishes for one in found)
    assert "the secret press" not in season.lines[-1].model_dump_json() or 5 in proposed.entry.tables[0].seats
    alone = ladder.draw(period([1500] * 5), seed(period([1500] * 5)), [waits(1), waits(2)], salt=SALT)
    assert alone is not None
    assert alone.entry.wishes  # also where nobody waits on


@pytest.mark.parametrize("what", ["seed", "seats", "hours", "hidden", "invented", "ticket"])
def test_a_table_that_was_arranged_is_found(what: str) -> None:
    season = played_period(1)
    lines = [*season.lines]
    at = next(
        at
        for at, line in enumerate(lines)
        if isinstance(line.entry, OpenedWishes) and line.entry.waiting and line.entry.apart
    )
    opened = lines[at].entry
    assert isinstance(opened, OpenedWishes)
    drawn_at = opened.draw - 1
    drawn = lines[drawn_at].entry
    assert isinstance(drawn, Drawn)
    first, *others = drawn.matched
    table = drawn.tables[0]
    match what:
        case "seed":
            drawn = drawn.model_copy(update={"seed": "another"})
        case "seats":
            turned = table.model_copy(update={"seats": table.seats[::-1]})
            drawn = drawn.model_copy(update={"tables": (turned, *drawn.tables[1:])})
        case "hours":
            drawn = drawn.model_copy(update={"matched": (first.model_copy(update={"ticket": "x"}), *others)})
        case "hidden":
            opened = opened.model_copy(update={"waiting": opened.waiting[1:]})
        case "invented":
            opened = opened.model_copy(update={"waiting": (*opened.waiting, opened.waiting[0])})
        case "ticket":
            told = opened.waiting[0].model_copy(update={"ticket": "x"})
            opened = opened.model_copy(update={"waiting": (told, *opened.waiting[1:])})
    lines[at] = lines[at].model_copy(update={"entry": opened})
    lines[drawn_at] = lines[drawn_at].model_copy(update={"entry": drawn})
    assert not all(one.ok for one in check(lines))
    file = {"lines": [json.loads(line.model_dump_json()) for line in lines]}
    assert list(independent.problems(file)) != []


def test_the_digest_is_made_as_the_page_says() -> None:
    left = [waits(9, 3, "b"), waits(4, 1, "a")]
    wishes = compute_digest("\n".join([SALT, "1 2"]))
    assert ladder.hash_sealed_data([frozenset({2, 1})], SALT, left) == compute_digest(
        "\n".join([wishes, "4 a 1", "9 b 3"])
    )


# -- accounts of one's own -----------------------------------------------------------------------------


def farmed(seats: int, accounts: int, games: int) -> Season:
    """A period in which the first entrant wins every game against accounts of their own."""
    season = period([0] * (accounts + 1), seats)
    for at in range(games):
        others = [2 + (at * (seats - 1) + more) % accounts for more in range(seats - 1)]
        people = (1, *others)
        table = DrawnTable(division=1, seats=people)
        matched = tuple(waits(number) for number in people)
        entry = Drawn(
            round=at + 1, seed=seed(season), divisions={1: tuple(sorted(people))}, tables=(table,), matched=matched
        )
        add_entries(season, entry, Began(table=at + 1, game_id=at + 1))
        add_entries(season, Resulted(table=at + 1, places={number: place for place, number in enumerate(people, 1)}))
    return season


@pytest.mark.parametrize(("seats", "accounts"), [(2, 1), (2, 2), (3, 2), (4, 3), (6, 5)])
def test_accounts_of_ones_own_give_no_place_and_no_title_however_often_they_lose(seats: int, accounts: int) -> None:
    season = farmed(seats, accounts, 28)
    (row,) = [row for row in compute_standings(season, 1) if row.number == 1]
    assert row.missing
    assert row.strangers == max(3, seats) - accounts
    few = farmed(seats, accounts, 3 * accounts if seats == 2 else 3)
    assert ladder.rate_entrants(few) == ladder.rate_entrants(season), "further games change no rating"
    add_entries(season, build_end(season))
    assert find_champions(season) == []


def test_two_friends_who_play_alone_have_no_place_until_they_meet_others() -> None:
    season = farmed(2, 1, 9)
    assert {row.strangers for row in compute_standings(season, 1)} == {2}
    others = farmed(2, 3, 9)
    assert [row.number for row in compute_standings(others, 1) if not row.missing] == [1]


def test_a_pair_that_has_met_three_times_is_not_compared_and_others_at_its_table_are() -> None:
    season = farmed(3, 2, 3)
    add_entries(season, Joined(entrant=4, ticket="joined 4"))
    before = ladder.rate_entrants(season)
    people = (1, 2, 4)
    matched = tuple(waits(number) for number in people)
    tables = (DrawnTable(division=1, seats=people),)
    add_entries(season, Drawn(round=4, seed=seed(season), divisions={1: people}, tables=tables, matched=matched))
    add_entries(season, Began(table=4, game_id=4), Resulted(table=4, places={1: 1, 2: 2, 4: 3}))
    (game,) = [game for game in list_rated_games(season) if 4 in game.places]
    assert game.again == frozenset({frozenset({1, 2})})
    assert all(ladder.rate_entrants(season)[number] != before[number] for number in people)


def test_a_period_of_an_older_edition_rates_larger_tables_as_before_and_asks_for_no_opponents() -> None:
    season = farmed(3, 2, 0)
    older = Season()
    (first, *rest) = season.lines
    assert isinstance(first.entry, Opened)
    rules = first.entry.rules.model_copy(update={"edition": 7})
    add_entries(older, first.entry.model_copy(update={"rules": rules}), *(line.entry for line in rest))
    for line in farmed(3, 2, 6).lines[len(rest) + 1 :]:
        add_entries(older, line.entry)
    assert len(list_rated_games(older)) == 6
    assert [row.strangers for row in compute_standings(older, 1)] == [0, 0, 0]
    assert not compute_standings(older, 1)[0].missing
