"""Highlights of an ended season, from its log alone: champions, promotions, games and winning streaks.

Only what players did counts: scores are those of tables that everybody played to the end. Scores of different games are
compared by the share of the winner's score that the second lacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.leagues.hall_of_fame import MIN_STREAK
from bot.leagues.promotion import get_next_levels
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import DecidedTable, list_decided
from bot.leagues.teams import compute_team_standings
from bot.leagues.titles import find_champions, get_full_scores


@dataclass(frozen=True, slots=True)
class Duel:
    """The two best at one table, with their scores."""

    table: int
    game: int
    """Index of the season's game."""
    winner: EntrantNumber
    second: EntrantNumber
    scores: tuple[int, int]
    is_tie: bool
    """Whether they share the first place."""
    gap: Fraction
    """Share of the winner's score that the second lacks."""


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest series of tables won in a row, with everybody who had one of that length."""

    entrants: tuple[EntrantNumber, ...]
    wins: int


@dataclass(frozen=True, slots=True)
class SeasonReview:
    """The highlights of a season; a missing one was not there, such as a streak of at least two wins."""

    champions: Sequence[EntrantNumber]
    teams: Mapping[int, Sequence[EntrantNumber]]
    """Members of the teams in first place, by team number; empty without teams."""
    promoted: Mapping[EntrantNumber, int]
    """Next divisions of those who go up."""
    closest: Duel | None
    widest: Duel | None
    """The clearest win; None if only one table has comparable scores."""
    streak: Streak | None
    players: int
    """Number of players with a decided table."""
    tables: int
    """Number of decided tables."""

    @property
    def is_empty(self) -> bool:
        """Whether nobody has played a table to its end."""
        return not (self.champions or self.teams or self.closest or self.streak)


def review_season(season: Season) -> SeasonReview:
    """Return the highlights of a season."""
    decided = sorted(list_decided(season, season.tables.values()), key=lambda one: one.table.decided_at)
    duels = [duel for one in decided if (duel := _find_duel(one)) is not None]
    return SeasonReview(
        champions=find_champions(season),
        teams={
            team.number: team.members
            for team in (compute_team_standings(season) if season.teams else ())
            if team.place == 1 and team.points and team.tables
        },
        promoted=_find_promoted(season),
        closest=min(duels, key=lambda duel: duel.gap, default=None),
        widest=max(duels, key=lambda duel: duel.gap) if len(duels) > 1 else None,
        streak=_find_streak(decided),
        players=len({number for one in decided for number in one.played}),
        tables=len(decided),
    )


def _find_duel(one: DecidedTable) -> Duel | None:
    """Return the two best at a table that all played to the end; None where the scores are not comparable."""
    scores = get_full_scores(one.table)
    if len(scores) < 2:
        return None
    winner, second = sorted(scores, key=lambda number: (one.places[number], one.table.seats.index(number)))[:2]
    best, next_best = scores[winner], scores[second]
    if best <= 0 or next_best > best:  # a loss, or an order that a steward has written
        return None
    is_tie = one.places[winner] == one.places[second]
    return Duel(
        one.table.number,
        one.table.game,
        winner,
        second,
        (best, next_best),
        is_tie,
        Fraction(best - max(0, next_best), best),
    )


def _find_promoted(season: Season) -> dict[EntrantNumber, int]:
    levels = get_next_levels(season)
    found = {
        number: level
        for number, level in levels.items()
        if (division := season.entrants[number].division) is not None and level < division
    }
    return dict(sorted(found.items(), key=lambda pair: pair[1]))


def _find_streak(decided: Sequence[DecidedTable]) -> Streak | None:
    """Return the longest streak; decided tables come in the order of their results."""
    now: dict[EntrantNumber, int] = {}
    best: dict[EntrantNumber, int] = {}
    for one in decided:
        for number, place in one.places.items():
            now[number] = now.get(number, 0) + 1 if place == 1 and number in one.played else 0
            best[number] = max(best.get(number, 0), now[number])
    most = max(best.values(), default=0)
    if most < MIN_STREAK:
        return None
    return Streak(tuple(number for number, wins in best.items() if wins == most), most)
