"""Offline tools for database files: inspect, copy and restore."""

from __future__ import annotations

import secrets
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from storage import files, games, metadata, shards
from storage.failures import build_damage_failure, explain_failure
from storage.games import GameRows
from storage.interface.errors import StoreFailed
from storage.interface.games import GameRow
from storage.interface.metadata_keys import COMMANDS_KEY, COMMANDS_WANTED_KEY, HEARTBEAT_KEY
from storage.interface.processes import BotProcess
from storage.interface.shards import ALL_SHARDS
from storage.interface.statistics import Tally
from storage.metadata import MetadataRows
from storage.privacy import PrivacyRows
from storage.statistics import tally

REPORTED_KEYS = (HEARTBEAT_KEY, COMMANDS_KEY, COMMANDS_WANTED_KEY)
"""Keys of the notes that are shown to an operator."""
ENGINE = sqlite3.sqlite_version_info
"""Version of the SQLite library, which comes with Python or the system."""


def restore(backup: Path, target: Path, *, keep_as: Path) -> None:
    """Restore a backup over a database that no bot is using; the present file is kept under another name.

    People may have seen how its games went on, and the secrets revealed at their ends. So fresh randomness is mixed
    into each running game, and lobbies draw another secret; see `SavedGame.salt` and `GameRow.seed`.

    Args:
        backup: A file written by `Storage.backup`. It is checked first.
        target: The database file; it need not exist.
        keep_as: Where the present file goes, e.g. a name with the date. It must not exist.

    Raises:
        StoreFailed: The restore failed; the present database is unchanged.
    """
    if not backup.is_file():
        raise StoreFailed(f"There is no backup {backup}. Name the file to restore.")
    if keep_as.exists() or _get_wal_path(keep_as).exists():
        raise StoreFailed(f"{keep_as} exists already. Name another file to keep the present database in.")
    lock = files.hold(target)
    fresh = target.with_name(f"{target.name}.restored")
    try:
        _copy_backup(backup, fresh)
        _renew_randomness(fresh)
        _keep_present_files(target, keep_as)
        _get_wal_path(target).unlink(missing_ok=True)
        target.with_name(f"{target.name}-shm").unlink(missing_ok=True)
        fresh.replace(target)
        files.flush(target.parent)
    except OSError as error:
        raise explain_failure(error, target) from error
    finally:
        fresh.unlink(missing_ok=True)
        lock.release()


def _keep_present_files(target: Path, keep_as: Path) -> None:
    # A copy instead of a rename, so that there is a database at every moment, even if this is interrupted. The log next
    # to it may hold moves that are not in the file yet; it belongs to this file alone and would corrupt another.
    copies = ((target, keep_as), (_get_wal_path(target), _get_wal_path(keep_as)))
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


