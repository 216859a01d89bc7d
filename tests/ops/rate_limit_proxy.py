"""A proxy in front of a Discord on this computer, which counts what all processes with a token ask together."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex
from time import monotonic

import aiohttp
from aiohttp import web

from tests.bench.loopback import as_json
from tests.ops.sharded_evening import KillingDiscord

A_SECOND = 50
"""Of one token, as Discord has it."""
MARK = "X-Passed"
_OF_THE_WAY = ("Host", "Content-Length", "Transfer-Encoding", "Connection", "Accept-Encoding")


class RateLimitedDiscord(KillingDiscord):
    """A Discord that notes what comes to it by another way than its proxy, and how much of a token at once."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = token_hex(8)
        self.around: list[str] = []
        """What came by another way."""
        self.at: list[float] = []
        """When something came with a token."""

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() != "websocket":
            if request.headers.get(MARK) != self.mark:
                self.around.append(request.path)
            if "Authorization" in request.headers:
                self.at.append(monotonic())
        match [request.method, *request.path.split("/")[3:]]:
            case ["GET", "gateway"]:
                return as_json({"url": "wss://gateway.discord.gg"})
            case ["GET", "gateway", "bot"]:
                left = {"total": 1000, "remaining": 997, "reset_after": 3_600_000, "max_concurrency": 1}
                return as_json({"url": "wss://gateway.discord.gg", "shards": 1, "session_start_limit": left})
        return await super()._serve(request)


class Proxy:
    """Passes on to Discord what processes ask, and lets each token wait for its turn; answers to presses have none.

    Args:
        discord: where it is passed on to.
        a_second: how much of one token.
    """

    def __init__(self, discord: RateLimitedDiscord, a_second: int = A_SECOND) -> None:
        self.port = 0
        self.passed: Counter[str] = Counter()
        """How much, by who asked: `token`, or `nobody`, as the answers to presses."""
        self.waited = 0
        """How much had to wait."""
        self.late = 0
        """How many posts are still to be answered 408, as nirn-proxy does when Discord takes long; Discord has them."""
        self._discord = discord
        self._a_second = a_second
        self._turn = asyncio.Lock()
        self._begun: deque[float] = deque(maxlen=a_second)
        self._session: aiohttp.ClientSession | None = None
        self._runner: web.ServerRunner | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> None:
        """Serve, on the port of before if it was open before."""
        self._session = aiohttp.ClientSession(auto_decompress=False)
        self._runner = web.ServerRunner(web.Server(self._serve), shutdown_timeout=0.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True).start()
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop serving, as when its computer stops."""
        if self._runner is not None and self._session is not None:
            await self._runner.cleanup()
            await self._session.close()
        self._runner = None

    async def _wait(self) -> None:
        async with self._turn:  # one after another, in the order in which they came
            if len(self._begun) == self._a_second and (left := self._begun[0] + 1 - monotonic()) > 0:
                self.waited += 1
                await asyncio.sleep(left)
            self._begun.append(monotonic())

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        body = await request.read()
        if "Authorization" in request.headers:
            await self._wait()
        self.passed["token" if "Authorization" in request.headers else "nobody"] += 1
        headers = {name: value for name, value in request.headers.items() if name not in _OF_THE_WAY}
        assert self._session is not None
        asked = self._session.request(
            request.method,
            f"http://127.0.0.1:{self._discord.port}{request.path_qs}",
            data=body,
            headers=headers | {MARK: self._discord.mark},
        )
        async with asked as answer:
            said = await answer.read()
        if self.late and request.method == "POST" and request.path.endswith("/messages"):
            self.late -= 1
            return web.Response(status=408, text="context deadline exceeded")
        kept = {name: value for name, value in answer.headers.items() if name not in (*_OF_THE_WAY, "Date", "Server")}
        return web.Response(status=answer.status, body=said, headers=kept)


@asynccontextmanager
async def counting_proxy(discord: RateLimitedDiscord, a_second: int = A_SECOND) -> AsyncIterator[Proxy]:
    """Put such a proxy in front of a Discord."""
    proxy = Proxy(discord, a_second)
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
