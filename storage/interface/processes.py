"""Bots that share a database, the shards they claim, and the requests they forward to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from storage.interface.shards import Shards


@dataclass(frozen=True, slots=True)
class Share:
    """How many shards a process claims dynamically, and the total; 0 means only those that others leave."""

    wanted: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Share:
        """Parse `8 of 16`; raise ValueError for anything else."""
        wanted, _, count = text.strip().partition(" of ")
        share = cls(int(wanted), int(count))
        if not 0 <= share.wanted <= share.count or share.count < 2:
            raise ValueError(f"{text} is no share")
        return share

    def __str__(self) -> str:
        return f"{self.wanted} of {self.count}"


@dataclass(frozen=True, slots=True)
class ShardSnapshot:
    """A snapshot of the shard allocation, as seen by a process that claims shards dynamically."""

    free: Mapping[int, float]
    """Free shard -> seconds for which it has been free, at least."""
    abandoned: frozenset[int]
    """Free shards whose owner did not release them: it crashed, or is disconnected for a moment."""
    waiting: Mapping[int, int]
    """Connection number of another process -> number of shards it still lacks."""
    other_processes: int
    """Number of other processes that claim shards dynamically."""


SILENT_SECONDS = 20.0
"""Seconds of silence after which a process counts as hanging; owners of shards send a heartbeat every two seconds."""


@dataclass(frozen=True, slots=True)
class BotProcess:
    """One of several bots that share a database, as shown to an operator."""

    name: str
    """For example `1234 at computer`."""
    shards: Sequence[Shards]
    """The shards it owns; empty if it waits for some."""
    silent: float | None
    """Seconds since the server last heard from it; None if the server does not say."""
    lacks: int = 0
    """Number of shards it still lacks, if it claims them dynamically."""


@dataclass(frozen=True, slots=True)
class ForwardedPress:
    """An interaction on its way to the process that owns the table."""

    event: str
    """Discord's event, as JSON."""
    deferral: str = ""
    """How the interaction was deferred; empty if it was not."""


class ForwardedPage(NamedTuple):
    """A request to an own page on its way to the process that owns the table."""

    session_id: int
    """The browser's session, which names the person and the table."""
    method: str
    what: str
    """The address below that of the table."""
    fields: str
    """The fields of the address and of the form, as JSON."""


class PageReply(NamedTuple):
    """The owner's reply to such a request."""

    head: str
    """Status and headers, as JSON."""
    body: bytes
