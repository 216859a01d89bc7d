"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path

from storage import (
    asks,
    beside,
    clocks,
    departures,
    games,
    interface,
    league_log,
    leagues,
    leavers,
    ledger,
    letters,
    lobbies,
    looks,
    messages,
    motions,
    notes,
    own_data,
    people,
    privacy,
    seats,
)
from storage.database import Database
from storage.interface import NewEntry, Tally
from storage.operations import Group


async def open_storage(path: Path) -> SqliteStorage:
    """Open the store in this file, made if need be; raise StoreFailed when it cannot be used."""
    return SqliteStorage(await Database.open(path))


class _Lobbies(Group):
    open = lobbies.open_lobby
    put_in_thread = lobbies.put_in_thread
    draw_seed = lobbies.draw_seed
    change = lobbies.change
    start = lobbies.start


class _Games(Group):
    def append(self, entry: NewEntry) -> Awaitable[None]:
        """See `Games.append`; it has its place among the transactions at once."""
        return self.database.write(lambda connection: games.append(connection, entry))

    saved = games.saved
    entries = games.entries
    last_entries = games.last_entries
    box = games.box
    put_pact = games.put_pact
    abandon = games.abandon
    of = games.of
    in_server = games.in_server
    everywhere = games.everywhere
    results_in = games.results_in
    results_of = games.results_of
    places_in = games.places_in


class _Asks(Group):
    of_game = asks.of_game
    pinged = asks.pinged
    games_waiting_for = asks.games_waiting_for
    games_waiting_for_bots = asks.games_waiting_for_bots
    uncalled = asks.uncalled
    name_anew = asks.name_anew


class _Clocks(Group):
    next_look = clocks.next_look
    to_look_at = clocks.to_look_at
    without_clock = clocks.without_clock
    set_times = clocks.set_times
    extend = clocks.extend
    pause = clocks.pause
    give_back = clocks.give_back


class _Seats(Group):
    take = seats.take
    put_order = seats.put_order
    left = leavers.left
    left_by = leavers.left_by


class _Motions(Group):
    open = motions.open_motion
    get = motions.get
    open_at = motions.open_at
    vote = motions.vote
    close = motions.close


class _Letters(Group):
    async def opened(self, game_id: int, seat: int, now: str, *, again: bool = False) -> None:
        """See `Letters.opened`; looking is cheaper than a commit that changes nothing."""
        if await self.is_new(game_id, seat, again):
            await self.note_opened(game_id, seat, now, again)

    is_new = ledger.is_new
    note_opened = ledger.opened
    unsent = letters.unsent
    games_with_unsent = letters.games_with_unsent
    add = letters.add
    sent = letters.sent
    expired = letters.expired
    failed = letters.failed
    deliveries = ledger.deliveries
    notices = letters.notices
    silent_since = letters.silent_since


class _Messages(Group):
    shown = messages.shown
    get = messages.get
    put = messages.put


class _People(Group):
    get = people.get
    put = people.put


class _Notes(Group):
    get = notes.get
    put = notes.put
    keep = notes.keep
    drop = notes.drop
    alive = notes.alive


class _Looks(Group):
    async def looked(self, game_id: int, user_id: int, revision: int) -> None:
        """See `Looks.looked`; looking is cheaper than a commit that changes nothing."""
        if await self.seen(game_id, user_id) < revision:
            await self.note_looked(game_id, user_id, revision)

    note_looked = looks.looked
    seen = looks.seen
    of = looks.of


class _Departures(Group):
    lose = departures.lose
    find = departures.find
    lost_games = games.lost_games
    servers = departures.servers
    put_removed = departures.put_removed


class _Leagues(Group):
    make = leagues.make
    get = leagues.get
    in_server = leagues.in_server
    stewards = leagues.stewards
    put_steward = leagues.put_steward
    plan_season = leagues.plan_season
    put_plan = leagues.put_plan
    drop_draft = leagues.drop_draft
    season = leagues.season
    seasons = leagues.seasons
    going_on = leagues.going_on
    with_open_tables = leagues.with_open_tables
    to_show = leagues.to_show
    were_shown = leagues.were_shown
    log = league_log.log
    append = league_log.append
    sealed = league_log.sealed
    entrants = leagues.entrants
    put_wishes = leagues.put_wishes
    seasons_of = leagues.seasons_of
    left = leavers.left_season
    left_by = leavers.seasons_left_by
    open_table = leagues.open_table
    tables = leagues.tables
    messages = leagues.messages
    put_message = leagues.put_message


class _Privacy(Group):
    forget = privacy.forget
    to_forget = privacy.to_forget
    is_kept = privacy.is_kept
    data_of = own_data.data_of
    retire = privacy.retire
    erase_server = privacy.erase_server


class SqliteStorage:
    """The store in one SQLite file; see `Storage`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.lobbies: interface.Lobbies = _Lobbies(database)
        self.games: interface.Games = _Games(database)
        self.asks: interface.Asks = _Asks(database)
        self.clocks: interface.Clocks = _Clocks(database)
        self.seats: interface.Seats = _Seats(database)
        self.motions: interface.Motions = _Motions(database)
        self.letters: interface.Letters = _Letters(database)
        self.messages: interface.Messages = _Messages(database)
        self.people: interface.People = _People(database)
        self.notes: interface.Notes = _Notes(database)
        self.looks: interface.Looks = _Looks(database)
        self.departures: interface.Departures = _Departures(database)
        self.leagues: interface.Leagues = _Leagues(database)
        self.privacy: interface.Privacy = _Privacy(database)

    async def close(self) -> None:
        """See `Storage.close`."""
        await self.database.close()

    async def tally(self) -> Tally:
        """See `Storage.tally`; nobody has to wait for it, as it reads through a connection of its own."""
        return await asyncio.to_thread(beside.tally, self.database.path)

    async def backup(self, to: Path) -> None:
        """See `Storage.backup`; nobody has to wait for it, as it reads through a connection of its own."""
        await asyncio.to_thread(beside.back_up, self.database.path, to)

    async def check(self) -> Sequence[str]:
        """See `Storage.check`; nobody has to wait for it, as it reads through a connection of its own."""
        return await asyncio.to_thread(beside.check, self.database.path)
