"""When a question's time is up: paces, quiet hours, days off, summer time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.host.lobby.settings import get_default_settings
from bot.host.table import deadlines
from bot.host.table.deadlines import DaysOff, TableSettings, Wishes

PARIS = ZoneInfo("Europe/Paris")
DAY = timedelta(hours=24)
OWL = Wishes(zone="Europe/Paris", quiet_from=time(22), quiet_to=time(8))


def due(asked: datetime, wishes: Wishes, allowed: timedelta = DAY) -> datetime:
    times = deadlines.start_clock(asked, allowed, wishes)
    assert times.due_at is not None
    return deadlines.parse_time(times.due_at)


def test_a_question_is_open_for_the_tables_pace() -> None:
    asked = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert due(asked, Wishes()) == datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_without_a_clock_it_may_wait_for_ever() -> None:
    times = deadlines.start_clock(datetime(2026, 3, 1, tzinfo=UTC), None, OWL)
    assert (times.due_at, times.next_at) == (None, None)


@pytest.mark.parametrize(
    ("settings", "hours"),
    [
        (TableSettings(), 24),
        (TableSettings(pace="12 hours"), 12),
        (TableSettings(pace="72 hours"), 72),
        (TableSettings(pace="own", hours=36), 36),
    ],
)
def test_the_pace_is_what_the_table_agreed_on(settings: TableSettings, hours: int) -> None:
    assert settings.allowed == timedelta(hours=hours)


def test_no_clock_ends_in_quiet_hours() -> None:
    asked = datetime(2026, 1, 10, 23, 30, tzinfo=PARIS)
    assert due(asked, OWL) == datetime(2026, 1, 12, 8, tzinfo=PARIS)


def test_quiet_hours_within_one_day_work_as_well() -> None:
    siesta = Wishes(zone="Europe/Paris", quiet_from=time(13), quiet_to=time(15))
    assert due(datetime(2026, 1, 10, 14, tzinfo=PARIS), siesta) == datetime(2026, 1, 11, 15, tzinfo=PARIS)
    assert due(datetime(2026, 1, 10, 15, tzinfo=PARIS), siesta) == datetime(2026, 1, 11, 15, tzinfo=PARIS)


def test_the_first_reminder_comes_at_half_the_time_but_not_at_night() -> None:
    asked = datetime(2026, 1, 10, 12, tzinfo=PARIS)
    times = deadlines.start_clock(asked, DAY, OWL)
    assert times.next_at is not None
    assert deadlines.parse_time(times.next_at) == datetime(2026, 1, 11, 8, tzinfo=PARIS), "half was at midnight"


def test_days_off_do_not_count() -> None:
    away = Wishes(zone="Europe/Paris", off=[DaysOff(first=date(2026, 5, 2), last=date(2026, 5, 3))])
    asked = datetime(2026, 5, 1, 18, tzinfo=PARIS)
    assert due(asked, away) == datetime(2026, 5, 4, 18, tzinfo=PARIS)
    assert due(datetime(2026, 5, 2, 9, tzinfo=PARIS), away) == datetime(2026, 5, 5, 0, tzinfo=PARIS)


def test_no_clock_that_quiet_hours_push_past_midnight_ends_on_a_day_off() -> None:
    away = OWL.model_copy(update={"off": [DaysOff(first=date(2026, 5, 2), last=date(2026, 5, 3))]})
    asked = datetime(2026, 4, 30, 23, tzinfo=PARIS)
    assert due(asked, away) == datetime(2026, 5, 4, 8, tzinfo=PARIS)


def test_no_reminder_comes_on_a_day_off() -> None:
    away = Wishes(zone="Europe/Paris", off=[DaysOff(first=date(2026, 5, 2), last=date(2026, 5, 3))])
    times = deadlines.start_clock(datetime(2026, 5, 1, 18, tzinfo=PARIS), DAY, away)
    assert times.next_at is not None
    assert deadlines.parse_time(times.next_at) == datetime(2026, 5, 4, tzinfo=PARIS), "half was on the 3rd"


def test_days_off_that_overlap_count_once() -> None:
    twice = [
        DaysOff(first=date(2026, 5, 2), last=date(2026, 5, 4)),
        DaysOff(first=date(2026, 5, 3), last=date(2026, 5, 5)),
    ]
    asked = datetime(2026, 5, 1, 18, tzinfo=PARIS)
    assert due(asked, Wishes(zone="Europe/Paris", off=twice)) == datetime(2026, 5, 6, 18, tzinfo=PARIS)


def test_on_the_day_summer_time_begins_quiet_hours_still_end_at_eight() -> None:
    asked = datetime(2026, 3, 28, 23, tzinfo=PARIS)  # the clocks go forward on the 29th
    assert due(asked, OWL, timedelta(hours=12)) == datetime(2026, 3, 29, 12, tzinfo=PARIS)
    assert due(asked, OWL, timedelta(hours=4)) == datetime(2026, 3, 29, 8, tzinfo=PARIS)
    assert due(asked, OWL, timedelta(hours=4)).astimezone(UTC).hour == 6


def test_on_the_day_summer_time_ends_quiet_hours_last_an_hour_longer() -> None:
    asked = datetime(2026, 10, 24, 21, tzinfo=PARIS)
    ends = due(asked, OWL, timedelta(hours=4))
    assert ends == datetime(2026, 10, 25, 8, tzinfo=PARIS)
    assert ends - asked.astimezone(UTC) == timedelta(hours=12)


def test_undoing_gives_no_time_back() -> None:
    now = datetime(2026, 3, 1, 20, tzinfo=UTC)
    before = deadlines.format_time(now + timedelta(hours=3))
    again = deadlines.reopen_clock(now, before, deadlines.start_clock(now, DAY, Wishes()), Wishes(), again=False)
    assert again.due_at == before


def test_but_whoever_undoes_at_the_last_moment_has_ten_minutes() -> None:
    now = datetime(2026, 3, 1, 20, tzinfo=UTC)
    before = deadlines.format_time(now + timedelta(minutes=1))
    again = deadlines.reopen_clock(now, before, deadlines.start_clock(now, DAY, Wishes()), Wishes(), again=False)
    assert again.due_at == deadlines.format_time(now + timedelta(minutes=10))


def test_but_only_the_first_time() -> None:
    now = datetime(2026, 1, 10, 21, 55, tzinfo=PARIS)
    before = deadlines.format_time(now + timedelta(minutes=1))
    again = deadlines.reopen_clock(now, before, deadlines.start_clock(now, DAY, OWL), OWL, again=True)
    assert again.due_at == before


def test_a_player_who_undoes_just_before_their_quiet_hours_has_until_they_end() -> None:
    now = datetime(2026, 1, 10, 21, 55, tzinfo=PARIS)
    before = deadlines.format_time(now + timedelta(minutes=2))
    again = deadlines.reopen_clock(now, before, deadlines.start_clock(now, DAY, OWL), OWL, again=False)
    assert again.due_at == deadlines.format_time(datetime(2026, 1, 11, 8, tzinfo=PARIS))


def test_after_an_outage_no_clock_ends_on_a_day_off() -> None:
    """Asked on the 30th at 18:00; the bot was away for ten hours on the 1st, before two days off begin."""
    away = Wishes(zone="Europe/Paris", off=[DaysOff(first=date(2026, 5, 2), last=date(2026, 5, 3))])
    asked = deadlines.start_clock(datetime(2026, 4, 30, 18, tzinfo=PARIS), DAY, away)
    moved = deadlines.shift_clock(asked, timedelta(hours=10), away)
    assert moved.due_at == deadlines.format_time(datetime(2026, 5, 4, 4, tzinfo=PARIS))


def test_the_names_of_time_zones_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find them takes longer than a move may take, and somebody's wishes are read with each question."""
    assert "Europe/Paris" in deadlines.list_time_zones()
    monkeypatch.setattr(deadlines, "pkgutil", None)
    assert Wishes.model_validate_json('{"zone": "Europe/Paris"}').zone == "Europe/Paris"


