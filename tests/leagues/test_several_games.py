"""A season of several games: each table's game, its weight in the standings, and the proof."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.leagues import round_robin
from bot.leagues.careers import Volume, build_careers, build_contribution
from bot.leagues.draw import draw_divisions
from bot.leagues.games import assign_games, list_titles
from bot.leagues.log_entries import Drawn, InvalidEntry, Opened, Resulted, parse_line
from bot.leagues.proof import check
from bot.leagues.ranking_criteria import list_measures
from bot.leagues.rules import FurtherGame, Ranking, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_chain import hash_log
from bot.leagues.season_end import build_end
from bot.leagues.standings import compute_standings
from tests.leagues import independent
from tests.leagues.seasons import SEEDS, chances, drawn, file_of, next_draw, opened, places, play, seed


def several(kind: str = "division", seats: int = 4, *titles: str, **others: object) -> Rules:
    """Rules of a season that plays the fair, and these games."""
    further = tuple(FurtherGame(title=title, seats=seats) for title in titles or ("market", "bazaar"))
    return Rules.model_validate(
        {"title": "fair", "seats": seats, "format": kind, "further": further, "rounds": 5, **others}
    )


def games_of(season: Season, division: int = 1) -> list[int]:
    return [table.game for table in season.list_tables(division)]


# -- which table plays which -------------------------------------------------------------------------


def test_each_round_of_swiss_plays_the_next_game_and_after_the_last_the_first_again() -> None:
    season = opened(12, several("swiss"))
    for _ in range(5):
        add_entries(season, next_draw(season))
        play(season, chances(1))
    by_round = {
        number: {table.game for table in season.tables.values() if table.round == number} for number in range(1, 6)
    }
    assert by_round == {1: {0}, 2: {1}, 3: {2}, 4: {0}, 5: {1}}


def test_a_round_of_swiss_has_tables_for_as_many_as_its_game_seats() -> None:
    further = (FurtherGame(title="market", seats=3), FurtherGame(title="duel", seats=2))
    season = opened(12, Rules(title="fair", seats=4, format="swiss", rounds=3, further=further))
    for _ in range(3):
        add_entries(season, next_draw(season))
        play(season, chances(2))
    sizes = {
        number: {len(table.seats) for table in season.tables.values() if table.round == number} for number in (1, 2, 3)
    }
    assert sizes == {1: {4}, 2: {3}, 3: {2}}


def test_each_round_of_a_cup_plays_the_next_game() -> None:
    season = opened(8, several("cup", 2, "market"))
    for _ in range(3):
        add_entries(season, next_draw(season))
        play(season, chances(3))
    assert [(table.round, table.game) for table in season.tables.values()] == [
        *[(1, 0)] * 4,
        *[(2, 1)] * 2,
        (3, 0),
    ]


def test_in_divisions_each_table_plays_another_or_each_division_does() -> None:
    season = drawn(14, several())
    assert set(games_of(season)) == set(games_of(season, 2)) == {0, 1, 2}
    season = drawn(21, several(by_division=True))
    assert [set(games_of(season, division)) for division in (1, 2, 3)] == [{0}, {1}, {2}]


def unevenness(tables: Sequence[Sequence[int]], games: Sequence[int]) -> int:
    """The squares of how often each plays each game, added up."""
    played = Counter((one, game) for table, game in zip(tables, games, strict=True) for one in table)
    return sum(count * count for count in played.values())


@given(st.integers(2, 6), st.integers(2, 6), st.data())
@settings(max_examples=60)
def test_no_table_of_a_division_could_play_another_game_and_be_fairer(
    seats: int, number: int, data: st.DataObject
) -> None:
    people = data.draw(st.integers(seats, round_robin.MAX_SEARCHED_DIVISION))
    tables, games = round_robin.build_tables(people, seats), assign_games(people, seats, number)
    now = unevenness(tables, games)
    for at, game in product(range(len(tables)), range(number)):
        assert unevenness(tables, [*games[:at], game, *games[at + 1 :]]) >= now


@pytest.mark.parametrize(("people", "seats"), [(7, 3), (7, 4), (6, 4), (8, 4), (5, 4)])
def test_in_a_division_of_the_usual_size_no_other_way_is_fairer(people: int, seats: int) -> None:
    tables = round_robin.build_tables(people, seats)
    best = min(unevenness(tables, games) for games in product(range(2), repeat=people))
    assert unevenness(tables, assign_games(people, seats, 2)) == best


# -- what does not go together -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ({"edition": 3}, "older editions play one game"),
        ({"seeded": True}, "Ratings are one for each game"),
        ({"format": "cup", "further": [{"title": "market", "seats": 3}]}, "Only rounds of Swiss"),
        ({"further": [{"title": "market", "seats": 3}]}, "Only rounds of Swiss"),
    ],
)
def test_what_does_not_go_together_with_several_games_is_refused(others: dict[str, object], why: str) -> None:
    given = {"title": "fair", "seats": 4, "further": [{"title": "market", "seats": 4}], **others}
    with pytest.raises(ValidationError, match=why):
        Rules.model_validate(given)


def test_no_table_is_drawn_for_a_game_that_the_season_does_not_play() -> None:
    season = opened(4, several("swiss", 4, "market"))
    entry = next_draw(season)
    wrong = entry.model_copy(update={"tables": tuple(one.model_copy(update={"game": 2}) for one in entry.tables)})
    with pytest.raises(InvalidEntry, match="plays 2 games"):
        add_entries(season, wrong)


# -- standings ---------------------------------------------------------------------------------------


def scored(rules: Rules) -> Season:
    """A division of two tables' worth of people who are level but for their scores."""
    season = opened(4, rules)
    add_entries(
        season,
        Drawn.model_validate(
            {
                "round": 1,
                "seed": seed(season),
                "divisions": {1: (1, 2, 3, 4)},
                "tables": [{"division": 1, "seats": (1, 2)}, {"division": 1, "seats": (3, 4), "game": 1}],
            }
        ),
    )
    add_entries(season, Resulted(table=1, places=places(1, 2), scores={1: 100, 2: 99}))
    add_entries(season, Resulted(table=2, places=places(3, 4), scores={3: 100, 4: 5}))
    return season


