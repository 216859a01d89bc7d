"""A Discord that outlives the bot: it keeps posted messages, and recognises a repeated post by its nonce."""

from __future__ import annotations

import asyncio

import orjson
from aiohttp import web

from tests.bench.loopback import Loopback, as_json
from tests.bench.payloads import CHANNEL, Payload, channel, member


class Channel(Loopback):
    """Messages in the channel and in private, posted by any life of the bot."""

    def __init__(self) -> None:
        super().__init__()
        self.standing: dict[str, Payload] = {}
        self.nonces: dict[str, str] = {}
        """Nonce -> message."""
        self.again = 0
        """How often the same was posted again, and Discord kept the first one."""
        self.posted = asyncio.Event()
        """Whether something was posted since this was cleared; its answer may still be on its way to the bot."""

    def public(self) -> dict[str, Payload]:
        """What stands in the channel."""
        return {number: message for number, message in self.standing.items() if message["channel_id"] == str(CHANNEL)}

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        match [request.method, *request.path.split("/")[3:]]:
            case ["DELETE", "channels", _, "messages", number] if self.standing.pop(number, None) is None:
                return _unknown()
            case ["GET", "channels", _, "messages", number]:
                known = self.standing.get(number)
                return _unknown() if known is None else as_json(known)
            case ["GET", "channels", place, "messages"]:
                there = [message for message in self.standing.values() if message["channel_id"] == place]
                return as_json(there[: -int(request.query["limit"]) - 1 : -1])
            case ["GET", "channels", place] if place == str(CHANNEL):
                return as_json(channel())
            case ["GET", "guilds", _, "members", user]:
                return as_json(member(int(user)))
        return await super()._serve(request)

    def _message(
        self, request: web.BaseRequest, what: str, place: str, body: Payload, number: str = ""
    ) -> web.Response:
        if number and number not in self.standing:
            return _unknown()
        if not number:
            self.posted.set()
        nonce = str(body.get("nonce", ""))
        if not number and body.get("enforce_nonce") and nonce in self.nonces:
            self.again += 1
            return as_json(self.standing[self.nonces[nonce]])
        answer = super()._message(request, what, place, body, number)
        assert isinstance(answer.body, bytes)
        message = orjson.loads(answer.body)
        self.standing[message["id"]] = message
        if not number and nonce:
            self.nonces[nonce] = message["id"]
        return answer


def _unknown() -> web.Response:
    return web.json_response({"code": 10008, "message": "Unknown Message"}, status=404)
