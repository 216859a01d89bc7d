"""Alternatives modes: Derivatives, by auction.

A derivatives card pays its owner at the end if the capitals of the companies are as it says. Each year,
after the informations, as many cards as there are players minus one are auctioned one by one. An
unwanted card goes under the pile, and its auction still counts. (Rulebook "Derivatives", "AUCTION".
Hidden objectives are dealt in `setup`.)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.records import Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, Open, OpenByChance
from bot.engine.table import Step
from bot.games.goodwill.moves import Bid, PassLot, Raise
from bot.games.goodwill.news import BidRaised, LotOffered, LotPassed, LotSold, LotUnsold

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill

RULE = "Alternatives modes: Derivatives"
HELP = "The card pays its owner at the end of the game if its condition is true then. The price goes to the bank."


class DerivativesAuctions(Step, kind="derivatives auctions"):
    """Auction as many derivatives cards as there are players minus one, one after the other."""

    def begin(self, table: Goodwill) -> None:
        """Line the lots up."""
        if table.options.derivatives != "auction":
            return
        lots = table.box.players[table.players].auctions
        for lot in range(lots, 0, -1):
            table.next(
                SealedLot(lot=lot, lots=lots) if table.options.auction == "sealed" else OpenLot(lot=lot, lots=lots)
            )


def offer(table: Goodwill, lot: int, lots: int) -> str | None:
    """Turn the top derivatives card up for auction and return its id; None: the pile is empty."""
    if not table.derivative_pile.cards:
        return None
    card = table.derivative_pile.take()
    derivative = table.box.derivative[card]
    table.tell(LotOffered(year=table.year, lot=lot, lots=lots, condition=derivative.condition, pays=derivative.pays))
    return card


def hammer(table: Goodwill, card: str, sale: tuple[Seat, int] | None, bids: Mapping[Seat, int]) -> None:
    """Give the card to its buyer for this price, which goes to the bank, or put it under the pile."""
    derivative = table.box.derivative[card]
    if sale is None:
        table.derivative_pile.put_under(card)
        table.tell(LotUnsold(year=table.year, condition=derivative.condition))
        return
    buyer, price = sale
    table.investors[buyer].cash -= price
    table.investors[buyer].derivatives.append(card)
    table.bank += price
    table.tell(
        LotSold(
            year=table.year,
            condition=derivative.condition,
            pays=derivative.pays,
            buyer=buyer,
            price=price,
            bids=dict(bids),
        )
    )


class SealedLot(Sealed, kind="sealed lot"):
    """Everybody secretly names the most they would pay; the winner pays one dollar more than the second (GW-29)."""

    lot: Open[int]
    lots: Open[int]
    card: OpenByChance[str | None] = None
    answers: EachOwn[dict[Seat, Bid]] = {}

    def begin(self, table: Goodwill) -> None:
        """Turn the card up."""
        self.card = offer(table, self.lot, self.lots)

    def list_participants(self, table: Goodwill) -> Collection[Seat]:
        """Return who can pay anything at all."""
        if self.card is None:
            return ()
        return [seat for seat, investor in table.investors.items() if investor.cash >= table.box.auction.lowest_bid]

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for the highest price."""
        return Number(
            prompt=f"{table.year}: your highest bid{on_lot(table, self.card)}?",
            rule=RULE,
            help=(
                "The highest bid wins and pays one dollar more than the second, never more than its own. With $0 you "
                f"pass. {HELP}"
            ),
            move=Bid,
            field="price",
            low=0,
            high=table.investors[seat].cash,
            unit="$",
            suggestions=tuple(price for price in (0, 2, 4, 6, 8) if price <= table.investors[seat].cash),
        )

    def end(self, table: Goodwill) -> None:
        """Close the lot."""
        if self.card is not None:
            bids = {seat: bid.price for seat, bid in self.answers.items()}
            sale = sealed_sale(bids, table.from_lead(), table.box.auction.lowest_bid)
            hammer(table, self.card, sale, bids)

    def get_default_move(self, table: Goodwill, seat: Seat) -> Bid:
        """Pass."""
        return Bid(price=0)

    def get_title(self, table: Goodwill) -> str:
        """Return which card is sold."""
        return lot_title(table, self.lot, self.lots, self.card)


def lot_title(table: Goodwill, lot: int, lots: int, card: str | None) -> str:
    """Return how a lot is called, among as many as there will be if each of them is sold."""
    condition = f": {table.box.derivative[card].condition.words()}" if card else ""
    return f"Auction {lot} of {min(lots, lot + len(table.derivative_pile.cards))}{condition}"


