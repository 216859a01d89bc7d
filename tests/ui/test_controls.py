"""Controls: every question fits Discord, and the offered controls reach every legal answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.questions import (
    Arrange,
    BadAnswer,
    Budget,
    Choose,
    Item,
    Line,
    Number,
    Option,
    Question,
    Split,
    Subset,
)
from bot.engine.records import Move
from bot.testing.limits import check_screen, list_labels
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.screens import answer_picks, controls, list_layout, pick_encoding
from bot.ui.screens.screen import Button, Menu, Screen
from tests.any_question import QUESTIONS
from tests.toy import STALLS, Gather, LineUp, Name, Pick, Share
from tests.ui.walking import put, reaches, wanders


def screen(question: Question, *picks: str) -> Screen:
    return Screen((question.prompt, *controls.build_rows(put(question), picks)))


def every_option(question: Question) -> list[Move]:
    match question:
        case Choose():
            return [option.move for option in question.options]
        case Number():
            return [question.make(number) for number in range(question.low, question.high + 1, question.step)]
        case Subset():
            alone = [question.make([item.value]) for item in question.items]
            return [question.make([]), *alone, question.make([item.value for item in question.items[-question.most :]])]
    return [question.choose_random_move(Random(seed)) for seed in range(10)]  # noqa: S311


@pytest.mark.parametrize("stall", STALLS)
def test_every_option_of_every_stall_can_be_reached(stall: str) -> None:
    question = STALLS[stall]
    for move in every_option(question):
        assert reaches(question, move), move


@settings(max_examples=150)
@given(QUESTIONS, st.randoms(use_true_random=False))
def test_any_legal_answer_to_any_question_can_be_reached(question: Question, random: Random) -> None:
    assert reaches(question, question.choose_random_move(random))


@settings(max_examples=150)
@given(QUESTIONS, st.randoms(use_true_random=False))
def test_whatever_is_pressed_leads_to_a_legal_answer(question: Question, random: Random) -> None:
    assert question.is_legal(wanders(question, random))


# -- how each shape looks ----------------------------------------------------------------------------


def test_up_to_five_options_are_buttons() -> None:
    assert list_labels(screen(STALLS["fruit"])) == ["Apple", "Pear", "Plum"]


def test_a_long_list_has_pages_that_lead_back_and_forth() -> None:
    first = screen(STALLS["street"])
    assert list_labels(first) == ["Next 6 choices"]
    second = screen(STALLS["street"], "p1")
    assert list_labels(second) == ["Previous 24 choices"]
    shown = [
        entry.label
        for page in (first, second)
        for row in controls_of(page)
        if isinstance(row, Menu)
        for entry in row.entries
    ]
    assert shown == [f"House {number}" for number in range(1, 31)]


def controls_of(screen: Screen) -> list[Button | Menu]:
    return [
        control for block in screen.blocks if not isinstance(block, str) for control in getattr(block, "controls", ())
    ]


def test_a_page_that_is_not_there_any_more_shows_the_last_one() -> None:
    assert list_labels(screen(STALLS["street"], "p99")) == ["Previous 24 choices"]


def list_menus(screen: Screen) -> list[str]:
    return [control.placeholder for control in controls_of(screen) if isinstance(control, Menu)]


def test_groups_stand_side_by_side_and_too_long_a_group_is_opened_first() -> None:
    market = screen(STALLS["market"])
    assert list_menus(market) == ["Bread… (3)"]
    assert list_labels(market) == ["Cheese…", "Cloth…"]
    assert list_labels(screen(STALLS["market"], "g2")) == ["Next 16 choices", "Back"]
    assert list_menus(screen(STALLS["market"], "g2")) == ["Cloth (1 of 2)"]


def grouped(*sizes: int) -> Choose:
    """Wares in groups of these sizes: A1, A2, B1 ..."""
    wares = [
        Option(Pick(what=f"{name}{at}"), f"{name}{at}", f"Of {name}")
        for name, size in zip("ABCDEFGHIJKL", sizes, strict=False)
        for at in range(1, size + 1)
    ]
    return Choose(prompt="?", rule="1", options=tuple(wares))


def test_up_to_five_options_are_buttons_in_whatever_groups_they_are() -> None:
    wares = (Option(Pick(what="a"), "Apple", "Fruit"), Option(Pick(what="b"), "Pear", "Fruit"))
    question = Choose(prompt="?", rule="1", options=(*wares, Option(Pick(what="end"), "End my turn", "End")))
    assert list_labels(screen(question)) == ["Apple", "Pear", "End my turn"]


def test_an_option_alone_in_its_group_is_a_button_beside_the_menus() -> None:
    assert list_menus(screen(grouped(4, 3, 1, 2))) == ["Of A… (4)", "Of B… (3)", "Of D… (2)"]
    assert list_labels(screen(grouped(4, 3, 1, 2))) == ["C1"]


def test_the_smallest_of_more_than_three_groups_share_a_menu() -> None:
    assert list_menus(screen(grouped(4, 3, 5, 2))) == ["Of A… (4)", "Of B, Of D… (5)", "Of C… (5)"]
    assert list_menus(screen(grouped(9, 8, 9, 9, 1, 1))) == ["Of A, Of B… (17)", "Of C… (9)", "Of D… (9)"]


def test_groups_that_do_not_fit_into_three_menus_are_opened_first() -> None:
    assert list_menus(screen(grouped(14, 13, 12, 15, 8))) == []
    assert list_labels(screen(grouped(14, 13, 12, 15, 8))) == ["Of A…", "Of B…", "Of C…", "Of D…", "Of E…"]


def test_many_small_groups_are_one_menu() -> None:
    assert list_menus(screen(grouped(4, 3, 2, 5, 2))) == ["Of A, Of B, Of C, Of D, Of E… (16)"]
    assert list_menus(screen(grouped(2, 2, 2, 2, 2, 2, 2))) == ["Of A and more… (14)"]


def test_a_menu_of_a_single_group_has_its_name_and_one_without_a_group_that_of_the_question() -> None:
    assert list_menus(screen(grouped(7))) == ["Of A"]
    assert list_menus(screen(grouped(30))) == ["Of A (1 of 2)"]
    wares = [Option(Pick(what=f"w{at}"), f"Ware {at}", hint="It is dear.") for at in range(9)]
    asked = Choose(prompt="Which ware do you buy?", rule="1", options=tuple(wares))
    assert list_menus(screen(asked)) == ["Which ware do you buy?"]
    few = controls.build_rows(replace(put(replace(asked, options=tuple(wares[:5]))), as_menu=True))
    assert [control.placeholder for row in few for control in row.controls if isinstance(control, Menu)] == [
        "Which ware do you buy? (5)"
    ]
    wordy = "which of all the wares on the market do you buy?"
    assert list_menus(screen(replace(asked, prompt=f"1956, Monday: {wordy}"))) == ["Choose one"]
    assert list_menus(screen(replace(asked, prompt="1956, at the market: which ware?"))) == ["Which ware?"]


def test_single_options_that_would_crowd_the_buttons_go_into_a_menu() -> None:
    shown = screen(grouped(9, 8, 9, 1, 1, 1))
    assert list_menus(shown) == ["Of A… (9)", "Of B, Of D, Of E, Of F… (11)", "Of C… (9)"]
    assert list_labels(shown) == []


@settings(max_examples=100)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=12))
def test_a_list_in_any_groups_has_at_most_eight_controls_and_every_option(sizes: list[int]) -> None:
    question = grouped(*sizes)
    assert len(controls_of(screen(question))) <= 8
    assert all(reaches(question, option.move) for option in question.options[:: max(1, len(question.options) // 9)])


def errands() -> Choose:
    """Two loaves, seven cheeses, and the way home."""
    bread = tuple(Option(Pick(what=what), what, "Bread", f"{what} is fresh.") for what in ("Rye", "Spelt"))
    cheese = tuple(Option(Pick(what=f"c{at}"), f"Cheese {at}", "Cheese", "It is ripe.") for at in range(7))
    return Choose(prompt="?", rule="1", options=(*bread, *cheese, Option(Pick(what="home"), "Go home", "End", "Done.")))


def test_the_hints_of_what_is_a_button_stand_in_the_text() -> None:
    assert list_menus(screen(errands())) == ["Bread… (2)", "Cheese… (7)"]
    assert list_labels(screen(errands())) == ["Go home"]
    assert [option.hint for option in list_layout.list_button_options(errands())] == ["Done."]
    assert [option.hint for option in list_layout.list_button_options(errands(), ["g0"])] == [
        "Rye is fresh.",
        "Spelt is fresh.",
    ]
    assert list_layout.list_button_options(errands(), ["g1"]) == [], "a menu shows its own hints"


def test_what_a_menu_has_no_room_for_is_known_for_the_page_that_is_open() -> None:
    cheese = tuple(Option(Pick(what=f"c{at}"), f"Cheese {at}", full="Ripe." if at % 2 else "") for at in range(30))
    question = Choose(prompt="?", rule="1", options=cheese)
    assert [option.label for option in list_layout.list_menu_options(question)] == [f"Cheese {at}" for at in range(24)]
    assert [option.label for option in list_layout.list_menu_options(question, ["p1"])] == [
        f"Cheese {at}" for at in range(24, 30)
    ]
    assert len(list_layout.list_menu_options(errands())) == 9, "those of both groups"
    assert len(list_layout.list_menu_options(errands(), ["g1"])) == 7
    assert list_layout.list_menu_options(errands(), ["g0"]) == [], "those are buttons"


def haggled(*groups: str) -> ChooseOrCompose:
    """Errands whose parts in these groups can be composed, too."""
    loaves = tuple(Option(Pick(what=f"{group}{at}"), f"{group} {at}", group) for group in groups for at in range(2))
    first = Choose(prompt="?", rule="1", options=loaves)
    haggle = Compose(prompt="?", rule="1", stage=lambda parts: Stage(None if parts else first, complete=bool(parts)))
    return ChooseOrCompose(prompt="?", rule="1", options=errands().options, otherwise=haggle, opens="Haggle")


def test_what_is_put_together_can_be_reached_from_its_group() -> None:
    both = haggled("Cheese", "Bread")
    assert list_labels(screen(both)) == ["Go home", "Haggle"]
    assert list_labels(screen(both, "g0"))[-2:] == ["Back", "Haggle"]
    rows = controls.build_rows(put(both), ["g0"])
    (haggle,) = [control for row in rows for control in row.controls if control in row.controls[-1:]][-1:]
    assert haggle.id.endswith(":o.g1"), "the second group there"
    assert "Haggle" not in list_labels(screen(haggled("Cheese"), "g0"))
    assert "Haggle" in list_labels(screen(haggled("Cheese"), "g1"))


def test_a_number_offers_likely_answers_and_a_form() -> None:
    assert list_labels(screen(STALLS["price"])) == ["$4", "Another amount…"]


def test_a_number_with_few_values_needs_no_form() -> None:
    few = Number(prompt="?", rule="1", move=Name, field="price", low=-2, high=2, step=2)
    assert list_labels(screen(few)) == ["-2", "0", "2"]


def test_a_form_tells_what_is_expected() -> None:
    form = controls.build_form(put(STALLS["price"]))
    assert form is not None
    assert form.fields[0].hint == "an even whole number from $0 to $40"
    week = controls.build_form(put(STALLS["week"]), ["1", "1", "1", "1", "1"])
    assert week is not None
    assert [field.label for field in week.fields] == ["Day 6", "Day 7"]


@pytest.mark.parametrize("stall", ["fruit", "street", "market", "basket", "parade"])
def test_a_question_without_amounts_has_no_form(stall: str) -> None:
    assert controls.build_form(put(STALLS[stall])) is None


def test_none_of_them_is_offered_only_where_it_is_legal() -> None:
    items = tuple(Item(str(at), str(at)) for at in range(3))
    some = Subset(prompt="?", rule="1", move=Gather, field="things", items=items, fewest=1, most=2)
    assert list_labels(screen(some)) == []
    assert list_labels(screen(STALLS["basket"])) == ["Next 6 choices", "None of these"]


def test_what_was_put_in_order_so_far_is_not_offered_again() -> None:
    menus = [control for control in controls_of(screen(STALLS["parade"], "2", "0")) if isinstance(control, Menu)]
    assert [entry.value for menu in menus for entry in menu.entries] == ["1", "3"]


# -- large and odd questions -------------------------------------------------------------------------


def test_every_one_of_sixty_groups_can_be_reached() -> None:
    options = tuple(Option(Pick(what=str(at)), f"Ware {at}", f"Group {at // 2}") for at in range(120))
    question = Choose(prompt="?", rule="1", options=options)
    assert [option.label for option in options if not reaches(question, option.move)] == []


@pytest.mark.parametrize("groups", [2, 7])
def test_options_without_a_group_can_stand_beside_groups(groups: int) -> None:
    grouped = tuple(Option(Pick(what=str(at)), f"Ware {at}", f"Group {at}") for at in range(1, groups))
    question = Choose(prompt="?", rule="1", options=(Option(Pick(what="pass"), "Pass"), *grouped))
    assert all(reaches(question, option.move) for option in question.options)


def test_all_of_forty_things_can_be_chosen() -> None:
    items = tuple(Item(f"t{at}", f"Thing {at}") for at in range(40))
    question = Subset(prompt="?", rule="1", move=Gather, field="things", items=items, most=40)
    assert reaches(question, question.make([item.value for item in items]))


def test_forty_things_can_be_put_in_order() -> None:
    items = tuple(Item(f"t{at}", f"Thing {at}") for at in range(40))
    question = Arrange(prompt="?", rule="1", move=LineUp, field="order", items=items)
    assert reaches(question, question.make([item.value for item in reversed(items)]))


def test_large_amounts_for_twelve_lines_fit() -> None:
    lines = tuple(Line(f"l{at}", f"Line {at}", 0, 99_999) for at in range(12))
    question = Split(prompt="?", rule="1", move=Share, field="amounts", lines=lines)
    assert reaches(question, question.make([99_999] * 12))


@pytest.mark.parametrize("high", [9, 61, 62, 999])
def test_amounts_for_forty_lines_fit(high: int) -> None:
    """Those of the first thirty-five stand in the id of the last form, at a table with a long number."""
    lines = tuple(Line(f"line{at}", f"Line {at}", 0, high) for at in range(40))
    question = Split(prompt="How?", rule="1", move=Share, field="amounts", lines=lines)
    for amounts in ([high] * 40, [at * high // 39 for at in range(40)]):
        assert reaches(question, question.make(amounts))
    picks = [str(high)] * 35
    asked = replace(put(question), game_id=999_999_999, prefix="o")
    last = controls.build_form(asked, picks)
    assert last is not None
    assert len(last.id) <= 100
    assert pick_encoding.unpack_picks(last.id.split(":", 3)[3]) == picks


@pytest.mark.parametrize(
    "forged", ["%", "%0", "%1-", "%2abc", "%x12", "%3ab", "%9" + "Z" * 9, "%²1", "^", "~1", "%1%1"]
)
def test_forged_amounts_are_an_unknown_control_or_no_answer(forged: str) -> None:
    press = Press("sent", ["1", "0123456789", forged])
    try:
        picks = press.read_picks()
    except UnknownControl:
        return
    with pytest.raises(BadAnswer):
        STALLS["week"].read(picks)


def test_what_cannot_be_paid_any_more_is_not_offered() -> None:
    items = tuple(Item(f"egg{at}", f"Egg {at}", cost=at) for at in range(30))
    basket = Subset(prompt="?", rule="1", move=Gather, field="things", items=items, fewest=2, most=3, budget=Budget(20))
    menu = controls_of(screen(basket, "18"))[0]
    assert isinstance(menu, Menu)
    assert [entry.value for entry in menu.entries] == ["0", "1", "2"]
    assert list_labels(screen(basket, "20"))[-1] == "Start over"
    check_screen(screen(basket, "99", "18"))


def test_what_an_answer_costs_and_leaves_is_said_as_it_grows() -> None:
    lines = tuple(Line(f"at{price}", f"At ${price}", 0, 12, cost=price) for price in range(10, 80, 10))
    question = Split(prompt="How many?", rule="1", move=Share, field="amounts", lines=lines, budget=Budget(100))
    assert answer_picks.describe_budget(question, []).endswith("It costs $0 and leaves $100.")
    assert answer_picks.describe_budget(question, ["1", "2", "0", "0", "1"]).endswith("It costs $100 and leaves $0.")
    form = controls.build_form(put(question))
    assert form is not None
    assert form.fields[1].hint == "From 0 to 12; $20 each"
    items = tuple(Item(f"egg{at}", f"Egg {at}", "fresh", cost=at) for at in range(30))
    basket = Subset(prompt="?", rule="1", move=Gather, field="things", items=items, most=3, budget=Budget(40))
    assert answer_picks.describe_budget(basket, ["3", "4", "p1"]) == "You can spend $40. It costs $7 and leaves $33."
    menu = controls_of(screen(basket))[0]
    assert isinstance(menu, Menu)
    assert menu.entries[7].hint == "$7 · fresh"


def test_very_long_texts_are_cut_to_what_discord_takes() -> None:
    long = "word " * 100
    items = tuple(Item(str(at), long, long) for at in range(30))
    hinted = tuple(Option(Pick(what=str(at)), long, "", long) for at in range(30))
    grouped = tuple(Option(Pick(what=str(at)), long, f"{at}{long}") for at in range(9))
    line = Line("a", long, 0, 10**8, 7, long)
    for question in (
        Choose(prompt=long, rule=long, options=hinted),
        Choose(prompt=long, rule=long, options=grouped),
        Number(prompt=long, rule=long, move=Name, field="price", low=0, high=9, unit="dollars of gold "),
        Split(prompt=long, rule=long, move=Share, field="amounts", lines=(line,)),
        Arrange(prompt=long, rule=long, move=LineUp, field="order", items=items),
    ):
        check_screen(screen(question))
        assert reaches(question, question.choose_random_move(Random(1)))  # noqa: S311


def test_a_question_of_an_unknown_shape_is_a_bug() -> None:
    with pytest.raises(TypeError, match="Question"):
        controls.build_rows(put(Question(prompt="?", rule="1")))


LONG = Option(Pick(what="a"), "Block Real Estate Agency and free Shopping Mall", short="Block Real Estate Agency")
PLAIN = Option(Pick(what="b"), "End the turn")


def test_a_long_option_stands_on_its_button_in_short() -> None:
    question = Choose(prompt="What now?", rule="1", options=(LONG, PLAIN))
    assert list_labels(screen(question)) == ["Block Real Estate Agency", "End the turn"]


def test_a_line_of_a_menu_says_the_whole_option_below_its_short_label() -> None:
    others = [Option(Pick(what=str(number)), f"Other {number}") for number in range(8)]
    (row,) = controls.build_rows(put(Choose(prompt="What now?", rule="1", options=(LONG, *others))))
    (menu,) = row.controls
    assert isinstance(menu, Menu)
    assert menu.entries[0][:3] == ("0", "Block Real Estate Agency", "Block Real Estate Agency and free Shopping Mall")


def put_as_menu(*options: Option) -> list[Button | Menu]:
    question = Choose(prompt="What now?", rule="1", options=options)
    return [control for row in controls.build_rows(replace(put(question), as_menu=True)) for control in row.controls]


HINTED = [Option(Pick(what=ware), f"Buy {ware}", "Wares", f"It costs 2 coins and fills a {ware}.") for ware in "abc"]
END = Option(Name(price=1), "End my turn", "End", "You draw two cards.")


def test_buttons_without_room_for_their_hints_are_lines_of_a_menu_that_has_them() -> None:
    menu, end = put_as_menu(*HINTED, END)
    assert isinstance(menu, Menu)
    assert menu.placeholder == "Wares… (3)"
    assert [(line.label, line.hint) for line in menu.entries] == [(one.label, one.hint) for one in HINTED]
    assert isinstance(end, Button)
    assert end.label == "End my turn"
    picks = [*Press.parse({"custom_id": menu.id}).read_picks(), menu.entries[2].value]
    assert Choose(prompt="What now?", rule="1", options=(*HINTED, END)).read(picks) == HINTED[2].move


def test_a_single_button_without_room_for_its_hint_joins_the_shortest_menu() -> None:
    tools = [Option(Pick(what=f"tool {at}"), f"Tool {at}", "Tools", "It lasts.") for at in range(4)]
    tools_menu, wares_menu, end = put_as_menu(
        *tools, *HINTED[:2], Option(Pick(what="z"), "Sell z", "Sale", "2 coins."), END
    )
    assert isinstance(tools_menu, Menu)
    assert isinstance(wares_menu, Menu)
    assert tools_menu.placeholder == "Tools… (4)"
    assert wares_menu.placeholder == "Wares, Sale… (3)"
    assert [entry.label for entry in wares_menu.entries] == ["Buy a", "Buy b", "Sell z"]
    assert isinstance(end, Button)


def test_a_menu_of_such_buttons_stands_where_the_first_of_them_stood() -> None:
    sales = [Option(Pick(what=ware), f"Sell {ware}", f"Sale of {ware}", "It brings 2 coins.") for ware in "yz"]
    tools = [Option(Pick(what=f"tool {at}"), f"Tool {at}", "Tools", "It lasts.") for at in range(4)]
    first, then, _ = put_as_menu(*sales, *tools, END)
    assert isinstance(first, Menu)
    assert isinstance(then, Menu)
    assert [first.placeholder, then.placeholder] == ["Sale of y, Sale of z… (2)", "Tools… (4)"]
    first, then, _ = put_as_menu(*tools, *sales, END)
    assert isinstance(first, Menu)
    assert isinstance(then, Menu)
    assert [first.placeholder, then.placeholder] == ["Tools… (4)", "Sale of y, Sale of z… (2)"]


def test_a_button_that_says_all_stays_a_button_beside_the_menu() -> None:
    plain = Option(Pick(what="d"), "Buy d", "Wares")
    menu, button, end = put_as_menu(*HINTED[:2], plain, END)
    assert isinstance(menu, Menu)
    assert isinstance(button, Button)
    assert isinstance(end, Button)
    assert [button.label, end.label] == ["Buy d", "End my turn"]


def test_two_answers_stay_buttons_even_without_room_for_their_hints() -> None:
    yes, no = put_as_menu(Option(Pick(what="y"), "Yes", hint="It is so."), Option(Pick(what="n"), "No", hint="Not so."))
    assert isinstance(yes, Button)
    assert isinstance(no, Button)
    assert [yes.label, no.label] == ["Yes", "No"]


def test_a_menu_of_two_things_says_that_both_can_be_chosen() -> None:
    items = tuple(Item(str(at), f"Thing {at}") for at in range(2))
    some = Subset(prompt="Which?", rule="1", move=Gather, field="things", items=items, fewest=1, most=2)
    assert list_menus(screen(some)) == ["Choose one or both"]


def test_a_single_button_is_not_lost_in_a_long_menu() -> None:
    tools = [Option(Pick(what=f"tool {at}"), f"Tool {at}", "Tools", "It lasts.") for at in range(16)]
    _, sell, _ = put_as_menu(*tools, Option(Pick(what="z"), "Sell z", "Sale", "It brings 2 coins."), END)
    assert isinstance(sell, Button)
    assert sell.label == "Sell z"


def ask_price(high: int, *suggestions: int) -> Number:
    return Number(
        prompt="What is it worth?",
        rule="1",
        move=Name,
        field="price",
        low=0,
        high=high,
        step=2,
        suggestions=suggestions,
    )


@pytest.mark.parametrize(
    ("fair", "offered"),
    [
        (None, [6, 8, 10, 12, 14]),
        (11, [6, 8, 10, 12, 14]),
        (17, [8, 10, 12, 14, 16]),
        (98, [8, 10, 12, 14, 20]),
        (3, [4, 6, 8, 10, 12]),
        (-5, [0, 6, 8, 10, 12]),
    ],
)
def test_one_of_the_suggested_amounts_is_near_the_fair_one(fair: int | None, offered: Sequence[int]) -> None:
    assert list(controls.list_offered_amounts(ask_price(20, 6, 8, 10, 12, 14), fair)) == offered


def test_an_amount_near_the_fair_one_is_offered_in_a_gap_of_the_suggested_ones() -> None:
    assert list(controls.list_offered_amounts(ask_price(98, 8, 14, 20, 26), 17)) == [8, 14, 16, 20]


def test_the_least_amount_stays_among_the_suggested_ones() -> None:
    assert list(controls.list_offered_amounts(ask_price(98, 0, 2, 4, 6, 8), 20)) == [0, 4, 6, 8, 20]
