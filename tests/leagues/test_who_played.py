"""Only those who played a table to its end gain by it: places, points, titles, ratings and records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.host.leagues.export import to_csv
from bot.leagues import cup
from bot.leagues.careers import Volume, build_careers, build_contribution
from bot.leagues.hall_of_fame import list_highest_scores, list_longest_streaks, list_winners
from bot.leagues.head_to_head import count_division_meetings
from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Carded,
    Corrected,
    Disqualified,
    Drawn,
    Entry,
    JoinedTeam,
    Left,
    LogLine,
    Penalty,
    Resulted,
    Returned,
    Reverted,
    Substituted,
    Voided,
    parse_line,
)
from bot.leagues.promotion import get_next_levels
from bot.leagues.proof import check
from bot.leagues.ratings import list_rated_games
from bot.leagues.reachable_places import compute_range
from bot.leagues.rounds import has_next_round
from bot.leagues.rules import SIXTIETHS, Rules
from bot.leagues.ruling_effects import complete
from bot.leagues.season import Season, add_entries
from bot.leagues.season_end import build_end, build_last_day_entries
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import Standing, compute_standings
from bot.leagues.teams import compute_team_standings
from bot.leagues.titles import find_champions, get_full_scores
from tests.leagues import test_ladder as ladders
from tests.leagues.seasons import SEEDS, chances, drawn, meddles, next_draw, one_table, opened, places, result
from tests.leagues.test_cup import in_order
from tests.leagues.test_player_records import ANN, CLEO, ENDS, volume

OLD_SEASONS = Path(__file__).parents[1] / "host" / "old_seasons"
BEGAN = Began(table=1, game_id=7)
EVERYBODY = (1, 2, 3, 4)


def rows(season: Season, division: int = 1) -> dict[int, Standing]:
    return {row.number: row for row in compute_standings(season, division)}


def points(season: Season) -> dict[int, float]:
    return {number: row.points / SIXTIETHS for number, row in rows(season).items()}


def silent(table: int, *order: int, held: Sequence[int] = (), scores: dict[int, int] | None = None) -> Resulted:
    """A result at whose end a bot held these seats; all if none is named."""
    return Resulted(table=table, places=places(*order), held=tuple(held) or order, scores=scores or {})


# -- what an organiser or a player notices -------------------------------------------------------------


@pytest.mark.parametrize(
    "happened",
    [
        (BEGAN, silent(1, 1, 2, 3, 4)),
        (BEGAN, result(1, 1, 2, 3, 4, gone=(1, 2, 3, 4))),
        (Left(table=1, entrant=1), BEGAN, silent(1, 1, 2, 3, 4, held=(2, 3, 4))),
        (BEGAN, Left(table=1, entrant=2), result(1, 2, 1, 3, 4, gone=(1, 3, 4))),
        (BEGAN, Substituted(table=1, left=1, entrant=5), silent(1, 1, 2, 3, 4, held=(2, 3, 4))),
        (BEGAN, Adjudicated(table=1, places=places((1, 2, 3, 4)), held=(1, 2, 3, 4))),
    ],
    ids=["silent", "conceded", "absent", "left", "substituted", "last day"],
)
def test_a_table_that_nobody_plays_to_its_end_gives_nobody_a_point_or_a_win(happened: Sequence[Entry]) -> None:
    season = one_table(*happened)
    assert season.tables[1].fate == "void"
    assert points(season) == dict.fromkeys(EVERYBODY, 0)
    assert not any(row.wins or row.counted for row in rows(season).values())
    assert list_rated_games(season) == []
    assert {compute_range(season, number).best for number in EVERYBODY} == {1}


def test_in_a_season_that_began_by_older_rules_it_still_gives_everybody_a_share() -> None:
    season = one_table(BEGAN, silent(1, 1, 2, 3, 4), ENDS, edition=5)
    assert points(season) == dict.fromkeys(EVERYBODY, 5)
    assert {row.wins for row in rows(season).values()} == {1}
    assert find_champions(season) == [1, 2, 3, 4]
    assert points(one_table(BEGAN, Left(table=1, entrant=2), result(1, 2, 1, 3, 4), edition=5))[2] == 1


def test_people_who_come_and_never_answer_are_no_champions_and_have_no_streak() -> None:
    cards = [Carded(entrant=one, table=1, held=True) for one in EVERYBODY]
    silence: Sequence[Entry] = (BEGAN, silent(1, 1, 2, 3, 4), *cards, ENDS)
    careers = build_careers([volume(season_id, *silence) for season_id in (1, 2, 3)])
    assert list_winners(careers) == {}
    assert list_longest_streaks(careers) == []
    assert one_table(*silence).entrants[1].cards == 1, "the warning stays"


@pytest.mark.parametrize("seats", [2, 4])
def test_a_cup_final_at_which_all_are_silent_makes_nobody_champion(seats: int) -> None:
    season = drawn(seats * seats, Rules(title="fair", seats=seats, format="cup", rounds=20))
    in_order(season)
    add_entries(season, next_draw(season))
    (final,) = (table for table in season.tables.values() if table.is_open)
    add_entries(season, Began(table=final.number, game_id=1), silent(final.number, *final.seats))
    assert not has_next_round(season)
    add_entries(season, build_end(season))
    assert find_champions(season) == []
    assert not any(row.can_win for row in rows(season).values() if row.place == 1)


def test_who_alone_plays_their_semifinal_has_won_the_cup() -> None:
    season = drawn(4, Rules(title="fair", seats=2, format="cup", rounds=20))
    add_entries(season, silent(1, *season.tables[1].seats), result(2, *season.tables[2].seats))
    assert not has_next_round(season)
    add_entries(season, build_end(season))
    assert find_champions(season) == [season.tables[2].seats[0]]


def test_a_no_show_who_returns_and_to_whom_all_others_concede_has_won() -> None:
    season = one_table(
        Left(table=1, entrant=3),
        Carded(entrant=3, table=1),
        BEGAN,
        Returned(table=1, entrant=3),
        result(1, 3, (1, 2, 4), gone=(1, 2, 4)),
    )
    assert points(season) == {3: 10, 1: 0, 2: 0, 4: 0}
    assert rows(season)[3].place == 1
    assert season.entrants[3].cards == 1, "they still had not come"


def test_who_returns_and_leaves_again_has_not_played() -> None:
    away = (BEGAN, Left(table=1, entrant=3), Returned(table=1, entrant=3), Left(table=1, entrant=3))
    assert points(one_table(*away, result(1, 3, 1, 2, 4))) == {1: 10, 2: 6, 4: 3, 3: 0}


def test_who_was_put_out_does_not_get_their_place_back_by_returning() -> None:
    season = one_table(BEGAN, Disqualified(entrant=3), Returned(table=1, entrant=3), result(1, 3, 1, 2, 4))
    assert points(season)[3] == 0
    assert rows(season)[3].place == 4


def test_a_season_that_ends_before_anybody_has_moved_has_no_champion_and_moves_nobody() -> None:
    season = drawn(14, Rules(title="fair", seats=4))
    add_entries(season, *(Voided(table=number) for number in season.tables))
    end = build_end(season)
    add_entries(season, end)
    assert find_champions(season) == []
    assert end.levels == {number: one.division for number, one in season.entrants.items()}


def test_what_a_bot_scored_on_an_absent_seat_decides_no_tie() -> None:
    def winner(bots_score: int) -> list[tuple[int, int]]:
        season = one_table(BEGAN)
        seats = dict(enumerate((20, 10, 5, bots_score), 1))
        ranked = {number: 1 + sum(other > score for other in seats.values()) for number, score in seats.items()}
        add_entries(season, Resulted(table=1, places=ranked, scores=seats, held=(4,)))
        return [(row.place, row.share) for row in compute_standings(season, 1)]

    assert winner(0) == winner(19) == winner(500)
    assert winner(0)[-1] == (4, 0), "a bot's score is nobody's share"


def test_two_who_fell_silent_do_not_get_more_than_the_one_who_lost_honestly() -> None:
    season = one_table(result(1, 1, 2, 3), seats=3)
    quiet = one_table(silent(1, 1, 2, 3, held=(2, 3)), seats=3)
    assert points(quiet)[2] < points(season)[3]


def test_resigning_at_a_table_for_two_is_a_loss_and_silence_is_none() -> None:
    assert points(one_table(result(1, 1, 2, gone=(2,)), seats=2)) == {1: 10, 2: 4}
    assert points(one_table(silent(1, 1, 2, held=(2,)), seats=2)) == {1: 10, 2: 0}
    season = one_table(Began(table=1, game_id=7), Left(table=1, entrant=1), silent(1, 1, 2, held=(2,)), seats=2)
    assert season.tables[1].fate == "void", "who left has not won because the other fell silent"


def test_a_table_of_which_all_were_put_out_counts_for_nothing_until_one_is_taken_back() -> None:
    season = one_table(result(1, 1, 2, 3, 4), *(Disqualified(entrant=one) for one in EVERYBODY))
    assert not season.tables[1].counts
    add_entries(season, Reverted(line=len(season.lines)))
    assert season.tables[1].counts
    assert rows(season)[4].place == 1


def test_a_steward_can_still_decide_a_table_that_nobody_played_to_its_end() -> None:
    season = one_table(BEGAN, silent(1, 1, 2, 3, 4))
    add_entries(season, Adjudicated(table=1, places=places(2, 1, 3, 4), as_written=True))
    assert points(season) == {2: 10, 1: 6, 3: 3, 4: 1}


def test_nobody_has_a_place_on_the_ladder_or_its_title_by_tables_they_did_not_play() -> None:
    season = ladders.period([1500] * 5)
    for number, other in enumerate((1, 3, 4, 5, 1, 1), 1):
        ladders.opens(season, [ladders.waits(other, 99), ladders.waits(2, 99)])
        held = (1,) if other == 1 else ()
        add_entries(season, Resulted(table=number, places={other: 1 if held else 2, 2: 2 if held else 1}, held=held))
    add_entries(season, build_end(season))
    assert rows(season)[1].missing
    assert find_champions(season) == [2]


def test_teams_gain_nothing_by_members_who_fall_silent() -> None:
    season = opened(6, Rules(title="fair", seats=3, format="swiss", rounds=1, team=2))
    add_entries(season, *(JoinedTeam(entrant=one, team=(one + 1) // 2) for one in range(1, 7)))
    add_entries(season, next_draw(season))
    add_entries(season, *(silent(number, *table.seats) for number, table in season.tables.items()))
    assert {(team.points, team.wins, team.tables) for team in compute_team_standings(season)} == {(0, 0, 0)}


def test_records_and_streaks_are_of_those_who_played() -> None:
    silence = (BEGAN, silent(1, 1, 2, 3, 4, held=(1,), scores={1: 99, 2: 9, 3: 8, 4: 7}))
    careers = build_careers([volume(season_id, *silence) for season_id in (1, 2)])
    assert [(feat.person, feat.number) for feat in list_longest_streaks(careers)] == [(12, 2)]
    assert careers[ANN].rating.games == 0
    assert careers[CLEO].rating.games == 2
    assert get_full_scores(one_table(*silence).tables[1]) == {}


# -- what holds for all seasons ------------------------------------------------------------------------


def ends_of_table(table: LeagueTable, random: Random) -> tuple[list[Entry], dict[int, int], Sequence[int]]:
    """What happens at a table, the scores of those who play to its end, and whose seats bots hold then."""
    left, conceded, held, scores = list[int](), list[int](), list[int](), dict[int, int]()
    for number in table.seats:
        match random.randrange(8):
            case 0:
                left.append(number)
            case 1:
                conceded.append(number)
            case 2 | 3:
                held.append(number)
            case _:
                scores[number] = random.randrange(1, 12)
    before: list[Entry] = [Left(table=table.number, entrant=one) for one in left if random.randrange(2)]
    after: list[Entry] = [Left(table=table.number, entrant=one) for one in (*left, *conceded)]
    return [*before, Began(table=table.number, game_id=table.number), *after], scores, held


def ends(table: LeagueTable, stayed: dict[int, int], held: Sequence[int], bots: Random) -> Resulted:
    """A table's result, in which bots have played anything on the other seats."""
    scores = {number: stayed.get(number, bots.randrange(1, 12)) for number in table.seats}
    ranked = {number: 1 + sum(other > score for other in scores.values()) for number, score in scores.items()}
    return Resulted(table=table.number, places=ranked, scores=scores, held=tuple(held))


