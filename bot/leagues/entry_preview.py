"""Preview the effects of an entry before it is written: places, promotions, tables and seats.

Ratings depend on several seasons; a caller with all of them adds these (see `careers`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bot.leagues.log_entries import Entry, LogLine, Reverted
from bot.leagues.promotion import get_next_levels
from bot.leagues.ratings import Rating
from bot.leagues.rounds import has_next_round
from bot.leagues.ruling_effects import Why, complete, find_effects
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season, add_line
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import Standing, compute_standings
from bot.leagues.teams import TeamStanding, compute_team_standings


@dataclass(frozen=True, slots=True)
class EntrantChange:
    """An entrant's standing before and after; None where they have none."""

    before: Standing | None
    after: Standing | None
    level_before: int | None
    level_after: int | None
    rating_before: Rating | None = None
    rating_after: Rating | None = None
    further: Mapping[str, tuple[Rating | None, Rating | None]] = field(default_factory=dict)
    """In a season of several games: ratings in the further games, before and after."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table before and after."""

    before: LeagueTable
    after: LeagueTable

    @property
    def emptied(self) -> set[EntrantNumber]:
        """Entrants whose seats become empty while the result is pending."""
        return self._list_away(self.after) - self._list_away(self.before) if self.after.is_open else set()

    @property
    def given_back(self) -> set[EntrantNumber]:
        """Entrants who get their seat back while the result is pending."""
        return self._list_away(self.before) - self._list_away(self.after) if self.after.is_open else set()

    def _list_away(self, table: LeagueTable) -> set[EntrantNumber]:
        return {number for number in self.after.seats if number not in table.seats or number in table.away}


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """An entry not yet written, with its effects; valid while its line number is the next one."""

    line: LogLine
    changes: Mapping[EntrantNumber, EntrantChange]
    """Entrants for whom something changes."""
    tables: Mapping[int, TableChange] = field(default_factory=dict)
    """Tables at which something changes."""
    stays: Mapping[int, Why] = field(default_factory=dict)
    """Tables that keep the effects of a reverted line, and why."""
    teams: Mapping[int, tuple[TeamStanding, TeamStanding]] = field(default_factory=dict)
    """Teams for which something changes: their standing before and after."""
    draws: bool = False
    """Whether the next round is drawn immediately, which cannot be undone."""
    barred: frozenset[EntrantNumber] = frozenset()
    """Entrants who then get no further table."""


def simulate_entry(
    season: Season, entry: Entry, opened: Collection[int] = (), played: Collection[int] = ()
) -> EntryDraft:
    """Return the effects of an entry; the season stays unchanged.

    Args:
        season: current season.
        entry: proposed entry.
        opened: tables that were opened: a person who took a seat there keeps it.
        played: tables at which a seat is given back, but a bot's moves there stay.

    Raises:
        InvalidEntry: the entry cannot be written.
    """
    stays = find_effects(season, entry.line, opened).stays if isinstance(entry, Reverted) else {}
    stays = {**dict.fromkeys(played, "played"), **stays}
    line = LogLine(number=len(season.lines) + 1, entry=complete(season, entry, opened, played))
    now, tables, teams, draws, barred = _simulate_line(season, line)
    then = list_standings(season)
    nothing = (None, None)
    changes: dict[EntrantNumber, EntrantChange] = {}
    for number, division in sorted(then.keys() | now.keys()):
        old, new = then.get((number, division), nothing), now.get((number, division), nothing)
        if old != new and number not in changes:  # a change in a knock-out comes before one in its groups
            changes[number] = EntrantChange(old[0], new[0], old[1], new[1])
    return EntryDraft(line, changes, tables, stays, teams, draws, barred)


def _simulate_line(
    season: Season, line: LogLine
) -> tuple[
    dict[tuple[EntrantNumber, int], tuple[Standing, int | None]],
    dict[int, TableChange],
    dict[int, tuple[TeamStanding, TeamStanding]],
    bool,
    frozenset[EntrantNumber],
]:
    """Return standings, changed tables and teams, whether a round would be drawn, and barred entrants.

    The copied season is released here, because freeing two long seasons at the same time takes too long.
    """
    after = add_line(season.lines, line)
    tables = {
        number: TableChange(table, after.tables[number])
        for number, table in season.tables.items()
        if number in after.tables and table != after.tables[number]
    }
    then = {team.number: team for team in compute_team_standings(season)}
    teams = {
        team.number: (then[team.number], team)
        for team in compute_team_standings(after)
        if team.number in then and then[team.number] != team
    }
    barred = frozenset(filter(after.is_barred, after.entrants))
    return list_standings(after), tables, teams, has_next_round(after) and not has_next_round(season), barred


def list_standings(season: Season) -> dict[tuple[EntrantNumber, int], tuple[Standing, int | None]]:
    """Return each entrant's standing and next division, by entrant and division."""
    next_level = get_next_levels(season)
    return {
        (row.number, division): (row, next_level.get(row.number))
        for division in season.list_divisions()
        for row in compute_standings(season, division)
    }
