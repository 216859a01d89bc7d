"""The appeal track: bonuses on the way, and the order in which companies operate.

Each bonus space that is reached or passed gives its bonus at once, in order; the company may take $25 in its place, and
has to where the bonus cannot be carried out. A company that moves onto an occupied space goes ahead of those there, a
new one behind them. Steps beyond the end are lost. (Rules 8.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Move
from bot.engine.secrecy import Open
from bot.games.big_shoulders.components import Bonus, CityBox
from bot.games.big_shoulders.moves import AutomateSpot, PlaceWorker, TakeBonus
from bot.games.big_shoulders.news import AppealMoved, BonusDeclined, TokenTaken
from bot.games.big_shoulders.rules.automation import automate, ways_to_automate
from bot.games.big_shoulders.rules.charter import (
    good_price,
    has_room_for_salesperson,
    hire_salespeople,
    open_spots,
    place_worker,
    with_room,
)
from bot.games.big_shoulders.rules.partners import gain_partner
from bot.games.big_shoulders.rules.stock_track import move_price, moved
from bot.games.big_shoulders.rules.turns import Detail
from bot.games.big_shoulders.rules.vocabulary import worker_said

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

BRINGS: Mapping[Bonus, str] = {
    "worker": "a worker",
    "salesperson": "a salesperson",
    "automation": "a machine",
    "partner": "a partner",
    "goods token": "a goods token",
    "price step": "a price step",
}


SECOND_IS_PAID = 2
"""The edition from which on the partner is replaced by money if a further company of the seat reaches the bonus."""


def enter(table: City, company: str) -> None:
    """Put the marker of a new company on its starting space, behind those there."""
    appeal = table.companies[company].appeal
    behind = [other for other in table.appeal_order if table.companies[other].appeal < appeal]
    at = table.appeal_order.index(behind[0]) if behind else len(table.appeal_order)
    table.appeal_order.insert(at, company)


def advance(table: City, company: str, steps: int) -> list[AppealBonus]:
    """Move a company forward, ahead of those on its new space; return the bonuses it has reached."""
    firm = table.companies[company]
    before, firm.appeal = firm.appeal, min(table.box.appeal.most, firm.appeal + steps)
    if firm.appeal == before:
        return []  # and it keeps its place in the order (CB-12)
    table.appeal_order.remove(company)
    behind = [other for other in table.appeal_order if table.companies[other].appeal <= firm.appeal]
    at = table.appeal_order.index(behind[0]) if behind else len(table.appeal_order)
    table.appeal_order.insert(at, company)
    table.tell(AppealMoved(company=table.name(company), before=before, after=firm.appeal))
    seat, on_the_way = table.director(company), range(before + 1, firm.appeal + 1)
    reached = [table.box.appeal.bonuses[at] for at in on_the_way if at in table.box.appeal.bonuses]
    return [AppealBonus(seat=seat, company=company, bonus=bonus) for bonus in reached]


def find_next_bonus(box: CityBox, appeal: int) -> tuple[int, str] | None:
    """Return the next space with a bonus beyond this one, and what it brings; None if there is none."""
    ahead = [at for at in sorted(box.appeal.bonuses) if at > appeal]
    return (ahead[0], BRINGS[box.appeal.bonuses[ahead[0]]]) if ahead else None


class AppealBonus(Detail, kind="appeal bonus"):
    """A bonus of the appeal track, or money instead."""

    bonus: Open[Bonus]

    def prompt(self, table: City) -> str:
        """Ask which it is."""
        return f"{table.name(self.company)}'s appeal brings {BRINGS[self.bonus]}. Do you take it?"

    def list_options(self, table: City) -> Sequence[Option]:
        """Return how it can be taken, and that it need not be."""
        had = self.bonus == "partner" and "appeal" in table.everybody[self.seat].gained
        return () if had and table.box.edition < SECOND_IS_PAID else [*self.ways(table), self.money(table)]

    def money(self, table: City) -> Option:
        """Return what it is not to take it."""
        amount = table.box.terms.decline
        declined: Move = TakeBonus(take=False)
        match self.bonus:
            case "worker":
                declined = PlaceWorker(factory=None)
            case "automation":
                declined = AutomateSpot(factory=None)
            case "salesperson" | "partner" | "goods token" | "price step":
                pass
        cash = table.companies[self.company].cash
        return Option(declined, f"${amount} instead, for {table.name(self.company)}: ${cash} → ${cash + amount}")

    def ways(self, table: City) -> Sequence[Option]:
        """Return how it can be taken."""
        firm, card, take = table.companies[self.company], table.box.company[self.company], TakeBonus(take=True)
        match self.bonus:
            case "worker":
                short = open_spots(table, self.company)
                return [
                    Option(
                        PlaceWorker(factory=number),
                        f"A worker for factory {number}",
                        hint=worker_said(short[number - 1]),
                    )
                    for number in with_room(table, self.company)
                ]
            case "automation":
                return list(ways_to_automate(table, self.company))
            case "salesperson":
                if not has_room_for_salesperson(table, self.company):
                    return ()
                before, after = (good_price(card, firm.salespeople + more) for more in (0, 1))
                return [Option(take, f"A salesperson: ${before} → ${after} per good")]
            case "partner":
                player = table.everybody[self.seat]
                if "appeal" in player.gained:
                    return ()
                label = f"A partner for you: {player.partners} → {player.partners + 1}"
                return [Option(take, label, hint="Placed in this decade's Action phase already, or from the next on.")]
            case "goods token":
                if not table.tokens_left:
                    return ()
                label = "A goods token: 1 more good in each operation to come"
                return [Option(take, label, short="A goods token: +1 good each operation")]
            case "price step":
                return [Option(take, f"Price ${firm.price} → ${moved(table.box, firm.price, 1)}")]

    def take(self, table: City, move: PlaceWorker | AutomateSpot | TakeBonus) -> None:
        """Take it, or the money."""
        match move:
            case PlaceWorker(factory=int() as factory):
                place_worker(table, self.company, factory)
            case AutomateSpot(factory=int()):
                automate(table, self.company, move)
            case TakeBonus(take=True):
                self.carry_out(table)
            case _:
                table.companies[self.company].cash += table.box.terms.decline
                name = table.name(self.company)
                table.tell(BonusDeclined(company=name, bonus=self.bonus, got=table.box.terms.decline))

    def carry_out(self, table: City) -> None:
        """Do what needs no place."""
        firm = table.companies[self.company]
        match self.bonus:
            case "salesperson":
                hire_salespeople(table, self.company, 1)
            case "partner":
                gain_partner(table, self.seat, "appeal")
            case "goods token":
                table.tokens_left -= 1
                firm.tokens += 1
                table.tell(TokenTaken(company=table.name(self.company), tokens=firm.tokens))
            case "price step":
                move_price(table, self.company, 1, "appeal")
            case "worker" | "automation":
                raise TypeError(f"a {self.bonus} has a place")
