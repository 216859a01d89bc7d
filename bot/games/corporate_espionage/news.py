"""News: the public and private events of a game.

They carry the names and numbers they speak of, so they can be read without a box, even years later.
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

    def is_consequence(self) -> bool:
        """It did."""
        return True


class Standing(Card):
    """Where a company stands; None: hidden."""

    account: int | None
    worth: int | None


class GameOpened(News, kind="game opened"):
    """The companies open, with the first player and the agreed house rules."""

    first: Seat
    points: dict[Seat, int]
    agreed: list[str]


class TeamsFormed(News, kind="teams formed"):
    """Who belongs together; empty: nobody, although teams were agreed on."""

    sides: list[list[Seat]]
    shared: bool


class DecksBrought(News, kind="decks brought"):
    """Which deck each company plays with."""

    reveals: ClassVar[bool] = True
    decks: dict[Seat, str]


class Mulligan(News, kind="mulligan"):
    """An opening hand without an employee went back, perhaps more than once."""

    company: Seat
    times: int


class HandDealt(News, kind="hand dealt"):
    """The opening hand; told only to its owner."""

    reveals: ClassVar[bool] = True
    company: Seat
    cards: list[str]


class RoundBegan(News, kind="round began"):
    """A new round, and where everybody stands."""

    headline: ClassVar[bool] = True
    round: int
    standings: dict[Seat, Standing]
    begins: list[str] = []
    """Rules that take effect from this round on."""

    @property
    def makes_post(self) -> bool:
        """That it is the next round is no event."""
        return bool(self.begins)


class IncomeCollected(News, kind="income collected"):
    """A company has collected its income."""

    company: Seat
    income: int
    skipped: bool = False


class ExpensesPaid(News, kind="expenses paid"):
    """A company has paid its overhead."""

    company: Seat
    overhead: int


class Drew(News, kind="drew"):
    """What a company has drawn; told only to it."""

    reveals: ClassVar[bool] = True
    company: Seat
    cards: list[str]


class DrewACard(News, kind="drew a card"):
    """A company has drawn this number of cards; 0: its deck is empty."""

    company: Seat
    count: int

    def is_record_only(self) -> bool:
        """Every turn begins with that; that a deck is empty is news."""
        return self.count > 0


class HireAnnounced(News, kind="hire announced"):
    """A company is about to hire somebody."""

    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    cost: int


class PurchaseAnnounced(News, kind="purchase announced"):
    """A company is about to purchase an asset."""

    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    cost: int


class EspionageAnnounced(News, kind="espionage announced"):
    """A company uses espionage."""

    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    text: str
    cost: int
    targets: list[Seat]
    named: str | None = None

    def list_concerned_seats(self) -> Collection[Seat]:
        """The targets."""
        return self.targets

    def list_targets(self) -> Collection[Seat]:
        """The targets."""
        return self.targets


class SavvyUsed(News, kind="savvy used"):
    """A company uses a savvy card, perhaps to answer a play."""

    reveals: ClassVar[bool] = True
    company: Seat
    card: str
    text: str
    cost: int
    answers: str | None = None
    """The play it answers, e.g. "Lawsuit"."""
    of: Seat | None = None
    """Whose play that is."""

    def list_concerned_seats(self) -> Collection[Seat]:
        """Whose play is answered."""
        return () if self.of is None else (self.of,)

    def is_consequence(self) -> bool:
        """An answer did."""
        return self.of is not None

    def list_targets(self) -> Collection[Seat]:
        """Whose play is answered."""
        return () if self.of is None else (self.of,)


class TakeoverAnnounced(News, kind="takeover announced"):
    """A company is about to take another over."""

    company: Seat
    target: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        """The target."""
        return (self.target,)

    def list_targets(self) -> Collection[Seat]:
        """The target."""
        return (self.target,)


class CardEntered(News, kind="card entered"):
    """A hired or purchased card is in play now."""

    company: Seat
    card: str
    hired: bool


class PlayCancelled(Aftermath, kind="play cancelled"):
    """A play has no effect; what happens to its card and cost."""

    company: Seat
    card: str
    back_in_hand: bool = False
    refund: int = 0

    def list_concerned_seats(self) -> Collection[Seat]:
        """Whose play it was."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """Whose play it was."""
        return (self.company,)


class TargetSafe(Aftermath, kind="target safe"):
    """A target of a cancelled play is left alone; the others are not."""

    company: Seat
    card: str


class Redirected(Aftermath, kind="redirected"):
    """Espionage has got another target."""

    card: str
    old: Seat
    new: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        """The new target."""
        return (self.new,)

    def list_targets(self) -> Collection[Seat]:
        """The new target."""
        return (self.new,)


class PlayWithdrawn(Aftermath, kind="play withdrawn"):
    """A play comes to nothing, because a company or card it needs has left the game or is no longer a target."""

    company: Seat
    card: str


class PointsLost(Aftermath, kind="points lost"):
    """A company was made to lose points."""

    company: Seat
    points: int
    why: str
    halved: bool = False

    def list_concerned_seats(self) -> Collection[Seat]:
        """Who lost them."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """Who lost them."""
        return (self.company,)


class PointsGained(News, kind="points gained"):
    """A company has gained points."""

    company: Seat
    points: int
    why: str


class PointsStolen(Aftermath, kind="points stolen"):
    """Points went from one account into another."""

    company: Seat
    by: Seat
    points: int
    why: str

    def list_concerned_seats(self) -> Collection[Seat]:
        """Who lost them."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """Who lost them."""
        return (self.company,)


class CardLeft(News, kind="card left"):
    """A card in play was discarded."""

    company: Seat
    card: str
    why: Literal["fired", "fired by espionage", "destroyed", "too expensive", "contract over", "no place", "laid off"]

    def list_concerned_seats(self) -> Collection[Seat]:
        """Whose card it was."""
        return (self.company,)

    def is_consequence(self) -> bool:
        """Unless its own company fired it, or its time was over."""
        return self.why not in ("fired", "too expensive", "contract over")

    def list_targets(self) -> Collection[Seat]:
        """Whose card it was, if another did it."""
        return (self.company,) if self.is_consequence() else ()


class CardTaken(Aftermath, kind="card taken"):
    """A card in play has changed sides."""

    company: Seat
    by: Seat
    card: str

    def list_concerned_seats(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """Who lost it."""
        return (self.company,)


class Liquidated(Aftermath, kind="liquidated"):
    """A company has sold an asset for part of its cost."""

    company: Seat
    card: str
    points: int


class StatusPut(Aftermath, kind="status put"):
    """A company is under an effect for some turns."""

    company: Seat
    status: Literal["skip_income", "overhead_plus"]
    amount: int
    turns: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """Who suffers it."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """Who suffers it."""
        return (self.company,)


class HandSeen(Aftermath, kind="hand seen"):
    """What a company has seen in another's hand; told only to it."""

    reveals: ClassVar[bool] = True
    company: Seat
    by: Seat
    cards: list[str]


