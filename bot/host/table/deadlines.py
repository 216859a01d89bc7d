"""Compute deadlines from paces, days off and quiet hours, as pure functions of the given time.

A question is open for the pace of its table. Days off of the person asked do not count. No deadline or reminder falls
on them or in quiet hours; it moves to their end. All of it uses the person's own time zone, including changes to and
from summer time.

Settings belong to one person, and are read with every move that asks them something. So a stored setting that cannot be
read has its default value, and no other player notices; `People` tells their owner once.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, ValidationError, model_validator

from bot.engine.options import Options
from bot.engine.records import Record
from storage.interface.questions import QuestionTimes

REMINDER_FRACTIONS = (0.5, 0.9)
"""Fractions of a question's time at which a reminder is sent."""
GRACE = timedelta(minutes=10)
"""Minimum time after an undo, when a question is reopened for the first time."""
MIN_OUTAGE = timedelta(minutes=15)
"""Shorter outages, such as a restart, and smaller jumps of the machine's clock change no deadline."""
DAYS_OFF_A_YEAR = 30
MAX_QUIET_HOURS = 16
"""Maximum quiet hours of a day; in the other eight, clocks run."""
MAX_PACE_HOURS = 336
"""Hours; two weeks."""


@cache
def list_time_zones() -> frozenset[str]:
    """Return the names of the time zones in the package tzdata, which every installation has.

    The operating system has others, such as `localtime`, which might be unknown after a move of the database.
    """
    return frozenset((pkgutil.get_data("tzdata", "zones") or b"").decode().split())


def _check_time_zone(zone: str) -> str:
    if zone not in list_time_zones():
        raise ValueError("There is no time zone of that name. Examples: Europe/Paris, America/New_York.")
    return zone


Posts: TypeAlias = Literal["headlines", "everything", "nothing"]


