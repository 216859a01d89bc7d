"""The Stock phase of the second implementation: founding, buying, selling, and who directs."""

from __future__ import annotations

from itertools import product

from tests.games.big_shoulders.second.pieces import SHARES, Part, Pieces, shares
from tests.games.big_shoulders.second.printed import CERTIFICATE_LIMIT, CHARTERS, STARTING_PRICES


class Stock(Pieces):
    """Turns of the Stock phase."""

    over = False
    """Whether the turn began above the limit of certificates."""
    sold_now: frozenset[str] = frozenset()
    bought_now = False
    passes = 0
    last: int | None = None
    """Who last sold, bought or founded."""

    def stock_options(self) -> tuple[list[Part], bool]:
        """Return what may come next in this turn, and whether it may end here."""
        if self.bought_now:
            return [], True
        spare = CERTIFICATE_LIMIT[self.players] - self.people[self.seat].certificates
        acquiring = [*self._purchases(), *self._foundings()] if spare > 0 else []
        return [*self._sales(), *acquiring], spare >= 0 or not self.over

    def _sales(self) -> list[Part]:
        found: list[Part] = []
        for company, owned in self.people[self.seat].owns.items():
            if company in self.sold_now:
                continue
            director = owned["director"] if self.options["advanced"] and self._successors(company) else 0
            counts = product(range(director + 1), range(owned["preferred"] + 1), range(owned["common"] + 1))
            found += [("sell", company, *count) for count in counts if any(count)]
        return found

    def _successors(self, company: str) -> list[int]:
        """Return who could take over the director's certificate, clockwise."""
        return [seat for seat in self.clockwise(self.seat) if shares(self.people[seat].of(company)) >= 3]

    def _purchases(self) -> list[Part]:
        person = self.people[self.seat]
        found: list[Part] = []
        for company, firm in self.firms.items():
            owned = person.of(company)
            for pool, piece in product((False, True), ("preferred", "common")):
                if (
                    (firm.pool if pool else firm.treasury)[piece]
                    and company not in person.sold
                    and person.cash >= SHARES[piece] * firm.price
                    and shares(owned) + SHARES[piece] <= 6
                    and not (piece == "preferred" and owned["director"])
                ):
                    found.append(("buy", company, piece, pool))
        return found

    def _foundings(self) -> list[Part]:
        if self.decade == 1:
            return []
        return self.charters_for(self.people[self.seat].cash)

    def charters_for(self, cash: int) -> list[Part]:
        free = [company for company in CHARTERS if company not in self.firms]
        return [("found", company, price) for company in free for price in STARTING_PRICES if 3 * price <= cash]

    def stock_part(self, part: Part) -> None:
        match part:
            case ("sell", company, director, preferred, common):
                self._sell(company, director, preferred, common)
            case ("buy", company, piece, pool):
                self._buy(company, piece, pool)
            case ("found", company, price):
                self.found(self.seat, company, price)
                self.bought_now = True

    def _sell(self, company: str, director: int, preferred: int, common: int) -> None:
        seller, firm = self.people[self.seat], self.firms[company]
        owned = seller.of(company)
        was_director = bool(owned["director"])
        count = 3 * director + 2 * preferred + common
        seller.earn(count * firm.price, "shares")
        seller.sold.add(company)
        self.sold_now |= {company}
        if director:
            self._swap(company, self._successors(company)[0])
            common = count if owned["common"] >= count else count - 2
            preferred = (count - common) // 2
        for piece, number in (("preferred", preferred), ("common", common)):
            owned[piece] -= number
            firm.pool[piece] += number
        if was_director:
            firm.step(-count)
        elif not firm.protected:
            firm.step(-1 if self.options["friendly_sales"] else -count)
        if self.options["advanced"]:
            self._overtaken(company)

    def _overtaken(self, company: str) -> None:
        """After a sale the largest shareholder takes over from a smaller director; ties go clockwise."""
        director = self.director(company)
        rivals = list(self.clockwise(self.seat))
        best = max(rivals, key=lambda seat: shares(self.people[seat].of(company)))
        if shares(self.people[best].of(company)) > shares(self.people[director].of(company)):
            self._swap(company, best)

    def _swap(self, company: str, seat: int) -> None:
        """Give the director's certificate for three shares: the preferred and a common, or three commons."""
        old, new = self.people[self.director(company)].of(company), self.people[seat].of(company)
        given = {"preferred": 1, "common": 1} if new["preferred"] else {"common": 3}
        for piece, number in given.items():
            new[piece] -= number
            old[piece] += number
        old["director"], new["director"] = 0, 1

    def _buy(self, company: str, piece: str, pool: bool) -> None:
        buyer, firm = self.people[self.seat], self.firms[company]
        source, price = (firm.pool if pool else firm.treasury), SHARES[piece] * firm.price
        source[piece] -= 1
        buyer.earn(-price, "shares")
        if not pool:
            firm.cash += price
        owned = buyer.of(company)
        owned[piece] += 1
        self.bought_now = True
        if self.options["advanced"] and not owned["director"]:
            director = self.people[self.director(company)]
            if shares(owned) > shares(director.of(company)):
                self._swap(company, self.seat)

    # Turns

    def next_stock_turn(self) -> bool:
        """End this turn and go to the next of somebody who can do anything; return whether there is one."""
        if self.sold_now or self.bought_now:
            self.passes, self.last = 0, self.seat
        else:
            self.passes += 1
        return self.first_stock_turn(next(self.clockwise(self.seat)))

    def first_stock_turn(self, seat: int) -> bool:
        self.sold_now, self.bought_now = frozenset(), False
        while self.passes < self.players:
            self.seat = seat
            self.over = self.people[seat].certificates > CERTIFICATE_LIMIT[self.players]
            if self.stock_options()[0]:
                return True
            self.passes += 1
            seat = next(self.clockwise(seat))
        return False

    def end_stock_phase(self) -> None:
        if self.last is not None:
            self.priority = next(self.clockwise(self.last))
        for firm in self.firms.values():
            if not firm.treasury.total() and not firm.pool.total():
                firm.step(1)
