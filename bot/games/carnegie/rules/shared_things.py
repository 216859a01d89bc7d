"""What a seat could take from others with departments: tiles, spaces of the map, donations, empty end boxes.

It is never less than what can really be taken, and follows from what everybody sees. Players who could take the same
act one after the other (CG-10).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.carnegie.components import (
    REGIONS,
    AnyUse,
    Build,
    DonateOnTop,
    Earn,
    PerDepartment,
    PerProject,
    PerTwoActive,
    Place,
    PutWorkers,
    Row,
    Swap,
)
from bot.games.carnegie.rules.company import active_in
from bot.games.carnegie.rules.research import list_reachable_ends

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

DISPLAY, MAP, DONATIONS = "display", "map", "donations"
ANYTHING = "anything"
"""Stands for all of them, where it makes no difference what it is."""


def list_takeable(table: Carnegie, seat: Seat, row: Row) -> frozenset[str]:
    """Return what a seat could take with its departments of a row; an end box is named by its region."""
    things, points, builders = set[str](), 0, 0
    for cell, department in table.departments(seat, row):
        workers = active_in(table, seat, cell)
        for use in department.uses if workers else ():
            points += workers * _count_points(table, seat, use)
            match use:
                case Place():
                    things.add(DISPLAY)
                case Build():
                    things.add(MAP)
                    builders += workers
                case DonateOnTop():
                    things.add(DONATIONS)
                case _:
                    pass
    points += builders * _count_points_by_rail(table, seat)
    return frozenset({*things, *list_reachable_ends(table, seat, points)})


def _count_points(table: Carnegie, seat: Seat, use: AnyUse) -> int:
    """Return how many development points a use could give at most; those of a project's transport income apart."""
    match use:
        case Earn():
            return use.gain.development
        case PerDepartment():
            return use.gain.development * len(table.departments(seat, use.per))
        case PerProject():
            most = max(table.in_region(seat, region) for region in table.box.tracks)
            return most * max(gain.development for gain in use.gains)
        case PerTwoActive() | Swap() | Place() | Build() | DonateOnTop() | PutWorkers():
            return 0


def _count_points_by_rail(table: Carnegie, seat: Seat) -> int:
    """Return how many development points the transport income of a new project could pay at most."""
    tracks, archives = table.everybody[seat].tracks, table.ability(seat, "archives") is not None
    incomes = {region: [gain.development for gain in table.box.tracks[region].income] for region in REGIONS}
    pays_now = (max(incomes[region][0 if archives else at : at + 1]) for region, at in tracks.items())
    return max(map(max, incomes.values())) if any(pays_now) else 0  # the first points may lead to a better box


def describe_things(table: Carnegie, things: Collection[str]) -> tuple[object, ...]:
    """Return the present state of these things, on which a plan that takes them depends."""
    taken = {city: [disk is not None for disk in spaces] for city, spaces in table.spaces.items()}
    if ANYTHING in things:
        return (tuple(table.display), repr(taken), repr(table.chart), repr(table.ends))
    state = {DISPLAY: repr(table.display), MAP: repr(taken), DONATIONS: repr(table.chart)}
    state |= {region: repr(owners) for region, owners in table.ends.items()}
    return tuple((thing, state[thing]) for thing in sorted(things))
