"""The Building, Action and Operation phases of the second implementation."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from tests.games.big_shoulders.second.effects import Effects
from tests.games.big_shoulders.second.pieces import Operating, Part
from tests.games.big_shoulders.second.printed import (
    BUILDINGS,
    COLUMN_BONUS,
    CUBES,
    DEMAND,
    SPACES,
    SUPPLY_PRICES,
    VARIANT_PRICES,
    Space,
)


class Phases(Effects):
    """What may be done in a turn for a company, and what it does."""

    chosen: dict[int, tuple[int, int]] = {}
    placed_now = False
    queue: list[int] = []
    left: list[str] = []

    # Building phase

    def building_options(self, seat: int) -> list[Part]:
        return [("choose tiles", play, discard) for play, discard in permutations(self.people[seat].hand, 2)]

    def reveal(self) -> None:
        for seat, (play, discard) in self.chosen.items():
            person = self.people[seat]
            person.hand.remove(play)
            person.hand.remove(discard)
            person.tiles.append(play)
            person.discarded.append(discard)
        self.job_market = min(12, self.job_market + sum(BUILDINGS[play].workers for play, _ in self.chosen.values()))
        self.chosen = {}
        if self.decade == 3:
            for seat in self.people:
                self.partner(seat, "decade")

    # Action phase

    def next_action(self) -> bool:
        """Go to the next partner; return whether there is one."""
        self.placed_now = False
        while True:
            while self.queue:
                self.seat = self.queue.pop(0)
                person = self.people[self.seat]
                if person.ready and person.directs():
                    return True
                person.earn(25 * person.ready, "partners")
                person.ready = 0
            if not any(person.ready for person in self.people.values()):
                return False
            self.queue = list(self.order)

    def spaces(self) -> dict[str, tuple[Space, int | None]]:
        """Return the open spaces, with whose tile it is."""
        tiles = {
            f"tile_{number}": (BUILDINGS[number].space, seat)
            for seat, person in self.people.items()
            for number in person.tiles
        }
        found: dict[str, tuple[Space, int | None]] = {name: (space, None) for name, space in SPACES.items()}
        return {
            name: (space, owner)
            for name, (space, owner) in {**found, **tiles}.items()
            if space.decade <= self.decade and not (space.one and self.placed.get(name))
        }

    def action_options(self) -> tuple[list[Part], bool]:
        if self.pending:
            return self.pending_options(), False
        companies = self.people[self.seat].directs()
        aside = self.at_any_time(companies)
        if self.placed_now:
            return aside, True
        placing: list[Part] = [
            ("place partner", name, company)
            for name, (space, _) in self.spaces().items()
            for company in companies
            if self._can_pay(space, company)
        ]
        return [*placing, *aside], False

    def _can_pay(self, space: Space, company: str) -> bool:
        firm = self.firms[company]
        needed = space.to_bank + space.to_owner
        for kind, *about in space.effects:
            if kind == "dividend":
                needed += about[0]
            if kind == "pick asset" and not self.affordable(company, about[0]):
                return False
            if kind == "hire workers" and (not any(firm.open()) or self.hiring_price(1) > firm.cash):
                return False
        return firm.cash >= needed

    def action_part(self, part: Part) -> None:
        match part:
            case ("place partner", name, company):
                self._place(name, company)
            case ("use asset", company):
                self.use(company)
            case ("trade cubes", company, give, get):
                self.trade(company, give, get)
            case _:
                self.decide(part)
        self.resolve()

    def _place(self, name: str, company: str) -> None:
        space, owner = self.spaces()[name]
        self.placed.setdefault(name, []).append(self.seat)
        self.people[self.seat].ready -= 1
        self.firms[company].cash += space.from_bank - space.to_bank - space.to_owner
        if owner is not None:
            self.people[owner].earn(space.to_owner + space.owner_gets, "tiles")
        self.placed_now = True
        self.pending = [("tile", kind, company, *about) for kind, *about in space.effects]

    def refill_assets(self) -> None:
        """Let assets slide right, and the next one come from the pile."""
        lying = [asset for asset in self.asset_row if asset is not None]
        while len(lying) < 5 and self.asset_pile:
            lying.insert(0, self.asset_pile.pop(0))
        self.asset_row = [*[None] * (5 - len(lying)), *lying]

    # Operation phase

    def operation_options(self) -> tuple[list[Part], bool]:
        going = self.going
        assert going is not None
        if self.pending:
            return self.pending_options(), False
        if going.settled:
            return self.at_any_time([going.company]), True
        found = [*self._emergencies(going), *self._for_sale(going), *self._runs(going), *self._sales_of_goods(going)]
        found += self.at_any_time([going.company])
        found.append(("settle", False))
        if going.sold and going.ran:
            found.append(("settle", True))
        return found, False

    def _emergencies(self, going: Operating) -> list[Part]:
        if not going.emergency:
            return []
        treasury = self.firms[going.company].treasury
        return [
            ("emergency fundraising", preferred, common)
            for preferred in range(treasury["preferred"] + 1)
            for common in range(treasury["common"] + 1)
            if preferred or common
        ]

    def _for_sale(self, going: Operating) -> list[Part]:
        if not going.buying:
            return []
        cash = self.firms[going.company].cash
        groups = zip(self.supply, SUPPLY_PRICES, strict=False)
        offers = {(cube, price) for group, price in groups for cube in +group}
        offers |= {(cube, VARIANT_PRICES[self.rows[cube] - 1]) for cube in CUBES if self.rows[cube]}
        return [("buy cubes", (offer,)) for offer in sorted(offers) if offer[1] <= cash]

    def _runs(self, going: Operating) -> list[Part]:
        firm = self.firms[going.company]
        if going.produced or going.ran == len(firm.charter.works):
            return []
        full = not firm.open()[going.ran]
        pays = Counter(firm.charter.works[going.ran].cubes) <= firm.cubes
        return [("run factory", going.ran + 1)] if full and pays else []

    def _sales_of_goods(self, going: Operating) -> list[Part]:
        firm = self.firms[going.company]
        goods = firm.goods + (0 if going.produced else firm.extra)
        found: list[Part] = [("sell goods", None, count) for count in range(1, goods + 1)]
        for column in range(3):
            room = min(goods, self.room(firm.charter.industry, column))
            found += [("sell goods", column, count) for count in range(1, room + 1)]
        return found

    def room(self, row: str, column: int) -> int:
        """Return how many more goods a space of the demand board takes."""
        tile, goods = self.demand[row][column]
        places = 6 * (column == 1) if tile is None else DEMAND[tile][1]
        return places - goods

    def operation_part(self, part: Part) -> None:
        going = self.going
        assert going is not None
        match part:
            case ("emergency fundraising", preferred, common):
                self._emergency(going, preferred, common)
            case ("buy cubes", cubes):
                self._buy_cubes(going, cubes)
            case ("run factory", number):
                self._run(going, number)
            case ("sell goods", column, count):
                self._sell_goods(going, column, count)
            case ("settle", pay):
                self._settle(going, pay)
            case ("use asset", company):
                self.use(company)
            case ("trade cubes", company, give, get):
                self.trade(company, give, get)
            case _:
                self.decide(part)
        self.resolve()

    def _emergency(self, going: Operating, preferred: int, common: int) -> None:
        firm = self.firms[going.company]
        going.emergency = False
        count = 2 * preferred + common
        firm.cash += count * firm.price
        sold = Counter(preferred=preferred, common=common)
        firm.treasury -= sold
        firm.pool += sold
        firm.step(-count - 1)

    def _buy_cubes(self, going: Operating, cubes: tuple[tuple[str, int], ...]) -> None:
        firm = self.firms[going.company]
        going.emergency = False
        for cube, price in cubes:
            firm.cash -= price
            firm.cubes[cube] += 1
            if self.options["supply_rows"]:
                self.rows[cube] -= 1
            else:
                self.supply[SUPPLY_PRICES.index(price)][cube] -= 1

    def _run(self, going: Operating, number: int) -> None:
        firm = self.firms[going.company]
        works = firm.charter.works[number - 1]
        going.emergency = going.buying = False
        going.ran += 1
        firm.cubes -= Counter(works.cubes)
        self.haymarket += Counter(works.cubes)
        firm.goods += works.goods + (firm.tokens[number - 1] == works.spots)
        if firm.managers[number - 1]:
            kinds = {"cubes": "manager's cubes", "goods": "goods", "appeal": "appeal"}
            self.pending = [
                ("manager", kinds[kind], firm.id, works.bonus[kind]) for kind in kinds if kind in works.bonus
            ]
        if number == len(firm.charter.works):
            self._all_ran(firm.id)

    def _all_ran(self, company: str) -> None:
        """A player's first company ran all; without a first one, any company counts."""
        seat = self.director(company)
        person = self.people[seat]
        lost = not person.of(person.first)["director"]
        if "factories" not in person.gained and (lost or person.first == company):
            self.partner(seat, "factories")

    def end_production(self) -> None:
        going = self.going
        assert going is not None
        if not going.produced:
            firm = self.firms[going.company]
            firm.goods += firm.extra
            going.produced = True
            going.buying = going.emergency = False

    def _sell_goods(self, going: Operating, column: int | None, count: int) -> None:
        firm = self.firms[going.company]
        self.end_production()
        firm.goods -= count
        going.sold += count
        if column is None:
            going.revenue += count * firm.each // 2
            return
        row = firm.charter.industry
        tile, goods = self.demand[row][column]
        self.demand[row][column] = tile, goods + count
        going.revenue += count * firm.each
        if not self.room(row, column):
            going.revenue += COLUMN_BONUS[column]

    def _settle(self, going: Operating, pay: bool) -> None:
        firm = self.firms[going.company]
        self.end_production()
        if pay:
            self.pay_shareholders(firm.id, going.revenue)
        else:
            firm.cash += going.revenue
            if not firm.protected:
                firm.step(-1)
        going.settled = True
