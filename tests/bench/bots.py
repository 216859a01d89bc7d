"""The measured processes: `python -m tests.bench.bots ok|boardroom PORT TOKEN [DATABASE SPACING]`.

Each reads commands from its input, one a line, and answers each with a line of JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from pathlib import Path
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


class Ok(discord.Client):
    """Baseline bot that answers every press with "ok"."""

    async def on_interaction(self, interaction: discord.Interaction[Ok]) -> None:
        await interaction.response.send_message("ok", ephemeral=True)

    async def settle(self) -> None:
        """Nothing is ever left to do."""


def boardroom(database: Path, spacing: float) -> discord.Client:
    """Return the real bot; imported here, so that the other one starts without it."""
    from bot.client import Boardroom
    from bot.interpreter import collect_rarely, set_switch_interval
    from bot.settings import Settings

    class Measured(Boardroom):
        async def settle(self) -> None:
            await self.autoplay.wait_for_all()
            await self.outbox_worker.wait_for_all()

    collect_rarely()
    set_switch_interval()
    return Measured(Settings(_env_file=None, database=database, presses_a_second=0), spacing=spacing)


async def run(bot: Any, token: str) -> None:
    async with bot:
        started = asyncio.create_task(bot.start(token))
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            if line == b"settle\n":
                await bot.settle()
            print(json.dumps(state()), flush=True)
        await bot.close()
        await started


def state() -> dict[str, Any]:
    """Return what this process has used so far."""
    pages = Path("/proc/self/statm")
    memory = int(pages.read_text("ascii").split()[1]) * 4096 if pages.exists() else 0
    return {
        "cpu": time.process_time(),
        "memory": memory,
        "collections": [generation["collections"] for generation in gc.get_stats()],
    }


def main() -> None:
    kind, port, token, *rest = sys.argv[1:]
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{port}/")
    if kind == "ok":
        asyncio.run(run(Ok(intents=discord.Intents(guilds=True)), token))
        return
    from bot.interpreter import create_loop

    with asyncio.Runner(loop_factory=create_loop) as runner:
        runner.run(run(boardroom(Path(rest[0]), float(rest[1])), token))


if __name__ == "__main__":
    main()
