"""Letters, which are sent after the commit that wrote them, and the messages that they update."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

LetterKind: TypeAlias = Literal[
    "board",
    "ask",
    "post",
    "hand",
    "final",
    "note",
    "notice",
    "motion",
    "vacancy",
    "order",
    "awake",
    "promise",
]
Way: TypeAlias = Literal["panel", "dm", "thread", "channel"]
LetterFate: TypeAlias = Literal["waiting", "sent", "given up", "expired"]
EXPIRED_REASON = "it came too late"
"""Expiry reason of letters that could not be sent while they were still news."""


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be sent after the commit. `board` and `ask` letters replace earlier unsent ones."""

    kind: LetterKind
    seat: int | None = None
    body: str = "{}"
    """Content as JSON; with `hushed`, even the existence of the letter is known to its reader only."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter that is waiting to be sent."""

    letter_id: int
    game_id: int
    revision: int
    kind: LetterKind
    seat: int | None
    body: str
    attempts: int
    written_at: str
    may_be_there: bool = False
    """Whether an earlier attempt may have arrived unnoticed; the store cannot tell."""


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """The delivery route of a letter to a seat."""

    way: Way
    refused: str | None = None
    """Why its reader's chosen route failed: an error code of Discord's, or a text of ours."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Delivery status of a letter to a seat, or to everybody if `seat` is None; never its content."""

    seat: int | None
    kind: LetterKind
    fate: LetterFate
    reason: str | None
    """Reason of the last failure."""
    written_at: str
    changed_at: str | None
    way: Way | None
    refused: str | None
    opened_at: str | None
    """Time at which the player first opened it."""
    again_at: str | None
    """Time at which they first asked for another copy."""


@dataclass(frozen=True, slots=True)
class TableMessages:
    """The messages of a game that are kept up to date."""

    messages: Mapping[str, tuple[int, int]]
    """Role -> (channel id, message id)."""
    call_waits: bool
    """Whether a waiting `ask` letter will update the message that calls players."""
