"""Limits on stewards who play: no decisions about their own tables, or about people they compete with.

They may correct results of tables at which they never sat. Everybody can read that the deciding steward plays, too.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from bot.leagues.log_entries import (
    Adjudicated,
    Cancelled,
    Carded,
    Corrected,
    Disqualified,
    Ended,
    Entry,
    Extended,
    Moved,
    Penalty,
    Placed,
    Protested,
    PutIn,
    Replanned,
    Reverted,
    Ruled,
    Voided,
    Withdrew,
)
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.season_end import list_tables_to_settle

Ruling: TypeAlias = (
    Adjudicated
    | Corrected
    | Voided
    | Penalty
    | Carded
    | Disqualified
    | Withdrew
    | Extended
    | Ended
    | Protested
    | Ruled
    | PutIn
)
Arrangement: TypeAlias = Cancelled | Replanned | Placed | Moved
Decision: TypeAlias = Ruling | Arrangement
"""An entry that a steward can take back, as its kind says."""
Interest: TypeAlias = Literal["oneself", "own table", "own open table", "rival"]
"""A conflict of interest that prevents a decision."""


def find_decision(season: Season, entry: Entry) -> Decision | None:
    """Return the decision an entry makes or reverts; None if it is nothing that a steward decides or takes back."""
    found = find_reverted_entry(season, entry)
    return found if isinstance(found, get_args(Decision)) else None


def find_reverted_entry(season: Season, entry: Entry) -> Entry | None:
    """Return the entry that is reverted, followed through nested reverts; None if there is no such line."""
    while isinstance(entry, Reverted):
        if not 1 <= entry.line <= len(season.lines):
            return None
        entry = season.lines[entry.line - 1].entry
    return entry


def find_conflict(season: Season, mine: EntrantNumber | None, about: Decision) -> Interest | None:
    """Return the steward's conflict of interest in a decision; None if there is none.

    Args:
        season: current season.
        mine: the steward's entrant number, also if forgotten since; None if they do not take part.
        about: the decision.
    """
    if mine is None:
        return None
    match about:
        case Adjudicated() | Corrected() | Voided():
            return None if season.can_rule(about.table, mine) else "own table"
        case Ruled():
            protest = season.protests.get(about.protest)
            return None if protest is None or season.can_rule(protest.table, mine) else "own table"
        case Protested():
            return None if season.can_rule(about.table, mine) else "own table"
        case Extended() | Ended():
            helped = season.find_helped_tables(mine)
            own = any(mine in table.seats or table.number in helped for table in list_tables_to_settle(season))
            return "own open table" if own else None
        case Cancelled() | Replanned() | Moved():
            return None
        case Penalty() | Carded() | Disqualified() | Withdrew() | Placed() | PutIn():
            return _find_personal_conflict(season, mine, about)


def _find_personal_conflict(
    season: Season, mine: EntrantNumber, about: Penalty | Carded | Disqualified | Withdrew | Placed | PutIn
) -> Interest | None:
    whom = about.left if isinstance(about, PutIn) else about.entrant
    if mine in {whom, about.entrant}:
        return "oneself"
    if isinstance(about, Carded) and about.table is not None and not season.can_rule(about.table, mine):
        return "own table"
    return "rival" if is_rival(season, mine, whom) else None


def is_rival(season: Season, mine: EntrantNumber, other: EntrantNumber) -> bool:
    """Whether two entrants share a division, or may yet; a helper counts where they have helped."""
    me, them = season.entrants[mine], season.entrants.get(other)
    if them is None or me.helper or (me.division is None and me.status != "plays"):
        return False
    if me.division is None or (them.division is None and not them.helper):
        return True
    return me.division in {
        them.division,
        *(season.tables[table].division for table in season.find_helped_tables(other)),
    }
