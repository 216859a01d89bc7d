"""Data types for the contents of the box: the companies, the layouts by number of players, and the terms.

All printed values are in `box.json`; this module defines the format of a box and checks that it is playable. The
abilities of companies are a closed vocabulary, so an operator may change or add companies without a line of code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field, model_validator

from bot.engine.records import Card
from bot.engine.table import Box

Decision: TypeAlias = Literal["buy", "activate", "obstacle", "hire"]
Resource: TypeAlias = Literal["personnel", "steel", "concrete", "paper", "imported", "energy"]

DECISIONS: Final[tuple[Decision, ...]] = ("buy", "activate", "obstacle", "hire")
BASIC: Final[tuple[Resource, ...]] = ("personnel", "steel", "concrete", "paper")
SOLD: Final[tuple[Resource, ...]] = (*BASIC, "imported")
"""What the market sells; Energy is only produced."""
RESOURCES: Final[tuple[Resource, ...]] = (*SOLD, "energy")
PLAYERS: Final = range(2, 5)
SETS: Final = ("simple", "faster", "complex", "light interaction", "heavy interaction")


class DrawAtStart(Card, kind="draw at start"):
    """At the start of the own turn, draw a card if few Buys are in hand."""

    most_buys: int = Field(ge=0)


class ExchangeAtStart(Card, kind="exchange at start"):
    """At the start of the own turn, discard a card of the hand and draw one."""


class ResourceAs(Card, kind="resource as"):
    """Pay with any resource as one of these."""

    to: tuple[Resource, ...] = Field(min_length=1)
    energy: bool = True
    """Whether Energy can be used so."""
    per_turn: int | None = Field(default=None, ge=1)


class CardsAs(Card, kind="cards as"):
    """Use a number of equal decision cards as one of these."""

    count: int = Field(ge=1, le=4)
    to: tuple[Decision, ...] = Field(min_length=1)
    only_market: bool = False
    per_turn: int | None = Field(default=None, ge=1)


class RemoveACard(Card, kind="remove a card"):
    """At each activation, remove a card of the hand from the game."""


class Storage(Card, kind="storage"):
    """Store more."""

    limit: int = Field(ge=1)


class LargerHand(Card, kind="larger hand"):
    """Draw more cards at the end of the turn."""

    cards: int = Field(ge=1)


class TakeDiscarded(Card, kind="take discarded"):
    """At each activation, take discarded resources."""

    most: int = Field(ge=1, le=2)


class IgnoreABlock(Card, kind="ignore a block"):
    """Each turn, buy from one blocked resource pile."""


class ProductionOnTop(Card, kind="production on top"):
    """Put production on top of the own deck."""


class PlayedCardOnTop(Card, kind="played card on top"):
    """At the end of the turn, put a played card on top of the own deck."""


class PointsPerCompany(Card, kind="points per company"):
    """At the end, points for each own activated company."""

    points: int = Field(ge=1)


class PointsPerBuyOwned(Card, kind="points per buy owned"):
    """At the end, points for each Buy in the own deck, discard pile and hand."""

    points: int = Field(ge=1)


class PointsPerBuyProduced(Card, kind="points per buy produced"):
    """At the end, points for each Buy that the own activated companies produce."""

    points: int = Field(ge=1)


class OpponentsDiscard(Card, kind="opponents discard"):
    """At each activation, every opponent discards one of these cards; the active player chooses which."""

    cards: tuple[Decision, ...] = Field(min_length=1)


class TakeFromOpponents(Card, kind="take from opponents"):
    """At each activation, take a resource from every opponent."""

    resource: Resource


class Deactivate(Card, kind="deactivate"):
    """At each activation, deactivate a company of this level of every opponent."""

    level: Literal[1, 2]


AnyAbility = Annotated[
    DrawAtStart
    | ExchangeAtStart
    | ResourceAs
    | CardsAs
    | RemoveACard
    | Storage
    | LargerHand
    | TakeDiscarded
    | IgnoreABlock
    | ProductionOnTop
    | PlayedCardOnTop
    | PointsPerCompany
    | PointsPerBuyOwned
    | PointsPerBuyProduced
    | OpponentsDiscard
    | TakeFromOpponents
    | Deactivate,
    Field(discriminator="kind"),
]


def does_something_each_time(company: Company) -> bool:
    """Whether a company has an effect at each activation in addition to its production."""
    each = RemoveACard | TakeDiscarded | OpponentsDiscard | TakeFromOpponents | Deactivate
    return isinstance(company.ability, each)


class Company(Card):
    """A printed company card."""

    id: str = Field(pattern=r"^[a-z0-9_]{1,30}$")
    number: int = Field(ge=1)
    name: str = Field(min_length=1, max_length=24)
    level: Literal[1, 2]
    cost: int | None = Field(default=None, ge=1, le=6)
    """In Buys; None: it is not sold."""
    activation: dict[Resource, int]
    production: dict[Decision, int] = {}
    energy: int = Field(default=0, ge=0)
    """The number of Energy it also produces."""
    points: int = Field(ge=0)
    copies: dict[int, int]
    """By number of players."""
    lasting: bool = False
    """Whether it stays activated for good."""
    ability: AnyAbility | None = None
    text: str = Field(default="No ability.", min_length=1, max_length=100)

    @cached_property
    def units(self) -> tuple[Resource, ...]:
        """The activation cost, one by one."""
        return tuple(r for r in RESOURCES for _ in range(self.activation.get(r, 0)))

    @cached_property
    def output(self) -> tuple[Decision | Resource, ...]:
        """What an activation produces, one by one: decision cards, then Energy."""
        cards = tuple(card for card in DECISIONS for _ in range(self.production.get(card, 0)))
        energy: Resource = "energy"
        return (*cards, *(energy for _ in range(self.energy)))

    @cached_property
    def hires(self) -> tuple[tuple[Resource, ...], ...]:
        """What a hirer can choose to pay of it: each half of the units, rounded up."""
        half = -(-len(self.units) // 2)
        return tuple(sorted(set(combinations(self.units, half))))

    @model_validator(mode="after")
    def _fits(self) -> Self:
        problems = []
        if not self.units or min(self.activation.values()) < 1 or len(self.units) > 5:
            problems.append("an activation costs 1 to 5 resources, each at least once")
        if "imported" in self.activation:
            problems.append("imported resources stand for others and are in no cost")
        if any(amount < 1 for amount in self.production.values()) or sum(self.production.values()) > 5:
            problems.append("production is at most 5 cards, each at least once")
        if set(self.copies) != set(PLAYERS) or min(self.copies.values()) < 1:
            problems.append("copies need a number, 1 or more, for 2, 3 and 4 players")
        if problems:
            raise ValueError(f"company {self.name} ({self.id}): {'; '.join(problems)}")
        return self


ALWAYS: Final = 99
"""How often a company can do in a turn what it can do as often as one likes."""


class StandIn(NamedTuple):
    """A company that lets cards or resources stand for others."""

    company: str
    to: tuple[str, ...]
    left: int
    """How often it can do so in this turn, or still can."""
    equal: int = 1
    """The number of equal cards that stand for one."""
    only_market: bool = False
    energy: bool = True

    @property
    def scarce(self) -> bool:
        """Whether it does so only so often in a turn."""
        return self.left < ALWAYS


class Layout(Card):
    """What the table is laid with for a number of players."""

    market: dict[Resource, int]
    bank: dict[Decision, int]
    """Before the starting decks are taken out."""
    central_bank: int = Field(ge=0)
    company_blocks: int = Field(ge=0, le=2)


class Terms(Card):
    """The numbers of the rules."""

    hand: int = Field(ge=1)
    storage: int = Field(ge=1)
    company_purchases: int = Field(ge=1)
    activated_level_1: int = Field(ge=0)
    """The number of activated level 1 companies that open level 2 and the Central Bank."""
    portfolio_level_1: int = Field(ge=1)
    portfolio_level_2: int = Field(ge=1)
    resource_blocks: int = Field(ge=0, le=3)
    equal_cards_for_a_block: int = Field(ge=1)
    resources_per_point: int = Field(ge=1)
    piles_left: int = Field(ge=0)
    """The game ends when at most this number of market piles still hold cards."""
    quiet_rounds: int = Field(ge=1)
    """The game ends after this number of rounds without any purchase, activation, hire or investment (BC-35)."""


class Weighs(Card):
    """Bot weights, in victory points unless noted, found by playing (`tests/ladder/tune.py`).

    The defaults are those of older boxes.
    """

    buys_a_turn: float = Field(default=0.5, gt=0)
    """How many Buys the bank gives out in a turn, before it is known how fast this table is."""
    latest: float = 15
    """How many more turns are looked ahead at most."""
    ready: float = 0.85
    """What the chance to activate a company is worth when nothing is missing, as a part of the activation."""
    each_missing: float = 0.62
    """By how much each missing resource makes it less."""
    buy_costs: float = 0.3
    """What a Buy could do otherwise."""
    buy: float = 0.1
    """What one more Buy in the deck is worth in each turn to come,"""
    activate: float = 0.06
    """an Activate,"""
    hire: float = 0.03
    """a Hire,"""
    obstacle: float = -0.02
    """and an Obstacle."""
    energy: float = 0.35
    """What a produced Energy is worth beyond what it brings nearer."""
    unit: float = 0.25
    """What each resource that a company takes makes it less worth buying."""
    hired: float = 0.1
    """What each resource costs that is paid for another's production, beyond what it could have brought."""
    block_costs: float = 0.1
    """What the two equal cards could do otherwise: a block is only moved for more than that."""
    hinders: float = 0.25
    """How much it counts to be in the way of others: if all did so all the time, nobody would get on."""


