"""Presses at the same moment at one table: they share a wait for the disk, and stand or fall in their order."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.engine import play
from bot.engine.play import Played
from bot.engine.records import Move, Seat
from bot.host.signals import Commit
from bot.host.table.panel_context import PanelContext
from storage.interface.errors import StoreFailed
from storage.interface.questions import DueQuestion
from tests.any_question import picks_of
from tests.house import BEN, CLEO, NOON, House, answer, asked, house
from tests.toy import Pick, ToyTable, Turn

T = TypeVar("T")


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
    home: House, number: int, *presses: Awaitable[PanelContext]
) -> AsyncIterator[Sequence[asyncio.Future[PanelContext]]]:
    """Hold the disk from before the moves of these presses are on their way to it."""
    begun, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(_: sqlite3.Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        assert go_on.wait(10)

    holding = home.storage.database.write(slow)
    await begun.wait()
    pressed = [await lined_up(press) for press in presses]
    for _ in range(20):  # the first is on its way to the disk, the others wait for their turns
        await asyncio.sleep(0)
    try:
        yield pressed
    finally:
        go_on.set()
        await holding


async def lined_up(coming: Awaitable[T]) -> asyncio.Future[T]:
    """Let somebody come to the table, where they may have to wait for their turn."""
    future = asyncio.ensure_future(coming)
    await asyncio.sleep(0)
    return future


async def opening(home: House) -> tuple[int, dict[Seat, Callable[[], Coroutine[Any, Any, PanelContext]]]]:
    """A table at which three are asked for a price at the same moment, and what each of them presses."""
    number = await home.started(BEN, CLEO)
    return number, {seat: partial(_press, home, number, seat, await home.desk(number, seat)) for seat in (1, 2, 3)}


async def _press(home: House, number: int, seat: Seat, context: PanelContext) -> PanelContext:
    return await home.host.answer_question(number, await home.user(number, seat), str(context.etag), ["2"])


async def disk_fails(home: House, *, seat: Seat | None = None) -> None:
    """Let the disk take no moves (of a seat), until it works again."""
    when = "" if seat is None else f"when new.seat = {seat} "
    trigger = f"create trigger full before insert on moves {when}begin select raise(abort, 'full'); end"
    await home.storage.database.write(lambda rows: rows.execute(trigger))


def disk_works(home: House) -> Awaitable[object]:
    """Let the disk take moves again, those that come to it after this."""
    return home.storage.database.write(lambda rows: rows.execute("drop trigger full"))


async def test_people_who_press_at_the_same_moment_are_saved_one_after_the_other(home: House) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)

    async with disk_is_slow(home, number, *(press() for press in presses.values())) as pressed:
        assert await home.revision(number) == before, "nothing counts before it is saved"
        assert not any(press.done() for press in pressed), "nobody is told before it is saved"
    await asyncio.gather(*pressed)

    assert await unchanged(home, number, before + 3)


async def test_a_move_that_cannot_be_saved_takes_no_other_with_it(home: House) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)
    await disk_fails(home, seat=2)
    async with disk_is_slow(home, number, *(press() for press in presses.values())) as pressed:
        pass
    results = await asyncio.gather(*pressed, return_exceptions=True)

    assert [type(result) for result in results] == [PanelContext, StoreFailed, PanelContext]
    assert await unchanged(home, number, before + 2)
    await disk_works(home)
    assert (await presses[2]()).revision == before + 3, "the same button still counts"
    assert await unchanged(home, number, before + 3)


@pytest.mark.parametrize("fails", ["each move", "the commit"])
async def test_when_the_disk_fails_nobodys_move_counts_and_everybodys_does_when_it_works_again(
    home: House, fails: str
) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)
    if fails == "each move":
        await disk_fails(home)
    first = list(presses.values())[: 1 if fails == "the commit" else 3]  # the others have commits of their own
    async with disk_is_slow(home, number, *(press() for press in first)) as pressed:
        broken = home.storage.database.write(_break_the_commit if fails == "the commit" else lambda _: None)
    results = await asyncio.gather(*pressed, broken, return_exceptions=True)

    assert type(results[0]) is StoreFailed
    assert {type(result) for result in results[: len(first)]} == {StoreFailed}
    assert await unchanged(home, number, before)
    if fails == "each move":
        await disk_works(home)
    await asyncio.gather(*(press() for press in presses.values()))
    assert await unchanged(home, number, before + 3)


def _break_the_commit(rows: sqlite3.Connection) -> None:
    rows.execute("pragma defer_foreign_keys = on")
    rows.execute("insert into messages (game_id, role, channel_id, message_id) values (404, 'board', 1, 1)")


async def test_a_player_who_presses_twice_while_the_disk_is_slow_moves_once(home: House) -> None:
    number = await home.at_first_turn(BEN)
    user, context = await home.user(number, 1), await home.desk(number, 1)
    assert context.question is not None
    picks = picks_of(context.question, Pick(what="end"))
    before = await home.revision(number)
    presses = [home.host.answer_question(number, user, str(context.etag), picks) for _ in range(2)]
    async with disk_is_slow(home, number, presses[0]) as pressed:
        twice = await lined_up(presses[1])
    first, second = await asyncio.gather(*pressed, twice)

    assert first.question is None
    assert second.note == "That is already decided. Nothing to do right now."
    assert await unchanged(home, number, before + 1)


async def test_a_second_press_counts_when_the_first_cannot_be_saved(home: House) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)
    await disk_fails(home)
    async with disk_is_slow(home, number, presses[1]()) as pressed:
        twice = await lined_up(presses[1]())
        working = disk_works(home)
    first, second = await asyncio.gather(*pressed, twice, return_exceptions=True)
    await working

    assert isinstance(first, StoreFailed)
    assert isinstance(second, PanelContext)
    assert second.note.startswith("Your answer is sealed.")
    assert await unchanged(home, number, before + 1)


async def test_nobody_is_told_that_a_game_is_over_before_its_last_move_is_saved(home: House) -> None:
    number, presses = await opening(home)
    old = presses[2]
    for press in presses.values():
        await press()
    while not (ending := await _next(home, number))[1].table.outcome:
        await home.plays(number, *ending[0])
    (seat, move), _ = ending
    question = (await home.desk(number, seat)).question
    assert question is not None
    before = await home.revision(number)
    await disk_fails(home)
    last = answer(home.host, number, await home.user(number, seat), picks_of(question, move))
    async with disk_is_slow(home, number, last) as pressed:
        late = await lined_up(old())
    first, second = await asyncio.gather(*pressed, late, return_exceptions=True)

    assert isinstance(first, StoreFailed)
    assert isinstance(second, PanelContext)
    assert second.seen.row.status == "running"
    assert await unchanged(home, number, before)


async def _next(home: House, number: int) -> tuple[tuple[Seat, Move], Played[ToyTable]]:
    """The shortest way to the end: the next mover, their move, and its consequences."""
    table = await home.table(number)
    seat = play.list_asked_seats(table)[0]
    move = Pick(what="end" if isinstance(table.agenda[0], Turn) else "keep quiet")
    return (seat, move), play.play(table, seat, move)


async def test_a_press_that_is_given_up_while_its_move_is_on_its_way_counts(home: House) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)
    async with disk_is_slow(home, number, *(press() for press in presses.values())) as pressed:
        pressed[0].cancel()
    results = await asyncio.gather(*pressed, return_exceptions=True)

    assert [type(result) for result in results] == [asyncio.CancelledError, PanelContext, PanelContext]
    async with home.host.lock_game(number):
        assert await unchanged(home, number, before + 3)
    assert (await home.plays(number, 1, Pick(what="fruit"))).question is not None, "the game goes on"


class Bell:
    """Stands where the courier would, and counts how often somebody rings."""

    def __init__(self) -> None:
        self.rung = 0

    def ring(self, commit: Commit) -> None:
        self.rung += 1


async def test_letters_go_and_bots_move_also_when_the_press_before_them_was_given_up(home: House) -> None:
    number = await home.started(bots=2)
    await home.settle()
    bell = Bell()
    home.host.commits.subscribe(bell.ring)
    [person] = play.list_asked_seats(await home.table(number))
    before, context = await home.revision(number), await home.desk(number, person)
    async with disk_is_slow(home, number, _press(home, number, person, context)) as pressed:
        pressed[0].cancel()
        assert bell.rung == 0, "nobody is told before it is saved"
    await asyncio.wait(pressed)
    async with home.host.lock_game(number):
        assert bell.rung
    await home.settle()
    assert play.list_asked_seats(await home.table(number)) == [person], "the bots have had their turns"
    assert await home.revision(number) > before + 1


async def test_a_press_that_is_given_up_and_whose_move_cannot_be_saved_leaves_the_table_as_it_was(
    home: House,
) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)
    await disk_fails(home)
    async with disk_is_slow(home, number, presses[1]()) as pressed:
        pressed[0].cancel()
    await disk_works(home)

    assert pressed[0].cancelled()
    assert await unchanged(home, number, before)
    await presses[1]()
    assert await unchanged(home, number, before + 1)


async def test_a_press_that_is_given_up_before_its_turn_came_changes_nothing(home: House) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)
    async with home.host.lock_game(number):
        pressed = await lined_up(presses[1]())
        pressed.cancel()
        await asyncio.wait([pressed])
    await presses[2]()

    assert pressed.cancelled()
    assert await unchanged(home, number, before + 1)


async def test_an_undo_that_comes_while_the_move_is_on_its_way_takes_it_back(home: House) -> None:
    number = await home.at_first_turn(BEN)
    user, context = await home.user(number, 1), await home.desk(number, 1)
    assert context.question is not None
    before, table = await home.revision(number), await home.table(number)
    press = home.host.answer_question(number, user, str(context.etag), picks_of(context.question, Pick(what="fruit")))
    async with disk_is_slow(home, number, press) as pressed:
        undo = await lined_up(home.host.undo_for_person(number, user))
    await asyncio.gather(*pressed)

    assert (await undo).note == "Your last move is undone."
    assert await home.table(number) == table
    assert await unchanged(home, number, before + 2)


async def test_a_sealed_answer_is_taken_back_while_others_are_on_their_way(home: House) -> None:
    number, presses = await opening(home)
    before = await home.revision(number)
    await presses[1]()
    async with disk_is_slow(home, number, presses[2]()) as pressed:
        undo = await lined_up(home.host.undo_for_person(number, await home.user(number, 1)))
        after = await lined_up(presses[3]())
    await asyncio.gather(*pressed, after)

    assert (await undo).note == "You took back your secret answer. Nobody saw it."
    assert asked(await home.host.get_running_game(number)) == [1], (
        "no price is shown before the first has named one again"
    )
    assert await unchanged(home, number, before + 4)


async def test_a_player_whose_answer_is_on_its_way_when_time_is_up_is_not_late(tmp_path: Path) -> None:
    wall = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        number, presses = await opening(home)
        before, running = await home.revision(number), await home.host.get_running_game(number)
        due = [DueQuestion(number, seat, tag, running.clocks[seat]) for seat, tag in running.get_etags().items()]
        wall[0] += timedelta(days=2)
        async with disk_is_slow(home, number, presses[1](), presses[2]()) as pressed:
            clock = [await lined_up(home.absence.handle_timeout(ask)) for ask in due]
        await asyncio.gather(*pressed, *clock)

        running = await home.host.get_running_game(number)
        assert [seat_row.misses for seat_row in running.seats] == [0, 0, 1]
        assert await unchanged(home, number, before + 3)
        assert running.seats == (await home.again().host.get_running_game(number)).seats


async def test_all_who_press_when_the_store_has_been_closed_are_told_so(home: House) -> None:
    _, presses = await opening(home)
    await home.storage.close()
    async with asyncio.timeout(60):
        results = await asyncio.gather(*(presses[seat]() for seat in (1, 1, 2)), return_exceptions=True)

    assert [type(result) for result in results] == [StoreFailed] * 3
    assert "the bot is stopping" in str(results[0])


async def test_a_player_who_looks_while_a_table_is_lost_sees_it_lost(home: House) -> None:
    number, _ = await opening(home)
    await home.storage.database.write(lambda rows: rows.execute("update asks set etag = 'as it read'"))
    home.host.forget_loaded(number)  # so it has to be read again, with new tags of its questions

    async def lose() -> None:
        async with home.host.lock_game(number):
            await home.storage.lost_channels.mark_lost(
                number, "server", home.host.format_now(), [], home.host.format_now()
            )
            home.host.forget_loaded(number)

    async with disk_is_slow(home, number):
        lost = await lined_up(lose())
        looked = await lined_up(home.host.get_running_game(number))
        for _ in range(3):
            await home.revision(number)  # after their reads, so they come as far as they can
        assert not any(future.done() for future in (lost, looked))
    await lost

    assert (await looked).row.lost == "server"
    assert (await home.host.get_running_game(number)).row.lost == "server"
