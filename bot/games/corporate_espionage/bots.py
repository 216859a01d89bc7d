"""A bot seat that plays Corporate Espionage from its own view alone.

All values are in points. A card that stays counts by its yield in the rounds that are probably left. An attack counts
by the target's loss, and for more if the target cannot pay it. A response counts by the loss it prevents. The cost of
an act is subtracted, and more if the account would become too low for payments due and for attacks by others. The best
act is done while its value exceeds that of ending the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from bot.engine.easy_bots import choose_near_best
from bot.engine.questions import Choose, Number, Question, Subset
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.components import PlayingCard, Weighs
from bot.games.corporate_espionage.rules.arithmetic import (
    cost,
    expected_loss,
    levy,
    liquidation_rate,
    liquidation_value,
)
from bot.games.corporate_espionage.rules.drafts import begins
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
from bot.games.corporate_espionage.rules.your_turn import WhatNow
from bot.games.corporate_espionage.table import Company
from bot.games.corporate_espionage.view import CompanyView, EspionageView, PlayView

NOTHING = 0.0
"""What it is worth to do nothing."""
OWN_RUIN = 100.0
"""How bad it is to be driven out."""


def choose(view: EspionageView, question: Question, random: Random) -> Move:
    """Return this seat's answer to the question."""
    return _answer(view, question, random, ease=0.0)


def choose_easily(view: EspionageView, question: Question, random: Random) -> Move:
    """Return the answer of an easy bot, which may pick a move that is nearly as good as the best."""
    return _answer(view, question, random, ease=view.box.ease)


def _answer(view: EspionageView, question: Question, random: Random, *, ease: float) -> Move:
    mind = Mind(view)
    match question:
        case WhatNow():
            best = best_of(mind, question.everything, random, ease)
            in_steps = view.box.edition == 1  # as bots did then; their records are played again
            if in_steps or not begins(best, view.box):
                return best
            if view.box.edition >= 3 and (before := before_others_are_asked(view, question, best, random)) is not None:
                return before
            return put_together(view, question, best, random, ease)
        case Choose():
            return best_of(mind, question.moves, random, ease)
        case Subset():
            values = {item.value: mind.keep(item.value.partition(" ")[0]) for item in question.items}
            return question.make(sorted(values, key=lambda value: (values[value], value))[: question.fewest])
        case Number():
            return question.make(question.low)
        case _:
            return question.choose_random_move(random)


def best_of(mind: Mind, options: Sequence[Move], random: Random, ease: float = 0.0) -> Move:
    """Return the move that is worth most; of equal ones, any. With some ease it may be one that is nearly as good."""
    if ease:
        weighed = [(round(mind.score(move), 6), move) for move in options]
        return choose_near_best(weighed, ease, random, least=NOTHING)
    scored = [(mind.score(move), random.random(), move) for move in options]
    return max(scored, key=lambda one: one[:2])[2]


def before_others_are_asked(view: EspionageView, question: WhatNow, play: Move, random: Random) -> Move | None:
    """Return what nobody has to wait for and is still worth doing beside this play; None: nothing."""
    mind = Mind(after(view, [play]))
    found = [move for move in mind.wanted(question) if isinstance(move, moves.Hire | moves.Purchase | moves.UseSavvy)]
    return best_of(mind, found, random) if found else None


def put_together(view: EspionageView, question: WhatNow, first: Move, random: Random, ease: float = 0.0) -> Move:
    """Return a play that begins with this move, with the best option at each choice; then the turn ends if it can."""
    parts, otherwise = [first], question.otherwise
    mind = Mind(replace(view, aiming=first.card) if isinstance(first, moves.Spy) else view)
    while not (stage := otherwise.get_stage(parts)).complete and stage.question is not None:
        asked = stage.question
        parts.append(
            best_of(mind, asked.moves, random, ease) if isinstance(asked, Choose) else asked.choose_random_move(random)
        )
    end = moves.EndTurn()
    if stage.question is not None and stage.question.is_legal(end) and not Mind(after(view, parts)).wanted(question):
        parts.append(end)
    return otherwise.make(parts)


