"""A season as one HTML page: standings, crosstable, results with charts, and the proof of the draw.

The file of `/league export` and the web page share the template `templates/season.html`, filled from `SeasonParts`. The
file is self-contained: it has no script and loads nothing. Entrants who have not agreed to be named appear by their
number. All template values are escaped unless they were built here as markup, because names are user input.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bot.engine.pages import Picture
from bot.engine.words import format_count
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.head_to_head import Meeting, count_division_meetings
from bot.leagues.log_entries import Finished, LogLine, Reverted, Voided
from bot.leagues.pictures.crosstable import MAX_ENTRANTS_IN_WORDS, assign_letters, format_score
from bot.leagues.promotion import get_next_levels
from bot.leagues.proof import DrawCheck
from bot.leagues.ranking_criteria import Measure, list_measures
from bot.leagues.rounds import format_title
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import Standing, compute_standings, list_decided
from bot.leagues.teams import TeamStanding, compute_team_standings
from bot.ui.screens.html_text import Words, build_words, format_link, format_name, join_as_list, join_words
from bot.ui.screens.leagues.league_games import (
    describe_game_changes,
    describe_games,
    format_table_game,
    list_changed_options,
    list_games_plainly,
)
from bot.ui.screens.leagues.season import describe_points, format_points, list_remarks
from bot.ui.screens.leagues.season import format_season_name as season_called
from bot.ui.screens.names import sanitize_plain
from bot.ui.screens.parts import describe_table_settings
from storage.interface.leagues import EntrantRow

MAX_PAGE_BYTES = 5_000_000
"""Bytes of charts in one file; Discord takes files up to 8 MB."""

TEMPLATES = Path(__file__).parent / "templates"
STYLE = (TEMPLATES / "season.css").read_text(encoding="utf-8")
"""Style sheet of a season, in the file and on the web."""
FILE_STYLE = (TEMPLATES / "season_file.css").read_text(encoding="utf-8")
POLICY = Markup("default-src 'none'; img-src data:; style-src 'unsafe-inline'")
"""Content security policy of the file: it may load nothing else."""


def build_environment(*folders: Path) -> Environment:
    """Return the template environment for the templates here and in other folders."""
    return Environment(
        loader=FileSystemLoader([*folders, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


_environment = build_environment()


@dataclass(frozen=True)
class Chart:
    """A chart of a game, as shown on a page."""

    alt: str
    address: str
    width: int = 0
    height: int = 0
    """Size in pixels of a chart that is loaded separately; 0: it is embedded."""


def build_embedded_chart(picture: Picture) -> Chart:
    """Embed a compact picture (see `compact`) in the page itself."""
    return Chart(picture.alt, f"data:image/webp;base64,{b64encode(picture.png).decode()}")


@dataclass(frozen=True)
class SeasonPage:
    """The content of a season's page."""

    known: KnownSeason
    season: Season
    """The season's state, a copy owned by the page."""
    checks: Sequence[DrawCheck]
    """Result of verifying the draw."""
    charts: Mapping[int, Sequence[Chart]] = field(default_factory=dict)
    """Charts of finished games, by table number."""
    left_out: int = 0
    """Number of tables whose charts were left out for lack of room."""
    addresses: Mapping[int, str] = field(default_factory=dict)
    """URLs of the tables' pages, by table number."""
    people: Mapping[int, str] = field(default_factory=dict)
    """URLs of personal pages, by entrant number, for those who have one."""
    in_file: bool = True
    """Whether the page is a file, not on the web."""


def list_public_names(known: KnownSeason) -> Mapping[int, str]:
    """Return the entrants' names outside the server: their numbers, with names only of those who agreed.

    The number stands with every name, so that chosen names cannot be confused.
    """
    return list_entrant_names(known.entrants.values())


def list_entrant_names(entrants: Collection[EntrantRow]) -> Mapping[int, str]:
    """Return the names of these entrants outside the server; see `list_public_names`."""
    found = {one.entrant: f"Player {one.entrant}" for one in entrants}
    return found | {number: f"{name} ({number})" for number, name in _list_agreed_names(entrants).items()}


def _list_agreed_names(entrants: Iterable[EntrantRow]) -> Mapping[int, str]:
    names = {one.entrant: sanitize_plain(one.name) for one in entrants if one.named and one.user_id}
    return {number: name for number, name in names.items() if name}


