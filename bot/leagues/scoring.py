"""How a table's places become points."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from bot.leagues.rules import Rules

EntrantNumber: TypeAlias = int
"""An entrant's number in a season."""
Places: TypeAlias = Mapping[EntrantNumber, int]
"""Where each of a table's entrants stands; those who share a place have the same number, and the next is left out."""


def below_all_who_stayed(places: Places, gone: Collection[EntrantNumber]) -> dict[EntrantNumber, int]:
    """Return the places anew, counted from 1 without a gap.

    Who conceded, left or was replaced shares the place below all who stayed: what a bot or a substitute made of their
    game is not theirs, and who quits early must not stand above who quits late or loses.

    Args:
        places: of everybody who counts; whoever does not, such as a bot, is left out, and the others close up.
        gone: who did not stay.
    """
    if not gone:
        return close_up(places)
    stayed = {number: place for number, place in places.items() if number not in gone}
    anew = close_up(stayed)
    return {number: anew.get(number, len(stayed) + 1) for number in places}


def close_up(places: Places) -> dict[EntrantNumber, int]:
    """Return the same order with places from 1 on, as if nobody else had been there."""
    held = sorted(places.values())
    return {number: held.index(place) + 1 for number, place in places.items()}


def points(rules: Rules, places: Places, absent: Collection[EntrantNumber] = ()) -> dict[EntrantNumber, int]:
    """Return what each has won at a table, in sixtieths of a point; who share places share what these are worth.

    Args:
        rules: of the season.
        places: of everybody who counts.
        absent: who did not come, and by the rules of newer seasons gets nothing.
    """
    held = list(places.values())
    worth = rules.shares(len(places))
    found = {number: worth[place - 1][held.count(place) - 1] for number, place in places.items()}
    return {**found, **dict.fromkeys(absent, 0)} if rules.absence_is_worth_nothing() else found


def points_among(
    rules: Rules, places: Places, few: Collection[EntrantNumber], absent: Collection[EntrantNumber] = ()
) -> dict[EntrantNumber, int]:
    """Return what these few would have won had nobody else sat at the table; `absent` as for `points`."""
    return points(rules, close_up({number: places[number] for number in few}), [one for one in absent if one in few])


def shares_of_winner(scores: Mapping[EntrantNumber, int], places: Places) -> dict[EntrantNumber, int]:
    """Return how much of the winner's score each had, in millionths; 0 where the winner had none, or nobody knows.

    Never more than all of it, though a game may rank by something else than the score.
    """
    best = max((scores.get(number, 0) for number, place in places.items() if place == 1), default=0)
    if best <= 0:
        return dict.fromkeys(places, 0)
    return {number: min(max(scores.get(number, 0), 0), best) * 1_000_000 // best for number in places}
