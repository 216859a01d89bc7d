"""Data types for the contents of the box: its cards, boards and numbers.

All printed values are in `box.json`; this module defines the format of a box and checks that it is playable. The
table refers to a card by its id and never holds the card itself, so a saved game stays small, and an operator may
supply a box with other card values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final, Literal, Self, TypeAlias, get_args

from pydantic import Field, model_validator

from bot.engine.records import Card
from bot.engine.table import Box

Company: TypeAlias = Literal["Amber", "Black", "Crimson"]
AMBER: Final = "Amber"
BLACK: Final = "Black"
CRIMSON: Final = "Crimson"
COMPANIES: Final[tuple[Company, ...]] = (AMBER, BLACK, CRIMSON)
"""In the order in which the rulebook always takes them; it also settles ties between companies."""

Resource: TypeAlias = Literal["oil", "charcoal", "workforce"]
OIL: Final = "oil"
CHARCOAL: Final = "charcoal"
WORKFORCE: Final = "workforce"
RESOURCES: Final[tuple[Resource, ...]] = (OIL, CHARCOAL, WORKFORCE)

Skill: TypeAlias = Literal["innovation", "yield", "advertising"]
"""The three fields in which a boss has a mark."""

Length: TypeAlias = Literal["short", "normal", "long"]

PLAYERS: Final = range(2, 7)
HIGHEST_MARK: Final = 3


class PriceEffect(Card, kind="price"):
    """The price of a resource moves; it never leaves the scale."""

    resource: Resource
    delta: int


class FundingEffect(Card, kind="funding"):
    """Each living company receives this much per token of the resource."""

    resource: Resource
    per_token: int = Field(gt=0)


class TaxEffect(Card, kind="tax"):
    """Each living company pays this much per token of the resource, or is bankrupt."""

    resource: Resource
    per_token: int = Field(gt=0)


class InnovationEffect(Card, kind="innovation"):
    """Bosses with exactly this innovation mark swap a token along their policy."""

    level: int = Field(ge=1, le=HIGHEST_MARK)


class YieldEffect(Card, kind="yield"):
    """Bosses with exactly this yield mark save one token of a resource used more than once."""

    level: int = Field(ge=1, le=HIGHEST_MARK)


class AdvertisingEffect(Card, kind="advertising"):
    """Bosses with exactly this advertising mark win market share."""

    level: int = Field(ge=1, le=HIGHEST_MARK)


class ScandalEffect(Card, kind="scandal"):
    """The company loses its boss and market share."""

    company: Company


class BossShuffleEffect(Card, kind="boss_shuffle"):
    """Every boss moves one company on."""


class NoEffect(Card, kind="none"):
    """Nothing happens."""


AnyEffect = Annotated[
    PriceEffect
    | FundingEffect
    | TaxEffect
    | InnovationEffect
    | YieldEffect
    | AdvertisingEffect
    | ScandalEffect
    | BossShuffleEffect
    | NoEffect,
    Field(discriminator="kind"),
]


def amount_of(effect: AnyEffect) -> int | None:
    """Return the dollars that stand on an effect; None: it has none."""
    match effect:
        case PriceEffect(delta=amount) | FundingEffect(per_token=amount) | TaxEffect(per_token=amount):
            return amount
        case InnovationEffect() | YieldEffect() | AdvertisingEffect() | ScandalEffect():
            return None
        case BossShuffleEffect() | NoEffect():
            return None


class Event(Card):
    """An event card: its left effect is played first."""

    id: str
    name: str
    left: AnyEffect
    right: AnyEffect
    optional: bool = False
    """Whether it is only in the deck with the option "boss shuffle card"."""


def is_scandal_at(event: Event, company: Company | None) -> bool:
    """Whether an event throws out the boss of this company."""
    return any(isinstance(one, ScandalEffect) and one.company == company for one in (event.left, event.right))


class PolicyLine(Card):
    """What a boss wants to quit, and what to move towards."""

    old: Resource
    new: Resource


class Boss(Card):
    """A boss card, with the boss's salary, skills and kind."""

    id: str
    name: str
    salary: int = Field(ge=0)
    marks: dict[Skill, int]
    policy: tuple[PolicyLine, ...] = ()
    """First line first; only bosses with an innovation mark have one."""
    pays_dividends: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Self:
        missing = [skill for skill in get_args(Skill) if skill not in self.marks]
        if missing:
            raise ValueError(f"boss {self.name} needs a mark for {', '.join(missing)} (0 means none)")
        for skill, mark in self.marks.items():
            if not 0 <= mark <= HIGHEST_MARK:
                raise ValueError(f"boss {self.name} has {skill} {mark}; a mark is 0, 1, 2 or 3")
        if self.policy and not self.marks["innovation"]:
            raise ValueError(f"boss {self.name} has a policy but innovation 0; remove the policy or give a mark")
        if self.marks["innovation"] and not self.policy:
            raise ValueError(f"boss {self.name} has an innovation mark but no policy; add at least one line")
        for line in self.policy:
            if line.old == line.new:
                raise ValueError(f"boss {self.name} swaps {line.old} for itself; give two different resources")
        return self