class HandLookedAt(Aftermath, kind="hand looked at"):
    """A company has looked at another's hand."""

    company: Seat
    by: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        """Whose hand it is."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """Whose hand it is."""
        return (self.company,)


class CardsDiscarded(News, kind="cards discarded"):
    """Cards went from a hand to the discard pile."""

    reveals: ClassVar[bool] = True
    company: Seat
    cards: list[str]
    by: Seat | None = None
    """Who made it happen; None: the hand limit."""

    def list_concerned_seats(self) -> Collection[Seat]:
        """Whose hand it was."""
        return (self.company,)

    def is_consequence(self) -> bool:
        """Unless the hand was too large."""
        return self.by is not None

    def list_targets(self) -> Collection[Seat]:
        """Whose hand it was, if another did it."""
        return () if self.by in (None, self.company) else (self.company,)


class TakeoverImpossible(Aftermath, kind="takeover impossible"):
    """A takeover cannot be carried out."""

    company: Seat
    target: Seat


class TakenOver(Aftermath, kind="taken over"):
    """A company has been taken over."""

    headline: ClassVar[bool] = True
    company: Seat
    by: Seat
    points: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """The company that is out."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """The company that is out."""
        return (self.company,)


class CompanyRetained(Aftermath, kind="company retained"):
    """Team and assets of a company that was taken over go on under the raider."""

    company: Seat
    by: Seat
    cards: list[str]


class CompanyLaidOff(Aftermath, kind="company laid off"):
    """The team of a company that was taken over is discarded and its assets are sold."""

    company: Seat
    by: Seat
    points: int


class Insolvent(Aftermath, kind="insolvent"):
    """A company owes more than it has."""

    company: Seat
    debt: int | None
    """None: its account is hidden."""

    def list_concerned_seats(self) -> Collection[Seat]:
        """The company in debt."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """The company in debt."""
        return (self.company,)


class Solvent(Aftermath, kind="solvent"):
    """A company has fended off bankruptcy."""

    company: Seat


class Bankrupt(Aftermath, kind="bankrupt"):
    """A company cannot pay and is out."""

    headline: ClassVar[bool] = True
    company: Seat
    dance: bool = False

    def list_concerned_seats(self) -> Collection[Seat]:
        """The company that is out."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """The company that is out."""
        return (self.company,)


class AccountShown(News, kind="account shown"):
    """An audit: a company's account, or None when a card blocks it."""

    company: Seat
    by: Seat
    account: int | None

    def list_targets(self) -> Collection[Seat]:
        """Whose account it is."""
        return () if self.by == self.company else (self.company,)


