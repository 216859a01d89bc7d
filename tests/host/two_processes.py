"""Two services on one store, each with half of the servers, or one with all of them, and actions on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from bot.games import GAMES
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.leagues.plan import Plan
from bot.host.lost_channels import ServerWatcher
from bot.host.privacy.retention import Retention
from bot.host.services import TimeSource, build_services
from bot.testing.house import take_no_time
from bot.testing.new_database import open_new_storage
from storage.interface.games import GameStatus
from storage.interface.letters import DeliveryResult, Letter
from storage.interface.questions import DueQuestion
from storage.interface.shards import ALL_SHARDS, Shards
from storage.sqlite import SqliteStorage
from storage.store import Storage
from tests.host.leagues import ORGANISER, all_here, settle
from tests.house import CHANNEL, NOON, House
from tests.storage.release import press
from tests.toy import TOY

NORTH, SOUTH = 900, (1 << 22) + 900
"""Two servers, of different shards."""
HALVES = (Shards(0, 0, 2), Shards(1, 1, 2))
ADA, BEN, CLEO = 11, 12, 13
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}
"""They play in both servers."""
ALL_STATUSES: Sequence[GameStatus] = ("open", "running", "finished", "abandoned")
SWISS = Plan(title="toy", seats=3, format="swiss", rounds=3, weeks=1, open_tables="as it stands")
HOUR = timedelta(hours=1)
YEAR = timedelta(days=365)


class Gateway:
    """The Discord of one process, which hears of its own servers alone."""

    def __init__(self, shards: Shards) -> None:
        self.shards = shards
        self.asked: set[int] = set()

    def has_server(self, guild_id: int) -> bool:
        self.asked.add(guild_id)
        return self.shards.has_server(guild_id)

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        self.asked.add(guild_id)
        return self.shards.has_server(guild_id)

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        self.asked.add(guild_id)
        return self.shards.has_server(guild_id)


@dataclass
class Carrier:
    """Brings letters, and notes which."""

    brought: list[Letter] = field(default_factory=list)

    async def carry(self, letter: Letter) -> DeliveryResult | None:
        self.brought.append(letter)
        return None if letter.seat is None else DeliveryResult("panel")

    async def sweep(self, game_id: int) -> None:
        """Nothing was interrupted."""


class Process:
    """What one process has, but for its store, which all share in these tests."""

    def __init__(self, storage: SqliteStorage, shards: Shards, wall: list[datetime], without: str = "") -> None:
        self.shards = shards
        self.gateway = Gateway(shards)
        self.carrier = Carrier()
        time = TimeSource(now=lambda: wall[0], monotonic=lambda: wall[0].timestamp(), draw_delay=take_no_time)
        games = {key: game for key, game in {**GAMES, "toy": TOY}.items() if key != without}
        inside = build_services(storage, games, self.gateway, shards=shards, times=time, new_seed=lambda: "a" * 64)
        self.home = House(storage, inside)
        watchful = ServerWatcher(self.carrier, inside.lost_channels)
        self.outbox_worker = OutboxWorker(storage, shards, watchful, now=lambda: wall[0], spacing=0)
        inside.host.commits.subscribe(self.outbox_worker.handle_commit)
        self.retention = Retention(inside.host, self.gateway.has_server, names_for=YEAR)

    async def start(self) -> None:
        """Do what the bot does when Discord is ready."""
        await self.outbox_worker.read_leftovers()
        await self.home.services.lost_channels.check_all()
        await self.home.clock.start()
        await self.outbox_worker.resume()
        await self.home.services.resume()
        await self.home.services.lost_channels.retry_all()
        await self.settle()

    async def settle(self) -> None:
        """Wait until all consequences of the action have been handled."""
        for _ in range(3):  # letters follow moves, and moves follow seasons
            await settle(self.home)
            await self.outbox_worker.wait_for_all()

    async def stop(self) -> None:
        """Stop as the bot does."""
        await self.home.clock.close()
        await self.settle()
        await self.outbox_worker.close()


@dataclass
class Realm:
    """All processes on one store."""

    storage: SqliteStorage
    wall: list[datetime]
    running: list[Process]
    stopped: list[Process] = field(default_factory=list)

    def of(self, guild_id: int) -> Process:
        """Who owns a server."""
        (owner,) = (process for process in self.running if process.shards.has_server(guild_id))
        return owner

    async def passes(self, time: timedelta, *, every: timedelta = 6 * HOUR) -> None:
        """Let time pass; each process's clock rings now and then."""
        end = self.wall[0] + time
        while self.wall[0] < end:
            self.wall[0] = min(self.wall[0] + every, end)
            for process in self.running:
                await process.home.clock.start()
                await process.settle()

    async def nights(self, number: int) -> None:
        """Let each process do at night what it does, a day apart."""
        for _ in range(number):
            await self.passes(24 * HOUR, every=24 * HOUR)
            for process in self.running:
                await process.retention.delete_expired(connected=True)

    async def stop(self, process: Process) -> None:
        await process.stop()
        self.running.remove(process)
        self.stopped.append(process)

    async def starts(self, shards: Shards, *, without: str = "") -> Process:
        """Start a process for these servers, perhaps without one of the games."""
        process = Process(self.storage, shards, self.wall, without)
        self.running.append(process)
        await process.start()
        return process

    async def plays(self, guild_id: int, title: str, times: int = 6) -> int:
        """Let the three and a bot begin a game in a server, and answer `times` times."""
        home = self.of(guild_id).home
        number = await self.opens(guild_id, title)
        await home.lobby.add_bot(number, ADA)
        await home.lobby.start(number, ADA)
        await press(home.services, number, Random(number), times)  # noqa: S311
        await self.of(guild_id).settle()
        return number

    async def opens(self, guild_id: int, title: str) -> int:
        """Let the three open a table in a server."""
        home = self.of(guild_id).home
        table = await home.lobby.open_table(
            title=title, guild_id=guild_id, channel_id=CHANNEL, user_id=ADA, name="Ada", seats_wanted=4
        )
        for user_id in (BEN, CLEO):
            await home.lobby.join(table.row.game_id, user_id, NAMES[user_id])
        await self.of(guild_id).settle()
        return table.row.game_id

    async def league(self, guild_id: int) -> int:
        """Begin a season in rounds in a server, with its first tables being played."""
        home = self.of(guild_id).home
        leagues = home.services.leagues
        made = await leagues.sign_up.create_league(
            name="Cup", guild_id=guild_id, channel_id=CHANNEL, user_id=ORGANISER, plan=SWISS
        )
        season_id = made.row.season_id
        await leagues.sign_up.open_sign_up(season_id, ORGANISER)
        for user_id in range(ADA, ADA + 6):
            await leagues.sign_up.join(season_id, user_id, f"P{user_id}", f"press {user_id}")
        await leagues.draws.write_draw(season_id, ORGANISER, (await leagues.season_log.get_season(season_id)).row.lines)
        await self.of(guild_id).settle()
        known = await leagues.season_log.get_season(season_id)
        for game_id in known.tables.values():
            await all_here(home, game_id)
        await self.of(guild_id).settle()
        return season_id

    async def of_server(self, guild_id: int) -> list[tuple[Any, ...]]:
        """Everything that is saved of a server's tables and seasons, as it can be compared."""
        found: list[tuple[Any, ...]] = []
        for row in await self.storage.games.list_in_shards(ALL_SHARDS, statuses=ALL_STATUSES):
            if row.guild_id == guild_id:
                entries = await self.storage.games.list_entries(row.game_id)
                found.append((await self.storage.games.load(row.game_id), entries, await self.letters(row.game_id)))
        for league in await self.storage.leagues.list_in_server(guild_id):
            seasons = await self.storage.leagues.list_seasons(league.league_id)
            found += [(season, await self.storage.leagues.list_lines(season.season_id)) for season in seasons]
        return found

    async def letters(self, game_id: int) -> list[tuple[Any, ...]]:
        """Letters of a table, except those held back until the one before is delivered."""
        return await self.storage.database.read(
            lambda rows: rows.execute(
                "select revision, kind, seat, body, fate, attempts, reason, written_at, changed_at, way from letters "
                "where game_id = ? and kind not in ('board', 'ask', 'awake') order by letter_id",
                (game_id,),
            ).fetchall()
        )

    async def open_questions(self, guild_id: int) -> list[DueQuestion]:
        """The questions with clocks that are open in a server."""
        due = await self.storage.clocks.list_due_questions(self.of_half(guild_id), "9")
        return sorted(due, key=lambda ask: (ask.game_id, ask.seat))

    def of_half(self, guild_id: int) -> Shards:
        """Which half of the servers one belongs to."""
        return next(half for half in HALVES if half.has_server(guild_id))

    async def told(self, guild_id: int) -> list[str]:
        """What the tables of a server were told beside their news."""
        rows = await self.storage.games.list_in_shards(self.of_half(guild_id), statuses=ALL_STATUSES)
        return [text for row in rows for _, text in await self.storage.outbox.list_notices(row.game_id)]

    def brought(self) -> Counter[int]:
        """Number of deliveries of each letter, by any process."""
        processes = (*self.running, *self.stopped)
        return Counter(letter.letter_id for process in processes for letter in process.carrier.brought)


async def server_of(storage: Storage, game_id: int) -> int:
    found = await storage.games.get_server_id(game_id)
    assert found is not None
    return found


@asynccontextmanager
async def realm(path: Path, *shares: Shards) -> AsyncIterator[Realm]:
    """Open a store, and start a process for each of these shares of the servers."""
    storage = await open_new_storage(path)
    opened = Realm(storage, [NOON], [])
    try:
        for shards in shares:
            await opened.starts(shards)
        yield opened
    finally:
        for process in [*opened.running]:
            await opened.stop(process)
        await storage.close()
