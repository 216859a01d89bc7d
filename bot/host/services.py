"""Build all services that run games, once and in order; no dependency is set later.

Work that follows a commit subscribes to the host's commits: clock, outbox worker and bots. Work that depends on the
time subscribes to its ticks. There are no idle background tasks: the outbox worker and the store's writer start when
there is work, and end, and the clock is one timer.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.host.clock import Clock
from bot.host.delivery.webhook_posts import Poster
from bot.host.delivery.webhooks import Webhooks
from bot.host.host import Host
from bot.host.leagues.draws import Draws
from bot.host.leagues.entry_check import EntryCheck
from bot.host.leagues.join_requests import JoinRequests
from bot.host.leagues.ladders import Ladders
from bot.host.leagues.maintenance import Maintenance
from bot.host.leagues.player_records import PlayerRecords
from bot.host.leagues.rulings import Rulings
from bot.host.leagues.season_log import SeasonLog
from bot.host.leagues.seat_assignment import SeatAssignment
from bot.host.leagues.seat_offers import SeatOffers
from bot.host.leagues.sign_up import SignUp
from bot.host.lobby.limits import Limits
from bot.host.lobby.lobby import Lobby
from bot.host.lost_channels import LostChannels, Servers
from bot.host.play import bot_delay
from bot.host.play.absence import Absence
from bot.host.play.autoplay import Autoplay
from bot.host.play.event_notices import EventNotices
from bot.host.play.follows import Follows
from bot.host.play.hints import Hints
from bot.host.play.own_notes import OwnNotes
from bot.host.play.own_pages import OwnPages
from bot.host.play.prepared_turns import PreparedTurns
from bot.host.play.seating import Seating
from bot.host.play.standing_orders import StandingOrders
from bot.host.play.votes import Votes
from bot.host.privacy.erasure import Erasure
from bot.host.record.playouts import Playouts
from bot.host.record.review import Reviews
from bot.host.renames import Renames
from bot.host.worker import Worker
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage


@dataclass(frozen=True)
class TimeSource:
    """The clocks and the bots' delay; a test has its own."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The present time in UTC."""
    monotonic: Callable[[], float] = time.monotonic
    """Seconds by a monotonic clock."""
    draw_delay: Callable[[], float] = bot_delay.draw_delay
    """Draws a bot's delay before an answer in seconds, where a table wants that."""


@dataclass(frozen=True)
class LeagueServices:
    """The services of leagues and their seasons."""

    season_log: SeasonLog
    seat_offers: SeatOffers
    sign_up: SignUp
    draws: Draws
    rulings: Rulings
    maintenance: Maintenance
    ladders: Ladders
    entry_check: EntryCheck
    join_requests: JoinRequests


@dataclass(frozen=True)
class Services:
    """The services that run games, without Discord."""

    storage: Storage
    host: Host
    orders: StandingOrders
    prepared: PreparedTurns
    hints: Hints
    autoplay: Autoplay
    seating: Seating
    votes: Votes
    absence: Absence
    own_notes: OwnNotes
    own_pages: OwnPages
    event_notices: EventNotices
    webhooks: Webhooks
    follows: Follows
    lobby: Lobby
    lost_channels: LostChannels
    erasure: Erasure
    renames: Renames
    clock: Clock
    leagues: LeagueServices
    player_records: PlayerRecords
    reviews: Reviews
    playouts: Playouts

    async def resume(self) -> None:
        """Resume after a restart: clocks to start, bots still to move."""
        await self.host.start_missing_clocks()
        await self.autoplay.resume()
        await self.leagues.maintenance.resume()


def generate_secret() -> str:
    """Generate a secret from the operating system's randomness, as hexadecimal digits."""
    return secrets.token_hex(32)


class NoServers:
    """Servers for programs without Discord: every channel and member is assumed to exist."""

    def has_server(self, guild_id: int) -> bool:
        """See `Servers`."""
        return True

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        """See `Servers`."""
        return True

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """See `Servers`."""
        return True


def build_services(
    storage: Storage,
    games: Mapping[str, AnyGame],
    servers: Servers | None = None,
    *,
    shards: Shards = ALL_SHARDS,
    boxes: Mapping[str, Box] | None = None,
    limits: Limits | None = None,
    times: TimeSource | None = None,
    new_seed: Callable[[], str] = generate_secret,
    connected: Callable[[], bool] = lambda: True,
    worker: Worker | None = None,
    nights: bool = False,
    post: Poster | None = None,
    own_pages: bool = False,
) -> Services:
    """Build the services.

    Args:
        storage: the store of games.
        games: the games on offer, by key.
        servers: Discord's knowledge of servers; None: no lookups, as in offline programs.
        shards: shards of this process; other processes own the others.
        boxes: an operator's own boxes, by game.
        limits: maximum numbers of tables.
        times: the clocks.
        new_seed: makes a secret seed from the operating system's randomness.
        connected: whether players can reach the bot.
        worker: runs slow computations; None: bots answer at once, and reviews are computed in this process.
        nights: whether bots play on from reviews each night.
        post: sends posts to webhooks; None: there are none.
        own_pages: whether players can open their tables as pages to play on.
    """
    times = times or TimeSource()
    host = Host(
        storage,
        games,
        shards=shards,
        boxes=boxes,
        now=times.now,
        monotonic=times.monotonic,
        new_seed=new_seed,
        own_pages=own_pages,
    )
    orders = StandingOrders(host)
    prepared = PreparedTurns(host, orders)
    hints = Hints(host)
    autoplay = Autoplay(host, orders, worker, times.draw_delay)
    seating = Seating(host)
    season_log = SeasonLog(host)
    seat_offers = SeatOffers(season_log)
    votes = Votes(host, seating, seat_offers)
    absence = Absence(host, orders, votes)
    own_notes = OwnNotes(host)
    lobby = Lobby(host, limits)
    places = servers or NoServers()
    lost_channels = LostChannels(host, votes, places)
    seat_assignment = SeatAssignment(season_log, lobby, votes, lost_channels)
    sign_up = SignUp(lobby, seat_assignment, season_log)
    player_records = PlayerRecords(season_log)
    draws = Draws(player_records)
    rulings = Rulings(lobby, votes, season_log, seat_assignment)
    ladders = Ladders(player_records)
    maintenance = Maintenance(season_log, seat_offers, draws, rulings, sign_up, ladders, places)
    erasure = Erasure(lobby, votes, season_log, sign_up, maintenance)
    renames = Renames(season_log)
    clock = Clock(host, absence, lost_channels, connected=connected)
    return Services(
        storage,
        host,
        orders,
        prepared,
        hints,
        autoplay,
        seating,
        votes,
        absence,
        own_notes,
        OwnPages(host, is_on=own_pages),
        EventNotices(host),
        Webhooks(host, season_log, post),
        Follows(host),
        lobby,
        lost_channels,
        erasure,
        renames,
        clock,
        LeagueServices(
            season_log,
            seat_offers,
            sign_up,
            draws,
            rulings,
            maintenance,
            ladders,
            EntryCheck(player_records),
            JoinRequests(season_log, sign_up, ladders, rulings),
        ),
        player_records,
        Reviews(host, worker, nights=nights),
        Playouts(host, worker),
    )
