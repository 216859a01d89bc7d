"""Panels, the table's message and the result keep their budgets at the decisions of recorded games; so do lobbies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.pages import Picture
from bot.engine.records import News, Seat
from bot.engine.table import Table
from bot.games import OURS
from bot.host.table.running import format_news_lines, sort_news_for_seat
from bot.testing.limits import check_screen
from bot.testing.panel_budget import (
    MAX_LABEL_CHARS,
    MAX_PANEL_HEIGHT,
    count_screen_words,
    find_inbox_faults,
    find_panel_faults,
    list_controls,
    list_labels,
    list_texts,
)
from bot.testing.random_games import list_option_sets
from bot.testing.recording import build_case, read_record
from bot.testing.screen_height import PHONE_HEIGHT, estimate_height
from bot.testing.seated import build_desk, seat_people, view_as
from bot.ui import screens
from bot.ui.screens.names import get_plain_name
from bot.ui.screens.pictures import find_table_drawing, get_drawn_view
from bot.ui.screens.screen import Screen
from bot.ui.screens.table.inbox import MAX_SECTIONS
from bot.ui.screens.table.question_panel import build_panel
from tests.ui.records import EVERY_RECORD, FIRST, RECORDS
from tests.ui.toy_screens import lobby

MAX_WAITING_HEIGHT = 650
"""Pixels of a panel on which nothing has to be answered."""
MAX_INBOX_HEIGHT = 632
"""Pixels of a page of the inbox: five questions, two with a second line."""
MAX_BOARD_CONTROLS, MAX_BOARD_WORDS, MAX_BOARD_SCREENS = 3, 42, 1.5
"""Controls, words and phone screens of the table's message."""
MAX_LOBBY_CONTROLS, MAX_LOBBY_WORDS = 4, 60
"""Controls and words of the message of a table that waits for players."""
MAX_RESULT_CONTROLS, MAX_RESULT_WORDS = 5, 80
"""Controls and words of the message at the end of a game, without its charts."""
DRAWN_EVERY = 20
"""Decisions that share one picture of the table; its size seldom changes."""
PANELS_EVERY, PANELS_EVERY_IN_THOROUGH = 12, 3
"""Distance between decisions whose panels are checked, in the quick tests and in the thorough ones."""


@dataclass(frozen=True)
class Decision:
    """A decision of a recorded game, before it was made."""

    number: int
    table: Table
    seat: Seat
    heard: Mapping[Seat, Sequence[News]]
    """What each seat has heard since its last move."""
    latest: Sequence[News]
    """The news of the move before that everybody has heard."""

    def __str__(self) -> str:
        return f"decision {self.number} of seat {self.seat}"


@dataclass(frozen=True)
class PlayedRecord:
    """A recorded game, played again."""

    name: str
    game: AnyGame
    decisions: Sequence[Decision]
    end: Table


@pytest.fixture(scope="module", params=EVERY_RECORD)
def record(request: pytest.FixtureRequest) -> PlayedRecord:
    """A recorded game; pytest runs the tests of one record one after another, so it is played once."""
    game, path = RECORDS[request.param]
    saved = read_record(path)
    begun = build_case(game, saved).begin(saved["seed"])
    table, told, decisions = begun.table, begun.told, list[Decision]()
    heard: dict[Seat, list[News]] = defaultdict(list)
    for number, entry in enumerate(saved["moves"]):
        for seat in table.seats:
            heard[seat] += [piece.news for piece in told if piece.is_visible_to(seat) and not piece.news.footnote]
        latest = [piece.news for piece in told if piece.is_visible_to(None)]
        decisions.append(Decision(number, table, entry["seat"], {at: [*news] for at, news in heard.items()}, latest))
        played = play.play(table, entry["seat"], game.moves.validate_python(entry["move"]))
        table, told = played.table, played.told
        heard[entry["seat"]].clear()
    return PlayedRecord(request.param, game, decisions, table)


