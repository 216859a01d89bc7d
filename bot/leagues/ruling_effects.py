"""Find the effects of a ruling that must be reverted together with it.

An excluded or departed entrant leaves empty seats, which others may take. A table decided or voided while it waits for
its people is closed. Reverting such a line also reverts these consequences: the reverting line names them in
`Reverted.also`, so that the fold skips them all. Nothing can be given back where somebody else got the seat before the
game began, or where a game is over. These tables are named in `Reverted.stays` and keep their state. A mere substitute
gives the seat back, because the table counts for the drawn entrant, and keeps the credit for having helped. In older
seasons substitutes keep the seat.

The end of a season also decides the tables that are open then. Taking it back opens those again whose games were not
closed.

With a warning goes the one from an earlier season that it made count.

A team's substitute may have replaced the entrant. That is reverted, too, unless a round was drawn since.
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
    Ended,
    Entry,
    InvalidEntry,
    Left,
    LogLine,
    Offered,
    OpenedWishes,
    Protested,
    PutIn,
    Resulted,
    Reverted,
    Ruled,
    SeatTaken,
    Substituted,
    Unsealed,
    Voided,
    Withdrew,
)
from bot.leagues.remembered_warnings import is_remembered_card
from bot.leagues.reverts import find_reverted, list_settled_at_end
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season, replay_before
from bot.leagues.season_records import LeagueTable
from bot.leagues.teams import can_be_replaced

Why: TypeAlias = Literal["taken", "helped", "ended", "closed", "played", "settled"]
"""Reasons why a seat or table cannot be restored.

