"""Each picture of every game has a name, a text page and an alt text, can be sent, and reveals no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.drawing.lettering import ON_A_PHONE
from bot.engine.chance import Chance
from bot.engine.game import AnyGame, Drawing
from bot.engine.pages import MOST_ALT, Picture, mark
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.table.running import RunningGame
from bot.testing.legibility import faults, looked_at
from bot.testing.limits import sendable
from bot.testing.random_games import BOTH, EVERY_GAME, GAMES, OPTIONS, Case, game_of_bots, lines, positions, whole_game
from bot.testing.seated import desk, seated, seen
from bot.ui import screens
from bot.ui.screens.pictures import drawn_example, for_everybody, of_hand, offered, shown_in
from bot.ui.screens.screen import BUTTON_LABEL, OPTIONS_IN_SELECT

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
    pytest.param(Case(game, max(game.seats), game.options()), id=key) for key, game in GAMES.items() if game.pictures
]
TELLING = [pytest.param(game, id=key) for key, game in GAMES.items() if game.example is not None]
"""Games whose rulebook has an example."""
"""Each game with its maximum number of players."""


def called(seat: Seat) -> str:
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


def at(case: Case, table: Table) -> RunningGame:
    """Return the table as the host holds it."""
    return seated(table, names=[called(seat) for seat in table.seats], game=case.game)


def drawings(case: Case, table: Table) -> Iterator[tuple[Seat | None, Drawing[Any]]]:
    """Yield each picture of a table once for each of its readers."""
    state = at(case, table)
    for reader in case.readers():
        for drawing in offered(seen(state, reader)):
            if drawing.private or reader is None:
                yield reader, drawing


def drawn(case: Case, table: Table, reader: Seat | None, drawing: Drawing[Any]) -> Picture:
    return drawing.draw(shown_in(seen(at(case, table), reader), drawing), called)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_pictures_have_names_that_tell_nothing_and_titles_that_fit(game: AnyGame) -> None:
    names = [drawing.name for drawing in game.pictures]
    titles = [drawing.title for drawing in game.pictures]
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) and len(name) <= 30 for name in names)
    assert all(title.strip() and len(title) <= BUTTON_LABEL / 4 for title in titles)
    assert len(set(names)) == len(names) <= OPTIONS_IN_SELECT
    assert len(set(titles)) == len(titles)
    assert not game.pictures or not game.pictures[0].private, "the first is the one that everybody sees"


@pytest.mark.parametrize("case", FULL)
def test_every_picture_can_be_sent_and_says_in_words_what_it_shows(case: Case) -> None:
    looked_at = set()
    for turn in positions(case, "pictures", 3):
        for reader, drawing in drawings(case, turn.before):
            picture = drawn(case, turn.before, reader, drawing)
            image = Image.open(BytesIO(picture.png))
            assert picture.name == f"{drawing.name}.png", "a file is called like its picture and tells nothing else"
            assert (image.format, image.width) == ("PNG", WIDTH)
            assert image.height <= TALLEST
            assert len(picture.png) <= LARGEST
            assert 20 <= len(picture.alt) <= MOST_ALT
            assert len(image.getcolors() or ()) > 8, "there is something on it"
            sendable(screens.picture(desk(at(case, turn.before), reader), drawing.name, picture))
            looked_at.add(drawing.name)
    assert looked_at == {drawing.name for drawing in case.game.pictures}


@pytest.mark.parametrize("case", FULL)
def test_every_picture_has_its_text(case: Case) -> None:
    """The page of each picture is an alternative to it, also on a narrow screen."""
    for turn in positions(case, "texts of pictures", 4):
        for reader, drawing in drawings(case, turn.before):
            page = drawing.page(shown_in(seen(at(case, turn.before), reader), drawing))
            assert page.title.strip()
            assert any(line.strip() for line in lines(page)[1:]), f"{drawing.name} has a title and nothing below it"


@pytest.mark.parametrize("case", OPTIONS)
def test_the_tables_message_shows_a_picture_for_everybody_in_every_phase(case: Case) -> None:
    for turn in positions(case, "phases", 8):
        state = at(case, turn.before)
        there = for_everybody(seen(state, None))
        assert (there is None) == (not case.game.pictures)
        assert there is None or (not there.private and there.is_ready(state.view(None)))
        assert of_hand(seen(state, None)) is None
        assert not any(drawing.private for drawing in offered(seen(state, None)))


@pytest.mark.parametrize("case", FULL)
def test_below_the_tables_picture_stand_a_few_lines_that_name_everybody(case: Case) -> None:
    """Other information is in the picture, and behind Read it."""
    for turn in positions(case, "standings", 8):
        state = at(case, turn.before)
        if case.game.standing is None or not case.game.pictures:
            continue
        said = case.game.standing(state.view(None))
        assert all(mark(seat) in " ".join(said) for seat in state.table.seats)
        assert sum(map(len, said[:2])) <= SHORT_STANDING
        everything = screens.read(seen(state, None), 0)
        assert called(1) in " ".join(everything.strings())
        sendable(everything)


@pytest.mark.parametrize("case", FULL)
def test_a_picture_looks_the_same_whatever_its_reader_may_not_know(case: Case) -> None:
    compared = 0
    for number, turn in enumerate(positions(case, "truths", 2)):
        for reader, drawing in drawings(case, turn.before):
            if reader not in (None, 1 + number):
                continue
            other = case.game.redeal(turn.before, reader, Chance(seed=f"another truth {number}"))
            assert drawing in [each for for_whom, each in drawings(case, other) if for_whom == reader]
            real, instead = (drawn(case, table, reader, drawing) for table in (turn.before, other))
            assert instead == real
            views = [shown_in(seen(at(case, table), reader), drawing) for table in (turn.before, other)]
            assert drawing.page(views[1]) == drawing.page(views[0])
            compared += 1
    assert compared >= len(case.game.pictures)


@pytest.mark.thorough
@pytest.mark.parametrize("case", FULL)
def test_what_looks_equal_is_drawn_equal(case: Case) -> None:
    """Otherwise a cached picture would be shown at another moment: the cache key must cover all of its content."""
    for turn in positions(case, "looks", 10):
        before, after = (at(case, table) for table in (turn.before, turn.after))
        for reader, drawing in drawings(case, turn.before):
            if drawing.looks is None or reader not in (None, turn.seat):
                continue
            views = [shown_in(seen(state, reader), drawing) for state in (before, after)]
            if drawing.looks(views[0]) == drawing.looks(views[1]):
                assert drawing.draw(views[0], called) == drawing.draw(views[1], called)


@pytest.mark.parametrize("case", FULL)
def test_a_private_picture_is_never_drawn_for_everybody(case: Case) -> None:
    for turn in positions(case, "private", 3):
        state = at(case, turn.before)
        for drawing in case.game.pictures:
            if drawing.private:
                assert not drawing.is_ready(state.view(None))
                with pytest.raises(ValueError, match="not for everybody"):
                    shown_in(seen(state, None), drawing)


def tables_of_bots(case: Case, seed: str) -> list[Table]:
    """Return every tenth table of a game among bots, and its last."""
    turns = list(game_of_bots(case, seed))
    return [*[turn.before for turn in turns[::10]], turns[-1].after]


def illegible(case: Case, table: Table) -> list[str]:
    """Return the legibility problems of a table's pictures and charts, with short and with long names."""
    found = []
    for names in (called, lambda seat: LONG[seat - 1]):
        with looked_at() as sheets:
            for reader, drawing in drawings(case, table):
                drawing.draw(shown_in(seen(at(case, table), reader), drawing), names)
            if case.game.charts is not None and table.outcome is not None:
                case.game.charts(case.game.view(table, None), names)
            found += [fault for sheet in sheets() for fault in faults(sheet)]
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("case", FULL)
def test_every_letter_can_be_read_on_a_phone_and_none_is_cut_off_or_covered(case: Case) -> None:
    """A phone shows a picture 340 pixels wide, where a letter has nine or more."""
    for table in (*[turn.before for turn in positions(case, "letters", 3)], whole_game(case)[-1].after):
        assert illegible(case, table) == []


