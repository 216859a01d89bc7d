"""Printed values of board, charters and tiles, copied from the rules and not from the game's box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Effect: TypeAlias = tuple[Any, ...]

LETTERS: Final = {"L": "livestock", "S": "steel", "C": "coal", "W": "wood"}
CUBES: Final = {"livestock": 20, "steel": 18, "coal": 16, "wood": 16}
ROWS: Final = ("food", "dry goods", "meat", "shoes")
TRACK: Final = (10, 15, 20, 25, 35, 40, 50, 60, 80, 100, 120, 140, 160, 190, 220, 250, 280, 320, 360, 400, 450)
STARTING_PRICES: Final = (35, 40, 50, 60)
CERTIFICATE_LIMIT: Final = {2: 10, 3: 12, 4: 14}
REFILL: Final = {1: 3, 2: 4, 3: 4, 4: 5, 5: 6}
ERA_DEALT: Final = {2: 2, 3: 2, 4: 3, 5: 3}
ROW_PRICES: Final = (80, 70, 60, 50, 40)
SUPPLY_PRICES: Final = (10, 20, 30)
"""The X space is not for sale."""
VARIANT_PRICES: Final = (60, 50, 50, 40, 30, 30, 20, 20, 20, 10, 10)
"""Of the next cube of a row of 1, 2, and so on."""
VARIANT_DRAWS: Final = (6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 0)
COLUMN_BONUS: Final = (50, 20, 0)
APPEAL_BONUS: Final = {
    3: "worker",
    5: "salesperson",
    7: "automate",
    9: "partner",
    11: "goods token",
    13: "price step",
    15: "goods token",
    16: "price step",
}
LAST_APPEAL: Final = 16


@dataclass(frozen=True)
class Works:
    """A factory on a charter; it has one token for each spot."""

    cubes: tuple[str, ...]
    goods: int
    spots: int
    bonus: dict[str, int]
    """For its manager: cubes, goods, appeal."""


@dataclass(frozen=True)
class Charter:
    """A company."""

    industry: str
    appeal: int
    slot: bool
    prices: tuple[int, ...]
    works: tuple[Works, ...]


def _works(line: str) -> Works:
    cubes, goods, spots, *bonus = line.split()
    names = {"r": "cubes", "g": "goods", "a": "appeal"}
    return Works(
        tuple(LETTERS[cube] for cube in cubes),
        int(goods),
        int(spots),
        {names[part[-1]]: int(part[:-1]) for part in bonus},
    )


def _charter(industry: str, appeal: int, slot: bool, prices: str, *works: str) -> Charter:
    return Charter(industry, appeal, slot, tuple(map(int, prices.split())), tuple(map(_works, works)))


# cubes spent, goods, spots, and what a manager brings: resources, goods, appeal
CHARTERS: Final = {
    "anglo": _charter("meat", 2, True, "30 40 50", "CL 2 1 1r 1a", "CCLW 3 2 2r"),
    "brunswick": _charter("dry goods", 1, True, "80 90 100 110", "WWS 1 1 2r", "WWWC 1 3 2r"),
    "cracker": _charter("food", 1, False, "30 40 50", "W 2 1 1a", "CS 2 3 1a"),
    "doggett": _charter("shoes", 1, False, "50 60 70", "CL 2 2 1r 1a", "SLWW 1 2 1g"),
    "elgin": _charter("dry goods", 2, False, "50 60 70", "CS 2 2 2a", "CSS 1 2 1r 1a"),
    "fairbank": _charter("dry goods", 3, False, "40 50 60", "CC 2 1 1r 1a", "CCL 1 1 1r 1a"),
    "henderson": _charter("shoes", 1, False, "20 30 40", "CL 3 1 1r 1a", "CS 2 2 1a", "CL 2 1 1r"),
    "libby": _charter("food", 1, True, "20 30 40", "SL 3 2 1r 1a", "SLL 3 2 1r 1a"),
    "spalding": _charter("dry goods", 1, True, "20 30", "CL 2 1 1a", "SL 3 2 1a"),
    "swift": _charter("meat", 3, True, "50 60 70", "SL 2 2 1r 1a", "SSL 1 3 1g 1a"),
}


@dataclass(frozen=True)
class Space:
    """Where a partner is placed."""

    effects: tuple[Effect, ...]
    one: bool = True
    decade: int = 1
    to_bank: int = 0
    to_owner: int = 0
    from_bank: int = 0
    owner_gets: int = 0
    """From the bank."""


SPACES: Final = {
    "job_market": Space((("hire workers",),), one=False),
    "advertising": Space((("appeal", 1), ("go first",)), one=False, to_bank=20),
    "hire_manager": Space((("manager",),), to_bank=60),
    "hire_salesperson": Space((("salesperson",),), to_bank=70),
    "capital_investment": Space((("pick asset", 0),), one=False),
    "extra_dividends": Space((("dividend", 100),), one=False),
    "fundraising_40": Space((), one=False, from_bank=40),
    "fundraising_60": Space((), decade=3, from_bank=60),
    "fundraising_80": Space((), decade=5, from_bank=80),
}


@dataclass(frozen=True)
class Building:
    """A building tile."""

    era: int
    players: int
    workers: int
    """For the job market."""
    space: Space


def _effect(word: str) -> tuple[Effect, ...]:
    name, count = word.rstrip("0123456789"), int(word.lstrip("abcdefghijklmnopqrstuvwxyz") or 1)
    match name:
        case "asset":
            return (("pick asset", count),)
        case "sale":
            return (("salesperson",),) * count
        case "manager":
            return (("manager",),) * count
        case "auto":
            return (("automate", "first"), ("automate", "another"))[:count]
        case "worker":
            return (("worker",),) * count
        case "unlike" | "like":
            return ((name,),)
        case _:
            return ((name, count),)


def _building(line: str) -> tuple[int, Building]:
    number, era, players, pays, amount, workers, *words = line.split()
    cubes = tuple(LETTERS[letter] for word in words if word.isupper() for letter in word)
    effects = [effect for word in words if not word.isupper() for effect in _effect(word)]
    if cubes:
        effects.append(("cubes", cubes))
    space = Space(
        tuple(effects),
        to_owner=int(amount) if pays == "company" else 0,
        owner_gets=int(amount) if pays == "bank" else 0,
    )
    return int(number), Building(int(era), int(players), int(workers), space)


# number, era, from how many players on, who pays the owner, how much, workers for the job market, what it does
_BUILDINGS: Final = """
1 1 2 bank 20 2 asset10
2 1 2 company 20 1 sale
3 1 3 bank 20 0 WL
4 1 4 company 10 2 appeal1
5 1 3 bank 20 0 WC
6 1 2 company 40 1 auto
7 1 3 bank 20 0 WS
8 1 4 company 10 0 unlike
9 1 2 company 30 1 appeal2
10 1 2 company 20 2 goods1
11 1 2 company 20 1 manager
12 1 4 company 10 2 like
13 2 2 bank 20 2 LS
14 2 2 company 30 1 manager
15 2 2 bank 20 2 CS
16 2 3 company 30 1 appeal2
17 2 2 bank 20 2 CL
18 2 3 company 10 1 unlike
19 2 2 bank 20 1 asset20
20 2 3 company 10 2 like
21 2 4 company 90 0 auto2
22 2 2 company 40 1 sale
23 2 4 company 60 0 manager2
24 2 2 company 40 1 auto
25 2 4 company 80 0 sale2
26 2 4 company 50 0 worker2
27 2 3 company 40 2 goods2
28 2 2 company 50 1 appeal3
29 3 3 bank 30 0 dividend150
30 3 4 bank 40 0 dividend200
31 3 3 bank 50 0 dividend250
32 3 4 bank 60 0 dividend300
33 3 3 company 50 0 sale2
34 3 2 company 40 1 CCL
35 3 3 company 40 0 manager2
36 3 2 company 40 1 LLS
37 3 2 company 40 1 WWC
38 3 2 company 40 1 SSW
39 3 2 company 60 1 appeal3
40 3 2 bank 40 2 asset30
41 3 2 company 60 1 goods3
42 3 2 company 90 1 auto2
43 3 4 company 40 0 worker manager
44 3 4 company 50 0 worker sale
"""
BUILDINGS: Final = dict(_building(line) for line in _BUILDINGS.strip().splitlines())


@dataclass(frozen=True)
class CapitalAsset:
    """A capital asset: its yield when bought, and once a decade."""

    bonus: tuple[Effect, ...]
    use: Effect
    cost: int = 0
    start: bool = False


_AUTO: Final[tuple[Effect, ...]] = (("automate", "asset"),)
_WORKER: Final[tuple[Effect, ...]] = (("worker",),)
_APPEAL: Final[tuple[Effect, ...]] = (("appeal", 2),)

ASSETS: Final = {
    "union_stockyards": CapitalAsset(_AUTO, ("cubes", ("livestock", "livestock")), 10, start=True),
    "michigan_lumber": CapitalAsset(_AUTO, ("cubes", ("wood", "wood")), 10, start=True),
    "pennsylvania_coal": CapitalAsset(_AUTO, ("cubes", ("coal", "coal")), 10, start=True),
    "cincinnati_steel": CapitalAsset(_AUTO, ("cubes", ("steel", "steel")), 10, start=True),
    "brilliant_marketing": CapitalAsset(_AUTO, ("appeal", 1), start=True),
    "color_catalog": CapitalAsset(_WORKER, ("revenue", 60)),
    "catalog_empire": CapitalAsset(_WORKER, ("revenue", 80)),
    "mail_order_catalog": CapitalAsset(_WORKER, ("revenue", 40)),
    "brand_recognition": CapitalAsset(_AUTO, ("appeal", 2)),
    "popular_partners": CapitalAsset(_WORKER, ("price step",)),
    "backroom_deals": CapitalAsset(_WORKER, ("price step",)),
    "price_protection": CapitalAsset((("appeal, automate",),), ("passive",)),
    "refrigeration": CapitalAsset(_APPEAL, ("cubes", ("livestock", "livestock"))),
    "foundry": CapitalAsset(_APPEAL, ("cubes", ("steel", "wood"))),
    "workshop": CapitalAsset(_APPEAL, ("cubes", ("steel", "coal"))),
    "abattoir": CapitalAsset(_APPEAL, ("cubes", ("wood", "coal"))),
}

# number: pips, places for goods, from how many players on; without places: the X tile
DEMAND: Final = {
    number: (pips, places, players)
    for number, (pips, places, players) in enumerate(
        [
            *((1, 0, 2), (1, 1, 2), (1, 1, 3), (1, 2, 2), (1, 2, 3), (1, 3, 4)),
            *((2, 3, 2), (2, 3, 2), (2, 2, 2), (2, 5, 2), (2, 4, 2), (2, 4, 3)),
            *((3, 5, 2), (3, 4, 2), (3, 4, 4), (3, 6, 2), (3, 5, 4), (3, 5, 2)),
            *((4, 6, 2), (4, 6, 2), (4, 6, 3), (4, 8, 4), (4, 7, 2), (4, 7, 4)),
        ],
        start=1,
    )
}
GOALS: Final = (
    *("managers", "salespeople", "assets", "workers", "automation"),
    *("appeal", "treasury", "partners", "common", "preferred"),
)


def worker_price(there: int) -> int:
    """Return the cost of the next worker with this number in the job market."""
    return 50 if there == 0 else 40 if there <= 4 else 30 if there <= 8 else 20
