"""Parse the location of the database: a file, or a database of a PostgreSQL server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL server. Its text form omits the password."""

    address: str = field(repr=False)
    """As `postgresql://user:password@host:port/database`; secret, because it may contain the password."""

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        host = parts.netloc.rpartition("@")[2]
        return f"postgresql://{host}{parts.path}"

    def with_database_name(self, name: str) -> Server:
        """Return the database of this name on the same server."""
        return Server(urlsplit(self.address)._replace(path=f"/{name}").geturl())


Location: TypeAlias = Path | Server


def parse_location(text: str) -> Location:
    """Parse the location given by a setting or a command."""
    return Server(text) if text.startswith(SCHEMES) else Path(text)
