"""Construction departments: building projects.

A worker goes to the mission area of a region, and the lowest disk of a project tab onto an empty space of its type
there, or onto an empty space of a small town; its slot is uncovered. In a rail town the transport income of the region
is paid at once. (Rulebook "Construction"; Construction Outsourcing, Political Lobbying.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from bot.engine.drafting import Part
from bot.engine.questions import Choose, Option, Question, Unread
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.engine.words import format_count, format_list, format_ordinal
from bot.games.carnegie.components import LEVELS, PROJECTS, AnyUse, Build, City, Gain, Project, Slot
from bot.games.carnegie.moves import BuildIn, StartBuilding
from bot.games.carnegie.news import ProjectBuilt, RailIncome
from bot.games.carnegie.rules.andrew import counts_the_human
from bot.games.carnegie.rules.company import send
from bot.games.carnegie.rules.links import chains, links
from bot.games.carnegie.rules.missions import use_worker
from bot.games.carnegie.rules.paid_by_income import ChoosingBox
from bot.games.carnegie.rules.pieces import Disk
from bot.games.carnegie.rules.resources import can_pay, pay, transport_income
from bot.games.carnegie.rules.vocabulary import HINT, PROJECT, REGION, amounts, cut, shorten_label, shorten_long_label

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


def open_spaces(table: Carnegie, seat: Seat, project: Project) -> list[tuple[City, int]]:
    """Return where a project can be built: for each city, the leftmost empty space of each type that may be used.

    Alone, every one of them: Andrew fills a city from the left (CG-17).
    """
    all_of_them = counts_the_human(table)
    any_type = table.ability(seat, "any space") is not None
    found = []
    for city in table.box.cities:
        seen = set()
        for at, kind in enumerate(city.spaces):
            if table.spaces[city.id][at] is not None or (kind in seen and not all_of_them):
                continue
            if any_type or kind in ("any", project):
                seen.add(kind)
                found.append((city, at))
    return found


def which_space(found: list[tuple[City, int]], city: City, at: int) -> str:
    """Return which space of a city this is, where another like it can be chosen; empty: there is none."""
    alike = sum(one.id == city.id and one.spaces[other] == city.spaces[at] for one, other in found)
    return f", {format_ordinal(at + 1)} space" if alike > 1 else ""


def city_said(city: City, more: str = "") -> str:
    """Return a city with what it is worth, and whether it can be linked."""
    major = ", major city" if city.size == "major" else ""
    return f"{city.name} ({city.vp} VP{major}{more})"


def projects(table: Carnegie, seat: Seat, cell: str, number: int, use: AnyUse) -> Iterator[Option]:
    """Yield the projects that can be built with a worker of this cell."""
    if not isinstance(use, Build):
        return
    player, department = table.everybody[seat], table.department(seat, cell)
    for project in PROJECTS:
        cubes = table.box.tabs[project].cubes
        payable = can_pay(player, use.money, cubes)
        if any(player.tabs[project].disks) and payable and open_spaces(table, seat, project):
            move = StartBuilding(cell=cell, use=number, project=project)
            group = "" if department is None else department.name
            yield _describe_project(table, seat, move, group, f" and ${use.money}" if use.money else "")


def _describe_project(table: Carnegie, seat: Seat, move: StartBuilding, group: str, more: str) -> Option:
    """Return the option to build a project, with its price, a further one, and what its slot will pay."""
    name, price = PROJECT[move.project], f"{format_count(table.box.tabs[move.project].cubes, 'cube')}{more}"
    gains = () if table.is_last_round else find_next_slot(table, seat, move.project).gains
    pays = " or ".join(map(amounts, gains))
    label, brief = f"Build {name} for {price}", f"{name}: {price}, pays {pays}"
    short = shorten_label(f"Build {brief}", brief, label) if pays else shorten_long_label(label)
    dearer = f" {group}: in any region, and the worker stays active." if more else ""
    return Option(move, label, group, cut(f"{next_slot(table, seat, move.project)}{dearer}"), short=short, brief=name)


def find_next_slot(table: Carnegie, seat: Seat, project: Project) -> Slot:
    """Return the slot that is uncovered next."""
    player = table.everybody[seat]
    return table.box.tabs[project].side(player.sides[project])[player.tabs[project].disks.index(True)]


def next_slot(table: Carnegie, seat: Seat, project: Project) -> str:
    """Return in words what the slot that is uncovered next will pay."""
    slot = find_next_slot(table, seat, project)
    if slot.cap:
        return f"Then each donation can score {slot.cap} more."
    if table.is_last_round:
        return "Scores the VP of its city. No income follows."
    return f"Its slot then pays {' or '.join(amounts(gain) for gain in slot.gains)} with each income."


class Building(Part, kind="building"):
    """A worker builds a project; where is still to be chosen."""

    is_detail: ClassVar[bool] = True

    order: Open[StartBuilding]

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask for the space, and tell which are listed and what comes of the worker who builds there."""
        stays = self.use(table).anywhere or table.is_last_round
        sent = "" if stays else " The worker waits there for an income."
        any_type = table.ability(self.seat, "any space") is not None
        listed = "any free space" if any_type else f"free {PROJECT[self.order.project]} spaces and small towns"
        options = tuple(where_to_build(table, self.seat, self.order.project))
        return Choose(prompt=f"Where do you build ({listed})?{sent}", rule=rule, options=options)

    def use(self, table: Carnegie) -> Build:
        """Return the way in which the department builds."""
        department = table.department(self.seat, self.order.cell)
        use = None if department is None else department.uses[self.order.use]
        if not isinstance(use, Build):
            raise ValueError(f"{self.order.cell} builds nothing")
        return use

    def take(self, table: Carnegie, move: BuildIn) -> None:
        """Pay, send the worker, and put the disk on the map."""
        use, project, city = self.use(table), self.order.project, table.box.city[move.city]
        cubes = table.box.tabs[project].cubes
        pay(table, self.seat, use.money, cubes)
        use_worker(table, self.order.cell)
        if not use.anywhere:
            send(table, self.seat, self.order.cell, city.region)
        vp = more_vp(table, self.seat, city, move.space, project)
        table.everybody[self.seat].vp += vp
        put_disk(table, self.seat, project, move)
        table.tell(
            ProjectBuilt(
                seat=self.seat,
                project=project,
                city=city.name,
                cubes=cubes,
                money=use.money,
                vp=vp,
                mission=not use.anywhere,
            )
        )
        if city.rail:
            rail_income(table, self.seat, city)


