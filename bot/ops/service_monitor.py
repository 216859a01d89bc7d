"""Monitor a running bot for its operator: metrics, nightly jobs, heartbeat and graceful shutdown."""

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
from storage.statistics import sum_tallies
from storage.store import Storage

log = logging.getLogger(__name__)

RESTARTING = "I am being restarted; nothing is lost. Please press again in a minute."
SLOW_SECONDS = 2.0
"""In seconds; Discord waits three for an answer."""
MAX_PRESS_SECONDS = 5.0
"""Seconds that running answers get to finish during the shutdown."""


class ServiceMonitor(Instrumentation):
    """Counts and times interactions, runs nightly jobs, serves metrics, and refuses interactions during the shutdown.

    Args:
        settings: which of these are on, and their parameters.
        now: returns the present time in UTC.
        metrics: counters shared by several bots in this process, if any.
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
        self._disconnected_since: datetime | None = None
        """Start of the present disconnection from Discord; None while connected, or before the first connection."""
        self._stopping = False
        self._running_answers: set[asyncio.Task[None]] = set()
        self._status_server: StatusServer | None = None
        self.has_started = False
        self.serves_at: int | None = None
        """Port of the metrics server."""

    async def start(
        self,
        bot: commands.Bot,
        storage: Storage,
        retention: Retention | None = None,
        playouts: Playouts | None = None,
    ) -> None:
        """Start to monitor a bot that has opened its store.

        Args:
            bot: the bot to monitor.
            storage: its store.
            retention: deletes data past its retention period.
            playouts: runs the playouts of reviews, each night.

        Raises:
            SettingsProblem: the port for metrics is not available.
        """
        self._storage = storage
        for event, listener in (
            ("ready", self._handle_ready),
            ("resumed", self._handle_connect),
            ("disconnect", self._handle_disconnect),
        ):
            bot.add_listener(listener, f"on_{event}")
        self._retention = retention
        self.nightly = NightlyJobs(
            storage,
            self._settings,
            self._now,
            self._delete_expired,
            None if playouts is None else playouts.run_night,
        )
        self._heartbeat = Heartbeat(
            storage, self._now, self._settings.own_shards, has_own_pages=self._settings.play is not None
        )
        port = self._settings.metrics_port
        if port is not None:
            page = StatusServer(self.show_metrics, lambda: self._connected)
            self.serves_at = await open_page(page, port)
            self._status_server = page
        self.nightly.start()
        self._heartbeat.start()
        self.has_started = True

    async def turn_away(self) -> None:
        """Refuse interactions from now on; return when the running answers have finished."""
        self._stopping = True
        if self._running_answers:
            _, late = await asyncio.wait(self._running_answers, timeout=MAX_PRESS_SECONDS)
            if late:
                log.warning("answers that did not finish in time: %d", len(late))

    async def stop(self) -> None:
        """Stop the nightly jobs, the heartbeat and the metrics server."""
        self.nightly.stop()
        await self._heartbeat.stop()
        if self._status_server is not None:
            await self._status_server.close()
            self._status_server = None

    async def show_metrics(self) -> bytes:
        """Return the metrics in Prometheus' text format."""
        return await render_metrics([self], self.metrics, self._settings, self._now())

    @property
    def connected(self) -> bool:
        """Whether the bot is connected to Discord."""
        return self._connected

    async def _handle_ready(self) -> None:
        await self._handle_connect()
        await self.nightly.delete_expired()  # only now are the bot's servers known

    async def _delete_expired(self) -> None:
        if self._retention is not None:
            await self._retention.delete_expired(connected=self._connected)

    async def _handle_connect(self) -> None:
        self._connected = True
        if self._disconnected_since is not None:
            seconds = max((self._now() - self._disconnected_since).total_seconds(), 0.0)
            self._disconnected_since = None
            self.metrics.record_disconnection(seconds)
            log.warning("Discord is heard again; for %.0f s nobody was", seconds)
        await self._heartbeat.set_state("connected")

    async def _handle_disconnect(self) -> None:
        if self._connected:  # Discord's library repeats the event after each failed attempt
            self._disconnected_since = self._now()
        self._connected = False
        await self._heartbeat.set_state("not connected")

    @contextmanager
    def observe(self, interaction: Interaction) -> Iterator[Admit]:
        """See `Instrumentation.observe`."""
        logs.INTERACTION.set(interaction.id)  # for this task, which handles this interaction only
        kind = _label_interaction(interaction)
        task = asyncio.current_task()
        began = perf_counter()
        if task is not None:
            self._running_answers.add(task)
        try:
            yield self._admit
        finally:
            if task is not None:
                self._running_answers.discard(task)
            seconds = perf_counter() - began
            self.metrics.record_press(kind, seconds)
            log.log(
                logging.WARNING if seconds > SLOW_SECONDS else logging.DEBUG,
                "a %s was answered in %.3f s",
                kind,
                seconds,
            )

    @contextmanager
    def _admit(self) -> Iterator[None]:
        if self._stopping:
            raise Refusal(RESTARTING)
        try:
            yield
        except WrongShard:  # another process answers it
            raise
        except Exception as error:
            self.metrics.record_refusal(error)
            raise


async def open_page(page: StatusServer, port: int) -> int:
    """Start the metrics server and return its port; raise SettingsProblem if the port is not available."""
    try:
        return await page.open(port)
    except OSError as failed:
        why = f"cannot be had ({failed.strerror})"
        if failed.errno == errno.EADDRINUSE:
            why = "is in use by another program, perhaps by a second Boardroom"
        raise SettingsProblem(
            f"{PREFIX}METRICS_PORT: port {port} {why}. Name another port, or none to do without metrics."
        ) from None


async def render_metrics(those: Sequence[ServiceMonitor], metrics: Metrics, settings: Settings, now: datetime) -> bytes:
    """Return the metrics of the bots in this process, in Prometheus' text format.

    Args:
        those: the monitors; none while the process waits for shards.
        metrics: their shared counters.
        settings: the folder of backups.
        now: the current time.
    """
    started = [each for each in those if each.has_started]
    tallies = [await each._storage.tally(each._settings.own_shards) for each in started]
    last = await asyncio.to_thread(backups.find_newest, settings.backup_folder)
    return metrics.render(
        sum_tallies(tallies),
        now,
        backup_made_at=None if last is None else last.made_at,
        backup_failed=any(each.nightly.failed for each in started),
        connected=all(each.connected for each in those),
        shards=sum(len(each._settings.own_shards.numbers) for each in those),
    )


def _label_interaction(interaction: Interaction) -> str:
    """Return the kind of an interaction, without its id and text, which may reveal a move."""
    if interaction.type is discord.InteractionType.component:
        data: Any = interaction.data or {}
        return "button" if data.get("component_type") == discord.ComponentType.button.value else "menu"
    return "form" if interaction.type is discord.InteractionType.modal_submit else "command"
