"""Pictures of tables, drawn in a worker thread and cached while their content is unchanged.

A public picture is drawn from the public view for every reader; a private one from its seat's view.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

from bot.engine.game import Game
from bot.engine.option_labels import Place, PlacedPng
from bot.engine.pages import Picture
from bot.engine.pictures import Drawing, Names
from bot.engine.records import Seat
from bot.engine.rulebook import Chapter
from bot.host.cpu_accounting import charge_current_account
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.names import get_plain_name
from bot.ui.screens.table.option_labels import Marking

log = logging.getLogger(__name__)

MAX_CACHED_PICTURES = 200
"""Maximum number of cached pictures: the last public one of each table, the last private one of each seat, and the last
one of a question with the same letters, so that a step back draws nothing."""

QUESTION_PICTURE = "question"
"""Name of a question's picture, which no drawing of a game has."""
MAX_WAIT_SECONDS = 1.0
"""Seconds that an answer waits for the picture of the next question."""
MAX_WAITING = 8
"""Maximum number of answers that wait for such a picture; further ones come without it."""

AnyDrawing: TypeAlias = Drawing[Any]
_Key: TypeAlias = tuple[int, str, Seat | None, tuple[tuple[Place, str], ...]]
"""Of a cached picture: the table, the picture's name, the seat of a private one, and the letters of a question's."""
Made = TypeVar("Made")


def find_table_drawing(seen: AudienceView) -> AnyDrawing | None:
    """Return the picture on the table's message in this phase; None if its game has none."""
    public = [drawing for drawing in seen.game.pictures.drawings if not drawing.private]
    if not public or seen.game.pictures.shown is None:
        return public[0] if public else None
    name = seen.game.pictures.shown(seen.public.view)
    return next(drawing for drawing in public if drawing.name == name)


def list_drawings(seen: AudienceView) -> Sequence[AnyDrawing]:
    """Return the pictures available to an audience now: the public ones and those of its own seat."""
    return [drawing for drawing in seen.game.pictures.drawings if _can_see(seen, drawing)]


def _can_see(seen: AudienceView, drawing: AnyDrawing) -> bool:
    """Return whether a picture shows something, read from the reader's own view: a panel has that one already."""
    if drawing.private and seen.audience is None:
        return False
    return drawing.ready is None or drawing.ready(seen.view)


def find_hand_drawing(seen: AudienceView) -> AnyDrawing | None:
    """Return the picture on the panel of a seat's hand, if there is one."""
    private = (drawing for drawing in seen.game.pictures.drawings if drawing.private)
    return next((drawing for drawing in private if _can_see(seen, drawing)), None)


def get_drawn_view(seen: AudienceView, drawing: AnyDrawing) -> Any:
    """Return the view to draw from: the public one, or the seat's for private pictures."""
    if drawing.private and seen.audience is None:
        raise ValueError(f"{drawing.name!r} is drawn for a seat, not for everybody")
    return seen.view if drawing.private else seen.public.view


def draw_example(game: Game[Any, Any]) -> Picture:
    """Draw the picture of a game's example.

    Raises:
        ValueError: the game has no example.
    """
    example = game.teaching.example
    if example is None:
        raise ValueError(f"{game.key} tells no example")
    drawing = next(each for each in game.pictures.drawings if each.name == example.picture and not each.private)
    return drawing.draw(game.view(example.played(), None), lambda seat: example.names[seat - 1])


