"""The bot's estimates for the map, the tabs, the tracks and donations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bot.games.carnegie.bots.chain import Aim, Trees, aims, points_missing, trees
from bot.games.carnegie.bots.prospects import Prospects
from bot.games.carnegie.components import END_BOX, LEVELS, PROJECTS, REGIONS, Donation, Gain, Project, Region
from bot.games.carnegie.rules.links import best_chain

LAST_SPACE = 3


@dataclass
class Building:
    """What building and developing is worth.

    Args:
        hopes: what the seat has and expects.
    """

    hopes: Prospects

    # Chains

    @cached_property
    def mine(self) -> set[str]:
        """The cities with own projects."""
        return {city for city, _ in self.hopes.projects}

    @property
    def tracks(self) -> dict[Region, int]:
        """The own box of each track, as the plan leaves it."""
        return {region: at + self.hopes.draft.moved[region] for region, at in self.hopes.own.tracks.items()}

    @cached_property
    def _trees(self) -> Trees:
        costs, weighs = {}, self.hopes.weighs
        for city in self.hopes.box.cities:
            if city.id in self.mine:
                costs[city.id] = 0.0
            elif None in self.hopes.view.spaces[city.id]:
                costs[city.id] = weighs.city_of_chain * (1.0 if city.size == "small" else weighs.larger_city)
        return trees(self.hopes.box, costs)

    @cached_property
    def aim(self) -> Aim:
        """The chain to work for; what it scores is how much more that is than now."""
        box, tracks, best = self.hopes.box, self.tracks, Aim()
        levels = {region: LEVELS.index(box.tracks[region].levels[at]) for region, at in tracks.items()}
        now = best_chain(self.mine, levels, box)[0]
        for aim in aims(box, self.mine, self._trees, tracks, self.hopes.weighs.point_of_chain):
            can = len(aim.cities) <= self.hopes.left * self.hopes.weighs.built_a_round
            if can and aim.vp > now and aim.worth - now > best.worth:
                best = Aim(aim.vp - now, aim.worth - now, aim.cities, aim.boxes)
        return best

    def _toward(self, part: float) -> float:
        """Return what a part of all that the chain still lacks is worth."""
        points = points_missing(self.hopes.box, self.tracks, self.aim.boxes)
        lacks = len(self.aim.cities) * self.hopes.weighs.city_of_chain + points * self.hopes.weighs.point_of_chain
        return self.hopes.vp * self.aim.vp * part / lacks if lacks else 0.0

    def has_built(self) -> None:
        """Evaluate the map again after a project of the plan."""
        self.__dict__.pop("_trees", None)
        self.__dict__.pop("mine", None)
        self.has_moved()

    def has_moved(self) -> None:
        """Search for a chain again after a step on a track."""
        self.__dict__.pop("aim", None)

    # Projects

    def open_cities(self, project: Project) -> list[str]:
        """Return where a project can be built."""
        return [
            city.id
            for city in self.hopes.box.cities
            if any(
                disk is None and kind in ("any", project)
                for disk, kind in zip(self.hopes.view.spaces[city.id], city.spaces, strict=True)
            )
        ]

    def city(self, city: str) -> float:
        """Return what a project in a city is worth."""
        there, mine = self.hopes.box.city[city], self.mine
        worth = self.hopes.vp * there.vp
        if city not in mine:
            worth += self._toward(self.hopes.weighs.city_of_chain) if city in self.aim.cities else 0.0
            worth += self.hopes.weighs.neighbour * len(self.hopes.box.neighbours[city] & mine)
        if there.rail:
            worth += self.hopes.transport(there.region)
        for one in self.hopes.donated:
            if (one.region == there.region or (one.small and there.size == "small")) and self._has_room(one):
                worth += one.vp * self.hopes.vp
        return worth + self.hopes.mission(there.region)

    def project(self, project: Project) -> float:
        """Return what building a project of a type is worth: its slot, the best city, and donations for it."""
        hopes = self.hopes
        slots = zip(hopes.slots_of(project), hopes.own.tabs[project].disks, strict=True)
        waiting = [slot for slot, there in slots if there]
        before = sum(kind == project for _, kind in hopes.draft.built)
        pays = hopes.slot(waiting[before]) if before < len(waiting) else 0.0
        cubes = hopes.gain(Gain(cubes=hopes.box.tabs[project].cubes))
        where = max((self.city(city) for city in self.open_cities(project)), default=-99.0)
        donated = sum(one.vp for one in hopes.donated if project in one.projects and self._has_room(one))
        worth = self.hopes.weighs.project + pays * sum(hopes.coming.values()) * self.hopes.weighs.slot
        return worth - cubes + where + donated * hopes.vp

    @cached_property
    def best_project(self) -> float:
        """What the best project is worth whose disk waits."""
        tabs = self.hopes.own.tabs
        return max((self.project(project) for project in PROJECTS if any(tabs[project].disks)), default=0.0)

    # Tabs and tracks

    def tab(self, project: Project) -> float:
        """Return what sliding a tab one step is worth."""
        hopes, printed = self.hopes, self.hopes.box.tabs[project]
        disk = self.hopes.weighs.disk * hopes.left / hopes.box.terms.rounds
        disk *= 2 if hopes.waiting < self.hopes.weighs.many_disks else 1
        at = hopes.own.tabs[project].steps + 1
        pays = hopes.slot(hopes.slots_of(project)[at]) if at <= LAST_SPACE else 0.0
        incomes = max(0, sum(hopes.coming.values()) - self.hopes.weighs.incomes_before)
        return hopes.vp * printed.vp + disk + pays * self.hopes.weighs.slot_later * incomes

    def track(self, region: Region) -> float:
        """Return what a step on a track is worth."""
        hopes, track = self.hopes, self.hopes.box.tracks[region]
        at = self.tracks[region]
        if at >= END_BOX:
            return 0.0
        better = hopes.gain(track.income[at + 1]) - hopes.gain(track.income[at])
        worth = better * min(3, hopes.coming[region]) * self.hopes.weighs.track_income
        if self.aim.boxes.get(region, 0) > at:
            worth += self._toward(self.hopes.weighs.point_of_chain * track.steps[at])
        if track.levels[at + 1] == "railroad" != track.levels[at]:
            donated = sum(one.vp for one in hopes.donated if one.per == "railroad")
            worth += self.hopes.weighs.railroad + donated * hopes.vp
        if at == END_BOX - 1:
            worth += hopes.gain(track.bonus) + (
                self.hopes.weighs.against_andrew if hopes.view.andrew is not None else 0
            )
        return worth

    def tab_for_a_point(self, project: Project) -> float:
        """Return what a development point brings on a tab."""
        return self.tab(project) / self.hopes.box.tabs[project].development

    def track_for_a_point(self, region: Region) -> float:
        """Return what a development point brings on a track."""
        return self.track(region) / self.hopes.box.tracks[region].steps[self.tracks[region]]

    @cached_property
    def a_point(self) -> float:
        """What a development point brings where it brings most."""
        own = self.hopes.own
        tabs = [self.tab_for_a_point(project) for project in PROJECTS if own.tabs[project].steps < LAST_SPACE]
        tracks = [self.track_for_a_point(region) for region in REGIONS if own.tracks[region] < END_BOX]
        return max([*tabs, *tracks], default=0.0)

    def gain(self, gain: Gain) -> float:
        """Return what a gain is worth, development points as they can be used."""
        return self.hopes.gain(gain) + (self.a_point - self.hopes.weighs.development) * gain.development

    # Donations

    def donation(self, space: str | None) -> float:
        """Return the value of a donation, less its price and the dollars then missing for workers."""
        if space is None:
            return 0.0
        hopes = self.hopes
        price = hopes.view.prices[hopes.seat]
        points = min(hopes.view.caps[hopes.seat], self._points(hopes.box.donation[space]))
        late = hopes.left <= self.hopes.weighs.late
        costs = price * (self.hopes.weighs.money_when_late if late else self.hopes.weighs.price_of_donation)
        kept = self.hopes.weighs.kept * min(1.0, hopes.left / 8)
        short = max(0.0, kept - (hopes.own.money - price)) if hopes.left else 0.0
        return hopes.vp * points - costs - short + self.hopes.weighs.to_donate

    @property
    def best_donation(self) -> float:
        """What the best donation is worth that can be made now."""
        view = self.hopes.view
        empty = [space for space, owners in view.chart.items() if not owners]
        if self.hopes.own.worth_in_dollars < view.prices[self.hopes.seat]:
            return 0.0
        return max([0.0, *(self.donation(space) for space in empty)])

    def _counts(self, one: Donation) -> int:
        """Return how many own projects a donation counts."""
        cities = self.hopes.box.city
        return sum(
            (not one.projects or kind in one.projects)
            and one.region in (None, cities[city].region)
            and (not one.small or cities[city].size == "small")
            for city, kind in self.hopes.projects
        )

    def _has_room(self, one: Donation) -> bool:
        """Whether one more project would let a donation for projects score more."""
        return one.vp * self._counts(one) < self.hopes.view.caps[self.hopes.seat]

    def _points(self, one: Donation) -> float:
        """Return the score of a donation, with an estimate of the rest of the game."""
        hopes = self.hopes
        grows = 1 + hopes.left * self.hopes.weighs.grows
        match one.per:
            case "project":
                return one.vp * self._counts(one) * grows
            case "department":
                return one.vp * sum(one.row in (None, there.row) for _, there in hopes.departments) * grows
            case "donation":
                return one.vp * (len(hopes.donated) + 1 + hopes.donations_coming / 3)
            case "worker":
                return one.vp * min(12.0, hopes.own.active + hopes.left / 8)
            case "flat":
                return float(one.vp)
            case "railroad":
                tracks = hopes.box.tracks
                there = sum(tracks[region].levels[at] == "railroad" for region, at in hopes.own.tracks.items())
                return one.vp * min(4.0, there + hopes.left / 12)
            case "cube" | "money" | "pair":
                return self.hopes.weighs.welfare
