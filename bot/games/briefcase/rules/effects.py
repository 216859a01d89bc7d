"""Company cards: their effects at each activation.

The Oil Refinery removes a card of the hand, the Shipping Company takes discarded resources, the Law Firm, the Media
Company and the Brokerage Firm take something from every opponent, clockwise. Only the active player decides; an
opponent may not turn anything into something else to dodge it. (Rulebook "Company Card Descriptions"; fine point 2.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Literal

from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.briefcase.components import (
    SOLD,
    CardsAs,
    Company,
    Deactivate,
    Decision,
    DrawAtStart,
    ExchangeAtStart,
    IgnoreABlock,
    LargerHand,
    OpponentsDiscard,
    PlayedCardOnTop,
    PointsPerBuyOwned,
    PointsPerBuyProduced,
    PointsPerCompany,
    ProductionOnTop,
    RemoveACard,
    Resource,
    ResourceAs,
    Storage,
    TakeDiscarded,
    TakeFromOpponents,
)
from bot.games.briefcase.moves import (
    DeactivateCompany,
    MakeDiscard,
    RemoveCard,
    TakeDiscardedResources,
    TakeFromOpponent,
)
from bot.games.briefcase.news import CardLost, CardRemoved, Deactivated, HandSeen, ResourceLost, TookDiscarded
from bot.games.briefcase.rules.game_end import count_points_by_deactivating
from bot.games.briefcase.rules.on_turn import OnTurn
from bot.games.briefcase.rules.out_of_turn import settle
from bot.games.briefcase.rules.vocabulary import amounts, in_order

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def at_each_activation(seat: Seat, card: Company, discarded_before: Mapping[Resource, int]) -> list[Step]:
    """Return what follows an activation of this company, after its production (BC-33)."""
    match card.ability:
        case RemoveACard():
            return [Removing(seat=seat, company=card.id)]
        case TakeDiscarded(most=most):
            return [Taking(seat=seat, company=card.id, available=dict(discarded_before), most=most)]
        case OpponentsDiscard() | TakeFromOpponents() | Deactivate():
            return [EachOpponent(seat=seat, company=card.id)]
        case None | DrawAtStart() | ExchangeAtStart() | ResourceAs() | CardsAs() | Storage() | LargerHand():
            return []
        case IgnoreABlock() | ProductionOnTop() | PlayedCardOnTop():
            return []
        case PointsPerCompany() | PointsPerBuyOwned() | PointsPerBuyProduced():
            return []


def describe_storage(table: Briefcase, seat: Seat, more: Sequence[Resource]) -> str:
    """Return what a seat stores after it has got these, and how much of that is too many."""
    over = sum(resource != "energy" for resource in more) - table.room(seat)
    too_many = f"; {over} too many to keep" if over > 0 else ""
    return f"Stored then: {amounts(Counter(table.everybody[seat].storage) + Counter(more))}{too_many}."


def _describe_loss(table: Briefcase, victim: Seat, card: Company) -> str:
    """Return what an opponent loses with a company."""
    points = f"{mark(victim)} loses {format_count(count_points_by_deactivating(table, victim, card.id), 'point')}."
    return points if card.ability is None else f"{points} {card.text}"


class Removing(OnTurn, kind="removing"):
    """One card still in the hand may be removed from the game."""

    company: Open[str]
    done: Open[bool] = False

    def must_decide(self, table: Briefcase) -> bool:
        """Ask once, if there is a card."""
        return not self.done and bool(table.everybody[self.seat].hand)

    def ask(self, table: Briefcase) -> Question:
        """Ask which card."""
        cards = in_order(set(table.everybody[self.seat].hand))
        return Choose(
            prompt=f"{table.card(self.company).name}: which hand card leaves the game?",
            rule=table.card(self.company).name,
            help="It leaves the game for good. Removing weak cards improves your deck.",
            options=(
                *(
                    Option(
                        RemoveCard(card=card), f"Remove 1 {card.capitalize()}", hint=self._describe_rest(table, card)
                    )
                    for card in cards
                ),
                Option(RemoveCard(card=None), "Remove no card"),
            ),
        )

    def _describe_rest(self, table: Briefcase, card: Decision) -> str:
        hand = Counter(table.everybody[self.seat].hand) - Counter([card])
        return f"For good; leaves {amounts(hand)} in hand."

    def decide(self, table: Briefcase, move: RemoveCard) -> None:
        """Remove it."""
        self.done = True
        if move.card is not None:
            table.leave_hand(self.seat, move.card)
            table.removed[move.card] = table.removed.get(move.card, 0) + 1
            table.tell(CardRemoved(seat=self.seat, company=table.card(self.company).name, card=move.card))

    def late(self, table: Briefcase) -> Move:
        """Remove none."""
        return RemoveCard(card=None)


class Taking(OnTurn, kind="taking"):
    """Some of the discarded resources may be taken, but not those just paid, counted by type (BC-29)."""

    company: Open[str]
    available: Open[dict[Resource, int]]
    most: Open[int]
    done: Open[bool] = False

    def must_decide(self, table: Briefcase) -> bool:
        """Ask once, if there is anything."""
        return not self.done and any(self.available.values())

    def ask(self, table: Briefcase) -> Question:
        """Ask which."""
        types = [name for name in SOLD if self.available.get(name)]
        baskets = [
            basket
            for size in range(self.most, 0, -1)
            for basket in combinations_with_replacement(types, size)
            if all(basket.count(name) <= self.available[name] for name in types)
        ]
        return Choose(
            prompt=f"{table.card(self.company).name}: which discarded resources do you take?",
            rule=table.card(self.company).name,
            help=f"Discarded, not counting what you just paid: {amounts(self.available)}. What is too much for your "
            "storage is thrown away at the end of your turn.",
            options=(
                *(
                    Option(
                        TakeDiscardedResources(resources=basket),
                        f"Take {amounts(basket)}",
                        hint=describe_storage(table, self.seat, basket),
                    )
                    for basket in baskets
                ),
                Option(TakeDiscardedResources(resources=()), "Take nothing"),
            ),
        )

    def decide(self, table: Briefcase, move: TakeDiscardedResources) -> None:
        """Take them."""
        self.done = True
        for name in move.resources:
            table.take_discarded(name)
            table.everybody[self.seat].store(name, 1)
        if move.resources:
            company = table.card(self.company).name
            table.tell(TookDiscarded(seat=self.seat, company=company, resources=list(move.resources)))

    def late(self, table: Briefcase) -> Move:
        """Take nothing."""
        return TakeDiscardedResources(resources=())


class EachOpponent(OnTurn, kind="each opponent"):
    """What the company does to every opponent, clockwise, one after the other."""

    company: Open[str]

    def must_decide(self, table: Briefcase) -> bool:
        """Nothing is decided here."""
        return False

    def begin(self, table: Briefcase) -> None:
        """Go round."""
        settle(table)  # payments that owners took are in their storage, whose limit depends on their companies
        ability = table.card(self.company).ability
        for victim in reversed(list(table.iterate_clockwise_from(self.seat))):
            match ability:
                case OpponentsDiscard(cards=cards):
                    table.next(LosingACard(seat=self.seat, company=self.company, victim=victim, among=list(cards)))
                case TakeFromOpponents(resource=resource):
                    table.next(Tapping(seat=self.seat, company=self.company, victim=victim, resource=resource))
                case Deactivate(level=level):
                    table.next(Deactivating(seat=self.seat, company=self.company, victim=victim, level=level))
                case _:
                    raise TypeError(f"{ability!r} does nothing to opponents")  # see `at_each_activation`


class LosingACard(OnTurn, kind="losing a card"):
    """The active player looks at an opponent's hand and, if there is a choice, says which card is discarded."""

    company: Open[str]
    victim: Open[Seat]
    among: Open[list[Decision]]
    done: Open[bool] = False

    def there(self, table: Briefcase) -> list[Decision]:
        """Return which of the cards the opponent holds."""
        return [card for card in self.among if card in table.everybody[self.victim].hand]

    def begin(self, table: Briefcase) -> None:
        """Look; without a choice it happens at once. That there is one tells everybody that both are there."""
        victim = table.everybody[self.victim]
        victim.known[self.seat] = list(victim.hand)
        cards = in_order(victim.hand)
        table.tell(HandSeen(seat=self.seat, victim=self.victim, cards=cards), to=[self.seat])
        there = self.there(table)
        if len(there) > 1:
            table.show(self.victim, there)
            return
        self.done = True
        victim.lacks = list(dict.fromkeys([*victim.lacks, *(card for card in self.among if card not in there)]))
        self.lose(table, there[0] if there else None)

    def must_decide(self, table: Briefcase) -> bool:
        """Ask if there is a choice."""
        return not self.done

    def ask(self, table: Briefcase) -> Question:
        """Ask which card."""
        victim = table.everybody[self.victim]
        return Choose(
            prompt=f"{table.card(self.company).name}: what must {mark(self.victim)} discard?",
            rule=table.card(self.company).name,
            help=f"{mark(self.victim)} holds {amounts(victim.hand)}.",
            options=tuple(
                Option(
                    MakeDiscard(card=card),
                    f"1 {card.capitalize()}",
                    hint=f"Leaves {mark(self.victim)} {amounts(Counter(victim.hand) - Counter([card]))}.",
                )
                for card in self.there(table)
            ),
        )

    def decide(self, table: Briefcase, move: MakeDiscard) -> None:
        """Let it be discarded."""
        self.done = True
        self.lose(table, move.card)

    def lose(self, table: Briefcase, card: Decision | None) -> None:
        """Discard a card of the opponent's hand."""
        if card is not None:
            table.leave_hand(self.victim, card)
            table.everybody[self.victim].discard.append(card)
        company = table.card(self.company).name
        table.tell(CardLost(seat=self.seat, victim=self.victim, company=company, card=card, among=self.among))

    def late(self, table: Briefcase) -> Move:
        """The first of them: a Buy."""
        return MakeDiscard(card=self.there(table)[0])


