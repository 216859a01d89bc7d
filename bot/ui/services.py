"""Construction of the services on Discord, once and in order, around those of the host."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.host.delivery.outbox_worker import REST, OutboxWorker
from bot.host.delivery.priority import Priority
from bot.host.lost_channels import ServerWatcher
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.delivery.league_digests import LeagueDigests
from bot.ui.delivery.league_messages import LeagueMessages
from bot.ui.delivery.private_hands import FirstContacts
from bot.ui.delivery.table_messages import STANDS
from bot.ui.delivery.web_links import WebLinks
from bot.ui.handlers.cpu_limit import SECONDS_A_MINUTE, CpuLimit
from bot.ui.handlers.instrumentation import Instrumentation
from bot.ui.handlers.press_forwarding import PressForwarding
from bot.ui.handlers.rate_limit import RateLimit
from bot.ui.handlers.router import Router


@dataclass(frozen=True)
class Discord:
    """The services that deliver games to Discord and answer interactions."""

    carrier: DiscordSender
    courier: OutboxWorker
    router: Router
    league_messages: LeagueMessages
    league_letters: LeagueDigests


def build_discord_services(
    client: discord.Client,
    games: Services,
    publicity: Visibility,
    *,
    spacing: float,
    priority: Priority,
    contacts: FirstContacts,
    presses_a_second: int,
    processor: CpuLimit | None = None,
    hook: Instrumentation | None = None,
    handing: PressForwarding | None = None,
    web_address: str = "",
) -> Discord:
    """Build the services on Discord.

    Args:
        client: the Discord client.
        games: the host's services.
        publicity: decides which web pages are public.
        spacing: seconds between two deliveries for the same game; see `OutboxWorker`.
        priority: gives replies priority over letters.
        contacts: paces first direct messages.
        presses_a_second: rate limit of one person; 0 disables it and the CPU limit.
        processor: CPU limit of one person's presses, if it is not the default.
        hook: operator's hook around each interaction.
        handing: forwards interactions to other processes; None if there are none.
        web_address: base URL of the web pages; empty if there are none.
    """
    links = WebLinks(publicity, web_address)
    carrier = DiscordSender(
        client,
        games.host,
        games.lobby,
        games.departures,
        contacts=contacts,
        ledger=games.leagues.ledger,
        offers=games.leagues.offers,
        links=links,
        stands=STANDS * spacing,
    )
    watchful = ServerWatcher(carrier, games.departures)
    courier = OutboxWorker(
        games.storage,
        games.host.shards,
        watchful,
        now=games.host.now,
        spacing=spacing,
        rest=REST * spacing,
        priority=priority,
    )
    games.host.commits.subscribe(courier.handle_commit)
    router = Router(
        games,
        carrier,
        courier,
        priority=priority,
        presses=RateLimit(presses_a_second),
        typing=RateLimit(presses_a_second),
        processor=processor or CpuLimit(SECONDS_A_MINUTE if presses_a_second else 0),
        hook=hook or Instrumentation(),
        handing=handing,
        links=links,
    )
    return Discord(
        carrier,
        courier,
        router,
        LeagueMessages(client, games.leagues, links),
        LeagueDigests(client, games.host, games.leagues, carrier.copies),
    )
