"""Describe failures of PostgreSQL for an operator: the cause, and the remedy."""

from __future__ import annotations

import psycopg

from storage.database_url import Server
from storage.interface.errors import StoreFailed

_FULL = "The disk of {server} is full. Nothing was saved; make room and try again."
_REFUSED = "{server} does not let the bot in: the user or the password is wrong. See BOARDROOM_DATABASE."
_BUSY = "{server} takes no more connections. Close others, or raise max_connections."
_GONE = "{server} cannot be reached, or has just gone. Nothing was saved; see whether PostgreSQL runs there."
_READ_ONLY = "{server} may only be read, as a standby is. Name the server that is written to."
_NOT_ALLOWED = "{server} does not allow what the bot needs ({error}). Give its user the database, or its schema."
_DAMAGED = "{server} is damaged ({error}). Stop the bot and restore the newest backup."
_NO_DATABASE = "There is no such database at {server}. Create it: createdb."
_FAULT = "{server} refused what the bot asked of it ({error}). Please report this as a fault."

_SENTENCES = {
    "53100": _FULL,
    "53300": _BUSY,
    "57P01": _GONE,
    "57P02": _GONE,
    "57P03": _GONE,
    "25006": _READ_ONLY,
    "42501": _NOT_ALLOWED,
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
    "58030": "The disk of {server} does not read or write ({error}). Nothing was saved; see whether it is broken.",
}
_WORDS = {
    "password authentication failed": _REFUSED,
    "no password supplied": _REFUSED,
    "too many clients": _BUSY,
    "too many connections": _BUSY,
    "remaining connection slots": _BUSY,
    "permission denied": _NOT_ALLOWED,
    "role": _REFUSED,
    "no pg_hba.conf entry": _REFUSED,
    'database "': _NO_DATABASE,  # refers to the server process, which is starting or stopping
}
"""Errors before a connection exists carry no code; this matches their text, where the server sends it."""


def explain_failure(error: Exception, server: Server) -> StoreFailed:
    """Translate an error of PostgreSQL into a sentence for an operator."""
    if isinstance(error, StoreFailed):
        return error
    code = getattr(error, "sqlstate", None)
    said = " ".join(str(error).split())
    sentence = _SENTENCES.get(code or "")
    if sentence is None and code is None and isinstance(error, psycopg.OperationalError):
        refused = said.partition("FATAL: ")[2]
        sentence = next((words for sign, words in _WORDS.items() if sign in refused), _GONE)
    return StoreFailed((sentence or _FAULT).format(server=server, error=_read_first_line(error)))


def _read_first_line(error: Exception) -> str:
    # Later lines may quote a row, and rows contain secrets.
    return str(error).partition("\n")[0].strip()