def where_to_build(table: Carnegie, seat: Seat, project: Project) -> Iterator[Option]:
    """Yield the spaces for a project."""
    found = open_spaces(table, seat, project)
    for city, at in found:
        move, which = BuildIn(city=city.id, space=at), which_space(found, city, at)
        yield Unread(move, partial(_describe_space, table, seat, project, city, move, which))


def _describe_space(table: Carnegie, seat: Seat, project: Project, city: City, move: BuildIn, which: str) -> Option:
    """Return the option to build a project on a space."""
    kind, rail = city.spaces[move.space], ", pays transport income" if city.rail else ""
    as_other = "" if kind in ("any", project) else f", {kind} space"
    vp = more_vp(table, seat, city, move.space, project)
    at_once = f", +{vp} VP" if vp else ""
    label = city_said(city, f"{at_once}{rail}{as_other}{which}")
    pays = f", pays {amounts(_find_rail_income(table, seat, city))}" if city.rail else ""
    tries = (city_said(city, f"{at_once}{pays}{as_other}{which}"), city_said(city, which), f"{city.name}{which}")
    short = shorten_long_label(label, *tries)
    return Option(move, label, REGION[city.region], describe_city(table, seat, city), short=short)


def describe_city(table: Carnegie, seat: Seat, city: City) -> str:
    """Return in sentences what a project in a city brings besides its VP: links, and the income of a rail town."""
    rails = f"Rail town: pays {amounts(_find_rail_income(table, seat, city))} at once." if city.rail else ""
    line = ""
    for sentence in (_describe_links(table, seat, city), rails):
        longer = f"{line} {sentence}".strip()
        line = longer if len(longer) <= HINT else line
    return line


