"""Chapters of a game's rulebook: parsed from Markdown, with the lists of options and of cards generated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from bot.engine.cards import CardEntry
from bot.engine.options import Options, build_default_options, get_explanations, list_offered_values


@dataclass(frozen=True)
class Chapter:
    """A rulebook chapter in our own words, as Markdown."""

    title: str
    text: str


def parse_chapters(rules: str, options: type[Options] | None = None) -> list[Chapter]:
    """Return the chapters of a Markdown rulebook, which begin with second-level headings.

    Lines of a paragraph or a list item that were only wrapped in the file are joined, because Discord shows each line
    break. Headings, tables, quotes and list items keep a line of their own.

    Args:
        rules: the rulebook. A line `{options}` is replaced by the list of options.
        options: the game's options; the list is generated from their descriptions.

    Raises:
        ValueError: the rulebook has no place for that list.
    """
    if options is not None:
        if OPTIONS_LINE not in rules:
            raise ValueError(f"the rulebook has no line {OPTIONS_LINE.strip()} where the options are to be listed")
        rules = rules.replace(OPTIONS_LINE, f"\n{format_options_list(options)}\n")
    parts = [part.split("\n", 1) for part in rules.split("\n## ")[1:]]
    return [Chapter(title.strip(), _BROKEN.sub(" ", body.strip())) for title, body in parts]


def format_options_list(kind: type[Options]) -> str:
    """Return a list item for each option: its effect, the meaning of each value, and the default."""
    return "\n".join(
        f"- **{field.title}**: {_describe_option(kind, name)}" for name, field in kind.model_fields.items()
    )


def _describe_option(kind: type[Options], name: str) -> str:
    field = kind.model_fields[name]
    if field.annotation is bool:
        return f"{field.description} Usually {'on' if field.default else 'off'}."
    quick, slow = (getattr(build_default_options(kind, hours), name) for hours in (0, None))
    new, meaning = list_offered_values(field, None), get_explanations(field)
    found = [field.description or ""]
    for value in get_args(field.annotation):
        notes = {quick: "usual", slow: "usual"} if quick == slow else {quick: "usual", slow: "usual at a slow pace"}
        note = notes.get(value, "") if value in new else "older tables only"
        called = f"*{value}*" + (f" ({note})" if note else "")
        found.append(f"{called}: {meaning[value]}" if value in meaning else f"{called}.")
    return " ".join(found)


def build_card_chapters(cards: Sequence[CardEntry]) -> list[Chapter]:
    """Return the card reference as chapters to append to the rules: one or more for each kind of card."""
    found = []
    for kind in dict.fromkeys(card.kind for card in cards):
        parts: list[list[str]] = [[]]
        for line in (f"- {card.line}" for card in cards if card.kind == kind):
            if sum(len(other) + 1 for other in parts[-1]) + len(line) > ON_A_SCREEN:
                parts.append([])
            parts[-1].append(line)
        for number, part in enumerate(parts, 1):
            of = f" ({number} of {len(parts)})" if len(parts) > 1 else ""
            found.append(Chapter(f"Cards: {kind}{of}", "\n".join(part)))
    return found


ON_A_SCREEN = 3500
"""Maximum characters in a chapter of cards."""
OPTIONS_LINE = "\n{options}\n"
_BROKEN = re.compile(r"(?<!\n)\n *(?!\s|[-*+] |\d+[.)] |#+ |\||>)")
"""A line break within a sentence; the next line may begin with a number or bold text."""