def list_touched_marks(event: Event, boss: Boss) -> list[str]:
    """Return the marks in which an event acts on a boss, such as "innovation 1"."""
    return [
        f"{effect.kind} {effect.level}"
        for effect in (event.left, event.right)
        if isinstance(effect, InnovationEffect | YieldEffect | AdvertisingEffect)
        and (effect.kind, effect.level) in boss.marks.items()
    ]


def policy_words(boss: Boss) -> str:
    """Return a boss's policy, first line first, as "oil else charcoal → workforce"; empty without one."""
    same = len({line.new for line in boss.policy}) == 1
    if same:
        return f"{' else '.join(line.old for line in boss.policy)} → {boss.policy[0].new}"
    return ", else ".join(f"{line.old} → {line.new}" for line in boss.policy)


def profile(boss: Boss, *, dividends: bool) -> str:
    """Return what a boss costs, is good at and would do, in a line; whether one pays dividends where some are paid."""
    marks = boss.marks
    swaps = f" (swaps {policy_words(boss)})" if boss.policy else ""
    pays = ", pays dividends" if dividends and boss.pays_dividends else ""
    return (
        f"${boss.salary}/year, innovation {marks['innovation']}{swaps}, yield {marks['yield']}, "
        f"advertising {marks['advertising']}{pays}"
    )


def format_brief_profile(boss: Boss, *, dividends: bool) -> str:
    """Return the same in the few words that a panel never cuts."""
    marks = boss.marks
    swaps = f" ({policy_words(boss).replace(' else ', ' or ')})" if boss.policy else ""
    pays = ", dividends" if dividends and boss.pays_dividends else ""
    return (
        f"${boss.salary}/year, innovation {marks['innovation']}{swaps}, yield {marks['yield']}, "
        f"advertising {marks['advertising']}{pays}"
    )


class CapitalAbove(Card, kind="capital_above"):
    """Fulfilled if the company ends with more capital than this."""

    company: Company
    value: int

    def holds(self, capital: Mapping[Company, int]) -> bool:
        """Whether the condition is met; a bankrupt company counts as capital 0."""
        return capital[self.company] > self.value

    def words(self) -> str:
        """Return the condition in a few words."""
        return f"{self.company}'s capital above ${self.value}"

    def noted(self) -> str:
        """Return the condition as logs have always noted it."""
        return f"{self.company} above ${self.value}"


class CapitalBelow(Card, kind="capital_below"):
    """Fulfilled if the company ends with less capital than this."""

    company: Company
    value: int

    def holds(self, capital: Mapping[Company, int]) -> bool:
        """Whether the condition is met; a bankrupt company counts as capital 0."""
        return capital[self.company] < self.value

    def words(self) -> str:
        """Return the condition in a few words."""
        return f"{self.company}'s capital below ${self.value}"

    def noted(self) -> str:
        """Return the condition as logs have always noted it."""
        return f"{self.company} below ${self.value}"


