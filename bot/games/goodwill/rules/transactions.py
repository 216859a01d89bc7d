"""2 - Transactions and steering, part I: Transactions.

For each company there are two transactions. In each, every player secretly assesses what a share is
worth. The highest assessment buys one share from the lowest, for the average of the two; nobody can
refuse. (Rulebook "I- Transactions" and "Special situations during the transactions".)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.records import Record, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, Open
from bot.engine.table import Step
from bot.games.goodwill.components import Company
from bot.games.goodwill.moves import Assess, TradeWith, Which
from bot.games.goodwill.news import CannotPay, NoTrade, PartnersWanted, PricesRevealed, ShareSold

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill

RULE = "2-I Transactions"
TRADE = (
    "The highest price buys a share from the owner who wrote the lowest, halfway between the two. "
    "If several wrote the same price, several trade. Nobody can refuse. "
)
HELP = f"{TRADE}If you expect the company to earn, write more than a share is worth now; if you expect a loss, less."
CASH_ONLY = (
    f"{TRADE}Shares count for nothing at the end: until then they pay dividends, and each is a vote. "
    "If you expect more dividends than now, write more; if you expect fewer, less."
)


class Transaction(Sealed, kind="transaction"):
    """At the same time and secretly, every player assesses a share of the company."""

    company: Open[Company]
    which: Open[Which]
    answers: EachOwn[dict[Seat, Assess]] = {}
    partners: EachOwn[dict[Seat, Seat]] = {}
    """With whom a seat would rather trade, where that was named with the price."""

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for a price; it may be more than the seat owns (GW-9)."""
        prices = table.legal_prices
        value = table.share_brings(self.company)
        shown = tuple(price for last in table.assessments[self.company][-1:] for price in last.values())
        return Number(
            prompt=f"{table.year}, {self.company}, {self.which} price: what is a share worth?",
            rule=RULE,
            help=assessing_help(table),
            about=(value,),
            move=Assess,
            field="price",
            low=prices.start,
            high=prices[-1],
            step=prices.step,
            unit="$",
            suggestions=suggested_prices(value, prices, table.box.chalkboard.step, shown),
            why_steps=explain_steps(prices),
        )

    def end(self, table: Goodwill) -> None:
        """Show all prices and find out who trades."""
        prices = {seat: self.answers[seat].price for seat in table.seats}
        table.assessments[self.company].append(prices)
        table.tell(PricesRevealed(year=table.year, company=self.company, which=self.which, prices=prices))

        cash = {seat: investor.cash for seat, investor in table.investors.items()}
        market = meet(prices, owners=table.owners(self.company), cash=cash)
        ignored = too_poor(prices, market, cash, table.owners(self.company))
        if ignored:
            table.tell(CannotPay(company=self.company, seats=ignored))
        if market is None:
            table.tell(NoTrade(company=self.company))
            return
        order = table.from_lead()
        table.next(
            Pairing(
                company=self.company,
                sellers=[seat for seat in order if seat in market.sellers],
                buyers=[seat for seat in order if seat in market.buyers],
                price=market.price,
                partners=self.partners,
            )
        )

    def get_default_move(self, table: Goodwill, seat: Seat) -> Assess:
        """Write the present value of a share."""
        return Assess(price=table.usual_price(self.company))

    def get_title(self, table: Goodwill) -> str:
        """Return which price is waited for."""
        return transaction_title(self.company, self.which)


def assessing_help(table: Goodwill) -> str:
    """Explain the effect of a price to a new player."""
    return CASH_ONLY if table.options.cash_only else HELP


def explain_steps(prices: range) -> str:
    """Return why a price must be even; empty: it need not be."""
    return "so that averages are whole dollars" if prices.step % 2 == 0 else ""


def transaction_title(company: Company, which: Which) -> str:
    """Return how one of the two transactions is called."""
    return f"{company}: {which} price"