def _describe_links(table: Carnegie, seat: Seat, city: City) -> str:
    """Return in a sentence to which cities a project links a city, and what that scores; empty: to none."""
    names = {one.id: one.name for one in table.box.cities}
    own = {at for at, _ in table.projects(seat)}
    if city.id in own:
        return "You have a project here already: no new link."
    (before, _), (after, chain) = links(table, seat), links(table, seat, [city.id])
    if after > before:
        majors = format_list(one.name for one in table.box.cities if one.links and one.id in chain)
        return f"Links {majors}: your links score {after} VP instead of {before}."
    weaker = _describe_weaker_chain(table, seat, city, before)
    if weaker:
        return weaker
    near = format_list(sorted(names[one] for one in table.box.neighbours[city.id] & own))
    if city.links:
        joined = f"A route joins it to your {near}. " if near else ""
        return f"{joined}Linked to another major city by yours, it scores {_score_pair(table, city)} VP or more."
    if not near:
        return ""
    if before:
        return f"A route joins it to your {near}; it links no further major city."
    return f"A route joins it to your {near}; two linked major cities score {_score_pair(table)} VP or more."


def _describe_weaker_chain(table: Carnegie, seat: Seat, city: City, before: int) -> str:
    """Return in a sentence which major cities a project would join for no more VP; empty: it joins no further one."""
    own = {at for at, _ in table.projects(seat)}

    def find_majors(cities: Collection[str]) -> list[str]:
        return [one.name for one in table.box.cities if one.links and one.id in cities]

    chain = next(one for one in chains({*own, city.id}, table.box) if city.id in one)
    majors = find_majors(chain)
    if len(majors) < 2 or any(find_majors(one) == majors for one in chains(own, table.box)):
        return ""
    level, region = min((table.level(seat, region), region) for region in {table.box.city[one].region for one in chain})
    return f"Joins {format_list(majors)}, but by {LEVELS[level]} ({REGION[region]}): your links stay at {before} VP."


def _score_pair(table: Carnegie, city: City | None = None) -> int:
    """Return the least VP that this major city, or any, scores when it is linked to another."""
    least = min(one.links for one in table.box.cities if one.links)
    return table.box.links[least + (least if city is None else city.links)][0]


def _find_rail_income(table: Carnegie, seat: Seat, city: City) -> Gain:
    """Return the transport income that building in a rail town pays."""
    return table.box.tracks[city.region].income[table.everybody[seat].tracks[city.region]]


def more_vp(table: Carnegie, seat: Seat, city: City, at: int, project: Project) -> int:
    """Return what Political Lobbying brings for a project on a space where it could stand without it."""
    extra = table.ability(seat, "any space")
    return extra.vp if extra is not None and city.spaces[at] in ("any", project) else 0


def put_disk(table: Carnegie, seat: Seat, project: Project, move: BuildIn) -> None:
    """Take the lowest disk of a tab and put it on a space: its slot is uncovered."""
    tab = table.everybody[seat].tabs[project]
    slot = tab.disks.index(True)
    tab.disks[slot], tab.built[slot] = False, True
    table.spaces[move.city][move.space] = Disk(owner=seat, project=project)


def rail_income(table: Carnegie, seat: Seat, city: City) -> None:
    """Pay the transport income of the region, once."""
    player = table.everybody[seat]
    box = player.tracks[city.region]
    if box and table.ability(seat, "archives") is not None:
        table.next(ChoosingBox(seat=seat, region=city.region, times=1, city=city.name))
        return
    gain = table.box.tracks[city.region].income[box]
    table.tell(RailIncome(seat=seat, city=city.name, gain=gain))
    transport_income(table, seat, city.region, 1)
