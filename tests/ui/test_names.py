"""Names: people may call themselves anything, and nothing breaks."""

from __future__ import annotations

import re
import unicodedata
from typing import get_args
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.engine import play
from bot.engine.addressing import address
from bot.engine.pages import mark, with_names
from bot.engine.questions import Question
from bot.host.record.log_reading import HistoryLine
from bot.host.sanitize import sanitize
from bot.host.table.deadlines import TableSettings
from bot.host.table.open_table import OpenTable
from bot.host.table.running import RunningGame, strip_formatting
from bot.testing.limits import check_form, check_screen, read_text
from bot.testing.thorough import mark_thorough
from bot.ui import screens
from bot.ui.screens import controls
from bot.ui.screens.names import (
    escape_name,
    format_bold_name,
    format_heading,
    format_markdown,
    format_plain,
    get_plain_name,
)
from bot.ui.screens.screen import Screen
from storage.interface.games import SeatRow
from storage.interface.motions import Motion, MotionKind
from tests.table_talk import begun, build_desk, seated, view_as
from tests.toy import TOY, Name, Poked, ToyOptions
from tests.ui.hostile import HOSTILE
from tests.ui.markdown import raw_signs, rendered

NEWS = ("-# So far: ", "-# New: ")
"""Beginnings of a panel's line about recent events; a long name leaves room for fewer of them, or for none."""


def at_the_fair(name: str, *, over: bool = False) -> RunningGame:
    table = begun(players=2)
    for seat in (1, 2):
        table = play.play(table, seat, Name(price=seat)).table
    if over:
        table = play.concede(table, 2).table
    return seated(table, names=(name, name))


def every_screen(running: RunningGame) -> list[Screen]:
    table = running.table
    news = [f"{mark(1)} does something to {mark(2)}."] * 20
    made = [
        screens.render_board(view_as(running), None, [Poked(by=1, seat=2), Poked(by=2, seat=1)]),
        screens.render_log(view_as(running), [], 0),
        *(
            screens.render_panel(build_desk(running, seat, note=f"{mark(1)}!", news=news))
            for seat in (None, *table.seats)
        ),
        *(screens.render_hand(build_desk(running, seat), "closed") for seat in (None, *table.seats)),
        screens.render_dm_hand(view_as(running, 1), "https://discord.com/channels/1/2/3"),
        screens.render_notice(view_as(running), f"The time of {mark(2)} ran out."),
        screens.render_player_note(view_as(running), 101, f"{mark(2)} waits for you.", None),
        screens.render_headlines(view_as(running), [Poked(by=1, seat=2)]),
        screens.render_vacancy(
            view_as(running), 2, f"**{strip_formatting(running.get_name(2))}** has left; {mark(1)} has not."
        ),
        screens.render_log(view_as(running), [HistoryLine(1, f"{mark(1)} pokes {mark(2)}.", undone=False)], 0),
        *(screens.render_why_waiting(view_as(running, seat)) for seat in (None, *table.seats)),
        *(
            screens.render_vote(view_as(running), Motion(1, 412, kind, 1, 2, 1, {1: True}, "open"))
            for kind in get_args(MotionKind)
        ),
    ]
    made.append(
        screens.render_result_message(view_as(running), ())
        if table.outcome is not None
        else screens.render_turn_ping(view_as(running), [1], None)
    )
    return made


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("name", HOSTILE)
def test_every_screen_can_be_sent_whatever_its_players_are_called(name: str, over: bool) -> None:
    for screen in every_screen(at_the_fair(name, over=over)):
        check_screen(screen)


