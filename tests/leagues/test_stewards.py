"""What a steward who plays may decide, and what keeps them from it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues.entry_preview import simulate_entry
from bot.leagues.log_entries import (
    Adjudicated,
    Carded,
    Disqualified,
    Ended,
    Entry,
    Extended,
    InvalidEntry,
    Joined,
    Penalty,
    Protested,
    Reverted,
    Ruled,
    Substituted,
    Voided,
    Withdrew,
)
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_end import build_end
from bot.leagues.stewards import Decision, Interest, find_conflict, find_decision, find_effect, is_rival
from bot.leagues.titles import find_champions
from tests.leagues.seasons import SEEDS, chances, drawn, meddles, opened, play, result

END = Ended(levels={})


def kept(season: Season, mine: int | None, entry: Entry) -> Interest | None:
    """What keeps somebody from a decision, or from taking it back."""
    return find_conflict(season, mine, find_effect(season, entry))


@pytest.fixture
def season() -> Season:
    """Two divisions of seven; a helper has the number 15."""
    return drawn(14, helpers=1)


def rivals(season: Season, mine: int) -> tuple[int, int]:
    """Somebody else of one's own division, and somebody of the other one."""
    own = season.entrants[mine].division
    others = [one for one in season.entrants.values() if one.number != mine and not one.helper]
    return next(one.number for one in others if one.division == own), next(
        one.number for one in others if one.division != own
    )


def _fined(entrant: int) -> Entry:
    return Penalty(entrant=entrant, points=-3)


def _warned(entrant: int) -> Entry:
    return Carded(entrant=entrant)


def _put_out(entrant: int) -> Entry:
    return Disqualified(entrant=entrant)


@pytest.mark.parametrize("about", [_fined, _warned, _put_out])
def test_a_player_who_plays_in_a_division_fines_warns_and_puts_out_nobody_there(
    season: Season, about: Callable[[int], Entry]
) -> None:
    rival, stranger = rivals(season, 1)
    assert kept(season, 1, about(rival)) == "rival"
    assert kept(season, 1, about(stranger)) is None
    assert kept(season, 1, about(1)) == "oneself"
    assert kept(season, None, about(rival)) is None
    (line,) = add_entries(season, about(rival))
    (back,) = add_entries(season, Reverted(line=line.number))
    for number in (line.number, back.number):
        assert kept(season, 1, Reverted(line=number)) == "rival", "nor is it taken back, or brought back"
        assert kept(season, rivals(season, rival)[1], Reverted(line=number)) is None


def test_results_of_other_divisions_alone_are_theirs_to_put_right(season: Season) -> None:
    own = season.entrants[1].division or 0
    mine, other = (
        next(table for table in season.list_tables(own) if (1 in table.seats) == sits) for sits in (True, False)
    )
    far = next(table for table in season.tables.values() if table.division != own)
    for table, why in ((mine, "own table"), (other, "rival"), (far, None)):
        places = dict.fromkeys(table.seats, 1)
        assert kept(season, 1, Voided(table=table.number)) == why
        assert kept(season, 1, Adjudicated(table=table.number, places=places)) == why
        add_entries(season, result(table.number, *table.seats))
        (protest,) = add_entries(season, Protested(table=table.number, entrant=table.seats[0]))
        assert kept(season, 1, Ruled(protest=protest.number, upheld=True)) == why


def test_a_player_who_has_a_table_that_is_open_settles_no_end(season: Season) -> None:
    assert kept(season, 1, END) == "own open table"
    assert kept(season, 1, Extended(days=7)) == "own open table"
    assert kept(season, 15, END) is None, "who helps out has none"
    assert kept(season, None, END) is None
    own = [table for table in season.tables.values() if 1 in table.seats]
    add_entries(
        season,
        Substituted(table=next(one.number for one in season.tables.values() if one not in own), left=2, entrant=15),
    )
    assert kept(season, 15, END) == "own open table"
    for table in own:
        add_entries(season, result(table.number, *table.seats))
    assert kept(season, 1, END) == "rival", "it would decide the tables of others in their division"
    assert kept(season, 1, Extended(days=7)) is None
    for table in season.list_tables(season.entrants[1].division or 0):
        if table.is_open:
            add_entries(season, result(table.number, *table.seats))
    assert any(table.is_open for table in season.tables.values())
    assert kept(season, 1, END) is None


SOME = st.tuples(st.sampled_from(["division", "swiss", "cup"]), st.integers(0, 40), st.integers(0, 9), SEEDS)


