"""Calendar: what happens to a season because time has passed; all of it follows from its log and its plan."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.host.leagues.plan import Plan
from bot.host.table import deadlines
from bot.leagues.log_entries import Ended, Entry, Extended, Finished, Protested, Reverted
from bot.leagues.season import LeagueTable, Round, Season, reverted

WEEK = timedelta(weeks=1)
PROTEST_FOR = WEEK
"""For so long the result of a table can be doubted."""


def drawn_at(season: Season) -> datetime | None:
    """Return when a season was drawn first; None: not yet."""
    return _time_of(season, season.rounds[0]) if season.rounds else None


def _time_of(season: Season, drawn: Round) -> datetime:
    return deadlines.moment(season.lines[drawn.drawn_at - 1].made_at)


def _opened_at(season: Season) -> datetime | None:
    return deadlines.moment(season.lines[0].made_at) if season.lines else None


def last_day(season: Season, plan: Plan) -> datetime | None:
    """Return when a season, or its round, ends by itself; None: when all is decided, or it was not drawn yet."""
    if plan.weeks is None or not season.rounds:
        return None
    drawn = season.rounds[-1 if season.given().is_drawn_in_rounds() else 0]
    return _time_of(season, drawn) + plan.weeks * WEEK + timedelta(days=season.extended)


def put_off(season: Season, entry: Entry) -> int:
    """Return by how many days an entry would put the last day off that is to come; less than 0 brings it nearer."""
    match entry:
        case Extended():
            return entry.days
        case Reverted() if not (season.rounds and season.given().is_drawn_in_rounds()) or (
            entry.line > season.rounds[-1].drawn_at
        ):
            return -put_off(season, season.lines[entry.line - 1].entry)
        case _:
            return 0


def opens_next(season: Season, days: int | None) -> datetime | None:
    """Return when the season after one that is over opens by itself; None: it is not over, or somebody prepares it.

    Of a ladder it is at once, unless somebody has ended it.

    Args:
        season: the one before.
        days: how long after its end.
    """
    passed_over = reverted(season.lines)
    ends = [line for line in season.lines if isinstance(line.entry, Ended) and line.number not in passed_over]
    if ends and season.given().format == "ladder":
        days = 0 if ends[-1].by is None else None  # whatever is noted of the league
    return deadlines.moment(ends[-1].made_at) + timedelta(days=days) if ends and days is not None else None


def weeks_played(season: Season, now: datetime) -> int:
    """Return how many whole weeks have passed since a season was drawn."""
    drawn = drawn_at(season)
    return 0 if drawn is None else (now - drawn) // WEEK


def signs_up_for_long(season: Season, now: datetime) -> bool:
    """Whether people have signed up for a week, and nothing was drawn."""
    opened = _opened_at(season)
    is_ladder = season.rules is not None and season.rules.format == "ladder"
    return opened is not None and drawn_at(season) is None and now >= opened + WEEK and not is_ladder


def next_moment(season: Season, plan: Plan, now: datetime) -> datetime | None:
    """Return when something is to be done for a season because time has passed; None: never."""
    opened, drawn = _opened_at(season), drawn_at(season)
    if opened is None or season.levels is not None:
        return None
    since = drawn or opened
    week = since + ((now - since) // WEEK + 1) * WEEK
    end = last_day(season, plan)
    return week if end is None else min(week, end)


def decided_by(season: Season, table: LeagueTable) -> int:
    """Return the number of the line by which a table came out as it counts now; 0: it is not decided."""
    if not table.counts:
        return 0
    since = season.lines[max(0, table.decided_at - 1) :]
    passed_over = reverted(since)  # a line is reverted by a later one
    found = [
        line.number
        for line in since
        if isinstance(line.entry, Finished) and line.entry.table == table.number and line.number not in passed_over
    ]
    return found[-1] if found else 0


def may_be_doubted(season: Season, table: LeagueTable, now: datetime) -> bool:
    """Whether the result of a table can still be protested against."""
    line = decided_by(season, table)
    return line > 0 and now <= deadlines.moment(season.lines[line - 1].made_at) + PROTEST_FOR


def why_doubted(season: Season, protest: int) -> str:
    """Return the reason that somebody gave for a protest, by its line."""
    line = season.lines[protest - 1]
    return line.reason if isinstance(line.entry, Protested) else ""
