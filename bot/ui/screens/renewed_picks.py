"""Renew the picks of a press on an earlier version of a question that is still open.

Another player's move can change what a question offers while its panel is open. The press counts all the same if what
was chosen is still on offer and reads the same, with all that it leaves. Picks are positions in lists, so they are
translated by way of the moves that they stand for. Other presses are refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.multi_step import CHECK, ChooseOrCompose, Compose, list_picks
from bot.engine.questions import BadAnswer, Choose, Option, Question
from bot.engine.records import Move
from bot.host.table.running import ChangedQuestion
from bot.ui.screens import answer_picks
from bot.ui.screens.pick_encoding import PART, SEND


def renew_press(changed: ChangedQuestion | None, tag: str, picks: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the tag and picks of a press, translated if it was made on an earlier version of the open question.

    Args:
        changed: the open question, with the version of it that has this tag; None: there is none.
        tag: the tag in the press.
        picks: the picks in the press.
    """
    renewed = None if changed is None else renew_picks(changed.then, changed.now, picks)
    return (tag, picks) if changed is None or renewed is None else (changed.etag, renewed)


def renew_picks(then: Question, now: Question, picks: Sequence[str]) -> list[str] | None:
    """Return the picks that mean the same at the present version of a question.

    Args:
        then: the version that was shown.
        now: the present version.
        picks: the picks at the former.

    Returns:
        The picks, without groups and pages of menus; None if they chose nothing, or mean anything else now.
    """
    if (type(then), then.rule, then.prompt) != (type(now), now.rule, now.prompt):
        return None
    try:
        here, way = answer_picks.resolve_picks(then, picks)
        if isinstance(here, Compose):
            there = now.otherwise if isinstance(now, ChooseOrCompose) else now
            return _renew_parts(here, there, way) if isinstance(there, Compose) else None
        move = then.read(answer_picks.list_answer_picks(then, picks))
    except BadAnswer:
        return None
    return list_picks(now, move) if then.about == now.about and _reads_same(then, now, move) else None


def _renew_parts(then: Compose, now: Compose, picks: Sequence[str]) -> list[str] | None:
    """Return the picks of an answer in several parts, begun or sent; see `renew_picks`."""
    if then.about != now.about and not (then.words_say_all and now.words_say_all):
        return None
    parts, sends = _read_all_parts(then, picks), SEND in picks
    if parts is None or not (parts or sends) or not _go_the_same_way(then, now, parts, sends=sends):
        return None
    asked = [now.get_stage(parts[:number]).question for number in range(len(parts))]
    renewed = [list_picks(one, part) for one, part in zip(asked, parts, strict=True) if one is not None]
    done = [f"{CHECK}{now.compute_check(parts)}", *(f"{PART}{'_'.join(one)}" for one in renewed)]
    return [*done, SEND] if sends else done


def _read_all_parts(question: Compose, picks: Sequence[str]) -> tuple[Move, ...] | None:
    """Return the parts that were chosen, with the one that this press adds; None if that one is not complete."""
    parts, way = answer_picks.read_parts(question, picks)
    if SEND in picks or all(pick.startswith(("g", "p")) for pick in way):
        return parts
    added = answer_picks.check_amounts(question, picks)
    return question.read_parts(answer_picks.list_answer_picks(question, added)) if added[-1].startswith(PART) else None


def _go_the_same_way(then: Compose, now: Compose, parts: tuple[Move, ...], *, sends: bool) -> bool:
    """Whether each part is on offer at both versions and reads the same, with what it leaves, and may be sent."""
    for number in range(len(parts) + 1):
        before, after = then.get_stage(parts[:number]), now.get_stage(parts[:number])
        if (before.leaves, before.heading, before.complete) != (after.leaves, after.heading, after.complete):
            return False
        if number == len(parts):
            break
        if before.question is None or after.question is None:
            return False
        if not _reads_same(before.question, after.question, parts[number]):
            return False
    return not sends or then.describe_given_up(parts) == now.describe_given_up(parts)


def _reads_same(then: Question, now: Question, move: Move) -> bool:
    """Whether an answer is on offer at both questions, with the same texts; only a list's other options may differ."""
    if not isinstance(then, Choose) or not isinstance(now, Choose):
        return then == now and now.is_legal(move)
    before, after = _find_option(then, move), _find_option(now, move)
    return before is not None and after is not None and _list_texts(before) == _list_texts(after)


def _find_option(question: Choose, move: Move) -> Option | None:
    return next((option for option in question.options if option.move == move), None)


def _list_texts(option: Option) -> tuple[str, ...]:
    return option.label, option.caption, option.hint, option.full
