"""Several pictures of one table: the one on its message, access to the others, and the one in a panel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from bot.engine.game_groups import GamePictures
from bot.engine.pages import Grid, Page, Picture, Section, mark
from bot.engine.pictures import Drawing, Names
from bot.engine.records import Seat
from tests.cogs.town import Player, Town, button_labels, parts_of, town
from tests.toy import PNG, TOY, ToyView

GALLERY = 12


def drawn_with(name: str, words: str) -> Picture:
    """A picture whose bytes tell its words, so that no two are the same."""
    return Picture(f"{name}.png", PNG + words.encode(), words)


def coins(view: ToyView, names: Names) -> Picture:
    assert view.seat is None, "everybody's picture is drawn from everybody's view"
    return drawn_with("coins", "; ".join(f"{names(seat)} has {coins}" for seat, coins in view.coins.items()))


def coins_page(view: ToyView) -> Page:
    return Page(
        "Coins", [Section("Coins", [Grid(["Who", "Coins"], [[mark(s), str(c)] for s, c in view.coins.items()])])]
    )


def stable(view: ToyView, _: Names) -> Picture:
    return drawn_with("stable", f"{sum(view.held.values())} animals")


def stable_page(view: ToyView) -> Page:
    return Page("Stable", [Section("", [f"{sum(view.held.values())} animals are held."])])


def own(view: ToyView, _: Names) -> Picture:
    return drawn_with("animals", f"You hold {', '.join(view.animals)}")


def count(view: ToyView, _: Names) -> Picture:
    return drawn_with("count", f"Seat {view.seat} holds {len(view.animals)}")


COINS = Drawing("coins", "Coins", coins, coins_page)
STABLE = Drawing("stable", "Stable", stable, stable_page, looks=lambda view: view.held)
OWN = Drawing("animals", "Animals", own, TOY.hand, ready=lambda view: bool(view.animals), private=True)
COUNT = Drawing("count", "Count", count, TOY.hand, private=True)
TITLES = ("Coins", "Stable", "Animals", "Count")


def phase(view: ToyView) -> str:
    """The coins, until somebody has more than one animal."""
    return "stable" if max(view.held.values()) > 1 else "coins"


PICTURED = replace(TOY, pictures=GamePictures(drawings=(COINS, STABLE, OWN, COUNT), shown=phase))


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "pictures.db", games={"toy": PICTURED}) as opened:
        yield opened


def files_of(message: Any) -> list[str]:
    """The attachments of a message."""
    raw = getattr(message, "attachments", ())
    return [each["filename"] if isinstance(each, dict) else each.filename for each in raw]


def described(message: Any) -> list[str]:
    """The words for the pictures that a message shows; each of them must be one of its files."""
    found = []
    for part in walk_components(parts_of(message)):
        for item in part.get("items", ()) if part["type"] == GALLERY else ():
            address = item["media"]["url"]
            assert any(f"/{name}" in address for name in files_of(message)), f"{address} is not attached"
            found.append(item["description"])
    return found


async def seat_of(here: Town, player: Player) -> Seat:
    return (await here.bot.host.get_running_game(1)).get_own_seat(player.id)


async def test_the_tables_message_shows_the_picture_of_the_phase_and_more_has_all_of_them(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    first = await here.at_first_turn(ben, host=ann)
    board = await here.board()
    assert button_labels(parts_of(board)) == ["Act", "My hand", "More…"]
    assert files_of(board) == ["coins.png"]
    assert described(board)[0].count("has") == 2
    await first.choose("Draw an animal")
    board = await here.board()
    assert (files_of(board), described(board)) == (["stable.png"], ["3 animals"])
    await ann.press("More…", on=board)
    assert {"Coins", "Stable"} <= set(ann.lines)


async def test_the_words_of_the_table_stand_behind_more(here: Town) -> None:
    ann, ben, dora = here.person("Ann"), here.person("Ben"), here.person("Dora")
    await here.started(ben, host=ann)
    for player in (ann, dora):
        read = await player.press("The table in words", on=await here.board())
        assert "table 1" in read
        assert "Ann" in read
        assert "Ben" in read


async def test_another_picture_is_shown_privately_with_the_same_in_text(here: Town) -> None:
    ann, ben, dora = here.person("Ann"), here.person("Ben"), here.person("Dora")
    await here.started(ben, host=ann)
    for player in (ann, dora):
        read = await player.press("Stable", on=await here.board())
        assert (files_of(player.answer), described(player.answer)) == (["stable.png"], ["2 animals"])
        assert "2 animals are held." in read
        assert "Stable" not in player.buttons
    assert "Count" in ann.buttons
    assert "Count" not in dora.buttons, "who watches has none"


async def test_a_private_picture_is_for_its_own_seat_whoever_presses_its_id(here: Town) -> None:
    ann, ben, dora = here.person("Ann"), here.person("Ben"), here.person("Dora")
    await here.started(ben, host=ann)
    table = await here.table()
    for player in (ann, ben):
        read = await player.press_id("hand:1", on=await here.board())
        mine = table.hands[await seat_of(here, player)]
        assert described(player.answer) == [f"You hold {', '.join(mine)}"]
        assert mine[0] in read, "the hand stays beside its picture"
        assert "Animals" not in player.buttons, "it stands there already, and later My hand leads to it"
        await player.press("Count")
        assert described(player.answer) == [f"Seat {await seat_of(here, player)} holds 1"]
        assert "Animals" not in player.buttons
        assert "My hand" in player.buttons
    assert not {"Animals", "Count"} & set(button_labels(parts_of(await here.board())))
    await dora.press("Stable", on=await here.board())
    assert not {"Animals", "Count"} & set(dora.buttons)
    public = str([(files_of(message), described(message)) for message in here.public()])
    assert "animals.png" not in public
    assert "count.png" not in public
    assert not any(animal in public for hand in table.hands.values() for animal in hand)


async def test_a_private_panel_takes_the_next_picture_and_gives_it_up_again(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    await here.started(ben, host=ann)
    await ann.press("Stable", on=await here.board())
    panel = ann.answer.id
    await ann.press("Coins")
    assert (ann.answer.id, files_of(ann.answer)) == (panel, ["coins.png"])
    assert described(ann.answer)[0].count("has") == 2
    await ann.press("Count")
    assert (ann.answer.id, files_of(ann.answer)) == (panel, ["count.png"])
    await ann.press("Act")
    assert (ann.answer.id, files_of(ann.answer), described(ann.answer)) == (panel, [], [])
    await ann.press("My hand")
    assert (ann.answer.id, files_of(ann.answer)) == (panel, ["animals.png"])
    await ann.press("Act")
    assert (ann.answer.id, files_of(ann.answer), described(ann.answer)) == (panel, [], [])


async def test_the_same_picture_pressed_later_is_the_new_one(here: Town) -> None:
    """Both are files of one name, and the panel holds the old one."""
    ann, ben = here.person("Ann"), here.person("Ben")
    first = await here.at_first_turn(ben, host=ann)
    await first.press("Stable", on=await here.board())
    looked = first.panel
    await first.act()
    await first.choose("Draw an animal")
    await first.press("Coins", on=await here.board())
    await first.press("Act", on=looked)
    await first.press("My hand")
    await first.press("Stable")
    assert (files_of(first.answer), described(first.answer)) == (["stable.png"], ["3 animals"])


async def test_more_pictures_than_buttons_fit_are_offered_in_a_menu(tmp_path: Path, no_errors_logged: None) -> None:
    many = [replace(STABLE, name=f"stable-{at}", title=f"Stable {at}", draw=numbered(at)) for at in range(5)]
    async with town(tmp_path / "many.db", games={"toy": replace(TOY, pictures=GamePictures((COINS, *many)))}) as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        await here.started(ben, host=ann)
        await ann.press("More…", on=await here.board())
        await ann.choose("Stable 1")
        read = await ann.choose("Stable 3")
        assert (files_of(ann.answer), described(ann.answer)) == (["stable-3.png"], ["3 of 2 animals"])
        assert "2 animals are held." in read
        await ann.choose("Coins")
        assert files_of(ann.answer) == ["coins.png"]


def numbered(at: int) -> Callable[[ToyView, Names], Picture]:
    return lambda view, _: drawn_with(f"stable-{at}", f"{at} of {sum(view.held.values())} animals")


async def test_the_pictures_of_a_finished_game_can_still_be_looked_at(here: Town) -> None:
    ann, ben = here.person("Ann"), here.person("Ben")
    await here.started(ben, host=ann)
    await ann.slash("table concede", sure="yes")
    assert (await here.table()).outcome is not None
    await ben.press("Stable", on=await here.board())
    assert files_of(ben.answer) == ["stable.png"]
    await ben.press("My hand")
    assert files_of(ben.answer) == ["animals.png"]


def fails(_: ToyView, __: Names) -> Picture:
    raise OSError("no font")


async def test_a_hand_is_read_also_where_its_picture_cannot_be_drawn(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = replace(TOY, pictures=GamePictures((COINS, replace(OWN, draw=fails))))
    async with town(tmp_path / "broken.db", games={"toy": broken}) as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        await here.started(ben, host=ann)
        read = await ann.press("My hand", on=await here.board())
        assert (await here.table()).hands[await seat_of(here, ann)][0] in read
        assert files_of(ann.answer) == []
        assert "a picture could not be drawn" in caplog.text
