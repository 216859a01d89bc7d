"""Run PostgreSQL's client programs `pg_dump` and `pg_restore`, which write and read backups."""

from __future__ import annotations

import os
import shutil
import subprocess

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from storage.database_url import Server
from storage.interface.errors import StoreFailed


def find_program(name: str) -> str:
    """Return the path of a PostgreSQL program; raise StoreFailed if it is not installed."""
    found = shutil.which(name)
    if found is None:
        raise StoreFailed(
            f"There is no {name} here, so PostgreSQL's databases can be neither copied nor restored. Install the "
            "server's own client programs, e.g. postgresql-client."
        )
    return found


def run(name: str, *arguments: str, server: Server | None = None) -> str:
    """Run a program, with the database's address if it needs one; return its output.

    Raises:
        StoreFailed: it fails, or is not installed.
    """
    environ = dict(os.environ)
    where: list[str] = []
    if server is not None:
        given = conninfo_to_dict(server.address)
        if (password := given.pop("password", None)) is not None:
            environ["PGPASSWORD"] = str(password)  # command lines are visible to all users of this computer
        where = [f"--dbname={make_conninfo(**{key: str(value) for key, value in given.items()})}"]
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL's, without a shell
        [find_program(name), *where, *arguments], env=environ, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise StoreFailed(f"{name} failed: {_read_complaint(done.stderr)}")
    return done.stdout


def _read_complaint(said: str) -> str:
    """Return the first error line; later ones may quote rows, which contain secrets."""
    lines = [line.partition("error: ")[2] or line for line in said.splitlines()]
    why = lines[0] if lines else "it does not say why"
    if "server version mismatch" in why:
        return "it is older than the server. Install the client programs of the server's own version."
    return why
