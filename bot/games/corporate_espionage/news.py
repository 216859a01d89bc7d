"""Everything that can be told.

News carry the names and numbers they speak of, so they can be read without a box, even years later.
`company` is always the first seat of the company it is about.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.engine.records import Card, News, Seat
from bot.engine.table import TableNews
from bot.games.corporate_espionage.moves import Stated


class Aftermath(News):
    """What came of a play or an answer: part of one battle with it, and told in one go."""

    def came_of_it(self) -> bool:
        """It did."""
        return True


class Standing(Card):
    """Where a company stands; None: hidden."""

    account: int | None
    worth: int | None


class GameOpened(News):
    """The companies open: who goes first, and what was agreed."""

    kind: Literal["game opened"] = "game opened"
    first: Seat
    points: dict[Seat, int]
    agreed: list[str]


class TeamsFormed(News):
    """Who belongs together; empty: nobody, although teams were agreed on."""

    kind: Literal["teams formed"] = "teams formed"
    sides: list[list[Seat]]
    shared: bool


class DecksBrought(News):
    """Which deck each company plays with."""

    kind: Literal["decks brought"] = "decks brought"
    reveals: ClassVar[bool] = True
    decks: dict[Seat, str]


class Mulligan(News):
    """An opening hand without an employee went back, perhaps more than once."""

    kind: Literal["mulligan"] = "mulligan"
    company: Seat
    times: int


class HandDealt(News):
    """The opening hand; told only to its owner."""

    kind: Literal["hand dealt"] = "hand dealt"
    reveals: ClassVar[bool] = True
    company: Seat
    cards: list[str]


class RoundBegan(News):
    """A new round, and where everybody stands."""

    kind: Literal["round began"] = "round began"
    headline: ClassVar[bool] = True
    round: int
    standings: dict[Seat, Standing]
    begins: list[str] = []
    """What is new from this round on."""

    @property
    def makes_post(self) -> bool:
        """That it is the next round is no event."""
        return bool(self.begins)


class IncomeCollected(News):
    """A company has collected its income."""

    kind: Literal["income collected"] = "income collected"
    company: Seat
    income: int
    skipped: bool = False


class ExpensesPaid(News):
    """A company has paid its overhead."""

    kind: Literal["expenses paid"] = "expenses paid"
    company: Seat
    overhead: int


class Drew(News):
    """What a company has drawn; told only to it."""

    kind: Literal["drew"] = "drew"
    reveals: ClassVar[bool] = True
    company: Seat
    cards: list[str]


class DrewACard(News):
    """A company has drawn so many cards; 0: its deck is empty."""

    kind: Literal["drew a card"] = "drew a card"
    company: Seat
    count: int

    def goes_without_saying(self) -> bool:
        """Every turn begins with that; that a deck is empty is news."""
        return self.count > 0


class HireAnnounced(News):
    """A company is about to hire somebody."""

    kind: Literal["hire announced"] = "hire announced"
    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    cost: int


class PurchaseAnnounced(News):
    """A company is about to purchase an asset."""

    kind: Literal["purchase announced"] = "purchase announced"
    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    cost: int


class EspionageAnnounced(News):
    """A company uses espionage."""

    kind: Literal["espionage announced"] = "espionage announced"
    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    text: str
    cost: int
    targets: list[Seat]
    named: str | None = None

    def concerns(self) -> Collection[Seat]:
        """The targets."""
        return self.targets


class SavvyUsed(News):
    """A company uses a savvy card, perhaps to answer a play."""

    kind: Literal["savvy used"] = "savvy used"
    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    text: str
    cost: int
    answers: str | None = None
    """The play it answers, e.g. "Lawsuit"."""
    of: Seat | None = None
    """Whose play that is."""

    def concerns(self) -> Collection[Seat]:
        """Whose play is answered."""
        return () if self.of is None else (self.of,)

    def came_of_it(self) -> bool:
        """An answer did."""
        return self.of is not None


class TakeoverAnnounced(News):
    """A company is about to take another over."""

    kind: Literal["takeover announced"] = "takeover announced"
    company: Seat
    target: Seat

    def concerns(self) -> Collection[Seat]:
        """The target."""
        return (self.target,)


class CardEntered(News):
    """A hired or purchased card is in play now."""

    kind: Literal["card entered"] = "card entered"
    company: Seat
    card: str
    hired: bool


class PlayCancelled(Aftermath):
    """A play has no effect; what happens to its card and cost."""

    kind: Literal["play cancelled"] = "play cancelled"
    company: Seat
    card: str
    back_in_hand: bool = False
    refund: int = 0

    def concerns(self) -> Collection[Seat]:
        """Whose play it was."""
        return (self.company,)


class TargetSafe(Aftermath):
    """A target of a cancelled play is left alone; the others are not."""

    kind: Literal["target safe"] = "target safe"
    company: Seat
    card: str


class Redirected(Aftermath):
    """Espionage has got another target."""

    kind: Literal["redirected"] = "redirected"
    card: str
    old: Seat
    new: Seat

    def concerns(self) -> Collection[Seat]:
        """The new target."""
        return (self.new,)


class PlayWithdrawn(Aftermath):
    """A play comes to nothing, because whoever it needs has left the game or cannot be hit any more."""

    kind: Literal["play withdrawn"] = "play withdrawn"
    company: Seat
    card: str


class PointsLost(Aftermath):
    """A company was made to lose points."""

    kind: Literal["points lost"] = "points lost"
    company: Seat
    points: int
    why: str
    halved: bool = False

    def concerns(self) -> Collection[Seat]:
        """Who lost them."""
        return (self.company,)


class PointsGained(News):
    """A company has gained points."""

    kind: Literal["points gained"] = "points gained"
    company: Seat
    points: int
    why: str


class PointsStolen(Aftermath):
    """Points went from one account into another."""

    kind: Literal["points stolen"] = "points stolen"
    company: Seat
    by: Seat
    points: int
    why: str

    def concerns(self) -> Collection[Seat]:
        """Who lost them."""
        return (self.company,)


class CardLeft(News):
    """A card in play was discarded."""

    kind: Literal["card left"] = "card left"
    company: Seat
    card: str
    why: Literal["fired", "fired by espionage", "destroyed", "too expensive", "contract over", "no place", "laid off"]

    def concerns(self) -> Collection[Seat]:
        """Whose card it was."""
        return (self.company,)

    def came_of_it(self) -> bool:
        """Unless its own company fired it, or its time was over."""
        return self.why not in ("fired", "too expensive", "contract over")


class CardTaken(Aftermath):
    """A card in play has changed sides."""

    kind: Literal["card taken"] = "card taken"
    company: Seat
    by: Seat
    card: str

    def concerns(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.company,)


class Liquidated(Aftermath):
    """A company has sold an asset for part of its cost."""

    kind: Literal["liquidated"] = "liquidated"
    company: Seat
    card: str
    points: int


class StatusPut(Aftermath):
    """A company is under an effect for some turns."""

    kind: Literal["status put"] = "status put"
    company: Seat
    status: Literal["skip_income", "overhead_plus"]
    amount: int
    turns: int

    def concerns(self) -> Collection[Seat]:
        """Who suffers it."""
        return (self.company,)


class HandSeen(Aftermath):
    """What a company has seen in another's hand; told only to it."""

    kind: Literal["hand seen"] = "hand seen"
    reveals: ClassVar[bool] = True
    company: Seat
    by: Seat
    cards: list[str]