Another entrant took it, a substitute played on, the game ended without its owner, the game was closed without a result,
a bot's moves there were seen, or the season's end decided it and closed its game.
"""


@dataclass
class Consequences:
    """The effects to revert together with a line."""

    also: set[int] = field(default_factory=set)
    """Further lines that stop counting."""
    stays: dict[int, Why] = field(default_factory=dict)
    """Tables at which effects remain."""


def complete(season: Season, entry: Entry, opened: Collection[int] = (), played: Collection[int] = ()) -> Entry:
    """Add all reverted effects to an entry that reverts a line; return other entries unchanged.

    Args:
        season: current season.
        entry: entry about to be written.
        opened: tables that were opened: a person who took a seat there keeps it.
        played: tables at which a seat is given back, but a bot's moves there stay.
    """
    if not isinstance(entry, Reverted):
        return entry
    found = find_effects(season, entry.line, opened)
    found.stays |= dict.fromkeys(played, "played")
    return entry.model_copy(update={"also": tuple(sorted(found.also)), "stays": tuple(sorted(found.stays))})


def find_effects(season: Season, number: int, opened: Collection[int] = ()) -> Consequences:
    """Return the effects to revert together with a line.

    Args:
        season: current season.
        number: of the line.
        opened: tables that were opened.
    """
    found = Consequences()
    passed_over = find_reverted(season.lines)
    if not 1 < number <= len(season.lines) or number in passed_over:
        return found
    base = number
    while isinstance(entry := season.lines[base - 1].entry, Reverted):
        base = entry.line
    if base in passed_over:  # a reverted line counts again
        return found
    later = [line for line in season.lines[number:] if line.number not in passed_over]
    match entry:
        case Disqualified(entrant=entrant) | Withdrew(entrant=entrant):
            _restore_seats(found, replay_before(season.lines, number), entrant, later, opened)
        case Voided(table=table) | Adjudicated(table=table) | Corrected(table=table):
            before = replay_before(season.lines, number)
            if before.tables[table].is_open:
                _restore_table(found, before.tables[table], _select_lines_about(later, table))
                found.also |= set(_find_protests(later, table))
        case Protested():
            found.also |= {
                line.number for line in later if isinstance(line.entry, Ruled) and line.entry.protest == number
            }
        case Ended():
            _restore_season(found, season, number, later)
        case _:
            pass
    if isinstance(entry, Disqualified | Withdrew | Carded):
        _restore_entrant(found, season, number, entry, later)
    return found


def _restore_entrant(
    found: Consequences,
    season: Season,
    number: int,
    entry: Disqualified | Withdrew | Carded,
    later: Sequence[LogLine],
) -> None:
    """Record the effects on an entrant beyond their seats: a remembered warning, and their place in a team."""
    if isinstance(entry, Carded) and entry.table is not None:
        found.also |= {line.number for line in later if is_remembered_card(line, entry.entrant)}
    if season.get_rules().get_substitute_limit():
        _restore_place(found, season, number, entry.entrant, later)


def _restore_place(
    found: Consequences, season: Season, number: int, entrant: EntrantNumber, later: Sequence[LogLine]
) -> None:
    """Revert the substitution of an entrant who never left, unless a later entry depends on it."""
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
        out = can_be_replaced(replay_before([*season.lines, back], put_in.number), entrant)
    except InvalidEntry:  # it cannot be reverted, and the error will say why
        return
    if not out:
        found.also.add(put_in.number)


def _restore_seats(
    found: Consequences, before: Season, entrant: EntrantNumber, later: Sequence[LogLine], opened: Collection[int]
) -> None:
    """Record the effects on all seats that an entrant had when they left."""
    keeps = not before.get_rules().should_offer_seats()
    for table in before.list_own_tables(entrant):
        if table.is_open and entrant not in table.absent | table.gone:
            since = _select_lines_about(later, table.number)
            _restore_seat(found, table, entrant, since, opened, helper_keeps=keeps)


def _select_lines_about(lines: Sequence[LogLine], table: int) -> list[LogLine]:
    return [line for line in lines if getattr(line.entry, "table", None) == table]


def _restore_seat(
    found: Consequences,
    table: LeagueTable,
    entrant: EntrantNumber,
    later: Sequence[LogLine],
    opened: Collection[int],
    *,
    helper_keeps: bool,
) -> None:
    """Record the effect on an emptied seat."""
    taken = [line for line in later if isinstance(line.entry, SeatTaken) and line.entry.left == entrant]
    helped = {line.number for line in later if isinstance(line.entry, Substituted) and line.entry.left == entrant}
    if (helped and helper_keeps) or (taken and table.number in opened):
        found.stays[table.number] = "taken"
    elif any(isinstance(line.entry, Resulted) for line in later):
        found.stays[table.number] = "ended"
    elif any(isinstance(line.entry, Closed) for line in later) and not _is_closed_unplayed(table, later):
        found.stays[table.number] = "closed"
    else:
        offers = {line.number for line in later if isinstance(line.entry, Offered) and line.entry.left == entrant}
        found.also |= {line.number for line in taken} | helped
        found.also |= {line.number for line in later if _is_about_leaving(line.entry) and line.entry.entrant == entrant}
        found.also |= offers
        if helped:
            found.stays[table.number] = "helped"
        if any(isinstance(line.entry, Closed) for line in later):  # too few players were left; it opens again
            found.also |= {line.number for line in later if line.by is None and _is_closing(line.entry)}


def _is_about_leaving(entry: Entry) -> TypeGuard[Left | Carded]:
    return isinstance(entry, Left) or (isinstance(entry, Carded) and entry.left)


def _is_closed_unplayed(table: LeagueTable, later: Sequence[LogLine]) -> bool:
    """Whether a table was closed before its game began, without absences."""
    return table.fate == "planned" and not any(isinstance(line.entry, Began | Carded) for line in later)


def _is_closing(entry: Entry) -> bool:
    return isinstance(entry, Left | Adjudicated | Closed)


def _restore_table(found: Consequences, table: LeagueTable, later: Sequence[LogLine]) -> None:
    """Record the effect on a table that was decided or voided before its game was over."""
    closed = {line.number for line in later if isinstance(line.entry, Closed)}
    if closed and not _is_closed_unplayed(table, later):
        found.stays[table.number] = "closed"
    else:
        found.also |= closed


def _restore_season(found: Consequences, season: Season, number: int, later: Sequence[LogLine]) -> None:
    """Record the effects of the end of a season: opened wishes, and the tables that it decided."""
    found.also |= {line.number for line in later if isinstance(line.entry, OpenedWishes | Unsealed)}
    settled = [season.lines[at - 1] for at in list_settled_at_end(season.lines, number)]
    off = find_reverted(season.lines)
    before = replay_before(season.lines, settled[0].number if settled else number)
    for line in settled:
        table = getattr(line.entry, "table", 0)
        theirs, since = Consequences(), _select_lines_about(later, table)
        _restore_table(theirs, before.tables[table], since)
        if theirs.stays or any(isinstance(one.entry, Corrected | Protested) for one in since):
            found.stays[table] = "settled"
        elif line.number not in off:
            found.also |= {line.number, *theirs.also}


def _find_protests(later: Sequence[LogLine], table: int) -> Iterator[int]:
    """Yield the protests against a removed result, and the answers to them."""
    protests = {line.number for line in later if isinstance(line.entry, Protested) and line.entry.table == table}
    yield from protests
    for line in later:
        if isinstance(line.entry, Ruled) and line.entry.protest in protests:
            yield line.number


def list_affected_tables(season: Season, entry: Entry) -> list[int]:
    """Return the tables that an entry decides, or whose seats it changes.

    Args:
        season: with this entry.
        entry: a ruling, a withdrawal, or the revert of one.
    """
    also: tuple[int, ...] = ()
    while isinstance(entry, Reverted):
        also += entry.also
        entry = season.lines[entry.line - 1].entry
    match entry:
        case Ended():
            entries = [season.lines[number - 1].entry for number in also]
            return sorted({one.table for one in entries if isinstance(one, Voided | Adjudicated)})
        case Disqualified(entrant=entrant) | Withdrew(entrant=entrant):
            seated = {table.number for table in season.tables.values() if entrant in table.seats}
            return sorted(seated | season.find_helped_tables(entrant))
        case Voided(table=table) | Adjudicated(table=table) | Corrected(table=table):
            return [table]
        case Ruled(protest=protest):
            return [season.protests[protest].table] if protest in season.protests else []
        case _:
            return []
