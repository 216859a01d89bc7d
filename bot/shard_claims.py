"""Claiming: a process that takes shards by itself, and takes over those of one that has died.

discord.py cannot give more shards to a client that runs. So what is taken later is served by another bot beside the
first, in the same process: each with its own connections, services and shards, as if it were a process of its own, and
what one has to tell the other goes through the database. Nobody's tables stand still while others' are taken over, and
what is given back stops alone. What there is once is shared: the signals, the metrics and the web's port.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot import client
from bot.client import PAGES_A_SECOND, Sharded, needs_server, open_web, prepare, token_of
from bot.host.lost_channels import OpenChannels
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.host.worker import Worker
from bot.ops.http_status import StatusServer
from bot.ops.metrics import Metrics
from bot.ops.service_monitor import ServiceMonitor, open_page, show
from bot.ops.shard_allocation import ShardAllocation
from bot.ops.shutdown import until_told
from bot.settings import Settings
from bot.ui.handlers.rate_limit import RateLimit
from bot.web.page_worker import NICE
from bot.web.pages import WebPages
from bot.web.responses import Reply
from bot.web.serving import WAITING, Find, WebServer
from storage.connect import claims
from storage.interface import InUse, Shards, Share, StoreFailed

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two looks at who has which shards."""
RESTS = 60.0
"""Seconds for which nothing more is taken after something that was taken could not be served."""


class ClaimedShards(Sharded):
    """The bot for some of the shards that a process has taken.

    Args:
        settings: as every bot's, with its own shards.
        pages: how the process finds pages of the web; the part adds its own.
        channels: what Discord has told the parts of who can read what; likewise.
        makes_pages: the process's worker for them.
        web_address: what their addresses begin with; empty: there are none.
    """

    def __init__(
        self,
        settings: Settings,
        pages: list[Find],
        channels: list[OpenChannels],
        makes_pages: Worker,
        web_address: str,
        **others: Any,
    ) -> None:
        super().__init__(settings, **others)
        self._pages = pages
        self._channels = channels
        self._makes_pages = makes_pages
        self._address = web_address

    async def _open_pages(self, tables: Services, publicity: Visibility) -> None:
        if self._address:
            lists = Visibility(tables.host, ChannelsOfAll(self._channels))
            pages = WebPages(tables, publicity, self._makes_pages, self.settings.web_address or "", lists=lists)
            self._pages.append(pages.at)
            self._opened.callback(self._pages.remove, pages.at)
            self._channels.append(publicity.channels)
            self._opened.callback(self._channels.remove, publicity.channels)
            self._beginning = asyncio.create_task(pages.begin(), name="the worker of pages begins")
            self.web_address = self._address


@dataclass(frozen=True)
class ChannelsOfAll:
    """What Discord has told all parts of a process of who can read what: each knows its own servers alone."""

    parts: Sequence[OpenChannels]
    """Parts come and go."""

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        """Whether a part knows that everybody can read a channel or thread; see `OpenChannels`."""
        return any(part.is_open_to_all(guild_id, channel_id, within) for part in self.parts)


@dataclass(eq=False)
class _Serving:
    """A part that is being served."""

    shards: Shards
    bot: ClaimedShards
    caretaker: ServiceMonitor
    holds: asyncio.Event
    """Whether it has its shards."""
    task: asyncio.Task[None]