RULES: Mapping[str, Mapping[str, Any]] = {
    "division": {"format": "division"},
    "games": {"format": "division"},
    "swiss": {"format": "swiss", "rounds": 3},
    "teams": {"format": "swiss", "rounds": 3, "team": 2, "puts_together": True},
    "cup": {"format": "cup", "rounds": 20},
    "ladder": {"format": "ladder", "last_day": "plays on", "floor": 1},
}
KINDS = st.sampled_from([*RULES])


def make_rules(kind: str, seats: int) -> Rules:
    further = {"further": [{"title": "market", "seats": seats}]} if kind == "games" else {}
    return Rules.model_validate({"title": "fair", "seats": seats, **RULES[kind], **further})


def some_seasons(kind: str, people: int, seats: int, chance: int) -> tuple[Season, Season]:
    """A season twice: in the second, bots play otherwise on the seats of those who did not stay."""
    rules = make_rules(kind, seats)
    one, other = opened(people, rules), opened(people, rules)
    random, here, there = chances(chance), chances(chance + 1), chances(chance + 2)
    while True:
        entry = draws(one)
        if entry is None:
            break
        assert draws(other) == entry, "the draws are the same"
        add_entries(one, entry)
        add_entries(other, entry)
        for table in [table for table in one.tables.values() if table.is_open]:
            before, stayed, held = ends_of_table(table, random)
            add_entries(one, *before, ends(table, stayed, held, here))
            add_entries(other, *before, ends(table, stayed, held, there))
        if kind in {"division", "games"} or (kind == "cup" and not has_next_round(one)):
            break
    for season in (one, other):
        add_entries(season, Penalty(entrant=1, points=1), build_end(season))
    return one, other


