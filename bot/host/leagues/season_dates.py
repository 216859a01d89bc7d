"""Dates on which a season opens, is drawn and begins by itself, as its organiser types them."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.engine.records import Card
from bot.host.errors import Refusal
from bot.host.table import deadlines

TYPED = "%Y-%m-%d %H:%M"
"""How an organiser types a date, in their time zone."""
EXAMPLE = "2027-01-31 18:00"
MAX_AHEAD = timedelta(days=366)
"""How far ahead a date can be."""
DAY = timedelta(days=1)


class SeasonDates(Card):
    """Dates of a season; ISO 8601 in UTC, and empty where a person does it."""

    zone: str = "UTC"
    """The organiser's time zone."""
    opens_at: str = ""
    """When sign-up opens; empty: when a steward opens it."""
    draws_at: str = ""
    """When the season is drawn; empty: when a steward draws it."""
    begins_at: str = ""
    """When its first tables open; empty: with the draw."""


def read_dates(zone: str, opens: str, draws: str, begins: str, now: datetime) -> SeasonDates | None:
    """Return the typed dates; None if there are none.

    Raises:
        Refusal: one cannot be read, has passed, or comes before the one it follows.
    """
    if zone not in deadlines.list_time_zones():
        raise Refusal("There is no time zone of that name. Examples: Europe/Paris, America/New_York.")
    opens_at, draws_at, begins_at = (_parse_typed(typed.strip(), zone, now) for typed in (opens, draws, begins))
    if begins_at is not None and draws_at is None:
        raise Refusal("Tables can only open on a date if the season is drawn on one. Please give the draw's date, too.")
    for earlier, later, words in (
        (opens_at, draws_at, "The draw comes after the opening of sign-up."),
        (draws_at, begins_at, "The first tables open after the draw."),
    ):
        if earlier is not None and later is not None and later <= earlier:
            raise Refusal(f"{words} Please choose a later date.")
    opened, drawn, begun = ("" if at is None else deadlines.format_time(at) for at in (opens_at, draws_at, begins_at))
    return SeasonDates(zone=zone, opens_at=opened, draws_at=drawn, begins_at=begun) if opened or drawn else None


def _parse_typed(typed: str, zone: str, now: datetime) -> datetime | None:
    if not typed:
        return None
    try:
        at = datetime.strptime(typed, TYPED).replace(tzinfo=ZoneInfo(zone))
    except ValueError:
        raise Refusal(f"I cannot read **{typed[:20]}** as a date. Please write it like {EXAMPLE}.") from None
    if not now < at <= now + MAX_AHEAD:
        raise Refusal(f"**{typed}** is over already, or more than a year ahead. Please choose another date.")
    return at


def format_typed(moment: str, zone: str) -> str:
    """Return a date as its organiser typed it."""
    return deadlines.parse_time(moment).astimezone(ZoneInfo(zone)).strftime(TYPED) if moment else ""


def delay_dates(dates: SeasonDates, now: datetime) -> SeasonDates:
    """Return the dates of a season that opens on its date, now: all move along if the bot was away on that date."""
    opens_at = deadlines.parse_time(dates.opens_at)
    if now - opens_at < deadlines.MIN_OUTAGE:
        return dates
    drawn, begun = (
        deadlines.format_time(deadlines.parse_time(moment) + (now - opens_at)) if moment else ""
        for moment in (dates.draws_at, dates.begins_at)
    )
    return dates.model_copy(update={"opens_at": deadlines.format_time(now), "draws_at": drawn, "begins_at": begun})


def move_dates(dates: SeasonDates, opened: datetime, again: datetime) -> SeasonDates:
    """Return the dates of a season that opens at another time: as many days later, at the same hours.

    Args:
        dates: of an earlier season.
        opened: when its sign-up opened.
        again: when sign-up of the new season opens.
    """
    zone = ZoneInfo(dates.zone)
    days = (again.astimezone(zone).date() - opened.astimezone(zone).date()).days

    def move(moment: str) -> datetime | None:
        if not moment:
            return None
        local = deadlines.parse_time(moment).astimezone(zone)
        return datetime.combine(local.date() + timedelta(days=days), local.time(), zone)

    draws_at, begins_at = move(dates.draws_at), move(dates.begins_at)
    while draws_at is not None and draws_at <= again:
        draws_at, begins_at = draws_at + DAY, None if begins_at is None else begins_at + DAY
    drawn, begun = ("" if at is None else deadlines.format_time(at) for at in (draws_at, begins_at))
    return dates.model_copy(update={"opens_at": "", "draws_at": drawn, "begins_at": begun})
