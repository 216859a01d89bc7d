"""Construction of the services on Discord, once and in order, around those of the host."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.host.delivery.outbox_worker import EDIT_SECONDS, OutboxWorker
from bot.host.delivery.priority import Priority
from bot.host.lost_channels import ServerWatcher
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.ui.delivery.application_emoji import ApplicationEmoji
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.delivery.league_digests import LeagueDigests
from bot.ui.delivery.league_messages import LeagueMessages
from bot.ui.delivery.league_roles import LeagueRoles
from bot.ui.delivery.private_hands import FirstContacts
from bot.ui.delivery.table_messages import CONFIRMED_SECONDS
from bot.ui.delivery.web_links import WebLinks
from bot.ui.handlers.cpu_limit import SECONDS_A_MINUTE, CpuLimit
from bot.ui.handlers.instrumentation import Instrumentation
from bot.ui.handlers.press_forwarding import PressForwarding
from bot.ui.handlers.rate_limit import RateLimit
from bot.ui.handlers.router import Router


@dataclass(frozen=True)
class DiscordServices:
    """The services that deliver games to Discord and answer interactions."""

    discord_sender: DiscordSender
    outbox_worker: OutboxWorker
    router: Router
    league_messages: LeagueMessages
    league_digests: LeagueDigests
    league_roles: LeagueRoles


def build_discord_services(
    client: discord.Client,
    games: Services,
    visibility: Visibility,
    *,
    spacing: float,
    priority: Priority,
    first_contacts: FirstContacts,
    presses_a_second: int,
    cpu_limit: CpuLimit | None = None,
    instrumentation: Instrumentation | None = None,
    press_forwarding: PressForwarding | None = None,
    web_address: str = "",
    own_pages: str = "",
    emoji: ApplicationEmoji,
) -> DiscordServices:
    """Build the services on Discord.

    Args:
        client: the Discord client.
        games: the host's services.
        visibility: decides which web pages are public.
        spacing: seconds between two deliveries for the same game; see `OutboxWorker`.
        priority: gives replies priority over letters.
        first_contacts: paces first direct messages.
        presses_a_second: rate limit of one person; 0 disables it and the CPU limit.
        cpu_limit: CPU limit of one person's presses, if it is not the default.
        instrumentation: operator's hook around each interaction.
        press_forwarding: forwards interactions to other processes; None if there are none.
        web_address: base URL of the web pages; empty if there are none.
        own_pages: base URL of the pages to play on; empty if there are none.
        emoji: the application's emoji.
    """
    links = WebLinks(visibility, web_address)
    discord_sender = DiscordSender(
        client,
        games.lobby,
        games.lost_channels,
        games.leagues.seat_offers,
        first_contacts=first_contacts,
        confirmed_seconds=CONFIRMED_SECONDS * spacing,
        own_pages=own_pages,
    )
    watchful = ServerWatcher(discord_sender, games.lost_channels)
    outbox_worker = OutboxWorker(
        games.storage,
        games.host.shards,
        watchful,
        now=games.host.now,
        spacing=spacing,
        edit_spacing=EDIT_SECONDS * spacing,
        priority=priority,
    )
    games.host.commits.subscribe(outbox_worker.handle_commit)
    router = Router(
        games,
        discord_sender,
        outbox_worker,
        priority=priority,
        presses=RateLimit(presses_a_second),
        typing=RateLimit(presses_a_second),
        cpu_limit=cpu_limit or CpuLimit(SECONDS_A_MINUTE if presses_a_second else 0),
        instrumentation=instrumentation or Instrumentation(),
        press_forwarding=press_forwarding,
        links=links,
        own_pages=own_pages,
        emoji=emoji,
    )
    return DiscordServices(
        discord_sender,
        outbox_worker,
        router,
        LeagueMessages(client, games.leagues, links),
        LeagueDigests(client, games.leagues, discord_sender.private_hands),
        LeagueRoles(client, games.leagues),
    )
