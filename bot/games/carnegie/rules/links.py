"""Major city links: the best chain of cities.

A chain is a group of cities with own projects, joined by routes, with at least two major cities in it. It scores by its
link points and by the lowest own transport level among its regions; cities of a region that would lower it may be left
out. Only the best chain scores (CG-4). (Rulebook "Connections between major cities".)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.carnegie.components import LEVELS, Region

if TYPE_CHECKING:
    from bot.games.carnegie.components import CarnegieBox
    from bot.games.carnegie.table import Carnegie


def chains(cities: Collection[str], box: CarnegieBox) -> Iterator[frozenset[str]]:
    """Yield the groups of these cities that routes join."""
    left = set(cities)
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            city = todo.pop()
            group.add(city)
            reached = box.neighbours[city] & left
            left -= reached
            todo += sorted(reached)
        yield frozenset(group)


def best_chain(
    cities: Collection[str], levels: Mapping[Region, int], box: CarnegieBox, extra: int = 0, bonus: int = 0
) -> tuple[int, frozenset[str]]:
    """Return what the best chain scores, and its cities.

    Args:
        cities: those with own projects.
        levels: the own transport level of each region.
        box: the map.
        extra: more link points than the cities give.
        bonus: VP for more link points than the table has.
    """
    best: tuple[int, frozenset[str]] = (0, frozenset())
    if sum(box.city[city].links > 0 for city in set(cities)) < 2:
        return best
    for level in range(len(LEVELS)):
        allowed = [city for city in set(cities) if levels[box.city[city].region] >= level]
        for chain in chains(allowed, box):
            if sum(box.city[city].links > 0 for city in chain) < 2:  # CG-5: one major city is no chain
                continue
            points = sum(box.city[city].links for city in chain) + extra
            most = max(box.links)
            worth = box.links[min(points, most)][level] + (bonus if points > most else 0)
            best = max(best, (worth, chain), key=lambda one: (one[0], sorted(one[1])))
    return best


def links(table: Carnegie, seat: Seat, also: Collection[str] = ()) -> tuple[int, frozenset[str]]:
    """Return what a seat's best chain scores, and its cities, if it had projects in these cities also."""
    more = table.ability(seat, "extra link")
    return best_chain(
        {city for city, _ in table.projects(seat)}.union(also),
        {region: table.level(seat, region) for region in table.box.tracks},
        table.box,
        more.points if more is not None else 0,
        more.vp if more is not None else 0,
    )