def after(view: EspionageView, parts: Sequence[Move]) -> EspionageView:
    """Return the view as it will be when this has been paid and played from the hand."""
    company, play = view.company or 1, parts[0]
    mind, hand, targets = Mind(view), list(view.hand), view.targets
    price = 0
    match play:
        case moves.Spy():
            price = mind.price(play.card)
            hand.remove(play.card)
            targets = still_exposed(view, play, parts)
        case moves.TakeOver():
            price = view.companies[play.target].worth or 0
        case _:
            pass
    mine = replace(view.companies[company], account=mind.account - price)
    return replace(view, hand=hand, targets=targets, companies={**view.companies, company: mine})


def still_exposed(view: EspionageView, play: moves.Spy, parts: Sequence[Move]) -> Mapping[str, Sequence[Seat]]:
    """Return at whom each card can still be aimed after this attack."""
    among = view.targets.get(play.card, ())
    hit = next((part.target for part in parts if isinstance(part, moves.Aim)), among[0] if len(among) == 1 else None)
    if hit is None or view.spotlight_limit is None or view.box.card[play.card].target == "all_opponents":
        return view.targets
    full = view.companies[hit].spotlight + 1 >= view.spotlight_limit
    return {card: [each for each in at if each != hit or not full] for card, at in view.targets.items()}


