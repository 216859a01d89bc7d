"""Stopping, with real processes and real signals."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.client import Boardroom
from bot.ops import heartbeat
from bot.ops.service_monitor import RESTARTING
from bot.ops.shutdown import run_until_signal
from bot.settings import Settings
from storage.interface.letters import NewLetter
from storage.interface.metadata_keys import HEARTBEAT_KEY
from storage.interface.shards import ALL_SHARDS
from storage.sqlite import open_storage
from storage.store import Storage
from tests.ops.service import service

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows sends no such signals")

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
PATIENCE = 120.0
"""Seconds until a test that hangs is given up."""


async def started(*arguments: str) -> Process:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("BOARDROOM_")}
    environ |= {"PYTHONPATH": str(ROOT), "BOARDROOM_TOKEN": TOKEN, "BOARDROOM_DATABASE": "unused.db"}
    return await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environ
    )


async def line_with(stream: asyncio.StreamReader | None, words: str) -> str:
    """Read until a line with these words."""
    assert stream is not None
    read: list[str] = []
    while line := (await stream.readline()).decode():
        read.append(line)
        if words in line:
            return line
    raise AssertionError(f"the program ended without {words!r}: {''.join(read)}")


def tell(process: Process, line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n".encode())


@asynccontextmanager
async def bot_with_a_letter(settings: Settings) -> AsyncIterator[Process]:
    """A bot with a letter on its way."""
    running = await started("-m", "tests.ops.bot_to_stop", str(settings.file))
    try:
        async with asyncio.timeout(PATIENCE):
            await line_with(running.stdout, "a letter is on its way")
            yield running
    finally:
        if running.returncode is None:
            running.kill()
        await running.communicate()


async def waiting_letters(settings: Settings) -> int:
    storage = await open_storage(settings.file)
    assert await storage.check() == []
    tally = await storage.tally(ALL_SHARDS)
    await storage.close()
    return tally.letters["waiting"]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_running_commands_are_finished_and_new_ones_are_turned_away(
    settings: Settings, number: signal.Signals
) -> None:
    async with bot_with_a_letter(settings) as process:
        process.send_signal(number)
        await line_with(process.stderr, "stopping; what is in hand is finished first")
        tell(process, "press")
        assert RESTARTING in await line_with(process.stdout, "")
        tell(process, "release")
        await line_with(process.stdout, "closed")
        tell(process, "")
        assert await process.wait() == 0
    assert await waiting_letters(settings) == 0, "the letter arrived and was noted"
    storage = await open_storage(settings.file)
    saved = await storage.games.load(1)
    assert saved is not None
    assert saved.game.revision == 1, "the press that was turned away changed nothing"
    await storage.close()


async def test_a_second_signal_ends_it_at_once_and_nothing_is_lost(settings: Settings) -> None:
    async with bot_with_a_letter(settings) as process:
        process.send_signal(signal.SIGTERM)
        await line_with(process.stderr, "stopping")
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == -signal.SIGTERM
    assert await waiting_letters(settings) == 1, "the letter is sent after the next start"


async def test_the_service_itself_stops_while_it_is_still_connecting() -> None:
    script = (
        "import asyncio, sys, discord.http\n"
        "async def static_login(*_):\n"
        "    print('connecting', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "discord.http.HTTPClient.static_login = static_login\n"
        "from bot.__main__ import main\n"
        "sys.exit(main([]))\n"
    )
    process = await started("-c", script)
    async with asyncio.timeout(PATIENCE):
        await line_with(process.stdout, "connecting")
        process.send_signal(signal.SIGTERM)
        _, said = await process.communicate()
    assert process.returncode == 0
    assert said.decode().endswith("bot.__main__: stopped\n")


async def test_in_the_loop_of_the_service_a_second_signal_ends_it_at_once() -> None:
    script = (
        "import asyncio\n"
        "from bot.ops.shutdown import run_until_signal\n"
        "from bot.interpreter import create_loop\n"
        "async def work():\n"
        "    print('working', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "async def close():\n"
        "    print('closing', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "with asyncio.Runner(loop_factory=create_loop) as runner:\n"
        "    runner.run(run_until_signal(work(), close))\n"
    )
    process = await started("-c", script)
    async with asyncio.timeout(PATIENCE):
        for words in ("working", "closing"):
            await line_with(process.stdout, words)
            process.send_signal(signal.SIGTERM)
        await process.communicate()
    assert process.returncode == -signal.SIGTERM


async def test_what_takes_too_long_is_left_for_the_next_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.client.MAX_FINISH_SECONDS", 0.05)
    async with service(settings) as (town, _):
        ann, ben = town.person("Ann"), town.person("Ben")
        await town.started(ben, host=ann)
        bot = town.bot
        on_its_way = asyncio.Event()

        async def never(*_: object, **__: object) -> None:
            on_its_way.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(bot.http, "request", never)
        await bot.storage.outbox.add(1, [NewLetter("board")], bot.host.format_now())
        bot.outbox_worker.wake(1)
        await on_its_way.wait()
        await bot.close()
    assert "not everything could be finished in time" in caplog.text
    assert await waiting_letters(settings) == 1


@asynccontextmanager
async def stopping_with_a_letter(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Boardroom, asyncio.Event]]:
    """A bot that has noted that it is stopped, and waits for a letter, which arrives when the event is set."""
    async with service(settings) as (town, _):
        await town.started(town.person("Ben"), host=town.person("Ann"))
        bot, arrives, on_its_way = town.bot, asyncio.Event(), asyncio.Event()
        request = bot.http.request

        async def slow_request(route: Any, **options: Any) -> Any:
            on_its_way.set()
            await arrives.wait()
            return await request(route, **options)

        monkeypatch.setattr(bot.http, "request", slow_request)
        await bot.storage.outbox.add(1, [NewLetter("board")], bot.host.format_now())
        bot.outbox_worker.wake(1)
        await on_its_way.wait()
        closing = asyncio.create_task(bot.close())
        async with asyncio.timeout(PATIENCE):
            while await state_of(bot.storage) != "stopped":
                pass
        yield bot, arrives
        arrives.set()
        await closing


async def state_of(storage: Storage) -> str:
    beat = heartbeat.parse_beat(await storage.metadata.get(HEARTBEAT_KEY))
    assert beat is not None
    return beat.state


async def test_what_discord_tells_while_it_stops_begins_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    began: list[str] = []
    async with stopping_with_a_letter(settings, monkeypatch) as (bot, _):

        @bot.listen("on_guild_available")
        async def tell(_: object) -> None:
            began.append("a server is back")

        bot.dispatch("guild_available", bot.guilds[0])
        for event in ("disconnect", "resumed", "ready"):
            bot.dispatch(event)
            await bot.storage.people.get(1)
            await asyncio.sleep(0)
    storage = await open_storage(settings.file)
    assert await state_of(storage) == "stopped", "the doctor is told that it does not run"
    await storage.close()
    assert began == []
    assert not [record for record in caplog.records if record.exc_info]


async def test_what_discord_has_told_before_it_stops_is_broken_off_while_all_is_there(settings: Settings) -> None:
    ended: list[str] = []
    async with service(settings) as (town, _):
        bot, begun = town.bot, asyncio.Event()

        @bot.listen("on_guild_available")
        async def look_after(_: object) -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                await bot.storage.people.get(1)
                ended.append("while the store was open")

        bot.dispatch("guild_available", bot.guilds[0])
        await begun.wait()
        await bot.close()
    assert ended == ["while the store was open"]


async def test_a_second_close_waits_for_the_first(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal may come while it ends because another one has taken its store over."""
    async with stopping_with_a_letter(settings, monkeypatch) as (bot, arrives):
        again = asyncio.create_task(bot.close())
        for _ in range(3):
            await bot.storage.people.get(1)
        assert not again.done()
        arrives.set()
        await again
    assert await waiting_letters(settings) == 0, "the letter arrived and was noted"


async def test_work_that_ends_by_itself_is_not_closed() -> None:
    closed: list[str] = []

    async def close() -> None:
        closed.append("closed")

    async def work() -> None:
        raise ConnectionRefusedError

    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(ConnectionRefusedError):
        await run_until_signal(work(), close)
    assert closed == []
    assert signal.getsignal(signal.SIGTERM) == before
