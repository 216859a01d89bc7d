"""A site: a house in which games are played, and its pages, asked for over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from aiohttp import ClientSession

from bot.engine.game import AnyGame
from bot.games import GAMES
from bot.host.privacy.visibility import Visibility
from bot.host.worker import Worker
from bot.web.openapi import get_api_path
from bot.web.page_worker import NICENESS
from bot.web.pages import WebPages
from bot.web.serving import MAX_REQUESTS, WebServer
from tests.host.test_worker import until_read, waiting_for
from tests.house import GUILD, House, house
from tests.toy import TOY

HERE = "127.0.0.1"
WORKER = Worker(MAX_REQUESTS, NICENESS)
PATIENT = 3600.0
"""Seconds."""
"""The worker of all sites, which ends with the tests; each site of its own would begin one for a second."""


def known_games() -> Mapping[str, AnyGame]:
    return {**GAMES, TOY.key: TOY}


@dataclass
class Channels:
    """What Discord has told of who can read what: all channels but these."""

    hidden: set[int] = field(default_factory=set)

    def is_open_to_all(self, guild_id: int, channel_id: int, within: int | None) -> bool:
        return guild_id == GUILD and channel_id not in self.hidden


@dataclass(frozen=True)
class Got:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return unescape(self.body.decode())

    @property
    def whole(self) -> tuple[int, dict[str, str], bytes]:
        """All of a response that a client can compare, except the time."""
        return self.status, {name: value for name, value in self.headers.items() if name != "Date"}, self.body


@dataclass(frozen=True)
class Site:
    """The pages of a house."""

    home: House
    pages: WebPages
    channels: Channels
    visibility: Visibility
    port: int
    session: ClientSession
    looked_at: list[str]

    async def get(self, path: str, method: str = "GET", **headers: str) -> Got:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.session.request(
            method, f"http://{HERE}:{self.port}{path}", headers=sent, allow_redirects=False
        ) as answer:
            return Got(answer.status, answer.headers, await answer.read())

    @staticmethod
    def api(pattern: str) -> str:
        """Where the same is data as stands at an address."""
        return get_api_path(pattern)

    async def shows_tables(self, public: bool = True) -> None:
        await self.visibility.set_tables_public(GUILD, public=public)


@asynccontextmanager
async def site(
    folder: Path, games: Mapping[str, AnyGame] | None = None, worker: Worker = WORKER, fresh: float = 0.0
) -> AsyncIterator[Site]:
    """Open a house with pages, none of them public yet; tables are checked again each time."""
    async with house(folder / "site.db", games=games) as home:
        channels, looked_at = Channels(), list[str]()
        visibility = Visibility(home.host, channels)
        pages = WebPages(home.services, visibility, worker, catalogue=known_games, fresh=fresh)
        # Only tests of its patience need the server to be impatient: this computer may stand still for a while.
        server = WebServer(
            pages.find_reply, record_page=looked_at.append, longest_question=PATIENT, longest_answer=PATIENT
        )
        port = await server.open(HERE, 0)
        try:
            async with ClientSession() as session:
                yield Site(home, pages, channels, visibility, port, session, looked_at)
        finally:
            await server.close()


@asynccontextmanager
async def busy(worker: Worker, folder: Path) -> AsyncIterator[None]:
    """Keep a worker at something as long as this is not left."""
    with waiting_for(folder / "pipe"):
        waits = asyncio.create_task(worker.run(until_read, str(folder / "pipe")))
        await asyncio.sleep(0)
        yield
    await waits
    (folder / "pipe").unlink()
