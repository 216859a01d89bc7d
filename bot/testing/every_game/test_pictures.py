"""Each picture of every game has a name, a text page and an alt text, can be sent, and reveals no secret."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.drawing.lettering import ON_A_PHONE
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.pages import MOST_ALT, Picture, mark
from bot.engine.pictures import Drawing
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.table.running import RunningGame
from bot.testing.legibility import find_faults, record_sheets
from bot.testing.limits import check_screen
from bot.testing.random_games import (
    BOTH,
    EVERY_GAME,
    GAMES,
    OPTIONS,
    Case,
    format_page_lines,
    get_whole_game,
    play_bot_game,
    sample_positions,
)
from bot.testing.seated import build_desk, seat_people, view_as
from bot.ui import screens
from bot.ui.screens.pictures import draw_example, find_hand_drawing, find_table_drawing, get_drawn_view, list_drawings
from bot.ui.screens.screen import MAX_BUTTON_LABEL_CHARS, OPTIONS_IN_SELECT

LARGEST = 400_000
"""Maximum bytes of a picture; Discord accepts more, but mobile connections are slow."""
TALLEST = 4_000
TALLEST_ON_A_PHONE = 936
"""Maximum height in CSS pixels, on a phone, of the picture on a table's message."""
WIDTH = 1080
"""Width of all pictures in pixels, so that letters are equally large on a phone."""

SHORT_STANDING = 320
"""Maximum characters of the standings, with the marks of up to six seats; about six lines on a phone."""

FULL = [pytest.param(Case(game, max(game.seats), game.options()), id=key) for key, game in GAMES.items()]
DRAWN = [
    pytest.param(Case(game, max(game.seats), game.options()), id=key)
    for key, game in GAMES.items()
    if game.pictures.drawings
]
TELLING = [pytest.param(game, id=key) for key, game in GAMES.items() if game.teaching.example is not None]
"""Games whose rulebook has an example."""
"""Each game with its maximum number of players."""


def name_seat(seat: Seat) -> str:
    return f"Player {seat}"


LONG = (
    "W" * 32,
    "Maximiliana von Habenichts",
    "日本の人 とても長い名前",
    "Bartholomew Featherstonehaugh",
    "i" * 32,
    "Ann",
)
"""Difficult names: very wide ones, several words, and letters of another font."""


OF_BOTS = tuple(f"{name} (bot, strong)" for name in ("Florian", "Bertram", "Dorian", "Edith", "Greta", "Hugo"))
"""The longest names of bots."""


def build_running(case: Case, table: Table) -> RunningGame:
    """Return the table as the host holds it."""
    return seat_people(table, names=[name_seat(seat) for seat in table.seats], game=case.game)


def generate_drawings(case: Case, table: Table) -> Iterator[tuple[Seat | None, Drawing[Any]]]:
    """Yield each picture of a table once for each of its readers."""
    state = build_running(case, table)
    for reader in case.list_readers():
        for drawing in list_drawings(view_as(state, reader)):
            if drawing.private or reader is None:
                yield reader, drawing


def draw_for(case: Case, table: Table, reader: Seat | None, drawing: Drawing[Any]) -> Picture:
    return drawing.draw(get_drawn_view(view_as(build_running(case, table), reader), drawing), name_seat)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_pictures_have_names_that_tell_nothing_and_titles_that_fit(game: AnyGame) -> None:
    names = [drawing.name for drawing in game.pictures.drawings]
    titles = [drawing.title for drawing in game.pictures.drawings]
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) and len(name) <= 30 for name in names)
    assert all(title.strip() and len(title) <= MAX_BUTTON_LABEL_CHARS / 4 for title in titles)
    assert len(set(names)) == len(names) <= OPTIONS_IN_SELECT
    assert len(set(titles)) == len(titles)
    drawings = game.pictures.drawings
    assert not drawings or not drawings[0].private, "the first is the one that everybody sees"


@pytest.mark.parametrize("case", FULL)
def test_every_picture_can_be_sent_and_says_in_words_what_it_shows(case: Case) -> None:
    looked_at = set()
    for turn in sample_positions(case, "pictures", 3):
        for reader, drawing in generate_drawings(case, turn.before):
            picture = draw_for(case, turn.before, reader, drawing)
            image = Image.open(BytesIO(picture.png))
            assert picture.name == f"{drawing.name}.png", "a file is called like its picture and tells nothing else"
            assert (image.format, image.width) == ("PNG", WIDTH)
            assert image.height <= TALLEST
            assert len(picture.png) <= LARGEST
            assert 20 <= len(picture.alt) <= MOST_ALT
            assert len(image.getcolors() or ()) > 8, "there is something on it"
            check_screen(
                screens.render_picture(build_desk(build_running(case, turn.before), reader), drawing.name, picture)
            )
            looked_at.add(drawing.name)
    assert looked_at == {drawing.name for drawing in case.game.pictures.drawings}


