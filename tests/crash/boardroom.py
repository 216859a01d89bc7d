"""The whole bot as a process that can be killed: `python -m tests.crash.boardroom PORT TOKEN`; see `mortal`.

A life is that of `bot.service.run`, with the Discord that listens on this port:

    {"live": DATABASE}      begins a life; the answer is {"pid": ...}
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import logs
from bot.client import Boardroom
from bot.interpreter import create_loop
from bot.ops.service_monitor import ServiceMonitor
from bot.ops.shutdown import run_until_signal
from bot.settings import Settings
from tests.crash.mortal import lives, say

FURTHER_SERVERS = 0.1
"""Seconds; discord.py waits two for further servers before it says ready, and lives here are shorter."""


async def serve(settings: Settings, token: str) -> None:
    """Run the bot until its input says stop."""
    async with Boardroom(settings, service_monitor=ServiceMonitor(settings)) as bot:
        bot._connection.guild_ready_timeout = FURTHER_SERVERS
        await run_until_signal(bot.start(token), bot.close)


def main() -> None:
    port, token = sys.argv[1:]
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{port}/")

    def live(command: dict[str, Any]) -> None:
        say({"pid": os.getpid()})
        settings = Settings(_env_file=None, database=Path(command["live"]), presses_a_second=0, log_level="WARNING")
        logs.set_up(settings)
        with asyncio.Runner(loop_factory=create_loop) as runner:
            runner.run(serve(settings, token))

    lives(live)


if __name__ == "__main__":
    main()
