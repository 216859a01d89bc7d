"""Plans that are offered for a company's operation, and the operation of a late director.

A plan of the simple kind: buy what the factories lack, as cheaply as can be, trade for what is not for sale, run as
many of them as pay, take what comes, sell for the most, then pay out or keep. The best of those that pay out and the
best of those that keep are offered, weighed for the director: money, the price of the own shares and, before the last
decade, the value kept in the company. (None of this is in the rulebook; CB-30.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations
from typing import TYPE_CHECKING

from bot.engine.drafting import begin_on_copy, get_asked_part, make_choice
from bot.engine.questions import Option, Unread
from bot.engine.records import Move
from bot.engine.what_if import copy_for_trial
from bot.engine.words import format_count
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.components import Appeal, Cube, Cubes, PriceSteps
from bot.games.big_shoulders.news import GoodsSold
from bot.games.big_shoulders.rules import demand_board, supply_chain
from bot.games.big_shoulders.rules.capital_assets import can_use
from bot.games.big_shoulders.rules.certificates import owned
from bot.games.big_shoulders.rules.charter import Company
from bot.games.big_shoulders.rules.cubes_by_trade import TRADES_IN_PLANS, find_trades, format_trades
from bot.games.big_shoulders.rules.operation import (
    GOES_ON,
    NOTHING_RAN,
    RULE,
    ManagerCubes,
    Operation,
    operating,
    operation,
)
from bot.games.big_shoulders.rules.stock_track import moved
from bot.games.big_shoulders.rules.vocabulary import HINT, LABEL, fit, good, shorten

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


@dataclass
class Plan:
    """An operation that is being planned, on a copy of the table, with its parts."""

    table: City
    careful: bool = False
    """Whether bonuses that leave a choice are declined, as for a late director."""
    parts: list[Move] = field(default_factory=list)

    @property
    def turn(self) -> Operation:
        """The operation as it stands."""
        return operating(self.table)

    @property
    def firm(self) -> Company:
        """The company as it stands."""
        return self.turn.firm(self.table)

    def copied(self) -> Plan:
        """Return the same, to go on with otherwise."""
        return Plan(copy_for_trial(self.table), self.careful, list(self.parts))

    def do(self, part: Move) -> None:
        """Make a choice, and answer what follows from it."""
        make_choice(self.table, part)
        self.parts.append(part)
        while len(self.table.agenda) > 1:
            self.do(self.answer())

    def answer(self) -> Move:
        """Return the answer to a detail that must be settled before the operation goes on."""
        detail = get_asked_part(self.table)
        options = [*detail.list_options(self.table)]
        if isinstance(detail, ManagerCubes):
            return best_cubes(self.table, [option.move for option in options])
        if self.careful and len(options) > 2:
            return options[-1].move
        return options[0].move

    @property
    def move(self) -> moves.Operate:
        """The whole as a move."""
        return moves.Operate.model_validate({"parts": self.parts})


def best_cubes(table: City, ways: Sequence[Move]) -> Move:
    """Return the cubes that a manager brings, first those that the next factories lack, else the most plentiful."""
    turn = operating(table)
    firm, last = turn.firm(table), len(turn.cards(table))
    lacking = firm.lacks(turn.needed(table, turn.ran + 1)) or firm.lacks(turn.needed(table, last))

    def worth(way: Move) -> tuple[int, int]:
        cubes = way.cubes if isinstance(way, moves.TakeCubes) else ()
        helpful = sum((Counter(cubes) & Counter(lacking)).values())
        return helpful, sum(table.haymarket[cube] for cube in cubes)

    return max(ways, key=worth)


def offered(table: City, company: str) -> list[Option]:
    """Return the plans that are offered for a company's operation, the best for the director first."""
    before = begin_on_copy(table, operation(table, company))
    plans = [plan for upto in range(len(operating(before).cards(before)) + 1) for plan in planned(before, upto)]
    weighed = sorted(plans, key=lambda plan: -value(before, plan))
    best: dict[tuple[bool, bool], Plan] = {}
    for plan in weighed:
        best.setdefault((pays(plan), plan.turn.sold > 0), plan)
    found: dict[str, Option] = {}
    for plan in best.values():
        found.setdefault(summary(before, plan), Unread(plan.move, partial(said, before, plan)))
    return [*found.values()]


