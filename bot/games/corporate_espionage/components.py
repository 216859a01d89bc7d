"""Data types for the contents of the box, and for reading a card.

All printed values are in `box.json`; this module defines the format of a box and checks that it is playable. A card's
effects are a closed vocabulary: passives while it is in play, modes for savvy, operations for espionage. So an
operator may add cards and decks of their own without a line of code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, Self, TypeAlias

from pydantic import Field, ValidationError, model_validator

from bot.engine.records import Card
from bot.engine.table import Box
from bot.games.corporate_espionage.rules.effects import (
    AnyOp,
    AnyPassive,
    AttackerLoses,
    Cancel,
    DestroyAsset,
    DiscardChosen,
    DrawOp,
    FireOp,
    Gain,
    Lose,
    LoseFraction,
    LosePer,
    PoachOp,
    Redirect,
    StatusOp,
    StealAsset,
    StealPoints,
    Tag,
    Trigger,
)

CardType: TypeAlias = Literal["employee", "executive", "asset", "savvy", "espionage"]
Target: TypeAlias = Literal["one_opponent", "richest_opponent", "all_opponents"]

TEAM: Final = ("employee", "executive")
PERMANENT: Final = (*TEAM, "asset")
ANSWERS: Final[Mapping[str, str]] = {
    "espionage_at_me": "espionage",
    "savvy_by_opponent": "savvy",
    "hire_by_opponent": "hire",
    "purchase_by_opponent": "purchase",
    "takeover_at_me": "takeover",
}
"""Which kind of play each trigger answers; "any" answers nothing in particular."""

PLAYERS: Final = range(2, 7)


class Mode(Card):
    """One way to use a savvy card."""

    trigger: Trigger
    ops: tuple[AnyOp, ...] = Field(min_length=1)


class PlayingCard(Card):
    """A card: its cost, what it brings and takes each turn, and its effect."""

    id: str = Field(pattern=r"^[A-Za-z0-9_-]{1,12}$")
    name: str = Field(min_length=1, max_length=30)
    type: CardType
    cost: int = Field(ge=0, le=99)
    income: int = Field(default=0, ge=0, le=99)
    overhead: int = Field(default=0, ge=0, le=99)
    duration: int | None = Field(default=None, ge=1)
    """The number of its owner's Expenses steps after which it leaves; None: it stays."""
    passives: tuple[AnyPassive, ...] = ()
    modes: tuple[Mode, ...] = ()
    tag: Tag | None = None
    target: Target | None = None
    ops: tuple[AnyOp, ...] = ()
    text: str = Field(min_length=1, max_length=160)
    quote: str = Field(default="", max_length=100)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        problems = list(self._problems())
        if problems:
            raise ValueError(f"card {self.name} ({self.id}): {'; '.join(problems)}")
        return self

    def _problems(self) -> Iterator[str]:
        lasting = self.type in PERMANENT
        if not lasting and (self.income or self.overhead or self.duration or self.passives):
            yield f"a card of type {self.type} does not stay, so it has no income, overhead, duration or passives"
        if (self.type == "savvy") != bool(self.modes):
            yield "a savvy card needs at least one mode, and no other card has modes"
        if self.type != "espionage" and (self.ops or self.tag or self.target):
            yield "only espionage has a tag, a target and ops; the ops of a savvy card stand in its modes"
        if self.type == "espionage" and not (self.ops and self.tag and self.target):
            yield "espionage needs a tag, a target and at least one op"
        kinds = [passive.kind for passive in self.passives]
        if len(set(kinds)) < len(kinds):
            yield "the same kind of passive stands there twice; add their numbers up instead"
        for op in self.ops:
            if isinstance(op, Cancel | Redirect | AttackerLoses | Gain):
                yield f"the op {op.kind} belongs to savvy"
        for mode in self.modes:
            yield from self._mode_problems(mode)

    def _mode_problems(self, mode: Mode) -> Iterator[str]:
        what = ANSWERS.get(mode.trigger)
        for op in mode.ops:
            match op:
                case Cancel() if op.what != what:
                    yield f"the trigger {mode.trigger} cannot cancel {op.what}; it cancels {what or 'nothing'}"
                case Redirect() if what != "espionage":
                    yield "redirect needs the trigger espionage_at_me"
                case AttackerLoses() if what is None:
                    yield "attacker_loses needs a trigger that answers a play"
                case Cancel() | Redirect() | AttackerLoses() | Gain() | DrawOp():
                    pass
                case Lose() | LosePer() | LoseFraction() | StealPoints() | StatusOp() | DiscardChosen():
                    yield f"the op {op.kind} belongs to espionage"
                case FireOp() | PoachOp() | DestroyAsset() | StealAsset():
                    yield f"the op {op.kind} belongs to espionage"


