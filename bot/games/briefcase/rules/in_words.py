"""How plays read, and why no more can be done.

Each play says what it costs and gives, and what it leaves; each kind of card in the hand what it could do now, and why
not more. All of it is worked out only for somebody who reads it. (The texts are ours.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Option
from bot.engine.records import Move, Seat
from bot.engine.words import counted, listed
from bot.games.briefcase import moves
from bot.games.briefcase.components import Resource
from bot.games.briefcase.moves import Spent, Use
from bot.games.briefcase.rules.blocks import place_name
from bot.games.briefcase.rules.buying import why_not_bought
from bot.games.briefcase.rules.central_bank import why_not_invested
from bot.games.briefcase.rules.hiring import hireable, ways_to_hire
from bot.games.briefcase.rules.market import why_not_sold
from bot.games.briefcase.rules.paying import missing, most_cards, taken, ways_to_pay
from bot.games.briefcase.rules.vocabulary import (
    amounts,
    in_order,
    said_alternatives,
    said_payment,
    said_uses,
    what_it_gives,
)
from bot.games.briefcase.rules.what_you_may_do import at_start

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

RESOURCES, COMPANY, ACTIVATE, START, BLOCK, END = (
    "Buy resources",
    "Buy a company",
    "Activate, hire",
    "Before you play",
    "Move a block",
    "End turn",
)
"""The kinds of play, as they are called where there are too many plays for a button each."""
FEW = 5
"""So many options need no groups: each is a button with its hint."""
LABEL, HINT, HELP, NAME = 80, 100, 700, 32
"""How many characters there is room for; a seat's name may have so many."""


def options(table: Briefcase, seat: Seat, plays: Sequence[Move]) -> tuple[Option, ...]:
    """Return what the active player may do, in words; a purchase that makes activations possible comes first."""
    found = []
    for play in plays:
        opens = _opens(table, seat, play) if isinstance(play, moves.BuyResources) else []
        option = _option(table, seat, play, opens)
        group = option.group if len(plays) > FEW else ""
        found.append((-len(opens), Option(play, option.label, group, option.hint)))
    return tuple(option for _, option in sorted(found, key=lambda one: one[0]))


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
    hand = Counter(table.everybody[seat].hand) - Counter(taken(uses, table.box))
    storage = f"; stored {amounts(stored)}" if stored is not None else ""
    return f"Leaves {amounts(hand)}{storage}."


def stored_after(
    table: Briefcase, seat: Seat, pay: Sequence[Spent] = (), more: Sequence[Resource] = ()
) -> Counter[Resource]:
    """Return what is in the storage after paying and getting these."""
    return Counter(table.everybody[seat].storage) - Counter(spent.resource for spent in pay) + Counter(more)


def _option(table: Briefcase, seat: Seat, play: Move, opens: Sequence[str]) -> Option:
    match play:
        case moves.BuyResources():
            return _buy_resources(table, seat, play, opens)
        case moves.BuyCompany():
            return _buy_company(table, seat, play)
        case moves.ActivateCompany():
            return _activate(table, seat, play)
        case moves.Invest():
            label = f"Central Bank: {counted(play.buys, 'Buy', 'Buys')} for {counted(play.buys, 'point')}"
            hint = fit(HINT, "Buys so spent leave the game.", _turned(table, play.cards))
            return Option(play, label, ACTIVATE, hint)
        case moves.HireCompany():
            return _hire(table, seat, play)
        case moves.DrawExtra() | moves.Exchange():
            return _at_start(table, play)
        case moves.MoveBlock():
            return _move_block(table, seat, play)
        case moves.EndTurn():
            return _end_turn(table, seat, play)
        case _:
            raise TypeError(f"nobody may {play!r} here")


def named(table: Briefcase, seat: Seat, play: moves.Action) -> tuple[str, str]:
    """Return how a play reads without what it is paid with, and its group."""
    match play:
        case moves.BuyCompany():
            return f"Buy {table.card(play.company).name}", COMPANY
        case moves.ActivateCompany():
            again = table.everybody[seat].is_activated(play.company)
            return f"Activate {table.card(play.company).name}{' again' if again else ''}", ACTIVATE
        case _:
            option = _option(table, seat, play, ())
            return option.label, option.group


