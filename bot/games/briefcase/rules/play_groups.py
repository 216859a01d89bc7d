"""Groups of the plays of a turn, which become menus and buttons.

First activations, others, the Central Bank and hires are menus of their own where a panel has room for them. (How it is
asked is ours.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import product

from bot.engine.records import Move
from bot.games.briefcase import moves

RESOURCES, COMPANY, ACTIVATE, START, BLOCK, END = (
    "Buy resources",
    "Buy company",
    "Activate, hire",
    "Before you play",
    "Move a block",
    "End turn",
)
"""The kinds of play, as they are called where they are always in the same groups."""
ACTIVATING, AGAIN, INVESTING, HIRING = "Activate", "Activate again", "Central Bank", "Hire"
"""The kinds in `ACTIVATE`: an activation that scores or is the first of its company, another one, and so on."""
KINDS: Mapping[type[Move], str] = {
    moves.BuyResources: RESOURCES,
    moves.BuyCompany: COMPANY,
    moves.ActivateCompany: AGAIN,
    moves.Invest: INVESTING,
    moves.HireCompany: HIRING,
    moves.DrawExtra: START,
    moves.Exchange: START,
    moves.MoveBlock: BLOCK,
    moves.EndTurn: END,
}
BESIDE = {COMPANY: "company", AGAIN: "again", HIRING: "hire"}
"""Names of kinds behind the name of another one."""
_BUYING = ((RESOURCES,), (COMPANY,)), ((RESOURCES, COMPANY),)
_SCORING_APART = (
    ((ACTIVATING,), (AGAIN,), (INVESTING,), (HIRING,)),
    ((ACTIVATING,), (AGAIN, INVESTING), (HIRING,)),
    ((ACTIVATING,), (AGAIN, HIRING), (INVESTING,)),
    ((ACTIVATING,), (AGAIN,), (INVESTING, HIRING)),
    ((ACTIVATING,), (AGAIN, INVESTING, HIRING)),
)
_TOGETHER = (
    ((ACTIVATING, AGAIN), (INVESTING, HIRING)),
    ((ACTIVATING, AGAIN, INVESTING), (HIRING,)),
    ((ACTIVATING, AGAIN, INVESTING, HIRING),),
)
GROUPINGS: Sequence[Sequence[Sequence[str]]] = [
    (*buying, *activating) for buying, activating in (*product(_BUYING, _SCORING_APART), *product(_BUYING, _TOGETHER))
]
"""Ways to group the kinds that can share a menu, the clearest first."""
FEWEST_WITH_BUYS_APART: Sequence[Sequence[str]] = (*_BUYING[0], *_TOGETHER[-1])
"""How they are grouped where a panel has room for none of these ways."""
MAX_GROUP_CHARS = 28
"""The largest number of characters of a group's name; beside a hire it has at most 21."""
MAX_MENUS, MAX_LINES, MAX_GROUPS = 3, 25, 5
"""The menus side by side on a panel, the lines of a menu, and the menus and buttons together."""


def name_groups(plays: Sequence[Move], scoring: Mapping[str, int]) -> Sequence[str]:
    """Return the group of each of the plays of a turn.

    Args:
        plays: all plays.
        scoring: the companies whose activation scores or is their first, with the points.
    """
    kinds = [_find_kind(play, scoring) for play in plays]
    counts = Counter(kinds)
    grouping = next((grouping for grouping in GROUPINGS if _has_room(counts, grouping)), FEWEST_WITH_BUYS_APART)
    names = {kind: _name_group(group, counts, scoring) for group in grouping for kind in group}
    return [names.get(kind, kind) for kind in kinds]


def _find_kind(play: Move, scoring: Collection[str]) -> str:
    if isinstance(play, moves.ActivateCompany) and play.company in scoring:
        return ACTIVATING
    return KINDS[type(play)]


def _name_group(group: Sequence[str], counts: Mapping[str, int], scoring: Mapping[str, int]) -> str:
    """Return the name of a group: the kinds that it has, and what its best activation scores if others hide it."""
    first, *others = [kind for kind in group if counts[kind]] or group
    if first == AGAIN and INVESTING in others and HIRING in others:
        return "Again, bank, hire"
    if first == ACTIVATING and others:
        others = [HIRING] if HIRING in others else [kind for kind in others if kind != AGAIN]
        best = max(scoring.values(), default=0)
        first = f"{ACTIVATING}: +{best}" if best else ACTIVATING
    return ", ".join([first, *(BESIDE.get(kind, kind) for kind in others)])


def _has_room(counts: Mapping[str, int], grouping: Sequence[Sequence[str]]) -> bool:
    """Whether a panel has room for this grouping and the other kinds; without menus, each play is a button.

    Single plays become a menu where the panel is high, and an activation that scores takes as much room as a button.
    """
    grouped = [kind for group in grouping for kind in group]
    groups = [*grouping, *([kind] for kind in counts if kind not in grouped)]
    sizes = [[counts[kind] for kind in group] for group in groups]
    if any(max(size) < sum(size) > MAX_LINES for size in sizes):
        return False
    totals = [sum(size) for size in sizes]
    single = sum(total == 1 for group, total in zip(groups, totals, strict=True) if group not in ((ACTIVATING,), [END]))
    scoring = any(ACTIVATING in group and total == 1 for group, total in zip(groups, totals, strict=True))
    menus = sum(1 < total <= MAX_LINES for total in totals) + (single > 1) + scoring
    return sum(totals) <= MAX_GROUPS or (menus <= MAX_MENUS and sum(total > 0 for total in totals) <= MAX_GROUPS)
