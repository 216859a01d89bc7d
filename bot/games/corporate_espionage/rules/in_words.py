"""Texts of the options of a company.

The options themselves are worked out in the chapters of the rulebook. Their texts are needed only by readers, so they
stand here, once for all questions. (The texts are ours.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Option
from bot.engine.records import Move, Seat
from bot.engine.words import format_count
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.components import PERMANENT, Fraction, PlayingCard
from bot.games.corporate_espionage.rules.arithmetic import income, liquidation_rate, liquidation_value, overhead
from bot.games.corporate_espionage.rules.effects import (
    AnyOp,
    AnyPassive,
    AttackerLoses,
    Cancel,
    CostMod,
    DestroyAsset,
    DiscardChosen,
    DrawBonus,
    DrawOp,
    ExecSlots,
    FireOp,
    Gain,
    HalveFirstLoss,
    HideAccount,
    HireLimit,
    Immune,
    IncomePer,
    LiquidationRate,
    Lose,
    LoseFraction,
    LosePer,
    LossReduction,
    OverheadTotal,
    PoachOp,
    Redirect,
    Shield,
    StatusOp,
    StealAsset,
    StealPoints,
    TakeoverRatio,
    UpkeepDrain,
)
from bot.games.corporate_espionage.rules.targets import only_target, permanent_label

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Permanent

END_TURN = "End my turn"
MOMENTS = {"after this turn": "after this turn", "before my income": "before my next income"}

MAX_LABEL_CHARS = 38
"""Characters of a label that a phone shows."""


def options(table: Espionage, by: Seat, open_moves: Iterable[Move], *, passing: str = "") -> tuple[Option, ...]:
    """Return moves that are open to a company as options, in their order.

    Args:
        table: the table.
        by: the company.
        open_moves: the moves.
        passing: the hint of letting a play pass.
    """
    found = (_option(table, by, move) for move in open_moves)
    return _join_groups(tuple(replace(one, hint=passing) if one.move == PASS else one for one in found))


PASS = moves.let_it_pass()
JOINED_GROUPS = (("Hire", "Purchase"), ("Fire", "Liquidate"))
"""Pairs of groups that are one menu where both have options."""


def _join_groups(found: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return the options with fewer groups: a group of one option would be a long button with a line of its own."""
    for pair in JOINED_GROUPS:
        if {option.group for option in found} >= set(pair):
            both = ", ".join(pair).capitalize()
            found = tuple(replace(option, group=both) if option.group in pair else option for option in found)
    return found


def _option(table: Espionage, by: Seat, move: Move) -> Option:
    match move:
        case moves.Hire() | moves.Purchase() | moves.Spy() | moves.UseSavvy() | moves.Prepare():
            return _from_hand(table, by, move)
        case moves.LetItPass() | moves.Respond():
            return _response(table, by, move)
        case moves.Fire() | moves.Liquidate():
            return _with_card_in_play(table, by, move)
        case moves.TakeOver(target=target):
            known = table.shows_account(target)
            hint = (
                f"You pay its net worth of {table.worth(target)}, and it is out of the game."
                if known
                else "Its account is hidden: you may not be able to."
            )
            price = f" for {table.worth(target)}" if known else ""
            return Option(move, f"Take over {mark(target)}{price}", "Takeover", hint)
        case moves.Audit(target=target):
            return Option(move, f"Audit {mark(target)}", "Audit", "Everybody sees the account.")
        case moves.EndTurn():
            return Option(move, END_TURN, END_TURN)
        case _:
            return _house_rule(table, move)


def _from_hand(
    table: Espionage, by: Seat, move: moves.Hire | moves.Purchase | moves.Spy | moves.UseSavvy | moves.Prepare
) -> Option:
    card = table.card(move.card)
    text = what_it_brings(card)
    cost = table.cost(by, card.id)
    match move:
        case moves.Hire():
            full = f"{text} {what_it_leaves(table, by, card, cost)}"
            return Option(move, f"Hire {card.name} for {cost}", "Hire", text, full)
        case moves.Purchase():
            full = f"{text} {what_it_leaves(table, by, card, cost)}"
            return Option(move, f"Purchase {card.name} for {cost}", "Purchase", text, full)
        case moves.Spy():
            brief = f"{card.name} for {cost}{only_target(table, by, card)}"
            return Option(move, f"Use {brief}", "Espionage", text, short=brief, brief=brief)
        case moves.UseSavvy():
            what = plainly(mode_words(card.modes[move.mode].ops))
            return Option(move, f"{card.name} for {cost}: {what}", "Savvy")
        case moves.Prepare():
            return Option(
                move,
                f"{card.name} {MOMENTS[move.when]}",
                "Prepare savvy",
                f"Secret until then; it costs {cost} when it is used.",
            )


