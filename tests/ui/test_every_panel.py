"""Every panel of every game, under every option, with all of it pressed: Discord takes each, and each leads on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from bot.engine.multi_step import Compose, list_picks
from bot.engine.orders import Order
from bot.engine.questions import BadAnswer, Choose, Question
from bot.engine.records import Seat
from bot.host.play.standing_orders import OrderContext
from bot.host.table.running import RunningGame
from bot.testing.limits import check_form, check_screen
from bot.testing.random_games import OPTIONS, Case, build_random, sample_positions
from bot.ui import screens
from bot.ui.handlers.press import Press
from bot.ui.screens import answer_picks
from bot.ui.screens.forms import Form
from bot.ui.screens.screen import MAX_BUTTON_LABEL_CHARS, MAX_OPTION_CHARS, MAX_TEXT_CHARS, Button, Menu, Row, Screen
from bot.ui.screens.table.answer_forms import build_question_form, read_form
from bot.ui.screens.table.panels import build_prompt
from tests.any_question import picks_of
from tests.form_values import complete_values
from tests.table_talk import build_desk, seated

POSITIONS = 4
"""Moves of a random game after which everybody's panel is gone through."""
PANELS = 40
"""Screens of one question that are gone through; a composed answer has thousands, which look alike."""
NUMBER = 999_999_999
"""A table's number is a part of all ids, so that it must be a long one."""
NAMES = tuple(f"Player with the longest name {seat}" for seat in range(1, 9))


