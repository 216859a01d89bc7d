"""Costs of disk and pictures: bytes per move and per flush, milliseconds per picture."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any

from PIL import Image

from bot.drawing.canvas import Canvas
from bot.engine.game import AnyGame
from bot.engine.option_labels import Where
from bot.engine.pictures import Drawing
from bot.engine.records import Seat
from bot.games import GAMES
from bot.ui.screens.table.option_labels import Marking, label_options
from tests.bench.filled_databases import House, Room, chance, house, letters_sent
from tests.bench.report import Bar, Part, Row, spread
from tests.drawing import toy_map

PICTURE = Bar(50, 30, "ms")
ASKED = 1_000
"""Number of the first table whose questions are drawn."""


def flush(folder: Path, times: int = 100) -> float:
    """Return how many milliseconds the disk needs to keep 4 KB."""
    waits = []
    path = folder / "flush"
    with path.open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(b"x" * 4096)
            begun = perf_counter()
            os.fsync(file.fileno())
            waits.append(perf_counter() - begun)
    path.unlink()
    return median(waits) * 1000


async def measure(folder: Path, *, games: int, pictures: int) -> Part:
    """Play some games of each kind to their end; weigh the database and draw tables on the way."""
    rows: list[Row] = []
    for game in GAMES.values():
        rows += await _weighed(folder, game, games, pictures)
    rows.append(_full_map(pictures))
    return Part(
        "Disk and pictures",
        f"{games} games of each kind, of five or as many as it is for, played to their end; all that the "
        "database holds of them (log, tables kept for undoing, letters, indexes), without gaps. Pictures are of tables "
        "some way into a game, drawn in a thread, in milliseconds of its CPU; the stall is the longest time in which "
        "the event loop did not come round meanwhile. The picture of a question marks its options on the part of the "
        "board where they are. The full map is no game's: 32 cities with their names, 54 routes with markers on them, "
        "four tracks and a score track. A blank sheet costs what turning it into a PNG does.",
        rows,
    )


async def _weighed(folder: Path, game: AnyGame, games: int, pictures: int) -> list[Row]:
    database = folder / f"weighed {game.key}.db"
    async with house(database) as home:
        empty = await _size(home, database)
        rooms = [await home.open(number, game.key) for number in range(1, games + 1)]
        made = [await home.play(room, 100, chance(room.game_id)) for room in rooms]
        await home.storage.database.write(letters_sent)
        running = (await _size(home, database) - empty) / sum(made)
        made = [
            count + await home.play(room, 10_000, chance(room.game_id)) for count, room in zip(made, rooms, strict=True)
        ]
        await home.storage.database.write(letters_sent)
        finished = (await _size(home, database) - empty) / sum(made)
        drawn = await _pictures(home, game, pictures)  # at tables of their own, which are not weighed
    return [
        Row(
            f"{game.title}: database, bytes per move, games finished",
            f"{finished:,.0f} bytes, {sum(made):,} moves",
            value=finished / 1024,
            bar=Bar(4, 1, "KB"),
        ),
        Row(
            "the same after 100 moves, while they run",
            f"{running:,.0f} bytes",
            value=running / 1024,
            bar=Bar(4, 1, "KB"),
        ),
        *drawn,
    ]


async def _size(home: House, database: Path) -> int:
    await home.storage.database.write(lambda rows: None)
    # Outside of any transaction, for a checkpoint waits for them.
    await home.storage.backup(copy := database.with_name("copy.db"))
    size = copy.stat().st_size
    copy.unlink()
    return size


async def _pictures(home: House, game: AnyGame, count: int) -> list[Row]:
    rows: list[Row] = []
    for number, drawing in enumerate(game.pictures.drawings):
        rows += await _picture(home, game, drawing, number, count)
    if game.pictures.where is not None:
        rows.append(await _measure_question_picture(home, game, game.pictures.where, count))
    return rows


async def _measure_question_picture(home: House, game: AnyGame, where: Where[Any], count: int) -> Row:
    """Draw pictures of the questions of a game, each beside the board of the same table."""
    board, random = game.pictures.drawings[0], chance(0)
    times: list[float] = []
    boards: list[float] = []
    sizes: list[int] = []
    room = await home.open(ASKED, game.key)
    await home.play(room, 60, random)
    for number in range(count + 1):
        while (marked := await _mark_question(home, room)) is None:
            if not await home.play(room, 1, random):
                room = await home.open(ASKED + number + 1, game.key)
        png, took = await asyncio.to_thread(_measure_drawing, partial(where.draw, marked.view, _get_name, marked.marks))
        running = await home.host.get_running_game(room.game_id)
        _, beside = await asyncio.to_thread(_painted, board, running.game.view(running.table, None))
        times.append(took)
        boards.append(beside)
        sizes.append(len(png))
        await home.play(room, 2, random)
    first, *times = times
    ratio = median(times) / median(boards[1:])
    return Row(
        f"{game.title}: the picture of a question",
        f"{median(times):.0f} ms, {median(sizes) / 1024:.0f} KB (the first {first:.0f} ms)",
        f'"{board.title}": {median(boards[1:]):.0f} ms, {ratio:.2f} x',
        value=median(times),
        bar=PICTURE,
        noise=spread(times),
    )


async def _mark_question(home: House, room: Room) -> Marking | None:
    """Return a question at a table that has a picture; None if nobody is asked one."""
    for user in room.people:
        context = await home.host.build_panel(room.game_id, user)
        if context.question is not None and (marked := label_options(context.seen, context.question, ())) is not None:
            return marked
    return None


async def _picture(home: House, game: AnyGame, drawing: Drawing[Any], number: int, count: int) -> list[Row]:
    """Draw one of a game's pictures, of a table of its own some way into the game."""
    room = await home.open(-number, game.key)
    await home.play(room, 60, chance(0))
    times: list[float] = []
    blank: list[float] = []
    stalls: list[float] = []
    sizes: list[int] = []
    for _ in range(count + 1):
        await home.play(room, 2, chance(room.game_id))
        running = await home.host.get_running_game(room.game_id)
        view = running.game.view(running.table, 1 if drawing.private else None)
        png, took = await asyncio.to_thread(_painted, drawing, view)
        painting = asyncio.create_task(asyncio.to_thread(_painted, drawing, view))
        longest = 0.0
        while not painting.done():
            looked = perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, perf_counter() - looked)
        times.append(took)
        stalls.append(longest * 1000)
        sizes.append(len(png))
        blank.append(_blank(Image.open(BytesIO(png)).size))
    first, *times = times
    return [
        Row(
            f'{game.title}: the picture "{drawing.title}"',
            f"{median(times):.0f} ms, {median(sizes) / 1024:.0f} KB (the first {first:.0f} ms)",
            f"a blank sheet: {median(blank):.0f} ms, {median(times) / median(blank):.1f} x",
            value=median(times),
            bar=PICTURE,
            noise=spread(times),
        ),
        Row("longest stall of the event loop while it is drawn", f"{median(stalls):.1f} ms"),
    ]


