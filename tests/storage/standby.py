"""A standby of a PostgreSQL server, which can take its place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.database_url import Server
from tests.storage.server import Folder, Running


@contextmanager
def standby(of: Running) -> Iterator[Running]:
    """A standby that follows a server, for the duration of the context."""
    with TemporaryDirectory(prefix="boardroom-postgresql-") as path:
        folder = Folder(Path(path))
        shutil.rmtree(folder.data)
        whence = ("-h", str(of.path_of_socket), "-U", "postgres", "-R", "-c", "fast", "--no-sync")
        folder.run("pg_basebackup", "-D", str(folder.data), *whence)
        follower = Running(folder)
        try:
            yield follower
        finally:
            follower.stop()


def either(first: Running, second: Running, name: str) -> Server:
    """The address of a database on the writable one of the two servers."""
    hosts = f"{first.path_of_socket},{second.path_of_socket}"
    return Server(f"postgresql://postgres@/{name}?host={hosts}&target_session_attrs=read-write")
