"""House Rules.

Options that the table may agree on before the start. A preset sets the safeguards; options chosen in addition
override it. The modules of the house rules: cards sold among players in `trading`, loans in `loans`,
embargoes and statements in `embargoes`, teams in `start` and `elimination`; the blank card only changes
numbers. (Rulebook "House Rules"; presets and safeguards are ours.)
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic.config import JsonDict

from bot.engine.options import Options
from bot.games.corporate_espionage.components import EspionageBox, Honeymoon, Preset, Terms

AS_PRESET: JsonDict = {"as preset": "what the preset says."}
ON_OR_OFF: JsonDict = {
    **AS_PRESET,
    "on": "whatever the preset says.",
    "off": "whatever the preset says.",
}
"""How a value reads that leaves a matter to the preset, or takes it out of its hands."""


class EspionageOptions(Options):
    """What the table agrees on before the start."""

    preset: Literal["standard", "quick", "league", "text only"] = Field(
        "standard",
        title="Preset",
        description="Which safeguards keep a game from being over too soon, or from never ending.",
        json_schema_extra={
            "shortens": ["quick"],
            "explained": {
                "standard": "honeymoon, spotlight and levy; places in the turn order that win less get more.",
                "quick": "a shorter honeymoon, an earlier levy, and after round 8 the highest net worth wins.",
                "league": "the highest net worth after a fixed round wins, and everybody gets a place.",
                "text only": "the booklet's own rules, no safeguards; a game may be over early, or never.",
            },
        },
    )
    reactions: Literal["aimed", "discreet", "eligible", "everyone"] = Field(
        "aimed",
        title="Who is asked to respond",
        description="For whom the table waits after each play. This decides how many days a game takes.",
        json_schema_extra={
            "explained": {
                "aimed": "only the company a play is aimed at; all others lay cards ready beforehand.",
                "discreet": "as the booklet has it: all who might hold an answer, as far as everybody can know.",
                "eligible": "only those who hold an answer, which tells something about hands.",
                "everyone": "all opponents, about everything.",
            }
        },
    )
    honeymoon: Literal["as preset", "on", "off"] = Field(
        "as preset",
        title="Honeymoon",
        description="No espionage in the first rounds and no takeover for one round more.",
        json_schema_extra={"explained": ON_OR_OFF},
    )
    spotlight: Literal["as preset", "on", "off"] = Field(
        "as preset",
        title="Spotlight",
        description="Only so many attacks on one company between two of its own turns.",
        json_schema_extra={"explained": ON_OR_OFF},
    )
    levy: Literal["as preset", "after round 5", "after round 8", "off"] = Field(
        "as preset",
        title="Levy",
        description="At the end of each late round everybody loses 1, 3, 6, 10 and so on, so the game ends.",
        json_schema_extra={
            "explained": {
                **AS_PRESET,
                "after round 5": "it begins early, so the game is over sooner.",
                "after round 8": "as in the standard preset.",
                "off": "no levy; a game may take long.",
            }
        },
    )
    round_limit: Literal["as preset", "none", "8 rounds", "10 rounds", "15 rounds", "20 rounds"] = Field(
        "as preset",
        title="Round limit",
        description="After this round the highest net worth wins.",
        json_schema_extra={
            "explained": {
                **AS_PRESET,
                "none": "until one company is left.",
                "8 rounds": "a short game.",
                "10 rounds": "time for one big plan.",
                "15 rounds": "time to build and to be attacked.",
                "20 rounds": "hardly ever reached.",
            }
        },
    )
    accounts: Literal["open", "on audit"] = Field(
        "open",
        title="Bank accounts",
        description="Always shown, or only at the end of a turn and in an audit. A card can hide one.",
        json_schema_extra={
            "explained": {
                "open": "everybody always sees all points that no card hides.",
                "on audit": "points are shown at the end of a turn and when somebody asks for an audit.",
            }
        },
    )
    losses: Literal["attacker chooses", "victim chooses"] = Field(
        "attacker chooses",
        title="Who chooses what is lost",
        description="Which employee, executive or asset espionage hits, where the card does not say.",
        json_schema_extra={
            "explained": {
                "attacker chooses": "the player of the card chooses.",
                "victim chooses": "the player who is hit chooses, which takes one more answer.",
            }
        },
    )
    decks: Literal["one for all", "own decks"] = Field(
        "one for all",
        title="Decks",
        description="Everybody plays the same deck, or chooses one before the start.",
        json_schema_extra={
            "explained": {
                "one for all": "everybody plays the same deck.",
                "own decks": "everybody chooses one of the decks before the first round.",
            }
        },
    )
    teams: Literal["off", "alliances", "shared companies"] = Field(
        "off",
        title="Teams",
        description="With 4 or 6: players who sit opposite are allies and win together, or run one company.",
        json_schema_extra={
            "explained": {
                "off": "everybody for themselves.",
                "alliances": "players who sit opposite each other win together.",
                "shared companies": "players who sit opposite each other run one company with one deck.",
            },
            "teams": True,
        },
    )
    trading: bool = Field(False, title="Trading", description="Cards may be sold from player to player.")
    loans: bool = Field(False, title="Loans", description="Players may lend each other points, with interest.")
    embargoes: bool = Field(
        False, title="Embargoes", description="A majority may agree not to deal with a company for a while."
    )
    statements: bool = Field(
        False,
        title="Statements",
        description="Alliances and embargoes may be declared openly or in private; they bind nobody.",
    )
    blank_card: Literal["off", "rich start", "big hands", "double hiring", "double draw", "full refund"] = Field(
        "off",
        title="Blank house rules card",
        description="More points, bigger hands, two hires, two cards drawn, or assets sold for their full cost.",
        json_schema_extra={
            "explained": {
                "off": "nothing is changed.",
                "rich start": "everybody begins with more points.",
                "big hands": "everybody holds more cards.",
                "double hiring": "two hires a turn instead of one.",
                "double draw": "two cards are drawn a turn instead of one.",
                "full refund": "assets are sold for their full cost.",
            }
        },
    )
    first_draw: bool = Field(
        True, title="First draw", description="Whether the first player draws a card in the first turn."
    )
    dance: bool = Field(
        False, title="Bankruptcy dance", description="A player who goes bankrupt owes the table a dance."
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.preset == "league" and self.teams != "off":
            raise ValueError("A league ranks single players: choose another preset, or switch teams off.")
        if self.preset != "text only" and (self.honeymoon, self.spotlight, self.levy) == ("off", "off", "off"):
            raise ValueError("Without honeymoon, spotlight and levy nothing of the preset is left: choose text only.")
        return self


def preset_of(options: EspionageOptions, box: EspionageBox) -> Preset:
    """Return what the table's preset says."""
    return box.presets[options.preset]


