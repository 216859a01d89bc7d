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
from bot.games.briefcase.components import Resource

RESOURCES, COMPANY, ACTIVATE, START, BLOCK, END = (
    "Buy resources",
    "Buy company",
    "Activate, hire",
    "Before you play",
    "Move a block",
    "End turn",
)
"""The kinds of play, as they are called where they are always in the same groups."""
SCORING, ACTIVATING, INVESTING, HIRING = "Activate to score", "Activate", "Central Bank", "Hire"
"""The kinds in `ACTIVATE`: an activation that scores, another one, points for Buys, and a hire."""
BUY = "Buy"
"""The name of a group of resources and companies."""
NEEDED, OTHERS = "Buy what you need", "Buy other resources"
"""The two kinds of purchases of resources: a company of the player needs all of them, or not."""
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
_BUYING = (
    ((RESOURCES, NEEDED, COMPANY), (OTHERS,)),
    ((RESOURCES, NEEDED, COMPANY, OTHERS),),
    ((RESOURCES, NEEDED, OTHERS), (COMPANY,)),
)
_ACTIVATING = (
    ((SCORING,), (ACTIVATING, INVESTING), (HIRING,)),
    ((SCORING,), (ACTIVATING, INVESTING, HIRING)),
    ((SCORING, ACTIVATING, INVESTING), (HIRING,)),
    ((SCORING, ACTIVATING, INVESTING, HIRING),),
)
GROUPINGS: Sequence[Sequence[Sequence[str]]] = [
    (*buying, *activating) for buying, activating in product(_BUYING, _ACTIVATING)
]
"""Ways to group the kinds that can share a menu, the clearest first."""
FALLBACKS: Sequence[Sequence[Sequence[str]]] = ((*_BUYING[1], *_ACTIVATING[2]), (*_BUYING[2], *_ACTIVATING[-1]))
"""How they are grouped where a panel has room for none of these ways; two menus are joined then."""
MAX_GROUP_CHARS = 28
"""The number of characters of a group's name for which labels leave room; beside a hire it has at most 14."""
MAX_JOINED = 9
"""The lines of the longest menu that a single play joins where the panel is high."""
MAX_TOGETHER = 14
"""The most purchases that stand in one menu, needed or not."""
MAX_MENUS, MAX_LINES, MAX_GROUPS = 3, 25, 5
"""The menus side by side on a panel, the lines of a menu, and the menus and buttons together."""


def name_groups(
    plays: Sequence[Move], scoring: Mapping[str, int], needed: Collection[Sequence[Resource]] = ()
) -> Sequence[str]:
    """Return the group of each of the plays of a turn.

    Args:
        plays: all plays.
        scoring: the companies whose activation scores, with the points.
        needed: the resources on sale of which all count for a company of the player.
    """
    kinds = [_find_kind(play, scoring, needed) for play in plays]
    if OTHERS not in kinds or NEEDED not in kinds:
        kinds = [RESOURCES if kind in (OTHERS, NEEDED) else kind for kind in kinds]
    counts = Counter(kinds)
    grouping = next((grouping for grouping in GROUPINGS if _has_room(counts, grouping)), None)
    if grouping is None:
        grouping = next((one for one in FALLBACKS if _is_listed(counts, one)), FALLBACKS[-1])
    names = {kind: _name_group(group, counts) for group in grouping for kind in group}
    return [names.get(kind, kind) for kind in kinds]


def _find_kind(play: Move, scoring: Mapping[str, int], needed: Collection[Sequence[Resource]]) -> str:
    match play:
        case moves.ActivateCompany() if scoring.get(play.company):
            return SCORING
        case moves.BuyResources():
            return NEEDED if play.resources in needed else OTHERS
        case _:
            return KINDS[type(play)]


def _name_group(group: Sequence[str], counts: Mapping[str, int]) -> str:
    """Return the name of a group by the cards that it takes, so that it lasts while a turn uses up plays."""
    if group[0] == RESOURCES:
        kinds = [kind for kind in group if counts[kind]]
        if COMPANY in group and (counts[COMPANY] or OTHERS in group):
            return BUY
        return kinds[0] if len(kinds) == 1 else RESOURCES
    if INVESTING in group and not any(counts[kind] for kind in group if kind != INVESTING):
        return INVESTING
    if counts[HIRING] and HIRING in group:
        return ACTIVATE if any(counts[kind] for kind in group if kind != HIRING) else HIRING
    return ACTIVATING if ACTIVATING in group else group[0]


def _is_listed(counts: Mapping[str, int], grouping: Sequence[Sequence[str]]) -> bool:
    """Whether no joined group is too long for a menu, and there is at most one menu too many."""
    sizes = _list_sizes(counts, grouping)
    lists = sum(1 < sum(size) <= MAX_LINES for size in sizes)
    return not any(map(_is_too_long, sizes)) and lists <= MAX_MENUS + 1


def _list_sizes(counts: Mapping[str, int], grouping: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return the numbers of plays of each kind of each group, those of kinds that are in none last."""
    grouped = [kind for group in grouping for kind in group]
    groups = [*grouping, *([kind] for kind in counts if kind not in grouped)]
    return [[counts[kind] for kind in group] for group in groups]


def _is_too_long(size: Sequence[int]) -> bool:
    return max(size) < sum(size) > MAX_LINES


def _has_room(counts: Counter[str], grouping: Sequence[Sequence[str]]) -> bool:
    """Whether a panel has room for this grouping and the other kinds; without menus, each play is a button.

    Single plays become a menu where the panel is high, and an activation that scores takes as much room as a button. It
    is apart only as a button among menus; otherwise it is the first of all activations.
    """
    sizes = _list_sizes(counts, grouping)
    if (OTHERS,) in grouping and counts[NEEDED] + counts[OTHERS] + counts[COMPANY] <= MAX_TOGETHER:
        return False
    is_button = counts[SCORING] <= 1 and counts.total() > MAX_GROUPS
    if any(map(_is_too_long, sizes)) or ((SCORING,) in grouping and not is_button):
        return False
    totals = [sum(size) for size in sizes]
    scoring = any(SCORING in group and total == 1 for group, total in zip(grouping, totals, strict=False))
    single = totals.count(1) - (counts[END] == 1) - (counts[SCORING] == 1 and (SCORING,) in grouping)
    lists = [total for total in totals if 1 < total <= MAX_LINES]
    if single == 1 and min(lists, default=0) > MAX_JOINED:
        return False
    menus = len(lists) + (single > 1) + scoring
    return sum(totals) <= MAX_GROUPS or (menus <= MAX_MENUS and sum(total > 0 for total in totals) <= MAX_GROUPS)