def said(before: City, plan: Plan) -> Option:
    """Return how a plan reads."""
    label = outcome(before, plan)
    less = label.replace("Pay out", "Pay")
    short = shorten(label, less, less.replace("price ", ""))
    group, hint = f"How {before.name(plan.turn.company)} operates", describe_result(before, plan)
    return Option(plan.move, label, group, hint, explained(before, plan), short)


def describe_result(before: City, plan: Plan) -> str:
    """Return what a plan earns, as a sum, and what the director and the company have then."""
    company, seat = plan.turn.company, plan.turn.seat
    was, now = before.companies[company].cash, plan.firm.cash
    treasury = f"treasury ${was} → ${now}" if was != now else f"treasury stays ${now}"
    paid = sum_asset_costs(before, plan.parts)
    treasury += f" (asset ${paid})" if paid else ""
    mine = plan.table.everybody[seat].cash - before.everybody[seat].cash
    gets = f"You get ${mine}" if mine else "You get nothing"
    why = "" if plan.turn.ran else NOTHING_RAN
    lift = describe_lift(before, plan.parts)
    words = fit(HINT, why, lift, describe_trades(before, plan.parts), describe_sales(before, plan.parts))
    whole = f"{gets}; {treasury}."
    found = fit(HINT, words, whole if len(f"{words} {whole}") <= HINT else f"{gets}.")
    return found if gets in found else fit(HINT, f"{gets}.", why, lift or words)


def sum_asset_costs(before: City, parts: Sequence[Move]) -> int:
    """Return what an operation pays for using its company's asset."""
    assets = [before.companies[part.company].asset for part in parts if isinstance(part, moves.UseAsset)]
    return sum(before.box.asset[asset].cost for asset in assets if asset is not None)


def describe_lift(before: City, parts: Sequence[Move]) -> str:
    """Return to what price the company's asset lifts it before the payout, as a sentence; nothing if it does not."""
    company = operating(before).company
    card, price = before.box.asset.get(before.companies[company].asset or ""), before.companies[company].price
    if card is None or not isinstance(card.use, PriceSteps) or moves.UseAsset(company=company) not in parts:
        return ""
    return f"First its asset: price ${price} → ${moved(before.box, price, card.use.steps)}."


def describe_trades(before: City, parts: Sequence[Move]) -> str:
    """Return which trades an operation makes, as a sentence; nothing without any."""
    made = [(part.give, part.get) for part in parts if isinstance(part, moves.TradeCubes)]
    return f"Trades {format_trades(before, made)}." if made else ""


def describe_sales(before: City, parts: Sequence[Move]) -> str:
    """Return as a sum what the sales of an operation bring: goods, their price and bonuses; nothing without sales.

    Args:
        before: a copy of the table on which the operation begins.
        parts: its choices.
    """
    after = copy_for_trial(before)
    for part in parts:
        make_choice(after, part)
    sales = [one.news for one in after.told if isinstance(one.news, GoodsSold)]
    sold: Counter[int] = Counter()
    for sale in sales:
        sold[sale.each] += sale.count
    bonus, whole = sum(sale.bonus for sale in sales), operating(after).revenue
    asset = whole - bonus - sum(each * count for each, count in sold.items())
    terms = [f"{good(count)} x ${each}" for each, count in sorted(sold.items(), reverse=True)]
    terms += [f"${bonus} demand"] * bool(bonus) + [f"${asset} by its asset"] * bool(asset)
    return f"{' + '.join(terms)} = ${whole}." if terms else ""


def outcome(before: City, plan: Plan) -> str:
    """Return what a plan leaves its shareholders: what it pays out or keeps, and the price."""
    turn, was, now = plan.turn, before.companies[plan.turn.company].price, plan.firm.price
    price = f"price ${was} → ${now}" if was != now else f"price stays ${now}"
    if pays(plan):
        return f"Pay out ${turn.revenue // 10} a share: {price}"
    return f"{turn.name_keeping()}: {price}" if turn.revenue else f"Sell nothing: {price}"


def explained(before: City, plan: Plan) -> str:
    """Return what a plan does and leaves; nothing where its summary says all, for the operation only ends."""
    if len(plan.parts) == 1:
        return ""
    leaves = plan.turn.leaves(plan.table, before)
    return f"{'; '.join(describe_parts(before, plan))}. {leaves[:1].upper()}{leaves[1:]}."