@pytest.mark.parametrize("case", FULL)
def test_every_picture_has_its_text(case: Case) -> None:
    """The page of each picture is an alternative to it, also on a narrow screen."""
    for turn in sample_positions(case, "texts of pictures", 4):
        for reader, drawing in generate_drawings(case, turn.before):
            page = drawing.page(get_drawn_view(view_as(build_running(case, turn.before), reader), drawing))
            assert page.title.strip()
            assert any(line.strip() for line in format_page_lines(page)[1:]), (
                f"{drawing.name} has a title and nothing below it"
            )


@pytest.mark.parametrize("case", OPTIONS)
def test_the_tables_message_shows_a_picture_for_everybody_in_every_phase(case: Case) -> None:
    for turn in sample_positions(case, "phases", 8):
        state = build_running(case, turn.before)
        there = find_table_drawing(view_as(state, None))
        assert (there is None) == (not case.game.pictures.drawings)
        assert there is None or (not there.private and there.is_ready(state.get_view(None)))
        assert find_hand_drawing(view_as(state, None)) is None
        assert not any(drawing.private for drawing in list_drawings(view_as(state, None)))


@pytest.mark.parametrize("case", FULL)
def test_below_the_tables_picture_stand_a_few_lines_that_name_everybody(case: Case) -> None:
    """Other information is in the picture, and in the table in words."""
    for turn in sample_positions(case, "standings", 8):
        state = build_running(case, turn.before)
        if case.game.wording.standing is None or not case.game.pictures.drawings:
            continue
        said = case.game.wording.standing(state.get_view(None))
        assert all(mark(seat) in " ".join(said) for seat in state.table.seats)
        assert sum(map(len, said[:2])) <= SHORT_STANDING
        everything = screens.render_table_text(view_as(state, None), 0)
        assert name_seat(1) in " ".join(everything.iterate_strings())
        check_screen(everything)


@pytest.mark.parametrize("case", FULL)
def test_a_picture_looks_the_same_whatever_its_reader_may_not_know(case: Case) -> None:
    compared = 0
    for number, turn in enumerate(sample_positions(case, "truths", 2)):
        for reader, drawing in generate_drawings(case, turn.before):
            if reader not in (None, 1 + number):
                continue
            other = case.game.redeal(turn.before, reader, Chance(seed=f"another truth {number}"))
            assert drawing in [each for for_whom, each in generate_drawings(case, other) if for_whom == reader]
            real, instead = (draw_for(case, table, reader, drawing) for table in (turn.before, other))
            assert instead == real
            views = [
                get_drawn_view(view_as(build_running(case, table), reader), drawing) for table in (turn.before, other)
            ]
            assert drawing.page(views[1]) == drawing.page(views[0])
            compared += 1
    assert compared >= len(case.game.pictures.drawings)


@pytest.mark.thorough
@pytest.mark.parametrize("case", FULL)
def test_what_looks_equal_is_drawn_equal(case: Case) -> None:
    """Otherwise a cached picture would be shown at another moment: the cache key must cover all of its content."""
    for turn in sample_positions(case, "looks", 10):
        before, after = (build_running(case, table) for table in (turn.before, turn.after))
        for reader, drawing in generate_drawings(case, turn.before):
            if drawing.looks is None or reader not in (None, turn.seat):
                continue
            views = [get_drawn_view(view_as(state, reader), drawing) for state in (before, after)]
            if drawing.looks(views[0]) == drawing.looks(views[1]):
                assert drawing.draw(views[0], name_seat) == drawing.draw(views[1], name_seat)


@pytest.mark.parametrize("case", FULL)
def test_a_private_picture_is_never_drawn_for_everybody(case: Case) -> None:
    for turn in sample_positions(case, "private", 3):
        state = build_running(case, turn.before)
        for drawing in case.game.pictures.drawings:
            if drawing.private:
                assert not drawing.is_ready(state.get_view(None))
                with pytest.raises(ValueError, match="not for everybody"):
                    get_drawn_view(view_as(state, None), drawing)


