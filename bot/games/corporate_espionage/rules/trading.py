"""House rule: players can buy cards from each other.

On its own turn a company may offer to sell one card, or points for one: a card of a hand goes to a hand, an
asset in play to an inventory. Offers are made in the open; the partner accepts or refuses. What is sold
belongs to the buyer for good. (Rulebook "House Rules"; the details are ours, see CE-28.)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar, Literal

from bot.engine.pages import mark
from bot.engine.questions import Option, Question
from bot.engine.records import Move, Seat
from bot.engine.table import Step
from bot.games.corporate_espionage.moves import Accept, Back, NameCard, Points, Refuse, TradeAnyCard, TradeCard
from bot.games.corporate_espionage.news import OfferRefused, Traded, TradeOffered
from bot.games.corporate_espionage.rules.drafts import TURN, Draft, DraftChoice, DraftNumber
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.targets import different, permanent_label

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Permanent

RULE = "House Rules: players can buy cards from each other"


class TradeDraft(Draft):
    """The active company names a price, then a card; then it makes the offer."""

    kind: Literal["trade draft"] = "trade draft"
    partner: Seat
    selling: bool
    points: int | None = None
    card: str | None = None
    number: int | None = None
    chosen: bool = False

    def is_complete(self) -> bool:
        """Whether price and card are chosen."""
        return self.chosen

    def question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for the price, then for the card."""
        deal = "sell a card to" if self.selling else "buy a card from"
        if self.points is None:
            account = max(0, table.companies[self.by].account)
            return DraftNumber(
                prompt=f"For how many points do you want to {deal} {mark(self.partner)}?",
                rule=TURN,
                help="Next you choose the card, or go back. Your partner can only accept what can be paid at once.",
                move=Points,
                field="points",
                low=0,
                high=table.box.house_rules.highest_price if self.selling else account,
            )
        return DraftChoice(
            prompt=f"Which card do you want to {deal} {mark(self.partner)} for {self.points}?".replace("a card ", ""),
            rule=TURN,
            help="Your offer is made in the open: everybody will read which card it is about.",
            options=(*self.cards(table), Option(Back(), "Back", "Back", "No offer after all.")),
        )

    def cards(self, table: Espionage) -> list[Option]:
        """Return what can be traded."""
        seller = self.by if self.selling else self.partner
        company = table.companies[seller]
        options: list[Option] = []
        if self.selling:
            hand = dict.fromkeys(company.hand)
            options += [Option(TradeCard(card=c), f"{table.card(c).name} from the hand", "Hand") for c in hand]
        elif company.hand:
            options.append(Option(TradeAnyCard(), "A card of its hand, of its choice", "Hand"))
        for permanent in different(company.inventory):
            label = permanent_label(table, permanent, seller)
            options.append(Option(NameCard(number=permanent.number), f"{label} in play", "Assets"))
        return options

    def take(self, table: Espionage, move: Move) -> None:
        """Take the choice."""
        match move:
            case Points():
                self.points = move.points
            case TradeCard():
                self.card, self.chosen = move.card, True
            case TradeAnyCard():
                self.chosen = True
            case NameCard():
                self.number, self.chosen = move.number, True
            case Back():
                self.dropped = True
            case _:
                raise TypeError(f"nobody may {move!r} here")

    def make(self, table: Espionage) -> None:
        """Make the offer, for all to see."""
        if self.points is None:
            return
        table.companies[self.by].deals += 1
        offer = TradeOffer(
            by=self.by,
            partner=self.partner,
            selling=self.selling,
            card=self.card,
            number=self.number,
            points=self.points,
        )
        if self.card is not None:
            table.show_card(self.by, self.card)
        name = offer.name(table)
        table.tell(
            TradeOffered(company=self.by, partner=self.partner, selling=self.selling, card=name, points=self.points)
        )
        table.next(offer)


class TradeOffer(Step):
    """The partner accepts or refuses."""

    time_share: ClassVar[float] = 0.5

    kind: Literal["trade offer"] = "trade offer"
    by: Seat
    partner: Seat
    selling: bool
    card: str | None
    number: int | None
    points: int
    answered: bool = False

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

    def asked(self, table: Espionage) -> Collection[Seat]:
        """Ask the partner."""
        return () if self.answered else table.people(self.partner)

    def question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for a yes or no, or for the card to hand over."""
        name = self.name(table) or "a card of your hand, of your choice,"
        options = [Option(Refuse(), "Refuse")]
        if table.companies[self.buyer].account >= self.points:
            if self.card is None and self.number is None:
                hand = dict.fromkeys(table.companies[self.partner].hand)
                options += [Option(Accept(card=c), f"Hand over {table.card(c).name}") for c in hand]
            else:
                options.append(Option(Accept(), "Accept"))
        deal = f"sells you {name} for {self.points}" if self.selling else f"pays {self.points} for {name}"
        return DiscreetChoice(
            prompt=f"{mark(self.by)} {deal}. Do you agree?",
            rule=RULE,
            help="If you agree, card and points change hands at once, and the card is the buyer's for good.",
            options=tuple(options),
        )

    def answer(self, table: Espionage, seat: Seat, move: Accept | Refuse) -> None:
        """Trade, or not."""
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

    def default(self, table: Espionage, seat: Seat) -> Refuse:
        """Refuse."""
        return Refuse()

    def title(self, table: Espionage) -> str:
        """Return what is answered."""
        return f"{mark(self.by)}'s offer to {mark(self.partner)}"
