"""What spaces of the board, building tiles and newly bought assets do for a company.

An effect that finds no place does nothing, and the action is legal all the same. (Rules 7.2, 7.3 and 17.)

| Effect | What comes of it |
| --- | --- |
| `hire workers` | from the job market, for its prices |
| `workers` | from the supply, on open spots |
| `hire managers`, `hire salespeople` | into free slots |
| `automate` | one spot after the other; the second may be declined |
| `appeal` | forward on the track, with its bonuses |
| `go first` | in the next sequence |
| `goods` | into the company; they are no production |
| `cubes`, `choose cubes` | from Haymarket Square |
| `buy an asset` | from the row |
| `special dividend` | to the shareholders |
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.engine.questions import Option, Unread
from bot.engine.secrecy import Open
from bot.engine.what_if import copy_for_trial
from bot.engine.words import format_count, format_list
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.components import (
    AnyEffect,
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
    SpecialDividend,
    Workers,
)
from bot.games.big_shoulders.news import WillGoFirst
from bot.games.big_shoulders.rules.appeal import advance, find_next_bonus
from bot.games.big_shoulders.rules.automation import automate, ways_to_automate
from bot.games.big_shoulders.rules.capital_assets import NewAsset, ways_to_buy
from bot.games.big_shoulders.rules.charter import (
    has_room_for_salesperson,
    hire_manager,
    hire_salespeople,
    make_goods,
    open_spots,
    place_worker,
    with_room,
    without_manager,
)
from bot.games.big_shoulders.rules.cube_costs import describe_shortage
from bot.games.big_shoulders.rules.dividends import special_dividend
from bot.games.big_shoulders.rules.haymarket_square import available, choices, take
from bot.games.big_shoulders.rules.job_market import hire, hiring_cost, ways_to_hire
from bot.games.big_shoulders.rules.turns import Detail
from bot.games.big_shoulders.rules.vocabulary import (
    HINT,
    cubes_said,
    effect_said,
    fit,
    manager_said,
    shorten,
    worker_said,
)

if TYPE_CHECKING:
    from bot.engine.records import Seat
    from bot.games.big_shoulders.table import City


class Effect(Detail, kind="effect"):
    """An effect that a company has not carried out yet."""

    effect: Open[AnyEffect]
    may_skip: Open[bool] = False

    def prompt(self, table: City) -> str:
        """Ask for the details."""
        name = table.name(self.company)
        match self.effect:
            case HireWorkers():
                return f"How many workers does {name} hire, and where?"
            case GoFirst():
                return f"Do you go first in {self.name_next_round(table)}?"
            case BuyAnAsset():
                return f"Which asset does {name} buy?"
            case Workers():
                return f"Which factory of {name} gets a worker?"
            case HireManagers():
                return f"Which factory of {name} gets a manager?"
            case Automate():
                return f"Which worker of {name} does a machine replace?"
            case ChooseCubes():
                return f"Which cubes does {name} take?"
            case _:
                return f"{name}: {effect_said(self.effect)}. Which way?"

    def name_next_round(self, table: City) -> str:
        """Return which round of partners comes next; without a partner left it may be that of the next decade."""
        if table.everybody[self.seat].ready:
            return "this decade's next round"
        return "the next round, if any" if table.decade == table.box.terms.last_decade else "the next round, or decade"

    def list_options(self, table: City) -> Sequence[Option]:
        """Return the ways to carry it out."""
        match self.effect:
            case HireWorkers():
                hired = [moves.HireWorkers(factories=factories) for factories in ways_to_hire(table, self.company)]
                return [Unread(move, partial(self.hiring, table, move)) for move in hired]
            case Workers():
                spots = open_spots(table, self.company)
                found = [
                    Option(moves.PlaceWorker(factory=at), f"Factory {at}", hint=worker_said(spots[at - 1]))
                    for at in with_room(table, self.company)
                ]
                return (
                    [*found, Option(moves.PlaceWorker(factory=None), "No worker")] if self.may_skip and found else found
                )
            case HireManagers():
                return [self.managing(table, at) for at in without_manager(table, self.company)]
            case Automate():
                found = list(ways_to_automate(table, self.company))
                nothing = Option(moves.AutomateSpot(factory=None), "Automate nothing")
                return [*found, nothing] if self.may_skip and found else found
            case GoFirst():
                return [] if table.order[0] == self.seat else going_first(table, self.seat)
            case ChooseCubes():
                ways = choices(table, self.effect)
                return [Option(moves.TakeCubes(cubes=cubes), cubes_said(cubes)) for cubes in ways]
            case BuyAnAsset():
                return ways_to_buy(table, self.company, self.effect.discount)
            case Appeal() | Goods() | Cubes() | SpecialDividend() | HireSalespeople():
                return ()

    def managing(self, table: City, factory: int) -> Option:
        """Return how it reads to hire a manager for a factory, and whether that one runs."""
        brings = manager_said(table.box.company[self.company].factories[factory - 1].manager)
        label = f"A manager for factory {factory}"
        short = shorten(f"{label}: {brings}", f"Factory {factory}: {brings}", f"Manager {factory}: {brings}")
        lacks = format_count(open_spots(table, self.company)[factory - 1], "worker")
        idle = "" if lacks.startswith("0") else f" It lacks {lacks}, so it does not run yet."
        hint = f"Each run of it then brings {brings} as well.{idle}"
        return Option(moves.HireManager(factory=factory), label, hint=hint, short=short or f"{label}: {brings}")

    def hiring(self, table: City, move: moves.HireWorkers) -> Option:
        """Return how it reads to hire workers, and whether money for cubes is left then."""
        factories, ahead = move.factories, copy_for_trial(table)
        hire(ahead, self.company, factories)
        numbers = {number: factories.count(number) for number in factories}
        where = format_list(f"{count} for factory {number}" for number, count in numbers.items())
        cost, cash = hiring_cost(table.box, table.job_market, len(factories)), table.companies[self.company].cash
        spots = open_spots(table, self.company)
        still = [
            f"factory {number} still lacks {spots[number - 1] - count}"
            if count < spots[number - 1]
            else f"factory {number} has all its workers"
            for number, count in numbers.items()
        ]
        label = f"{where}: ${cost}, leaves ${cash - cost}"
        (first, few), *others = numbers.items()
        split = ", ".join([f"{few} in factory {first}", *(f"{count} in {at}" for at, count in others)])
        short = shorten(label, f"{where}: ${cost}", f"{split}: ${cost}", f"{split.replace('factory ', '')}: ${cost}")
        warnings = describe_shortage(ahead, self.company)
        if warnings:
            left = f"Leaves ${cash - cost}."
            warning = next(words for words in warnings if len(f"{left} {words}") <= HINT)
            return Option(move, label, hint=f"{left} {warning}", short=short)
        hint = fit(HINT, f"Leaves ${cash - cost}:", f"{', '.join(still)}.")
        return Option(move, label, hint=hint, short=short)

    def take(self, table: City, move: Any) -> None:
        """Carry out the choice; the rest of the effect comes next."""
        match move:
            case moves.HireWorkers():
                hire(table, self.company, move.factories)
            case moves.PlaceWorker(factory=int() as factory):
                place_worker(table, self.company, factory)
                self.again(table)
            case moves.HireManager():
                hire_manager(table, self.company, move.factory)
                self.again(table)
            case moves.AutomateSpot(factory=int()):
                automate(table, self.company, move)
                self.again(table, may_skip=True)
            case moves.GoFirst(first=True):
                table.order.remove(self.seat)
                table.order.insert(0, self.seat)
                table.tell(WillGoFirst(seat=self.seat))
            case moves.TakeCubes():
                take(table, self.company, move.cubes)
            case moves.PickAsset() if isinstance(self.effect, BuyAnAsset):
                discount = self.effect.discount
                table.next(NewAsset(seat=self.seat, company=self.company, asset=move.asset, discount=discount))

    def again(self, table: City, *, may_skip: bool = False) -> None:
        """Continue with the rest of an effect that is counted."""
        if isinstance(self.effect, Workers | HireManagers | Automate) and self.effect.count > 1:
            less = self.effect.model_copy(update={"count": self.effect.count - 1})
            may_skip = self.may_skip or may_skip
            table.next(Effect(seat=self.seat, company=self.company, effect=less, may_skip=may_skip))

    def settle(self, table: City) -> None:
        """Carry out what needs no choice."""
        match self.effect:
            case Appeal():
                table.next(*advance(table, self.company, self.effect.steps))
            case Goods():
                make_goods(table, self.company, self.effect.count, "action")
            case Cubes():
                take(table, self.company, self.effect.cubes)
            case SpecialDividend():
                special_dividend(table, self.company, self.effect.total)
            case HireSalespeople():
                hire_salespeople(table, self.company, self.effect.count)
            case HireWorkers() | Workers() | HireManagers() | Automate() | GoFirst() | ChooseCubes() | BuyAnAsset():
                pass  # there is no place for it


def going_first(table: City, seat: Seat) -> Sequence[Option]:
    """Return both answers."""
    place = f"{table.order.index(seat) + 1} of {len(table.order)}"
    return [
        Option(
            moves.GoFirst(first=True),
            "Go first in the next round",
            hint="It costs nothing more. You choose first among the spaces and tiles that take one partner.",
        ),
        Option(
            moves.GoFirst(first=False), f"Keep your place ({place})", hint="Those before you choose their spaces first."
        ),
    ]


def does_nothing(table: City, company: str, effects: Sequence[AnyEffect]) -> bool:
    """Whether none of the effects finds anything to do for a company; the payment is made all the same."""
    return bool(effects) and all(_does_nothing(table, company, effect) for effect in effects)


def _does_nothing(table: City, company: str, effect: AnyEffect) -> bool:
    match effect:
        case HireManagers():
            return not without_manager(table, company)
        case HireSalespeople():
            return not has_room_for_salesperson(table, company)
        case Automate():
            return next(ways_to_automate(table, company), None) is None
        case Workers():
            return not with_room(table, company)
        case Appeal():
            return table.companies[company].appeal >= table.box.appeal.most
        case Cubes():
            return not available(table, effect.cubes)
        case ChooseCubes():
            return not choices(table, effect)
        case _:
            return False


def improves_runs(table: City, company: str, effects: Sequence[AnyEffect]) -> bool:
    """Whether one of the effects makes operations of a company better or cheaper, or brings an appeal bonus."""
    return any(_improves_runs(table, company, effect) for effect in effects)


def _improves_runs(table: City, company: str, effect: AnyEffect) -> bool:
    spots = open_spots(table, company)
    match effect:
        case HireManagers():
            return any(not spots[number - 1] for number in without_manager(table, company))
        case HireSalespeople():
            return has_room_for_salesperson(table, company)
        case Automate():
            return next(ways_to_automate(table, company), None) is not None
        case Appeal():
            appeal = table.companies[company].appeal
            bonus = find_next_bonus(table.box, appeal)
            return bonus is not None and bonus[0] <= appeal + effect.steps
        case BuyAnAsset():
            return table.box.company[company].asset_slot
        case Cubes():
            return bool(set(available(table, effect.cubes)) & set(_list_lacking(table, company)))
        case ChooseCubes():
            return bool({cube for way in choices(table, effect) for cube in way} & set(_list_lacking(table, company)))
        case _:
            return False


def _list_lacking(table: City, company: str) -> list[Cube]:
    """Return which cubes a company lacks for its factories with all their workers."""
    staffed = zip(table.box.company[company].factories, open_spots(table, company), strict=True)
    return table.companies[company].lacks([cube for card, spots in staffed if not spots for cube in card.cubes])


def missing(table: City, company: str, effects: Sequence[AnyEffect]) -> str:
    """Return why a company cannot use effects that have to do something; empty: it can."""
    return next(filter(None, (_missing(table, company, effect) for effect in effects)), "")


def _missing(table: City, company: str, effect: AnyEffect) -> str:
    match effect:
        case HireWorkers() if not with_room(table, company):
            return "no worker spot is open"
        case HireWorkers() if next(ways_to_hire(table, company), None) is None:
            return f"a worker costs ${hiring_cost(table.box, table.job_market, 1)}"
        case BuyAnAsset() if not ways_to_buy(table, company, effect.discount):
            return "no asset is affordable"
        case SpecialDividend() if table.companies[company].cash < effect.total:
            return f"it takes ${effect.total}"
        case _:
            return ""