@pytest.mark.parametrize("case", FULL)
def test_no_name_of_a_bot_is_cut_in_the_middle(case: Case) -> None:
    with looked_at() as sheets:
        for turn in positions(case, "names", 3):
            for reader, drawing in drawings(case, turn.before):
                drawing.draw(shown_in(seen(at(case, turn.before), reader), drawing), lambda seat: OF_BOTS[seat - 1])
        written = {element.words for sheet in sheets() for element in sheet.elements}
    first = [name.split()[0] for name in OF_BOTS]
    assert [words for words in written if words.endswith("…") and any(name[:4] in words for name in first)] == []


@pytest.mark.thorough
@pytest.mark.parametrize("case", BOTH)
def test_no_picture_of_a_whole_game_has_a_letter_that_cannot_be_read(case: Case) -> None:
    """Random games reach all states, and bots crowd the board."""
    tables = [turn.before for turn in positions(case, "every letter", 40)]
    for table in (*tables, *tables_of_bots(case, "crowded")):
        assert illegible(case, table) == []


@pytest.mark.parametrize("game", TELLING)
def test_the_picture_of_a_rulebooks_example_can_be_read_on_a_phone(game: AnyGame) -> None:
    with looked_at() as sheets:
        drawn_example(game)
        assert [fault for sheet in sheets() for fault in faults(sheet)] == []


@pytest.mark.thorough
@pytest.mark.parametrize("case", DRAWN)
def test_the_tables_message_stays_within_one_and_a_half_screens_of_a_phone(case: Case) -> None:
    """The rest of the message takes up about 330 of 1,266 pixels."""
    for table in tables_of_bots(case, "tall"):
        state = at(case, table)
        drawing = for_everybody(seen(state, None))
        assert drawing is not None
        image = Image.open(BytesIO(drawing.draw(state.view(None), called).png))
        assert image.height * ON_A_PHONE / image.width <= TALLEST_ON_A_PHONE
