"""The Discord client: opens the store, wires host, courier and router, and loads every cog it finds.

What is opened pushes what closes it, at once, onto one stack; whatever fails, the stack is unwound, and the exit code
says whose turn it is. Python looks for garbage a little at a time, and through everything only when nobody waits, for a
look at many long-lived tables takes longer than a move; a thread beside the loop gives way after a millisecond.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import pkgutil
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from contextvars import Context
from datetime import timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import cogs
from bot import discord_api
from bot.command_sync import Registration
from bot.engine.game import AnyGame
from bot.games import GAMES
from bot.gateway_backoff import reconnect_soon
from bot.host.clock import Clock
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.delivery.priority import Priority
from bot.host.host import Host
from bot.host.lobby.lobby import Limits, Lobby
from bot.host.lost_channels import LostChannels
from bot.host.play.autoplay import Autoplay
from bot.host.privacy.erasure import TO_FORGET
from bot.host.privacy.retention import Retention
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services, Time, new_secret, services
from bot.host.worker import Worker
from bot.ops.service_monitor import ServiceMonitor
from bot.ops.shutdown import until_told
from bot.retry import RetryingTask
from bot.settings import PREFIX, Settings, SettingsProblem, read_boxes
from bot.ui.delivery.private_hands import PACE, FirstContacts
from bot.ui.delivery.restore_cleanup import RestoreCleanup
from bot.ui.delivery.servers import DiscordServers
from bot.ui.handlers.press_forwarding import PressForwarding
from bot.ui.handlers.rate_limit import RateLimit
from bot.ui.handlers.router import BoardroomBot
from bot.ui.services import services_on_discord
from bot.web.page_worker import NICE
from bot.web.pages import WebPages
from bot.web.serving import WAITING, WebServer
from storage.connect import open_storage, turn
from storage.interface import StoreFailed
from storage.store import Storage

log = logging.getLogger(__name__)

# It never speaks, so nobody needs to hear at each start that two libraries for voice are missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

LONGEST_RATE_LIMIT = 60.0
"""Seconds discord.py may wait by itself; beyond that the letter waits and others go on."""
YOUNG = 10_000
"""New objects after which Python looks for garbage among them, whoever waits; it takes some five milliseconds."""
WORTH_COLLECTING = YOUNG // 2
"""New objects after which it does while nobody waits."""
OLDER_EVERY = 2
"""After more than so many such looks those who stayed are looked at once more; later it would hold everybody up."""
ALL_EVERY, ALL_AT_LATEST = 300.0, 900.0
"""Seconds after which everything is looked at while nobody waits, and after which whoever waits; some tens of
milliseconds, for what is in a ring is little. But a letter that could not go can hold a picture in one."""
NEVER = 1_000_000
NEVER_SINCE = "9"
"""Later than every moment, as text."""
A_TURN = 5.5
"""Seconds between two shards that introduce themselves, of which Discord wants five."""
BEAT = 2.0
"""Seconds between two signs of life at the database, by which others see whether a process hangs."""
PAGES_A_SECOND = 10
"""Of one address, in the long run; each page brings pictures along, which count as well."""
TURN = 0.001
"""Seconds that a thread computes while another waits; Python's five would be felt by all, two threads at a time."""
LONGEST_PAUSE, LONGEST_PAUSE_AT_START = 3600.0, 300.0
"""Seconds between two attempts to register commands, and to look after what was missed while nobody was connected."""
THOUGHTS = 20
"""So many strong bots may wait to think, one after another; who comes then answers at once."""
LONGEST_FINISH = 10.0
"""Seconds that bots, and letters on their way, are each waited for when the bot stops."""


