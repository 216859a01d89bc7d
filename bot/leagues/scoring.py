"""Convert a table's places to points."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from bot.leagues.rules import Rules

EntrantNumber: TypeAlias = int
"""Number of an entrant in a season."""
Places: TypeAlias = Mapping[EntrantNumber, int]
"""Place of each entrant at a table; shared places are equal, and the following places are skipped."""


def rank_leavers_last(places: Places, gone: Collection[EntrantNumber]) -> dict[EntrantNumber, int]:
    """Return the places renumbered from 1 without gaps, with departed entrants last.

    Entrants who conceded, left or were replaced share the place below all who stayed. Results of a bot or substitute
    are not theirs, and leaving early must not rank above leaving late or losing.

    Args:
        places: of everybody who counts; others, such as bots, are omitted, and places close up.
        gone: entrants who did not stay.
    """
    if not gone:
        return close_up(places)
    stayed = {number: place for number, place in places.items() if number not in gone}
    anew = close_up(stayed)
    return {number: anew.get(number, len(stayed) + 1) for number in places}


def close_up(places: Places) -> dict[EntrantNumber, int]:
    """Return the same order with places from 1, without gaps left by others."""
    held = sorted(places.values())
    return {number: held.index(place) + 1 for number, place in places.items()}


def compute_points(rules: Rules, places: Places, absent: Collection[EntrantNumber] = ()) -> dict[EntrantNumber, int]:
    """Return the points at a table in sixtieths; shared places share their points.

    Args:
        rules: of the season.
        places: of everybody who counts.
        absent: entrants who did not play, and in newer editions get nothing.
    """
    held = list(places.values())
    worth = rules.get_shares(len(places))
    found = {number: worth[place - 1][held.count(place) - 1] for number, place in places.items()}
    return {**found, **dict.fromkeys(absent, 0)} if rules.is_absence_worthless() else found


def compute_points_among(
    rules: Rules, places: Places, few: Collection[EntrantNumber], absent: Collection[EntrantNumber] = ()
) -> dict[EntrantNumber, int]:
    """Return the points as if only these entrants had been at the table; `absent` as for `compute_points`."""
    return compute_points(
        rules, close_up({number: places[number] for number in few}), [one for one in absent if one in few]
    )


def compute_score_shares(scores: Mapping[EntrantNumber, int], places: Places) -> dict[EntrantNumber, int]:
    """Return each score as a share of the winner's, in millionths; 0 where the winner's score is 0 or unknown.

    Shares are capped at one, because a game may rank by something other than the score.
    """
    best = max((scores.get(number, 0) for number, place in places.items() if place == 1), default=0)
    if best <= 0:
        return dict.fromkeys(places, 0)
    return {number: min(max(scores.get(number, 0), 0), best) * 1_000_000 // best for number in places}
