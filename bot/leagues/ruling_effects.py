"""What has followed from a ruling, and goes with it when it is taken back: it is one thing with all that it causes.

Whoever is put out of a season, or leaves it, has empty chairs from then on, which others may take; a table that is
decided or void while it waits for its people is closed. Whoever takes such a line back takes these with it: they are
named in the line that does so (`Reverted.also`), so that the fold passes over all of them. Where somebody else was
given the chair before the game began, or a game is over, nothing can be given back: these tables are named, too
(`Reverted.stays`), and stay as they are. Whoever only helps out there gives the chair back, for the table counts for
who was drawn; for them it counts as having helped all the same. In older seasons helpers keep it.

In a team their substitute may have been put in for them. That goes with it as well, unless a round was drawn since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeGuard

from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Carded,
    Closed,
    Corrected,
    Disqualified,
    Drawn,
    Entry,
    Left,
    LogLine,
    Offered,
    Protested,
    PutIn,
    Resulted,
    Reverted,
    Ruled,
    Substituted,
    TookChair,
    Voided,
    Withdrew,
)
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import DoesNotFit, LeagueTable, Season, as_of, reverted
from bot.leagues.teams import may_be_replaced

Why: TypeAlias = Literal["taken", "helped", "ended", "closed", "played"]
"""Why a chair, or a table, cannot be given back as it was: somebody else has taken it, or has played on there, the game
has come to its end without them, or was ended without a result, or what a bot has played there was seen."""


@dataclass
class Consequences:
    """What goes with a line that is taken back."""

    also: set[int] = field(default_factory=set)
    """Lines that do not count any more, either."""
    stays: dict[int, Why] = field(default_factory=dict)
    """Tables at which what has followed stays as it is."""


def complete(season: Season, entry: Entry, opened: Collection[int] = (), played: Collection[int] = ()) -> Entry:
    """Return an entry with all that goes with it, if it takes a line back; else as it is.

    Args:
        season: as it stands.
        entry: what is to be written.
        opened: the tables that were opened: whoever has taken a chair there keeps it.
        played: the tables at which a chair is given back, and what a bot has played there stays.
    """
    if not isinstance(entry, Reverted):
        return entry
    found = of_taking_back(season, entry.line, opened)
    found.stays |= dict.fromkeys(played, "played")
    return entry.model_copy(update={"also": tuple(sorted(found.also)), "stays": tuple(sorted(found.stays))})


def of_taking_back(season: Season, number: int, opened: Collection[int] = ()) -> Consequences:
    """Return what goes with a line that is taken back.

    Args:
        season: as it stands.
        number: of the line.
        opened: the tables that were opened.
    """
    found = Consequences()
    passed_over = reverted(season.lines)
    if not 1 < number <= len(season.lines) or number in passed_over:
        return found
    base = number
    while isinstance(entry := season.lines[base - 1].entry, Reverted):
        base = entry.line
    if base in passed_over:  # what was taken back counts again
        return found
    later = [line for line in season.lines[number:] if line.number not in passed_over]
    match entry:
        case Disqualified(entrant=entrant) | Withdrew(entrant=entrant):
            before = as_of(season.lines, number)
            for table in _seated(before, entrant):
                if table.is_open and entrant not in table.absent | table.gone:
                    keeps = not before.given().offers_chairs()
                    _give_chair_back(found, table, entrant, _about(later, table.number), opened, helper_keeps=keeps)
        case Voided(table=table) | Adjudicated(table=table) | Corrected(table=table):
            before = as_of(season.lines, number)
            if before.tables[table].is_open:
                _give_table_back(found, before.tables[table], _about(later, table))
                found.also |= set(_doubts(later, table))
        case _:
            pass
    if isinstance(entry, Disqualified | Withdrew | Carded) and season.given().substitutes():
        _give_place_back(found, season, number, entry.entrant, later)
    return found


def _give_place_back(
    found: Consequences, season: Season, number: int, entrant: EntrantNumber, later: Sequence[LogLine]
) -> None:
    """Note that nobody is put in for somebody who was never out, unless something rests upon that by now."""
    lines = iter(later)
    put_in = next((line for line in lines if isinstance(line.entry, PutIn) and line.entry.left == entrant), None)
    if put_in is None or not isinstance(put_in.entry, PutIn):
        return
    both = {put_in.entry.left, put_in.entry.entrant}
    for line in lines:
        if isinstance(line.entry, Drawn):
            return
        if isinstance(line.entry, PutIn) and both & {line.entry.left, line.entry.entrant}:
            return
    back = LogLine(number=len(season.lines) + 1, entry=Reverted(line=number, also=tuple(sorted(found.also))))
    try:
        out = may_be_replaced(as_of([*season.lines, back], put_in.number), entrant)
    except DoesNotFit:  # it cannot be taken back, and whoever tries reads why
        return
    if not out:
        found.also.add(put_in.number)


def _seated(season: Season, entrant: EntrantNumber) -> list[LeagueTable]:
    division = season.entrants[entrant].division
    return [] if division is None else [table for table in season.tables_of(division) if entrant in table.seats]


def _about(lines: Sequence[LogLine], table: int) -> list[LogLine]:
    return [line for line in lines if getattr(line.entry, "table", None) == table]


def _give_chair_back(
    found: Consequences,
    table: LeagueTable,
    entrant: EntrantNumber,
    later: Sequence[LogLine],
    opened: Collection[int],
    *,
    helper_keeps: bool,
) -> None:
    """Note what becomes of a chair that was emptied."""
    taken = [line for line in later if isinstance(line.entry, TookChair) and line.entry.left == entrant]
    helped = {line.number for line in later if isinstance(line.entry, Substituted) and line.entry.left == entrant}
    if (helped and helper_keeps) or (taken and table.number in opened):
        found.stays[table.number] = "taken"
    elif any(isinstance(line.entry, Resulted) for line in later):
        found.stays[table.number] = "ended"
    elif any(isinstance(line.entry, Closed) for line in later) and not _was_closed_unplayed(table, later):
        found.stays[table.number] = "closed"
    else:
        offers = {line.number for line in later if isinstance(line.entry, Offered) and line.entry.left == entrant}
        found.also |= {line.number for line in taken} | helped
        found.also |= {line.number for line in later if _tells_of_leaving(line.entry) and line.entry.entrant == entrant}
        found.also |= offers
        if helped:
            found.stays[table.number] = "helped"
        if any(isinstance(line.entry, Closed) for line in later):  # for too few were left; it opens again
            found.also |= {line.number for line in later if line.by is None and _closes(line.entry)}


def _tells_of_leaving(entry: Entry) -> TypeGuard[Left | Carded]:
    return isinstance(entry, Left) or (isinstance(entry, Carded) and entry.left)


def _was_closed_unplayed(table: LeagueTable, later: Sequence[LogLine]) -> bool:
    """Whether a table was closed before its game began, and nobody was waited for there in vain."""
    return table.fate == "planned" and not any(isinstance(line.entry, Began | Carded) for line in later)


def _closes(entry: Entry) -> bool:
    return isinstance(entry, Left | Adjudicated | Closed)


def _give_table_back(found: Consequences, table: LeagueTable, later: Sequence[LogLine]) -> None:
    """Note what becomes of a table that was decided, or void, before its game was over."""
    closed = {line.number for line in later if isinstance(line.entry, Closed)}
    if closed and not _was_closed_unplayed(table, later):
        found.stays[table.number] = "closed"
    else:
        found.also |= closed


def _doubts(later: Sequence[LogLine], table: int) -> Iterator[int]:
    """Yield the protests against a result that there is no more, and what was answered to them."""
    protests = {line.number for line in later if isinstance(line.entry, Protested) and line.entry.table == table}
    yield from protests
    for line in later:
        if isinstance(line.entry, Ruled) and line.entry.protest in protests:
            yield line.number


def touched(season: Season, entry: Entry) -> list[int]:
    """Return the tables about which an entry decides, or at which it changes who sits where.

    Args:
        season: with this entry.
        entry: a ruling, somebody's leaving, or what takes such a thing back.
    """
    while isinstance(entry, Reverted):
        entry = season.lines[entry.line - 1].entry
    match entry:
        case Disqualified(entrant=entrant) | Withdrew(entrant=entrant):
            seated = {table.number for table in season.tables.values() if entrant in table.seats}
            return sorted(seated | season.helped_at(entrant))
        case Voided(table=table) | Adjudicated(table=table) | Corrected(table=table):
            return [table]
        case Ruled(protest=protest):
            return [season.protests[protest].table] if protest in season.protests else []
        case _:
            return []
