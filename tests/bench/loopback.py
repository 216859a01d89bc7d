"""A Discord on this machine: REST and gateway over real HTTP and WebSocket, and people who press.

It does only what the measured bots need, and as little as possible, so that its own cost stays out of the figures.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import aiohttp
import orjson
from aiohttp import web

from tests.bench import payloads
from tests.bench.payloads import CHANNEL, EPHEMERAL, Payload

ANSWER_NEW, ANSWER_EDIT, ANSWER_FORM = 4, 7, 9
DEFERRED_NEW, DEFERRED_EDIT = 5, 6
"""Types of a first answer; a deferred press has its answer with what is sent to its webhook."""
UNCOUNTED = ("interactions", "webhooks")
"""Paths of answers to a press and their follow-ups, which Discord does not count towards the token's limit."""
ORIGINAL = "@original"
"""Name of the first answer to an interaction, in a path."""
BESIDE = ("more to the answer", "older panel closed", "picture", "picture in an answer", "refused")
"""Requests that are counted here too, but take nothing of that limit or accompany one that does."""


@dataclass(frozen=True)
class Answer:
    """Result of a press: the seconds until it was answered or deferred, and the message it made or changed."""

    seconds: float
    message: Payload
    used: float = 0.0
    """Processor seconds that the bot used meanwhile; 0 if its clock is unknown."""


@dataclass
class Bot:
    """A bot that has connected."""

    id: int
    socket: web.WebSocketResponse | None = None
    said: int = 0
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    clock: int | None = None
    """The clock of its process, which counts processor time; see `time.clock_gettime`."""


