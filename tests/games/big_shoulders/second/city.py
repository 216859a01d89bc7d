"""A whole game of the second implementation: from one decision to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy

from tests.games.big_shoulders.second.phases import Phases
from tests.games.big_shoulders.second.pieces import Operating, Part, Person, shares
from tests.games.big_shoulders.second.printed import DEMAND, ERA_DEALT, REFILL, ROWS, VARIANT_DRAWS


class Drawn:
    """What chance has dealt since the last decision: how the supply chain lay after each refill, and the hands."""

    def __init__(self, refills: list[list[Mapping[str, int]]], hands: Mapping[int, list[int]]) -> None:
        self._refills = iter(refills)
        self.hands = hands

    def refill(self) -> list[Counter[str]]:
        """Return the groups as they lay after the next refill."""
        groups = next(self._refills, None)
        assert groups is not None, "the supply chain was not refilled"
        return [Counter(group) for group in groups]

    def done(self) -> bool:
        return next(self._refills, None) is None


class City(Phases):
    """A game that learns the random results from outside and knows all the rest."""

    phase = "founding"
    scores: dict[int, tuple[int, int, int]] = {}
    places: dict[int, int] = {}

    def asked(self) -> list[int]:
        """Return who must decide something."""
        match self.phase:
            case "founding":
                return self.choosing[:1]
            case "building":
                return [seat for seat in self.people if seat not in self.chosen]
            case "over":
                return []
            case _:
                return [self.seat]

    def now(self, seat: int) -> tuple[list[Part], bool]:
        """Return a seat's next options, and whether its turn may end now."""
        match self.phase:
            case "founding":
                return self.charters_for(self.people[seat].cash), False
            case "building":
                return self.building_options(seat), False
            case "stock":
                return self.stock_options()
            case "action":
                return self.action_options()
            case _:
                return self.operation_options()

    def do(self, seat: int, part: Part) -> None:
        """Do a part of a turn."""
        match self.phase:
            case "founding":
                self.found(seat, part[1], part[2])
            case "building":
                self.chosen = {**self.chosen, seat: (part[1], part[2])}
            case "stock":
                self.stock_part(part)
            case "action":
                self.action_part(part)
            case "operation":
                self.operation_part(part)

    def end(self, drawn: Drawn) -> None:
        """End the turn, and go on to the next decision."""
        match self.phase:
            case "founding":
                self.choosing.pop(0)
                if not self.choosing:
                    self._decade(drawn)
            case "building":
                if len(self.chosen) == self.players:
                    self.reveal()
                    self.phase, self.queue = "action", list(self.order)
                    self._actions(drawn)
            case "stock":
                if not self.next_stock_turn():
                    self._after_stock(drawn)
            case "action":
                self.refill_assets()
                self._actions(drawn)
            case "operation":
                self._after_operation(drawn)
                self._operations(drawn)

    def _decade(self, drawn: Drawn) -> None:
        self.phase, self.passes, self.last = "stock", 0, None
        if not self.first_stock_turn(self.priority):
            self._after_stock(drawn)

    def _after_stock(self, drawn: Drawn) -> None:
        self.end_stock_phase()
        for person in self.people.values():
            person.sold = set()
        self.phase = "building"
        if self.decade > 1:
            pile = self.tile_piles[ERA_DEALT[self.decade]]
            for seat, person in self.people.items():
                new = [tile for tile in drawn.hands[seat] if tile not in person.hand]
                assert len(new) == 2, f"seat {seat} was dealt {new}"
                for tile in new:
                    pile.remove(tile)
                person.hand += new

    def _actions(self, drawn: Drawn) -> None:
        while self.next_action():
            only = self._only_action()
            if only is None:
                return
            for part in only:
                self.action_part(part)
            self.refill_assets()
        self.phase, self.left = "operation", list(self.line)
        self._operations(drawn)

    def _only_action(self) -> list[Part] | None:
        """Return what a partner does who can do nothing else; None: something is to be decided."""
        there, parts = deepcopy(self), list[Part]()
        while True:
            options, may_end = there.action_options()
            if not options and may_end:
                return parts
            if len(options) != 1 or may_end:
                return None
            there.action_part(options[0])
            parts.append(options[0])

    # Operation phase

    def _operations(self, drawn: Drawn) -> None:
        while self.left:
            company = self.left.pop(0)
            self.going = Operating(company, emergency=self.options["advanced"])
            self.seat = self.director(company)
            if self.operation_options()[0] != [("settle", False)]:
                return
            self.operation_part(("settle", False))
            self._after_operation(drawn)
        self._after_operations(drawn)

    def _after_operation(self, drawn: Drawn) -> None:
        self.going = None
        if self.options["supply_rows"]:
            self._refill_rows(drawn)
        else:
            self._slide(drawn)

    def _slide(self, drawn: Drawn) -> None:
        groups = [+group for group in self.supply if +group]
        slides = groups != [+group for group in self.supply[: len(groups)]]
        if len(groups) == 4 or not (slides or self.bag.total() or self._surplus().total()):
            return
        laid = drawn.refill()
        assert laid[: len(groups)] == groups, f"slid to {laid}, not {groups}"
        for group in laid[len(groups) :]:
            self._draw(group, REFILL[self.decade])
        self.supply = laid

    def _surplus(self) -> Counter[str]:
        """Return what goes from Haymarket Square into an empty bag: all but two of each type, or in the variant all."""
        kept = 0 if self.options["supply_rows"] else 2
        return Counter({cube: max(0, count - kept) for cube, count in self.haymarket.items()})

    def _draw(self, group: Counter[str], count: int) -> None:
        """Take these cubes out of the bag; when it runs dry, refill it from Haymarket Square."""
        if self.bag.total() < count:
            assert self.bag <= group, f"{dict(group)} is not all of the bag, {dict(self.bag)}"
        self._put_in(count)
        assert group.total() == min(count, self.bag.total()), f"{dict(group)} is not {count}"
        assert group <= self.bag, f"{dict(group)} was not in the bag, {dict(self.bag)}"
        self.bag -= group

    def _put_in(self, count: int) -> None:
        """Put the surplus in Haymarket Square into a bag with too few cubes."""
        if self.bag.total() < count:
            surplus = self._surplus()
            self.haymarket -= surplus
            self.bag += surplus

    def _refill_rows(self, drawn: Drawn) -> None:
        draws = VARIANT_DRAWS[max(self.rows.values(), default=0)]
        rows = sum(drawn.refill(), Counter[str]())
        assert max(rows.values(), default=0) <= 11, f"the rows are {dict(rows)}"
        new = +(rows - self.rows)
        assert self.rows + new == rows, f"the rows were {dict(self.rows)} and are {dict(rows)}"
        if 11 in rows.values() and new.total() < draws:  # what a full row has no room for goes back
            self._put_in(draws)
            assert new <= self.bag, f"{dict(new)} was not in the bag, {dict(self.bag)}"
            self.bag -= new
        else:
            self._draw(new, draws)
        self.rows = rows

    def _after_operations(self, drawn: Drawn) -> None:
        for person in self.people.values():
            person.history.append(person.cash + self._worth(person))
        for firm in self.firms.values():
            firm.history.append(firm.price)
        if self.decade == 5:
            self._score()
            return
        self._clean_up(drawn)
        self.decade += 1
        self._decade(drawn)

    # Cleanup

    def _clean_up(self, drawn: Drawn) -> None:
        if not self.options["supply_rows"]:
            self.haymarket += self.supply[0]
            self.supply[0] = Counter()
            self._slide(drawn)
        if any(self.asset_row):
            gone = self.asset_row.pop()
            assert gone is not None
            self.assets_gone.append(gone)
            self.asset_row.insert(0, None)
            self.refill_assets()
        self._clear_demand()
        for person in self.people.values():
            person.ready = person.partners
        self.placed = {}
        for firm in self.firms.values():
            firm.used = False

    def _clear_demand(self) -> None:
        for row, spaces in self.demand.items():
            staying: list[int] = []
            for tile, goods in spaces:
                if tile is not None:
                    (self.demand_gone if goods == DEMAND[tile][1] else staying).append(tile)
            of_tile = {tile: goods for tile, goods in spaces if tile is not None}
            printed = spaces[1][1] if spaces[1][0] is None and spaces[1][1] < 6 else 0
            moved: list[tuple[int | None, int]] = [(tile, of_tile[tile]) for tile in staying]
            while len(moved) < 3:
                moved.append((None, printed if len(moved) == 1 else 0))
            self.demand[row] = moved
        for column in range(3):
            for row in ROWS:
                if self.demand[row][column][0] is None and self.demand_pile:
                    self.demand[row][column] = self.demand_pile.pop(0), 0

    # The end

    def _worth(self, person: Person) -> int:
        return sum(shares(owned) * self.firms[company].price for company, owned in person.owns.items() if owned.total())

    def _counts(self, goal: str, seat: int) -> int:
        person = self.people[seat]
        firms = [self.firms[company] for company in person.directs()]
        highest = max(firm.appeal for firm in self.firms.values())
        return {
            "managers": sum(sum(firm.managers) for firm in firms),
            "salespeople": sum(firm.salespeople for firm in firms),
            "assets": sum(firm.asset is not None for firm in firms),
            "workers": sum(sum(firm.workers) for firm in firms),
            "automation": sum(sum(firm.tokens) for firm in firms),
            "appeal": max((firm.appeal for firm in firms if firm.appeal == highest), default=0),
            "treasury": max((firm.cash for firm in firms), default=0),
            "partners": person.partners,
            "common": sum(owned["common"] for owned in person.owns.values()),
            "preferred": sum(owned["preferred"] for owned in person.owns.values()),
        }[goal]

    def _score(self) -> None:
        self.phase = "over"
        rewards: Counter[int] = Counter()
        for goal in self.goals:
            counts = {seat: self._counts(goal, seat) for seat in self.people}
            most = max(counts.values())
            rewards.update({seat: 200 for seat, count in counts.items() if count == most > 0})
        self.scores = {seat: (person.cash, self._worth(person), rewards[seat]) for seat, person in self.people.items()}
        ranks = {seat: (sum(score), score[2]) for seat, score in self.scores.items()}
        self.places = {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}
