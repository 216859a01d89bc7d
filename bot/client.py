"""The Discord client, which opens the store, builds the services and loads every cog.

Each opened resource pushes its own closing onto one stack at once. After any failure the stack is unwound, and the exit
code tells the operator what to do.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from contextvars import Context
from datetime import timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.http import Route

import cogs
from bot.command_sync import CommandSync
from bot.discord_oauth import DiscordOAuth
from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.games import GAMES
from bot.host.clock import Clock
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.delivery.priority import Priority
from bot.host.delivery.webhook_posts import Poster
from bot.host.host import Host
from bot.host.lobby.limits import Limits
from bot.host.lobby.lobby import Lobby
from bot.host.lost_channels import LostChannels
from bot.host.play.autoplay import Autoplay
from bot.host.play.own_pages import delete_ended_sessions
from bot.host.privacy.retention import Retention
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services, TimeSource, build_services, generate_secret
from bot.host.worker import Worker
from bot.interpreter import GarbageCollection
from bot.ops.service_monitor import ServiceMonitor
from bot.own_pages.forwarding import PageForwarding
from bot.own_pages.limits import PersonLimits
from bot.own_pages.pages import OwnPageViews
from bot.own_pages.serving import OwnPageServer, format_origin
from bot.own_pages.sign_in import SignIn, SignInLimits
from bot.own_pages.streams import PageStreams
from bot.retry import RetryingTask
from bot.settings import PREFIX, Settings, SettingsProblem, read_boxes
from bot.ui.delivery.application_emoji import ApplicationEmoji
from bot.ui.delivery.private_hands import FIRST_CONTACT_SECONDS, FirstContacts
from bot.ui.delivery.restore_cleanup import RestoreCleanup
from bot.ui.delivery.servers import DiscordServers
from bot.ui.handlers.command_aliases import add_aliases
from bot.ui.handlers.cpu_limit import SECONDS_A_MINUTE, CpuLimit
from bot.ui.handlers.press_forwarding import PressForwarding
from bot.ui.handlers.rate_limit import RateLimit
from bot.ui.handlers.router import BoardroomBot
from bot.ui.screens.pictures import Pictures
from bot.ui.services import DiscordServices, build_discord_services
from bot.web.page_worker import NICENESS
from bot.web.pages import WebPages
from bot.web.serving import MAX_REQUESTS, WebServer
from bot.webhook_client import WebhookClient
from storage.connect import open_storage
from storage.interface.errors import StoreFailed
from storage.store import Storage

log = logging.getLogger(__name__)

# The bot never speaks, so the warnings about two missing voice libraries are switched off.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

MAX_RATE_LIMIT_SECONDS = 60.0
"""Longest rate limit in seconds that discord.py waits out itself; a longer one delays only the letter."""
LATEST_TIME = "9"
"""Text that sorts after every stored time."""
PAGES_A_SECOND = 10
"""Long-term rate limit of one address; the pictures of a page count, too."""
REQUESTS_A_PRESS = 8
"""Requests of an address for each press on a page to play on: its form, the next page, and its pictures and styles."""
SIGN_INS_A_MINUTE, SIGN_INS_A_SECOND = 3, 2
"""Long-term rate limits on asking Discord who signs in: of one address, and of all."""
MAX_RETRY_SECONDS, MAX_RETRY_SECONDS_AT_START = 3600.0, 300.0
"""Longest retry delay in seconds: of registering the commands, and of the recovery after a reconnect."""
MAX_WAITING_SEARCHES = 20
"""Strong bots that may wait for the worker; further ones answer at once."""
MAX_FINISH_SECONDS = 10.0
"""Seconds to wait for bots, and for letters in delivery, when the bot stops."""


class Boardroom(BoardroomBot):
    """The bot. It needs only the intent GUILDS and reads no messages.

    Args:
        settings: database, boxes and limits.
        games: the games on offer.
        spacing: seconds between two deliveries for the same game; see `OutboxWorker`.
        service_monitor: monitors a running service; None for the local table.
        times: the clocks to use.
        new_seed: a new secret seed from the operating system.
        post: sends posts to webhooks; None: a client for public addresses, if the settings ask for it.
    """

    storage: Storage
    services: Services
    host: Host
    lobby: Lobby
    outbox_worker: OutboxWorker
    clock: Clock
    lost_channels: LostChannels
    autoplay: Autoplay

    def __init__(
        self,
        settings: Settings,
        *,
        games: Mapping[str, AnyGame] = GAMES,
        spacing: float = 1.0,
        service_monitor: ServiceMonitor | None = None,
        times: TimeSource | None = None,
        new_seed: Callable[[], str] = generate_secret,
        post: Poster | None = None,
    ) -> None:
        shards = settings.own_shards
        part: dict[str, Any] = {"shard_ids": [*shards.numbers], "shard_count": shards.count}
        super().__init__(
            **({} if shards.count == 1 else part),
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=MAX_RATE_LIMIT_SECONDS,
            # The default for every command; decorators for it do nothing on a cog that is not a group.
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.settings = settings
        self._has_store = False
        self._emoji = ApplicationEmoji(self, games.values(), uploads=shards.have_first, spacing=spacing)
        self._games = games
        self._spacing = spacing
        self._service_monitor = service_monitor
        self._times = times
        self._new_seed = new_seed
        self._post = post
        self._resumed = False
        self._is_clock_running = False
        self._connected = False
        self._opening_task: asyncio.Task[None] | None = None
        self.web_address = ""
        """Base URL of the web pages; empty if there are none."""
        self.own_pages_address = ""
        """Base URL of the pages to play on; empty if there are none."""
        self._page_forwarding: PageForwarding | None = None
        self._page_streams: PageStreams | None = None
        self._exit_stack = AsyncExitStack()
        """Closes everything opened, in reverse order."""
        self.ended_by: StoreFailed | None = None
        """The error that ended the bot; None if there was none."""
        self._shutdown_task: asyncio.Task[None] | None = None
        """The task that closes everything once; None while the bot runs."""
        self._event_tasks: set[asyncio.Task[Any]] = set()
        """Tasks of gateway events other than interactions."""

    async def open_store(self) -> None:
        """Open the store, and claim its servers for this process; otherwise the start does it.

        Raises:
            StoreFailed: it cannot be used, or belongs to another process.
        """
        if not self._has_store:
            self.storage = await open_storage(self.settings.database, self._handle_lost_store, self.settings.own_shards)
            self._exit_stack.push_async_callback(self.storage.close)
            self._has_store = True

    async def setup_hook(self) -> None:
        """Open the store and build the services before the first event."""
        self._opening_task = asyncio.create_task(self._open(), name="opening")  # a task, so that `close` can cancel it
        await self._opening_task

    async def _open(self) -> None:
        boxes = read_boxes(self.settings.boxes, self._games) if self.settings.boxes else {}
        await self.open_store()
        closing = self._exit_stack.push_async_callback
        closing(self._stop_listening)
        servers = DiscordServers(self)
        tables = self._build_services(servers, boxes)
        visibility = Visibility(tables.host, servers)
        await self._open_pages(tables, visibility)
        cpu_limit = CpuLimit(SECONDS_A_MINUTE if self.settings.presses_a_second else 0)
        await self._open_own_pages(tables, cpu_limit)
        on_discord = self._build_discord_services(tables, visibility, cpu_limit)
        self.services = tables
        self.host, self.lobby, self.clock = tables.host, tables.lobby, tables.clock
        self.lost_channels, self.autoplay = tables.lost_channels, tables.autoplay
        self.outbox_worker, self.router = on_discord.outbox_worker, on_discord.router
        self._create_league_tasks(tables, on_discord)
        closing(finish_in_time, self.outbox_worker.close)
        await self.outbox_worker.read_leftovers()
        closing(finish_in_time, self.router.close)
        closing(finish_in_time, self.autoplay.close)
        closing(finish_in_time, tables.leagues.maintenance.close)
        closing(tables.webhooks.close)
        closing(finish_in_time, self.clock.close)
        for cog in cogs.ALL:  # not with `load_extension`, which runs each module again for each bot
            await cog.setup(self)
        add_aliases(self.tree)
        if self._service_monitor is not None:
            await self._start_monitor(self._service_monitor, tables, servers)
        self._register_commands()
        self._keep_emoji()
        self._recovery_task = RetryingTask(
            "looking after what was missed", self._recover_missed, longest=MAX_RETRY_SECONDS_AT_START
        )
        closing(self._recovery_task.close)
        closing(finish_in_time, self._cancel_events)
        if self._page_streams is not None:
            closing(self._page_streams.close)
        if self._service_monitor is not None:
            closing(self._service_monitor.turn_away)
        await self._begin_to_listen()

    def _build_services(self, servers: DiscordServers, boxes: Mapping[str, Box]) -> Services:
        """Return the services that know nothing of Discord."""
        worker = Worker(MAX_WAITING_SEARCHES)
        self._exit_stack.push_async_callback(worker.close)
        return build_services(
            self.storage,
            self._games,
            servers,
            shards=self.settings.own_shards,
            boxes=boxes,
            limits=Limits(self.settings.tables_a_person, self.settings.tables_a_server),
            times=self._times,
            new_seed=self._new_seed,
            connected=lambda: self._connected,
            worker=worker,
            nights=self._service_monitor is not None,
            own_pages=self.settings.play is not None,
            post=self._post if self._post is not None else WebhookClient().post if self.settings.webhooks else None,
        )

    def _build_discord_services(self, tables: Services, visibility: Visibility, cpu_limit: CpuLimit) -> DiscordServices:
        """Return the services that speak to Discord."""
        shards = self.settings.own_shards
        return build_discord_services(
            self,
            tables,
            visibility,
            spacing=self._spacing,
            priority=Priority(pause=self._spacing / 4, answered=GarbageCollection().collect_if_due),
            # Discord's limit covers all processes, so each one gets its share.
            first_contacts=FirstContacts(FIRST_CONTACT_SECONDS * self._spacing * shards.count / len(shards.numbers)),
            presses_a_second=self.settings.presses_a_second,
            cpu_limit=cpu_limit,
            instrumentation=self._service_monitor,
            press_forwarding=self._create_forwarding(tables),
            web_address=self.web_address,
            own_pages=self.own_pages_address,
            emoji=self._emoji,
        )

    def _create_league_tasks(self, tables: Services, on_discord: DiscordServices) -> None:
        """Create the tasks that show leagues, write to their players and give roles, after changes of a season."""
        closing = self._exit_stack.push_async_callback
        season_checked = tables.leagues.maintenance.season_checked
        self._league_messages_task = RetryingTask(
            "showing leagues", on_discord.league_messages.show_all, longest=MAX_RETRY_SECONDS
        )
        season_checked.subscribe(lambda _: self._league_messages_task.start())
        closing(self._league_messages_task.close)
        digests = on_discord.league_digests
        self._league_digests = digests
        self._digests_task = RetryingTask("writing to people in leagues", digests.send_all, longest=MAX_RETRY_SECONDS)
        season_checked.subscribe(self._write_about)
        closing(self._digests_task.close)
        roles = on_discord.league_roles
        self._league_roles = roles
        self._roles_task = RetryingTask("giving roles of leagues", roles.update_all, longest=MAX_RETRY_SECONDS)
        season_checked.subscribe(self._give_roles)
        on_discord.router.league_role_handlers.chosen.subscribe(self._give_chosen_roles)
        closing(self._roles_task.close)

    async def _start_monitor(self, monitor: ServiceMonitor, tables: Services, servers: DiscordServers) -> None:
        """Start the monitor of the service, and let it count searches and refused letters."""
        days = self.settings.keep_names_days
        names_for = timedelta(days=days) if days else None
        retention = Retention(self.host, servers.has_server, names_for=names_for)
        await monitor.start(self, self.storage, retention, tables.playouts)
        self.autoplay.search_finished.subscribe(monitor.metrics.record_search)
        self.outbox_worker.unknown_refusals.subscribe(monitor.metrics.record_refused_letter)
        self._exit_stack.push_async_callback(monitor.stop)

    def _register_commands(self) -> None:
        """Begin to register the commands, which one process does for all: they are the same everywhere."""
        if self.settings.own_shards.have_first:
            command_sync = CommandSync(self.tree, self.storage, self.application_id)
            registering = RetryingTask("registering the commands", command_sync.register, longest=MAX_RETRY_SECONDS)
            self._exit_stack.push_async_callback(registering.close)
            registering.start()

    def _keep_emoji(self) -> None:
        """Begin to upload the emoji of the games, or to learn their ids, if the settings ask for them."""
        if self.settings.emoji:
            uploading = RetryingTask("uploading emoji", self._emoji.synchronize, longest=MAX_RETRY_SECONDS)
            self._emoji.refusals.subscribe(lambda _: uploading.start())
            self._exit_stack.push_async_callback(uploading.close)
            uploading.start()

    def _create_forwarding(self, tables: Services) -> PressForwarding | None:
        """Return the forwarding to other processes; None for a single process."""
        return None

    async def _begin_to_listen(self) -> None:
        """Start listening to other processes; a single process only clears old forwarded events."""
        await self.storage.forwarded_presses.take(self.settings.own_shards, LATEST_TIME)

    async def _open_pages(self, tables: Services, visibility: Visibility) -> None:
        """Serve web pages, if the settings ask for them; raise SettingsProblem if that fails."""
        if self.settings.web is None:
            return
        worker = Worker(MAX_REQUESTS, NICENESS)
        self._exit_stack.push_async_callback(worker.close)
        pages = WebPages(tables, visibility, worker, self.settings.web_address or "")
        server = WebServer(
            pages.find_reply,
            RateLimit(PAGES_A_SECOND).count_request,
            self._record_page,
            proxies=self.settings.web_proxies,
        )
        place, address = self.settings.web_place or ("", 0), self.settings.web_address
        self.web_address = await open_web(server, f"{PREFIX}WEB", place, address)
        self._exit_stack.push_async_callback(server.close)
        # In a context of its own, like page requests: the local table does not wait for it.
        self._page_worker_task = Context().run(asyncio.create_task, pages.begin(), name="the worker of pages begins")

    async def _open_own_pages(self, tables: Services, cpu_limit: CpuLimit) -> None:
        """Serve pages to play on, if the settings ask for them; raise SettingsProblem if that fails."""
        await delete_ended_sessions(tables.host)
        if self.settings.play_place is None:
            return
        limits = PersonLimits(
            RateLimit(self.settings.presses_a_second).count_request, cpu_limit.get_wait_seconds, cpu_limit.charge_person
        )
        views = OwnPageViews(tables, Pictures())
        self._page_forwarding = self._create_page_forwarding(tables, views, limits)
        self._page_streams = PageStreams(tables.host, tables.own_pages, limits)
        server = OwnPageServer(
            views,
            tables.own_pages,
            limits,
            RateLimit(self.settings.presses_a_second * REQUESTS_A_PRESS).count_request,
            self._record_page,
            proxies=self.settings.web_proxies,
            sign_in=self._create_sign_in(tables),
            forwarding=self._page_forwarding,
            streams=self._page_streams,
        )
        self.own_pages_address = await self._serve_own_pages(server, self.settings.play_place)
        server.origin = format_origin(self.own_pages_address)

    async def _serve_own_pages(self, server: OwnPageServer, place: tuple[str, int]) -> str:
        """Open the port of the pages to play on; return their base URL."""
        address = await open_web(server, f"{PREFIX}PLAY", place, self.settings.play_address)
        self._exit_stack.push_async_callback(server.close)
        return address

    def _create_page_forwarding(
        self, tables: Services, views: OwnPageViews, limits: PersonLimits
    ) -> PageForwarding | None:
        """Return the forwarding of pages to other processes; None for a single process."""
        return None

    def _create_sign_in(self, tables: Services) -> SignIn | None:
        """Return the sign-in with Discord; None if the operator has set no client secret."""
        secret, application = self.settings.discord_client_secret, self.application_id
        if secret is None or application is None:
            return None
        limits = SignInLimits(
            RateLimit(SIGN_INS_A_MINUTE, now=lambda: time.monotonic() / 60).count_request,
            RateLimit(SIGN_INS_A_SECOND).count_request,
        )
        return SignIn(tables, application, DiscordOAuth(application, secret, Route.BASE).identify, limits)

    def _record_page(self, kind: str) -> None:
        if self._service_monitor is not None:
            self._service_monitor.metrics.record_page(kind)

    async def on_ready(self) -> None:
        """Resume the work of a stopped process; Discord may report ready repeatedly, after missed events each time."""
        self._connected = True
        self._recovery_task.start()

    async def _recover_missed(self) -> None:
        await self.lost_channels.check_all()  # before the clock, which would count hours in which players saw nothing
        if not self._resumed:
            await RestoreCleanup(self, self.storage, self.settings.own_shards).clean_up()
            await self.clock.start()
            self._is_clock_running = True
            await self.outbox_worker.resume()
            await self.services.resume()
            self._league_messages_task.start()
            await self._league_digests.resume()
            self._digests_task.start()
            await self._league_roles.resume()
            self._roles_task.start()
            self._resumed = True
            log.info("ready as %s in %d servers", self.user, len(self.guilds))
        await self.lost_channels.retry_all()

    def _write_about(self, season_id: int) -> None:
        """Send due letters to the players of a season."""
        self._league_digests.mark_due(season_id)
        self._digests_task.start()

    def _give_roles(self, season_id: int) -> None:
        """Give and take the roles of a season's league, if it gives any."""
        self._league_roles.mark_due(season_id)
        self._roles_task.start()

    def _give_chosen_roles(self, league_id: int) -> None:
        """Give and take the roles of a league whose organiser has chosen them."""
        self._league_roles.mark_league_due(league_id)
        self._roles_task.start()

    async def on_resumed(self) -> None:
        """Let the clocks run again."""
        self._connected = True

    async def on_disconnect(self) -> None:
        """Stop the clocks while nobody can press."""
        self._connected = False

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the tables of a server that removed the bot; an outage is reported differently."""
        await self.lost_channels.handle_server_removed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the tables of a server that the bot has joined again."""
        await self._resume_server(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the tables of a server after an outage."""
        await self._resume_server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the tables of a deleted channel."""
        await self.lost_channels.handle_channel_deleted(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Pause the tables of a deleted thread."""
        await self.lost_channels.handle_channel_deleted(event.guild_id, event.thread_id)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Resume tables whose thread may be accessible again."""
        if not event.data["thread_metadata"].get("locked"):
            await self._resume_server(event.guild_id)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Resume tables whose channel may be accessible again."""
        if before.overwrites != after.overwrites:
            await self._resume_server(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Resume tables whose channel may be accessible again."""
        if before.permissions != after.permissions:
            await self._resume_server(after.guild.id)

    async def _resume_server(self, guild_id: int) -> None:
        if self._is_clock_running:  # otherwise all lost tables are tried again in a moment
            await self.lost_channels.retry_server(guild_id)

    async def on_interaction(self, interaction: discord.Interaction[Boardroom]) -> None:
        """Route every component and form by its custom_id; discord.py routes the commands."""
        await self.router.handle_interaction(interaction)

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Dispatch an event; while the bot stops, only interactions, which are refused.

        No new work starts that would need a closed service. The next start catches up on the dropped events.
        """
        if self._shutdown_task is None or event == "interaction":
            super().dispatch(event, *args, **more)

    def _schedule_event(
        self, coro: Callable[..., Coroutine[Any, Any, Any]], event_name: str, *args: Any, **kwargs: Any
    ) -> asyncio.Task[Any]:
        task = super()._schedule_event(coro, event_name, *args, **kwargs)
        if event_name != "on_interaction":
            self._event_tasks.add(task)
            task.add_done_callback(self._event_tasks.discard)
        return task

    def _handle_lost_store(self, why: StoreFailed) -> None:
        """Stop, because another bot owns the store and no change would be saved."""
        log.error("%s", why)
        self.ended_by = why
        self._begin_to_close()

    async def close(self) -> None:
        """Finish the work in progress within a time limit, then close everything."""
        await asyncio.shield(self._begin_to_close())  # others may wait for it, too

    def _begin_to_close(self) -> asyncio.Task[None]:
        if self._shutdown_task is None:
            self._shutdown_task = asyncio.create_task(self._close(), name="closing")
        return self._shutdown_task

    async def _close(self) -> None:
        if self._opening_task is not None and not self._opening_task.done():
            self._opening_task.cancel()
            await asyncio.wait([self._opening_task])
        try:
            await self._exit_stack.aclose()
        finally:
            await super().close()

    async def _cancel_events(self) -> None:
        """Cancel the work started by gateway events; the next start catches up on it."""
        for task in self._event_tasks:
            task.cancel()
        if self._event_tasks:
            await asyncio.wait(self._event_tasks)

    async def _stop_listening(self) -> None:
        """Refuse interactions from now on, because the store is about to close."""
        self._connection.parsers.pop("INTERACTION_CREATE", None)
        if self._service_monitor is not None:
            await self._service_monitor.turn_away()


async def open_web(server: WebServer, setting: str, place: tuple[str, int], address: str | None) -> str:
    """Serve web pages at the configured place; return their base URL.

    Args:
        server: serves them.
        setting: name of the setting that says where.
        place: host and port.
        address: their public base URL; None: that of the place.

    Raises:
        SettingsProblem: the place cannot be used.
    """
    host, port = place
    shown = f"[{host}]" if ":" in host else host
    try:
        bound = await server.open(host, port)
    except OSError as failed:
        raise SettingsProblem(
            f"{setting}: {shown}:{port} cannot be had ({failed.strerror}). Name another address or port, or "
            "none to do without these pages."
        ) from None
    return address or f"http://{shown}:{bound}"


async def finish_in_time(finish: Callable[[], Awaitable[None]]) -> None:
    """Await the end of a service's work, within a time limit."""
    try:
        async with asyncio.timeout(MAX_FINISH_SECONDS):
            await finish()
    except TimeoutError:
        log.warning("not everything could be finished in time; it goes on after the next start")
