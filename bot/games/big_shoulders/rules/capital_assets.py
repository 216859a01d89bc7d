"""Capital assets: bought from a row of five, with a bonus at once; a charter with a slot keeps one and uses it.

The bonus comes in every case. A charter with a full slot keeps the new asset, and the old one leaves the game, or
throws the new one away; a charter without a slot keeps none. An asset can be used once a decade. Tiles left of a gap
slide to the right, and the dearest space is refilled at the end of the turn. (Rules 9.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.engine import play
from bot.engine.questions import Option, Unread
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.engine.what_if import copy_for_trial
from bot.games.big_shoulders.components import (
    Appeal,
    Asset,
    Automate,
    Cubes,
    PriceProtection,
    PriceSteps,
    Revenue,
    Workers,
)
from bot.games.big_shoulders.moves import AutomateSpot, KeepAsset, PickAsset, PlaceWorker, UseAsset
from bot.games.big_shoulders.news import AssetBought, AssetLeft, AssetTurnedUp, AssetUsed
from bot.games.big_shoulders.rules.appeal import advance
from bot.games.big_shoulders.rules.automation import automate, ways_to_automate
from bot.games.big_shoulders.rules.charter import place_worker, with_room
from bot.games.big_shoulders.rules.cube_costs import describe_shortage
from bot.games.big_shoulders.rules.foretold import brought, sentence
from bot.games.big_shoulders.rules.haymarket_square import available, take
from bot.games.big_shoulders.rules.stock_track import move_price, moved
from bot.games.big_shoulders.rules.turns import Detail
from bot.games.big_shoulders.rules.vocabulary import HINT, LABEL, effect_said, effects_said, fit, shorten

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def row(table: City) -> Iterator[tuple[str, int]]:
    """Yield the assets of the row with their prices, the dearest first."""
    for asset, price in zip(table.asset_row, table.box.asset_prices, strict=True):
        if asset is not None:
            yield asset, price


def ways_to_buy(table: City, company: str, discount: int) -> Sequence[Option]:
    """Return the assets that a company can pay, with their effects."""
    cash = table.companies[company].cash
    found: list[Option] = []
    for asset, price in row(table):
        if price - discount <= cash:
            move = PickAsset(asset=asset)
            found.append(Unread(move, partial(_bought_said, table, company, move, price - discount)))
    return found


def _bought_said(table: City, company: str, move: PickAsset, paid: int) -> Option:
    """Return how it reads to buy an asset, and whether money for cubes is left then."""
    cash, old, card = table.companies[company].cash, table.companies[company].asset, table.box.asset[move.asset]
    label = f"{card.name}: ${paid}, leaves ${cash - paid}"
    slot = "" if old is None else f"It or {table.box.asset[old].name} stays."
    keeps = table.box.company[company].asset_slot
    warnings = () if keeps and isinstance(card.use, Cubes) else describe_shortage(table, company, cash - paid)
    words = asset_said(card) if keeps else f"At once {effects_said(card.bonuses)}; without a slot, it is discarded."
    warning = next((one for one in warnings[3:] if len(f"{one} {words}") <= HINT), "")
    hint = fit(HINT, warning, words, slot)
    return Option(move, label, hint=hint, short=shorten(label, f"{card.name}: ${paid} of ${cash}"))


def asset_said(card: Asset) -> str:
    """Return what an asset brings, and what it is used for."""
    if card.use is None:
        return fit(HINT, f"At once {effects_said(card.bonuses)}.")
    return fit(HINT, f"At once {effects_said(card.bonuses)};", f"{use_said(card)}.")


def use_said(card: Asset) -> str:
    """Return what an asset that is kept is used for, as a clause."""
    cost = f" for ${card.cost}" if card.cost else ""
    match card.use:
        case None:
            return ""
        case PriceProtection():
            return effect_said(card.use)
        case PriceSteps() | Revenue():
            return f"in each operation {effect_said(card.use)}{cost}"
        case _:
            return f"once a decade {effect_said(card.use)}{cost}"


class NewAsset(Detail, kind="new asset"):
    """An asset that is bought: is it kept where there is another?"""

    asset: Open[str]
    discount: Open[int]

    def prompt(self, table: City) -> str:
        """Ask which of the two stays."""
        return f"{table.name(self.company)} has room for one asset. Which one stays?"

    def list_options(self, table: City) -> Sequence[Option]:
        """Return both, if there are two."""
        old = table.companies[self.company].asset
        if old is None:
            return ()
        new, kept = table.box.asset[self.asset], table.box.asset[old]
        return [self.keeping(new, kept, is_new=True), self.keeping(kept, new, is_new=False)]

    def keeping(self, stays: Asset, leaves: Asset, *, is_new: bool) -> Option:
        """Return how it reads to keep one of two assets: what it is used for, and what goes with the other."""
        bonus = f"What {(stays if is_new else leaves).name} brings at once comes in any case."
        label, use = f"Keep {stays.name}, and {leaves.name} leaves the game", use_said(stays)
        brief = "" if stays.use is None else effect_said(stays.use)
        named = [f"{stays.name}: {words}" for words in (use, brief)]
        hint = fit(HINT, f"{use[:1].upper()}{use[1:]}.", bonus)
        return Option(KeepAsset(keep=is_new), label, hint=hint, short=shorten(label, *named, f"Keep {stays.name}"))

    def take(self, table: City, move: KeepAsset) -> None:
        """Buy it, and keep one of them."""
        self.buy(table, keep=move.keep)

    def settle(self, table: City) -> None:
        """Buy it, and keep it if the charter has a slot."""
        self.buy(table, keep=table.box.company[self.company].asset_slot)

    def buy(self, table: City, *, keep: bool) -> None:
        """Pay, keep it or not, and take its bonuses."""
        firm = table.companies[self.company]
        at = table.asset_row.index(self.asset)
        table.asset_row[at] = None
        paid = table.box.asset_prices[at] - self.discount
        firm.cash -= paid
        old = firm.asset
        if keep:
            firm.asset, firm.used = self.asset, False
        gone = old if keep else self.asset
        if gone is not None:
            table.assets_gone.append(gone)
        names = table.box.asset
        table.tell(
            AssetBought(
                company=table.name(self.company),
                asset=names[self.asset].name,
                paid=paid,
                kept=keep,
                left=names[gone].name if gone is not None and gone != self.asset else None,
            )
        )
        take_bonuses(table, self.seat, self.company, names[self.asset])


def take_bonuses(table: City, seat: Seat, company: str, card: Asset) -> None:
    """Take what an asset brings at once: the marker moves first, bonuses of the appeal track come last (CB-14)."""
    steps = [effect.steps for effect in card.bonuses if isinstance(effect, Appeal)]
    reached = [bonus for count in steps for bonus in advance(table, company, count)]
    others: list[AssetBonus] = []
    for effect in card.bonuses:
        match effect:
            case Automate() | Workers():
                others += [AssetBonus(seat=seat, company=company, effect=effect) for _ in range(effect.count)]
            case Appeal():
                pass
            case _:
                raise TypeError(f"{card.name} brings {effect!r} at once, which no asset does")
    table.next(*others, *reached)


class AssetBonus(Detail, kind="asset bonus"):
    """A worker or an automation that an asset brings; it may be skipped."""

    effect: Open[Automate | Workers]

    def prompt(self, table: City) -> str:
        """Ask where."""
        return f"{table.name(self.company)}'s new asset brings: {effect_said(self.effect)}. Where?"

    def list_options(self, table: City) -> Sequence[Option]:
        """Return the places, if there are any."""
        if isinstance(self.effect, Automate):
            found = list(ways_to_automate(table, self.company))
            nothing = Option(AutomateSpot(factory=None), "Automate nothing")
        else:
            room = with_room(table, self.company)
            found = [Option(PlaceWorker(factory=number), f"Factory {number}") for number in room]
            nothing = Option(PlaceWorker(factory=None), "No worker")
        return [*found, nothing] if found else ()

    def take(self, table: City, move: AutomateSpot | PlaceWorker) -> None:
        """Place it."""
        if isinstance(move, AutomateSpot):
            automate(table, self.company, move)
        elif move.factory is not None:
            place_worker(table, self.company, move.factory)


# Using an asset


def ways_to_use(table: City, company: str, *, in_operation: bool, waits: bool = False) -> Iterator[Option]:
    """Yield what a company's asset can do for it now, as a copy of the table shows it.

    Args:
        table: as it stands.
        company: whose asset it is.
        in_operation: whether the company operates, and has not paid out or kept its revenue yet.
        waits: whether its operation is still to come, in which the asset can be used as well.
    """
    if can_use(table, company, in_operation=in_operation):
        move = UseAsset(company=company)
        yield Unread(move, partial(_use_said, table, move, waits=waits))


def _use_said(table: City, move: UseAsset, *, waits: bool) -> Option:
    """Return how it reads to use a company's asset; see `ways_to_use`."""
    company = move.company
    card, ahead = table.box.asset[table.companies[company].asset or ""], copy_for_trial(table)
    revenue = use(ahead, company)
    play.advance(ahead)
    words = [f"revenue +${revenue}"] if revenue else brought(ahead)
    what = f"Use {card.name}{f' for ${card.cost}' if card.cost else ''}: "
    fits = len(what) + len(", ".join(words)) <= LABEL
    first, rest = (words, []) if fits else (words[:1], words[1:])
    label = f"{what}{', '.join(first)}"
    named = f"{card.name}{f' ${card.cost}' if card.cost else ''}"
    short = shorten(label, f"{named}: {', '.join(first).removeprefix('gets ')}", named)
    when = "its operation can still use it" if waits else "once a decade"
    hint = f"{table.name(company)}'s asset, {when}."
    told = sentence(*(words if short == named else rest))
    return Option(move, label, "Assets and trades", fit(HINT, told, hint), short=short)


