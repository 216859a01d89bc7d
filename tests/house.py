"""A house in which the toy is played: a real store in a file, a host and a lobby, without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.engine.table import Box
from bot.host.clock import Clock
from bot.host.lobby.bots import BotStrength
from bot.host.lost_channels import Servers
from bot.host.record.export import ExportedGame, export_game
from bot.host.services import TimeSource, build_services
from bot.host.table.panel_context import PanelContext
from bot.host.table.running import RunningGame
from bot.host.worker import Worker
from bot.testing import house as rooms
from bot.testing.random_games import build_random
from storage.interface.game_log import GameLogRecord
from storage.interface.shards import ALL_SHARDS
from tests.any_question import picks_of
from tests.toy import TOY, Name, ToyTable

ANN, BEN, CLEO, STRANGER = rooms.ANN, rooms.BEN, rooms.CLEO, rooms.STRANGER
GUILD, CHANNEL, NOON = rooms.GUILD, rooms.CHANNEL, rooms.NOON
answer = rooms.answer_question
at_once = rooms.take_no_time
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", STRANGER: "Stranger"}


@dataclass(frozen=True)
class House(rooms.House):
    """What a running bot has, but for Discord, and what tests of the toy do there."""

    def again(self) -> House:
        """A second program on the same store, with a memory of its own."""
        return House(
            self.storage,
            build_services(
                self.storage,
                self.host.games,
                times=TimeSource(now=lambda: NOON, draw_delay=at_once),
                new_seed=self.host.new_seed,
            ),
        )

    def new_clock(self) -> Clock:
        """A clock like that of the same program after a restart."""
        there = self.services
        return Clock(there.host, there.absence, there.lost_channels)

    async def later(self, clock: Clock, wall: list[datetime], hours: float) -> None:
        """Let time pass on the wall; the clock rings whenever it has to, as its timer would let it."""
        end = wall[0] + timedelta(hours=hours)
        while (next_look := await self.storage.clocks.get_next_check_time(ALL_SHARDS)) is not None:
            at = datetime.fromisoformat(next_look)
            if at > end:
                break
            wall[0] = max(wall[0], at)
            await clock.tick()
            await self.settle()
        wall[0] = end

    async def restarted_after(self, clock: Clock, wall: list[datetime], away: timedelta) -> None:
        """Stop the program, and start it again so much later."""
        await clock.tick()
        await clock.close()
        wall[0] += away
        fresh = self.new_clock()
        await fresh.start()
        await fresh.close()

    async def opened(self, *guests: int, wanted: int = 3, options: dict[str, Any] | None = None) -> int:
        """Open a table by Ann, with these guests."""
        table = await self.lobby.open_table(
            title="toy",
            guild_id=GUILD,
            channel_id=CHANNEL,
            user_id=ANN,
            name="Ann",
            seats_wanted=wanted,
            options=options,
        )
        for guest in guests:
            await self.lobby.join(table.row.game_id, guest, NAMES[guest])
        return table.row.game_id

    async def started(self, *guests: int, bots: int = 0, options: dict[str, Any] | None = None) -> int:
        """Start a game of Ann, these guests and some bots; it is at its opening."""
        number = await self.opened(*guests, wanted=1 + len(guests) + bots, options=options)
        for _ in range(bots):
            await self.lobby.add_bot(number, ANN)
        await self.lobby.start(number, ANN)
        return number

    async def with_bots(self, title: str, *bots: BotStrength) -> int:
        """Open a table of a game for Ann and bots that play so well."""
        table = await self.lobby.open_table(
            title=title, guild_id=GUILD, channel_id=CHANNEL, user_id=ANN, name="Ann", seats_wanted=1 + len(bots)
        )
        for strength in bots:
            await self.lobby.add_bot(table.row.game_id, ANN, strength=strength)
        return table.row.game_id

    async def to_the_end(self, number: int, *, easily: bool = False) -> ExportedGame:
        """Play an open table of Ann and bots to its end, her answers by a bot's wits, and return its record."""
        await self.begun(number)
        return await self.played_on(number, easily=easily)

    async def begun(self, number: int) -> int:
        """Start an open table of Ann's, and let its bots answer."""
        await self.lobby.start(number, ANN)
        await self.settle()
        return number

    async def played_on(self, number: int, *, easily: bool = False) -> ExportedGame:
        """Play a game of Ann and bots to its end, her answers by a bot's wits, and return its record.

        Args:
            number: the game.
            easily: by an easy bot's, so that other answers were better.
        """
        random = build_random("Ann")
        while (running := await self.host.get_running_game(number)).row.status == "running":
            seat = running.get_own_seat(ANN)
            question = running.get_question(seat)
            assert question is not None
            game = running.game
            choose = game.bots.choose_easily if easily and game.bots.choose_easily is not None else game.choose
            await self.plays(number, seat, choose(running.get_view(seat), question, random))
            await self.settle()
        return await export_game(self.storage, number)

    async def at_first_turn(self, *guests: int) -> int:
        """Start a game and play its opening, so that seat 1 has its turn."""
        number = await self.started(*guests)
        for seat in (await self.table(number)).seats:
            await self.plays(number, seat, Name(price=seat))
        return number

    async def table(self, number: int) -> ToyTable:
        """The table as this program sees it."""
        table = (await self.host.get_running_game(number)).table
        assert isinstance(table, ToyTable)
        return table

    async def user(self, number: int, seat: Seat) -> int:
        """Who sits on a seat."""
        user = (await self.host.get_running_game(number)).get_seat_row(seat).user_id
        assert user is not None
        return user

    async def desk(self, number: int, seat: Seat) -> PanelContext:
        """What the person on this seat sees."""
        return await self.host.build_panel(number, await self.user(number, seat))

    async def plays(self, number: int, seat: Seat, move: Move) -> PanelContext:
        """Let the person on this seat answer by pressing the control of this move."""
        context = await self.desk(number, seat)
        assert context.question is not None, f"seat {seat} is not asked"
        assert context.etag is not None
        return await self.host.answer_question(
            number, await self.user(number, seat), context.etag, picks_of(context.question, move)
        )

    async def says(self, number: int, seat: Seat, label: str) -> PanelContext:
        """Let the person on this seat press the option with this label."""
        context = await self.desk(number, seat)
        assert isinstance(context.question, Choose)
        return await self.plays(
            number, seat, next(option.move for option in context.question.options if option.label == label)
        )

    async def entries(self, number: int) -> Sequence[GameLogRecord]:
        """The saved log."""
        return await self.storage.games.list_entries(number)

    async def revision(self, number: int) -> int:
        """The newest saved revision."""
        saved = await self.storage.games.load(number)
        assert saved is not None
        return saved.game.revision


@asynccontextmanager
async def house(
    path: Path,
    *,
    games: Mapping[str, AnyGame] | None = None,
    boxes: Mapping[str, Box] | None = None,
    seed: str = "seed",
    now: Callable[[], datetime] = lambda: NOON,
    monotonic: Callable[[], float] | None = None,
    servers: Servers | None = None,
    connected: Callable[[], bool] = lambda: True,
    moment: Callable[[], float] = at_once,
    worker: Worker | None = None,
) -> AsyncIterator[House]:
    """Open the house on a file, and close it as a stopping program does.

    By default nobody sets the clock, and bots answer at once.
    """
    async with rooms.open_house(
        path,
        games or {"toy": TOY},
        boxes=boxes,
        seed=seed,
        now=now,
        monotonic=monotonic,
        servers=servers,
        connected=connected,
        moment=moment,
        worker=worker,
    ) as inside:
        yield House(inside.storage, inside.services)


def asked(running: RunningGame) -> list[Seat]:
    """Who must decide something now."""
    return play.list_asked_seats(running.table)
