"""Direct messages to entrants: the draw, and a weekly digest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.engine.words import listed
from bot.host.leagues import calendar
from bot.host.leagues.player_tables import OwnTable
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.reachable_places import Range
from bot.leagues.season import Season
from bot.ui.screens.leagues.league_formats import last_day_in_words
from bot.ui.screens.leagues.player_place import own_bye, own_table, where_one_stands
from bot.ui.screens.leagues.season import called
from bot.ui.screens.names import as_markdown
from bot.ui.screens.parts import BLUE, address_of_channel
from bot.ui.screens.screen import Button, Screen, buttons

TABLES = 15
"""Maximum number of tables in one message."""
OPPONENTS = 12


def drawn(known: KnownSeason, number: int, tables: Sequence[OwnTable]) -> Screen:
    """Return the first message of a season: opponents, tables and the last day."""
    division = known.season.entrants[number].division
    where = f"You play in **division {division}**" if known.plan.format == "division" else "You play"
    others = sorted({other for mine in tables for other in mine.table.seats} - {number})
    names = [_called(known, other) for other in others[:OPPONENTS]]
    more = [f"{len(others) - OPPONENTS} more"] if len(others) > OPPONENTS else []
    against = f", with {listed([*names, *more])}" if names else ""
    return _letter(
        known,
        "the draw",
        f"{where}{against}.",
        _lines(known, number, [mine for mine in tables if mine.table.is_open]),
        last_day_in_words(known),
    )


def week(
    known: KnownSeason, number: int, tables: Sequence[OwnTable], reach: Range | None, now: datetime
) -> Screen | None:
    """Return the weekly digest: decided tables, the entrant's standing, and open tables.

    Returns:
        None without news: none of their tables was decided, and none waits for them.
    """
    weeks, division = calendar.weeks_played(known.season, now), known.season.entrants[number].division
    came_out = [mine for mine in tables if _came_out(known.season, mine, weeks)]
    waits = [mine for mine in tables if waits_for(known.season, number, mine)]
    if division is None or not came_out + waits:
        return None
    decided = _lines(known, number, came_out)
    waiting = _lines(known, number, waits)
    return _letter(
        known,
        f"your week {weeks}",
        f"**Decided**\n{decided}" if came_out else "",
        where_one_stands(known, number, division, reach),
        f"**Waits for you**\n{waiting}" if waits else "Nothing waits for you.",
        last_day_in_words(known),
    )


def waits_for(season: Season, number: int, mine: OwnTable) -> bool:
    """Return whether a table waits for an entrant's answer or confirmation."""
    opens = mine.table.fate == "planned" and mine.game_id is not None and number not in mine.table.away
    return not season.is_barred(number) and (mine.asked or opens)


def _came_out(season: Season, mine: OwnTable, weeks: int) -> bool:
    """Return whether a table was decided or corrected in the last completed week."""
    line, begun = calendar.decided_by(season, mine.table), calendar.drawn_at(season)
    if not line or begun is None:
        return False
    since, until = (begun + number * calendar.WEEK for number in (weeks - 1, weeks))
    return since <= deadlines.moment(season.lines[line - 1].made_at) < until


def _lines(known: KnownSeason, number: int, tables: Sequence[OwnTable]) -> str:
    lines = [own_table(known, number, mine, linked=True) for mine in tables[:TABLES]]
    if len(tables) > TABLES:
        lines.append(f"- … and {len(tables) - TABLES} more")
    return "\n".join([*lines, *own_bye(known, number)])


def _called(known: KnownSeason, number: int) -> str:
    """Return an entrant's plain name: outside the server a mention may not resolve."""
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else as_markdown(one.name)


def _letter(known: KnownSeason, about: str, *blocks: str) -> Screen:
    channel = address_of_channel(known.league.guild_id, known.league.channel_id)
    where = f"-# **My place** is on the league's message in [its channel]({channel})."
    return Screen(
        (
            f"### {called(known)}: {about}",
            *(block for block in blocks if block),
            where,
            *buttons(Button(f"lg-letters:{known.row.season_id}:stop", "Write to me no more")),
        ),
        colour=BLUE,
    )
