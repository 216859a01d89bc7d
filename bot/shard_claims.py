"""Claiming of shards: a process takes a number of shards by itself and takes over those of a dead process.

discord.py cannot add shards to a running client. Shards claimed later are therefore served by another bot in the same
process, with its own connections and services; the bots communicate through the database like separate processes.
So a takeover does not interrupt running tables, and shards are given back one group at a time. Shared by all of them:
signals, metrics and the web port.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot import service
from bot.client import PAGES_A_SECOND, open_web
from bot.host.lost_channels import OpenChannels
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.host.worker import Worker
from bot.ops.http_status import StatusServer
from bot.ops.metrics import Metrics
from bot.ops.service_monitor import ServiceMonitor, open_page, render_metrics
from bot.ops.shard_allocation import ShardAllocation
from bot.ops.shutdown import run_until_signal
from bot.own_pages.serving import OwnPageServer, SharedPageServer
from bot.service import build_server_problem, get_token, prepare
from bot.settings import PREFIX, Settings
from bot.sharded_client import ShardedBoardroom
from bot.ui.handlers.rate_limit import RateLimit
from bot.web.page_worker import NICENESS
from bot.web.pages import WebPages
from bot.web.responses import Reply
from bot.web.serving import MAX_REQUESTS, Find, WebServer
from storage.connect import open_claims
from storage.interface.errors import StoreFailed, StoreInUse
from storage.interface.processes import Share
from storage.interface.shards import Shards

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""Seconds between two polls of the shard claims."""
PAUSE_SECONDS = 60.0
"""Seconds without new claims after claimed shards could not be served."""


class ClaimedShards(ShardedBoardroom):
    """A bot that serves some of the shards claimed by its process.

    Args:
        settings: the bot's settings, with its own shards.
        pages: the page lookups of the process; the bot adds its own.
        channels: what each bot of the process knows about who can read which channel; the bot adds its own.
        web_worker: the process's page worker.
        web_address: the base URL of the web pages; empty: there are none.
        own_pages: serves the process's pages to play on; the bot adds its own.
    """

    def __init__(
        self,
        settings: Settings,
        pages: list[Find],
        channels: list[OpenChannels],
        web_worker: Worker,
        web_address: str,
        own_pages: SharedPageServer,
        **others: Any,
    ) -> None:
        super().__init__(settings, **others)
        self._pages = pages
        self._channels = channels
        self._web_worker = web_worker
        self._address = web_address
        self._own_pages = own_pages

    async def _open_pages(self, tables: Services, visibility: Visibility) -> None:
        if self._address:
            lists = Visibility(tables.host, CombinedChannels(self._channels))
            pages = WebPages(tables, visibility, self._web_worker, self.settings.web_address or "", lists=lists)
            self._pages.append(pages.find_reply)
            self._exit_stack.callback(self._pages.remove, pages.find_reply)
            self._channels.append(visibility.channels)
            self._exit_stack.callback(self._channels.remove, visibility.channels)
            self._page_worker_task = asyncio.create_task(pages.begin(), name="the worker of pages begins")
            self.web_address = self._address

    async def _serve_own_pages(self, server: OwnPageServer, place: tuple[str, int]) -> str:
        self._own_pages.parts.append(server)
        self._exit_stack.callback(self._own_pages.parts.remove, server)
        return self._own_pages.address


@dataclass(frozen=True)
class CombinedChannels:
    """What Discord has told all parts of a process of who can read what: each knows its own servers alone."""

    parts: Sequence[OpenChannels]
    """Parts come and go."""

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        """Whether a part knows that everybody can read a channel or thread; see `OpenChannels`."""
        return any(part.is_open_to_all(guild_id, channel_id, within) for part in self.parts)


@dataclass(eq=False)
class _ServedShards:
    """One bot in service, with its shards."""

    shards: Shards
    bot: ClaimedShards
    service_monitor: ServiceMonitor
    has_claimed: asyncio.Event
    """Set once the shards are claimed."""
    task: asyncio.Task[None]


