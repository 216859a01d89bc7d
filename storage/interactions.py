"""Rows of interactions that have written something, so that another delivery of the same one writes nothing.

They are notes, whose keys sort as Discord numbers interactions: by time.
"""

from __future__ import annotations

from datetime import datetime

from storage.interface import Connection
from storage.notes import NoteRows
from storage.operations import Group, write

_WORD = "interaction"
_DIGITS = 20
"""Of the largest id, so that keys sort as numbers do."""
_DISCORD_EPOCH_SECONDS = 1_420_070_400
_BITS_BELOW_MILLISECONDS = 22


class InteractionRows(Group):
    """Which delivery of an interaction writes."""

    @write
    @staticmethod
    def claim(connection: Connection, interaction_id: int, delivery: str) -> bool:
        """Let a delivery of an interaction write, unless another one has; return whether it may.

        It is called in the transaction that writes, so that the claim is there if and only if that is.

        Args:
            interaction_id: which interaction.
            delivery: tells its deliveries apart.
        """
        return NoteRows.keep(connection, _key(interaction_id), delivery) == delivery

    @write
    @staticmethod
    def forget(connection: Connection, before: datetime) -> None:
        """Forget the interactions that were made before this moment; Discord delivers none of them any more."""
        milliseconds = int((before.timestamp() - _DISCORD_EPOCH_SECONDS) * 1000)
        bound = _key(max(0, milliseconds) << _BITS_BELOW_MILLISECONDS)
        connection.execute("delete from notes where key >= ? and key < ?", (f"{_WORD} ", bound))


def _key(interaction_id: int) -> str:
    return f"{_WORD} {interaction_id:0{_DIGITS}}"