def pays(plan: Plan) -> bool:
    """Whether a plan pays out."""
    return moves.Settle(pay=True) in plan.parts


def describe_parts(before: City, plan: Plan) -> Iterator[str]:
    """Yield how each part of a plan reads where it is chosen."""
    again = copy_for_trial(before)
    for part in plan.parts:
        question = get_asked_part(again).build_choice(again, RULE)
        if question is not None:
            yield question.describe(part)
        make_choice(again, part)


def planned(before: City, upto: int, *, careful: bool = False) -> Iterator[Plan]:
    """Yield the plans that run the factories up to this one, and pay out or keep; none if that cannot be done."""
    yield from settled(before, upto, careful=careful, waits=False)
    if not careful and goes_on(before) and brings_appeal(before):
        yield from settled(before, upto, careful=False, waits=True)


def goes_on(table: City) -> bool:
    """Whether something can be done after the payout."""
    return table.box.edition >= GOES_ON


def brings_appeal(before: City) -> bool:
    """Whether the asset can be used for appeal, which may bring more before the payout or after it."""
    company = operating(before).company
    card = before.box.asset.get(before.companies[company].asset or "")
    return card is not None and isinstance(card.use, Appeal) and can_use(before, company, in_operation=True)


def settled(before: City, upto: int, *, careful: bool, waits: bool) -> Iterator[Plan]:
    """Yield such plans; `waits`: the asset is used after the payout only."""
    plan = Plan(copy_for_trial(before), careful)
    if not careful and not supplied(plan, upto, waits=waits):
        return
    for number in range(1, upto + 1):
        if not plan.turn.can_run(plan.table, number):
            return
        plan.do(moves.RunFactory(factory=number))
    sell_all(plan)
    if not careful and not waits:
        use_asset(plan, late=True)
    for pay in (True, False) if plan.turn.sold and plan.turn.ran else (False,):
        whole = plan.copied()
        whole.do(moves.Settle(pay=pay))
        if not waits:
            yield whole
        company = plan.turn.company
        if not careful and goes_on(before) and can_use(whole.table, company, in_operation=False):
            after = whole.copied()
            after.do(moves.UseAsset(company=company))
            yield after


def supplied(plan: Plan, upto: int, *, waits: bool = False) -> bool:
    """Use the asset, unless it waits, and buy what the factories up to this one lack; return whether that worked."""
    if not plan.turn.staffed(plan.table, upto):
        return False
    if not waits:
        use_asset(plan, late=False, lacking=to_buy(plan, upto))
    lacking = to_buy(plan, upto)
    if not lacking:
        return True
    bought = supply_chain.cheapest(plan.table, lacking)
    trades: Sequence[tuple[Cube, Cube]] = ()
    if bought is None and plan.table.box.edition >= TRADES_IN_PLANS:
        spare = Counter(plan.firm.cubes) - Counter(plan.turn.needed(plan.table, upto))
        way = find_trades(plan.table, lacking, spare)
        bought, trades = (None, ()) if way is None else (way.bought, way.trades)
    if bought is None or sum(one.price for one in bought) > plan.firm.cash:
        return False
    for one in in_offers(plan, bought) if bought else ():
        plan.do(moves.BuyCubes(cubes=one))
    for give, get in trades:
        plan.do(moves.TradeCubes(company=plan.turn.company, give=give, get=get))
    return True


def in_offers(plan: Plan, bought: tuple[moves.Purchase, ...]) -> Iterator[tuple[moves.Purchase, ...]]:
    """Yield a purchase as offered: at once, or cube by cube."""
    if any(option.move == moves.BuyCubes(cubes=bought) for option in plan.turn.purchases(plan.table)):
        yield bought
    else:
        yield from ((one,) for one in bought)


def to_buy(plan: Plan, upto: int) -> list[Cube]:
    """Return what the factories up to this one lack, but for what managers of those before bring."""
    hand, there = Counter(plan.firm.cubes), Counter(plan.table.haymarket)
    lacking: list[Cube] = []
    coming = 0
    for number, card in enumerate(plan.turn.cards(plan.table)[:upto], 1):
        for cube in card.cubes:
            if hand[cube]:
                hand[cube] -= 1
            elif coming and there[cube]:
                coming -= 1
                there[cube] -= 1
            else:
                lacking.append(cube)
        there.update(card.cubes)
        coming = card.manager.cubes if plan.firm.factories[number - 1].manager else 0
    return lacking