def find_board_faults(screen: Screen) -> Iterator[str]:
    """Yield in what the table's message goes beyond its budget."""
    controls, words, height = list_controls(screen), count_screen_words(screen), estimate_height(screen)
    if len(controls) > MAX_BOARD_CONTROLS:
        yield f"{len(controls)} controls"
    if words > MAX_BOARD_WORDS:
        yield f"{words} words: {list_texts(screen)}"
    if height > MAX_BOARD_SCREENS * PHONE_HEIGHT:
        yield f"{height} pixels: {list_texts(screen)}"
    yield from (f"a label is too long: {label}" for label in list_labels(screen) if len(label) > MAX_LABEL_CHARS)


def test_the_tables_message_keeps_its_budget_at_every_decision(record: PlayedRecord) -> None:
    faults: list[str] = []
    picture: Picture | None = None
    for decision in record.decisions:
        seen = view_as(seat_people(decision.table, game=record.game))
        drawing = find_table_drawing(seen)
        assert drawing is not None
        if picture is None or decision.number % DRAWN_EVERY == 0:
            picture = drawing.draw(get_drawn_view(seen, drawing), partial(get_plain_name, seen))
        found = find_board_faults(screens.render_board(seen, picture, decision.latest))
        faults += [f"{decision}: {fault}" for fault in found]
    assert faults == []


def test_panels_with_what_was_heard_keep_their_budget(record: PlayedRecord) -> None:
    faults: list[str] = []
    for decision in record.decisions[:: PANELS_EVERY if record.name in FIRST else PANELS_EVERY_IN_THOROUGH]:
        running = seat_people(decision.table, game=record.game)
        for seat in {decision.seat, decision.table.seats[decision.number % decision.table.players]}:
            news = format_news_lines(record.game, sort_news_for_seat(seat, decision.heard[seat]), seat)
            context = build_desk(running, seat, news=news)
            max_height = MAX_PANEL_HEIGHT if context.is_asked else MAX_WAITING_HEIGHT
            for one in (context, replace(context, is_new=True)):
                found = find_panel_faults(build_panel(one), max_height)
                faults += [f"{decision}, panel of seat {seat}: {fault}" for fault in found]
    assert faults == []


def test_the_inbox_keeps_its_budget_and_cuts_no_title_of_a_decision(record: PlayedRecord) -> None:
    found = []
    for decision in record.decisions[:: PANELS_EVERY if record.name in FIRST else PANELS_EVERY_IN_THOROUGH]:
        seen = view_as(seat_people(decision.table, game=record.game, number=decision.number), decision.seat)
        found.append(screens.build_question_section(seen, "https://discord.com/channels/1/2/3"))
    inboxes = [screens.render_inbox(found, page) for page in range(-(-len(found) // MAX_SECTIONS))]
    assert [fault for inbox in inboxes for fault in find_inbox_faults(inbox)] == []
    heights = [estimate_height(inbox) for inbox in inboxes]
    assert [height for height in heights if height > MAX_INBOX_HEIGHT] == []
    assert [section.text for section in found if "…" in section.text] == []


def test_the_result_and_a_panel_after_it_keep_their_budget(record: PlayedRecord) -> None:
    running = seat_people(record.end, game=record.game)
    screen = screens.render_result_message(view_as(running), (), record.decisions[-1].latest)
    check_screen(screen)
    assert len(list_controls(screen)) <= MAX_RESULT_CONTROLS
    assert count_screen_words(screen) <= MAX_RESULT_WORDS, list_texts(screen)
    assert estimate_height(screen) <= PHONE_HEIGHT
    assert [label for label in list_labels(screen) if len(label) > MAX_LABEL_CHARS] == []
    assert [*find_panel_faults(build_panel(build_desk(running, 1)))] == []


@pytest.mark.parametrize("key", OURS)
def test_a_lobby_keeps_its_budget_with_any_options(key: str) -> None:
    game = OURS[key]
    for options in list_option_sets(key):
        for people, bots in (((101,), 0), ((101, 102), 1)):
            table = replace(lobby(*people, bots=bots, wanted=max(game.seats)), game=game, options=options)
            screen = screens.render_lobby(table)
            check_screen(screen)
            assert len(list_controls(screen)) <= MAX_LOBBY_CONTROLS
            assert count_screen_words(screen) <= MAX_LOBBY_WORDS, (options, list_texts(screen))
            assert estimate_height(screen) <= PHONE_HEIGHT
            assert [label for label in list_labels(screen) if len(label) > MAX_LABEL_CHARS] == []
