"""Moves: the answers that a player can give."""

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
    """The candidates, by id, that get this seat's yes; all others get a no."""

    approve: tuple[str, ...]


class AssessAndPrefer(Move, kind="assess and prefer"):
    """Both prices of a company and, perhaps, with whom this seat would rather trade if it may choose; when swift."""

    parts: tuple[Annotated[AssessBoth | TradeWith, Field(discriminator="kind")], ...]

    @property
    def assessed(self) -> AssessBoth:
        """Both prices."""
        return next(part for part in self.parts if isinstance(part, AssessBoth))

    @property
    def partner(self) -> Seat | None:
        """Whom this seat prefers, if anybody."""
        return next((part.partner for part in self.parts if isinstance(part, TradeWith)), None)


class ProposeAndVote(Move, kind="propose and vote"):
    """Whom this seat proposes, and to which others of the available bosses it says yes; when swift."""

    parts: tuple[Annotated[Nominate | Ballot, Field(discriminator="kind")], ...]

    @property
    def proposal(self) -> Nominate:
        """Whom it proposes."""
        return next(part for part in self.parts if isinstance(part, Nominate))

    @property
    def ballot(self) -> Ballot:
        """The candidates that get this seat's yes: its own, and those of others."""
        own = () if self.proposal.boss is None else (self.proposal.boss,)
        return Ballot(
            approve=(*own, *(boss for part in self.parts if isinstance(part, Ballot) for boss in part.approve))
        )


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
    Assess
    | AssessBoth
    | TradeWith
    | Nominate
    | Ballot
    | AssessAndPrefer
    | ProposeAndVote
    | VoteOn
    | Bid
    | Raise
    | PassLot,
    Field(discriminator="kind"),
]

SheetAnswer = Annotated[AssessBoth | Nominate | Ballot, Field(discriminator="kind")]
"""One line of a yearly sheet."""
