"""Warnings that players bring from one season of a league to the next."""

from __future__ import annotations

from bot.leagues.log_entries import Carded, Reverted, Withdrew
from bot.leagues.remembered_warnings import list_due_warnings, summarize_conduct
from bot.leagues.rules import Rules
from bot.leagues.ruling_effects import complete
from bot.leagues.season import Season, add_entries
from tests.leagues.seasons import drawn, opened, result


def season_of(*entries: Carded | Withdrew) -> Season:
    """A season of five at tables for four, with these entries after its draw."""
    season = drawn(5, Rules(title="fair", seats=4))
    add_entries(season, *entries)
    return season


def missed(entrant: int, season: Season | None = None) -> Carded:
    """A card for not coming to the first table of an entrant."""
    tables = (season or season_of()).tables.values()
    return Carded(entrant=entrant, table=next(table.number for table in tables if entrant in table.seats))


def test_who_was_barred_is_remembered_and_one_warning_is_none() -> None:
    found = summarize_conduct(season_of(Carded(entrant=1), Carded(entrant=1), Carded(entrant=2)))
    assert set(found.barred) == {1}
    assert set(found.clean) == {2, 3, 4, 5}


def test_who_left_a_season_has_not_played_it_cleanly() -> None:
    found = summarize_conduct(season_of(Withdrew(entrant=3)))
    assert set(found.clean) == {1, 2, 4, 5}


def test_nobody_has_played_a_season_that_was_never_drawn() -> None:
    found = summarize_conduct(opened(5))
    assert not found.barred
    assert not found.clean


def test_a_remembered_warning_counts_with_the_first_new_one_and_once() -> None:
    season = season_of()
    assert list_due_warnings(season, [1]) == []
    add_entries(season, missed(1, season))
    assert not season.is_barred(1)
    assert list_due_warnings(season, [2]) == []
    due = list_due_warnings(season, [1])
    assert due == [Carded(entrant=1)]
    add_entries(season, *due)
    assert season.is_barred(1)
    assert list_due_warnings(season, [1]) == []


def test_it_goes_with_the_warning_that_made_it_count_and_comes_with_the_next() -> None:
    season = season_of()
    add_entries(season, missed(1, season))
    warned = len(season.lines)
    add_entries(season, *list_due_warnings(season, [1]))
    add_entries(season, complete(season, Reverted(line=warned)))
    assert season.entrants[1].cards == 0
    assert list_due_warnings(season, [1]) == []
    add_entries(season, missed(1, season))
    assert list_due_warnings(season, [1]) == [Carded(entrant=1)]


def test_a_steward_can_forgive_it_and_it_does_not_come_back() -> None:
    season = season_of()
    add_entries(season, missed(1, season), Carded(entrant=1))
    add_entries(season, complete(season, Reverted(line=len(season.lines))))
    assert season.entrants[1].cards == 1
    assert list_due_warnings(season, [1]) == []


def test_a_barred_player_needs_no_remembered_warning() -> None:
    season = season_of()
    first, second = [table for table in season.tables.values() if 1 in table.seats][:2]
    add_entries(season, result(first.number, *first.seats))
    add_entries(season, missed(1, season), Carded(entrant=1, table=second.number))
    assert season.is_barred(1)
    assert list_due_warnings(season, [1]) == []