class TableSettings(Options):
    """A table's settings beside the rules; joining means agreeing."""

    pace: Literal["12 hours", "24 hours", "48 hours", "72 hours", "own", "no clock"] = Field(
        "24 hours",
        title="Pace",
        description="Time per answer",
        json_schema_extra={
            "explained": {
                "12 hours": "two answers a day.",
                "24 hours": "an answer a day, whenever it suits you.",
                "48 hours": "an answer every other day.",
                "72 hours": "for busy weeks.",
                "own": "anything from 1 hour to two weeks.",
                "no clock": "the table waits as long as anybody needs.",
            }
        },
    )
    hours: Annotated[int, Field(ge=1, le=MAX_PACE_HOURS)] = 24
    """The pace in hours, if the table has a custom one."""
    extensions: Literal[0, 1, 3, 5] = Field(3, title="More time", description="Time extensions per player")
    undo: Literal["own moves", "with consent"] = Field(
        "with consent",
        title="Undo",
        description="How far moves may be taken back",
        json_schema_extra={
            "explained": {
                "own moves": "your own last move alone, until somebody else moves or something hidden is shown.",
                "with consent": "also further back, when everybody agrees.",
            }
        },
    )
    absent: Literal["a bot", "a vote"] = Field(
        "a bot",
        title="Missed answers",
        description="After two missed answers in a row",
        json_schema_extra={
            "explained": {
                "a bot": "plays the seat until its player returns.",
                "a vote": "the default is played until the others vote to replace the player.",
            }
        },
    )
    talk: Literal["open", "only in the channel"] = Field(
        "open",
        title="Talk",
        description="Private table talk",
        json_schema_extra={
            "explained": {
                "open": "talk wherever you like.",
                "only in the channel": "talk about the game only where everybody reads it; I cannot check that.",
            }
        },
    )
    news: Posts = Field(
        "headlines",
        title="News in the channel",
        description="What I post there besides the table's message, calls and the result",
        json_schema_extra={
            "explained": {
                "headlines": "what changes the game for everybody.",
                "everything": "every line of the log that everybody may read.",
                "nothing": "no posts; the log has it all.",
            }
        },
    )
    bots: Literal["at once", "after a moment", "after a moment if several play"] = Field(
        "at once",
        title="Bots answer",
        description="How soon bots answer, so that you can follow what they do",
        json_schema_extra={
            "explained": {
                "at once": "you find everything played when you look.",
                "after a moment": "each takes 20 to 90 seconds; until then you can undo your move.",
                "after a moment if several play": "at once for one person who plays alone.",
            }
        },
    )
    """New tables start with the last of these (`get_default_settings`); in leagues, and at tables older than this
    setting, bots answer at once."""
    hints: bool = Field(
        False,
        title="Hints",
        description="Whether you can ask, privately, what a bot would do in your place, and why",
    )
    """New tables start with them (`get_default_settings`); older tables and leagues have none."""
    plans: bool = Field(
        False,
        title="Whole plans",
        description="Where a game has them, panels offer finished plans with what each leaves",
    )
    """New tables and leagues start with them. Settings from before they could be chosen have them with hints."""
    anonymous: bool = Field(
        False,
        title="Anonymous",
        description="Nobody reads who plays until the game is over; I call you by direct message only",
    )
    """See `bot.host.table.aliases`. In leagues everybody reads who plays at a table, and not on which seat."""
    unrevealed: bool = Field(
        False,
        title="Never revealed",
        description="Anonymous for ever: the result and all that is kept of the game name nobody either",
    )
    """Implies `anonymous`. Leagues have no such tables, because their results are public."""

    @model_validator(mode="before")
    @classmethod
    def _hide_players_who_stay_hidden(cls, data: Any) -> Any:
        return {**data, "anonymous": True} if isinstance(data, dict) and data.get("unrevealed") is True else data

    @model_validator(mode="before")
    @classmethod
    def _offer_plans_with_hints(cls, data: Any) -> Any:
        is_older = isinstance(data, dict) and "plans" not in data
        return {**data, "plans": data.get("hints") is True} if is_older else data

    @property
    def anonymity(self) -> tuple[bool, bool]:
        """Whether players are hidden until the end, and for ever."""
        return self.anonymous, self.unrevealed

    @classmethod
    @lru_cache(maxsize=1_000)
    def read(cls, stored: str) -> TableSettings:
        """Parse stored settings; cached, as most tables have the same."""
        return cls.model_validate_json(stored)

    @property
    def allowed(self) -> timedelta | None:
        """How long a question is open; None: unlimited."""
        match self.pace:
            case "no clock":
                return None
            case "own":
                return timedelta(hours=self.hours)
            case _:
                return timedelta(hours=int(self.pace.split()[0]))

    @property
    def hours_allowed(self) -> float | None:
        """How many hours a question is open; None: unlimited."""
        return None if self.allowed is None else self.allowed.total_seconds() / 3600


class DaysOff(Record):
    """Days on which a person does not play, first and last included."""

    first: date
    last: date
    withdrawn: bool = False
    """Whether their owner has withdrawn them. Clocks started before have excluded them, so they still count."""

    @model_validator(mode="after")
    def _check_order(self) -> DaysOff:
        if not self.first <= self.last < date.max:
            raise ValueError("days off end before they begin, or with the calendar")
        return self

    @property
    def dates(self) -> Collection[date]:
        """Each of the days."""
        return [self.first + timedelta(days=later) for later in range((self.last - self.first).days + 1)]


class Wishes(Record):
    """A person's settings for all tables."""

    zone: Annotated[str, AfterValidator(_check_time_zone)] = "UTC"
    quiet_from: time | None = None
    quiet_to: time | None = None
    off: list[DaysOff] = []
    """All announced days off of this year and later ones; none is removed before it is over."""
    pictures: bool = True
    """Whether a question about places is shown with a picture of them."""
    next_up: bool = False
    """Whether they get a direct message when the turn before theirs begins."""
    own_pages: list[int] = []
    """The leagues in which they want a personal web page."""
    links_to_pages: bool = False
    """Whether messages that tell them to act lead to their table as a page to play on."""

    @classmethod
    def read(cls, stored: str) -> Wishes:
        """Parse stored settings; unreadable fields have their default values."""
        return _read(stored)[0]

    @property
    def quiet(self) -> tuple[time, time] | None:
        """Begin and end of the quiet hours, limited to the maximum length."""
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return None
        if compute_quiet_duration(self.quiet_from, self.quiet_to) <= timedelta(hours=MAX_QUIET_HOURS):
            return self.quiet_from, self.quiet_to
        begin = datetime.combine(date.min, self.quiet_from)
        return self.quiet_from, (begin + timedelta(hours=MAX_QUIET_HOURS)).time()

    @property
    def days_off(self) -> list[DaysOff]:
        """The days off on which clocks stand still, in the order of their announcement."""
        return [days for days in self.off if not days.withdrawn]

    def count_days_taken(self, year: int) -> int:
        """Count the announced days of this year, each once, including withdrawn ones."""
        return len({day for days in self.off for day in days.dates if day.year == year})

    def revoke_days_off(self) -> Wishes:
        """Return the settings with all days off withdrawn."""
        return self.model_copy(update={"off": [days.model_copy(update={"withdrawn": True}) for days in self.off]})