def use_asset(plan: Plan, *, late: bool, lacking: Sequence[Cube] = ()) -> None:
    """Use the asset where it helps: lacking cubes and appeal before production, all others after it."""
    company = plan.turn.company
    if not can_use(plan.table, company, in_operation=True):
        return
    use = plan.table.box.asset[plan.firm.asset or ""].use
    if set(use.cubes) & set(lacking) if isinstance(use, Cubes) else not isinstance(use, PriceSteps) or late:
        plan.do(moves.UseAsset(company=company))


def sell_all(plan: Plan) -> None:
    """Sell for the most: complete tiles for their bonuses, then fill others, then what the bank pays enough for."""
    turn, table = plan.turn, plan.table
    room = demand_board.room(table, turn.card(table).industry)
    left = turn.goods_for_sale(table)
    columns = [column for column, places in enumerate(room) if places > 0]
    full = max(subsets(columns), key=lambda some: weigh(table, room, some, left), default=())
    rest = sorted(set(columns) - set(full), key=lambda column: (room[column], column))
    for column in (*full, *rest):
        count = min(room[column], left)
        if count:
            plan.do(moves.SellGoods(column=column, count=count))
            left -= count
    last = table.decade == table.box.terms.last_decade
    if left and not plan.careful and (last or turn.good_price(table) // 2 >= table.box.plan.good):
        plan.do(moves.SellGoods(column=None, count=left))


def subsets(columns: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield each choice of columns."""
    return chain.from_iterable(combinations(columns, size) for size in range(len(columns) + 1))


def weigh(table: City, room: Sequence[int], some: Sequence[int], goods: int) -> tuple[int, int]:
    """Return the bonus for completing these columns with a number of goods; -1 if there are too few."""
    if sum(room[column] for column in some) > goods:
        return -1, 0
    return sum(table.box.demand.bonuses[column] for column in some), -len(some)


def value(before: City, plan: Plan) -> float:
    """Return what a plan is worth to the director."""
    weights, table, seat, company = before.box.plan, plan.table, plan.turn.seat, plan.turn.company
    shares, was, now = owned(table, seat, company).shares, before.companies[company], plan.firm
    gained = table.everybody[seat].cash - before.everybody[seat].cash
    gained_in_price = shares * (now.price - was.price)
    worth = gained + weights.price_step * gained_in_price
    if table.decade == table.box.terms.last_decade:
        return worth
    cubes = sum(now.cubes.values()) - sum(was.cubes.values())
    return worth + (
        weights.dollar_in_treasury * (now.cash - was.cash)
        + weights.step_of_appeal * (now.appeal - was.appeal)
        + weights.cube * cubes
        + weights.good * (now.goods - was.goods)
    )


def summary(before: City, plan: Plan) -> str:
    """Return a plan in a line, with what it does to the price."""
    turn = plan.turn
    did = [
        f"run {format_count(turn.ran, 'factory', 'factories')}" if turn.ran else "",
        f"sell {good(turn.sold)}" if turn.sold else "sell nothing",
    ]
    if pays(plan):
        did.append(f"pay out ${turn.revenue // 10} a share")
    elif turn.revenue:
        did.append(f"keep ${turn.revenue}")
    was, now = before.companies[turn.company].price, plan.firm.price
    price = f"price ${was} → ${now}" if was != now else f"price stays ${now}"
    words = ", ".join(filter(None, did))
    return f"{words[:1].upper()}{words[1:]}: {price}"[:LABEL]


def late(table: City, company: str) -> moves.Operate:
    """Return the operation of a late director: without purchases, with all production and all sales.

    It is paid out if that raises the price, and kept otherwise.
    """
    before = begin_on_copy(table, operation(table, company))
    for upto in range(len(operating(before).cards(before)), -1, -1):
        for plan in planned(before, upto, careful=True):
            if not pays(plan) or plan.firm.price > table.companies[company].price:
                return plan.move
    raise LookupError(f"{company} cannot even do nothing")
