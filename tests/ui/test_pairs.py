"""Pairs: a choice and the next one that it requires, as one line of a menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import BadAnswer, Choose, Question
from bot.games.carnegie.moves import PickUp, Plan, PutDown
from bot.games.corporate_espionage.moves import Aim, Announce, Spy
from bot.testing.limits import check_screen
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.table import text_answers
from bot.ui.screens import answer_picks, controls
from bot.ui.screens.pairs import MAX_PAIR_CHARS, list_pairs
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Menu, MenuLine, Screen
from tests.games.carnegie.dealing import office
from tests.games.corporate_espionage.dealing import meeting
from tests.ui.trips import count_trips
from tests.ui.walking import put


def moving(lying: int = 4) -> Compose:
    """Return what a seat is asked whose inactive workers lie in the lobby, next to active ones."""
    question = office().workers("Ann", "b1", lying=lying).next_event("hr", "west").pick("hr").question("Ann")
    assert isinstance(question, Compose)
    return question


def attacking(others: str = "Ann Bob Cid Dan Eve") -> ChooseOrCompose:
    """Return what a company is asked in its turn with two cards of espionage."""
    question = meeting(others).hand("Ann", "Lawsuit", "Class Action").accounts(Ann=20).question("Ann")
    assert isinstance(question, ChooseOrCompose)
    return question


def list_controls(question: Question, picks: Sequence[str] = ()) -> list[Button | Menu]:
    rows = controls.build_rows(put(question), picks)
    check_screen(Screen(("What?", *rows)))
    return [control for row in rows for control in row.controls]


def list_lines(question: Question) -> dict[str, tuple[str, MenuLine]]:
    """Return the lines of a question's menus by their labels, each with the id of its menu."""
    menus = [control for control in list_controls(question) if isinstance(control, Menu)]
    return {line.label: (menu.id, line) for menu in menus for line in menu.entries}


def choose(question: Question, label: str) -> list[str]:
    """Choose a line of a menu, and return the picks that it leads to."""
    control, line = list_lines(question)[label]
    press = Press.parse({"custom_id": control, "values": [line.value]})
    return answer_picks.check_amounts(question, press.read_all_picks())


def test_a_worker_and_where_it_goes_are_one_line() -> None:
    question = moving()
    picks = choose(question, "Lobby → HR")
    parts = answer_picks.read_parts_so_far(question, picks)
    assert parts is not None
    assert tuple(map(type, parts)) == (PickUp, PutDown)
    assert list_lines(question)["Lobby → HR"][1].hint.startswith("Activating it there costs nothing. 1 cell away")


def test_useful_places_come_first_and_all_others_are_one_more_press_away() -> None:
    question = moving()
    labels = list(list_lines(question))
    assert labels[0].startswith("Lobby → ")
    assert len(labels) <= OPTIONS_IN_SELECT
    assert labels.index("From Lobby: 1 of 4 inactive…") > labels.index("Lobby → HR")
    useful, useless = (Plan(orders=(PickUp(cell="b1"), PutDown(cell=cell))) for cell in ("a2", "d3"))
    assert question.is_legal(useful)
    assert question.is_legal(useless)
    assert (count_trips(question, useful), count_trips(question, useless)) == (2, 3)  # the last one sends it


def test_all_lines_with_pairs_are_short_enough_for_a_phone() -> None:
    assert max(map(len, list_lines(moving()))) <= MAX_PAIR_CHARS


def test_a_card_and_its_target_are_one_line_of_the_first_panel() -> None:
    question = attacking()
    lines = list_lines(question)
    assert sum(" → " in label for label in lines) == 8
    assert lines["Lawsuit for 3 → <seat:2>"][1].hint.startswith("Would lose")
    cards = question.otherwise.get_stage(()).question
    assert isinstance(cards, Choose)
    card = cards.moves[0]
    assert isinstance(card, Spy)
    assert count_trips(question, Announce(parts=(card, Aim(target=2)))) == 2


def test_pairs_beyond_one_menu_are_two_steps_as_before() -> None:
    evening = meeting("Ann Bob Cid Dan Eve Fay").accounts(Ann=40)
    evening.hand("Ann", "Lawsuit", "Patent Troll", "Embezzlement", "Ransomware", "Class Action", "Tax Tip-Off")
    question = evening.question("Ann")
    assert isinstance(question, ChooseOrCompose)
    assert list_pairs(question.otherwise, ()) is None
    assert "Lawsuit for 3" in list_lines(question)


def test_a_step_that_was_one_line_is_removed_as_one() -> None:
    question = moving()
    both = choose(question, "Lobby → HR")
    assert "Remove the last step" not in [getattr(one, "label", "") for one in list_controls(question, both)]
    control = next(one for one in list_controls(question, both) if isinstance(one, Menu))
    value = next(line.value for line in control.entries if " → " in line.label)
    press = Press.parse({"custom_id": control.id, "values": [value]})
    more = answer_picks.check_amounts(question, press.read_all_picks())
    assert len(answer_picks.read_parts_so_far(question, more) or ()) == 4
    back = next(one for one in list_controls(question, more) if getattr(one, "label", "") == "Remove the last step")
    before = answer_picks.read_parts_so_far(question, Press.parse({"custom_id": back.id}).read_picks())
    assert before == answer_picks.read_parts_so_far(question, both)


def test_controls_of_panels_without_pairs_go_on() -> None:
    question = moving()
    old = replace(question, paired=())
    first = next(one for one in list_controls(old) if isinstance(one, Menu))
    at = next(line.value for line in first.entries if line.label.startswith("From Lobby"))
    press = Press.parse({"custom_id": first.id, "values": [at]})
    picks = answer_picks.check_amounts(question, press.read_all_picks())
    assert answer_picks.read_parts_so_far(question, picks) == (PickUp(cell="b1"),)
    assert old.get_fingerprint() == question.get_fingerprint()


def test_a_line_of_another_table_is_refused() -> None:
    control, line = list_lines(moving(lying=4))["Lobby → HR"]
    press = Press.parse({"custom_id": control, "values": [line.value]})
    with pytest.raises(BadAnswer):
        answer_picks.check_amounts(moving(lying=1), press.read_all_picks())


@pytest.mark.parametrize("forged", ["k0000.c1.0", "kzzzz.1", "k", "c1.0.x", "k0000.c999.0", "k0000.1.1.1", "🙂"])
def test_a_forged_line_does_nothing(forged: str) -> None:
    question = moving()
    control, _ = list_lines(question)["Lobby → HR"]
    with pytest.raises((BadAnswer, UnknownControl)):
        answer_picks.check_amounts(question, Press.parse({"custom_id": control, "values": [forged]}).read_all_picks())


@pytest.mark.parametrize("typed", ["Lobby → HR", "lobby -> hr", "From Lobby: 1 of 4 inactive; Human Resources: 1 move"])
def test_a_pair_can_be_typed(typed: str) -> None:
    question = moving()
    move = question.read(answer_picks.list_answer_picks(question, text_answers.parse_picks(question, typed, str)))
    assert isinstance(move, Plan)
    assert tuple(map(type, move.orders)) == (PickUp, PutDown)
