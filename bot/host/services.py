"""Services: everything that runs games, built once and in order; nothing is connected later.

What has to happen after a commit follows the host's commits: clock, courier and bots; what because of the time, its
ticks. There are no idle background tasks: the
courier and the storage's writer start when there is something to do, and end, and the clock is one timer.
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
from bot.host.gathering.departures import Departures, Servers
from bot.host.gathering.forgetting import Forgetting
from bot.host.gathering.lobby import Limits, Lobby
from bot.host.gathering.renames import Renames
from bot.host.host import Host
from bot.host.leagues.careers import Careers
from bot.host.leagues.chairs import Chairs
from bot.host.leagues.decisions import Decisions
from bot.host.leagues.draws import Draws
from bot.host.leagues.ladders import Ladders
from bot.host.leagues.ledger import Ledger
from bot.host.leagues.offers import Offers
from bot.host.leagues.sign_up import SignUp
from bot.host.leagues.upkeep import Upkeep
from bot.host.play import moments
from bot.host.play.absence import Absence
from bot.host.play.hints import Hints
from bot.host.play.motions import Motions
from bot.host.play.prepared_turns import PreparedTurns
from bot.host.play.replacements import Replacements
from bot.host.play.seating import Seating
from bot.host.play.standing_orders import StandingOrders
from bot.host.record.playing_on import PlayingOn
from bot.host.record.review import Reviews
from bot.host.worker import Worker
from storage.interface import ALL_SHARDS, Shards
from storage.store import Storage


@dataclass(frozen=True)
class Time:
    """By what a bot goes. A test has its own."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The present time in UTC."""
    monotonic: Callable[[], float] = time.monotonic
    """Seconds since some moment, by a clock that nobody sets."""
    moment: Callable[[], float] = moments.drawn
    """Draws how many seconds a bot takes for an answer, where a table wants that."""


@dataclass(frozen=True)
class LeagueServices:
    """What keeps leagues and their seasons."""

    ledger: Ledger
    offers: Offers
    sign_up: SignUp
    draws: Draws
    decisions: Decisions
    upkeep: Upkeep
    ladders: Ladders


@dataclass(frozen=True)
class Services:
    """What runs games, without Discord."""

    storage: Storage
    host: Host
    orders: StandingOrders
    prepared: PreparedTurns
    hints: Hints
    replacements: Replacements
    seating: Seating
    motions: Motions
    absence: Absence
    lobby: Lobby
    departures: Departures
    forgetting: Forgetting
    renames: Renames
    clock: Clock
    leagues: LeagueServices
    careers: Careers
    reviews: Reviews
    playing_on: PlayingOn

    async def resume(self) -> None:
        """Go on where a stopped process left off: clocks to begin, bots still to move."""
        await self.host.begin_clocks()
        await self.replacements.resume()
        await self.leagues.upkeep.resume()


def new_secret() -> str:
    """Return a secret from the operating system, as hexadecimal digits."""
    return secrets.token_hex(32)


class NoServers:
    """Takes for granted that everything and everybody is where it was: nobody is asked."""

    def knows(self, guild_id: int) -> bool:
        """See `Servers`."""
        return True

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        """See `Servers`."""
        return True

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """See `Servers`."""
        return True


def services(
    storage: Storage,
    games: Mapping[str, AnyGame],
    servers: Servers | None = None,
    *,
    shards: Shards = ALL_SHARDS,
    boxes: Mapping[str, Box] | None = None,
    limits: Limits | None = None,
    times: Time | None = None,
    new_seed: Callable[[], str] = new_secret,
    connected: Callable[[], bool] = lambda: True,
    worker: Worker | None = None,
    nights: bool = False,
) -> Services:
    """Build what runs games.

    Args:
        storage: where games are kept.
        games: the games on offer, by key.
        servers: what Discord knows of its servers; None: nobody is asked, as in a program that only works on the files.
        shards: which servers are looked after; for all others, other processes do.
        boxes: an operator's own boxes, by game.
        limits: how many tables there may be.
        times: the clocks to go by.
        new_seed: a new secret seed from the operating system.
        connected: whether players can reach us.
        worker: computes what takes long; None: nothing does, so bots answer at once, and reviews are made here.
        nights: whether somebody lets bots play on from reviews each night.
    """
    times = times or Time()
    host = Host(
        storage,
        games,
        shards=shards,
        boxes=boxes,
        now=times.now,
        monotonic=times.monotonic,
        new_seed=new_seed,
    )
    orders = StandingOrders(host)
    prepared = PreparedTurns(host, orders)
    hints = Hints(host)
    replacements = Replacements(host, orders, worker, times.moment)
    seating = Seating(host)
    ledger = Ledger(host)
    offers = Offers(host, ledger)
    motions = Motions(host, seating, offers)
    absence = Absence(host, seating, orders, motions)
    lobby = Lobby(host, limits)
    places = servers or NoServers()
    departures = Departures(host, seating, motions, places)
    chairs = Chairs(host, lobby, motions, departures)
    sign_up = SignUp(host, lobby, chairs, ledger)
    careers = Careers(ledger)
    draws = Draws(ledger, careers)
    decisions = Decisions(host, lobby, motions, ledger, chairs)
    ladders = Ladders(host, ledger, careers)
    upkeep = Upkeep(host, ledger, offers, draws, decisions, sign_up, ladders, places)
    forgetting = Forgetting(host, lobby, motions, ledger, sign_up, upkeep)
    renames = Renames(host, ledger)
    clock = Clock(host, absence, departures, connected=connected)
    return Services(
        storage,
        host,
        orders,
        prepared,
        hints,
        replacements,
        seating,
        motions,
        absence,
        lobby,
        departures,
        forgetting,
        renames,
        clock,
        LeagueServices(ledger, offers, sign_up, draws, decisions, upkeep, ladders),
        careers,
        Reviews(host, worker, nights=nights),
        PlayingOn(host, worker),
    )
