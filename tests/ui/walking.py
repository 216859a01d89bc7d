"""A simulated person at a question: presses buttons, chooses in menus, fills in forms.

A press is understood as `bot.ui.handlers.router` understands it: by its id alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bot.engine.questions import BadAnswer, Question, Subset
from bot.engine.records import Move
from bot.testing.limits import check_form, check_screen
from bot.ui.screens import answer_picks, controls, pick_encoding
from bot.ui.screens.controls import Asked
from bot.ui.screens.screen import Menu, Screen
from tests.any_question import picks_of

GAME = 654_321
ETAG = "0123456789"


@dataclass(frozen=True)
class Step:
    """Where a press leads: further on the way, or to an answer."""

    picks: tuple[str, ...]
    answers: bool


def put(question: Question) -> Asked:
    """Put a question to somebody."""
    return Asked(GAME, ETAG, question, "A title", lambda text: text)


def picks_in(control: str, verb: str) -> tuple[str, ...]:
    """Return the picks in a control's id."""
    assert control.startswith(f"{verb}:{GAME}:{ETAG}:"), control
    return tuple(pick_encoding.unpack_picks(control.split(":", 3)[3]))


def steps(
    question: Question, picks: Sequence[str], wanted: Sequence[str], *, purposeful: bool = True
) -> Iterator[Step]:
    """Yield the destination of each control on the screen, for a person who wants these picks.

    A person without a purpose chooses anything in menus, and fills in forms with wanted values.
    """
    asked = put(question)
    rows = controls.build_rows(asked, picks)
    check_screen(Screen(("What?", *rows)))
    chosen = sum(not pick.startswith(("g", "p")) for pick in picks)
    for control in (control for row in rows for control in row.controls):
        verb = control.id.partition(":")[0]
        way = picks_in(control.id, verb)
        if isinstance(control, Menu):
            assert verb in ("menu", "more"), verb
            acceptable = wanted[chosen:] if control.most > 1 else wanted[chosen : chosen + 1]
            for values in _choices(control, acceptable if purposeful else None):
                yield _reached(question, (*way, *values), answers=verb == "menu")
        elif verb == "form":
            form = controls.build_form(asked, way)
            assert form is not None
            check_form(form)
            assert picks_in(form.id, "sent") == way
            yield _reached(question, (*way, *wanted[len(way) : len(way) + len(form.fields)]), answers=True)
        else:
            assert verb in ("play", "part"), verb
            yield _reached(question, way, answers=verb == "play")


def _choices(menu: Menu, acceptable: Sequence[str] | None) -> Iterator[tuple[str, ...]]:
    values = [entry.value for entry in menu.entries]
    if menu.most > 1 or menu.fewest > 1:
        together = tuple(value for value in values if acceptable is None or value in acceptable)[: menu.most]
        if len(together) >= menu.fewest:
            yield together
        return
    for value in values:
        if acceptable is None or value in acceptable or value.startswith("g"):
            yield (value,)


def _reached(question: Question, picks: tuple[str, ...], *, answers: bool) -> Step:
    if answers and not answer_picks.is_complete(question, picks):
        return Step(tuple(answer_picks.check_amounts(question, picks)), answers=False)
    return Step(tuple(answer_picks.list_answer_picks(question, picks)) if answers else picks, answers)


def reaches(question: Question, move: Move) -> bool:
    """Whether somebody who wants this move finds a way to it; every answer on the way must be legal."""
    wanted = picks_of(question, move)
    seen: set[tuple[str, ...]] = set()
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        assert len(seen) < 1000, "lost on the way"
        for step in steps(question, here, wanted):
            if not step.answers:
                waiting.append(step.picks)
            elif question.read(step.picks) == move:
                return True
    return False


def wanders(question: Question, random: Random) -> Move:
    """Return the answer that somebody gives who presses anything; all they know is how to fill in a form."""
    filled_in = picks_of(question, question.choose_random_move(random))
    picks: tuple[str, ...] = ()
    refused: list[Step] = []
    for _ in range(500):
        ways = [step for step in steps(question, picks, filled_in, purposeful=False) if step not in refused]
        step = random.choice(ways or list(steps(question, picks, filled_in)))
        if step.answers:
            try:
                return question.read(step.picks)
            except BadAnswer:
                assert isinstance(question, Subset)
                assert question.budget is not None, "only what costs too much is refused"
                refused.append(step)
                continue
        picks = step.picks
    raise AssertionError("lost on the way")
