"""The sums of the game: income, overhead, costs, net worth, losses.

Net worth is the bank account plus the printed cost of all cards in play. Everything here only counts;
nothing is changed. (Rulebook "Vocabulary", "How to Read a Card" and "Play Your Turn".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.games.corporate_espionage.components import EspionageBox, Fraction, Terms
from bot.games.corporate_espionage.rules.effects import (
    AnyOp,
    AttackerLoses,
    Cancel,
    DestroyAsset,
    DiscardChosen,
    DrawOp,
    FireOp,
    Gain,
    IncomePer,
    Lose,
    LoseFraction,
    LosePer,
    LossReduction,
    PoachOp,
    Redirect,
    StatusOp,
    StealAsset,
    StealPoints,
    Tag,
)

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Company, Permanent


def ceil_part(amount: int, num: int, den: int) -> int:
    """Return that part of an amount, rounded up."""
    return -(-amount * num // den)


def total_of(company: Company, box: EspionageBox, kind: str, what: str) -> int:
    """Return the sum of a number over the passives of this kind that work for the company."""
    return sum(getattr(passive, what) for passive in passives(company, box, kind))


def passives(company: Company, box: EspionageBox, kind: str) -> list[Any]:
    """Return the passives of this kind that work for the company, one for each card in play."""
    known = box.passives.get(kind)
    if known is None:
        return []
    found = [known[permanent.card] for permanent in company.team if permanent.card in known]
    if company.inventory:
        found += [known[permanent.card] for permanent in company.inventory if permanent.card in known]
    return found


def income(company: Company, box: EspionageBox) -> int:
    """Return what the next Income step would bring, were it not skipped."""
    total = 0
    card, bonuses = box.card, box.passive("income_per")
    for zone in (company.team, company.inventory):
        for permanent in zone:
            total += card[permanent.card].income
            if permanent.card in bonuses:
                total += bonus(company, box, permanent, bonuses[permanent.card])
    return total


def bonus(company: Company, box: EspionageBox, permanent: Permanent, passive: IncomePer) -> int:
    """Return the additional income for other cards of the team."""
    others = sum(
        1 for other in company.team if other is not permanent and passive.per in ("team", box.card[other.card].type)
    )
    more: int = min(passive.max, passive.amount * (others // passive.divisor))
    return more


def overhead(company: Company, box: EspionageBox) -> int:
    """Return what the next Expenses step would take: the cards' part, never below 0, and the statuses (CE-8)."""
    card = box.card
    printed = sum([card[p.card].overhead for zone in (company.team, company.inventory) for p in zone])
    printed += total_of(company, box, "overhead_total", "delta")
    return max(0, printed) + sum(s.amount for s in company.statuses if s.status == "overhead_plus")


def worth_of_cards(company: Company, box: EspionageBox) -> int:
    """Return the printed cost of everything in play."""
    printed = box.printed_cost
    return sum([printed[permanent.card] for zone in (company.team, company.inventory) for permanent in zone])


def net_worth(company: Company, box: EspionageBox) -> int:
    """Return the bank account plus the printed cost of all employees, executives and assets in play."""
    return company.account + worth_of_cards(company, box)


def cost(company: Company, card: str, box: EspionageBox) -> int:
    """Return what the company pays for a card: its printed cost, changed by its own cards."""
    printed = box.card[card]
    total = printed.cost
    if printed.type not in box.modified:
        return total
    for passive in passives(company, box, "cost_mod"):
        if passive.card_type == printed.type:
            total = max(total + passive.delta, min(total, passive.min))
    return max(0, total)


def hires_allowed(company: Company, box: EspionageBox, terms: Terms) -> int:
    """Return how many cards may be hired each turn."""
    return terms.hires + total_of(company, box, "hire_limit", "delta")


def places_for_executives(company: Company, box: EspionageBox, terms: Terms) -> int:
    """Return how many executives may be employed at the same time."""
    return terms.executives + total_of(company, box, "exec_slots", "delta")