class Pictures:
    """Draws and caches the pictures of tables, for everybody or for one seat."""

    def __init__(self) -> None:
        # One picture at a time: several threads would compete with the event loop for the interpreter.
        self._artist = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._waiting = 0
        self._drawn: OrderedDict[_Key, tuple[Any, tuple[str, ...], Picture]] = OrderedDict()

    async def draw_board(self, seen: AudienceView) -> Picture | None:
        """Return the picture of the table's message."""
        return await self._draw_cached(seen, find_table_drawing(seen))

    async def draw_hand(self, seen: AudienceView) -> Picture | None:
        """Return the picture of a seat's hand; None if it cannot be drawn."""
        try:
            return await self._draw_cached(seen, find_hand_drawing(seen))
        except Exception:  # the hand is also in the text, so a failed picture must not hide it
            log.exception("a picture could not be drawn", extra={"game": seen.row.game_id})
            return None

    async def draw_by_name(self, seen: AudienceView, name: str) -> Picture | None:
        """Return the picture of this name; None if the audience may not see it or it does not exist."""
        here = next((drawing for drawing in list_drawings(seen) if drawing.name == name), None)
        return await self._draw_cached(seen, here)

    async def draw_question(
        self, seen: AudienceView, asked: Marking, wait_seconds: float | None = None
    ) -> Picture | None:
        """Return the picture of a seat's question; None if it fails or takes too long.

        Args:
            seen: the game as the seat sees it.
            asked: the question.
            wait_seconds: how long to wait for it; None: as long as an answer on Discord.
        """
        where = seen.game.pictures.where
        if where is None:
            return None
        names = tuple(get_plain_name(seen, seat_row.seat) for seat_row in seen.seats)
        looks = asked.view if where.looks is None else where.looks(asked.view)
        key = seen.row.game_id, QUESTION_PICTURE, None if asked.for_all else seen.audience, tuple(asked.marks.items())
        known = self._drawn.get(key)
        if known is not None and known[:2] == (looks, names):
            self._drawn.move_to_end(key)
            return replace(known[2], alt=asked.alt)
        if self._waiting >= MAX_WAITING:
            return None
        self._waiting += 1
        artist = asyncio.get_running_loop().run_in_executor
        draws = artist(
            self._artist, charge_current_account(where.draw), asked.view, lambda each: names[each - 1], asked.marks
        )
        try:
            png = await asyncio.wait_for(draws, MAX_WAIT_SECONDS if wait_seconds is None else wait_seconds)
        except TimeoutError:
            log.info("a question's picture took too long and was left out", extra={"game": seen.row.game_id})
            return None
        except Exception:  # the question is also in words, so a failed picture must not hide the panel
            log.exception("a question could not be drawn", extra={"game": seen.row.game_id})
            return None
        finally:
            self._waiting -= 1
        areas = png.areas if isinstance(png, PlacedPng) else {}
        picture = Picture(f"{QUESTION_PICTURE}.png", png, asked.alt, areas)
        self._keep(key, looks, names, picture)
        return picture

    async def draw_past_board(self, seen: AudienceView) -> Picture | None:
        """Return the table's picture at a past moment, without caching it."""
        return await self._draw_cached(seen, find_table_drawing(seen), kept=False)

    async def draw_chapter(self, game: Game[Any, Any], chapter: Chapter) -> Picture | None:
        """Return the example's picture for the chapter that tells it; None for other chapters."""
        example = game.teaching.example
        if example is None or chapter.title != example.chapter:
            return None
        try:
            return await self.run_drawing(partial(draw_example, game))
        except Exception:  # the chapter is also in words, so a failed picture must not hide it
            log.exception("the example of %s could not be drawn", game.key)
            return None

    async def _draw_cached(
        self, seen: AudienceView, drawing: AnyDrawing | None, *, kept: bool = True
    ) -> Picture | None:
        """Return a picture drawn from the view and the names; reuse the cached one if both are unchanged."""
        if drawing is None:
            return None
        key = seen.row.game_id, drawing.name, seen.audience if drawing.private else None, ()
        view = get_drawn_view(seen, drawing)
        looks = view if drawing.looks is None else drawing.looks(view)
        names = tuple(get_plain_name(seen, seat_row.seat) for seat_row in seen.seats)
        known = self._drawn.get(key)
        if known is not None and known[:2] == (looks, names):
            self._drawn.move_to_end(key)
            return known[2]
        artist = asyncio.get_running_loop().run_in_executor
        picture = await artist(self._artist, charge_current_account(drawing.draw), view, lambda each: names[each - 1])
        if not kept:
            return picture
        self._keep(key, looks, names, picture)
        return picture

    def _keep(self, key: _Key, looks: Any, names: tuple[str, ...], picture: Picture) -> None:
        self._drawn[key] = (looks, names, picture)
        self._drawn.move_to_end(key)
        while len(self._drawn) > MAX_CACHED_PICTURES:
            self._drawn.popitem(last=False)

    async def run_drawing(self, draw: Callable[[], Made]) -> Made:
        """Run a drawing that belongs to no table, such as a league's standings."""
        return await asyncio.get_running_loop().run_in_executor(self._artist, charge_current_account(draw))

    async def draw_charts(self, seen: AudienceView, names: Names | None = None) -> Sequence[Picture]:
        """Return the charts of a finished game.

        Args:
            seen: the game.
            names: the names of its seats; None: as at its table.
        """
        charts = seen.game.pictures.charts
        if charts is None:
            return ()
        artist = asyncio.get_running_loop().run_in_executor
        return await artist(
            self._artist, charge_current_account(charts), seen.public.view, names or partial(get_plain_name, seen)
        )