def _buy_resources(table: Briefcase, seat: Seat, play: moves.BuyResources, opens: Sequence[str]) -> Option:
    stored = stored_after(table, seat, more=play.resources)
    then = f"Then you can activate {listed(opens[:2])}." if opens else ""
    hint = fit(HINT, then, _turned(table, play.cards), leaves(table, seat, play.cards, stored))
    return Option(play, f"Buy {amounts(play.resources)}", RESOURCES, hint)


def _opens(table: Briefcase, seat: Seat, play: moves.BuyResources) -> list[str]:
    """Return which companies can be activated only after this purchase."""
    before = table.means(seat)
    if before.cards.held("activate") <= taken(play.cards, table.box).count("activate"):
        return []
    after = before.resources.with_more(play.resources)
    cards = [table.card(owned.company) for owned in table.everybody[seat].companies]
    return [c.name for c in cards if ways_to_pay(after, c.units) and not ways_to_pay(before.resources, c.units)]


def _buy_company(table: Briefcase, seat: Seat, play: moves.BuyCompany) -> Option:
    card = table.card(play.company)
    needs, gives = f"Needs {amounts(card.units)}.", what_it_gives(card, table.bank)
    label = fit(LABEL - len(COMPANY) - 1, named(table, seat, play)[0], f"for {said_uses(play.cards, table.box)}")
    points = f"{counted(card.points, 'point')}."
    return Option(play, label, COMPANY, fit(HINT, card.text, points, needs, gives, leaves(table, seat, play.cards)))


def _activate(table: Briefcase, seat: Seat, play: moves.ActivateCompany) -> Option:
    card, again = table.card(play.company), table.everybody[seat].is_activated(play.company)
    first = "" if again else f"{counted(card.points, 'point')}."
    energy: list[Resource] = ["energy"] * card.energy
    stored = stored_after(table, seat, play.pay, energy)
    name, costs = named(table, seat, play)[0], said_payment(play.pay, table.box)
    label = fit(LABEL - len(ACTIVATE) - 1, name, f"for {costs}")
    paid = f"Pays {costs}." if label == name else ""
    plays, gives = _turned(table, play.cards), what_it_gives(card, table.bank)
    hint = fit(HINT, paid, plays, gives, first, leaves(table, seat, play.cards, stored))
    return Option(play, label, ACTIVATE, hint)


def _hire(table: Briefcase, seat: Seat, play: moves.HireCompany) -> Option:
    card = table.card(play.company)
    paid = f"Pays {said_payment(play.pay, table.box)}."
    plays, gives = _turned(table, play.cards), what_it_gives(card, table.bank)
    hint = fit(HINT, paid, plays, gives, leaves(table, seat, play.cards))
    return Option(play, f"Hire {card.name} of {mark(play.owner)}", ACTIVATE, hint)


def _turned(table: Briefcase, cards: Sequence[Use]) -> str:
    """Return which cards are turned into what is played; nothing if it is played itself."""
    return "" if all(use.via is None for use in cards) else f"Plays {said_uses(cards, table.box)}."


def _at_start(table: Briefcase, play: moves.DrawExtra | moves.Exchange) -> Option:
    name = table.card(play.company).name
    what = f"discard 1 {play.card.capitalize()} and draw" if isinstance(play, moves.Exchange) else "draw"
    hint = "Only before you play a card, and it cannot be taken back."
    return Option(play, f"{name}: {what} a card", START, hint)


def _move_block(table: Briefcase, seat: Seat, play: moves.MoveBlock) -> Option:
    uses = [Use(card=play.card)] * table.box.terms.equal_cards_for_a_block
    hint = fit(HINT, f"Pays {said_uses(uses, table.box)}.", leaves(table, seat, uses))
    start, to = place_name(table, play.start), place_name(table, play.to)
    label = f"Block from {start} to {to}" if start else f"Block {to}"
    return Option(play, label if to else f"Take the block off {start}", BLOCK, hint)


def _end_turn(table: Briefcase, seat: Seat, play: moves.EndTurn) -> Option:
    player = table.everybody[seat]
    unplayed = f"You discard {amounts(player.hand)} unplayed." if player.hand else "Your hand is played out."
    over = -table.room(seat)
    too_many = f"First you throw away {counted(over, 'resource')}." if over > 0 else ""
    if play.top is not None:
        company, _ = table.abilities(seat, "played card on top")[0]
        hint = fit(HINT, f"{table.card(company).name}: you draw it now.", too_many, unplayed)
        return Option(play, f"End turn, {play.top.capitalize()} on top of the deck", END, hint)
    more = sum(ability.cards for _, ability in table.abilities(seat, "larger hand"))
    draws = f"You draw {table.box.terms.hand + more}."
    return Option(play, "End turn", END, fit(HINT, too_many, unplayed, draws))


