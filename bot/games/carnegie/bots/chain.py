"""The bot's choice of a chain of cities to work for, by its score and its missing parts.

For every set of major cities it searches for the cheapest tree of cities that joins them. An own city costs nothing; a
foreign one without an empty space cannot be used. Each level that the regions on the way could reach gives the tree a
score and a price in projects and development points. The bot works for the best.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush

from bot.games.carnegie.components import LEVELS, CarnegieBox, Region

FAR = 1000.0
"""What no chain costs."""
Trees = dict[frozenset[str], tuple[float, frozenset[str]]]
"""For each set of major cities the cost of the cheapest tree that joins them, and its cities."""


@dataclass(frozen=True)
class Aim:
    """A chain to work for."""

    vp: int = 0
    """What it would score."""
    worth: float = 0.0
    """That, less what it still takes."""
    cities: frozenset[str] = frozenset()
    """Those that are still to be built in."""
    boxes: Mapping[Region, int] = field(default_factory=dict)
    """How far the track of each region on the way must go."""


def trees(box: CarnegieBox, costs: Mapping[str, float]) -> Trees:
    """Return the cheapest tree for every set of major cities that can be joined.

    Args:
        box: the map.
        costs: what each city costs; those that are not in it cannot be used.
    """
    majors = tuple(city.id for city in box.cities if city.links and city.id in costs)
    return _trees(box.routes, majors, tuple(costs.items()))


@lru_cache(maxsize=64)  # a bot asks the same for several answers in a row, until somebody builds
def _trees(routes: tuple[tuple[str, str], ...], majors: tuple[str, ...], costs: tuple[tuple[str, float], ...]) -> Trees:
    price, neighbours = dict(costs), _neighbours(routes)
    ending: dict[frozenset[str], dict[str, tuple[float, frozenset[str]]]] = {}
    found: Trees = {}
    for joined in _subsets(majors):
        reached: dict[str, tuple[float, frozenset[str]]] = {}
        if len(joined) == 1:
            (only,) = joined
            reached[only] = price[only], joined
        for part, rest in _halves(joined):
            for city in sorted(ending[part].keys() & ending[rest].keys()):
                (one, there), (other, here) = ending[part][city], ending[rest][city]
                if one + other - price[city] < reached.get(city, (FAR, there))[0]:
                    reached[city] = one + other - price[city], there | here
        ending[joined] = _grown(neighbours, price, reached)
        if len(joined) > 1 and ending[joined]:
            found[joined] = min(ending[joined].values(), key=lambda tree: tree[0])
    return found


@lru_cache(maxsize=4)
def _neighbours(routes: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    """Return the neighbours of each city, in an order: a bot must answer the same again."""
    found: dict[str, list[str]] = {}
    for one, other in sorted([*routes, *((other, one) for one, other in routes)]):
        found.setdefault(one, []).append(other)
    return found


def _subsets(majors: Collection[str]) -> Iterator[frozenset[str]]:
    """Yield all sets of these cities, smaller ones first."""
    found = [frozenset[str]()]
    for city in majors:
        found += [joined | {city} for joined in found]
    yield from sorted(found[1:], key=lambda joined: (len(joined), sorted(joined)))


def _halves(joined: frozenset[str]) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the ways to part a set in two."""
    first = min(joined)
    for part in _subsets(sorted(joined - {first})):
        yield part, joined - part


def _grown(
    neighbours: Mapping[str, Sequence[str]],
    costs: Mapping[str, float],
    trees: dict[str, tuple[float, frozenset[str]]],
) -> dict[str, tuple[float, frozenset[str]]]:
    """Return for each city the cheapest of these trees that is grown until it ends there."""
    todo = sorted((cost, city) for city, (cost, _) in trees.items())
    grown = dict(trees)
    while todo:
        cost, city = heappop(todo)
        known, tree = grown[city]
        if cost > known:
            continue
        for other in neighbours[city]:
            further = cost + costs.get(other, FAR)
            if further < grown.get(other, (FAR, tree))[0]:
                grown[other] = further, tree | {other}
                heappush(todo, (further, other))
    return grown


def boxes_for(box: CarnegieBox, regions: Collection[Region], level: int) -> dict[Region, int]:
    """Return which box the track of each region must reach for a level."""
    return {
        region: next(at for at, name in enumerate(box.tracks[region].levels) if LEVELS.index(name) >= level)
        for region in regions
    }


def points_missing(box: CarnegieBox, tracks: Mapping[Region, int], boxes: Mapping[Region, int]) -> int:
    """Return how many development points it takes until the tracks are in these boxes."""
    return sum(sum(box.tracks[region].steps[tracks[region] : at]) for region, at in boxes.items())


def aims(
    box: CarnegieBox, owned: Collection[str], joined: Trees, tracks: Mapping[Region, int], per_point: float
) -> Iterator[Aim]:
    """Yield the chains that can still be built, at each level.

    Args:
        box: the map.
        owned: the cities with own projects.
        joined: the trees that can be built, with their cost in VP.
        tracks: the own box of each track.
        per_point: the cost of a development point in VP.
    """
    most = max(box.links)
    for majors, (cost, cities) in joined.items():
        points = min(most, sum(box.city[city].links for city in majors))
        for level in range(len(LEVELS)):
            boxes = boxes_for(box, {box.city[city].region for city in cities}, level)
            vp = box.links[points][level]
            price = cost + per_point * points_missing(box, tracks, boxes)
            yield Aim(vp, vp - price, cities - set(owned), boxes)