class TurnEnded(News, kind="turn ended"):
    """A turn is over; the account is announced unless it is hidden."""

    company: Seat
    account: int | None


class Levied(News, kind="levied"):
    """The crowded market takes its levy from everybody."""

    round: int
    points: int


class GameEnded(News, kind="game ended"):
    """The game is over."""

    verdict: ClassVar[bool] = True
    winners: list[Seat]
    why: Literal["last one standing", "round limit", "all at once"]
    worths: dict[Seat, int]
    """Of those who are left."""


class TradeOffered(News, kind="trade offered"):
    """An offer to sell or to buy a card."""

    company: Seat
    partner: Seat
    selling: bool
    card: str | None
    """None: any card of the partner's hand."""
    points: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """The partner."""
        return (self.partner,)

    def list_targets(self) -> Collection[Seat]:
        """The partner."""
        return (self.partner,)


class Traded(News, kind="traded"):
    """A card was sold."""

    reveals: ClassVar[bool] = True
    seller: Seat
    buyer: Seat
    card: str
    points: int


class OfferRefused(News, kind="offer refused"):
    """Somebody does not want a deal."""

    company: Seat
    partner: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        """Who had offered."""
        return (self.company,)

    def list_targets(self) -> Collection[Seat]:
        """Who had offered."""
        return (self.company,)


class LoanOffered(News, kind="loan offered"):
    """A loan is offered or asked for."""

    company: Seat
    lender: Seat
    borrower: Seat
    points: int
    back: int
    turns: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """The other side."""
        return [seat for seat in (self.lender, self.borrower) if seat != self.company]

    def list_targets(self) -> Collection[Seat]:
        """The other side."""
        return [seat for seat in (self.lender, self.borrower) if seat != self.company]


class LoanMade(News, kind="loan made"):
    """A loan was paid out."""

    lender: Seat
    borrower: Seat
    points: int
    back: int
    turns: int


class LoanPaidBack(News, kind="loan paid back"):
    """A loan was paid back."""

    lender: Seat
    borrower: Seat
    points: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """Both sides."""
        return (self.lender, self.borrower)


class EmbargoProposed(News, kind="embargo proposed"):
    """A company proposes an embargo."""

    company: Seat
    target: Seat

    def list_targets(self) -> Collection[Seat]:
        """The target."""
        return (self.target,)


class EmbargoDecided(News, kind="embargo decided"):
    """How everybody voted on an embargo."""

    reveals: ClassVar[bool] = True

    target: Seat
    votes: dict[Seat, bool]
    passed: bool
    last_round: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """The target."""
        return (self.target,)

    def list_targets(self) -> Collection[Seat]:
        """The target."""
        return (self.target,)


class StatementMade(News, kind="statement made"):
    """A company says where it stands, openly or to one other; it binds nobody."""

    company: Seat
    what: Stated
    about: Seat
    to: Seat | None

    def list_concerned_seats(self) -> Collection[Seat]:
        """Whom it is about, or who hears it."""
        return (self.about,) if self.to is None else (self.to,)

    def list_targets(self) -> Collection[Seat]:
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
