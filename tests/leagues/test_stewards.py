"""What a steward who plays may decide, and what keeps them from it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.leagues.log_entries import (
    Adjudicated,
    Carded,
    Disqualified,
    Ended,
    Entry,
    Extended,
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
from bot.leagues.stewards import Decision, Interest, find_conflict, find_decision, is_rival
from tests.leagues.seasons import chances, drawn, opened, play, result

END = Ended(levels={})


def kept(season: Season, mine: int | None, entry: Entry) -> Interest | None:
    """What keeps somebody from a decision, or from taking it back."""
    about = find_decision(season, entry)
    assert about is not None
    return find_conflict(season, mine, about)


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


def test_results_of_tables_at_which_they_never_sat_are_theirs_to_put_right(season: Season) -> None:
    own = season.entrants[1].division or 0
    mine, other = (
        next(table for table in season.list_tables(own) if (1 in table.seats) == sits) for sits in (True, False)
    )
    for table, why in ((mine, "own table"), (other, None)):
        places = dict.fromkeys(table.seats, 1)
        assert kept(season, 1, Voided(table=table.number)) == why
        assert kept(season, 1, Adjudicated(table=table.number, places=places)) == why
        add_entries(season, result(table.number, *table.seats))
        (protest,) = add_entries(season, Protested(table=table.number, entrant=table.seats[0]))
        assert kept(season, 1, Ruled(protest=protest.number, upheld=True)) == why


def test_a_player_who_has_a_table_that_is_open_settles_no_end(season: Season) -> None:
    assert find_conflict(season, 1, END) == "own open table"
    assert find_conflict(season, 1, Extended(days=7)) == "own open table"
    assert find_conflict(season, 15, END) is None, "who helps out has none"
    assert find_conflict(season, None, END) is None
    own = [table for table in season.tables.values() if 1 in table.seats]
    add_entries(
        season,
        Substituted(table=next(one.number for one in season.tables.values() if one not in own), left=2, entrant=15),
    )
    assert find_conflict(season, 15, END) == "own open table"
    for table in own:
        add_entries(season, result(table.number, *table.seats))
    assert any(table.is_open for table in season.tables.values())
    assert find_conflict(season, 1, END) is None
    assert find_conflict(season, 1, Extended(days=7)) is None


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