def _response(table: Espionage, by: Seat, move: moves.LetItPass | moves.Respond) -> Option:
    if isinstance(move, moves.LetItPass):
        if move.then is None:
            return Option(move, "Let it pass")
        later = f"Let it pass; then use {table.card(move.then).name}"
        return Option(move, later, hint="Used before the next play, if possible.")
    card = table.card(move.card)
    where = "" if move.target is None else f" → {mark(move.target)}"
    which = f": {plainly(mode_words(card.modes[move.mode].ops))}" if len(card.modes) > 1 else ""
    return Option(move, f"{card.name}{which}{where} (costs {table.cost(by, card.id)})", hint=card.text)


def _with_card_in_play(table: Espionage, by: Seat, move: moves.Fire | moves.Liquidate) -> Option:
    company = table.companies[by]
    permanent = next(p for zone in (company.team, company.inventory) for p in zone if p.number == move.number)
    if isinstance(move, moves.Liquidate):
        return liquidate_option(table, permanent, by, liquidation_rate(company, table.box, table.terms))
    return Option(
        move,
        f"Fire {permanent_label(table, permanent, by)}",
        "Fire",
        f"You lose it: {what_it_brings(table.card(permanent.card))}",
    )


def liquidate_option(table: Espionage, permanent: Permanent, holder: Seat, rate: Fraction) -> Option:
    """Return the option to sell an asset."""
    card = table.card(permanent.card)
    label = permanent_label(table, permanent, holder)
    value = liquidation_value(card.cost, rate)
    words = f"Liquidate {label} for {value}"
    return Option(
        moves.liquidate(permanent.number),
        words,
        "Liquidate",
        f"You lose it: {what_it_brings(card)}",
        short=f"Sell {label} for {value}" if len(words) > MAX_LABEL_CHARS else "",
    )


def what_it_brings(card: PlayingCard) -> str:
    """Return what a card is good for: its income and overhead, if it has any, and its text, unless it only earns."""
    numbers = f"Income {card.income}, overhead {card.overhead}." if card.income or card.overhead else ""
    only_earns = card.type in PERMANENT and bool(numbers) and not card.passives and card.duration is None
    return numbers if only_earns else f"{numbers} {card.text}".strip()


def what_it_leaves(table: Espionage, by: Seat, card: PlayingCard, cost: int) -> str:
    """Return what a company has when it has paid for this card and it is in play: points, and those of each turn."""
    now = table.companies[by]
    each = [income(one, table.box) - overhead(one, table.box) for one in (now, now.with_card(card, by))]
    instead = f"{each_turn(each[1])} instead of {each[0]:+d}" if each[0] else f"{each_turn(each[1])} instead of 0"
    then = f"; {instead}" if each[1] != each[0] else ""
    return f"Leaves {format_count(now.account - cost, 'point')}{then}."


def each_turn(net: int) -> str:
    """Return what a company earns or loses each turn, in words."""
    return f"{net:+d} each turn" if net else "0 each turn"


def in_brief(card: PlayingCard) -> str:
    """Return what a card in play does beside income and overhead, in two or three words; nothing where it does not."""
    return ", ".join(filter(None, (_passive_words(passive) for passive in card.passives)))


def _passive_words(passive: AnyPassive) -> str:
    match passive:
        case Immune() | Shield() | LossReduction() | HalveFirstLoss() | HideAccount():
            return _protects(passive)
        case OverheadTotal() | IncomePer() | HireLimit() | ExecSlots() | DrawBonus():
            return _brings(passive)
        case CostMod():
            return f"{passive.card_type} costs {-passive.delta} less"
        case UpkeepDrain():
            return f"opponents lose {passive.amount} a turn"
        case TakeoverRatio():
            return f"takes over at {passive.num / passive.den:g} times the net worth"
        case LiquidationRate():
            full = passive.num == passive.den
            return f"sells assets at {'full cost' if full else f'{passive.num / passive.den:.0%} of the cost'}"


