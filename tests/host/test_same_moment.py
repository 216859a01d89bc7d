"""Presses at the same moment at one table: they share a wait for the disk, and stand or fall in their order."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.host.errors import Refusal
from bot.host.host import Desk
from storage.interface import StoreFailed
from tests.any_question import picks_of
from tests.house import BEN, CLEO, House, house
from tests.toy import Pick


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db") as opened:
        yield opened


async def unchanged(home: House, number: int, revision: int) -> bool:
    """Whether a program that starts now sees the same table."""
    fresh = home.again()
    return await home.revision(number) == revision and await fresh.table(number) == await home.table(number)


@asynccontextmanager
async def disk_is_slow(
    home: House, number: int, *presses: Awaitable[Desk]
) -> AsyncIterator[Sequence[asyncio.Future[Desk]]]:
    """Hold the disk until these presses are all on their way to it."""
    begun, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(_: sqlite3.Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        assert go_on.wait(10)

    holding = home.storage.database.write(slow)
    await begun.wait()
    pressed = [asyncio.ensure_future(press) for press in presses]
    await asyncio.sleep(0)  # they line up
    async with home.host.lock(number).in_turn():
        yield pressed
    go_on.set()
    await holding


async def test_people_who_press_at_the_same_moment_wait_for_the_disk_together(home: House) -> None:
    number = await home.started(BEN, CLEO)
    desks = {seat: await home.desk(number, seat) for seat in (1, 2, 3)}
    users = {seat: await home.user(number, seat) for seat in desks}
    before, commits = await home.revision(number), home.storage.database.commits
    presses = [home.host.press(number, users[seat], str(desk.etag), ["2"]) for seat, desk in desks.items()]

    async with disk_is_slow(home, number, *presses) as pressed:
        assert await home.revision(number) == before, "nothing counts before it is saved"
        assert not any(press.done() for press in pressed), "nobody is told before it is saved"
    await asyncio.gather(*pressed)

    assert await home.revision(number) == before + 3
    assert home.storage.database.commits - commits == 2, "one of the two is what held the disk up"
    assert await home.again().table(number) == await home.table(number)


async def test_when_a_move_cannot_be_saved_nothing_that_was_built_on_it_counts(home: House) -> None:
    number = await home.started(BEN, CLEO)
    desks = {seat: await home.desk(number, seat) for seat in (1, 2, 3)}
    users = {seat: await home.user(number, seat) for seat in desks}
    before = await home.revision(number)
    presses = [home.host.press(number, users[seat], str(desk.etag), ["2"]) for seat, desk in desks.items()]
    await home.storage.database.write(
        lambda rows: rows.execute(
            "create trigger full before insert on moves when new.seat = 2 begin select raise(abort, 'full'); end"
        )
    )
    async with disk_is_slow(home, number, *presses) as pressed:
        pass
    results = await asyncio.gather(*pressed, return_exceptions=True)

    assert [type(result) for result in results] == [Desk, StoreFailed, Refusal]
    assert await unchanged(home, number, before + 1)
    await home.storage.database.write(lambda rows: rows.execute("drop trigger full"))
    for seat in (2, 3):
        await home.host.answer(number, users[seat], ["2"])
    assert await unchanged(home, number, before + 3)


async def test_who_presses_twice_while_the_disk_is_slow_moves_once(home: House) -> None:
    number = await home.at_first_turn(BEN)
    user, desk = await home.user(number, 1), await home.desk(number, 1)
    assert desk.question is not None
    picks = picks_of(desk.question, Pick(what="end"))
    before = await home.revision(number)
    presses = [home.host.press(number, user, str(desk.etag), picks) for _ in range(2)]
    async with disk_is_slow(home, number, *presses) as pressed:
        pass
    first, second = await asyncio.gather(*pressed)

    assert first.question is None
    assert second.note == "That was already decided; you are not asked anything at the moment."
    assert await home.revision(number) == before + 1
