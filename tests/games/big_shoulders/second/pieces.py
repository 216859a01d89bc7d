"""What lies on the table of the second implementation, and what all its phases do with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from tests.games.big_shoulders.second.printed import (
    CHARTERS,
    CUBES,
    LAST_APPEAL,
    ROWS,
    TRACK,
    Charter,
)

Part: TypeAlias = tuple[Any, ...]
"""A move, or a part of one: its kind, and then its fields."""
SHARES = {"director": 3, "preferred": 2, "common": 1}


def shares(certificates: Counter[str]) -> int:
    return sum(SHARES[piece] * count for piece, count in certificates.items())


@dataclass
class Firm:
    """A company that was founded."""

    id: str
    level: int
    """On the stock track, from 0 on."""
    cash: int
    appeal: int
    workers: list[int]
    tokens: list[int]
    """On spots of each factory."""
    managers: list[bool]
    salespeople: int = 0
    cubes: Counter[str] = field(default_factory=Counter)
    goods: int = 0
    extra: int = 0
    """Goods tokens."""
    asset: str | None = None
    used: bool = False
    treasury: Counter[str] = field(default_factory=lambda: Counter(preferred=1, common=5))
    pool: Counter[str] = field(default_factory=Counter)
    history: list[int] = field(default_factory=list)

    @property
    def charter(self) -> Charter:
        return CHARTERS[self.id]

    @property
    def price(self) -> int:
        return TRACK[self.level]

    @property
    def each(self) -> int:
        """What one of its goods brings."""
        return self.charter.prices[self.salespeople]

    @property
    def protected(self) -> bool:
        return self.asset == "price_protection"

    def step(self, steps: int) -> None:
        """Move the price; steps beyond an end of the track are lost."""
        self.level = max(0, min(len(TRACK) - 1, self.level + steps))

    def open(self) -> list[int]:
        """Return how many spots of each factory are open."""
        return [
            works.spots - workers - tokens
            for works, workers, tokens in zip(self.charter.works, self.workers, self.tokens, strict=True)
        ]


@dataclass
class Person:
    """A player."""

    cash: int
    partners: int
    ready: int
    hand: list[int]
    gained: list[str] = field(default_factory=list)
    discarded: list[int] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)
    owns: dict[str, Counter[str]] = field(default_factory=dict)
    first: str = ""
    sold: set[str] = field(default_factory=set)
    earned: Counter[str] = field(default_factory=Counter)
    history: list[int] = field(default_factory=list)

    def earn(self, amount: int, source: str) -> None:
        self.cash += amount
        self.earned[source] += amount

    def of(self, company: str) -> Counter[str]:
        return self.owns.setdefault(company, Counter())

    def directs(self) -> list[str]:
        return [company for company, certificates in self.owns.items() if certificates["director"]]

    @property
    def certificates(self) -> int:
        return sum(certificates.total() for certificates in self.owns.values())


@dataclass
class Operating:
    """How far a company's operation has come."""

    company: str
    emergency: bool
    """Whether it still may."""
    buying: bool = True
    ran: int = 0
    produced: bool = False
    """Whether production is over."""
    sold: int = 0
    revenue: int = 0
    settled: bool = False


class Pieces:
    """Everything on the table."""

    def __init__(self, dealt: dict[str, Any]) -> None:
        """Take over what chance has dealt; all that the rules say of the beginning stands here again."""
        self.options: dict[str, bool] = dealt["options"]
        self.players: int = dealt["players"]
        self.decade = 1
        self.choosing: list[int] = list(dealt["agenda"][0]["left"])
        self.order = self.choosing[::-1]
        self.priority = self.choosing[-1]
        self.people = {
            int(seat): Person(player["cash"], player["partners"], player["partners"], list(player["hand"]))
            for seat, player in dealt["everybody"].items()
        }
        self.firms: dict[str, Firm] = {}
        self.line: list[str] = []
        """The companies in order of operation."""
        self.haymarket = Counter(dict.fromkeys(CUBES, 2))
        self.supply = [Counter(group) for group in dealt["supply"]]
        self.rows = Counter(dealt["rows"])
        self.bag = Counter(CUBES) - self.haymarket - self.rows
        for group in self.supply:
            self.bag -= group
        self.demand = {row: [(space["tile"], 0) for space in dealt["demand"][row]] for row in ROWS}
        self.demand_pile: list[int] = list(dealt["demand_pile"])
        self.demand_gone: list[int] = []
        self.asset_row: list[str | None] = list(dealt["asset_row"])
        self.asset_pile: list[str] = list(dealt["asset_pile"])
        self.assets_gone: list[str] = []
        self.tile_piles = {int(era): list(pile) for era, pile in dealt["tile_piles"].items()}
        self.job_market = 4
        self.placed: dict[str, list[int]] = {}
        self.goals: list[str] = list(dealt["goals"])
        self.tokens_left: int = dealt["tokens_left"]
        self.pending: list[Part] = []
        """What still has to be carried out or decided: why, what, for which company, and so on."""
        self.going: Operating | None = None
        self.seat = 0
        """Whose turn it is."""

    def copy(self) -> Self:
        return deepcopy(self)

    def clockwise(self, seat: int) -> Iterator[int]:
        """Yield the others, from the left on."""
        for distance in range(1, self.players):
            yield (seat - 1 + distance) % self.players + 1

    def director(self, company: str) -> int:
        return next(seat for seat, person in self.people.items() if person.of(company)["director"])

    # The appeal track

    def advance(self, company: str, steps: int) -> list[int]:
        """Move a company ahead of those on the space it comes to; return the spaces that it reached or passed."""
        firm = self.firms[company]
        before, firm.appeal = firm.appeal, min(LAST_APPEAL, firm.appeal + steps)
        if firm.appeal > before:
            self.line.remove(company)
            ahead = [other for other in self.line if self.firms[other].appeal > firm.appeal]
            self.line.insert(len(ahead), company)
        return list(range(before + 1, firm.appeal + 1))

    def found(self, seat: int, company: str, price: int) -> None:
        person, charter = self.people[seat], CHARTERS[company]
        factories = len(charter.works)
        firm = Firm(
            company,
            TRACK.index(price),
            3 * price,
            charter.appeal,
            [0] * factories,
            [0] * factories,
            [False] * factories,
            history=[0] * (self.decade - 1),
        )
        self.firms[company] = firm
        ahead = [other for other in self.line if self.firms[other].appeal >= firm.appeal]
        self.line.insert(len(ahead), company)
        person.earn(-3 * price, "shares")
        person.of(company)["director"] = 1
        person.first = person.first or company

    # Cubes

    def there(self, cube: str) -> int:
        """Return how many cubes of a type can be gained; in the variant also from its row."""
        return self.haymarket[cube] + self.rows[cube]

    def gain(self, company: str, cubes: tuple[str, ...]) -> None:
        """Take cubes from Haymarket Square, as far as they are there."""
        for cube in cubes:
            source = self.haymarket if self.haymarket[cube] else self.rows
            if source[cube]:
                source[cube] -= 1
                self.firms[company].cubes[cube] += 1

    # Money

    def pay_shareholders(self, company: str, total: int) -> None:
        """Pay a tenth of it for each share, out of nothing, and move the price by what all ten get."""
        firm, share = self.firms[company], total // 10
        for person in self.people.values():
            if person.of(company).total():
                person.earn(share * shares(person.of(company)), "dividends")
        firm.cash += share * shares(firm.treasury)
        times = 10 * share // firm.price
        firm.step(min(times, 3 if firm.price >= 60 else 2))
