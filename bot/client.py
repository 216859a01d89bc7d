"""The Discord client: opens the store, wires host, courier and doors, and loads every cog it finds."""

from __future__ import annotations

import asyncio
import json
import logging
import pkgutil
from collections.abc import Awaitable, Mapping
from hashlib import sha256

import discord
from discord.ext import commands

import cogs
from bot.care.caretaker import Caretaker
from bot.care.stopping import until_told
from bot.games import GAMES
from bot.host.absence import Absence
from bot.host.clock import Clock
from bot.host.courier import Courier
from bot.host.host import Host
from bot.host.lobby import Lobby
from bot.host.tables import AnyGame
from bot.settings import Settings, SettingsProblem, read_boxes
from bot.ui.carrier import DiscordCarrier
from bot.ui.doors import Doors, Porter
from storage.interface import Storage
from storage.sqlite import open_storage

log = logging.getLogger(__name__)

LONGEST_RATE_LIMIT = 60.0
"""Seconds discord.py may wait by itself; beyond that the letter waits and others go on."""
LONGEST_FINISH = 10.0
"""Seconds that bots, and letters on their way, are each waited for when the bot stops."""


class Boardroom(Porter):
    """The bot. It needs the intent GUILDS alone and reads no messages.

    Args:
        settings: where the games are kept, and which boxes to play with.
        games: the games on offer.
        spacing: seconds between two deliveries for the same game; see `Courier`.
        caretaker: looks after a bot that serves; None: nobody does, as at the local table.
    """

    storage: Storage
    host: Host
    lobby: Lobby
    courier: Courier
    clock: Clock

    def __init__(
        self,
        settings: Settings,
        *,
        games: Mapping[str, AnyGame] = GAMES,
        spacing: float = 1.0,
        caretaker: Caretaker | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
        )
        self.settings = settings
        self._games = games
        self._spacing = spacing
        self._caretaker = caretaker
        self._resumed = False
        self._opened = False

    async def setup_hook(self) -> None:
        """Open the store and make everything ready before the first event comes."""
        boxes = read_boxes(self.settings.boxes, self._games) if self.settings.boxes else {}
        self.storage = await open_storage(self.settings.database)
        self._opened = True
        self.host = Host(self.storage, self._games, boxes=boxes)
        self.lobby = Lobby(self.host)
        absence = Absence(self.host)
        carrier = DiscordCarrier(self, self.host, self.lobby)
        self.doors = Doors(self.host, self.lobby, absence, carrier)
        self.courier = Courier(self.storage, carrier, now=self.host.now, spacing=self._spacing)
        self.clock = Clock(self.host, absence, self.lobby)
        self.host.courier = self.courier
        self.host.clock = self.clock
        for module in pkgutil.iter_modules(cogs.__path__):
            await self.load_extension(f"cogs.{module.name}")
        await self._register_commands()
        if self._caretaker is not None:
            self.doors.attendant = self._caretaker
            await self._caretaker.start(self, self.storage)

    async def on_ready(self) -> None:
        """Go on where a stopped process left off; Discord may say ready many times."""
        if not self._resumed:
            self._resumed = True
            await self.clock.start()
            await self.host.resume()
            log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction[Boardroom]) -> None:
        """Route every press, choice and form by its id; commands find their own way."""
        await self.doors.knock(interaction)

    async def close(self) -> None:
        """Finish what is in hand, though not for ever, then let go of the store and of Discord."""
        if self._opened:
            self._opened = False
            if self._caretaker is not None:
                await self._caretaker.turn_away()
            for finish in (self.clock.close, self.host.settle, self.courier.close):
                await _in_time(finish())
            if self._caretaker is not None:
                await self._caretaker.stop()
            await self.storage.close()
        await super().close()

    async def _register_commands(self) -> None:
        """Tell Discord our commands only when they have changed since the last time."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        application = self.application_id
        digest = sha256(json.dumps([application, payload], sort_keys=True).encode()).hexdigest()
        if await self.storage.note("commands") != digest:
            await self.tree.sync()
            await self.storage.put_note("commands", digest)


async def _in_time(finishing: Awaitable[None]) -> None:
    try:
        async with asyncio.timeout(LONGEST_FINISH):
            await finishing
    except TimeoutError:
        log.warning("not everything could be finished in time; it goes on after the next start")


async def run(settings: Settings) -> None:
    """Run the service until it is told to stop (Ctrl-C or SIGTERM)."""
    if settings.token is None:
        raise SettingsProblem("There is no token. Set BOARDROOM_TOKEN; the README says where to find it.")
    async with Boardroom(settings, caretaker=Caretaker(settings)) as bot:
        await until_told(bot.start(settings.token.get_secret_value()), bot.close)
