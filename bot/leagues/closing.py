"""The last day of a season: what becomes of tables that are still open, and of who plays where next."""

from __future__ import annotations

from collections.abc import Mapping

from bot.leagues.entries import Adjudicated, Brought, Ended, Entry, Voided
from bot.leagues.promotion import levels
from bot.leagues.scoring import Number
from bot.leagues.season import Season
from bot.leagues.standings import standings


def last_day(season: Season, as_they_stand: Mapping[int, Adjudicated]) -> list[Entry]:
    """Return what is to be written on the last day, as the season's rules have it since before sign-up.

    A table that has not begun is void in any case, and so is one of which nobody can say how it stands.

    Args:
        season: as it stands.
        as_they_stand: how each running table would end now, where its game says so.
    """
    rules = season.given()
    found: list[Entry] = []
    for table in season.tables.values():
        if not table.is_open or (table.fate == "running" and rules.last_day == "plays on"):
            continue
        stands = as_they_stand.get(table.number) if table.fate == "running" else None
        found.append(stands if stands and rules.last_day == "as it stands" else Voided(table=table.number))
    return found


def end(season: Season) -> Ended:
    """Return the entry that ends a season, when nothing more is to be decided."""
    return Ended(levels=levels(season))


def brought(
    last: Season, was: Mapping[Number, Number], shown: Mapping[Number, int] | None = None
) -> dict[Number, Brought]:
    """Return what people bring into a new season.

    Args:
        last: the season before, which has ended.
        was: the numbers in it of those who were there, by their numbers now.
        shown: ratings, by numbers now.
    """
    places = {row.number: row.place for division in last.divisions() for row in standings(last, division)}
    ratings = shown or {}
    found = {number: Brought(rating=rating) for number, rating in ratings.items()}
    for number, then in was.items():
        division = last.entrants[then].division
        level = (last.levels or {}).get(then, division)
        if division is not None and level is not None:
            found[number] = Brought(
                level=level, was=division, place=places[then], rating=ratings.get(number, Brought().rating)
            )
    return found
