"""What spaces, tiles, assets and the appeal track bring, in the second implementation."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from tests.games.big_shoulders.second.pieces import Part
from tests.games.big_shoulders.second.printed import (
    APPEAL_BONUS,
    ASSETS,
    CUBES,
    LAST_APPEAL,
    ROW_PRICES,
    TRACK,
    worker_price,
)
from tests.games.big_shoulders.second.stock import Stock

DECLINE = 25


class Effects(Stock):
    """Effects wait in `pending`, as (why, what, company, ...); why: a tile, an asset or the appeal track."""

    def resolve(self) -> None:
        """Carry out what leaves no choice, up to the next that does."""
        while self.pending:
            choices = self.pending_options()
            if len(choices) > 1:
                return
            if choices:
                self.decide(choices[0])
            else:
                self._carry_out(self.pending.pop(0))

    def pending_options(self) -> list[Part]:
        """Return the ways to carry out what comes first; none: there is nothing to choose."""
        why, what, company, *about = self.pending[0]
        match what:
            case "worker":
                return self._worker_options(why, company)
            case "automate":
                return self._automation_options(why, company, about)
            case "manager":
                spots = self.firms[company].managers
                return [("hire manager", number) for number, manager in enumerate(spots, 1) if not manager]
            case "hire workers":
                return self._hiring_options(company)
            case "pick asset":
                return [("pick asset", asset) for asset in self.affordable(company, about[0])]
            case "keep asset":
                return [("keep asset", True), ("keep asset", False)]
            case "go first" if self.order[0] != self.seat:
                return [("go first", True), ("go first", False)]
            case "like" | "unlike" | "manager's cubes":
                return [("take cubes", cubes) for cubes in self._choices_of_cubes(what, *about)]
            case "salesperson" | "partner" | "goods token" | "price step" if why == "appeal":
                return [("take bonus", True), ("take bonus", False)] if self._can_take(what, company) else []
            case _:
                return []

    def _worker_options(self, why: str, company: str) -> list[Part]:
        rooms = self.firms[company].open()
        spots: list[Part] = [("place worker", number) for number, room in enumerate(rooms, 1) if room]
        return [*spots, ("place worker", None)] if spots and why != "tile" else spots

    def _automation_options(self, why: str, company: str, about: list[str]) -> list[Part]:
        firm = self.firms[company]
        rooms: list[int | None] = [number for number, open_ in enumerate(firm.open(), 1) if open_]
        found: list[Part] = [
            ("automate spot", number, room)
            for number, (works, workers, tokens) in enumerate(
                zip(firm.charter.works, firm.workers, firm.tokens, strict=True), 1
            )
            if workers and tokens < works.spots
            for room in rooms or [None]
        ]
        may_decline = why != "tile" or about == ["another"]
        return [*found, ("automate spot", None, None)] if found and may_decline else found

    def _hiring_options(self, company: str) -> list[Part]:
        firm = self.firms[company]
        found: list[Part] = []
        spots = [number for number, open_ in enumerate(firm.open(), 1) for _ in range(open_)]
        for count in range(1, len(spots) + 1):
            if self.hiring_price(count) <= firm.cash:
                found += [("hire workers", where) for where in sorted(set(combinations(spots, count)))]
        return found

    def hiring_price(self, count: int) -> int:
        return sum(worker_price(max(0, self.job_market - hired)) for hired in range(count))

    def affordable(self, company: str, discount: int) -> list[str]:
        cash = self.firms[company].cash
        return [
            asset
            for asset, price in zip(self.asset_row, ROW_PRICES, strict=True)
            if asset is not None and price - discount <= cash
        ]

    def _choices_of_cubes(self, what: str, count: int = 2) -> list[tuple[str, ...]]:
        there = [cube for cube in CUBES if self.there(cube)]
        if what == "like":
            return [(cube,) * min(2, self.there(cube)) for cube in there]
        if what == "unlike":
            return list(combinations(there, min(2, len(there)))) if there else []
        count = min(count, sum(map(self.there, CUBES)))
        return [
            cubes
            for cubes in combinations_with_replacement(CUBES, count)
            if count and all(cubes.count(cube) <= self.there(cube) for cube in cubes)
        ]

    def _can_take(self, bonus: str, company: str) -> bool:
        firm = self.firms[company]
        match bonus:
            case "salesperson":
                return firm.salespeople < len(firm.charter.prices) - 1
            case "partner":
                return "appeal" not in self.people[self.director(company)].gained
            case "goods token":
                return self.tokens_left > 0
            case _:
                return True

    def _carry_out(self, pending: Part) -> None:
        """Do what leaves no choice; a bonus of the appeal track that nobody can take brings money."""
        why, what, company, *about = pending
        firm = self.firms[company]
        match what:
            case "appeal":
                self.appeal(company, about[0])
            case "appeal, automate":
                self.pending[:0] = [("asset", "automate", company), *self._bonuses(company, 2)]
            case "goods":
                firm.goods += about[0]
            case "cubes":
                self.gain(company, about[0])
            case "dividend":
                firm.cash -= about[0]
                self.pay_shareholders(company, about[0])
            case "worker" | "automate" | "salesperson" | "partner" | "goods token" if why == "appeal":
                firm.cash += DECLINE
            case "salesperson":
                firm.salespeople = min(firm.salespeople + 1, len(firm.charter.prices) - 1)

    def end_production(self) -> None:
        raise NotImplementedError

    def appeal(self, company: str, steps: int) -> None:
        self.pending[:0] = self._bonuses(company, steps)

    def _bonuses(self, company: str, steps: int) -> list[Part]:
        return [
            ("appeal", APPEAL_BONUS[space], company) for space in self.advance(company, steps) if space in APPEAL_BONUS
        ]

    def decide(self, part: Part) -> None:
        """Carry out what comes first in this way."""
        why, what, company, *about = self.pending.pop(0)
        firm = self.firms[company]
        match part:
            case ("place worker", None) | ("automate spot", None, None) | ("take bonus", False):
                firm.cash += DECLINE if why == "appeal" else 0
            case ("automate spot", number, room):
                self._automate(company, number, room)
            case ("take bonus", True):
                self._take(what, company)
            case ("take cubes", cubes):
                self.gain(company, cubes)
            case ("pick asset", asset):
                self._buy_asset(company, asset, about[0])
            case ("keep asset", keep):
                self._keep(company, about[0], keep)
            case _:
                self._of_staff(company, part)

    def _of_staff(self, company: str, part: Part) -> None:
        firm = self.firms[company]
        match part:
            case ("place worker", number):
                firm.workers[number - 1] += 1
            case ("hire manager", number):
                firm.managers[number - 1] = True
            case ("hire workers", factories):
                self._hire(company, factories)
            case ("go first", True):
                self.order.remove(self.seat)
                self.order.insert(0, self.seat)

    def _automate(self, company: str, number: int, room: int | None) -> None:
        firm = self.firms[company]
        firm.workers[number - 1] -= 1
        firm.tokens[number - 1] += 1
        if room is None:
            self.job_market = min(12, self.job_market + 1)
        else:
            firm.workers[room - 1] += 1

    def _take(self, bonus: str, company: str) -> None:
        firm = self.firms[company]
        match bonus:
            case "salesperson":
                firm.salespeople += 1
            case "partner":
                self.partner(self.director(company), "appeal")
            case "goods token":
                self.tokens_left -= 1
                firm.extra += 1
            case "price step":
                firm.step(1)

    def partner(self, seat: int, why: str) -> None:
        person = self.people[seat]
        person.gained.append(why)
        person.partners += 1
        person.ready += self.going is None

    def _hire(self, company: str, factories: tuple[int, ...]) -> None:
        firm = self.firms[company]
        firm.cash -= self.hiring_price(len(factories))
        self.job_market = max(0, self.job_market - len(factories))
        for number in factories:
            firm.workers[number - 1] += 1

    def _buy_asset(self, company: str, asset: str, discount: int) -> None:
        firm, at = self.firms[company], self.asset_row.index(asset)
        firm.cash -= ROW_PRICES[at] - discount
        self.asset_row[at] = None
        after: list[Part] = [("asset", *effect[:1], company, *effect[1:]) for effect in ASSETS[asset].bonus]
        if not firm.charter.slot:
            self.assets_gone.append(asset)
        elif firm.asset is None:
            firm.asset, firm.used = asset, False
        else:
            after.insert(0, ("asset", "keep asset", company, asset))
        self.pending[:0] = after

    def _keep(self, company: str, asset: str, keep: bool) -> None:
        firm = self.firms[company]
        if keep and firm.asset is not None:
            self.assets_gone.append(firm.asset)
            firm.asset, firm.used = asset, False
        else:
            self.assets_gone.append(asset)

    # At any time of one's turn

    def uses(self, company: str, before_payout: bool) -> list[Part]:
        """Return whether a company can use its asset now, if anything would come of it."""
        firm = self.firms[company]
        if firm.asset is None or firm.used or ASSETS[firm.asset].cost > firm.cash:
            return []
        kind, *about = ASSETS[firm.asset].use
        works = {
            "cubes": kind == "cubes" and any(self.there(cube) for cube in about[0]),
            "appeal": firm.appeal < LAST_APPEAL,
            "revenue": before_payout,
            "price step": before_payout and firm.level < len(TRACK) - 1,
            "passive": False,
        }
        return [("use asset", company)] if works[kind] else []

    def use(self, company: str) -> None:
        firm = self.firms[company]
        assert firm.asset is not None
        firm.used = True
        firm.cash -= ASSETS[firm.asset].cost
        kind, *about = ASSETS[firm.asset].use
        match kind:
            case "cubes":
                self.gain(company, about[0])
            case "appeal":
                self.appeal(company, about[0])
            case "revenue":
                assert self.going is not None
                self.going.revenue += about[0]
            case "price step":
                self.end_production()
                firm.step(1)

    def trades(self, company: str) -> list[Part]:
        return [
            ("trade cubes", company, give, get)
            for give in CUBES
            for get in CUBES
            if give != get and self.firms[company].cubes[give] >= 2 and self.haymarket[get]
        ]

    def trade(self, company: str, give: str, get: str) -> None:
        cubes = self.firms[company].cubes
        cubes[give] -= 2
        cubes[get] += 1
        self.haymarket[give] += 2
        self.haymarket[get] -= 1

    def at_any_time(self, companies: list[str]) -> list[Part]:
        before_payout = self.going is not None and not self.going.settled
        return [part for company in companies for part in (*self.uses(company, before_payout), *self.trades(company))]