def test_a_time_zone_that_only_some_systems_have_is_none() -> None:
    """After a move of the database, nobody could be asked anything."""
    assert "localtime" not in deadlines.list_time_zones()
    assert Wishes.read('{"zone": "localtime", "pictures": false}') == Wishes(zone="UTC", pictures=False)


def test_quiet_hours_of_before_there_was_a_limit_leave_eight_hours_as_well() -> None:
    nearly_always = Wishes.read('{"quiet_from": "09:00:00", "quiet_to": "08:59:00"}')
    assert not deadlines.is_quiet_time(datetime(2026, 5, 2, 8, 59, tzinfo=UTC), nearly_always)
    awake = [
        hour for hour in range(24) if not deadlines.is_quiet_time(datetime(2026, 5, 2, hour, tzinfo=UTC), nearly_always)
    ]
    assert awake == [*range(1, 9)]


ZONES = st.sampled_from(["UTC", "Europe/Paris", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"])
FIRST_DAY = datetime(2025, 1, 1, tzinfo=UTC)
ASKED_AFTER = st.integers(0, 3 * 365 * 24 * 60)
"""Minutes."""
QUIET = st.none() | st.times().map(lambda at: at.replace(second=0, microsecond=0))
DAYS_LATER = st.tuples(st.integers(-5, 25), st.integers(0, 6))


@given(ASKED_AFTER, st.integers(1, 336), ZONES, QUIET, QUIET, st.lists(DAYS_LATER, max_size=4))
def test_whatever_somebody_wishes_they_have_at_least_the_pace_and_never_end_in_quiet_hours(
    minutes: int, hours: int, zone: str, quiet_from: time | None, quiet_to: time | None, off: list[tuple[int, int]]
) -> None:
    asked = FIRST_DAY + timedelta(minutes=minutes)
    firsts = [(asked.date() + timedelta(days=later), timedelta(days=more)) for later, more in off]
    days_off = [DaysOff(first=first, last=first + more) for first, more in firsts]
    wishes = Wishes(zone=zone, quiet_from=quiet_from, quiet_to=quiet_to, off=days_off)
    times = deadlines.start_clock(asked, timedelta(hours=hours), wishes)
    assert times.due_at is not None
    assert times.next_at is not None
    ends, looks = deadlines.parse_time(times.due_at), deadlines.parse_time(times.next_at)
    away = {day for days in days_off for day in days.dates}
    had = timedelta(hours=hours)
    assert had <= time_at_hand(asked, ends, zone, away) <= had + timedelta(hours=25 * (2 + len(off)))
    assert asked < looks <= ends
    for at in (ends, looks):
        assert at.astimezone(ZoneInfo(zone)).date() not in away
        assert not deadlines.is_quiet_time(at, wishes)


def time_at_hand(begin: datetime, end: datetime, zone: str, away: set[date]) -> timedelta:
    """How much of this time lies on none of these days."""
    total, at = timedelta(0), begin
    while at < end:
        day = at.astimezone(ZoneInfo(zone)).date()
        midnight = datetime.combine(day + timedelta(days=1), time.min, ZoneInfo(zone)).astimezone(UTC)
        total += timedelta(0) if day in away else min(midnight, end) - at
        at = midnight
    return total


def test_settings_of_before_offer_whole_plans_where_they_offer_hints() -> None:
    assert TableSettings.read('{"hints": true}').plans
    assert not TableSettings.read("{}").plans
    assert not TableSettings.read('{"hints": true, "plans": false}').plans
    assert get_default_settings(4).plans
