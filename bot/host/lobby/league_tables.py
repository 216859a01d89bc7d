"""A league's tables before their games begin; they may begin without some of their players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.host.errors import Refusal
from bot.host.leagues import season_events
from bot.host.lobby.game_start import build_empty_seat
from bot.host.lobby.open_tables import OpenTables
from bot.host.table import deadlines
from bot.host.table.open_table import CONFIRMATION_PERIOD, OpenTable
from storage.interface.games import SeatRow
from storage.interface.leagues import LeagueGame


class LeagueTables:
    """Confirms, fills, closes and begins a league's tables."""

    def __init__(self, tables: OpenTables) -> None:
        self._tables = tables
        self._host = tables.host
        self._storage = tables.storage

    async def confirm_season(self, season_id: int, user_id: int, adds: str = "") -> Sequence[int]:
        """Record this person's presence at all tables of a season that wait for them; return these tables' ids.

        They belong to one round: before the next round, all tables are decided.

        Raises:
            Refusal: they are anonymous, and this person gets no direct messages.
        """
        waiting = []
        for game_id in await self._storage.leagues.list_waiting_games(season_id, user_id):
            with suppress(Refusal):  # it began or was closed meanwhile
                table = await self._tables.get(game_id)
                if user_id in {seat_row.user_id for seat_row in table.list_awaited(self._host.now())}:
                    waiting.append(table)
        for table in waiting:
            await self._tables.must_be_reachable(table, user_id)
        found = []
        for table in waiting:
            with suppress(Refusal):
                await self._tables.confirm(table.row.game_id, user_id, adds)
                found.append(table.row.game_id)
        return found

    async def remove_player(self, game_id: int, user_id: int) -> None:
        """Remove a person from a league's table that has not begun; it no longer waits for them."""
        async with self._host.lock_game(game_id):
            table = await self._tables.get(game_id)
            if table.has(user_id):
                await self.begin_without(table, {user_id}, late=False, now=False)

    async def give_back_seat(self, game_id: int, seat: int, user_id: int, name: str) -> None:
        """Give a person their seat at a league's table back; it waits for them again."""
        async with self._host.lock_game(game_id):
            table = await self._tables.get(game_id)
            if table.has(user_id) or table.seats[seat - 1].user_id is not None:
                return
            waits = {seat_row.user_id for seat_row in table.list_awaited(self._host.now())}
            now = self._host.format_now()  # nobody who has confirmed has to do it again
            seats = [
                seat_row if seat_row.user_id is None or seat_row.user_id in waits else replace(seat_row, here_at=now)
                for seat_row in table.seats
            ]
            seats[seat - 1] = SeatRow(seat, user_id, name)
            await self._tables.change(
                table, seats, confirm_until=deadlines.format_time(self._host.now() + CONFIRMATION_PERIOD)
            )

    async def reopen(self, game_id: int, seats: Sequence[SeatRow], thread: str) -> None:
        """Reopen a league's table that was closed before its game began.

        Args:
            game_id: the table.
            seats: the assigned players, in the order of the seats; those who sat there keep their confirmation.
            thread: name of its thread, if it still has none.
        """
        async with self._host.lock_game(game_id):
            saved = await self._storage.games.load(game_id)
            if saved is None:
                return
            before = {seat_row.user_id: seat_row for seat_row in saved.seats if seat_row.user_id is not None}
            seated = [replace(before.get(one.user_id or 0, one), seat=one.seat) for one in seats]
            until = deadlines.format_time(self._host.now() + CONFIRMATION_PERIOD)
            await self._tables.commit(
                self._storage.lobbies.reopen(
                    game_id, seats=seated, confirm_until=until, thread=thread, now=self._host.format_now()
                )
            )
            self._host.forget_loaded(game_id)
            self._host.announce_commit(game_id, answered_for=False)
            table = await self._tables.get(game_id)
            if not table.list_awaited(self._host.now()):
                await self._tables.begin(table)

    async def close(self, game_id: int) -> None:
        """Close a league's table that has not begun, because it is decided, or its season is over."""
        async with self._host.lock_game(game_id):
            await self._tables.get(game_id)
            await self._tables.close(game_id)

    async def begin_without(
        self, table: OpenTable, absent: Collection[int | None], *, late: bool = True, now: bool = True
    ) -> None:
        """Begin a league's table without some of its players, whose seats are empty then.

        Args:
            table: the table.
            absent: the players who do not play.
            late: whether they failed to confirm in time.
            now: whether the table stops waiting for the others, too.

        Raises:
            ValueError: the table is no league's.
        """
        league = table.league
        if league is None:
            raise ValueError(f"table {table.row.game_id} is no league's")
        gone = [
            seat_row.seat for seat_row in table.seats if seat_row.user_id is not None and seat_row.user_id in absent
        ]
        seats = tuple(
            build_empty_seat(seat_row.seat) if seat_row.seat in gone else seat_row for seat_row in table.seats
        )
        here = [seat_row.seat for seat_row in seats if seat_row.user_id is not None]
        after, in_vain = replace(table, seats=seats), await self._list_absentees(table, league, gone) if late else {}
        if len(here) > 1:
            await (self._tables.begin(after, in_vain) if now else self._tables.change(after, seats))
            return
        learned = (
            season_events.build_won_alone_lines(league, here[0], in_vain)
            if here
            else season_events.build_nobody_came_lines(league, in_vain)
        )
        await self._storage.games.close_without_result(table.row.game_id, self._host.format_now(), league=learned)
        self._host.announce_commit(table.row.game_id, answered_for=False)

    async def _list_absentees(
        self, table: OpenTable, league: LeagueGame, gone: Collection[int]
    ) -> season_events.Absentees:
        """Return the players who failed to confirm, each with the season's table they missed by the same absence."""
        found = {}
        for seat_row in table.seats:
            if seat_row.seat in gone and seat_row.user_id is not None:
                cards = await self._storage.leagues.list_cards(league.season_id, league.seats[seat_row.seat])
                last = await self._storage.leagues.get_last_activity(league.season_id, seat_row.user_id)
                found[seat_row.seat] = season_events.find_missed_before(cards, table.row.opened_at, last)
        return found