@dataclass(frozen=True)
class Mind:
    """What the bot thinks of a position."""

    view: EspionageView

    @cached_property
    def me(self) -> CompanyView:
        """The own company."""
        return self.view.companies[self.view.company or 1]

    @cached_property
    def account(self) -> int:
        """The own account."""
        return self.me.account or 0

    @property
    def weighs(self) -> Weighs:
        """What the box says that bots weigh."""
        return self.view.box.weighs

    @cached_property
    def rounds_left(self) -> int:
        """How many more times income will probably come."""
        terms = self.view.terms
        last = self.weighs.rounds if terms.levy_after is None else terms.levy_after + self.weighs.after_levy
        return max(1, min(terms.round_limit or last, last) - self.view.round)

    @cached_property
    def crowd(self) -> int:
        """How many companies live, four meaning four or more."""
        return min(4, max(2, len(self.view.living)))

    @cached_property
    def due(self) -> int:
        """What will be needed before the next income is spent: the levy, and a reserve where attacks are allowed."""
        terms = self.view.terms
        reserve = self.weighs.kept if self.view.round >= terms.peaceful_rounds else 0
        short = max(0, self.me.overhead - self.me.income)
        return levy(self.view.round, terms.levy_after) + reserve + short

    def wanted(self, question: WhatNow) -> list[Move]:
        """Return the open moves that are worth doing and that the hand and the account still allow."""
        cards = {move: getattr(move, "card", None) for move in question.everything}
        return [
            move
            for move, card in cards.items()
            if card is None or (card in self.view.hand and self.price(card) <= self.account)
            if self.score(move) > 0
        ]

    def opponents(self) -> list[Seat]:
        """Return the companies that must go."""
        mine = self.view.company
        return [c for c in self.view.living if c != mine and c not in self.me.allies]

    def as_company(self, number: Seat) -> Company:
        """Return the known state of a company."""
        seen = self.view.companies[number]
        account = seen.account if seen.account is not None else seen.announced or 10
        return Company(
            account=account,
            team=list(seen.team),
            inventory=list(seen.inventory),
            statuses=list(seen.statuses),
            alive=seen.alive,
        )

    @cached_property
    def own(self) -> Company:
        """The own company, for sums."""
        return self.as_company(self.view.company or 1)

    # What cards are worth

    def price(self, card: str) -> int:
        """Return what a card of the hand costs."""
        return cost(self.own, card, self.view.box)

    def lasting(self, card: PlayingCard, left: int | None = None) -> float:
        """Return what a card in play brings until the end."""
        turns = self.rounds_left
        duration = left if left is not None else card.duration
        if duration is not None:
            turns = min(turns, duration)
        each = float(card.income - card.overhead)
        each += sum(each_turn(passive) for passive in card.passives)
        return each * turns

    def keep(self, number: str) -> float:
        """Return how much a card of the hand is worth keeping."""
        card = self.view.box.card[number]
        match card.type:
            case "savvy":
                return 9.0 - card.cost
            case "espionage":
                return 6.0 - card.cost if self.rounds_left > 1 else 3.0
            case "employee" | "executive" | "asset":
                return min(12.0, self.lasting(card)) - card.cost

    def pinch(self, price: float) -> float:
        """Return how bad it is to have so much less in the account."""
        short = self.due - (self.account - price)
        return max(0.0, short - max(0.0, self.due - self.account)) * self.weighs.pinch

    # What acts are worth

    def score(self, move: Move) -> float:
        """Return what a move is worth; 0 is as good as doing nothing."""
        weigh = SCORES.get(type(move))
        return 0.0 if weigh is None else weigh(self, move)

    def hire(self, move: moves.Hire) -> float:
        """Return what an employee or executive brings."""
        card = self.view.box.card[move.card]
        return self.lasting(card) - self.weighs.price * card.cost - self.pinch(card.cost)

    def purchase(self, move: moves.Purchase) -> float:
        """Return what an asset brings; half of its cost is not lost."""
        card = self.view.box.card[move.card]
        return self.lasting(card) - self.weighs.price * card.cost - self.pinch(card.cost)

    def spy(self, move: moves.Spy) -> float:
        """Return what espionage does to the best target, or to all together."""
        card = self.view.box.card[move.card]
        price = self.price(move.card)
        targets = self.view.targets.get(move.card, ())
        hits = [self.hit(card, target) for target in targets] or [-99.0]
        return (sum(hits) if card.target == "all_opponents" else max(hits)) - price - self.pinch(price)

    def aim(self, move: moves.Aim) -> float:
        """Return what the card that is being aimed does to this target."""
        return 50.0 + self.hit(self.view.box.card[self.view.aiming or ""], move.target)

    def hit(self, card: PlayingCard, target: Seat) -> float:
        """Return what espionage against a company is worth."""
        if target in self.me.allies:
            return -99.0
        company = self.as_company(target)
        loss = expected_loss(card.ops, card.tag, company, self.view.box, self.view.round)
        worth = loss * self.weighs.damage[self.crowd] * self.rank(target)
        if loss > self.means(company):
            worth += self.weighs.ruin[self.crowd]
        return worth + sum(self.side_effect(op, company) for op in card.ops)

    def rank(self, target: Seat) -> float:
        """Return how dangerous a company is compared with the average of the others."""
        seen = {company: self.view.companies[company] for company in self.opponents()}
        worths = {company: (one.worth or 30) + self.weighs.income * one.income for company, one in seen.items()}
        average = sum(worths.values()) / max(1, len(worths))
        return max(0.6, min(1.6, worths.get(target, average) / max(1.0, average)))

    def means(self, company: Company) -> int:
        """Return what a company could pay if it sold its assets."""
        rate = liquidation_rate(company, self.view.box, self.view.terms)
        card = self.view.box.card
        return company.account + sum(liquidation_value(card[p.card].cost, rate) for p in company.inventory)

    def side_effect(self, op: AnyOp, company: Company) -> float:
        """Return the value of an operation's other effects, apart from taking points."""
        weight = self.weighs.damage[self.crowd]
        card = self.view.box.card
        team = [self.lasting(card[p.card], p.left) for p in company.team if card[p.card].type == "employee"]
        assets = [self.lasting(card[p.card], p.left) + card[p.card].cost / 2 for p in company.inventory]
        match op:
            case FireOp():
                lost = max([v.cost * 2.0 for p in company.team if (v := card[p.card]).type == op.type], default=0.0)
                return lost * weight
            case PoachOp():
                return max(team, default=0.0) * (1 + weight)
            case DestroyAsset():
                return max(assets, default=0.0) * weight
            case StealAsset():
                return max(assets, default=0.0) * (1 + weight) * 0.7
            case StatusOp():
                income = sum(card[p.card].income for p in (*company.team, *company.inventory))
                return (income if op.status == "skip_income" else 0.8 * op.amount * op.turns) * weight
            case StealPoints():
                return min(op.amount, max(0, company.account)) * 0.9
            case DiscardChosen():
                return 2.0
            case Lose() | LosePer() | LoseFraction() | DrawOp():
                return 0.0  # `expected_loss` counts the points, and a card more decides nothing
            case Gain() | Cancel() | AttackerLoses() | Redirect():
                return 0.0  # these belong to savvy

    def name_card(self, move: moves.NameCard) -> float:
        """Return the value of a named card; a victim names its own least valuable one."""
        for number, company in self.view.companies.items():
            for permanent in (*company.team, *company.inventory):
                if permanent.number == move.number:
                    card = self.view.box.card[permanent.card]
                    value = self.lasting(card, permanent.left) + card.cost / 2
                    return 50.0 - value if number == self.view.company else 50.0 + value
        return 0.0

    def take_over(self, move: moves.TakeOver) -> float:
        """Return what it is worth to force a company out and keep its cards."""
        target = self.view.companies[move.target]
        worth = target.worth if target.worth is not None else self.account
        brings = (target.income - target.overhead) * self.rounds_left * 0.8
        return self.weighs.ruin[self.crowd] + brings - 0.5 * worth - 2 * max(0.0, self.due - (self.account - worth))

    def settle(self, move: moves.Settle) -> float:
        """Keep the cards as long as they have time to bring something."""
        return 1.0 if move.retain == (self.rounds_left > 2 and self.account >= self.due) else 0.0

    def use_savvy(self, move: moves.UseSavvy) -> float:
        """Draw when there is room; keep points for when they are needed."""
        price = self.price(move.card)
        total = 0.0
        for op in self.view.box.card[move.card].modes[move.mode].ops:
            total += self.help(op)
        return total - price - self.pinch(price)

    def help(self, op: AnyOp) -> float:
        """Return what an operation of a savvy card brings that answers nothing."""
        hand, most = len(self.view.hand), self.view.terms.hand_limit
        match op:
            case DrawOp():
                return min(op.count, most - hand + 1) * (self.weighs.draw if self.rounds_left > 3 else 0.3)
            case Gain():
                short = self.account < 0 or self.view.waiting.endswith("expenses")
                return op.amount * 2.0 if short or hand > most else -1.0
            case Cancel() | AttackerLoses() | Redirect():
                return 0.0  # `answer` weighs these
            case Lose() | LosePer() | LoseFraction() | StealPoints() | StatusOp() | DiscardChosen():
                return 0.0  # these, and the next, belong to espionage
            case FireOp() | PoachOp() | DestroyAsset() | StealAsset():
                return 0.0

    def liquidate(self, move: moves.Liquidate) -> float:
        """Sell only as much as a payment needs: the least useful asset that suffices."""
        if self.account >= 0 and not self.view.waiting.endswith("expenses"):
            return -5.0
        asset = next(p for p in self.me.inventory if p.number == move.number)
        card = self.view.box.card[asset.card]
        rate = liquidation_rate(self.own, self.view.box, self.view.terms)
        enough = self.account + liquidation_value(card.cost, rate) >= 0
        return 30.0 + (20.0 if enough else card.cost) - self.lasting(card) - card.cost / 2

    def drop(self, move: moves.DropCard) -> float:
        """Give up the card that costs more than it brings."""
        for permanent in (*self.me.team, *self.me.inventory):
            if permanent.number == move.number:
                card = self.view.box.card[permanent.card]
                return card.overhead * 3.0 - self.lasting(card) - card.cost / 2
        return 0.0

    # What responses are worth

    def respond(self, move: moves.Respond) -> float:
        """Return what a response saves or destroys."""
        play = self.view.plays[0] if self.view.plays else None
        if play is None:
            return -1.0
        mode = self.view.box.card[move.card].modes[move.mode]
        price = self.price(move.card)
        if mode.trigger == "any":
            return -1.0
        worth = sum(self.answer(op, play, move.target) for op in mode.ops)
        return worth - price - self.weighs.answer

    def answer(self, op: AnyOp, play: PlayView, target: Seat | None) -> float:
        """Return what an operation of a savvy card brings that answers a play."""
        match op:
            case Cancel():
                return self.danger(play)
            case Redirect() if target is not None and play.card is not None:
                return self.danger(play) + 0.7 * self.hit(self.view.box.card[play.card], target)
            case Redirect():
                return self.danger(play)
            case AttackerLoses():
                return op.amount * self.weighs.damage[self.crowd]
            case DrawOp() | Gain():
                return 0.0  # `help` weighs these
            case Lose() | LosePer() | LoseFraction() | StealPoints() | StatusOp() | DiscardChosen():
                return 0.0  # these, and the next, belong to espionage
            case FireOp() | PoachOp() | DestroyAsset() | StealAsset():
                return 0.0

    def danger(self, play: PlayView) -> float:
        """Return how bad it would be to let a play pass."""
        if play.what == "takeover":
            return 500.0
        if play.card is None:
            return 0.0
        card = self.view.box.card[play.card]
        weight = self.weighs.damage[self.crowd]
        match play.what:
            case "espionage":
                loss = expected_loss(card.ops, card.tag, self.own, self.view.box, self.view.round)
                ruin = OWN_RUIN if loss > self.means(self.own) else 0.0
                return loss + ruin + sum(self.side_effect(op, self.own) for op in card.ops) / weight
            case "hire":
                return self.lasting(card) * weight * self.weighs.hire * self.rank(play.by)
            case "savvy":
                return self.against_savvy(play, card)
            case _:
                return 0.0

    def against_savvy(self, play: PlayView, card: PlayingCard) -> float:
        """Return how bad another's savvy card is: it may stop an own play, or save somebody in debt."""
        answered = self.view.plays[1] if len(self.view.plays) > 1 else None
        if answered is not None and answered.by == self.view.company:
            if answered.what == "takeover":
                return 15.0
            if answered.card is not None and answered.what == "espionage":
                return sum(self.hit(self.view.box.card[answered.card], target) for target in answered.targets)
            return 3.0
        user = self.view.companies[play.by]
        if (
            user.account is not None
            and user.account < 0
            and any(isinstance(op, Gain) for m in card.modes for op in m.ops)
        ):
            return self.weighs.ruin[self.crowd]
        return 0.0

    def pick(self, move: moves.PickFromHand) -> float:
        """Take the card that would hurt most."""
        return 50.0 + self.keep(move.card)

    def fire(self, move: moves.Fire) -> float:
        """Let somebody go only where one must."""
        permanent = next((p for p in self.me.team if p.number == move.number), None)
        if permanent is None:
            return -5.0
        return -5.0 - self.lasting(self.view.box.card[permanent.card], permanent.left)

    def vote(self, move: moves.VoteOnEmbargo) -> float:
        """Agree to what hurts another."""
        return 1.0 if move.yes else 0.0