def render_season_file(about: SeasonPage) -> str:
    """Render a season as a self-contained HTML file."""
    return _environment.get_template("season_file.html").render(
        season=SeasonParts(about),
        policy=POLICY,
        style=Markup(FILE_STYLE + STYLE),  # noqa: S704  # our own files
    )


STATUS = {"draft": "in preparation", "sign-up": "sign-up is open", "running": "being played", "over": "over"}


@dataclass(frozen=True)
class StandingRow:
    """A row of the standings."""

    place: int | None
    """Place; None: unranked."""
    number: int
    """Number of the entrant in the season; for a team, its own."""
    name: Words
    values: Mapping[str, str]
    """Cell text by the heading of its column."""
    marks: str = ""


@dataclass(frozen=True)
class Against:
    """An entrant's row of the crosstable."""

    letter: str
    place: int
    number: int
    name: Words
    met: Sequence[Encounter]
    """In the order of the standings."""


@dataclass(frozen=True)
class Encounter:
    """Results of one entrant against another; empty if they have not met or are the same."""

    number: int
    """Number of the opponent."""
    ahead: int = 0
    behind: int = 0
    level: int = 0
    kind: str = ""
    """Style class of the cell on the page."""
    score: str = ""
    """Text of the cell."""


@dataclass(frozen=True)
class CameOut:
    """An entrant's result at a table; without a result, their seat there."""

    number: int
    name: Words
    place: int | None = None
    """None: the table does not count, or not yet."""
    score: str = ""
    """Empty: there is none."""
    away: str = ""
    """Kind of absence: "left", "did not come" or "fell silent"; empty: they stayed."""
    brought: str = ""
    """Points for it; empty: none, or the season counts no points."""


@dataclass(frozen=True)
class TableResult:
    """A table's result, or its present state."""

    number: int
    round: int
    in_round: str
    """Suffix with the round; empty if there is only one."""
    game: str
    """Title of its game in brackets; empty if the season has only one."""
    seats: Sequence[CameOut]
    """Ordered by place once there is a result."""
    counts: bool
    state: str
    """Additional remark; empty: it was played to its end."""
    charts: Sequence[Chart]
    address: str
    """URL of its page; empty: there is none."""
    decided_at: str = ""
    """Time of the decision, ISO 8601 in UTC; empty: undecided, or it does not count."""
    changed_at: str = ""
    """Time of the last decision or correction."""

    @property
    def came_out(self) -> Words:
        """The result in one line."""
        if not self.counts:
            return join_as_list(one.name for one in self.seats)
        return join_words([_format_result(one) for one in self.seats], "; ")


def _format_result(one: CameOut) -> Words:
    with_score = f" with {one.score}" if one.score else ""
    away = f" ({one.away})" if one.away else ""
    return (
        build_words(f"{one.place}. ") + one.name + f"{with_score}{away}" + (f", {one.brought}" if one.brought else "")
    )


@dataclass(frozen=True)
class JoinedAs:
    """An entrant with their contribution to the draw."""

    number: int
    name: Words
    ticket: str
    address: str = ""
    """URL of their page; empty: they have none."""


@dataclass(frozen=True)
class DrawnRound:
    """A drawn round with its seed."""

    number: int
    seed: str
    drawn_at: str


@dataclass(frozen=True)
class SeasonPart:
    """A division, or a whole season without divisions."""

    number: int
    heading: str
    heads: Sequence[str]
    """The column headings of the standings."""
    caption: str
    rows: Sequence[StandingRow]
    letters: Sequence[str]
    met: Sequence[Against]
    results: Sequence[TableResult]


