"""Lists of many tables fit Discord, and have clear words."""

from __future__ import annotations

from dataclasses import replace

from bot.host.table.running import RunningGame
from bot.testing.limits import check_screen, read_text
from bot.ui import screens
from storage.interface.past_games import Result, SeatResult
from storage.interface.questions import QuestionTimes
from tests.table_talk import begun, build_desk, seated, view_as
from tests.toy import TOY

LONG = "Wolfeschlegelsteinhausenbergerdo*" * 2
LINK = "https://discord.com/channels/1111111111111111111/2222222222222222222/3333333333333333333"


def waiting(number: int, *, hour: int | None = 12, lost: bool = False) -> RunningGame:
    running = seated(begun(), game=replace(TOY, title="A game with a long title"), number=number)
    due = None if hour is None else f"2026-03-01T{hour:02}:00:00+00:00"
    clocks = {1: QuestionTimes("2026-03-01T00:00:00+00:00", due)}
    row = replace(running.row, lost="channel" if lost else None)
    return replace(running, row=row, clocks=clocks)


def test_every_page_of_a_full_inbox_fits() -> None:
    found = [
        screens.build_question_section(view_as(waiting(10**9 + number, lost=True), 1), LINK) for number in range(95)
    ]
    listed = [read_text(screens.render_inbox(found, page)).count("· answer <t:") for page in range(19)]
    assert listed == [5] * 19
    assert "page 19 of 19" in read_text(screens.render_inbox(found, 999))


def test_questions_without_a_clock_come_after_those_with_one() -> None:
    tables = [waiting(1, hour=None), waiting(2, hour=23), waiting(3, hour=1)]
    text = read_text(
        screens.render_inbox([screens.build_question_section(view_as(table, 1), None) for table in tables])
    )
    assert text.index("table 3") < text.index("table 2") < text.index("table 1")


def result(number: int, *players: SeatResult) -> Result:
    return Result(number, "toy", "2026-03-01T12:00:00+00:00", players)


def test_a_page_of_results_with_many_long_names_fits() -> None:
    players = [SeatResult(LONG, place, 10) for place in range(1, 13)]
    found = [result(10**9 + number, *players) for number in range(10)]
    screen = screens.render_results({"toy": TOY}, found, 500, 3, 50)
    assert read_text(screen).count("The Fair") == 10
    check_screen(screen)


def test_a_shared_victory_and_a_game_that_is_not_on_offer_any_more_are_listed_too() -> None:
    shared = result(7, SeatResult("Ann", 1, 5), SeatResult("Ben", 1, 5), SeatResult("Cleo", 3, 0))
    text = read_text(screens.render_results({"toy": TOY}, [shared], 1, 0, 1))
    assert "- **7** · The Fair · <t:1772366400:d> · **Ann** and **Ben** shared the victory before Cleo" in text
    assert "- **7** · toy · " in read_text(screens.render_results({}, [shared], 1, 0, 1))


def test_in_a_result_nobody_is_taken_for_another_or_for_somebody_who_was_forgotten() -> None:
    players = (
        SeatResult("Seat 3", 1, 5, 101),
        SeatResult("Ann", 2, 4, 102),
        SeatResult("Seat 3", 3, 3),
        SeatResult("ann", 4, 2, 103),
    )
    text = read_text(screens.render_results({"toy": TOY}, [result(7, *players)], 1, 0, 1))
    assert "**Seat 3 (1)** won before Ann (2), Seat 3 and ann (4)" in text.replace("\\", "")


def test_long_news_do_not_push_the_hand_out() -> None:
    news = [f"<seat:2> does something at length, for the {number}th time, {'and on ' * 40}" for number in range(60)]
    running = seated(begun())
    text = read_text(screens.render_hand(build_desk(running, 1, news=news), "unasked"))
    assert "You hold" in text
    assert "more lines: see **Log**" in text


def test_a_panel_tells_what_fits_into_a_line_and_counts_the_rest() -> None:
    running = seated(begun())
    news = [f"{number:02} and so on until {number:02}" for number in range(60)]
    text = read_text(screens.render_panel(build_desk(running, 1, news=news)))
    assert "So far: 00 and so on until 00 · 01 and so on until 01 · 02 and" in text
    assert "(and 57 more: More… > Log)" in text
    long = read_text(screens.render_panel(build_desk(running, 1, news=["The year is over:\n" + "more " * 99])))
    assert "So far: 1 new (More… > Log)" in long, "no sentence of it fits, and none is cut"
    first = read_text(screens.render_panel(build_desk(running, 1, news=["It is over. Ann leads.\n" + "more " * 99])))
    assert "It is over. Ann leads." in first
    assert "more more" not in first + long