def compute_quiet_duration(begin: time, end: time) -> timedelta:
    """Return the time between two times of day, possibly over midnight."""
    return (datetime.combine(date.min, end) - datetime.combine(date.min, begin)) % timedelta(days=1)


FIELDS_IN_WORDS = {
    "zone": "time zone",
    "quiet_from": "quiet hours",
    "quiet_to": "quiet hours",
    "off": "days off",
    "pictures": "choice about pictures",
    "own_pages": "pages on the web",
}


def describe_unreadable_settings(stored: str) -> str:
    """Describe unreadable settings for a message to their owner, sent once; empty: all are readable."""
    lost = _read(stored)[1]
    if not lost:
        return ""
    which = dict.fromkeys(words for name, words in FIELDS_IN_WORDS.items() if name in lost)
    what = " and your ".join(which) or "settings"
    utc = ", so your times are reckoned in UTC" if "zone" in lost else ""
    return (
        f"I can no longer read your {what}{utc}. Please choose anew with **/settings change**; all else is as it was."
    )


@lru_cache(maxsize=1_000)
def _read(stored: str) -> tuple[Wishes, frozenset[str]]:
    """Parse stored settings; also return the names of unreadable fields. Cached, as most people have none."""
    try:
        return Wishes.model_validate_json(stored), frozenset()
    except ValidationError as wrong:
        lost = frozenset(str(error["loc"][0]) for error in wrong.errors() if error["loc"])
    try:
        kept = {name: value for name, value in json.loads(stored).items() if name not in lost}
        return Wishes.model_validate_json(json.dumps(kept)), lost
    except (ValueError, AttributeError):  # it is no record at all
        return Wishes(), frozenset(FIELDS_IN_WORDS)


def start_clock(now: datetime, allowed: timedelta | None, wishes: Wishes) -> QuestionTimes:
    """Start the clock of a question asked now."""
    if allowed is None:
        return QuestionTimes(format_time(now))
    due = _add_duration(now, allowed, wishes)
    return QuestionTimes(format_time(now), format_time(due), format_time(compute_next_check(now, due, wishes, 0)))


def extend_clock(present: QuestionTimes, allowed: timedelta, wishes: Wishes) -> QuestionTimes:
    """Extend a clock by the same time again; its reminders are sent again."""
    if present.due_at is None:
        return present
    due = _add_duration(parse_time(present.due_at), allowed, wishes)
    return QuestionTimes(
        present.asked_at, format_time(due), format_time(compute_next_check(parse_time(present.due_at), due, wishes, 0))
    )


def reopen_clock(
    now: datetime, before: str | None, fresh: QuestionTimes, wishes: Wishes, *, again: bool
) -> QuestionTimes:
    """Return the clock of a question reopened by an undo: it has the rest of its time.

    Args:
        now: the time of the undo.
        before: its earlier deadline; None when no clock ran for it.
        fresh: the clock it would have if asked for the first time.
        wishes: settings of the person asked.
        again: whether it was reopened before; the first time, there are at least ten minutes.
    """
    if before is None or fresh.due_at is None:
        return fresh
    due = parse_time(before)
    if not again and due < now + GRACE:
        due = _add_duration(now, GRACE, wishes)
    reminded = len(REMINDER_FRACTIONS) - 1
    return QuestionTimes(
        fresh.asked_at, format_time(due), format_time(compute_next_check(now, due, wishes, reminded)), reminded
    )