def _painted(drawing: Drawing[Any], view: Any) -> tuple[bytes, float]:
    """Return a picture with the milliseconds of CPU that it takes."""
    return _measure_drawing(lambda: drawing.draw(view, _get_name).png)


def _measure_drawing(draw: Callable[[], bytes]) -> tuple[bytes, float]:
    """Return what this draws, with the milliseconds of CPU that it takes."""
    begun = thread_time()
    png = draw()
    return png, (thread_time() - begun) * 1000


def _get_name(seat: Seat) -> str:
    return f"Player {seat}"


def _blank(size: tuple[int, int]) -> float:
    """Return how many milliseconds of CPU a sheet takes on which nothing is drawn."""
    begun = thread_time()
    Canvas(size, toy_map.PAPER).to_png(toy_map.COLORS)
    return (thread_time() - begun) * 1000


def _full_map(count: int) -> Row:
    """Draw the largest board that a coming game may have; the first time, its backdrop is painted as well."""
    fair = toy_map.everything()
    times: list[float] = []
    blank: list[float] = []
    size = 0
    for _ in range(count + 1):
        begun = thread_time()
        size = len(toy_map.drawn(fair))
        times.append((thread_time() - begun) * 1000)
        blank.append(_blank(toy_map.SIZE))
    first, *times = times
    return Row(
        "A full map",
        f"{median(times):.0f} ms, {size / 1024:.0f} KB (the first {first:.0f} ms)",
        f"a blank sheet: {median(blank):.0f} ms, {median(times) / median(blank):.1f} x",
        value=median(times),
        bar=PICTURE,
        noise=spread(times),
    )