class Deck(Card):
    """A deck of one company, with the number of copies of each card."""

    text: str = Field(default="", max_length=200)
    cards: dict[str, int]

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(self.cards.values())


class Fraction(Card):
    """A part of something."""

    num: int = Field(ge=0)
    den: int = Field(ge=1)


class Terms(Card):
    """The numbers a game is played with, after presets and house rules."""

    start_points: int = Field(ge=0)
    opening_hand: int = Field(ge=1)
    hand_limit: int = Field(ge=1)
    draws: int = Field(ge=0)
    hires: int = Field(ge=1)
    fires: int = Field(ge=0)
    executives: int = Field(ge=1)
    liquidation: Fraction
    takeover_ratio: Fraction
    takeover_companies: int = Field(ge=2)
    """The smallest number of living companies that allows a takeover."""
    embargo_companies: int = Field(ge=2)
    peaceful_rounds: int = Field(default=0, ge=0)
    """No espionage through this round; the honeymoon."""
    no_takeover_rounds: int = Field(default=0, ge=0)
    spotlight: bool = False
    levy_after: int | None = None
    """The levy begins after this round; None: there is none."""
    round_limit: int | None = None
    """What the table agreed on; None: the game goes on until one is left."""
    last_round: int = Field(ge=1)
    """The game ends after this round under all house rules, so that every game ends."""


class Honeymoon(Card):
    """How long the beginning is protected."""

    no_espionage_through_round: int = Field(ge=0)
    no_takeover_through_round: int = Field(ge=0)


class SpotlightRow(Card):
    """How many espionage cards may be aimed at one company between two of its own turns."""

    first_round: int
    last_round: int | None = None
    fewest_companies: int = 0
    most_companies: int | None = None
    most: int | None
    """None: any number."""

    def fits(self, round_number: int, living: int) -> bool:
        """Whether this row is the one that counts now."""
        return (
            self.first_round <= round_number
            and (self.last_round is None or round_number <= self.last_round)
            and self.fewest_companies <= living
            and (self.most_companies is None or living <= self.most_companies)
        )


class Preset(Card):
    """What a preset switches on."""

    honeymoon: bool | Honeymoon
    """Whether the beginning is protected as in the standard game, or how long."""
    spotlight: bool
    levy_after: int | None
    round_limit: int | None
    seat_bonus: bool


class HouseRules(Card):
    """The numbers of the house rules."""

    highest_price: int = Field(ge=1)
    deals_per_turn: int = Field(ge=1)
    loan_factor: int = Field(ge=1)
    loan_turns: int = Field(ge=1)
    loan_highest: int = Field(ge=1)
    embargo_rounds: int = Field(ge=1)
    embargo_surcharge: int = Field(ge=0)
    statements_per_turn: int = Field(ge=1)


class Weighs(Card):
    """Bot weights, in points unless noted, found by playing (`tests/ladder/tune.py`).

    The defaults are those of older boxes. Weights by number of companies use the value of four for more.
    """

    rounds: int = Field(default=13, gt=0)
    """How many rounds a game without a limit usually lasts,"""
    after_levy: int = Field(default=6, gt=0)
    """or this many rounds after the levy began."""
    damage: dict[int, float] = {2: 1.0, 3: 0.75, 4: 0.6}
    """How much a point that an opponent loses is worth, by the number of companies that live."""
    ruin: dict[int, float] = {2: 100.0, 3: 18.0, 4: 12.0}
    """How much it is worth to drive an opponent out."""
    kept: int = 3
    """Points kept for answers when others may attack."""
    pinch: float = 1.5
    """What it costs to have a point less than will be needed."""
    price: float = 0.5
    """How much of what a card costs that stays counts: it is still there, at half of it."""
    income: float = 4
    """The number of rounds of income that count when a company's strength is feared, in addition to its worth."""
    answer: float = 2.5
    """How much more than its price an answer has to save."""
    hire: float = 0.45
    """How much of what another's new employee brings it is worth to stop."""
    draw: float = 1.2
    """What a card more is worth."""


