"""Typed settings: days off with their yearly number, quiet hours, and time zones."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.host.errors import Refusal
from bot.host.table import deadlines
from bot.host.table.deadlines import DaysOff, Wishes
from bot.ui.handlers.settings import preferences
from bot.ui.handlers.settings.preferences import PreferenceChanges
from storage.interface.people import Person

SPRING = datetime(2026, 3, 1, 12, tzinfo=UTC)
NEW_YEARS_EVE = datetime(2026, 12, 31, 12, tzinfo=UTC)
ANN = Person(1, "Ann")


def typed(wishes: Wishes, *days_off: str, now: datetime = SPRING) -> Wishes:
    """Return the wishes after these days off were typed, one after the other."""
    for text in days_off:
        wishes = preferences.apply_changes(wishes, PreferenceChanges(days_off=text), now)
    return wishes


def test_taking_thirty_days_off_back_gives_no_other_thirty() -> None:
    after = typed(Wishes(), "2026-03-02 2026-03-31", "none")
    with pytest.raises(Refusal, match=r"31 days off in 2026; there are 30 a year, and 0 of them are left\. Days that "):
        typed(after, "2026-06-01")
    assert after.days_off == [], "no clock stands still any more"
    assert "stand still: none" in str(preferences.build_screen(ANN, after).blocks)


def test_a_holiday_that_is_put_off_by_a_week_costs_the_days_that_are_new() -> None:
    after = typed(Wishes(), "2026-07-01 2026-07-14", "none", "2026-07-08 2026-07-21")
    assert after.count_days_taken(2026) == 21
    assert [(days.first, days.last) for days in after.days_off] == [(date(2026, 7, 8), date(2026, 7, 21))]


def test_days_off_that_are_entered_twice_count_once() -> None:
    after = typed(Wishes(), "2026-07-01 2026-07-20", "2026-07-01 2026-07-20", "2026-07-11 2026-07-30")
    assert after.count_days_taken(2026) == 30


def test_days_off_over_new_year_count_in_the_year_in_which_each_lies() -> None:
    after = typed(Wishes(), "2026-12-24 2027-01-06")
    assert after.count_days_taken(2026) == 8
    assert after.count_days_taken(2027) == 6
    with pytest.raises(Refusal, match=r"31 days off in 2027; there are 30 a year, and 24 of them are left"):
        typed(after, "2027-02-01 2027-02-25")
    with pytest.raises(Refusal, match="31 days off in 2027"):
        typed(typed(Wishes(), "2027-01-01 2027-01-25"), "2026-12-01 2026-12-02", "2027-02-01 2027-02-06")


def test_days_off_of_this_year_count_until_it_is_over() -> None:
    after = typed(typed(Wishes(), "2026-03-02 2026-03-31"), "2027-03-01", now=NEW_YEARS_EVE)
    assert after.count_days_taken(2026) == 30
    after = typed(after, "2027-05-01", now=NEW_YEARS_EVE + timedelta(days=2))
    assert [days.first for days in after.off] == [date(2027, 3, 1), date(2027, 5, 1)], "nothing is kept for ever"


def test_days_off_at_the_end_of_the_calendar_are_refused() -> None:
    with pytest.raises(Refusal, match="until the end of 2031"):
        typed(Wishes(), "9999-12-31")


def test_days_off_of_before_they_could_be_taken_back_are_read_and_counted() -> None:
    stored = '{"zone":"Europe/Paris","off":[{"first":"2026-03-02","last":"2026-03-31"}],"pictures":true,"own_pages":[]}'
    wishes = Wishes.read(stored)
    assert wishes.days_off == [DaysOff(first=date(2026, 3, 2), last=date(2026, 3, 31))]
    with pytest.raises(Refusal, match="0 of them are left"):
        typed(wishes, "none", "2026-05-01")


def test_days_that_were_taken_back_move_no_clock_that_begins_now() -> None:
    after = typed(Wishes(), "2026-03-02 2026-03-31", "none")
    due = deadlines.start_clock(SPRING, timedelta(hours=24), after).due_at
    assert due == deadlines.format_time(SPRING + timedelta(hours=24))


@pytest.mark.parametrize(
    ("quiet", "begin", "end"), [("22:00-8:00", time(22), time(8)), ("16:00-8:00", time(16), time(8))]
)
def test_quiet_hours_last_up_to_sixteen_hours(quiet: str, begin: time, end: time) -> None:
    assert preferences.apply_changes(Wishes(), PreferenceChanges(quiet=quiet), SPRING).quiet == (begin, end)


@pytest.mark.parametrize("quiet", ["8:00-7:59", "16:00-8:01", "0:00-23:59"])
def test_quiet_hours_that_leave_less_than_eight_hours_are_refused(quiet: str) -> None:
    with pytest.raises(Refusal, match="16 hours a day at most, so that your clocks run for the other 8"):
        preferences.apply_changes(Wishes(), PreferenceChanges(quiet=quiet), SPRING)


def test_a_time_zone_of_the_systems_own_is_refused() -> None:
    with pytest.raises(Refusal, match="no time zone of that name"):
        preferences.apply_changes(Wishes(), PreferenceChanges(time_zone="localtime"), SPRING)
    assert "localtime" not in preferences.find_zones("local")
