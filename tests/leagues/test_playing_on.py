"""Automatic sign-up: such entrants' contributions are known in advance, so a person must add an unknown value."""

from __future__ import annotations

import pytest

from bot.leagues.draw import derive_commitment
from bot.leagues.log_entries import Added, Cancelled, InvalidEntry, Joined, Opened, Withdrew
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from tests.leagues.seasons import SECRET, next_draw


def playing_on(people: int) -> Season:
    """A season with this number of automatic sign-ups."""
    season = Season()
    add_entries(season, Opened(rules=Rules(title="fair", seats=4), digest=derive_commitment(SECRET), opens_wishes=True))
    add_entries(season, *(Joined(entrant=number, ticket="known", plays_on=True) for number in range(1, people + 1)))
    return season


def test_nobody_is_drawn_before_one_of_them_has_added_what_nobody_could_know() -> None:
    season = playing_on(4)
    entry = next_draw(season)
    with pytest.raises(InvalidEntry, match="since the secret of the draw was promised"):
        add_entries(season, entry)
    assert season == playing_on(4)
    add_entries(season, Added(entrant=3, ticket="new"))
    assert season.entrants[3].ticket == "new"
    add_entries(season, next_draw(season))
    assert season.rounds


def test_one_who_joins_by_a_press_is_enough() -> None:
    season = playing_on(3)
    add_entries(season, Joined(entrant=4, ticket="new"))
    add_entries(season, next_draw(season))
    assert season.rounds


def test_a_player_who_has_left_adds_nothing_to_the_draw_of_the_others() -> None:
    season = playing_on(4)
    add_entries(season, Joined(entrant=5, ticket="new"), Withdrew(entrant=5))
    with pytest.raises(InvalidEntry, match="since the secret"):
        add_entries(season, next_draw(season))


def test_somebody_adds_once_and_before_the_draw() -> None:
    season = playing_on(4)
    add_entries(season, Joined(entrant=5, ticket="new"))
    for entrant in (5, 9):
        with pytest.raises(InvalidEntry):
            add_entries(season, Added(entrant=entrant, ticket="another"))
    add_entries(season, next_draw(season))
    with pytest.raises(InvalidEntry, match="adds nothing more"):
        add_entries(season, Added(entrant=1, ticket="too late"))


def test_nobody_adds_to_a_draw_that_will_never_be() -> None:
    season = playing_on(4)
    add_entries(season, Cancelled())
    with pytest.raises(InvalidEntry, match="cancelled"):
        add_entries(season, Added(entrant=1, ticket="new"))