class Tapping(OnTurn, kind="tapping"):
    """A resource may be taken from an opponent that owns it; one that only stands for it does not count (BC-4)."""

    company: Open[str]
    victim: Open[Seat]
    resource: Open[Resource]
    done: Open[bool] = False

    def must_decide(self, table: Briefcase) -> bool:
        """Ask once, if the opponent has one."""
        return not self.done and table.everybody[self.victim].stored(self.resource) > 0

    def ask(self, table: Briefcase) -> Question:
        """Ask whether to take it."""
        name = self.resource.capitalize()
        return Choose(
            prompt=f"{table.card(self.company).name}: do you take 1 {name} from {mark(self.victim)}?",
            rule=table.card(self.company).name,
            help="You discard anything over your storage limit at the end of your turn.",
            options=(
                Option(
                    TakeFromOpponent(take=True),
                    f"Take 1 {name}",
                    hint=describe_storage(table, self.seat, [self.resource]),
                ),
                Option(TakeFromOpponent(take=False), "Take nothing"),
            ),
        )

    def decide(self, table: Briefcase, move: TakeFromOpponent) -> None:
        """Take it."""
        self.done = True
        if move.take:
            table.everybody[self.victim].store(self.resource, -1)
            table.everybody[self.seat].store(self.resource, 1)
            company = table.card(self.company).name
            table.tell(ResourceLost(seat=self.seat, victim=self.victim, company=company, resource=self.resource))

    def late(self, table: Briefcase) -> Move:
        """Take nothing."""
        return TakeFromOpponent(take=False)


