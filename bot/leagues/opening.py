"""Which of a season's tables may begin now, within what each entrant wants to play at once."""

from __future__ import annotations

from collections import Counter

from bot.leagues.season import LeagueTable, Season


def may_open(season: Season) -> list[LeagueTable]:
    """Return the tables that can be opened, in the order of the draw, all of them at once.

    A table whose chairs are partly empty can be opened, too: whoever opens it finds somebody for them. One where nobody
    is left is not.
    """
    busy = Counter(number for table in season.tables.values() if table.fate == "running" for number in table.seats)
    found = []
    for table in season.tables.values():
        here = [number for number in table.seats if number not in table.absent]
        if table.fate == "planned" and here and all(_has_room(season, number, busy[number]) for number in here):
            found.append(table)
            busy.update(here)
    return found


def _has_room(season: Season, number: int, running: int) -> bool:
    cap = season.entrants[number].cap
    return cap is None or running < cap
