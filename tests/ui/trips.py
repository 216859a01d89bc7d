"""The shortest way of presses from a question's panel to an answer: trips to the bot and back, or touches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import BadAnswer, Choose, Question, Subset
from bot.engine.records import Move
from bot.ui.handlers.press import Press
from bot.ui.screens import answer_picks, controls
from bot.ui.screens.forms import ChoiceField, Form
from bot.ui.screens.screen import Button, Menu
from tests.any_question import picks_of
from tests.form_values import is_on_form, values_of
from tests.ui.walking import put

FORM_TRIPS = 2
"""A form is opened by one trip and sent by another."""
MAX_SCREENS = 400
"""More screens than lie on the way to any answer."""


Weigh: TypeAlias = Callable[[Button | Menu | Form, Sequence[str]], int]
"""What it costs to choose these values on a control, or to fill in a form."""


def count_trips(question: Question, move: Move) -> int:
    """Return the number of trips to this answer, with a form for the whole of it where the question has one.

    Raises:
        AssertionError: no presses lead to the answer.
    """
    pressed = _Way(question, move, _weigh_trips).count()
    return min(pressed, FORM_TRIPS) if is_on_form(question, move) else pressed


def count_taps(question: Question, move: Move) -> int:
    """Return the number of touches on a phone to this answer.

    A menu takes two, and one to close it after several lines. A form takes two, and two for each field.

    Raises:
        AssertionError: no presses lead to the answer.
    """
    pressed = _Way(question, move, _weigh_taps).count()
    return min(pressed, 2 + 2 * len(values_of(question, move))) if is_on_form(question, move) else pressed


def _weigh_trips(control: Button | Menu | Form, _: Sequence[str]) -> int:
    return FORM_TRIPS if isinstance(control, Form) else 1


def _weigh_taps(control: Button | Menu | Form, values: Sequence[str]) -> int:
    if isinstance(control, Form):
        return 2 + 2 * len(control.fields)
    if isinstance(control, Button):
        return 1
    return 2 if (control.fewest, control.most) == (1, 1) else 2 + len(values)


def find_shown(question: Question, move: Move) -> Move:
    """Return the answer that stands for this one on a screen, where several make no difference."""
    if not isinstance(question, Choose) or not question.shown or move not in question.moves:
        return move
    caption = question.options[question.moves.index(move)].caption
    shown = [question.options[at] for at in question.shown]
    return next(option.move for option in shown if option.move == move or option.caption == caption)


class _Way:
    """A search, breadth first, for the presses that give an answer."""

    def __init__(self, question: Question, move: Move, weigh: Weigh) -> None:
        self.question, self.move, self.weigh = question, find_shown(question, move), weigh
        self.asked = replace(put(question), game_id=999_999_999)
        composed = question.otherwise if isinstance(question, ChooseOrCompose) else question
        is_composed = isinstance(composed, Compose) and not (
            isinstance(question, ChooseOrCompose) and move in question.moves
        )
        self.compose = composed if is_composed and isinstance(composed, Compose) else None
        self.parts = () if self.compose is None else tuple(self.compose.split_move(move) or ())

    def count(self) -> int:
        """Return the least cost."""
        waiting: dict[int, list[tuple[str, ...]]] = {0: [()]}
        known: set[tuple[str, ...]] = set()
        while waiting:
            trips = min(waiting)
            for picks in waiting.pop(trips):
                if picks in known:
                    continue
                known.add(picks)
                assert len(known) < MAX_SCREENS, f"lost on the way to {self.move}"
                for reached, more in self.press_all(picks):
                    if reached is None:
                        return trips + more
                    waiting.setdefault(trips + more, []).append(reached)
        raise AssertionError(f"no presses lead to {self.move}")

    def press_all(self, picks: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...] | None, int]]:
        """Yield what each control on a screen reaches, None for the answer, and the trips that it takes."""
        found: list[tuple[tuple[str, ...] | None, int]] = []
        for control in [control for row in controls.build_rows(self.asked, picks) for control in row.controls]:
            press = Press.parse({"custom_id": control.id})
            if press.verb == "form":
                form = controls.build_form(self.asked, press.read_picks())
                assert form is not None
                filled = self.fill_in(form, press.read_picks())
                found += self.arrive([*press.read_picks(), *filled], True, self.weigh(form, filled))
                continue
            for values in self.choose(control, press.read_picks()):
                answers = press.verb in ("play", "menu")
                chosen = replace(press, values=values).read_all_picks()
                found += self.arrive(chosen, answers, self.weigh(control, values))
        yield from sorted(found, key=lambda one: one[0] is not None)

    def arrive(self, picks: Sequence[str], answers: bool, trips: int) -> list[tuple[tuple[str, ...] | None, int]]:
        """Return where these picks lead, if that is on the way to the answer."""
        try:
            if answers and answer_picks.is_complete(self.question, picks):
                move = self.question.read(answer_picks.list_answer_picks(self.question, picks))
                return [(None, trips)] if move == self.move else []
            reached = answer_picks.check_amounts(self.question, picks) if answers else picks
            so_far = answer_picks.read_parts_so_far(self.question, reached)
        except BadAnswer:
            return []
        if so_far is not None and (self.compose is None or so_far != self.parts[: len(so_far)]):
            return []
        return [(tuple(reached), trips)]

    def find_inner(self, picks: Sequence[str]) -> tuple[Question, Move]:
        """Return the question that the next press answers, and the answer wanted there."""
        if self.compose is None or not (self.compose is self.question or picks):
            return self.question, self.move
        done = len(answer_picks.read_parts_so_far(self.question, picks) or ())
        inner = self.compose.get_stage(self.parts[:done]).question
        return (self.question, self.move) if inner is None or done >= len(self.parts) else (inner, self.parts[done])

    def choose(self, control: Button | Menu, picks: Sequence[str]) -> Iterator[Sequence[str]]:
        """Yield the choices on a control that may lead on: each line of a menu, or those wanted of several."""
        if isinstance(control, Button):
            yield ()
        elif (control.fewest, control.most) == (1, 1):
            yield from ((entry.value,) for entry in control.entries)
        else:
            inner, wanted = self.find_inner(picks)
            if isinstance(inner, Subset):
                yield picks_of(inner, wanted)

    def fill_in(self, form: Form, picks: Sequence[str]) -> Sequence[str]:
        """Return the amounts that are typed into a form."""
        assert not any(isinstance(field, ChoiceField) for field in form.fields)
        inner, wanted = self.find_inner(picks)
        done = [pick for pick in picks if not pick.startswith(("c", "k", "o", "g", "p"))]
        return picks_of(inner, wanted)[len(done) : len(done) + len(form.fields)]
