"""HTTP server for metrics and health checks by programs on this computer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from storage.interface.errors import StoreFailed

LOOPBACK = "127.0.0.1"
"""The only permitted address, because the server has no authentication."""


class StatusServer:
    """Serves `/metrics` and `/health`.

    Args:
        metrics: returns the metrics in Prometheus' text format.
        healthy: returns whether the bot is connected.
    """

    def __init__(self, metrics: Callable[[], Awaitable[bytes]], healthy: Callable[[], bool]) -> None:
        self._metrics = metrics
        self._healthy = healthy
        application = web.Application()
        application.router.add_get("/metrics", self._show_metrics)
        application.router.add_get("/health", self._show_health)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)

    async def open(self, port: int) -> int:
        """Start serving and return the port; 0 requests any free one.

        Raises:
            OSError: the port is not available.
        """
        await self._runner.setup()
        site = web.TCPSite(self._runner, LOOPBACK, port)
        try:
            await site.start()
        except BaseException:
            await self._runner.cleanup()
            raise
        address: tuple[str, int] = self._runner.addresses[0]
        return address[1]

    async def close(self) -> None:
        """Stop serving."""
        await self._runner.cleanup()

    async def _show_metrics(self, _: web.Request) -> web.Response:
        try:
            text = await self._metrics()
        except StoreFailed as failed:
            return web.Response(status=503, text=f"{failed}\n")
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    async def _show_health(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n") if self._healthy() else web.Response(status=503, text="not connected\n")
