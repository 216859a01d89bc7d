"""Where the games are kept: a file, or a database of a PostgreSQL server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a PostgreSQL server. As text it is without its password."""

    address: str = field(repr=False)
    """As `postgresql://user:password@host:port/database`; it is a secret, for the password may stand in it."""

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        host = parts.netloc.rpartition("@")[2]
        return f"postgresql://{host}{parts.path}"

    def beside(self, name: str) -> Server:
        """Return the database of this name at the same server."""
        return Server(urlsplit(self.address)._replace(path=f"/{name}").geturl())


Location: TypeAlias = Path | Server


def place_of(text: str) -> Location:
    """Return the place that a setting or a command names."""
    return Server(text) if text.startswith(SCHEMES) else Path(text)