def draws(company: Company, box: EspionageBox, terms: Terms) -> int:
    """Return how many cards are drawn each turn."""
    return terms.draws + total_of(company, box, "draw_bonus", "amount")


def liquidation_rate(company: Company, box: EspionageBox, terms: Terms) -> Fraction:
    """Return which part of its cost an asset brings."""
    best = terms.liquidation
    for passive in passives(company, box, "liquidation_rate"):
        if passive.num * best.den > best.num * passive.den:
            best = Fraction(num=passive.num, den=passive.den)
    return best


def liquidation_value(printed_cost: int, rate: Fraction) -> int:
    """Return what an asset of this cost brings: half of it, rounded up, unless a card says otherwise."""
    return ceil_part(printed_cost, rate.num, rate.den)


def takeover_ratio(company: Company, box: EspionageBox, terms: Terms) -> Fraction:
    """Return how many times a target's net worth the company needs."""
    best = terms.takeover_ratio
    for passive in passives(company, box, "takeover_ratio"):
        if passive.num * best.den < best.num * passive.den:
            best = Fraction(num=passive.num, den=passive.den)
    return best


def can_take_over(account: int, own_worth: int, worth: int, ratio: Fraction) -> bool:
    """Whether the raider is worth enough and can pay the target's net worth from its account."""
    return own_worth * ratio.den >= worth * ratio.num and account >= worth


def levy(round_number: int, after: int | None) -> int:
    """Return what the crowded market takes at the end of this round: 1, 3, 6, 10, 15 and so on."""
    late = 0 if after is None else max(0, round_number - after)
    return late * (late + 1) // 2


def printed_loss(op: AnyOp, company: Company, box: EspionageBox) -> int:
    """Return what an operation takes from a company before anything makes it smaller."""
    match op:
        case Lose() | StealPoints():
            return op.amount
        case LosePer():
            counted = {"team": len(company.team), "asset": len(company.inventory)}
            number = counted[op.per] if op.per in counted else income(company, box)
            return min(op.max, op.base + op.amount * number)
        case LoseFraction():
            whole = max(0, company.account) if op.of == "account" else max(0, net_worth(company, box))
            return max(op.min, min(op.max, ceil_part(whole, op.num, op.den)))
        case FireOp() | PoachOp() | DestroyAsset() | StealAsset() | StatusOp() | DiscardChosen():
            return 0  # these take something else
        case DrawOp() | Gain() | Cancel() | AttackerLoses() | Redirect():
            return 0  # these belong to savvy


def reduced_loss(amount: int, tag: Tag | None, company: Company, box: EspionageBox) -> int:
    """Return a loss from espionage with this tag after all that makes it smaller, but not below 0."""
    for passive in passives(company, box, "loss_reduction"):
        reduction: LossReduction = passive
        if tag in reduction.tags:
            amount -= reduction.amount
    return max(0, amount)


def is_insured(company: Company, box: EspionageBox) -> bool:
    """Whether the company's first loss of a round is halved."""
    return bool(passives(company, box, "halve_first_loss"))


def expected_loss(
    ops: tuple[AnyOp, ...], tag: Tag | None, company: Company, box: EspionageBox, round_number: int
) -> int:
    """Return how many points an espionage card would take now, as far as everybody can tell."""
    total = 0
    first = company.hit_in_round != round_number and is_insured(company, box)
    for op in ops:
        amount = reduced_loss(printed_loss(op, company, box), tag, company, box)
        if isinstance(op, FireOp) and op.otherwise and not any(box.card[p.card].type == op.type for p in company.team):
            amount = sum(reduced_loss(other.amount, tag, company, box) for other in op.otherwise)
        if first and amount:
            amount, first = ceil_part(amount, 1, 2), False
        total += min(amount, max(0, company.account)) if isinstance(op, StealPoints) else amount
    return total
