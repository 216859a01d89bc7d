"""Lay out a list of moves as buttons, menus side by side, and groups to be picked first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.engine.questions import Choose, Option
from bot.ui.screens.screen import OPTIONS_IN_SELECT

MAX_BUTTONS = 5
"""Maximum number of choices shown as buttons; more are a menu."""
MAX_MENUS = 3
"""Maximum number of menus side by side."""
MAX_GROUPS = 10
"""Maximum number of groups shown side by side; of more, one must be picked first."""
MAX_PLAIN_ANSWERS = 2
"""Number of answers that are buttons even if the text has no room for their hints: a menu would hide them."""
MAX_BUTTON_WORDS = 8
"""Words about the effect of an option that stays a button where the others become a menu."""
MAX_JOINED_LINES = 10
"""Lines of a menu with those that join it in place of buttons."""
OPTIONS_IN_PAGE = OPTIONS_IN_SELECT - 1
MAX_NAME_CHARS = 32
"""Maximum length of a joined menu's name, beside which the number of its lines stands."""


@dataclass(frozen=True)
class ListLayout:
    """How a list of moves is put on a panel: few options as buttons, each long group as a menu of its own."""

    buttons: Sequence[tuple[int, Option]] = ()
    menus: Sequence[tuple[str, str, Sequence[tuple[int, Option]]]] = ()
    """The pick of the group that a menu begins with, if any, the names of its groups, if any, and its options."""
    submenus: Sequence[tuple[str, str]] = ()
    """The pick and the name of each group whose options are shown after it is picked."""


def arrange_list(
    asked_name: Callable[[str], str], groups: Mapping[str, list[tuple[int, Option]]], shown: Sequence[int] = ()
) -> ListLayout:
    """Arrange several groups side by side: single options as buttons, groups as menus, small ones in a common menu.

    Args:
        asked_name: returns the name of a group as it is shown.
        groups: the options by group.
        shown: the question's own order of its options, which groups and a common menu of all of them keep.
    """
    named = [(f"g{at}", asked_name(name) or "Others", members) for at, (name, members) in enumerate(groups.items())]
    if shown:
        named.sort(key=lambda one: shown.index(one[2][0][0]))
    if sum(len(members) for _, _, members in named) <= MAX_BUTTONS:
        return ListLayout(_interleave([members for _, _, members in named]))
    submenus = [(pick, name) for pick, name, members in named if len(members) > OPTIONS_IN_SELECT]
    if len(named) > MAX_GROUPS or len(submenus) > MAX_BUTTONS - 1:
        return ListLayout(submenus=[(pick, name) for pick, name, _ in named])
    lists = [one for one in named if 1 < len(one[2]) <= OPTIONS_IN_SELECT]
    single = [one for one in named if len(one[2]) == 1]
    if len(single) + len(submenus) > MAX_BUTTONS - min(len(lists), MAX_MENUS):
        lists, single = [*lists, *single], []
    together = _interleave([members for _, _, members in lists], shown)
    if len(lists) > MAX_MENUS + 1 and len(together) <= OPTIONS_IN_SELECT:
        lists = [(lists[0][0], _name_menu([name for _, name, _ in lists]), together)]
    while len(lists) > MAX_MENUS:
        last, other = sorted(lists, key=lambda one: len(one[2]))[:2]
        if len(last[2]) + len(other[2]) > OPTIONS_IN_SELECT:
            return ListLayout(submenus=[(pick, name) for pick, name, _ in named])
        first, second = sorted((last, other), key=lists.index)
        both = f"{first[1]}, {second[1]}"
        name = both if len(both) <= MAX_NAME_CHARS else f"{first[1].partition(', ')[0]} and more"
        merged = (first[0], name, [*first[2], *second[2]])
        lists = [merged if one is first else one for one in lists if one is not second]
    return ListLayout([members[0] for _, _, members in single], lists, submenus)


def _interleave(groups: Sequence[Sequence[tuple[int, Option]]], shown: Sequence[int] = ()) -> list[tuple[int, Option]]:
    """Return the options of several groups in the order of the list; those of a group keep their own order."""
    if shown:
        return sorted((one for members in groups for one in members), key=lambda one: shown.index(one[0]))
    following: dict[int, Iterator[tuple[int, Option]]] = {}
    for members in groups:
        rest = iter(members)
        following |= {at: rest for at, _ in members}
    return [next(following[at]) for at in sorted(following)]


def group_options(question: Choose) -> dict[str, list[tuple[int, Option]]]:
    """Return the numbered options by group, in the order of the groups' numbers, which does not depend on letters."""
    groups: dict[str, list[tuple[int, Option]]] = {option.group: [] for option in question.options}
    for at in question.shown or range(len(question.options)):
        groups[question.options[at].group].append((at, question.options[at]))
    return groups


def find_picked_group(picks: Sequence[str], groups: Collection[str]) -> int | None:
    """Return the index of the picked group, if any."""
    way = next((int(pick[1:]) for pick in picks if pick.startswith("g")), None)
    return way if way is None or way < len(groups) else None


