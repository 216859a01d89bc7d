"""Time-dependent events of a season, derived from its log and its plan.

Deadlines count only time in which people could press: an outage of the bot moves those that were set before it.
Reports of a week do not move.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from bot.host.leagues.plan import Plan
from bot.host.table import deadlines
from bot.leagues.log_entries import Ended, Entry, Extended, Finished, Halted, Protested, Reverted
from bot.leagues.reverts import find_reverted
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable, SeatOffer

WEEK = timedelta(weeks=1)
REMINDERS = (WEEK, timedelta(days=1))
"""How long before the draw on a date the channel is reminded of sign-up."""
MAX_POSTPONED_DAYS = 56
"""Days by which a draw with too few entrants is postponed at most; then it waits for a steward."""
PROTEST_PERIOD = WEEK
"""Period in which the result of a table can be protested."""


def get_draw_time(season: Season) -> datetime | None:
    """Return the time of a season's first draw; None if it was not drawn yet."""
    return deadlines.parse_time(season.lines[season.rounds[0].drawn_at - 1].made_at) if season.rounds else None


def _get_opening_time(season: Season) -> datetime | None:
    return deadlines.parse_time(season.lines[0].made_at) if season.lines else None


def _get_start(season: Season, line: int) -> datetime:
    """Return the start of a period that follows from a line, moved by later outages."""
    return _move(season, line, season.lines[line - 1].made_at)


def get_offer_deadline(season: Season, offer: SeatOffer) -> datetime:
    """Return when an offered seat passes on to the next candidate."""
    return _move(season, offer.line, offer.until)


def _move(season: Season, line: int, moment: str) -> datetime:
    """Return a moment that a line fixed, moved by the outages since."""
    return deadlines.parse_time(moment) + timedelta(seconds=season.compute_lost_seconds(line))


def compute_draw_date(season: Season) -> datetime | None:
    """Return when a season is drawn by itself; None if it was drawn, or a steward draws it."""
    if season.dates is None or season.rounds or season.postponed > MAX_POSTPONED_DAYS:
        return None
    return _move(season, season.dated_at, season.dates.draws_at) + timedelta(days=season.postponed)


def is_draw_due(season: Season, now: datetime) -> bool:
    """Whether a season is drawn by itself now."""
    at = compute_draw_date(season)
    return at is not None and at <= now and "draw" not in season.halted and not season.cancelled


def compute_start_date(season: Season) -> datetime | None:
    """Return when the first tables of a season open by themselves; None if they open with the draw."""
    if season.dates is None or not season.dates.begins_at or season.postponed > MAX_POSTPONED_DAYS:
        return None
    return _move(season, season.dated_at, season.dates.begins_at) + timedelta(days=season.postponed)


def has_started(season: Season, now: datetime) -> bool:
    """Whether tables of a drawn season may open."""
    at = compute_start_date(season)
    return "start" not in season.halted and (at is None or at <= now)


def compute_last_day(season: Season, plan: Plan) -> datetime | None:
    """Return when a season or its round ends automatically.

    Returns:
        None when it ends as soon as all is decided, before the first draw, and while a steward has stopped the start.
    """
    if plan.weeks is None or not season.rounds:
        return None
    drawn = season.rounds[-1 if season.get_rules().is_drawn_in_rounds() else 0]
    begun, date = _get_start(season, drawn.drawn_at), compute_start_date(season)
    if date is not None and drawn.drawn_at == season.rounds[0].drawn_at:
        if "start" in season.halted:
            return None
        begun = max(begun, date, *_list_releases(season))
    return begun + plan.weeks * WEEK + timedelta(days=season.extended)


def _list_releases(season: Season) -> list[datetime]:
    """Return when stewards let the stopped start go ahead again; weeks of play count from the last of these."""
    return [
        _get_start(season, line.number)
        for line in season.lines
        if isinstance(line.entry, Reverted) and season.lines[line.entry.line - 1].entry == Halted(step="start")
    ]


def compute_reopened_days(season: Season, plan: Plan, now: datetime) -> int:
    """Return by how many days a last day must move so that a season whose end is taken back has a week left."""
    end = compute_last_day(season, plan)
    return ceil((now + WEEK - end) / timedelta(days=1)) if end is not None and end <= now else 0


def compute_extension(season: Season, entry: Entry) -> int:
    """Return an entry's extension of the coming last day, in days; negative if it moves closer."""
    match entry:
        case Extended():
            return entry.days
        case Reverted() if not (season.rounds and season.get_rules().is_drawn_in_rounds()) or (
            entry.line > season.rounds[-1].drawn_at
        ):
            return -compute_extension(season, season.lines[entry.line - 1].entry)
        case _:
            return 0


def compute_next_opening(season: Season, days: int | None) -> datetime | None:
    """Return when the season after a finished one opens automatically; None: it is not over, or opens manually.

    A ladder's next period opens immediately, unless somebody ended the ladder.

    Args:
        season: the previous season.
        days: days after its end.
    """
    passed_over = find_reverted(season.lines)
    ends = [line for line in season.lines if isinstance(line.entry, Ended) and line.number not in passed_over]
    if ends and season.get_rules().format == "ladder":
        days = 0 if ends[-1].by is None else None  # regardless of the league's setting
    return _get_start(season, ends[-1].number) + timedelta(days=days) if ends and days is not None else None


def count_weeks_played(season: Season, now: datetime) -> int:
    """Return the number of whole weeks since a season was drawn."""
    drawn = get_draw_time(season)
    return 0 if drawn is None else (now - drawn) // WEEK


def is_sign_up_long(season: Season, now: datetime) -> bool:
    """Whether sign-up has been open for a week without a draw."""
    opened = _get_opening_time(season)
    is_ladder = season.rules is not None and season.rules.format == "ladder"
    return opened is not None and get_draw_time(season) is None and now >= opened + WEEK and not is_ladder


def compute_next_time(season: Season, plan: Plan, now: datetime) -> datetime | None:
    """Return the next time at which a season needs attention; None if there is none."""
    opened, drawn = _get_opening_time(season), get_draw_time(season)
    if opened is None or season.next_divisions is not None:
        return None
    since = drawn or opened
    week = since + ((now - since) // WEEK + 1) * WEEK
    dates = (compute_last_day(season, plan), *list_coming_dates(season, now))
    return min([week, *(at for at in dates if at is not None)])


def list_coming_dates(season: Season, now: datetime) -> list[datetime]:
    """Return the coming dates of a season, with those on which its sign-up is recalled."""
    draw, start = compute_draw_date(season), compute_start_date(season)
    reminders = [] if draw is None else [draw - before for before in REMINDERS]
    return [at for at in (draw, start, *reminders) if at is not None and at > now]


def find_result_line(season: Season, table: LeagueTable) -> int:
    """Return the line number of a table's effective result; 0 if it is undecided."""
    if not table.counts:
        return 0
    since = season.lines[max(0, table.decided_at - 1) :]
    passed_over = find_reverted(since)  # a line is reverted by a later one
    found = [
        line.number
        for line in since
        if isinstance(line.entry, Finished) and line.entry.table == table.number and line.number not in passed_over
    ]
    return found[-1] if found else 0


def can_be_protested(season: Season, table: LeagueTable, now: datetime) -> bool:
    """Whether the result of a table can still be protested."""
    line = find_result_line(season, table)
    return line > 0 and now <= _get_start(season, line) + PROTEST_PERIOD


def get_protest_reason(season: Season, protest: int) -> str:
    """Return the reason given with a protest, by its line number."""
    line = season.lines[protest - 1]
    return line.reason if isinstance(line.entry, Protested) else ""
