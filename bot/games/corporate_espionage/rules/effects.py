"""Effect: what the cards can do, as a closed vocabulary.

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


class OverheadTotal(Card):
    """The owner's card overhead is so much more, but never below 0."""

    kind: Literal["overhead_total"] = "overhead_total"
    delta: int


class IncomePer(Card):
    """More income: `amount` for every `divisor` other cards of a class in the owner's team, at most `max`."""

    kind: Literal["income_per"] = "income_per"
    per: Literal["employee", "executive", "team"]
    divisor: int = Field(ge=1)
    amount: int = Field(ge=0)
    max: int = Field(ge=0)


class Immune(Card):
    """Espionage with one of these tags cannot be aimed at the owner."""

    kind: Literal["immune"] = "immune"
    tags: tuple[Tag, ...] = Field(min_length=1)


class Shield(Card):
    """A card whose first operation is one of these cannot be aimed at the owner."""

    kind: Literal["shield"] = "shield"
    against: tuple[Shielded, ...] = Field(min_length=1)


class LossReduction(Card):
    """Each loss from espionage with one of these tags is smaller."""

    kind: Literal["loss_reduction"] = "loss_reduction"
    tags: tuple[Tag, ...] = Field(min_length=1)
    amount: int = Field(ge=0)


class HalveFirstLoss(Card):
    """The first loss from espionage in each round is halved, rounded up."""

    kind: Literal["halve_first_loss"] = "halve_first_loss"


class HireLimit(Card):
    """More hires each turn."""

    kind: Literal["hire_limit"] = "hire_limit"
    delta: int = Field(ge=0)


class ExecSlots(Card):
    """More executives at the same time."""

    kind: Literal["exec_slots"] = "exec_slots"
    delta: int = Field(ge=0)


class DrawBonus(Card):
    """More cards drawn each turn."""

    kind: Literal["draw_bonus"] = "draw_bonus"
    amount: int = Field(ge=0)


class CostMod(Card):
    """The owner's cards of a type cost `delta` more, but not less than `min`; a cheaper printed cost stays."""

    kind: Literal["cost_mod"] = "cost_mod"
    card_type: Literal["employee", "executive", "asset", "savvy", "espionage"]
    delta: int
    min: int = Field(default=0, ge=0)


class UpkeepDrain(Card):
    """At the owner's Income step every opponent loses points; this cannot be answered or reduced."""

    kind: Literal["upkeep_drain"] = "upkeep_drain"
    amount: int = Field(ge=0)
    targets: Literal["all_opponents"] = "all_opponents"


class TakeoverRatio(Card):
    """How many times the target's net worth a takeover needs, if this is less than usual."""

    kind: Literal["takeover_ratio"] = "takeover_ratio"
    num: int = Field(ge=1)
    den: int = Field(ge=1)


class LiquidationRate(Card):
    """Which part of its cost an asset brings, if this is more than usual."""

    kind: Literal["liquidation_rate"] = "liquidation_rate"
    num: int = Field(ge=1)
    den: int = Field(ge=1)


class HideAccount(Card):
    """The account is shown to nobody else."""

    kind: Literal["hide_account"] = "hide_account"


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


class Lose(Card):
    """The target loses points."""

    kind: Literal["lose"] = "lose"
    amount: int = Field(ge=0)


class LosePer(Card):
    """The target loses `base`, and `amount` for each card or point of income, at most `max`."""

    kind: Literal["lose_per"] = "lose_per"
    per: Literal["team", "asset", "income"]
    base: int = Field(ge=0)
    amount: int = Field(ge=0)
    max: int = Field(ge=0)


class LoseFraction(Card):
    """The target loses a part of its account or net worth, rounded up, within bounds."""

    kind: Literal["lose_fraction"] = "lose_fraction"
    of: Literal["account", "net_worth"]
    num: int = Field(ge=0)
    den: int = Field(ge=1)
    min: int = Field(ge=0)
    max: int = Field(ge=0)


class StealPoints(Card):
    """Points move from the target to the attacker, not more than its account holds."""

    kind: Literal["steal_points"] = "steal_points"
    amount: int = Field(ge=0)


class FireOp(Card):
    """A card of the target's team is discarded; when it has none of the class, `otherwise` happens."""

    kind: Literal["fire"] = "fire"
    type: Literal["employee", "executive"]
    chooser: Chooser | None = None
    otherwise: tuple[Lose, ...] = ()


class PoachOp(Card):
    """An employee of the target joins the attacker's team."""

    kind: Literal["poach"] = "poach"
    chooser: Chooser | None = None


class DestroyAsset(Card):
    """An asset of the target is discarded without refund."""

    kind: Literal["destroy_asset"] = "destroy_asset"
    chooser: Chooser | None = None


class StealAsset(Card):
    """An asset of the target with at most this cost joins the attacker's inventory."""

    kind: Literal["steal_asset"] = "steal_asset"
    max_cost: int = Field(ge=0)
    chooser: Chooser | None = None


class StatusOp(Card):
    """For some turns the target's Income step yields nothing, or its overhead is higher."""

    kind: Literal["status"] = "status"
    status: Literal["skip_income", "overhead_plus"]
    amount: int = Field(default=0, ge=0)
    turns: int = Field(ge=1)


class DiscardChosen(Card):
    """The attacker looks at the target's hand and discards cards of it."""

    kind: Literal["discard_chosen"] = "discard_chosen"
    count: int = Field(ge=1)


class DrawOp(Card):
    """The player of the card draws."""

    kind: Literal["draw"] = "draw"
    count: int = Field(ge=1)
    who: Literal["self"] = "self"


class Gain(Card):
    """The player of the card gains points."""

    kind: Literal["gain"] = "gain"
    amount: int = Field(ge=0)


class Cancel(Card):
    """The answered play has no effect."""

    kind: Literal["cancel"] = "cancel"
    what: Literal["espionage", "savvy", "hire", "purchase", "takeover"]
    card_to: Literal["discard", "hand"] = "discard"
    refund: bool = False


class AttackerLoses(Card):
    """Whoever made the answered play loses points."""

    kind: Literal["attacker_loses"] = "attacker_loses"
    amount: int = Field(ge=0)


class Redirect(Card):
    """The answered espionage gets another legal target."""

    kind: Literal["redirect"] = "redirect"


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
