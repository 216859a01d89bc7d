"""Pairings by hand: whom an organiser keeps apart, and the tables that they ask for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues.by_hand import list_unmet
from bot.leagues.log_entries import Drawn, Entry, InvalidEntry, JoinedTeam, KeptApart, Reverted, SeatedTogether
from bot.leagues.proof import check
from bot.leagues.rounds import has_next_round
from bot.leagues.rules import Format, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.stewards import find_conflict, find_effect
from tests.leagues import independent
from tests.leagues.seasons import SEATS, SEEDS, chances, file_of, next_draw, opened, play, unsealed

FORMATS: tuple[Format, ...] = ("division", "swiss", "cup", "groups")


def of(kind: Format, seats: int = 2, edition: int = 8) -> Rules:
    return Rules(title="fair", seats=seats, format=kind, rounds=3 if kind == "swiss" else 20, edition=edition)


def shares(entry: Drawn, *people: int) -> bool:
    return any({*people} <= {*table.seats} for table in entry.tables)


@pytest.mark.parametrize("kind", ["swiss", "cup"])
def test_a_table_that_is_asked_for_is_drawn_once_and_a_pair_kept_apart_until_it_is_taken_back(kind: Format) -> None:
    season = opened(16, of(kind, seats=4))
    add_entries(season, SeatedTogether(entrants=(3, 9, 14)))
    apart = [add_entries(season, KeptApart(entrant=1, other=other))[0] for other in range(2, 9)]
    entry = next_draw(season)
    assert shares(entry, 3, 9, 14)
    assert not any(shares(entry, 1, other) for other in range(2, 9))
    assert [*list_unmet(season, entry)] == []
    add_entries(season, entry)
    assert season.seated_together == {}
    assert len(season.kept_apart) == 7
    add_entries(season, Reverted(line=apart[0].number))
    assert frozenset({1, 2}) not in season.kept_apart.values()


@pytest.mark.parametrize("kind", ["division", "groups"])
def test_in_divisions_a_pair_comes_into_two_and_those_asked_for_into_one(kind: Format) -> None:
    season = opened(24, of(kind, seats=4))
    plain = next_draw(season)
    (first, a, b, *_), (second, *_) = [[*members] for members in plain.divisions.values()][:2]
    add_entries(season, SeatedTogether(entrants=(first, second)), KeptApart(entrant=a, other=b))
    entry = next_draw(season)
    where = {number: division for division, members in entry.divisions.items() for number in members}
    assert where[first] == where[second]
    assert where[a] != where[b]


def test_who_is_asked_for_has_no_bye() -> None:
    for kind in ("swiss", "cup"):
        season = opened(5, of(kind))
        add_entries(
            season, SeatedTogether(entrants=(*next_draw(season).byes[:1], next_draw(season).tables[0].seats[0]))
        )
        entry = next_draw(season)
        assert not {*season.seated_together.popitem()[1]} & {*entry.byes}


def test_what_cannot_be_met_is_named_by_its_line() -> None:
    season = opened(2, of("cup"))
    (line,) = add_entries(season, KeptApart(entrant=1, other=2))
    assert [*list_unmet(season, next_draw(season))] == [line.number]


@pytest.mark.parametrize(
    "entry",
    [
        KeptApart(entrant=1, other=1),
        KeptApart(entrant=1, other=99),
        SeatedTogether(entrants=(1, 2, 3)),
        SeatedTogether(entrants=(2, 2)),
    ],
)
def test_a_pairing_of_nobody_or_of_too_many_is_refused(entry: Entry) -> None:
    with pytest.raises(InvalidEntry):
        add_entries(opened(8, of("swiss")), entry)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_steward_who_plays_pairs_nobody_by_hand_nor_takes_it_back(kind: Format) -> None:
    season = opened(16, of(kind, seats=4), helpers=1)
    lines = add_entries(season, KeptApart(entrant=2, other=3), SeatedTogether(entrants=(4, 5)))
    for line in lines:
        for entry in (line.entry, Reverted(line=line.number)):
            effect = find_effect(season, entry)
            assert find_conflict(season, 1, effect) == "rival"
            assert find_conflict(season, 2, effect) in {"oneself", "rival"}
            assert find_conflict(season, 17, effect) is None
            assert find_conflict(season, None, effect) is None


def test_a_season_of_an_older_edition_and_a_ladder_are_not_paired_by_hand() -> None:
    ladder = Rules(title="fair", seats=2, format="ladder", last_day="plays on")
    for rules in (of("swiss", edition=7), ladder):
        with pytest.raises(InvalidEntry, match="nothing is paired by hand"):
            add_entries(opened(4, rules), KeptApart(entrant=1, other=2))


@given(st.sampled_from(FORMATS), SEATS, st.integers(6, 30), SEEDS)
@settings(max_examples=1000, deadline=None)
def test_every_draw_with_pairings_by_hand_seats_everybody_once_and_repeats_from_its_file(
    kind: Format, seats: int, people: int, chance: int
) -> None:
    random = chances(chance)
    season = opened(max(people, seats), of(kind, seats))
    decisions = 0
    for _ in range(2):
        there = [one.number for one in season.entrants.values()]
        for _ in range(random.randrange(4)):
            one, other = random.sample(there, 2)
            add_entries(season, KeptApart(entrant=one, other=other))
        for _ in range(random.randrange(3)):
            add_entries(season, SeatedTogether(entrants=tuple(random.sample(there, random.randrange(2, seats + 1)))))
        before = Season(season.lines)
        decisions += len(before.kept_apart) + len(before.seated_together)
        entry = next_draw(season)
        seated = [number for table in entry.tables for number in table.seats]
        if kind in {"swiss", "cup"}:
            assert sorted([*seated, *entry.byes]) == sorted(entry.divisions[1])
        plain = (
            Season([line for line in before.lines if not isinstance(line.entry, KeptApart | SeatedTogether)])
            if (not before.rounds and not before.kept_apart and not before.seated_together)
            else None
        )
        assert plain is None or next_draw(plain) == entry
        add_entries(season, entry)
        play(season, random)
        if not has_next_round(season):
            break
    found = check(unsealed(season).lines)
    assert [one.text for one in found if not one.ok] == []
    listed = [one for one in found if one.is_statement]
    assert len(listed) == decisions
    assert not any(one.is_proven for one in listed)
    assert [*independent.problems(file_of(season))] == []


def test_a_single_table_that_is_asked_for_is_met_wherever_it_fits() -> None:
    for kind in ("swiss", "cup"):
        for chance in range(60):
            random = chances(chance)
            season = opened(12 + chance % 9, of(kind, 3 + chance % 3))
            group = tuple(random.sample(range(1, 13), 2))
            add_entries(season, SeatedTogether(entrants=group))
            assert shares(next_draw(season), *group)


def test_no_two_of_one_team_sit_together_whatever_is_asked_for() -> None:
    season = opened(12, Rules(title="fair", seats=3, format="swiss", rounds=3, team=2))
    add_entries(season, *(JoinedTeam(entrant=one, team=(one + 1) // 2) for one in range(1, 13)))
    add_entries(season, SeatedTogether(entrants=(1, 2)), SeatedTogether(entrants=(3, 5, 7)))
    entry = next_draw(season)
    add_entries(season, entry)
    assert not shares(entry, 1, 2)
