"""Notices to a table's thread about stewards' rulings and their reasons."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.engine.pages import mark
from bot.host import sanitize
from bot.host.delivery.outbox import NoticeBody, build_letter
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.table.running import strip_formatting
from bot.leagues.log_entries import Adjudicated, Corrected, Entry, Reverted, Ruled, Voided
from bot.leagues.scoring import EntrantNumber, Places
from bot.leagues.season_records import LeagueTable
from bot.leagues.stewards import find_decision
from storage.interface.letters import NewLetter

TableRuling: TypeAlias = Adjudicated | Corrected | Voided | Ruled
"""A steward's ruling about a table."""
_MENTION = re.compile("(<@[0-9]{1,20}>)")
GOES_ON = {
    "open": "The table is closed.",
    "running": "You can play the game on, but it counts for nothing in the league, and for nobody's rating.",
}
"""Consequence for a table that is decided before its game is over."""


def format_reason(reason: str) -> str:
    """Format a steward's reason as a public sentence; empty if there is none."""
    pieces = _MENTION.split(sanitize.sanitize(reason))  # mentions stay intact, so that erasure can find them
    words = " ".join(piece if at % 2 else strip_formatting(piece) for at, piece in enumerate(pieces) if piece.strip())
    return f"Why: {sanitize.format_sentence(words)}" if words else ""


async def build_notices(
    season_log: SeasonLog, known: KnownSeason, entry: Entry, reason: str
) -> Mapping[int, Sequence[NewLetter]]:
    """Return the notices to the table a ruling is about, by game id; empty for other rulings.

    Args:
        season_log: reader of seasons.
        known: the season before the ruling.
        entry: the ruling.
        reason: why.
    """
    about = find_decision(known.season, entry)
    if not isinstance(about, TableRuling):
        return {}
    protest = known.season.protests.get(about.protest) if isinstance(about, Ruled) else None
    number = about.table if not isinstance(about, Ruled) else 0 if protest is None else protest.table
    game_id = known.tables.get(number)
    found = None if game_id is None else await season_log.host.find_table(game_id)
    if game_id is None or found is None:
        return {}
    table, status = known.season.tables[number], found[0].status
    names = await _map_names(season_log, known, table, is_over=status in ("finished", "abandoned"))
    said = _format_reverted(entry, table) if isinstance(entry, Reverted) else _format_ruling(known, about, names)
    goes_on = "" if isinstance(entry, Reverted | Ruled) else GOES_ON.get(status, "")
    words = " ".join(filter(None, [said, goes_on, format_reason(reason)]))
    return {game_id: [build_letter(NoticeBody(text=words))]}


async def _map_names(
    season_log: SeasonLog, known: KnownSeason, table: LeagueTable, *, is_over: bool
) -> Mapping[EntrantNumber, str]:
    """Return how a notice calls a table's entrants: by their seats, but not before an anonymous game is over."""
    if known.plan.pact.anonymous and not is_over:
        people = {number: known.entrants[number].user_id for number in table.seats}
        return {number: f"entrant {number}" if one is None else f"<@{one}>" for number, one in people.items()}
    return {number: mark(seat) for seat, number in (await season_log.get_seats(known, table.number)).items()}


def _format_ruling(known: KnownSeason, about: TableRuling, names: Mapping[EntrantNumber, str]) -> str:
    league = strip_formatting(known.league.name)
    match about:
        case Adjudicated():
            return f"A steward of **{league}** has decided this table: {_format_places(about.places, names)}."
        case Corrected():
            return (
                f"A steward of **{league}** has put the result of this table right: "
                f"{_format_places(about.places, names)}."
            )
        case Voided():
            return f"A steward of **{league}** lets this table count for nothing."
        case Ruled():
            answer = "upheld" if about.upheld else "refused"
            return f"A steward of **{league}** has {answer} the protest against the result of this table."


def _format_reverted(entry: Reverted, table: LeagueTable) -> str:
    words = f"What a steward had decided about this table is taken back (line {entry.line} of **/league log**)."
    if table.number in entry.stays:
        return f"{words} Its game has ended meanwhile, so it counts for nothing unless a steward decides it again."
    return f"{words} It is as if it had never been decided."


def _format_places(places: Places, names: Mapping[EntrantNumber, str]) -> str:
    order = sorted(names, key=lambda number: places[number])
    return ", ".join(f"{places[number]}. {names[number]}" for number in order)
