"""Play decision cards: everything a hand can do now, what it leaves, and why the rest cannot be done.

Cards may be played in any order, or not at all. Each play is offered with its cheapest payment; another one can be
chosen by hand. (Rulebook "A. Play decision cards"; how it is asked is ours.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.engine.pages import who
from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.games.briefcase.components import SOLD, Decision, Resource
from bot.games.briefcase.moves import (
    Action,
    ActivateCompany,
    BuyCompany,
    BuyResources,
    ChoosePayment,
    DrawExtra,
    EndTurn,
    Exchange,
    HireCompany,
    Invest,
    MoveBlock,
    PayByHand,
    Spent,
    Use,
)
from bot.games.briefcase.rules.blocks import company_block_moves, pairs, place_name, resource_block_moves
from bot.games.briefcase.rules.buying import baskets, price, why_not_bought
from bot.games.briefcase.rules.central_bank import why_not_invested
from bot.games.briefcase.rules.hiring import hireable, ways_to_hire
from bot.games.briefcase.rules.market import why_not_sold
from bot.games.briefcase.rules.paying import (
    cheapest_cards,
    most_cards,
    taken,
    ways_to_pay,
    ways_to_play,
)
from bot.games.briefcase.rules.vocabulary import amounts, counted, decision, in_order, listed, said_payment, said_uses

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

RESOURCES, COMPANY, ACTIVATE, OTHER, END = (
    "Buy resources",
    "Buy a company",
    "Activate, hire",
    "Other plays",
    "End turn",
)
FEW = 5
"""So many options need no groups: each is a button with its hint."""
LABEL, HINT, HELP, NAME = 80, 100, 700, 32
"""How many characters there is room for; a seat's name may have so many."""


def what_you_may_do(table: Briefcase, seat: Seat, *, by_hand: bool) -> tuple[Option, ...]:
    """Return all options of the active player."""
    options = [
        *_market(table, seat),
        *_companies(table, seat),
        *_activations(table, seat),
        *_investments(table, seat),
        *_hires(table, seat),
        *_at_start(table, seat),
        *_blocks(table, seat),
    ]
    if options and (by_hand or more_than_one_way(table, seat, options)):
        label = "Pay the cheapest way" if by_hand else "Choose the payment of my next play"
        options.append(Option(ChoosePayment(by_hand=not by_hand), label, OTHER, "Else the cheapest one is taken."))
    if by_hand:  # moves of their own, for what follows is only a draft that nobody else sees
        options = [
            Option(PayByHand(action=o.move), o.label, o.group, o.hint) if isinstance(o.move, Action) else o
            for o in options
        ]
    options += _ends(table, seat)
    if len(options) <= FEW:
        return tuple(Option(o.move, o.label, "", o.hint) for o in options)
    return tuple(options)


def more_than_one_way(table: Briefcase, seat: Seat, options: Sequence[Option]) -> bool:
    """Whether anything could be paid in another way than the cheapest."""
    if table.means(seat).turns_anything:
        return True
    several = len(pairs(table, seat)) > 1
    return any(
        isinstance(option.move, HireCompany) or (several and isinstance(option.move, MoveBlock)) for option in options
    )


