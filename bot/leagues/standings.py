"""Compute standings and their tie-breaks.

Divisions rank by points. Ties are broken first by points as if only the tied entrants had sat at their tables, where
each pair met equally often. Then follow wins, second places, share of the winner's score, and the points of beaten
opponents (Sonneborn-Berger). Remaining ties share the place. Scores are ignored where a division plays several games:
an entrant with more close-scoring games would gain an advantage. Swiss ranks by points per table, then opponents'
points per table without the entrant, wins, second places and shares. Cups rank by the round reached. Ladders rank by
rating once an entrant has played enough; the others follow, the fewest missing games first.

In Swiss seasons a bye counts as a drawn table. Struck and disqualified entrants are below all others. Quotients are
rounded down to a fixed fraction, so that the order is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import attrgetter
from typing import Any

from bot.leagues import games, ladder, scoring
from bot.leagues.rules import SIXTIETHS, Ranking
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.season_records import Entrant, LeagueTable

POINT_FRACTION = 720720
"""Fraction in which points per table are counted: divisible by all numbers up to 16, and fine enough beyond."""


@dataclass(slots=True)
class Standing:
    """An entrant's row in the standings."""

    number: EntrantNumber
    kind: Ranking = "division"
    """How the standing is ranked."""
    place: int = 0
    points: int = 0
    """In sixtieths, minus penalties."""
    counted: int = 0
    """Number of decided tables."""
    finished: int = 0
    """Number of decided tables that they played; in older editions that they sat at."""
    open: int = 0
    """Number of tables with a pending result."""
    byes: int = 0
    """Number of rounds without a game that gave points."""
    wins: int = 0
    seconds: int = 0
    among: int | None = None
    """Points among tied entrants; None without a tie, or where some pairs met more often."""
    share: int = 0
    """Sum of the shares of the winners' scores, in millionths."""
    berger: int = 0
    """Points of beaten opponents at each table, doubled, plus those of drawn opponents."""
    opponents: int = 0
    """Opponents' points per table without the entrant, in parts of a sixtieth."""
    reached: int = 0
    """The last cup round reached."""
    final: int = 0
    """Number of entrants beaten or drawn with in a cup's final, including themselves."""
    quit: bool = False
    """Whether they left their last table in a cup, which nobody played to its end."""
    rating: int = 0
    """In a ladder: the displayed rating."""
    missing: int = 0
    """In a ladder: games still needed for a place."""
    strangers: int = 0
    """In a ladder: others they must still meet for a place; 0 if the games that are missing bring as many."""
    below: int = 0
    """1: has played too few tables of a Swiss season or ladder to rank with the others; 2: struck or disqualified."""
    helped: int = 0
    left: bool = False
    """Whether they have left or were excluded."""
    put_out: bool = False

    @property
    def beaten(self) -> int | None:
        """Number of entrants beaten or drawn with in a cup's final; None if they were not in it."""
        return self.final - 1 if self.final else None

    @property
    def can_win(self) -> bool:
        """Whether a first place is a title: nobody wins without having played."""
        return self.finished > 0 and not self.quit

    @property
    def gone(self) -> str:
        """Reason in words why they do not play on; empty if they do."""
        return "put out" if self.put_out else "left" if self.left else ""

    @property
    def per_table(self) -> int:
        """Points per table, in parts of a sixtieth."""
        return self.points * POINT_FRACTION // self.scored if self.scored else 0

    @property
    def scored(self) -> int:
        """Number of decided tables, and of byes that count as one."""
        return self.counted + self.byes


@dataclass(frozen=True, slots=True)
class DecidedTable:
    """A table that counts: effective places, points and scores."""

    table: LeagueTable
    places: dict[EntrantNumber, int]
    points: dict[EntrantNumber, int]
    scores: Mapping[EntrantNumber, int]
    """Of those who played to the end."""
    worthless: set[EntrantNumber]
    """Entrants without points, because they did not play."""
    played: set[EntrantNumber]
    """Entrants who played it; in older editions all who sat there."""


