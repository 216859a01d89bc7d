"""Run one client as a service until it is told to stop."""

from __future__ import annotations

from bot import discord_api
from bot.client import Boardroom
from bot.gateway_backoff import cap_reconnect_backoff
from bot.interpreter import collect_rarely, set_switch_interval
from bot.ops.service_monitor import ServiceMonitor
from bot.ops.shutdown import run_until_signal
from bot.settings import PREFIX, Settings, SettingsProblem
from bot.sharded_client import ShardedBoardroom


def prepare(settings: Settings) -> None:
    """Configure Python and discord.py for a service."""
    collect_rarely()
    set_switch_interval()
    cap_reconnect_backoff()
    discord_api.route_through(settings.discord_api)


def get_token(settings: Settings) -> str:
    """Return the token; raise SettingsProblem if it is missing."""
    if settings.token is None:
        raise SettingsProblem("There is no token. Set BOARDROOM_TOKEN; the README says where to find it.")
    return settings.token.get_secret_value()


def build_server_problem(settings: Settings) -> SettingsProblem:
    """Build the error that several processes cannot share a file."""
    return SettingsProblem(
        f"{PREFIX}SHARDS: several processes need PostgreSQL, and {settings.database} is a file. Take the setting "
        f"out, so that one process looks after all servers, or move the games: docs/scaling.md says how."
    )


async def run(settings: Settings) -> None:
    """Run the service until Ctrl-C or SIGTERM.

    Raises:
        StoreFailed: another bot has taken over its store.
    """
    if not settings.own_shards.are_all and not settings.is_on_server:
        raise build_server_problem(settings)
    prepare(settings)
    kind = Boardroom if settings.own_shards.count == 1 else ShardedBoardroom
    async with kind(settings, service_monitor=ServiceMonitor(settings)) as bot:
        await run_until_signal(bot.start(get_token(settings)), bot.close)
    if bot.ended_by is not None:
        raise bot.ended_by
