"""News: the public and private events of a game.

They carry the names and the cards they speak of, so they can be read without a box, even years later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar

from pydantic import Field

from bot.engine.records import Card, News, Seat
from bot.engine.table import TableNews
from bot.games.goodwill.components import AnyCondition, AnyEffect, Company, Resource
from bot.games.goodwill.moves import Which


class Retold(News):
    """What the review of the year tells again, with all that came of it."""

    def is_record_only(self) -> bool:
        """No log tells it twice."""
        return True


class GameOpened(News, kind="game opened"):
    """The boards are set up, with the bosses in charge and those available."""

    first: int
    last: int
    tokens: dict[Company, dict[Resource, int]]
    bosses: dict[Company, str]
    available: list[str]


class SharesDealt(News, kind="shares dealt"):
    """The shares each seat was dealt."""

    shares: dict[Seat, dict[Company, int]]
    cash: int


class ObjectivesDealt(News, kind="objectives dealt"):
    """The hidden objectives of one seat; told only to it."""

    reveals: ClassVar[bool] = True
    seat: Seat
    objectives: list[AnyCondition]


class YearBegan(News, kind="year began"):
    """A new year, with the slots each seat may look at."""

    year: int
    lead: Seat
    slots: dict[Seat, list[int]]


class InformationCard(Card):
    """A pair on the information board, as it reads."""

    slot: int
    name: str
    percentage: int
    left: AnyEffect
    right: AnyEffect


class InformationsSeen(News, kind="informations seen"):
    """The informations a seat may look at this year; told only to it."""

    reveals: ClassVar[bool] = True
    lasts: ClassVar[bool] = True
    year: int
    seat: Seat
    informations: list[InformationCard]


class LotOffered(News, kind="lot offered"):
    """A derivatives card comes up for auction."""

    reveals: ClassVar[bool] = True
    year: int
    lot: int
    lots: int
    condition: AnyCondition
    pays: int


class BidRaised(News, kind="bid raised"):
    """Somebody bids more in an open auction."""

    seat: Seat
    price: int
    card: str
    """The lot; it is recorded, not shown in the text."""


class LotPassed(News, kind="lot passed"):
    """A seat leaves an open auction."""

    seat: Seat
    card: str
    """The lot; it is recorded, not shown in the text."""


class LotSold(News, kind="lot sold"):
    """A derivatives card is sold; with sealed bids, these are shown."""

    reveals: ClassVar[bool] = True
    year: int
    condition: AnyCondition
    pays: int
    buyer: Seat
    price: int
    bids: dict[Seat, int] = {}

    def list_concerned_seats(self) -> Collection[Seat]:
        """The buyer."""
        return (self.buyer,)


class LotUnsold(News, kind="lot unsold"):
    """Nobody wanted the derivatives card; it goes under the pile."""

    reveals: ClassVar[bool] = True
    year: int
    condition: AnyCondition


class PricesRevealed(News, kind="prices revealed"):
    """All assessments of one transaction, shown together."""

    reveals: ClassVar[bool] = True
    year: int
    company: Company
    which: Which
    prices: dict[Seat, int]


class CannotPay(News, kind="cannot pay"):
    """Who offered most but lacks the cash; they are ignored."""

    company: Company
    seats: list[Seat]

    def list_concerned_seats(self) -> Collection[Seat]:
        """The seats that were ignored."""
        return self.seats

    def list_targets(self) -> Collection[Seat]:
        """The seats that were ignored."""
        return self.seats


class PartnersWanted(News, kind="partners wanted"):
    """The scarcer side must choose with whom it trades."""

    company: Company
    sellers: list[Seat]
    buyers: list[Seat]
    price: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """Those who may be chosen; the others are asked."""
        return max(self.sellers, self.buyers, key=len)


class ShareSold(News, kind="share sold"):
    """A share has changed hands."""

    company: Company
    seller: Seat
    buyer: Seat
    price: int

    def list_concerned_seats(self) -> Collection[Seat]:
        """The two partners."""
        return (self.seller, self.buyer)

    def list_targets(self) -> Collection[Seat]:
        """The two partners."""
        return (self.seller, self.buyer)


class NoTrade(News, kind="no trade"):
    """A transaction without a trade."""

    company: Company


class CandidatesNamed(News, kind="candidates named"):
    """Who nominated which boss, and the candidates in voting order; empty: the boss stays."""

    reveals: ClassVar[bool] = True
    year: int
    company: Company
    nominations: dict[Seat, str | None]
    candidates: list[str]
    in_charge: str | None = ""
    """The boss who stays in charge without candidates; None: nobody; empty: not recorded."""
    unasked: list[Seat] = []
    """The shareholders whose votes cannot change the result."""
    later_fields: ClassVar[frozenset[str]] = frozenset(("in_charge", "unasked"))


class CandidateVotes(Card):
    """Who said yes to a candidate, and with how many votes in all."""

    boss: str
    yes: list[Seat]
    votes: int


class VotesCounted(News, kind="votes counted"):
    """The ballots of all shareholders, shown together."""

    reveals: ClassVar[bool] = True
    year: int
    company: Company
    threshold: int
    shares: dict[Seat, int]
    results: list[CandidateVotes]
    unneeded: list[Seat] = []
    """The shareholders who did not vote, because it could not change the result any more."""
    later_fields: ClassVar[frozenset[str]] = frozenset(("unneeded",))

    def list_targets(self) -> Collection[Seat]:
        """Those who did not vote for the new boss, or for one who was not elected."""
        best = max(self.results, key=lambda result: result.votes, default=None)
        if best is not None and best.votes >= self.threshold:
            return [seat for seat in self.shares if seat not in best.yes]
        return sorted({seat for result in self.results for seat in result.yes})


class BossReplaced(News, kind="boss replaced"):
    """A company has a new boss."""

    reveals: ClassVar[bool] = True
    company: Company
    new: str
    old: str | None
    joins: str
    """The boss turned up from the pile, now available."""


class BossStays(News, kind="boss stays"):
    """No candidate reached the threshold."""

    company: Company
    boss: str | None


class InformationsRevealed(Retold, kind="informations revealed"):
    """All informations of the year: the lowest percentage is dropped, the others come true in order."""

    reveals: ClassVar[bool] = True
    year: int
    played: list[InformationCard]
    dropped: InformationCard


class PriceMoved(Retold, kind="price moved"):
    """The price of a resource has moved."""

    resource: Resource
    before: int
    after: int


class Funded(Retold, kind="funded"):
    """Companies received money for their tokens."""

    resource: Resource
    per_token: int
    received: dict[Company, int]


class Taxed(Retold, kind="taxed"):
    """Companies were billed for their tokens; those failing could not pay."""

    resource: Resource
    per_token: int
    bills: dict[Company, int]
    failing: list[Company]


class Swap(Card):
    """A token swapped along a boss's policy.

    Without resources: no line fitted. With the new one alone: the box had no token of it left.
    """

    company: Company
    boss: str
    old: Resource | None = None
    new: Resource | None = None


class Innovated(Retold, kind="innovated"):
    """What the bosses with this innovation mark did."""

    level: int
    swaps: list[Swap]


class Saving(Card):
    """A token saved; without resource: the company used nothing twice."""

    company: Company
    boss: str
    resource: Resource | None = None


class Yielded(Retold, kind="yielded"):
    """What the bosses with this yield mark did."""

    level: int
    savings: list[Saving]


class Advertised(Retold, kind="advertised"):
    """How market shares moved after an advertising event."""

    level: int
    concerned: list[Company]
    before: dict[Company, int]
    after: dict[Company, int]


class ScandalBroke(Retold, kind="scandal broke"):
    """A boss had to leave, and market shares moved."""

    company: Company
    boss: str | None
    before: dict[Company, int]
    after: dict[Company, int]
    """Both empty when the company was bankrupt already."""


class BossesMoved(Retold, kind="bosses moved"):
    """The bosses in charge after they moved on; None: an empty chair."""

    bosses: dict[Company, str | None]


class WentBankrupt(Retold, kind="went bankrupt"):
    """A company is bankrupt."""

    company: Company
    boss: str | None
    shares: dict[Seat, int]
    """The worthless shares, by who held them."""
    market_shares: dict[Company, int]
    """Of the companies that go on, afterwards."""

    def list_concerned_seats(self) -> Collection[Seat]:
        """Who held its shares."""
        return list(self.shares)

    def list_targets(self) -> Collection[Seat]:
        """Who held its shares."""
        return list(self.shares)


AnyChange = Annotated[
    PriceMoved | Funded | Taxed | Innovated | Yielded | Advertised | ScandalBroke | BossesMoved | WentBankrupt,
    Field(discriminator="kind"),
]
"""What an effect can do."""


class EventStory(Card):
    """An event that came true, and what it changed."""

    name: str
    percentage: int
    changes: list[AnyChange]


class IncomeStatement(Card):
    """The annual review of one company, in dollars."""

    company: Company
    market_share: int
    resources: int
    """What its tokens cost."""
    salary: int
    net_income: int
    per_share: int
    """The dividend of each share; 0 without dividends."""
    before: int
    """The capital before the review."""
    after: int
    fails: bool
    """Whether it could not pay its loss."""


class DividendsPaid(Retold, kind="dividends paid"):
    """A company paid its shareholders."""

    company: Company
    per_share: int
    paid: dict[Seat, int]

    def list_concerned_seats(self) -> Collection[Seat]:
        """The seats that were paid."""
        return list(self.paid)


class YearReviewed(News, kind="year reviewed"):
    """The year in one message: the events that came true, the annual review and where the companies stand."""

    headline: ClassVar[bool] = True
    lasts: ClassVar[bool] = True
    year: int
    stories: list[EventStory]
    dropped: str
    statements: list[IncomeStatement]
    dividends: list[DividendsPaid]
    bankrupt: list[WentBankrupt]
    """The bankruptcies of the review; those of events are in the stories."""
    share_values: dict[Company, int]
    market_shares: dict[Company, int]
    """Of the living companies."""
    earlier_values: dict[Company, int] = {}
    """The share values before this year; empty: not recorded, or shares count nothing."""
    bosses: dict[Company, str | None] = {}
    """The boss of each living company."""
    wealth: dict[Seat, int | None] = {}
    """The cash, with shares where they count, of each seat; None: hidden."""
    later_fields: ClassVar[frozenset[str]] = frozenset(("earlier_values", "bosses", "wealth"))

    def list_concerned_seats(self) -> Collection[Seat]:
        """Everybody, so that a player who returns first reads how the year has ended."""
        return list(self.wealth)


class FinalScore(Card):
    """What one seat has at the end."""

    seat: Seat
    place: int
    cash: int
    shares: dict[Company, int]
    shares_worth: int
    fulfilled: list[AnyCondition]
    missed: list[AnyCondition]
    derivatives_worth: int
    total: int


class GameScored(News, kind="game scored"):
    """The end: everybody's wealth, richest first."""

    reveals: ClassVar[bool] = True
    verdict: ClassVar[bool] = True
    year: int
    share_values: dict[Company, int]
    cash_only: bool
    scores: list[FinalScore]

    def list_concerned_seats(self) -> Collection[Seat]:
        """Everybody."""
        return [score.seat for score in self.scores]


AnyNews = Annotated[
    TableNews
    | GameOpened
    | SharesDealt
    | ObjectivesDealt
    | YearBegan
    | InformationsSeen
    | LotOffered
    | BidRaised
    | LotPassed
    | LotSold
    | LotUnsold
    | PricesRevealed
    | CannotPay
    | PartnersWanted
    | ShareSold
    | NoTrade
    | CandidatesNamed
    | VotesCounted
    | BossReplaced
    | BossStays
    | InformationsRevealed
    | PriceMoved
    | Funded
    | Taxed
    | Innovated
    | Yielded
    | Advertised
    | ScandalBroke
    | BossesMoved
    | WentBankrupt
    | DividendsPaid
    | YearReviewed
    | GameScored,
    Field(discriminator="kind"),
]
