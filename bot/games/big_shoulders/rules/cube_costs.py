"""Whether a treasury still pays the cubes of its company's next operation, for warnings before an action is taken.

A factory without its cubes stops those behind it, and without a run nothing may be paid out. Prices can change before
the company operates, so the warnings name those of now. (How this is shown is our own.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.words import format_list
from bot.games.big_shoulders.components import Cube, Cubes
from bot.games.big_shoulders.rules import supply_chain
from bot.games.big_shoulders.rules.charter import goods_of, open_spots
from bot.games.big_shoulders.rules.haymarket_square import trades
from bot.games.big_shoulders.rules.vocabulary import cubes_said, good

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class Shortage(NamedTuple):
    """Cubes that a treasury cannot pay as things stand."""

    factory: int
    """The first factory that they stop."""
    cost: int
    """The price of all cubes that the factories up to this one lack."""
    missing: int
    """The part of it that the treasury does not have."""
    cubes: Sequence[Cube]
    """These cubes."""

    @property
    def whose(self) -> str:
        """The factories whose cubes they are."""
        return "factory 1" if self.factory == 1 else f"factories {format_list(map(str, range(1, self.factory + 1)))}"


def find_shortage(table: City, company: str, cash: int | None = None) -> Shortage | None:
    """Return the cubes for factories with all their workers that a treasury cannot pay; None if it can.

    None also where another way may bring them: a manager, the company's asset, a trade of its own cubes.

    Args:
        table: the table.
        company: the company.
        cash: its money; None: as it stands.
    """
    firm, needed = table.companies[company], list[Cube]()
    has = firm.cash if cash is None else cash
    cards = table.box.company[company].factories
    for number, (card, spots) in enumerate(zip(cards, open_spots(table, company), strict=True), 1):
        needed += card.cubes
        lacking = firm.lacks(needed)
        bought = None if spots else supply_chain.cheapest(table, lacking)
        if bought is None:  # more money would not help
            return None
        cost = sum(one.price for one in bought)
        if cost > has:
            found = Shortage(number, cost, cost - has, lacking)
            return None if _has_another_way(table, company, number, lacking) else found
    return None


def _has_another_way(table: City, company: str, upto: int, lacking: Sequence[Cube]) -> bool:
    """Whether a company may get some of these cubes without buying them."""
    firm, cards = table.companies[company], table.box.company[company].factories
    staffed = zip(cards[: upto - 1], firm.factories, strict=False)
    if any(factory.manager and card.manager.cubes for card, factory in staffed):
        return True
    use = None if firm.asset is None or firm.used else table.box.asset[firm.asset].use
    if isinstance(use, Cubes) and set(use.cubes) & set(lacking):
        return True
    return any(get in lacking for _, get in trades(table, company))


def describe_shortage(table: City, company: str, cash: int | None = None) -> Sequence[str]:
    """Return that a company has too little for its cubes, as a sentence and shorter ones; empty if it has enough."""
    found = find_shortage(table, company, cash)
    if found is None:
        return ()
    goods = good(goods_of(table, company, found.factory))
    stops = "without them nothing runs" if found.factory == 1 else f"factory {found.factory} ({goods}) stops"
    makes = f" ({goods})" if found.factory == 1 else ""
    cost = f"{cubes_said(found.cubes)} cost ${found.cost} now"
    return (
        f"Too little for {found.whose}{makes}: {cost}; {stops}.",
        f"Too little for {found.whose}{makes}: {cost}.",
        f"Too little for {found.whose}: {cost}.",
        f"Too little for {found.whose}: all cubes cost ${found.cost} now.",
        f"Cubes for {found.whose} cost ${found.cost}.",
        f"Cubes cost ${found.cost}.",  # behind the money that is left
    )


def warn_of_shortages(before: City, after: City, companies: Sequence[str]) -> Sequence[str]:
    """Return clauses about the companies that a turn leaves with too little for their cubes."""
    found: list[str] = []
    for company in companies:
        was, now = before.companies[company], after.companies[company]
        if was.cash != now.cash or was.factories != now.factories:
            words = describe_shortage(after, company)[2:3]
            found += [f"{after.name(company)} has t{sentence[1:-1]}" for sentence in words]
    return found