def test_scores_of_different_games_tell_nobody_apart_who_is_level() -> None:
    assert [row.place for row in compute_standings(scored(several(seats=2)), 1)] == [1, 1, 3, 3]
    one_each = scored(several(seats=2, by_division=True))
    assert [(row.number, row.place) for row in compute_standings(one_each, 1)] == [(1, 1), (3, 1), (2, 3), (4, 4)]


SAME_GAMES: tuple[tuple[Rules, Ranking], ...] = (
    (Rules(title="fair", seats=4), "division"),
    (several(by_division=True), "division"),
    (several("swiss"), "swiss"),
)


def test_what_has_no_part_in_the_standings_stands_in_no_table_of_them() -> None:
    heads = [measure.head for measure in list_measures(several(), "division")]
    assert "Share of the winner's score" not in heads
    for same, kind in SAME_GAMES:
        assert "Share of the winner's score" in [measure.head for measure in list_measures(same, kind)]


# -- careers -----------------------------------------------------------------------------------------


def test_ratings_stay_one_for_each_game_and_the_season_is_won_once() -> None:
    season = play(drawn(7, several()), chances(5))
    add_entries(season, build_end(season), made_at="2026-03-01T12:00:00+00:00")
    chapter = build_contribution(season)
    assert list_titles(season) == ["fair", "market", "bazaar"]
    people = {number: 100 + number for number in season.entrants}
    played = {title: build_careers([Volume(1, chapter.select_title(title), people)]) for title in list_titles(season)}
    tables = {title: {one.table for career in each.values() for one in career.played} for title, each in played.items()}
    assert sorted(number for each in tables.values() for number in each) == sorted(season.tables)
    for title, each in tables.items():
        assert {season.get_rules().games[season.tables[number].game].title for number in each} == {title}
    assert any(career.titles for career in played["fair"].values())
    assert not any(career.titles for title in ("market", "bazaar") for career in played[title].values())


def test_a_game_of_which_no_round_was_played_has_no_part_in_careers() -> None:
    season = drawn(8, several("swiss"))
    assert list_titles(season) == ["fair"]
    play(season, chances(1))
    add_entries(season, next_draw(season))
    assert list_titles(season) == ["fair", "market"]


# -- the proof ---------------------------------------------------------------------------------------


@given(st.sampled_from([3, 4, 5]), st.integers(0, 2), st.booleans(), SEEDS)
@settings(max_examples=15)
def test_divisions_of_several_games_are_drawn_again_by_us_and_by_somebody_elses_program(
    seats: int, more: int, by_division: bool, chance: int
) -> None:
    names = ("market", "bazaar", "auction")[: more + 1]
    season = opened(5 * seats + chance % 7, several("division", seats, *names, by_division=by_division))
    add_entries(season, draw_divisions(season, seed(season)).entry)
    assert all(one.ok for one in check(season.lines))
    assert list(independent.problems(file_of(season))) == []


@pytest.mark.parametrize(("kind", "seats"), [("swiss", 3), ("cup", 3), ("cup", 2)])
def test_rounds_of_several_games_are_drawn_again_by_us_and_by_somebody_elses_program(kind: str, seats: int) -> None:
    season = opened(11, several(kind, seats))
    for _ in range(2):
        add_entries(season, next_draw(season))
        play(season, chances(4))
    assert all(one.ok for one in check(season.lines))
    assert list(independent.problems(file_of(season))) == []


@pytest.mark.parametrize("kind", ["division", "swiss", "cup"])
def test_a_table_that_was_given_another_game_is_found(kind: str) -> None:
    season = opened(11, several(kind, 3))
    add_entries(season, next_draw(season))
    file = file_of(season)
    table = file["lines"][-1]["entry"]["tables"][0]
    table["game"] = 1 - table["game"] if table["game"] < 2 else 0
    lines = [parse_line(json.dumps(line)) for line in file["lines"]]
    assert not all(one.ok for one in check(lines))
    assert list(independent.problems(file)) != []


def test_the_log_of_an_older_season_keeps_its_digest_though_newer_ones_can_have_several_games() -> None:
    line = {"version": 4, "number": 1, "made_at": "2026-01-01T00:00:00+00:00", "by": None, "reason": ""}
    rules = {"edition": 3, "format": "division", "title": "fair", "seats": 4}
    whole = Rules.model_validate(rules).model_dump(mode="json", exclude={"further", "by_division"})
    old = {**line, "entry": {"kind": "opened", "rules": whole, "digest": "0" * 64, "opens_wishes": True}}
    found = parse_line(json.dumps(old))
    assert isinstance(found.entry, Opened)
    assert hash_log([found]) == independent.digest([old])
