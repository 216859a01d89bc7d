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

from storage import clocks, departures, files, games, leavers, ledger, motions, notes, own_data, people
from storage import letters as letter_rows
from storage import tally as tallies
from storage.database import MIGRATIONS, Database
from storage.failures import damaged, explained
from storage.interface import (
    COMMANDS,
    COMMANDS_WANTED,
    FORGET,
    PULSE,
    SALT,
    Ask,
    Carried,
    Delivery,
    DueAsk,
    Entry,
    GameRow,
    JsonValue,
    Left,
    Letter,
    Loss,
    Motion,
    MotionFate,
    NewEntry,
    NewLetter,
    NewMotion,
    Person,
    Result,
    Saved,
    SeatRow,
    Shown,
    Sight,
    Status,
    StoreFailed,
    Tally,
    Times,
)

ENGINE = sqlite3.sqlite_version_info
"""Of SQLite itself, which comes with Python or the system."""


async def open_storage(path: Path) -> SqliteStorage:
    """Open the store in this file, made if need be; raise StoreFailed when it cannot be used."""
    return SqliteStorage(await Database.open(path))


class SqliteStorage:
    """The store in one SQLite file; see `Storage` for what its methods do."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def close(self) -> None:
        """See `Storage.close`."""
        await self.database.close()

    # -- lobby ---------------------------------------------------------------------------------

    async def open_game(
        self,
        *,
        title: str,
        guild_id: int,
        channel_id: int,
        opened_by: int,
        seats_wanted: int,
        options: str,
        now: str,
        seats: Sequence[SeatRow] = (),
        pact: str | None = None,
        thread: str = "",
        seed: str | None = None,
        letters: Sequence[NewLetter] = (),
    ) -> int:
        """See `Storage.open_game`."""
        return await self.database.write(
            lambda rows: games.open_game(
                rows,
                title=title,
                guild_id=guild_id,
                channel_id=channel_id,
                opened_by=opened_by,
                seats_wanted=seats_wanted,
                options=options,
                now=now,
                seats=seats,
                pact=pact,
                thread=thread,
                seed=seed,
                new=letters,
            )
        )

    async def draw_seed(self, game_id: int, seed: str, letters: Sequence[NewLetter], now: str) -> None:
        """See `Storage.draw_seed`."""
        await self.database.write(lambda rows: games.draw_seed(rows, game_id, seed, letters, now))

    async def put_in_thread(self, game_id: int, channel_id: int) -> None:
        """See `Storage.put_in_thread`."""
        await self.database.write(lambda rows: games.put_in_thread(rows, game_id, channel_id))

    async def change_lobby(
        self,
        game_id: int,
        *,
        seats: Sequence[SeatRow] | None = None,
        options: str | None = None,
        seats_wanted: int | None = None,
        opened_by: int | None = None,
        channel_id: int | None = None,
        pact: str | None = None,
        confirm_until: str | None = None,
        call: bool = False,
        now: str,
    ) -> None:
        """See `Storage.change_lobby`."""
        await self.database.write(
            lambda rows: games.change_lobby(
                rows,
                game_id,
                seats=seats,
                options=options,
                seats_wanted=seats_wanted,
                opened_by=opened_by,
                channel_id=channel_id,
                pact=pact,
                confirm_until=confirm_until,
                call=call,
                now=now,
            )
        )

    async def put_pact(self, game_id: int, pact: str, letters: Sequence[NewLetter], now: str) -> None:
        """See `Storage.put_pact`."""
        await self.database.write(lambda rows: games.put_pact(rows, game_id, pact, letters, now))

    async def abandon(self, game_id: int, now: str, letters: Sequence[NewLetter] = ()) -> None:
        """See `Storage.abandon`."""
        await self.database.write(lambda rows: games.abandon(rows, game_id, now, letters))

    async def start_game(
        self, entry: NewEntry, *, seats: Sequence[SeatRow], options: str, box: str, box_json: str
    ) -> None:
        """See `Storage.start_game`."""
        await self.database.write(
            lambda rows: games.start_game(rows, entry, seats=seats, options=options, box=box, box_json=box_json)
        )

    # -- play ----------------------------------------------------------------------------------

    def append(self, entry: NewEntry) -> Awaitable[None]:
        """See `Storage.append`."""
        return self.database.write(lambda rows: games.append(rows, entry))

    async def saved(self, game_id: int) -> Saved | None:
        """See `Storage.saved`."""
        return await self.database.read(lambda rows: games.saved(rows, game_id))

    async def entries(self, game_id: int, *, after: int = 0, limit: int | None = None) -> Sequence[Entry]:
        """See `Storage.entries`."""
        return await self.database.read(lambda rows: games.entries(rows, game_id, after, limit))

    async def last_entries(self, game_id: int, count: int, *, states: bool = False) -> Sequence[Entry]:
        """See `Storage.last_entries`."""
        return await self.database.read(lambda rows: games.last_entries(rows, game_id, count, states))

    async def box(self, digest: str) -> str | None:
        """See `Storage.box`."""
        return await self.database.read(lambda rows: games.box(rows, digest))

    async def asks(self, game_id: int) -> Sequence[Ask]:
        """See `Storage.asks`."""
        return await self.database.read(lambda rows: games.asks(rows, game_id))

    async def pinged(self, game_id: int, asks: Mapping[int, str]) -> None:
        """See `Storage.pinged`."""
        await self.database.write(lambda rows: games.pinged(rows, game_id, asks))

    # -- clocks --------------------------------------------------------------------------------

    async def next_look(self) -> str | None:
        """See `Storage.next_look`."""
        return await self.database.read(clocks.next_look)

    async def to_look_at(self, now: str) -> Sequence[DueAsk]:
        """See `Storage.to_look_at`."""
        return await self.database.read(lambda rows: clocks.to_look_at(rows, now))

    async def name_anew(self, game_id: int, names: Mapping[int, tuple[str, str]]) -> None:
        """See `Storage.name_anew`."""
        await self.database.write(lambda rows: clocks.name_anew(rows, game_id, names))

    async def set_times(
        self, game_id: int, seat: int, etag: str, times: Times, letters: Sequence[NewLetter], now: str
    ) -> None:
        """See `Storage.set_times`."""
        await self.database.write(lambda rows: clocks.set_times(rows, game_id, seat, etag, times, letters, now))

    async def extend(self, game_id: int, seat: int, etag: str, times: Times, words: str, now: str) -> None:
        """See `Storage.extend`."""
        await self.database.write(lambda rows: clocks.extend(rows, game_id, seat, etag, times, words, now))

    async def pause(
        self, game_id: int, paused_at: str | None, shifted: Sequence[DueAsk], letters: Sequence[NewLetter], now: str
    ) -> None:
        """See `Storage.pause`."""
        await self.database.write(lambda rows: clocks.pause(rows, game_id, paused_at, shifted, letters, now))

    async def give_back(self, seconds: int, moved: Sequence[DueAsk], words: NewLetter, now: str) -> None:
        """See `Storage.give_back`."""
        await self.database.write(lambda rows: clocks.give_back(rows, seconds, moved, words, now))

    async def take_seat(
        self,
        game_id: int,
        seat_row: SeatRow,
        times: Times | None,
        letters: Sequence[NewLetter],
        now: str,
        *,
        keep_orders: bool,
    ) -> None:
        """See `Storage.take_seat`."""
        await self.database.write(
            lambda rows: clocks.take_seat(rows, game_id, seat_row, times, letters, now, keep_orders=keep_orders)
        )

    # -- departures ----------------------------------------------------------------------------

    async def lose(self, game_id: int, what: Loss, since: str, letters: Sequence[NewLetter], now: str) -> None:
        """See `Storage.lose`."""
        await self.database.write(lambda rows: departures.lose(rows, game_id, what, since, letters, now))

    async def find(
        self,
        game_id: int,
        channel_id: int,
        paused_at: str | None,
        shifted: Sequence[DueAsk],
        letters: Sequence[NewLetter],
        now: str,
    ) -> None:
        """See `Storage.find`."""
        await self.database.write(
            lambda rows: departures.find(rows, game_id, channel_id, paused_at, shifted, letters, now)
        )

    async def lost_games(self) -> Sequence[GameRow]:
        """See `Storage.lost_games`."""
        return await self.database.read(games.lost_games)

    async def forget(self, user_id: int) -> Sequence[int]:
        """See `Storage.forget`."""
        return await self.database.write(lambda rows: departures.forget(rows, user_id))

    async def retire(self, before: str) -> tuple[Sequence[int], Sequence[int]]:
        """See `Storage.retire`."""
        return await self.database.write(lambda rows: departures.retire(rows, before))

    async def erase_server(self, guild_id: int) -> tuple[Sequence[int], Sequence[int]]:
        """See `Storage.erase_server`."""
        return await self.database.write(lambda rows: departures.erase_server(rows, guild_id))

    async def servers(self) -> Mapping[int, str | None]:
        """See `Storage.servers`."""
        return await self.database.read(departures.servers)

    async def put_removed(self, guild_id: int, since: str | None) -> None:
        """See `Storage.put_removed`."""
        await self.database.write(lambda rows: departures.put_removed(rows, guild_id, since))

    async def to_forget(self) -> Sequence[int]:
        """See `Storage.to_forget`."""
        return await self.database.read(departures.to_forget)

    async def is_kept(self, user_id: int) -> bool:
        """See `Storage.is_kept`."""
        return await self.database.read(lambda rows: departures.is_kept(rows, user_id))

    async def data_of(self, user_id: int) -> Mapping[str, JsonValue]:
        """See `Storage.data_of`."""
        return await self.database.read(lambda rows: own_data.data_of(rows, user_id))

    # -- standing orders -----------------------------------------------------------------------

    async def put_order(self, game_id: int, seat: int, place: str, body: str | None, now: str) -> None:
        """See `Storage.put_order`."""
        await self.database.write(lambda rows: clocks.put_order(rows, game_id, seat, place, body, now))

    # -- votes of the table --------------------------------------------------------------------

    async def open_motion(self, motion: NewMotion, now: str) -> Motion:
        """See `Storage.open_motion`."""
        return await self.database.write(lambda rows: motions.open_motion(rows, motion, now))

    async def motion(self, motion_id: int) -> Motion | None:
        """See `Storage.motion`."""
        return await self.database.read(lambda rows: motions.motion(rows, motion_id))

    async def open_motions(self, game_id: int) -> Sequence[Motion]:
        """See `Storage.open_motions`."""
        return await self.database.read(lambda rows: motions.open_motions(rows, game_id))

    async def vote(self, motion_id: int, seat: int, yes: bool) -> Motion:
        """See `Storage.vote`."""
        return await self.database.write(lambda rows: motions.vote(rows, motion_id, seat, yes))

    async def close_motion(self, motion: Motion, fate: MotionFate, notice: str, now: str) -> None:
        """See `Storage.close_motion`."""
        await self.database.write(lambda rows: motions.close_motion(rows, motion, fate, notice, now))

    # -- finding games -------------------------------------------------------------------------

    async def games_of(self, user_id: int, *, statuses: Sequence[Status]) -> Sequence[GameRow]:
        """See `Storage.games_of`."""
        return await self.database.read(lambda rows: games.games_of(rows, user_id, statuses))

    async def games_in(
        self,
        guild_id: int,
        *,
        statuses: Sequence[Status],
        limit: int | None = 50,
        sight: Sight | None = None,
        first: int | None = None,
    ) -> Sequence[GameRow]:
        """See `Storage.games_in`."""
        return await self.database.read(lambda rows: games.games_in(rows, guild_id, statuses, limit, sight, first))

    async def results_in(
        self, guild_id: int, *, skip: int = 0, limit: int, sight: Sight | None = None
    ) -> tuple[int, Sequence[Result]]:
        """See `Storage.results_in`."""
        return await self.database.read(lambda rows: games.results_in(rows, guild_id, skip, limit, sight))

    async def places_in(self, guild_id: int) -> Mapping[int, int | None]:
        """See `Storage.places_in`."""
        return await self.database.read(lambda rows: games.places_in(rows, guild_id))

    async def asked_of(self, user_id: int) -> Sequence[int]:
        """See `Storage.asked_of`."""
        return await self.database.read(lambda rows: games.asked_of(rows, user_id))

    async def left(self, game_id: int, user_id: int) -> Left | None:
        """See `Storage.left`."""
        return await self.database.read(lambda rows: leavers.left(rows, game_id, user_id))

    async def left_by(self, user_id: int) -> Sequence[int]:
        """See `Storage.left_by`."""
        return await self.database.read(lambda rows: leavers.tables_left(rows, user_id))

    async def uncalled(self) -> Sequence[tuple[int, int]]:
        """See `Storage.uncalled`."""
        return await self.database.read(games.uncalled)

    async def without_clock(self) -> Sequence[int]:
        """See `Storage.without_clock`."""
        return await self.database.read(clocks.without_clock)

    async def asked_of_bots(self) -> Sequence[int]:
        """See `Storage.asked_of_bots`."""
        return await self.database.read(lambda rows: games.asked_of(rows, None))

    # -- letters -------------------------------------------------------------------------------

    async def waiting_letters(self, game_id: int) -> Sequence[Letter]:
        """See `Storage.waiting_letters`."""
        return await self.database.read(lambda rows: letter_rows.waiting_letters(rows, game_id))

    async def games_with_letters(self) -> Sequence[int]:
        """See `Storage.games_with_letters`."""
        return await self.database.read(letter_rows.games_with_letters)

    async def letter_sent(self, letter: Letter, now: str, carried: Carried | None = None) -> None:
        """See `Storage.letter_sent`."""
        await self.database.write(lambda rows: letter_rows.letter_sent(rows, letter, now, carried))

    async def letters_expired(self, letters: Sequence[Letter], reason: str, now: str) -> None:
        """See `Storage.letters_expired`."""
        await self.database.write(lambda rows: letter_rows.letters_expired(rows, letters, reason, now))

    async def letter_failed(self, letter: Letter, reason: str, now: str, *, given_up: bool) -> None:
        """See `Storage.letter_failed`."""
        await self.database.write(lambda rows: letter_rows.letter_failed(rows, letter, reason, now, given_up))

    async def add_letters(self, game_id: int, letters: Sequence[NewLetter], now: str) -> None:
        """See `Storage.add_letters`."""
        await self.database.write(lambda rows: letter_rows.add_letters(rows, game_id, letters, now))

    async def deliveries(self, game_id: int, *, hushed: bool = True) -> Sequence[Delivery]:
        """See `Storage.deliveries`."""
        return await self.database.read(lambda rows: ledger.deliveries(rows, game_id, hushed))

    async def opened(self, game_id: int, seat: int, now: str, *, again: bool = False) -> None:
        """See `Storage.opened`; looking is cheaper than a commit that changes nothing."""
        if await self.database.read(lambda rows: ledger.is_new(rows, game_id, seat, again)):
            await self.database.write(lambda rows: ledger.opened(rows, game_id, seat, now, again))

    async def notices(self, game_id: int) -> Sequence[tuple[int, str]]:
        """See `Storage.notices`."""
        return await self.database.read(lambda rows: letter_rows.notices(rows, game_id))

    async def silent_since(self, before: str) -> Sequence[int]:
        """See `Storage.silent_since`."""
        return await self.database.read(lambda rows: letter_rows.silent_since(rows, before))

    async def shown(self, game_id: int) -> Shown:
        """See `Storage.shown`."""
        return await self.database.read(lambda rows: letter_rows.shown(rows, game_id))

    async def message(self, game_id: int, role: str) -> tuple[int, int] | None:
        """See `Storage.message`."""
        return await self.database.read(lambda rows: letter_rows.message(rows, game_id, role))

    async def put_message(self, game_id: int, role: str, channel_id: int, message_id: int | None) -> None:
        """See `Storage.put_message`."""
        await self.database.write(lambda rows: letter_rows.put_message(rows, game_id, role, channel_id, message_id))

    # -- people --------------------------------------------------------------------------------

    async def person(self, user_id: int) -> Person | None:
        """See `Storage.person`."""
        return await self.database.read(lambda rows: people.person(rows, user_id))

    async def put_person(self, person: Person) -> None:
        """See `Storage.put_person`."""
        await self.database.write(lambda rows: people.put_person(rows, person))

    async def note(self, key: str) -> str | None:
        """See `Storage.note`."""
        return await self.database.read(lambda rows: notes.note(rows, key))

    async def put_note(self, key: str, text: str) -> None:
        """See `Storage.put_note`."""
        await self.database.write(lambda rows: notes.put_note(rows, key, text))

    async def keep_note(self, key: str, text: str) -> str:
        """See `Storage.keep_note`."""
        return await self.database.write(lambda rows: notes.keep_note(rows, key, text))

    async def alive(self, now: str) -> None:
        """See `Storage.alive`."""
        await self.database.write(lambda rows: notes.alive(rows, now))

    async def drop_note(self, key: str) -> None:
        """See `Storage.drop_note`."""
        await self.database.write(lambda rows: notes.drop_note(rows, key))

    async def seen(self, game_id: int, user_id: int) -> int:
        """See `Storage.seen`."""
        return await self.database.read(lambda rows: notes.seen(rows, game_id, user_id))

    async def looked(self, game_id: int, user_id: int, revision: int) -> None:
        """See `Storage.looked`; looking is cheaper than a commit that changes nothing."""
        if await self.seen(game_id, user_id) < revision:
            await self.database.write(lambda rows: notes.looked(rows, game_id, user_id, revision))

    async def looks_of(self, user_id: int) -> Mapping[int, int]:
        """See `Storage.looks_of`."""
        return await self.database.read(lambda rows: notes.looks_of(rows, user_id))

    # -- care ----------------------------------------------------------------------------------

    async def games(self, *, statuses: Sequence[Status]) -> Sequence[GameRow]:
        """See `Storage.games`."""
        return await self.database.read(lambda rows: games.games_with(rows, statuses))

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
        notes.put_note(rows, f"{SALT}{game_id}", secrets.token_hex(32))
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
            live = games.games_with(rows, ("open", "running"))
            kept = {key: notes.note(rows, key) for key in (PULSE, COMMANDS, COMMANDS_WANTED)}
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
            kept = departures.is_kept(rows, user_id)
            if kept:
                notes.put_note(rows, f"{FORGET}{user_id}", "")
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
