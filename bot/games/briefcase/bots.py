"""A bot seat that plays Briefcase from its own view alone.

All values are in victory points. An activation is worth the points, the ability and the production of the company;
production counts for more the longer the game still lasts. Resources count by the companies that they help to
activate. The best play is made while its value exceeds that of ending the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from bot.engine.easy_bots import choose_near_best
from bot.engine.questions import Choose, Question, Subset
from bot.engine.records import Move, Seat
from bot.games.briefcase import moves
from bot.games.briefcase.components import (
    BASIC,
    DECISIONS,
    CardsAs,
    Company,
    Deactivate,
    Decision,
    DrawAtStart,
    ExchangeAtStart,
    IgnoreABlock,
    LargerHand,
    OpponentsDiscard,
    PlayedCardOnTop,
    PointsPerBuyOwned,
    PointsPerBuyProduced,
    PointsPerCompany,
    ProductionOnTop,
    RemoveACard,
    Resource,
    ResourceAs,
    Storage,
    TakeDiscarded,
    TakeFromOpponents,
    Weighs,
)
from bot.games.briefcase.rules.paying import taken, ways_to_pay
from bot.games.briefcase.view import BriefcaseView, PlayerView

NOTHING = 0.0
"""What it is worth to do nothing."""
COUNTED = 4
"""The number of companies that are planned for at once."""
AIMED = 2
"""The edition of the box from which on bots play nothing that only looks like a gain, and block with an aim."""


def choose_easily(view: BriefcaseView, question: Question, random: Random) -> Move:
    """Return the answer of an easy bot, which may pick a move that is nearly as good as the best."""
    if not isinstance(question, Choose):
        return choose(view, question, random)
    mind = Mind(view)
    weighed = [(round(mind.score(move), 6), move) for move in question.moves]
    return choose_near_best(weighed, view.box.ease, random, least=NOTHING)


def choose(view: BriefcaseView, question: Question, random: Random) -> Move:
    """Return this seat's answer to the question."""
    mind = Mind(view)
    match question:
        case Choose():
            # To a digit, so that a record that is played again elsewhere comes to the same.
            scored = [(round(mind.score(move), 9), random.random(), move) for move in question.moves]
            return max(scored, key=lambda one: one[:2])[2]
        case Subset() if question.move is moves.ThrowAway:
            return question.make(mind.throw_away([item.value for item in question.items], question.fewest))
        case Subset():
            best = sorted(question.items, key=lambda item: (-mind.first_time(view.box.company[item.value]), item.value))
            return question.make([item.value for item in best[: question.most]])
        case _:
            return question.choose_random_move(random)


