"""Describe failures of SQLite for an operator: the cause, and the remedy."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from storage.interface.errors import StoreFailed

_RESTORE = "Stop the bot and restore the newest backup."

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk is full, or {path} may not grow any more. Nothing was saved; make room and "
    "try again.",
    sqlite3.SQLITE_IOERR: "The disk does not read or write {path} ({error}). Nothing was saved; see whether it is full "
    "or broken.",
    sqlite3.SQLITE_READONLY: "{path} may not be written. Give the bot's user write access to it and to its folder.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened. Give the bot's user read and write access to it and to its "
    "folder.",
    sqlite3.SQLITE_PERM: "{path} cannot be opened. Give the bot's user read and write access to it and to its folder.",
    sqlite3.SQLITE_BUSY: "Another program keeps {path} locked. Close it and try again.",
    sqlite3.SQLITE_LOCKED: "Another program keeps {path} locked. Close it and try again.",
    sqlite3.SQLITE_NOTADB: "{path} is not a database. Name another file, or restore a backup in its place.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged ({error}). " + _RESTORE,
}


def explain_failure(error: Exception, path: Path) -> StoreFailed:
    """Translate an error of SQLite or the file system into a sentence for an operator."""
    if isinstance(error, OSError):
        return StoreFailed(
            f"{error.filename or path} cannot be used: {error.strerror}. Give the bot's user access to it."
        )
    # The lowest byte is the kind of failure, the rest only details; sqlite3's own errors have no code.
    kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
    sentence = _SENTENCES.get(kind, "{path} refused what the bot asked of it ({error}). Please report this as a fault.")
    return StoreFailed(sentence.format(path=path, error=error))


def build_damage_failure(path: Path, finding: str) -> StoreFailed:
    """Build the failure for damage that an integrity check found."""
    return StoreFailed(f"{path} is damaged ({finding}). {_RESTORE}")
