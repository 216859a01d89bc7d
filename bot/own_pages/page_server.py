"""An HTTP server whose replies are also streams of events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from aiohttp import web

from bot.own_pages.problems import UNREADABLE, render_fault
from bot.own_pages.rendering import NO_STORE, OWN_HEADERS, render_problem
from bot.own_pages.streams import EventStream
from bot.web.responses import Reply
from bot.web.serving import ConnectionHandler, WebServer

WRITE_SECONDS = 10.0
"""Seconds in which a browser must take an event."""


@dataclass(frozen=True, kw_only=True)
class StreamReply(Reply):
    """A reply that goes on until its stream ends."""

    body: bytes = b""
    content_type: str = "text/event-stream"
    keeping: str = NO_STORE
    kind: str = "own events"
    headers: Mapping[str, str] | None = field(default_factory=lambda: {**OWN_HEADERS, "X-Accel-Buffering": "no"})
    """No proxy may hold it back."""
    stream: EventStream
    close: Callable[[EventStream], None]
    """Called with the stream when it has ended."""


class PageServer(WebServer):
    """A server of own pages and of streams of events."""

    async def _send(self, request: web.BaseRequest, reply: Reply) -> web.StreamResponse:
        if not isinstance(reply, StreamReply):
            return await super()._send(request, reply)
        stream = reply.stream
        response = web.StreamResponse(headers={**reply.all_headers, "Content-Type": reply.content_type})
        response.force_close()
        try:
            if isinstance(request.protocol, ConnectionHandler):
                request.protocol.keep_open(stream.end)
            await response.prepare(request)
            async for part in stream.iterate():
                async with asyncio.timeout(WRITE_SECONDS):
                    await response.write(part)
        except (ConnectionError, TimeoutError):  # the browser has gone away, or reads nothing
            if isinstance(request.protocol, ConnectionHandler):
                request.protocol.drop_connection()
        finally:
            reply.close(stream)
        return response

    def _render_fault(self, request: web.BaseRequest) -> Reply:
        return render_fault()

    def _render_malformed(self, status: int) -> Reply:
        return render_problem(status, UNREADABLE)
