"""3 - Events, and the effects of the event cards.

All informations are turned up. The one with the lowest percentage goes back unplayed; the others come
true from the highest percentage down, on each card first the left effect, then the right one. Every
effect is finished, with its bankruptcies, before the next. (Rulebook "3 - Events", "Effects of the
Event cards" and "Special case for advertising".)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.engine.table import Step
from bot.games.goodwill.components import (
    RESOURCES,
    AdvertisingEffect,
    AnyEffect,
    Boss,
    BossShuffleEffect,
    Company,
    FundingEffect,
    InnovationEffect,
    NoEffect,
    PriceEffect,
    Resource,
    ScandalEffect,
    Skill,
    TaxEffect,
    YieldEffect,
)
from bot.games.goodwill.news import (
    Advertised,
    AnyChange,
    BossesMoved,
    EventStory,
    Funded,
    InformationsRevealed,
    Innovated,
    PriceMoved,
    Saving,
    ScandalBroke,
    Swap,
    Taxed,
    Yielded,
)
from bot.games.goodwill.rules.bankruptcy import go_bankrupt, larger

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill


TOKENS_ARE_LIMITED = 4
"""From this edition of the box on, a resource has at most as many tokens on the boards as in the box."""


class Events(Step, kind="events"):
    """The lowest percentage is dropped; the other events happen in descending order."""

    def begin(self, table: Goodwill) -> None:
        """Reveal the informations and play them."""
        order = playing_order([information.percentage for information in table.slots])
        *played, dropped = (table.information_card(slot) for slot in order)
        table.tell(InformationsRevealed(year=table.year, played=played, dropped=dropped))
        for card in played:
            table.stories.append(EventStory(name=card.name, percentage=card.percentage, changes=[]))
            for effect in (card.left, card.right):
                if table.living:
                    take_effect(table, effect)


def playing_order(percentages: Sequence[int]) -> list[int]:
    """Return the slots, 1 being the first, from the highest percentage down; the last is dropped.

    Of equal percentages, which only other boxes have, the lower slot counts as higher (GW-17).
    """
    return sorted(range(1, len(percentages) + 1), key=lambda slot: (-percentages[slot - 1], slot))


def take_effect(table: Goodwill, effect: AnyEffect) -> None:
    """Carry out one effect."""
    match effect:
        case PriceEffect():
            move_price(table, effect.resource, effect.delta)
        case FundingEffect():
            fund(table, effect.resource, effect.per_token)
        case TaxEffect():
            tax(table, effect.resource, effect.per_token)
        case InnovationEffect():
            innovate(table, effect.level)
        case YieldEffect():
            save_tokens(table, effect.level)
        case AdvertisingEffect():
            advertise(table, effect.level)
        case ScandalEffect():
            break_scandal(table, effect.company)
        case BossShuffleEffect():
            move_bosses(table)
        case NoEffect():
            pass


def happen(table: Goodwill, change: AnyChange) -> None:
    """Tell the change, and remember it for the summary of the year."""
    table.tell(change)
    table.stories[-1].changes.append(change)


def concerned(table: Goodwill, skill: Skill, level: int) -> list[tuple[Company, Boss]]:
    """Return the living companies whose boss has exactly this mark, with their bosses."""
    bosses = [(company, table.boss_of(company)) for company in table.living]
    return [(company, boss) for company, boss in bosses if boss is not None and boss.marks[skill] == level]


# 1) Price variations for the resources


def move_price(table: Goodwill, resource: Resource, delta: int) -> None:
    """The marker moves, but not beyond either end of the scale."""
    before = table.prices[resource]
    scale = table.box.resources
    table.prices[resource] = after = moved_price(before, delta, scale.lowest, scale.highest)
    happen(table, PriceMoved(resource=resource, before=before, after=after))


def moved_price(price: int, delta: int, lowest: int, highest: int) -> int:
    """Return the price after a move that stops at the ends of the scale."""
    return max(lowest, min(highest, price + delta))


# 2) Funding


def fund(table: Goodwill, resource: Resource, per_token: int) -> None:
    """Each living company receives money for each of its tokens of the resource."""
    received = {company: per_token * table.companies[company].tokens[resource] for company in table.living}
    for company, amount in received.items():
        table.companies[company].capital += amount
    happen(table, Funded(resource=resource, per_token=per_token, received=received))


# 3) Tax


def tax(table: Goodwill, resource: Resource, per_token: int) -> None:
    """Each living company pays for each of its tokens; one that cannot pay in full is bankrupt.

    All bills are judged together, then all bankruptcies are carried out (GW-18).
    """
    bills = {company: per_token * table.companies[company].tokens[resource] for company in table.living}
    failing = [company for company, bill in bills.items() if table.companies[company].capital < bill]
    for company, bill in bills.items():
        if company not in failing:
            table.companies[company].capital -= bill
    happen(table, Taxed(resource=resource, per_token=per_token, bills=bills, failing=failing))
    if failing:
        table.stories[-1].changes.extend(go_bankrupt(table, failing))


# 4) Innovation


def innovate(table: Goodwill, level: int) -> None:
    """Each company concerned swaps one token along the first line of its boss's policy that applies.

    A line applies while the box has a token of the new resource left (GW-38).
    """
    swaps = []
    for company, boss in concerned(table, "innovation", level):
        tokens = table.companies[company].tokens
        wanted = [line for line in boss.policy if tokens[line.old]]
        line = next((line for line in wanted if table.has_token_left(line.new)), None)
        if line is None:
            swaps.append(Swap(company=company, boss=boss.name, new=wanted[0].new if wanted else None))
            continue
        tokens[line.old] -= 1
        tokens[line.new] += 1
        swaps.append(Swap(company=company, boss=boss.name, old=line.old, new=line.new))
    happen(table, Innovated(level=level, swaps=swaps))


# 5) Yield


def save_tokens(table: Goodwill, level: int) -> None:
    """Each company concerned removes one token of a resource that it uses more than once."""
    savings = []
    for company, boss in concerned(table, "yield", level):
        tokens = table.companies[company].tokens
        double = next((resource for resource in RESOURCES if tokens[resource] > 1), None)
        if double is not None:
            tokens[double] -= 1
        savings.append(Saving(company=company, boss=boss.name, resource=double))
    happen(table, Yielded(level=level, savings=savings))


# 6) Advertising


def advertise(table: Goodwill, level: int) -> None:
    """The companies concerned win market share from the others."""
    winners = [company for company, _ in concerned(table, "advertising", level)]
    before = table.market_shares()
    after = advertised(before, winners, table.box.step)
    table.set_market_shares(after)
    happen(table, Advertised(level=level, concerned=winners, before=before, after=after))


def advertised(shares: Mapping[Company, int], winners: Sequence[Company], step: int) -> dict[Company, int]:
    """Return the market shares of the living companies after an advertising event.

    A lone winner takes one step from each of two others, or two steps from the only one that has
    something to give. Two winners take a step each from the third; if it has only one step left, the
    larger winner gets it. All or none winning changes nothing. Only existing market share can be
    taken (GW-19).
    """
    after = dict(shares)
    givers = [company for company in shares if company not in winners and shares[company] > 0]
    if not winners or not givers:
        return after
    if len(winners) == 1:
        for giver in givers:
            give(after, giver, winners[0], step if len(givers) == 2 else min(2 * step, after[giver]))
        return after
    loser = givers[0]
    if shares[loser] >= 2 * step:
        for winner in winners:
            give(after, loser, winner, step)
    else:
        give(after, loser, larger(shares, winners), shares[loser])
    return after


def give(shares: dict[Company, int], giver: Company, taker: Company, amount: int) -> None:
    """Move this much market share from one company to another."""
    shares[giver] -= amount
    shares[taker] += amount


# 7) Scandal


def break_scandal(table: Goodwill, company: Company) -> None:
    """The boss leaves, and the company loses market share to the others; nobody moves up until a vote.

    A scandal at a bankrupt company does nothing at all (GW-22).
    """
    board = table.companies[company]
    if board.bankrupt:
        happen(table, ScandalBroke(company=company, boss=None, before={}, after={}))
        return
    name = table.boss_name(company)
    if board.boss is not None:
        table.boss_pile.put_under(board.boss)
        board.boss = None
    before = table.market_shares()
    after = after_scandal(before, company, table.box.step)
    table.set_market_shares(after)
    happen(table, ScandalBroke(company=company, boss=name, before=before, after=after))


def after_scandal(shares: Mapping[Company, int], company: Company, step: int) -> dict[Company, int]:
    """Return the market shares of the living companies after a scandal at one of them.

    Two others get one step each; if only one step is left, the larger gets it. A single other company
    gets up to two steps.
    """
    after = dict(shares)
    others = [other for other in shares if other != company]
    if len(others) == 2 and shares[company] >= 2 * step:
        for other in others:
            give(after, company, other, step)
    elif others:
        give(after, company, larger(shares, others), min(2 * step, shares[company]))
    return after


# 8) Bosses shuffle


def move_bosses(table: Goodwill) -> None:
    """Every boss moves to the next living company; a missing boss moves as a gap."""
    bosses = [table.companies[company].boss for company in table.living]
    for company, boss in zip(table.living, bosses[-1:] + bosses[:-1], strict=True):
        table.companies[company].boss = boss
    happen(table, BossesMoved(bosses={company: table.boss_name(company) for company in table.living}))
