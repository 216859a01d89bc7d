"""Open tables, seat players and bots, and start games.

Before a game begins, every player has confirmed recently that they are present. Joining is a confirmation. It must be
repeated by a button when it is old, or when the table has changed its settings since.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, TypeVar
from unicodedata import normalize

from pydantic import ValidationError

from bot.engine.chance import compute_digest
from bot.engine.game import AnyGame
from bot.engine.options import Options, build_default_options, change_pace
from bot.engine.words import format_count, normalize_width
from bot.host.delivery.outbox import AskBody, PromiseBody, build_letter
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.leagues import season_events
from bot.host.lobby.bots import BotStrength, build_bot_seat, get_strength, list_strengths
from bot.host.lobby.game_start import NOBODY_LATE, begin_game, build_empty_seat
from bot.host.lost_channels import explain_abandoned
from bot.host.sanitize import sanitize
from bot.host.table import deadlines
from bot.host.table.aliases import (
    LOBBY_ALIAS,
    hide_contribution,
    hide_player,
    must_be_reachable,
)
from bot.host.table.deadlines import MAX_PACE_HOURS, TableSettings
from bot.host.table.open_table import CONFIRMATION_PERIOD, OpenTable
from bot.host.table.running import RunningGame
from storage.interface.errors import Conflict
from storage.interface.games import GameRow, SeatRow
from storage.interface.leagues import LeagueGame
from storage.interface.letters import NewLetter

AnyOptions = TypeVar("AnyOptions", bound=Options)
Written = TypeVar("Written")

MAX_RESERVES = 6
LOBBY_LIFETIME = timedelta(days=7)
"""Age at which a table that has not begun is closed."""
MAX_WORD_CHARS = 40
"""Maximum characters of the text a player adds to the randomness."""
MAX_NAME_CHARS = 32
"""Maximum characters of a table's name."""
_LIKE_NUMBER = re.compile(r"\W*(table)?\W*\d+\W*", re.IGNORECASE)


@dataclass(frozen=True)
class Limits:
    """Maximum numbers of tables; 0: unlimited."""

    per_person: int = 0
    """Tables opened by one person, in all servers, that have not begun."""
    per_server: int = 0
    """Tables open or running in one server."""


