"""Metrics and health, over HTTP as Prometheus reads them."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families

from bot.host.errors import Fault, NotYours, Refusal
from bot.ops.http_status import LOOPBACK, StatusServer
from bot.ops.metrics import Metrics, label_error
from storage.interface.errors import StoreFailed
from storage.interface.statistics import Tally

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NOTHING = Tally({}, {"waiting": 0}, None, 0, 0)


def values(text: bytes) -> dict[str, float]:
    """Every sample of a page by its name and labels."""
    return {
        sample.name + "".join(f" {value}" for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


def shown(metrics: Metrics, tally: Tally = NOTHING, *, backup: datetime | None = None) -> dict[str, float]:
    return values(metrics.render(tally, NOON, backup_made_at=backup, backup_failed=False, connected=True))


def test_presses_are_timed_and_refusals_counted() -> None:
    metrics = Metrics()
    for seconds in (0.02, 0.4, 5):
        metrics.record_press("button", seconds)
    for error in (Refusal("no"), NotYours("no"), NotYours("no"), KeyError("Silver Spoon")):
        metrics.record_refusal(error)
    found = shown(metrics)
    assert found["boardroom_press_seconds_count button"] == 3
    assert found["boardroom_press_seconds_bucket button 0.5"] == 2
    assert found["boardroom_refusals_total Refusal"] == 1
    assert found["boardroom_refusals_total NotYours"] == 2
    assert found["boardroom_refusals_total bug"] == 1
    assert not any("Silver" in name for name in found)


def test_kinds_are_few() -> None:
    class Odd(Refusal):
        pass

    unavailable = type("Answer", (), {"status": 503, "reason": "no"})()
    errors = (Odd("x"), Fault("1-2-ab"), StoreFailed("x"), discord.HTTPException(unavailable, "x"), ValueError("x"))
    assert [label_error(error) for error in errors] == ["Refusal", "Fault", "StoreFailed", "Discord", "bug"]


def test_metrics_show_the_counts_of_the_store() -> None:
    oldest = (NOON - timedelta(minutes=3)).isoformat()
    tally = Tally({("toy", "running"): 2, ("toy", "open"): 1}, {"waiting": 4, "sent": 9, "given up": 1}, oldest, 5, 1)
    metrics = Metrics()
    found = shown(metrics, tally, backup=NOON - timedelta(hours=9))
    assert found["boardroom_games toy running"] == 2
    assert found["boardroom_letters given up"] == 1
    assert found["boardroom_outbox_age_seconds"] == 180
    assert found["boardroom_open_questions people"] == 5
    assert found["boardroom_open_questions bots"] == 1
    assert found["boardroom_backup_age_seconds"] == 9 * 3600
    assert found["boardroom_connected"] == 1

    later = shown(metrics)
    assert "boardroom_games toy open" not in later, "a table that has gone is not shown for ever"
    assert later["boardroom_outbox_age_seconds"] == 0
    assert math.isnan(later["boardroom_backup_age_seconds"])


def test_a_clock_set_back_gives_no_negative_ages() -> None:
    tally = Tally({}, {}, (NOON + timedelta(minutes=3)).isoformat(), 0, 0)
    assert shown(Metrics(), tally)["boardroom_outbox_age_seconds"] == 0


# -- over HTTP -------------------------------------------------------------------------------------


class Bot:
    """What the page asks."""

    connected = False
    broken = False

    async def metrics(self) -> bytes:
        if self.broken:
            raise StoreFailed("The disk does not read.")
        return Metrics().render(NOTHING, NOON, backup_made_at=None, backup_failed=True, connected=self.connected)


@pytest.fixture
def bot() -> Bot:
    return Bot()


@pytest.fixture
async def page(bot: Bot) -> AsyncIterator[str]:
    """The address of an open page."""
    opened = StatusServer(bot.metrics, lambda: bot.connected)
    port = await opened.open(0)
    yield f"http://{LOOPBACK}:{port}"
    await opened.close()


async def got(address: str) -> tuple[int, bytes]:
    async with ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.read()


async def test_the_page_shows_metrics(page: str) -> None:
    status, text = await got(f"{page}/metrics")
    assert status == 200
    assert values(text)["boardroom_backup_failed"] == 1


async def test_health_follows_the_connection(page: str, bot: Bot) -> None:
    assert (await got(f"{page}/health"))[0] == 503
    bot.connected = True
    assert await got(f"{page}/health") == (200, b"ok\n")


async def test_a_store_that_fails_is_told(page: str, bot: Bot) -> None:
    bot.broken = True
    assert await got(f"{page}/metrics") == (503, b"The disk does not read.\n")


async def test_there_is_nothing_else_and_nobody_else_can_read_it(page: str) -> None:
    assert page.startswith("http://127.0.0.1:")
    assert (await got(f"{page}/"))[0] == 404


async def test_a_port_that_is_taken_cannot_be_had(page: str, bot: Bot) -> None:
    taken = int(page.rpartition(":")[2])
    with pytest.raises(OSError, match="address already in use"):
        await StatusServer(bot.metrics, lambda: True).open(taken)


async def test_after_closing_nobody_answers(bot: Bot, tmp_path: Path) -> None:
    opened = StatusServer(bot.metrics, lambda: True)
    port = await opened.open(0)
    await opened.close()
    with pytest.raises(aiohttp.ClientConnectorError):
        await got(f"http://{LOOPBACK}:{port}/health")
