"""Pairs: a choice and the next one that it requires, as one line of a menu.

A worker and where it goes, or a card and its target, take one press in place of two where the pairs fit into a menu.
Where only some fit, these are the useful ones, and a line for the first choice alone leads to the others. A pair is
no answer of its own kind: its line holds the picks of both choices, which is all that panels and drafts know of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.multi_step import Compose
from bot.engine.questions import Choose, Option
from bot.engine.records import Move
from bot.ui.screens import list_layout
from bot.ui.screens.screen import MAX_OPTION_CHARS, OPTIONS_IN_SELECT, truncate

ARROW = " → "
MAX_PAIR_CHARS = 38
"""Characters of a line that a phone shows, without a name in it."""
MAX_SHORT_HINT_CHARS = 50
"""Characters of a hint beside which that of the first choice stands, too."""
_SEAT_MARK = re.compile(r"<seat:\d+>")


@dataclass(frozen=True)
class PairedList:
    """A list of choices in which some are listed together with the next one."""

    question: Choose
    """The list as it is shown; its moves are those of the first choices."""
    positions: Sequence[tuple[int, ...]]
    """For each option the positions of its choices: one, or two of a pair."""


@dataclass(frozen=True)
class _Line:
    option: Option
    positions: tuple[int, ...]
    leads_on: bool = False
    """Whether it is a choice whose pairs are listed, too."""


def list_pairs(question: Compose, parts: tuple[Move, ...]) -> PairedList | None:
    """Return the list of the next choices with pairs in it; None if there are none, or no room for them."""
    asked = question.get_stage(parts).question
    if not question.paired or not isinstance(asked, Choose):
        return None
    groups = list_layout.group_options(asked)
    lines = [
        line
        for members in groups.values()
        for line in sorted(
            _list_lines(question, parts, members), key=lambda line: (line.option.is_minor, line.leads_on)
        )
    ]
    if not any(len(line.positions) > 1 for line in lines):
        return None
    found = sorted(lines, key=lambda line: line.positions)
    order = {line.positions: at for at, line in enumerate(found)}
    paired = replace(
        asked,
        options=tuple(line.option for line in found),
        shown=tuple(order[line.positions] for line in lines),
    )
    return PairedList(paired, [line.positions for line in found]) if _is_as_short(paired, asked) else None


def is_pair(question: Compose, parts: tuple[Move, ...]) -> bool:
    """Return whether one line of a menu stands for the last two of these choices."""
    if len(parts) < 2 or not isinstance(parts[-2], question.paired):
        return False
    first, second = (question.get_stage(parts[:at]).question for at in (-2, -1))
    pairs = list_pairs(question, parts[:-2])
    if pairs is None or not isinstance(first, Choose) or not isinstance(second, Choose):
        return False
    return (first.moves.index(parts[-2]), second.moves.index(parts[-1])) in pairs.positions


def _is_as_short(paired: Choose, asked: Choose) -> bool:
    """Whether the list with pairs needs no further press where the list without them needs none."""
    layouts = [
        list_layout.arrange_list(str, groups, one.shown)
        for one in (paired, asked)
        if len(groups := list_layout.group_options(one)) > 1
    ]
    return not layouts or len(layouts[0].submenus) <= len(layouts[1].submenus)


def _list_lines(question: Compose, parts: tuple[Move, ...], members: Sequence[tuple[int, Option]]) -> Sequence[_Line]:
    """Return the lines of a group: with all pairs if there is room, or else with the useful ones that have room.

    Useful ones are those of a choice that can be continued with something minor, too.
    """
    if len(members) > OPTIONS_IN_SELECT:
        return [_Line(option, (at,)) for at, option in members]
    pairs = {
        at: list(_pair_up(question, parts, at, option))
        for at, option in members
        if isinstance(option.move, question.paired)
    }
    pairs = {at: lines for at, lines in pairs.items() if lines and all(_is_short_enough(line.option) for line in lines)}
    if len(members) + sum(len(lines) - 1 for lines in pairs.values()) <= OPTIONS_IN_SELECT:
        return [line for at, option in members for line in pairs.get(at, [_Line(option, (at,))])]
    room = OPTIONS_IN_SELECT - len(members)
    found: list[_Line] = []
    for at, option in members:
        useful = [line for line in pairs.get(at, ()) if not line.option.is_minor]
        if not 0 < len(useful) <= room or len(useful) == len(pairs[at]):
            found.append(_Line(option, (at,)))
            continue
        room -= len(useful)
        found += [*useful, _Line(_lead_on(question, parts, option), (at,), leads_on=True)]
    return found


def _is_short_enough(option: Option) -> bool:
    return len(_SEAT_MARK.sub("", option.caption)) <= MAX_PAIR_CHARS


def _pair_up(question: Compose, parts: tuple[Move, ...], at: int, first: Option) -> Iterator[_Line]:
    """Yield a choice with each that can follow it, if one has to; nothing if that is no list."""
    stage = question.get_stage((*parts, first.move))
    if stage.complete or not isinstance(stage.question, Choose):
        return
    options = stage.question.options
    for there in stage.question.shown or range(len(options)):
        second = options[there]
        both = Option(
            first.move,
            f"{first.label}{ARROW}{second.label}",
            first.group,
            second.hint
            if len(second.hint) > MAX_SHORT_HINT_CHARS
            else truncate(f"{second.hint} {first.hint}".strip(), MAX_OPTION_CHARS),
            short=f"{first.brief or first.caption}{ARROW}{second.brief or second.caption}",
            is_minor=first.is_minor or second.is_minor,
        )
        yield _Line(both, (at, there))


def _lead_on(question: Compose, parts: tuple[Move, ...], first: Option) -> Option:
    """Return a choice as the line that leads to what can follow it and is not listed."""
    asked = question.get_stage((*parts, first.move)).question
    words = f"{first.caption}…" if len(first.caption) < MAX_PAIR_CHARS else first.caption
    return replace(first, short=words, hint="" if asked is None else asked.prompt)