def each_turn(passive: AnyPassive) -> float:
    """Return what a passive is worth each turn, in points."""
    match passive:
        case HireLimit():
            return 1.5
        case HalveFirstLoss():
            return 1.2
        case IncomePer() | DrawBonus() | UpkeepDrain():
            return 1.0
        case Immune():
            return 0.9
        case OverheadTotal() | CostMod() | TakeoverRatio():
            return 0.8
        case LossReduction():
            return 0.6
        case ExecSlots() | LiquidationRate() | HideAccount():
            return 0.5
        case Shield():
            return 0.3


SCORES: Mapping[type[Move], Callable[[Mind, Any], float]] = {
    moves.Hire: Mind.hire,
    moves.Purchase: Mind.purchase,
    moves.Spy: Mind.spy,
    moves.Aim: Mind.aim,
    moves.NameCard: Mind.name_card,
    moves.TakeOver: Mind.take_over,
    moves.Settle: Mind.settle,
    moves.UseSavvy: Mind.use_savvy,
    moves.Liquidate: Mind.liquidate,
    moves.DropCard: Mind.drop,
    moves.Respond: Mind.respond,
    moves.PickFromHand: Mind.pick,
    moves.Fire: Mind.fire,
    moves.VoteOnEmbargo: Mind.vote,
    moves.Prepare: lambda *_: -3.0,
    moves.Audit: lambda *_: -2.0,
    moves.GiveUp: lambda *_: -50.0,
    moves.PayWhatIsDue: lambda *_: -20.0,
    moves.Trade: lambda *_: -3.0,
    moves.Lend: lambda *_: -3.0,
    moves.PayBack: lambda *_: -1.0,
    moves.ProposeEmbargo: lambda *_: -1.0,
    moves.Speak: lambda *_: -3.0,
    moves.Accept: lambda *_: -1.0,
    moves.Back: lambda *_: -10.0,
}
"""How each kind of move is weighed; the others count 0."""
