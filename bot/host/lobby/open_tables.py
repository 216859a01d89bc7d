"""Read and change tables whose games have not begun."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from bot.engine.chance import compute_digest
from bot.host.delivery.outbox import PromiseBody, build_letter
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.leagues import season_events
from bot.host.lobby.game_start import NOBODY_LATE, begin_game
from bot.host.lobby.settings import hide_players, prepare_contribution, validate_options
from bot.host.lost_channels import explain_abandoned
from bot.host.table import deadlines
from bot.host.table.aliases import must_be_reachable
from bot.host.table.deadlines import TableSettings
from bot.host.table.open_table import OpenTable
from bot.host.table.running import RunningGame
from storage.interface.errors import Conflict
from storage.interface.games import GameRow, SeatRow
from storage.interface.letters import NewLetter

LOBBY_LIFETIME = timedelta(days=7)
"""Age at which a table that has not begun is closed."""
Written = TypeVar("Written")


class OpenTables:
    """Reads open tables, writes their changes, and begins their games.

    For a change the caller holds the game's lock; only `confirm` takes it itself.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
        self.storage = host.storage

    async def get(self, game_id: int) -> OpenTable:
        """Return an open lobby; raise Refusal when there is none with this id."""
        saved = await self.storage.games.load(game_id)
        if saved is None:
            raise Refusal("This table no longer exists. With /game new you can open another.")
        if saved.game.status != "open":
            if saved.game.status == "abandoned" and saved.state is None:
                raise Refusal(f"{explain_closing(saved.game)} **/game new** opens another.")
            words = {"running": "has already begun", "finished": "is over", "abandoned": "was closed"}
            raise Refusal(f"This game {words[saved.game.status]}.")
        if saved.game.seed is None:
            await self.draw_seed(game_id)
            return await self.get(game_id)
        game = self.host.get_game(saved.game.title)
        seats = tuple(sorted(saved.seats, key=lambda seat_row: seat_row.seat))
        options = validate_options(game.options, json.loads(saved.game.options))
        box, settings = self.host.boxes.get(game), TableSettings.read(saved.game.pact)
        thinks, drawn = box.strong is not None, bool(box.characters)
        return OpenTable(game, saved.game, seats, options, settings, saved.league, thinks, drawn)

    async def draw_seed(self, game_id: int) -> None:
        """Draw the secret seed of a table without one, as after a restore or an upgrade."""
        seed = self.host.new_seed()
        await self.storage.lobbies.draw_seed(game_id, seed, [build_promise(seed)], self.host.format_now())
        self.host.announce_commit(game_id, answered_for=False)

    async def change(
        self,
        table: OpenTable,
        seats: Sequence[SeatRow],
        *,
        options: str | None = None,
        pact: str | None = None,
        opened_by: int | None = None,
        seats_wanted: int | None = None,
        confirm_until: str | None = None,
    ) -> OpenTable:
        """Write the changes; begin the game if it waits for nobody now."""
        settings = table.settings if pact is None else TableSettings.read(pact)
        seats = hide_players(table, settings, seats)
        if settings.anonymous and not table.settings.anonymous:
            for seat_row in seats:
                if seat_row.user_id is not None:
                    await must_be_reachable(self.host.people, seat_row.user_id)
        numbered = tuple(replace(seat_row, seat=number) for number, seat_row in enumerate(seats, 1))
        until = confirm_until or table.row.confirm_until
        row = replace(table.row, confirm_until=until, seats_wanted=seats_wanted or table.row.seats_wanted)
        after = replace(table, row=row, seats=numbered)
        now = self.host.now()
        waits = until is not None and after.full
        known = (
            {seat_row.user_id for seat_row in table.list_awaited(now)} if table.row.confirm_until is not None else set()
        )
        await self.commit(
            self.storage.lobbies.change(
                table.row.game_id,
                seats=numbered,
                options=options,
                pact=pact,
                opened_by=opened_by,
                seats_wanted=seats_wanted,
                confirm_until=until if waits else "",
                call=waits and any(seat_row.user_id not in known for seat_row in after.list_awaited(now)),
                now=self.host.format_now(),
            )
        )
        self.host.announce_commit(table.row.game_id, answered_for=False)
        changed = await self.get(table.row.game_id)
        if waits and not changed.list_awaited(now):
            await self.begin(changed)
        return changed

    async def remove_people(
        self, table: OpenTable, gone: Collection[int], *, confirm_until: str | None = None
    ) -> OpenTable | None:
        """Free these people's seats; when no person is left, close the table and return None."""
        rest = [seat_row for seat_row in table.seats if seat_row.user_id not in gone]
        people = [seat_row.user_id for seat_row in rest if seat_row.user_id is not None]
        if not people:
            await self.close(table.row.game_id)
            return None
        stays = table.row.opened_by in people or table.settings.anonymous  # another opener would be known to play
        owner = table.row.opened_by if stays else people[0]
        return await self.change(table, rest, opened_by=owner, confirm_until=confirm_until)

    async def close(self, game_id: int) -> None:
        """Close an open table without a game."""
        await self.storage.games.close_without_result(game_id, self.host.format_now())
        self.host.announce_commit(game_id, answered_for=False)

    async def begin(self, table: OpenTable, late: season_events.Absentees = NOBODY_LATE) -> RunningGame:
        """Begin a table's game; see `begin_game`."""
        return await self.commit(begin_game(self.host, table, late))

    async def confirm(self, game_id: int, user_id: int, adds: str) -> RunningGame | None:
        """Record this person's presence at one table; if everybody is present, begin and return the game.

        Raises:
            NotYours: this person has not joined.
        """
        async with self.host.lock_game(game_id):
            table = await self.get(game_id)
            if not table.has(user_id):
                raise NotYours("You have not joined this table. Press **Join** to take a seat or a place in reserve.")
            await self.must_be_reachable(table, user_id)
            present = replace(table, seats=self.mark_present(table, user_id, adds))
            if table.row.confirm_until is not None and not present.list_awaited(self.host.now()):
                return await self.begin(present)
            await self.change(table, present.seats)
        return None

    def mark_present(self, table: OpenTable, user_id: int, adds: str) -> tuple[SeatRow, ...]:
        """Record this person's presence; their new contribution to the randomness replaces the old one."""
        now = self.host.format_now()
        return tuple(
            replace(seat_row, here_at=now, added=prepare_contribution(table, adds) or seat_row.added)
            if seat_row.user_id == user_id
            else seat_row
            for seat_row in table.seats
        )

    async def must_be_reachable(self, table: OpenTable, user_id: int) -> None:
        """Raise Refusal when a player of an anonymous season no longer gets direct messages as at sign-up."""
        if table.league is not None and table.settings.anonymous:
            await must_be_reachable(self.host.people, user_id)

    async def commit(self, writing: Awaitable[Written]) -> Written:
        """Await a write; raise Refusal when the table was changed first."""
        try:
            return await writing
        except Conflict:
            raise Refusal("This table has changed in the meantime. Please look at it again.") from None


def build_promise(seed: str) -> NewLetter:
    """Make the letter that publishes a seed's digest, in a message that is never edited."""
    return build_letter(PromiseBody(digest=compute_digest(seed)))


def explain_closing(row: GameRow) -> str:
    """Return why a table was closed before its game began, as a sentence."""
    ended = deadlines.parse_time(row.finished_at or row.opened_at)
    why = explain_abandoned(row)
    if why:
        return f"This table was closed: {why}."
    if row.confirm_until is not None and ended >= deadlines.parse_time(row.confirm_until):
        why = "nobody had said in time that they were still here"
    elif row.confirm_until is None and ended >= deadlines.parse_time(row.opened_at) + LOBBY_LIFETIME:
        why = f"it had not begun within {LOBBY_LIFETIME.days} days"
    else:
        why = "everybody had left, or its opener or a server manager closed it"
    return f"This table was closed: {why}."
