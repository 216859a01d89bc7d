"""Pictures: drawn in a thread, never on the event loop, and reused while they would look the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from bot.engine.pages import Picture
from bot.host.table.running import RunningGame
from bot.ui.screens.names import plain

KEPT = 200
"""Pictures kept in memory, one for each table."""


class Pictures:
    """Draws what everybody may see of a table."""

    def __init__(self) -> None:
        # One picture at a time: several would fight with the event loop, and with each other, for the interpreter.
        self._artist = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._drawn: OrderedDict[int, tuple[Any, tuple[str, ...], Picture]] = OrderedDict()

    async def board(self, running: RunningGame) -> Callable[[RunningGame], Picture | None]:
        """Return what gives the picture of a table in any state of it, for the guard; None when its game has none."""
        draw, drawn = running.game.draw, await self._board(running)
        seen = running.view(None)

        def picture(state: RunningGame) -> Picture | None:
            # It is drawn from the view and the names alone: while these are equal, so is the picture.
            if draw is None or state.view(None) == seen:
                return drawn
            return draw(state.view(None), partial(plain, state))

        return picture

    async def _board(self, running: RunningGame) -> Picture | None:
        draw = running.game.draw
        if draw is None:
            return None
        number = running.row.game_id
        view = running.view(None)
        shown = view if running.game.shown is None else running.game.shown(view)
        names = tuple(plain(running, seat) for seat in running.table.seats)
        known = self._drawn.get(number)
        if known is not None and known[:2] == (shown, names):
            self._drawn.move_to_end(number)
            return known[2]
        artist = asyncio.get_running_loop().run_in_executor
        picture = await artist(self._artist, draw, view, lambda seat: names[seat - 1])
        self._drawn[number] = (shown, names, picture)
        while len(self._drawn) > KEPT:
            self._drawn.popitem(last=False)
        return picture

    async def charts(self, running: RunningGame) -> Callable[[RunningGame], Sequence[Picture]]:
        """Return what gives the pictures that tell the story of a finished game, likewise."""
        charts = running.game.charts
        if charts is None:
            return lambda _: ()
        seen = running.view(None)
        artist = asyncio.get_running_loop().run_in_executor
        drawn = await artist(self._artist, charts, seen, partial(plain, running))

        def pictures(state: RunningGame) -> Sequence[Picture]:
            return drawn if state.view(None) == seen else charts(state.view(None), partial(plain, state))

        return pictures
