"""Hall of fame: winners and records over all seasons of a game.

It is derived from careers, so corrections and erasures need no separate repair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.leagues.careers import Career, Participant, PlayedTable

MIN_STREAK = 2
"""Minimum length of a winning streak worth showing."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A record and the person who holds it."""

    person: Participant
    number: int
    """Number of wins, or points."""
    played: PlayedTable
    """The table at which the record was set."""


def list_winners(careers: Mapping[Participant, Career]) -> Mapping[int, Sequence[Participant]]:
    """Return the winners of each season."""
    found: dict[int, list[Participant]] = {}
    for person, career in careers.items():
        for season_id in career.titles:
            found.setdefault(season_id, []).append(person)
    return found


def find_longest_streak(person: Participant, career: Career) -> Feat | None:
    """Return a person's longest winning streak, the first of several; None if it is too short to show.

    A shared first place is a win.
    """
    rows = [[*tables] for won, tables in groupby(career.played, lambda one: one.places[person] == 1) if won]
    longest = max(rows, key=len, default=[])
    return Feat(person, len(longest), longest[-1]) if len(longest) >= MIN_STREAK else None


def find_highest_score(person: Participant, career: Career) -> Feat | None:
    """Return a person's highest score, the first of several; None if they finished no game."""
    scored = [one for one in career.played if person in one.scores]
    best = max(scored, key=lambda one: one.scores[person], default=None)
    return None if best is None else Feat(person, best.scores[person], best)


def list_longest_streaks(careers: Mapping[Participant, Career]) -> Sequence[Feat]:
    """Return the longest winning streaks of all, the earliest first."""
    return _select_best(find_longest_streak(person, career) for person, career in careers.items())


def list_highest_scores(careers: Mapping[Participant, Career]) -> Sequence[Feat]:
    """Return the highest score of all, with everybody who shares it, the earliest first."""
    return _select_best(find_highest_score(person, career) for person, career in careers.items())


def _select_best(feats: Iterable[Feat | None]) -> Sequence[Feat]:
    found = [feat for feat in feats if feat is not None]
    most = max((feat.number for feat in found), default=0)
    best = [feat for feat in found if feat.number == most]
    return sorted(best, key=lambda feat: (feat.played.moment, feat.played.season_id, feat.played.table))