def on_lot(table: Goodwill, card: str | None) -> str:
    """Return " on" with the condition of the card for sale, for a heading."""
    return f" on “{table.box.derivative[card].condition.words()}”" if card else ""


def noted_title(table: Goodwill, lot: int, lots: int, card: str | None) -> str:
    """Return how logs have always noted a lot; games that are over verify only as long as it stays so."""
    condition = f": {table.box.derivative[card].condition.noted()}" if card else ""
    return f"Auction {lot} of {lots}{condition}"


def sealed_sale(bids: Mapping[Seat, int], order: Sequence[Seat], lowest_bid: int) -> tuple[Seat, int] | None:
    """Return the buyer and the price of a sealed auction; None: nobody bids.

    The highest bid wins; of equal ones, the first in `order`. The price is one dollar more than the
    second highest bid, never more than the winner's own and never less than `lowest_bid`.
    """
    best = max(bids.values(), default=0)
    if best < lowest_bid:
        return None
    winner = next(seat for seat in order if bids.get(seat) == best)
    second = max((bid for seat, bid in bids.items() if seat != winner), default=0)
    return winner, min(best, max(lowest_bid, second + 1))


class OpenLot(Step, kind="open lot"):
    """Clockwise from the lead everybody raises or is out, until one is left (GW-30)."""

    lot: Open[int]
    lots: Open[int]
    card: OpenByChance[str | None] = None
    price: Open[int] = 0
    holder: Open[Seat | None] = None
    bidders: Open[list[Seat]] = []
    """Still in; the first of them is asked next."""

    def begin(self, table: Goodwill) -> None:
        """Turn the card up."""
        self.card = offer(table, self.lot, self.lots)
        if self.card is not None:
            self.bidders = table.from_lead()
            self.leave_out_who_cannot_pay(table)

    def lowest_raise(self, table: Goodwill) -> int:
        """Return the least that must be bid now."""
        return max(self.price + 1, table.box.auction.lowest_bid)

    def leave_out_who_cannot_pay(self, table: Goodwill) -> None:
        """Pass for everybody who could do nothing else."""
        least = self.lowest_raise(table)
        for seat in [seat for seat in self.bidders if table.investors[seat].cash < least and seat != self.holder]:
            self.bidders.remove(seat)
            self.tell_passed(table, seat)

    def tell_passed(self, table: Goodwill, seat: Seat) -> None:
        """Tell that the seat is out."""
        table.tell(LotPassed(seat=seat, card=noted_title(table, self.lot, self.lots, self.card)))

    def list_asked_seats(self, table: Goodwill) -> Sequence[Seat]:
        """Ask the next of those still in, unless the highest bid is already theirs."""
        return [seat for seat in self.bidders[:1] if seat != self.holder]

    def build_question(self, table: Goodwill, seat: Seat) -> Question:
        """Ask for a raise or a pass; one raise is bounded, so that it fits into a menu."""
        least = self.lowest_raise(table)
        most = min(table.investors[seat].cash, self.price + table.box.auction.highest_raise)
        raises = tuple(Option(Raise(price=price), f"Bid ${price}") for price in range(least, max(least, most) + 1))
        return Choose(
            prompt=f"{table.year}: do you bid{on_lot(table, self.card)}?",
            rule=RULE,
            help=f"{HELP} A pass is final for this card.",
            options=(*raises, Option(PassLot(), "Pass")),
        )

    def answer(self, table: Goodwill, seat: Seat, move: Raise | PassLot) -> None:
        """Take the bid, or let the seat go."""
        self.bidders.remove(seat)
        if isinstance(move, PassLot):
            self.tell_passed(table, seat)
            return
        self.bidders.append(seat)
        self.holder, self.price = seat, move.price
        table.tell(BidRaised(seat=seat, price=move.price, card=noted_title(table, self.lot, self.lots, self.card)))
        self.leave_out_who_cannot_pay(table)

    def end(self, table: Goodwill) -> None:
        """Close the lot."""
        if self.card is not None:
            hammer(table, self.card, None if self.holder is None else (self.holder, self.price), {})

    def get_default_move(self, table: Goodwill, seat: Seat) -> PassLot:
        """Pass."""
        return PassLot()

    def get_title(self, table: Goodwill) -> str:
        """Return the card for sale and the highest bid."""
        bid = f", highest bid ${self.price}" if self.holder else ""
        return lot_title(table, self.lot, self.lots, self.card) + bid
