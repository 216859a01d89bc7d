"""Update the seats of a season's tables to match its log.

The target state depends only on the log, and the current state on the table. Interrupted updates are therefore
repeated.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from contextlib import suppress

from bot.host.errors import Refusal, Unreadable
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.host.lobby.game_start import build_empty_seat
from bot.host.lobby.lobby import Lobby
from bot.host.lost_channels import LostChannels
from bot.host.play.votes import Votes
from bot.leagues.entry_preview import EntryDraft
from bot.leagues.log_entries import Began, Left
from bot.leagues.reverts import find_reverted
from bot.leagues.rounds import describe_part
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season_records import LeagueTable
from bot.leagues.table_opening import list_coming
from storage.interface.games import GameRow, SeatRow
from storage.interface.leagues import format_table_name

log = logging.getLogger(__name__)

FIRST_REVISION = 1
"""Revision of a game when it begins."""
MAX_ATTEMPTS = 3
"""Attempts, because a table may begin or end during the update."""


class SeatAssignment:
    """Empties seats of departed entrants, and restores seats and tables."""

    def __init__(self, season_log: SeasonLog, lobby: Lobby, votes: Votes, lost_channels: LostChannels) -> None:
        self._host = lobby.host
        self._season_log = season_log
        self._lobby = lobby
        self._votes = votes
        self._lost_channels = lost_channels

    async def update_seats(self, known: KnownSeason, tables: Iterable[int], why: str = "") -> None:
        """Update the seats of some tables.

        Args:
            known: the season.
            tables: numbers of the tables.
            why: explanation for the tables, in whole sentences.
        """
        for number in tables:
            game_id = known.tables.get(number)
            for _ in range(MAX_ATTEMPTS if game_id is not None else 0):
                try:
                    await self._update_table(known, known.season.tables[number], game_id or 0, why)
                    break
                except Unreadable:
                    break
                except Refusal as meanwhile:
                    log.info("seat update attempt failed: %s", meanwhile, extra={"game": game_id})

    async def move_tables(self, known: KnownSeason) -> None:
        """Move tables that lost their channel to the season's new one."""
        for number, game_id in known.tables.items():
            with suppress(Refusal):  # it is already over
                thread = format_thread_name(known, known.season.tables[number])
                await self._lost_channels.move_league_table(game_id, known.league.channel_id, thread)

    async def list_played_on(self, known: KnownSeason, found: EntryDraft) -> set[int]:
        """Return the tables at which a previewed entry restores a seat but keeps a bot's moves."""
        stays = set()
        for number, change in found.tables.items():
            game_id = known.tables.get(number)
            for entrant in change.given_back if game_id is not None and change.after.fate == "running" else ():
                seat = await self._season_log.get_seat_of(known, number, entrant)
                since = _find_emptied_revision(known, change.after, entrant, getattr(found.line.entry, "also", ()))
                with suppress(Refusal):
                    if not await self._votes.can_restore_seat(game_id or 0, seat, since):
                        stays.add(number)
        return stays

    async def _update_table(self, known: KnownSeason, table: LeagueTable, game_id: int, why: str) -> None:
        found = await self._host.find_table(game_id)
        if found is None or not table.is_open:
            return
        row, seats = found
        match row.status:
            case "open":
                await self._update_lobby(known, table, row, seats)
            case "running":
                await self._update_game(known, table, game_id, seats, why)
            case "abandoned" if row.revision == 0 and known.row.status == "running":
                await self._lobby.league_tables.reopen(
                    game_id, build_seats(known, table), self._get_thread_name(known, table, row)
                )
            case _:
                pass

    def _get_thread_name(self, known: KnownSeason, table: LeagueTable, row: GameRow) -> str:
        return format_thread_name(known, table) if row.channel_id == known.league.channel_id else ""

    async def _update_lobby(
        self, known: KnownSeason, table: LeagueTable, row: GameRow, seats: Iterable[SeatRow]
    ) -> None:
        there = {seat_row.user_id: seat_row.seat for seat_row in seats if seat_row.user_id is not None}
        coming = [seat_row for seat_row in build_seats(known, table) if seat_row.user_id is not None]
        for seat_row in coming:
            if seat_row.user_id is not None and seat_row.user_id not in there:
                await self._lobby.league_tables.give_back_seat(
                    row.game_id, seat_row.seat, seat_row.user_id, seat_row.name
                )
        for user_id in there:
            number = known.find_number(user_id)
            if number is not None and known.season.entrants[number].status != "plays":
                await self._lobby.league_tables.remove_player(row.game_id, user_id)

    async def _update_game(
        self, known: KnownSeason, table: LeagueTable, game_id: int, seats: Iterable[SeatRow], why: str
    ) -> None:
        entrants = await self._season_log.get_seats(known, table.number)
        for seat_row in seats:
            number = None if seat_row.user_id is None else known.find_number(seat_row.user_id)
            if seat_row.conceded:  # they have conceded
                continue
            if number is not None and seat_row.user_id is not None and not _is_playing(known, number):
                notice = DEPARTURE_NOTICES[known.season.entrants[number].status]
                words = f"<seat:{seat_row.seat}> {notice}.{why and ' '}{why}"
                await self._votes.clear_seat(game_id, seat_row.seat, seat_row.user_id, words)
            elif seat_row.is_free or seat_row.user_id is not None:
                await self._restore_seat(known, table, entrants[seat_row.seat], game_id, seat_row, why)

    async def _restore_seat(
        self, known: KnownSeason, table: LeagueTable, number: EntrantNumber, game_id: int, seat_row: SeatRow, why: str
    ) -> None:
        """Restore a seat to its owner if the log says that they never left, even if a substitute occupies it."""
        seat = seat_row.seat
        one, helper = known.entrants.get(number), seat_row.user_id
        if number in table.gone | table.absent or one is None or one.user_id is None or not _is_playing(known, number):
            return

        if helper == one.user_id:
            return

        def format_notice(as_it_was: bool) -> str:
            if helper is not None:
                thanks = "Thank you" if known.plan.pact.anonymous else f"Thank you, <@{helper}>,"
                return (
                    f"<seat:{seat}> <has their|have your> seat back, and what was played there meanwhile stays. "
                    f"{thanks} for having played on: it counts for you as helping out.{why and ' '}{why}"
                )
            undone = "Nothing is left of what a bot has played there meanwhile."
            stands = undone if as_it_was else "What a bot has played there meanwhile stays."
            return f"<seat:{seat}> <has their|have your> seat back. {stands}{why and ' '}{why}"

        since = (
            0 if helper is not None else _find_emptied_revision(known, table, number, find_reverted(known.season.lines))
        )
        await self._votes.give_back_seat(game_id, seat, one.user_id, one.name, since, format_notice, helper)


