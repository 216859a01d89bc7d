"""A company's operation: it buys cubes, runs its factories, sells its goods, and pays its shareholders or keeps it.

Factories run from left to right, each at most once and only if all to its left have run. Goods are sold to the
demand of the own industry, or to the bank at half price. All revenue is paid out or kept. Keeping it, selling
nothing or producing nothing lets the price fall a step, once. At any time of it, also after the payout, the company
may use its asset and trade cubes. (Rules 10.2 to 10.6.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from bot.engine.questions import Option
from bot.engine.words import counted
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.components import SHARES, CompanyCard, Cube, FactoryCard, PriceSteps
from bot.games.big_shoulders.news import EmergencyFunds, FactoryRan, GoodsSold, RevenueKept
from bot.games.big_shoulders.rules import demand_board, supply_chain
from bot.games.big_shoulders.rules.action_phase import ways_to_trade
from bot.games.big_shoulders.rules.appeal import advance
from bot.games.big_shoulders.rules.capital_assets import use, ways_to_use
from bot.games.big_shoulders.rules.charter import Company, good_price, goods_of, make_goods, open_spots
from bot.games.big_shoulders.rules.composing import Pending, Turn
from bot.games.big_shoulders.rules.differences import differences
from bot.games.big_shoulders.rules.dividends import pay_shares
from bot.games.big_shoulders.rules.foretold import brought, sentence
from bot.games.big_shoulders.rules.haymarket_square import any_cubes, spend, take, trade
from bot.games.big_shoulders.rules.partners import all_factories_ran
from bot.games.big_shoulders.rules.stock_track import fall, move_price, moved
from bot.games.big_shoulders.rules.vocabulary import HINT, cubes_said, fit, good, pieces_said

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

RULE = "Operation phase"
GOES_ON = 2
"""The edition of the box from which on an operation goes on after the payout; before, it ended with it."""


@dataclass(frozen=True)
class ManagerCubes(Pending):
    """A manager brings cubes of choice from Haymarket Square."""

    count: int

    def prompt(self, turn: Turn) -> str:
        """Ask which."""
        which = "cube" if self.count == 1 else f"{self.count} cubes"
        return f"Which {which} does {turn.table.name(self.company)}'s manager bring?"

    def options(self, turn: Turn) -> Sequence[Option]:
        """Return what can be had."""
        return [
            Option(moves.TakeCubes(cubes=cubes), cubes_said(cubes).capitalize())
            for cubes in any_cubes(turn.table, self.count)
        ]

    def said(self, turn: Turn) -> str:
        """Return how many there are to choose."""
        most = len(any_cubes(turn.table, self.count)[0])
        return "any cube" if most == 1 else f"any {most} cubes"

    def take(self, turn: Turn, part: moves.TakeCubes) -> None:
        """Take them."""
        take(turn.table, self.company, part.cubes)


@dataclass
class Operation(Turn):
    """A company's operation as far as it was chosen."""

    company: str = ""
    at: Literal["funding", "buying", "running", "selling", "settled"] = "funding"
    """What has been begun; what stands before it is over."""
    ran: int = 0
    """How many factories have run."""
    sold: int = 0
    revenue: int = 0

    @property
    def firm(self) -> Company:
        """The company."""
        return self.table.companies[self.company]

    def prompt(self) -> str:
        """Ask what comes next."""
        name = self.table.name(self.company)
        return (
            f"Anything else before {name}'s operation ends?" if self.at == "settled" else f"What does {name} do next?"
        )

    def is_complete(self) -> bool:
        """Whether revenue was paid out or kept; the operation goes on until it is ended (CB-31)."""
        return self.at == "settled"

    def leaves(self, before: City) -> str:
        """Return what has changed, and what was earned."""
        earned = f"revenue ${self.revenue}; " if self.revenue and self.at != "settled" else ""
        return earned + differences(before, self.table, self.seat)

    # What can be chosen

    def options(self) -> Sequence[Option]:
        """Return what can be done now; choosing something of a later step ends those before it."""
        if self.at == "settled":
            return [*self.extras()] if self.table.box.edition >= GOES_ON else ()
        return [*self.funds(), *self.purchases(), *self.runs(), *self.sales(), *self.extras(), *self.ends()]

    def funds(self) -> Iterator[Option]:
        """Yield the ways of emergency fundraising, once, at the beginning (advanced rules)."""
        if self.at != "funding" or not self.table.options.advanced:
            return
        own, price = self.firm.treasury, self.firm.price
        for preferred in range(own.preferred + 1):
            for common in range(own.common + 1):
                shares = 2 * preferred + common
                if shares:
                    after = moved(self.table.box, price, -shares - 1)
                    label = f"Sell {pieces_said(0, preferred, common)}: +${price * shares}, price ${price} → ${after}"
                    move = moves.EmergencyFundraising(preferred=preferred, common=common)
                    yield Option(move, label, "Emergency fundraising", "Once, before anything else.")

    def purchases(self) -> Iterator[Option]:
        """Yield what can be bought: what the next factories lack, or one cube after the other."""
        if self.at not in ("funding", "buying"):
            return
        known: set[tuple[moves.Purchase, ...]] = set()
        for upto in range(1, len(self.cards) + 1):
            lacking = self.firm.lacks(self.needed(upto))
            bought = supply_chain.cheapest(self.table, lacking) if self.staffed(upto) else None
            cost = sum(one.price for one in bought or ())
            if bought and len(bought) > 1 and cost <= self.firm.cash and bought not in known:
                known.add(bought)
                label = f"{cubes_said(lacking)}: ${cost}, leaves ${self.firm.cash - cost}"
                hint = f"What factories 1 {'and' if upto == 2 else 'to'} {upto} lack."
                hint = "What factory 1 lacks." if upto == 1 else hint
                yield Option(moves.BuyCubes(cubes=bought), label, "Buy cubes", hint)
        for one in supply_chain.for_sale(self.table):
            if one.price <= self.firm.cash:
                label = f"1 {one.cube}: ${one.price}, leaves ${self.firm.cash - one.price}"
                yield Option(moves.BuyCubes(cubes=(one,)), label, "Buy cubes")

    def runs(self) -> Iterator[Option]:
        """Yield the next factory, if it can run, with what a copy of the table shows that it brings."""
        number = self.ran + 1
        if self.at not in ("funding", "buying", "running") or not self.can_run(number):
            return
        move, ahead = moves.RunFactory(factory=number), self.copied()
        ahead.take(move)
        made = ahead.firm.goods - self.firm.goods
        label = f"Run factory {number}: {cubes_said(self.cards[number - 1].cubes)} → {good(made)}"
        cubes = ""
        if ahead.pending and isinstance(ahead.pending[0], ManagerCubes):
            cubes = ahead.pending[0].said(ahead)
            del ahead.pending[0]
            ahead.go_on()
        yield Option(move, label, "Run a factory", fit(HINT, sentence(cubes, *brought(ahead))))

    def sales(self) -> Iterator[Option]:
        """Yield where how many goods can be sold, after tokens have brought theirs."""
        goods, price = self.goods_for_sale, self.good_price
        for column, room in enumerate(demand_board.room(self.table, self.card.industry)):
            for count in range(min(room, goods), 0, -1):
                bonus = self.table.box.demand.bonuses[column] if count == room else 0
                where = f"${self.table.box.demand.bonuses[column]} column"
                money = f"{count} x ${price}" + (f" + ${bonus}" if bonus else "")
                label = f"{good(count)} to the {where}: {money} = ${count * price + bonus}"
                yield Option(
                    moves.SellGoods(column=column, count=count), label, "Sell goods", f"{counted(room, 'free place')}."
                )
        for count in range(goods, 0, -1):
            label = f"{good(count)} to the bank: {count} x ${price // 2} = ${count * (price // 2)}"
            yield Option(moves.SellGoods(column=None, count=count), label, "Sell goods", "Half price.")

    def extras(self) -> Iterator[Option]:
        """Yield the company's asset and trades."""
        yield from ways_to_use(self, self.company, in_operation=self.at != "settled")
        yield from ways_to_trade(self.table, self.company)

    def ends(self) -> Iterator[Option]:
        """Yield whether the revenue is paid out or kept, with what a copy of the table shows that it leaves."""
        if self.sold and self.ran:
            yield self.payout()
        after = self.settled(pay=False).firm
        kept = f"treasury → ${after.cash}, price {self.price_said(after.price)}"
        forced = "" if self.ran else ", as no factory ran"
        label = f"Keep ${self.revenue}{forced}: {kept}" if self.sold else f"Sell nothing: {kept}"
        yield Option(moves.Settle(pay=False), label, "Payout")

    def payout(self) -> Option:
        """Return how it reads to pay the revenue out."""
        after = self.settled(pay=True)
        mine = after.table.everybody[self.seat].cash - self.table.everybody[self.seat].cash
        hint = f"You get ${mine}, its treasury ${after.firm.cash - self.firm.cash}."
        label = f"Pay out ${self.revenue // SHARES} a share: price {self.price_said(after.firm.price)}"
        return Option(moves.Settle(pay=True), label, "Payout", hint)

    def settled(self, *, pay: bool) -> Operation:
        """Return the operation on a copy of the table, with its revenue paid out or kept."""
        after = self.copied()
        after.take(moves.Settle(pay=pay))
        return after

    # What the options follow from

    @property
    def card(self) -> CompanyCard:
        """The charter."""
        return self.table.box.company[self.company]

    @property
    def cards(self) -> tuple[FactoryCard, ...]:
        """The factories as they are printed."""
        return self.card.factories

    @property
    def good_price(self) -> int:
        """For how much one of its goods is sold."""
        return good_price(self.card, self.firm.salespeople)

    @property
    def goods_for_sale(self) -> int:
        """How many goods it can sell once tokens have brought theirs."""
        return self.firm.goods + (self.firm.tokens if self.at != "selling" else 0)

    def price_said(self, after: int) -> str:
        """Return how the price moves."""
        return f"${self.firm.price} → ${after}" if after != self.firm.price else f"stays ${after}"

    def needed(self, upto: int) -> list[Cube]:
        """Return what the next factories spend, up to this one."""
        return [cube for card in self.cards[self.ran : upto] for cube in card.cubes]

    def staffed(self, upto: int) -> bool:
        """Whether all spots of the factories up to this one are filled."""
        return not any(open_spots(self.table, self.company)[:upto])

    def can_run(self, number: int) -> bool:
        """Whether this factory, the next one, can run."""
        if not 1 <= number <= len(self.cards) or open_spots(self.table, self.company)[number - 1]:
            return False
        return not self.firm.lacks(self.cards[number - 1].cubes)

    # What is done

    def do(self, part: Any) -> None:
        """Do what was chosen."""
        match part:
            case moves.EmergencyFundraising():
                self.raise_funds(part)
            case moves.BuyCubes():
                self.at = "buying"
                supply_chain.buy(self.table, self.company, part.cubes)
            case moves.RunFactory():
                self.at = "running"
                self.run(part.factory)
            case moves.SellGoods():
                self.end_production()
                self.sell(part)
            case moves.UseAsset():
                if isinstance(self.table.box.asset[self.firm.asset or ""].use, PriceSteps):
                    self.end_production()
                self.revenue += use(self, self.company)
            case moves.TradeCubes():
                trade(self.table, self.company, part.give, part.get)
            case moves.Settle():
                self.end_production()
                self.at = "settled"
                self.pay_or_keep(pay=part.pay)
            case _:
                raise TypeError(f"{part!r} is no part of an operation")

    def raise_funds(self, part: moves.EmergencyFundraising) -> None:
        """Sell certificates of the treasury to the Bank Pool; the price falls for each share, and once more."""
        self.at = "buying"
        firm = self.firm
        shares = 2 * part.preferred + part.common
        firm.treasury.add(preferred=-part.preferred, common=-part.common)
        firm.pool.add(preferred=part.preferred, common=part.common)
        got = firm.price * shares
        firm.cash += got
        self.table.tell(EmergencyFunds(company=self.table.name(self.company), shares=shares, got=got))
        move_price(self.table, self.company, -shares - 1, "emergency")

    def run(self, number: int) -> None:
        """Run a factory, with what its manager brings; if it was the last one, the director may gain a partner."""
        table, card = self.table, self.cards[number - 1]
        self.ran += 1
        goods = goods_of(table, self.company, number)
        spend(table, self.company, card.cubes)
        has_manager = self.firm.factories[number - 1].manager
        goods += card.manager.goods if has_manager else 0
        self.firm.goods += goods
        table.tell(FactoryRan(company=table.name(self.company), factory=number, cubes=list(card.cubes), goods=goods))
        if has_manager:
            reached = advance(table, self.company, card.manager.appeal) if card.manager.appeal else []
            cubes = [ManagerCubes(self.company, card.manager.cubes)] if card.manager.cubes else []
            self.first(*cubes, *reached)
        if self.ran == len(self.cards):
            all_factories_ran(table, self.company)

    def end_production(self) -> None:
        """Let goods tokens bring their goods, once."""
        if self.at != "selling":
            self.at = "selling"
            make_goods(self.table, self.company, self.firm.tokens, "token")

    def sell(self, part: moves.SellGoods) -> None:
        """Sell goods to a demand, or to the bank."""
        table, bonus, each, where = self.table, 0, self.good_price, "the bank"
        if part.column is None:
            each //= 2
        else:
            bonus = demand_board.sell(table, self.card.industry, part.column, part.count)
            where = f"the ${table.box.demand.bonuses[part.column]} column"
        self.firm.goods -= part.count
        self.sold += part.count
        self.revenue += part.count * each + bonus
        name = table.name(self.company)
        table.tell(GoodsSold(company=name, where=where, count=part.count, each=each, bonus=bonus))

    def pay_or_keep(self, *, pay: bool) -> None:
        """Pay the shareholders, or keep all of it and let the price fall."""
        table = self.table
        if pay:
            pay_shares(table, self.company, self.revenue // SHARES)
            return
        self.firm.cash += self.revenue
        forced = not (self.sold and self.ran)
        table.tell(RevenueKept(company=table.name(self.company), amount=self.revenue, forced=forced))
        fall(table, self.company, "nothing sold" if not self.sold else "kept" if self.ran else "nothing produced")


def operation(table: City, company: str) -> Operation:
    """Return a company's operation, at its beginning."""
    return Operation(table, table.director(company), rule=RULE, company=company)
