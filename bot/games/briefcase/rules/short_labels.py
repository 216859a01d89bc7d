"""Short labels of options, for buttons and lines of menus.

A phone shows about 38 characters of them, and the letter of a place on a picture takes four. Whole labels are in
`in_words`, and name what a short one leaves out in their hints. (The texts are ours.)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from bot.games.briefcase.rules.vocabulary import amounts

MAX_CHARS = 34
"""The largest number of characters of a label beside the letter of a place."""
MAX_UNMARKED_CHARS = 38
"""The same of a label that never has a letter."""
MAX_NAME_CHARS = 13
"""The largest number of characters of a company's name beside that of its owner."""
MAX_HIRED_CHARS = 18
"""The largest number of characters of a hired company's name in a whole label."""
_COMPANIES = re.compile(r" \([^)]*\)")
_ONE = re.compile(r"\b1 ")
_KINDS = {"Company", "Firm", "Agency"}
"""Last words of companies' names, without which they are still told apart."""


def shorten(label: str, *shorter: str, most: int = MAX_CHARS) -> str:
    """Return the first of the shorter labels that fits; nothing if the label itself does."""
    if len(label) <= most:
        return ""
    return next((one for one in shorter if len(one) <= most), cut(shorter[-1], most))


def cut(label: str, most: int) -> str:
    """Return the label, cut to a number of characters."""
    return label if len(label) <= most else f"{label[: most - 1].rstrip(' ,(')}…"


def abbreviate(company: str) -> str:
    """Return a company's name without its kind: "Insurance" for Insurance Company."""
    name, _, kind = company.rpartition(" ")
    return name if kind in _KINDS else company


def list_briefly(things: Iterable[str]) -> str:
    """Return equal things counted, a single one without its number: "2 Steel, Paper", "2 Buys, Hire"."""
    return drop_ones(amounts(things))


def drop_ones(words: str) -> str:
    """Return counted things without the numbers of single ones."""
    return _ONE.sub("", words)


def drop_companies(words: str) -> str:
    """Return how something is paid without the companies that turn cards or resources into others."""
    return _COMPANIES.sub("", words)


def shorten_ways(ways: Sequence[str]) -> list[str]:
    """Return a short label for each of these ways to pay one cost; nothing where none is needed.

    It names what stands for something else, in which they differ. Those without room or like another are numbered.
    """
    if all(len(words) <= MAX_UNMARKED_CHARS for words in ways):
        return [""] * len(ways)
    brief = [_describe_difference(words) for words in ways]
    alike = Counter(brief)
    return [
        words if alike[words] == 1 and len(words) <= MAX_UNMARKED_CHARS else cut(f"{at}. {words}", MAX_UNMARKED_CHARS)
        for at, words in enumerate(brief, 1)
    ]


def _describe_difference(words: str) -> str:
    parts = drop_ones(drop_companies(words)).split(", ")
    return ", ".join([part for part in parts if " as " in part] or parts).removeprefix("Pay ")
