"""Read the picks of an answer: the chosen parts, whether they are complete, and their cost."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.multi_step import CHECK, OPEN, ChooseOrCompose, Compose
from bot.engine.questions import Arrange, BadAnswer, Budget, Choose, Number, Question, Split, Subset
from bot.engine.records import Move
from bot.ui.screens.pick_encoding import PART, SEND


def resolve_picks(question: Question, picks: Sequence[str]) -> tuple[Question, Sequence[str]]:
    """Return the question that these picks answer, and its picks: the opened question, or else the original one."""
    if isinstance(question, ChooseOrCompose) and picks and picks[0].startswith((OPEN, CHECK, PART, SEND)):
        return question.otherwise, [pick for pick in picks if pick != OPEN]
    return question, picks


def read_parts_so_far(question: Question, picks: Sequence[str]) -> tuple[Move, ...] | None:
    """Return the chosen parts of an answer in several parts; None for any other question.

    Raises:
        BadAnswer: the picks do not fit.
    """
    here, way = resolve_picks(question, picks)
    return read_parts(here, way)[0] if isinstance(here, Compose) else None


def is_complete(question: Question, picks: Sequence[str]) -> bool:
    """Return whether these picks are a whole answer, not only a part of a long form or list."""
    question, picks = resolve_picks(question, picks)
    match question:
        case Split():
            return len(picks) >= len(question.lines)
        case Arrange():
            return len(picks) >= len(question.items) - 1
        case Compose():
            return bool(picks) and picks[-1] == SEND
        case _:
            return True


def can_be_drafted(question: Question) -> bool:
    """Return whether an answer takes several picks."""
    return isinstance(question, ChooseOrCompose) or not isinstance(question, Choose | Number)


def list_draft_picks(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the picks worth keeping as a draft, without groups and pages; empty: none yet.

    Raises:
        BadAnswer: the picks do not fit, e.g. those of an old panel.
    """
    if not can_be_drafted(question) or SEND in picks:
        return []
    here, way = resolve_picks(question, picks)
    if isinstance(here, Compose):
        read_parts(here, way)
    kept = [pick for pick in picks if not pick.startswith(("g", "p", OPEN))]
    return kept if any(not pick.startswith(CHECK) for pick in kept) else []


class TooLong(BadAnswer):
    """Raised when an answer has more parts than fit into a custom_id."""

    def __init__(self, kept: Sequence[str]) -> None:
        super().__init__("That is too much for one answer. Send it without this step, or start over.")
        self.kept = kept


class Unfinished(Exception):  # control flow, not an error
    """Raised when the picks are only a part of an answer."""


def require_complete(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the picks that count; raise Unfinished if the answer is incomplete."""
    if not is_complete(question, picks):
        raise Unfinished
    return list_answer_picks(question, picks)


def check_amounts(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the typed amounts as plain numbers; raise BadAnswer if one does not fit."""
    question, picks = resolve_picks(question, picks)
    match question:
        case Split():
            return [str(amount) for amount in question.parse_amounts(picks)]
        case Compose():
            return _add_next_part(question, picks)
        case _:
            return list(picks)


def list_answer_picks(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the picks that count: without groups and pages, with the implied remainder."""
    here, way = resolve_picks(question, picks)
    if here is not question:
        return [OPEN, *list_answer_picks(here, way)]
    if isinstance(question, Compose):
        return [pick.removeprefix(PART) for pick in picks if pick.startswith((CHECK, PART))]
    counting = [pick for pick in picks if pick and not pick.startswith(("g", "p"))]
    if isinstance(question, Arrange):  # the last item needs no pick
        counting += [str(at) for at in range(len(question.items)) if str(at) not in counting]
    return counting


def read_parts(question: Compose, picks: Sequence[str]) -> tuple[tuple[Move, ...], list[str]]:
    """Return the chosen parts and the picks for the next one; raise BadAnswer if they do not fit."""
    way = [pick for pick in picks if not pick.startswith((CHECK, PART)) and pick != SEND]
    return question.read_parts(list_answer_picks(question, picks)), way


def list_done_parts(question: Compose, parts: Sequence[Move], picks: Sequence[str]) -> tuple[str, ...]:
    """Return the picks of the chosen parts, behind a checksum of the position after them."""
    picked = [pick for pick in picks if pick.startswith(PART)][: len(parts)]
    return (f"{CHECK}{question.compute_check(parts)}", *picked)


def _add_next_part(question: Compose, picks: Sequence[str]) -> list[str]:
    """Return the picks with a completed next part added."""
    parts, way = read_parts(question, picks)
    done = [pick for pick in picks if pick.startswith(PART)]
    inner = question.get_stage(parts).question
    if inner is None:
        return done
    try:
        if not is_complete(inner, way):
            return [*done, *check_amounts(inner, way)]
        picked = list_answer_picks(inner, way)
        part = inner.read(picked)
    except BadAnswer as wrong:
        wrong.kept = done
        raise
    if isinstance(inner, Number):  # may have been typed with its unit
        picked = [str(getattr(part, inner.field))]
    elif isinstance(inner, Split):
        picked = check_amounts(inner, picked)
    return [*done, f"{PART}{'_'.join(picked)}"]


def list_values(question: Subset, picks: Sequence[str]) -> list[str]:
    """Return the items at these positions, ignoring unknown ones."""
    positions = [int(pick) for pick in picks if pick.isdecimal()]
    return [question.items[at].value for at in positions if at < len(question.items)]


def describe_budget(question: Question, picks: Sequence[str]) -> str:
    """Describe the cost of the picks and the remaining budget; empty without a budget."""
    match question:
        case Split(budget=Budget() as budget):
            amounts = [int(pick) for pick in picks if pick.isdecimal()][: len(question.lines)]
            prices = ", ".join(f"{line.label} {budget.unit}{line.cost}" for line in question.lines if line.cost)
            return (
                f"You can spend {budget.unit}{budget.most}: {prices}. "
                f"{budget.format_cost(question.compute_cost(amounts))}"
            )
        case Subset(budget=Budget() as budget):
            cost = question.compute_cost(list_values(question, list_answer_picks(question, picks)))
            return f"You can spend {budget.unit}{budget.most}. {budget.format_cost(cost)}"
        case _:
            return ""
