"""The last day of a season: decide tables still open, and determine next divisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.leagues.log_entries import Adjudicated, Brought, Carded, Ended, Entry, Settled, Voided
from bot.leagues.promotion import compute_earned_levels, compute_levels, get_next_levels
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import KNOCKOUT, Season, add_entries
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import compute_standings

REMEMBERED_SEASONS = 4
"""Number of seasons after which an earned division expires."""


@dataclass(frozen=True, slots=True)
class SeasonEnding:
    """A preview of ending a season from its log alone: how a running table stands may be secret."""

    as_they_stand: tuple[int, ...]
    """Tables that would be decided by their current state, which stays secret until written."""
    void: tuple[int, ...]
    ended: Season | None
    """The resulting season; None if it depends on the state of tables."""


def simulate_end(season: Season) -> SeasonEnding:
    """Return the effects of ending a season now.

    Args:
        season: a copy of the current season; it is ended here.
    """
    stand = tuple(table.number for table in list_tables_to_settle(season) if _is_decided(season, table))
    void = tuple(table.number for table in list_tables_to_settle(season) if not _is_decided(season, table))
    if stand:
        return SeasonEnding(stand, void, None)
    add_entries(season, *(Voided(table=number) for number in void))
    add_entries(season, build_end(season))
    return SeasonEnding(stand, void, season)


def list_tables_to_settle(season: Season) -> list[LeagueTable]:
    """Return the open tables settled by the last day, without those that are played on."""
    return [table for table in season.tables.values() if table.is_open and not _is_played_on(season, table)]


def _is_played_on(season: Season, table: LeagueTable) -> bool:
    return table.fate == "running" and season.get_rules().last_day == "plays on"


def _is_decided(season: Season, table: LeagueTable) -> bool:
    """Whether the last day decides an open table by its current state."""
    return table.fate == "running" and season.get_rules().last_day == "as it stands"


def build_last_day_entries(season: Season, as_they_stand: Mapping[int, Adjudicated]) -> list[Entry]:
    """Return the entries for the last day, by rules fixed before sign-up.

    Tables that have not begun are void, and so are those whose current state is unknown.

    Args:
        season: current season.
        as_they_stand: result of each running table by its current state, where the game provides one.
    """
    found: list[Entry] = []
    for table in list_tables_to_settle(season):
        stands = as_they_stand.get(table.number) if _is_decided(season, table) else None
        found.append(stands or Voided(table=table.number))
        if stands is not None:
            found += [Carded(entrant=number, table=table.number, held=True) for number in stands.held]
    return found


def build_end(season: Season) -> Ended:
    """Return the entry that ends a fully decided season."""
    return Ended(levels=compute_levels(season))


def build_settlement(season: Season) -> Settled:
    """Return the entry that settles next divisions, once the next season is drawn."""
    return Settled(levels=compute_levels(season))


def _list_overall_places(last: Season) -> dict[EntrantNumber, int]:
    """Return everybody's place; after groups, those of a knock-out come before those who did not go on."""
    found: dict[EntrantNumber, int] = {}
    for division in reversed(last.list_divisions()):
        is_group = last.get_rules().format == "groups" and division != KNOCKOUT
        ahead = len(last.list_entrants(KNOCKOUT)) if is_group else 0
        found |= {row.number: row.place + ahead for row in compute_standings(last, division)}
    return found


def collect_brought(
    last: Season,
    was: Mapping[EntrantNumber, EntrantNumber],
    shown: Mapping[EntrantNumber, int] | None = None,
    missed: int = 0,
) -> dict[EntrantNumber, Brought]:
    """Return the results that entrants carry over from the last season they played.

    After one missed season an entrant keeps their earned division, behind everybody who played there; each further one
    costs a division. An unfinished season counts as missed. Seasons of other formats carry over only places.

    Args:
        last: that season, already ended.
        was: entrant numbers in that season, by current numbers.
        shown: displayed ratings, by current numbers.
        missed: number of seasons since.
    """
    divisions = last.list_divisions()
    places = _list_overall_places(last)
    leaves = {**compute_earned_levels(last), **get_next_levels(last)}
    ratings = shown or {}
    found = {number: Brought(rating=rating) for number, rating in ratings.items()}
    for number, then in was.items():
        entrant, known = last.entrants[then], found.get(number, Brought())
        if then not in places or entrant.division is None:
            continue
        away = missed + (entrant.status != "plays")
        if last.get_rules().format == "division":
            level = min(leaves[then] + max(0, away - 1), divisions[-1])
            known = known.model_copy(update={"level": level, "was": entrant.division, "missed": away})
        found[number] = known.model_copy(update={"place": places[then]})
    return found