class ShardClaimer:
    """Takes shards, serves what it has, and looks for what is nobody's.

    Args:
        settings: the process's own.
        share: how many shards it wants, and of how many.
        now: the present time in UTC.
    """

    def __init__(
        self, settings: Settings, share: Share, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._settings = settings
        self._share = share
        self._now = now
        self._claims = claims(settings.database, share)
        self._division = ShardAllocation(share)
        self._served: list[_Serving] = []
        """The first that was taken first."""
        self._metrics = Metrics()
        self._pages: list[Find] = []
        self._channels: list[OpenChannels] = []
        self._makes_pages = Worker(WAITING, NICE)
        self._web_address = ""
        self._choosing = asyncio.Lock()
        self._closing = asyncio.Event()
        self._rests_until = 0.0
        self._has_looked = self._is_cut_off = self._has_said_that_it_waits = False

    async def serve(self) -> None:
        """Serve until it is closed.

        Raises:
            StoreFailed: another process has taken over what this one had, or there is no database at the start.
            SettingsProblem: something cannot be had that the settings ask for.
            Exception: whatever the last part that was served has ended with.
        """
        async with AsyncExitStack() as opened:
            opened.push_async_callback(self._claims.close)
            if self._settings.metrics_port is not None:
                page = StatusServer(self.show_metrics, self.is_healthy)
                await open_page(page, self._settings.metrics_port)
                opened.push_async_callback(page.close)
            opened.push_async_callback(self._makes_pages.close)
            if self._settings.web is not None:
                server = WebServer(
                    self._page_at,
                    RateLimit(PAGES_A_SECOND).wait,
                    self._metrics.looked_at,
                    proxies=self._settings.web_proxies,
                )
                self._web_address = await open_web(server, self._settings)
                opened.push_async_callback(server.close)
            opened.push_async_callback(self.close)
            while not self._closing.is_set():
                await self._look()
                await self._wait()
                if not self._closing.is_set():
                    self._see_who_has_ended()

    async def close(self) -> None:
        """Take nothing more, and close what is served."""
        self._closing.set()
        async with self._choosing:  # what is being taken this moment can be closed only then
            served = self._served[:]
            await asyncio.gather(*(each.bot.close() for each in served), return_exceptions=True)
            await asyncio.gather(*(each.task for each in served), return_exceptions=True)

    @property
    def having(self) -> list[Shards]:
        """The shards that we have."""
        return [each.shards for each in self._served]

    # -- looking -------------------------------------------------------------------------------------

    async def _look(self) -> None:
        failed_to_take: _Serving | None = None
        try:
            await self._see()
            if self._closing.is_set():
                return
            if self._division.to_take(self.having) is not None and self._time() >= self._rests_until:
                failed_to_take = await self._take()
            elif (given := self._division.to_give_back(self.having)) is not None:
                await self._give_back(given)
        except StoreFailed as failed:
            if not self._has_looked:
                raise
            if not self._is_cut_off:
                log.warning("it cannot be seen who has which shards: %s", failed)
            self._is_cut_off = True
            return
        self._is_cut_off = False
        if failed_to_take is not None:
            self._could_not_take(failed_to_take)
        if not self._served and not self._has_said_that_it_waits:
            log.info("every shard is another process's; waiting until some are nobody's")
        self._has_said_that_it_waits = not self._served

    async def _see(self) -> None:
        self._division.see(await self._claims.look(self._division.lacks(self.having)))
        self._has_looked = True

    async def _take(self) -> _Serving | None:
        """Take what is to be taken, while no other process chooses; return what could not be taken."""
        async with self._choosing, self._claims.choosing():
            await self._see()  # others may have chosen meanwhile
            shards = None if self._closing.is_set() else self._division.to_take(self.having)
            if shards is None:
                return None
            serving = self._begun(shards)
            holding = asyncio.create_task(serving.holds.wait(), name="taking")
            await asyncio.wait([holding, serving.task], return_when=asyncio.FIRST_COMPLETED)
            holding.cancel()
            if not serving.holds.is_set():
                return serving
            over = self._division.were_deserted(shards)
            log.info("has taken shards %s%s", shards, ", which somebody had who is gone" if over else "")
            self._division.took(shards, self.having)
            self._served.append(serving)
            return None

    def _could_not_take(self, serving: _Serving) -> None:
        problem = serving.task.exception()
        if isinstance(problem, InUse):
            log.warning("another process has taken one of shards %s at this moment: %s", serving.shards, problem)
        elif problem is not None:
            self._cannot_be_served(serving, problem)

    def _begun(self, shards: Shards) -> _Serving:
        # What there is once in a process, this one opens itself.
        settings = self._settings.model_copy(update={"shards": shards, "metrics_port": None})
        caretaker = ServiceMonitor(settings, metrics=self._metrics)
        bot = ClaimedShards(
            settings, self._pages, self._channels, self._makes_pages, self._web_address, caretaker=caretaker
        )
        holds = asyncio.Event()
        task = asyncio.create_task(self._serve(bot, holds), name=f"serving {shards}")
        return _Serving(shards, bot, caretaker, holds, task)

    async def _serve(self, bot: ClaimedShards, holds: asyncio.Event) -> None:
        async with bot:
            await bot.take()
            holds.set()
            await bot.start(token_of(self._settings))

    async def _give_back(self, shards: Shards) -> None:
        """Let go of some shards for a process that waits for them."""
        (serving,) = (each for each in self._served if each.shards == shards)
        log.info("gives back shards %s to a process that waits for some", shards)
        async with self._choosing:
            await serving.bot.close()
            with suppress(Exception):
                await serving.task
            self._served.remove(serving)

    async def _wait(self) -> None:
        """Wait until it is time to look again, or something has ended."""
        closing = asyncio.create_task(self._closing.wait(), name="closing")
        tasks = [closing, *(each.task for each in self._served)]
        await asyncio.wait(tasks, timeout=EVERY, return_when=asyncio.FIRST_COMPLETED)
        closing.cancel()

    def _see_who_has_ended(self) -> None:
        for each in [each for each in self._served if each.task.done()]:
            self._served.remove(each)
            if each.bot.ended_by is not None:
                raise each.bot.ended_by
            if (problem := each.task.exception()) is not None:
                self._cannot_be_served(each, problem)

    def _cannot_be_served(self, serving: _Serving, problem: BaseException) -> None:
        """Go on with what else there is, for a while without taking more; raise the problem where there is nothing."""
        if not self._served:
            raise problem
        log.error("shards %s cannot be served here, and are let go of", serving.shards, exc_info=problem)
        self._rests_until = self._time() + RESTS

    def _time(self) -> float:
        return asyncio.get_running_loop().time()

    # -- what there is once --------------------------------------------------------------------------

    def is_healthy(self) -> bool:
        """Whether all that is served is connected to Discord; one that waits for shards is healthy, too."""
        return not self._is_cut_off and all(each.caretaker.connected for each in self._served)

    async def show_metrics(self) -> bytes:
        """Return the metrics of all that is served here, in Prometheus' text format."""
        return await show([each.caretaker for each in self._served], self._metrics, self._settings, self._now())

    async def _page_at(self, path: str) -> Reply | None:
        for find in self._pages:
            if (found := await find(path)) is not None:
                return found
        return None


async def run(settings: Settings) -> None:
    """Run the service until it is told to stop (Ctrl-C or SIGTERM), whether its shards are given or it takes them.

    Raises:
        StoreFailed: another bot has taken its store over.
    """
    if not isinstance(settings.shards, Share):
        await client.run(settings)
        return
    if not settings.is_on_server:
        raise needs_server(settings)
    prepare(settings)
    claiming = ShardClaimer(settings, settings.shards)
    await until_told(claiming.serve(), claiming.close)
