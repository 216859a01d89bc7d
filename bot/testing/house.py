"""A test environment to play games in: a real store in a file, a host and a lobby, without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.host.clock import Clock
from bot.host.host import Host
from bot.host.lobby.lobby import Lobby
from bot.host.lost_channels import Servers
from bot.host.play.absence import Absence
from bot.host.play.seating import Seating
from bot.host.play.standing_orders import StandingOrders
from bot.host.play.votes import Votes
from bot.host.services import Services, TimeSource, build_services
from bot.host.table.panel_context import PanelContext
from bot.host.worker import Worker
from bot.testing.new_database import open_new_storage
from storage.sqlite import SqliteStorage

ANN, BEN, CLEO, STRANGER = 101, 102, 103, 999
GUILD, CHANNEL = 1, 2
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class House:
    """The services of a running bot, without Discord."""

    storage: SqliteStorage
    services: Services

    @property
    def host(self) -> Host:
        """The host, which alone saves moves."""
        return self.services.host

    @property
    def lobby(self) -> Lobby:
        """The lobby, which opens tables."""
        return self.services.lobby

    @property
    def clock(self) -> Clock:
        """The clock, which runs deadlines."""
        return self.services.clock

    @property
    def absence(self) -> Absence:
        """The handling of absent players."""
        return self.services.absence

    @property
    def seating(self) -> Seating:
        """The seat assignments."""
        return self.services.seating

    @property
    def votes(self) -> Votes:
        """The tables' votes."""
        return self.services.votes

    @property
    def orders(self) -> StandingOrders:
        """The standing orders."""
        return self.services.orders

    async def settle(self) -> None:
        """Wait until no bot is thinking."""
        await self.services.autoplay.wait_for_all()


def take_no_time() -> float:
    """Return no delay for answers, where bots would otherwise pause."""
    return 0.0


@asynccontextmanager
async def open_house(
    path: Path,
    games: Mapping[str, AnyGame],
    *,
    boxes: Mapping[str, Box] | None = None,
    seed: str = "seed",
    now: Callable[[], datetime] = lambda: NOON,
    monotonic: Callable[[], float] | None = None,
    servers: Servers | None = None,
    connected: Callable[[], bool] = lambda: True,
    moment: Callable[[], float] = take_no_time,
    worker: Worker | None = None,
) -> AsyncIterator[House]:
    """Open the house on a file, and close it as a stopping program does.

    By default the clock stands still and bots answer at once.
    """
    times = TimeSource(now, monotonic or (lambda: now().timestamp()), moment)
    storage = await open_new_storage(path)
    inside = build_services(
        storage,
        games,
        servers,
        boxes=boxes,
        times=times,
        new_seed=lambda: seed,
        connected=connected,
        worker=worker,
    )
    home = House(storage, inside)
    try:
        yield home
    finally:
        await home.clock.close()
        await home.services.autoplay.close()
        await storage.close()


async def answer_question(host: Host, number: int, user: int, picks: Sequence[str]) -> PanelContext:
    """Answer this person's present question."""
    context = await host.build_panel(number, user)
    return await host.answer_question(number, user, str(context.etag), picks)
