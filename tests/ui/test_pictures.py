"""Pictures of a table: their viewers, their redrawing, and the guard's refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.option_labels import Place, Where
from bot.engine.pages import Page, Picture, Section
from bot.engine.pictures import Drawing, Names
from bot.engine.records import Seat
from bot.host.errors import Leak, Refusal
from bot.host.table.running import RunningGame
from bot.ui import screens
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Screen
from bot.ui.screens.table.option_labels import Marking
from tests.table_talk import begun, build_desk, seated, view_as
from tests.toy import PNG, TOY, Name, ToyTable, ToyView

READERS: Sequence[Seat | None] = (None, 1, 2, 3)


class Easel:
    """A game's pictures, with a count of how often each view was drawn."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, Seat | None]] = []
        everybody = Drawing("fair", "Fair", self._draws("fair"), TOY.page, looks=lambda view: view.held)
        own = Drawing("own", "Own", self._draws("own"), TOY.hand, private=True)
        self.game = replace(TOY, pictures=replace(TOY.pictures, drawings=(everybody, own)))

    def _draws(self, name: str) -> Callable[[ToyView, Names], Picture]:
        def draw(view: ToyView, names: Names) -> Picture:
            self.drawn.append((name, view.seat))
            return Picture(f"{name}.png", PNG + repr((view.seat, view.animals)).encode(), names(1))

        return draw


async def look(pictures: Pictures, running: RunningGame, seat: Seat | None, name: str) -> Screen:
    """What a press shows somebody."""
    there = build_desk(running, seat)
    return screens.render_picture(there, name, await pictures.draw_by_name(there.seen, name))


def bytes_on(screen: Screen) -> bytes:
    (picture,) = [block for block in screen.blocks if isinstance(block, Picture)]
    return picture.png


async def test_a_picture_for_everybody_is_drawn_once_whoever_looks() -> None:
    easel, pictures = Easel(), Pictures()
    running = seated(begun(), game=easel.game)
    assert len({bytes_on(await look(pictures, running, seat, "fair")) for seat in READERS}) == 1
    assert await pictures.draw_board(view_as(running)) is not None
    assert easel.drawn == [("fair", None)]


async def test_a_private_picture_is_drawn_for_each_seat_from_its_own_view() -> None:
    easel, pictures = Easel(), Pictures()
    running = seated(begun(), game=easel.game)
    for _ in range(2):
        own = {seat: bytes_on(await look(pictures, running, seat, "own")) for seat in (1, 2, 3)}
        table = running.table
        assert isinstance(table, ToyTable)
        assert own == {seat: PNG + repr((seat, tuple(table.hands[seat]))).encode() for seat in (1, 2, 3)}
    assert easel.drawn == [("own", seat) for seat in (1, 2, 3)]


async def test_a_picture_is_drawn_anew_when_it_would_look_different_or_somebody_is_called_otherwise() -> None:
    easel, pictures = Easel(), Pictures()
    table = begun()
    await look(pictures, seated(table, game=easel.game), None, "fair")
    await look(pictures, seated(play.play(table, 1, Name(price=3)).table, game=easel.game), None, "fair")
    assert len(easel.drawn) == 1, "a sealed price is not in it"
    await look(pictures, seated(table, game=easel.game, names=("Zoe", "Ben", "Cleo")), None, "fair")
    assert len(easel.drawn) == 2
    richer = play.copy(table)
    richer.deal(1)
    await look(pictures, seated(richer, game=easel.game), None, "fair")
    assert len(easel.drawn) == 3


async def test_a_question_is_not_drawn_again_after_a_step_back_unless_the_board_has_changed() -> None:
    drawn: list[Mapping[Place, str]] = []

    def draw(_: ToyView, __: Names, marks: Mapping[Place, str]) -> bytes:
        drawn.append(marks)
        return PNG

    game = replace(TOY, pictures=replace(TOY.pictures, where=Where(place=lambda _, __: None, draw=draw)))
    pictures, table = Pictures(), begun()
    second: Mapping[Place, str] = {("stall", 2): "B"}
    first = {("stall", 1): "A", **second}
    for marks in (first, second, first, second):
        await draw_marked(pictures, seated(table, game=game), marks)
    assert drawn == [first, second]
    richer = play.copy(table)
    richer.deal(1)
    await draw_marked(pictures, seated(richer, game=game), second)
    assert drawn == [first, second, second]


