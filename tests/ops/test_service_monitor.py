"""The caretaker beside a bot that is played with."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.games import GAMES
from bot.host.errors import Refusal
from bot.ops import backups
from bot.ops.http_status import LOOPBACK
from bot.ops.service_monitor import RESTARTING, ServiceMonitor
from bot.settings import Settings, SettingsProblem
from storage.interface.shards import ALL_SHARDS
from tests.judged_toy import COMPARED
from tests.ops.service import service
from tests.ops.test_metrics import got, values


async def shown(service_monitor: ServiceMonitor) -> dict[str, float]:
    return values(await service_monitor.show_metrics())


async def test_what_players_do_is_counted(settings: Settings) -> None:
    async with service(settings) as (town, service_monitor):
        ann, ben, stranger = town.person("Ann"), town.person("Ben"), town.person("Stranger")
        await town.started(ben, host=ann)
        await stranger.slash("bid", price="5")
        await ann.slash("bid", price="a lot")
        found = await shown(service_monitor)
        assert found["boardroom_press_seconds_count command"] == 3
        assert found["boardroom_press_seconds_count button"] == 2
        assert found["boardroom_refusals_total NotYours"] == 1
        assert found["boardroom_games toy running"] == 1
        assert found["boardroom_open_questions people"] == 2
        assert found["boardroom_letters waiting"] == 0
        assert found["boardroom_letters sent"] > 0
        assert found["boardroom_outbox_age_seconds"] == 0
        assert found["boardroom_connected"] == 1


async def test_a_missed_night_is_made_up_for_at_the_start(settings: Settings) -> None:
    async with service(settings) as (_, service_monitor):
        assert len(backups.list_backups(settings.backup_folder)) == 1
        found = await shown(service_monitor)
        assert found["boardroom_backup_age_seconds"] >= 0
        assert found["boardroom_backup_failed"] == 0


async def test_a_backup_that_fails_does_not_keep_the_bot_from_starting(settings: Settings) -> None:
    settings.backup_folder.write_text("a file in its place")
    async with service(settings) as (town, service_monitor):
        assert "open" in await town.person("Ann").slash("game new", game="toy", place="here")
        assert (await shown(service_monitor))["boardroom_backup_failed"] == 1


async def test_what_strong_bots_have_thought_is_counted(settings: Settings) -> None:
    async with service(settings) as (town, service_monitor):
        for came in ("thought", "thought", "late"):
            town.bot.autoplay.search_finished.notify(came)
        counted = await shown(service_monitor)
    assert counted["boardroom_thoughts_total thought"] == 2
    assert counted["boardroom_thoughts_total late"] == 1


async def test_a_lost_connection_is_seen(settings: Settings) -> None:
    async with service(settings) as (town, service_monitor):
        for event, connected in (("disconnect", 0), ("resumed", 1)):
            town.bot.dispatch(event)
            await town.env.settle()
            assert (await shown(service_monitor))["boardroom_connected"] == connected


async def test_how_long_nobody_was_heard_is_counted_from_the_first_of_many_failures(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    moments = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    async with service(settings, now=lambda: moments[-1]) as (town, service_monitor):
        for event, seconds in (("disconnect", 40), ("disconnect", 41), ("disconnect", 70), ("resumed", 0)):
            town.bot.dispatch(event)
            await town.env.settle()
            moments.append(moments[-1] + timedelta(seconds=seconds))
        assert (await shown(service_monitor))["boardroom_deaf_seconds_total"] == 151
    assert "Discord is heard again; for 151 s nobody was" in caplog.text


async def test_a_press_while_the_bot_stops_is_answered_with_try_again(settings: Settings) -> None:
    async with service(settings) as (town, service_monitor):
        ann, ben = town.person("Ann"), town.person("Ben")
        await town.started(ben, host=ann)
        before = await town.revision()
        await service_monitor.turn_away()
        assert RESTARTING in await ann.slash("bid", price="5")
        assert RESTARTING in await ben.press("Act", on=await town.board())
        assert await town.revision() == before


async def test_an_answer_under_way_is_given_before_it_stops(settings: Settings) -> None:
    service_monitor = ServiceMonitor(settings)
    begun, finish = asyncio.Event(), asyncio.Event()
    ended: list[str] = []

    async def work() -> None:
        begun.set()
        await finish.wait()

    async def press() -> None:
        with service_monitor.observe(PRESS) as admitted, admitted():
            await work()
        ended.append("answer")

    async def stop() -> None:
        await service_monitor.turn_away()
        ended.append("stop")

    pressing = asyncio.create_task(press())
    await begun.wait()
    stopping = asyncio.create_task(stop())
    asyncio.get_running_loop().call_soon(finish.set)  # after the stop has begun to wait
    await asyncio.gather(pressing, stopping)
    assert ended == ["answer", "stop"]


PRESS: Any = SimpleNamespace(id=7, type=None)
"""As much of an interaction as the caretaker looks at."""


async def test_a_refused_command_is_never_begun(settings: Settings) -> None:
    service_monitor = ServiceMonitor(settings)
    await service_monitor.turn_away()

    async def press() -> None:
        with service_monitor.observe(PRESS) as admitted, admitted():
            raise AssertionError("it was begun")

    with pytest.raises(Refusal, match="nothing is lost"):
        await asyncio.create_task(press())


async def test_metrics_are_served_while_the_bot_runs_if_they_are_wanted(settings: Settings) -> None:
    any_port = settings.model_copy(update={"metrics_port": 0})
    async with service(any_port) as (town, service_monitor):
        await town.started(town.person("Ben"), host=town.person("Ann"))
        address = f"http://{LOOPBACK}:{service_monitor.serves_at}"
        status, text = await got(f"{address}/metrics")
        assert status == 200
        assert values(text)["boardroom_games toy running"] == 1
        assert await got(f"{address}/health") == (200, b"ok\n")
    with pytest.raises(aiohttp.ClientConnectorError):
        await got(f"{address}/health")


async def test_nothing_is_served_if_nobody_asked_for_it(settings: Settings) -> None:
    async with service(settings) as (_, service_monitor):
        assert service_monitor.serves_at is None


async def test_a_port_that_is_taken_is_a_sentence(settings: Settings, tmp_path: Path) -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    taken = settings.model_copy(update={"metrics_port": port})
    with pytest.raises(
        SettingsProblem,
        match=f"^BOARDROOM_METRICS_PORT: port {port} is in use by another program, .* Name another port",
    ):
        async with service(taken):
            pass
    server.close()
    await server.wait_closed()


async def test_a_bot_that_runs_deletes_what_was_kept_for_long_enough_before_it_is_copied(
    settings: Settings, database: Path
) -> None:
    kept = settings.model_copy(update={"keep_names_days": 1})
    async with service(kept, GAMES) as (town, _):
        over = await town.bot.storage.games.list_in_shards(ALL_SHARDS, statuses=("finished",))
        assert over
        for row in over:
            saved = await town.bot.storage.games.load(row.game_id)
            assert saved is not None
            assert [(seat_row.user_id, seat_row.name) for seat_row in saved.seats] == [
                (None, f"Seat {seat_row.seat}") for seat_row in saved.seats
            ]
        (copy,) = backups.list_backups(settings.backup_folder)
        with closing(sqlite3.connect(copy.path)) as rows:
            finished = "select game_id from games where status = 'finished'"
            assert rows.execute(f"select count(user_id) from seats where game_id in ({finished})").fetchone() == (0,)  # noqa: S608
        assert set((await town.bot.storage.lost_channels.list_servers(ALL_SHARDS)).values()) != {None}, (
            "nobody is in those servers any more"
        )


async def test_a_review_shows_the_results_of_playouts_on_the_next_day(
    settings: Settings,
) -> None:
    async with service(settings, {"toy": replace(COMPARED, bots=replace(COMPARED.bots, played_on=6))}) as (
        town,
        service_monitor,
    ):
        ann, ben, stranger = town.person("Ann"), town.person("Ben"), town.person("Stranger")
        first = await town.at_first_turn(ben, host=ann)
        await (ben if first is ann else ann).slash("table concede", sure="yes")
        await stranger.slash("record replay", table="1")
        assert "In the night bots play on from these moments; look again tomorrow." in await stranger.press("Review")
        await service_monitor.nightly.run_long_jobs()
        await stranger.slash("record replay", table="1")
        told = await stranger.press("Review")
        assert "Played on 6 times by bots, from what **" in told
        assert "In the night" not in told
