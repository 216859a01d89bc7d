"""Answers put together of several choices: checked as a whole, and only as they were chosen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.questions import BadAnswer, Choose, Option, compute_etag
from tests.stroll import STROLL, Dishes, Drinks, Lunch, Push, StrollBox, StrollOptions, Tip, Walk, lunch, set_up, walk

START = {"red": 0, "blue": 0}


def carts(*names: str) -> Walk:
    return Walk(parts=tuple(Push(cart=name) for name in names))


def test_each_choice_is_legal_after_those_before_it_or_none_is() -> None:
    question = walk(START)
    assert question.is_legal(carts("red", "red", "blue"))
    assert not question.is_legal(carts("red", "blue")), "the red cart stands there"
    assert question.is_legal(carts())
    assert question.is_legal(carts(*["red"] * 8))
    assert not question.is_legal(carts(*["red"] * 9)), "eight steps and no more"
    assert not question.is_legal(carts("green"))
    assert not question.is_legal(Lunch(parts=()))


def test_what_comes_first_leaves_less_for_what_follows() -> None:
    """Of $20, $13 go for dishes and $6 for tea: a tip of $1 is left."""
    question = lunch()
    dishes, drinks = Dishes(names=("soup", "pie")), Drinks(amounts={"tea": 3, "wine": 0})
    assert question.is_legal(Lunch(parts=(dishes, drinks, Tip(coins=1))))
    assert not question.is_legal(Lunch(parts=(dishes, drinks, Tip(coins=2))))
    assert not question.is_legal(Lunch(parts=(dishes, drinks))), "the tip is missing"
    assert not question.is_legal(Lunch(parts=(drinks, dishes, Tip(coins=1))))
    assert question.read(["0_1", "3_0", "1"]) == Lunch(parts=(dishes, drinks, Tip(coins=1)))
    with pytest.raises(BadAnswer, match=r"^That costs \$15, and there is only \$7 to spend"):
        question.read(["0_1", "0_3", "0"])
    with pytest.raises(BadAnswer, match="not complete yet"):
        question.read(["0_1", "3_0"])


@pytest.mark.parametrize("picks", [["9"], ["x"], ["0", "0_0"], ["0", ""], ["-1"], [*"0000000000"], ["k0000", "0"]])
def test_picks_that_mean_nothing_are_refused_with_a_sentence(picks: list[str]) -> None:
    with pytest.raises(BadAnswer) as refused:
        walk(START).read(picks)
    assert str(refused.value).endswith(".")


def test_choices_made_at_another_table_are_outdated() -> None:
    """Their numbers would mean something else now: the first cart in the list is another one."""
    before, now = walk(START), walk(START, ("blue", "red"))
    picks = [f"k{before.compute_check(before.read_parts(['0', '0']))}", "0", "0"]
    assert before.read(picks) == carts("red", "red")
    with pytest.raises(BadAnswer, match="begin again"):
        now.read(picks)


def test_words_tell_what_each_choice_leaves() -> None:
    assert walk(START).describe_parts(carts("red", "red").parts) == [
        ("Push the red cart to 1", "red at 1, blue at 0; 7 steps left"),
        ("Push the red cart to 2", "red at 2, blue at 0; 6 steps left"),
    ]
    assert walk(START).describe(carts("red")) == "Push the red cart to 1"


def test_bots_find_complete_answers() -> None:
    for seed in range(50):
        for question in (walk(START), walk({"red": 9, "blue": 9}), lunch(), lunch(4)):
            assert question.is_legal(question.choose_random_move(Random(seed)))  # noqa: S311


def test_a_way_that_ends_before_it_is_complete_is_tried_anew() -> None:
    def stage(parts: tuple[object, ...]) -> Stage:
        options = tuple(Option(Push(cart=name), name) for name in ("wrong", "right"))
        question = None if parts else Choose(prompt="?", rule="1", options=options)
        return Stage(question, complete=parts == (Push(cart="right"),))

    question = Compose(prompt="?", rule="1", move=Walk, field="parts", stage=stage)
    assert {question.choose_random_move(Random(seed)) for seed in range(20)} == {carts("right")}  # noqa: S311


def test_a_composed_question_is_free_when_something_can_be_chosen() -> None:
    assert walk(START).is_free
    assert not walk({"red": 9, "blue": 9}).is_free
    assert lunch().is_free


def test_a_question_says_what_an_answer_gives_up_by_its_choices_or_only_for_none_of_them() -> None:
    by_choices = replace(walk(START), gives_up=lambda parts: f"{8 - len(parts)} steps lost.")
    assert [by_choices.describe_given_up(parts) for parts in ((), (Push(cart="red"),))] == [
        "8 steps lost.",
        "7 steps lost.",
    ]
    only_for_none = replace(walk(START), nothing=lambda: "8 steps lost.")
    assert only_for_none.describe_given_up(()) == "8 steps lost."
    assert only_for_none.describe_given_up([Push(cart="red")]) == walk(START).describe_given_up(()) == ""


def test_one_move_of_a_list_is_a_choice_where_others_can_be_put_together() -> None:
    def stay_or(put_together: Compose) -> ChooseOrCompose:
        stay = (Option(carts(), "Stay"),)
        return ChooseOrCompose(prompt="?", rule="1", options=stay, otherwise=put_together, opens="Walk")

    assert stay_or(walk(START)).is_free
    assert not stay_or(walk({"red": 9, "blue": 9})).is_free


def test_its_etag_follows_from_what_it_is_about() -> None:
    tags = {compute_etag(question, 0) for question in (walk(START), walk({"red": 0, "blue": 1}), lunch(), lunch(19))}
    assert len(tags) == 4
    assert compute_etag(walk(dict(START)), 0) == compute_etag(walk(START), 0)


@pytest.mark.parametrize("players", STROLL.seats)
def test_it_is_one_move_with_one_piece_of_news(players: int) -> None:
    table = play.begin(set_up(StrollOptions(), players, "seed", StrollBox())).table
    random = Random(players)  # noqa: S311
    while asked := play.list_asked_seats(table):
        question = play.find_question(table, asked[0])
        assert question is not None
        played = play.play(table, asked[0], question.choose_random_move(random))
        assert table == play.copy(table)
        table = played.table
        assert len([piece for piece in played.told if piece.news.kind in ("walked", "lunched")]) == 1
    assert table.outcome is not None