class Walker:
    """Goes through all the panels that lead from a question to its answers."""

    def __init__(self, state: RunningGame, seat: Seat) -> None:
        self.context = build_desk(state, seat)
        self.answered: set[str] = set()
        """The picks of the answers that can be given."""
        self.seen = 0

    def goes_through(self) -> None:
        """Press everything on the panel, and on those to which it leads."""
        known: set[tuple[str, ...]] = set()
        waiting: list[tuple[str, ...]] = [()]
        while waiting and self.seen < PANELS:
            picks = waiting.pop(0)
            if picks not in known:
                known.add(picks)
                self.seen += 1
                waiting += self.presses(screens.render_panel(self.context, picks))

    def presses(self, screen: Screen) -> Iterator[tuple[str, ...]]:
        """Yield to what picks each control leads that gives no whole answer."""
        check_screen(screen)
        texts = [block for block in screen.blocks if isinstance(block, str)]
        assert sum(map(len, texts)) <= MAX_TEXT_CHARS, "it would be cut in the middle"
        rows = [row for row in screen.blocks if not isinstance(row, str) and hasattr(row, "controls")]
        for control in (control for row in rows for control in row.controls):
            if control.id.partition(":")[0] in ("play", "menu", "part", "more", "form", "fill"):
                tells_apart(control)
                yield from self.arrives(control)

    def arrives(self, control: Button | Menu) -> Iterator[tuple[str, ...]]:
        """Yield where a control leads, read from its id as the router reads it."""
        press = Press.parse({"custom_id": control.id})
        if press.verb == "form":
            form = screens.build_answer_form(self.context, press.read_picks())
            assert form is not None
            check_form(form)
            yield from self.answers((*press.read_picks(), *lowest(self.question, form, press.read_picks())))
            return
        if press.verb == "fill":
            self.fills_in()
            return
        for values in chosen(control):
            picks = (*press.read_picks(), *values)
            if press.verb in ("part", "more"):
                yield picks
            else:
                yield from self.answers(picks)

    def fills_in(self) -> None:
        """Open the form for a whole answer, and send it unchanged, which has to be a legal answer."""
        context = self.context
        assert context.etag is not None
        form = build_question_form(build_prompt(context.seen, self.question, context.etag), {})
        assert form is not None
        window = check_form(form)
        labels = [label["label"] for label in window["components"]]
        assert not any(label.endswith("…") for label in labels), f"{labels} are cut"
        said = {
            name: [value] if isinstance(value, str) else value for name, value in complete_values(window, {}).items()
        }
        with suppress(BadAnswer):  # nothing was chosen yet
            move = read_form(self.question, said)[0]
            assert self.question.is_legal(move)
            assert self.question.read(list_picks(self.question, move)) == move
            self.answered.add("a form")

    def answers(self, picks: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Give an answer, which has to be a legal one; yield the way on where it is a part only."""
        try:
            whole = answer_picks.require_complete(self.question, picks)
        except answer_picks.Unfinished:
            with suppress(BadAnswer):  # an amount that does not fit here, or too many parts: it says so
                yield tuple(answer_picks.check_amounts(self.question, picks))
            return
        try:
            self.question.read(whole)
        except BadAnswer:
            assert not isinstance(self.question, Choose), f"{whole} is offered and is not legal"
        self.answered.add(".".join(whole))

    @property
    def question(self) -> Question:
        """The open question."""
        assert self.context.question is not None
        return self.context.question


def tells_apart(control: Button | Menu) -> None:
    """See to it that no two lines of a menu read the same as far as they are shown."""
    if isinstance(control, Menu):
        lines = [(entry.label[: MAX_OPTION_CHARS - 1], entry.hint[: MAX_OPTION_CHARS - 1]) for entry in control.entries]
        assert len(set(lines)) == len(lines), (
            f"lines that look alike: {[line for line in lines if lines.count(line) > 1]}"
        )
    else:
        assert len(control.label) <= MAX_BUTTON_LABEL_CHARS, f"{control.label!r} is cut"


def chosen(control: Button | Menu) -> Iterator[tuple[str, ...]]:
    """What can be chosen on a control: nothing more on a button, each line of a menu, as few and as many as may be."""
    if isinstance(control, Button):
        yield ()
        return
    values = [entry.value for entry in control.entries]
    if (control.fewest, control.most) == (1, 1):
        yield from ((value,) for value in values)
    else:
        yield tuple(values[: control.fewest])
        yield tuple(values[: control.most])


def lowest(question: Question, form: Form, picks: list[str]) -> list[str]:
    """The first amounts of any answer, as they are typed."""
    if isinstance(question, Compose):  # its form is the first of its choices
        first = question.get_stage(()).question
        assert first is not None
        return lowest(first, form, [])
    answer = picks_of(question, question.choose_random_move(build_random(1)))
    return answer[len(picks) : len(picks) + len(form.fields)]


@pytest.mark.parametrize("case", OPTIONS)
def test_everything_on_every_panel_can_be_sent_and_pressed(case: Case) -> None:
    for turn in sample_positions(case, "every panel", POSITIONS):
        state = seated(turn.before, names=NAMES, game=case.game, number=NUMBER)
        for seat in turn.before.seats:
            walker = Walker(state, seat)
            if walker.context.question is not None:
                walker.goes_through()
                assert walker.answered or walker.seen == PANELS


@pytest.mark.parametrize("case", [case for case in OPTIONS if case.values[0].game.play_ahead.turns is not None])
def test_a_waiting_player_whose_next_turn_can_be_prepared_is_offered_that_with_a_reason(case: Case) -> None:
    offered = 0
    for turn in sample_positions(case, "prepares", 4 * POSITIONS):
        state = seated(turn.before, names=NAMES, game=case.game, number=NUMBER)
        for there in (build_desk(state, seat) for seat in turn.before.seats):
            blocks = screens.render_panel(there).blocks
            says = any(
                "Prepare your next turn, and nobody waits for you." in block
                for block in blocks
                if isinstance(block, str)
            )
            if there.question is None:
                assert says == there.seen.can_prepare
            offered += says
    assert offered or case.players <= 2, "two players seldom wait for each other, and then briefly"


@pytest.mark.parametrize("case", OPTIONS)
def test_what_is_offered_between_two_turns_can_be_sent_and_is_an_order(case: Case) -> None:
    offered = between = 0
    for turn in sample_positions(case, "between two turns", POSITIONS):
        state = seated(turn.before, names=NAMES, game=case.game, number=NUMBER)
        for seat in turn.before.seats:
            there = build_desk(state, seat)
            if there.is_asked:
                continue
            between += any(offer.on == "between turns" for offer in there.seen.offers)
            screen = screens.render_panel(there)
            check_screen(screen)
            rows = [row for row in screen.blocks if isinstance(row, Row)]
            for control in (control for row in rows for control in row.controls):
                press = Press.parse({"custom_id": control.id})
                if press.verb in ("mplay", "mmenu"):
                    tells_apart(control)
                    question = OrderContext(there.seen).get_question(press.read_part(1))
                    assert question is not None
                    offered += 1
                    for values in chosen(control):
                        assert isinstance(question.read([*press.read_picks(), *values]), Order)
    assert offered or not between
