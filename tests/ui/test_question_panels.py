"""A player's panel: question, news, answers and hand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.pages import mark
from bot.engine.questions import Option
from bot.games import GAMES
from bot.testing.limits import list_labels, read_text
from bot.ui import screens
from bot.ui.screens.screen import (
    Menu,
    MenuLine,
    Row,
    Screen,
    build_layout,
)
from tests.table_talk import begun, build_desk, seated, view_as
from tests.toy import STALLS, Name, Pick
from tests.ui.toy_screens import list_lines, opened, told_of


@pytest.mark.parametrize("stall", STALLS)
def test_a_panel_asks_explains_and_offers_every_shape_of_question(stall: str) -> None:
    table = play.play(opened(), 1, Pick(what=stall)).table
    screen = screens.render_panel(build_desk(seated(table), 1))
    assert f"### {STALLS[stall].prompt}" in read_text(screen)
    assert list_lines(screen, "More…")[:2] == ["Why?", "Log"]
    reasons = read_text(screens.render_reasons(build_desk(seated(table), 1)))
    assert STALLS[stall].prompt in reasons
    assert STALLS[stall].help in reasons
    assert "Rules: Stalls" in reasons


def test_the_menu_of_another_answer_is_another_component_so_that_nothing_stays_chosen_in_it() -> None:
    screen = Screen((Row((Menu("menu:1", "Choose", (MenuLine("0", "One"),)),)),))

    def component(answering: int) -> object:
        (container,) = build_layout(screen, answering).to_components()
        return container["components"][0]["components"][0].get("id")

    assert component(1) != component(2)
    assert component(1) == component(1)
    assert component(0) is None, "a message that answers nobody is the same each time"


def test_what_a_menu_has_no_room_for_stands_in_the_text_in_full() -> None:
    many = [Option(Pick(what=f"c{at}"), f"Cheese {at}", hint="Ripe.") for at in range(7)]
    assert "Cheese" not in told_of(many), "a menu shows its own hints"
    long = replace(many[3], full=f"Ripe, and {mark(2)} wants it.")
    assert "- **Cheese 3**: Ripe, and **Ben** wants it." in told_of([*many[:3], long, *many[4:]])


def test_what_a_button_does_stands_in_the_text_in_full() -> None:
    one = Option(Pick(what="c"), "Cheese", hint="Ripe.", full="Ripe, and hard.")
    assert "- **Cheese**: Ripe, and hard." in told_of([one, replace(one, label="Rye", full="")])
    assert "- **Rye**: Ripe." in told_of([one, replace(one, label="Rye", full="")])


def test_what_the_text_has_no_room_for_is_left_out_whole_and_counted() -> None:
    long = [Option(Pick(what=f"c{at}"), f"Cheese {at}", full=f"{at} " + "ripe " * 100 + "end.") for at in range(9)]
    text = told_of(long)
    assert text.count("ripe end.") + int(text.partition("… and ")[2].partition(" more")[0]) == 9
    assert told_of(long, "p0").count("ripe end.") > text.count("ripe end.") > 0, "more once something was picked"


def test_a_player_who_has_sealed_an_answer_can_take_it_back() -> None:
    running = seated(play.play(begun(), 2, Name(price=5)).table)
    assert "Take back my answer" in list_labels(screens.render_panel(build_desk(running, 2)))
    assert "Take back my answer" not in list_labels(screens.render_panel(build_desk(running, 1)))


def test_a_player_who_only_watches_is_told_so_and_sees_the_fair() -> None:
    text = read_text(screens.render_panel(build_desk(seated(opened()), None)))
    assert "watching" in text
    assert "Coins" in text


def test_what_happened_stands_below_the_question_in_small_print() -> None:
    text = read_text(
        screens.render_panel(build_desk(seated(opened()), 1, news=[f"{mark(2)} pokes you."], note="Done."))
    )
    assert text.index("Done.") < text.index("What do you do") < text.index("**Ben** pokes you.")
    assert "\n-# So far: " in text


def test_an_order_is_confirmed_only_while_the_game_runs() -> None:
    running = seated(opened())
    over = replace(running, row=replace(running.row, status="finished"))
    for there, confirms in ((running, True), (over, False)):
        context = replace(build_desk(there, 1, note="You pay $3."), ordered="Order set: Pass.")
        text = read_text(screens.render_panel(context))
        assert "You pay $3." in text
        assert ("Order set: Pass." in text) == confirms


def test_news_of_several_lines_stand_in_one_line_and_a_second_visit_says_since_when() -> None:
    running = replace(seated(opened()), moved=frozenset({1}))
    text = read_text(screens.render_panel(build_desk(running, 1, news=["Your news for 1953:\nA strike\nA levy"])))
    assert "\n-# Since you last looked: Your news for 1953: A strike; A levy" in text


def test_long_news_never_push_the_question_out() -> None:
    news = [f"{mark(2)} says: " + "blah " * 200] * 40
    running = seated(opened(), names=("Ann", "x" * 100))
    text = read_text(screens.render_panel(build_desk(running, 1, note="A note. " * 100, news=news)))
    assert "What do you do" in text
    assert len(text.split()) < 300, "the note is whole, the news are not"
    assert "blah" not in text
    assert "So far: 40 new (More… > Log)" in text


def test_news_without_room_are_told_by_their_first_whole_sentences() -> None:
    long = "1953 is over: you lead with $180. Shares: Amber $10, Black $13. " + "And so on. " * 20
    text = read_text(screens.render_panel(build_desk(seated(opened()), 1, news=[long, "Ann sleeps."])))
    (line,) = re.findall(r"So far: (.*)", text)
    assert line.startswith("1953 is over: you lead with $180. Shares: Amber $10, Black $13. And so on. ")
    assert line.endswith("And so on. (and 2 more: More… > Log)")


def test_news_of_which_no_sentence_has_room_give_way_to_the_next() -> None:
    news = ["It says " + "blah " * 30, "The firm Swift & Co. buys 2 mills. " + "More " * 30, "Ann sleeps."]
    text = read_text(screens.render_panel(build_desk(seated(opened()), 1, news=news)))
    assert "So far: The firm Swift & Co. buys 2 mills. (and 3 more: More… > Log)" in text


def test_a_step_that_the_heading_names_is_not_repeated_above_it() -> None:
    game = GAMES["goodwill"]
    table = play.begin(game.set_up(game.options(), 3, "place", game.box)).table
    seat = play.list_asked_seats(table)[0]
    shown = read_text(screens.render_panel(build_desk(seated(table, game=game), seat)))
    assert "### 1953, Amber, first price: what is a share worth?" in shown
    assert "Amber: first price" not in shown


@pytest.mark.parametrize("shift", range(9))
def test_cutting_long_news_never_cuts_through_a_name(shift: int) -> None:
    line = "x" * (395 - shift) + mark(2) + "y" * 300
    text = read_text(screens.render_panel(build_desk(seated(opened()), 1, news=[line])))
    assert "<sea" not in text
    assert "seat:" not in text


def test_a_hand_is_shown_with_the_way_to_and_from_direct_messages() -> None:
    running = seated(opened())
    assert "DM me this too" in list_labels(screens.render_hand(build_desk(running, 1), "unasked"))
    assert "Stop direct messages" in list_labels(screens.render_hand(build_desk(running, 1), "open"))
    assert "won't let me DM you" in read_text(screens.render_hand(build_desk(running, 1), "closed"))
    assert list_labels(screens.render_hand(build_desk(running, None), "open")) == ["Fair", "Act"]


@pytest.mark.parametrize("mode", ["off", "swift", "yearly sheet"])
def test_a_question_for_a_price_says_who_trades_and_for_how_much(mode: str) -> None:
    game = GAMES["goodwill"]
    table = play.begin(game.set_up(game.options.model_validate({"fast_mode": mode}), 3, "price", game.box)).table
    context = build_desk(seated(table, game=game), play.list_asked_seats(table)[0])
    shown = read_text(screens.render_panel(replace(context, is_new=True)))
    assert "\n-# The highest price buys a share from the owner with the lowest one, halfway between both. " in shown
    assert "halfway between" not in read_text(screens.render_panel(context)), "who has played knows; Why? says it, too"


@pytest.mark.parametrize("key", GAMES)
def test_a_private_copy_begins_with_ones_hand_where_the_game_has_any(key: str) -> None:
    game = GAMES[key]
    table = play.begin(game.set_up(game.options(), 3, "copy", game.box)).table
    seat = play.list_asked_seats(table)[0]
    copy = read_text(screens.render_dm_hand(view_as(seated(table, game=game), seat), None))
    assert game.title in copy
    assert (game.hand(game.view(table, seat)).title in copy) == (key != "carnegie")
    assert "No hand" not in copy