class CapitalLess(Card, kind="capital_less_than"):
    """Fulfilled if the left company ends with less capital than the right one."""

    left: Company
    right: Company

    def holds(self, capital: Mapping[Company, int]) -> bool:
        """Whether the condition is met; a bankrupt company counts as capital 0."""
        return capital[self.left] < capital[self.right]

    def words(self) -> str:
        """Return the condition in a few words."""
        return f"{self.left}'s capital below {self.right}'s"

    def noted(self) -> str:
        """Return the condition as logs have always noted it."""
        return f"{self.left} below {self.right}"


AnyCondition = Annotated[CapitalAbove | CapitalBelow | CapitalLess, Field(discriminator="kind")]


def clause(condition: AnyCondition) -> str:
    """Return the condition as it stands behind an "if"."""
    return condition.words().replace("'s capital ", "'s capital is ", 1)


class Derivative(Card):
    """A derivatives card, with its condition at the end and its payment."""

    id: str
    condition: AnyCondition
    pays: int = Field(gt=0)


class CompanyStart(Card):
    """How a company begins."""

    capital: int = Field(ge=0)
    market_share: int = Field(ge=0, le=100)


class ResourceBoard(Card):
    """The resource tokens and the price scale."""

    tokens_of_each: int = Field(gt=0)
    spaces: int = Field(ge=1, le=3, description="With more than three, a yield could find two doubles.")
    price: int
    lowest: int = Field(ge=0)
    highest: int


class Chalkboard(Card):
    """Which prices the two wheels can show."""

    lowest: int = Field(ge=0)
    highest: int
    step: int = Field(gt=0)
    odd_highest: int
    odd_step: int = Field(gt=0)


class Calendar(Card):
    """The first and the last year of a game."""

    first: int
    last: int


class InformationBoard(Card):
    """The slots for informations, and which of them each tab may see."""

    slots: int = Field(ge=2)
    tabs: tuple[tuple[int, ...], ...]
    rotate_with: tuple[int, ...]
    """With these numbers of players the tabs move on every year, because some pairs see more than others."""


class Auction(Card):
    """The bounds of a bid for a derivatives card."""

    lowest_bid: int = Field(gt=0)
    highest_raise: int = Field(gt=0)


class PlayersSetup(Card):
    """What depends on the number of players."""

    deal: Literal["random", "same of each"]
    shares_each: int = Field(gt=0)
    removed: dict[Company, int] = {}
    thresholds: dict[Company, int]
    objectives: int = Field(ge=1)
    auctions: int = Field(ge=1)


class Weighs(Card):
    """Bot weights, found by playing (`tests/ladder/tune.py`); the defaults are those of older boxes."""

    spread: float = Field(default=13, gt=0)
    """By how many dollars a company's capital strays from the expectation in each year ahead; what makes an income good
    or bad lasts, so this grows with the years and not with their square root."""
    care: float = 1
    """How many dollars shareholders add to an income each year, by choosing bosses that fit."""
    envy: dict[int, float] = {2: 0.6, 3: 0.6, 4: 0.6}
    """How much a dollar that an average opponent gains hurts, as a part of a dollar of one's own, by the number of
    players; more count as four."""
    over: float = 0
    """How many dollars it writes above what it believes that a share will bring."""
    vote: float = 1
    """What a share's vote is worth with cash only, in dollars: a boss can be chosen who pays dividends."""


class Thinks(Card):
    """What a bot that thinks tries and holds for likely; see `bot.games.goodwill.thinking`."""

    steps: int = Field(default=6, ge=1, le=50)
    """How many prices above the bot's own, and below it, may be tried."""
    unsure: float = Field(default=1, gt=0)
    """Typical deviation of a player's price from the one that fits the news this player has seen, in dollars."""
    far: float = Field(default=30, gt=0, le=100)
    """What fits worse than by e to minus this is as unlikely as anything else."""
    tries: int = Field(default=60, ge=1, le=1000)
    """So often other news are dealt at most, to find some that go with the prices."""
    wins: float = Field(default=20, gt=0)
    """A lead in dollars at which the odds of winning are e to 1."""


