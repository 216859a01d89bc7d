"""The rows of a player's private panel: the draft of an answer, and their own note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storage.interface.game_log import GameLogRecord


class StoredDraft(NamedTuple):
    """Draft of an answer that is not sent yet."""

    etag: str
    """Etag of the question that it answers."""
    picks: str


class OwnNote(NamedTuple):
    """A player's note to themselves, with at most one reminder."""

    text: str
    remind_at: str | None = None
    """Time of the reminder: ISO 8601, in UTC."""
    remind_part: str | None = None
    """Part of the game, such as `Round 3`, that the reminder waits for."""


class StoredPanel(NamedTuple):
    """The rows of a player's panel other than the game."""

    newest_seen: int = 0
    """Newest revision that the player has seen."""
    last_entries: Sequence[GameLogRecord] = ()
    """Newest two entries of the log and those that they have not seen, oldest first, without states."""
    draft: StoredDraft | None = None
    """Their unfinished answer."""
    own_note: OwnNote | None = None
    ended_orders: str = ""
    """Pending notice about standing orders that have ended."""
    next_game: tuple[str, str, str | None] | None = None
    """Title, name and deadline of the most urgent other table that waits for them."""
    has_new_hand: bool = False
    """Whether they have not seen the newest copy of their hand."""


class DueNote(NamedTuple):
    """A note whose reminder is due, or waits for a part of the game."""

    game_id: int
    user_id: int
    part: str | None
    """The part that it waits for; None: it is due."""