def list_decided(season: Season, tables: Iterable[LeagueTable]) -> list[DecidedTable]:
    """Return the tables that count, with places and points."""
    found = []
    for table in tables:
        if table.counts:
            places, worthless = season.compute_places(table), season.list_worthless(table)
            points = scoring.compute_points(season.get_rules(), places, worthless)
            played = set(places) - (worthless if season.get_rules().should_count_only_finishers() else set())
            found.append(DecidedTable(table, places, points, season.get_scores(table), worthless, played))
    return found


def compute_standings(season: Season, division: int) -> list[Standing]:
    """Return a division's rows, the first place first; shared places keep the order of sign-up."""
    tables = season.list_tables(division)
    results = list_decided(season, tables)
    kind = season.get_ranking(division)
    rows = _build_rows(
        season.list_entrants(division), tables, results, kind, compares=season.get_rules().can_compare_scores()
    )
    match kind:
        case "division":
            _add_berger(rows, results)
            return _assign_places(_rank_by_points(season, rows, results))
        case "swiss":
            _add_byes(season, rows)
            _add_opponents(rows, results)
            _set_apart(rows)
            return _assign_places(
                _split([*rows.values()], [_compare_by("below", "per_table", "opponents", "wins", "seconds", "share")])
            )
        case "cup":
            _add_reached(season, rows, results, division)
            return _assign_places(_split([*rows.values()], [_compare_by("below", "reached", "final")]))
        case "ladder":
            _add_ratings(season, rows)
            return _assign_places(_split([*rows.values()], [_compare_by("below", "missing", "rating")]))


def _build_rows(
    entrants: Sequence[Entrant],
    tables: Sequence[LeagueTable],
    results: Sequence[DecidedTable],
    kind: Ranking,
    *,
    compares: bool,
) -> dict[EntrantNumber, Standing]:
    """Return each entrant's totals; `compares` says whether scores at different tables are comparable."""
    rows = {
        one.number: Standing(
            one.number,
            kind,
            points=-one.penalty * SIXTIETHS,
            below=2 if one.struck else 0,
            helped=one.helped,
            left=one.status != "plays",
            put_out=one.status == "disqualified",
        )
        for one in entrants
    }
    for table in tables:
        if table.is_open:
            for number in table.seats:
                rows[number].open += 1
    for result in results:
        shares = scoring.compute_score_shares(result.scores if compares else {}, result.places)
        for number, place in result.places.items():
            row = rows[number]
            row.points += result.points[number]
            row.counted += 1
            row.finished += number in result.played
            row.wins += place == 1
            row.seconds += place == 2 and number in result.played
            row.share += shares[number]
    return rows


def _add_berger(rows: dict[EntrantNumber, Standing], results: Sequence[DecidedTable]) -> None:
    for result in results:
        for one, other in combinations(result.places, 2):
            mine, theirs = result.places[one], result.places[other]
            if mine <= theirs and one in result.played:
                rows[one].berger += (1 + (mine < theirs)) * rows[other].points
            if theirs <= mine and other in result.played:
                rows[other].berger += (1 + (theirs < mine)) * rows[one].points


def _add_byes(season: Season, rows: dict[EntrantNumber, Standing]) -> None:
    for drawn in season.rounds:
        worth = games.get_bye_points(season.get_rules(), drawn.number)
        for number in drawn.byes if worth is not None else ():
            rows[number].points += worth or 0
            rows[number].byes += 1


def _add_opponents(rows: dict[EntrantNumber, Standing], results: Sequence[DecidedTable]) -> None:
    met = dict.fromkeys(rows, 0)
    for result in results:
        # entrants without any other opponent contribute nothing
        elsewhere = {
            number: (row.points - result.points[number]) * POINT_FRACTION // (row.scored - 1)
            for number in result.places
            if (row := rows[number]).scored > 1
        }
        whole = sum(elsewhere.values())
        for number in result.places:
            rows[number].opponents += whole - elsewhere.get(number, 0)
            met[number] += len(elsewhere) - (number in elsewhere)
    for number, row in rows.items():
        row.opponents //= met[number] or 1


