"""A company's operation: it buys cubes, runs its factories, sells its goods, and pays its shareholders or keeps it.

Factories run from left to right, each at most once and only if all to its left have run. Goods are sold to the
demand of the own industry, or to the bank at half price. All revenue is paid out or kept. Keeping it, selling
nothing or producing nothing lets the price fall a step, once. At any time of it, also after the payout, the company
may use its asset and trade cubes. (Rules 10.2 to 10.6.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from bot.engine import play
from bot.engine.drafting import make_choice
from bot.engine.questions import Option, Unread
from bot.engine.secrecy import Open
from bot.engine.what_if import copy_for_trial
from bot.engine.words import format_count
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.components import SHARES, CompanyCard, Cube, FactoryCard, PriceSteps
from bot.games.big_shoulders.news import EmergencyFunds, FactoryRan, GoodsSold, RevenueKept
from bot.games.big_shoulders.rules import demand_board, supply_chain
from bot.games.big_shoulders.rules.action_phase import ways_to_trade
from bot.games.big_shoulders.rules.appeal import advance
from bot.games.big_shoulders.rules.capital_assets import use, ways_to_use
from bot.games.big_shoulders.rules.charter import Company, good_price, goods_of, make_goods, open_spots
from bot.games.big_shoulders.rules.differences import differences
from bot.games.big_shoulders.rules.dividends import pay_shares
from bot.games.big_shoulders.rules.foretold import brought, sentence
from bot.games.big_shoulders.rules.haymarket_square import any_cubes, spend, take, trade
from bot.games.big_shoulders.rules.partners import reward_full_operation
from bot.games.big_shoulders.rules.stock_track import fall, move_price, moved
from bot.games.big_shoulders.rules.turns import Detail, Turn
from bot.games.big_shoulders.rules.vocabulary import (
    HINT,
    SHORT,
    cubes_said,
    fit,
    good,
    pieces_counted,
    pieces_said,
    shorten,
)

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

RULE = "Operation phase"
BUYS, RUNS, PAYS = "Buy or trade", "Run or sell", "Pay or keep"
"""The names of an operation's menus; they are the same at each of its steps."""
NOTHING_RAN = "No factory ran, so nothing can be paid out."
GOES_ON = 2
"""The edition of the box from which on an operation goes on after the payout; before, it ended with it."""


class ManagerCubes(Detail, kind="manager cubes"):
    """A manager brings cubes of choice from Haymarket Square."""

    count: Open[int]

    def prompt(self, table: City) -> str:
        """Ask which."""
        which = "cube" if self.count == 1 else f"{self.count} cubes"
        return f"Which {which} does {table.name(self.company)}'s manager bring?"

    def list_options(self, table: City) -> Sequence[Option]:
        """Return what can be had."""
        return [
            Option(moves.TakeCubes(cubes=cubes), cubes_said(cubes).capitalize())
            for cubes in any_cubes(table, self.count)
        ]

    def said(self, table: City) -> str:
        """Return how many there are to choose."""
        most = len(any_cubes(table, self.count)[0])
        return "any cube" if most == 1 else f"any {most} cubes"

    def take(self, table: City, move: moves.TakeCubes) -> None:
        """Take them."""
        take(table, self.company, move.cubes)


