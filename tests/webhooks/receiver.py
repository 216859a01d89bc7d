"""A real receiver of webhooks on this computer, with HTTPS, which can be hostile."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.host.delivery.webhook_posts import SECRET_PREFIX, IpAddress
from bot.webhook_client import WebhookClient

CERTIFICATE = Path(__file__).parent / "receiver.pem"
"""A certificate of `HOST` for tests, with its key."""
HOST = "hook.example"
LOOPBACK = "127.0.0.1"


@dataclass
class Received:
    """One post as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        """What the post says."""
        said: dict[str, Any] = json.loads(self.body)
        return said

    def is_signed_with(self, secret: str) -> bool:
        """Check the signature as a receiver does."""
        key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return hmac.compare_digest(self.headers["webhook-signature"], f"v1,{signature}")


@dataclass
class Receiver:
    """Receives posts, and answers as its `behaviour` says."""

    port: int = 0
    behaviour: str = "ok"
    posts: list[Received] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)
    addresses: Sequence[str] = (LOOPBACK,)
    """What the name is resolved to."""

    @property
    def address(self) -> str:
        """The address of a webhook here."""
        return f"https://{HOST}:{self.port}/hook"

    def of_type(self, event: str) -> list[dict[str, Any]]:
        """Return the content of the posts of a type."""
        return [post.said["data"] for post in self.posts if post.said["type"] == event]

    async def look_up(self, host: str, _: int) -> Sequence[str]:
        """Resolve a name."""
        self.looked_up.append(host)
        return self.addresses

    def client(self, *, is_allowed: Any = None, timeout: float = 10.0, trusted: bool = True) -> WebhookClient:
        """Return the real client, which finds this receiver and may connect to it."""
        trust = ssl.create_default_context(cafile=str(CERTIFICATE)) if trusted else None
        return WebhookClient(self.look_up, is_allowed=is_allowed or is_loopback, trust=trust, timeout=timeout)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Note a post and answer it."""
        self.posts.append(Received(request.path, dict(request.headers), await request.read()))
        match self.behaviour:
            case "redirects":
                raise web.HTTPTemporaryRedirect("/elsewhere")
            case "fails":
                return web.Response(status=500)
            case "gone":
                return web.Response(status=410)
            case "silent":
                await asyncio.Event().wait()
            case "endless":
                answer = web.StreamResponse()
                await answer.prepare(request)
                while True:
                    await answer.write(b"x" * 65_536)
            case "long headers":
                return web.Response(headers={"X-Long": "x" * 100_000})
        return web.Response(status=204)


def is_loopback(ip: IpAddress) -> bool:
    """Allow the receiver of the tests, which no real client may reach."""
    return ip.is_loopback


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    """Open a receiver."""
    receiver = Receiver()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", receiver.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(CERTIFICATE)
    site = web.TCPSite(runner, LOOPBACK, 0, ssl_context=secure)
    await site.start()
    receiver.port = runner.addresses[0][1]
    try:
        yield receiver
    finally:
        await runner.cleanup()
