"""Proposals of a seat to its table, and the votes on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from storage.interface.letters import NewLetter

MotionKind: TypeAlias = Literal["undo", "pause", "resume", "replace", "abandon"]
MotionFate: TypeAlias = Literal["open", "passed", "refused", "lapsed"]


@dataclass(frozen=True, slots=True)
class ClosedVotes:
    """Open votes that an entry closes, if there are any."""

    kind: MotionKind
    target: int | None
    """The seat they concern; None for all votes of this kind."""
    notice: NewLetter
    """Explains the closure to the table."""


@dataclass(frozen=True, slots=True)
class NewMotion:
    """A seat's proposal to its table."""

    game_id: int
    kind: MotionKind
    seat: int
    revision: int
    """Revision of the game at the proposal; the table may move on before the decision."""
    target: int | None = None
    """Revision to return to, or seat to replace."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A proposal with its votes."""

    motion_id: int
    game_id: int
    kind: MotionKind
    seat: int
    target: int | None
    revision: int
    votes: Mapping[int, bool]
    fate: MotionFate
