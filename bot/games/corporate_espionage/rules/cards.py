"""The 5 Card Types: cards that stay in play.

Employees, executives and assets are paid for and announced. After everybody could respond they join the
team or the inventory, where they stay. (Rulebook "The 5 Card Types", and "Hire", "Purchase" in "Play Your
Turn"; savvy stands in `someone_elses_turn`, espionage in `espionage`.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.engine.pages import mark
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.games.corporate_espionage.news import CardEntered, HireAnnounced, PlayCancelled, PurchaseAnnounced
from bot.games.corporate_espionage.rules.effects import Cancel
from bot.games.corporate_espionage.rules.someone_elses_turn import AnyPlay

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage


class Hiring(AnyPlay, kind="hiring"):
    """An employee or executive is paid, announced, and joins the team."""

    what: ClassVar[str] = "hire"

    card: Open[str]
    cost: Open[int] = 0

    def announce(self, table: Espionage) -> None:
        """Pay and show the card."""
        company = table.companies[self.by]
        self.cost = pay_for(table, self.by, self.card)
        company.hired += 1
        table.tell(HireAnnounced(company=self.by, card=self.name(table), cost=self.cost))

    def end(self, table: Espionage) -> None:
        """Join the team, or lie in the discard pile of a company that is out."""
        put_away(table, self.by, self.card, self.stopped)
        super().end(table)

    def take_effect(self, table: Espionage) -> None:
        """Join the team."""
        enter(table, self.by, self.card)
        table.tell(CardEntered(company=self.by, card=self.name(table), hired=True))
        table.settle()

    def cancelled(self, table: Espionage, op: Cancel, by: Seat) -> None:
        """Put the card where the answer says, and end hiring for this turn."""
        self.stopped = True
        table.companies[self.by].hiring_over = True
        give_back(table, self, self.card, self.cost, op)

    def words(self, table: Espionage) -> str:
        """Return who hires whom."""
        return f"{mark(self.by)} hires {self.name(table)}."


class Buying(AnyPlay, kind="buying"):
    """An asset is paid, announced, and joins the inventory."""

    what: ClassVar[str] = "purchase"

    card: Open[str]
    cost: Open[int] = 0

    def announce(self, table: Espionage) -> None:
        """Pay and show the card."""
        self.cost = pay_for(table, self.by, self.card)
        table.tell(PurchaseAnnounced(company=self.by, card=self.name(table), cost=self.cost))

    def end(self, table: Espionage) -> None:
        """Join the inventory, or lie in the discard pile of a company that is out."""
        put_away(table, self.by, self.card, self.stopped)
        super().end(table)

    def take_effect(self, table: Espionage) -> None:
        """Join the inventory."""
        enter(table, self.by, self.card)
        table.tell(CardEntered(company=self.by, card=self.name(table), hired=False))

    def cancelled(self, table: Espionage, op: Cancel, by: Seat) -> None:
        """The card goes where the answer says."""
        self.stopped = True
        give_back(table, self, self.card, self.cost, op)

    def words(self, table: Espionage) -> str:
        """Return who buys what."""
        return f"{mark(self.by)} purchases {self.name(table)}."


def pay_for(table: Espionage, company: Seat, card: str) -> int:
    """Pay a card and take it out of the hand; return what it cost."""
    cost = table.cost(company, card)
    table.companies[company].account -= cost
    table.leave_hand(company, card)
    return cost


def enter(table: Espionage, company: Seat, card: str) -> None:
    """Put an own card into play."""
    table.enter(company, card, owner=company, left=table.card(card).duration)


def put_away(table: Espionage, company: Seat, card: str, stopped: bool) -> None:
    """Discard the card of a company that left the game while it was announced."""
    if not stopped and not table.companies[company].alive:
        table.companies[company].discard.append(card)


def give_back(table: Espionage, play: AnyPlay, card: str, cost: int, op: Cancel) -> None:
    """Send the card of a cancelled play to the hand or the discard pile, with or without a refund."""
    company = table.companies[play.by]
    back = op.card_to == "hand" and company.alive
    if back:
        company.hand.append(card)
        table.show_card(play.by, card)
    else:
        company.discard.append(card)
    refund = cost if op.refund and company.alive else 0
    company.account += refund
    table.tell(PlayCancelled(company=play.by, card=play.name(table), back_in_hand=back, refund=refund))
