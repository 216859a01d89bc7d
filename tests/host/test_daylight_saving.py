"""Nights of daylight-saving changes, as an asked player notices them: reminders and time that is over.

In 2026 they go forward in Berlin on March 29 at 2, in New York on March 8 at 2, and on Lord Howe Island, by half an
hour only, on October 4 at 2. They go back on October 25 at 3, on November 1 at 2, and on April 5 at 2.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.host.table.deadlines import DaysOff, Wishes
from tests.host.unanswered_question import waiting

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"


def at(text: str) -> datetime:
    """A moment with its distance from UTC, so that of two equal times on the wall one is meant."""
    moment = datetime.fromisoformat(text)
    assert moment.tzinfo is not None
    return moment


async def noticed(path: Path, asked: str, wishes: Wishes, hours: int = 24) -> tuple[list[str], str]:
    """When somebody who does nothing is reminded, and when the default is played for them, by their own clock."""
    async with waiting(path, at(asked), wishes, hours) as table:
        await table.until(at(asked) + timedelta(days=6))
        default = await table.default()
        assert default is not None
        zone = ZoneInfo(wishes.zone)
        # Of the table's next round, in which the same person is asked again, nothing is meant.
        reminders = [moment for moment in await table.reminders() if moment < default]
        return [shown(moment, zone) for moment in reminders], shown(default, zone)


def shown(moment: datetime, zone: ZoneInfo) -> str:
    """What the clock on somebody's wall shows, with its distance from UTC."""
    return moment.astimezone(zone).isoformat(" ", "minutes")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boardroom.db"


@pytest.mark.parametrize(
    ("zone", "asked", "reminders", "default"),
    [
        (
            BERLIN,
            "2026-03-28 18:00+01:00",
            ["2026-03-29 07:00+02:00", "2026-03-29 16:36+02:00"],
            "2026-03-29 19:00+02:00",
        ),
        (
            BERLIN,
            "2026-10-24 18:00+02:00",
            ["2026-10-25 05:00+01:00", "2026-10-25 14:36+01:00"],
            "2026-10-25 17:00+01:00",
        ),
        (
            NEW_YORK,
            "2026-03-07 18:00-05:00",
            ["2026-03-08 07:00-04:00", "2026-03-08 16:36-04:00"],
            "2026-03-08 19:00-04:00",
        ),
        (
            NEW_YORK,
            "2026-10-31 18:00-04:00",
            ["2026-11-01 05:00-05:00", "2026-11-01 14:36-05:00"],
            "2026-11-01 17:00-05:00",
        ),
        (
            LORD_HOWE,
            "2026-10-03 18:00+10:30",
            ["2026-10-04 06:30+11:00", "2026-10-04 16:06+11:00"],
            "2026-10-04 18:30+11:00",
        ),
        (
            LORD_HOWE,
            "2026-04-04 18:00+11:00",
            ["2026-04-05 05:30+10:30", "2026-04-05 15:06+10:30"],
            "2026-04-05 17:30+10:30",
        ),
    ],
)
async def test_twenty_four_hours_are_as_long_as_in_any_other_night(
    path: Path, zone: str, asked: str, reminders: list[str], default: str
) -> None:
    assert await noticed(path, asked, Wishes(zone=zone)) == (reminders, default)


@pytest.mark.parametrize(
    ("zone", "asked", "first"),
    [
        (BERLIN, "2026-03-28 14:30+01:00", "2026-03-29 03:30+02:00"),
        (NEW_YORK, "2026-03-07 14:30-05:00", "2026-03-08 03:30-04:00"),
        (LORD_HOWE, "2026-10-03 14:15+10:30", "2026-10-04 02:45+11:00"),
    ],
)
async def test_a_reminder_that_would_come_in_the_missing_hour_comes_half_of_the_time_after_the_question(
    path: Path, zone: str, asked: str, first: str
) -> None:
    reminders, _ = await noticed(path, asked, Wishes(zone=zone))
    assert reminders[0] == first
    assert at(first) - at(asked) == timedelta(hours=12)


@pytest.mark.parametrize(
    ("zone", "asked", "first"),
    [
        (BERLIN, "2026-10-24 14:30+02:00", "2026-10-25 02:30+02:00"),
        (NEW_YORK, "2026-10-31 13:30-04:00", "2026-11-01 01:30-04:00"),
        (LORD_HOWE, "2026-04-04 13:45+11:00", "2026-04-05 01:45+11:00"),
    ],
)
async def test_a_reminder_in_the_hour_that_comes_twice_comes_once(
    path: Path, zone: str, asked: str, first: str
) -> None:
    reminders, _ = await noticed(path, asked, Wishes(zone=zone))
    assert reminders[0] == first
    assert len(reminders) == 2, "the other one is at nine tenths"


