"""Database files as a whole: identification, locking, and verified copies."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from storage.failures import build_damage_failure, explain_failure
from storage.interface.errors import StoreFailed, StoreInUse

APPLICATION_ID = 1112687698
"""Application id that the first migration writes into our files: "BRDR"."""
MIGRATIONS = Path(__file__).parent / "migrations"
PRIVATE_MODE = 0o600
"""Owner-only access, because our files contain hands, seeds and user ids."""


def begin_private(path: Path) -> None:
    """Create an empty file with owner-only access, independent of the umask, unless the file exists."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_MODE))
        path.chmod(PRIVATE_MODE)


def keep_private(path: Path) -> None:
    """Restrict a database, and the files SQLite keeps next to it, to their owner."""
    for each in (path, *(path.with_name(f"{path.name}-{beside}") for beside in ("wal", "shm"))):
        # Only the owner can change another user's file; the doctor reports it. Do not open the file here: closing it
        # again would release every lock of SQLite's that this process holds on it.
        with suppress(PermissionError, FileNotFoundError):
            each.chmod(PRIVATE_MODE)


def must_be_there(path: Path) -> None:
    """Raise StoreFailed if there is no database file."""
    if path.is_dir():
        raise StoreFailed(f"{path} is a folder. Name a file for the database.")
    if not path.is_file():
        raise StoreFailed(f"There is no database {path}.")


def must_be_new(to: Path) -> None:
    """Raise StoreFailed if a backup cannot be written there."""
    if to.exists():
        raise StoreFailed(f"{to} exists already. Name another file for the backup.")
    if not to.parent.is_dir():
        raise StoreFailed(f"{to.parent} is not a folder. Create it, or name another place for the backup.")


def hold(path: Path) -> FileLock:
    """Lock this database against other processes until the lock is released.

    Raises:
        StoreFailed: there can be no database in that place; the text says why.
        StoreInUse: another process has it.
    """
    if not path.parent.is_dir():
        raise StoreFailed(f"{path.parent} is not a folder. Create it, or name another place for the database.")
    if path.is_dir():
        raise StoreFailed(f"{path} is a folder. Name a file for the database.")
    if not os.access(path.parent, os.W_OK):
        raise StoreFailed(f"Files cannot be written in {path.parent}. Give the bot's user write access to this folder.")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise StoreFailed(f"{path} cannot be written. Give the bot's user read and write access to it.")
    # Not bound to a thread, because the lock belongs to the opener of the database.
    lock = FileLock(f"{path}.lock", mode=PRIVATE_MODE, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        if not Path(lock.lock_file).exists():
            raise StoreFailed(f"{lock.lock_file} cannot be written. Give the bot's user write access there.") from None
        raise StoreInUse(f"{path} is in use by another running bot. Stop that one first.") from None
    except OSError as error:
        raise explain_failure(error, path) from error
    return lock


def read_schema_number(connection: sqlite3.Connection, path: Path) -> int:
    """Return the number of the last migration, 0 for an empty file.

    Raises:
        StoreFailed: it is the database of another program.
    """
    number = int(connection.execute("pragma user_version").fetchone()[0])
    application = connection.execute("pragma application_id").fetchone()[0]
    empty = connection.execute("select count(*) from sqlite_schema").fetchone()[0] == 0
    if empty and number == 0:
        return 0
    if application != APPLICATION_ID:
        raise StoreFailed(f"{path} is the database of another program. Name another file.")
    return number


def find_damage(connection: sqlite3.Connection, check: str) -> str | None:
    """Return the first fault of the file's structure, as "quick_check" or "integrity_check" finds it."""
    # Without the tables' own checks: one wrong row affects one game, and must not block the others or their backups.
    connection.execute("pragma ignore_check_constraints = on")
    found = connection.execute(f"pragma {check}(1)").fetchone()[0]
    connection.execute("pragma ignore_check_constraints = off")
    return None if found == "ok" else " ".join(found.split())


def check(connection: sqlite3.Connection) -> list[str]:
    """Return faults of a file, as sentences: structure, the tables' own checks, missing rows."""
    found = [" ".join(row[0].split()) for row in connection.execute("pragma integrity_check")]
    findings = [] if found == ["ok"] else [f"The database is damaged: {finding}" for finding in found]
    return findings + [
        f"A row of {child} belongs to a row of {parent} that is missing."
        for child, _, parent, _ in connection.execute("pragma foreign_key_check")
    ]


def copy(connection: sqlite3.Connection, path: Path, to: Path) -> None:
    """Write a copy of the open database `path`; the target appears only when it is complete and sound."""
    unfinished = to.with_name(f"{to.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        begin_private(unfinished)  # SQLite writes into an empty file
        connection.execute("vacuum into ?", (str(unfinished),))
        with closing(sqlite3.connect(unfinished)) as written:
            found = find_damage(written, "integrity_check")
        if found:
            raise build_damage_failure(path, found)
        flush(unfinished)
        unfinished.replace(to)
        flush(to.parent)
    except sqlite3.Error as error:
        unreadable = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT
        raise explain_failure(error, path if unreadable else to) from error
    except OSError as error:
        raise explain_failure(error, to) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def flush(path: Path) -> None:
    """Wait until a file, or a folder's list of names, is on the disk."""
    if os.name != "posix":  # not needed, and not permitted, on Windows
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