def draws(season: Season) -> Drawn | None:
    """The next draw of a season, in a ladder of everybody who waits for a game; None: there is none."""
    if season.get_rules().format == "ladder":
        waiting = [ladders.waits(number, 99) for number in season.entrants if not season.is_barred(number)]
        proposed = ladders.draw(season, waiting) if len(season.rounds) < 4 else None
        return None if proposed is None else proposed.entry
    try:
        return next_draw(season)
    except ValueError:
        return None


def decides_alike(one: Season, other: Season, random: Random) -> None:
    """Stewards and people who leave do the same in both seasons, and some of it is taken back."""
    for _ in range(4):
        entry = meddles(one, random)
        if isinstance(entry, Corrected):
            away = [*one.tables[entry.table].away]
            entry = entry.model_copy(update={"gone": tuple(away), "scores": {}})
        if entry is None:
            continue
        add_entries(one, entry)
        add_entries(other, entry)
        if random.randrange(2):
            for season in (one, other):
                add_entries(season, complete(season, Reverted(line=len(season.lines))))


def read(season: Season) -> Iterator[object]:
    """All that anybody reads of a season, except for the record of each result in its log."""
    yield find_champions(season)
    yield get_next_levels(season)
    yield list_rated_games(season)
    yield build_contribution(season)
    careers = build_careers([Volume(season_id, build_contribution(season), {}) for season_id in (1, 2)])
    yield careers
    yield list_winners(careers)
    yield list_longest_streaks(careers)
    yield list_highest_scores(careers)
    yield compute_team_standings(season)
    yield to_csv(season)
    for division in season.list_divisions():
        yield compute_standings(season, division)
        yield count_division_meetings(season, division)
    for number, one in season.entrants.items():
        yield compute_range(season, number), one
    if season.get_rules().format == "cup":
        yield cup.list_advancing(season)