# What a hand can do, and why not more


def what_cards_do(table: Briefcase, seat: Seat) -> str:
    """Return what each kind of card in the hand could do now, and why not more, shortly."""
    hand = table.everybody[seat].hand
    says = {"buy": _buy_says, "activate": _activate_says, "obstacle": _obstacle_says, "hire": _hire_says}
    parts = [f"**{card.capitalize()} x{hand.count(card)}:** {says[card](table, seat)}" for card in in_order(set(hand))]
    first = dict.fromkeys(table.card(play.company).name for play in at_start(table, seat))
    start = f"**Before you play a card:** {listed(list(first))}." if first else ""
    return fit(HELP, start, *parts) or "Your hand is empty: end your turn to draw a new one."


def _buy_says(table: Briefcase, seat: Seat) -> str:
    cards = table.means(seat).cards
    most = most_cards(cards, "buy", market=True)
    most_for_a_company = most_cards(cards, "buy")
    closed = []
    for reason, why in (("blocked", "blocked"), ("the pile is empty", "sold out")):
        piles = [name.capitalize() for name, reads in why_not_sold(table, seat).items() if reads == reason]
        if piles:
            closed.append(f"{listed(piles)} {'is' if len(piles) == 1 else 'are'} {why}")
    within = [
        company
        for company, why in why_not_bought(table, seat).items()
        if why is None and (table.card(company).cost or 0) <= most_for_a_company
    ]
    market = f"up to {counted(most, 'resource')}" + (f" ({'; '.join(closed)})" if closed else "")
    bought = table.this_turn.companies_bought >= table.box.terms.company_purchases
    companies = "no further company this turn" if bought else f"{counted(len(within), 'company', 'companies')} in reach"
    return f"{market}; {companies}."


def _activate_says(table: Briefcase, seat: Seat) -> str:
    reasons = {table.card(company).name: why for company, why in why_not_activated(table, seat).items()}
    able = [name for name, why in reasons.items() if why is None]
    not_able = [f"{name} {why}" for name, why in reasons.items() if why is not None]
    can = f"{listed(able)} can be activated" if able else "no company"
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
    resources = table.means(seat).resources
    able = [table.card(company).name for _, company in open_to if any(ways_to_hire(table, resources, company))]
    return f"you can pay for {listed(able[:4])}." if able else "you have no resource that any of their companies costs."


def why_not_activated(table: Briefcase, seat: Seat) -> dict[str, str | None]:
    """Return each own company with why its activation cannot be paid; None: it can."""
    resources = table.means(seat).resources
    found: dict[str, str | None] = {}
    for owned in table.everybody[seat].companies:
        lacking = missing(resources, table.card(owned.company).units)
        found[owned.company] = f"lacks {said_alternatives(lacking)}" if lacking else None
    return found


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
            why = f"costs {cost}, and you have {counted(most, 'Buy', 'Buys')}"
        if why is not None:
            companies.setdefault(why, []).append(table.card(company).name)
    lines += [f"Buy {', '.join(names)}: {why}" for why, names in companies.items()]
    activates = most_cards(cards, "activate")
    for company, lacks in why_not_activated(table, seat).items():
        reason = lacks if activates else "you have no Activate"
        if reason is not None:
            lines.append(f"Activate {table.card(company).name}: {reason}")
    closed = why_not_invested(table, seat)
    if closed is not None:
        lines.append(f"Central Bank: {closed}")
    return [*lines, *_not_at_start(table, seat)]


def _not_at_start(table: Briefcase, seat: Seat) -> Iterator[str]:
    """Yield why companies cannot help any more, or not yet, that do so only at the start of a turn."""
    buys = table.everybody[seat].hand.count("buy")
    for kind in ("draw at start", "exchange at start"):
        for company, ability in table.abilities(seat, kind):
            if company in table.this_turn.used:
                yield f"{table.card(company).name}: once in a turn"
            elif table.this_turn.opened:
                yield f"{table.card(company).name}: only before you play a card"
            elif kind == "draw at start" and buys > ability.most_buys:
                yield f"{table.card(company).name}: only with at most {counted(ability.most_buys, 'Buy')} in hand"