def shift_clock(present: QuestionTimes, by: timedelta, wishes: Wishes) -> QuestionTimes:
    """Return the clock of a question after a pause; days off still do not count.

    A question without a clock is unchanged: the store itself moves the start of its waiting.
    """
    if present.due_at is None or present.next_at is None:
        return present
    due = _add_duration(parse_time(present.due_at), by, wishes)
    return QuestionTimes(
        format_time(parse_time(present.asked_at) + by),
        format_time(due),
        format_time(min(due, _find_available_time(parse_time(present.next_at) + by, wishes))),
        present.reminded,
    )


def compute_next_check(asked: datetime, due: datetime, wishes: Wishes, reminded: int) -> datetime:
    """Return when the clock is due next: at the next reminder, or at the deadline."""
    if reminded >= len(REMINDER_FRACTIONS):
        return due
    part = asked + (due - asked) * REMINDER_FRACTIONS[reminded]
    return min(due, _find_available_time(part, wishes))


def format_time(at: datetime) -> str:
    """Format a timestamp for the store: comparable as text."""
    return (at if at.tzinfo is UTC else at.astimezone(UTC)).isoformat(timespec="seconds")


def parse_time(stored: str) -> datetime:
    """Parse a stored timestamp."""
    return datetime.fromisoformat(stored)


def is_quiet_time(at: datetime, wishes: Wishes) -> bool:
    """Whether this is in a person's quiet hours."""
    return _skip_quiet_hours(at, wishes) != at


def _add_duration(start: datetime, allowed: timedelta, wishes: Wishes) -> datetime:
    """Add a duration, excluding days off; the result is neither on one nor in quiet hours."""
    start = start.astimezone(UTC)  # a sum of local times would ignore changes of the clocks
    end = start + allowed
    for first, last in _iterate_days_off(wishes):
        if first <= end and last > start:
            end += last - max(first, start)
    return _find_available_time(end, wishes)


def _iterate_days_off(wishes: Wishes) -> Iterator[tuple[datetime, datetime]]:
    """Yield the days off as time ranges in order; overlapping or adjacent ones are merged."""
    zone = ZoneInfo(wishes.zone)
    spans: list[tuple[date, date]] = []
    for days in sorted(wishes.days_off, key=lambda off: off.first):
        after = days.last + timedelta(days=1)
        if spans and days.first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], after))
        else:
            spans.append((days.first, after))
    for span in spans:
        first, last = (datetime.combine(day, time.min, zone).astimezone(UTC) for day in span)
        yield first, last


def format_hours(by: timedelta) -> str:
    """Return a length of time in hours, regardless of its sign."""
    hours = f"{abs(by).total_seconds() / 3600:.1f}".removesuffix(".0")
    return "1 hour" if hours == "1" else f"{hours} hours"


def _find_available_time(at: datetime, wishes: Wishes) -> datetime:
    """Return the time itself, or the first one after it that is neither on a day off nor in quiet hours."""
    end_of_days_off = next((last for first, last in _iterate_days_off(wishes) if first <= at < last), at)
    later = _skip_quiet_hours(end_of_days_off, wishes)
    return at if later == at else _find_available_time(later, wishes)


def _skip_quiet_hours(at: datetime, wishes: Wishes) -> datetime:
    """Return the time itself, or the end of the quiet hours containing it."""
    if wishes.quiet is None:
        return at
    begin, end = wishes.quiet
    zone = ZoneInfo(wishes.zone)
    local = at.astimezone(zone)
    for day in (local.date() - timedelta(days=1), local.date()):
        first, _ = _list_local_occurrences(day, begin, zone)
        _, last = _list_local_occurrences(day if begin < end else day + timedelta(days=1), end, zone)
        if first <= at < last:
            return last
    return at


def _list_local_occurrences(day: date, at: time, zone: ZoneInfo) -> list[datetime]:
    """Return the first and last UTC time at which a local clock shows this time, which may be skipped or repeated.

    They are in UTC: local times of one zone would be compared by their digits, wrongly when the clocks change.
    """
    return sorted(datetime.combine(day, at.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1))