def _get_wal_path(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _copy_backup(backup: Path, fresh: Path) -> None:
    try:
        with closing(sqlite3.connect(backup, isolation_level=None)) as rows:
            number = files.read_schema_number(rows, backup)
            if number == 0:
                raise StoreFailed(f"{backup} is empty. Name another backup.")
            if number > len(list(files.MIGRATIONS.glob("*.sql"))):
                raise StoreFailed(f"{backup} is from a newer version of the bot. Install that version first.")
            if found := files.find_damage(rows, "integrity_check"):
                raise build_damage_failure(backup, found)
            files.copy(rows, backup, fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as rows:
            rows.execute("begin")
            metadata.note_restore(rows, _read_last_alive(rows), datetime.now(UTC).isoformat(timespec="seconds"))
            rows.execute("commit")
        files.flush(fresh)
    except sqlite3.Error as error:
        raise explain_failure(error, backup) from error


def _read_last_alive(rows: sqlite3.Connection) -> str | None:
    """Return the time at which a database of any version was last in use."""
    if not rows.execute("pragma table_info(shards_alive)").fetchone():
        return MetadataRows.get(rows, "alive")  # key of older versions
    return shards.reset_after_restore(rows)


def _renew_randomness(fresh: Path) -> None:
    """Make the future of a backup's games unpredictable."""
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as rows:
            rows.execute("begin")
            _redraw_secrets(rows)
            rows.execute("commit")
    except sqlite3.Error as error:
        raise explain_failure(error, fresh) from error
    files.flush(fresh)


def _redraw_secrets(rows: sqlite3.Connection) -> None:
    columns = {column for _, column, *_ in rows.execute("pragma table_info(games)")}
    if "salt" in columns:
        games.redraw_secrets(rows)
        return
    for (game_id,) in rows.execute("select game_id from games where status = 'running'").fetchall():
        MetadataRows.put(rows, f"salt:{game_id}", secrets.token_hex(32))  # picked up by the migration
    if "seed" in columns:  # older tables have drawn no secret
        games.redraw_seeds(rows)


@dataclass(frozen=True, slots=True)
class DatabaseReport:
    """Findings about a database, gathered without changing it."""

    schema: int
    newest: int
    """The schema of this program, to which older files are migrated when opened."""
    findings: Sequence[str]
    """Faults, as sentences."""
    tally: Tally | None = None
    """None if the schema differs from this program's."""
    live: Sequence[GameRow] = ()
    """The games that are open or running."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Notes of the bot about itself, by key."""
    about: Sequence[str] = ()
    """Other facts for the operator: a server's version, and whether a bot holds its lock."""
    processes: Sequence[BotProcess] = ()
    """Bots that share a server's database at this moment."""
    risks: Sequence[str] = ()
    """Settings of a server that could lose saved data, with remedies, as sentences."""


def examine(path: Path) -> DatabaseReport:
    """Inspect a database that a bot may be using, without changing it.

    Raises:
        StoreFailed: It cannot be opened, or belongs to another program.
    """
    files.must_be_there(path)
    newest = len(list(files.MIGRATIONS.glob("*.sql")))
    try:
        # Opened as a writer that never writes, because the last connection to close removes the write-ahead log. A
        # read-only connection would leave files behind, perhaps of a user whose files the bot may not touch.
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            rows.execute("pragma busy_timeout = 5000")
            rows.execute("pragma query_only = on")
            schema = files.read_schema_number(rows, path)
            if schema != newest:
                found = files.find_damage(rows, "integrity_check")
                return DatabaseReport(schema, newest, [] if found is None else [f"The database is damaged: {found}"])
            live = GameRows.list_in_shards(rows, ALL_SHARDS, statuses=("open", "running"))
            kept = {key: MetadataRows.get(rows, key) for key in REPORTED_KEYS}
            own = {key: text for key, text in kept.items() if text is not None}
            own.update(MetadataRows.list_with_prefix(rows, HEARTBEAT_KEY))
            return DatabaseReport(
                schema, newest, [*files.check(rows), *games.check(rows)], tally(rows, ALL_SHARDS), live, own
            )
    except sqlite3.Error as error:
        raise explain_failure(error, path) from error


def create_backup(path: Path, to: Path) -> None:
    """Write a complete, verified copy of a database to a new file; a bot may be using it.

    Raises:
        StoreFailed: the copy failed; the text gives the cause.
    """
    files.must_be_there(path)  # SQLite would create one
    files.must_be_new(to)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            rows.execute("pragma busy_timeout = 5000")
            files.read_schema_number(rows, path)
            files.copy(rows, path, to)
    except sqlite3.Error as error:
        raise explain_failure(error, path) from error


def ask_to_forget(path: Path, user_id: int) -> bool:
    """Ask the running bot to erase a person; return whether the database holds their data.

    Raises:
        StoreFailed: the request failed; the text gives the cause.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as rows:
            rows.execute("pragma busy_timeout = 5000")
            schema = files.read_schema_number(rows, path)
            if schema != len(list(files.MIGRATIONS.glob("*.sql"))):
                raise StoreFailed(f"{path} is used by another version of the bot. Stop that one, and try again.")
            kept = PrivacyRows.is_kept(rows, user_id)
            if kept:
                PrivacyRows.ask_to_forget(rows, user_id)
    except sqlite3.Error as error:
        raise explain_failure(error, path) from error
    return kept