class HandLookedAt(Aftermath):
    """A company has looked at another's hand."""

    kind: Literal["hand looked at"] = "hand looked at"
    company: Seat
    by: Seat

    def concerns(self) -> Collection[Seat]:
        """Whose hand it is."""
        return (self.company,)


class CardsDiscarded(News):
    """Cards went from a hand to the discard pile."""

    kind: Literal["cards discarded"] = "cards discarded"
    reveals: ClassVar[bool] = True
    company: Seat
    cards: list[str]
    by: Seat | None = None
    """Who made it happen; None: the hand limit."""

    def concerns(self) -> Collection[Seat]:
        """Whose hand it was."""
        return (self.company,)

    def came_of_it(self) -> bool:
        """Unless the hand was too large."""
        return self.by is not None


class TakeoverImpossible(Aftermath):
    """A takeover cannot be carried out."""

    kind: Literal["takeover impossible"] = "takeover impossible"
    company: Seat
    target: Seat


class TakenOver(Aftermath):
    """A company has been taken over."""

    kind: Literal["taken over"] = "taken over"
    headline: ClassVar[bool] = True
    company: Seat
    by: Seat
    points: int

    def concerns(self) -> Collection[Seat]:
        """Who is out."""
        return (self.company,)


class CompanyRetained(Aftermath):
    """Team and assets of a company that was taken over go on under the raider."""

    kind: Literal["company retained"] = "company retained"
    company: Seat
    by: Seat
    cards: list[str]


class CompanyLaidOff(Aftermath):
    """The team of a company that was taken over is discarded and its assets are sold."""

    kind: Literal["company laid off"] = "company laid off"
    company: Seat
    by: Seat
    points: int


class Insolvent(Aftermath):
    """A company owes more than it has."""

    kind: Literal["insolvent"] = "insolvent"
    company: Seat
    debt: int | None
    """None: its account is hidden."""

    def concerns(self) -> Collection[Seat]:
        """Who is in debt."""
        return (self.company,)


class Solvent(Aftermath):
    """A company has fended off bankruptcy."""

    kind: Literal["solvent"] = "solvent"
    company: Seat