def fit(room: int, *parts: str) -> str:
    """Return as many of the parts, from the first one on, as there is room for, as sentences."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if part and _length(longer) <= room:
            text = longer
    return text


def _length(text: str) -> int:
    marks = text.count("<seat:")
    return len(text) + marks * NAME


def leaves(table: Briefcase, seat: Seat, uses: Sequence[Use], stored: Counter[Resource] | None = None) -> str:
    """Return what a play leaves in the hand and, where it changes, in the storage."""
    hand = Counter(table.everybody[seat].hand) - taken(uses, table.means(seat).cards_as)
    storage = f"; stored {amounts(stored)}" if stored is not None else ""
    return f"Leaves {amounts(hand)}{storage}."


def stored_after(
    table: Briefcase, seat: Seat, pay: Sequence[Spent] = (), more: Sequence[Resource] = ()
) -> Counter[Resource]:
    """Return what is in the storage after paying and getting these."""
    return Counter(table.everybody[seat].storage) - Counter(spent.resource for spent in pay) + Counter(more)


def _market(table: Briefcase, seat: Seat) -> Iterator[Option]:
    means = table.means(seat)
    found: list[tuple[int, Option]] = []
    for basket in baskets(table, seat):
        cards = cheapest_cards(means, "buy", price(table, basket), market=True)
        if cards is None:
            continue
        stored = stored_after(table, seat, more=basket)
        enabled = _enabled(table, seat, cards, stored)
        then = f"Then you can activate {listed(enabled[:2])}." if enabled else ""
        paid = "" if all(use.via is None for use in cards) else f"Pays {said_uses(cards, table.box)}."
        hint = fit(HINT, then, paid, leaves(table, seat, cards, stored))
        move = BuyResources(resources=basket, cards=cards)
        found.append((-len(enabled), Option(move, f"Buy {amounts(basket)}", RESOURCES, hint)))
    yield from (option for _, option in sorted(found, key=lambda one: one[0]))


def _enabled(table: Briefcase, seat: Seat, cards: Sequence[Use], stored: Counter[Resource]) -> list[str]:
    """Return which companies can be activated only after a purchase."""
    means = table.means(seat)
    hand = Counter(table.everybody[seat].hand) - taken(cards, means.cards_as)
    if not hand["activate"]:
        return []
    names = []
    for owned in table.everybody[seat].companies:
        units = table.card(owned.company).units
        if ways_to_pay(means, units, storage=stored) and not ways_to_pay(means, units):
            names.append(table.card(owned.company).name)
    return names


def _companies(table: Briefcase, seat: Seat) -> Iterator[Option]:
    means = table.means(seat)
    for company in table.portfolio:
        card = table.card(company)
        cards = cheapest_cards(means, "buy", card.cost or 0)
        if cards is None or why_not_bought(table, seat, company) is not None:
            continue
        costs = f"Activation {amounts(card.units)}, gives {amounts(card.output)}, {counted(card.points, 'point')}."
        label = fit(LABEL - len(COMPANY) - 1, f"Buy {card.name}", f"for {said_uses(cards, table.box)}")
        hint = fit(HINT, costs, leaves(table, seat, cards))
        yield Option(BuyCompany(company=company, cards=cards), label, COMPANY, hint)


def _activations(table: Briefcase, seat: Seat) -> Iterator[Option]:
    means = table.means(seat)
    cards = cheapest_cards(means, "activate", 1)
    if cards is None:
        return
    for owned in table.everybody[seat].companies:
        card = table.card(owned.company)
        ways = ways_to_pay(means, card.units)
        if not ways:
            continue
        name = f"Activate {card.name}{' again' if owned.activated else ''}"
        first = "" if owned.activated else f"{counted(card.points, 'point')}."
        energy: list[Resource] = ["energy"] * card.energy
        stored = stored_after(table, seat, ways[0], energy)
        label = fit(LABEL - len(ACTIVATE) - 1, name, f"for {said_payment(ways[0], table.box)}")
        hint = fit(HINT, f"Gives {amounts(card.output)}.", first, leaves(table, seat, cards, stored))
        yield Option(ActivateCompany(company=owned.company, cards=cards, pay=ways[0]), label, ACTIVATE, hint)


def ways_to_invest(table: Briefcase, seat: Seat, buys: int) -> list[tuple[Use, ...]]:
    """Return each way to play an Activate that leaves so many Buys in the hand, the cheapest first."""
    means = table.means(seat)
    left = [(way, means.hand["buy"] - taken(way, means.cards_as)["buy"]) for way in ways_to_play(means, "activate", 1)]
    return [way for way, there in left if there >= buys]


def _investments(table: Briefcase, seat: Seat) -> Iterator[Option]:
    if why_not_invested(table, seat) is not None:
        return
    for buys in range(1, min(table.central_bank, table.everybody[seat].hand.count("buy")) + 1):
        ways = ways_to_invest(table, seat, buys)
        if ways:
            label = f"Central Bank: {counted(buys, 'Buy', 'Buys')} for {counted(buys, 'point')}"
            hint = fit(HINT, "They leave the game.", f"Pays {said_uses(ways[0], table.box)}.")
            yield Option(Invest(cards=ways[0], buys=buys), label, ACTIVATE, hint)


def _hires(table: Briefcase, seat: Seat) -> Iterator[Option]:
    cards = cheapest_cards(table.means(seat), "hire", 1)
    if cards is None:
        return
    for owner, company in hireable(table, seat):
        ways = ways_to_hire(table, seat, company)
        if not ways:
            continue
        card = table.card(company)
        label = f"Hire {card.name} of {who(owner)}"
        paid = f"Pays {said_payment(ways[0], table.box)}."
        hint = fit(HINT, f"Gives {amounts(card.output)}.", paid, leaves(table, seat, cards))
        yield Option(HireCompany(owner=owner, company=company, cards=cards, pay=ways[0]), label, ACTIVATE, hint)


def _at_start(table: Briefcase, seat: Seat) -> Iterator[Option]:
    if table.this_turn.opened:
        return
    player = table.everybody[seat]
    can_draw = bool(player.deck or player.discard)
    for company, ability in table.abilities(seat, "draw at start"):
        if can_draw and company not in table.this_turn.used and player.hand.count("buy") <= ability.most_buys:
            hint = "Only before you play a card, and it cannot be taken back."
            yield Option(DrawExtra(company=company), f"{table.card(company).name}: draw a card", OTHER, hint)
    for company, _ in table.abilities(seat, "exchange at start"):
        if company not in table.this_turn.used:
            for card in in_order(set(player.hand)):
                label = f"{table.card(company).name}: discard 1 {card.capitalize()} and draw a card"
                hint = "Only before you play a card, and it cannot be taken back."
                yield Option(Exchange(company=company, card=decision(card)), label, OTHER, hint)


def _blocks(table: Briefcase, seat: Seat) -> Iterator[Option]:
    equal = pairs(table, seat)
    if not equal:
        return
    uses = [Use(card=equal[0])] * table.box.terms.equal_cards_for_a_block
    hint = fit(HINT, f"Pays {said_uses(uses, table.box)}.", leaves(table, seat, uses))
    for start, to in resource_block_moves(table):
        move = MoveBlock(what="resource", start=start, to=to, card=equal[0])
        yield Option(move, f"Block from {start.capitalize()} to {to.capitalize()}", OTHER, hint)
    for from_place, to_place in company_block_moves(table):
        move = MoveBlock(what="company", start=from_place, to=to_place, card=equal[0])
        at = place_name(table, to_place)
        start_name = place_name(table, from_place)
        label = f"Block from {start_name} to {at}" if start_name else f"Block {at}"
        yield Option(move, label if at else f"Take the block off {start_name}", OTHER, hint)


def _ends(table: Briefcase, seat: Seat) -> Iterator[Option]:
    player = table.everybody[seat]
    left = amounts(player.hand)
    unplayed = f"You discard {left} unplayed." if player.hand else "Your hand is played out."
    more = sum(ability.cards for _, ability in table.abilities(seat, "larger hand"))
    draws = f"You draw {table.box.terms.hand + more}."
    over = -table.room(seat)
    too_many = f"First you throw away {counted(over, 'resource')}." if over > 0 else ""
    yield Option(EndTurn(), "End turn", END, fit(HINT, too_many, unplayed, draws))
    for company, _ in table.abilities(seat, "played card on top")[:1]:
        for card in in_order(set(player.played)):
            label = f"End turn, {card.capitalize()} on top of the deck"
            hint = fit(HINT, f"{table.card(company).name}: you draw it now.", too_many, unplayed)
            yield Option(EndTurn(top=decision(card)), label, END, hint)


# The same play, paid in another way


def ways_to_pay_with_cards(table: Briefcase, seat: Seat, action: Action) -> list[tuple[Use, ...]]:
    """Return the cards with which a play can be paid, the cheapest first."""
    means = table.means(seat)
    match action:
        case BuyResources():
            return ways_to_play(means, "buy", price(table, action.resources), market=True)
        case BuyCompany():
            return ways_to_play(means, "buy", table.card(action.company).cost or 0)
        case ActivateCompany():
            return ways_to_play(means, "activate", 1)
        case Invest():
            return ways_to_invest(table, seat, action.buys)
        case HireCompany():
            return ways_to_play(means, "hire", 1)
    return []


def ways_to_pay_with_resources(table: Briefcase, seat: Seat, action: Action) -> list[tuple[Spent, ...]]:
    """Return the resources with which a play can be paid, the cheapest first."""
    match action:
        case ActivateCompany():
            return ways_to_pay(table.means(seat), table.card(action.company).units)
        case HireCompany():
            return ways_to_hire(table, seat, action.company)
    return []


def other_cards_for_a_block(table: Briefcase, seat: Seat, action: Action) -> list[Decision]:
    """Return the equal cards that can move a block."""
    return pairs(table, seat) if isinstance(action, MoveBlock) else []


# What a hand cannot do, and why


def what_cards_do(table: Briefcase, seat: Seat) -> str:
    """Return what each kind of card in the hand could do now, and why not more, shortly."""
    hand = table.everybody[seat].hand
    says = {"buy": _buy_says, "activate": _activate_says, "obstacle": _obstacle_says, "hire": _hire_says}
    parts = [
        f"**{card.capitalize()} x{hand.count(decision(card))}:** {says[card](table, seat)}"
        for card in in_order(set(hand))
    ]
    moves = [option.move for option in _at_start(table, seat)]
    first = dict.fromkeys(table.card(m.company).name for m in moves if isinstance(m, DrawExtra | Exchange))
    start = f"**Before you play a card:** {listed(list(first))}." if first else ""
    return fit(HELP, start, *parts) or "Your hand is empty: end your turn to draw a new one."


def _buy_says(table: Briefcase, seat: Seat) -> str:
    most = most_cards(table.means(seat), "buy", market=True)
    closed = [f"{name.capitalize()} {why}" for name in SOLD if (why := why_not_sold(table, seat, name))]
    closed = [words for words in closed if not words.startswith("Imported not")]
    within = [
        table.card(company)
        for company in table.portfolio
        if why_not_bought(table, seat, company) is None
        and cheapest_cards(table.means(seat), "buy", table.card(company).cost or 0) is not None
    ]
    market = f"up to {counted(most, 'resource')}" + (f" ({listed(closed)})" if closed else "")
    bought = table.this_turn.companies_bought >= table.box.terms.company_purchases
    companies = "no further company this turn" if bought else f"{counted(len(within), 'company', 'companies')} in reach"
    return f"{market}; {companies}."


def _activate_says(table: Briefcase, seat: Seat) -> str:
    able = [c for c, why in why_not_activated(table, seat).items() if why is None]
    not_able = [f"{table.card(c).name} {why}" for c, why in why_not_activated(table, seat).items() if why is not None]
    can = f"{listed([table.card(company).name for company in able])} can be activated" if able else "no company"
    lacking = f"; {'; '.join(not_able[:3])}" if not_able else ""
    why = why_not_invested(table, seat)
    if why is None and "buy" not in table.everybody[seat].hand:
        why = "you have no Buy left"
    return f"{can}{lacking}. Central Bank: {why or 'open'}."


def _obstacle_says(table: Briefcase, seat: Seat) -> str:
    needed = table.box.terms.equal_cards_for_a_block
    helps = [
        table.card(company).name
        for company, ability in table.abilities(seat, "cards as")
        if table.everybody[seat].hand.count("obstacle") >= ability.count
    ]
    also = f", or turn into other cards through {listed(helps)}" if helps else ""
    return f"{counted(needed, 'equal card')} move a block{also}."


def _hire_says(table: Briefcase, seat: Seat) -> str:
    open_to = hireable(table, seat)
    if not open_to:
        return "nobody else has an activated company."
    able = [table.card(company).name for _, company in open_to if ways_to_hire(table, seat, company)]
    return f"you can pay for {listed(able[:4])}." if able else "you have no resource that any of their companies costs."


def why_not_activated(table: Briefcase, seat: Seat) -> dict[str, str | None]:
    """Return each own company with why its activation cannot be paid; None: it can."""
    means = table.means(seat)
    found: dict[str, str | None] = {}
    for owned in table.everybody[seat].companies:
        units = table.card(owned.company).units
        lacking = Counter(units) - Counter(means.storage)
        found[owned.company] = None if ways_to_pay(means, units) else f"lacks {amounts(lacking)}"
    return found


def out_of_reach(table: Briefcase, seat: Seat) -> list[str]:
    """Return what the active player cannot do now, each with why; what shares a reason shares a line."""
    means = table.means(seat)
    most = most_cards(means, "buy")
    lines = [f"{name.capitalize()}: {why}" for name in SOLD if (why := why_not_sold(table, seat, name))]
    companies: dict[str, list[str]] = {}
    for company in table.portfolio:
        if table.everybody[seat].has(company):
            continue
        why = why_not_bought(table, seat, company)
        cost = table.card(company).cost or 0
        if why is None and cost > most:
            why = f"costs {cost}, and you have {counted(most, 'Buy', 'Buys')}"
        if why is not None:
            companies.setdefault(why, []).append(table.card(company).name)
    lines += [f"Buy {', '.join(names)}: {why}" for why, names in companies.items()]
    activates = most_cards(means, "activate")
    for company, lacks in why_not_activated(table, seat).items():
        reason = lacks if activates else "you have no Activate"
        if reason is not None:
            lines.append(f"Activate {table.card(company).name}: {reason}")
    closed = why_not_invested(table, seat)
    if closed is not None:
        lines.append(f"Central Bank: {closed}")
    return lines
