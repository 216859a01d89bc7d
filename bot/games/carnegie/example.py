"""The rulebook's example round: Ann builds twice, and has a chain."""

from __future__ import annotations

from bot.engine import play
from bot.engine.example import Example
from bot.engine.records import Move, Seat
from bot.games.carnegie.components import BOX, Project
from bot.games.carnegie.moves import BuildIn, PickRow, Plan, StandUp, StartBuilding, TakeBack
from bot.games.carnegie.rules.construction import put_disk
from bot.games.carnegie.rules.setup import set_up
from bot.games.carnegie.rules.timeline import Round
from bot.games.carnegie.rules.what_is_agreed import CarnegieOptions
from bot.games.carnegie.table import Carnegie

ANN, BOB = 1, 2
CONSTRUCTION = "c2"


def _built(project: Project, city: str, space: int) -> tuple[StartBuilding, BuildIn]:
    return StartBuilding(cell=CONSTRUCTION, project=project), BuildIn(city=city, space=space)


PLAYED: tuple[tuple[Seat, Move], ...] = (
    (ANN, PickRow(row="construction")),
    (ANN, Plan(orders=(TakeBack(count=1),))),
    (ANN, Plan(orders=(*_built("commerce", "chicago", 1), *_built("industry", "new_york", 2)))),
    (BOB, Plan(orders=_built("commerce", "kansas_city", 0))),
    (ANN, Plan(orders=(StandUp(cell=CONSTRUCTION),))),
)


def dealt() -> Carnegie:
    """Return the table on which Ann is about to pick a row."""
    table = set_up(CarnegieOptions(), 2, "an example round", BOX)
    table.first = ANN
    table.rows["construction"].tile, table.rows["construction"].back = 6, False  # the West comes first
    for city in ("chicago", "new_york", "pittsburgh", "boston", "kansas_city"):
        table.spaces[city] = [None] * len(BOX.city[city].spaces)
    ann, bob = table.everybody[ANN], table.everybody[BOB]
    put_disk(table, ANN, "housing", BuildIn(city="pittsburgh", space=0))
    put_disk(table, BOB, "housing", BuildIn(city="boston", space=0))
    ann.money, ann.tracks["west"] = 6, 1
    ann.company[CONSTRUCTION].standing, ann.company[CONSTRUCTION].lying = [0, 1], 1
    ann.company[BOX.lobby].lying -= 3
    ann.missions["west"] = 1
    bob.reserve, ann.reserve = "sales", "engineering"
    for reserve in (ann.reserve, bob.reserve):
        (table.display if reserve in table.display else table.removed).remove(reserve)
    table.agenda = [Round()]
    return play.begin(table).table


def after() -> Carnegie:
    """Return the table after that round."""
    table = dealt()
    for seat, move in PLAYED:
        table = play.play(table, seat, move).table
    return table


EXAMPLE = Example("An example round", ("Ann", "Bob"), "map", after)
