"""A program to be stopped: the bot in a simulated town, with a letter on its way that Discord does not answer.

Lines on its input say what happens next: `press` lets somebody press, `release` lets Discord answer.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from bot import logs
from bot.ops.shutdown import run_until_signal
from bot.settings import Settings
from storage.interface.letters import NewLetter
from tests.ops.service import service


async def main(database: Path) -> None:
    settings = Settings(_env_file=None, token=None, database=database, backups_daily=0)
    logs.set_up(settings)
    async with service(settings) as (town, _):
        ann, ben = town.person("Ann"), town.person("Ben")
        await town.started(ben, host=ann)
        bot = town.bot
        on_its_way, released = asyncio.Event(), asyncio.Event()
        request = bot.http.request

        async def slow_request(route: Any, **options: Any) -> Any:
            if "/messages" in route.path:
                on_its_way.set()
                await released.wait()
            return await request(route, **options)

        bot.http.request = slow_request  # type: ignore[method-assign]
        await bot.storage.outbox.add(1, [NewLetter("board")], bot.host.format_now())
        bot.outbox_worker.wake(1)
        await on_its_way.wait()

        async def life() -> None:
            print("a letter is on its way", flush=True)
            while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
                if line == "press":
                    print(await ann.slash("bid", price="5"), flush=True)
                elif line == "release":
                    released.set()

        async def live_on() -> None:
            await life()
            await asyncio.Event().wait()

        await run_until_signal(live_on(), bot.close)
    print("closed", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