class SeasonParts:
    """The parts of a season's page, laid out by `season.html`."""

    team_heads = ("Place", "Team", "Points", "Wins", "2nds", "Best")

    def __init__(self, about: SeasonPage) -> None:
        self._about = about
        self._known = about.known
        self._season = about.season
        self._names = _list_agreed_names(about.known.entrants.values())
        self._levels = {} if about.season.next_divisions is None else get_next_levels(about.season)
        self._points = {
            result.table.number: result.points for result in list_decided(about.season, about.season.tables.values())
        }
        self._is_ladder = about.known.plan.format == "ladder"
        self.title = season_called(about.known)
        self.kind = f"{describe_games(about.known)} · {STATUS[about.known.row.status]}"
        self.checks = about.checks
        self.in_file = about.in_file
        self.digest = about.season.digest
        self._made_at = made_at = {line.number: line.made_at for line in about.season.lines}
        self._changed_at = _find_changes(about.season.lines)
        self.rounds = [DrawnRound(one.number, one.seed, made_at[one.drawn_at]) for one in about.season.rounds]
        self.log = f"season-{about.known.row.season_id}.json"

    def _get_name(self, number: int) -> Words:
        if number not in self._names:
            return build_words(f"Player {number}")
        return format_name(self._names[number]) + f" ({number})"

    def _link_name(self, number: int) -> Words:
        """Return a name that links to the entrant's page, if they have one."""
        name, address = self._get_name(number), self._about.people.get(number)
        return name if address is None else format_link(name, address)

    def _list_names(self, numbers: Iterable[int]) -> Words:
        return join_as_list(self._get_name(number) for number in numbers)

    @property
    def played_by(self) -> str:
        """The rules of the season."""
        plan, game = self._known.plan, self._known.find_game(0)
        words = [f"Points: {describe_points(self._known)}"]
        if self._is_ladder:
            words = ["Places go by rating"]
        if plan.further:
            words += list_games_plainly(self._known)
        elif game is not None:
            words += list_changed_options(game, plan.options)
        words += describe_table_settings(plan.pact)
        where = f" {describe_game_changes(plan)}" if plan.further else ""
        return f"{'; '.join(words)}.{where}"

    @property
    def signed_up(self) -> Sequence[Words]:
        """Names of all entrants."""
        return [self._get_name(one.number) for one in self._season.entrants.values() if one.status == "plays"]

    @cached_property
    def teams(self) -> Sequence[StandingRow]:
        """The standings of teams, if there are teams."""
        return [
            StandingRow(
                team.place,
                team.number,
                self._describe_team(team),
                self._map_cells(self.team_heads, _list_team_cells(team)),
            )
            for team in compute_team_standings(self._season)
        ]

    def _describe_team(self, team: TeamStanding) -> Words:
        before = build_words(" (before: ") + self._list_names(team.former) + ")" if team.former else ""
        return build_words(f"{team.number}: ") + self._list_names(team.members) + before

    @staticmethod
    def _map_cells(heads: Sequence[str], cells: Iterable[object]) -> Mapping[str, str]:
        return dict(zip(heads[2:], map(str, cells), strict=True))

    # -- a division ------------------------------------------------------------------------------------

    @cached_property
    def parts(self) -> Sequence[SeasonPart]:
        """The divisions; none before the draw."""
        return [self._build_part(number) for number in self._season.list_divisions()]

    def _build_part(self, number: int) -> SeasonPart:
        rows = compute_standings(self._season, number)
        kind = self._season.get_ranking(number)
        has_met = len(rows) <= MAX_ENTRANTS_IN_WORDS and kind != "cup"
        letter = assign_letters(rows) if has_met else {}
        measures = list_measures(self._season.get_rules(), kind)
        return SeasonPart(
            number,
            self._get_heading(number),
            _build_heads(measures),
            _describe_heads(measures),
            [self._build_row(row) for row in rows],
            ["Name", *(letter[row.number] for row in rows)] if has_met else [],
            list(self._build_crosstable(number, rows, letter)) if has_met else [],
            [self._build_result(table) for table in self._season.list_tables(number)],
        )

    def _get_heading(self, number: int) -> str:
        if self._season.get_rules().format == "groups":
            return format_title(self._season, number)
        is_one_of_many = self._season.get_rules().format == "division"
        return f"Division {number}" if is_one_of_many else "The ladder" if self._is_ladder else "The season"

    @property
    def heads(self) -> Sequence[str]:
        """The column headings of the first part, which are those of all but seasons with a knock-out."""
        return self.parts[0].heads if self.parts else ()

    def _build_row(self, row: Standing) -> StandingRow:
        measures = list_measures(self._season.get_rules(), row.kind)
        first, *others = measures
        cells = (
            first.format_value(row),
            f"{row.counted}/{row.counted + row.open}",
            *(one.format_value(row) for one in others),
        )
        values, place = self._map_cells(_build_heads(measures), cells), None if row.missing else row.place
        return StandingRow(place, row.number, self._link_name(row.number), values, self._describe_marks(row))

    def _describe_marks(self, row: Standing) -> str:
        entrant = self._season.entrants[row.number]
        level = self._levels.get(row.number)
        marks = list_remarks(row)
        if entrant.penalty:
            marks.append(f"penalty {-entrant.penalty:+d}")
        if level is not None and level != entrant.division:
            marks.append(f"next in division {level}")
        return ", ".join(marks)

    def _build_crosstable(self, number: int, rows: Sequence[Standing], letter: Mapping[int, str]) -> Iterator[Against]:
        met = count_division_meetings(self._season, number)
        for row in rows:
            cells = [
                _build_encounter(other.number, other is row, met.get((row.number, other.number))) for other in rows
            ]
            yield Against(letter[row.number], row.place, row.number, self._get_name(row.number), cells)

    # -- results ---------------------------------------------------------------------------------------

    def _build_result(self, table: LeagueTable) -> TableResult:
        in_round = f", round {table.round}" if len(self._season.rounds) > 1 and not self._is_ladder else ""
        state = {"planned": "not begun yet", "running": "being played", "void": "counts for nothing"}.get(
            table.fate, ""
        )
        return TableResult(
            table.number,
            table.round,
            in_round,
            format_table_game(self._known, table),
            self._build_seats(table),
            table.counts,
            "not played to its end" if table.fate == "adjudicated" else state,
            self._about.charts.get(table.number, ()),
            self._about.addresses.get(table.number, ""),
            self._made_at[table.decided_at] if table.counts else "",
            self._changed_at[table.number] if table.counts else "",
        )

    def _build_seats(self, table: LeagueTable) -> Sequence[CameOut]:
        if not table.counts:
            return [CameOut(number, self._get_name(number)) for number in table.seats]
        places, won = self._season.compute_places(table), self._points[table.number]
        return [
            CameOut(
                number,
                self._get_name(number),
                places[number],
                self._format_score(table, number),
                self._describe_absence(table, number),
                "" if self._is_ladder else _format_worth(won[number]),
            )
            for number in sorted(places, key=lambda number: (places[number], number))
        ]

    def _format_score(self, table: LeagueTable, number: int) -> str:
        game, found = self._known.find_game(table.game), self._season.get_scores(table).get(number)
        return "" if game is None or found is None else game.wording.score(found)

    def _describe_absence(self, table: LeagueTable, number: int) -> str:
        if number not in table.away or not table.scores:
            return ""
        return "left" if number in table.gone else "did not come" if number in table.absent else "fell silent"

    @property
    def helped(self) -> Words:
        """Names of the substitutes."""
        return self._list_names(one.number for one in self._season.entrants.values() if one.helped)

    @property
    def left_out(self) -> str:
        """A note on charts that are left out."""
        if not self._about.left_out:
            return ""
        tables = format_count(self._about.left_out, "table")
        if not self.in_file:
            return f"The charts of {tables} that ended earlier stand on their own pages."
        return f"The charts of {tables} are left out so that this file stays small; each stands in its table's thread."

    @cached_property
    def entrants(self) -> Sequence[JoinedAs]:
        """All entrants."""
        return [
            JoinedAs(one.number, self._get_name(one.number), one.ticket, self._about.people.get(one.number, ""))
            for one in self._season.entrants.values()
            if not one.helper
        ]


