"""Backups: their retention, and the nightly work of the running bot."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest
import simcord
from discord.ext import commands

from bot.ops import backups
from bot.ops.nightly_jobs import NightlyJobs
from bot.settings import Settings
from storage.interface.shards import Shards
from storage.sqlite import SqliteStorage, open_storage

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)  # a Saturday


def made(folder: Path, *times: datetime) -> None:
    """Put backups of these times into a folder."""
    for time in times:
        (folder / backups.build_name(time)).write_bytes(b"")


def kept(times: Sequence[datetime], *, daily: int, weekly: int) -> list[datetime]:
    """Which of these backups stay."""
    all_of_them = [backups.Backup(time, Path(backups.build_name(time))) for time in times]
    gone = backups.find_surplus(all_of_them, daily=daily, weekly=weekly)
    return sorted(backup.made_at for backup in all_of_them if backup not in gone)


def test_a_name_tells_when_it_was_made(tmp_path: Path) -> None:
    made(tmp_path, NOON)
    assert backups.build_name(NOON) == "boardroom-20261121T120000Z.db"
    assert backups.list_backups(tmp_path) == [backups.Backup(NOON, tmp_path / "boardroom-20261121T120000Z.db")]


def test_other_files_are_none_of_ours(tmp_path: Path) -> None:
    for name in ("boardroom.db", "boardroom-20269999T999999Z.db", "boardroom-20261121T120000Z.db.unfinished", "x"):
        (tmp_path / name).write_text("")
    (tmp_path / "boardroom-20261120T120000Z.db").mkdir()
    assert backups.find_newest(tmp_path) is None
    assert backups.find_newest(tmp_path / "nowhere") is None


def test_the_newest_of_each_of_the_last_days_stays() -> None:
    nights = [NOON - timedelta(days=ago) for ago in range(10)]
    assert kept(nights, daily=7, weekly=0) == sorted(nights[:7])
    by_hand = NOON - timedelta(hours=2)
    assert kept([*nights, by_hand], daily=7, weekly=0) == sorted(nights[:7]), "of one day only the newest"


def test_the_newest_of_each_of_the_last_weeks_stays_as_well() -> None:
    nights = [NOON - timedelta(days=ago) for ago in range(40)]
    sundays = [NOON - timedelta(days=6 + 7 * ago) for ago in range(3)]
    assert kept(nights, daily=2, weekly=4) == sorted([*nights[:2], *sundays])


def test_weeks_at_the_turn_of_the_year_are_those_of_the_calendar() -> None:
    thursday, friday = datetime(2026, 12, 31, 3, tzinfo=UTC), datetime(2027, 1, 1, 3, tzinfo=UTC)
    monday = datetime(2027, 1, 4, 3, tzinfo=UTC)
    assert kept([thursday, friday, monday], daily=1, weekly=2) == [friday, monday]


def test_nothing_goes_only_because_the_bot_was_off() -> None:
    old = [NOON - timedelta(days=300 + ago) for ago in range(3)]
    assert kept([*old, NOON], daily=7, weekly=4) == sorted([*old, NOON])


def test_the_newest_of_all_always_stays() -> None:
    assert kept([NOON], daily=0, weekly=0) == [NOON]


def test_half_written_backups_are_deleted(tmp_path: Path, settings: Settings) -> None:
    for ago in (0, 2):
        name = backups.build_name(NOON - timedelta(days=ago))
        (tmp_path / f"{name}.unfinished").write_text("")
    (tmp_path / "precious.txt").write_text("")
    backups.rotate(tmp_path, settings, NOON)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["boardroom-20261121T120000Z.db.unfinished", "precious.txt"], "the newer may be on its way"


# -- at night --------------------------------------------------------------------------------------


async def test_a_backup_is_made_and_old_ones_go(settings: Settings) -> None:
    storage = await open_storage(settings.file)
    settings.backup_folder.mkdir()
    made(settings.backup_folder, *(NOON - timedelta(days=ago) for ago in range(1, 60)))
    assert await NightlyJobs(storage, settings, lambda: NOON).create_backup()
    await storage.close()
    names = sorted(path.name for path in settings.backup_folder.iterdir())
    assert len(names) == 7 + 2, "of the four weeks' copies two are among those of the seven days"
    assert names[-1] == backups.build_name(NOON)
    copy = await open_storage(settings.backup_folder / names[-1])
    assert await copy.check() == []
    await copy.close()


async def test_one_that_fails_is_logged_and_stops_nothing(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    storage = await open_storage(settings.file)
    settings.backup_folder.write_text("a file in its place")
    nightly = NightlyJobs(storage, settings, lambda: NOON)
    assert not await nightly.create_backup()
    assert nightly.failed
    assert "there is no backup of tonight" in caplog.text
    assert str(settings.backup_folder) in caplog.text, "it says what is in the way"
    assert "Traceback" not in caplog.text, "it is no fault of the program"

    settings.backup_folder.unlink()
    assert await nightly.create_backup()
    assert not nightly.failed
    await storage.close()


async def test_one_process_copies_the_database_for_all(settings: Settings) -> None:
    storage = await open_storage(settings.file)
    made_by = {
        shards: NightlyJobs(storage, settings.model_copy(update={"shards": shards}), lambda: NOON)
        for shards in (Shards(0, 1, 4), Shards(2, 3, 4))
    }
    for shards, nightly in made_by.items():
        await nightly._make_up()
        assert len(list(settings.backup_folder.glob("*"))) == 1, f"whoever has the first shard, and not {shards}"
    await storage.close()


class Sleeper(commands.Bot):
    """A bot that does nothing but make backups at night."""

    def __init__(self, settings: Settings, at_last: Callable[[], Awaitable[None]] | None = None) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True))
        self.settings = settings
        self.at_last = at_last

    async def setup_hook(self) -> None:
        self.storage: SqliteStorage = await open_storage(self.settings.file)
        self.nightly = NightlyJobs(self.storage, self.settings, discord.utils.utcnow, run_last=self.at_last)
        self.nightly.start()

    async def close(self) -> None:
        self.nightly.stop()
        await self.storage.close()
        await super().close()


async def test_every_night_at_the_hour_of_the_settings(settings: Settings) -> None:
    settings = settings.model_copy(update={"backup_hour": 4})
    bot = Sleeper(settings)
    async with simcord.run(bot) as env:
        (first,) = backups.list_backups(settings.backup_folder)  # the first start makes up for the night before
        assert first.made_at == env.now()
        for _ in range(3):
            await env.advance_time(timedelta(days=1).total_seconds())
        nights = [backup.made_at for backup in backups.list_backups(settings.backup_folder)]
        assert [(night.day - first.made_at.day, night.hour) for night in nights] == [(0, 4), (1, 4), (2, 4)]
        await bot.close()


async def test_what_takes_long_is_done_each_night_after_the_copy_and_not_once_the_bot_stops(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    copies: list[int] = []

    async def at_last() -> None:
        copies.append(len(backups.list_backups(settings.backup_folder)))
        raise ZeroDivisionError

    bot = Sleeper(settings, at_last)
    async with simcord.run(bot) as env:
        assert copies == [], "a night that was missed is not made up for"
        for _ in range(2):
            await env.advance_time(timedelta(days=1).total_seconds())
        assert copies == [1, 2]
        assert caplog.text.count("not everything that is done at night could be done") == 2
        bot.nightly.stop()
        await bot.nightly.run_long_jobs()
        assert copies == [1, 2]
        await bot.close()


async def test_a_restart_makes_no_other_one(settings: Settings) -> None:
    settings.backup_folder.mkdir()
    bot = Sleeper(settings)
    async with simcord.run(bot) as env:
        made_before = backups.list_backups(settings.backup_folder)
        await bot.close()
        await env.restart_bot(again := Sleeper(settings))
        assert backups.list_backups(settings.backup_folder) == made_before
        await again.close()


async def test_nights_without_backups_if_none_are_wanted(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    bot = Sleeper(settings.model_copy(update={"backups_daily": 0}))
    async with simcord.run(bot) as env:
        await env.advance_time(timedelta(days=2).total_seconds())
        await bot.close()
    assert not settings.backup_folder.exists()
