"""One process among several, with several shards: connected while all of them are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.settings import Settings
from bot.sharded_client import ShardedBoardroom
from storage.database_url import Server
from storage.interface.shards import Shards

SHARDS = Shards(2, 3, 8)


class Told(ShardedBoardroom):
    """Records the events of its connection."""

    def __init__(self) -> None:
        super().__init__(Settings(_env_file=None, database=Server("postgresql:///boardroom"), shards=SHARDS))
        self.told: list[str] = []

    async def on_ready(self) -> None:
        self.told.append("ready")

    async def on_resumed(self) -> None:
        self.told.append("resumed")

    async def on_disconnect(self) -> None:
        self.told.append("gone")

    async def after(self, *events: tuple[str, int] | str) -> Sequence[str]:
        """The events it gets when discord.py reports this about its shards."""
        self.told = []
        for event in events:
            name, *number = (event,) if isinstance(event, str) else event
            self.dispatch(name, *number)
        for _ in range(3):
            await asyncio.sleep(0)
        return self.told


async def test_it_is_connected_while_all_of_its_shards_are() -> None:
    bot = Told()
    assert (bot.shard_ids, bot.shard_count) == ([2, 3], 8)
    await bot._async_setup_hook()
    assert await bot.after(("shard_ready", 2)) == []
    assert await bot.after(("shard_ready", 3)) == [], "discord.py tells it itself"
    bot._ready.set()
    assert await bot.after("ready") == ["ready"]
    assert await bot.after("disconnect", ("shard_disconnect", 2)) == ["gone"]
    assert await bot.after("disconnect", ("shard_disconnect", 3)) == ["gone"]
    assert await bot.after("resumed", ("shard_resumed", 3)) == [], "one is still gone"
    assert await bot.after("resumed", ("shard_resumed", 2)) == ["resumed"]
    assert await bot.after("disconnect", ("shard_disconnect", 3)) == ["gone"]
    assert await bot.after(("shard_ready", 3)) == ["ready"], "it has missed what has happened, and is looked after anew"
    await bot.http.close()
