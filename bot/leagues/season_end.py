"""The last day of a season: what becomes of tables that are still open, and of who plays where next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.leagues.log_entries import Adjudicated, Brought, Carded, Ended, Entry, Settled, Voided
from bot.leagues.promotion import earned, levels, next_levels
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import LeagueTable, Season, write
from bot.leagues.standings import standings

REMEMBERED = 4
"""How many seasons somebody can miss before the division that they had earned is forgotten."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What ending a season would mean, as far as its log alone tells: how a table stands may be secret."""

    as_they_stand: tuple[int, ...]
    """The tables that would be decided as they stand; how, nobody learns before it is written."""
    void: tuple[int, ...]
    ended: Season | None
    """The season as it would be; None: it depends on how tables stand."""


def foreseen(season: Season) -> Ending:
    """Return what ending a season now would mean.

    Args:
        season: as it stands; a copy, for it is ended here.
    """
    stand = tuple(table.number for table in at_stake(season) if _is_decided(season, table))
    void = tuple(table.number for table in at_stake(season) if not _is_decided(season, table))
    if stand:
        return Ending(stand, void, None)
    write(season, *(Voided(table=number) for number in void))
    write(season, end(season))
    return Ending(stand, void, season)


def at_stake(season: Season) -> list[LeagueTable]:
    """Return the tables whose fate the last day settles: those that are open, save for where they are played on."""
    return [table for table in season.tables.values() if table.is_open and not _plays_on(season, table)]


def _plays_on(season: Season, table: LeagueTable) -> bool:
    return table.fate == "running" and season.given().last_day == "plays on"


def _is_decided(season: Season, table: LeagueTable) -> bool:
    """Whether the last day decides an open table as it stands."""
    return table.fate == "running" and season.given().last_day == "as it stands"


def last_day(season: Season, as_they_stand: Mapping[int, Adjudicated]) -> list[Entry]:
    """Return what is to be written on the last day, as the season's rules have it since before sign-up.

    A table that has not begun is void in any case, and so is one of which nobody can say how it stands.

    Args:
        season: as it stands.
        as_they_stand: how each running table would end now, where its game says so.
    """
    found: list[Entry] = []
    for table in at_stake(season):
        stands = as_they_stand.get(table.number) if _is_decided(season, table) else None
        found.append(stands or Voided(table=table.number))
        if stands is not None:
            found += [Carded(entrant=number, table=table.number, held=True) for number in stands.held]
    return found


def end(season: Season) -> Ended:
    """Return the entry that ends a season, when nothing more is to be decided."""
    return Ended(levels=levels(season))


def settle(season: Season) -> Settled:
    """Return the entry that settles who goes up and down, now that the next season is drawn."""
    return Settled(levels=levels(season))


def brought(
    last: Season,
    was: Mapping[EntrantNumber, EntrantNumber],
    shown: Mapping[EntrantNumber, int] | None = None,
    missed: int = 0,
) -> dict[EntrantNumber, Brought]:
    """Return what people bring into a new season from the last one that they have played.

    Who was away once keeps the division they had earned, behind all who played there; each further season costs one
    more. Not to have played a season to its end is to have missed it. Swiss seasons and cups leave places alone.

    Args:
        last: that season, which has ended.
        was: the numbers in it of those who were there, by their numbers now.
        shown: ratings, by numbers now.
        missed: how many seasons there were since.
    """
    divisions = last.divisions()
    places = {row.number: row.place for division in divisions for row in standings(last, division)}
    leaves = {**earned(last), **next_levels(last)}
    ratings = shown or {}
    found = {number: Brought(rating=rating) for number, rating in ratings.items()}
    for number, then in was.items():
        entrant, known = last.entrants[then], found.get(number, Brought())
        if then not in places or entrant.division is None:
            continue
        away = missed + (entrant.status != "plays")
        if last.given().format == "division":
            level = min(leaves[then] + max(0, away - 1), divisions[-1])
            known = known.model_copy(update={"level": level, "was": entrant.division, "missed": away})
        found[number] = known.model_copy(update={"place": places[then]})
    return found
