"""What each game's `statements.md` lists, with the numbers of its box filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.testing.tested import find_folder

LINE = re.compile(r"- (.+?) -> (.+)")
WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
CARDS_AND_BOTS = {
    "goodwill": ("characters", "strong", "thinks", "weighs", "ease", "edition", "events", "bosses", "derivatives"),
    "corporate-espionage": ("characters", "strong", "weighs", "ease", "edition", "cards", "decks"),
    "briefcase": ("characters", "strong", "weighs", "ease", "edition", "companies", "sets"),
    "carnegie": (
        *("characters", "strong", "weighs", "ease", "edition", "designed", "timeline", "company", "printed"),
        *("departments", "tracks", "cities", "routes", "tabs", "donations", "solo"),
    ),
    "big-shoulders": (
        *("characters", "strong", "weighs", "ease", "edition", "plan", "spaces", "companies", "tiles", "assets"),
        *("demand_tiles", "goals"),
    ),
}
"""Parts of a box that only bots read, or that are listed card by card as they are in the box."""
NOT_TOLD = {
    "goodwill": {
        "share_parts": "it is called a tenth",
        "calendar.short.last": "all end in the same year",
        "calendar.long.last": "all end in the same year",
        "resources.tokens_of_each": "a limit of the box",
        "chalkboard.step": "prices are called even",
        "chalkboard.odd_step": "every price",
        "auction.lowest_bid": "asked for when it comes to that",
        "auction.highest_raise": "asked for when it comes to that",
    },
    "corporate-espionage": {
        "terms.draws": "it is called a card",
        "terms.liquidation.num": "it is called half",
        "terms.liquidation.den": "it is called half",
        "terms.takeover_ratio.num": "it is called twice",
        "terms.takeover_ratio.den": "it is called twice",
        "terms.embargo_companies": "embargoes are offered where they make sense",
        "terms.peaceful_rounds": "the honeymoon says it",
        "terms.no_takeover_rounds": "the honeymoon says it",
        "presets.league.levy_after": "as in the standard game",
        "presets.quick.honeymoon.no_espionage_through_round": "a round less than usual",
        "presets.quick.honeymoon.no_takeover_through_round": "a round less than usual",
        "blank_cards.full refund.liquidation.num": "it is called the full cost",
        "blank_cards.full refund.liquidation.den": "it is called the full cost",
        "house_rules.loan_factor": "it is called twice",
        "house_rules.highest_price": "a limit of the form",
        "house_rules.loan_highest": "a limit of the form",
        "house_rules.deals_per_turn": "asked for when it comes to that",
        "house_rules.statements_per_turn": "asked for when it comes to that",
        "highest_order": "a limit of the form",
    },
    "briefcase": {},
    "carnegie": {},
    "big-shoulders": {"terms.building_spaces": "one for each decade"},
}
"""Numbers of a box that appear in other words, or only at their question."""


def one_line(words: str) -> str:
    """Join lines that were broken to fit a file."""
    return " ".join(words.split())


class Told(Formatter):
    """Fills in numbers of a box, as figures or as words."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.named: set[str] = set()

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        """Return a part of the box."""
        return getattr(self.box, str(key))

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """Note which number it is."""
        self.named.add(field_name.replace("[", ".").replace("]", ""))
        return super().get_field(field_name, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a number as it reads in a rulebook."""
        match format_spec:
            case "word":
                return WORDS[value]
            case "Word":
                return WORDS[value].capitalize()
            case "th":
                return ORDINALS[value]
            case "next":
                return str(value + 1)
            case "half":
                return str(value // 2)
        return str(value)


def numbers(part: Any, path: str = "") -> Iterator[str]:
    """Yield where the numbers of a box are that stand in no list or table: those are boards, cards and setups."""
    if isinstance(part, dict):
        for name, inner in part.items():
            if not name.isdigit():  # what depends on the number of players
                yield from numbers(inner, f"{path}.{name}" if path else name)
    elif isinstance(part, int) and not isinstance(part, bool):
        yield path


def statements(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Yield each statement of a game's rules with the words that tell it."""
    listed = Path(find_folder(game) / "statements.md").read_text(encoding="utf-8")
    for line in listed.splitlines():
        if line.startswith("- "):
            found = LINE.fullmatch(line)
            assert found is not None, line
            yield found[1], one_line(found[2])