@given(SOME)
@settings(max_examples=8)
def test_a_steward_who_plays_decides_nothing_that_its_preview_shows_moving_them_or_a_rival(
    some: tuple[str, int, int, int],
) -> None:
    decides_nothing_close(*some)


@pytest.mark.thorough
@given(SOME)
@settings(max_examples=400)
def test_nor_in_many_seasons(some: tuple[str, int, int, int]) -> None:
    decides_nothing_close(*some)


def decides_nothing_close(kind: str, moments: int, decisions: int, chance: int) -> None:
    """Whatever somebody may decide, or take back, changes nothing for them and for those with whom they compete."""
    rules = {"title": "fair", "seats": 3, "format": kind, "rounds": 3}
    random = chances(chance)
    season = play(drawn(9 if kind != "division" else 15, Rules.model_validate(rules)), random, times=moments)
    for _ in range(decisions):
        entry = meddles(season, random)
        add_entries(season, *([] if entry is None else [entry]))
    back = [Reverted(line=line.number) for line in season.lines if line.entry.undo == "revert"]
    for entry in [one for one in [meddles(season, random), *back[-3:]] if one is not None]:
        try:
            found = simulate_entry(season, entry)
        except InvalidEntry:
            continue
        effect = find_effect(season, entry)
        for mine in random.sample(range(1, 10), 3):
            if find_conflict(season, mine, effect) is None:
                close = {number for number in season.entrants if number == mine or is_rival(season, mine, number)}
                assert not close & found.changes.keys()
                assert not close & {one for table in found.tables.values() for one in table.after.seats}


def test_who_gave_a_warning_that_moves_nobody_is_still_a_rival_of_who_got_it(season: Season) -> None:
    rival, stranger = rivals(season, 1)
    assert simulate_entry(season, Carded(entrant=rival)).changes == {}
    assert kept(season, 1, Carded(entrant=rival)) == "rival"
    assert kept(season, 1, Carded(entrant=stranger)) is None


def test_the_end_is_taken_back_by_nobody_who_competes_with_its_champion(season: Season) -> None:
    play(season, chances(5))
    add_entries(season, build_end(season))
    champion, *_ = find_champions(season)
    rival, stranger = rivals(season, champion)
    back = Reverted(line=len(season.lines))
    assert kept(season, champion, back) == "oneself"
    assert kept(season, rival, back) == "rival"
    assert kept(season, stranger, back) is None


@pytest.mark.parametrize("format_", ["swiss", "cup"])
def test_in_swiss_seasons_and_cups_all_compete(format_: str) -> None:
    """Opponents of later rounds are not known yet."""
    season = drawn(14, Rules.model_validate({"title": "fair", "seats": 4, "format": format_, "rounds": 3}))
    play(season, chances(1))
    assert all(is_rival(season, 1, other) for other in range(2, 15))


def test_before_the_draw_anybody_may_come_into_ones_division() -> None:
    season = opened(5, helpers=1)
    assert is_rival(season, 1, 2)
    assert not is_rival(season, 6, 2), "who only helps out competes with nobody"
    add_entries(season, Withdrew(entrant=1))
    assert not is_rival(season, 1, 2), "nor does who was gone before anything was drawn"


def test_a_player_who_came_late_may_come_anywhere_and_a_helper_counts_where_they_have_helped(season: Season) -> None:
    add_entries(season, Joined(entrant=16, ticket="late"))
    assert is_rival(season, 1, 16)
    assert is_rival(season, 16, 1)
    _, stranger = rivals(season, 1)
    table = next(one for one in season.tables.values() if stranger in one.seats)
    add_entries(season, Substituted(table=table.number, left=stranger, entrant=15))
    assert is_rival(season, stranger, 15)
    assert not is_rival(season, 1, 15)


def test_a_player_who_has_left_the_division_judges_nobody_there_either(season: Season) -> None:
    rival, _ = rivals(season, 1)
    add_entries(season, Withdrew(entrant=1))
    assert is_rival(season, 1, rival)


def test_what_nobody_decides_cannot_be_taken_back(season: Season) -> None:
    assert find_decision(season, Reverted(line=1)) is None
    assert find_decision(season, Reverted(line=99)) is None
    assert find_decision(season, Reverted(line=0)) is None
    wanted: Decision = Penalty(entrant=1, points=1)
    assert find_decision(season, wanted) is wanted
