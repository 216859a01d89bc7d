"""Answers go before letters."""

from __future__ import annotations

import asyncio

import pytest

from bot.host.delivery import priority
from bot.host.delivery.priority import MAX_CONCURRENT_LETTERS, Priority


async def carried(order: Priority, done: list[str]) -> None:
    await order.wait_for_calm(asyncio.get_running_loop().time())
    done.append("letter")


async def test_a_letter_goes_at_once_when_nobody_waits_for_an_answer() -> None:
    done: list[str] = []
    await carried(Priority(), done)
    assert done == ["letter"]


async def test_a_letter_waits_until_everybody_has_their_answer() -> None:
    order, done = Priority(), list[str]()
    with order.track_answer():
        with order.track_answer():
            letter = asyncio.create_task(carried(order, done))
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert done == []
        done.append("answer")
    await letter
    assert done == ["answer", "letter"]


async def test_a_player_who_has_their_answer_sooner_holds_up_no_letter() -> None:
    order, done = Priority(), list[str]()
    with order.track_answer() as answered:
        answered()
        await carried(order, done)
        assert done == ["letter"]
        with order.track_answer():
            letter = asyncio.create_task(carried(order, done))
            await asyncio.sleep(0)
            assert done == ["letter"], "somebody else waits"
        await letter


async def test_an_answer_that_fails_holds_up_no_letter() -> None:
    order, done = Priority(), list[str]()
    with pytest.raises(OSError, match="no"), order.track_answer():
        raise OSError("no")
    await carried(order, done)
    assert done == ["letter"]


async def test_a_player_who_plays_on_within_a_moment_is_not_held_up_either() -> None:
    order, done = Priority(pause=0.01), list[str]()
    letter = asyncio.create_task(carried(order, done))
    for _ in range(3):
        with order.track_answer():
            await asyncio.sleep(0)
            done.append("answer")
    await letter
    assert done == ["answer", "answer", "answer", "letter"]


async def test_a_letter_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(priority, "MAX_WAIT_SECONDS", 0.01)
    order, done = Priority(), list[str]()
    with order.track_answer():
        await carried(order, done)
        assert done == ["letter"]


async def test_a_letter_that_hangs_gives_its_place_back_once() -> None:
    order, mended = Priority(moment=0.001), asyncio.Event()

    async def hangs() -> None:
        async with order.hold_place():
            await mended.wait()

    hanging = [asyncio.create_task(hangs()) for _ in range(MAX_CONCURRENT_LETTERS)]
    async with order.hold_place():
        mended.set()
    await asyncio.gather(*hanging)
    on_their_way = 0
    most = 0

    async def goes() -> None:
        nonlocal on_their_way, most
        async with calm.hold_place():
            on_their_way += 1
            most = max(most, on_their_way)
            await asyncio.sleep(0)
            on_their_way -= 1

    calm = Priority(moment=10_000)
    await asyncio.gather(*(goes() for _ in range(3 * MAX_CONCURRENT_LETTERS)))
    assert most == MAX_CONCURRENT_LETTERS