def plain_price(value: int, prices: range) -> int:
    """Return the largest legal price that is not above the share's value."""
    return prices[max(0, min((value - prices.start) // prices.step, len(prices) - 1))]


SUGGESTED = 5
"""Prices with a button."""
MAX_STEPS_APART = 3
"""Steps between two prices with a button; those of an outlier have none."""


@lru_cache(1024)  # everybody is asked for the same prices
def suggested_prices(value: int, prices: range, apart: int, shown: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return up to five legal prices in even steps around what a share brings; the same for all, so they tell nothing.

    When prices were shown this year, they reach from the lowest of them to the highest, or further.
    """
    usual = plain_price(value, prices)
    if not shown:
        first = max(prices.start, min(usual - 2 * apart, prices[-1] - 4 * apart))
        return tuple(price for price in range(first, first + 5 * apart, apart) if price in prices)
    low, high = min(shown), max(shown)
    gaps = SUGGESTED - 1
    step = apart * max(1, min(MAX_STEPS_APART, -(-(high - low) // (gaps * apart))))
    first = max(low, min(usual - step * (gaps // 2), high - gaps * step))
    offered = [price for price in range(first, first + SUGGESTED * step, step) if price - high < step]
    offered = [price for price in offered if price in prices]
    while len(offered) < SUGGESTED:
        around = [price for price in (offered[0] - step, offered[-1] + step) if price in prices]
        if not around:
            break
        offered = sorted([*offered, min(around, key=lambda price: abs(price - usual))])
    return tuple(offered)


class Market(Record):
    """Who must sell, who must buy, and for how many dollars a share."""

    sellers: list[Seat]
    buyers: list[Seat]
    price: int


def meet(prices: Mapping[Seat, int], *, owners: Collection[Seat], cash: Mapping[Seat, int]) -> Market | None:
    """Return the sellers, the buyers and the price; None: no trade.

    A player without a share cannot sell and one without the money cannot buy: they are ignored, and
    the next price counts in their place, with an average of its own (GW-10). Trading needs a price
    above the lowest owner's, so a sole owner with the highest price trades with nobody (GW-11).
    """
    lowest = min((prices[seat] for seat in prices if seat in owners), default=None)
    if lowest is None:
        return None
    for highest in sorted(set(prices.values()), reverse=True):
        if highest <= lowest:
            return None
        price = average(highest, lowest)
        buyers = [seat for seat in prices if prices[seat] == highest and cash[seat] >= price]
        if buyers:
            sellers = [seat for seat in prices if prices[seat] == lowest and seat in owners]
            return Market(sellers=sellers, buyers=buyers, price=price)
    return None


def average(highest: int, lowest: int) -> int:
    """Return the price between the two; with odd prices half a dollar is rounded up (GW-8)."""
    return (highest + lowest + 1) // 2


def too_poor(
    prices: Mapping[Seat, int], market: Market | None, cash: Mapping[Seat, int], owners: Collection[Seat]
) -> list[Seat]:
    """Return who offered at least as much as those who buy, but cannot pay."""
    lowest = min((prices[seat] for seat in prices if seat in owners), default=None)
    if lowest is None:
        return []
    bought_at = prices[market.buyers[0]] if market else lowest + 1
    return [seat for seat, price in prices.items() if price >= bought_at and cash[seat] < average(price, lowest)]


class Pairing(Step, kind="pairing"):
    """The scarcer side chooses with whom it trades; a player can be chosen only once per transaction."""

    company: Open[Company]
    sellers: Open[list[Seat]]
    buyers: Open[list[Seat]]
    price: Open[int]
    partners: EachOwn[dict[Seat, Seat]] = {}
    """With whom a seat would rather trade, where that was named with the price."""

    def begin(self, table: Goodwill) -> None:
        """Trade at once where nobody has a choice."""
        self.trade_without_choice(table)
        if self.choosers():
            table.tell(PartnersWanted(company=self.company, sellers=self.sellers, buyers=self.buyers, price=self.price))

    def choosers(self) -> list[Seat]:
        """Return the scarcer side, in the order in which it picks: from the lead, clockwise (GW-12)."""
        return min(self.sellers, self.buyers, key=len)

    def candidates(self) -> list[Seat]:
        """Return who can still be picked."""
        return max(self.sellers, self.buyers, key=len)

    def list_asked_seats(self, table: Goodwill) -> Sequence[Seat]:
        """Ask one after the other."""
        return self.choosers()[:1]

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for one of the other side."""
        selling = seat in self.sellers
        buyer = f"Who gets your {self.company} share for ${self.price}?"
        return Choose(
            prompt=buyer if selling else f"Whose {self.company} share do you buy for ${self.price}?",
            rule=RULE,
            help="Several players wrote the same price, so you choose. Whom do you want to help or hurt?",
            options=tuple(Option(TradeWith(partner=other), mark(other)) for other in self.candidates()),
        )

    def answer(self, table: Goodwill, seat: Seat, move: TradeWith) -> None:
        """Trade with the partner that was picked."""
        self.pick(table, seat, move.partner)
        self.trade_without_choice(table)

    def get_default_move(self, table: Goodwill, seat: Seat) -> TradeWith:
        """Take the first possible partner clockwise from the chooser."""
        return TradeWith(partner=self._first(table, seat))

    def _first(self, table: Goodwill, seat: Seat) -> Seat:
        """Return the first possible partner clockwise from this seat."""
        return next(other for other in table.iterate_clockwise_from(seat) if other in self.candidates())

    def get_title(self, table: Goodwill) -> str:
        """Name the company whose trading partners are chosen."""
        return f"{self.company}: choice of trading partner"

    def trade_without_choice(self, table: Goodwill) -> None:
        """Trade while the sides are equal, or everything in modes without a choice of partner (GW-27, GW-37)."""
        if table.options.fast_mode in ("swift", "yearly sheet"):
            while len(self.sellers) != len(self.buyers) and self.choosers():
                chooser = self.choosers()[0]
                named = self.partners.get(chooser)
                possible = named is not None and named in self.candidates()
                self.pick(table, chooser, named if possible and named else self._first(table, chooser))
        if len(self.sellers) == len(self.buyers):
            for seller, buyer in zip(sorted(self.sellers), sorted(self.buyers), strict=True):
                self.trade(table, seller, buyer)

    def pick(self, table: Goodwill, chooser: Seat, partner: Seat) -> None:
        """Trade between these two; the chooser may be the buyer or the seller."""
        if chooser in self.sellers:
            self.trade(table, chooser, partner)
        else:
            self.trade(table, partner, chooser)

    def trade(self, table: Goodwill, seller: Seat, buyer: Seat) -> None:
        """Hand over one share and its price."""
        self.sellers.remove(seller)
        self.buyers.remove(buyer)
        table.investors[seller].shares[self.company] -= 1
        table.investors[seller].cash += self.price
        table.investors[buyer].shares[self.company] += 1
        table.investors[buyer].cash -= self.price
        table.tell(ShareSold(company=self.company, seller=seller, buyer=buyer, price=self.price))
