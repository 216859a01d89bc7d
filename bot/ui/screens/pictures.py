"""Pictures: drawn in a thread, never on the event loop, and reused while they would look the same."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeAlias, TypeVar

from bot.engine.game import Drawing, Names
from bot.engine.pages import Picture
from bot.engine.records import Seat
from bot.host.charging import on_account
from bot.host.table.running import RunningGame
from bot.ui.screens.names import plain

log = logging.getLogger(__name__)

KEPT = 200
"""Pictures kept in memory: of each table what was drawn last, for everybody and for those who look at their own."""

AnyDrawing: TypeAlias = Drawing[Any]
Made = TypeVar("Made")


def for_everybody(running: RunningGame) -> AnyDrawing | None:
    """Return the picture that the table's message shows in this phase; None when its game has none."""
    public = [drawing for drawing in running.game.pictures if not drawing.private]
    if not public or running.game.shown is None:
        return public[0] if public else None
    name = running.game.shown(running.view(None))
    return next(drawing for drawing in public if drawing.name == name)


def offered(running: RunningGame, seat: Seat | None) -> Sequence[AnyDrawing]:
    """Return the pictures that a seat may look at now, its own and everybody's; None: those of everybody alone."""
    return [
        drawing
        for drawing in running.game.pictures
        if (seat is not None or not drawing.private) and drawing.is_ready(seen(running, drawing, seat))
    ]


def of_hand(running: RunningGame, seat: Seat | None) -> AnyDrawing | None:
    """Return the picture that stands on the panel of a seat's hand, if there is one."""
    return next((drawing for drawing in offered(running, seat) if drawing.private), None)


def seen(running: RunningGame, drawing: AnyDrawing, seat: Seat | None) -> Any:
    """Return the view that a picture is made from for a seat: everybody's, but for its private ones."""
    if drawing.private and seat is None:
        raise ValueError(f"{drawing.name!r} is drawn for a seat, not for everybody")
    return running.view(seat if drawing.private else None)


class Pictures:
    """Draws what everybody may see of a table, and what a seat alone may see."""

    def __init__(self) -> None:
        # One picture at a time: several would fight with the event loop, and with each other, for the interpreter.
        self._artist = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._drawn: OrderedDict[tuple[int, str, Seat | None], tuple[Any, tuple[str, ...], Picture]] = OrderedDict()

    async def board(self, running: RunningGame) -> Callable[[RunningGame], Picture | None]:
        """Return what gives the picture on the table's message in any state of the table, for the guard."""
        return await self._of(running, None, for_everybody)

    async def hand(self, running: RunningGame, seat: Seat | None) -> Callable[[RunningGame], Picture | None]:
        """Return what gives the picture on the panel of a seat's hand, likewise; none, where it cannot be drawn."""
        try:
            return await self._of(running, seat, lambda state: of_hand(state, seat))
        except Exception:  # the hand is in the text, too, and nobody should lose it over a picture
            log.exception("a picture could not be drawn", extra={"game": running.row.game_id})
            return lambda _: None

    async def named(
        self, running: RunningGame, seat: Seat | None, name: str
    ) -> Callable[[RunningGame], Picture | None]:
        """Return what gives the picture of this name for a seat, likewise; None where it may not or cannot see it."""

        def found(state: RunningGame) -> AnyDrawing | None:
            return next((drawing for drawing in offered(state, seat) if drawing.name == name), None)

        return await self._of(running, seat, found)

    async def once(self, running: RunningGame) -> Callable[[RunningGame], Picture | None]:
        """Return what gives the table's picture at a moment of its past, likewise; it takes nobody's place here."""
        return await self._of(running, None, for_everybody, kept=False)

    async def _of(
        self,
        running: RunningGame,
        seat: Seat | None,
        choose: Callable[[RunningGame], AnyDrawing | None],
        *,
        kept: bool = True,
    ) -> Callable[[RunningGame], Picture | None]:
        """Draw what is chosen in this state, and return what gives the same in any state of the table."""
        drawing = choose(running)
        drawn = None if drawing is None else await self._draw(running, drawing, seat, kept=kept)

        def picture(state: RunningGame) -> Picture | None:
            # It is drawn from the view and the names alone: while these are equal, so is the picture.
            there = choose(state)
            if there is None or there is not drawing or seen(state, there, seat) != seen(running, there, seat):
                return None if there is None else there.draw(seen(state, there, seat), partial(plain, state))
            return drawn

        return picture

    async def _draw(self, running: RunningGame, drawing: AnyDrawing, seat: Seat | None, *, kept: bool) -> Picture:
        key = running.row.game_id, drawing.name, seat if drawing.private else None
        view = seen(running, drawing, seat)
        looks = view if drawing.looks is None else drawing.looks(view)
        names = tuple(plain(running, each) for each in running.table.seats)
        known = self._drawn.get(key)
        if known is not None and known[:2] == (looks, names):
            self._drawn.move_to_end(key)
            return known[2]
        artist = asyncio.get_running_loop().run_in_executor
        picture = await artist(self._artist, on_account(drawing.draw), view, lambda each: names[each - 1])
        if not kept:
            return picture
        self._drawn[key] = (looks, names, picture)
        self._drawn.move_to_end(key)
        while len(self._drawn) > KEPT:
            self._drawn.popitem(last=False)
        return picture

    async def made(self, draw: Callable[[], Made]) -> Made:
        """Return what this draws, which is of no table, such as a league's standings."""
        return await asyncio.get_running_loop().run_in_executor(self._artist, on_account(draw))

    async def charts(
        self, running: RunningGame, names: Names | None = None
    ) -> Callable[[RunningGame], Sequence[Picture]]:
        """Return what gives the pictures that tell the story of a finished game, likewise.

        Args:
            running: the game.
            names: what its seats are called; None: as at its table.
        """
        charts = running.game.charts
        if charts is None:
            return lambda _: ()
        view = running.view(None)
        artist = asyncio.get_running_loop().run_in_executor
        drawn = await artist(self._artist, on_account(charts), view, names or partial(plain, running))

        def pictures(state: RunningGame) -> Sequence[Picture]:
            return drawn if state.view(None) == view else charts(state.view(None), names or partial(plain, state))

        return pictures
