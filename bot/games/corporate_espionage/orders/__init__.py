"""Standing orders: answers that a company has decided in advance, so that the table need not wait for it.

An order is an answer like any other: it is sealed, and read in its turn. Orders that use a card come before orders that
let plays pass; otherwise the oldest order with an answer gives it. No order lets a takeover pass, or an attack that the
account cannot bear: its target is asked.

The table waits equally long for a company with no card for an answer that would let everything pass anyway; a faster
answer would reveal its hand. Orders for attacks end both waits alike: the answer comes at once for any hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import TypeAdapter

from bot.engine.orders import Order, OrderOffer, Orders
from bot.engine.pages import mark
from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.records import Move
from bot.engine.words import format_count
from bot.games.corporate_espionage.components import CardType, EspionageBox
from bot.games.corporate_espionage.moves import GiveUp, LetItPass, Liquidate, Respond, UseSavvy
from bot.games.corporate_espionage.orders.attacks import (
    ask_about_attacks,
    ask_about_attacks_in_full,
    describe_attack_order,
)
from bot.games.corporate_espionage.orders.kinds import RULE
from bot.games.corporate_espionage.orders.kinds import AnyOrder as AnyOrder
from bot.games.corporate_espionage.orders.kinds import AttackOrder as AttackOrder
from bot.games.corporate_espionage.orders.kinds import CardOrder as CardOrder
from bot.games.corporate_espionage.orders.kinds import DebtOrder as DebtOrder
from bot.games.corporate_espionage.orders.kinds import PassOrder as PassOrder
from bot.games.corporate_espionage.orders.kinds import ReserveOrder as ReserveOrder
from bot.games.corporate_espionage.orders.kinds import SmallLossOrder as SmallLossOrder
from bot.games.corporate_espionage.orders.kinds import turns_begun as turns_begun
from bot.games.corporate_espionage.rules.arithmetic import liquidation_rate, liquidation_value
from bot.games.corporate_espionage.rules.effects import Gain, StealPoints, Trigger
from bot.games.corporate_espionage.rules.responses import TRIGGERS
from bot.games.corporate_espionage.table import Company
from bot.games.corporate_espionage.view import EspionageView, PlayView

LAID_READY = (
    "It is used as soon as this happens and you can pay it, even if another order would let the play pass. Nobody "
    "knows beforehand."
)

# What can be ordered


def list_offers(view: EspionageView) -> Sequence[OrderOffer]:
    """Return the orders this seat may give now; what many give after their turn stands between two turns."""
    if view.company is None or view.outcome is not None or not view.companies[view.company].alive:
        return []
    questions: list[Question] = [_pass_question(view)]
    at_me = ("espionage", "takeover")
    for prompt, attacks in (
        ("Lay a card ready for what others do?", False),
        ("Use a card by itself when attacked?", True),
    ):
        cards = tuple(option for order, option in _card_options(view) if (order.against in at_me) is attacks)
        if cards:
            questions.append(Choose(prompt=prompt, rule=RULE, help=LAID_READY, options=cards))
    questions += [
        _points(
            SmallLossOrder,
            view.box.highest_order,
            "How much must an attack take before you are asked?",
            "Espionage that takes fewer points passes.",
        ),
        _points(
            ReserveOrder,
            view.box.highest_order,
            "How many points do you want to keep in reserve?",
            "A play passes if answering it would leave you fewer points, unless it would ruin you.",
        ),
        Choose(
            prompt="Have your debts settled for you?",
            rule="Eliminating Other Players",
            help="Free savvy that gains points is used first, then the cheapest asset that is enough is sold.",
            options=(Option(DebtOrder(), "Settle debts for me"),),
        ),
    ]
    if turns_begun(view) + 1 <= view.terms.peaceful_rounds:
        return [*map(OrderOffer, questions)]
    return [
        OrderOffer(ask_about_attacks(view), "between turns"),
        *map(OrderOffer, (ask_about_attacks_in_full(view), *questions)),
    ]


def _pass_question(view: EspionageView) -> Question:
    turns = turns_begun(view)
    return Choose(
        prompt="What may pass without asking you?",
        rule=RULE,
        help="Nobody waits for you then. You are still asked about a takeover of your company, and about an attack "
        "that takes more than you have. You can withdraw an order at any time.",
        options=(
            Option(PassOrder(unless_target=False, until="my turn", turns=turns), "Everything until my turn"),
            Option(
                PassOrder(unless_target=True, until="my turn", turns=turns), "What is not aimed at me, until my turn"
            ),
            Option(PassOrder(unless_target=False, until="the end"), "Everything"),
            Option(PassOrder(unless_target=True, until="the end"), "Everything that is not aimed at me"),
        ),
    )


def _points(order: type[Order], high: int, prompt: str, help_text: str) -> Number:
    return Number(prompt=prompt, rule=RULE, help=help_text, move=order, field="points", low=1, high=high)


def _card_options(view: EspionageView) -> Iterator[tuple[CardOrder, Option]]:
    for number in dict.fromkeys(view.hand):
        card = view.box.card[number]
        for at, mode in enumerate(card.modes):
            for case in _cases(view, mode.trigger):
                order = CardOrder.model_validate({"card": number, "name": card.name, "mode": at, **case})
                yield order, Option(order, f"{card.name}: {_case(order)}", card.name, card.text)


def _cases(view: EspionageView, trigger: Trigger) -> Iterator[Mapping[str, object]]:
    """Yield against what a card with this trigger can be laid ready."""
    opponents = [company for company in view.living if company != view.company]
    by: list[dict[str, object]] = [{"by": opponent} for opponent in opponents] if len(opponents) > 1 else []
    match trigger:
        case "espionage_at_me":
            yield {"against": "espionage"}
            yield from (
                {"against": "espionage", "tag": tag} for tag in sorted({c.tag for c in view.box.cards if c.tag})
            )
        case "hire_by_opponent":
            yield {"against": "hire"}
            yield {"against": "hire", "executive": True}
            dear = _dear(view, "employee", "executive")
            yield from ({"against": "hire", **case} for case in (*dear, *by))
        case "purchase_by_opponent":
            yield {"against": "purchase"}
            yield from ({"against": "purchase", **case} for case in (*_dear(view, "asset"), *by))
        case "takeover_at_me":
            yield {"against": "takeover"}
        case "savvy_by_opponent":
            yield {"against": "savvy"}
            yield {"against": "savvy", "own": True}
            yield from ({"against": "savvy", **case} for case in by)
        case "any":
            pass  # it answers nothing, so no order waits for anything


def _dear(view: EspionageView, *kinds: CardType) -> list[dict[str, object]]:
    """Return from which costs on something may be meant."""
    return [{"least": cost} for cost in sorted({card.cost for card in view.box.cards if card.type in kinds})[1:]]


def _case(order: CardOrder) -> str:
    by = "an opponent" if order.by is None else mark(order.by)
    dear = f" for {order.least} or more" if order.least else ""
    match order.against:
        case "espionage":
            return f"when {order.tag or 'any'} espionage targets me"
        case "takeover":
            return "against a takeover of my company"
        case "savvy":
            return "when savvy answers my play" if order.own else f"when {by} uses savvy"
        case "hire":
            return f"when {by} hires {'an executive' if order.executive else 'anyone'}{dear}"
        case "purchase":
            return f"when {by} purchases an asset{dear}"


# What an order says


def follow(order: AnyOrder, view: EspionageView, question: Question) -> Move | None:
    """Return what the order answers to this question; None: nothing."""
    if view.company is None or not isinstance(question, Choose) or stopped(order, view) is not None:
        return None
    if isinstance(order, DebtOrder):
        return _settle_debt(view, question)
    play = view.plays[0] if view.plays else None
    if play is None or not question.is_legal(LetItPass()):
        return None
    if isinstance(order, CardOrder):
        return _use(order, view, play, question)
    if isinstance(order, AttackOrder) and (answer := _counter(order, view, play, question)) is not None:
        return answer
    return LetItPass() if not _is_ruinous(view, play) and _should_let_pass(order, view, play) else None


def _should_let_pass(
    order: PassOrder | AttackOrder | SmallLossOrder | ReserveOrder, view: EspionageView, play: PlayView
) -> bool:
    match order:
        case PassOrder():
            return not order.unless_target or view.company not in play.targets
        case AttackOrder():
            return _is_taken(order, view, play)
        case SmallLossOrder():
            return _is_small(order, view, play)
        case ReserveOrder():
            return _must_save(order, view, play)


def _is_ruinous(view: EspionageView, play: PlayView) -> bool:
    # Uses public facts only: the hand must not influence anything that others could notice.
    if view.company not in play.targets:
        return False
    loss = play.losses.get(view.company or 0, 0)
    return play.what == "takeover" or loss > max(0, view.companies[view.company or 0].account or 0)


def _is_small(order: SmallLossOrder, view: EspionageView, play: PlayView) -> bool:
    own = view.companies[view.company or 0]
    loss = play.losses.get(view.company or 0, 0)
    small = _takes_only_points(view, play) and loss < order.points and loss <= (own.account or 0)
    return small and _is_attack_at_me(view, play)


def _takes_only_points(view: EspionageView, play: PlayView) -> bool:
    return play.card is not None and all(
        op.kind.startswith("lose") or isinstance(op, StealPoints) for op in view.box.card[play.card].ops
    )


def _must_save(order: ReserveOrder, view: EspionageView, play: PlayView) -> bool:
    # Uses public facts about the hand only; otherwise a fast answer would reveal its cards.
    account = view.companies[view.company or 0].account or 0
    return play.cheapest is None or (play.cheapest > 0 and account - play.cheapest < order.points)


def _own(view: EspionageView) -> Company:
    seen = view.companies[view.company or 0]
    return Company(account=seen.account or 0, team=list(seen.team), inventory=list(seen.inventory))


def _use(order: CardOrder, view: EspionageView, play: PlayView, question: Choose) -> Move | None:
    if play.what != order.against or not _fits(order, view.box, play):
        return None
    if order.own and not _is_own_play_answered(view):
        return None
    if order.by not in (None, play.by):
        return None
    return _best_way(order.card, order.mode, play, question)


def _best_way(card: str, mode: int, play: PlayView, question: Choose) -> Respond | None:
    ways = [move for move in question.moves if isinstance(move, Respond) and (move.card, move.mode) == (card, mode)]
    # Espionage that is sent elsewhere goes back to the attacker where it can.
    back = [move for move in ways if move.target == play.by]
    best = back or ways
    return best[0] if best else None


def _counter(order: AttackOrder, view: EspionageView, play: PlayView, question: Choose) -> Move | None:
    if not _is_attack_at_me(view, play) or (order.only_heavy and not _is_heavy(order, view, play)):
        return None
    if str(play.by) in order.spared:
        return None
    answering = view.box.answering.get(TRIGGERS["espionage"], {})
    ways = (_best_way(card, mode, play, question) for card in order.cards for mode in answering.get(card, ()))
    return next((way for way in ways if way is not None), None)


def _is_taken(order: AttackOrder, view: EspionageView, play: PlayView) -> bool:
    """Whether a play passes that no card of the order answers: by what everybody knows of the play."""
    if not _is_attack_at_me(view, play):
        return order.all_else and view.company not in play.targets
    match order.asks:
        case "never":
            return True
        case "heavy":
            return not _is_heavy(order, view, play)
        case "rest":
            return False


def _is_attack_at_me(view: EspionageView, play: PlayView) -> bool:
    return play.what == "espionage" and view.company in play.targets


def _is_heavy(order: AttackOrder, view: EspionageView, play: PlayView) -> bool:
    return not _takes_only_points(view, play) or play.losses.get(view.company or 0, 0) >= order.least


def _fits(order: CardOrder, box: EspionageBox, play: PlayView) -> bool:
    card = None if play.card is None else box.card[play.card]
    if card is None:
        return order.tag is None
    if order.executive and card.type != "executive":
        return False
    return order.tag in (None, card.tag) and card.cost >= order.least


def _is_own_play_answered(view: EspionageView) -> bool:
    return len(view.plays) > 1 and view.plays[1].by == view.company


def _settle_debt(view: EspionageView, question: Choose) -> Move | None:
    moves = question.moves
    if GiveUp() not in moves:
        return None
    for move in moves:
        if isinstance(move, UseSavvy) and any(
            isinstance(op, Gain) for op in view.box.card[move.card].modes[move.mode].ops
        ):
            return move
    own = _own(view)
    rate = liquidation_rate(own, view.box, view.terms)
    cards = {asset.number: view.box.card[asset.card] for asset in own.inventory}
    sales = [
        (liquidation_value(cards[move.number].cost, rate), move.number, move)
        for move in moves
        if isinstance(move, Liquidate)
    ]
    if not sales:
        return None
    enough = [sale for sale in sales if sale[0] + own.account >= 0]
    return min(enough)[2] if enough else max(sales, key=lambda sale: (sale[0], -sale[1]))[2]


def stopped(order: AnyOrder, view: EspionageView) -> str | None:
    """Return why an order has come to its end; empty: as its player knew it would; None: it stands."""
    if view.company is None or view.outcome is not None or not view.companies[view.company].alive:
        return "Your company is out of the game."
    match order:
        case PassOrder(until="my turn") if turns_begun(view) > order.turns:
            return "Your turn has come."
        case AttackOrder() if turns_begun(view) > order.turns:
            return ""
        case CardOrder() if order.card not in view.hand:
            return f"{order.name} is not in your hand any more."
    return None


def describe(order: AnyOrder) -> str:
    """Return the order in plain words."""
    match order:
        case PassOrder():
            what = "Let everything pass that is not aimed at me" if order.unless_target else "Let everything pass"
            return f"{what}, until my turn." if order.until == "my turn" else f"{what}."
        case AttackOrder():
            rest = " All else passes." if order.all_else else ""
            return f"If I am attacked before my next turn: {describe_attack_order(order, in_full=True)}.{rest}"
        case SmallLossOrder():
            return f"Let espionage pass that takes fewer than {format_count(order.points, 'point')} and cannot ruin me."
        case ReserveOrder():
            return f"Let everything pass if answering would leave me fewer than {format_count(order.points, 'point')}."
        case CardOrder():
            return f"Use {order.name} {_case(order)}."
        case DebtOrder():
            return "Settle my debts for me: free savvy first, then the cheapest asset that is enough."


ORDERS: Orders[EspionageView] = Orders(
    kinds=TypeAdapter(AnyOrder), offers=list_offers, follow=follow, stopped=stopped, describe=describe
)
