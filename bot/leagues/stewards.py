"""Limits on stewards who play: nobody decides what moves themselves, or a player with whom they compete.

What counts is the effect: whom a decision moves, as its preview shows it. Everybody can read that the deciding steward
plays, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from bot.leagues.entry_preview import list_standings
from bot.leagues.log_entries import (
    Adjudicated,
    Cancelled,
    Carded,
    Corrected,
    Disqualified,
    Ended,
    Entry,
    Extended,
    Halted,
    InvalidEntry,
    KeptApart,
    LogLine,
    Moved,
    Penalty,
    Placed,
    Protested,
    PutIn,
    Replanned,
    Reverted,
    Ruled,
    Scheduled,
    SeatedTogether,
    Voided,
    Withdrew,
)
from bot.leagues.ruling_effects import complete
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season, add_line
from bot.leagues.season_end import list_tables_to_settle
from bot.leagues.titles import find_champions

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
Arrangement: TypeAlias = Cancelled | Replanned | Placed | Moved | Scheduled | Halted | KeptApart | SeatedTogether
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


@dataclass(frozen=True, slots=True)
class Effect:
    """Whom a decision moves, and the tables it is about."""

    moved: frozenset[EntrantNumber]
    """Entrants for whom anything changes: a place, points, warnings, a seat, a team, or the result of a protest."""
    tables: frozenset[int] = frozenset()
    open_tables: frozenset[int] = frozenset()
    """Open tables that get less or more time."""
    named: frozenset[EntrantNumber] = frozenset()
    """Entrants whom the decision names."""


def find_effect(season: Season, entry: Entry, opened: Collection[int] = ()) -> Effect:
    """Return the effect of a decision, by comparing the season before and after it.

    Args:
        season: current season.
        entry: a decision, or the revert of one; `Ended`: the season ends now.
        opened: tables that were opened.
    """
    about = find_decision(season, entry)
    tables = frozenset(_list_tables_about(season, about))
    open_tables = {table.number for table in list_tables_to_settle(season)}
    if isinstance(entry, Ended):
        seats = {number for table in open_tables for number in season.tables[table].seats}
        return Effect(frozenset(seats), open_tables=frozenset(open_tables))
    found = (*(getattr(about, name, None) for name in ("entrant", "left", "other")), *getattr(about, "entrants", ()))
    named: set[EntrantNumber] = {number for number in found if number is not None}
    seated = {number for table in tables for number in season.tables[table].seats}
    moved = (
        {*named}
        if isinstance(about, Penalty | Carded | Disqualified | Withdrew | Placed | PutIn | KeptApart | SeatedTogether)
        else seated
    )
    moved |= _list_moved_by(season, complete(season, entry, opened))
    extends = frozenset(open_tables) if isinstance(about, Extended) else frozenset[int]()
    return Effect(frozenset(moved), tables, extends, frozenset(named))


def _list_tables_about(season: Season, about: Decision | None) -> Iterator[int]:
    match about:
        case Adjudicated() | Corrected() | Voided() | Protested():
            found: int | None = about.table
        case Carded():
            found = about.table
        case Ruled():
            protest = season.protests.get(about.protest)
            found = None if protest is None else protest.table
        case _:
            found = None
    if found in season.tables and found is not None:
        yield found


def _list_moved_by(season: Season, entry: Entry) -> set[EntrantNumber]:
    """Return the entrants for whom an entry changes anything; empty if it cannot be written, as its error will say."""
    try:
        after = add_line(season.lines, LogLine(number=len(season.lines) + 1, entry=entry))
    except InvalidEntry:
        return set()
    return _list_moved(season, after)


def _list_moved(season: Season, after: Season) -> set[EntrantNumber]:
    """Return the entrants for whom anything differs between two states of a season."""
    then, now = list_standings(season), list_standings(after)
    found = {key[0] for key in then.keys() | now.keys() if then.get(key) != now.get(key)}
    found |= {number for number, one in season.entrants.items() if after.entrants.get(number) != one}
    found |= {*find_champions(season)} ^ {*find_champions(after)}
    for number in season.tables.keys() & after.tables.keys():
        before, table = season.tables[number], after.tables[number]
        if before != table:
            found |= {*before.seats, *table.seats}
    for number in season.teams.keys() | after.teams.keys():
        members, others = season.teams.get(number, ()), after.teams.get(number, ())
        found |= {*members, *others} if members != others else set()
    for line in season.protests.keys() | after.protests.keys():
        protest = season.protests.get(line) or after.protests[line]
        if season.protests.get(line) != after.protests.get(line):
            found |= {protest.entrant, *season.tables[protest.table].seats}
    return found


def find_conflict(season: Season, mine: EntrantNumber | None, effect: Effect) -> Interest | None:
    """Return the steward's conflict of interest in a decision; None if there is none.

    Args:
        season: current season.
        mine: the steward's entrant number, also if forgotten since; None if they do not take part.
        effect: of the decision.
    """
    if mine is None:
        return None
    if mine in effect.named:
        return "oneself"
    helped = season.find_helped_tables(mine)
    if any(mine in season.tables[table].seats or table in helped for table in effect.tables):
        return "own table"
    if any(mine in season.tables[table].seats or table in helped for table in effect.open_tables):
        return "own open table"
    if any(is_rival(season, mine, other) for other in effect.moved - {mine}):
        return "rival"
    return "oneself" if mine in effect.moved else None


def is_rival(season: Season, mine: EntrantNumber, other: EntrantNumber) -> bool:
    """Whether two entrants share a division, or may yet; a helper counts where they have helped."""
    me, them = season.entrants[mine], season.entrants.get(other)
    if them is None or me.helper or (me.division is None and me.status != "plays"):
        return False
    if me.division is None or (them.division is None and not them.helper):
        return True
    if season.get_rules().format == "groups":  # they may meet in the knock-out
        return not them.helper or bool(season.find_helped_tables(other))
    return me.division in {
        them.division,
        *(season.tables[table].division for table in season.find_helped_tables(other)),
    }