class GoodwillBox(Box):
    """Everything in the box."""

    edition: int = Field(default=1, ge=1)
    """The edition of our additions to the rules, including how bots weigh.

    A game's record is proved by playing its bots again, so they have to act as they did when it began.
    """
    ease: float = Field(default=2.5, gt=0)
    """By how much a bot that plays easily may miss the best, in dollars; see `bot.engine.easy_bots`."""
    weighs: Weighs = Weighs()
    thinks: Thinks = Thinks()
    step: int = Field(gt=0)
    """Capital, resource prices, salaries and market shares are all multiples of this."""
    cash: int = Field(ge=0)
    shares_per_company: int = Field(gt=0)
    share_parts: int = Field(gt=0)
    """The number of parts of a company; a share is worth, and earns, one of them."""
    companies: dict[Company, CompanyStart]
    resources: ResourceBoard
    chalkboard: Chalkboard
    calendar: dict[Length, Calendar]
    information: InformationBoard
    bosses_available: int = Field(ge=1)
    dividends_above: int = Field(ge=0)
    auction: Auction
    cash_only_counts: Literal["shares", "cash"] = "shares"
    """What defaults and charts go by where shares are worth nothing at the end.

    Boxes from before this was printed went by the value of the shares all the same.
    """
    players: dict[int, PlayersSetup]
    percentages: tuple[int, ...]
    events: tuple[Event, ...]
    bosses: tuple[Boss, ...]
    derivatives: tuple[Derivative, ...]

    @cached_property
    def event(self) -> dict[str, Event]:
        """The event cards by id."""
        return {card.id: card for card in self.events}

    @cached_property
    def boss(self) -> dict[str, Boss]:
        """The boss cards by id."""
        return {card.id: card for card in self.bosses}

    @cached_property
    def derivative(self) -> dict[str, Derivative]:
        """The derivatives cards by id."""
        return {card.id: card for card in self.derivatives}

    def shares_in_play(self, company: Company, players: int) -> int:
        """Return how many shares of the company are dealt with this number of players."""
        return self.shares_per_company - self.players[players].removed.get(company, 0)

    def deck(self, *, with_optional: bool) -> list[str]:
        """Return the ids of the event cards in the deck."""
        return [card.id for card in self.events if with_optional or not card.optional]

    @model_validator(mode="after")
    def _playable(self) -> Self:
        problems = [
            *self._duplicates(),
            *self._scales(),
            *self._cards(),
            *self._boards(),
            *self._tabs(),
            *self._player_setups(),
        ]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _duplicates(self) -> Iterator[str]:
        for name, cards in (("events", self.events), ("bosses", self.bosses), ("derivatives", self.derivatives)):
            ids = [card.id for card in cards]
            for twice in sorted({card for card in ids if ids.count(card) > 1}):
                yield f"{name}: the id {twice} is used more than once; every card needs its own"
        for name, named in (("events", self.events), ("bosses", self.bosses)):
            for card in named:
                if not any(letter.isalnum() for letter in card.name):
                    yield f"{name}: {card.id} needs a name with at least one letter or digit"
            names = [card.name for card in named]
            for twice in sorted({card for card in names if names.count(card) > 1}):
                yield f"{name}: two cards are called {twice}; players could not tell them apart"

    def _scales(self) -> Iterator[str]:
        numbers = {
            **{f"capital of {name}": start.capital for name, start in self.companies.items()},
            **{f"market share of {name}": start.market_share for name, start in self.companies.items()},
            **{f"salary of {boss.name}": boss.salary for boss in self.bosses},
            "first resource price": self.resources.price,
            "lowest resource price": self.resources.lowest,
            "highest resource price": self.resources.highest,
            **{
                f"{side} {effect.kind} of event {event.name}": amount
                for event in self.events
                for side, effect in (("left", event.left), ("right", event.right))
                if (amount := amount_of(effect)) is not None
            },
        }
        for what, number in numbers.items():
            if number % self.step:
                yield f"{what} is {number}; it must be a multiple of {self.step}"
        scale = self.resources
        if not scale.lowest <= scale.price <= scale.highest:
            yield f"resources: the first price {scale.price} must lie between {scale.lowest} and {scale.highest}"
        if self.chalkboard.lowest >= self.chalkboard.highest:
            yield "chalkboard: the highest price must be above the lowest"
        if self.chalkboard.lowest >= self.chalkboard.odd_highest:
            yield "chalkboard: with odd prices, too, the highest price must be above the lowest"

    def _cards(self) -> Iterator[str]:
        bosses = len(COMPANIES) + self.bosses_available
        if len(self.bosses) < bosses:
            yield (
                f"bosses: found {len(self.bosses)}, but at least {bosses} are needed: one for each of the "
                f"{len(COMPANIES)} companies and {self.bosses_available} available"
            )
        slots = self.information.slots
        if len(self.percentages) < slots:
            yield f"percentages: found {len(self.percentages)}, but at least {slots} are needed, one for each slot"
        for percentage in self.percentages:
            if not 0 <= percentage <= 100:
                yield f"percentages: {percentage} is not between 0 and 100"
        if len(self.deck(with_optional=False)) < slots:
            yield f"events: at least {slots} that are not optional are needed, one for each slot"
        for derivative in self.derivatives:
            match derivative.condition:
                case CapitalLess(left=left, right=right) if left == right:
                    yield f"derivatives: {derivative.id} compares {left} with itself; give two companies"
                case CapitalLess() | CapitalAbove() | CapitalBelow():
                    pass

    def _boards(self) -> Iterator[str]:
        for company in COMPANIES:
            if company not in self.companies:
                yield f"companies: {company} is missing"
        total = sum(start.market_share for start in self.companies.values())
        if total != 100:
            yield f"companies: the market shares add up to {total}; they must add up to 100"
        if self.resources.tokens_of_each * len(RESOURCES) < self.resources.spaces * len(COMPANIES):
            yield "resources: there are not enough tokens for a token on every space"
        for length in get_args(Length):
            if length not in self.calendar:
                yield f"calendar: the {length} game is missing"
            elif self.calendar[length].first > self.calendar[length].last:
                yield f"calendar: the {length} game ends before it begins"

    def _tabs(self) -> Iterator[str]:
        if len(self.information.tabs) < PLAYERS.stop - 1:
            yield f"information: {len(self.information.tabs)} tabs, but up to {PLAYERS.stop - 1} players need one each"
        for tab in self.information.tabs:
            if not tab or len(set(tab)) < len(tab) or not all(1 <= slot <= self.information.slots for slot in tab):
                yield f"information: the tab {list(tab)} must name different slots from 1 to {self.information.slots}"

    def _player_setups(self) -> Iterator[str]:
        for players in PLAYERS:
            if players not in self.players:
                yield f"players: the setup for {players} players is missing"
                continue
            setup = self.players[players]
            dealt = {company: self.shares_in_play(company, players) for company in COMPANIES}
            if setup.deal == "random" and setup.shares_each * players != sum(dealt.values()):
                yield f"players: {players} times {setup.shares_each} shares are not the {sum(dealt.values())} in play"
            if setup.deal == "same of each" and any(
                setup.shares_each * players != shares * len(COMPANIES) for shares in dealt.values()
            ):
                yield f"players: {players} players cannot get {setup.shares_each} shares with the same of each company"
            for company in COMPANIES:
                if not 1 <= setup.thresholds.get(company, 0) <= dealt[company]:
                    yield (
                        f"players: with {players} players {company} needs a threshold between 1 and its "
                        f"{dealt[company]} shares"
                    )
            if setup.objectives * players > len(self.derivatives):
                yield f"players: {players} players cannot get {setup.objectives} of {len(self.derivatives)} derivatives"


BOX: Final = GoodwillBox.model_validate_json(Path(__file__).with_name("box.json").read_bytes())
"""The box of this program."""