@pytest.mark.parametrize(
    ("zone", "asked", "default"),
    [
        (BERLIN, "2026-03-28 21:00+01:00", "2026-03-29 08:00+02:00"),
        (BERLIN, "2026-10-24 21:00+02:00", "2026-10-25 08:00+01:00"),
        (NEW_YORK, "2026-03-07 21:00-05:00", "2026-03-08 08:00-04:00"),
        (NEW_YORK, "2026-10-31 21:00-04:00", "2026-11-01 08:00-05:00"),
        (LORD_HOWE, "2026-10-03 21:00+10:30", "2026-10-04 08:00+11:00"),
        (LORD_HOWE, "2026-04-04 21:00+11:00", "2026-04-05 08:00+10:30"),
    ],
)
async def test_quiet_hours_end_by_the_clock_on_the_wall(path: Path, zone: str, asked: str, default: str) -> None:
    """Four hours for an answer, which would end in the night; a player on autoplay needs no reminder."""
    owl = Wishes(zone=zone, quiet_from=time(22), quiet_to=time(8))
    assert await noticed(path, asked, owl, hours=4) == ([], default)


QUIET_CASES = [
    # The end of the quiet hours is skipped, or comes twice; the clock would ring in the half hour about it.
    (BERLIN, time(22), time(2, 30), "2026-03-28 21:40+01:00", "2026-03-29 03:30+02:00"),
    (BERLIN, time(22), time(2, 30), "2026-10-24 22:10+02:00", "2026-10-25 02:30+01:00"),
    (NEW_YORK, time(22), time(2, 30), "2026-03-07 21:40-05:00", "2026-03-08 03:30-04:00"),
    (NEW_YORK, time(22), time(1, 30), "2026-10-31 21:10-04:00", "2026-11-01 01:30-05:00"),
    (LORD_HOWE, time(22), time(2, 15), "2026-10-03 21:10+10:30", "2026-10-04 02:45+11:00"),
    (LORD_HOWE, time(22), time(1, 45), "2026-04-04 21:35+11:00", "2026-04-05 01:45+10:30"),
]


@pytest.mark.parametrize(("zone", "begin", "end", "asked", "default"), QUIET_CASES)
async def test_nothing_comes_before_the_end_of_quiet_hours_that_is_skipped_or_comes_twice(
    path: Path, zone: str, begin: time, end: time, asked: str, default: str
) -> None:
    _, played = await noticed(path, asked, Wishes(zone=zone, quiet_from=begin, quiet_to=end), hours=4)
    assert played == default


@pytest.mark.parametrize(
    ("zone", "begin", "asked"),
    [
        (BERLIN, time(2, 30), "2026-03-28 22:10+01:00"),  # four hours later the wall shows 3:10, past half past two
        (BERLIN, time(2, 30), "2026-10-24 23:10+02:00"),  # and here 2:10 for the second time
        (NEW_YORK, time(2, 30), "2026-03-07 22:10-05:00"),
        (NEW_YORK, time(1, 30), "2026-10-31 22:10-04:00"),
        (LORD_HOWE, time(2, 15), "2026-10-03 22:05+10:30"),
        (LORD_HOWE, time(1, 45), "2026-04-04 22:05+11:00"),
    ],
)
async def test_nothing_comes_after_the_begin_of_quiet_hours_that_is_skipped_or_comes_twice(
    path: Path, zone: str, begin: time, asked: str
) -> None:
    _, played = await noticed(path, asked, Wishes(zone=zone, quiet_from=begin, quiet_to=time(8)), hours=4)
    assert played.split()[1].startswith("08:00"), played
    assert played.split()[0] == shown(at(asked) + timedelta(hours=4), ZoneInfo(zone)).split()[0]


@pytest.mark.parametrize(
    ("zone", "asked", "day_off", "default", "hours"),
    [
        (BERLIN, "2026-03-28 18:00+01:00", date(2026, 3, 29), "2026-03-30 18:00+02:00", 23),
        (BERLIN, "2026-10-24 18:00+02:00", date(2026, 10, 25), "2026-10-26 18:00+01:00", 25),
        (NEW_YORK, "2026-03-07 18:00-05:00", date(2026, 3, 8), "2026-03-09 18:00-04:00", 23),
        (NEW_YORK, "2026-10-31 18:00-04:00", date(2026, 11, 1), "2026-11-02 18:00-05:00", 25),
        (LORD_HOWE, "2026-10-03 18:00+10:30", date(2026, 10, 4), "2026-10-05 18:00+11:00", 23.5),
        (LORD_HOWE, "2026-04-04 18:00+11:00", date(2026, 4, 5), "2026-04-06 18:00+10:30", 24.5),
    ],
)
async def test_a_day_off_on_which_the_clocks_change_is_off_for_as_long_as_it_lasts(
    path: Path, zone: str, asked: str, day_off: date, default: str, hours: float
) -> None:
    away = Wishes(zone=zone, off=[DaysOff(first=day_off, last=day_off)])
    reminders, played = await noticed(path, asked, away)
    assert played == default
    assert at(played) - at(asked) == timedelta(hours=24 + hours)
    assert reminders, "they come on the other days"
    assert all(reminder.split()[0] != str(day_off) for reminder in reminders)
    assert reminders[0].split()[1].startswith("00:00"), "the first, at half, when the day off is over"
