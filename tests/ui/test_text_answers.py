"""Typed answers: the keyboard reaches everything that buttons and menus do."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.multi_step import Compose, Stage
from bot.engine.questions import Arrange, BadAnswer, Choose, Item, Number, Option, Question, Split, Subset
from bot.engine.records import Move
from bot.ui.handlers.table import text_answers
from bot.ui.screens.screen import MAX_OPTION_CHARS
from tests.any_question import QUESTIONS, picks_of
from tests.toy import STALLS, Gather, LineUp, Name, Pick, Share


def same(text: str) -> str:
    return text


def typing(question: Question, text: str) -> Move:
    return question.read(text_answers.parse_picks(question, text, same))


def suggested(question: Question) -> list[Move]:
    """What each suggestion means when it is chosen."""
    return [typing(question, offer.text) for offer in text_answers.list_offers(question, same)]


def words_for(question: Question, move: Move) -> str:
    """The text a player types for this move."""
    picks = picks_of(question, move)
    match question:
        case Choose():
            return question.options[int(picks[0])].label
        case Subset() | Arrange():
            return ", ".join(question.items[int(pick)].label for pick in picks)
    return " ".join(picks)


@pytest.mark.parametrize("stall", STALLS)
def test_every_answer_can_be_typed(stall: str) -> None:
    question = STALLS[stall]
    for seed in range(60):
        move = question.choose_random_move(Random(seed))  # noqa: S311
        assert typing(question, words_for(question, move)) == move


def full_width(text: str) -> str:
    """What a keyboard for Chinese or Japanese types for it."""
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


@pytest.mark.parametrize("stall", STALLS)
def test_every_answer_can_be_typed_in_full_width_signs(stall: str) -> None:
    question = STALLS[stall]
    for seed in range(10):
        move = question.choose_random_move(Random(seed))  # noqa: S311
        assert typing(question, full_width(words_for(question, move))) == move


@pytest.mark.parametrize("question", [each for each in STALLS.values() if isinstance(each, Number)])
def test_a_form_takes_a_number_in_full_width_digits(question: Number) -> None:
    move = question.choose_random_move(Random(1))  # noqa: S311
    (pick,) = picks_of(question, move)
    assert question.read([full_width(pick)]) == move


@pytest.mark.parametrize("stall", STALLS)
def test_every_suggestion_is_a_legal_answer(stall: str) -> None:
    question = STALLS[stall]
    assert suggested(question) or stall == "week", "which amounts add up is not for us to suggest"
    assert all(question.is_legal(move) for move in suggested(question))


def test_all_options_are_suggested_by_their_labels() -> None:
    assert [offer.label for offer in text_answers.list_offers(STALLS["fruit"], same)] == ["Apple", "Pear", "Plum"]
    assert len(text_answers.list_offers(STALLS["market"], same)) == 73


def test_suggestions_are_legal_also_where_more_than_one_thing_must_be_chosen() -> None:
    items = tuple(Item(f"t{at}", f"Thing {at}") for at in range(4))
    for fewest, most in ((2, 3), (2, 4), (4, 4), (0, 4)):
        question = Subset(prompt="?", rule="1", move=Gather, field="things", items=items, fewest=fewest, most=most)
        assert all(question.is_legal(move) for move in suggested(question))


def test_capitals_spaces_and_a_clear_beginning_are_enough() -> None:
    assert typing(STALLS["fruit"], "  pEaR ") == Pick(what="pear")
    assert typing(STALLS["fruit"], "pl") == Pick(what="plum")
    assert typing(STALLS["street"], "house 3") == Pick(what="house 3"), "exact, although House 30 begins the same"
    assert typing(STALLS["pair"], "3,5") == typing(STALLS["pair"], " 3   $5 ")
    assert typing(STALLS["basket"], "None") == Gather(things=[])


@pytest.mark.parametrize("text", ["", " ", "p", "banana", "0", "House", "²", "\x00", "," * 50, "x" * 3000])
@pytest.mark.parametrize("stall", ["fruit", "street", "market", "parade"])
def test_what_is_not_clear_is_answered_with_what_is(stall: str, text: str) -> None:
    with pytest.raises(BadAnswer, match=r"Please choose one of: .*\. Nothing was changed\.$"):
        typing(STALLS[stall], text)


@pytest.mark.parametrize("question", list(STALLS.values()), ids=list(STALLS))
def test_what_is_longer_than_any_answer_is_not_read(question: Question) -> None:
    with pytest.raises(BadAnswer, match="longer than any answer: please type at most 3,000 characters"):
        typing(question, "1" * 3001)


@pytest.mark.parametrize("text", [";" * 3000, "; ;" * 1000, "a;" * 1500, "a " * 1500, "fruit;" * 41])
def test_a_plan_of_more_parts_than_there_can_be_is_refused_before_it_is_worked_out(text: str) -> None:
    """Each part that is looked at costs a look at the game, while everybody else waits."""
    looked_at: list[int] = []

    def stage(parts: tuple[Move, ...]) -> Stage:
        looked_at.append(len(parts))
        return Stage(STALLS["fruit"], "", complete=False)

    plan = Compose(prompt="?", rule="1", move=Gather, field="things", stage=stage)
    with pytest.raises(BadAnswer):
        typing(plan, text)
    assert len(looked_at) <= 6


@pytest.mark.parametrize("stall", ["basket", "parade"])
def test_naming_more_things_than_there_are_is_refused(stall: str) -> None:
    label = STALLS[stall].items[0].label  # type: ignore[attr-defined]
    with pytest.raises(BadAnswer, match="You have named more than the"):
        typing(STALLS[stall], f"{label}," * 100)


@given(QUESTIONS, st.text(max_size=30))
def test_nothing_that_can_be_typed_is_worse_than_a_bad_answer(question: Question, text: str) -> None:
    try:
        move = typing(question, text)
    except BadAnswer:
        return
    assert question.is_legal(move)


def test_a_player_with_a_comma_in_their_name_can_be_chosen() -> None:
    items = (Item("1", "Smith, Jo"), Item("2", "Ann"), Item("3", "Jo"))
    subset = Subset(prompt="?", rule="1", move=Gather, field="things", items=items, most=3)
    assert typing(subset, "Smith, Jo") == Gather(things=["1"])
    assert typing(subset, "Jo, Ann") == Gather(things=["2", "3"])
    order = Arrange(prompt="?", rule="1", move=LineUp, field="order", items=items)
    assert typing(order, "Ann, Smith, Jo, Jo") == LineUp(order=["2", "1", "3"])


def test_options_with_the_same_words_in_two_groups_can_both_be_typed() -> None:
    options = tuple(Option(Pick(what=group), "Buy a share", group) for group in ("Coal", "Steel"))
    question = Choose(prompt="?", rule="1", options=options)
    moves = [option.move for option in options]
    assert suggested(question) == moves
    assert [typing(question, offer.label) for offer in text_answers.list_offers(question, same)] == moves


def test_a_very_long_line_can_be_chosen_from_the_suggestions_of_a_command() -> None:
    long = "a very long line about somebody with a long name who trades with somebody else, and at what price: "
    options = tuple(Option(Pick(what=str(at)), f"{long * 2}{at}") for at in range(3))
    question = Choose(prompt="?", rule="1", options=options)
    assert suggested(question) == [option.move for option in options]
    assert all(len(offer.text) <= MAX_OPTION_CHARS for offer in text_answers.list_offers(question, same))


@pytest.mark.parametrize("unit", ["", "$", "€", "£"])
def test_suggested_numbers_can_be_typed_as_they_are_suggested(unit: str) -> None:
    question = Number(prompt="?", rule="1", move=Name, field="price", low=3, high=9, step=3, unit=unit)
    moves = [Name(price=3), Name(price=6), Name(price=9)]
    assert suggested(question) == moves
    assert [typing(question, offer.label) for offer in text_answers.list_offers(question, same)] == moves


def test_a_wide_range_is_suggested_from_its_beginning() -> None:
    question = Number(prompt="?", rule="1", move=Name, field="price", low=0, high=10**9)
    assert [offer.label for offer in text_answers.list_offers(question, same)] == [str(number) for number in range(25)]


def test_what_begins_like_the_typed_text_is_suggested_first() -> None:
    offers = [text_answers.Offer(label, label) for label in ("Poor", "Order", "Orange", "Plum")]
    assert [offer.label for offer in text_answers.filter_offers(" OR", offers)] == ["Order", "Orange", "Poor"]
    assert text_answers.filter_offers("", offers) == offers


def test_amounts_that_do_not_add_up_are_refused_with_what_is_expected() -> None:
    split = STALLS["week"]
    assert isinstance(split, Split)
    with pytest.raises(BadAnswer, match="together 9"):
        typing(split, "1 1 1 1 1 1 1")
    assert isinstance(typing(split, "4,4,1,0,0,0,0"), Share)


def test_an_option_can_be_typed_as_its_button_says_it() -> None:
    long = Option(Pick(what="a"), "Move from Research: 1 active", short="Research: 1")
    question = Choose(prompt="Which?", rule="1", options=(Option(Pick(what="b"), "Research"), long))
    assert typing(question, "research: 1") == typing(question, "move from research: 1 active") == long.move
