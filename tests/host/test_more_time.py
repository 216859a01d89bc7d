"""More time: as much again, by the same wishes as the time before, with reminders of its own."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.host.table.deadlines import DaysOff, Wishes
from tests.host.unanswered_question import waiting

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = datetime(2026, 5, 1, 18, tzinfo=BERLIN)


def in_may(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 5, day, hour, minute, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("wishes", "ends"),
    [
        (Wishes(), in_may(3, 18)),
        (Wishes(zone="Europe/Berlin", off=[DaysOff(first=date(2026, 5, 3), last=date(2026, 5, 4))]), in_may(5, 18)),
        (Wishes(zone="Europe/Berlin", quiet_from=time(17), quiet_to=time(19)), in_may(3, 19)),
    ],
    ids=["any time", "two days off", "quiet hours"],
)
async def test_more_time_is_counted_by_the_wishes_of_who_takes_it(
    tmp_path: Path, wishes: Wishes, ends: datetime
) -> None:
    async with waiting(tmp_path / "boardroom.db", FRIDAY, wishes) as table:
        await table.until(in_may(2, 12))
        await table.absence.extend_time(table.number, table.user)
        assert await table.due() == ends
        await table.until(ends - timedelta(minutes=1))
        assert await table.default() is None
        await table.until(ends)
        assert await table.default() == ends


@pytest.mark.parametrize("reminded", [in_may(2, 5), in_may(2, 12), in_may(2, 17)], ids=["never", "once", "twice"])
async def test_a_player_who_has_taken_more_time_is_reminded_twice_of_its_end(
    tmp_path: Path, reminded: datetime
) -> None:
    """At half of the time that was added, and when nine tenths of all of it are over."""
    async with waiting(tmp_path / "boardroom.db", FRIDAY, Wishes()) as table:
        await table.until(reminded)
        before = await table.reminders()
        await table.absence.extend_time(table.number, table.user)
        await table.until(in_may(4, 12))
        assert await table.default() == in_may(3, 18)
        assert (await table.reminders())[len(before) : len(before) + 2] == [in_may(3, 6), in_may(3, 13, 12)]


async def test_no_reminder_of_more_time_comes_at_night(tmp_path: Path) -> None:
    owl = Wishes(zone="Europe/Berlin", quiet_from=time(22), quiet_to=time(8))
    async with waiting(tmp_path / "boardroom.db", FRIDAY, owl) as table:
        await table.until(in_may(2, 17))
        before = await table.reminders()
        await table.absence.extend_time(table.number, table.user)
        await table.until(in_may(3, 17))
        assert (await table.reminders())[len(before) :][0] == in_may(3, 8), "half of it would be at six"