def _add_ratings(season: Season, rows: dict[EntrantNumber, Standing]) -> None:
    known, strangers = ladder.rate_entrants(season), ladder.count_missing_opponents(season)
    for number, row in rows.items():
        row.rating = known[number].shown
        if not row.below:
            to_meet = -(-strangers[number] // (season.get_rules().seats - 1))
            missing = ladder.count_missing_games(season, known[number], row.finished)
            is_enough = to_meet < missing and row.finished < season.get_rules().floor
            row.missing, row.strangers = max(missing, to_meet), 0 if is_enough else strangers[number]
        row.below = row.below or min(1, row.missing)


def _set_apart(rows: dict[EntrantNumber, Standing]) -> None:
    """Rank entrants with fewer than half of the tables of others below them: one lucky game is no season."""
    most = max((row.scored for row in rows.values()), default=0)
    for row in rows.values():
        if not row.below and 2 * row.scored < most:
            row.below = 1


def _add_reached(
    season: Season, rows: dict[EntrantNumber, Standing], results: Sequence[DecidedTable], division: int
) -> None:
    rounds = [drawn for drawn in season.rounds if division in drawn.divisions]
    for drawn in rounds:
        for number in drawn.divisions[division]:
            rows[number].reached = drawn.number
    last = rounds[-1].number if rounds else 0
    tables = [table for table in season.list_tables(division) if table.round == last]
    for table in tables if season.get_rules().should_count_only_finishers() else ():
        for number in table.away if table.fate == "void" else ():
            rows[number].quit = True
    tables = [table for table in tables if table.fate != "void"]
    for result in results:
        if tables == [result.table]:
            for number, place in result.places.items():
                rows[number].final = len(result.places) + 1 - place


Criterion = Callable[[Sequence[Standing]], Callable[[Standing], Any]]
"""Creates a sort key from tied rows; smaller is better."""


def _compare_by(*names: str) -> Criterion:
    """Compare by these fields in order; more is better except for `below` and `missing`."""
    fields = [(attrgetter(name), 1 if name in {"below", "missing"} else -1) for name in names]
    return lambda _: lambda row: tuple(sign * value(row) for value, sign in fields)


def _rank_by_points(
    season: Season, rows: dict[EntrantNumber, Standing], results: Sequence[DecidedTable]
) -> list[list[Standing]]:
    def compare_among(level: Sequence[Standing]) -> Callable[[Standing], Any]:
        won = _compute_points_among(season, [row.number for row in level], results)
        for row in level:
            row.among = won.get(row.number)
        return lambda row: -won.get(row.number, 0)

    return _split(
        [*rows.values()],
        [_compare_by("below", "points"), compare_among, _compare_by("wins", "seconds", "share", "berger")],
    )


def _compute_points_among(
    season: Season, level: Sequence[EntrantNumber], results: Sequence[DecidedTable]
) -> dict[EntrantNumber, int]:
    """Return the points of tied entrants among themselves; empty where some pairs met more often."""
    won = dict.fromkeys(level, 0)
    met = dict.fromkeys(combinations(sorted(level), 2), 0)
    for result in results:
        few = sorted(result.places.keys() & won.keys())
        if len(few) > 1:
            for pair in combinations(few, 2):
                met[pair] += 1
            among = scoring.compute_points_among(season.get_rules(), result.places, few, result.worthless)
            for number, gained in among.items():
                won[number] += gained
    return won if len(set(met.values())) == 1 else {}


def _split(rows: list[Standing], criteria: Sequence[Criterion]) -> list[list[Standing]]:
    """Return the rows in groups of remaining ties, the best group first."""
    if not criteria or len(rows) < 2:
        return [rows] if rows else []
    key = criteria[0](rows)
    ordered = sorted(rows, key=key)
    return [group for _, level in groupby(ordered, key=key) for group in _split([*level], criteria[1:])]


def _assign_places(groups: Iterable[Sequence[Standing]]) -> list[Standing]:
    found: list[Standing] = []
    for group in groups:
        place = len(found) + 1
        for row in group:
            row.place = place
            found.append(row)
    return found