class Bankrupt(Aftermath):
    """A company cannot pay and is out."""

    kind: Literal["bankrupt"] = "bankrupt"
    headline: ClassVar[bool] = True
    company: Seat
    dance: bool = False

    def concerns(self) -> Collection[Seat]:
        """Who is out."""
        return (self.company,)


class AccountShown(News):
    """An audit: a company's account, or None when a card blocks it."""

    kind: Literal["account shown"] = "account shown"
    company: Seat
    by: Seat
    account: int | None


class TurnEnded(News):
    """A turn is over; the account is announced unless it is hidden."""

    kind: Literal["turn ended"] = "turn ended"
    company: Seat
    account: int | None


class Levied(News):
    """The crowded market takes its levy from everybody."""

    kind: Literal["levied"] = "levied"
    round: int
    points: int


class GameEnded(News):
    """The game is over."""

    kind: Literal["game ended"] = "game ended"
    verdict: ClassVar[bool] = True
    winners: list[Seat]
    why: Literal["last one standing", "round limit", "all at once"]
    worths: dict[Seat, int]
    """Of those who are left."""


class TradeOffered(News):
    """An offer to sell or to buy a card."""

    kind: Literal["trade offered"] = "trade offered"
    company: Seat
    partner: Seat
    selling: bool
    card: str | None
    """None: any card of the partner's hand."""
    points: int

    def concerns(self) -> Collection[Seat]:
        """The partner."""
        return (self.partner,)


class Traded(News):
    """A card was sold."""

    kind: Literal["traded"] = "traded"
    reveals: ClassVar[bool] = True
    seller: Seat
    buyer: Seat
    card: str
    points: int


class OfferRefused(News):
    """Somebody does not want a deal."""

    kind: Literal["offer refused"] = "offer refused"
    company: Seat
    partner: Seat

    def concerns(self) -> Collection[Seat]:
        """Who had offered."""
        return (self.company,)


class LoanOffered(News):
    """A loan is offered or asked for."""

    kind: Literal["loan offered"] = "loan offered"
    company: Seat
    lender: Seat
    borrower: Seat
    points: int
    back: int
    turns: int

    def concerns(self) -> Collection[Seat]:
        """The other side."""
        return [seat for seat in (self.lender, self.borrower) if seat != self.company]


class LoanMade(News):
    """A loan was paid out."""

    kind: Literal["loan made"] = "loan made"
    lender: Seat
    borrower: Seat
    points: int
    back: int
    turns: int


class LoanPaidBack(News):
    """A loan was paid back."""

    kind: Literal["loan paid back"] = "loan paid back"
    lender: Seat
    borrower: Seat
    points: int

    def concerns(self) -> Collection[Seat]:
        """Both sides."""
        return (self.lender, self.borrower)


class EmbargoProposed(News):
    """A company proposes an embargo."""

    kind: Literal["embargo proposed"] = "embargo proposed"
    company: Seat
    target: Seat


class EmbargoDecided(News):
    """How everybody voted on an embargo."""

    reveals: ClassVar[bool] = True

    kind: Literal["embargo decided"] = "embargo decided"
    target: Seat
    votes: dict[Seat, bool]
    passed: bool
    last_round: int

    def concerns(self) -> Collection[Seat]:
        """The target."""
        return (self.target,)


class StatementMade(News):
    """A company says where it stands, openly or to one other; it binds nobody."""

    kind: Literal["statement made"] = "statement made"
    company: Seat
    what: Stated
    about: Seat
    to: Seat | None

    def concerns(self) -> Collection[Seat]:
        """Whom it is about, or who hears it."""
        return (self.about,) if self.to is None else (self.to,)


AnyNews = Annotated[
    GameOpened
    | TeamsFormed
    | DecksBrought
    | Mulligan
    | HandDealt
    | RoundBegan
    | IncomeCollected
    | ExpensesPaid
    | Drew
    | DrewACard
    | HireAnnounced
    | PurchaseAnnounced
    | EspionageAnnounced
    | SavvyUsed
    | TakeoverAnnounced
    | CardEntered
    | PlayCancelled
    | TargetSafe
    | Redirected
    | PlayWithdrawn
    | PointsLost
    | PointsGained
    | PointsStolen
    | CardLeft
    | CardTaken
    | Liquidated
    | StatusPut
    | HandSeen
    | HandLookedAt
    | CardsDiscarded
    | TakeoverImpossible
    | TakenOver
    | CompanyRetained
    | CompanyLaidOff
    | Insolvent
    | Solvent
    | Bankrupt
    | AccountShown
    | TurnEnded
    | Levied
    | GameEnded
    | TradeOffered
    | Traded
    | OfferRefused
    | LoanOffered
    | LoanMade
    | LoanPaidBack
    | EmbargoProposed
    | EmbargoDecided
    | StatementMade
    | TableNews,
    Field(discriminator="kind"),
]
