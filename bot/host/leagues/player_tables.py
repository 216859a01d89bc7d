"""A player's tables in a season, with their pending actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.host.host import Host
from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season_records import LeagueTable


@dataclass(frozen=True)
class OwnTable:
    """One of a player's tables."""

    table: LeagueTable
    game_id: int | None
    channel_id: int | None
    due: str | None = None
    """The player's deadline there; None without a question or deadline."""
    asked: bool = False
    may_be_doubted: bool = False
    """Whether the player can still protest its result."""
    is_awaited: bool = False
    """Whether it waits for the player's confirmation."""


async def list_own_tables(host: Host, known: KnownSeason, number: EntrantNumber) -> Sequence[OwnTable]:
    """Return a player's tables in a season."""
    there = known.season.list_own_tables(number)
    return [await _build_own_table(host, known, number, table) for table in there]


async def _build_own_table(host: Host, known: KnownSeason, number: EntrantNumber, table: LeagueTable) -> OwnTable:
    game_id = known.tables.get(table.number)
    found = None if game_id is None else await host.find_table(game_id)
    doubtful = calendar.can_be_protested(known.season, table, host.now())
    if game_id is None or found is None:
        return OwnTable(table, game_id, None, may_be_doubted=doubtful)
    row, seats = found
    user_id = known.entrants[number].user_id
    seat = next((other.seat for other in seats if other.user_id == user_id), None)
    asks = await host.storage.open_questions.list_in_game(game_id) if row.status == "running" else ()
    mine = next((ask for ask in asks if ask.seat == seat), None)
    due = None if mine is None or mine.times is None else mine.times.due_at
    awaited = row.status == "open" and any(one.user_id == user_id and one.here_at is None for one in seats)
    return OwnTable(table, game_id, row.channel_id, due, mine is not None, doubtful, awaited)
