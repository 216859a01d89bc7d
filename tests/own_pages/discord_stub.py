"""A simulated OAuth2 server of Discord, over HTTP: it issues codes, takes them for tokens, and says whose they are."""

from __future__ import annotations

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import parse_qsl, urlencode, urlsplit

from aiohttp import web

from tests.web.site import HERE

CLIENT_ID, CLIENT_SECRET = 4321, "a-client-secret-of-the-tests"
Answer = Callable[[], Awaitable[web.StreamResponse]]


@dataclass
class Issued:
    """A code, with what it was asked for."""

    user_id: int
    challenge: str
    redirect_uri: str


@dataclass
class SimulatedDiscord:
    """Discord's side of a sign-in; `codes` and `tokens` are those that are still valid."""

    port: int = 0
    codes: dict[str, Issued] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    issued_tokens: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    scope: str = "identify"
    replies: dict[str, Answer] = field(default_factory=dict)
    """Answers by path, in place of the right ones."""
    is_held: bool = False
    """Whether codes are taken only later, when `release` is set."""
    release: asyncio.Event = field(default_factory=asyncio.Event)
    exchanges: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    """Released for each code that arrives."""
    present: int = 0
    """Who uses the browser that is led here; 0: they press Cancel."""

    @property
    def api(self) -> str:
        return f"http://{HERE}:{self.port}/api/v10"

    @property
    def authorize_url(self) -> str:
        return f"http://{HERE}:{self.port}/oauth2/authorize"

    def consents(self, address: str, user_id: int) -> dict[str, str]:
        """Return what the browser brings back after somebody has agreed to what an address asks."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert urlsplit(address).path == "/oauth2/authorize"
        assert asked["response_type"] == "code"
        assert asked["client_id"] == str(CLIENT_ID)
        assert asked["scope"] == "identify"
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.codes[code] = Issued(user_id, asked["code_challenge"], asked["redirect_uri"])
        return {"code": code, "state": asked["state"]}

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        self.requests.append(f"{request.method} {request.path}")
        if request.path in self.replies:
            return await self.replies[request.path]()
        if request.path == "/link":
            return web.Response(text=f'<a href="{request.query["to"]}">there</a>', content_type="text/html")
        if request.path == "/oauth2/authorize":
            asked = dict(request.query)
            refused = {"error": "access_denied", "state": asked["state"]}
            said = self.consents(str(request.url), self.present) if self.present else refused
            return web.Response(status=302, headers={"Location": f"{asked['redirect_uri']}?{urlencode(said)}"})
        if request.path == "/api/v10/users/@me":
            user_id = self.tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
            if user_id is None:
                return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
            return web.json_response({"id": str(user_id), "username": "whoever", "global_name": None})
        form = dict(await request.post())
        if (form.get("client_id"), form.get("client_secret")) != (str(CLIENT_ID), CLIENT_SECRET):
            return web.json_response({"error": "invalid_client"}, status=401)
        if request.path == "/api/v10/oauth2/token/revoke":
            self.tokens.pop(str(form["token"]), None)
            return web.json_response({})
        assert request.path == "/api/v10/oauth2/token"
        return await self._exchange({name: str(value) for name, value in form.items()})

    async def _exchange(self, form: dict[str, str]) -> web.StreamResponse:
        self.exchanges.release()
        if self.is_held:
            await self.release.wait()
        issued = self.codes.pop(form["code"], None)
        challenge = urlsafe_b64encode(sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if issued is None or (issued.challenge, issued.redirect_uri) != (challenge, form["redirect_uri"]):
            return web.json_response({"error": "invalid_grant"}, status=400)
        assert form["grant_type"] == "authorization_code"
        token = secrets.token_urlsafe()
        self.tokens[token] = issued.user_id
        self.issued_tokens.append(token)
        return web.json_response(
            {"access_token": token, "token_type": "Bearer", "expires_in": 604800, "scope": self.scope}
        )


@asynccontextmanager
async def simulated_discord() -> AsyncIterator[SimulatedDiscord]:
    """Open a simulated Discord for sign-ins."""
    discord = SimulatedDiscord()
    server = web.Server(discord.answer)
    listening = await asyncio.get_running_loop().create_server(server, HERE, 0)
    discord.port = listening.sockets[0].getsockname()[1]
    try:
        yield discord
    finally:
        discord.release.set()
        listening.close()
        await server.shutdown(1.0)
        await listening.wait_closed()
