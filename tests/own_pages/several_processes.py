"""Own pages of several processes on one database, each with a part of the servers, and browsers of any of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from aiohttp import ClientSession, DummyCookieJar

from bot.engine.game import AnyGame
from bot.host.services import TimeSource, build_services
from bot.own_pages.forwarding import PageForwarding
from bot.own_pages.limits import PersonLimits
from bot.own_pages.pages import OwnPageViews
from bot.own_pages.serving import OwnPageServer
from bot.own_pages.streams import PageStreams
from bot.testing.new_database import create_database
from bot.ui.screens.pictures import Pictures
from storage.connect import open_storage
from storage.database_url import Server
from storage.interface.shards import Shards
from storage.sqlite import SqliteDatabase, SqliteStorage
from storage.store import Storage
from tests.house import NOON, House, at_once
from tests.own_pages.site import NO_LIMITS, PlaySite
from tests.toy import TOY
from tests.web.site import HERE

OWNER, OTHER = Shards(0, 0, 2), Shards(1, 1, 2)
"""The part with the server of `tests.house`, and the other one."""


@dataclass
class Process:
    """A process, and what it needs to be stopped."""

    shards: Shards
    site: PlaySite
    forwarding: PageForwarding
    closing: AsyncExitStack

    def handle_notification(self, word: str) -> None:
        """Handle a word as the bot does."""
        self.forwarding.handle_notification(word)
        self.site.streams.handle_notification(word)

    async def stop(self) -> None:
        """Stop as the bot does."""
        await self.closing.aclose()


@dataclass
class Fleet:
    """Processes on one database."""

    place: Path | Server
    games: Mapping[str, AnyGame]
    running: list[Process] = field(default_factory=list)
    shared: SqliteStorage | None = None
    """The store of all of them if it is a file, which only one real process can have."""

    async def start(self, shards: Shards, limits: PersonLimits = NO_LIMITS) -> Process:
        """Start a process with these servers."""
        closing = AsyncExitStack()
        storage: Storage
        if self.shared is not None:
            storage = self.shared
        else:
            storage = await open_storage(self.place, None, shards)
            closing.push_async_callback(storage.close)
        services = build_services(
            storage,
            self.games,
            shards=shards,
            times=TimeSource(lambda: NOON, lambda: NOON.timestamp(), at_once),
            new_seed=lambda: "seed",
            own_pages=True,
        )
        closing.push_async_callback(services.clock.close)
        closing.push_async_callback(services.autoplay.close)
        views = OwnPageViews(services, Pictures())
        forwarding = PageForwarding(services.host, views, services.own_pages, limits)
        streams = PageStreams(services.host, services.own_pages, limits)
        server = OwnPageServer(views, services.own_pages, limits, forwarding=forwarding, streams=streams)
        port = await server.open(HERE, 0)
        server.origin = "http://play.example.org"
        closing.push_async_callback(server.close)
        session = await closing.enter_async_context(ClientSession(cookie_jar=DummyCookieJar()))
        closing.push_async_callback(forwarding.close)
        closing.push_async_callback(streams.close)
        home = House(cast("SqliteStorage", storage), services)  # houses ask their store for nothing of a file's own
        process = Process(
            shards, ManyDoors(home, services.own_pages, server, port, session, streams), forwarding, closing
        )
        if self.shared is None:
            closing.push_async_callback(storage.database.listen(process.handle_notification))
        self.running.append(process)
        closing.callback(self.running.remove, process)
        return process

    def tell_all(self, word: str) -> None:
        """Tell all processes a word."""
        for process in self.running:
            process.handle_notification(word)


class SharedFile(SqliteDatabase):
    """A file that tells its processes words, as a server's database does."""

    tell_all: Callable[[str], None]

    async def notify(self, word: str) -> None:
        """Tell all processes a word, at a commit, after those before it."""
        await self.write(lambda _: None)
        self.tell_all(word)


class ManyDoors(PlaySite):
    """The pages of one of several processes that share an address."""

    @property
    def origin(self) -> str:
        return "http://play.example.org"


@asynccontextmanager
async def fleet(
    place: Path | Server, *parts: Shards, games: Mapping[str, AnyGame] | None = None
) -> AsyncIterator[Fleet]:
    """Start a process for each of these parts of the servers."""
    there = Fleet(place, games or {"toy": TOY})
    if isinstance(place, Path):
        await create_database(place)
        file = await SharedFile.open(place)
        file.tell_all = there.tell_all
        there.shared = SqliteStorage(file)
    try:
        for shards in parts:
            await there.start(shards)
        yield there
    finally:
        for process in [*there.running]:
            await process.stop()
        if there.shared is not None:
            await there.shared.close()