def _protects(passive: Immune | Shield | LossReduction | HalveFirstLoss | HideAccount) -> str:
    match passive:
        case Immune():
            return f"no {' or '.join(passive.tags)} espionage"
        case Shield():
            return f"no {' or '.join(SHIELDED[operation] for operation in passive.against)}"
        case LossReduction():
            return f"{' and '.join(passive.tags)} losses -{passive.amount}"
        case HalveFirstLoss():
            return "first loss of a round halved"
        case HideAccount():
            return "account hidden"


def _brings(passive: OverheadTotal | IncomePer | HireLimit | ExecSlots | DrawBonus) -> str:
    match passive:
        case OverheadTotal():
            return f"total overhead {passive.delta:+d}"
        case IncomePer():
            each = passive.per if passive.divisor == 1 else f"{passive.divisor} {SEVERAL[passive.per]}"
            return f"+{passive.amount} income per {each}"
        case HireLimit():
            return f"+{format_count(passive.delta, 'hire')} a turn"
        case ExecSlots():
            return f"room for {format_count(passive.delta, 'more executive')}"
        case DrawBonus():
            return f"+{format_count(passive.amount, 'card')} a turn"


SEVERAL = {"employee": "employees", "executive": "executives", "team": "cards of the team"}
SHIELDED = {
    "fire_employee": "firing of employees",
    "fire_executive": "firing of executives",
    "poach": "poaching",
    "destroy_asset": "destruction of assets",
    "steal_asset": "theft of assets",
    "discard_chosen": "look at the hand",
}


def _house_rule(table: Espionage, move: Move) -> Option:
    match move:
        case moves.Trade(partner=partner, selling=selling):
            name = mark(partner)
            return Option(move, f"Offer {name} a card" if selling else f"Offer {name} points for a card", "Deals")
        case moves.Lend(partner=partner, lending=lending):
            name = mark(partner)
            return Option(move, f"Offer {name} a loan" if lending else f"Ask {name} for a loan", "Deals")
        case moves.PayBack():
            loan = next(loan for loan in table.loans if loan.number == move.loan)
            return Option(move, f"Pay back loan {loan.number}: {loan.back} to {mark(loan.lender)}", "Deals")
        case moves.ProposeEmbargo(target=target):
            vote = "The others vote at once and in secret."
            return Option(move, f"Propose an embargo against {mark(target)}", "Politics", vote)
        case moves.Speak():
            return Option(move, "Make a statement", "Politics", "To everybody or to one player; it binds nobody.")
        case _:
            raise ValueError(f"{move!r} has no words")


def plainly(words: str) -> str:
    """Return what a mode of a savvy card does, in the short words in which news has it, as one says it."""
    return "; ".join(_plain(word) for word in words.split(", "))


def _plain(word: str) -> str:
    kind, _, number = word.rpartition(" ")
    match kind or number:
        case "cancel":
            return "cancel it"
        case "redirect":
            return "send it to another target"
        case "gain":
            return f"gain {format_count(int(number), 'point')}"
        case "draw":
            return f"draw {format_count(int(number), 'card')}"
        case "it loses":
            return f"its player loses {format_count(int(number), 'point')}"
        case _:
            return word


def mode_words(ops: Sequence[AnyOp]) -> str:
    """Return what a mode of a savvy card does, in a few words: those that are saved with news."""
    words = []
    for op in ops:
        match op:
            case Cancel():
                words.append("cancel")
            case Redirect():
                words.append("redirect")
            case Gain():
                words.append(f"gain {op.amount}")
            case DrawOp():
                words.append(f"draw {op.count}")
            case AttackerLoses():
                words.append(f"it loses {op.amount}")
            case Lose() | LosePer() | LoseFraction() | StealPoints() | StatusOp() | DiscardChosen():
                raise TypeError(f"{op.kind} belongs to espionage")  # no box holds such a card
            case FireOp() | PoachOp() | DestroyAsset() | StealAsset():
                raise TypeError(f"{op.kind} belongs to espionage")
    return ", ".join(words)
