"""Everything a player can choose."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Move, Seat

Which: TypeAlias = Literal["first", "second"]
"""Which of a company's two transactions of a year."""


class Assess(Move):
    """What a share is worth to this seat, in dollars."""

    kind: Literal["assess"] = "assess"
    price: int


class AssessBoth(Move):
    """Both prices of a company at once; in the fast modes."""

    kind: Literal["assess both"] = "assess both"
    prices: dict[Which, int]


class TradeWith(Move):
    """The partner this seat has picked for its trade."""

    kind: Literal["trade with"] = "trade with"
    partner: Seat


class Nominate(Move):
    """The available boss this seat proposes, by id; None: nobody."""

    kind: Literal["nominate"] = "nominate"
    boss: str | None


@lru_cache(512)  # offered so often that each is made once
def nominate(boss: str | None) -> Nominate:
    """Return the proposal of this boss, or of nobody."""
    return Nominate(boss=boss)


class Ballot(Move):
    """The candidates, by id, to whom this seat says yes; to all others it says no."""

    kind: Literal["ballot"] = "ballot"
    approve: tuple[str, ...]


class VoteOn(Move):
    """Yes or no to one candidate; when candidates are voted on one after the other."""

    kind: Literal["vote on"] = "vote on"
    boss: str
    yes: bool


class Bid(Move):
    """The most this seat would pay for a derivatives card, in a sealed auction; 0: it passes."""

    kind: Literal["bid"] = "bid"
    price: int


class Raise(Move):
    """A higher bid in an open auction."""

    kind: Literal["raise"] = "raise"
    price: int


class PassLot(Move):
    """Out of the open auction of this card, for good."""

    kind: Literal["pass lot"] = "pass lot"


AnyMove = Annotated[
    Assess | AssessBoth | TradeWith | Nominate | Ballot | VoteOn | Bid | Raise | PassLot, Field(discriminator="kind")
]

SheetAnswer = Annotated[AssessBoth | Nominate | Ballot, Field(discriminator="kind")]
"""One line of a yearly sheet."""
