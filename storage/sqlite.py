"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sqlite3
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from storage import (
    asks,
    clocks,
    departures,
    files,
    games,
    interface,
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
from storage import tally as tallies
from storage.database import MIGRATIONS, Database
from storage.failures import damaged, explained
from storage.interface import COMMANDS, COMMANDS_WANTED, FORGET, PULSE, SALT, GameRow, NewEntry, StoreFailed, Tally
from storage.operations import Group

ENGINE = sqlite3.sqlite_version_info
"""Of SQLite itself, which comes with Python or the system."""


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
        self.privacy: interface.Privacy = _Privacy(database)

    async def close(self) -> None:
        """See `Storage.close`."""
        await self.database.close()

    async def tally(self) -> Tally:
        """See `Storage.tally`; nobody has to wait for it, as it reads through a connection of its own."""
        return await asyncio.to_thread(_tally, self.database.path)

    async def backup(self, to: Path) -> None:
        """See `Storage.backup`; nobody has to wait for it, as it reads through a connection of its own."""
        await asyncio.to_thread(back_up, self.database.path, to)

    async def check(self) -> Sequence[str]:
        """See `Storage.check`; nobody has to wait for it, as it reads through a connection of its own."""
        return await asyncio.to_thread(_check, self.database.path)


def restore(backup: Path, target: Path, *, keep_as: Path) -> None:
    """Put a backup in the place of a database that no bot is using; the present one is kept beside.

    Somebody may have seen how its games went on, and all that was shown when they were over. So something fresh comes
    into the chance of each, and those that have not begun draw another secret; see `SALT` and `GameRow.seed`.

    Args:
        backup: A file written by `Storage.backup`. It is checked first.
        target: The database file; it need not exist.
        keep_as: Where the present file goes, e.g. a name with the date. It must not exist.

    Raises:
        StoreFailed: Something is wrong; the present database is as it was.
    """
    if not backup.is_file():
        raise StoreFailed(f"There is no backup {backup}. Name the file to restore.")
    if keep_as.exists() or _log_of(keep_as).exists():
        raise StoreFailed(f"{keep_as} exists already. Name another file to keep the present database in.")
    lock = files.hold(target)
    fresh = target.with_name(f"{target.name}.restored")
    try:
        _copy_of_backup(backup, fresh)
        _make_unforeseen(fresh)
        _keep(target, keep_as)
        _log_of(target).unlink(missing_ok=True)
        target.with_name(f"{target.name}-shm").unlink(missing_ok=True)
        fresh.replace(target)
        files.flush(target.parent)
    except OSError as error:
        raise explained(error, target) from error
    finally:
        fresh.unlink(missing_ok=True)
        lock.release()


def _keep(target: Path, keep_as: Path) -> None:
    # As a copy, not by renaming: so there is a database at every moment, whenever this is interrupted. The log
    # beside it may hold moves that are not in the file yet; it belongs to this file alone and would ruin another.
    copies = ((target, keep_as), (_log_of(target), _log_of(keep_as)))
    try:
        for present, kept in copies:
            if present.exists():
                files.begin_private(kept)
                shutil.copyfile(present, kept)
                files.flush(kept)
    except OSError:
        for _, kept in copies:
            kept.unlink(missing_ok=True)
        raise


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _copy_of_backup(backup: Path, fresh: Path) -> None:
    try:
        with closing(sqlite3.connect(backup, isolation_level=None)) as rows:
            number = files.schema_of(rows, backup)
            if number == 0:
                raise StoreFailed(f"{backup} is empty. Name another backup.")
            if number > len(list(MIGRATIONS.glob("*.sql"))):
                raise StoreFailed(f"{backup} is from a newer version of the bot. Install that version first.")
            if found := files.finding(rows, "integrity_check"):
                raise damaged(backup, found)
            files.copy(rows, backup, fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as rows:
            rows.execute("begin")
            notes.restored(rows, datetime.now(UTC).isoformat(timespec="seconds"))
            rows.execute("commit")
        files.flush(fresh)
    except sqlite3.Error as error:
        raise explained(error, backup) from error


def _make_unforeseen(fresh: Path) -> None:
    """See to it that nobody knows what the games of a backup will draw."""
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as rows:
            rows.execute("begin")
            _draw_anew(rows)
            rows.execute("commit")
    except sqlite3.Error as error:
        raise explained(error, fresh) from error
    files.flush(fresh)


def _draw_anew(rows: sqlite3.Connection) -> None:
    for (game_id,) in rows.execute("select game_id from games where status = 'running'").fetchall():
        notes.put(rows, f"{SALT}{game_id}", secrets.token_hex(32))
    if "seed" not in {column for _, column, *_ in rows.execute("pragma table_info(games)")}:
        return  # no table of it has drawn a secret
    # Whoever waits there says once more that they are here, and adds something that nobody has seen.
    rows.execute("update games set seed = null, confirm_until = null where status = 'open'")
    rows.execute(
        "update seats set added = '', here_at = null where game_id in (select game_id from games where status = 'open')"
    )


@dataclass(frozen=True, slots=True)
class Examined:
    """What is in a database file, seen from outside."""

    schema: int
    newest: int
    """The schema of this program, to which it brings older files when it opens them."""
    findings: Sequence[str]
    """What is wrong, as sentences."""
    tally: Tally | None = None
    """None when the file has another schema than this program."""
    live: Sequence[GameRow] = ()
    """The games that are open or running."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What the bot has noted of itself."""


def examine(path: Path) -> Examined:
    """Look at a database beside the bot that may be using it, and change nothing.

    Raises:
        StoreFailed: It cannot be opened, or belongs to another program.
    """
    files.must_be_there(path)
    newest = len(list(MIGRATIONS.glob("*.sql")))
    try:
        # As one that could write, though it does not: the last to close tidies the log away. A connection that is
        # opened for reading alone would leave files behind, perhaps of a user whose files the bot may not touch.
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            rows.execute("pragma busy_timeout = 5000")
            rows.execute("pragma query_only = on")
            schema = files.schema_of(rows, path)
            if schema != newest:
                found = files.finding(rows, "integrity_check")
                return Examined(schema, newest, [] if found is None else [f"The database is damaged: {found}"])
            live = games.everywhere(rows, statuses=("open", "running"))
            kept = {key: notes.get(rows, key) for key in (PULSE, COMMANDS, COMMANDS_WANTED)}
            own = {key: text for key, text in kept.items() if text is not None}
            return Examined(schema, newest, games.check(rows), tallies.tally(rows), live, own)
    except sqlite3.Error as error:
        raise explained(error, path) from error


def back_up(path: Path, to: Path) -> None:
    """Write a complete, checked copy of a database to a new file; a bot may be using it meanwhile.

    Raises:
        StoreFailed: There is no copy, and why.
    """
    files.must_be_there(path)  # SQLite would make one
    if to.exists():
        raise StoreFailed(f"{to} exists already. Name another file for the backup.")
    if not to.parent.is_dir():
        raise StoreFailed(f"{to.parent} is not a folder. Create it, or name another place for the backup.")
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            rows.execute("pragma busy_timeout = 5000")
            files.schema_of(rows, path)
            files.copy(rows, path, to)
    except sqlite3.Error as error:
        raise explained(error, path) from error


def ask_to_forget(path: Path, user_id: int) -> bool:
    """Ask the bot that is using a database to forget somebody; return whether it keeps anything of them.

    Raises:
        StoreFailed: It cannot be asked, and why.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            rows.execute("pragma busy_timeout = 5000")
            schema = files.schema_of(rows, path)
            if schema != len(list(MIGRATIONS.glob("*.sql"))):
                raise StoreFailed(f"{path} is used by another version of the bot. Stop that one, and try again.")
            kept = privacy.is_kept(rows, user_id)
            if kept:
                notes.put(rows, f"{FORGET}{user_id}", "")
    except sqlite3.Error as error:
        raise explained(error, path) from error
    return kept


def _tally(path: Path) -> Tally:
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            return tallies.tally(rows)
    except sqlite3.Error as error:
        raise explained(error, path) from error


def _check(path: Path) -> Sequence[str]:
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            return games.check(rows)
    except sqlite3.Error as error:
        return [str(explained(error, path))]