def can_use(table: City, company: str, *, in_operation: bool) -> bool:
    """Whether a company's asset is ready and would do anything now; else it is not offered (CB-15)."""
    firm = table.companies[company]
    if firm.asset is None or firm.used:
        return False
    card = table.box.asset[firm.asset]
    return card.cost <= firm.cash and does_something(table, company, card, in_operation=in_operation)


def does_something(table: City, company: str, card: Asset, *, in_operation: bool) -> bool:
    """Whether using an asset would change anything at this point of a turn."""
    firm = table.companies[company]
    match card.use:
        case Cubes():
            return bool(available(table, card.use.cubes))
        case Appeal():
            return firm.appeal < table.box.appeal.most
        case PriceSteps():
            return in_operation and moved(table.box, firm.price, card.use.steps) != firm.price
        case Revenue():
            return in_operation
        case PriceProtection() | None:
            return False


def use(table: City, company: str) -> int:
    """Use a company's asset; return how much revenue it brings."""
    firm = table.companies[company]
    card = table.box.asset[firm.asset or ""]
    firm.used = True
    firm.cash -= card.cost
    table.tell(AssetUsed(company=table.name(company), asset=card.name, paid=card.cost))
    match card.use:
        case Cubes():
            take(table, company, card.use.cubes)
        case Appeal():
            table.next(*advance(table, company, card.use.steps))
        case PriceSteps():
            move_price(table, company, card.use.steps, "asset")
        case Revenue():
            return card.use.amount
        case PriceProtection() | None:
            raise TypeError(f"{card.name} is not used, it works by itself")
    return 0


# The row


def tidy(table: City) -> None:
    """Slide the row to the right and turn up what its left end lacks."""
    there = [asset for asset in table.asset_row if asset is not None]
    size = len(table.asset_row)
    while len(there) < size and table.asset_pile:
        there.insert(0, table.asset_pile.pop(0))
        asset = table.box.asset[there[0]]
        table.tell(AssetTurnedUp(asset=asset.name, price=table.box.asset_prices[size - len(there)]))
    table.asset_row[:] = [*(None for _ in range(size - len(there))), *there]


def clean_up(table: City) -> None:
    """Let the cheapest asset leave the game, and tidy the row; all assets are ready again."""
    cheapest = table.asset_row[-1]
    if cheapest is not None:
        table.assets_gone.append(cheapest)
        table.asset_row[-1] = None
        table.tell(AssetLeft(asset=table.box.asset[cheapest].name))
    tidy(table)
    for firm in table.companies.values():
        firm.used = False
