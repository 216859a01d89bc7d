"""Caretaker: looks after a running bot for its operator, and sees to it that it stops tidily."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

import discord
from discord.ext import commands

from bot import logs
from bot.host.errors import Refusal, WrongShard
from bot.host.privacy.retention import Retention
from bot.host.record.playouts import Playouts
from bot.ops import backups
from bot.ops.heartbeat import Heartbeat
from bot.ops.http_status import StatusServer
from bot.ops.metrics import Metrics
from bot.ops.nightly_jobs import NightlyJobs
from bot.settings import PREFIX, Settings, SettingsProblem
from bot.ui.handlers.instrumentation import Admit, Instrumentation, Interaction
from storage.statistics import together
from storage.store import Storage

log = logging.getLogger(__name__)

RESTARTING = "I am being restarted; nothing is lost. Please press again in a minute."
SLOW = 2.0
"""Seconds; Discord waits three for an answer."""
LONGEST_PRESS = 5.0
"""Seconds an answer that is under way may still take when the bot stops."""


class ServiceMonitor(Instrumentation):
    """Counts and times what is answered, makes backups, serves metrics, and turns people away at the end.

    Args:
        settings: which of it is wanted, and how.
        now: the present time in UTC.
        metrics: where it is counted, if several bots in this process count together.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        metrics: Metrics | None = None,
    ) -> None:
        self.metrics = Metrics() if metrics is None else metrics
        self._settings = settings
        self._now = now
        self._connected = False
        self._deaf_since: datetime | None = None
        """Since when Discord could not be heard; None: it is heard, or was not yet."""
        self._stopping = False
        self._in_hand: set[asyncio.Task[None]] = set()
        self._page: StatusServer | None = None
        self.has_started = False
        self.serves_at: int | None = None
        """The port of the page with metrics."""

    async def start(
        self,
        bot: commands.Bot,
        storage: Storage,
        retention: Retention | None = None,
        playing_on: Playouts | None = None,
    ) -> None:
        """Begin to look after a bot that has opened its store.

        Args:
            bot: whom to look after.
            storage: its store.
            retention: deletes what has been kept for long enough.
            playing_on: plays on from reviews, each night.

        Raises:
            SettingsProblem: the port for metrics cannot be had.
        """
        self._storage = storage
        for event, listener in (("ready", self._ready), ("resumed", self._come), ("disconnect", self._gone)):
            bot.add_listener(listener, f"on_{event}")
        self._retention = retention
        self.nightly = NightlyJobs(
            storage, self._settings, self._now, self._tidy, None if playing_on is None else playing_on.tonight
        )
        self._pulse = Heartbeat(storage, self._now, self._settings.own_shards)
        port = self._settings.metrics_port
        if port is not None:
            page = StatusServer(self.show_metrics, lambda: self._connected)
            self.serves_at = await open_page(page, port)
            self._page = page
        self.nightly.start()
        self._pulse.start()
        self.has_started = True

    async def turn_away(self) -> None:
        """From now on ask everybody to come again later; return when the answers under way are given."""
        self._stopping = True
        if self._in_hand:
            _, late = await asyncio.wait(self._in_hand, timeout=LONGEST_PRESS)
            if late:
                log.warning("answers that were not given in time: %d", len(late))

    async def stop(self) -> None:
        """Make no more backups and serve no more metrics."""
        self.nightly.stop()
        await self._pulse.stop()
        if self._page is not None:
            await self._page.close()
            self._page = None

    async def show_metrics(self) -> bytes:
        """Return the metrics in Prometheus' text format."""
        return await show([self], self.metrics, self._settings, self._now())

    @property
    def connected(self) -> bool:
        """Whether the bot is connected to Discord."""
        return self._connected

    async def _ready(self) -> None:
        await self._come()
        await self.nightly.tidy()  # only now it is known which servers we are in

    async def _tidy(self) -> None:
        if self._retention is not None:
            await self._retention.look(connected=self._connected)

    async def _come(self) -> None:
        self._connected = True
        if self._deaf_since is not None:
            seconds = max((self._now() - self._deaf_since).total_seconds(), 0.0)
            self._deaf_since = None
            self.metrics.was_deaf(seconds)
            log.warning("Discord is heard again; for %.0f s nobody was", seconds)
        await self._pulse.turn("connected")

    async def _gone(self) -> None:
        if self._connected:  # it is said anew after each attempt that fails
            self._deaf_since = self._now()
        self._connected = False
        await self._pulse.turn("not connected")

    @contextmanager
    def pressed(self, interaction: Interaction) -> Iterator[Admit]:
        """See `Instrumentation.pressed`."""
        logs.INTERACTION.set(interaction.id)  # for this task, which answers this interaction and nothing else
        kind = _kind(interaction)
        task = asyncio.current_task()
        began = perf_counter()
        if task is not None:
            self._in_hand.add(task)
        try:
            yield self._admit
        finally:
            if task is not None:
                self._in_hand.discard(task)
            seconds = perf_counter() - began
            self.metrics.pressed(kind, seconds)
            log.log(logging.WARNING if seconds > SLOW else logging.DEBUG, "a %s was answered in %.3f s", kind, seconds)

    @contextmanager
    def _admit(self) -> Iterator[None]:
        if self._stopping:
            raise Refusal(RESTARTING)
        try:
            yield
        except WrongShard:  # another process answers it
            raise
        except Exception as error:
            self.metrics.refused(error)
            raise


async def open_page(page: StatusServer, port: int) -> int:
    """Open the page with metrics; return its port; raise SettingsProblem where that cannot be had."""
    try:
        return await page.open(port)
    except OSError as failed:
        why = f"cannot be had ({failed.strerror})"
        if failed.errno == errno.EADDRINUSE:
            why = "is in use by another program, perhaps by a second Boardroom"
        raise SettingsProblem(
            f"{PREFIX}METRICS_PORT: port {port} {why}. Name another port, or none to do without metrics."
        ) from None


async def show(those: Sequence[ServiceMonitor], metrics: Metrics, settings: Settings, now: datetime) -> bytes:
    """Return the metrics of the bots in this process, in Prometheus' text format.

    Args:
        those: who looks after them; nobody, where the process waits for shards.
        metrics: what they have counted together.
        settings: where backups lie.
        now: the present time in UTC.
    """
    started = [each for each in those if each.has_started]
    tallies = [await each._storage.tally(each._settings.own_shards) for each in started]
    last = await asyncio.to_thread(backups.newest, settings.backup_folder)
    return metrics.show(
        together(tallies),
        now,
        backup_made_at=None if last is None else last.made_at,
        backup_failed=any(each.nightly.failed for each in started),
        connected=all(each.connected for each in those),
        shards=sum(len(each._settings.own_shards.numbers) for each in those),
    )


def _kind(interaction: Interaction) -> str:
    """Return what was used; its id and its words are kept out of it, for they may tell a move."""
    if interaction.type is discord.InteractionType.component:
        data: Any = interaction.data or {}
        return "button" if data.get("component_type") == discord.ComponentType.button.value else "menu"
    return "form" if interaction.type is discord.InteractionType.modal_submit else "command"
