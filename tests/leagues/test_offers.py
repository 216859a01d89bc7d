"""Whom empty chairs are offered to, by a season's log alone."""

from __future__ import annotations

import pytest

from bot.leagues.log_entries import (
    Began,
    Disqualified,
    InvalidEntry,
    Joined,
    Left,
    Offered,
    PassedOn,
    Reverted,
    Substituted,
    Voided,
)
from bot.leagues.rules import EDITION
from bot.leagues.ruling_effects import complete
from bot.leagues.season import Season, add_entries
from bot.leagues.seat_offers import find_reserved_for, list_candidates, list_due_offers, list_open_offers
from tests.leagues.seasons import one_table

UNTIL = "2026-03-02T12:00:00+00:00"
LATE = 7
"""Who joins after the draw; 5 and 6 are helpers."""


def one_left(edition: int = EDITION) -> Season:
    """A table that is being played, at which 2 has left their chair, while somebody waits who came late."""
    begun = Began(table=1, game_id=1)
    return one_table(begun, Joined(entrant=LATE, ticket="late"), Left(table=1, entrant=2), edition=edition)


def test_a_player_who_waits_is_asked_before_all_helpers() -> None:
    assert list_candidates(one_left()) == [LATE, 5, 6]


def test_in_a_season_of_an_older_edition_the_first_to_press_takes_a_chair() -> None:
    season = one_left(edition=3)
    assert not list_candidates(season)
    assert not list_due_offers(season, [(1, 2)])
    assert find_reserved_for(season, 1, 2) is None
    with pytest.raises(InvalidEntry):
        add_entries(season, Offered(table=1, left=2, entrant=LATE, until=UNTIL))


def test_a_chair_that_is_taken_is_offered_to_nobody_any_more() -> None:
    season = one_left()
    add_entries(season, Offered(table=1, left=2, entrant=LATE, until=UNTIL), Substituted(table=1, left=2, entrant=6))
    assert not list_open_offers(season)
    assert season.offers[len(season.lines) - 1].fate == "off"


def test_a_player_who_could_not_decide_is_asked_again_and_others_are_not() -> None:
    for why, then in (("off", LATE), ("declined", 5), ("silent", 5)):
        season = one_left()
        (offered,) = add_entries(season, Offered(table=1, left=2, entrant=LATE, until=UNTIL))
        add_entries(season, PassedOn.model_validate({"offer": offered.number, "why": why}))
        assert list_due_offers(season, [(1, 2)]) == [((1, 2), then)]


def test_a_table_that_counts_for_nothing_has_no_chairs_to_offer() -> None:
    season = one_left()
    assert find_reserved_for(season, 1, 2) == LATE
    add_entries(season, Voided(table=1))
    assert find_reserved_for(season, 1, 2) is None


@pytest.mark.parametrize("edition", [3, EDITION])
def test_a_player_who_was_put_out_by_mistake_gets_the_chair_from_a_helper_but_not_in_seasons_of_older_editions(
    edition: int,
) -> None:
    season = one_table(Began(table=1, game_id=1), edition=edition)
    (put_out,) = add_entries(season, Disqualified(entrant=2))
    add_entries(season, Left(table=1, entrant=2, revision=4), Substituted(table=1, left=2, entrant=5))
    found = complete(season, Reverted(line=put_out.number))
    assert isinstance(found, Reverted)
    assert found.stays == (1,)
    add_entries(season, found)
    assert (2 in season.tables[1].gone) == (edition == 3)
    assert season.entrants[5].helped == 1
    assert season.entrants[2].status == "plays"
