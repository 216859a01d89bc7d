"""Possible uses of a hand, and reasons why other plays are not possible.

Each kind of card in the hand lists what it could do, and each impossible play gives its reason. (The texts are ours.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.engine.words import format_count, format_list
from bot.games.briefcase.components import BriefcaseBox
from bot.games.briefcase.rules.buying import why_not_bought
from bot.games.briefcase.rules.central_bank import describe_central_bank, why_not_invested
from bot.games.briefcase.rules.hiring import hireable, ways_to_hire
from bot.games.briefcase.rules.market import why_not_sold
from bot.games.briefcase.rules.paying import Resources, list_turned, missing, most_cards
from bot.games.briefcase.rules.vocabulary import in_order, said_alternatives, several
from bot.games.briefcase.rules.what_you_may_do import at_start

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


_ENERGY = re.compile(r"(\d+ Energy)")
NAMED = 4
"""The largest number of hireable companies to name."""


def what_cards_do(table: Briefcase, seat: Seat) -> str:
    """Return what each kind of card in the hand could do now, and why not more, shortly."""
    hand = table.everybody[seat].hand
    says = {"buy": _buy_says, "activate": _activate_says, "obstacle": _obstacle_says, "hire": _hire_says}
    parts = [f"- **{several(card, hand.count(card))}:** {says[card](table, seat)}" for card in in_order(set(hand))]
    first = dict.fromkeys(table.card(play.company).name for play in at_start(table, seat))
    start = [f"- **Before you play a card:** {format_list(list(first))}."] if first else []
    return "\n".join([*start, *parts]) or "Your hand is empty: end your turn to draw a new one."


def _buy_says(table: Briefcase, seat: Seat) -> str:
    cards = table.means(seat).cards
    most = most_cards(cards, "buy", market=True)
    most_for_a_company = most_cards(cards, "buy")
    closed = []
    for reason, why in (("blocked", "blocked"), ("the pile is empty", "sold out")):
        piles = [name.capitalize() for name, reads in why_not_sold(table, seat).items() if reads == reason]
        if piles:
            closed.append(f"{format_list(piles)} {'is' if len(piles) == 1 else 'are'} {why}")
    within = [
        company
        for company, why in why_not_bought(table, seat).items()
        if why is None and (table.card(company).cost or 0) <= most_for_a_company
    ]
    market = f"up to {format_count(most, 'resource')}" + (f" ({'; '.join(closed)})" if closed else "")
    market += ", together or one after the other" if most > 1 else ""
    bought = table.this_turn.companies_bought >= table.box.terms.company_purchases
    reach = format_count(len(within), "company", "companies") if within else "no company"
    companies = "no further company this turn" if bought else f"{reach} in reach"
    return f"{market}; {companies}."


def _activate_says(table: Briefcase, seat: Seat) -> str:
    reasons = {table.card(company).name: why for company, why in why_not_activated(table, seat).items()}
    able = [name for name, why in reasons.items() if why is None]
    not_able = [f"{name} {why}" for name, why in reasons.items() if why is not None]
    can = f"{format_list(able)} can be activated" if able else "no company"
    lacking = f"; {'; '.join(not_able[:3])}" if not_able else ""
    why = why_not_invested(table, seat)
    if why is None and "buy" not in table.everybody[seat].hand:
        why = "you have no Buys left"
    return f"{can}{lacking}. {describe_central_bank(table)}: {why or 'open'}."


def _obstacle_says(table: Briefcase, seat: Seat) -> str:
    needed = table.box.terms.equal_cards_for_a_block
    helps = [
        table.card(company).name
        for company, ability in table.abilities(seat, "cards as")
        if table.everybody[seat].hand.count("obstacle") >= ability.count
    ]
    also = f", or turn into other cards through {format_list(helps)}" if helps else ""
    return f"{format_count(needed, 'equal card')} move a block{also}; nobody can buy from a blocked pile."


def _hire_says(table: Briefcase, seat: Seat) -> str:
    return f"uses somebody else's activated company once, for half its cost; {_who_can_be_hired(table, seat)}"


def _who_can_be_hired(table: Briefcase, seat: Seat) -> str:
    open_to = hireable(table, seat)
    if not open_to:
        return "nobody else has one yet."
    resources = table.means(seat).resources
    able = [table.card(company).name for _, company in open_to if any(ways_to_hire(table, resources, company))]
    names = list(dict.fromkeys(able))  # several can own one of a name
    if not names:
        return "you have no resource that any of their companies costs."
    others = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    return f"you can pay for {format_list([*names[:NAMED], *others])}."


def why_not_activated(table: Briefcase, seat: Seat) -> dict[str, str | None]:
    """Return each own company with why its activation cannot be paid; None: it can."""
    resources = table.means(seat).resources
    found: dict[str, str | None] = {}
    for owned in table.everybody[seat].companies:
        lacking = missing(resources, table.card(owned.company).units)
        source = name_energy_source(table.box, [one.company for one in table.everybody[seat].companies], owned.company)
        lacks = mark_energy(describe_lacking(table.box, resources, owned.company), source) if lacking else ""
        found[owned.company] = f"lacks {lacks}" if lacks else None
    return found


def name_energy_source(box: BriefcaseBox, owned: Iterable[str], company: str) -> str:
    """Return the first other one of these companies that gives Energy, by name; nothing if none does."""
    others = (box.company[other] for other in owned if other != company)
    return next((other.name for other in others if other.energy), "")


def mark_energy(lacking: str, source: str) -> str:
    """Return what is lacking with the company that gives the Energy of it."""
    return _ENERGY.sub(rf"\1 (activate {source})", lacking, count=1) if source else lacking


def describe_lacking(box: BriefcaseBox, resources: Resources, company: str) -> str:
    """Return what a company lacks to be activated, or how many of any resources if another company turns them."""
    lacking = missing(resources, box.company[company].units)
    turned = list_turned(resources, box.company[company].units)
    if not turned:
        return said_alternatives(lacking)
    through = format_list(f"{unit.capitalize()} ({box.company[via].name})" for unit, via in turned)
    return f"{format_count(len(lacking[0]), 'more resource')}: any will do as {through}"


def out_of_reach(table: Briefcase, seat: Seat) -> list[str]:
    """Return what the active player cannot do now, each with why; what shares a reason shares a line."""
    cards = table.means(seat).cards
    most = most_cards(cards, "buy")
    lines = [f"{name.capitalize()}: {why}" for name, why in why_not_sold(table, seat).items() if why]
    companies: dict[str, list[str]] = {}
    for company, why in why_not_bought(table, seat).items():
        if table.everybody[seat].has(company):
            continue
        cost = table.card(company).cost or 0
        if why is None and cost > most:
            why = f"costs {cost}, and you have {format_count(most, 'Buy', 'Buys')}"
        if why is not None:
            companies.setdefault(why, []).append(table.card(company).name)
    lines += [f"Buy {', '.join(names)}: {why}" for why, names in companies.items()]
    activates = most_cards(cards, "activate")
    own: dict[str, list[str]] = {}
    for company, lacks in why_not_activated(table, seat).items():
        reason = lacks if activates else "you have no Activate"
        if reason is not None:
            own.setdefault(reason, []).append(table.card(company).name)
    lines += [f"Activate {', '.join(names)}: {reason}" for reason, names in own.items()]
    closed = why_not_invested(table, seat)
    if closed is not None:
        lines.append(f"{describe_central_bank(table)}: {closed}")
    return [*lines, *_not_at_start(table, seat)]


def _not_at_start(table: Briefcase, seat: Seat) -> Iterator[str]:
    """Yield why companies that help only at the start of a turn cannot do so, or not yet."""
    buys = table.everybody[seat].hand.count("buy")
    for kind in ("draw at start", "exchange at start"):
        for company, ability in table.abilities(seat, kind):
            if company in table.this_turn.used:
                yield f"{table.card(company).name}: once in a turn"
            elif table.this_turn.opened:
                yield f"{table.card(company).name}: only before you play a card"
            elif kind == "draw at start" and buys > ability.most_buys:
                yield f"{table.card(company).name}: only with at most {format_count(ability.most_buys, 'Buy')} in hand"
