"""An answer that is put together: each part is shown with what it leaves, can be taken back, and is sent as one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from bot.engine.multi_step import Compose, Stage
from bot.engine.questions import BadAnswer, Choose, Option
from bot.engine.records import Move
from bot.testing.limits import check_form, check_screen
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.table import text_answers
from bot.ui.screens import answer_picks, controls
from bot.ui.screens.parts import describe_question
from bot.ui.screens.screen import Button, Menu, Screen
from bot.ui.screens.table.prepared_turns import PREPARE
from bot.ui.screens.table.standing_orders import ORDER
from tests.stroll import Push, Walk, lunch, walk
from tests.table_talk import begun, seated, view_as
from tests.ui.walking import put

START = {"red": 0, "blue": 0}
ASKED = replace(put(walk(START)), game_id=999_999_999)


class Hand:
    """Presses what stands on the panel; a press is understood as the router understands it, by its id alone."""

    def __init__(self, question: Compose) -> None:
        self.asked = replace(ASKED, question=question)
        self.picks: Sequence[str] = ()
        self.sent: Move | None = None

    @property
    def controls(self) -> dict[str, Button | Menu]:
        rows = controls.build_rows(self.asked, self.picks)
        check_screen(Screen(("What?", *rows)))
        found = [control for row in rows for control in row.controls]
        assert all(len(control.id) <= 100 for control in found)
        return {control.label if isinstance(control, Button) else "menu": control for control in found}

    def press(self, label: str, *values: str) -> None:
        self.arrives(self.controls[label].id, *values)

    def fill_in(self, label: str, *values: str) -> None:
        opening = Press.parse({"custom_id": self.controls[label].id})
        form = controls.build_form(self.asked, opening.read_picks())
        assert form is not None
        check_form(form)
        self.arrives(form.id, *values)

    def arrives(self, control: str, *values: str) -> None:
        press = Press.parse({"custom_id": control, "values": values})
        picks = [*press.read_picks(), *values]
        if press.verb in ("part", "more"):
            self.picks = picks
            return
        try:
            self.sent = self.asked.question.read(answer_picks.require_complete(self.asked.question, picks))
        except answer_picks.Unfinished:
            self.picks = answer_picks.check_amounts(self.asked.question, picks)

    def text(self) -> str:
        return describe_question(view_as(seated(begun())), self.asked.question, self.picks)


def test_steps_are_put_together_taken_back_and_sent_as_one_move() -> None:
    hand = Hand(walk(START))
    assert "Remove the last step" not in hand.controls
    hand.press("Push the red cart to 1")
    hand.press("Push the red cart to 2")
    assert "1. Push the red cart to 1 · red at 1, blue at 0; 7 steps left" in hand.text()
    hand.press("Remove the last step")
    assert "2. " not in hand.text()
    hand.press("Push the red cart to 2")
    hand.press("Push the blue cart to 1")
    hand.press("Send")
    assert hand.sent == Walk(parts=tuple(Push(cart=cart) for cart in ("red", "red", "blue")))
    hand.press("Start over")
    assert list(hand.picks) == []


def test_nothing_can_be_sent_before_it_is_complete() -> None:
    assert "Send" not in Hand(lunch()).controls
    assert "Send nothing" in Hand(walk(START)).controls


@pytest.mark.parametrize("said", [PREPARE, ORDER], ids=["prepared", "ordered"])
def test_what_is_only_kept_is_not_said_to_be_sent(said: tuple[str, str]) -> None:
    """An attack of the next turn, or an order of several parts, goes to nobody yet."""
    hand = Hand(walk(START))
    hand.asked = replace(hand.asked, send=said)
    whole, nothing = said
    assert nothing in hand.controls
    hand.press("Push the red cart to 1")
    assert whole in hand.controls
    assert not any(label.startswith("Send") for label in hand.controls)


def test_sending_nothing_is_not_as_green_as_what_is_suggested_beside_it() -> None:
    hand = Hand(walk(START))
    nothing = hand.controls["Send nothing"]
    assert isinstance(nothing, Button)
    assert nothing.style == "secondary"
    hand.press("Push the red cart to 1")
    send = hand.controls["Send"]
    assert isinstance(send, Button)
    assert send.style == "success"


def test_parts_of_every_shape_are_picked_with_their_own_controls() -> None:
    hand = Hand(lunch())
    hand.press("menu", "0", "1")
    hand.fill_in("Open the form…", "2", "0")
    assert "2. Tea 2, Wine 0 · $3 left" in hand.text()
    hand.press("$2")
    hand.press("Send")
    assert hand.sent == lunch().read(["0_1", "2_0", "2"])


def test_an_amount_may_be_typed_with_its_unit() -> None:
    hand = Hand(lunch(200))
    hand.press("menu", "0")
    hand.fill_in("Open the form…", " 1 ", "0")
    hand.fill_in("Enter an amount…", "$ 12")
    hand.press("Send")
    assert hand.sent == lunch(200).read(["0", "1_0", "12"])


def test_a_wrong_part_leaves_those_before_it() -> None:
    hand = Hand(lunch())
    hand.press("menu", "0", "1")
    with pytest.raises(BadAnswer, match="only \\$7 to spend") as wrong:
        hand.fill_in("Open the form…", "9", "9")
    hand.picks = wrong.value.kept
    assert "1. Soup, Pie · $7 left" in hand.text()


def long_way(options: int, most: int) -> Compose:
    """Many choices among many."""
    ways = tuple(Option(Push(cart=f"cart {at}"), f"Cart {at}") for at in range(options))
    question = Choose(prompt="Which?", rule="1", options=ways)
    return Compose(prompt="?", rule="1", move=Walk, field="parts", stage=lambda parts: Stage(question), most=most)


@pytest.mark.parametrize("options", [5, 62])
def test_forty_parts_fit_into_an_id(options: int) -> None:
    hand = Hand(long_way(options, 40))
    for at in range(40):
        last = options - 1 - at % 2
        if options > 5:
            hand.picks = answer_picks.check_amounts(hand.asked.question, [*hand.picks, str(last)])
        else:
            hand.press(f"Cart {last}")
    hand.press("Send")
    assert isinstance(hand.sent, Walk)
    assert len(hand.sent.parts) == 40


def test_what_does_not_fit_into_an_id_can_still_be_sent() -> None:
    hand = Hand(long_way(62, 90))
    for at in range(90):
        hand.picks = [*hand.picks, f"c{at % 62}"]
        try:
            _ = hand.controls
        except BadAnswer as wrong:
            hand.picks = wrong.kept
            break
    assert len(hand.picks) > 40
    hand.press("Send")
    assert isinstance(hand.sent, Walk)
    assert len(hand.sent.parts) == len(hand.picks)


@pytest.mark.parametrize(
    "way", ["c9", "kffff.c0", "c0.c9", "k00.c0", "!2ab", "c1_2", "zz", "c0.c0.c0.c0.c0.c0.c0.c0.c0", "c"]
)
def test_forged_parts_are_refused_with_a_sentence(way: str) -> None:
    with pytest.raises((BadAnswer, UnknownControl)):
        Hand(walk(START)).arrives(f"play:1:0123456789:{way}")
    hand = Hand(walk(START))
    with suppress(BadAnswer, UnknownControl):  # what only leads the way to nowhere is shown as the beginning
        hand.arrives(f"part:1:0123456789:{way}")
        assert hand.controls


def test_parts_that_were_picked_from_other_lists_are_outdated() -> None:
    """Though the numbers would still mean something."""
    hand = Hand(walk(START))
    hand.press("Push the red cart to 1")
    old = hand.controls["Send"].id
    hand.asked = replace(hand.asked, question=walk(START, ("blue", "red")))
    with pytest.raises(BadAnswer, match="begin again"):
        hand.arrives(old)


def test_it_can_be_typed_with_semicolons() -> None:
    def read(text: str) -> Move:
        return lunch().read(answer_picks.require_complete(lunch(), text_answers.parse_picks(lunch(), text, str)))

    assert read("soup, pie; 2 0; $1") == lunch().read(["0_1", "2_0", "1"])
    with pytest.raises(BadAnswer):
        read("soup; 1 1; 0; 0")
    with pytest.raises(BadAnswer):
        read("fish; 2 0; 1")
