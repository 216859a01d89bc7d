"""Services on Discord: everything that brings games there and answers, built once and in order, around the host's."""

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
    """What brings games to Discord, and answers there."""

    carrier: DiscordSender
    courier: OutboxWorker
    router: Router
    league_messages: LeagueMessages
    league_letters: LeagueDigests


def services_on_discord(
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
    """Build what brings games to Discord.

    Args:
        client: speaks to Discord.
        games: what runs them.
        publicity: decides what everybody may look at on the web.
        spacing: seconds between two deliveries for the same game; see `OutboxWorker`.
        priority: lets answers go before letters.
        contacts: spaces out the first direct messages to people.
        presses_a_second: how many presses of one person are taken in; 0: any number, whatever they take.
        processor: how much of the processor's time one person's presses may take, where it is not as usual.
        hook: what an operator adds around each press.
        handing: hands to other processes what they own; None: there are no others.
        web_address: what the addresses of pages of the web begin with; empty: there are none.
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
    games.host.commits.follow(courier.after)
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
        publicity=publicity,
        links=links,
        web_address=web_address,
    )
    return Discord(
        carrier,
        courier,
        router,
        LeagueMessages(client, games.leagues, links),
        LeagueDigests(client, games.host, games.leagues, carrier.copies),
    )
