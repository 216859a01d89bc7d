"""Permanent results of a season: its champions, and the scores of fully played games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues import groups
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import compute_standings


def find_champions(season: Season) -> Sequence[EntrantNumber]:
    """Return a season's champions: the first of its best division, or all who share that place.

    There are none while it runs. Entrants who left or played no table to its end are excluded. For a ladder period, the
    champion must have finished enough tables in it to have a place, so nobody wins with an old rating alone.
    Groups have a champion without a knock-out only where a single entrant goes on.
    """
    if season.next_divisions is None or not season.list_divisions():
        return ()
    if season.get_rules().format == "groups" and not groups.has_knockout(season):
        last = [one.number for one in groups.list_qualifiers(season)]
        return last if len(last) == 1 else ()
    rows = compute_standings(season, season.list_divisions()[0])
    if season.get_rules().format == "ladder":
        played = [row for row in rows if row.finished >= season.get_rules().floor and not (row.left or row.below)]
        return [row.number for row in played if row.place == played[0].place]
    return [row.number for row in rows if row.place == 1 and row.can_win and not row.left]


def get_full_scores(table: LeagueTable) -> Mapping[EntrantNumber, int]:
    """Return the scores of a table that all its entrants played to the end; otherwise nothing.

    Scores after a concession or ruling are those of an arbitrary moment, and not comparable with others.
    """
    whole = table.fate == "finished" and table.finishers == set(table.seats)
    return table.scores if whole else {}
