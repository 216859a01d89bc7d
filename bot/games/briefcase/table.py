"""The table: the state of a game during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from bot.engine import hidden_hands
from bot.engine.hidden_hands import Hand, Known
from bot.engine.questions import Question
from bot.engine.records import Record, Seat
from bot.engine.secrecy import Hidden, Look, Open, OpenByChance
from bot.engine.table import Table
from bot.games.briefcase.components import (
    BASIC,
    DECISIONS,
    RESOURCES,
    SOLD,
    BriefcaseBox,
    Company,
    Decision,
    Resource,
)
from bot.games.briefcase.moves import TakePayment
from bot.games.briefcase.news import PaymentOffered, Score
from bot.games.briefcase.rules.activating import PlacingProduction
from bot.games.briefcase.rules.company_sets import BriefcaseOptions, ChoosePortfolio
from bot.games.briefcase.rules.discard_and_draw import DiscardAndDraw, StorageLimit
from bot.games.briefcase.rules.effects import Deactivating, EachOpponent, LosingACard, Removing, Taking, Tapping
from bot.games.briefcase.rules.game_end import worth
from bot.games.briefcase.rules.out_of_turn import payment_question, payments_to, take
from bot.games.briefcase.rules.paying import Cards, Means, Resources, stand_ins
from bot.games.briefcase.rules.turn import Actions, Turn

AnyStep = Annotated[
    ChoosePortfolio
    | Turn
    | Actions
    | PlacingProduction
    | Removing
    | Taking
    | EachOpponent
    | LosingACard
    | Tapping
    | Deactivating
    | StorageLimit
    | DiscardAndDraw,
    Field(discriminator="kind"),
]

Place: TypeAlias = str | None


class Owned(Record):
    """A company in front of a player."""

    company: Open[str]
    activated: Open[bool] = False


def _as_shuffled(look: Look, deck: Sequence[Decision]) -> Sequence[Decision]:
    return deck[: len(deck) - look.record.open_top]


class Player(Record):
    """Everything in front of a player, and the hand."""

    hand: Hand[list[Decision]] = []
    deck: Annotated[list[Decision], Hidden(_as_shuffled)] = []
    """Top last."""
    open_top: Open[int] = 0
    """How many cards on top of the deck were laid there for all to see."""
    discard: Open[list[Decision]] = []
    played: Open[list[Decision]] = []
    storage: Open[dict[Resource, int]] = {}
    companies: Open[list[Owned]] = []
    points: Open[int] = 0
    """Victory point cards of the Central Bank."""
    turns: Open[int] = 0
    known: Known[dict[Seat, list[Decision]]] = {}
    """Cards of the hand that others know: under 0 those known to everybody, otherwise by the seat that knows them."""
    lacks: Open[list[Decision]] = []
    """Kinds of cards that everybody knows to be absent from the hand."""
    history: Open[list[int]] = []
    """What the game was worth after each own turn."""

    def has(self, company: str) -> bool:
        """Whether the company lies here, activated or not."""
        return any(owned.company == company for owned in self.companies)

    def is_activated(self, company: str) -> bool:
        """Whether the company lies here activated."""
        return any(owned.company == company and owned.activated for owned in self.companies)

    @property
    def activated(self) -> list[str]:
        """The activated companies, by id."""
        return [owned.company for owned in self.companies if owned.activated]

    def stored(self, resource: Resource) -> int:
        """Return how many of a resource are in the storage."""
        return self.storage.get(resource, 0)

    def store(self, resource: Resource, count: int) -> None:
        """Put resources into the storage, or take them out."""
        self.storage[resource] = self.storage.get(resource, 0) + count
        if not self.storage[resource]:
            del self.storage[resource]


class ThisTurn(Record):
    """What the active player has done in this turn, as far as a rule asks for it."""

    companies_bought: Open[int] = 0
    opened: Open[bool] = False
    """Whether the start of the turn is over."""
    cargo: Open[Resource | None] = None
    """The block that is ignored in this turn."""
    used: Open[list[str]] = Field(default_factory=list)  # there is one each turn: a default is copied, slowly
    """Companies whose once-a-turn ability was used, once for each use."""
    progress: Open[bool] = False
    """Whether anything was bought, activated, hired or invested."""


class HirePayment(Record):
    """What a hirer has paid and the owner has neither taken nor refused yet."""

    owner: Open[Seat]
    by: Open[Seat]
    company: Open[str]
    units: Open[list[Resource]]


class Briefcase(Table):
    """A game of Briefcase."""

    agenda: Open[list[AnyStep]] = []
    options: Open[BriefcaseOptions]
    first: OpenByChance[Seat]
    active: OpenByChance[Seat]
    round: Open[int] = 0
    market: Open[dict[Resource, int]]
    exhausted: Open[list[Resource]] = []
    """Piles of the market that have run out, in order."""
    bank: Open[dict[Decision, int]]
    """The decision bank."""
    central_bank: Open[int]
    """Victory point cards left on the Central Bank."""
    portfolio: OpenByChance[dict[str, int]] = {}
    resource_blocks: OpenByChance[list[Resource]]
    company_blocks: Open[list[Place]]
    """Where each company block lies; None: beside the portfolio."""
    resource_discard: Open[dict[Resource, int]] = {}
    removed: Open[dict[Decision, int]] = {}
    """Decision cards that are out of the game."""
    everybody: Open[dict[Seat, Player]]
    this_turn: Open[ThisTurn] = ThisTurn()
    payments: Open[list[HirePayment]] = []
    quiet_turns: Open[int] = 0
    """Turns in a row in which nothing was bought, activated, hired or invested."""
    ending: Open[str | None] = None
    """Why the game ends with this round; None: it goes on."""
    scores: Open[list[Score]] = []
    """The final scores, the best first."""

    @cached_property  # pydantic's private attributes are slow
    def box(self) -> BriefcaseBox:
        """The companies and numbers this game is played with."""
        box: BriefcaseBox = self._box
        return box

    # Companies

    def card(self, company: str) -> Company:
        """Return the printed card of a company."""
        return self.box.company[company]

    def abilities(self, seat: Seat, kind: str) -> list[tuple[str, Any]]:
        """Return the abilities of a kind that the seat's activated companies give it, with their companies."""
        able = self.box.abilities.get(kind, {})
        return [
            (owned.company, able[owned.company])
            for owned in self.everybody[seat].companies
            if owned.activated and owned.company in able
        ]

    def level_1_activated(self, seat: Seat) -> int:
        """Return how many level 1 companies are activated now, the Power Plant included (BC-14)."""
        companies = self.box.company
        owned = self.everybody[seat].companies
        return [companies[one.company].level for one in owned if one.activated].count(1)

    def own(self, seat: Seat, company: str) -> None:
        """Lay a company in front of a seat, deactivated."""
        self.everybody[seat].companies.append(Owned(company=company))

    def turn_over(self, seat: Seat, company: str, *, activated: bool) -> None:
        """Turn a seat's company to its activated or its deactivated side."""
        next(owned for owned in self.everybody[seat].companies if owned.company == company).activated = activated

    # What owners of hired companies take

    def pay_owner(self, owner: Seat, by: Seat, company: str, units: list[Resource]) -> None:
        """Lay a hirer's payment ready for the owner, and tell the owner."""
        self.payments.append(HirePayment(owner=owner, by=by, company=company, units=units))
        self.tell(PaymentOffered(owner=owner, by=by, company=self.card(company).name, units=units), to=[owner])

    def build_out_of_turn_question(self, seat: Seat) -> Question | None:
        """Return what an owner may take of a payment; nobody waits for it."""
        payments = payments_to(self, seat)
        return payment_question(self, payments[0]) if payments else None

    def answer_out_of_turn(self, seat: Seat, move: TakePayment) -> None:
        """Let an owner take this of a payment."""
        take(self, payments_to(self, seat)[0], move.take, move.give_up)

    # Means

    def means(self, seat: Seat) -> Means:
        """Return what the seat can pay with."""
        player, box = self.everybody[seat], self.box
        hand = tuple([player.hand.count(card) for card in DECISIONS])
        stored = tuple([player.storage.get(name, 0) for name in RESOURCES])
        activated, used = player.activated, self.this_turn.used
        return Means(
            Cards(hand, stand_ins(box.cards_as, activated, used)),
            Resources(stored, stand_ins(box.resource_as, activated, used)),
        )

    def storage_limit(self, seat: Seat) -> int:
        """Return how many resources the seat may keep, Energy not counted."""
        limits: list[int] = [ability.limit for _, ability in self.abilities(seat, "storage")]
        return max(self.box.terms.storage, *limits) if limits else self.box.terms.storage

    def room(self, seat: Seat) -> int:
        """Return the free places in a storage; a negative number is a surplus."""
        storage = self.everybody[seat].storage
        return self.storage_limit(seat) - sum(storage.values()) + storage.get("energy", 0)

    # Cards and resources on their way

    def leave_hand(self, seat: Seat, card: Decision) -> None:
        """Take a card from a hand, for all to see."""
        player = self.everybody[seat]
        player.hand.remove(card)
        hidden_hands.forget_card(player.known, card)

    def show(self, seat: Seat, cards: Iterable[Decision]) -> None:
        """Let everybody know that these cards, each once, are in the hand."""
        hidden_hands.show_cards(self.everybody[seat].known, cards)

    def show_whole_hand(self, seat: Seat) -> None:
        """Let everybody know the whole hand."""
        player = self.everybody[seat]
        player.known = {knower: list(player.hand) for knower in (hidden_hands.EVERYBODY, *player.known)}

    def known_to(self, seat: Seat, knower: Seat | None) -> list[Decision]:
        """Return which cards of a hand another seat, or everybody, knows."""
        return hidden_hands.list_known_cards(self.everybody[seat].known, knower)

    def throw(self, resource: Resource, count: int = 1) -> None:
        """Put resources without an owner on the discard pile; Energy goes back to its supply."""
        if resource != "energy":
            self.resource_discard[resource] = self.resource_discard.get(resource, 0) + count

    def take_discarded(self, resource: Resource) -> None:
        """Take a resource from the discard pile."""
        self.resource_discard[resource] -= 1
        if not self.resource_discard[resource]:
            del self.resource_discard[resource]

    # Nothing appears or vanishes

    def compute_current_scores(self) -> dict[Seat, int]:
        """Return everybody's points as things stand."""
        return {seat: worth(self, seat) for seat in self.seats}

    def describe_part(self) -> str:
        """Return the round."""
        return f"Round {self.round}" if self.round else "Before the first round"

    def audit(self) -> None:
        """Raise AssertionError, with all that is wrong, when cards or resources have appeared or vanished."""
        problems = [*self._wrong_cards(), *self._wrong_resources(), *self._wrong_companies(), *self._wrong_knowledge()]
        if problems:
            raise AssertionError("; ".join(problems))

    def _wrong_cards(self) -> Iterator[str]:
        layout = self.box.players[self.players]
        held = Counter(self.bank) + Counter(self.removed)
        for player in self.everybody.values():
            held += Counter([*player.hand, *player.deck, *player.discard, *player.played])
        if any(held[card] != layout.bank[card] for card in DECISIONS) or min(self.bank.values()) < 0:
            yield f"decision cards {dict(held)}"
        points = self.central_bank + sum(player.points for player in self.everybody.values())
        if points != layout.central_bank or self.central_bank < 0:
            yield f"{points} victory point cards"

    def _wrong_resources(self) -> Iterator[str]:
        layout = self.box.players[self.players]
        held = Counter(self.market) + Counter(self.resource_discard)
        for player in self.everybody.values():
            held += Counter({r: n for r, n in player.storage.items() if r != "energy"})
            if any(count < 1 or resource not in RESOURCES for resource, count in player.storage.items()):
                yield f"storage {player.storage}"
        for payment in self.payments:
            held += Counter(unit for unit in payment.units if unit != "energy")
            if payment.owner == self.active:
                yield f"seat {payment.owner} is on turn and has not got {payment.units}"
        if any(held[resource] != layout.market[resource] for resource in SOLD) or min(self.market.values()) < 0:
            yield f"resources {dict(held)}"
        if len(set(self.resource_blocks)) < len(self.resource_blocks) or not set(self.resource_blocks) <= set(BASIC):
            yield f"resource blocks {self.resource_blocks}"
        if set(self.exhausted) != {resource for resource, count in self.market.items() if not count}:
            yield f"exhausted {self.exhausted}, market {self.market}"

    def _wrong_companies(self) -> Iterator[str]:
        for company, left in self.portfolio.items():
            sold = sum(1 for player in self.everybody.values() if player.has(company))
            if left < 0 or left + sold != self.card(company).copies[self.players]:
                yield f"{company}: {left} left, {sold} sold"
        placed = [place for place in self.company_blocks if place is not None]
        if len(set(placed)) < len(placed) or not set(placed) <= set(self.portfolio):
            yield f"company blocks {self.company_blocks}"
        for player in self.everybody.values():
            names = [owned.company for owned in player.companies]
            if len(set(names)) < len(names):
                yield f"twice the same company: {names}"

    def _wrong_knowledge(self) -> Iterator[str]:
        for seat, player in self.everybody.items():
            for problem in hidden_hands.find_unheld_cards(player.known, player.hand):
                yield f"seat {seat}: {problem}"
            if set(player.lacks) & set(player.hand):
                yield f"seat {seat} lacks {player.lacks}, but holds {player.hand}"
            if not 0 <= player.open_top <= len(player.deck):
                yield f"seat {seat} has {player.open_top} open cards on a deck of {len(player.deck)}"
