"""Database files, dealt with beside the bot: looked at, copied, and put back from a backup."""

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
from storage.failures import damaged, explained
from storage.games import GameRows
from storage.interface import ALL_SHARDS, COMMANDS, COMMANDS_WANTED, PULSE, GameRow, Process, StoreFailed, Tally
from storage.metadata import MetadataRows
from storage.privacy import PrivacyRows
from storage.statistics import tally

NOTED = (PULSE, COMMANDS, COMMANDS_WANTED)
"""What an operator is told of the bot's notes."""
ENGINE = sqlite3.sqlite_version_info
"""Of SQLite itself, which comes with Python or the system."""


def restore(backup: Path, target: Path, *, keep_as: Path) -> None:
    """Put a backup in the place of a database that no bot is using; the present one is kept beside.

    Somebody may have seen how its games went on, and all that was shown when they were over. So something fresh comes
    into the chance of each, and those that have not begun draw another secret; see `Saved.salt` and `GameRow.seed`.

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
            if number > len(list(files.MIGRATIONS.glob("*.sql"))):
                raise StoreFailed(f"{backup} is from a newer version of the bot. Install that version first.")
            if found := files.finding(rows, "integrity_check"):
                raise damaged(backup, found)
            files.copy(rows, backup, fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as rows:
            rows.execute("begin")
            metadata.restored(rows, _alive(rows), datetime.now(UTC).isoformat(timespec="seconds"))
            rows.execute("commit")
        files.flush(fresh)
    except sqlite3.Error as error:
        raise explained(error, backup) from error


def _alive(rows: sqlite3.Connection) -> str | None:
    """Return when a database was last used, whichever version it is of."""
    if not rows.execute("pragma table_info(shards_alive)").fetchone():
        return MetadataRows.get(rows, "alive")  # where it stood before
    return shards.put_back(rows)


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
    columns = {column for _, column, *_ in rows.execute("pragma table_info(games)")}
    if "salt" in columns:
        games.draw_anew(rows)
        return
    for (game_id,) in rows.execute("select game_id from games where status = 'running'").fetchall():
        MetadataRows.put(rows, f"salt:{game_id}", secrets.token_hex(32))  # which the migration looks for
    if "seed" in columns:  # else no table of it has drawn a secret
        games.draw_seeds_anew(rows)


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
    about: Sequence[str] = ()
    """What else an operator may want to know: of a server, its version and whether a bot holds its lock."""
    processes: Sequence[Process] = ()
    """Of a server, which bots share it at this moment."""
    risks: Sequence[str] = ()
    """What of a server could lose what the bot has saved, and what to do, as sentences."""


def examine(path: Path) -> Examined:
    """Look at a database beside the bot that may be using it, and change nothing.

    Raises:
        StoreFailed: It cannot be opened, or belongs to another program.
    """
    files.must_be_there(path)
    newest = len(list(files.MIGRATIONS.glob("*.sql")))
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
            live = GameRows.everywhere(rows, ALL_SHARDS, statuses=("open", "running"))
            kept = {key: MetadataRows.get(rows, key) for key in NOTED}
            own = {key: text for key, text in kept.items() if text is not None}
            own.update(MetadataRows.beginning(rows, PULSE))
            return Examined(
                schema, newest, [*files.check(rows), *games.check(rows)], tally(rows, ALL_SHARDS), live, own
            )
    except sqlite3.Error as error:
        raise explained(error, path) from error


def back_up(path: Path, to: Path) -> None:
    """Write a complete, checked copy of a database to a new file; a bot may be using it meanwhile.

    Raises:
        StoreFailed: There is no copy, and why.
    """
    files.must_be_there(path)  # SQLite would make one
    files.must_be_new(to)
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
            if schema != len(list(files.MIGRATIONS.glob("*.sql"))):
                raise StoreFailed(f"{path} is used by another version of the bot. Stop that one, and try again.")
            kept = PrivacyRows.is_kept(rows, user_id)
            if kept:
                PrivacyRows.ask_to_forget(rows, user_id)
    except sqlite3.Error as error:
        raise explained(error, path) from error
    return kept
