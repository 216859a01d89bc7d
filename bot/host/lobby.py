"""Lobby: a table before its game begins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, TypeVar

from pydantic import ValidationError

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import Options
from bot.host import timekeeping
from bot.host.entries import box_digest, new_entry
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.tables import AnyGame, Running
from bot.host.timekeeping import Pact
from storage.interface import Conflict, GameRow, SeatRow

AnyOptions = TypeVar("AnyOptions", bound=Options)

RESERVES = 6
EXPIRY = timedelta(days=7)
"""A table that has not begun after this is closed."""
BOT_NAMES = ("Ada", "Bertram", "Cleo", "Dorian", "Edith", "Florian", "Greta", "Hugo")


@dataclass(frozen=True)
class OpenTable:
    """A lobby as it stands."""

    game: AnyGame
    row: GameRow
    seats: tuple[SeatRow, ...]
    options: Options
    pact: Pact

    def has(self, user_id: int) -> bool:
        """Whether this person has joined."""
        return any(chair.user_id == user_id for chair in self.seats)

    @property
    def players(self) -> Sequence[SeatRow]:
        """Who will play; the others are in reserve and move up when somebody leaves."""
        return self.seats[: self.row.seats_wanted]

    @property
    def reserve(self) -> Sequence[SeatRow]:
        """Who joined after all seats were taken."""
        return self.seats[self.row.seats_wanted :]

    @property
    def full(self) -> bool:
        """Whether every wanted seat is taken."""
        return len(self.seats) >= self.row.seats_wanted

    @property
    def can_start(self) -> bool:
        """Whether enough have joined for the game to begin."""
        return len(self.players) in self.game.seats


class Lobby:
    """Opens tables, seats people and bots, and starts games."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.storage = host.storage

    async def open(
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
    ) -> OpenTable:
        """Open a table of a game, with the person who asked on its first seat."""
        game = self.host.games.get(title)
        if game is None:
            known = ", ".join(sorted(self.host.games))
            raise Refusal(f"There is no game of that name here. The games are: {known}.")
        self.must_seat(game, seats_wanted)
        chosen = _validated(game.options, options or {})
        game_id = await self.storage.open_game(
            title=title,
            guild_id=guild_id,
            channel_id=channel_id,
            opened_by=user_id,
            seats_wanted=seats_wanted,
            options=chosen.model_dump_json(),
            now=self.host.now_text(),
        )
        first = [SeatRow(1, user_id, name)]
        await self.storage.change_lobby(game_id, seats=first, pact=pact, now=self.host.now_text())
        self.host.told(game_id, attend=False)
        return await self.table(game_id)

    async def open_again(self, game_id: int, user_id: int, name: str) -> int:
        """Open a table like a finished one; who asks later joins the one that was opened first."""
        async with self.host.lock(game_id):
            before = await self.host.running(game_id)
            successor = f"again:{game_id}"
            number = int(await self.storage.note(successor) or 0)
            saved = await self.storage.saved(number)
            if saved is None or saved.game.status != "open":
                table = await self.open(
                    title=before.game.key,
                    guild_id=before.row.guild_id,
                    channel_id=before.row.channel_id,
                    user_id=user_id,
                    name=name,
                    seats_wanted=len(before.seats),
                    options=json.loads(before.row.options),
                    pact=before.row.pact,
                )
                await self.storage.put_note(successor, str(table.row.game_id))
                return table.row.game_id
        return (await self.join(number, user_id, name)).row.game_id

    async def table(self, game_id: int) -> OpenTable:
        """Return an open lobby; raise Refusal when there is none of this number."""
        saved = await self.storage.saved(game_id)
        if saved is None:
            raise Refusal("This table does not exist any more. With /game new you can open another.")
        if saved.game.status != "open":
            words = {"running": "has already begun", "finished": "is over", "abandoned": "was closed"}
            raise Refusal(f"This game {words[saved.game.status]}.")
        game = self.host.games[saved.game.title]
        seats = tuple(sorted(saved.seats, key=lambda chair: chair.seat))
        options = _validated(game.options, json.loads(saved.game.options))
        return OpenTable(game, saved.game, seats, options, Pact.model_validate_json(saved.game.pact))

    async def owned(self, game_id: int, user_id: int, organiser: bool) -> OpenTable:
        """Return an open lobby that this person may set up; raise NotYours for others."""
        table = await self.table(game_id)
        self._must_own(table, user_id, organiser)
        return table

    async def join(self, game_id: int, user_id: int, name: str) -> OpenTable:
        """Give this person a seat; joining twice changes nothing."""
        async with self.host.lock(game_id):
            table = await self.table(game_id)
            if table.has(user_id):
                return table
            if len(table.reserve) >= RESERVES:
                raise Refusal("All seats and places in reserve are taken. With /game new you can open another table.")
            return await self._change(table, [*table.seats, SeatRow(0, user_id, name)])

    async def leave(self, game_id: int, user_id: int) -> OpenTable | None:
        """Free this person's seat; when no person is left, the table is closed and None is returned."""
        async with self.host.lock(game_id):
            table = await self.table(game_id)
            if not table.has(user_id):
                raise NotYours("You have not joined this table.")
            rest = [chair for chair in table.seats if chair.user_id != user_id]
            people = [chair.user_id for chair in rest if chair.user_id is not None]
            if not people:
                await self.storage.abandon(game_id, self.host.now_text())
                self.host.told(game_id, attend=False)
                return None
            owner = table.row.opened_by if table.row.opened_by in people else people[0]
            return await self._change(table, rest, opened_by=owner)

    async def close(self, game_id: int, user_id: int, *, organiser: bool = False) -> None:
        """Close a lobby for good."""
        async with self.host.lock(game_id):
            table = await self.table(game_id)
            self._must_own(table, user_id, organiser)
            await self.storage.abandon(game_id, self.host.now_text())
        self.host.told(game_id, attend=False)

    async def expire(self) -> None:
        """Close the tables that were opened long ago and have not begun."""
        for row in await self.storage.games(statuses=("open",)):
            if timekeeping.moment(row.opened_at) + EXPIRY <= self.host.now():
                async with self.host.lock(row.game_id):
                    await self.storage.abandon(row.game_id, self.host.now_text())
                self.host.told(row.game_id, attend=False)

    async def add_bot(self, game_id: int, user_id: int, *, organiser: bool = False) -> OpenTable:
        """Let a bot take an empty seat."""
        async with self.host.lock(game_id):
            table = await self.table(game_id)
            self._must_own(table, user_id, organiser)
            if table.full:
                raise Refusal("All seats are taken, so no bot fits in.")
            taken = {chair.name for chair in table.seats}
            name = next(f"{name} (bot)" for name in BOT_NAMES if f"{name} (bot)" not in taken)
            return await self._change(table, [*table.seats, SeatRow(0, None, name)])

    async def remove_bot(self, game_id: int, user_id: int, *, organiser: bool = False) -> OpenTable:
        """Send the bot that came last away."""
        async with self.host.lock(game_id):
            table = await self.table(game_id)
            self._must_own(table, user_id, organiser)
            bots = [chair for chair in table.seats if chair.user_id is None]
            if not bots:
                raise Refusal("There is no bot at this table.")
            return await self._change(table, [chair for chair in table.seats if chair != bots[-1]])

    async def set_options(
        self, game_id: int, user_id: int, changes: dict[str, Any], *, organiser: bool = False
    ) -> OpenTable:
        """Change what the table plays by or agrees on; what does not go together is refused with the reason."""
        async with self.host.lock(game_id):
            table = await self.table(game_id)
            self._must_own(table, user_id, organiser)
            ours = {name: value for name, value in changes.items() if name in Pact.model_fields}
            theirs = {name: value for name, value in changes.items() if name not in ours}
            options = _validated(table.game.options, {**table.options.model_dump(), **theirs})
            pact = _validated(Pact, {**table.pact.model_dump(), **ours})
            return await self._change(
                table, table.seats, options=options.model_dump_json(), pact=pact.model_dump_json()
            )

    async def set_seats(self, game_id: int, user_id: int, wanted: int, *, organiser: bool = False) -> OpenTable:
        """Change how many seats the table has."""
        async with self.host.lock(game_id):
            table = await self.table(game_id)
            self._must_own(table, user_id, organiser)
            self.must_seat(table.game, wanted)
            if wanted < len(table.seats):
                raise Refusal(f"{len(table.seats)} have already joined; somebody would lose their seat.")
            return await self._change(table, table.seats, seats_wanted=wanted)

    async def start(self, game_id: int, user_id: int, *, organiser: bool = False) -> Running:
        """Seat everybody in an order drawn from the seed, set the game up and ask the first question."""
        host = self.host
        async with host.lock(game_id):
            table = await self.table(game_id)
            self._must_own(table, user_id, organiser)
            if not table.can_start:
                low, high = table.game.seats[0], table.game.seats[-1]
                raise Refusal(
                    f"{table.game.title} needs {low} to {high} players and {len(table.seats)} have joined. "
                    "Invite somebody, or add a bot with the button."
                )
            seed = host.new_seed()
            order = Chance(seed=f"{seed}:seats").shuffled(table.players)
            seats = tuple(replace(chair, seat=number) for number, chair in enumerate(order, 1))
            box = host.box_of(table.game)
            played = play.begin(table.game.set_up(table.options, len(seats), seed, box))
            row = replace(
                table.row,
                status="running",
                revision=1,
                version=table.game.version,
                box=box_digest(box),
                seats_wanted=len(seats),
            )
            running = Running(table.game, row, seats, played.table, {})
            asks = running.asks()
            clocks = await host.clocks(running, asks, {})
            entry = new_entry(
                running, "setup", None, None, played, now=host.now_text(), before={}, asks=asks, clocks=clocks
            )
            await self._committed(
                self.storage.start_game(
                    entry, seats=seats, options=table.row.options, box=row.box, box_json=box.model_dump_json()
                )
            )
        host.notice(clocks)
        host.told(game_id)
        return replace(running, clocks=clocks)

    async def _change(
        self,
        table: OpenTable,
        seats: Sequence[SeatRow],
        *,
        options: str | None = None,
        pact: str | None = None,
        opened_by: int | None = None,
        seats_wanted: int | None = None,
    ) -> OpenTable:
        numbered = [replace(chair, seat=number) for number, chair in enumerate(seats, 1)]
        await self._committed(
            self.storage.change_lobby(
                table.row.game_id,
                seats=numbered,
                options=options,
                pact=pact,
                opened_by=opened_by,
                seats_wanted=seats_wanted,
                now=self.host.now_text(),
            )
        )
        self.host.told(table.row.game_id, attend=False)
        return await self.table(table.row.game_id)

    async def _committed(self, writing: Any) -> None:
        try:
            await writing
        except Conflict:
            raise Refusal("This table has changed in the meantime. Please look at it again.") from None

    def _must_own(self, table: OpenTable, user_id: int, organiser: bool) -> None:
        if not organiser and user_id != table.row.opened_by:
            raise NotYours(f"Only <@{table.row.opened_by}>, who opened this table, or a server manager can do that.")

    def must_seat(self, game: AnyGame, wanted: int) -> None:
        """Raise Refusal when the game is not for so many."""
        if wanted not in game.seats:
            raise Refusal(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players.")


def _validated(kind: type[AnyOptions], options: dict[str, Any]) -> AnyOptions:
    """Return the options as they are known; raise Refusal with its sentence when they do not go together."""
    try:
        return kind.model_validate(options)
    except ValidationError as wrong:
        sentences = [str(error.get("ctx", {}).get("error") or error["msg"]) for error in wrong.errors()]
        raise Refusal(" ".join(sentences)) from None
