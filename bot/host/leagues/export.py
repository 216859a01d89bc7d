"""Export a season without names, and verify its draws from such a file.

A file names only people who agreed to it, and a picture with names stays private: data that left the server cannot be
erased.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from bot.engine.records import Record
from bot.host.leagues.season_log import KnownSeason
from bot.host.record.untrusted_files import BadFile, parse_json, refuse_oversized
from bot.leagues import log_entries, proof
from bot.leagues.games import list_titles
from bot.leagues.log_entries import InvalidEntry, LogLine, Moved
from bot.leagues.ranking_criteria import list_measures
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import Season
from bot.leagues.standings import compute_standings, list_decided

VERSION = 1
MAX_NUMBER = 1_000_000_000
"""Largest number in a season's file; it contains entrant numbers instead of user ids, and times as text."""
COLUMNS = ("division", "place", "entrant", "points", "tables decided", "tables open", "wins", "second places", "left")
"""Columns of every season; the other ranking criteria follow."""


class ExportedSeason(Record):
    """File format of a season: its complete log, with people as numbers."""

    boardroom_season: int = VERSION
    league: str
    season: int
    game: str
    """Key of the only game, or of the first of several."""
    games: list[str] = []
    """Keys of several games, in order; drawn tables index them from 0."""
    lines: list[LogLine]


def to_json(known: KnownSeason) -> str:
    """Return a season as JSON text, without authors and reasons, which stay in the server."""
    several = [game.title for game in known.plan.games] if known.plan.further else []
    name, number, game = known.league.name, known.row.number, known.plan.title
    empty = ExportedSeason(league=name, season=number, game=game, games=several, lines=[])
    unsigned = (line.model_copy(update={"by": None, "reason": ""}) for line in list(known.season.lines))
    # one after the other: serialising a long season in one call would block all other threads
    lines = ",\n".join(map(_write_line, unsigned))
    return f"{empty.model_dump_json().removesuffix(']}')}\n{lines}\n]}}\n"


def _write_line(line: LogLine) -> str:
    """Return a line as JSON, with Discord's ids as text: as numbers, the reader refuses them as too large."""
    if not isinstance(line.entry, Moved):
        return line.model_dump_json(exclude={"by_entrant"})
    written = line.model_dump(mode="json", exclude={"by_entrant"})
    written["entry"] |= {"channel_id": str(line.entry.channel_id), "before": str(line.entry.before)}
    return json.dumps(written, separators=(",", ":"))


def to_csv(season: Season) -> str:
    """Return the standings of a season as CSV, with all ranking criteria of its format."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    kinds = [] if season.rules is None else [season.get_ranking(each) for each in season.list_divisions() or [1]]
    all_measures = [one for kind in dict.fromkeys(kinds) for one in list_measures(season.get_rules(), kind)]
    measures = [one for one in all_measures if one.head.lower() not in COLUMNS]
    games = _sum_by_game(season)
    heads = (f"{what} in {title}" for title in games for what in ("tables decided", "points"))
    has_teams = season.rules is not None and season.rules.team > 0
    rows.writerow((*COLUMNS, *(one.head.lower() for one in measures), *heads, *["team"] * has_teams))
    for division in season.list_divisions():
        for row in compute_standings(season, division):
            points = f"{row.points / SIXTIETHS:g}"
            facts = (division, row.place, row.number, points, row.counted, row.open, row.wins, row.seconds, row.gone)
            team = [season.find_team(row.number) or ""] * has_teams
            by_game = (value for won in games.values() for value in won.get(row.number, (0, "0")))
            rows.writerow((*facts, *(one.format_value(row) for one in measures), *by_game, *team))
    return written.getvalue()


def _sum_by_game(season: Season) -> Mapping[str, Mapping[int, tuple[int, str]]]:
    """Return each entrant's decided tables and points, by game, for a season of several games."""
    rules = season.rules
    if rules is None or not rules.further:
        return {}
    found: dict[str, dict[int, tuple[int, int]]] = {title: {} for title in list_titles(season)}
    for one in list_decided(season, season.tables.values()):
        won = found[rules.games[one.table.game].title]
        for number, points in one.points.items():
            tables, so_far = won.get(number, (0, 0))
            won[number] = tables + 1, so_far + points
    return {
        title: {number: (tables, f"{points / SIXTIETHS:g}") for number, (tables, points) in won.items()}
        for title, won in found.items()
    }


def is_season(content: bytes) -> bool:
    """Whether a file is an exported season, even a faulty one."""
    try:
        found = parse_json(content)
    except BadFile:
        return False
    return isinstance(found, dict) and "boardroom_season" in found


def verify(content: bytes, published: str | None = None, former: Sequence[bytes] = ()) -> Sequence[proof.DrawCheck]:
    """Verify the draws of an exported season.

    Args:
        content: the file.
        published: digest from the sign-up message, if available.
        former: available files of earlier seasons of the league.
    """
    try:
        found = proof.check(_read_lines(content), published=published, former=[_read_lines(file) for file in former])
    except BadFile as bad:
        return [proof.DrawCheck(False, str(bad))]
    except Exception as wrong:  # noqa: BLE001 - a changed file may hold a season on which no rule can work
        known = isinstance(wrong, (ValidationError, log_entries.UnknownLine, InvalidEntry))
        why = str(wrong) if known else f"it cannot be read ({type(wrong).__name__})."
        return [proof.DrawCheck(False, f"This file is no season as this program would have kept it: {why[:500]}")]
    return found or [proof.DrawCheck(False, "Nothing was drawn in this season yet, so there is nothing to prove.")]


def _read_lines(content: bytes) -> list[LogLine]:
    """Return the lines of an exported season; invalid files raise various exceptions."""
    exported: Any = parse_json(content)
    refuse_oversized(exported, MAX_NUMBER)
    return [log_entries.parse_line(json.dumps(line)) for line in exported["lines"]]
