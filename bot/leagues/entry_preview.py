"""What an entry would change, before it is written: places and promotions, tables and chairs, before and after.

Ratings follow from more than one season; whoever knows all of them adds these (see `careers`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bot.leagues.log_entries import Entry, LogLine, Reverted
from bot.leagues.promotion import next_levels
from bot.leagues.ratings import Rating
from bot.leagues.rounds import goes_on
from bot.leagues.ruling_effects import Why, complete, of_taking_back
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import LeagueTable, Season, with_line
from bot.leagues.standings import Standing, standings
from bot.leagues.teams import TeamStanding, standings_of_teams


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes different for an entrant; None: they have none, then or now."""

    before: Standing | None
    after: Standing | None
    level_before: int | None
    level_after: int | None
    rating_before: Rating | None = None
    rating_after: Rating | None = None
    further: Mapping[str, tuple[Rating | None, Rating | None]] = field(default_factory=dict)
    """Of a season of several games: their ratings in those beside the first one, before and after."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """What becomes different at a table."""

    before: LeagueTable
    after: LeagueTable

    @property
    def emptied(self) -> set[EntrantNumber]:
        """Whose chairs are empty then, while its result is still to come."""
        return self._away(self.after) - self._away(self.before) if self.after.is_open else set()

    @property
    def given_back(self) -> set[EntrantNumber]:
        """Who has their chair again, while its result is still to come."""
        return self._away(self.before) - self._away(self.after) if self.after.is_open else set()

    def _away(self, table: LeagueTable) -> set[EntrantNumber]:
        return {number for number in self.after.seats if number not in table.seats or number in table.away}


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """An entry that is not written yet. It may be written while its line is still the next one."""

    line: LogLine
    changes: Mapping[EntrantNumber, Change]
    """Of those for whom something becomes different."""
    tables: Mapping[int, TableChange] = field(default_factory=dict)
    """Those at which something becomes different."""
    stays: Mapping[int, Why] = field(default_factory=dict)
    """Tables at which what has followed from a line that is taken back stays as it is, and why."""
    teams: Mapping[int, tuple[TeamStanding, TeamStanding]] = field(default_factory=dict)
    """Of those teams for which something becomes different: how they stand, before and after."""
    draws: bool = False
    """Whether the next round is drawn at once, which nobody takes back."""
    barred: frozenset[EntrantNumber] = frozenset()
    """Who gets no further table then."""


def draft(season: Season, entry: Entry, opened: Collection[int] = (), played: Collection[int] = ()) -> EntryDraft:
    """Return what an entry would change; the season stays as it is.

    Args:
        season: as it stands.
        entry: what is thought of.
        opened: the tables that were opened: whoever has taken a chair there keeps it.
        played: the tables at which a chair is given back, and what a bot has played there stays.

    Raises:
        DoesNotFit: it could not be written.
    """
    stays = of_taking_back(season, entry.line, opened).stays if isinstance(entry, Reverted) else {}
    stays = {**dict.fromkeys(played, "played"), **stays}
    line = LogLine(number=len(season.lines) + 1, entry=complete(season, entry, opened, played))
    now, tables, teams, draws, barred = _would_be(season, line)
    then = _seen(season)
    nothing = (None, None)
    changes = {}
    for number in sorted(then.keys() | now.keys()):
        old, new = then.get(number, nothing), now.get(number, nothing)
        if old != new:
            changes[number] = Change(old[0], new[0], old[1], new[1])
    return EntryDraft(line, changes, tables, stays, teams, draws, barred)


def _would_be(
    season: Season, line: LogLine
) -> tuple[
    dict[EntrantNumber, tuple[Standing, int | None]],
    dict[int, TableChange],
    dict[int, tuple[TeamStanding, TeamStanding]],
    bool,
    frozenset[EntrantNumber],
]:
    """Return what people would see, which tables and teams change, whether a round is drawn then, and who is barred.

    The season is not kept any longer than this, for to free two long seasons at once takes too long.
    """
    after = with_line(season.lines, line)
    tables = {
        number: TableChange(table, after.tables[number])
        for number, table in season.tables.items()
        if number in after.tables and table != after.tables[number]
    }
    then = {team.number: team for team in standings_of_teams(season)}
    teams = {
        team.number: (then[team.number], team)
        for team in standings_of_teams(after)
        if team.number in then and then[team.number] != team
    }
    barred = frozenset(filter(after.is_barred, after.entrants))
    return _seen(after), tables, teams, goes_on(after) and not goes_on(season), barred


def _seen(season: Season) -> dict[EntrantNumber, tuple[Standing, int | None]]:
    """Return what people see of themselves."""
    next_level = next_levels(season)
    return {
        row.number: (row, next_level.get(row.number))
        for division in season.divisions()
        for row in standings(season, division)
    }
