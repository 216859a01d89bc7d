"""Build the small line below a question: the use of each building tile, what moves a price, or the goals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.words import format_list, list_fitting_facts
from bot.games.big_shoulders.bots import table_of
from bot.games.big_shoulders.components import (
    AnyEffect,
    Appeal,
    Automate,
    BuyAnAsset,
    ChooseCubes,
    Cubes,
    GoFirst,
    Goods,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    PriceSteps,
    SpecialDividend,
    Workers,
)
from bot.games.big_shoulders.rules.capital_assets import can_use
from bot.games.big_shoulders.rules.obstacles import find_obstacle
from bot.games.big_shoulders.rules.stock_track import count_most_steps, is_protected, moved
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.text import join_goals
from bot.games.big_shoulders.view import CityView

APPEAL = "Appeal: who has more operates earlier, while cubes are cheap."


def describe_private_facts(view: CityView, _: Question) -> Sequence[str]:
    """Return the line for this phase, from the longest version to the shortest; empty where all is said above."""
    if view.seat is None:
        return ()
    match view.phase:
        case "first companies":
            return list_fitting_facts([APPEAL])
        case "stock phase":
            return list_fitting_facts(_describe_prices(view))
        case "building phase":
            return list_fitting_facts(_describe_tiles(view))
        case "action phase" if view.decade < view.box.terms.last_decade:
            return list_fitting_facts(_describe_goals(view, view.seat))
        case "operation phase" if view.company is not None:
            return list_fitting_facts(_describe_price_steps(table_of(view), view.company))
        case _:
            return ()


# Goals


def _describe_goals(view: CityView, seat: Seat) -> Iterator[str]:
    """Yield the goals of the end of the game, with the numbers of this seat and of the leader, then without them."""
    goals = [goal for goal in view.box.goals if goal.measure in view.standings]
    counts = [view.standings[goal.measure] for goal in goals]
    pays = f"Goals at the end (${view.box.terms.goal_reward} each, ties too)"
    brief = [goal.name.removeprefix("Most ").removeprefix("Highest ") for goal in goals]
    stands = [f"{name} {had[seat]} (most {max(had.values())})" for name, had in zip(brief, counts, strict=True)]
    yield f"{pays}: {', '.join(stands)}."
    yield f"{pays}: {join_goals([goal.name for goal in goals])}."


# Prices


def _describe_prices(view: CityView) -> Iterator[str]:
    """Yield what raises and lowers the price of a share, by how many steps."""
    each = "sale (director: each share)" if view.options.friendly_sales else "share sold"
    yield (
        "One purchase a turn, until all pass. A price rises if as much is paid in all; "
        f"it falls for each {each}, and when money is kept."
    )
    yield f"Up when a company pays out its price or more in all; down for each {each}, and when money is kept."


def _describe_price_steps(table: City, company: str) -> Iterator[str]:
    """Yield to what a payout lifts the price of the company that operates, and to what keeping lets it fall.

    Nothing where no factory can run, as then nothing is paid out.
    """
    box, price = table.box, table.companies[company].price
    if find_obstacle(table, company):
        return
    card = box.asset.get(table.companies[company].asset or "")
    first = ""
    if card is not None and isinstance(card.use, PriceSteps) and can_use(table, company, in_operation=True):
        price = moved(box, price, card.use.steps)
        first = f"{card.name} first lifts the price to ${price}. "
    one, less = (moved(box, price, steps) for steps in (1, 0 if is_protected(table, company) else -1))
    kept = f"kept, it falls to ${less}" if less < price else f"kept, it stays ${price}"
    if one == price:
        yield f"The price is at its end; {kept}."
        return
    most = range(2, count_most_steps(box, price) + 1)
    further = {moved(box, price, steps): steps * price for steps in reversed(most)}  # at the end, the first step there
    further = {to: paid for to, paid in sorted(further.items()) if to > one}
    more = "".join(f", to ${to} if ${paid}" for to, paid in further.items())
    brief = "".join(f", ${paid} to ${to}" for to, paid in further.items())
    if first:
        yield f"{first}Then paying ${price} in all lifts it to ${one}{brief}."
        return
    yield f"The price (${price}) rises to ${one} if ${price} or more is paid out in all{more}; if money is {kept}."
    yield f"Paying ${price} in all lifts the price to ${one}{brief}; {kept}."
    yield f"Paying ${price} in all lifts the price to ${one}{brief}."


# Building tiles


def _describe_tiles(view: CityView) -> Iterator[str]:
    """Yield what the tiles of the hand are good for, by all their effects or only the first one."""
    for most in (2, 1):
        purposes: dict[str, list[int]] = {}
        for number in view.hand:
            words = ", ".join(map(_describe_purpose, view.box.tile[number].effects[:most]))
            purposes.setdefault(words, []).append(number)
        yield f"{'; '.join(f'Tile {format_list(same)}: {words}' for words, same in purposes.items())}."


def _describe_purpose(effect: AnyEffect) -> str:
    """Return what an effect is good for, in a few words."""
    match effect:
        case HireWorkers() | Workers():
            return "workers, so that factories run"
        case HireManagers():
            return "each factory run brings more"
        case HireSalespeople():
            return "goods sell for more"
        case Automate():
            return "machines free workers"
        case _:
            return _describe_other_purpose(effect)


def _describe_other_purpose(
    effect: Appeal | Goods | Cubes | ChooseCubes | BuyAnAsset | SpecialDividend | GoFirst,
) -> str:
    match effect:
        case Appeal():
            return "operate earlier, gain bonuses"
        case Goods():
            return "more goods to sell"
        case Cubes() | ChooseCubes():
            return "fewer cubes to buy"
        case BuyAnAsset():
            return "a cheaper asset"
        case SpecialDividend():
            return "money for shareholders, price may rise"
        case GoFirst():
            return "the next round's first partner"
