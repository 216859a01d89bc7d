"""Groups of the plays of a turn, which become menus and buttons.

Activations, the Central Bank and hires are menus of their own where a panel has room for them. (How it is asked is
ours.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
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
ACTIVATING, INVESTING, HIRING = "Activate", "Central Bank", "Hire"
"""The kinds in `ACTIVATE`."""
KINDS: Mapping[type[Move], str] = {
    moves.BuyResources: RESOURCES,
    moves.BuyCompany: COMPANY,
    moves.ActivateCompany: ACTIVATING,
    moves.Invest: INVESTING,
    moves.HireCompany: HIRING,
    moves.DrawExtra: START,
    moves.Exchange: START,
    moves.MoveBlock: BLOCK,
    moves.EndTurn: END,
}
BESIDE = {COMPANY: "company", HIRING: "hire"}
"""Names of kinds behind the name of another one."""
GROUPINGS: Sequence[Sequence[Sequence[str]]] = [
    (*buying, *activating)
    for buying, activating in product(
        (((RESOURCES,), (COMPANY,)), ((RESOURCES, COMPANY),)),
        (
            ((ACTIVATING,), (INVESTING,), (HIRING,)),
            ((ACTIVATING, INVESTING), (HIRING,)),
            ((ACTIVATING, HIRING), (INVESTING,)),
            ((ACTIVATING,), (INVESTING, HIRING)),
            ((ACTIVATING, INVESTING, HIRING),),
        ),
    )
]
"""Ways to group the kinds that can share a menu, the clearest first."""
FEWEST_WITH_BUYS_APART = GROUPINGS[4]
"""How they are grouped where a panel has room for none of these ways."""
MAX_MENUS, MAX_LINES, MAX_GROUPS = 3, 25, 5
"""The menus side by side on a panel, the lines of a menu, and the menus and buttons together."""


def name_group(play: Move, plays: Sequence[Move]) -> str:
    """Return the group of a play among all plays of a turn."""
    counts = Counter(KINDS[type(one)] for one in plays)
    grouping = next((grouping for grouping in GROUPINGS if _has_room(counts, grouping)), FEWEST_WITH_BUYS_APART)
    kind = KINDS[type(play)]
    group = next((group for group in grouping if kind in group), (kind,))
    first, *others = [one for one in group if counts[one]]
    return ", ".join([first, *(BESIDE.get(one, one) for one in others)])


def _has_room(counts: Mapping[str, int], grouping: Sequence[Sequence[str]]) -> bool:
    """Whether a panel has room for this grouping and the other kinds; without menus, each play is a button."""
    grouped = [kind for group in grouping for kind in group]
    sizes = [[counts[kind] for kind in group] for group in grouping]
    sizes += [[count] for kind, count in counts.items() if kind not in grouped]
    if any(max(size) < sum(size) > MAX_LINES for size in sizes):
        return False
    totals = [sum(size) for size in sizes]
    menus, groups = sum(1 < total <= MAX_LINES for total in totals), sum(total > 0 for total in totals)
    return sum(totals) <= MAX_GROUPS or (menus <= MAX_MENUS and groups <= MAX_GROUPS)
