"""Ranking criteria as shown to people; `standings` ranks by the same ones in the same order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from bot.leagues.rules import SIXTIETHS, Ranking, Rules
from bot.leagues.scoring import EntrantNumber
from bot.leagues.standings import POINT_FRACTION, Standing


@dataclass(frozen=True, slots=True)
class Measure:
    """A ranking criterion; more is better."""

    head: str
    """Column heading."""
    short: str
    """The same for a narrow column."""
    words: str
    """Format string for a sentence; {0} is the displayed value, {1} a hundred times the value."""
    of: Callable[[Standing], int | None]
    """Reads the value; None where it does not count."""
    parts: int = 1
    """Unit divisor of the value."""

    def format_value(self, row: Standing) -> str:
        """Return the displayed value; empty where it does not count."""
        value = self.of(row)
        return "" if value is None else f"{round(value / self.parts, 2 if self.parts == SIXTIETHS else 3):g}"

    def format_sentence(self, row: Standing) -> str:
        """Return the value in a sentence."""
        value = self.of(row)
        return self.words.format(self.format_value(row), 0 if value is None else 100 * value / self.parts)


def _build_measure(head: str, short: str, words: str, field: str, parts: int = 1) -> Measure:
    return Measure(head, short, words, attrgetter(field), parts)


_SHARE = _build_measure(
    "Share of the winner's score", "Share", "together {1:.1f} % of the winners' scores", "share", 1_000_000
)
_AS_LAST = (
    _build_measure("Wins", "Wins", "wins {}", "wins"),
    _build_measure("Second places", "2nds", "second places {}", "seconds"),
    _SHARE,
)
MEASURES: Mapping[Ranking, Sequence[Measure]] = {
    "division": (
        _build_measure("Points", "Points", "{}", "points", SIXTIETHS),
        _build_measure("Points among the level", "Level", "points among those level: {}", "among", SIXTIETHS),
        *_AS_LAST,
        _build_measure(
            "Points of those left behind", "Behind", "points of those left behind: {}", "berger", 2 * SIXTIETHS
        ),
    ),
    "swiss": (
        _build_measure("Points per table", "Per table", "{} a table", "per_table", POINT_FRACTION * SIXTIETHS),
        _build_measure(
            "Opponents per table", "Opponents", "opponents' average {}", "opponents", POINT_FRACTION * SIXTIETHS
        ),
        *_AS_LAST,
    ),
    "cup": (
        _build_measure("Round reached", "Round", "round {}", "reached"),
        _build_measure("Behind at the last table", "Behind", "{} behind at the last table", "beaten"),
    ),
    "ladder": (_build_measure("Rating", "Rating", "{}", "rating"),),
}
"""Criteria by kind of ranking: the first, then the tie-breaks."""


def list_measures(rules: Rules, kind: Ranking) -> Sequence[Measure]:
    """Return the criteria of a standing in order, without scores if it compares different games."""
    return [one for one in MEASURES[kind] if rules.can_compare_scores() or one is not _SHARE]


def get_first_measure(kind: Ranking) -> Measure:
    """Return the first criterion of a standing."""
    return MEASURES[kind][0]


def explain_tie_breaks(rows: Sequence[Standing]) -> Mapping[EntrantNumber, str]:
    """Return the tie-breaks that separate entrants from equal neighbours.

    Args:
        rows: standings of a division, the first place first.

    Returns:
        The deciding criteria in words. Entrants without a tie, and those who share a place, are missing.
    """
    if not rows:
        return {}
    first, *others = MEASURES[rows[0].kind]
    found: dict[EntrantNumber, dict[str, None]] = {}
    for one, other in pairwise(rows):
        if one.below != other.below or first.of(one) != first.of(other):
            continue
        decides = next((measure for measure in others if measure.of(one) != measure.of(other)), None)
        if decides is not None:
            for row in (one, other):
                found.setdefault(row.number, {})[decides.format_sentence(row)] = None
    return {number: ", ".join(words) for number, words in found.items()}
