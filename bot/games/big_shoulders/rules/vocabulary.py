"""Texts for the rules: cubes, money, certificates, effects and tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.engine.words import format_count, format_list
from bot.games.big_shoulders.components import (
    CUBES,
    SHARES,
    AnyEffect,
    AnyUse,
    Appeal,
    Automate,
    BuyAnAsset,
    ChooseCubes,
    Cube,
    Cubes,
    GoFirst,
    Goods,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    ManagerBonus,
    Piece,
    PriceProtection,
    PriceSteps,
    Revenue,
    SpecialDividend,
    Tile,
    Workers,
)

PIECE_WORDS: Mapping[Piece, str] = {
    "director": "director's (30 %)",
    "preferred": "preferred (20 %)",
    "common": "common (10 %)",
}
LABEL = 80
HINT = 100
SHORT = 38
"""The characters of a label that a phone shows on a button or in a menu."""
LETTER = 4
"""The characters of the letter that stands before a label where its option lies on a picture."""


def money(amount: int) -> str:
    """Return money: "$40", or "-$40"."""
    return f"${amount}" if amount >= 0 else f"-${-amount}"


def cubes_said(cubes: Iterable[Cube] | Mapping[Cube, int], nothing: str = "no cubes") -> str:
    """Return cubes as "2 coal, 1 wood"."""
    count = Counter(cubes)
    return ", ".join(f"{count[cube]} {cube}" for cube in CUBES if count[cube]) or nothing


def good(count: int) -> str:
    """Return goods with their number."""
    return format_count(count, "good")


def pieces_said(director: int, preferred: int, common: int) -> str:
    """Return certificates as "the preferred and 2 common"."""
    found = ["the director's"] * director + ["the preferred"] * preferred + ([f"{common} common"] if common else [])
    return format_list(found, "nothing")


def pieces_counted(director: int, preferred: int, common: int) -> str:
    """Return certificates in fewer letters: "preferred + 2 common"."""
    found = ["director's"] * director + ["preferred"] * preferred + ([f"{common} common"] if common else [])
    return " + ".join(found)


def fit(room: int, *parts: str) -> str:
    """Return as many of the parts as there is room for."""
    found = ""
    for part in parts:
        longer = f"{found} {part}".strip()
        if len(longer) <= room:
            found = longer
    return found


def shorten(label: str, *shorter: str, room: int = SHORT - LETTER) -> str:
    """Return the first of the shorter labels that a phone shows in full; empty if the label itself fits."""
    if len(label) <= room:
        return ""
    return next((one for one in shorter if len(one) <= room), shorter[-1])


def effect_said(effect: AnyEffect | AnyUse) -> str:
    """Return what an effect does, in a few words."""
    match effect:
        case HireWorkers() | Workers() | HireManagers() | HireSalespeople() | Automate():
            return _staff_said(effect)
        case Cubes():
            return cubes_said(effect.cubes)
        case ChooseCubes():
            return f"any {effect.count} {'cubes of a kind' if effect.like else 'different cubes'}"
        case BuyAnAsset():
            return f"an asset at ${effect.discount} off" if effect.discount else "buy an asset"
        case Goods():
            return good(effect.count)
        case _:
            return _track_said(effect)


def _staff_said(effect: HireWorkers | Workers | HireManagers | HireSalespeople | Automate) -> str:
    match effect:
        case HireWorkers():
            return "hire workers"
        case Workers():
            return format_count(effect.count, "worker")
        case HireManagers():
            return format_count(effect.count, "manager")
        case HireSalespeople():
            return format_count(effect.count, "salesperson", "salespeople")
        case Automate():
            return f"automate {format_count(effect.count, 'spot')}"


def _track_said(effect: Appeal | GoFirst | SpecialDividend | Revenue | PriceSteps | PriceProtection) -> str:
    match effect:
        case Appeal():
            return f"appeal +{effect.steps}"
        case GoFirst():
            return "go first in the next round"
        case SpecialDividend():
            return f"dividend ${effect.total // SHARES} a share"
        case Revenue():
            return f"revenue +${effect.amount}"
        case PriceSteps():
            return f"price +{format_count(effect.steps, 'step')}"
        case PriceProtection():
            return "the price holds if revenue is kept or others sell"


def effects_said(effects: Sequence[AnyEffect]) -> str:
    """Return what several effects do."""
    return ", ".join(effect_said(effect) for effect in effects) or "nothing"


def tile_said(tile: Tile) -> str:
    """Return a building tile by its number, with what it does: "tile 9, appeal +2"."""
    return f"tile {tile.number}, {effects_said(tile.effects)}"


def record_tile(tile: Tile) -> str:
    """Return a building tile as news record it; their words stay those of the first edition."""
    return f"tile {tile.number}, {', '.join(map(_record_effect, tile.effects)) or 'nothing'}"


def _record_effect(effect: AnyEffect) -> str:
    match effect:
        case ChooseCubes():
            return f"any {effect.count} {'like' if effect.like else 'unlike'} cubes"
        case SpecialDividend():
            return f"dividend ${effect.total}"
        case _:
            return effect_said(effect)


def payment_said(tile: Tile) -> str:
    """Return who pays what to the owner of a tile."""
    payer = "the company" if tile.payment == "company to owner" else "the bank"
    return f"{payer} pays its owner ${tile.amount}"


def worker_said(spots: int) -> str:
    """Return what a further worker makes of a factory with so many open spots."""
    return f"It then lacks {spots - 1} more." if spots > 1 else "It then has all its workers."


def manager_said(bonus: ManagerBonus) -> str:
    """Return what a manager brings each time a factory runs."""
    found = [
        ("any cube" if bonus.cubes == 1 else f"any {bonus.cubes} cubes") if bonus.cubes else "",
        good(bonus.goods) if bonus.goods else "",
        f"appeal +{bonus.appeal}" if bonus.appeal else "",
    ]
    return format_list(filter(None, found))
