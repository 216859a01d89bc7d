"""Activate decision cards: companies and production.

One Activate and the activation cost activate an own company. The first time it is turned to its activated side, and
its ability works from then on; each time it produces decision cards from the bank into the own discard pile, or
Energy. A type that has run out is simply not received. (Rulebook "Activate a company"; fine point 4; Power Plant,
Biology Lab.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.games.briefcase.components import DECISIONS, Company, Decision
from bot.games.briefcase.moves import ActivateCompany, PlaceProduction, Spent
from bot.games.briefcase.news import Activated, ProductionOnTop
from bot.games.briefcase.rules.buying import play_cards
from bot.games.briefcase.rules.effects import at_each_activation
from bot.games.briefcase.rules.game_end import check_the_end, count_points_by_activating
from bot.games.briefcase.rules.on_turn import OnTurn
from bot.games.briefcase.rules.out_of_turn import settle
from bot.games.briefcase.rules.vocabulary import amounts, said_payment, said_uses

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def activate(table: Briefcase, seat: Seat, move: ActivateCompany) -> None:
    """Pay, turn it over, produce; then what it does at each activation."""
    card = table.card(move.company)
    if card.ability is not None and card.ability.kind == "take discarded":
        settle(table)  # what owners refuse is among the discarded resources before this is paid
    before = dict(table.resource_discard)
    play_cards(table, seat, move.cards)
    spend(table, seat, move.pay)
    first = not table.everybody[seat].is_activated(move.company)
    points = count_points_by_activating(table, seat, card)
    table.turn_over(seat, move.company, activated=True)
    produced, missing = produce(table, seat, card)
    table.this_turn.progress = True
    table.tell(
        Activated(
            seat=seat,
            company=card.name,
            first=first,
            cards=said_uses(move.cards, table.box),
            paid=said_payment(move.pay, table.box),
            produced=produced,
            energy=card.energy,
            missing=missing,
            points=points,
        )
    )
    steps = at_each_activation(seat, card, before)
    if produced and table.abilities(seat, "production on top"):
        table.next(PlacingProduction(seat=seat, company=move.company, cards=produced), *steps)
    else:
        table.next(*steps)
    check_the_end(table)


def spend(table: Briefcase, seat: Seat, pay: Sequence[Spent]) -> None:
    """Discard the resources that pay."""
    for spent in pay:
        table.everybody[seat].store(spent.resource, -1)
        table.throw(spent.resource)
        if spent.via is not None and table.box.resource_as[spent.via].scarce:
            table.this_turn.used.append(spent.via)


def produce(table: Briefcase, seat: Seat, card: Company) -> tuple[list[Decision], list[Decision]]:
    """Take what the company produces; return what the bank gave, and what it could not give (BC-12)."""
    player = table.everybody[seat]
    produced: list[Decision] = []
    missing: list[Decision] = []
    for decision in DECISIONS:
        for _ in range(card.production.get(decision, 0)):
            if table.bank[decision]:
                table.bank[decision] -= 1
                player.discard.append(decision)
                produced.append(decision)
            else:
                missing.append(decision)
    if card.energy:
        player.store("energy", card.energy)
    return produced, missing


LATER = "You draw it after your deck is used up and the discard pile is shuffled."


class PlacingProduction(OnTurn, kind="placing production"):
    """The production of an activation may go on top of the own deck, in an order of choice."""

    company: Open[str]
    cards: Open[list[Decision]]
    done: Open[bool] = False

    def must_decide(self, table: Briefcase) -> bool:
        """Ask once."""
        return not self.done

    def ask(self, table: Briefcase) -> Question:
        """Ask for the place of the production, which all goes to one place (BC-24)."""
        orders = sorted(set(permutations(self.cards)), key=lambda order: [DECISIONS.index(card) for card in order])
        on_top = (
            Option(
                PlaceProduction(cards=order[::-1]),
                f"On top of the deck: {_then(order)}",
                hint="You draw it next, in this order." if len(order) > 1 else "You draw it next.",
                short=f"On top: {', '.join(card.capitalize() for card in order)}" if len(order) > 1 else "",
            )
            for order in orders
        )
        go = "do they go" if len(self.cards) > 1 else "does it go"
        return Choose(
            prompt=f"{table.card(self.company).name} gives you {amounts(self.cards)}: where {go}?",
            rule=lab_of(table, self.seat),
            help="On top of your deck, you draw it at the end of this turn, the first named card first. Everybody "
            "sees what you put there.",
            options=(*on_top, Option(PlaceProduction(cards=()), "On the discard pile", hint=LATER)),
        )

    def decide(self, table: Briefcase, move: PlaceProduction) -> None:
        """Put it there."""
        self.done = True
        if not move.cards:
            return
        player = table.everybody[self.seat]
        for card, count in Counter(move.cards).items():
            for _ in range(count):
                player.discard.remove(card)
        player.deck += move.cards
        player.open_top += len(move.cards)
        table.tell(ProductionOnTop(seat=self.seat, company=lab_of(table, self.seat), cards=list(move.cards)))

    def late(self, table: Briefcase) -> Move:
        """Leave it on the discard pile, where it goes without an ability."""
        return PlaceProduction(cards=())


def lab_of(table: Briefcase, seat: Seat) -> str:
    """Return the name of the seat's company that puts production on top."""
    company, _ = table.abilities(seat, "production on top")[0]
    return table.card(company).name


def _then(order: Sequence[Decision]) -> str:
    return ", then ".join(card.capitalize() for card in order)
