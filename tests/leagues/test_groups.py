"""Groups, then a knock-out: who goes on, how they are seeded, and whom they meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues import cup, groups
from bot.leagues.draw import collect_tickets
from bot.leagues.entry_preview import simulate_entry
from bot.leagues.log_entries import Corrected, Disqualified, Drawn, Ended, Resulted, Reverted, Voided, Withdrew
from bot.leagues.proof import check
from bot.leagues.reachable_places import compute_range
from bot.leagues.round_robin import is_complete, is_possible
from bot.leagues.rounds import has_next_round
from bot.leagues.rules import Rules
from bot.leagues.season import KNOCKOUT, Season, add_entries
from bot.leagues.season_end import build_end, collect_brought
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import compute_standings
from bot.leagues.stewards import find_conflict, find_effect
from bot.leagues.titles import find_champions
from tests.leagues import independent
from tests.leagues.seasons import SEATS, SEEDS, chances, drawn, file_of, meddles, next_draw, places, play, unsealed


def of_groups(seats: int = 2, through: int = 2, per_division: int | None = None) -> Rules:
    return Rules(title="fair", seats=seats, format="groups", through=through, per_division=per_division)


def without_ties(season: Season, random: Random) -> None:
    """Every open table ends in some order."""
    for table in [table for table in season.tables.values() if table.is_open]:
        scores = dict(zip(table.seats, random.sample(range(100), len(table.seats)), strict=True))
        order = sorted(scores, key=lambda number: -scores[number])
        add_entries(season, Resulted(table=table.number, places=places(*order), scores=scores))


def knockout_of(season: Season) -> Drawn:
    """The first draw of a knock-out, whose groups are decided."""
    assert has_next_round(season)
    return next_draw(season)


def count_rematches(season: Season, tables: Sequence[Sequence[int]]) -> int:
    met = groups.count_group_meetings(season)
    return sum(met[one][other] > 0 for table in tables for one, other in combinations(table, 2))


def test_groups_have_letters_and_the_knock_out_comes_first() -> None:
    season = drawn(12, of_groups())
    assert [groups.format_group(division) for division in season.list_divisions()] == ["group A", "group B", "group C"]
    assert groups.format_group(KNOCKOUT + 27) == "group 27"
    without_ties(season, chances(1))
    add_entries(season, knockout_of(season))
    assert season.list_divisions()[0] == KNOCKOUT


def test_the_best_two_of_each_group_go_on_and_the_winners_meet_none_of_their_group() -> None:
    season = drawn(16, of_groups())
    without_ties(season, chances(2))
    best = {row.number for group in groups.list_groups(season) for row in compute_standings(season, group)[:2]}
    first = {row.number for group in groups.list_groups(season) for row in compute_standings(season, group)[:1]}
    entry = knockout_of(season)
    assert set(entry.divisions[KNOCKOUT]) == best
    assert [len(first.intersection(table.seats)) for table in entry.tables] == [1] * 4, "winners meet seconds"
    assert count_rematches(season, [table.seats for table in entry.tables]) == 0


def test_where_the_knock_out_does_not_come_out_even_the_best_seeds_have_no_game() -> None:
    season = drawn(12, of_groups())
    without_ties(season, chances(3))
    entry = knockout_of(season)
    seeds = sorted(groups.list_qualifiers(season), key=lambda one: one.rank)
    assert len(seeds) == 6
    assert len(entry.byes) == 2
    assert {one.rank for one in seeds[:2]} == {one.rank for one in seeds if one.number in entry.byes}


def test_of_larger_tables_the_best_others_fill_the_last_one() -> None:
    season = drawn(21, of_groups(4))
    without_ties(season, chances(4))
    entry = knockout_of(season)
    assert [len(table.seats) for table in entry.tables] == [4, 4]
    rows = [row for group in groups.list_groups(season) for row in compute_standings(season, group)]
    assert sum(row.place == 3 for row in rows if row.number in entry.divisions[KNOCKOUT]) == 2


def test_who_shares_the_last_place_that_goes_on_goes_on() -> None:
    season = drawn(8, of_groups(through=1))
    for table in [*season.tables.values()]:
        add_entries(season, Resulted(table=table.number, places=dict.fromkeys(table.seats, 1)))
    assert len(groups.list_qualifiers(season)) == 8


def test_nobody_goes_on_who_has_left_or_played_no_table_to_its_end() -> None:
    season = drawn(8, of_groups())
    one, other = groups.list_groups(season)
    gone = season.list_entrants(one)[0].number
    add_entries(season, Withdrew(entrant=gone))
    for table in [table for table in season.tables.values() if table.is_open]:
        silent = table.seats if table.division == other else ()
        order = sorted(table.seats, key=lambda number: number != gone)
        add_entries(season, Resulted(table=table.number, places=places(*order), held=tuple(silent)))
    on = {one.number for one in groups.list_qualifiers(season)}
    assert gone not in on
    assert on < {entrant.number for entrant in season.list_entrants(one)}


def test_a_season_of_groups_in_which_nothing_was_played_has_no_knock_out_and_no_champion() -> None:
    season = drawn(8, of_groups())
    add_entries(season, *(Voided(table=number) for number in [*season.tables]))
    assert not has_next_round(season)
    add_entries(season, build_end(season))
    assert find_champions(season) == ()


def test_ended_before_its_knock_out_a_season_of_groups_has_no_champion() -> None:
    season = drawn(8, of_groups())
    without_ties(season, chances(5))
    add_entries(season, build_end(season))
    assert find_champions(season) == ()


def test_a_single_entrant_who_goes_on_is_the_champion() -> None:
    season = drawn(4, of_groups(through=1))
    without_ties(season, chances(6))
    assert not has_next_round(season)
    add_entries(season, build_end(season))
    assert find_champions(season) == [compute_standings(season, KNOCKOUT + 1)[0].number]


def test_a_correction_after_the_knock_out_was_drawn_changes_the_group_and_no_round_of_it() -> None:
    season = drawn(8, of_groups())
    without_ties(season, chances(7))
    add_entries(season, knockout_of(season))
    table = season.tables[1]
    tables = {number: [*other.seats] for number, other in season.tables.items()}
    turned = dict(zip(table.places, reversed(table.places.values()), strict=True))
    found = simulate_entry(season, Corrected(table=1, places=turned))
    assert {*table.seats} <= found.changes.keys()
    add_entries(season, Corrected(table=1, places=turned))
    assert {number: other.seats for number, other in season.tables.items()} == tables


def test_a_steward_who_plays_rules_on_nobody_else_of_the_groups_but_an_outsider_may() -> None:
    season = drawn(8, of_groups())
    without_ties(season, chances(8))
    one, other = (season.list_entrants(group)[0].number for group in groups.list_groups(season))
    effect = find_effect(season, Disqualified(entrant=other))
    assert find_conflict(season, one, effect) == "rival", "they may meet in the knock-out"
    assert find_conflict(season, None, effect) is None


def test_places_of_the_knock_out_come_before_those_who_did_not_go_on() -> None:
    season = play_to_its_end(drawn(12, of_groups()), chances(9))
    add_entries(season, build_end(season))
    brought = collect_brought(season, {number: number for number in season.entrants})
    on = {one.number for one in season.list_entrants(KNOCKOUT)}
    assert max(brought[number].place for number in on) < min(brought[number].place for number in brought.keys() - on)
    assert brought[find_champions(season)[0]].place == 1


def play_to_its_end(season: Season, random: Random, *, ties: bool = False) -> Season:
    while True:
        if ties:
            play(season, random)
        else:
            without_ties(season, random)
        if not has_next_round(season):
            return season
        add_entries(season, next_draw(season))


# -- thousands of small seasons ------------------------------------------------------------------------


def fewest_rematches(line: Sequence[int], tables: int, met: Mapping[int, Mapping[int, int]]) -> int:
    """The fewest pairs who meet again, of all ways in which each pot sits down, one at each table."""
    pots = [line[at : at + tables] for at in range(0, len(line), tables)]
    best = [[number] for number in pots[0]]

    def search(seated: list[list[int]], rest: Sequence[Sequence[int]]) -> int:
        if not rest:
            return sum(met[one][other] > 0 for table in seated for one, other in combinations(table, 2))
        first, there = len(seated) - len(rest[0]), rest[0]
        return min(
            search(
                [*seated[:first], *([*table, number] for table, number in zip(seated[first:], order, strict=True))],
                rest[1:],
            )
            for order in permutations(there)
        )

    return search(best, pots[1:])


@given(st.integers(4, 30), st.integers(1, 4), SEEDS)
@settings(max_examples=1500, deadline=None)
def test_at_tables_for_two_nobody_meets_again_unless_the_seeds_leave_no_other_way(
    people: int, through: int, chance: int
) -> None:
    season = drawn(people, of_groups(2, through, 2 + chance % 6))
    without_ties(season, chances(chance))
    if not has_next_round(season):
        return
    entry = knockout_of(season)
    seeds = [one for one in groups.sort_seeds(season, entry.divisions[KNOCKOUT]) if one not in entry.byes]
    if len(entry.tables) > 6:
        seeds = []
    met = groups.count_group_meetings(season)
    if seeds:
        fewest = fewest_rematches(seeds, len(entry.tables), met)
        assert count_rematches(season, [table.seats for table in entry.tables]) == fewest


@given(st.integers(6, 40), st.integers(3, 6), st.integers(1, 4), SEEDS)
@settings(max_examples=400, deadline=None)
def test_at_larger_tables_few_meet_again(people: int, seats: int, through: int, chance: int) -> None:
    season = drawn(max(people, seats), of_groups(seats, through))
    without_ties(season, chances(chance))
    entry = knockout_of(season)
    seeds = groups.sort_seeds(season, entry.divisions[KNOCKOUT])
    if 2 <= len(entry.tables) <= 4:
        fewest = fewest_rematches(seeds, len(entry.tables), groups.count_group_meetings(season))
        assert count_rematches(season, [table.seats for table in entry.tables]) <= fewest + 1


@given(st.integers(2, 40), SEATS, st.integers(1, 4), SEEDS)
@settings(max_examples=600, deadline=None)
def test_every_season_of_groups_is_decided_proven_and_survives_what_people_do(
    people: int, seats: int, through: int, chance: int
) -> None:
    random = chances(chance)
    season = drawn(max(people, seats), of_groups(seats, through))
    assert all(is_possible(len(season.list_entrants(group)), seats) for group in groups.list_groups(season))
    for _ in range(40):
        play(season, random, times=random.randrange(1, 60))
        entry = meddles(season, random) if random.randrange(3) == 0 else None
        if entry is not None:
            must_be_undone(season, entry)
            add_entries(season, entry)
        play(season, random)
        if not has_next_round(season):
            break
        before, going = Season(season.lines), {*cup.list_advancing(season)}
        add_entries(season, next_draw(season))
        assert going == {*season.rounds[-1].divisions[KNOCKOUT]}, "who goes on plays, or has no game"
        assert going <= collect_tickets(before).keys()
        seated = [one for table in season.tables.values() if table.is_open for one in table.seats]
        assert sorted([*seated, *season.rounds[-1].byes]) == sorted(going)
        for number in going:
            found = compute_range(season, number)
            assert found.best <= found.worst
    else:
        pytest.fail("it never ends")
    assert season == Season(season.lines)
    add_entries(season, build_end(season))
    champions = find_champions(season)
    if groups.has_knockout(season):
        assert {*champions} <= {one.number for one in season.list_entrants(KNOCKOUT)}
    found_wrong = [one.text for one in check(unsealed(season).lines) if not one.is_proven]
    assert found_wrong == []
    assert [*independent.problems(file_of(season))] == []


@given(st.integers(4, 24), SEATS, SEEDS)
@settings(max_examples=100, deadline=None)
def test_places_in_a_group_are_those_that_the_page_describes(people: int, seats: int, chance: int) -> None:
    random = chances(chance)
    season = drawn(max(people, seats), of_groups(seats))
    for _ in range(6):
        play(season, random, times=20)
        entry = meddles(season, random)
        if entry is not None:
            add_entries(season, entry)
    results = independent.Results(file_of(season)["lines"])
    for group in groups.list_groups(season):
        by_page = results.rank_group(group, [one.number for one in season.list_entrants(group)])
        ours = {row.number: row.place for row in compute_standings(season, group)}
        assert {row["number"]: row["place"] for row in by_page} == ours


@pytest.mark.parametrize("what", ["sizes", "qualifier", "seats", "bye"])
def test_what_was_changed_in_a_knock_out_is_found_by_the_program_of_somebody_else(what: str) -> None:
    season = drawn(12, of_groups())
    without_ties(season, chances(3))
    entry = knockout_of(season)
    add_entries(season, entry)
    file = file_of(unsealed(season))
    assert [*independent.problems(file)] == []
    first, second = (line["entry"] for line in file["lines"] if line["entry"]["kind"] == "drawn")
    match what:
        case "sizes":
            first["divisions"]["2"].append(first["divisions"]["3"].pop())
        case "qualifier":
            goes, stays = entry.divisions[KNOCKOUT][0], ({*season.entrants} - {*entry.divisions[KNOCKOUT]}).pop()
            second["divisions"]["1"][0] = stays
            for table in second["tables"]:
                table["seats"] = [stays if number == goes else number for number in table["seats"]]
        case "seats":
            one, other = second["tables"]
            one["seats"][0], other["seats"][0] = other["seats"][0], one["seats"][0]
        case "bye":
            second["byes"] = second["byes"][::-1]
    assert [*independent.problems(file)] != []


def must_be_undone(season: Season, entry: object) -> None:
    """An entry that is taken back leaves the season as it was."""
    other = Season(season.lines)
    add_entries(other, entry)  # type: ignore[arg-type]
    add_entries(other, Reverted(line=len(other.lines)))
    assert other == Season(season.lines)


def list_open(season: Season) -> list[LeagueTable]:
    return [table for table in season.tables.values() if table.is_open]


def test_a_person_who_leaves_in_the_knock_out_frees_their_seat_there_and_keeps_their_group() -> None:
    season = drawn(8, of_groups())
    without_ties(season, chances(10))
    add_entries(season, knockout_of(season))
    table = list_open(season)[0]
    gone = table.seats[0]
    group = season.entrants[gone].group
    assert group is not None
    before = [(row.number, row.place) for row in compute_standings(season, group)]
    add_entries(season, Withdrew(entrant=gone))
    assert gone in season.tables[table.number].absent
    assert [(row.number, row.place) for row in compute_standings(season, group)] == before


def test_a_person_who_is_put_out_after_the_knock_out_is_last_in_both() -> None:
    season = play_to_its_end(drawn(8, of_groups()), chances(11))
    first = compute_standings(season, KNOCKOUT)[0].number
    add_entries(season, Disqualified(entrant=first))
    group = season.entrants[first].group
    assert group is not None
    for division in (KNOCKOUT, group):
        assert compute_standings(season, division)[-1].number == first
    assert first not in find_champions(season)


def test_the_knock_out_is_refused_while_a_group_is_still_played() -> None:
    season = drawn(8, of_groups())
    assert not has_next_round(season)
    with pytest.raises(ValueError, match="still open"):
        next_draw(season)


@pytest.mark.parametrize("edition", range(1, 8))
def test_older_seasons_have_no_groups_and_no_sizes_of_their_own(edition: int) -> None:
    with pytest.raises(ValueError, match="newer seasons"):
        Rules(title="fair", seats=2, format="groups", edition=edition)
    with pytest.raises(ValueError, match="newer seasons"):
        Rules(title="fair", seats=2, per_division=5, edition=edition)


@pytest.mark.parametrize(("people", "sizes"), [(24, [6, 6, 6, 6]), (10, [5, 5])])
def test_in_groups_of_the_size_that_suits_the_game_everybody_meets(people: int, sizes: list[int]) -> None:
    season = drawn(people, of_groups(3))
    assert [len(season.list_entrants(one)) for one in season.list_divisions()] == sizes
    assert all(is_complete(size, 3) for size in sizes)


@pytest.mark.parametrize(("seats", "size", "sizes"), [(2, 5, [5, 5, 5, 5]), (3, 10, [10, 10]), (4, 16, [10, 10])])
def test_the_size_of_divisions_can_be_chosen(seats: int, size: int, sizes: list[int]) -> None:
    for kind in ("division", "groups"):
        season = drawn(20, Rules(title="fair", seats=seats, format=kind, per_division=size))
        assert [len(season.list_entrants(one)) for one in season.list_divisions()] == sizes
        assert all(one.is_proven for one in check(unsealed(season, {}).lines))


def test_a_season_that_ends_is_ended_once() -> None:
    season = play_to_its_end(drawn(9, of_groups(3)), chances(12), ties=True)
    add_entries(season, build_end(season))
    assert isinstance(season.lines[-1].entry, Ended)
    assert season.next_divisions is not None