class Deactivating(OnTurn, kind="deactivating"):
    """An opponent's activated company of the level may be deactivated, but none that lasts."""

    company: Open[str]
    victim: Open[Seat]
    level: Open[Literal[1, 2]]
    done: Open[bool] = False

    def targets(self, table: Briefcase) -> list[str]:
        """Return what can be deactivated."""
        activated = table.everybody[self.victim].activated
        return [c for c in activated if table.card(c).level == self.level and not table.card(c).lasting]

    def must_decide(self, table: Briefcase) -> bool:
        """Ask once, if there is a target."""
        return not self.done and bool(self.targets(table))

    def ask(self, table: Briefcase) -> Question:
        """Ask which company."""
        return Choose(
            prompt=f"{table.card(self.company).name}: which of {mark(self.victim)}'s companies do you deactivate?",
            rule=table.card(self.company).name,
            help="It neither scores nor does anything until its owner activates it again.",
            options=(
                *(
                    Option(
                        DeactivateCompany(company=target),
                        f"Deactivate {table.card(target).name}",
                        hint=_describe_loss(table, self.victim, table.card(target)),
                    )
                    for target in self.targets(table)
                ),
                Option(DeactivateCompany(company=None), "Deactivate nothing"),
            ),
        )

    def decide(self, table: Briefcase, move: DeactivateCompany) -> None:
        """Deactivate it; cards already drawn stay in the hand."""
        self.done = True
        if move.company is None:
            return
        points = count_points_by_deactivating(table, self.victim, move.company)
        table.turn_over(self.victim, move.company, activated=False)
        table.tell(
            Deactivated(
                seat=self.seat,
                victim=self.victim,
                company=table.card(self.company).name,
                target=table.card(move.company).name,
                points=points,
            )
        )

    def late(self, table: Briefcase) -> Move:
        """Deactivate nothing."""
        return DeactivateCompany(company=None)