class Operation(Turn, kind="operation"):
    """A company's operation with its choices so far."""

    company: Open[str]
    at: Open[Literal["funding", "buying", "running", "selling", "settled"]] = "funding"
    """The step that has begun; those before it are over."""
    ran: Open[int] = 0
    """How many factories have run."""
    sold: Open[int] = 0
    revenue: Open[int] = 0

    def firm(self, table: City) -> Company:
        """Return the company."""
        return table.companies[self.company]

    def prompt(self, table: City) -> str:
        """Ask what comes next."""
        name = table.name(self.company)
        return f"Anything else before {name}'s operation ends?" if self.at == "settled" else f"What does {name} do?"

    def can_end(self, table: City) -> bool:
        """Whether revenue was paid out or kept; the operation goes on until it is ended (CB-31)."""
        return self.at == "settled"

    def leaves(self, table: City, before: City) -> str:
        """Return the changes and the revenue."""
        earned = f"revenue ${self.revenue}; " if self.revenue and self.at != "settled" else ""
        return earned + differences(before, table, self.seat)

    # What can be chosen

    def list_options(self, table: City) -> Iterator[Option]:
        """Yield what can be done now; choosing something of a later step ends those before it."""
        goes_on = self.at != "settled"
        if goes_on:
            yield from self.funds(table)
            yield from self.purchases(table)
            yield from self.runs(table)
            yield from self.sales(table)
        if goes_on or table.box.edition >= GOES_ON:
            yield from ways_to_use(table, self.company, in_operation=goes_on)
            yield from ways_to_trade(table, self.company, BUYS)
        if goes_on:
            yield from self.ends(table)

    def funds(self, table: City) -> Iterator[Option]:
        """Yield the ways of emergency fundraising, once, at the beginning (advanced rules)."""
        if self.at != "funding" or not table.options.advanced:
            return
        own, price = self.firm(table).treasury, self.firm(table).price
        for preferred in range(own.preferred + 1):
            for common in range(own.common + 1):
                shares = 2 * preferred + common
                if shares:
                    after = moved(table.box, price, -shares - 1)
                    label = f"Sell {pieces_said(0, preferred, common)}: +${price * shares}, price ${price} → ${after}"
                    move = moves.EmergencyFundraising(preferred=preferred, common=common)
                    short = f"{pieces_counted(0, preferred, common).capitalize()}: +${price * shares}, → ${after}"
                    hint = f"Once, before anything else. The price falls from ${price} to ${after}."
                    yield Option(move, label, "Emergency fundraising", hint, short=shorten(label, short))

    def purchases(self, table: City) -> Iterator[Option]:
        """Yield the possible purchases: the cubes that the next factories lack, or one cube after the other."""
        if self.at not in ("funding", "buying"):
            return
        firm = self.firm(table)
        known: set[tuple[moves.Purchase, ...]] = set()
        for upto in range(1, len(self.cards(table)) + 1):
            lacking = firm.lacks(self.needed(table, upto))
            bought = supply_chain.cheapest(table, lacking) if self.staffed(table, upto) else None
            cost = sum(one.price for one in bought or ())
            if bought and len(bought) > 1 and cost <= firm.cash and bought not in known:
                known.add(bought)
                label = f"{cubes_said(lacking)}: ${cost}, leaves ${firm.cash - cost}"
                hint = f"What factories 1 {'and' if upto == 2 else 'to'} {upto} lack."
                hint = "What factory 1 lacks." if upto == 1 else hint
                short = shorten(
                    label, f"{cubes_said(lacking)}: ${cost}", f"All for ${cost}, leaves ${firm.cash - cost}"
                )
                hint = f"{cubes_said(lacking).capitalize()}. {hint}" if short else hint
                yield Option(moves.BuyCubes(cubes=bought), label, BUYS, hint, short=short)
        for one in supply_chain.for_sale(table):
            if one.price <= firm.cash:
                label = f"1 {one.cube}: ${one.price}, leaves ${firm.cash - one.price}"
                yield Option(moves.BuyCubes(cubes=(one,)), label, BUYS)

    def runs(self, table: City) -> Iterator[Option]:
        """Yield the next factory, if it can run, with what a copy of the table shows that it brings."""
        number = self.ran + 1
        if self.at not in ("funding", "buying", "running") or not self.can_run(table, number):
            return
        move = moves.RunFactory(factory=number)
        yield Unread(move, partial(self.run_said, table, move))

    def run_said(self, table: City, move: moves.RunFactory) -> Option:
        """Return how it reads to run a factory."""
        number, ahead = move.factory, copy_for_trial(table)
        make_choice(ahead, move)
        made = self.firm(ahead).goods - self.firm(table).goods
        spends = f"{cubes_said(self.cards(table)[number - 1].cubes).capitalize()} → {good(made)}"
        label = f"Run factory {number}: makes {good(made)}"
        cubes = ""
        if isinstance(now := ahead.agenda[0], ManagerCubes):
            cubes = now.said(ahead)
            del ahead.agenda[0]
            play.advance(ahead)
        return Option(move, label, RUNS, fit(HINT, f"{spends}.", sentence(cubes, *brought(ahead))))

    def sales(self, table: City) -> Iterator[Option]:
        """Yield where how many goods can be sold, after tokens have brought theirs."""
        goods, price = self.goods_for_sale(table), self.good_price(table)
        for column, room in enumerate(demand_board.room(table, self.card(table).industry)):
            for count in range(min(room, goods), 0, -1):
                full = table.box.demand.bonuses[column]
                bonus = full if count == room else 0
                where = f"${full} column"
                money = f"{count} x ${price}" + (f" + ${bonus}" if bonus else "")
                last = f", filling the last adds ${full}" if full and not bonus else ""
                label = f"{good(count)} to the {where}: ${count * price + bonus}"
                yield Option(
                    moves.SellGoods(column=column, count=count),
                    label,
                    RUNS,
                    f"{money}; {format_count(room, 'free place')}{last}.",
                )
        for count in range(goods, 0, -1):
            label = f"{good(count)} to the bank: {count} x ${price // 2} = ${count * (price // 2)}"
            short = shorten(label, f"{good(count)} to the bank: ${count * (price // 2)}")
            move = moves.SellGoods(column=None, count=count)
            yield Option(move, label, RUNS, f"Half price: ${price // 2} each.", short=short)

    def ends(self, table: City) -> Iterator[Option]:
        """Yield whether the revenue is paid out or kept, with what a copy of the table shows that it leaves."""
        if self.sold and self.ran:
            yield Unread(moves.Settle(pay=True), partial(self.payout, table))
        yield Unread(moves.Settle(pay=False), partial(self.keeping, table))

    def keeping(self, table: City) -> Option:
        """Return how it reads to keep the revenue, or to sell nothing."""
        after = self.firm(settled(table, pay=False))
        price = f"price {self.price_said(table, after.price)}"
        label = f"{self.name_keeping()}: {price}" if self.sold else f"Sell nothing: {price}"
        why = "" if self.ran else NOTHING_RAN
        gives_up = "You get nothing; a payout can raise the price." if self.sold else "Shareholders get nothing."
        hint = fit(HINT, f"Treasury → ${after.cash}.", why or gives_up)
        return Option(moves.Settle(pay=False), label, PAYS, hint, short=shorten(label, label.replace("price ", "")))

    def name_keeping(self) -> str:
        """Return what it is to keep the revenue, and whether it must be kept."""
        return f"Keep ${self.revenue}" if self.ran else f"Nothing ran, keep ${self.revenue}"

    def payout(self, table: City) -> Option:
        """Return how it reads to pay the revenue out."""
        after = settled(table, pay=True)
        was, now = self.firm(table), self.firm(after)
        mine = after.everybody[self.seat].cash - table.everybody[self.seat].cash
        rises = f"${was.price} or more paid out in all raises the price."
        more = now.cash - was.cash
        treasury = f"Treasury +${more} → ${now.cash}." if more else f"Treasury stays ${now.cash}."
        hint = fit(HINT, f"You get ${mine}. {treasury}", rises)
        label = f"Pay out ${self.revenue // SHARES} a share: price {self.price_said(table, now.price)}"
        short = shorten(label, label.replace("Pay out", "Pay"), room=SHORT)
        return Option(moves.Settle(pay=True), label, PAYS, hint, short=short)

    # What the options follow from

    def card(self, table: City) -> CompanyCard:
        """Return the charter."""
        return table.box.company[self.company]

    def cards(self, table: City) -> tuple[FactoryCard, ...]:
        """Return the factories as they are printed."""
        return self.card(table).factories

    def good_price(self, table: City) -> int:
        """Return for how much one of its goods is sold."""
        return good_price(self.card(table), self.firm(table).salespeople)

    def goods_for_sale(self, table: City) -> int:
        """Return how many goods it can sell once tokens have brought theirs."""
        firm = self.firm(table)
        return firm.goods + (firm.tokens if self.at != "selling" else 0)

    def price_said(self, table: City, after: int) -> str:
        """Return how the price moves."""
        price = self.firm(table).price
        return f"${price} → ${after}" if after != price else f"stays ${after}"

    def needed(self, table: City, upto: int) -> list[Cube]:
        """Return what the next factories spend, up to this one."""
        return [cube for card in self.cards(table)[self.ran : upto] for cube in card.cubes]

    def staffed(self, table: City, upto: int) -> bool:
        """Whether all spots of the factories up to this one are filled."""
        return not any(open_spots(table, self.company)[:upto])

    def can_run(self, table: City, number: int) -> bool:
        """Whether this factory, the next one, can run."""
        cards = self.cards(table)
        if not 1 <= number <= len(cards) or open_spots(table, self.company)[number - 1]:
            return False
        return not self.firm(table).lacks(cards[number - 1].cubes)

    # Actions

    def take(self, table: City, move: Any) -> None:
        """Carry out the choice."""
        match move:
            case moves.EmergencyFundraising():
                self.raise_funds(table, move)
            case moves.BuyCubes():
                self.at = "buying"
                supply_chain.buy(table, self.company, move.cubes)
            case moves.RunFactory():
                self.at = "running"
                self.run(table, move.factory)
            case moves.SellGoods():
                self.end_production(table)
                self.sell(table, move)
            case moves.UseAsset():
                if isinstance(table.box.asset[self.firm(table).asset or ""].use, PriceSteps):
                    self.end_production(table)
                self.revenue += use(table, self.company)
            case moves.TradeCubes():
                trade(table, self.company, move.give, move.get)
            case moves.Settle():
                self.end_production(table)
                self.at = "settled"
                self.pay_or_keep(table, pay=move.pay)
            case _:
                raise TypeError(f"{move!r} is no part of an operation")

    def raise_funds(self, table: City, move: moves.EmergencyFundraising) -> None:
        """Sell certificates of the treasury to the Bank Pool; the price falls for each share, and once more."""
        self.at = "buying"
        firm = self.firm(table)
        shares = 2 * move.preferred + move.common
        firm.treasury.add(preferred=-move.preferred, common=-move.common)
        firm.pool.add(preferred=move.preferred, common=move.common)
        got = firm.price * shares
        firm.cash += got
        table.tell(EmergencyFunds(company=table.name(self.company), shares=shares, got=got))
        move_price(table, self.company, -shares - 1, "emergency")

    def run(self, table: City, number: int) -> None:
        """Run a factory, with what its manager brings; if it was the last one, the director may gain a partner."""
        firm, card = self.firm(table), self.cards(table)[number - 1]
        self.ran += 1
        goods = goods_of(table, self.company, number)
        spend(table, self.company, card.cubes)
        has_manager = firm.factories[number - 1].manager
        goods += card.manager.goods if has_manager else 0
        firm.goods += goods
        table.tell(FactoryRan(company=table.name(self.company), factory=number, cubes=list(card.cubes), goods=goods))
        if has_manager:
            reached = advance(table, self.company, card.manager.appeal) if card.manager.appeal else []
            count = card.manager.cubes
            cubes = [ManagerCubes(seat=self.seat, company=self.company, count=count)] if count else []
            table.next(*cubes, *reached)
        if self.ran == len(self.cards(table)):
            reward_full_operation(table, self.company)

    def end_production(self, table: City) -> None:
        """Let goods tokens bring their goods, once."""
        if self.at != "selling":
            self.at = "selling"
            make_goods(table, self.company, self.firm(table).tokens, "token")

    def sell(self, table: City, move: moves.SellGoods) -> None:
        """Sell goods to a demand, or to the bank."""
        bonus, each, where = 0, self.good_price(table), "the bank"
        if move.column is None:
            each //= 2
        else:
            bonus = demand_board.sell(table, self.card(table).industry, move.column, move.count)
            where = f"the ${table.box.demand.bonuses[move.column]} column"
        self.firm(table).goods -= move.count
        self.sold += move.count
        self.revenue += move.count * each + bonus
        name = table.name(self.company)
        table.tell(GoodsSold(company=name, where=where, count=move.count, each=each, bonus=bonus))

    def pay_or_keep(self, table: City, *, pay: bool) -> None:
        """Pay the shareholders, or keep all of it and let the price fall."""
        if pay:
            pay_shares(table, self.company, self.revenue // SHARES)
            return
        self.firm(table).cash += self.revenue
        forced = not (self.sold and self.ran)
        table.tell(RevenueKept(company=table.name(self.company), amount=self.revenue, forced=forced))
        fall(table, self.company, "nothing sold" if not self.sold else "kept" if self.ran else "nothing produced")


def operation(table: City, company: str) -> Operation:
    """Return a company's operation, at its beginning."""
    return Operation(seat=table.director(company), company=company)


def operating(table: City) -> Operation:
    """Return the operation that goes on at a table where it is tried.

    Raises:
        TypeError: none does.
    """
    now = table.agenda[-1]
    if not isinstance(now, Operation):
        raise TypeError(f"{now!r} is no operation")
    return now


def settled(table: City, *, pay: bool) -> City:
    """Return a copy of such a table, with the revenue paid out or kept."""
    after = copy_for_trial(table)
    make_choice(after, moves.Settle(pay=pay))
    return after
