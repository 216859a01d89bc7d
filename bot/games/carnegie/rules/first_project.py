"""Setup: the first project and the reserve.

The disk of the Housing tab goes onto a housing space of a medium or major city, free of charge, and one department tile
of the display is taken as a personal reserve. (Rulebook "Setup".)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.games.carnegie.moves import BuildIn, TakeReserve
from bot.games.carnegie.news import Founded
from bot.games.carnegie.rules.construction import city_said, open_spaces, put_disk, which_space
from bot.games.carnegie.rules.vocabulary import REGION, ROW, cut, department_said

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


def where_to_begin(table: Carnegie, seat: Seat) -> Iterator[Option]:
    """Yield the housing spaces of medium and major cities."""
    found = open_spaces(table, seat, "housing")
    for city, at in found:
        if city.size != "small":
            label = city_said(city, which_space(found, city, at))
            yield Option(BuildIn(city=city.id, space=at), label, REGION[city.region])


def reserves(table: Carnegie) -> Iterator[Option]:
    """Yield the departments on display."""
    for one in table.box.departments:
        if one.id in table.display:
            yield Option(TakeReserve(department=one.id), one.name, ROW[one.row], cut(one.text), department_said(one))


def found(table: Carnegie, seat: Seat, move: BuildIn) -> None:
    """Put the Housing disk there; then a reserve is taken."""
    put_disk(table, seat, "housing", move)
    work = table.everybody[seat].work
    if work is not None:
        work.founding, work.reserve = False, True


def take_reserve(table: Carnegie, seat: Seat, move: TakeReserve) -> None:
    """Take the tile from the display."""
    player = table.everybody[seat]
    table.display.remove(move.department)
    player.reserve = move.department
    if player.work is not None:
        player.work.reserve = False
    ((city, _),) = table.projects(seat)
    table.tell(
        Founded(seat=seat, city=table.box.city[city].name, department=table.box.department[move.department].name)
    )
