"""Everything a player can choose."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Move, Seat

Which: TypeAlias = Literal["first", "second"]
"""Which of a company's two transactions of a year."""


class Assess(Move, kind="assess"):
    """What a share is worth to this seat, in dollars."""

    price: int


class AssessBoth(Move, kind="assess both"):
    """Both prices of a company at once; in the fast modes."""

    prices: dict[Which, int]


class TradeWith(Move, kind="trade with"):
    """The partner this seat has picked for its trade."""

    partner: Seat


class Nominate(Move, kind="nominate"):
    """The available boss this seat proposes, by id; None: nobody."""

    boss: str | None


@lru_cache(512)  # offered so often that each is made once
def nominate(boss: str | None) -> Nominate:
    """Return the proposal of this boss, or of nobody."""
    return Nominate(boss=boss)


class Ballot(Move, kind="ballot"):
    """The candidates, by id, to whom this seat says yes; to all others it says no."""

    approve: tuple[str, ...]


class VoteOn(Move, kind="vote on"):
    """Yes or no to one candidate; when candidates are voted on one after the other."""

    boss: str
    yes: bool


class Bid(Move, kind="bid"):
    """The most this seat would pay for a derivatives card, in a sealed auction; 0: it passes."""

    price: int


class Raise(Move, kind="raise"):
    """A higher bid in an open auction."""

    price: int


class PassLot(Move, kind="pass lot"):
    """Out of the open auction of this card, for good."""


AnyMove = Annotated[
    Assess | AssessBoth | TradeWith | Nominate | Ballot | VoteOn | Bid | Raise | PassLot, Field(discriminator="kind")
]

SheetAnswer = Annotated[AssessBoth | Nominate | Ballot, Field(discriminator="kind")]
"""One line of a yearly sheet."""