@dataclass(frozen=True)
class Mind:
    """What the bot thinks of a position."""

    view: BriefcaseView

    @cached_property
    def me(self) -> PlayerView:
        """The own player."""
        return self.view.everybody[self.view.seat or 1]

    @property
    def weighs(self) -> Weighs:
        """What the box says that bots weigh."""
        return self.view.box.weighs

    def opponents(self) -> list[Seat]:
        """Return everybody else."""
        return [seat for seat in self.view.everybody if seat != self.view.seat]

    @cached_property
    def turns_left(self) -> float:
        """How many turns this seat will probably still have after this one."""
        view = self.view
        if view.ending is not None:
            return 0.0
        turns = sum(player.turns for player in view.everybody.values())
        start = view.box.players[view.players].bank["buy"] - view.players * view.box.starting_deck.get("buy", 0)
        rate = (start - view.bank["buy"] + 4 * self.weighs.buys_a_turn) / (turns + 4)
        buys = view.bank["buy"] / max(0.1, rate) / view.players
        return min(self.weighs.latest, buys)

    # What things are worth

    @cached_property
    def card_worths(self) -> Mapping[Decision, float]:
        """What one more card of each kind in the deck is worth."""
        return {card: self.card_worth(card) for card in DECISIONS}

    def card_worth(self, card: Decision) -> float:
        """Return what one more card of a kind in the deck is worth."""
        uses = min(self.turns_left, 10.0)
        invests = self.owns("points per buy owned")
        match card:
            case "buy":
                return self.weighs.buy * uses + (1.0 if invests else 0.0)
            case "activate":
                return self.weighs.activate * uses
            case "hire":
                return self.weighs.hire * uses
            case "obstacle":
                return self.weighs.obstacle * uses

    def owns(self, kind: str) -> bool:
        """Whether an activated company has this ability."""
        return kind in self.abilities

    @cached_property
    def abilities(self) -> set[str]:
        """The kinds of the abilities of the activated companies."""
        abilities = (self.view.box.company[company].ability for company in self.me.activated)
        return {ability.kind for ability in abilities if ability is not None}

    def production(self, card: Company) -> float:
        """Return what a company's production is worth."""
        got = sum(min(count, self.view.bank[kind]) * self.card_worths[kind] for kind, count in card.production.items())
        return got + card.energy * self.energy_worth

    @property
    def energy_worth(self) -> float:
        """What a produced Energy is worth beyond what it brings nearer."""
        return self.weighs.energy if self.turns_left > 1 else 0.25

    def each_time(self, card: Company) -> float:
        """Return the value of a company's effect at each activation, without its production."""
        match card.ability:
            case RemoveACard():
                return 0.05 * self.turns_left if "obstacle" in self.view.hand else 0.0
            case TakeDiscarded(most=most):
                return 0.4 * min(most, sum(self.view.resource_discard.values()))
            case OpponentsDiscard():
                return 0.35
            case TakeFromOpponents(resource=resource):
                return 0.5 * sum(1 for s in self.opponents() if self.view.everybody[s].storage.get(resource))
            case Deactivate(level=level):
                return sum(self.best_target(seat, level) for seat in self.opponents()) / len(self.opponents())
            case None | DrawAtStart() | ExchangeAtStart() | ResourceAs() | CardsAs() | Storage() | LargerHand():
                return 0.0
            case IgnoreABlock() | ProductionOnTop() | PlayedCardOnTop():
                return 0.0
            case PointsPerCompany() | PointsPerBuyOwned() | PointsPerBuyProduced():
                return 0.0

    def best_target(self, seat: Seat, level: int) -> float:
        """Return what the best company of an opponent to deactivate is worth to it."""
        cards = [self.view.box.company[company] for company in self.view.everybody[seat].activated]
        return max((self.target(card) for card in cards if card.level == level and not card.lasting), default=0.0)

    def target(self, card: Company) -> float:
        """Return what an opponent loses with a company: it must be activated again."""
        return 0.4 * card.points + self.each_turn(card) * min(2.0, self.turns_left) + 0.5

    def lasting(self, card: Company) -> float:
        """Return what a company's ability is worth until the end, its points aside."""
        match card.ability:
            case PointsPerCompany(points=points):
                return points * (len(self.me.activated) + 1 + min(3.0, self.turns_left / 4))
            case PointsPerBuyOwned(points=points):
                owned = self.me.hidden.get("buy", 0) + self.me.discard.get("buy", 0) + self.me.played.count("buy")
                return points * (owned + min(3.0, self.turns_left / 4))
            case PointsPerBuyProduced(points=points):
                cards = [self.view.box.company[company] for company in self.me.activated]
                produced = sum(other.production.get("buy", 0) for other in cards) + card.production.get("buy", 0)
                return points * (produced + min(3.0, self.turns_left / 4))
            case _:
                return self.each_turn(card) * self.turns_left

    def each_turn(self, card: Company) -> float:
        """Return what a company's ability is worth in each turn that is left."""
        match card.ability:
            case DrawAtStart() | ExchangeAtStart():
                return 0.14
            case ResourceAs() | CardsAs():
                return 0.16
            case Storage() | IgnoreABlock():
                return 0.06
            case LargerHand():
                return 0.24
            case ProductionOnTop():
                return 0.12
            case PlayedCardOnTop():
                return 0.1
            case None | RemoveACard() | TakeDiscarded() | OpponentsDiscard() | TakeFromOpponents() | Deactivate():
                return 0.0  # these do something at each activation only
            case PointsPerCompany() | PointsPerBuyOwned() | PointsPerBuyProduced():
                return 0.0  # these count at the end

    def first_time(self, card: Company) -> float:
        """Return what it is worth to activate a company for the first time."""
        more = 1.0 if self.owns("points per company") else 0.0
        more += card.production.get("buy", 0) if self.owns("points per buy produced") else 0.0
        opens = 1.0 if card.level == 1 and len(self.me.activated) < 2 else 0.0
        return card.points + more + opens + self.lasting(card) + self.production(card) + self.each_time(card)

    def again(self, card: Company) -> float:
        """Return what it is worth to activate a company again."""
        return self.production(card) + self.each_time(card)

    # What resources are worth

    def potential(self, storage: Counter[Resource], without: str = "") -> float:
        """Return what the storage brings nearer; `without` counts as activated."""
        if self.turns_left < 1 and "activate" not in self.view.hand:
            return sum(storage.values()) / self.view.box.terms.resources_per_point
        left = Counter(storage)
        total = 0.0
        for place, (worth, units) in enumerate(self.planned(without)):
            missing = units - left
            short = missing.total()
            spare = left.total() - (units.total() - short)
            turned = min(spare, sum(count for unit, count in missing.items() if self.can_turn_into(unit)))
            total += self.weighs.ready ** (place + 1) * worth * self.weighs.each_missing ** (short - 0.8 * turned)
            if not short:
                left -= units
        limited = sum(count for name, count in left.items() if name != "energy")
        over = sum(count for name, count in storage.items() if name != "energy") - self.me.storage_limit
        return total + 0.12 * (limited + left["energy"]) - 0.3 * max(0, over)

    def planned(self, without: str) -> Sequence[tuple[float, Counter[Resource]]]:
        """Return the companies that count, the best first: what each is worth and takes; see `potential`."""
        if without not in self._planned:
            activated = {*self.me.activated, without}
            cards = [self.view.box.company[one.company] for one in self.me.companies]
            worths = [(self.again(card) if card.id in activated else self.first_time(card), card) for card in cards]
            worths.sort(key=lambda one: (-one[0] / len(one[1].units), one[1].number))
            self._planned[without] = [(worth, Counter(card.units)) for worth, card in worths[:COUNTED]]
        return self._planned[without]

    @cached_property
    def _planned(self) -> dict[str, Sequence[tuple[float, Counter[Resource]]]]:
        return {}

    def can_turn_into(self, unit: Resource) -> bool:
        """Whether another resource can stand for this one."""
        if self.view.everybody[self.view.seat or 1].storage.get("imported") and unit in BASIC:
            return True
        return self.view.means is not None and any(unit in stand_in.to for stand_in in self.view.means.resources.turned)

    @cached_property
    def stored(self) -> Counter[Resource]:
        """The own storage."""
        return Counter(self.me.storage)

    @cached_property
    def now(self) -> float:
        """What the own storage brings nearer."""
        return self.potential(self.stored)

    def gain(self, *, less: Sequence[Resource] = (), more: Sequence[Resource] = (), without: str = "") -> float:
        """Return how much better the storage is after a change."""
        return self.potential(self.stored - Counter(less) + Counter(more), without) - self.now

    # What plays are worth

    def score(self, move: Move) -> float:
        """Return what a move is worth; 0 is as good as doing nothing."""
        weigh = SCORES.get(type(move))
        return 0.0 if weigh is None else weigh(self, move)

    def cards_cost(self, uses: Sequence[moves.Use]) -> float:
        """Return what else the cards could have done this turn."""
        used = taken(uses, self.view.box)
        invest = self.view.ending is not None and self.view.central_bank > 0 and "activate" in self.view.hand
        return used.count("buy") * (0.9 if invest else 0.02) + used.count("activate") * 0.05

    def buy_resources(self, move: moves.BuyResources) -> float:
        """Return what resources bring nearer."""
        return self.gain(more=move.resources) - self.cards_cost(move.cards) + 0.01

    def buy_company(self, move: moves.BuyCompany) -> float:
        """Return what a company will probably bring."""
        card = self.view.box.company[move.company]
        means = self.view.means
        ready = means is not None and "activate" in self.view.hand and bool(ways_to_pay(means.resources, card.units))
        turns_needed = 0.0 if ready else len(card.units) / 1.5
        if turns_needed > self.turns_left:
            return -1.0
        waiting = sum(1 for owned in self.me.companies if not owned.activated)
        sure = (0.95 if ready else 0.75) * 0.8**waiting
        worth = sure * self.first_time(card) - self.weighs.unit * len(card.units)
        return worth - self.weighs.buy_costs * len(move.cards) - self.cards_cost(move.cards)

    def activate(self, move: moves.ActivateCompany) -> float:
        """Return what an activation brings, less what its resources could have brought."""
        card = self.view.box.company[move.company]
        first = move.company not in self.me.activated
        worth = self.first_time(card) if first else self.again(card)
        energy: list[Resource] = ["energy"] * card.energy
        change = self.gain(less=[spent.resource for spent in move.pay], more=energy, without=move.company)
        change -= self.energy_worth * self.given_back(card, move.pay)
        return worth + change - self.cards_cost(move.cards) + (0.3 if first else 0.0)

    def given_back(self, card: Company, pay: Sequence[moves.Spent]) -> int:
        """Return how much of the Energy that a company produces was paid for it: so much was not won."""
        if self.view.box.edition < AIMED:
            return 0
        return min(card.energy, sum(spent.resource == "energy" for spent in pay))

    def invest(self, move: moves.Invest) -> float:
        """Return the points, less what the Buys would still do."""
        keeps = self.card_worth("buy") * 0.9 if self.turns_left else (1.0 if self.owns("points per buy owned") else 0)
        return move.buys * (1.0 - keeps) - 0.1

    def hire(self, move: moves.HireCompany) -> float:
        """Return what another's production brings."""
        card = self.view.box.company[move.company]
        energy: list[Resource] = ["energy"] * card.energy
        change = self.gain(less=[spent.resource for spent in move.pay], more=energy)
        change -= self.energy_worth * self.given_back(card, move.pay)
        return self.production(card) + change - self.weighs.hired * len(move.pay)

    def move_block(self, move: moves.MoveBlock) -> float:
        """Free needed piles and block others, with cards that could do little else."""
        if move.card in ("buy", "activate"):
            return -1.0
        if self.view.box.edition >= AIMED:
            return (
                self.obstruction(move.what, move.to) - self.obstruction(move.what, move.start) - self.weighs.block_costs
            )
        if move.what == "resource":
            needs = self.needs()
            return 0.2 * (needs[str(move.start)] - needs[str(move.to)]) - 0.05
        rivals = 0.03 * sum(1 for seat in self.opponents() if move.to not in self.owned(seat))
        mine = 0.3 if move.to is not None and move.to not in self.owned(self.view.seat or 1) else 0.0
        freed = 0.2 if move.start is not None and move.start not in self.owned(self.view.seat or 1) else 0.0
        return rivals - mine + freed - 0.05

    def obstruction(self, what: str, place: str | None) -> float:
        """Return how much more a block on a pile is in the way of the others than in one's own."""
        if place is None:
            return 0.0
        harm = self.lacks if what == "resource" else self.misses
        others = self.opponents()
        theirs = self.weighs.hinders * sum(harm(seat, place) for seat in others) / len(others)
        return theirs - 2 * harm(self.view.seat or 1, place)

    def lacks(self, seat: Seat, resource: str) -> float:
        """Return how much a seat needs a resource that the market sells."""
        return 0.2 * self.needs(seat)[resource] if self.view.market[_resource(resource)] else 0.0

    def misses(self, seat: Seat, company: str) -> float:
        """Return how much a seat would miss a company that it could buy."""
        card, player = self.view.box.company[company], self.view.everybody[seat]
        levels = [self.view.box.company[one].level for one in player.activated]
        closed = card.level == 2 and levels.count(1) < self.view.box.terms.activated_level_1
        if company in self.owned(seat) or closed or not self.view.portfolio[company]:
            return 0.0
        return 0.05 * (card.points + self.each_turn(card) * self.turns_left)

    def needs(self, seat: Seat | None = None) -> Counter[str]:
        """Return which resources a seat's companies that wait for their activation are short of; None: the own."""
        seat = seat or self.view.seat or 1
        if seat not in self._needs:
            self._needs[seat] = self._needed(seat)
        return self._needs[seat]

    @cached_property
    def _needs(self) -> dict[Seat, Counter[str]]:
        return {}

    def _needed(self, seat: Seat) -> Counter[str]:
        player = self.view.everybody[seat]
        wanted: Counter[str] = Counter()
        for owned in player.companies:
            if not owned.activated:
                wanted += Counter(self.view.box.company[owned.company].units) - Counter(player.storage)
        return wanted

    def owned(self, seat: Seat) -> set[str]:
        """Return which companies a seat has."""
        return {owned.company for owned in self.view.everybody[seat].companies}

    def draw_extra(self, move: moves.DrawExtra) -> float:
        """One card more is always welcome."""
        return 20.0

    def exchange(self, move: moves.Exchange) -> float:
        """Exchange cards that are useless this turn."""
        return 10.0 if move.card == "obstacle" else -1.0

    def end_turn(self, move: moves.EndTurn) -> float:
        """End it with a good card on top."""
        return 0.0 if move.top is None else {"buy": 0.01, "activate": 0.005}.get(move.top, -0.01)

    def place(self, move: moves.PlaceProduction) -> float:
        """Put cards on top that are useful at once, Buys first."""
        return sum(self.card_worth(card) * (1 + 0.1 * at) for at, card in enumerate(move.cards))

    def remove(self, move: moves.RemoveCard) -> float:
        """Get rid of Obstacles, and of Hires nobody needs."""
        return {"obstacle": 1.0, "hire": 0.2}.get(move.card or "", -1.0 if move.card else 0.0)

    def take(self, move: moves.TakeDiscardedResources) -> float:
        """Take what brings most nearer."""
        return self.gain(more=move.resources)

    def make_discard(self, move: moves.MakeDiscard) -> float:
        """Take a Buy."""
        return 1.0 if move.card == "buy" else 0.5

    def take_from(self, move: moves.TakeFromOpponent) -> float:
        """Take it."""
        return 1.0 if move.take else 0.0

    def deactivate(self, move: moves.DeactivateCompany) -> float:
        """Strike where it hurts most."""
        return 0.0 if move.company is None else self.target(self.view.box.company[move.company])

    def take_payment(self, move: moves.TakePayment) -> float:
        """Take what brings more nearer than it costs."""
        return self.gain(more=move.take, less=move.give_up)

    def throw_away(self, values: Sequence[str], count: int) -> list[str]:
        """Return the values that are missed least, one after the other."""
        left = list(values)
        gone: list[str] = []
        for _ in range(count):
            kept = {
                value: self.potential(Counter(_resource(other) for other in [*left, *self._energy()] if other != value))
                for value in left
            }
            worst = max(left, key=lambda value: (kept[value], value))
            left.remove(worst)
            gone.append(worst)
        return gone

    def _energy(self) -> list[str]:
        return ["energy"] * self.stored["energy"]


def _resource(value: str) -> Any:
    return value.partition(" ")[0]


SCORES: Mapping[type[Move], Callable[[Mind, Any], float]] = {
    moves.BuyResources: Mind.buy_resources,
    moves.BuyCompany: Mind.buy_company,
    moves.ActivateCompany: Mind.activate,
    moves.Invest: Mind.invest,
    moves.HireCompany: Mind.hire,
    moves.MoveBlock: Mind.move_block,
    moves.DrawExtra: Mind.draw_extra,
    moves.Exchange: Mind.exchange,
    moves.EndTurn: Mind.end_turn,
    moves.PlaceProduction: Mind.place,
    moves.RemoveCard: Mind.remove,
    moves.TakeDiscardedResources: Mind.take,
    moves.MakeDiscard: Mind.make_discard,
    moves.TakeFromOpponent: Mind.take_from,
    moves.DeactivateCompany: Mind.deactivate,
    moves.TakePayment: Mind.take_payment,
}
"""How each kind of move is weighed; the others count 0."""
