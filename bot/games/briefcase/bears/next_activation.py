"""Describe the company that a player can activate next: at once, after a purchase, or with what it lacks.

Sentences come in versions, the longest first, for lines with less room.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.records import Move
from bot.engine.words import format_count, format_list
from bot.games.briefcase.components import (
    Company,
    IgnoreABlock,
    PointsPerBuyOwned,
    PointsPerBuyProduced,
    PointsPerCompany,
    Resource,
)
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, BuyResources, Invest, Spent
from bot.games.briefcase.rules.out_of_reach import describe_lacking, mark_energy, name_energy_source
from bot.games.briefcase.rules.paying import (
    Means,
    Resources,
    after_playing,
    find_aim,
    find_first_activation,
    list_turned,
    missing,
    ways_to_pay,
)
from bot.games.briefcase.rules.short_labels import abbreviate, drop_companies, drop_ones, list_briefly
from bot.games.briefcase.rules.stakes import OnSale
from bot.games.briefcase.rules.vocabulary import amounts, said_alternatives, said_payment
from bot.games.briefcase.view import BriefcaseView, PlayerView

SCORING_ABILITIES = (PointsPerCompany, PointsPerBuyOwned, PointsPerBuyProduced)
"""Abilities whose points depend on a player's other companies and cards."""
LEVEL_2 = "That opens level 2 and the Central Bank."
"""What the second activation of level 1 brings; the small print explains the bank."""


def describe_next_activation(view: BriefcaseView, own: PlayerView, moves: Sequence[Move]) -> Sequence[str]:
    """Return the activation that scores most now or after one purchase, or else what the nearest one lacks.

    Args:
        view: the view of the player on turn.
        own: that player.
        moves: what the player may do.
    """
    waiting = _list_waiting(view, own)
    if not waiting or view.means is None:
        return ()
    points = view.points_by_activating
    can = {move.company: move for move in moves if isinstance(move, ActivateCompany) and move.company in points}
    now = max(can.values(), key=lambda move: points[move.company], default=None)
    bought = _find_purchase(view, view.means, waiting, moves)
    best = max([points[now.company] if now else -1, points[bought[1].id] if bought else -1])
    plan = _find_company(view, view.means, moves)
    if plan is not None and plan[0].points > best:
        return _describe_company(*plan)
    if now is not None and (bought is None or points[now.company] >= points[bought[1].id]):
        return _describe_activation(view, own, view.box.company[now.company], now.pay)
    if bought is not None:
        return _describe_purchase(view, own, *bought)
    buys = max((move.buys for move in moves if isinstance(move, Invest)), default=0)
    if view.ending is not None and buys:
        return (f"Give Central Bank {amounts({'buy': buys})}: {format_count(buys, 'point')}.",)
    paid = [card for card in waiting if ways_to_pay(view.means.resources, card.units)]
    if paid:
        return (f"{max(paid, key=lambda card: points[card.id]).name} only lacks an Activate.",)
    return _describe_lacking(view, own, view.means.resources, waiting, on_turn=True)


def describe_nearest_company(view: BriefcaseView, own: PlayerView) -> Sequence[str]:
    """Return the company that the stored resources pay for, or what the nearest one lacks, off the own turn."""
    waiting = _list_waiting(view, own)
    if not waiting or view.means is None:
        return ()
    paid = [card for card in waiting if ways_to_pay(view.means.resources, card.units)]
    if paid:
        return (f"Your resources pay for {max(paid, key=lambda card: view.points_by_activating[card.id]).name}.",)
    return _describe_lacking(view, own, view.means.resources, waiting, on_turn=False)


def find_energy_source(view: BriefcaseView, own: PlayerView) -> str:
    """Return the own company that gives the Energy that the nearest one lacks; nothing if it lacks none."""
    waiting = _list_waiting(view, own)
    if not waiting or view.means is None:
        return ""
    if any(ways_to_pay(view.means.resources, card.units) for card in waiting):
        return ""
    nearest = _find_nearest(view, own, view.means.resources, waiting)
    ways = missing(view.means.resources, nearest.units)
    return _name_source(view, own, nearest) if any("energy" in way for way in ways) else ""


def _list_waiting(view: BriefcaseView, own: PlayerView) -> list[Company]:
    return [view.box.company[owned.company] for owned in own.companies if not owned.activated]


def _describe_activation(view: BriefcaseView, own: PlayerView, card: Company, pay: Sequence[Spent]) -> Sequence[str]:
    points = format_count(view.points_by_activating[card.id], "point")
    whole = said_payment(pay, view.box)
    brief = drop_ones(drop_companies(whole))
    opens = (
        (f"You can activate {card.name}: {points} for {whole}. {LEVEL_2}",) if _opens_level_2(view, own, card) else ()
    )
    briefly = (f"Activate {card.name}: {points} for {brief}; opens level 2.",) if opens else ()
    return (
        *opens,
        *briefly,
        f"You can activate {card.name}: {points} for {whole}.",
        f"Activate {card.name}: {points} for {brief}.",
        f"Activate {card.name}: {points}.",
    )


def _find_purchase(
    view: BriefcaseView, means: Means, waiting: Sequence[Company], moves: Sequence[Move]
) -> tuple[BuyResources, Company] | None:
    """Return the smallest purchase after which a first activation scores most; None: there is none."""
    points = view.points_by_activating
    found = [
        (move, card)
        for move in moves
        if isinstance(move, BuyResources)
        if (card := find_first_activation(means, move, waiting, points)) is not None
    ]
    return max(found, key=lambda one: (points[one[1].id], -len(one[0].resources)), default=None)


