"""Substitutes of teams: standing by, substitution, the results that count, and taking it back."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.leagues.entry_preview import simulate_entry
from bot.leagues.log_entries import (
    AskedOut,
    Carded,
    Disqualified,
    Entry,
    InvalidEntry,
    Joined,
    JoinedTeam,
    LeftTeam,
    Penalty,
    PutIn,
    Reverted,
    StandsBy,
    Withdrew,
    parse_line,
)
from bot.leagues.proof import check
from bot.leagues.rounds import has_next_round
from bot.leagues.rules import SIXTIETHS, Rules
from bot.leagues.ruling_effects import complete, find_effects
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.leagues.table_opening import assign_late_seats, list_waiting
from bot.leagues.teams import can_be_replaced, compute_team_standings, list_exchanges
from tests.leagues import independent
from tests.leagues.seasons import SEEDS, chances, file_of, next_draw, opened, play, result
from tests.leagues.test_teams import in_teams, mates_at_a_table, rules

SUBSTITUTE = 7


def with_a_substitute(seats: int = 3) -> Season:
    """Three teams of two after a round; the first has a substitute."""
    season = in_teams(opened(7, rules(2, seats)), (1, 2), (3, 4), (5, 6))
    add_entries(season, StandsBy(entrant=SUBSTITUTE, team=1))
    add_entries(season, next_draw(season))
    return season


def drawn_in(season: Season, number: int) -> set[int]:
    return {one for table in season.tables.values() if table.round == number for one in table.seats}


def points(season: Season, team: int) -> int:
    return next(one.points for one in compute_team_standings(season) if one.number == team)


def proven(season: Season) -> None:
    assert all(one.ok for one in check(season.lines)), [one.text for one in check(season.lines)]
    assert list(independent.problems(file_of(season))) == []


# -- standing by -----------------------------------------------------------------------------------------


def test_a_substitute_of_a_whole_team_is_not_drawn_and_waits_for_no_chair() -> None:
    season = with_a_substitute()
    assert drawn_in(season, 1) == {1, 2, 3, 4, 5, 6}
    assert season.teams[1] == (1, 2)
    assert season.list_ready_substitutes(1) == (SUBSTITUTE,)
    assert list_waiting(season) == []
    proven(season)


def test_a_team_that_is_too_small_is_filled_from_its_substitutes_by_the_first_draw() -> None:
    season = in_teams(opened(6, rules(2)), (1, 2), (3, 4))
    add_entries(season, StandsBy(entrant=5, team=1), Withdrew(entrant=2))
    add_entries(season, next_draw(season))
    assert season.teams[1] == (1, 5)
    assert season.substitute_of == {}
    proven(season)


@pytest.mark.parametrize("together", [False, True])
def test_a_player_who_stood_by_for_a_team_that_is_not_whole_plays_like_everybody(together: bool) -> None:
    season = in_teams(opened(8, rules(3, puts_together=together)), (1,), (2, 3, 4))
    add_entries(season, StandsBy(entrant=5, team=1))
    add_entries(season, next_draw(season))
    assert 5 in drawn_in(season, 1)
    assert season.substitute_of == {}
    assert (1 in season.teams) == together
    proven(season)


def test_nobody_stands_by_for_two_teams_nor_plays_in_one_and_stands_by_for_another() -> None:
    season = in_teams(opened(8, rules(2)), (1, 2), (3, 4))
    add_entries(season, StandsBy(entrant=5, team=1))
    for entry in (
        StandsBy(entrant=5, team=2),
        JoinedTeam(entrant=5, team=3),
        StandsBy(entrant=3, team=1),
        StandsBy(entrant=6, team=9),
    ):
        with pytest.raises(InvalidEntry):
            add_entries(season, entry)
    add_entries(season, next_draw(season))
    with pytest.raises(InvalidEntry, match="was drawn already"):
        add_entries(season, StandsBy(entrant=6, team=1))
    add_entries(season, Joined(entrant=9, ticket="late"), StandsBy(entrant=9, team=2))
    assert season.list_ready_substitutes(2) == (9,)


def test_a_player_who_stands_by_no_more_plays_for_themselves_from_the_next_round_on() -> None:
    season = with_a_substitute()
    add_entries(season, LeftTeam(entrant=SUBSTITUTE))
    play(season, chances(1))
    add_entries(season, next_draw(season))
    assert SUBSTITUTE in drawn_in(season, 2)
    assert SUBSTITUTE not in season.team_of
    proven(season)


def test_a_player_who_was_replaced_cannot_leave_their_team_to_play_for_themselves() -> None:
    season = with_a_substitute()
    add_entries(season, AskedOut(entrant=1), PutIn(left=1, entrant=SUBSTITUTE))
    with pytest.raises(InvalidEntry):
        add_entries(season, LeftTeam(entrant=1))
    with pytest.raises(InvalidEntry):
        add_entries(season, StandsBy(entrant=1, team=2))


@pytest.mark.parametrize(("team", "edition", "many"), [(2, 5, 1), (3, 5, 1), (4, 5, 2), (4, 4, 0), (0, 5, 0)])
def test_how_many_stand_by_for_a_team(team: int, edition: int, many: int) -> None:
    assert Rules(title="fair", seats=3, format="swiss", team=team, edition=edition).get_substitute_limit() == many


def test_teams_of_older_seasons_have_no_substitutes() -> None:
    season = in_teams(opened(3, rules(2).model_copy(update={"edition": 4})), (1, 2))
    with pytest.raises(InvalidEntry, match="no substitutes"):
        add_entries(season, StandsBy(entrant=3, team=1))


# -- put in ----------------------------------------------------------------------------------------------


def test_a_player_who_was_put_in_gets_no_chair_of_the_round_that_is_played() -> None:
    season = with_a_substitute()
    add_entries(season, Withdrew(entrant=2), PutIn(left=2, entrant=SUBSTITUTE))
    assert list_waiting(season) == []
    assert assign_late_seats(season) == []


def test_a_substitute_plays_from_the_next_draw_on_and_no_table_that_is_drawn_changes() -> None:
    season = with_a_substitute()
    before = {number: list(table.seats) for number, table in season.tables.items()}
    add_entries(season, Withdrew(entrant=2), PutIn(left=2, entrant=SUBSTITUTE))
    assert {number: table.seats for number, table in season.tables.items()} == before
    assert season.teams[1] == (1, SUBSTITUTE)
    play(season, chances(3))
    add_entries(season, next_draw(season))
    assert drawn_in(season, 2) == {1, 3, 4, 5, 6, SUBSTITUTE}
    assert mates_at_a_table(season) == []
    proven(season)


def test_a_player_who_was_replaced_is_drawn_no_more_unless_put_in_for_somebody_else() -> None:
    season = with_a_substitute()
    add_entries(season, AskedOut(entrant=1), PutIn(left=1, entrant=SUBSTITUTE))
    play(season, chances(3))
    add_entries(season, next_draw(season))
    assert 1 not in drawn_in(season, 2)
    add_entries(season, Withdrew(entrant=2), PutIn(left=2, entrant=1))
    play(season, chances(4))
    add_entries(season, next_draw(season))
    assert {1, SUBSTITUTE} <= drawn_in(season, 3)
    assert 2 not in drawn_in(season, 3)
    proven(season)


def test_the_next_who_still_plays_is_captain_after_a_captain_who_leaves_or_is_replaced() -> None:
    season = in_teams(opened(7, rules(3)), (1, 2, 3), (4, 5, 6))
    add_entries(season, StandsBy(entrant=7, team=1))
    add_entries(season, next_draw(season))
    assert season.find_captain(1) == 1
    add_entries(season, AskedOut(entrant=1), PutIn(left=1, entrant=7))
    assert season.find_captain(1) == 2
    add_entries(season, Withdrew(entrant=2))
    assert season.find_captain(1) == 3
    add_entries(season, Carded(entrant=3), Carded(entrant=3))
    assert season.find_captain(1) == 7
    add_entries(season, Disqualified(entrant=7))
    assert season.find_captain(1) is None


def test_a_substitute_is_put_in_for_a_player_who_plays_no_more_or_asks_for_it_and_for_nobody_else() -> None:
    season = with_a_substitute()
    assert list_exchanges(season, 1) == []
    add_entries(season, AskedOut(entrant=2))
    assert list_exchanges(season, 1) == [PutIn(left=2, entrant=SUBSTITUTE)]
    add_entries(season, AskedOut(entrant=2, asks=False))
    assert list_exchanges(season, 1) == []
    add_entries(season, Carded(entrant=2), Carded(entrant=2))
    assert can_be_replaced(season, 2)
    assert list_exchanges(season, 1) == [PutIn(left=2, entrant=SUBSTITUTE)]
    add_entries(season, Withdrew(entrant=SUBSTITUTE))
    assert list_exchanges(season, 1) == [], "the substitute is gone"


def test_once_the_last_round_is_drawn_nobody_is_put_in() -> None:
    season = in_teams(opened(7, rules(2, rounds=1)), (1, 2), (3, 4), (5, 6))
    add_entries(season, StandsBy(entrant=7, team=1))
    add_entries(season, next_draw(season))
    add_entries(season, Withdrew(entrant=2))
    assert list_exchanges(season, 1) == []


@pytest.mark.parametrize("entry", [PutIn(left=3, entrant=7), PutIn(left=1, entrant=3), PutIn(left=7, entrant=7)])
def test_only_a_substitute_of_ones_own_team_is_put_in(entry: PutIn) -> None:
    season = with_a_substitute()
    with pytest.raises(InvalidEntry, match="does not stand by"):
        add_entries(season, entry)


# -- what counts -----------------------------------------------------------------------------------------


def test_the_points_of_a_team_are_those_its_people_won_while_they_were_in_it() -> None:
    season = with_a_substitute()
    for table in season.tables.values():
        add_entries(season, result(table.number, *sorted(table.seats)))
    won = {row.number: row.points for row in compute_standings(season, 1)}
    add_entries(season, AskedOut(entrant=1), PutIn(left=1, entrant=SUBSTITUTE))
    assert points(season, 1) == won[1] + won[2], "what who was replaced had won stays"
    add_entries(season, next_draw(season))
    for table in [table for table in season.tables.values() if table.is_open]:
        add_entries(season, result(table.number, *sorted(table.seats, reverse=True)))
    now = {row.number: row for row in compute_standings(season, 1)}
    assert now[SUBSTITUTE].counted == 1, "a substitute's own standing counts from then on"
    assert points(season, 1) == won[1] + now[2].points + now[SUBSTITUTE].points
    team = next(one for one in compute_team_standings(season) if one.number == 1)
    assert (team.members, team.former) == ((2, SUBSTITUTE), (1,))
    add_entries(season, Penalty(entrant=1, points=2))
    assert points(season, 1) == won[1] + now[2].points + now[SUBSTITUTE].points - 2 * SIXTIETHS


def test_what_is_won_at_a_table_drawn_before_is_still_the_teams() -> None:
    season = with_a_substitute()
    add_entries(season, AskedOut(entrant=1), PutIn(left=1, entrant=SUBSTITUTE))
    for table in season.tables.values():
        add_entries(season, result(table.number, *sorted(table.seats)))
    own = {row.number: row.points for row in compute_standings(season, 1)}
    assert points(season, 1) == own[1] + own[2]


# -- taken back ------------------------------------------------------------------------------------------


def takes_back(season: Season, line: int) -> None:
    add_entries(season, complete(season, Reverted(line=line)))


def acts(season: Season, random: Random) -> Entry | None:
    """Something that people of teams may do while a season is played."""
    number = random.choice([*season.entrants])
    team = random.choice([*season.teams])
    exchange = list_exchanges(season, team)
    match random.randrange(8):
        case 0:
            return Joined(entrant=len(season.entrants) + 1, ticket=f"late {random.random()}")
        case 1 if number in list_waiting(season):
            return StandsBy(entrant=number, team=team)
        case 2 if number in season.team_of:
            return AskedOut(entrant=number, asks=random.random() < 0.9)
        case 3 if number in season.substitute_of and season.entrants[number].division is None:
            return LeftTeam(entrant=number)
        case 4 if season.entrants[number].status == "plays":
            return Withdrew(entrant=number) if random.random() < 0.5 else Carded(entrant=number)
        case 5 | 6 | 7 if exchange:
            return random.choice(exchange)
    return None


def acted(season: Season, random: Random, times: int) -> Season:
    for _ in range(times):
        entry = acts(season, random)
        if entry is not None:
            add_entries(season, entry)
    return season


def ready_to_act(team: int, chance: int) -> Season:
    random = chances(chance)
    season = in_teams(
        opened(4 * team + 3, rules(team, 3, rounds=6)), *(range(at, at + team) for at in range(1, 4 * team, team))
    )
    for number in range(4 * team + 1, 4 * team + 4):
        add_entries(season, StandsBy(entrant=number, team=random.randrange(1, 5)))
    add_entries(season, next_draw(season))
    return season


@given(st.integers(2, 4), SEEDS)
@example(2, 39386)  # a substitute with cards who never played and was replaced again may leave
@settings(max_examples=40)
def test_a_player_who_is_put_in_for_whom_draws_are_proven_and_no_two_of_a_team_meet(team: int, chance: int) -> None:
    random, season = chances(chance), ready_to_act(team, chance)
    for _ in range(4):
        acted(season, random, 12)
        play(season, random)
        acted(season, random, 6)
        teams = {each.number: {one for members in each.teams.values() for one in members} for each in season.rounds}
        played = {one for table in season.tables.values() for one in table.seats if one in teams[table.round]}
        assert all(season.find_team(one) is not None for one in played), "nobody leaves whom they have played for"
        assert not season.team_of.keys() & season.substitute_of.keys()
        assert all(len(members) == team for members in season.teams.values())
        if not has_next_round(season):
            break
        add_entries(season, next_draw(season))
        assert not drawn_in(season, season.rounds[-1].number) & season.substitute_of.keys()
        assert mates_at_a_table(season) == []
    proven(season)


@given(st.integers(2, 4), SEEDS)
@settings(max_examples=40)
def test_whatever_is_taken_back_whenever_it_is_refused_or_later_draws_are_proven(team: int, chance: int) -> None:
    random, season = chances(chance), ready_to_act(team, chance)
    for _ in range(4):
        acted(season, random, 12)
        play(season, random, times=random.randrange(20))
        for _ in range(2):
            kinds = PutIn | Withdrew | Carded | Reverted
            lines = [line.number for line in season.lines if isinstance(line.entry, kinds)]
            if lines:
                with suppress(InvalidEntry):
                    takes_back(season, random.choice(lines))
        play(season, random)
        assert not season.team_of.keys() & season.substitute_of.keys()
        assert all(len(members) == team for members in season.teams.values())
        assert season == Season(season.lines), "the log alone says all of it"
        if not has_next_round(season):
            break
        add_entries(season, next_draw(season))
        assert not drawn_in(season, season.rounds[-1].number) & season.substitute_of.keys()
        newest = season.rounds[-1].number
        assert not [at for at in mates_at_a_table(season) if season.tables[at].round == newest]
    proven(season)


@given(st.integers(2, 4), SEEDS)
@settings(max_examples=60)
def test_a_substitution_taken_back_before_the_next_draw_has_never_been(team: int, chance: int) -> None:
    random, season = chances(chance), ready_to_act(team, chance)
    for _ in range(random.randrange(3)):
        acted(season, random, 12)
        play(season, random)
        if has_next_round(season):
            add_entries(season, next_draw(season))
    for _ in range(20):
        acted(season, random, 1)
        exchange = [entry for number in season.teams for entry in list_exchanges(season, number)]
        if exchange:
            break
    else:
        return
    before = Season(season.lines)
    (line,) = add_entries(season, random.choice(exchange))
    assert isinstance(line.entry, PutIn)
    play(season, random, times=random.randrange(4))
    later = list(season.lines[line.number :])
    takes_back(season, line.number)
    add_entries(
        before, AskedOut(entrant=line.entry.entrant, asks=False)
    )  # which changes nothing, so numbers stay the same
    for one in later:
        add_entries(before, one.entry)
    assert season == before
    assert season.team_of == before.team_of
    if has_next_round(season):
        assert next_draw(season) == next_draw(before)


def test_a_substitution_taken_back_after_the_next_draw_leaves_that_round_and_ends_with_it() -> None:
    season = with_a_substitute()
    add_entries(season, AskedOut(entrant=1))
    (line,) = add_entries(season, PutIn(left=1, entrant=SUBSTITUTE))
    play(season, chances(5))
    add_entries(season, next_draw(season))
    drawn = drawn_in(season, 2)
    takes_back(season, line.number)
    assert drawn_in(season, 2) == drawn, "what is drawn stays"
    assert season.teams[1] == (1, 2)
    assert season.list_ready_substitutes(1) == (SUBSTITUTE,)
    play(season, chances(6))
    own = {row.number: row for row in compute_standings(season, 1)}
    assert own[SUBSTITUTE].counted == 1, "what was won there is the substitute's own"
    assert points(season, 1) == own[1].points + own[2].points, "and not the team's"
    add_entries(season, next_draw(season))
    assert drawn_in(season, 3) == {1, 2, 3, 4, 5, 6}
    proven(season)


def test_a_substitution_that_counts_again_is_as_if_it_had_never_been_taken_back() -> None:
    season = with_a_substitute()
    add_entries(season, AskedOut(entrant=1))
    (line,) = add_entries(season, PutIn(left=1, entrant=SUBSTITUTE))
    before = Season(season.lines)
    takes_back(season, line.number)
    takes_back(season, line.number + 1)
    assert season == before


@pytest.mark.parametrize("why", [Withdrew(entrant=2), Disqualified(entrant=2)])
def test_a_player_who_was_out_by_mistake_has_their_place_again_until_a_round_was_drawn_without_them(why: Entry) -> None:
    season = with_a_substitute()
    before = Season(season.lines)
    (line,) = add_entries(season, why)
    add_entries(season, PutIn(left=2, entrant=SUBSTITUTE))
    drawn_since = Season(season.lines)
    takes_back(season, line.number)
    assert season == before
    play(drawn_since, chances(7))
    add_entries(drawn_since, next_draw(drawn_since))
    takes_back(drawn_since, line.number)
    assert drawn_since.teams[1] == (1, SUBSTITUTE)
    assert drawn_since.list_ready_substitutes(1) == (2,), "they stand by, and can be put in for somebody else"
    proven(drawn_since)


def test_a_player_who_is_out_or_asks_all_the_same_stays_replaced() -> None:
    season = with_a_substitute()
    add_entries(season, Carded(entrant=2), Carded(entrant=2), Carded(entrant=2), PutIn(left=2, entrant=SUBSTITUTE))
    card = next(line.number for line in season.lines if isinstance(line.entry, Carded))
    assert find_effects(season, card).also == set(), "two warnings are enough"
    assert 2 in simulate_entry(season, Reverted(line=card)).barred, "and a preview says that they get no more tables"
    takes_back(season, card)
    assert 2 not in simulate_entry(season, Reverted(line=card + 1, also=(card + 3,))).barred
    assert find_effects(season, card + 1).also == {card + 3}
    other = with_a_substitute()
    add_entries(other, AskedOut(entrant=2))
    (line,) = add_entries(other, Withdrew(entrant=2))
    add_entries(other, PutIn(left=2, entrant=SUBSTITUTE))
    assert find_effects(other, line.number).also == set(), "they had asked to be replaced"


def test_a_substitution_upon_which_another_rests_is_taken_back_after_that() -> None:
    season = with_a_substitute()
    add_entries(season, AskedOut(entrant=1))
    (first,) = add_entries(season, PutIn(left=1, entrant=SUBSTITUTE))
    add_entries(season, AskedOut(entrant=2))
    (second,) = add_entries(season, PutIn(left=2, entrant=1))
    with pytest.raises(InvalidEntry, match="later ones rest upon it"):
        takes_back(season, first.number)
    takes_back(season, second.number)
    takes_back(season, first.number)
    assert season.teams[1] == (1, 2)


# -- the proof -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["never put in", "somebody else", "not replaced"])
def test_a_substitution_that_was_changed_is_found_by_us_and_by_somebody_elses_program(what: str) -> None:
    season = with_a_substitute()
    add_entries(season, AskedOut(entrant=1), PutIn(left=1, entrant=SUBSTITUTE))
    play(season, chances(8))
    add_entries(season, next_draw(season))
    file = file_of(season)
    entry = next(line["entry"] for line in file["lines"] if line["entry"]["kind"] == "put in")
    match what:
        case "never put in":
            entry.clear()
            entry.update({"kind": "asks to be replaced", "entrant": 1, "asks": False})
        case "somebody else":
            entry["left"] = 2
        case _:
            drawn = file["lines"][-1]["entry"]
            drawn["divisions"]["1"].append(1)
            drawn["tables"][0]["seats"] = [*drawn["tables"][0]["seats"][:2], 1]
    assert list(independent.problems(file)) != []
    try:
        found = check([parse_line(json.dumps(line)) for line in file["lines"]])
    except InvalidEntry:
        return
    assert not all(one.ok for one in found)
