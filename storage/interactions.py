"""Rows of interactions that have written something, so that a second delivery of one writes nothing.

They are notes whose keys sort like Discord's interaction ids, which is by time.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from storage.interface.database import Connection
from storage.interface.transaction_observer import Claim
from storage.metadata import MetadataRows
from storage.operations import Group, write

_WORD = "interaction"
_DIGITS = 20
"""Width of the largest id, so that keys sort as numbers do."""
_DISCORD_EPOCH_SECONDS = 1_420_070_400
_BITS_BELOW_MILLISECONDS = 22


T = TypeVar("T")


class InteractionRows(Group):
    """Interactions that have written something."""

    @write
    @staticmethod
    def forget(connection: Connection, before: datetime) -> None:
        """Delete the records of interactions before this time, which Discord does not deliver again."""
        milliseconds = int((before.timestamp() - _DISCORD_EPOCH_SECONDS) * 1000)
        bound = _build_key(max(0, milliseconds) << _BITS_BELOW_MILLISECONDS)
        connection.execute("delete from notes where key >= ? and key < ?", (f"{_WORD} ", bound))


def with_claim(claim: Claim, work: Callable[[Any], T]) -> Callable[[Any], T]:
    """Wrap a transaction so that it claims an interaction first; both are written, or neither."""

    def run(connection: Any) -> T:
        if MetadataRows.keep(connection, _build_key(claim.interaction_id), claim.delivery) != claim.delivery:
            raise claim.refusal
        return work(connection)

    return run


def _build_key(interaction_id: int) -> str:
    return f"{_WORD} {interaction_id:0{_DIGITS}}"