class EspionageBox(Box):
    """Everything in the box."""

    edition: int = 1
    """Which edition of our rulings the game is played by; a game keeps that with which it began."""
    ease: float = Field(default=20.0, gt=0)
    """By how much a bot that plays easily may miss the best, in points; see `bot.engine.easy_bots`."""
    weighs: Weighs = Weighs()
    terms: Terms
    honeymoon: Honeymoon
    spotlight: tuple[SpotlightRow, ...]
    presets: dict[str, Preset]
    blank_cards: dict[str, dict[str, Any]]
    """What each blank card changes in the terms."""
    seat_bonus: dict[int, dict[int, int]]
    """Companies -> place in the first round -> points more, so that no place wins much more often than others."""
    house_rules: HouseRules
    highest_order: int = Field(ge=1)
    """The largest number of points a standing order may name."""
    deck: str
    """The deck of everybody, unless players bring their own."""
    decks: dict[str, Deck]
    cards: tuple[PlayingCard, ...]

    @cached_property
    def card(self) -> dict[str, PlayingCard]:
        """The cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def printed_cost(self) -> dict[str, int]:
        """The printed costs of the cards, by id."""
        return {card.id: card.cost for card in self.cards}

    @cached_property
    def place(self) -> dict[str, int]:
        """The order of the cards in the box, by id."""
        return {card.id: place for place, card in enumerate(self.cards)}

    @cached_property
    def passives(self) -> dict[str, dict[str, Any]]:
        """Kind of passive -> card id -> the passive."""
        found: dict[str, dict[str, Any]] = {}
        for card in self.cards:
            for passive in card.passives:
                found.setdefault(passive.kind, {})[card.id] = passive
        return found

    def passive(self, kind: str) -> dict[str, Any]:
        """Return the passives of a kind by card id."""
        return self.passives.get(kind, {})

    @cached_property
    def guards(self) -> dict[str, frozenset[str]]:
        """Card id -> the kinds of espionage and the first operations that cannot be aimed at its owner."""
        found: dict[str, frozenset[str]] = {}
        for card, immune in self.passive("immune").items():
            found[card] = frozenset(immune.tags)
        for card, shield in self.passive("shield").items():
            found[card] = found.get(card, frozenset()).union(shield.against)
        return found

    @cached_property
    def modified(self) -> frozenset[str]:
        """The types of card whose cost something may change."""
        return frozenset(passive.card_type for passive in self.passive("cost_mod").values())

    @cached_property
    def answering(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """Trigger -> card id -> which of the card's modes have it."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for card in self.cards:
            for number, mode in enumerate(card.modes):
                modes = found.setdefault(mode.trigger, {})
                modes[card.id] = (*modes.get(card.id, ()), number)
        return found

    @cached_property
    def any_time(self) -> dict[str, tuple[int, ...]]:
        """The cards that need nothing to answer, with the modes for that."""
        return self.answering.get("any", {})

    @model_validator(mode="after")
    def _playable(self) -> Self:
        problems = [*self._cards(), *self._decks(), *self._numbers()]
        if problems:
            raise ValueError("; ".join(problems))
        return self

    def _cards(self) -> Iterator[str]:
        for what, words in (("id", [c.id for c in self.cards]), ("name", [c.name for c in self.cards])):
            for twice in sorted({word for word in words if words.count(word) > 1}):
                yield f"cards: the {what} {twice} is used more than once; every card needs its own"

    def _decks(self) -> Iterator[str]:
        if self.deck not in self.decks:
            yield f"decks: the deck {self.deck}, which everybody plays, is missing"
        hand = self.terms.opening_hand
        for name, deck in self.decks.items():
            if len(name) > 40:
                yield f"decks: the name {name[:40]}… is too long; 40 characters are enough"
            unknown = [card for card in deck.cards if card not in self.card]
            if unknown:
                yield f"decks: {name} holds {', '.join(sorted(unknown))}, but no card has this id"
            if any(copies < 1 for copies in deck.cards.values()):
                yield f"decks: {name} must hold at least one copy of each card it names"
            if not hand <= deck.size <= 120:
                yield f"decks: {name} has {deck.size} cards; a deck has {hand} to 120"
            employees = sum(n for card, n in deck.cards.items() if not unknown and self.card[card].type == "employee")
            if not unknown and employees * 10 < deck.size:
                yield (
                    f"decks: {name} has {employees} employees among {deck.size} cards; at least a tenth must be "
                    "employees, or nobody would ever be dealt one"
                )

    def _numbers(self) -> Iterator[str]:
        for name in PRESETS:
            if name not in self.presets:
                yield f"presets: {name} is missing"
        for name in BLANK_CARDS:
            changes = self.blank_cards.get(name)
            if changes is None:
                yield f"blank cards: {name} is missing"
            elif unknown := set(changes) - set(Terms.model_fields):
                yield f"blank cards: {name} changes {', '.join(sorted(unknown))}, which is no number of the terms"
            else:
                yield from self._changed(name, changes)

    def _changed(self, name: str, changes: Mapping[str, Any]) -> Iterator[str]:
        try:
            Terms.model_validate({**self.terms.model_dump(), **changes})
        except ValidationError as wrong:
            yield f"blank cards: {name} does not fit: {wrong.errors()[0]['msg']}"


PRESETS: Final = ("standard", "quick", "league", "text only")
BLANK_CARDS: Final = ("rich start", "big hands", "double hiring", "double draw", "full refund")

BOX: Final = EspionageBox.model_validate_json(Path(__file__).with_name("box.json").read_bytes())
"""The box of this program."""