@given(KINDS, st.integers(6, 12), st.integers(2, 4), SEEDS)
@settings(max_examples=30)
def test_whatever_a_bot_does_on_an_absent_seat_changes_nothing_that_anybody_reads(
    kind: str, people: int, seats: int, chance: int
) -> None:
    compare_bots(kind, people, seats, chance)


@pytest.mark.thorough
@given(KINDS, st.integers(6, 16), st.integers(2, 6), SEEDS)
@settings(max_examples=800)
def test_it_changes_nothing_in_many_seasons_either(kind: str, people: int, seats: int, chance: int) -> None:
    compare_bots(kind, people, seats, chance)


def compare_bots(kind: str, people: int, seats: int, chance: int) -> None:
    try:
        one, other = some_seasons(kind, people, seats, chance)
    except ValueError:  # so many cannot be drawn at such tables
        assume(False)
    assert [*read(one)] == [*read(other)]
    decides_alike(one, other, chances(chance))
    assert [*read(one)] == [*read(other)], "nor after somebody has decided or left"


@given(KINDS, st.integers(6, 12), st.integers(2, 4), SEEDS)
@settings(max_examples=25)
def test_a_season_that_ends_with_tables_nobody_has_moved_at_has_no_champion_and_no_records(
    kind: str, people: int, seats: int, chance: int
) -> None:
    season, random = opened(people, make_rules(kind, seats)), chances(chance)
    entry = draws(season)
    assume(entry is not None)
    add_entries(season, *([entry] if entry else []))
    for table in season.tables.values():
        before, _, _ = ends_of_table(table, random)
        add_entries(season, *before)
    add_entries(season, *build_last_day_entries(season, {}), build_end(season))
    assert find_champions(season) == []
    assert list_rated_games(season) == []
    assert build_careers([Volume(1, build_contribution(season), {})]) == {}


