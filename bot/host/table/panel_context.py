"""The data from which a person's panel, and a table's prompts, are built."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.host.table.audience_view import AudienceView
from storage.interface.panels import StoredPanel


class WaitingTable(NamedTuple):
    """Another table that waits for a player."""

    title: str
    """The name that somebody chose for it, or the title of its game."""
    hours_left: int | None
    """Hours until the deadline; None: no clock runs."""


NOTHING_STORED = StoredPanel()
"""Of a spectator's panel."""


@dataclass(frozen=True)
class PanelContext:
    """The data of one person's panel at a running or finished table."""

    seen: AudienceView
    """The game as this person may see it."""
    revision: int
    """Its revision, for read marks. It counts secret moves, so it is never shown."""
    note: str = ""
    """A sentence about the result of this person's last press."""
    news: Sequence[str] = ()
    """News since this seat's player last looked or acted, news about the seat first; seats are marks."""
    can_undo: bool = False
    """Whether this seat can undo its last move: nobody has moved since, and it revealed nothing new. Never together
    with `can_take_back`."""
    hint: str = ""
    """A bot's suggestion, if the player has just asked for one; seats are marks."""
    own_note: str = ""
    """This person's note to themselves, if they come back to the table after a long time."""
    next_table: WaitingTable | None = None
    """Another table that waits for this player, while this one does not."""
    is_new: bool = False
    """Whether this would be the player's first move in any game of this kind."""
    has_page: bool = False
    """Whether this player can open the table as a page to play on."""
    ordered: str = ""
    """What became of the order that they gave with their last press; it is shown only while the game runs."""
    stored: StoredPanel = NOTHING_STORED
    """The rows read with it: their draft, pending notices and read mark, without entries of the log."""

    @property
    def seat(self) -> Seat | None:
        """The seat of this person; None: a spectator."""
        return self.seen.audience

    @property
    def question(self) -> Question | None:
        """The question this seat must or may answer now."""
        return self.seen.question

    @property
    def etag(self) -> str | None:
        """The version tag of this question."""
        return self.seen.etag

    @property
    def can_take_back(self) -> bool:
        """Whether this seat has a sealed answer that nobody has seen."""
        return self.seen.sealed_answer is not None

    @property
    def is_asked(self) -> bool:
        """Whether the table waits for this seat; an optional question does not count."""
        return self.question is not None and self.seen.is_asked


@dataclass(frozen=True)
class PromptContext:
    """A game as an audience may see it, with the seats it waits for; these are for pings, and never shown."""

    seen: AudienceView
    tags: Mapping[Seat, str]
    """Version tags of all open questions by seat; empty when the game does not run."""
    waited_for: Collection[Seat]
    """Those of these seats that no bot, default or order answers at once."""
