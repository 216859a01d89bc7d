"""What of a season is told for ever: who has won it, and the scores of games that were played to their end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import LeagueTable, Season
from bot.leagues.standings import standings


def champions(season: Season) -> Sequence[EntrantNumber]:
    """Return who has won a season: the first of its best division, or all who share that place.

    Nobody has while it is not over; nor has who left, or has finished no table. Of a period of a ladder it is the first
    of those who have finished as many tables in it as it takes to have a place: nobody rests on a rating.
    """
    if season.levels is None or not season.divisions():
        return ()
    rows = standings(season, season.divisions()[0])
    if season.given().format == "ladder":
        played = [row for row in rows if row.counted >= season.given().floor and not (row.left or row.below)]
        return [row.number for row in played if row.place == played[0].place]
    return [row.number for row in rows if row.place == 1 and row.counted and not row.left]


def full_scores(table: LeagueTable) -> Mapping[EntrantNumber, int]:
    """Return the scores of a table that was played to its end by all who sat there; of any other, nothing.

    Where somebody conceded or a steward decided, scores are those of some moment, and compare with no others.
    """
    whole = table.fate == "finished" and not table.gone | table.absent | table.held
    return table.scores if whole else {}