DEPARTURE_NOTICES = {"withdrawn": "has left the season", "disqualified": "was put out of the season by a steward"}
"""Notice to a table about a player whose seat was emptied, by their status in the season."""


def _is_playing(known: KnownSeason, number: EntrantNumber) -> bool:
    return known.season.entrants[number].status == "plays"


def _find_emptied_revision(
    known: KnownSeason, table: LeagueTable, number: EntrantNumber, passed_over: Collection[int]
) -> int:
    """Return the revision at which a restored seat was emptied; 0 if unknown."""
    found, since = 0, False
    for line in known.season.lines:
        match line.entry:
            case Left(table=at, entrant=entrant, revision=revision) if (at, entrant) == (table.number, number):
                if line.number in passed_over:
                    found, since = revision, not revision
            case Began(table=at) if at == table.number and since:
                found = FIRST_REVISION  # nobody ever sat on it
            case _:
                pass
    return found


def build_seats(known: KnownSeason, table: LeagueTable) -> list[SeatRow]:
    """Return the seat rows of a table that waits for its people; absent entrants leave an empty seat."""
    coming = set(list_coming(known.season, table))
    found = []
    for seat, number in table.list_drawn_seats().items():
        one = known.entrants.get(number)
        comes = one is not None and one.user_id is not None and number in coming
        found.append(SeatRow(seat, one.user_id, one.name) if one is not None and comes else build_empty_seat(seat))
    return found


def format_thread_name(known: KnownSeason, table: LeagueTable) -> str:
    """Return the name of a season table's thread."""
    title = [known.get_title(table.game)] * bool(known.plan.further)
    part = " · ".join([describe_part(known.season, table), *title])
    return format_table_name(known.league.name, known.row.number, table.number, part)
