"""Questions: every offered option is allowed, and any other pick or typed text is refused with a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.questions import (
    Arrange,
    BadAnswer,
    Budget,
    Choose,
    Item,
    LazySequence,
    Line,
    Number,
    Option,
    Question,
    Split,
    Subset,
    Unread,
    compute_etag,
)
from bot.engine.records import Move
from tests.any_question import QUESTIONS, picks_of
from tests.toy import STALLS, Gather, LineUp, Name, Pick, Share


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_any_move_is_allowed_and_can_be_picked(question: Question, random: Random) -> None:
    move = question.choose_random_move(random)
    assert question.is_legal(move)
    assert question.read(picks_of(question, move)) == move


@given(QUESTIONS, st.randoms(use_true_random=False))
def test_an_allowed_move_survives_being_saved(question: Question, random: Random) -> None:
    move = question.choose_random_move(random)
    assert question.is_legal(type(move).model_validate_json(move.model_dump_json()))


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
        assert question.is_legal(move)


@pytest.mark.parametrize(
    "text", ["", " ", "٣", "²", "\uff11", "1e1", "4.0", "0x4", "+4", "--4", "-4", "9" * 5000, "4 4", "3"]
)
def test_only_a_plain_number_within_the_bounds_is_a_price(text: str) -> None:
    with pytest.raises(BadAnswer, match=r"^Please give an even whole number from \$0 to \$40\. Nothing was changed\.$"):
        STALLS["price"].read([text])


@pytest.mark.parametrize("text", ["4", " 4 ", "$4", "$ 4", "004", "\uff14", "\uff04\uff10\uff14"])
def test_a_price_may_be_written_with_dollars_spaces_noughts_and_full_width_digits(text: str) -> None:
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
    assert not STALLS["basket"].is_legal(Gather(things=things))


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
    assert not STALLS["pair"].is_legal(Share(amounts=amounts))


def test_a_parade_holds_everybody_once() -> None:
    parade = STALLS["parade"]
    assert parade.read(["3", "0", "2", "1"]) == LineUp(order=["goose4", "goose1", "goose3", "goose2"])
    for picks in (["0", "1", "2"], ["0", "1", "2", "2"], ["0", "1", "2", "4"], []):
        with pytest.raises(BadAnswer):
            parade.read(picks)
    assert not parade.is_legal(LineUp(order=["goose1"] * 4))


class Stranger(Move, kind="stranger"):
    """A move of another kind that looks the same."""

    what: str = "apple"
    price: int = 4
    things: list[str] = []
    amounts: dict[str, int] = {"red": 1, "blue": 0}
    order: list[str] = ["goose1", "goose2", "goose3", "goose4"]


@pytest.mark.parametrize("stall", STALLS)
def test_a_move_of_another_kind_is_never_allowed(stall: str) -> None:
    assert not STALLS[stall].is_legal(Stranger())


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
    assert split.is_legal(split.choose_random_move(Impatient()))


def test_a_bot_finds_amounts_in_steps_that_only_some_lines_can_make_up() -> None:
    lines = (Line("one", "One", 0, 4), Line("five", "Five", 0, 50, 5), Line("ten", "Ten", 0, 50, 10))
    split = Split(prompt="How?", rule="1", move=Share, field="amounts", lines=lines, total=64)
    for _ in range(20):
        assert split.is_legal(split.choose_random_move(Impatient()))


@pytest.mark.parametrize("total", [None, 1_000_000])
def test_a_bot_finds_large_amounts_of_money_for_many_lines(total: int | None) -> None:
    lines = tuple(Line(f"l{at}", f"Line {at}", 0, 99_999, at % 2 + 1) for at in range(12))
    split = Split(prompt="How?", rule="1", move=Share, field="amounts", lines=lines, total=total)
    found: list[Move] = []
    search = Thread(target=lambda: found.append(split.choose_random_move(Impatient())), daemon=True)
    search.start()
    search.join(20)  # only so that a search without an end fails instead of hanging
    assert [split.is_legal(move) for move in found] == [True]


# -- what the whole may cost ------------------------------------------------------------------------


def cubes(budget: int) -> Split:
    """Cubes of four kinds at the prices of a supply chain."""
    lines = tuple(Line(f"at{price}", f"At ${price}", 0, 12, cost=price) for price in (10, 20, 30, 40))
    return Split(prompt="How many?", rule="1", move=Share, field="amounts", lines=lines, budget=Budget(budget))


def test_a_purchase_that_cannot_be_paid_is_refused_with_what_it_costs() -> None:
    """Each amount by itself can be had; together they cost $1,200."""
    question = cubes(60)
    assert not question.is_legal(Share(amounts=dict.fromkeys(("at10", "at20", "at30", "at40"), 12)))
    with pytest.raises(BadAnswer, match=r"^That costs \$70, and there is only \$60 to spend\. Nothing was changed\.$"):
        question.read(["1", "0", "2", "0"])
    exact = Share(amounts={"at10": 1, "at20": 1, "at30": 1, "at40": 0})
    assert question.read(["1", "1", "1", "0"]) == exact
    assert question.is_legal(exact)


def test_what_the_other_amounts_cost_at_least_counts_from_the_first_amount_on() -> None:
    lines = (Line("a", "A", 0, 9, cost=10), Line("b", "B", 2, 9, cost=20))
    question = Split(prompt="?", rule="1", move=Share, field="amounts", lines=lines, budget=Budget(60))
    assert question.parse_amounts(["2"]) == [2]
    with pytest.raises(BadAnswer, match=r"costs \$70"):
        question.parse_amounts(["3"])


def test_a_basket_that_cannot_be_paid_is_refused_with_what_it_costs() -> None:
    items = (Item("egg", "Egg", cost=3), Item("ham", "Ham", cost=8), Item("pie", "Pie", cost=9))
    question = Subset(
        prompt="?", rule="1", move=Gather, field="things", items=items, fewest=1, most=3, budget=Budget(11, "£")
    )
    assert question.read(["0", "1"]) == Gather(things=["egg", "ham"])
    assert not question.is_legal(Gather(things=["ham", "pie"]))
    with pytest.raises(BadAnswer, match=r"^That costs £17, and there is only £11 to spend"):
        question.read(["1", "2"])
    for seed in range(30):
        assert question.is_legal(question.choose_random_move(Random(seed)))  # noqa: S311


def test_amounts_have_a_total_or_a_budget() -> None:
    with pytest.raises(ValueError, match="either"):
        Split(prompt="?", rule="1", move=Share, field="amounts", lines=(), total=1, budget=Budget(1))


# -- etags -------------------------------------------------------------------------------------------


@given(QUESTIONS, st.integers(0, 10_000))
def test_the_same_question_asked_again_has_another_etag(question: Question, times: int) -> None:
    assert len(compute_etag(question, times)) == 10
    assert compute_etag(question, times) == compute_etag(question, times)
    assert compute_etag(question, times) != compute_etag(question, times + 1)


@pytest.mark.parametrize("times", [0, 3])
def test_questions_that_differ_in_what_is_asked_have_different_etags(times: int) -> None:
    fruit: Sequence[str] = ("Apple", "Pear")
    choices = [
        Choose(prompt="?", rule=rule, about=about, options=tuple(Option(Pick(what=ware), ware) for ware in wares))
        for rule in ("1", "2")
        for about in ((), (1,), ("1",), (1, 1))
        for wares in (fruit, fruit[::-1], fruit[:1])
    ]
    numbers = [
        Number(prompt="?", rule="1", move=Name, field="price", low=low, high=high, step=step)
        for low in (0, 1)
        for high in (8, 9)
        for step in (1, 2)
    ]
    lines = [(Line("a", "A", 0, 4), Line("b", "B", 0, high, step)) for high in (4, 8) for step in (1, 2)]
    splits: list[Question] = [
        *(
            Split(prompt="?", rule="1", move=Share, field="amounts", lines=(Line("a", "A", 0, 4, cost=cost),), budget=b)
            for cost, b in ((1, Budget(4)), (2, Budget(4)), (1, Budget(5)))
        ),
    ]
    splits += [
        Split(prompt="?", rule="1", move=Share, field="amounts", lines=names, total=total)
        for names in (*lines, lines[0][::-1])
        for total in (None, 4)
    ]
    items = (Item("a", "A"), Item("b", "B"))
    lists = [
        *(Arrange(prompt="?", rule="1", move=LineUp, field="order", items=order) for order in (items, items[::-1])),
        *(
            Subset(prompt="?", rule="1", move=Gather, field="things", items=order, fewest=fewest, most=most)
            for order in (items, items[::-1])
            for fewest in (0, 1)
            for most in (1, 2)
        ),
    ]
    questions: list[Question] = [*choices, *numbers, *splits, *lists]
    tags = [compute_etag(question, times, step) for question in questions for step in ("", "{}")]
    assert len(set(tags)) == len(tags)


def test_other_words_for_the_same_question_leave_its_etag_as_it_is() -> None:
    def choice(words: str) -> Question:
        return Choose(prompt=words, rule="1", help=words, options=(Option(Pick(what="pear"), words, words, words),))

    def number(words: str, *suggestions: int) -> Question:
        bounds = {"low": 0, "high": 9, "unit": words, "suggestions": suggestions}
        return Number(prompt=words, rule="1", help=words, move=Name, field="price", **bounds)  # type: ignore[arg-type]

    def basket(words: str) -> Question:
        items = (Item("egg", words, words),)
        return Subset(prompt=words, rule="1", help=words, move=Gather, field="things", items=items, most=1)

    def amounts(words: str) -> Question:
        lines = (Line("egg", words, 0, 4, unit=words),)
        return Split(prompt=words, rule="1", help=words, move=Share, field="amounts", lines=lines)

    def order(words: str) -> Question:
        return Arrange(prompt=words, rule="1", move=LineUp, field="order", items=(Item("egg", words, words),))

    assert compute_etag(number("a"), 1) == compute_etag(number("b", 4, 5), 1)
    for make in (choice, basket, amounts, order):
        assert compute_etag(make("a"), 1) == compute_etag(make("b"), 1)


GO, STAY = Pick(what="go"), Pick(what="stay")


def test_words_of_an_option_are_found_when_somebody_reads_them_and_once() -> None:
    found: list[str] = []

    def words() -> Option:
        found.append("read")
        return Option(GO, "Go", "Ways", "A hint.", "All of it.")

    option = Unread(GO, words)
    question = Choose(prompt="Where?", rule="1", options=(option,))
    assert question.is_legal(GO)
    assert question.get_fingerprint() == Choose(prompt="", rule="1", options=(Option(GO, ""),)).get_fingerprint()
    assert not option.was_read
    assert not found
    assert (option.label, option.group, option.hint, option.full) == ("Go", "Ways", "A hint.", "All of it.")
    assert question.describe(GO) == "Go"
    assert found == ["read"]
    assert option == Option(GO, "Go", "Ways", "A hint.", "All of it.")


def test_a_menu_order_is_found_when_somebody_reads_it_and_once() -> None:
    found: list[str] = []

    def find() -> list[int]:
        found.append("read")
        return [1, 0]

    order = LazySequence(find)
    question = Choose(prompt="Where?", rule="1", options=(Option(GO, "Go"), Option(STAY, "Stay")), shown=order)
    assert question.is_legal(GO)
    assert question.read(["1"]) == STAY
    assert question.get_fingerprint() == replace(question, shown=()).get_fingerprint()
    assert not order.was_read
    assert not found
    assert question == replace(question, shown=(1, 0))
    assert [question.options[at].label for at in question.shown] == ["Stay", "Go"]
    assert found == ["read"]


def test_an_option_that_nobody_has_read_yet_can_be_given_a_mark() -> None:
    option = Unread(GO, lambda: Option(GO, "Go", "Ways", "A hint.", "All of it."))
    marked = replace(option, label="A \N{MIDDLE DOT} Go")
    assert marked == Option(GO, "A \N{MIDDLE DOT} Go", "Ways", "A hint.", "All of it.")
    assert option.label == "Go"


def test_an_option_cannot_be_offered_with_the_words_of_another() -> None:
    option = Unread(GO, lambda: Option(STAY, "Stay"))
    with pytest.raises(ValueError, match="with the words of"):
        _ = option.label
