"""Questions: whatever is offered is allowed, and whatever else is picked or typed is refused with a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from threading import Thread
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.questions import BadAnswer, Choose, LazyChoose, Line, Number, Option, Question, Split, etag
from bot.engine.records import Move
from tests.any_question import QUESTIONS, picks_of
from tests.toy import STALLS, Gather, LineUp, Name, Pick, Share


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_any_move_is_allowed_and_can_be_picked(question: Question, random: Random) -> None:
    move = question.any_move(random)
    assert question.allows(move)
    assert question.read(picks_of(question, move)) == move


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_an_allowed_move_survives_being_saved(question: Question, random: Random) -> None:
    move = question.any_move(random)
    assert question.allows(type(move).model_validate_json(move.model_dump_json()))


GARBAGE = st.one_of(
    st.sampled_from(
        ["", " ", "٣", "²", "½", "\uff11", "1e3", "1.5", "0x1", "1_000", "+1", "--1", "-", "NaN", "inf", "∞"]
    ),
    st.sampled_from(["9" * 400, "-" + "9" * 400, "1" * 10, "$", "$$1", "g0", "p1", "None", "1,5", "1 2", "\x00", "-0"]),
    st.integers().map(str),
    st.floats().map(str),
    st.text(max_size=8),
)


@given(QUESTIONS, st.lists(GARBAGE, max_size=8))
def test_garbage_is_refused_with_a_sentence_or_happens_to_be_legal(question: Question, picks: list[str]) -> None:
    try:
        move = question.read(picks)
    except BadAnswer as refused:
        sentence = str(refused)
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert not any(pick in sentence for pick in picks if len(pick) > 9), "what was typed is not repeated"
    else:
        assert question.allows(move)


@pytest.mark.parametrize(
    "text", ["", " ", "٣", "²", "\uff11", "1e1", "4.0", "0x4", "+4", "--4", "-4", "9" * 5000, "4 4", "3"]
)
def test_only_a_plain_number_within_the_bounds_is_a_price(text: str) -> None:
    with pytest.raises(BadAnswer, match=r"^Please give an even whole number from \$0 to \$40\. Nothing was changed\.$"):
        STALLS["price"].read([text])


@pytest.mark.parametrize("text", ["4", " 4 ", "$4", "$ 4", "004"])
def test_a_price_may_be_written_with_dollars_spaces_and_noughts(text: str) -> None:
    assert STALLS["price"].read([text]) == Name(price=4)


def test_a_choice_is_exactly_one_option_on_offer() -> None:
    fruit = STALLS["fruit"]
    assert fruit.read(["1"]) == Pick(what="pear")
    for picks in ([], ["0", "1"], ["3"], ["-1"], ["pear"], ["²"]):
        with pytest.raises(BadAnswer):
            fruit.read(picks)


def test_a_basket_holds_from_none_to_three_different_things_in_the_order_of_the_list() -> None:
    basket = STALLS["basket"]
    assert basket.read([]) == Gather(things=[])
    assert basket.read(["29", "0", "7"]) == Gather(things=["egg1", "egg8", "egg30"])
    for picks in (["1", "1"], ["0", "1", "2", "3"], ["30"], ["-1"], [""]):
        with pytest.raises(BadAnswer):
            basket.read(picks)


@pytest.mark.parametrize(
    "things", [["egg2", "egg1"], ["egg1", "egg1"], ["egg31"], ["egg1", "egg2", "egg3", "egg4"], [""]]
)
def test_a_basket_that_does_not_fit_the_list_is_not_allowed(things: list[str]) -> None:
    assert not STALLS["basket"].allows(Gather(things=things))


def test_amounts_must_fit_their_lines_and_the_total() -> None:
    week = STALLS["week"]
    days = {"day1": 4, "day2": 4, "day3": 1, "day4": 0, "day5": 0, "day6": 0, "day7": 0}
    assert week.read(list("4410000")) == Share(amounts=days)
    for amounts in ("4400000", "5400000", "441000", "44100000", "441000x"):
        with pytest.raises(BadAnswer, match="together 9"):
            week.read(list(amounts))
    pair = STALLS["pair"]
    assert pair.read(["9", "$10"]) == Share(amounts={"red": 9, "blue": 10})
    with pytest.raises(BadAnswer, match=r"Blue: a whole number in steps of 5 from \$0 to \$10"):
        pair.read(["9", "7"])


@pytest.mark.parametrize("amounts", [{}, {"red": 1}, {"red": 1, "blue": 0, "green": 0}, {"red": 10, "blue": 0}])
def test_amounts_for_other_lines_are_not_allowed(amounts: dict[str, int]) -> None:
    assert not STALLS["pair"].allows(Share(amounts=amounts))


def test_a_parade_holds_everybody_once() -> None:
    parade = STALLS["parade"]
    assert parade.read(["3", "0", "2", "1"]) == LineUp(order=["goose4", "goose1", "goose3", "goose2"])
    for picks in (["0", "1", "2"], ["0", "1", "2", "2"], ["0", "1", "2", "4"], []):
        with pytest.raises(BadAnswer):
            parade.read(picks)
    assert not parade.allows(LineUp(order=["goose1"] * 4))


class Stranger(Move):
    """A move of another kind that looks the same."""

    kind: Literal["stranger"] = "stranger"
    what: str = "apple"
    price: int = 4
    things: list[str] = []
    amounts: dict[str, int] = {"red": 1, "blue": 0}
    order: list[str] = ["goose1", "goose2", "goose3", "goose4"]


@pytest.mark.parametrize("stall", STALLS)
def test_a_move_of_another_kind_is_never_allowed(stall: str) -> None:
    assert not STALLS[stall].allows(Stranger())


class Impatient(Random):
    """Loses its patience, so that a search without an end fails instead of hanging."""

    def __init__(self) -> None:
        super().__init__(1)
        self.left = 20_000

    def getrandbits(self, k: int, /) -> int:
        self.left -= 1
        assert self.left > 0, "20 000 draws were not enough for one move"
        return super().getrandbits(k)


@pytest.mark.parametrize("total", [0, 1, 70, 139, 140])
def test_a_bot_finds_amounts_for_seven_lines_also_when_few_add_up(total: int) -> None:
    lines = tuple(Line(f"l{at}", f"Line {at}", 0, 20) for at in range(7))
    split = Split(prompt="How?", rule="1", move=Share, field="amounts", lines=lines, total=total)
    assert split.allows(split.any_move(Impatient()))


def test_a_bot_finds_amounts_in_steps_that_only_some_lines_can_make_up() -> None:
    lines = (Line("one", "One", 0, 4), Line("five", "Five", 0, 50, 5), Line("ten", "Ten", 0, 50, 10))
    split = Split(prompt="How?", rule="1", move=Share, field="amounts", lines=lines, total=64)
    for _ in range(20):
        assert split.allows(split.any_move(Impatient()))


@pytest.mark.parametrize("total", [None, 1_000_000])
def test_a_bot_finds_large_amounts_of_money_for_many_lines(total: int | None) -> None:
    lines = tuple(Line(f"l{at}", f"Line {at}", 0, 99_999, at % 2 + 1) for at in range(12))
    split = Split(prompt="How?", rule="1", move=Share, field="amounts", lines=lines, total=total)
    found: list[Move] = []
    search = Thread(target=lambda: found.append(split.any_move(Impatient())), daemon=True)
    search.start()
    search.join(20)  # only so that a search without an end fails instead of hanging
    assert [split.allows(move) for move in found] == [True]


# -- choices whose words come later --------------------------------------------------------------------


def basket() -> Choose:
    options = tuple(Option(Pick(what=what), what.capitalize(), "Fruit", "Fresh.") for what in ("apple", "pear"))
    return Choose(prompt="Which fruit?", rule="1", help="It is yours then.", options=options)


def test_a_lazy_choice_reads_as_if_it_had_been_put_into_words_at_once() -> None:
    said = basket()
    lazy = LazyChoose([Pick(what="pear"), Pick(what="apple")], basket)
    assert (lazy.prompt, lazy.rule, lazy.help, lazy.options) == (said.prompt, said.rule, said.help, said.options)
    assert lazy.read(["0"]) == Pick(what="apple")
    assert lazy.describe(Pick(what="pear")) == "Pear"
    assert lazy == LazyChoose([Pick(what="apple"), Pick(what="pear")], basket)
    assert etag(lazy, 3) == etag(said, 3)


def test_who_only_plays_a_lazy_choice_needs_no_words() -> None:
    def words() -> Choose:
        raise AssertionError("nobody reads this")

    lazy = LazyChoose([Pick(what="apple"), Pick(what="pear")], words)
    assert lazy.is_free
    assert lazy.allows(Pick(what="pear"))
    assert not lazy.allows(Pick(what="plum"))
    assert lazy.allows(lazy.any_move(Impatient()))


# -- etags -------------------------------------------------------------------------------------------


@given(QUESTIONS, st.integers(0, 10_000))
def test_the_same_question_asked_again_has_another_etag(question: Question, times: int) -> None:
    assert len(etag(question, times)) == 10
    assert etag(question, times) == etag(question, times)
    assert etag(question, times) != etag(question, times + 1)


@pytest.mark.parametrize("times", [0, 3])
def test_questions_that_differ_in_anything_have_different_etags(times: int) -> None:
    fruit: Sequence[str] = ("Apple", "Pear")
    variants = [
        Choose(prompt=prompt, rule="1", help=help_text, options=tuple(Option(Pick(what=w), w, group) for w in wares))
        for prompt in ("A?", "B?")
        for help_text in ("", "x")
        for group in ("", "g")
        for wares in (fruit, fruit[::-1], fruit[:1])
    ]
    variants_of_number = [
        Number(prompt="A?", rule="1", move=Name, field="price", low=low, high=high) for low in (0, 1) for high in (8, 9)
    ]
    tags = [etag(question, times) for question in (*variants, *variants_of_number)]
    assert len(set(tags)) == len(tags)
