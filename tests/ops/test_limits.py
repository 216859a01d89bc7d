"""A proxy that counts Discord's limits for all processes together: real processes, and a small proxy of the tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import discord as discord_py
import pytest
from aiohttp import web
from discord.http import Route
from pydantic import SecretStr

from bot import discord_api
from bot.ops import doctor
from bot.settings import Settings
from storage.database_url import Server
from storage.interface.shards import Shards
from tests.bench.filled_databases import chance
from tests.bench.loopback import as_json
from tests.ops.process import free_port, started
from tests.ops.rate_limit_proxy import RateLimitedDiscord, counting_proxy
from tests.ops.sharded_discord import People, create_tables, processes
from tests.ops.sharded_evening import (
    examine_outcome,
    play_undisturbed,
    serve_until_delivered,
    stop,
    wait_until_delivered,
)

FEW = 6
"""So few of a token a second that two processes have to wait for each other."""
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.mark.thorough
async def test_two_processes_keep_the_limits_together_and_go_round_it_with_nothing(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server, each=1)
    async with (
        serve_until_delivered(RateLimitedDiscord()) as discord,
        counting_proxy(discord, FEW) as proxy,
        processes(discord, tmp_path, database_of_a_server, BOARDROOM_DISCORD_API=proxy.address) as service,
    ):
        for number in (0, 1):
            await service.start(number)
        people = People(discord, tables, chance(1))
        await play_undisturbed(people, 6)  # answers to presses do not wait
        proxy.late = 3
        await people.play(3)
        await wait_until_delivered(database_of_a_server)
        assert proxy.late == 0, "what it had no answer for in time is tried again, and stands there once; see below"
        assert proxy.waited > 0
        assert len(discord.at) <= FEW * (discord.at[-1] - discord.at[0] + 2), "a busy machine brings some of it late"
        assert await stop(service) == []
        assert discord.around == []
        assert min(proxy.passed["token"], proxy.passed["nobody"]) > 20
    found = await examine_outcome(discord, database_of_a_server, tables, people)
    assert found.kept, found.words()


@pytest.mark.thorough
async def test_while_the_proxy_is_away_nothing_is_lost_and_it_goes_on_when_it_is_back(
    tmp_path: Path, database_of_a_server: Server
) -> None:
    tables = await create_tables(tmp_path / "before.db", database_of_a_server, each=1)
    async with (
        serve_until_delivered(RateLimitedDiscord()) as discord,
        counting_proxy(discord) as proxy,
        processes(discord, tmp_path, database_of_a_server, BOARDROOM_DISCORD_API=proxy.address) as service,
    ):
        for number in (0, 1):
            await service.start(number)
        people = People(discord, tables, chance(2))
        async with people.playing_on():
            await people.wait_for_moves(10)
            await proxy.close()
        before = people.pressed.sure.total()
        await people.play(1)
        assert people.pressed.sure.total() == before, "nobody is answered"
        await proxy.open()
        await play_undisturbed(people)
        assert people.pressed.sure.total() > before
        await wait_until_delivered(database_of_a_server)
        assert await stop(service) == []
        assert discord.around == []
    found = await examine_outcome(discord, database_of_a_server, tables, people)
    assert found.kept, found.words()


async def test_the_doctor_asks_by_way_of_the_proxy_and_says_how_many_sessions_are_left(tmp_path: Path) -> None:
    async with (
        serve_until_delivered(RateLimitedDiscord()) as discord,
        counting_proxy(discord) as proxy,
        started(discord, tmp_path, "doctor", BOARDROOM_DISCORD_API=proxy.address) as process,
    ):
        said, _ = await process.communicate()
    lines = said.decode().splitlines()
    assert f"ok       Proxy: {proxy.address} passes on what is asked of Discord" in lines
    assert (
        "ok       Sessions: 997 of 1,000 may still be begun in the next 1 h 0 min, 1 at a time; Discord recommends 1 "
        "shards, and there are 1"
    ) in lines
    assert discord.around == []


@pytest.mark.parametrize(
    ("remaining", "says"),
    [
        (4, "problem  Sessions: 4 of 1,000 may still be begun in the next 25 min, and 16 shards need one each."),
        (240, "warning  Sessions: 240 of 1,000 may still be begun in the next 25 min. Look in the log why"),
        (250, "ok       Sessions: 250 of 1,000 may still be begun in the next 25 min, 16 at a time; Discord recom"),
    ],
)
async def test_sessions_that_are_left(remaining: int, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left = {"total": 1000, "remaining": remaining, "reset_after": 1_500_000, "max_concurrency": 16}

    async def answer(_: web.BaseRequest) -> web.Response:
        return as_json({"url": "wss://gateway.discord.gg", "shards": 9, "session_start_limit": left})

    async def me(_: web.BaseRequest) -> web.Response:
        return as_json({"id": "1", "username": "bot", "discriminator": "0", "avatar": None})

    answers = {"gateway/bot": answer, "users/@me": me}

    async def serve(request: web.BaseRequest) -> web.Response:
        ending = next((each for path, each in answers.items() if request.path.endswith(path)), None)
        return as_json({"id": "1", "name": "bot", "flags": 0}) if ending is None else await ending(request)

    async with at(serve) as address:
        monkeypatch.setattr(Route, "BASE", discord_api.build_api_url(address))
        async with discord_py.Client(intents=discord_py.Intents(guilds=True)) as client:
            await client.http.static_login(TOKEN)
            assert str(await doctor.check_sessions(client, Shards(0, 7, 16))).startswith(says)
            answers["gateway/bot"] = nothing
            assert str(await doctor.check_sessions(client, Shards(0, 7, 16))).startswith(
                "problem  Sessions: Discord does not say how many are left (GatewayNotFound)."
            )


async def nothing(_: web.BaseRequest) -> web.Response:
    return web.Response(status=404)


@asynccontextmanager
async def at(serve: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]) -> AsyncIterator[str]:
    """Serve something on a free port."""
    runner = web.ServerRunner(web.Server(serve))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_what_the_doctor_says_of_a_proxy_that_is_none() -> None:
    async def other(_: web.BaseRequest) -> web.Response:
        return web.Response(text="<h1>It works!</h1>")

    async with at(nothing) as address:
        said = str(await doctor.check_proxy(address))
        assert said.startswith(f"problem  Proxy: {address} answers 404, where Discord gives its gateway's address.")
    async with at(other) as address:
        assert "answers something else than Discord." in str(await doctor.check_proxy(address))
    with free_port() as port:
        address = f"http://127.0.0.1:{port}"
        assert str(await doctor.check_proxy(address)).startswith(
            f"problem  Proxy: {address} cannot be reached (ClientCo"
        )


async def test_no_token_is_sent_to_an_address_that_is_no_proxy(settings: Settings) -> None:
    asked: list[str] = []

    async def other(request: web.BaseRequest) -> web.Response:
        asked.append(request.headers.get("Authorization", "nobody"))
        return web.Response(text="<h1>It works!</h1>")

    async with at(other) as address:
        with_token = settings.model_copy(update={"token": SecretStr(TOKEN), "discord_api": address})
        *_, last = [finding async for finding in doctor.run_checks(with_token, datetime(2026, 11, 1, tzinfo=UTC))]
    assert last.text.startswith(f"Proxy: {address} answers something else than Discord.")
    assert asked == ["nobody"]


async def test_a_bot_says_which_proxy_it_cannot_reach(tmp_path: Path) -> None:
    with free_port() as port:
        address = f"http://127.0.0.1:{port}"
        async with (
            serve_until_delivered(RateLimitedDiscord()) as discord,
            started(discord, tmp_path, BOARDROOM_DISCORD_API=address) as process,
        ):
            _, said = await process.communicate()
    assert process.returncode == 1
    assert f"Discord cannot be reached by way of {address} (ClientConnectorError)." in said.decode()
