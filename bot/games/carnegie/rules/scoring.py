"""End of the game and scoring.

The score track, an unused Action Selection tile, active workers, departments, project tabs, the best chain, projects,
donations, and departments that score at the end. Money and cubes count only for welfare donations, each dollar and each
cube once, split as it scores most (CG-6). The player with most VP wins; a tie is shared. (Rulebook "End of the game".)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.games.carnegie.components import ANDREW, REGIONS, Donation, Owner
from bot.games.carnegie.news import GameScored, Score
from bot.games.carnegie.rules.andrew import counts_the_human
from bot.games.carnegie.rules.links import links
from bot.games.carnegie.rules.resources import sell

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

WELFARE = ("cube", "money", "pair")


def score(table: Carnegie, seat: Seat) -> Score:
    """Return what a seat has as things stand, part by part, counted as at the end."""
    player, terms = table.everybody[seat], table.box.terms
    placed = [cell for cell, department in table.departments(seat) if department.id in player.placed]
    return Score(
        seat=seat,
        track=player.vp,
        tile=terms.tile_vp if player.tile else 0,
        workers=terms.worker_vp * player.active,
        departments=sum(terms.floor_vp[int(cell[1]) - 1] for cell in placed),
        tabs=sum(table.box.tabs[project].vp * tab.steps for project, tab in player.tabs.items()),
        links=links(table, seat)[0],
        projects=sum(table.box.city[city].vp for city, _ in table.projects(seat)),
        donations=sum(donation_points(table, seat, table.donations(seat)).points.values()),
        expansions=expansions(table, seat),
    )


def cap(table: Carnegie, seat: Seat) -> int:
    """Return what each donation of a seat can score at most."""
    return table.box.terms.donation_cap + sum(slot.cap for slot in table.slots(seat))


class Welfare(NamedTuple):
    """Scores of donations, the dollars and cubes left after them, and the number of cubes sold for them."""

    points: Mapping[str, int]
    money: int
    cubes: int
    sold: int


def donation_points(
    table: Carnegie, seat: Seat, spaces: Sequence[str], means: tuple[int, int] | None = None
) -> Welfare:
    """Return the score of each donation for a seat; in the solo game, the rest is such that Andrew gains least by it.

    Args:
        table: the table.
        seat: the donor.
        spaces: the donations.
        means: the dollars and cubes that can be spent; None: all that the seat has.
    """
    player, most = table.everybody[seat], cap(table, seat)
    money, cubes = means or (player.money, player.cubes)
    own = _welfare(table, spaces)
    his = _welfare(table, table.donations(ANDREW)) if counts_the_human(table) else {}
    sales = range(cubes + 1) if own or his else range(1)
    best = max(
        (way for sold in sales for way in _ways(table, own, most, (money, cubes), sold)),
        key=lambda way: (_total(way), -_most(table, his, most, way), way.money + way.cubes),
    )
    return best._replace(points={**_without_welfare(table, seat, spaces, seat), **best.points})


def _welfare(table: Carnegie, spaces: Sequence[str]) -> dict[str, Donation]:
    """Return the donations that convert dollars and cubes, by resource."""
    given = [table.box.donation[space] for space in spaces]
    return {one.per: one for one in given if one.per in WELFARE}


def _without_welfare(table: Carnegie, seat: Seat, spaces: Sequence[str], donor: Owner) -> dict[str, int]:
    """Return what the others of these donations score, counted on a seat's things."""
    most, given = cap(table, seat), [table.box.donation[space] for space in spaces]
    return {one.id: min(most, one.vp * count_times(table, seat, one, donor)) for one in given if one.per not in WELFARE}


def _total(way: Welfare) -> int:
    return sum(way.points.values())


def _most(table: Carnegie, given: Mapping[str, Donation], most: int, left: Welfare) -> int:
    """Return the score of welfare donations with these resources, without selling cubes."""
    return max(map(_total, _ways(table, given, most, (left.money, left.cubes), 0))) if given else 0