async def draw_marked(pictures: Pictures, running: RunningGame, marks: Mapping[Place, str]) -> None:
    """Draw the first seat's question with these letters."""
    there = view_as(running, 1)
    assert there.question is not None
    assert await pictures.draw_question(there, Marking(there.question, there.view, marks, "The stalls")) is not None


@pytest.mark.parametrize("name", ["dragon", "", "../fair", "Fair", "fair.png"])
@pytest.mark.parametrize("seat", READERS)
async def test_a_picture_that_does_not_exist_is_refused(seat: Seat | None, name: str) -> None:
    with pytest.raises(Refusal, match="can't see that picture now"):
        await look(Pictures(), seated(begun(), game=Easel().game), seat, name)


async def test_a_player_who_only_watches_sees_no_private_picture() -> None:
    easel = Easel()
    running = seated(begun(), game=easel.game)
    with pytest.raises(Refusal, match="can't see that picture now"):
        await look(Pictures(), running, None, "own")
    assert await Pictures().draw_hand(view_as(running)) is None
    assert easel.drawn == []


async def test_what_is_not_ready_is_neither_offered_nor_drawn() -> None:
    easel = Easel()
    board, own = easel.game.pictures.drawings
    waiting = replace(own, ready=lambda view: len(view.animals) > 1)
    late = replace(easel.game, pictures=replace(easel.game.pictures, drawings=(board, waiting)))
    running = seated(begun(), game=late)
    with pytest.raises(Refusal, match="can't see that picture now"):
        await look(Pictures(), running, 1, "own")
    assert "Own" not in str(screens.render_hand(build_desk(running, 1), "open"))


# -- leaks -------------------------------------------------------------------------------------------


def every_animal(table: ToyTable, seat: Seat | None) -> ToyView:
    """A view with a bug: it holds what all hold."""
    return replace(TOY.view(table, seat), animals=tuple(animal for hand in table.hands.values() for animal in hand))


def in_bytes(view: ToyView, _: Names) -> Picture:
    return Picture("leaky.png", PNG + repr(view.animals).encode(), "A picture")


def in_words(view: ToyView, _: Names) -> Picture:
    return Picture("leaky.png", PNG, f"A picture of {view.animals}")


def in_file_name(view: ToyView, _: Names) -> Picture:
    return Picture(f"{'-'.join(view.animals)}.png", PNG, "A picture")


def innocent(_: ToyView, __: Names) -> Picture:
    return Picture("leaky.png", PNG, "A picture")


def quiet(_: ToyView) -> Page:
    return Page("Quiet", [Section("", ["Nothing to be read."])])


def blurting(view: ToyView) -> Page:
    return Page("Loud", [Section("", [str(view.animals)])])


LEAKS = {
    "its bytes": Drawing("leaky", "Leaky", in_bytes, quiet),
    "its words": Drawing("leaky", "Leaky", in_words, quiet),
    "its file name": Drawing("leaky", "Leaky", in_file_name, quiet),
    "its text": Drawing("leaky", "Leaky", innocent, blurting),
    "whether it is ready": Drawing("leaky", "Leaky", innocent, quiet, ready=lambda view: sorted(view.animals)[0] < "d"),
}


@pytest.mark.parametrize("private", [False, True], ids=["for everybody", "for a seat"])
@pytest.mark.parametrize("where", LEAKS)
async def test_a_leak_in_a_picture_is_stopped(where: str, private: bool) -> None:
    drawing = replace(LEAKS[where], private=private)
    leaky = replace(TOY, view=every_animal, pictures=replace(TOY.pictures, drawings=(drawing,)))
    stopped = 0
    for seed in range(12):
        running = seated(begun(seed=f"leak {seed}"), game=leaky)
        try:
            await look(Pictures(), running, 1, "leaky")
        except Leak:
            stopped += 1
        except Refusal:
            pass
    assert stopped == 12 if where != "whether it is ready" else stopped > 2