class Boardroom(BoardroomBot):
    """The bot. It needs the intent GUILDS alone and reads no messages.

    Args:
        settings: where the games are kept, and which boxes to play with.
        games: the games on offer.
        spacing: seconds between two deliveries for the same game; see `OutboxWorker`.
        caretaker: looks after a bot that serves; None: nobody does, as at the local table.
        times: the clocks to go by.
        new_seed: a new secret seed from the operating system.
    """

    storage: Storage
    services: Services
    host: Host
    lobby: Lobby
    courier: OutboxWorker
    clock: Clock
    departures: LostChannels
    replacements: Autoplay

    def __init__(
        self,
        settings: Settings,
        *,
        games: Mapping[str, AnyGame] = GAMES,
        spacing: float = 1.0,
        caretaker: ServiceMonitor | None = None,
        times: Time | None = None,
        new_seed: Callable[[], str] = new_secret,
    ) -> None:
        shards = settings.own_shards
        part: dict[str, Any] = {"shard_ids": [*shards.numbers], "shard_count": shards.count}
        super().__init__(
            **({} if shards.count == 1 else part),
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            # For every command that says nothing else; on a cog that is no group, decorators for these do nothing.
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.settings = settings
        self._holds = False
        self._games = games
        self._spacing = spacing
        self._caretaker = caretaker
        self._times = times
        self._new_seed = new_seed
        self._resumed = False
        self._on_time = False
        self._connected = False
        self._opening: asyncio.Task[None] | None = None
        self.web_address = ""
        """What the addresses of pages of the web begin with; empty: there are none."""
        self._opened = AsyncExitStack()
        """Closes what was opened, the last first."""
        self.ended_by: StoreFailed | None = None
        """Why it has ended by itself; None: it has not."""
        self._closing: asyncio.Task[None] | None = None
        """Closes everything, once; None: nobody has asked for it."""
        self._events: set[asyncio.Task[Any]] = set()
        """What is being done because of an event of Discord's that is no press."""

    async def take(self) -> None:
        """Open the store, so that the servers are ours and nobody else's; else it is opened at the start.

        Raises:
            StoreFailed: it cannot be used, or is another one's.
        """
        if not self._holds:
            self.storage = await open_storage(self.settings.database, self._store_lost, self.settings.own_shards)
            self._opened.push_async_callback(self.storage.close)
            self._holds = True

    async def setup_hook(self) -> None:
        """Open the store and make everything ready before the first event comes."""
        self._opening = asyncio.create_task(self._open(), name="opening")  # a task, which `close` can break off
        await self._opening

    async def _open(self) -> None:
        boxes = read_boxes(self.settings.boxes, self._games) if self.settings.boxes else {}
        shards = self.settings.own_shards
        await self.take()
        closing = self._opened.push_async_callback
        closing(self._hear_nobody)
        servers = DiscordServers(self)
        worker = Worker(THOUGHTS)
        closing(worker.close)
        tables = services(
            self.storage,
            self._games,
            servers,
            shards=shards,
            boxes=boxes,
            limits=Limits(self.settings.tables_a_person, self.settings.tables_a_server),
            times=self._times,
            new_seed=self._new_seed,
            connected=lambda: self._connected,
            worker=worker,
            nights=self._caretaker is not None,
        )
        publicity = Visibility(tables.host, servers)
        await self._open_pages(tables, publicity)
        on_discord = services_on_discord(
            self,
            tables,
            publicity,
            spacing=self._spacing,
            priority=Priority(pause=self._spacing / 4, answered=Collecting().look),
            # Each process goes as fast as its part of the servers lets it: Discord counts them together.
            contacts=FirstContacts(PACE * self._spacing * shards.count / len(shards.numbers)),
            presses_a_second=self.settings.presses_a_second,
            hook=self._caretaker,
            handing=self._hands_over(tables),
            web_address=self.web_address,
        )
        self.services = tables
        self.host, self.lobby, self.clock = tables.host, tables.lobby, tables.clock
        self.departures, self.replacements = tables.departures, tables.replacements
        self.courier, self.router = on_discord.courier, on_discord.router
        self._showing = RetryingTask("showing leagues", on_discord.league_messages.show_all, longest=LONGEST_PAUSE)
        tables.leagues.upkeep.looked_after.follow(lambda _: self._showing.start())
        closing(self._showing.close)
        letters = on_discord.league_letters
        self._league_letters = letters
        self._writing = RetryingTask("writing to people in leagues", letters.write_all, longest=LONGEST_PAUSE)
        tables.leagues.upkeep.looked_after.follow(self._write_about)
        closing(self._writing.close)
        closing(_in_time, self.courier.close)
        await self.courier.begin()
        closing(_in_time, self.router.close)
        closing(_in_time, self.replacements.close)
        closing(_in_time, tables.leagues.upkeep.close)
        closing(_in_time, self.clock.close)
        for module in pkgutil.iter_modules(cogs.__path__):
            await self.load_extension(f"cogs.{module.name}")
        if self._caretaker is not None:
            days = self.settings.keep_names_days
            names_for = timedelta(days=days) if days else None
            retention = Retention(self.host, servers.knows, names_for=names_for)
            await self._caretaker.start(self, self.storage, retention, tables.playing_on)
            self.replacements.thoughts.follow(self._caretaker.metrics.thought)
            self.courier.unknown_refusals.follow(self._caretaker.metrics.letter_refused)
            closing(self._caretaker.stop)
        if self.settings.own_shards.have_first:  # one process does, for they are the same everywhere
            registration = Registration(self.tree, self.storage, self.application_id)
            registering = RetryingTask("registering the commands", registration.register, longest=LONGEST_PAUSE)
            closing(registering.close)
            registering.start()
        self._catching_up = RetryingTask(
            "looking after what was missed", self._catch_up, longest=LONGEST_PAUSE_AT_START
        )
        closing(self._catching_up.close)
        closing(_in_time, self._break_off_events)
        if self._caretaker is not None:
            closing(self._caretaker.turn_away)
        await self._begin_to_listen()

    def _hands_over(self, tables: Services) -> PressForwarding | None:
        """Return what hands to other processes what they own; None: there are none."""
        return None

    async def _begin_to_listen(self) -> None:
        """Hear what other processes tell, now that everything is ready for it; here, there are none any more."""
        await self.storage.forwarded_presses.take(self.settings.own_shards, NEVER_SINCE)

    async def _open_pages(self, tables: Services, publicity: Visibility) -> None:
        """Serve pages of the web, where the settings ask for it; raise SettingsProblem where that cannot be."""
        if self.settings.web is None:
            return
        worker = Worker(WAITING, NICE)
        self._opened.push_async_callback(worker.close)
        pages = WebPages(tables, publicity, worker, self.settings.web_address or "")
        caretaker = self._caretaker
        looked_at = (lambda _: None) if caretaker is None else caretaker.metrics.looked_at
        server = WebServer(pages.at, RateLimit(PAGES_A_SECOND).wait, looked_at, proxies=self.settings.web_proxies)
        self.web_address = await open_web(server, self.settings)
        self._opened.push_async_callback(server.close)
        # In a context of its own, as visitors are: it is no work of the bot's, for which the local table waits.
        self._beginning = Context().run(asyncio.create_task, pages.begin(), name="the worker of pages begins")

    async def on_ready(self) -> None:
        """Go on where a stopped process left off; Discord may say ready many times, after missing events each time."""
        self._connected = True
        self._catching_up.start()

    async def _catch_up(self) -> None:
        await self.departures.look_around()  # before the clock, which would charge people with what they cannot see
        if not self._resumed:
            await RestoreCleanup(self, self.storage, self.settings.own_shards).sweep()
            await self.clock.start()
            self._on_time = True
            await self.courier.resume()
            await self.services.resume()
            self._showing.start()
            await self._league_letters.resume()
            self._writing.start()
            self._resumed = True
            log.info("ready as %s in %d servers", self.user, len(self.guilds))
        await self.departures.try_all_again()

    def _write_about(self, season_id: int) -> None:
        """Write to the people of a season, if anything is due."""
        self._league_letters.look_at(season_id)
        self._writing.start()

    async def on_resumed(self) -> None:
        """Let the clocks run again."""
        self._connected = True

    async def on_disconnect(self) -> None:
        """Let nobody's time run out while nobody can press."""
        self._connected = False

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the tables of a server we were taken off. A server with an outage is not removed but unavailable."""
        await self.departures.server_gone(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server we were in before."""
        await self._server_there(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that is back."""
        await self._server_there(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Stop the tables of a channel that is gone."""
        await self.departures.channel_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Stop the tables of a thread that is gone."""
        await self.departures.channel_gone(event.guild_id, event.thread_id)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Go on with tables whose thread may be open to us again."""
        if not event.data["thread_metadata"].get("locked"):
            await self._server_there(event.guild_id)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Go on with tables whose channel may be open to us again."""
        if before.overwrites != after.overwrites:
            await self._server_there(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Go on with tables whose channel may be open to us again."""
        if before.permissions != after.permissions:
            await self._server_there(after.guild.id)

    async def _server_there(self, guild_id: int) -> None:
        if self._on_time:  # else all lost tables are tried again in a moment
            await self.departures.server_there(guild_id)

    async def on_interaction(self, interaction: discord.Interaction[Boardroom]) -> None:
        """Route every press, choice and form by its id; commands find their own way."""
        await self.router.press(interaction)

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Tell of an event; from when the bot stops, of presses alone, which are turned away.

        So nothing begins any more that would need what is being closed: all that is looked after because Discord has
        told something is looked after anew at the next start.
        """
        if self._closing is None or event == "interaction":
            super().dispatch(event, *args, **more)

    def _schedule_event(
        self, coro: Callable[..., Coroutine[Any, Any, Any]], event_name: str, *args: Any, **kwargs: Any
    ) -> asyncio.Task[Any]:
        task = super()._schedule_event(coro, event_name, *args, **kwargs)
        if event_name != "on_interaction":
            self._events.add(task)
            task.add_done_callback(self._events.discard)
        return task

    def _store_lost(self, why: StoreFailed) -> None:
        """End, for another bot has the store now, and nothing that this one does would be saved."""
        log.error("%s", why)
        self.ended_by = why
        self._begin_to_close()

    async def close(self) -> None:
        """Finish what is in hand, though not for ever, then let go of everything that was opened."""
        await asyncio.shield(self._begin_to_close())  # others may wait for it, too

    def _begin_to_close(self) -> asyncio.Task[None]:
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing")
        return self._closing

    async def _close(self) -> None:
        if self._opening is not None and not self._opening.done():
            self._opening.cancel()
            await asyncio.wait([self._opening])
        try:
            await self._opened.aclose()
        finally:
            await super().close()

    async def _break_off_events(self) -> None:
        """Break off what was begun because Discord has told something; it is looked after anew at the next start."""
        for task in self._events:
            task.cancel()
        if self._events:
            await asyncio.wait(self._events)

    async def _hear_nobody(self) -> None:
        """Take no press any more, for nothing can be read or saved from now on."""
        self._connection.parsers.pop("INTERACTION_CREATE", None)
        if self._caretaker is not None:
            await self._caretaker.turn_away()


class Sharded(Boardroom, commands.AutoShardedBot):
    """The bot with several shards, or as one process among several, which looks after the servers of its own alone.

    It is connected while all of its shards are. discord.py spaces out how shards introduce themselves within its own
    process; those of several wait for each other.
    """

    def __init__(self, settings: Settings, **others: Any) -> None:
        super().__init__(settings, **others)
        self.shard_connect_timeout = None  # it may wait for its turn
        self._deaf = {*self.settings.own_shards.numbers}
        """The shards of which nothing is heard."""
        self._parse = self._connection.parsers["INTERACTION_CREATE"]
        self._beating: asyncio.Task[None] | None = None

    async def take(self) -> None:
        """Open the store, and from then on show others each moment that we live."""
        await super().take()
        if self._beating is None:
            self._beating = asyncio.create_task(self._beat(), name="beats")
            self._opened.push_async_callback(self._stop_beating)

    async def _beat(self) -> None:
        while True:
            await self.storage.database.beat()
            await asyncio.sleep(BEAT)

    async def _stop_beating(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait([self._beating])

    def _hands_over(self, tables: Services) -> PressForwarding:
        self._handing = handing = PressForwarding(self.storage, self.settings.own_shards, tables.host.now, self._parse)
        self._connection.parsers["INTERACTION_CREATE"] = handing.came
        self._opened.push_async_callback(_in_time, handing.close)
        return handing

    async def _begin_to_listen(self) -> None:
        look = self.services.forgetting.look
        self._forgetting = RetryingTask("forgetting whom others forget", look, longest=LONGEST_PAUSE_AT_START)
        self._opened.push_async_callback(self._forgetting.close)
        self._opened.push_async_callback(self.storage.database.listen(self._hear))

    def _hear(self, word: str) -> None:
        """Do what another process, or the passing of a second, asks for."""
        self._handing.heard(word)
        if word == TO_FORGET:
            self._forgetting.start()

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Tell of an event. Of the connection it is told as of one, whichever shard it was that came or went."""
        if event == "shard_disconnect":
            self._deaf.add(args[0])
        elif event in ("shard_ready", "shard_resumed"):
            self._deaf.discard(args[0])
        if event != "resumed":  # of one shard, while others may be gone
            super().dispatch(event, *args, **more)
        if self._deaf or not self.is_ready():  # the first time, it is told by itself
            return
        if event == "shard_resumed":
            super().dispatch("resumed")
        elif event == "shard_ready":  # discord.py tells it once all have come anew
            super().dispatch("ready")

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until no other shard, of whichever process of ours, has introduced itself in the last seconds."""
        if self.settings.own_shards.are_all:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        try:
            ended = await turn(self.settings.database)
        except StoreFailed as failed:
            log.warning("shard %s introduces itself to Discord without waiting for others: %s", shard_id, failed)
            await asyncio.sleep(A_TURN)
            return
        self.loop.call_later(A_TURN, ended)


async def open_web(server: WebServer, settings: Settings) -> str:
    """Serve pages of the web where the settings say; return what their addresses begin with.

    Raises:
        SettingsProblem: that cannot be.
    """
    host, port = settings.web_place or ("", 0)
    try:
        bound = await server.open(host, port)
    except OSError as failed:
        raise SettingsProblem(
            f"{PREFIX}WEB: {settings.web} cannot be had ({failed.strerror}). Name another address or port, or "
            "none to do without pages of the web."
        ) from None
    return settings.web_address or f"http://{str(settings.web).rpartition(':')[0]}:{bound}"


async def _in_time(finish: Callable[[], Awaitable[None]]) -> None:
    try:
        async with asyncio.timeout(LONGEST_FINISH):
            await finish()
    except TimeoutError:
        log.warning("not everything could be finished in time; it goes on after the next start")


def collect_seldom() -> None:
    """Let Python look for garbage a little at a time, and through everything only while nobody waits.

    Tables in memory are many small objects that live long; looking through them took nearly half of the time of
    a move. What is no ring of references is freed at once anyway. What has been imported by now stays for good.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER_EVERY, NEVER)


class Collecting:
    """Looks for garbage between answers: for what is new when some has gathered, and now and then through everything.

    Args:
        now: seconds of a clock that only goes forward.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._looked_at_all = now()

    def look(self, at_leisure: bool) -> None:
        """Look, if it is time; `at_leisure`: whether nobody waits for an answer."""
        if self._now() - self._looked_at_all > (ALL_EVERY if at_leisure else ALL_AT_LATEST):
            gc.collect(2)
            self._looked_at_all = self._now()
            return
        young, middle, _ = gc.get_count()
        if at_leisure and young > WORTH_COLLECTING:
            gc.collect(1 if middle > OLDER_EVERY else 0)


def take_turns() -> None:
    """Let what is computed beside the event loop, such as a long season, hold it up as little as Python allows."""
    sys.setswitchinterval(TURN)


def new_loop() -> asyncio.AbstractEventLoop:
    """Return the event loop of the service: libuv's where there is one, which does a tenth more."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


def prepare(settings: Settings) -> None:
    """Let Python and discord.py run as a service needs it."""
    collect_seldom()
    take_turns()
    reconnect_soon()
    discord_api.go_through(settings.discord_api)


def token_of(settings: Settings) -> str:
    """Return the token; raise SettingsProblem where there is none."""
    if settings.token is None:
        raise SettingsProblem("There is no token. Set BOARDROOM_TOKEN; the README says where to find it.")
    return settings.token.get_secret_value()


def needs_server(settings: Settings) -> SettingsProblem:
    """Return that processes cannot share a file."""
    return SettingsProblem(
        f"{PREFIX}SHARDS: several processes need PostgreSQL, and {settings.database} is a file. Take the setting "
        f"out, so that one process looks after all servers, or move the games: docs/scaling.md says how."
    )


async def run(settings: Settings) -> None:
    """Run the service until it is told to stop (Ctrl-C or SIGTERM).

    Raises:
        StoreFailed: another bot has taken its store over.
    """
    if not settings.own_shards.are_all and not settings.is_on_server:
        raise needs_server(settings)
    prepare(settings)
    kind = Boardroom if settings.own_shards.count == 1 else Sharded
    async with kind(settings, caretaker=ServiceMonitor(settings)) as bot:
        await until_told(bot.start(token_of(settings)), bot.close)
    if bot.ended_by is not None:
        raise bot.ended_by