@given(st.text(max_size=100))
def test_every_screen_can_be_sent_for_any_name(name: str) -> None:
    for screen in every_screen(at_the_fair(name)):
        check_screen(screen)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_formats_nothing_and_calls_nobody(name: str) -> None:
    running = at_the_fair(name)
    for shown in (
        format_bold_name(running, 1),
        escape_name(running, 1),
        f"### {escape_name(running, 1)}",
        f"- {escape_name(running, 1)}",
    ):
        letters, alive = rendered(shown)
        usual = rendered(shown.replace(escape_name(running, 1), "Quentin"))
        assert (letters.replace(get_plain_name(running, 1), "Quentin"), alive) == usual
        assert not raw_signs(shown)


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("name", mark_thorough(HOSTILE, 20))
def test_a_screen_does_the_same_whatever_its_players_are_called(name: str, over: bool) -> None:
    for hostile, usual in zip(
        every_screen(at_the_fair(name, over=over)), every_screen(at_the_fair("Quentin", over=over)), strict=True
    ):
        blocks, expected = texts(hostile), texts(usual)
        if len(blocks) < len(expected):
            expected = [text for text in expected if not text.startswith(NEWS)]
        for shown, known in zip(blocks, expected, strict=True):
            alive, wanted = rendered(shown)[1], rendered(known)[1]
            is_shorter = shown.startswith(NEWS) and known.startswith(NEWS)
            assert alive == (wanted[: len(alive)] if is_shorter else wanted), shown
            assert set(raw_signs(shown)) == set(raw_signs(known)), shown
        for label in (text for text in hostile.iterate_strings() if text not in texts(hostile)):
            assert not [sign for sign in label if category(sign).startswith("C")], label


def texts(screen: Screen) -> list[str]:
    """The parts read as Markdown."""
    return [block for block in screen.blocks if isinstance(block, str)]


@pytest.mark.parametrize("over", [False, True])
def test_no_screen_shows_a_name_as_anything_but_a_name(over: bool) -> None:
    name = "*[evil](http://x.example)* ||evil|| @everyone"
    running = at_the_fair(name, over=over)
    safe = (escape_name(running, 1), escape_name(running, 2), strip_formatting(running.get_name(2)))
    shown = 0
    for screen in every_screen(running):
        for text in (block for block in screen.blocks if isinstance(block, str)):
            outside = re.sub(r"```.*?```", "", text, flags=re.DOTALL)  # where nothing is formatted
            for known in safe:
                shown += outside.count(known)
                outside = outside.replace(known, "")
            assert "evil" not in outside
            assert "@everyone" not in outside
    assert shown > 20


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_outlives_its_seat_formats_nothing(name: str) -> None:
    left = strip_formatting(name)
    assert left.strip(), "somebody whom nobody can see"
    assert not set(left) & set("*_~`|<>[]\\@#\n")
    assert "://" not in left


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_one_line_and_never_empty(name: str) -> None:
    shown = get_plain_name(at_the_fair(name), 1)
    assert shown == " ".join(shown.split())
    visible = [letter for letter in shown if unicodedata.category(letter) not in ("Cf", "Cc", "Zs")]
    assert visible, "a name that nobody can see"