def list_members(groups: Mapping[str, list[tuple[int, Option]]], way: int | None) -> list[tuple[int, Option]]:
    """Return the options of the picked group, or of the only one."""
    return list(groups.values())[way or 0] if groups else []


def _arrange_unpicked(question: Choose, picks: Sequence[str]) -> ListLayout | None:
    """Return the layout of a question's groups; None if it has one group, or one is picked."""
    groups = group_options(question)
    if len(groups) < 2 or find_picked_group(picks, groups) is not None:
        return None
    return arrange_list(str, groups, question.shown)


def gather_buttons(layout: ListLayout) -> ListLayout:
    """Return the layout with lines of a menu in place of buttons whose hints the text has no room for.

    They are a menu of their own, or join the shortest one, if they are not lost in it; both in the order of the list.
    Two answers, such as yes and no, stay buttons.
    """
    if len(layout.buttons) <= MAX_PLAIN_ANSWERS and not layout.menus and not layout.submenus:
        return layout
    lines = _list_gathered(layout)
    rest = [one for one in layout.buttons if one not in lines]
    names = list(filter(None, dict.fromkeys(option.group for _, option in lines)))
    if len(lines) > 1 and len(layout.menus) < MAX_MENUS:
        before = [menu for menu in layout.menus if menu[2][0][0] < lines[0][0]]
        after = [menu for menu in layout.menus if menu not in before]
        return replace(layout, buttons=rest, menus=[*before, ("", _name_menu(names), lines), *after])
    shortest = min(layout.menus, key=lambda menu: len(menu[2]), default=None)
    if not lines or shortest is None or len(shortest[2]) + len(lines) > MAX_JOINED_LINES:
        return layout
    pick, name, members = shortest
    first = lines[0][0] < members[0][0]
    called, together = ([*names, name], [*lines, *members]) if first else ([name, *names], [*members, *lines])
    joined = (pick, _name_menu(called), together)
    return replace(layout, buttons=rest, menus=[joined if one is shortest else one for one in layout.menus])


def _list_gathered(layout: ListLayout) -> Sequence[tuple[int, Option]]:
    """Return the buttons with hints, except the first or last option if it is like no other.

    Such a one is a pass or the end of a turn, if it says its effect in few words.
    """
    listed = dict(chain(layout.buttons, *(members for _, _, members in layout.menus)))
    kinds = Counter(type(option.move) for option in listed.values())
    ends = min(listed, default=0), max(listed, default=0)

    def stays(at: int, option: Option) -> bool:
        effect = option.full or option.hint
        return at in ends and kinds[type(option.move)] == 1 and len(effect.split()) <= MAX_BUTTON_WORDS

    return [(at, option) for at, option in layout.buttons if (option.hint or option.short) and not stays(at, option)]


def _name_menu(groups: Sequence[str]) -> str:
    """Return the name of a menu for these groups; empty: there are none."""
    name = ", ".join(groups)
    return name if len(name) <= MAX_NAME_CHARS else f"{groups[0]} and more"


def list_button_options(question: Choose, picks: Sequence[str] = (), *, as_menu: bool = False) -> list[Option]:
    """Return the options shown as buttons after these picks; their hints must stand in the text.

    Args:
        question: the question.
        picks: the picks so far.
        as_menu: whether buttons with hints are gathered in a menu.
    """
    layout = _arrange_unpicked(question, picks)
    if layout is None:
        groups = group_options(question)
        options = list_members(groups, find_picked_group(picks, groups))
        layout = ListLayout(options if len(options) <= MAX_BUTTONS else ())
    return [option for _, option in (gather_buttons(layout) if as_menu else layout).buttons]


def has_picked_group(picks: Sequence[str]) -> bool:
    """Return whether a group was picked, so that only its options are shown."""
    return any(pick.startswith("g") for pick in picks)


def list_available_options(question: Choose, picks: Sequence[str] = ()) -> list[Option]:
    """Return the options available after these picks; all of them before a group is picked."""
    if _arrange_unpicked(question, picks) is not None:
        return list(question.options)
    return list_button_options(question, picks) or list_menu_options(question, picks)


def list_menu_options(question: Choose, picks: Sequence[str] = ()) -> list[Option]:
    """Return the options in menus after these picks; those of a long menu on its open page."""
    layout = _arrange_unpicked(question, picks)
    if layout is not None:
        return [option for _, _, members in layout.menus for _, option in members]
    if list_button_options(question, picks):
        return []
    groups = group_options(question)
    options = [option for _, option in list_members(groups, find_picked_group(picks, groups))]
    if len(options) <= OPTIONS_IN_SELECT:
        return options
    first = OPTIONS_IN_PAGE * find_page(picks, len(options))
    return options[first : first + OPTIONS_IN_PAGE]


def find_page(picks: Sequence[str], entries: int) -> int:
    """Return the open page of a menu with this number of entries."""
    page = next((int(pick[1:]) for pick in picks if pick.startswith("p")), 0)
    return min(page, -(-entries // OPTIONS_IN_PAGE) - 1)