def terms_of(options: EspionageOptions, box: EspionageBox) -> Terms:
    """Return the numbers of this game: the printed ones, the preset's, and the options chosen in addition (CE-34)."""
    preset = preset_of(options, box)
    honeymoon = preset.honeymoon if isinstance(preset.honeymoon, Honeymoon) else box.honeymoon
    protected = {"on": True, "off": False}.get(options.honeymoon, preset.honeymoon is not False)
    spotlight = {"on": True, "off": False}.get(options.spotlight, preset.spotlight)
    levy = {"after round 5": 5, "after round 8": 8, "off": None}.get(options.levy, preset.levy_after)
    chosen = options.round_limit.removesuffix(" rounds")
    limit = int(chosen) if chosen.isdecimal() else None if chosen == "none" else preset.round_limit
    blank = box.blank_cards.get(options.blank_card, {})
    return Terms.model_validate(
        {
            **box.terms.model_dump(),
            "peaceful_rounds": honeymoon.no_espionage_through_round if protected else 0,
            "no_takeover_rounds": honeymoon.no_takeover_through_round if protected else 0,
            "spotlight": spotlight,
            "levy_after": levy,
            "round_limit": limit,
            **blank,
        }
    )


def agreed(options: EspionageOptions, edition: int) -> list[str]:
    """Return the differences from the standard game of this edition, in words (CE-41)."""
    usual = {"reactions": "discreet"} if edition == 1 else {}
    found = [f"preset {options.preset}"]
    for name, field in type(options).model_fields.items():
        value = getattr(options, name)
        if name != "preset" and value != usual.get(name, field.default):
            words = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
            found.append(f"{(field.title or name).lower()}: {words}")
    return found