@given(KINDS, st.integers(6, 12), st.integers(2, 4), SEEDS)
@settings(max_examples=60)
def test_a_table_that_nobody_played_to_its_end_changes_as_little_as_one_that_was_struck(
    kind: str, people: int, seats: int, chance: int
) -> None:
    season, _ = some_seasons(kind, people, seats, chance)
    lines = []
    for line in season.lines:
        entry = line.entry
        if isinstance(entry, Resulted) and season.tables[entry.table].fate == "void":
            entry = Voided(table=entry.table)
        lines.append(LogLine(number=line.number, entry=entry))
    struck = Season(lines)
    for division in season.list_divisions():
        assert compute_standings(struck, division) == compute_standings(season, division) or kind == "cup"
    assert find_champions(struck) == find_champions(season) or kind == "cup"
    assert list_rated_games(struck) == list_rated_games(season)


@given(KINDS, st.integers(6, 12), st.integers(3, 4), SEEDS)
@settings(max_examples=60)
def test_nobody_gains_by_a_table_that_they_did_not_play_to_its_end(
    kind: str, people: int, seats: int, chance: int
) -> None:
    season, _ = some_seasons(kind, people, seats, chance)
    played = {number for table in season.tables.values() if table.counts for number in table.finishers}
    for division in season.list_divisions():
        for row in compute_standings(season, division):
            gained = row.points + (row.number == 1) * SIXTIETHS
            if row.number not in played:
                assert (gained, row.wins, row.seconds, row.share, row.berger, row.can_win) == (0, 0, 0, 0, 0, False)
    assert {*find_champions(season)} <= played
    for game in list_rated_games(season):
        assert {*game.places} <= played


# -- seasons that began by older rules -----------------------------------------------------------------


def test_a_season_of_the_edition_before_has_the_places_points_and_ratings_that_it_had() -> None:
    lines = json.loads((OLD_SEASONS / "swiss-silent.json").read_text())["lines"]
    season = Season([parse_line(json.dumps(line)) for line in lines])
    assert {one.number: (one.place, one.points, one.wins, one.share) for one in compute_standings(season, 1)} == {
        5: (1, 1410, 2, 3000000),
        1: (2, 1320, 2, 2433244),
        4: (3, 1320, 2, 3000000),
        7: (4, 1240, 2, 2310098),
        6: (5, 680, 2, 1197030),
        2: (6, 970, 2, 3000000),
        9: (7, 760, 1, 2398761),
        8: (8, 460, 1, 2000000),
        3: (9, 660, 0, 2133132),
    }
    assert find_champions(season) == [5]
    assert [game.places for game in list_rated_games(season)] == [
        {5: 1, 1: 2},
        {4: 1, 3: 2},
        {1: 1, 7: 2, 3: 3},
        {7: 1, 9: 2},
    ]
    assert all(step.ok for step in check(season.lines))