@pytest.mark.parametrize("turning", ["\u202a", "\u202b", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"])
def test_a_name_does_not_turn_the_rest_of_its_line_around(turning: str) -> None:
    running = at_the_fair(f"{turning}Ben")
    assert turning not in get_plain_name(running, 1)
    assert turning not in format_bold_name(running, 1)


@pytest.mark.parametrize("name", ["<seat:2>", "<<seat:1>seat:2>", "<se\u200bat:2>", "<seat:<seat:2>2>", "<seat:" * 20])
def test_a_name_that_looks_like_a_mark_is_nobody_elses(name: str) -> None:
    running = seated(begun(players=2), names=(name, "Ben"))
    shown = format_plain(running, f"{mark(1)} pokes {mark(2)}")
    assert shown.endswith(" pokes Ben")
    assert shown.count("Ben") == 1
    assert format_plain(running, shown) == shown, "a mark is left"
    assert "Ben" not in format_markdown(running, format_markdown(running, mark(1)))


@pytest.mark.parametrize(
    "broken", ["<seat:0>", "<seat:99>", "<seat:9999>", f"<seat:{'9' * 5000}>", "<seat:٢>", "<seat:>"]
)
def test_a_mark_of_no_seat_shows_as_itself(broken: str) -> None:
    running = seated(begun(players=2), names=("Ann", "Ben"))
    assert format_plain(running, f"{mark(1)} and {broken}.") == f"Ann and {broken}."
    for naming in (format_markdown, format_heading):
        letters, _ = rendered(naming(running, f"{mark(1)} and {broken}."))
        assert letters == f"Ann and {broken}."


@pytest.mark.parametrize("name", HOSTILE)
def test_columns_stay_aligned(name: str) -> None:
    board = read_text(screens.render_board(view_as(seated(begun(), names=("Ann", name, "Cleo"))), None))
    grid = board.split("```")[1].strip("\n").split("\n")
    assert board.count("```") == 2, "a name ends the columns"
    assert len(grid) == 4, "a head and three players"
    assert len({len(line) for line in grid}) == 1, grid
    assert all(line.endswith(("Animals", "1")) for line in grid)


@pytest.mark.parametrize("name", HOSTILE)
def test_controls_and_forms_fit_whatever_players_are_called(name: str) -> None:
    running = at_the_fair(name)
    question = play.find_question(running.table, 1)
    assert isinstance(question, Question)
    asked = screens.build_prompt(view_as(running), question, "0123456789")
    check_screen(Screen(("?", *controls.build_rows(asked))))
    opening = seated(begun(), names=(name,))
    first = play.find_question(opening.table, 1)
    assert first is not None
    form = controls.build_form(screens.build_prompt(view_as(opening), first, "0123456789"))
    assert form is not None
    check_form(form)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_lobby_can_be_shown_whatever_its_guests_are_called(name: str) -> None:
    row = seated(begun()).row
    table = OpenTable(
        TOY, row, (SeatRow(1, 101, name), SeatRow(2, None, f"{name} (bot)")), ToyOptions(), TableSettings()
    )
    for screen in (screens.render_lobby(table), screens.render_lobby_options(table, name or "note")):
        check_screen(screen)


def test_a_player_who_is_asked_is_called_by_id_and_nobody_else() -> None:
    running = at_the_fair("@everyone")
    call = screens.render_turn_ping(view_as(running), [1], None)
    assert call.mentions == (101,)
    assert "<@101>" in read_text(call)
    assert "@everyone" not in read_text(call)
    assert "@everyone" not in screens.describe_waiting(view_as(running)).replace("@\u200beveryone", "")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Seat 2",
            "seat\u200b2",
            "S\u0435at 2",
            "Seat \N{FULLWIDTH DIGIT TWO}",
            "SEAT \N{SUPERSCRIPT TWO}",
            "Empty chair 2",
        ),
        *("Player 2", "PIayer 2", "\u0420layer 2", "Andrew", "Ada (bot)", "Ada [BOT]", "Somebody", "Boardroom", "bEn"),
    ],
)
def test_nobody_is_taken_for_another_for_a_bot_or_for_a_seat(name: str) -> None:
    """An unused number follows such a name, in each place where the table names its player."""
    running = seated(begun(players=3), names=(name, "Ben", "Ada (bot)"), bots=(3,))
    shown = [get_plain_name(running, seat) for seat in running.table.seats]
    assert shown[0].endswith(" (seat 1)")
    assert shown[1] == ("Ben (seat 2)" if name == "bEn" else "Ben")
    assert shown[2] == "Ada (bot)"
    assert "(seat 1)" in format_markdown(running, mark(1)).replace("\\", "")


@pytest.mark.parametrize(
    "name", ["Seattle", "Abbot", "Beatrix", "Ann", "Botho", "\u05e9\u05dd", "Player of Games", "Ben2"]
)
def test_other_names_stay_as_they_are(name: str) -> None:
    running = seated(begun(players=3), names=(name, "Ben", "Ada (bot)"), bots=(3,))
    assert [get_plain_name(running, seat) for seat in running.table.seats] == [name, "Ben", "Ada (bot)"]


@given(st.text(st.sampled_from("<>|seat:12 ab"), max_size=30))
@example("<x|y>")
@example("<<a|b>|c>")
def test_what_people_type_is_never_read_as_markup(typed: str) -> None:
    text = f"{mark(1)} {sanitize(typed)}"
    assert address(text, 2) == text
    assert with_names(text, lambda seat: f"seat {seat}") == f"seat 1 {sanitize(typed)}"
