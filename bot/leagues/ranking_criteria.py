"""Measures: by what a standing ranks, as people read it; `standings` ranks by the same, in the same order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from bot.leagues.rules import SIXTIETHS, Format, Rules
from bot.leagues.scoring import EntrantNumber
from bot.leagues.standings import PARTS, Standing


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing by which a standing ranks; more is better."""

    head: str
    """What it is called."""
    short: str
    """The same above a narrow column."""
    words: str
    """How it is said of somebody: with what is shown in it, or with its hundredfold, as the second."""
    of: Callable[[Standing], int | None]
    """None: it does not count for them."""
    parts: int = 1
    """In which it is counted."""

    def shown(self, row: Standing) -> str:
        """Return it as people write it; empty: it does not count for them."""
        value = self.of(row)
        return "" if value is None else f"{round(value / self.parts, 2 if self.parts == SIXTIETHS else 3):g}"

    def said(self, row: Standing) -> str:
        """Return it in words."""
        value = self.of(row)
        return self.words.format(self.shown(row), 0 if value is None else 100 * value / self.parts)


def _measure(head: str, short: str, words: str, field: str, parts: int = 1) -> Measure:
    return Measure(head, short, words, attrgetter(field), parts)


_SHARE = _measure(
    "Share of the winner's score", "Share", "together {1:.1f} % of the winners' scores", "share", 1_000_000
)
_AS_LAST = (
    _measure("Wins", "Wins", "wins {}", "wins"),
    _measure("Second places", "2nds", "second places {}", "seconds"),
    _SHARE,
)
MEASURES: Mapping[Format, Sequence[Measure]] = {
    "division": (
        _measure("Points", "Points", "{}", "points", SIXTIETHS),
        _measure("Points among the level", "Level", "points among those level: {}", "among", SIXTIETHS),
        *_AS_LAST,
        _measure("Points of those left behind", "Behind", "points of those left behind: {}", "berger", 2 * SIXTIETHS),
    ),
    "swiss": (
        _measure("Points per table", "Per table", "{} a table", "per_table", PARTS * SIXTIETHS),
        _measure("Opponents per table", "Opponents", "opponents' average {}", "opponents", PARTS * SIXTIETHS),
        *_AS_LAST,
    ),
    "cup": (
        _measure("Round reached", "Round", "round {}", "reached"),
        _measure("Behind at the last table", "Behind", "{} behind at the last table", "beaten"),
    ),
    "ladder": (_measure("Rating", "Rating", "{}", "rating"),),
}
"""By format: what comes first, and then what tells those apart who are level in it."""


def measures_of(rules: Rules) -> Sequence[Measure]:
    """Return by what a season ranks, in its order; scores of different games are not compared."""
    return [one for one in MEASURES[rules.format] if rules.compares_scores() or one is not _SHARE]


def ranked_by(kind: Format) -> Measure:
    """Return what comes first in a standing."""
    return MEASURES[kind][0]


def told_apart(kind: Format, rows: Sequence[Standing]) -> Mapping[EntrantNumber, str]:
    """Return by what each is told apart from their neighbours with whom they are level in what comes first.

    Args:
        kind: of the season.
        rows: of a division, the first place first.

    Returns:
        The measures that decide, in words; who is level with nobody, or shares their place, is not in it.
    """
    _, *others = MEASURES[kind]
    found: dict[EntrantNumber, dict[str, None]] = {}
    for one, other in pairwise(rows):
        if one.below != other.below or ranked_by(kind).of(one) != ranked_by(kind).of(other):
            continue
        decides = next((measure for measure in others if measure.of(one) != measure.of(other)), None)
        if decides is not None:
            for row in (one, other):
                found.setdefault(row.number, {})[decides.said(row)] = None
    return {number: ", ".join(words) for number, words in found.items()}