def list_bot_tables(case: Case, seed: str) -> list[Table]:
    """Return every tenth table of a game among bots, and its last."""
    turns = list(play_bot_game(case, seed))
    return [*[turn.before for turn in turns[::10]], turns[-1].after]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_public_picture_is_ready_for_every_reader_at_the_same_time(game: AnyGame) -> None:
    case = Case(game, max(game.seats), game.options())
    public = [drawing for drawing in game.pictures.drawings if not drawing.private]
    for turn in sample_positions(case, "ready", 12):
        state = build_running(case, turn.before)
        ready = {reader: [one.is_ready(state.get_view(reader)) for one in public] for reader in case.list_readers()}
        assert all(found == ready[None] for found in ready.values())


def generate_drawn_views(case: Case, table: Table) -> Iterator[tuple[Drawing[Any], Any]]:
    """Yield each picture of a table with the view that it shows, once for each of its readers."""
    state = build_running(case, table)
    for reader in case.list_readers():
        view = state.get_view(reader)
        for drawing in case.game.pictures.drawings:
            if drawing.private == (reader is not None) and drawing.is_ready(view):
                yield drawing, view


def find_illegible(case: Case, tables: Iterable[Table]) -> list[str]:
    """Return the legibility problems of the tables' pictures and charts, with short and with long names.

    Pictures that look equal are drawn once; `test_what_looks_equal_is_drawn_equal` shows that this suffices.
    """
    found, drawn = [], dict[str, list[Any]]()
    for table in tables:
        new_views = []
        for drawing, view in generate_drawn_views(case, table):
            looks = view if drawing.looks is None else drawing.looks(view)
            if looks not in drawn.setdefault(drawing.name, []):
                drawn[drawing.name].append(looks)
                new_views.append((drawing, view))
        for names in (name_seat, lambda seat: LONG[seat - 1]):
            with record_sheets() as sheets:
                for drawing, view in new_views:
                    drawing.draw(view, names)
                if case.game.pictures.charts is not None and table.outcome is not None:
                    case.game.pictures.charts(case.game.view(table, None), names)
                found += [fault for sheet in sheets() for fault in find_faults(sheet)]
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("case", FULL)
def test_every_letter_can_be_read_on_a_phone_and_none_is_cut_off_or_covered(case: Case) -> None:
    """A phone shows a picture 340 pixels wide, where a letter has nine or more."""
    tables = [turn.before for turn in sample_positions(case, "letters", 3)]
    assert find_illegible(case, [*tables, get_whole_game(case)[-1].after]) == []


@pytest.mark.parametrize("case", FULL)
def test_no_name_of_a_bot_is_cut_in_the_middle(case: Case) -> None:
    with record_sheets() as sheets:
        for turn in sample_positions(case, "names", 3):
            for reader, drawing in generate_drawings(case, turn.before):
                drawing.draw(
                    get_drawn_view(view_as(build_running(case, turn.before), reader), drawing),
                    lambda seat: OF_BOTS[seat - 1],
                )
        written = {element.words for sheet in sheets() for element in sheet.elements}
    first = [name.split()[0] for name in OF_BOTS]
    assert [words for words in written if words.endswith("…") and any(name[:4] in words for name in first)] == []


@pytest.mark.thorough
@pytest.mark.parametrize("case", BOTH)
def test_no_picture_of_a_whole_game_has_a_letter_that_cannot_be_read(case: Case) -> None:
    """Random games reach all states, and bots crowd the board."""
    tables = [turn.before for turn in sample_positions(case, "every letter", 40)]
    assert find_illegible(case, [*tables, *list_bot_tables(case, "crowded")]) == []


@pytest.mark.parametrize("game", TELLING)
def test_the_picture_of_a_rulebooks_example_can_be_read_on_a_phone(game: AnyGame) -> None:
    with record_sheets() as sheets:
        draw_example(game)
        assert [fault for sheet in sheets() for fault in find_faults(sheet)] == []


@pytest.mark.thorough
@pytest.mark.parametrize("case", DRAWN)
def test_the_tables_message_stays_within_one_and_a_half_screens_of_a_phone(case: Case) -> None:
    """The rest of the message takes up about 330 of 1,266 pixels."""
    for table in list_bot_tables(case, "tall"):
        state = build_running(case, table)
        drawing = find_table_drawing(view_as(state, None))
        assert drawing is not None
        image = Image.open(BytesIO(drawing.draw(state.get_view(None), name_seat).png))
        assert image.height * ON_A_PHONE / image.width <= TALLEST_ON_A_PHONE
