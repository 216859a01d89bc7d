"""Select a season's tables that may begin now, within each entrant's limit of simultaneous games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from bot.leagues.draw import Pair
from bot.leagues.log_entries import SeatTaken
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable


def list_openable(
    season: Season, opened: Collection[int] = (), caps: Mapping[int, int | None] | None = None
) -> list[LeagueTable]:
    """Return the tables that can be opened together, in draw order.

    A table with some empty seats can be opened; the caller finds substitutes. A table without entrants cannot.

    Args:
        season: current season.
        opened: open tables that wait for their people; they count as running.
        caps: each person's limit of simultaneous tables, where it changed after sign-up.
    """
    at = {table.number for table in season.tables.values() if table.fate == "running"}
    at |= {number for number in opened if season.tables[number].fate == "planned"}
    busy = Counter(number for table in at for number in season.tables[table].seats)
    found = []
    for table in season.tables.values():
        if table.fate != "planned" or table.number in opened:
            continue
        here = list_coming(season, table)
        if here and all(_has_room(season, number, busy[number], caps or {}) for number in here):
            found.append(table)
            busy.update(here)
    return found


def list_coming(season: Season, table: LeagueTable) -> list[int]:
    """Return the drawn entrants who still play at a table that has not begun."""
    return [number for number in table.seats if number not in table.absent and not season.is_barred(number)]


def _has_room(season: Season, number: int, running: int, caps: Mapping[int, int | None]) -> bool:
    cap = caps.get(number, season.entrants[number].cap)
    return cap is None or running < cap


def list_waiting(season: Season) -> list[int]:
    """Return the late entrants without a game, in order of sign-up.

    Team substitutes, and those who replaced a member and are drawn next round, are excluded.
    """
    if not season.rounds or season.get_rules().format in {"cup", "groups", "ladder"}:
        return []
    return [
        one.number
        for one in season.entrants.values()
        if one.division is None
        and not one.helper
        and not season.is_barred(one.number)
        and season.find_team(one.number) is None
    ]


def assign_late_seats(season: Season, opened: Collection[int] = (), apart: Collection[Pair] = ()) -> list[SeatTaken]:
    """Return the seats that late entrants get.

    A departed entrant is replaced by one person at all their unopened tables.

    Args:
        season: current season.
        opened: open tables; people can substitute there.
        apart: pairs who do not want to meet.
    """
    empty: dict[int, list[LeagueTable]] = {}
    for table in season.tables.values():
        if table.fate == "planned" and table.number not in opened:
            for number in sorted(table.absent & set(table.seats)):
                empty.setdefault(number, []).append(table)
    found = []
    for late in list_waiting(season):
        most_first = sorted(empty, key=lambda number: (-len(empty[number]), number))
        left = next((number for number in most_first if not _has_unwanted_meeting(late, empty[number], apart)), None)
        if left is not None:
            found += [SeatTaken(table=table.number, left=left, entrant=late) for table in empty.pop(left)]
    return found


def _has_unwanted_meeting(late: int, tables: Collection[LeagueTable], apart: Collection[Pair]) -> bool:
    there = {number for table in tables for number in table.seats}
    return any(late in pair and pair - {late} <= there for pair in apart)