def count_times(table: Carnegie, seat: Seat, donation: Donation, owner: Owner) -> int:
    """Return how often a donation scores, before its cap."""
    match donation.per:
        case "department":
            return len(table.departments(seat, donation.row))
        case "project":
            cities = table.box.city
            return sum(
                (not donation.projects or project in donation.projects)
                and donation.region in (None, cities[city].region)
                and (not donation.small or cities[city].size == "small")
                for city, project in table.projects(seat)
            )
        case "railroad":
            return sum(table.level(seat, region) == 2 for region in REGIONS)
        case "donation":
            return len(table.donations(owner))
        case "flat":
            return 1
        case "worker":
            return table.everybody[seat].active
        case "cube" | "money" | "pair":
            raise ValueError("welfare is counted by what is spent")


def _ways(
    table: Carnegie, given: Mapping[str, Donation], most: int, means: tuple[int, int], sold: int
) -> Iterator[Welfare]:
    """Yield the ways to spend dollars and cubes on welfare donations when a number of cubes is sold."""
    five = table.box.terms.welfare_money
    money, cubes = means
    for paired in range((-(-most // given["pair"].vp) if "pair" in given else 0) + 1):
        dollars, left = money + sold - five * paired, cubes - sold - paired
        if dollars < 0 or left < 0:
            continue
        points = {}
        for per, there, each in (("cube", left, 1), ("money", dollars, five)):
            if per in given:
                times = min(there // each, -(-most // given[per].vp))
                points[given[per].id] = min(most, given[per].vp * times)
                left, dollars = (left - times, dollars) if per == "cube" else (left, dollars - five * times)
        if "pair" in given:
            points[given["pair"].id] = min(most, given["pair"].vp * paired)
        yield Welfare(points, dollars, left, sold)


def expansions(table: Carnegie, seat: Seat) -> int:
    """Return what the departments that score at the end are worth; the extra link stands in the links."""
    found = 0
    free = table.ability(seat, "per free cell")
    if free is not None:
        found += free.vp * sum(cell.department is None for cell in table.everybody[seat].company.values())
    one, weakest = table.ability(seat, "per project in one region"), table.ability(seat, "weakest region")
    if one is None and weakest is None:
        return found
    built = [table.in_region(seat, region) for region in REGIONS]
    found += one.vp * max(built) if one is not None else 0
    return found + (weakest.vp * min(built) if weakest is not None else 0)


def andrew_score(table: Carnegie) -> Score:
    """Return what Andrew has; his donations are counted on the human's things."""
    andrew, solo = table.andrew, table.box.solo
    if andrew is None:
        raise ValueError("Andrew does not play")
    columns = [*(column for _, column in andrew.cards), *((andrew.column,) if andrew.card else ())]
    return Score(
        seat=ANDREW,
        track=sum(solo.columns[column] for column in columns),
        departments=solo.tile_vp * len(andrew.tiles),
        tabs=solo.end_box_vp * len(andrew.bonuses),
        projects=sum(table.box.city[city].vp for city, _ in table.projects(ANDREW)),
        donations=_andrews_donations(table),
    )


def _andrews_donations(table: Carnegie) -> int:
    """Return what Andrew's donations score: on what the human has (CG-15), and what the human leaves unsold (CG-16)."""
    spaces, left, most = table.donations(ANDREW), donation_points(table, 1, table.donations(1)), cap(table, 1)
    given, strict = _welfare(table, spaces), counts_the_human(table)
    flat = sum(_without_welfare(table, 1, spaces, 1 if strict else ANDREW).values())
    if strict or not given:
        return flat + _most(table, given, most, left)
    means = left.money, left.cubes  # of an older edition: his own donations counted, and he could sell the cubes
    return flat + max(_total(way) for sold in range(left.cubes + 1) for way in _ways(table, given, most, means, sold))


def finish(table: Carnegie) -> None:
    """Score and tell the winner; in the solo game, sell cubes first where that is best for the human (CG-1)."""
    if counts_the_human(table):
        sell(table, 1, donation_points(table, 1, table.donations(1)).sold)
    scores = [score(table, seat) for seat in table.seats]
    scores += [andrew_score(table)] if table.andrew is not None else []
    for one in scores:
        one.place = 1 + sum(other.total > one.total for other in scores)
    table.scores = sorted(scores, key=lambda one: one.place)
    table.tell(GameScored(scores=table.scores))
    seats = [one for one in scores if one.seat != ANDREW]
    table.outcome = Outcome(
        scores={one.seat: one.total for one in seats},
        places={one.seat: one.place for one in seats},
        rivals={} if table.andrew is None else {"Andrew": andrew_score(table).total},
    )