def _describe_purchase(view: BriefcaseView, own: PlayerView, move: BuyResources, card: Company) -> Sequence[str]:
    what, points = amounts(move.resources), format_count(view.points_by_activating[card.id], "point")
    opens = (f"You can buy {what}, then activate {card.name}: {points}. {LEVEL_2}",)
    return (
        *(opens if _opens_level_2(view, own, card) else ()),
        f"You can buy {what}, then activate {card.name}: {points}.",
        f"Buy {drop_ones(what)}, then activate {card.name}: {points}.",
        f"Buy {drop_ones(what)}, activate {abbreviate(card.name)}: {points}.",
    )


def _find_company(
    view: BriefcaseView, means: Means, moves: Sequence[Move]
) -> tuple[Company, Sequence[Resource]] | None:
    """Return the company with most points that can be bought and activated in this turn, and the resources it lacks.

    Companies that score at the end of the game are left out; None: there is none.
    """
    on_sale = OnSale(view.for_sale, view.market, view.box.prices, view.resource_blocks)
    found = []
    for move in moves:
        if not isinstance(move, BuyCompany):
            continue
        card = view.box.company[move.company]
        if isinstance(card.ability, SCORING_ABILITIES):
            continue
        cards = after_playing(means.cards, move.cards)
        ways = missing(means.resources, card.units) or [()]
        way = next((way for way in ways if on_sale.leaves_an_activate(cards, way)), None)
        if way is not None:
            found.append((card, way))
    return max(found, key=lambda one: (one[0].points, -len(one[1])), default=None)


def _describe_company(card: Company, lacking: Sequence[Resource]) -> Sequence[str]:
    points = format_count(card.points, "point")
    whole = format_list([card.name, *(amounts(lacking).split(", ") if lacking else [])])
    brief = format_list([abbreviate(card.name), *(list_briefly(lacking).split(", ") if lacking else [])])
    return f"You can buy {whole} and activate it now: {points}.", f"Buy {brief} and activate it: {points}."


def _opens_level_2(view: BriefcaseView, own: PlayerView, card: Company) -> bool:
    """Whether the activation of a company opens level 2 and the Central Bank."""
    level_1 = sum(view.box.company[company].level == 1 for company in own.activated)
    return card.level == 1 and level_1 + 1 == view.box.terms.activated_level_1


def _find_nearest(view: BriefcaseView, own: PlayerView, resources: Resources, waiting: Sequence[Company]) -> Company:
    """Return the company that brings most for each resource that it lacks; there is at least one."""
    level_1 = sum(view.box.company[company].level == 1 for company in own.activated)
    opens = level_1 < view.box.terms.activated_level_1
    return find_aim(resources, waiting, view.points_by_activating, opens=opens) or waiting[0]


def _describe_lacking(
    view: BriefcaseView, own: PlayerView, resources: Resources, waiting: Sequence[Company], *, on_turn: bool
) -> Sequence[str]:
    card = _find_nearest(view, own, resources, waiting)
    if turned := list_turned(resources, card.units):
        whole = f"{card.name} lacks {describe_lacking(view.box, resources, card.id)}."
        brief_one = whole.partition(" as ")[0]
        return whole, f"{brief_one} as {format_list(unit.capitalize() for unit, _ in turned)}.", f"{brief_one}."
    ways = missing(resources, card.units)
    plain = said_alternatives(ways)
    sourced = mark_energy(plain, _name_source(view, own, card))
    blocked = [name for name in _list_blocked(view, own) if name.capitalize() in plain] if on_turn else []
    points = view.points_by_activating[card.id]
    worth = f" ({format_count(points, 'point')})" if points else ""
    own_line = [f"Your {card.name}{worth} lacks {sourced}."] if on_turn and view.ending is None else []
    lines = [*own_line, f"{card.name} lacks {sourced}."]
    return (
        *([f"{line} {_describe_blocked(blocked)}" for line in own_line] if blocked else []),
        *([f"{line} {_describe_blocked(blocked).partition(':')[0]}." for line in lines] if blocked else own_line),
        lines[-1],
        f"{card.name} lacks {plain}.",
        f"{abbreviate(card.name)} lacks {drop_ones(plain)}.",
        f"{abbreviate(card.name)} lacks {format_count(len(ways[0]), 'resource')}.",
    )


def _describe_blocked(blocked: Sequence[Resource]) -> str:
    """Return which of the lacking resources nobody can buy now."""
    be, them = ("is", "it") if len(blocked) == 1 else ("are", "them")
    return f"{format_list([name.capitalize() for name in blocked])} {be} blocked: nobody can buy {them}."


def _name_source(view: BriefcaseView, own: PlayerView, card: Company) -> str:
    """Return another own company that gives Energy, by name; nothing if there is none."""
    return name_energy_source(view.box, [owned.company for owned in own.companies], card.id)


def _list_blocked(view: BriefcaseView, own: PlayerView) -> list[Resource]:
    """Return the blocked resources that no company of this player lets it buy now."""
    abilities = (view.box.company[company].ability for company in own.activated)
    if not any(isinstance(ability, IgnoreABlock) for ability in abilities):
        return list(view.resource_blocks)
    return [name for name in view.resource_blocks if view.this_turn.cargo not in (None, name)]
