"""After an outage of Discord the bot is there again within a minute."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import discord
import pytest
from discord.backoff import ExponentialBackoff

from bot.gateway_backoff import MAX_BACKOFF_SECONDS, CappedBackoff, cap_reconnect_backoff

ATTEMPTS = 40
"""With discord.py's own pauses, hours."""


@pytest.fixture
def restored_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put discord.py's own pauses back afterwards."""
    monkeypatch.setattr("discord.client.ExponentialBackoff", ExponentialBackoff)
    monkeypatch.setattr("discord.shard.ExponentialBackoff", ExponentialBackoff)


@pytest.mark.usefixtures("restored_backoff")
async def test_however_long_discord_is_away_the_next_attempt_is_never_a_minute_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cap_reconnect_backoff()
    client = discord.Client(intents=discord.Intents.none())
    pauses: list[float] = []

    async def nobody_there(*_: object, **__: object) -> None:
        raise OSError("no route to Discord")

    async def no_pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == ATTEMPTS:
            await client.close()

    monkeypatch.setattr("discord.client.DiscordWebSocket.from_client", nobody_there)
    monkeypatch.setattr(asyncio, "sleep", no_pause)
    lost = SimpleNamespace(sequence=None, gateway=None, session_id=None, open=False)
    monkeypatch.setattr(client, "ws", lost)  # the state after a broken connection
    await client.connect()
    assert len(pauses) == ATTEMPTS
    assert max(pauses) <= MAX_BACKOFF_SECONDS


async def test_pauses_grow_from_seconds_and_stay_below_a_minute() -> None:
    pauses = [CappedBackoff().delay() for _ in range(50)]
    assert max(pauses) <= 2
    one = CappedBackoff()
    assert max(one.delay() for _ in range(200)) == MAX_BACKOFF_SECONDS
    assert MAX_BACKOFF_SECONDS <= 60
