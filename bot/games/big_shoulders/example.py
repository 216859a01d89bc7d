"""The rulebook's example operation: Ann runs Fairbank, sells three goods and pays out."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine import play
from bot.engine.example import Example
from bot.engine.records import Move, Seat
from bot.games.big_shoulders.components import BOX, Cube
from bot.games.big_shoulders.moves import (
    BuyCubes,
    Found,
    Operate,
    Purchase,
    RunFactory,
    SellGoods,
    Settle,
    TakeBonus,
    TakeCubes,
)
from bot.games.big_shoulders.rules.certificates import give
from bot.games.big_shoulders.rules.decades import Decade
from bot.games.big_shoulders.rules.founding import found
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.setup import set_up
from bot.games.big_shoulders.rules.variants import CityOptions
from bot.games.big_shoulders.table import City

ANN, ZOE = 1, 2
FAIRBANK, SWIFT = "fairbank", "swift"
CHAIN: tuple[Mapping[Cube, int], ...] = (
    {"coal": 1, "wood": 1, "livestock": 1},
    {"coal": 2, "steel": 1},
    {"wood": 4},
    {"steel": 4},
)
"""The supply chain, from the $10 space on."""

BOUGHT: tuple[tuple[Cube, int], ...] = (("coal", 10), ("coal", 20), ("livestock", 10))
PLAYED: tuple[tuple[Seat, Move], ...] = (
    (
        ANN,
        Operate(
            parts=(
                *(BuyCubes(cubes=(Purchase(cube=cube, price=price),)) for cube, price in BOUGHT),
                RunFactory(factory=1),
                TakeCubes(cubes=("coal",)),
                TakeBonus(take=True),
                RunFactory(factory=2),
                SellGoods(column=0, count=1),
                SellGoods(column=1, count=2),
                Settle(pay=True),
            )
        ),
    ),
)


def dealt() -> City:
    """Return the table on which Ann is about to operate Fairbank."""
    table = set_up(CityOptions(), 2, "an example operation", BOX)
    play.begin(table)
    for seat, company, price in ((ANN, FAIRBANK, 50), (ZOE, SWIFT, 40)):
        found(table, seat, Found(company=company, price=price))
    _staff(table)
    _lay_cubes(table)
    _lay_demand(table)
    table.decade = 2
    table.agenda[:] = [OperationPhase(), Decade(number=2, begun=True)]
    play.run_agenda(table)
    return table


def _staff(table: City) -> None:
    """Give Zoe a share, and Fairbank its money, staff and appeal."""
    firm = table.companies[FAIRBANK]
    firm.treasury.add(common=-1)
    give(table, ZOE, FAIRBANK, common=1)
    for seat, player in table.everybody.items():
        table.earn(seat, -player.cash, "shares")
    firm.cash, firm.appeal, firm.salespeople = 60, 4, 1
    for factory in firm.factories:
        factory.workers = 1
    firm.factories[0].manager = True


def _lay_cubes(table: City) -> None:
    """Lay out the supply chain, and give Fairbank a coal."""
    for group, wanted in zip(table.supply, CHAIN, strict=True):
        for cube, count in group.items():
            table.bag[cube] += count
        group.clear()
        for cube, count in wanted.items():
            table.bag[cube] -= count
            group[cube] = count
    table.bag["coal"] -= 1
    table.companies[FAIRBANK].store("coal", 1)


def _lay_demand(table: City) -> None:
    """Let two tiles of two spaces lie in the $50 and the $20 column of dry goods, with a good on the first."""
    spaces = [space for row in table.demand.values() for space in row]
    places = [*(space.tile for space in spaces), *table.demand_pile]
    wanted = [tile for tile in places if tile is not None and table.box.demand_tile[tile].spaces == 2]
    for space, tile in zip(table.demand["dry goods"], wanted, strict=False):
        displaced, space.tile = space.tile, tile
        other = next((each for each in spaces if each.tile == tile and each is not space), None)
        if other is not None:
            other.tile = displaced
        elif displaced is not None and displaced != tile:
            table.demand_pile[table.demand_pile.index(tile)] = displaced
    table.demand["dry goods"][0].goods = 1


def after() -> City:
    """Return the table after that operation."""
    table = dealt()
    for seat, move in PLAYED:
        table = play.play(table, seat, move).table
    return table


EXAMPLE = Example("An example operation", ("Ann", "Zoe"), "companies", after)
