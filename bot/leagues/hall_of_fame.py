"""The hall of fame: who has won which season, and what nobody has done better, in all seasons of a game.

It follows from careers, so a correction, and forgetting somebody, mends nothing by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.leagues.careers import Career, Participant, PlayedTable

WORTH_TELLING = 2
"""Wins in a row from which on they are told."""


@dataclass(frozen=True, slots=True)
class Feat:
    """What somebody has done."""

    person: Participant
    number: int
    """How many wins, or points."""
    played: PlayedTable
    """The table at which it was done, or came to an end."""


def winners(careers: Mapping[Participant, Career]) -> Mapping[int, Sequence[Participant]]:
    """Return who has won each season."""
    found: dict[int, list[Participant]] = {}
    for person, career in careers.items():
        for season_id in career.titles:
            found.setdefault(season_id, []).append(person)
    return found


def wins_in_a_row(person: Participant, career: Career) -> Feat | None:
    """Return somebody's longest row of wins, the first of several; None: it is not worth telling.

    Whoever shares the first place has won.
    """
    rows = [[*tables] for won, tables in groupby(career.played, lambda one: one.places[person] == 1) if won]
    longest = max(rows, key=len, default=[])
    return Feat(person, len(longest), longest[-1]) if len(longest) >= WORTH_TELLING else None


def highest_score(person: Participant, career: Career) -> Feat | None:
    """Return somebody's highest score, the first of several; None: they have played no game to its end."""
    scored = [one for one in career.played if person in one.scores]
    best = max(scored, key=lambda one: one.scores[person], default=None)
    return None if best is None else Feat(person, best.scores[person], best)


def most_wins_in_a_row(careers: Mapping[Participant, Career]) -> Sequence[Feat]:
    """Return the longest rows of wins that anybody has had, those that came first at the front."""
    return _most(wins_in_a_row(person, career) for person, career in careers.items())


def highest_scores(careers: Mapping[Participant, Career]) -> Sequence[Feat]:
    """Return the highest score that anybody has had, with all who share it, those who came first at the front."""
    return _most(highest_score(person, career) for person, career in careers.items())


def _most(feats: Iterable[Feat | None]) -> Sequence[Feat]:
    found = [feat for feat in feats if feat is not None]
    most = max((feat.number for feat in found), default=0)
    best = [feat for feat in found if feat.number == most]
    return sorted(best, key=lambda feat: (feat.played.moment, feat.played.season_id, feat.played.table))
