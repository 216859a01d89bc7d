"""End of the game and scoring.

The score track, an unused Action Selection tile, active workers, departments, project tabs, the best chain, projects,
donations, and departments that score at the end. Money and cubes count only for welfare donations, each dollar and each
cube once, split as it scores most (CG-6). Whoever has most wins; a tie is shared. (Rulebook "End of the game".)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.games.carnegie.components import ANDREW, REGIONS, Donation, Owner
from bot.games.carnegie.news import GameScored, Score
from bot.games.carnegie.rules.links import links

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
    """What donations score, and what is left of the dollars and cubes."""

    points: Mapping[str, int]
    money: int
    cubes: int


def donation_points(
    table: Carnegie,
    seat: Seat,
    spaces: Sequence[str],
    donor: Owner | None = None,
    means: tuple[int, int] | None = None,
) -> Welfare:
    """Return what each of these donations scores, counted on a seat's company and projects.

    Args:
        table: as it stands.
        seat: on whose things it is counted.
        spaces: the donations.
        donor: whose donations they are; None: the seat's.
        means: the dollars and cubes that can be spent; None: all that the seat has.
    """
    player, most = table.everybody[seat], cap(table, seat)
    given = [table.box.donation[space] for space in spaces]
    owner = seat if donor is None else donor
    found = {one.id: min(most, one.vp * _counted(table, seat, one, owner)) for one in given if one.per not in WELFARE}
    money, cubes = means or (player.money, player.cubes)
    return _welfare(found, {one.per: one for one in given if one.per in WELFARE}, most, money, cubes, table)


def _counted(table: Carnegie, seat: Seat, donation: Donation, owner: Owner) -> int:
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


def _welfare(
    found: dict[str, int], given: Mapping[str, Donation], most: int, money: int, cubes: int, table: Carnegie
) -> Welfare:
    """Spend dollars and cubes on welfare donations as it scores most; cubes can be sold for it."""
    if not given:
        return Welfare(found, money, cubes)
    five = table.box.terms.welfare_money
    pairs = range((-(-most // given["pair"].vp) if "pair" in given else 0) + 1)
    best: tuple[int, int, dict[str, int], int, int] | None = None
    for sold in range(cubes + 1):
        for paired in pairs:
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
            rank = sum(points.values()), left + dollars
            if best is None or rank > best[:2]:
                best = (*rank, points, dollars, left)
    if best is None:
        return Welfare(found, money, cubes)
    return Welfare({**found, **best[2]}, best[3], best[4])


def expansions(table: Carnegie, seat: Seat) -> int:
    """Return what the departments that score at the end are worth; the extra link stands in the links."""
    found = 0
    free = table.ability(seat, "per free cell")
    if free is not None:
        found += free.vp * sum(cell.department is None for cell in table.everybody[seat].company.values())
    built = [table.in_region(seat, region) for region in REGIONS]
    one = table.ability(seat, "per project in one region")
    found += one.vp * max(built) if one is not None else 0
    weakest = table.ability(seat, "weakest region")
    return found + (weakest.vp * min(built) if weakest is not None else 0)


def andrew_score(table: Carnegie) -> Score:
    """Return what Andrew has; his donations are counted on the human's things."""
    andrew, solo = table.andrew, table.box.solo
    if andrew is None:
        raise ValueError("Andrew does not play")
    own = donation_points(table, 1, table.donations(1))
    his = donation_points(table, 1, table.donations(ANDREW), ANDREW, (own.money, own.cubes))
    columns = [*(column for _, column in andrew.cards), *((andrew.column,) if andrew.card else ())]
    return Score(
        seat=ANDREW,
        track=sum(solo.columns[column] for column in columns),
        departments=solo.tile_vp * len(andrew.tiles),
        tabs=solo.end_box_vp * len(andrew.bonuses),
        projects=sum(table.box.city[city].vp for city, _ in table.projects(ANDREW)),
        donations=sum(his.points.values()),
    )


def finish(table: Carnegie) -> None:
    """Score, and say who has won."""
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
