"""Entries of a game's log, and the rows saved in their transactions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from storage.interface.leagues import NewLine
from storage.interface.letters import NewLetter
from storage.interface.motions import ClosedVotes
from storage.interface.questions import QuestionTimes

EntryKind: TypeAlias = Literal[
    "setup", "move", "bot", "default", "order", "retract", "undo", "concede", "repair", "renewal"
]
IN_PERSON: frozenset[EntryKind] = frozenset({"move", "undo", "retract"})
"""Kinds of entries made by a seat's player, who goes on playing."""
NOT_IN_PERSON: frozenset[EntryKind] = frozenset({"bot", "default", "order"})
"""Kinds of entries that answer for a seat whose player was absent."""


@dataclass(frozen=True, slots=True)
class GameLogRecord:
    """One entry of a game's log."""

    revision: int
    kind: EntryKind
    seat: int | None
    move: str | None
    stored_news: str
    """A JSON list of `{"news": ..., "to": [seats] or null}`."""
    blocks_undo: bool
    made_at: str
    build: str
    """Program version that wrote it."""
    was_due: str | None = None
    """Deadline of the question that it answered; None if no clock ran."""
    state: str | None = None
    """The table after this entry; kept for the newest entries only."""


@dataclass(frozen=True, slots=True)
class NewOrder:
    """New content of a seat's order."""

    seat: int
    place: str
    """Slot of the order; a seat has one order in each slot."""
    body: str | None
    """The order as JSON; None deletes it."""


@dataclass(frozen=True, slots=True)
class NewGameLogRecord:
    """A move with everything that is saved in the same transaction."""

    game_id: int
    revision: int
    """One more than the newest revision; a second writer of the same number gets Conflict."""
    kind: EntryKind
    seat: int | None
    move: str | None
    stored_news: str
    blocks_undo: bool
    made_at: str
    build: str
    state: str
    version: int
    letters: Sequence[NewLetter] = ()
    asks: Mapping[int, str] = field(default_factory=dict)
    """Every question open afterwards: seat -> etag. Questions that stay open keep their ping."""
    unwaited: Collection[int] = ()
    """Seats whose questions are not put to a person."""
    places: Mapping[int, int] | None = None
    """At the end of the game: seat -> place; scores alike."""
    scores: Mapping[int, int] | None = None
    times: Mapping[int, QuestionTimes] = field(default_factory=dict)
    """Clocks of the questions that this entry opened; questions that stay open keep theirs."""
    missed: bool = False
    """Whether the seat missed its deadline although it had a choice; a move of its own resets the count."""
    away: bool = False
    """Whether a bot plays the seat from now on."""
    present: int | None = None
    """Seat whose player made this move and sees the reply, so that their next question needs no ping."""
    was_due: str | None = None
    """Deadline of the question that it answered; None if no clock ran."""
    closed_votes: Sequence[ClosedVotes] = ()
    """Votes that this entry closes."""
    orders: Sequence[NewOrder] = ()
    """Standing orders that changed, with their remaining content."""
    league: Sequence[NewLine] = ()
    """Lines for the log of the season to which the table belongs; see `SavedGame.league`."""
