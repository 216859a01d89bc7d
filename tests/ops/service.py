"""The bot as an operator runs it, with its caretaker, in a simulated town."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime

from bot.client import Boardroom
from bot.engine.game import AnyGame
from bot.ops.service_monitor import ServiceMonitor
from bot.settings import Settings
from tests.cogs.town import Town
from tests.patience import PatientEnv
from tests.toy import TOY


@asynccontextmanager
async def service(
    settings: Settings, games: Mapping[str, AnyGame] | None = None, *, now: Callable[[], datetime] | None = None
) -> AsyncIterator[tuple[Town, ServiceMonitor]]:
    """Open a town whose bot has a caretaker."""
    offered = games or {"toy": TOY}
    service_monitor = ServiceMonitor(settings) if now is None else ServiceMonitor(settings, now=now)
    bot = Boardroom(settings, games=offered, spacing=0, service_monitor=service_monitor)
    env = PatientEnv(bot)
    try:
        await env.start()
        with env.time_context():
            yield Town(env, settings.file, offered), service_monitor
    finally:
        await bot.close()
        await env.shutdown()
    env.raise_errors()
