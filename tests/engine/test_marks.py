"""Marks: letters in the order of the menu, one for each place; what lies nowhere has none."""

from __future__ import annotations

from functools import partial

from bot.engine.option_labels import Marked, Place, Where, get_letter, mark_question
from bot.engine.questions import Choose, Item, Option, Subset, Unread
from bot.engine.records import Move
from bot.ui.screens import list_layout


class Go(Move, kind="go to a place in a test"):
    """Go there."""

    to: int


def place(view: object, move: Move) -> Place | None:
    assert isinstance(move, Go)
    return ("place", move.to // 10) if move.to else None


WHERE: Where[object] = Where(place, lambda view, names, marks: b"")


def ask(*options: tuple[int, str]) -> Choose:
    return Choose(prompt="?", rule="1", options=tuple(Option(Go(to=to), f"To {to}", group) for to, group in options))


def mark(question: Choose) -> tuple[Marked, Choose]:
    found = mark_question(WHERE, None, question)
    assert found is not None
    assert isinstance(found.question, Choose)
    return found, found.question


def test_letters_follow_the_menu_group_by_group() -> None:
    found, question = mark(ask((10, "b"), (20, "a"), (30, "b"), (0, "a")))
    assert [option.label for option in question.options] == ["A · To 10", "C · To 20", "B · To 30", "To 0"]
    assert [option.group for option in question.options] == ["b (A\N{EN DASH}B)", "a", "b (A\N{EN DASH}B)", "a"]
    assert found.marks == {("place", 1): "A", ("place", 3): "B", ("place", 2): "C"}


def test_a_second_menu_of_the_same_places_is_shown_in_the_order_of_the_letters() -> None:
    _, question = mark(ask((20, "buy"), (30, "buy"), (10, "block"), (31, "block"), (0, "block"), (21, "block")))
    labels = [question.options[at].label for at in question.shown]
    in_menu = [option.label for option in list_layout.list_menu_options(question, ["g1"])]
    buttons = [option.label for option in list_layout.list_button_options(question, ["g1"])]
    assert [*in_menu, *buttons] == ["A · To 21", "B · To 31", "To 0", "C · To 10"]
    assert [label for label in labels if label not in buttons] == ["A · To 20", "B · To 30"]


def test_options_at_one_place_share_its_letter() -> None:
    found, question = mark(ask((10, ""), (11, ""), (20, "")))
    assert [option.label[0] for option in question.options] == ["A", "A", "B"]
    assert found.list_labels(question.options[:2]) == ["A · To 10", "A · To 11"]


def test_the_words_tell_only_the_options_that_are_looked_at_not_another_one_at_the_same_place() -> None:
    found, question = mark(ask((10, "a"), (11, "b"), (20, "a"), (21, "b")))
    buys = [option for option in question.options if option.label.endswith("0")]
    assert found.list_labels(buys) == ["A · To 10", "B · To 20"]


def test_letters_stay_as_they_are_when_a_part_of_the_options_is_looked_at() -> None:
    found, question = mark(ask((10, ""), (20, ""), (30, "")))
    assert found.get_marks(question.options[1:]) == {("place", 2): "B", ("place", 3): "C"}


def test_options_that_nobody_has_read_yet_get_their_letters_too() -> None:
    read = ask((10, "a"), (20, "a"))
    unread = Choose(
        prompt="?",
        rule="1",
        options=tuple(Unread(option.move, partial(Option, option.move, option.label, "a")) for option in read.options),
    )
    there, question = mark(unread)
    assert there == mark(read)[0]
    assert [option.label for option in question.options] == ["A · To 10", "B · To 20"]


class Visit(Move, kind="visit places in a test"):
    """Visit several places."""

    to: tuple[str, ...]


def test_items_of_which_several_may_be_taken_lie_where_each_alone_lies() -> None:
    def place_of_visit(view: object, move: Move) -> Place | None:
        assert isinstance(move, Visit)
        (only,) = move.to
        return None if only == "nowhere" else ("place", only.partition(" ")[0])

    items = tuple(Item(value, f"See {value}") for value in ("b", "nowhere", "a", "b 2"))
    question = Subset(prompt="?", rule="1", move=Visit, field="to", items=items, most=3)
    found = mark_question(Where(place_of_visit, WHERE.draw), None, question)
    assert found is not None
    assert [entry.label for entry in found.entries] == ["A · See b", "See nowhere", "B · See a", "A · See b 2"]
    assert found.question.get_fingerprint() == question.get_fingerprint()


def test_where_all_lie_at_one_place_there_is_nothing_to_see() -> None:
    assert mark_question(WHERE, None, ask((10, ""), (11, ""), (0, ""))) is None


def test_after_z_come_two_letters() -> None:
    assert [get_letter(number) for number in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]
