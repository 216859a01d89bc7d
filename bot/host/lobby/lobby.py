"""Open tables, seat players and bots, and start games.

Before a game begins, every player has confirmed recently that they are present. Joining is a confirmation. It must be
repeated by a button when it is old, or when the table has changed its settings since.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.engine.options import build_default_options
from bot.host.delivery.outbox import AskBody, build_letter
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.lobby.bots import (
    BotStrength,
    build_bot_seat,
    choose_seats_for_bots,
    get_strength,
    list_strengths,
    seat_bots,
)
from bot.host.lobby.league_tables import LeagueTables
from bot.host.lobby.limits import Limits, must_have_room
from bot.host.lobby.open_tables import LOBBY_LIFETIME, OpenTables, build_promise
from bot.host.lobby.settings import (
    apply_changes,
    check_table_name,
    get_default_settings,
    must_seat,
    parse_pace,
    prepare_contribution,
    resize_table,
    validate_options,
)
from bot.host.table import deadlines
from bot.host.table.aliases import (
    LOBBY_ALIAS,
    hide_contribution,
    hide_player,
    must_be_reachable,
)
from bot.host.table.deadlines import TableSettings
from bot.host.table.open_table import CONFIRMATION_PERIOD, OpenTable
from bot.host.table.running import RunningGame
from storage.interface.errors import Conflict
from storage.interface.games import SeatRow

MAX_RESERVES = 6


class Lobby:
    """Opens tables, seats people and bots, and starts games."""

    def __init__(self, host: Host, limits: Limits | None = None) -> None:
        self.host = host
        self.storage = host.storage
        self.tables = OpenTables(host)
        self.league_tables = LeagueTables(self.tables)
        self._limits = limits or Limits()
        self._opening = asyncio.Lock()
        host.ticks.subscribe(self.look)

    async def open_table(
        self,
        *,
        title: str,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        seats_wanted: int,
        options: dict[str, Any] | None = None,
        pact: str | None = None,
        adds: str = "",
        thread: str = "",
        table_name: str = "",
        named_by: int | None = None,
    ) -> OpenTable:
        """Open a table of a game, and seat the person who asked; `thread` names a thread to be created for it.

        `table_name` has passed `check_table_name`; `named_by` chose it, the person who asks if it is None.

        Each person who confirms their presence contributes to the randomness of the deal (`adds`, here and below): the
        id of their interaction, which nobody could predict, or a text of their own.

        Raises:
            Refusal: it cannot be opened so; the sentence says why.
        """
        game = self.host.games.get(title)
        if game is None:
            known = ", ".join(sorted(self.host.games))
            raise Refusal(f"There is no game of that name here. The games are: {known}.")
        must_seat(game, seats_wanted)
        agreed = get_default_settings(seats_wanted) if pact is None else TableSettings.read(pact)
        usual = build_default_options(game.options, agreed.hours_allowed)
        chosen = validate_options(game.options, {**usual.model_dump(), **(options or {})})
        seed = self.host.new_seed()
        contribution = hide_contribution(agreed, seed, adds)
        opener = SeatRow(1, user_id, name, here_at=self.host.format_now(), added=contribution)
        if agreed.anonymous:
            await must_be_reachable(self.host.people, user_id)
            opener = hide_player(opener, LOBBY_ALIAS)
        async with self._opening:  # otherwise two people who open at the same moment would both find room for one
            await must_have_room(self.storage, self._limits, guild_id, user_id)
            opening = self.storage.lobbies.open(
                title=title,
                guild_id=guild_id,
                channel_id=channel_id,
                opened_by=user_id,
                seats_wanted=seats_wanted,
                options=chosen.model_dump_json(),
                now=self.host.format_now(),
                seats=[opener],
                pact=agreed.model_dump_json(),
                thread=thread,
                seed=seed,
                letters=[build_promise(seed)],  # before the message with which others can join
                most=self._limits.per_person,
                name=table_name,
                named_by=(named_by or user_id) if table_name else None,
            )
            try:
                game_id = await opening
            except Conflict:  # they have just opened one in another process's server
                await must_have_room(self.storage, self._limits, guild_id, user_id)
                raise Refusal("You have just opened or closed another table. Please try again.") from None
        self.host.announce_commit(game_id, answered_for=False)
        return await self.tables.get(game_id)

    async def reopen_like(
        self, game_id: int, user_id: int, name: str, adds: str = "", *, channel_id: int | None = None, thread: str = ""
    ) -> int:
        """Open a table with the settings of a finished one; a second press joins the table opened first.

        It opens in the channel of the finished one, or in a thread of this name in another channel.

        Raises:
            Refusal: that game is still running; its players' invitation would name those of an anonymous table.
        """
        async with self.host.lock_game(game_id):
            before = await self.host.get_running_game(game_id)
            if before.row.status == "running":
                raise Refusal(f"Table {game_id} is still running. **/game new** opens another beside it.")
            number = await self.storage.lobbies.get_successor(game_id) or 0
            saved = await self.storage.games.load(number)
            if saved is None or saved.game.status != "open":
                table = await self.open_table(
                    title=before.game.key,
                    guild_id=before.row.guild_id,
                    channel_id=before.row.channel_id if channel_id is None else channel_id,
                    user_id=user_id,
                    name=name,
                    seats_wanted=len(before.seats),
                    options=json.loads(before.row.options),
                    pact=before.row.pact,
                    adds=adds,
                    thread=thread,
                    table_name=before.row.name,
                    named_by=before.row.named_by,
                )
                number = table.row.game_id
                await self.storage.lobbies.put_successor(game_id, number)
                there = list_strengths(before.game, self.host.boxes.get(before.game))
                for bot in [seat_row for seat_row in before.seats if _is_bot(seat_row)]:
                    strength = get_strength(bot)
                    await self.add_bot(number, user_id, strength=strength if strength in there else "steady")
                # The others of a table that never reveals its players are not named by an invitation either.
                if before.find_seat_of(user_id) is not None and not before.is_anonymous:
                    await self.invite_people(number, user_id, [seat_row.user_id for seat_row in before.seats])
                return number
        return (await self.join(number, user_id, name, adds)).row.game_id

    async def invite_people(
        self, game_id: int, user_id: int, guests: Sequence[int | None], *, organiser: bool = False
    ) -> Sequence[int]:
        """Ping people by name to an open table; return those pinged, without those who have joined already.

        At an anonymous table, all but the asker are pinged, so that the pings do not show the players.

        Raises:
            Refusal: this person did not open the table.
        """
        table = await self.get_own_table(game_id, user_id, organiser)
        self.host.must_own(table.row.guild_id)
        hidden = {user_id} if table.settings.anonymous else set()
        called = [
            guest for guest in guests if guest is not None and guest not in hidden and not table.is_known_in(guest)
        ]
        if called:
            letter = build_letter(AskBody(guests=tuple(called), host=user_id))
            await self.storage.outbox.add(game_id, [letter], self.host.format_now())
            self.host.announce_commit(game_id, answered_for=False)
        return called

    async def get_open_table(self, game_id: int) -> OpenTable:
        """Return an open lobby; raise Refusal when there is none with this id."""
        return await self.tables.get(game_id)

    async def get_own_table(self, game_id: int, user_id: int, organiser: bool) -> OpenTable:
        """Return an open lobby that this person may configure; raise NotYours for others."""
        table = await self.tables.get(game_id)
        self._must_own(table, user_id, organiser)
        return table

    async def join(self, game_id: int, user_id: int, name: str, adds: str = "") -> OpenTable:
        """Give this person a seat; if they have one, this only confirms their presence.

        Raises:
            Refusal: all seats and reserve places are taken.
        """
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            if table.has(user_id):
                await self.tables.must_be_reachable(table, user_id)
                here = await self.tables.change(table, self.tables.mark_present(table, user_id, adds))
            else:
                if table.hides_players:
                    await must_be_reachable(self.host.people, user_id)
                here = await self._take_seat(table, user_id, name, adds)
        if table.league is not None:
            await self.league_tables.confirm_season(table.league.season_id, user_id, adds)
        return here

    async def _take_seat(self, table: OpenTable, user_id: int, name: str, adds: str) -> OpenTable:
        if table.league is not None:
            raise Refusal(
                f"The seats of this table were drawn: it is one of **{table.league.league}**. **/league list** "
                "shows whether you can sign up. If a seat is free when the game begins, you may take it."
            )
        if len(table.reserve) >= MAX_RESERVES:
            raise Refusal("All seats and places in reserve are taken. With /game new you can open another table.")
        new = SeatRow(0, user_id, name, here_at=self.host.format_now(), added=prepare_contribution(table, adds))
        return await self.tables.change(table, [*table.seats, new])

    async def confirm_presence(self, game_id: int, user_id: int, adds: str = "") -> RunningGame | None:
        """Record this person's presence; if everybody is present, begin and return the game.

        At a league's table it counts for all of its season's tables that wait for them.

        Raises:
            NotYours: this person has not joined.
        """
        table = await self.tables.get(game_id)
        begun = await self.tables.confirm(game_id, user_id, adds)
        if table.league is not None:
            await self.league_tables.confirm_season(table.league.season_id, user_id, adds)
        return begun

    async def leave(self, game_id: int, user_id: int) -> OpenTable | None:
        """Free this person's seat; when no person is left, close the table and return None.

        Raises:
            NotYours: this person has not joined.
            Refusal: the table is a league's, which assigned the seat.
        """
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            if not table.has(user_id):
                raise NotYours("You have not joined this table.")
            if table.league is not None:
                raise Refusal(
                    f"Your seat here was drawn, for this is a table of **{table.league.league}**. If you cannot play "
                    "at all, **/league leave** takes you out of the season; else please press **I'm here**."
                )
            return await self.tables.remove_people(table, {user_id})

    async def close_table(self, game_id: int, user_id: int, *, organiser: bool = False) -> None:
        """Close a lobby permanently."""
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser)
            await self.tables.close(game_id)

    async def look(self) -> None:
        """Close tables that were opened long ago, and end the wait for people who did not confirm."""
        now = self.host.now()
        for row in await self.storage.games.list_in_shards(self.host.shards, statuses=("open",)):
            if row.seed is None:  # it was opened by an older version, or a backup was restored
                await self.tables.draw_seed(row.game_id)
            until = row.confirm_until
            ends = (
                deadlines.parse_time(row.opened_at) + LOBBY_LIFETIME if until is None else deadlines.parse_time(until)
            )
            with suppress(Refusal):  # it began or was closed meanwhile
                if ends <= now:
                    await self._handle_expired_time(row.game_id, until)
                elif until not in (None, row.called_again) and ends - CONFIRMATION_PERIOD / 2 <= now:
                    await self._ping_again(row.game_id, until)

    async def _ping_again(self, game_id: int, until: str) -> None:
        """Ping unconfirmed players once more at half the time; some were asleep the first time."""
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            if table.row.confirm_until == until and table.row.lost is None:
                change = self.storage.lobbies.change(game_id, called_again=until, call=True, now=self.host.format_now())
                await self.tables.commit(change)
                self.host.announce_commit(game_id, answered_for=False)

    async def _handle_expired_time(self, game_id: int, until: str | None) -> None:
        """Apply the consequences when an open table's time is up."""
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            if table.row.confirm_until != until or table.row.lost is not None:  # then its time is paused
                return
            if until is None:
                await self.tables.close(game_id)
                return
            absent = {
                seat_row.user_id for seat_row in table.list_awaited(self.host.now()) if seat_row.user_id is not None
            }
            if table.league is not None:
                await self.league_tables.begin_without(table, absent)
                return
            here = {seat_row.user_id for seat_row in table.players} - absent
            again = deadlines.format_time(self.host.now() + CONFIRMATION_PERIOD)
            # Nobody who has confirmed has to do it again because another player has not.
            seats = [
                replace(seat_row, here_at=self.host.format_now()) if seat_row.user_id in here else seat_row
                for seat_row in table.seats
            ]
            await self.tables.remove_people(replace(table, seats=tuple(seats)), absent, confirm_until=again)

    async def add_bot(
        self, game_id: int, user_id: int, *, strength: BotStrength = "steady", organiser: bool = False
    ) -> OpenTable:
        """Add a bot to an empty seat; its name shows its strength to everybody.

        Raises:
            Refusal: all seats are taken, or the game has no bots of this strength.
        """
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser)
            return await self.tables.change(table, [*table.seats, build_bot_seat(table, strength)])

    async def remove_bot(self, game_id: int, user_id: int, *, organiser: bool = False) -> OpenTable:
        """Remove the bot that was added last.

        Raises:
            Refusal: there is no bot.
        """
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser)
            bots = [seat_row for seat_row in table.seats if seat_row.user_id is None]
            if not bots:
                raise Refusal("There is no bot at this table.")
            return await self.tables.change(table, [seat_row for seat_row in table.seats if seat_row != bots[-1]])

    async def set_options(
        self, game_id: int, user_id: int, changes: dict[str, Any], *, organiser: bool = False
    ) -> OpenTable:
        """Change the table's options or settings; an invalid combination is refused with the reason."""
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser)
            options, settings, seats = apply_changes(table, user_id, changes)
            return await self.tables.change(
                table, seats, options=options.model_dump_json(), pact=settings.model_dump_json()
            )

    async def set_name(
        self, game_id: int, user_id: int, typed: str, *, thread: str = "", organiser: bool = False
    ) -> OpenTable:
        """Name the table, or take its name away; a server manager who did not open it can only do the latter.

        `thread` is the name of its thread, if that is still to be made.

        Raises:
            Refusal: the name is too long, or looks like a table's number.
        """
        name = check_table_name(typed)
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser and not name)
            if name != table.row.name:
                now = self.host.format_now()
                await self.tables.commit(
                    self.storage.lobbies.put_name(game_id, name, user_id if name else None, thread, now)
                )
        self.host.announce_commit(game_id, answered_for=False)
        return await self.tables.get(game_id)

    async def set_pace(self, game_id: int, user_id: int, typed: str, *, organiser: bool = False) -> OpenTable:
        """Set a pace for the table, in whole hours as typed.

        Raises:
            Refusal: the hours are outside the range of a pace.
        """
        return await self.set_options(
            game_id, user_id, {"pace": "own", "hours": parse_pace(typed)}, organiser=organiser
        )

    async def set_seats(self, game_id: int, user_id: int, wanted: int, *, organiser: bool = False) -> OpenTable:
        """Change the number of seats.

        Raises:
            Refusal: the game is not for this number, or more have joined already.
        """
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser)
            resized = resize_table(table, wanted, table.seats)
            return await self.tables.change(
                table, table.seats, seats_wanted=wanted, pact=resized.settings.model_dump_json()
            )

    async def set_up(
        self,
        game_id: int,
        user_id: int,
        seats_wanted: int,
        bots: tuple[int, BotStrength] | None,
        changes: Mapping[str, Any],
        *,
        organiser: bool = False,
    ) -> OpenTable:
        """Change the seats, the bots, the options and the settings together, or nothing.

        Args:
            game_id: the table.
            user_id: the person who changes it.
            seats_wanted: number of seats.
            bots: number and strength of the bots; None: they stay as they are.
            changes: values of options and settings by name.
            organiser: whether this person manages the server.

        Raises:
            Refusal: the values do not go together, or there are too few seats.
        """
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser)
            present = table.seats if bots is None else choose_seats_for_bots(table, *bots)
            resized = resize_table(table, seats_wanted, present)
            if bots is not None:
                resized = seat_bots(resized, *bots)
            options, settings, seats = apply_changes(resized, user_id, changes)
            return await self.tables.change(
                table,
                seats,
                options=options.model_dump_json(),
                pact=settings.model_dump_json(),
                seats_wanted=seats_wanted,
            )

    async def start(self, game_id: int, user_id: int, adds: str = "", *, organiser: bool = False) -> RunningGame | None:
        """Begin the game; or ping the players who must confirm, and return None until they have.

        Raises:
            Refusal: too few or too many have joined, or players who must confirm cannot be pinged.
        """
        async with self.host.lock_game(game_id):
            table = await self.tables.get(game_id)
            self._must_own(table, user_id, organiser)
            if not table.can_start:
                low, high = table.game.seats[0], table.game.seats[-1]
                joined = "1 has joined" if len(table.seats) == 1 else f"{len(table.seats)} have joined"
                raise Refusal(
                    f"{table.game.title} needs {low} to {high} players and {joined}. "
                    "Invite somebody, or add a bot with the button."
                )
            present = replace(table, seats=self.tables.mark_present(table, user_id, adds))
            now = self.host.now()
            if not present.list_awaited(now):
                return await self.tables.begin(present)
            if table.row.confirm_until is None:
                if table.row.lost is not None:
                    raise Refusal(
                        f"I cannot write in <#{table.row.channel_id}>, so I cannot call those who joined long ago. "
                        f"When I may write there again, use **/game status** with table {game_id} and start it then; "
                        "or open another table with **/game new**."
                    )
                until = deadlines.format_time(now + CONFIRMATION_PERIOD)
                await self.tables.change(present, present.seats, seats_wanted=len(table.players), confirm_until=until)
        return None

    def _must_own(self, table: OpenTable, user_id: int, organiser: bool) -> None:
        if table.league is not None:
            raise NotYours(
                f"This is a table of **{table.league.league}**: its seats were drawn, its settings were fixed before "
                "anybody signed up, and it begins by itself. **/league list** names who can help."
            )
        if not organiser and not table.row.opened_by:
            raise NotYours("Only a server manager can do that, for the person who opened this table is gone.")
        if not organiser and user_id != table.row.opened_by:
            raise NotYours(f"Only <@{table.row.opened_by}>, who opened this table, or a server manager can do that.")


def _is_bot(seat_row: SeatRow) -> bool:
    """Whether a bot has this seat of a finished table, and not a person who left or was erased unrevealed."""
    return seat_row.user_id is None and seat_row.real_name is None and not seat_row.is_free
