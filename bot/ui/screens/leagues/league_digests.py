"""Direct messages to entrants: the draw, and a weekly digest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.engine.words import format_list
from bot.host.leagues import calendar
from bot.host.leagues.player_tables import OwnTable
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.reachable_places import PlaceRange
from bot.leagues.rounds import format_heading
from bot.leagues.season import Season
from bot.ui.screens.leagues.league_formats import describe_last_day
from bot.ui.screens.leagues.player_place import describe_bye, describe_own_table, describe_place
from bot.ui.screens.leagues.season import format_season_name
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import BLUE, build_channel_url
from bot.ui.screens.screen import Button, Screen, build_button_rows

MAX_TABLES = 15
"""Maximum number of tables in one message."""
MAX_OPPONENTS = 12


def render_draw_notice(known: KnownSeason, number: int, tables: Sequence[OwnTable]) -> Screen:
    """Return the first message of a season: opponents, tables and the last day."""
    division = known.season.entrants[number].division
    where = "You play"
    if division is not None and known.plan.has_divisions():
        where = f"You play in **{format_heading(known.season, division)}**"
    others = sorted({other for mine in tables for other in mine.table.seats} - {number})
    names = [_get_plain_name(known, other) for other in others[:MAX_OPPONENTS]]
    more = [f"{len(others) - MAX_OPPONENTS} more"] if len(others) > MAX_OPPONENTS else []
    against = f", with {format_list([*names, *more])}" if names else ""
    return _render_letter(
        known,
        "the draw",
        f"{where}{against}.",
        _format_tables(known, number, [mine for mine in tables if mine.table.is_open]),
        describe_last_day(known),
    )


def render_digest(
    known: KnownSeason, number: int, tables: Sequence[OwnTable], reach: PlaceRange | None, now: datetime
) -> Screen | None:
    """Return the weekly digest: decided tables, the entrant's standing, and open tables.

    Returns:
        None without news: none of their tables was decided, and none waits for them.
    """
    weeks, division = calendar.count_weeks_played(known.season, now), known.season.entrants[number].division
    came_out = [mine for mine in tables if _has_new_result(known.season, mine, weeks)]
    waits = [mine for mine in tables if is_waiting_for(known.season, number, mine)]
    if division is None or not came_out + waits:
        return None
    decided = _format_tables(known, number, came_out)
    waiting = _format_tables(known, number, waits)
    return _render_letter(
        known,
        f"your week {weeks}",
        f"**Decided**\n{decided}" if came_out else "",
        describe_place(known, number, division, reach),
        f"**Waits for you**\n{waiting}" if waits else "Nothing waits for you.",
        describe_last_day(known),
    )


def is_waiting_for(season: Season, number: int, mine: OwnTable) -> bool:
    """Return whether a table waits for an entrant's answer or confirmation."""
    opens = mine.table.fate == "planned" and mine.game_id is not None and number not in mine.table.away
    return not season.is_barred(number) and (mine.asked or opens)


def _has_new_result(season: Season, mine: OwnTable, weeks: int) -> bool:
    """Return whether a table was decided or corrected in the last completed week."""
    line, begun = calendar.find_result_line(season, mine.table), calendar.get_draw_time(season)
    if not line or begun is None:
        return False
    since, until = (begun + number * calendar.WEEK for number in (weeks - 1, weeks))
    return since <= deadlines.parse_time(season.lines[line - 1].made_at) < until


def _format_tables(known: KnownSeason, number: int, tables: Sequence[OwnTable]) -> str:
    lines = [describe_own_table(known, number, mine, linked=True) for mine in tables[:MAX_TABLES]]
    if len(tables) > MAX_TABLES:
        lines.append(f"- … and {len(tables) - MAX_TABLES} more")
    return "\n".join([*lines, *describe_bye(known, number)])


def _get_plain_name(known: KnownSeason, number: int) -> str:
    """Return an entrant's plain name: outside the server a mention may not resolve."""
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else escape_markdown(one.name)


def _render_letter(known: KnownSeason, about: str, *blocks: str) -> Screen:
    channel = build_channel_url(known.league.guild_id, known.league.channel_id)
    where = f"-# **My place** is on the league's message in [its channel]({channel})."
    return Screen(
        (
            f"### {format_season_name(known)}: {about}",
            *(block for block in blocks if block),
            where,
            *build_button_rows(Button(f"lg-letters:{known.row.season_id}:stop", "Write to me no more")),
        ),
        colour=BLUE,
    )