class Lobby:
    """Opens tables, seats people and bots, and starts games."""

    def __init__(self, host: Host, limits: Limits | None = None) -> None:
        self.host = host
        self.storage = host.storage
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
        self.must_seat(game, seats_wanted)
        agreed = get_default_settings(seats_wanted) if pact is None else TableSettings.read(pact)
        usual = build_default_options(game.options, agreed.hours_allowed)
        chosen = _validate_options(game.options, {**usual.model_dump(), **(options or {})})
        seed = self.host.new_seed()
        contribution = hide_contribution(agreed, seed, adds)
        opener = SeatRow(1, user_id, name, here_at=self.host.format_now(), added=contribution)
        if agreed.anonymous:
            await must_be_reachable(self.host.people, user_id)
            opener = hide_player(opener, LOBBY_ALIAS)
        async with self._opening:  # otherwise two people who open at the same moment would both find room for one
            await self.must_have_room(guild_id, user_id)
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
                letters=[_build_promise(seed)],  # before the message with which others can join
                most=self._limits.per_person,
                name=table_name,
                named_by=(named_by or user_id) if table_name else None,
            )
            try:
                game_id = await opening
            except Conflict:  # they have just opened one in another process's server
                await self.must_have_room(guild_id, user_id)
                raise Refusal("You have just opened or closed another table. Please try again.") from None
        self.host.announce_commit(game_id, answered_for=False)
        return await self.get_open_table(game_id)

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
        saved = await self.storage.games.load(game_id)
        if saved is None:
            raise Refusal("This table no longer exists. With /game new you can open another.")
        if saved.game.status != "open":
            if saved.game.status == "abandoned" and saved.state is None:
                raise Refusal(f"{explain_closing(saved.game)} **/game new** opens another.")
            words = {"running": "has already begun", "finished": "is over", "abandoned": "was closed"}
            raise Refusal(f"This game {words[saved.game.status]}.")
        if saved.game.seed is None:
            await self._draw_seed(game_id)
            return await self.get_open_table(game_id)
        game = self.host.get_game(saved.game.title)
        seats = tuple(sorted(saved.seats, key=lambda seat_row: seat_row.seat))
        options = _validate_options(game.options, json.loads(saved.game.options))
        box, settings = self.host.boxes.get(game), TableSettings.read(saved.game.pact)
        thinks, drawn = box.strong is not None, bool(box.characters)
        return OpenTable(game, saved.game, seats, options, settings, saved.league, thinks, drawn)

    async def _draw_seed(self, game_id: int) -> None:
        """Draw the secret seed of a table without one, as after a restore or an upgrade."""
        seed = self.host.new_seed()
        await self.storage.lobbies.draw_seed(game_id, seed, [_build_promise(seed)], self.host.format_now())
        self.host.announce_commit(game_id, answered_for=False)

    async def get_own_table(self, game_id: int, user_id: int, organiser: bool) -> OpenTable:
        """Return an open lobby that this person may configure; raise NotYours for others."""
        table = await self.get_open_table(game_id)
        self._must_own(table, user_id, organiser)
        return table

    async def join(self, game_id: int, user_id: int, name: str, adds: str = "") -> OpenTable:
        """Give this person a seat; if they have one, this only confirms their presence.

        Raises:
            Refusal: all seats and reserve places are taken.
        """
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            if table.has(user_id):
                await self._must_be_reachable_in_league(table, user_id)
                here = await self._change(table, self._mark_present(table, user_id, adds))
            else:
                if table.hides_players:
                    await must_be_reachable(self.host.people, user_id)
                here = await self._take_seat(table, user_id, name, adds)
        if table.league is not None:
            await self.confirm_season(table.league.season_id, user_id, adds)
        return here

    async def _take_seat(self, table: OpenTable, user_id: int, name: str, adds: str) -> OpenTable:
        if table.league is not None:
            raise Refusal(
                f"The seats of this table were drawn: it is one of **{table.league.league}**. **/league list** "
                "shows whether you can sign up. If a seat is free when the game begins, you may take it."
            )
        if len(table.reserve) >= MAX_RESERVES:
            raise Refusal("All seats and places in reserve are taken. With /game new you can open another table.")
        new = SeatRow(0, user_id, name, here_at=self.host.format_now(), added=_prepare_contribution(table, adds))
        return await self._change(table, [*table.seats, new])

    async def confirm_presence(self, game_id: int, user_id: int, adds: str = "") -> RunningGame | None:
        """Record this person's presence; if everybody is present, begin and return the game.

        At a league's table it counts for all of its season's tables that wait for them.

        Raises:
            NotYours: this person has not joined.
        """
        table = await self.get_open_table(game_id)
        begun = await self._confirm(game_id, user_id, adds)
        if table.league is not None:
            await self.confirm_season(table.league.season_id, user_id, adds)
        return begun

    async def confirm_season(self, season_id: int, user_id: int, adds: str = "") -> Sequence[int]:
        """Record this person's presence at all tables of a season that wait for them; return these tables' ids.

        They belong to one round: before the next round, all tables are decided.

        Raises:
            Refusal: they are anonymous, and this person gets no direct messages.
        """
        waiting = []
        for game_id in await self.storage.leagues.list_waiting_games(season_id, user_id):
            with suppress(Refusal):  # it began or was closed meanwhile
                table = await self.get_open_table(game_id)
                if user_id in {seat_row.user_id for seat_row in table.list_awaited(self.host.now())}:
                    waiting.append(table)
        for table in waiting:
            await self._must_be_reachable_in_league(table, user_id)
        found = []
        for table in waiting:
            with suppress(Refusal):
                await self._confirm(table.row.game_id, user_id, adds)
                found.append(table.row.game_id)
        return found

    async def _confirm(self, game_id: int, user_id: int, adds: str) -> RunningGame | None:
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            if not table.has(user_id):
                raise NotYours("You have not joined this table. Press **Join** to take a seat or a place in reserve.")
            await self._must_be_reachable_in_league(table, user_id)
            present = replace(table, seats=self._mark_present(table, user_id, adds))
            if table.row.confirm_until is not None and not present.list_awaited(self.host.now()):
                return await self._begin(present)
            await self._change(table, present.seats)
        return None

    async def _must_be_reachable_in_league(self, table: OpenTable, user_id: int) -> None:
        """Raise Refusal when a player of an anonymous season no longer gets direct messages as at sign-up."""
        if table.league is not None and table.settings.anonymous:
            await must_be_reachable(self.host.people, user_id)

    async def leave(self, game_id: int, user_id: int) -> OpenTable | None:
        """Free this person's seat; when no person is left, close the table and return None.

        Raises:
            NotYours: this person has not joined.
            Refusal: the table is a league's, which assigned the seat.
        """
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            if not table.has(user_id):
                raise NotYours("You have not joined this table.")
            if table.league is not None:
                raise Refusal(
                    f"Your seat here was drawn, for this is a table of **{table.league.league}**. If you cannot play "
                    "at all, **/league leave** takes you out of the season; else please press **I'm here**."
                )
            return await self._remove_people(table, {user_id})

    async def close_table(self, game_id: int, user_id: int, *, organiser: bool = False) -> None:
        """Close a lobby permanently."""
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser)
            await self._close_table(game_id)

    async def _close_table(self, game_id: int) -> None:
        await self.storage.games.close_without_result(game_id, self.host.format_now())
        self.host.announce_commit(game_id, answered_for=False)

    async def look(self) -> None:
        """Close tables that were opened long ago, and end the wait for people who did not confirm."""
        now = self.host.now()
        for row in await self.storage.games.list_in_shards(self.host.shards, statuses=("open",)):
            if row.seed is None:  # it was opened by an older version, or a backup was restored
                await self._draw_seed(row.game_id)
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
            table = await self.get_open_table(game_id)
            if table.row.confirm_until == until and table.row.lost is None:
                change = self.storage.lobbies.change(game_id, called_again=until, call=True, now=self.host.format_now())
                await self._commit(change)
                self.host.announce_commit(game_id, answered_for=False)

    async def _handle_expired_time(self, game_id: int, until: str | None) -> None:
        """Apply the consequences when an open table's time is up."""
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            if table.row.confirm_until != until or table.row.lost is not None:  # then its time is paused
                return
            if until is None:
                await self._close_table(game_id)
                return
            absent = {
                seat_row.user_id for seat_row in table.list_awaited(self.host.now()) if seat_row.user_id is not None
            }
            if table.league is not None:
                await self._begin_without(table, absent)
                return
            here = {seat_row.user_id for seat_row in table.players} - absent
            again = deadlines.format_time(self.host.now() + CONFIRMATION_PERIOD)
            # Nobody who has confirmed has to do it again because another player has not.
            seats = [
                replace(seat_row, here_at=self.host.format_now()) if seat_row.user_id in here else seat_row
                for seat_row in table.seats
            ]
            await self._remove_people(replace(table, seats=tuple(seats)), absent, confirm_until=again)

    async def add_bot(
        self, game_id: int, user_id: int, *, strength: BotStrength = "steady", organiser: bool = False
    ) -> OpenTable:
        """Add a bot to an empty seat; its name shows its strength to everybody.

        Raises:
            Refusal: all seats are taken, or the game has no bots of this strength.
        """
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser)
            return await self._change(table, [*table.seats, build_bot_seat(table, strength)])

    async def remove_bot(self, game_id: int, user_id: int, *, organiser: bool = False) -> OpenTable:
        """Remove the bot that was added last.

        Raises:
            Refusal: there is no bot.
        """
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser)
            bots = [seat_row for seat_row in table.seats if seat_row.user_id is None]
            if not bots:
                raise Refusal("There is no bot at this table.")
            return await self._change(table, [seat_row for seat_row in table.seats if seat_row != bots[-1]])

    async def set_options(
        self, game_id: int, user_id: int, changes: dict[str, Any], *, organiser: bool = False
    ) -> OpenTable:
        """Change the table's options or settings; an invalid combination is refused with the reason."""
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser)
            options, settings, seats = _agree(table, user_id, changes)
            return await self._change(table, seats, options=options.model_dump_json(), pact=settings.model_dump_json())

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
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser and not name)
            if name != table.row.name:
                now = self.host.format_now()
                await self._commit(self.storage.lobbies.put_name(game_id, name, user_id if name else None, thread, now))
        self.host.announce_commit(game_id, answered_for=False)
        return await self.get_open_table(game_id)

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
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser)
            resized = self._resize(table, wanted, table.seats)
            return await self._change(table, table.seats, seats_wanted=wanted, pact=resized.settings.model_dump_json())

    def _resize(self, table: OpenTable, wanted: int, seats: Sequence[SeatRow]) -> OpenTable:
        """Return the table with these seats taken of as many as wanted; untouched settings follow the number."""
        self.must_seat(table.game, wanted)
        if wanted < len(seats) and wanted != table.row.seats_wanted:
            bots = any(seat_row.user_id is None for seat_row in seats)
            instead = " Choose fewer bots." if bots else ""
            raise Refusal(f"{len(seats)} have already joined; somebody would lose their seat.{instead}")
        settings = table.settings
        if wanted != table.row.seats_wanted and settings == get_default_settings(table.row.seats_wanted):
            settings = get_default_settings(wanted)
        row = replace(table.row, seats_wanted=wanted)
        return replace(table, row=row, seats=tuple(seats), settings=settings)

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
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser)
            present = table.seats if bots is None else _choose_seats_for_bots(table, *bots)
            resized = self._resize(table, seats_wanted, present)
            if bots is not None:
                resized = _seat_bots(resized, *bots)
            options, settings, seats = _agree(resized, user_id, changes)
            return await self._change(
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
            table = await self.get_open_table(game_id)
            self._must_own(table, user_id, organiser)
            if not table.can_start:
                low, high = table.game.seats[0], table.game.seats[-1]
                joined = "1 has joined" if len(table.seats) == 1 else f"{len(table.seats)} have joined"
                raise Refusal(
                    f"{table.game.title} needs {low} to {high} players and {joined}. "
                    "Invite somebody, or add a bot with the button."
                )
            present = replace(table, seats=self._mark_present(table, user_id, adds))
            now = self.host.now()
            if not present.list_awaited(now):
                return await self._begin(present)
            if table.row.confirm_until is None:
                if table.row.lost is not None:
                    raise Refusal(
                        f"I cannot write in <#{table.row.channel_id}>, so I cannot call those who joined long ago. "
                        f"When I may write there again, use **/game status** with table {game_id} and start it then; "
                        "or open another table with **/game new**."
                    )
                until = deadlines.format_time(now + CONFIRMATION_PERIOD)
                await self._change(present, present.seats, seats_wanted=len(table.players), confirm_until=until)
        return None

    async def remove_player(self, game_id: int, user_id: int) -> None:
        """Remove a person from a league's table that has not begun; it no longer waits for them."""
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            if table.has(user_id):
                await self._begin_without(table, {user_id}, late=False, now=False)

    async def give_back_seat(self, game_id: int, seat: int, user_id: int, name: str) -> None:
        """Give a person their seat at a league's table back; it waits for them again."""
        async with self.host.lock_game(game_id):
            table = await self.get_open_table(game_id)
            if table.has(user_id) or table.seats[seat - 1].user_id is not None:
                return
            waits = {seat_row.user_id for seat_row in table.list_awaited(self.host.now())}
            now = self.host.format_now()  # nobody who has confirmed has to do it again
            seats = [
                seat_row if seat_row.user_id is None or seat_row.user_id in waits else replace(seat_row, here_at=now)
                for seat_row in table.seats
            ]
            seats[seat - 1] = SeatRow(seat, user_id, name)
            await self._change(table, seats, confirm_until=deadlines.format_time(self.host.now() + CONFIRMATION_PERIOD))

    async def reopen_league_table(self, game_id: int, seats: Sequence[SeatRow], thread: str) -> None:
        """Reopen a league's table that was closed before its game began.

        Args:
            game_id: the table.
            seats: the assigned players, in the order of the seats; those who sat there keep their confirmation.
            thread: name of its thread, if it still has none.
        """
        async with self.host.lock_game(game_id):
            saved = await self.storage.games.load(game_id)
            if saved is None:
                return
            before = {seat_row.user_id: seat_row for seat_row in saved.seats if seat_row.user_id is not None}
            seated = [replace(before.get(one.user_id or 0, one), seat=one.seat) for one in seats]
            until = deadlines.format_time(self.host.now() + CONFIRMATION_PERIOD)
            await self._commit(
                self.storage.lobbies.reopen(
                    game_id, seats=seated, confirm_until=until, thread=thread, now=self.host.format_now()
                )
            )
            self.host.forget_loaded(game_id)
            self.host.announce_commit(game_id, answered_for=False)
            table = await self.get_open_table(game_id)
            if not table.list_awaited(self.host.now()):
                await self._begin(table)

    async def close_league_table(self, game_id: int) -> None:
        """Close a league's table that has not begun, because it is decided, or its season is over."""
        async with self.host.lock_game(game_id):
            await self.get_open_table(game_id)
            await self._close_table(game_id)

    async def _begin_without(
        self, table: OpenTable, absent: Collection[int | None], *, late: bool = True, now: bool = True
    ) -> None:
        """Begin a league's table without some of its players, whose seats are empty then.

        Args:
            table: the table.
            absent: the players who do not play.
            late: whether they failed to confirm in time.
            now: whether the table stops waiting for the others, too.
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
            await (self._begin(after, in_vain) if now else self._change(after, seats))
            return
        learned = (
            season_events.build_won_alone_lines(league, here[0], in_vain)
            if here
            else season_events.build_nobody_came_lines(league, in_vain)
        )
        await self.storage.games.close_without_result(table.row.game_id, self.host.format_now(), league=learned)
        self.host.announce_commit(table.row.game_id, answered_for=False)

    async def _list_absentees(
        self, table: OpenTable, league: LeagueGame, gone: Collection[int]
    ) -> season_events.Absentees:
        """Return the players who failed to confirm, each with the season's table they missed by the same absence."""
        found = {}
        for seat_row in table.seats:
            if seat_row.seat in gone and seat_row.user_id is not None:
                cards = await self.storage.leagues.list_cards(league.season_id, league.seats[seat_row.seat])
                last = await self.storage.leagues.get_last_activity(league.season_id, seat_row.user_id)
                found[seat_row.seat] = season_events.find_missed_before(cards, table.row.opened_at, last)
        return found

    async def _begin(self, table: OpenTable, late: season_events.Absentees = NOBODY_LATE) -> RunningGame:
        return await self._commit(begin_game(self.host, table, late))

    def _mark_present(self, table: OpenTable, user_id: int, adds: str) -> tuple[SeatRow, ...]:
        """Record this person's presence; their new contribution to the randomness replaces the old one."""
        now = self.host.format_now()
        return tuple(
            replace(seat_row, here_at=now, added=_prepare_contribution(table, adds) or seat_row.added)
            if seat_row.user_id == user_id
            else seat_row
            for seat_row in table.seats
        )

    async def _remove_people(
        self, table: OpenTable, gone: Collection[int], *, confirm_until: str | None = None
    ) -> OpenTable | None:
        """Free these people's seats; when no person is left, close the table and return None."""
        rest = [seat_row for seat_row in table.seats if seat_row.user_id not in gone]
        people = [seat_row.user_id for seat_row in rest if seat_row.user_id is not None]
        if not people:
            await self._close_table(table.row.game_id)
            return None
        stays = table.row.opened_by in people or table.settings.anonymous  # another opener would be known to play
        owner = table.row.opened_by if stays else people[0]
        return await self._change(table, rest, opened_by=owner, confirm_until=confirm_until)

    async def _change(
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
        seats = _hide_players(table, settings, seats)
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
        await self._commit(
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
        changed = await self.get_open_table(table.row.game_id)
        if waits and not changed.list_awaited(now):
            await self._begin(changed)
        return changed

    async def _commit(self, writing: Awaitable[Written]) -> Written:
        try:
            return await writing
        except Conflict:
            raise Refusal("This table has changed in the meantime. Please look at it again.") from None

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

    async def must_have_room(self, guild_id: int, user_id: int) -> None:
        """Raise Refusal when this person or this server has the maximum number of tables."""
        if self._limits.per_person:
            rows = await self.storage.games.list_by_player(user_id, statuses=("open",))
            opened = sorted(row.game_id for row in rows if row.opened_by == user_id)
            if len(opened) >= self._limits.per_person:
                which = ", ".join(map(str, opened[:10]))
                raise Refusal(
                    f"You have opened as many tables as one person may have before they begin ({which}). "
                    "Start or close one of them, then you can open another."
                )
        if self._limits.per_server:
            most = self._limits.per_server
            rows = await self.storage.games.list_in_server(guild_id, statuses=("open", "running"), limit=most)
            if len(rows) >= most:
                raise Refusal(
                    f"This server has {most} tables that are open or running, and I keep no more for one server. "
                    "When one of them is over or closed, another can be opened."
                )

    def must_seat(self, game: AnyGame, wanted: int) -> None:
        """Raise Refusal when the game is not for this number of players."""
        if wanted not in game.seats:
            raise Refusal(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players.")


def check_table_name(typed: str) -> str:
    """Return a table's name as it is shown; raise Refusal if it is too long or looks like a table's number."""
    name = sanitize(typed)
    if len(name) > MAX_NAME_CHARS:
        raise Refusal(f"A table's name has at most {MAX_NAME_CHARS} characters; this one has {len(name)}.")
    if _LIKE_NUMBER.fullmatch(normalize("NFKD", name)):
        raise Refusal("Tables have numbers already, and this name could be taken for one. Please choose words.")
    return name


def _is_bot(seat_row: SeatRow) -> bool:
    """Whether a bot has this seat of a finished table, and not a person who left or was erased unrevealed."""
    return seat_row.user_id is None and seat_row.real_name is None and not seat_row.is_free


def get_default_settings(seats_wanted: int) -> TableSettings:
    """Return a new table's default settings: no clock runs for a solo game, as nobody waits."""
    usual = TableSettings(bots="after a moment if several play", hints=True)
    return usual.model_copy(update={"pace": "no clock"}) if seats_wanted == 1 else usual


def _prepare_contribution(table: OpenTable, adds: str) -> str:
    """Return a contribution to the deal as the log will show it."""
    return hide_contribution(table.settings, table.row.seed or "", adds)


def _hide_players(table: OpenTable, settings: TableSettings, seats: Sequence[SeatRow]) -> Sequence[SeatRow]:
    """Return the seats with the names that everybody may read.

    Raises:
        Refusal: the table would become anonymous, or cease to be, after others have joined.
    """
    if table.league is not None:  # its draw has named them already
        return seats
    before = table.settings
    if settings.anonymity != before.anonymity and any(
        seat_row.user_id not in (None, table.row.opened_by) for seat_row in seats
    ):
        raise Refusal(
            "Others have joined, and they count on what they found: "
            + _describe_anonymity(before)
            + " Open another table with **/game new**."
        )
    if not settings.anonymous:
        return [seat_row.reveal() for seat_row in seats] if before.anonymous else seats
    if settings.unrevealed or not before.anonymous:  # the opener's contribution has not been read by anybody
        seats = [
            replace(seat_row, added=hide_contribution(settings, table.row.seed or "", seat_row.added))
            for seat_row in seats
        ]
    return [hide_player(seat_row, LOBBY_ALIAS) for seat_row in seats]


def _describe_anonymity(settings: TableSettings) -> str:
    """Return what those who have joined count on."""
    if settings.unrevealed:
        return "nobody is ever to learn who they are."
    return "nobody is to learn before the end who they are." if settings.anonymous else "their names have been read."


def _agree(
    table: OpenTable, user_id: int, changes: Mapping[str, Any]
) -> tuple[Options, TableSettings, Sequence[SeatRow]]:
    """Return the changed options and settings, and the seats, whose players confirm again if they agreed to others.

    Raises:
        Refusal: the values do not go together.
        NotYours: somebody else than the opener would make the table anonymous, or change it back.
    """
    ours = {name: value for name, value in changes.items() if name in TableSettings.model_fields}
    theirs = {name: value for name, value in changes.items() if name not in ours}
    settings = _validate_options(TableSettings, {**table.settings.model_dump(), **ours})
    if settings.anonymity != table.settings.anonymity and user_id != table.row.opened_by:
        # Their success would tell whether the only player is the one who opened it.
        raise NotYours("Only the person who opened this table decides whether it is anonymous.")
    usual = change_pace(table.options, table.settings.hours_allowed, settings.hours_allowed)
    options = _validate_options(table.game.options, {**usual.model_dump(), **theirs})
    if (options, settings) != (table.options, table.settings.model_copy(update={"news": settings.news})):
        seats = [
            seat_row if seat_row.user_id == user_id else replace(seat_row, here_at=None) for seat_row in table.seats
        ]
        return options, settings, seats
    return options, settings, table.seats


def _choose_seats_for_bots(table: OpenTable, count: int, strength: BotStrength) -> Sequence[SeatRow]:
    """Return the seats without the bots that are too many, or of another strength."""
    kept, seats = 0, []
    for seat_row in table.seats:
        fits = seat_row.user_id is not None or (get_strength(seat_row) == strength and kept < count)
        kept += fits and seat_row.user_id is None
        seats += [seat_row] * fits
    return seats


def _seat_bots(table: OpenTable, count: int, strength: BotStrength) -> OpenTable:
    """Return the table with bots added until there are this many; raise Refusal where too few seats are free."""
    missing = count - sum(seat_row.user_id is None for seat_row in table.seats)
    free = max(0, table.row.seats_wanted - len(table.seats))
    if missing > free:
        raise Refusal(
            f"{format_count(count, 'bot')} and the people who have joined need more than "
            f"{format_count(table.row.seats_wanted, 'seat')}. Choose more seats, or fewer bots."
        )
    for _ in range(missing):
        table = replace(table, seats=(*table.seats, build_bot_seat(table, strength)))
    return table


def parse_pace(typed: str) -> int:
    """Return a pace in hours as typed; raise Refusal outside the range of a pace."""
    hours = normalize_width(typed).strip().casefold().removesuffix("hours").removesuffix("h").strip()
    if not (hours.isascii() and hours.isdecimal() and len(hours) < 5 and 1 <= int(hours) <= MAX_PACE_HOURS):
        raise Refusal(f"Please give the pace in whole hours, from 1 to {MAX_PACE_HOURS} (two weeks).")
    return int(hours)


def check_added_text(typed: str) -> str:
    """Clean a text that a player adds to the randomness; raise Refusal where the public log cannot contain it."""
    word = " ".join(normalize("NFC", typed).split())
    if not (word and len(word) <= MAX_WORD_CHARS and all(sign.isalnum() or sign in " -" for sign in word)):
        raise Refusal(
            f"Please choose a word of 1 to {MAX_WORD_CHARS} letters, digits, spaces and hyphens, ideally one that "
            "nobody can guess. Everybody will read it in the log when the game has begun."
        )
    return word


def _build_promise(seed: str) -> NewLetter:
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


def _validate_options(kind: type[AnyOptions], options: dict[str, Any]) -> AnyOptions:
    """Return the validated options; raise Refusal with its sentence when they do not go together."""
    try:
        return kind.model_validate(options)
    except ValidationError as wrong:
        sentences = [str(error.get("ctx", {}).get("error") or error["msg"]) for error in wrong.errors()]
        raise Refusal(" ".join(sentences)) from None
