"""Words and form for the dates on which a season opens, is drawn and begins by itself."""

from __future__ import annotations

from datetime import datetime

from bot.host.leagues import calendar
from bot.host.leagues.season_dates import EXAMPLE, SeasonDates, format_typed, move_dates
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.log_entries import Halted, Postponed, Scheduled
from bot.ui.screens.forms import ChoiceField, Field, Form
from bot.ui.screens.screen import MenuLine

ZONE, OPENS, DRAWS, BEGINS, AFTER = "zone", "opens", "draws", "begins", "after"
"""Names of the form's fields."""
MAX_ZONE_CHARS = 40
STEPS = {"draw": "draw", "start": "start of the tables"}
"""What a step is called in a sentence."""


def format_date(at: datetime) -> str:
    """Return a date and its hour, which each reader sees in their own time zone."""
    return f"<t:{int(at.timestamp())}:f>"


def describe_draft_dates(dates: SeasonDates | None) -> str:
    """Return the dates of a draft in its organiser's time zone; empty without any."""
    if dates is None:
        return ""
    named = (("opens", dates.opens_at), ("draw", dates.draws_at), ("first tables", dates.begins_at))
    said = " · ".join(f"{words} {format_typed(at, dates.zone)}" for words, at in named if at)
    return f"**By itself** ({dates.zone}): {said}"


def describe_draw_date(known: KnownSeason) -> str:
    """Return when a season whose sign-up is open is drawn and begins by itself; empty if a steward draws it."""
    at = calendar.compute_draw_date(known.season)
    if at is None:
        return ""
    if "draw" in known.season.halted:
        return "Sign-up is open until a steward draws the season: the draw by date was stopped."
    return (
        f"Sign-up is open until {format_date(at)}. Then the season is drawn by itself, if {known.plan.seats} or more "
        f"have signed up.{describe_start_date(known)}"
    )


def describe_start_date(known: KnownSeason) -> str:
    """Return when the first tables open, as an appended sentence; empty if they open with the draw."""
    if "start" in known.season.halted:
        return " A steward has stopped the start: tables open when that is taken back."
    at = calendar.compute_start_date(known.season)
    return "" if at is None else f" The first tables open on {format_date(at)}."


def describe_next_dates(known: KnownSeason, opens: datetime) -> str:
    """Return the draw and the start of the season that follows, as an appended sentence; empty without dates."""
    if known.plan.dates is None or not known.plan.dates.draws_at or not known.season.lines:
        return ""
    opened = deadlines.parse_time(known.season.lines[0].made_at)
    dates = move_dates(known.plan.dates, opened, opens)
    drawn = format_date(deadlines.parse_time(dates.draws_at))
    begun = f", and begins on {format_date(deadlines.parse_time(dates.begins_at))}" if dates.begins_at else ""
    return f" It is drawn by itself on {drawn}{begun}, if enough have signed up or play on."


def describe_date_entry(entry: Scheduled | Halted | Postponed) -> str:
    """Return a log entry about the season's dates as a sentence."""
    match entry:
        case Scheduled():
            drawn = format_date(deadlines.parse_time(entry.draws_at))
            begun = f", and begins on {format_date(deadlines.parse_time(entry.begins_at))}" if entry.begins_at else ""
            return f"The season is drawn by itself on {drawn}{begun}."
        case Halted():
            return f"The {STEPS[entry.step]} by date is stopped."
        case Postponed():
            return f"Too few have signed up for a table, so that the dates move by {entry.days} days."


def describe_date_effects(entry: Scheduled | Halted, *, back: bool) -> str:
    """Return the effects of stopping a step or, with `back`, of taking that back, for a preview."""
    if isinstance(entry, Scheduled):
        return "The season has no dates any more: a steward draws it, and its tables open then."
    if back:
        return f"The {STEPS[entry.step]} goes ahead on its date; at once, if that is over."
    if entry.step == "draw":
        return "Sign-up stays open until a steward draws the season, or takes this back."
    return "No table opens until this is taken back."


def build_dates_form(known: KnownSeason, zone: str, after: tuple[MenuLine, ...]) -> Form:
    """Return the form of a draft's dates.

    Args:
        known: the draft.
        zone: the organiser's own time zone.
        after: when the next season opens, as menu lines.
    """
    dates = known.plan.dates or SeasonDates(zone=zone)

    def build_date(label: str, hint: str, at: str, name: str) -> Field:
        typed = format_typed(at, dates.zone)
        return Field(label, hint, typed, longest=len(EXAMPLE), name=name, required=False)

    return Form(
        f"lg-datesent:{known.row.season_id}",
        "The season: dates",
        (
            Field("Your time zone", "For example Europe/Paris", dates.zone, longest=MAX_ZONE_CHARS, name=ZONE),
            build_date("Sign-up opens", f"Like {EXAMPLE}; empty: when you open it", dates.opens_at, OPENS),
            build_date("The draw", "Empty: when you draw it", dates.draws_at, DRAWS),
            build_date("First tables open", "Empty: with the draw", dates.begins_at, BEGINS),
            ChoiceField("What comes after this season", after, name=AFTER),
        ),
    )
