"""Open and maintain a store at any location: a file, or a database of a PostgreSQL server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from storage import offline, sqlite
from storage.database_url import Location, Server
from storage.interface.errors import StoreFailed
from storage.interface.processes import Share
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage

if TYPE_CHECKING:
    from storage.postgres.claims import Claims

_DUMP = b"PGDMP"
"""First bytes of a PostgreSQL backup."""


async def open_storage(
    place: Location, lost: Callable[[StoreFailed], None] | None = None, shards: Shards = ALL_SHARDS
) -> Storage:
    """Open the store at this location, creating it if need be.

    Args:
        place: its location.
        lost: called in the event loop if another process takes the database over; this cannot happen to a file.
        shards: the servers to own; a file has one owner of all.

    Raises:
        StoreFailed: it cannot be used.
    """
    if isinstance(place, Path):
        if not shards.are_all:
            raise StoreFailed(
                f"{place} is a file, which one bot can use. Several with shards of their own need PostgreSQL."
            )
        return await sqlite.open_storage(place)
    _must_be_installed()
    from storage.postgres import database

    return await database.open_storage(place, lost, shards)


async def wait_for_turn(place: Location) -> Callable[[], None]:
    """Wait for our turn at a task that processes do one after another; return the function that ends the turn.

    Raises:
        StoreFailed: the server cannot be asked.
    """
    if isinstance(place, Path):  # a file has one process
        return lambda: None
    from storage.postgres import database

    return await database.wait_for_turn(place)


def open_claims(place: Location, share: Share) -> Claims:
    """Open the view of shard owners, for a bot that claims shards dynamically; raise StoreFailed for a file."""
    if isinstance(place, Path):
        raise StoreFailed(f"{place} is a file, which one bot can use. Several that share it need PostgreSQL.")
    _must_be_installed()
    from storage.postgres.claims import Claims

    return Claims(place, share)


def examine(place: Location) -> offline.DatabaseReport:
    """Inspect a store that a bot may be using; see `storage.offline.examine`."""
    if isinstance(place, Path):
        return offline.examine(place)
    _must_be_installed()
    from storage.postgres import offline as of_server

    return of_server.examine(place)


def ask_to_forget(place: Location, user_id: int) -> bool:
    """Ask the running bot to erase a person; see `storage.offline.ask_to_forget`."""
    if isinstance(place, Path):
        return offline.ask_to_forget(place, user_id)
    _must_be_installed()
    from storage.postgres import offline as of_server

    return of_server.ask_to_forget(place, user_id)


def create_backup(place: Location, to: Path) -> None:
    """Write a complete, verified copy to a new file, also while a bot uses the store; see `Storage.backup`."""
    if isinstance(place, Path):
        offline.create_backup(place, to)
        return
    _must_be_installed()
    from storage.postgres import dumps

    dumps.dump(place, to)


def restore(backup: Path, place: Location, *, keep_as: Path) -> None:
    """Restore a backup over a store that no bot is using; see `storage.offline.restore`.

    Raises:
        StoreFailed: the restore failed; the text gives the cause and the state of the former store.
    """
    if isinstance(place, Path):
        if is_dump(backup):
            raise StoreFailed(f"{backup} is the backup of a PostgreSQL database, and {place} is a file.")
        offline.restore(backup, place, keep_as=keep_as)
        return
    _must_be_installed()
    from storage.postgres import dumps

    dumps.restore(backup, place, keep_as=keep_as)


def move_store(source: Location, target: Location) -> None:
    """Copy everything from a file to an empty database, or back.

    Raises:
        StoreFailed: nothing was copied; the text gives the cause.
    """
    _must_be_installed()
    from storage.postgres import migrate_store

    match source, target:
        case Path(), Server():
            migrate_store.to_server(source, target)
        case Server(), Path():
            migrate_store.to_file(source, target)
        case _:
            raise StoreFailed("One of both must be a file and the other a database. Others are moved by a backup.")


@asynccontextmanager
async def create_spare_location(backup: Path, place: Location) -> AsyncIterator[Location]:
    """Create an empty temporary location for a restored backup; for a server, on the same one as `place`.

    Raises:
        StoreFailed: it cannot be created; the text gives the cause.
    """
    if not is_dump(backup):
        with TemporaryDirectory(prefix="boardroom-") as folder:
            yield Path(folder) / "boardroom.db"
        return
    if isinstance(place, Path):
        raise StoreFailed(f"{backup} is the backup of a PostgreSQL database. Set BOARDROOM_DATABASE to its server.")
    _must_be_installed()
    from storage.postgres import dumps

    made = dumps.create_spare_database(place)
    found = await asyncio.to_thread(made.__enter__)
    try:
        yield found
    finally:
        await asyncio.to_thread(made.__exit__, None, None, None)


@asynccontextmanager
async def open_to_read(place: Location) -> AsyncIterator[Storage]:
    """Open a store that a bot may be using, for reading; for a file, open a copy of its present content."""
    if isinstance(place, Path):
        with TemporaryDirectory(prefix="boardroom-") as folder:
            copy = Path(folder) / "boardroom.db"
            offline.create_backup(place, copy)
            storage = await sqlite.open_storage(copy)
            try:
                yield storage
            finally:
                await storage.close()
        return
    _must_be_installed()
    from storage.postgres import database

    reading = await database.open_to_read(place)
    try:
        yield reading
    finally:
        await reading.close()


def is_dump(backup: Path) -> bool:
    """Return whether a file is the backup of a PostgreSQL database."""
    if not backup.is_file():
        return False
    with backup.open("rb") as file:
        return file.read(len(_DUMP)) == _DUMP


def find_backup_obstacle(place: Location) -> str | None:
    """Return the reason why no backup of this store is possible here; None if it is possible."""
    if isinstance(place, Path) or shutil.which("pg_dump"):
        return None
    return "There is no pg_dump here, which copies PostgreSQL's databases. Install the server's client programs."


def _must_be_installed() -> None:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreFailed(
            "To keep games in PostgreSQL, install what speaks to it: .ci/venv postgres, or pip install "
            "'psycopg[binary]'."
        ) from None
