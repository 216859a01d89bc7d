"""Waiting for Discord: not for ever, and without standing in anybody's way afterwards."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.ui.delivery.discord_errors import limit_time


async def test_a_request_cut_off_during_a_global_rate_limit_does_not_block_later_ones() -> None:
    """discord.py stops all requests until the rate-limited one has waited; its sender may be cut off meanwhile."""
    client = discord.Client(intents=discord.Intents.none())
    way = client.http._global_over = asyncio.Event()
    with pytest.raises(TimeoutError):
        async with limit_time(client, 0):
            await way.wait()
    assert way.is_set()