class BriefcaseBox(Box):
    """Everything in the box."""

    edition: int = Field(default=1, ge=1)
    """The edition of our additions to the rules: bot weights, and the choice of proposed payments.

    A game's record is proved by playing its bots again, so they have to act as they did when it began.
    """
    ease: float = Field(default=0.5, gt=0)
    """By how much a bot that plays easily may miss the best, in victory points; see `bot.engine.easy_bots`."""
    weighs: Weighs = Weighs()
    players: dict[int, Layout]
    starting_deck: dict[Decision, int]
    starting_company: str
    prices: dict[Resource, int]
    terms: Terms
    sets: dict[str, tuple[str, ...]]
    companies: tuple[Company, ...]

    @cached_property
    def company(self) -> dict[str, Company]:
        """The companies by id."""
        return {company.id: company for company in self.companies}

    @cached_property
    def cards_as(self) -> dict[str, StandIn]:
        """What companies turn cards into, by id."""
        return {
            company.id: StandIn(company.id, able.to, able.per_turn or ALWAYS, able.count, able.only_market)
            for company in self.companies
            if isinstance(able := company.ability, CardsAs)
        }

    @cached_property
    def resource_as(self) -> dict[str, StandIn]:
        """What companies let resources stand for, by id."""
        return {
            company.id: StandIn(company.id, able.to, able.per_turn or ALWAYS, energy=able.energy)
            for company in self.companies
            if isinstance(able := company.ability, ResourceAs)
        }

    @cached_property
    def abilities(self) -> dict[str, dict[str, AnyAbility]]:
        """The abilities by kind and company."""
        found: dict[str, dict[str, AnyAbility]] = {}
        for company in self.companies:
            if company.ability is not None:
                found.setdefault(company.ability.kind, {})[company.id] = company.ability
        return found

    def choices(self, level: int) -> list[Company]:
        """Return the companies of a level that can be in a portfolio."""
        return [company for company in self.companies if company.level == level and company.cost is not None]

    def portfolio_size(self, level: int) -> int:
        """Return how many companies of a level are on offer."""
        return self.terms.portfolio_level_1 if level == 1 else self.terms.portfolio_level_2

    @model_validator(mode="after")
    def _playable(self) -> Self:
        problems = [*self._companies(), *self._sets(), *self._layouts()]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _companies(self) -> Iterator[str]:
        words = (
            ("id", [company.id for company in self.companies]),
            ("name", [company.name for company in self.companies]),
            ("number", [str(company.number) for company in self.companies]),
        )
        for what, found in words:
            for twice in sorted(word for word, times in Counter(found).items() if times > 1):
                yield f"companies: the {what} {twice} is used more than once; every company needs its own"
        if self.starting_company not in self.company:
            yield f"companies: the starting company {self.starting_company} is missing"
        for level in (1, 2):
            there, wanted = len(self.choices(level)), self.portfolio_size(level)
            if there < wanted:
                yield f"companies: {there} of level {level} are for sale; a portfolio has {wanted}"
            if there > 25:
                yield f"companies: {there} of level {level} are for sale; a menu to choose from holds 25"

    def _sets(self) -> Iterator[str]:
        if set(self.sets) != set(SETS):
            yield f"sets: there must be exactly these: {', '.join(SETS)}"
        for name, companies in self.sets.items():
            unknown = [company for company in companies if company not in self.company]
            if unknown:
                yield f"sets: {name} holds {', '.join(unknown)}, but no company has this id"
                continue
            for level in (1, 2):
                count = len({c for c in companies if self.company[c].level == level and self.company[c].cost})
                if count != self.portfolio_size(level):
                    yield f"sets: {name} has {count} companies of level {level}; it needs {self.portfolio_size(level)}"

    def _layouts(self) -> Iterator[str]:
        if set(self.prices) != set(SOLD) or min(self.prices.values(), default=0) < 1:
            yield f"prices: exactly these have one, 1 or more: {', '.join(SOLD)}"
        if set(self.players) != set(PLAYERS):
            yield "players: there must be a layout for 2, 3 and 4 players"
        for players, layout in self.players.items():
            if set(layout.market) != set(SOLD) or min(layout.market.values()) < 1:
                yield f"players: the market of {players} needs {', '.join(SOLD)}, each 1 or more"
            short = [
                card for card in DECISIONS if layout.bank.get(card, 0) < players * self.starting_deck.get(card, 0) + 1
            ]
            if short:
                yield f"players: the bank of {players} has too few cards for the starting decks: {', '.join(short)}"
        if sum(self.starting_deck.values()) < self.terms.hand:
            yield "starting deck: it has fewer cards than a hand"


BOX: Final = BriefcaseBox.model_validate_json(Path(__file__).with_name("box.json").read_bytes())
"""The box of this program."""