class ShardClaimer:
    """Claims shards, serves them, and looks for shards without an owner.

    Args:
        settings: the settings of the process.
        share: the wanted number of shards, and their total.
        now: the present time in UTC.
    """

    def __init__(
        self, settings: Settings, share: Share, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._settings = settings
        self._share = share
        self._now = now
        self._claims = open_claims(settings.database, share)
        self._allocation = ShardAllocation(share)
        self._served: list[_ServedShards] = []
        """In the order in which they were claimed."""
        self._metrics = Metrics()
        self._pages: list[Find] = []
        self._channels: list[OpenChannels] = []
        self._web_worker = Worker(MAX_REQUESTS, NICENESS)
        self._web_address = ""
        self._own_pages = SharedPageServer(self._metrics.record_page, proxies=settings.web_proxies)
        self._claim_lock = asyncio.Lock()
        self._closing = asyncio.Event()
        self._paused_until = 0.0
        self._has_read_claims = self._is_cut_off = self._has_logged_waiting = False

    async def serve(self) -> None:
        """Serve until `close` is called.

        Raises:
            StoreFailed: another process has taken over our shards, or there is no database at the start.
            SettingsProblem: the settings ask for something that is unavailable.
            Exception: the error that ended the last bot in service.
        """
        async with AsyncExitStack() as opened:
            opened.push_async_callback(self._claims.close)
            if self._settings.metrics_port is not None:
                page = StatusServer(self.show_metrics, self.is_healthy)
                await open_page(page, self._settings.metrics_port)
                opened.push_async_callback(page.close)
            opened.push_async_callback(self._web_worker.close)
            if self._settings.web is not None:
                server = WebServer(
                    self._find_page,
                    RateLimit(PAGES_A_SECOND).count_request,
                    self._metrics.record_page,
                    proxies=self._settings.web_proxies,
                )
                self._web_address = await open_web(
                    server, f"{PREFIX}WEB", self._settings.web_place or ("", 0), self._settings.web_address
                )
                opened.push_async_callback(server.close)
            if self._settings.play_place is not None:
                self._own_pages.address = await open_web(
                    self._own_pages, f"{PREFIX}PLAY", self._settings.play_place, self._settings.play_address
                )
                opened.push_async_callback(self._own_pages.close)
            opened.push_async_callback(self.close)
            while not self._closing.is_set():
                await self._poll_claims()
                await self._wait()
                if not self._closing.is_set():
                    self._check_ended_bots()

    async def close(self) -> None:
        """Stop claiming, and close all bots."""
        self._closing.set()
        async with self._claim_lock:  # a claim in progress can be closed only once it is complete
            served = self._served[:]
            await asyncio.gather(*(each.bot.close() for each in served), return_exceptions=True)
            await asyncio.gather(*(each.task for each in served), return_exceptions=True)

    @property
    def served_shards(self) -> list[Shards]:
        """Shards that are served here."""
        return [each.shards for each in self._served]

    # -- looking -------------------------------------------------------------------------------------

    async def _poll_claims(self) -> None:
        failed_to_take: _ServedShards | None = None
        try:
            await self._read_claims()
            if self._closing.is_set():
                return
            if (
                self._allocation.choose_to_take(self.served_shards) is not None
                and self._get_time() >= self._paused_until
            ):
                failed_to_take = await self._claim_shards()
            elif (given := self._allocation.choose_to_give_back(self.served_shards)) is not None:
                await self._release_shards(given)
        except StoreFailed as failed:
            if not self._has_read_claims:
                raise
            if not self._is_cut_off:
                log.warning("cannot read the shard claims: %s", failed)
            self._is_cut_off = True
            return
        self._is_cut_off = False
        if failed_to_take is not None:
            self._handle_failed_claim(failed_to_take)
        if not self._served and not self._has_logged_waiting:
            log.info("every shard is claimed by another process; waiting for free ones")
        self._has_logged_waiting = not self._served

    async def _read_claims(self) -> None:
        self._allocation.update(await self._claims.look(self._allocation.count_lacking(self.served_shards)))
        self._has_read_claims = True

    async def _claim_shards(self) -> _ServedShards | None:
        """Claim shards while no other process does; return the bot if it failed to start."""
        async with self._claim_lock, self._claims.hold_choice():
            await self._read_claims()  # other processes may have claimed meanwhile
            shards = None if self._closing.is_set() else self._allocation.choose_to_take(self.served_shards)
            if shards is None:
                return None
            serving = self._start_bot(shards)
            holding = asyncio.create_task(serving.has_claimed.wait(), name="taking")
            await asyncio.wait([holding, serving.task], return_when=asyncio.FIRST_COMPLETED)
            holding.cancel()
            if not serving.has_claimed.is_set():
                return serving
            over = self._allocation.has_deserted(shards)
            log.info("has taken shards %s%s", shards, ", which somebody had who is gone" if over else "")
            self._allocation.record_taken(shards, self.served_shards)
            self._served.append(serving)
            return None

    def _handle_failed_claim(self, serving: _ServedShards) -> None:
        problem = serving.task.exception()
        if isinstance(problem, StoreInUse):
            log.warning("another process has taken one of shards %s at this moment: %s", serving.shards, problem)
        elif problem is not None:
            self._handle_failed_bot(serving, problem)

    def _start_bot(self, shards: Shards) -> _ServedShards:
        # The claimer itself opens the resources that a process has once.
        settings = self._settings.model_copy(update={"shards": shards, "metrics_port": None})
        service_monitor = ServiceMonitor(settings, metrics=self._metrics)
        bot = ClaimedShards(
            settings,
            self._pages,
            self._channels,
            self._web_worker,
            self._web_address,
            self._own_pages,
            service_monitor=service_monitor,
        )
        holds = asyncio.Event()
        task = asyncio.create_task(self._run_bot(bot, holds), name=f"serving {shards}")
        return _ServedShards(shards, bot, service_monitor, holds, task)

    async def _run_bot(self, bot: ClaimedShards, holds: asyncio.Event) -> None:
        async with bot:
            await bot.open_store()
            holds.set()
            await bot.start(get_token(self._settings))

    async def _release_shards(self, shards: Shards) -> None:
        """Release some shards for a process that waits for them."""
        (serving,) = (each for each in self._served if each.shards == shards)
        log.info("gives back shards %s to a process that waits for some", shards)
        async with self._claim_lock:
            await serving.bot.close()
            with suppress(Exception):
                await serving.task
            self._served.remove(serving)

    async def _wait(self) -> None:
        """Wait for the next poll, or until a bot ends."""
        closing = asyncio.create_task(self._closing.wait(), name="closing")
        tasks = [closing, *(each.task for each in self._served)]
        await asyncio.wait(tasks, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        closing.cancel()

    def _check_ended_bots(self) -> None:
        for each in [each for each in self._served if each.task.done()]:
            self._served.remove(each)
            if each.bot.ended_by is not None:
                raise each.bot.ended_by
            if (problem := each.task.exception()) is not None:
                self._handle_failed_bot(each, problem)

    def _handle_failed_bot(self, serving: _ServedShards, problem: BaseException) -> None:
        """Log the failure and suspend claiming for a while; raise it if no bot is left in service."""
        if not self._served:
            raise problem
        log.error("shards %s cannot be served here and are released", serving.shards, exc_info=problem)
        self._paused_until = self._get_time() + PAUSE_SECONDS

    def _get_time(self) -> float:
        return asyncio.get_running_loop().time()

    # -- what there is once --------------------------------------------------------------------------

    def is_healthy(self) -> bool:
        """Return whether all bots in service are connected; a process waiting for shards is healthy, too."""
        return not self._is_cut_off and all(each.service_monitor.connected for each in self._served)

    async def show_metrics(self) -> bytes:
        """Return the metrics of all bots of this process in Prometheus' text format."""
        return await render_metrics(
            [each.service_monitor for each in self._served], self._metrics, self._settings, self._now()
        )

    async def _find_page(self, path: str) -> Reply | None:
        for find in self._pages:
            if (found := await find(path)) is not None:
                return found
        return None


async def run(settings: Settings) -> None:
    """Run the service until Ctrl-C or SIGTERM, with fixed or with claimed shards.

    Raises:
        StoreFailed: another bot has taken over the database.
    """
    if not isinstance(settings.shards, Share):
        await service.run(settings)
        return
    if not settings.is_on_server:
        raise build_server_problem(settings)
    prepare(settings)
    claiming = ShardClaimer(settings, settings.shards)
    await run_until_signal(claiming.serve(), claiming.close)