def _build_heads(measures: Sequence[Measure]) -> Sequence[str]:
    """Return the column headings of standings."""
    first, *others = measures
    return ("Place", "Name", first.short, "Tables", *(one.short for one in others))


def _describe_heads(measures: Sequence[Measure]) -> str:
    """Return the caption of standings, with the meaning of their headings."""
    meant = [f"{one.short}: {one.head.lower()}" for one in measures if one.short != one.head]
    return "Standings, with all that they rank by, in its order. " + "; ".join(meant)


def _format_worth(sixtieths: int) -> str:
    return "1 point" if sixtieths == SIXTIETHS else f"{format_points(sixtieths)} points"


def _find_changes(lines: Sequence[LogLine]) -> Mapping[int, str]:
    """Return the time of each table's last result, counting results that were taken back."""
    found: dict[int, str] = {}
    for line in lines:
        entry = line.entry
        back = (entry.line, *entry.also) if isinstance(entry, Reverted) else ()
        for each in (entry, *(lines[number - 1].entry for number in back)):
            if isinstance(each, Finished | Voided):
                found[each.table] = line.made_at
    return found


def _list_team_cells(team: TeamStanding) -> Sequence[object]:
    return format_points(team.points), team.wins, team.seconds, format_points(team.best)


def _build_encounter(number: int, is_same: bool, meeting: Meeting | None) -> Encounter:
    if is_same:
        return Encounter(number, kind="self")
    if meeting is None:
        return Encounter(number, kind="quiet", score=format_score(None))
    kind = "ahead" if meeting.ahead > meeting.behind else "behind" if meeting.behind > meeting.ahead else ""
    return Encounter(number, meeting.ahead, meeting.behind, meeting.level, kind, format_score(meeting))
