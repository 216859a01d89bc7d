"""The table's message, its result, and the votes at it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import bot
from bot.engine import play
from bot.engine.pages import Page, Picture, Section, mark
from bot.testing.limits import check_screen, list_labels, read_text
from bot.ui import screens
from bot.ui.screens.parts import get_place_suffix
from storage.interface.letters import Delivery
from storage.interface.motions import Motion, MotionKind
from tests.table_talk import begun, build_desk, seated, view_as
from tests.toy import PNG, TOY, Answered
from tests.ui.toy_screens import all_buttons, at_growls, opened, with_page


def test_the_board_says_for_whom_it_waits() -> None:
    assert "waiting for <@101>." in read_text(screens.render_board(view_as(seated(opened())), None))
    assert "waiting for <@101>, <@102> and <@103>." in read_text(screens.render_board(view_as(seated(begun())), None))


def test_the_board_calls_the_way_to_the_hand_what_the_game_calls_it() -> None:
    seen = view_as(seated(begun()))
    assert "My hand" in list_labels(screens.render_board(seen, None))
    labels = list_labels(
        screens.render_board(
            replace(seen, game=replace(TOY, wording=replace(TOY.wording, hand_title="My company"))), None
        )
    )
    assert "My company" in labels
    assert "My hand" not in labels


def test_no_other_text_names_the_way_to_the_hand_but_the_game() -> None:
    """A text about all tables names the command /hand, because games call the control differently."""
    root = Path(bot.__file__).parent
    files = [*(path for name in ("ui", "host", "own_pages", "web") for path in (root / name).rglob("*.py"))]
    files += (root.parent / "cogs").glob("*.py")
    assert [path.name for path in files if TOY.wording.hand_title in path.read_text(encoding="utf-8")] == []


def test_the_delivery_ledger_calls_the_way_to_the_hand_what_the_game_calls_it() -> None:
    seen = view_as(seated(begun()))
    seen = replace(seen, game=replace(TOY, wording=replace(TOY.wording, hand_title="My company")))
    moment = "2026-01-01T12:00:00+00:00"
    line = Delivery(1, "hand", "sent", None, moment, moment, "panel", None, None, None)
    text = read_text(screens.render_delivery_ledger(seen, [line]))
    assert "ready behind **My company**" in text
    assert "-# **My company** shows secrets at any time" in text


def test_names_in_titles_and_headings_do_not_break_the_bold_type() -> None:
    running = with_page(Page("", [Section(f"{mark(2)}'s stall", ["Open."])]))
    text = read_text(screens.render_board(view_as(running), None))
    assert "Ann" in text
    assert "Ben" in text
    assert "****" not in text


def test_the_board_calls_bots_and_conceded_players_by_name() -> None:
    table = begun()
    running = seated(play.concede(table, 3).table, bots=[2])
    assert screens.describe_waiting(view_as(running)).endswith("waiting for <@101>, **Ben** and **Cleo**.")


def test_the_board_of_a_finished_game_tells_who_won_and_cannot_be_acted_on() -> None:
    over = seated(play.concede(begun(players=2), 2).table)
    screen = screens.render_board(view_as(over), None)
    assert "**Ann** wins." in read_text(screen)
    assert [button.label for button in all_buttons(screen) if button.disabled] == ["Act"]


def test_a_shared_victory_names_all_winners() -> None:
    table = begun()
    table.outcome = play.concede(play.concede(table, 1).table, 2).table.outcome
    assert table.outcome is not None
    table.outcome.places.update({1: 1, 2: 1, 3: 1})
    assert screens.describe_winners(view_as(seated(table))) == "**Ann**, **Ben** and **Cleo** share the victory."


def test_shared_places_are_no_list_for_discord_would_count_them_on() -> None:
    assert [get_place_suffix(places) for places in ([1, 2, 3], [1, 2, 2], [1, 1, 3])] == [".", "\\.", "\\."]
    table = begun()
    table.outcome = play.concede(play.concede(table, 1).table, 2).table.outcome
    assert table.outcome is not None
    table.outcome.places.update({1: 1, 2: 2, 3: 2})
    table.outcome.scores.update({1: 9, 2: 4, 3: 4})
    text = read_text(screens.render_result_message(view_as(seated(table)), [], []))
    assert re.findall(r"^([0-9])\\\. ", text, re.MULTILINE) == ["1", "2", "2"]


def test_the_board_shows_its_picture_with_words_for_who_cannot_see_it() -> None:
    screen = screens.render_board(view_as(seated(opened())), Picture("fair.png", PNG, "x" * 3000))
    pictures = next(component for component in check_screen(screen) if component["type"] == 12)
    assert pictures["items"][0]["media"]["url"] == "attachment://fair.png"
    assert len(pictures["items"][0]["description"]) == 1024


def test_the_board_shows_the_latest_news_and_no_others() -> None:
    news = [Answered(seat=1, how=f"no {at}") for at in range(20)]
    text = read_text(screens.render_board(view_as(seated(opened())), None, news))
    assert [f"no {at}" in text for at in (15, 16, 19)] == [False, True, True]


def test_where_waiting_is_secret_nobody_is_named() -> None:
    table = at_growls()
    running = seated(table)
    line = screens.describe_waiting(view_as(running))
    assert "waiting for answers" in line
    assert not any(f"<@{100 + seat}>" in line or running.get_name(seat) in line for seat in table.seats)


def test_where_waiting_is_secret_the_call_does_not_say_that_one_is_asked() -> None:
    running = seated(at_growls())
    text = read_text(screens.render_turn_ping(view_as(running), [1, 2, 3, 4], "https://discord.com/channels/1/2/3"))
    assert "you may want to respond" in text
    assert "your move" in read_text(screens.render_turn_ping(view_as(seated(begun())), [1, 2, 3], None))


def test_the_final_message_has_places_scores_and_the_way_on() -> None:
    over = seated(play.concede(begun(players=2), 2).table)
    text = read_text(screens.render_result_message(view_as(over), [Picture("story.png", PNG, "The story")]))
    assert "1. **Ann**: 0" in text
    assert list_labels(screens.render_result_message(view_as(over), ())) == ["Play again", "More…"]
    with pytest.raises(ValueError, match="not over"):
        screens.render_result_message(view_as(seated(begun())), ())


def test_the_panel_of_a_finished_game_leads_on_as_its_result_does() -> None:
    over = seated(play.concede(begun(players=2), 2).table)
    panel = screens.render_panel(build_desk(over, 1))
    assert "The game is over." in read_text(panel)
    assert "Play again" in list_labels(panel)
    assert "Play again" not in list_labels(screens.render_panel(build_desk(seated(begun()), 1)))


@pytest.mark.parametrize(
    ("kind", "needed", "until"),
    [
        ("undo", "3 of 3", "It is off as soon as anyone moves."),
        ("abandon", "3 of 3", "It stays open until it is decided."),
        ("pause", "2 of 3", "It stays open until it is decided."),
        ("replace", "2 of 2", "It is off as soon as **Ben** moves."),
    ],
)
def test_a_proposal_says_how_many_votes_it_needs_and_until_when_it_is_open(
    kind: MotionKind, needed: str, until: str
) -> None:
    proposed = Motion(1, 412, kind, 1, 2, 1, {1: True}, "open")
    text = read_text(screens.render_vote(view_as(seated(begun())), proposed))
    assert f"{needed} votes are needed; the proposal counts as one. {until}" in text
