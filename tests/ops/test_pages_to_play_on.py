"""Pages to play on of real processes on one database: any of them serves a table, and its owner answers."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest
from aiohttp import ClientResponse, ClientSession, DummyCookieJar

from storage.database_url import Server
from tests.ops.claiming_processes import claiming_processes
from tests.ops.process import PATIENCE, free_port, rest
from tests.ops.sharded_discord import PAUSE, create_tables, processes, shard_of, sharded_discord
from tests.own_pages.site import FORM, HIDDEN, OPTION

pytestmark = pytest.mark.thorough


class Visitor:
    """A browser with one table open, which may ask any process.

    Args:
        session: sends requests.
        database: where a link is put, as a panel does.
    """

    def __init__(self, session: ClientSession, database: Server) -> None:
        self._session = session
        self._database = database
        self._cookie = ""
        self._path = ""

    async def open(self, port: int, user_id: int, game_id: int) -> None:
        """Open a table with a link."""
        ends = (datetime.now(UTC) + timedelta(minutes=5)).isoformat()
        with closing(psycopg.connect(self._database.address, autocommit=True)) as rows:
            rows.execute(
                "insert into page_links (digest, user_id, game_id, ends_at) values (%s, %s, %s, %s)",
                (sha256(f"secret{user_id}".encode()).hexdigest(), user_id, game_id, ends),
            )
        answer = await self.post(port, f"/open/secret{user_id}", [])
        assert answer.status == 303, await answer.text()
        self._cookie, self._path = answer.headers["Set-Cookie"].partition(";")[0], answer.headers["Location"]

    async def look(self, port: int) -> tuple[int, str]:
        """Ask for the table's page; return the status and the page."""
        address = f"http://127.0.0.1:{port}{self._path}"
        async with self._session.get(address, headers={"Cookie": self._cookie}) as answer:
            return answer.status, await answer.text()

    async def look_until_shown(self, port: int) -> str:
        """Ask for the table's page until its owner is there; return it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                status, page = await self.look(port)
                if status == 200:
                    return page
                await asyncio.sleep(PAUSE)

    async def listen(self, port: int) -> ClientResponse:
        """Open the stream of the page."""
        address = f"http://127.0.0.1:{port}{self._path}/events"
        answer = await self._session.get(address, headers={"Cookie": self._cookie})
        assert answer.status == 200
        return answer

    async def post(self, port: int, path: str, fields: list[tuple[str, str]]) -> ClientResponse:
        """Send a form."""
        headers = {
            "Origin": f"http://127.0.0.1:{port}",
            "Cookie": self._cookie,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        address = f"http://127.0.0.1:{port}{path}"
        return await self._session.post(address, headers=headers, data=urlencode(fields), allow_redirects=False)

    async def answer(self, port: int, page: str) -> int:
        """Press the first option of a page that sends an answer; return the status."""
        for method, action, inside in FORM.findall(page):
            options = OPTION.findall(inside)
            if method == "post" and options:
                hidden = [(name, unescape(value)) for name, value in HIDDEN.findall(inside)]
                return (await self.post(port, action, [*hidden, ("take", unescape(options[0][0]))])).status
        raise AssertionError(page)


async def next_tag(stream: ClientResponse) -> str:
    """The next tag of a stream; "" at its end."""
    async with asyncio.timeout(PATIENCE):
        while line := await stream.content.readline():
            if line.startswith(b"data: "):
                return line.decode().removeprefix("data: ").strip()
    return ""


def state_of(page: str) -> str:
    found = re.search(r'data-state="(\w+)"', page)
    assert found is not None, page
    return found[1]


async def test_a_page_of_another_process_is_answered_told_of_and_missed(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server)
    game_id, room = next((number, room) for number, (room, guild) in tables.items() if shard_of(guild) == 1)
    with ExitStack() as ports:
        port, other = [ports.enter_context(free_port()) for _ in range(2)]
        async with (
            sharded_discord() as discord,
            processes(discord, tmp_path, database_of_a_server) as service,
            ClientSession(cookie_jar=DummyCookieJar()) as session,
        ):
            for number, place in enumerate((port, other)):
                await service.begin(number, BOARDROOM_PLAY=f"127.0.0.1:{place}")
                async with asyncio.timeout(PATIENCE):
                    await discord.there[number].wait()
            visitor, page = Visitor(session, database_of_a_server), ""
            for user_id in room.people:
                await visitor.open(port, user_id, game_id)
                status, page = await visitor.look(port)
                assert status == 200, page
                if 'name="take"' in page:
                    break
            _, page = await visitor.look(port)
            assert await visitor.look(other) == (200, page), "each process shows the same"
            stream = await visitor.listen(port)
            assert await next_tag(stream) == state_of(page)
            assert await visitor.answer(port, page) == 303
            assert await next_tag(stream) not in ("", state_of(page))
            service.running[1].send_signal(signal.SIGKILL)
            await service.running[1].wait()
            status, page = await visitor.look(port)
            assert (status, "so nothing was changed" in page) == (503, True)
            stopped = time.monotonic()
            service.running[0].send_signal(signal.SIGTERM)
            assert await next_tag(stream) == ""
            assert "Traceback" not in (said := await rest(service.running[0])), said
            assert service.running[0].returncode == 0
            assert time.monotonic() - stopped < PATIENCE / 2, "open pages keep nobody waiting"


async def test_processes_that_claim_shards_serve_pages_with_those_they_have(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server)
    with ExitStack() as ports:
        port, far = [ports.enter_context(free_port()) for _ in range(2)]
        async with (
            sharded_discord() as discord,
            claiming_processes(discord, tmp_path, database_of_a_server) as service,
            ClientSession(cookie_jar=DummyCookieJar()) as session,
        ):
            one = await service.start(BOARDROOM_PLAY=f"127.0.0.1:{port}")
            await one.wait_for_line("has taken shards")
            other = await service.start(BOARDROOM_PLAY=f"127.0.0.1:{far}")
            await other.wait_for_line("has taken shards")
            await discord.wait_for_shards(discord.there)
            for number, (room, guild_id) in tables.items():
                visitor = Visitor(session, database_of_a_server)
                await visitor.open(port, room.people[0], number)
                assert state_of(await visitor.look_until_shown(port)), guild_id
            assert await one.stop() == 0
            assert await other.stop() == 0
            assert "Traceback" not in "".join([*one.said, *other.said])
