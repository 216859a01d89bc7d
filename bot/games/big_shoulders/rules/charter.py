"""Company charters: factories, workers, managers, salespeople, automation, cubes, goods and treasury.

Each factory has spots for workers and a slot for one manager; a company has slots for salespeople, and each of them
makes its goods dearer. Staff never move or leave. (Rules 7.5, 7.6 and 16.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.engine.records import Record
from bot.engine.secrecy import Open
from bot.games.big_shoulders.components import CompanyCard, Cube
from bot.games.big_shoulders.news import GoodsMade, ManagerHired, SalespersonHired, WhyGoods, WorkerPlaced
from bot.games.big_shoulders.rules.certificates import Certificates, new_treasury

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class Factory(Record):
    """What stands in a factory."""

    workers: Open[int] = 0
    automated: Open[int] = 0
    """Automation tokens on its worker spots."""
    manager: Open[bool] = False


class Company(Record):
    """A founded company, with all that lies on its charter."""

    price: Open[int]
    cash: Open[int]
    appeal: Open[int]
    factories: Open[list[Factory]]
    salespeople: Open[int] = 0
    cubes: Open[dict[Cube, int]] = {}
    goods: Open[int] = 0
    tokens: Open[int] = 0
    """Goods tokens from the appeal track."""
    asset: Open[str | None] = None
    used: Open[bool] = False
    """Whether the asset was used this decade."""
    treasury: Open[Certificates] = new_treasury()
    pool: Open[Certificates] = Certificates()
    """What lies of it in the Bank Pool."""
    history: Open[list[int]] = []
    """Its price after each decade; 0 before it was founded."""

    def has(self, cube: Cube) -> int:
        """Return how many cubes of a type it has."""
        return self.cubes.get(cube, 0)

    def store(self, cube: Cube, count: int) -> None:
        """Put cubes here, or take them away."""
        self.cubes[cube] = self.cubes.get(cube, 0) + count
        if not self.cubes[cube]:
            del self.cubes[cube]

    def lacks(self, cubes: Iterable[Cube]) -> list[Cube]:
        """Return which of these cubes it has not."""
        left = dict(self.cubes)
        missing = []
        for cube in cubes:
            if left.get(cube, 0):
                left[cube] -= 1
            else:
                missing.append(cube)
        return missing


def open_spots(table: City, company: str) -> list[int]:
    """Return how many worker spots are open in each factory."""
    printed = table.box.company[company].factories
    return [
        card.spots - factory.workers - factory.automated
        for card, factory in zip(printed, table.companies[company].factories, strict=True)
    ]


def with_room(table: City, company: str) -> list[int]:
    """Return the numbers of the factories with an open spot."""
    return [number for number, spots in enumerate(open_spots(table, company), 1) if spots]


def is_fully_automated(table: City, company: str, factory: int) -> bool:
    """Whether all of a factory's tokens are on its spots."""
    card = table.box.company[company].factories[factory - 1]
    return table.companies[company].factories[factory - 1].automated == card.spots


def goods_of(table: City, company: str, factory: int) -> int:
    """Return how many goods a factory makes when it runs, without its manager's bonus."""
    printed = table.box.company[company].factories[factory - 1].goods
    return printed + is_fully_automated(table, company, factory)


def goods_when_staffed(table: City, company: str) -> int:
    """Return how many goods a company makes with its workers; a factory without all of them stops those behind it."""
    spots = open_spots(table, company)
    running = next((at for at, count in enumerate(spots) if count), len(spots))
    return sum(goods_of(table, company, number) for number in range(1, running + 1))


def good_price(card: CompanyCard, salespeople: int) -> int:
    """Return for how much a company sells one of its goods."""
    return card.prices[salespeople]


def place_worker(table: City, company: str, factory: int) -> None:
    """Put a worker from the supply on an open spot."""
    table.companies[company].factories[factory - 1].workers += 1
    table.tell(WorkerPlaced(company=table.name(company), factory=factory))


def without_manager(table: City, company: str) -> list[int]:
    """Return the numbers of the factories with a free manager slot."""
    return [number for number, factory in enumerate(table.companies[company].factories, 1) if not factory.manager]


def hire_manager(table: City, company: str, factory: int) -> None:
    """Put a manager into a factory."""
    table.companies[company].factories[factory - 1].manager = True
    table.tell(ManagerHired(company=table.name(company), factory=factory))


def has_room_for_salesperson(table: City, company: str) -> bool:
    """Whether a slot is free."""
    return table.companies[company].salespeople < table.box.company[company].salesperson_slots


def hire_salespeople(table: City, company: str, count: int) -> None:
    """Put salespeople into the next free slots, as many as have room."""
    firm, card = table.companies[company], table.box.company[company]
    for _ in range(count):
        if has_room_for_salesperson(table, company):
            before = good_price(card, firm.salespeople)
            firm.salespeople += 1
            after = good_price(card, firm.salespeople)
            table.tell(SalespersonHired(company=table.name(company), before=before, after=after))


def make_goods(table: City, company: str, count: int, why: WhyGoods) -> None:
    """Give a company goods that no factory has made."""
    if count:
        table.companies[company].goods += count
        table.tell(GoodsMade(company=table.name(company), count=count, why=why))
