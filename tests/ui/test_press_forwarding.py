"""A press on another process's table is forwarded whole, once, and with its deferred state."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.ui.handlers import first_answer, press_forwarding
from bot.ui.handlers.first_answer import CHANGES, WAITS, get_deferral, restore_deferral
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press_forwarding import PressForwarding, restore_deferred_state
from storage.interface.shards import Shards
from storage.sqlite import open_storage
from storage.store import Storage
from tests.bench import payloads
from tests.bench.payloads import Payload
from tests.house import NOON

SOUTH = (1 << 22) + 900


class Half:
    """What one of two processes has to do with it; each event is answered in a task of its own, as by discord.py."""

    def __init__(self, storage: Storage, number: int, now: Callable[[], datetime], promised: str = "") -> None:
        self.press_forwarding = PressForwarding(storage, Shards(number, number, 2), now, self._parse)
        self.heard: list[Payload] = []
        self.promised: list[str | None] = []
        self.handed_over: list[bool] = []
        self._promises = promised
        self._client = discord.Client(intents=discord.Intents.none())
        self._answering: list[asyncio.Task[None]] = []

    def _parse(self, event: Any) -> None:
        interaction: Interaction = discord.Interaction(data=event, state=self._client._connection)
        self.heard.append(event)
        self._answering.append(asyncio.create_task(self._answer(interaction)))

    async def _answer(self, interaction: Interaction) -> None:
        restore_deferred_state(interaction)
        self.promised.append(get_deferral(interaction))
        restore_deferral(interaction, self._promises)
        self.handed_over.append(await self.press_forwarding.forward(interaction, SOUTH))

    async def answered(self) -> None:
        """Wait until everything is answered, or handed over."""
        await asyncio.gather(*self._answering)

    async def dies(self) -> None:
        """End like a killed process: forwarded presses are not taken back."""
        await self.answered()
        for waiting in self.press_forwarding._waiting:
            waiting.cancel()


@pytest.fixture
async def storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Storage]:
    monkeypatch.setattr(press_forwarding, "PATIENCE", 60.0)
    monkeypatch.setattr(press_forwarding, "reply", _silence)
    opened = await open_storage(tmp_path / "boardroom.db")
    yield opened
    await opened.close()


async def _silence(_: Interaction, __: str) -> None:
    """There is no Discord here to say it to."""


def pressed() -> Payload:
    """What Discord tells of a press in direct messages."""
    event = payloads.press(7, 11, payloads.message(7, "5", {}), "act:1", None)
    left = {key: value for key, value in event.items() if not key.startswith("guild") and key != "member"}
    return left | {"user": payloads.user(11), "channel": payloads.direct_channel(11), "context": 1}


@pytest.mark.parametrize("promised", ["", WAITS, CHANGES])
async def test_the_owner_receives_the_interaction_and_its_deferred_state(storage: Storage, promised: str) -> None:
    hears, owns = Half(storage, 0, lambda: NOON, promised), Half(storage, 1, lambda: NOON)
    event = pressed()
    hears.press_forwarding.receive(event)
    await hears.answered()
    await owns.press_forwarding.take_forwarded()
    await owns.answered()
    assert hears.handed_over == [True]
    assert owns.heard == [event]
    assert owns.promised == [promised]
    assert owns.handed_over == [False], "it comes back to nobody"
    await owns.press_forwarding.take_forwarded()
    assert owns.heard == [event], "once"
    await hears.dies()


async def test_what_nobody_takes_is_taken_back(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_forwarding, "PATIENCE", 0.0)
    hears, owns = Half(storage, 0, lambda: NOON), Half(storage, 1, lambda: NOON)
    hears.press_forwarding.receive(pressed())
    await hears.answered()
    await hears.press_forwarding.close()
    assert hears.handed_over == [True]
    await owns.press_forwarding.take_forwarded()
    assert owns.heard == []


async def test_what_waited_here_is_waited_for_as_much_less(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else Discord has called the press failed before anybody says that the owner is not there."""
    monkeypatch.setattr(press_forwarding, "PATIENCE", 600.0)
    monkeypatch.setattr(first_answer, "DISCORD_WAITS_SECONDS", 1_000.0)
    event = pressed()
    hears = Half(storage, 0, lambda: discord.utils.snowflake_time(int(event["id"])) + timedelta(seconds=600))
    hears.press_forwarding.receive(event)
    await hears.answered()
    async with asyncio.timeout(60):
        await hears.press_forwarding.close()
    assert not await storage.forwarded_presses.is_waiting(Shards(1, 1, 2))


async def test_old_forwarded_presses_are_dropped(storage: Storage) -> None:
    """The forwarding process is gone, too, and nobody waits for an answer."""
    hears = Half(storage, 0, lambda: NOON)
    hears.press_forwarding.receive(pressed())
    await hears.dies()
    owns = Half(storage, 1, lambda: NOON + timedelta(minutes=1))
    await owns.press_forwarding.take_forwarded()
    assert owns.heard == []
    assert not await storage.forwarded_presses.is_waiting(Shards(1, 1, 2))


async def test_a_word_for_others_lets_nobody_look(storage: Storage) -> None:
    owns = Half(storage, 1, lambda: NOON)
    for word in ("handed 900", "to forget"):
        owns.press_forwarding.handle_notification(word)
        assert owns.press_forwarding._looking is None
    for word in (f"handed {SOUTH}", ""):
        owns.press_forwarding.handle_notification(word)
        assert owns.press_forwarding._looking is not None
        await owns.press_forwarding.close()
