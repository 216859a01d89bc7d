"""House rule: players can buy cards from each other.

On its own turn a company may offer to sell one card, or points for one: a card of a hand goes to a hand, an
asset in play to an inventory. Offers are made in the open; the partner accepts or refuses. What is sold
belongs to the buyer for good. (Rulebook "House Rules"; the details are ours, see CE-28.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from bot.engine.multi_step import Stage
from bot.engine.pages import mark
from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.corporate_espionage.moves import (
    Accept,
    NameCard,
    Points,
    Refuse,
    Trade,
    TradeAnyCard,
    TradeCard,
    UseSavvy,
)
from bot.games.corporate_espionage.news import OfferRefused, PlayWithdrawn, Traded, TradeOffered
from bot.games.corporate_espionage.rules.in_words import what_it_brings
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.someone_elses_turn import Savvy, savvy_meanwhile
from bot.games.corporate_espionage.rules.targets import different, permanent_label

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Permanent

RULE = "House Rules: players can buy cards from each other"


def trade_so_far(table: Espionage, by: Seat, parts: Sequence[Move]) -> Stage:
    """Ask for the price, then for the card."""
    trade, *rest = parts
    if not isinstance(trade, Trade):
        raise TypeError(f"no trade begins with {trade!r}")
    deal = "What price do you ask" if trade.selling else "What do you offer"
    price = next((part.points for part in rest if isinstance(part, Points)), None)
    if price is None:
        account = max(0, table.companies[by].account)
        return Stage(
            Number(
                prompt=f"{deal} {mark(trade.partner)} for a card?",
                rule=RULE,
                help="The buyer must be able to pay it at once.",
                move=Points,
                field="points",
                noun="point",
                low=0,
                high=table.box.house_rules.highest_price if trade.selling else account,
            ),
            complete=False,
        )
    if len(rest) > 1:
        return Stage(None)
    which = "sell" if trade.selling else "buy from"
    question = Choose(
        prompt=f"Which card do you {which} {mark(trade.partner)} for {format_count(price, 'point')}?",
        rule=RULE,
        help="Everybody sees your offer, and which card it is about.",
        options=tuple(_cards(table, by, trade)),
    )
    return Stage(question if question.options else None, complete=False)


def can_trade(table: Espionage, by: Seat, trade: Trade) -> bool:
    """Whether there is anything to trade."""
    return any(True for _ in _cards(table, by, trade))


def offer_trade(table: Espionage, by: Seat, parts: Sequence[Move]) -> None:
    """Make the offer, for all to see."""
    trade, price, card = parts
    if not isinstance(trade, Trade) or not isinstance(price, Points):
        raise TypeError(f"{parts!r} are no trade")
    table.companies[by].deals += 1
    offer = TradeOffer(
        by=by,
        partner=trade.partner,
        selling=trade.selling,
        card=card.card if isinstance(card, TradeCard) else None,
        number=card.number if isinstance(card, NameCard) else None,
        points=price.points,
    )
    if offer.card is not None:
        table.show_card(by, offer.card)
    name = offer.name(table)
    table.tell(TradeOffered(company=by, partner=trade.partner, selling=trade.selling, card=name, points=price.points))
    table.next(offer)


def _cards(table: Espionage, by: Seat, trade: Trade) -> Iterator[Option]:
    seller = by if trade.selling else trade.partner
    company = table.companies[seller]
    if trade.selling:
        for card in dict.fromkeys(company.hand):
            yield Option(TradeCard(card=card), f"{table.card(card).name} from your hand", "Hand")
    elif company.hand:
        yield Option(TradeAnyCard(), "Any card from their hand", "Hand", "They choose which.")
    for permanent in different(company.inventory):
        label = permanent_label(table, permanent, seller)
        yield Option(NameCard(number=permanent.number), f"{label} in play", "Assets")


class TradeOffer(Step, kind="trade offer"):
    """The partner accepts or refuses."""

    time_share: ClassVar[float] = 0.5

    by: Open[Seat]
    partner: Open[Seat]
    selling: Open[bool]
    card: Open[str | None]
    number: Open[int | None]
    points: Open[int]
    answered: Open[bool] = False

    @property
    def seller(self) -> Seat:
        """Who hands over the card."""
        return self.by if self.selling else self.partner

    @property
    def buyer(self) -> Seat:
        """Who pays."""
        return self.partner if self.selling else self.by

    def asset(self, table: Espionage) -> Permanent | None:
        """Return the card in play that is offered."""
        return None if self.number is None else table.permanent(self.seller, self.number)

    def name(self, table: Espionage) -> str | None:
        """Return the name of the card; None: any card of the partner's hand."""
        asset = self.asset(table)
        card = asset.card if asset is not None else self.card
        return None if card is None else table.card(card).name

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask the partner, unless the offered card was used meanwhile."""
        return () if self.answered or self.is_void(table) else table.people(self.partner)

    def is_void(self, table: Espionage) -> bool:
        """Whether the seller no longer has the offered card."""
        if self.number is not None:
            return self.asset(table) is None
        return self.card is not None and self.card not in table.companies[self.seller].hand

    def end(self, table: Espionage) -> None:
        """Announce the withdrawal of an offer that became void before its answer."""
        if not self.answered:
            table.tell(PlayWithdrawn(company=self.by, card="The offer"))

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for a yes or no, or for the card to hand over."""
        options = [Option(Refuse(), "Refuse")]
        if table.companies[self.buyer].account >= self.points:
            if self.card is None and self.number is None:
                hand = dict.fromkeys(table.companies[self.partner].hand)
                options += [
                    Option(Accept(card=c), f"Hand over {table.card(c).name}", hint=what_it_brings(table.card(c)))
                    for c in hand
                ]
            else:
                left = table.companies[self.partner].account + (-self.points if self.selling else self.points)
                options.append(Option(Accept(), "Accept", hint=f"You then have {format_count(left, 'point')}."))
        name, points = self.name(table), format_count(self.points, "point")
        deal = f"offers you {name} for {points}" if self.selling else f"offers {points} for {name or 'a card of yours'}"
        return DiscreetChoice(
            prompt=f"{mark(self.by)} {deal}. Agree?",
            rule=RULE,
            help="If you agree, the card and the points change hands at once, for good.",
            about=(table.companies[self.partner].account,),
            options=(*options, *savvy_meanwhile(table, self.partner)),
        )

    def answer(self, table: Espionage, seat: Seat, move: Accept | Refuse | UseSavvy) -> None:
        """Trade, or not."""
        if isinstance(move, UseSavvy):
            table.next(Savvy(number=table.number(), by=self.partner, card=move.card, mode=move.mode))
            return
        self.answered = True
        if isinstance(move, Refuse):
            table.tell(OfferRefused(company=self.by, partner=self.partner))
            return
        asset = self.asset(table)
        card = asset.card if asset is not None else move.card or self.card or ""
        if asset is not None:
            table.sell_asset(asset, self.seller, self.buyer)
        else:
            table.sell_card(card, self.seller, self.buyer)
        table.companies[self.buyer].account -= self.points
        table.companies[self.seller].account += self.points
        name = table.card(card).name
        table.tell(Traded(seller=self.seller, buyer=self.buyer, card=name, points=self.points))
        table.settle()

    def get_default_move(self, table: Espionage, seat: Seat) -> Refuse:
        """Refuse."""
        return Refuse()

    def get_title(self, table: Espionage) -> str:
        """Name the two companies of the offer."""
        return f"{mark(self.by)}'s offer to {mark(self.partner)}"
