"""The Discord client with several shards, which shares a database with other processes."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from discord.ext import commands

from bot.client import MAX_RETRY_SECONDS_AT_START, Boardroom, finish_in_time
from bot.host.privacy.erasure import ERASURE_WORD
from bot.host.services import Services
from bot.own_pages.forwarding import PageForwarding
from bot.own_pages.limits import PersonLimits
from bot.own_pages.pages import OwnPageViews
from bot.retry import RetryingTask
from bot.settings import Settings
from bot.ui.handlers.press_forwarding import PressForwarding
from storage.connect import wait_for_turn
from storage.interface.errors import StoreFailed

log = logging.getLogger(__name__)

IDENTIFY_SECONDS = 5.5
"""Seconds between the IDENTIFYs of two shards; Discord requires five."""
HEARTBEAT_SECONDS = 2.0
"""Seconds between heartbeats in the database, from which others detect a hung process."""


class ShardedBoardroom(Boardroom, commands.AutoShardedBot):
    """The bot with several shards, or as one of several processes, each with its own shards.

    It is connected while all of its shards are. discord.py paces the IDENTIFYs within its own process; several
    processes wait for each other through the database.
    """

    def __init__(self, settings: Settings, **others: Any) -> None:
        super().__init__(settings, **others)
        self.shard_connect_timeout = None  # it may wait for its turn
        self._disconnected_shards = {*self.settings.own_shards.numbers}
        """Disconnected shards."""
        self._parse_interaction = self._connection.parsers["INTERACTION_CREATE"]
        self._heartbeat_task: asyncio.Task[None] | None = None

    async def open_store(self) -> None:
        """Open the store, and start the heartbeat."""
        await super().open_store()
        if self._heartbeat_task is None:
            self._heartbeat_task = asyncio.create_task(self._send_heartbeats(), name="beats")
            self._exit_stack.push_async_callback(self._stop_beating)

    async def _send_heartbeats(self) -> None:
        while True:
            await self.storage.database.send_heartbeat()
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def _stop_beating(self) -> None:
        if self._heartbeat_task is not None:
            self._heartbeat_task.cancel()
            await asyncio.wait([self._heartbeat_task])

    def _create_forwarding(self, tables: Services) -> PressForwarding:
        self._press_forwarding = press_forwarding = PressForwarding(
            self.storage, self.settings.own_shards, tables.host.now, self._parse_interaction
        )
        self._connection.parsers["INTERACTION_CREATE"] = press_forwarding.receive
        self._exit_stack.push_async_callback(finish_in_time, press_forwarding.close)
        return press_forwarding

    def _create_page_forwarding(
        self, tables: Services, views: OwnPageViews, limits: PersonLimits
    ) -> PageForwarding | None:
        if self.settings.own_shards.are_all:
            return None
        return PageForwarding(tables.host, views, tables.own_pages, limits)

    async def _begin_to_listen(self) -> None:
        if self._page_forwarding is not None:
            self._exit_stack.push_async_callback(finish_in_time, self._page_forwarding.close)
        look = self.services.erasure.process_requests
        self._erasure_task = RetryingTask("forgetting whom others forget", look, longest=MAX_RETRY_SECONDS_AT_START)
        self._exit_stack.push_async_callback(self._erasure_task.close)
        self._exit_stack.push_async_callback(self.storage.database.listen(self._handle_notification))

    def _handle_notification(self, word: str) -> None:
        """Handle a notification of another process, or the tick of a second."""
        self._press_forwarding.handle_notification(word)
        if self._page_forwarding is not None:
            self._page_forwarding.handle_notification(word)
        if self._page_streams is not None:
            self._page_streams.handle_notification(word)
        if word == ERASURE_WORD:
            self._erasure_task.start()

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Dispatch an event, with the shards' connection events combined into one."""
        if event == "shard_disconnect":
            self._disconnected_shards.add(args[0])
        elif event in ("shard_ready", "shard_resumed"):
            self._disconnected_shards.discard(args[0])
        if event != "resumed":  # concerns one shard, while others may be disconnected
            super().dispatch(event, *args, **more)
        if self._disconnected_shards or not self.is_ready():  # discord.py reports the first ready itself
            return
        if event == "shard_resumed":
            super().dispatch("resumed")
        elif event == "shard_ready":  # discord.py reports it once all shards are ready
            super().dispatch("ready")

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until no shard of any of our processes has identified within the last seconds."""
        if self.settings.own_shards.are_all:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        try:
            ended = await wait_for_turn(self.settings.database)
        except StoreFailed as failed:
            log.warning("shard %s introduces itself to Discord without waiting for others: %s", shard_id, failed)
            await asyncio.sleep(IDENTIFY_SECONDS)
            return
        self.loop.call_later(IDENTIFY_SECONDS, ended)
