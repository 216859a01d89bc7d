"""A closed vocabulary of the effects of cards.

A passive works while its card is in play. An operation happens once: those of espionage hit a target,
those of savvy answer a play or help their player. (Rulebook "How to Read a Card"; the words are ours.)
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine.records import Card

Tag: TypeAlias = Literal["legal", "personnel", "physical", "cyber", "financial"]
"""Which kind of espionage a card is."""

Trigger: TypeAlias = Literal[
    "espionage_at_me", "savvy_by_opponent", "hire_by_opponent", "purchase_by_opponent", "takeover_at_me", "any"
]
"""When a savvy card may be used."""

Shielded: TypeAlias = Literal[
    "fire_employee", "fire_executive", "poach", "destroy_asset", "steal_asset", "discard_chosen"
]
Chooser: TypeAlias = Literal["attacker", "victim"]
"""Who chooses the card that is hit; where a card does not say, the table has agreed on it."""

# Passives


class OverheadTotal(Card, kind="overhead_total"):
    """The owner's card overhead is so much more, but never below 0."""

    delta: int


class IncomePer(Card, kind="income_per"):
    """More income: `amount` for every `divisor` other cards of a class in the owner's team, at most `max`."""

    per: Literal["employee", "executive", "team"]
    divisor: int = Field(ge=1)
    amount: int = Field(ge=0)
    max: int = Field(ge=0)


class Immune(Card, kind="immune"):
    """Espionage with one of these tags cannot be aimed at the owner."""

    tags: tuple[Tag, ...] = Field(min_length=1)


class Shield(Card, kind="shield"):
    """A card whose first operation is one of these cannot be aimed at the owner."""

    against: tuple[Shielded, ...] = Field(min_length=1)


class LossReduction(Card, kind="loss_reduction"):
    """Each loss from espionage with one of these tags is smaller."""

    tags: tuple[Tag, ...] = Field(min_length=1)
    amount: int = Field(ge=0)


class HalveFirstLoss(Card, kind="halve_first_loss"):
    """The first loss from espionage in each round is halved, rounded up."""


class HireLimit(Card, kind="hire_limit"):
    """More hires each turn."""

    delta: int = Field(ge=0)


class ExecSlots(Card, kind="exec_slots"):
    """More executives at the same time."""

    delta: int = Field(ge=0)


class DrawBonus(Card, kind="draw_bonus"):
    """More cards drawn each turn."""

    amount: int = Field(ge=0)


class CostMod(Card, kind="cost_mod"):
    """The owner's cards of a type cost `delta` more, but not less than `min`; a cheaper printed cost stays."""

    card_type: Literal["employee", "executive", "asset", "savvy", "espionage"]
    delta: int
    min: int = Field(default=0, ge=0)


class UpkeepDrain(Card, kind="upkeep_drain"):
    """At the owner's Income step every opponent loses points; this cannot be answered or reduced."""

    amount: int = Field(ge=0)
    targets: Literal["all_opponents"] = "all_opponents"


class TakeoverRatio(Card, kind="takeover_ratio"):
    """How many times the target's net worth a takeover needs, if this is less than usual."""

    num: int = Field(ge=1)
    den: int = Field(ge=1)


class LiquidationRate(Card, kind="liquidation_rate"):
    """Which part of its cost an asset brings, if this is more than usual."""

    num: int = Field(ge=1)
    den: int = Field(ge=1)


class HideAccount(Card, kind="hide_account"):
    """The account is shown to nobody else."""


AnyPassive = Annotated[
    OverheadTotal
    | IncomePer
    | Immune
    | Shield
    | LossReduction
    | HalveFirstLoss
    | HireLimit
    | ExecSlots
    | DrawBonus
    | CostMod
    | UpkeepDrain
    | TakeoverRatio
    | LiquidationRate
    | HideAccount,
    Field(discriminator="kind"),
]

# Operations


class Lose(Card, kind="lose"):
    """The target loses points."""

    amount: int = Field(ge=0)


class LosePer(Card, kind="lose_per"):
    """The target loses `base`, and `amount` for each card or point of income, at most `max`."""

    per: Literal["team", "asset", "income"]
    base: int = Field(ge=0)
    amount: int = Field(ge=0)
    max: int = Field(ge=0)


class LoseFraction(Card, kind="lose_fraction"):
    """The target loses a part of its account or net worth, rounded up, within bounds."""

    of: Literal["account", "net_worth"]
    num: int = Field(ge=0)
    den: int = Field(ge=1)
    min: int = Field(ge=0)
    max: int = Field(ge=0)


class StealPoints(Card, kind="steal_points"):
    """Points move from the target to the attacker, not more than its account holds."""

    amount: int = Field(ge=0)


class FireOp(Card, kind="fire"):
    """A card of the target's team is discarded; when it has none of the class, `otherwise` happens."""

    type: Literal["employee", "executive"]
    chooser: Chooser | None = None
    otherwise: tuple[Lose, ...] = ()


class PoachOp(Card, kind="poach"):
    """An employee of the target joins the attacker's team."""

    chooser: Chooser | None = None


class DestroyAsset(Card, kind="destroy_asset"):
    """An asset of the target is discarded without refund."""

    chooser: Chooser | None = None


class StealAsset(Card, kind="steal_asset"):
    """An asset of the target with at most this cost joins the attacker's inventory."""

    max_cost: int = Field(ge=0)
    chooser: Chooser | None = None


class StatusOp(Card, kind="status"):
    """For some turns the target's Income step yields nothing, or its overhead is higher."""

    status: Literal["skip_income", "overhead_plus"]
    amount: int = Field(default=0, ge=0)
    turns: int = Field(ge=1)


class DiscardChosen(Card, kind="discard_chosen"):
    """The attacker looks at the target's hand and discards cards of it."""

    count: int = Field(ge=1)


class DrawOp(Card, kind="draw"):
    """The player of the card draws."""

    count: int = Field(ge=1)
    who: Literal["self"] = "self"


class Gain(Card, kind="gain"):
    """The player of the card gains points."""

    amount: int = Field(ge=0)


class Cancel(Card, kind="cancel"):
    """The answered play has no effect."""

    what: Literal["espionage", "savvy", "hire", "purchase", "takeover"]
    card_to: Literal["discard", "hand"] = "discard"
    refund: bool = False


class AttackerLoses(Card, kind="attacker_loses"):
    """The company that made the answered play loses points."""

    amount: int = Field(ge=0)


class Redirect(Card, kind="redirect"):
    """The answered espionage gets another legal target."""


AnyOp = Annotated[
    Lose
    | LosePer
    | LoseFraction
    | StealPoints
    | FireOp
    | PoachOp
    | DestroyAsset
    | StealAsset
    | StatusOp
    | DiscardChosen
    | DrawOp
    | Gain
    | Cancel
    | AttackerLoses
    | Redirect,
    Field(discriminator="kind"),
]