@dataclass
class _Pressed:
    """A press that waits for its answer."""

    bot: Bot
    on: Mapping[str, Any]
    pressed_at: float
    answer: asyncio.Future[Answer]
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the press was answered or deferred, for which Discord allows three seconds."""
    seconds: float = 0.0
    """The time that took."""
    used_before: float = 0.0
    used: float = 0.0
    """Processor seconds that the bot had used before the press, and that it used until the answer."""


class Limit:
    """A limit on requests a second for one token; those above are refused until the second is over.

    Args:
        a_second: the limit.
    """

    def __init__(self, a_second: int) -> None:
        self._a_second = a_second
        self._began = 0.0
        self._taken = 0

    def take(self) -> float:
        """Take one more request; return after how many seconds to try again where there were too many, else 0."""
        now = perf_counter()
        if now - self._began >= 1:
            self._began, self._taken = now, 0
        if self._taken >= self._a_second:
            return self._began + 1 - now
        self._taken += 1
        return 0


class Loopback:
    """The server. It distinguishes bots by the names in their tokens: `<name>.x.x`.

    Args:
        a_second: accepted requests of all bots in a second, answers aside; 0: any number.
    """

    def __init__(self, a_second: int = 0) -> None:
        self._limit = Limit(a_second) if a_second else None
        self.port = 0
        self.requests: dict[str, int] = {}
        self._bots: dict[str, Bot] = {}
        self._waiting: dict[str, _Pressed] = {}
        self._originals: dict[str, str] = {}
        """Messages that were the first answers to interactions, by the interactions' ids."""
        self._not_served: set[str] = set()

    async def connected(self, name: str) -> Bot:
        """Return the bot of this name once it has connected."""
        bot = self._bot(name)
        await bot.ready.wait()
        return bot

    def gone(self, name: str) -> None:
        """Forget a bot that was stopped."""
        self._bots.pop(name, None)

    async def press(
        self, bot: Bot, user_id: int, on: Mapping[str, Any], custom_id: str, values: Sequence[str] | None = None
    ) -> Answer:
        """Let somebody press a control of a message, and wait for the answer."""
        return await self._interact(bot, payloads.press(bot.id, user_id, on, custom_id, values), on)

    async def send_form(
        self, bot: Bot, user_id: int, on: Mapping[str, Any], opened: Payload, values: Mapping[str, Any]
    ) -> Answer:
        """Let somebody send a form that was opened from a message, and wait for the answer."""
        return await self._interact(bot, payloads.form(bot.id, user_id, on, opened, values), on)

    async def _interact(self, bot: Bot, event: Payload, on: Mapping[str, Any]) -> Answer:
        return await (await self._begin(bot, event, on)).answer

    async def _begin(self, bot: Bot, event: Payload, on: Mapping[str, Any]) -> _Pressed:
        """Tell a bot of an interaction; return what becomes of it."""
        text = self._event(bot, "INTERACTION_CREATE", event)
        assert bot.socket is not None
        pressed = _Pressed(bot, on, perf_counter(), asyncio.get_running_loop().create_future())
        pressed.used_before = _read_processor_seconds(bot)
        self._waiting[event["id"]] = pressed
        await bot.socket.send_str(text)
        return pressed

    def _bot(self, name: str) -> Bot:
        return self._bots.setdefault(name, Bot(int(payloads.snowflake())))

    def _event(self, bot: Bot, kind: str, data: Payload) -> str:
        bot.said += 1
        return orjson.dumps({"op": 0, "t": kind, "s": bot.said, "d": data}).decode()

    # -- gateway -----------------------------------------------------------------------------------

    async def _gateway(self, request: web.BaseRequest) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        await socket.send_str(orjson.dumps({"op": 10, "d": {"heartbeat_interval": 41250}}).decode())
        async for frame in socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                continue
            said = orjson.loads(frame.data)
            if said["op"] == 1:
                await socket.send_str('{"op":11}')
            elif said["op"] == 2:
                await self._welcome(socket, said["d"]["token"])
        return socket

    async def _welcome(self, socket: web.WebSocketResponse, token: str) -> None:
        bot = self._bot(_name(token))
        bot.socket = socket
        ready = {
            "v": 10,
            "user": payloads.user(bot.id, bot=True),
            "guilds": [{"id": str(payloads.GUILD), "unavailable": True}],
            "session_id": "bench",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/",
            "application": {"id": str(bot.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
        }
        await socket.send_str(self._event(bot, "READY", ready))
        await socket.send_str(self._event(bot, "GUILD_CREATE", payloads.guild(bot.id)))
        bot.ready.set()

    # -- REST --------------------------------------------------------------------------------------

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        parts = request.path.split("/")[3:]
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._gateway(request)
        body = await _body(request)
        if self._limit is not None and parts[0] not in UNCOUNTED and (wait := self._limit.take()):
            self._count("refused")
            return _too_many(wait)
        return self._asked(request, parts, body)

    def _asked(self, request: web.BaseRequest, parts: list[str], body: Payload) -> web.Response:
        match [request.method, *parts]:
            case ["POST", "interactions", number, _, "callback"]:
                return self._answered(number, body)
            case ["POST", "channels", place, "messages"]:
                return self._message(request, "message", place, body)
            case ["PATCH", "channels", place, "messages", number]:
                return self._message(request, "edit", place, body, number)
            case ["POST" | "PATCH", "webhooks", author, token, *edited]:
                return self._followed_up(int(author), token, body, edited[-1] if edited else "")
            case ["GET", "channels", _, "messages"]:
                self._count("look at a channel")
                return as_json([])  # nothing that was posted is found again
            case ["GET", "channels", place, "messages", number]:
                self._count("look at a message")
                return as_json(payloads.message(int(number), place, {}))
            case ["DELETE", "channels", _, "messages", _]:
                self._count("delete")
                return web.Response(status=204)
            case ["POST", "users", "@me", "channels"]:
                self._count("direct channel")
                return as_json(payloads.direct_channel(int(body["recipient_id"])))
        return self._about_itself(request, parts)

    def _about_itself(self, request: web.BaseRequest, parts: list[str]) -> web.Response:
        """Tell a bot who it is, which it asks when it starts."""
        match [request.method, *parts]:
            case ["GET", "users", "@me"]:
                return as_json(payloads.user(self._asking(request).id, bot=True))
            case ["GET", "users", "@me", "guilds"]:
                return as_json([payloads.guild(self._asking(request).id)])
            case ["GET", "oauth2", "applications", "@me"]:
                return as_json(payloads.application(self._asking(request).id))
            case ["PUT", "applications", _, "commands"]:
                return as_json([])
            case ["GET", "applications", _, "emojis"]:
                return as_json({"items": []})
            case ["POST", "applications", _, "emojis"]:
                return as_json({"id": payloads.snowflake(), "name": "emoji"})
        path = "/".join("<id>" if any(map(str.isdigit, part)) else part for part in parts)
        self._not_served.add(f"{request.method} /{path}")
        return web.Response(status=404)

    def check_served(self) -> None:
        """Raise RuntimeError if a bot asked for something that this Discord does not have: figures would be wrong."""
        if self._not_served:
            raise RuntimeError(f"not served: {', '.join(sorted(self._not_served))}")

    def _answered(self, number: str, body: Payload) -> web.Response:
        pressed = self._waiting[number]
        pressed.seconds = perf_counter() - pressed.pressed_at
        pressed.used = _read_processor_seconds(pressed.bot) - pressed.used_before
        pressed.acknowledged.set()
        sent = body.get("data", {})
        known = str(pressed.on["id"]) if body["type"] in (ANSWER_EDIT, DEFERRED_EDIT) else ""
        message = payloads.message(pressed.bot.id, str(CHANNEL), sent, known)
        self._originals[number] = str(message["id"])
        message["flags"] |= EPHEMERAL
        if body["type"] == ANSWER_FORM:
            message["custom_id"] = sent["custom_id"]
        if sent.get("attachments"):
            self._count("picture in an answer")
        if body["type"] not in (DEFERRED_NEW, DEFERRED_EDIT):
            self._finish(number, message)
        made = {"id": number, "type": 3, "response_message_id": message["id"]}
        return as_json({"interaction": made, "resource": {"type": body["type"], "message": message}})

    def _followed_up(self, author: int, token: str, body: Payload, edited: str) -> web.Response:
        """Take a follow-up: a new message, an edit of the first answer or of another message of the same person.

        It is the answer itself where that was deferred.
        """
        if edited and edited != ORIGINAL:
            self._count("older panel closed")
            return as_json(payloads.message(author, str(CHANNEL), body, edited))
        self._count("more to the answer")
        number = token.removeprefix("token-")
        message = payloads.message(author, str(CHANNEL), body, self._originals.get(number, "") if edited else "")
        message["flags"] |= EPHEMERAL
        self._finish(number, message)
        return as_json(message)

    def _finish(self, number: str, message: Payload) -> None:
        """Give a press its answer, unless it has one."""
        pressed = self._waiting.pop(number, None)
        if pressed is not None and not pressed.answer.done():
            pressed.answer.set_result(Answer(pressed.seconds, message, pressed.used))

    def _message(
        self, request: web.BaseRequest, what: str, place: str, body: Payload, number: str = ""
    ) -> web.Response:
        silent = "silent " if body.get("flags", 0) & payloads.SILENT else ""
        self._count(what if place == str(CHANNEL) else f"{silent}direct message")
        if body.get("attachments"):
            self._count("picture")
        return as_json(payloads.message(self._asking(request).id, place, body, number))

    def _asking(self, request: web.BaseRequest) -> Bot:
        return self._bot(_name(request.headers["Authorization"].removeprefix("Bot ")))

    def _count(self, what: str) -> None:
        self.requests[what] = self.requests.get(what, 0) + 1


def _read_processor_seconds(bot: Bot) -> float:
    return 0.0 if bot.clock is None else time.clock_gettime(bot.clock)


def _name(token: str) -> str:
    return token.partition(".")[0]


async def _body(request: web.BaseRequest) -> Payload:
    """Return the JSON that was sent, alone or in front of uploaded files."""
    if request.content_type == "multipart/form-data":
        fields = await request.post()
        return dict(orjson.loads(str(fields["payload_json"])))
    read = await request.read()
    return dict(orjson.loads(read)) if read[:1] == b"{" else {}


def as_json(body: Any) -> web.Response:
    """Return an answer as Discord gives it."""
    return web.Response(body=orjson.dumps(body), content_type="application/json")


def _too_many(wait: float) -> web.Response:
    """Return Discord's refusal of a request above a token's limit."""
    headers = {
        "Retry-After": str(math.ceil(wait)),
        "X-RateLimit-Global": "true",
        "X-RateLimit-Scope": "global",
        "Via": "1.1 google",  # without it discord.py takes the refusal for one of Discord's edge, and gives up
    }
    said = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": True}
    return web.Response(body=orjson.dumps(said), status=429, content_type="application/json", headers=headers)


def counted(requests: Mapping[str, int]) -> int:
    """Return how many of these requests Discord's limit counts."""
    return sum(number for what, number in requests.items() if what not in BESIDE)


@asynccontextmanager
async def served(discord: Loopback) -> AsyncIterator[None]:
    """Serve this Discord on a free port."""
    runner = web.ServerRunner(web.Server(discord._serve))
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        discord.port = runner.addresses[0][1]
        yield
        discord.check_served()
    finally:
        await runner.cleanup()


@asynccontextmanager
async def loopback(a_second: int = 0) -> AsyncIterator[Loopback]:
    """Serve on a free port with a limit of requests a second; 0: no limit."""
    discord = Loopback(a_second)
    async with served(discord):
        yield discord
