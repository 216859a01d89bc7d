"""Match players of a ladder, an always open league whose tables open on demand.

Design. A ladder is one more format, divided into periods. Each period is a season with its own log, and periods follow
each other automatically. An endless log would grow without bound, would never open its sealed draws, and would name
people forever. So cards end with the period, and the best of a period win its title. Tables still running at its end
are played on and count for it. Each period begins with the ratings people had when it started.

Waiting is secret and cannot be inferred. Otherwise people could join or leave depending on who else waits. A draw names
those who get a game and seals the rest, who are revealed when the period ends.

Matching. Everybody who waits looks for the nearest players by rating, within a window that widens with each hour of
waiting. The closest table opens first. Until they have waited for `MAX_WAIT_HOURS`, players meet nobody from their
current tables, the last table of either, or their keep-apart wishes. After that they come next with any available
opponents, so nobody waits longer while enough players wait. Seats and remaining ties follow from the draw's seed and
each player's ticket.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from bot.engine.chance import compute_digest
from bot.leagues.draw import Pair, ProposedDraw, hash_wishes
from bot.leagues.log_entries import UNRATED_STRENGTH, Drawn, DrawnTable, Seeker, Strength
from bot.leagues.ratings import MU, NEWCOMER, RatedGame, Rating, count_opponents, list_rated_games, rate_games
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season

DIVISION = 1
"""The only division."""
DRAWS_PER_COMMITMENT = 4096
"""Number of draws one commitment covers; a period that used all of them ends."""
RATING_WINDOW = 100
"""Largest rating difference of players who meet immediately."""
WINDOW_POINTS_PER_HOUR = 25
"""Rating points added to the window for each hour of waiting."""
MAX_WAIT_HOURS = 72
"""Hours of waiting after which a player meets any available opponents."""
SHOWN_POINTS_PER_UNIT = 40
"""Displayed rating points for one unit of the internal scale."""
THOUSANDTHS = 1000


def compute_window(hours: int) -> int | None:
    """Return the largest rating difference after this many hours of waiting; None: any."""
    return None if hours >= MAX_WAIT_HOURS else RATING_WINDOW + WINDOW_POINTS_PER_HOUR * hours


def to_strength(rating: Rating) -> Strength | None:
    """Return the strength with which a player of this rating begins a period; None: as a newcomer."""
    if not rating.games:
        return None
    return Strength(rating=rating.shown, unsure=max(1, round(rating.sigma * THOUSANDTHS)), games=rating.games)


def rate_entrants(season: Season) -> dict[EntrantNumber, Rating]:
    """Return everybody's rating, from their rating at the start of the period and its games."""
    played = rate_games(_list_initial_ratings(season), list_rated_games(season))
    return {number: played.get(number, NEWCOMER) for number in season.entrants}


class RatingsSoFar:
    """Cached ratings for reading a log line by line, without rating earlier games again."""

    def __init__(self) -> None:
        self._games: list[RatedGame] = []
        self._rated: dict[EntrantNumber, Rating] = {}
        self._begun = 0

    def update_shown(self, season: Season) -> dict[EntrantNumber, int]:
        """Return the displayed ratings of a season; a correction makes all games be rated again."""
        games = list_rated_games(season)
        if games[: len(self._games)] != self._games or self._begun != len(season.entrants):
            self._games, self._rated, self._begun = [], _list_initial_ratings(season), len(season.entrants)
        self._rated = rate_games(self._rated, games[len(self._games) :])
        self._games = games
        return {number: self._rated.get(number, NEWCOMER).shown for number in season.entrants}


def _list_initial_ratings(season: Season) -> dict[EntrantNumber, Rating]:
    return {
        one.number: Rating(
            MU + (known.rating - UNRATED_STRENGTH) / SHOWN_POINTS_PER_UNIT, known.unsure / THOUSANDTHS, known.games
        )
        for one in season.entrants.values()
        if (known := one.strength) is not None
    }


def count_missing_games(season: Season, rating: Rating, finished: int) -> int:
    """Return how many games a player must still play to have a place; at least one must be in this period.

    Args:
        season: current season.
        rating: of the player.
        finished: number of tables that they played.
    """
    return max(season.get_rules().floor - rating.games, 0 if finished else 1, 0)


def count_missing_opponents(season: Season) -> dict[EntrantNumber, int]:
    """Return how many others each player must still meet in this period to have a place."""
    needed, met = season.get_rules().get_opponents_for_place(), count_opponents(list_rated_games(season))
    return {number: max(0, needed - met[number]) for number in season.entrants}


def can_be_drawn(season: Season) -> bool:
    """Whether the commitment of a period covers another draw."""
    return len(season.rounds) < DRAWS_PER_COMMITMENT


def derive_sort_key(seed: str, one: Seeker) -> str:
    """Return the tie-breaking sort key: the HMAC-SHA256 of number and ticket."""
    return hmac.digest(seed.encode(), f"{one.entrant} {one.ticket}".encode(), "sha256").hex()


def draw(
    season: Season,
    seed: str,
    waiting: Sequence[Seeker],
    *,
    apart: Collection[Pair] = (),
    salt: str = "",
    so_far: RatingsSoFar | None = None,
) -> ProposedDraw | None:
    """Return the tables that open now; None if too few waiting players may meet.

    Args:
        season: current season.
        seed: of this draw.
        waiting: everybody who waits.
        apart: pairs who do not want to meet.
        salt: of the digest that seals those who keep waiting.
        so_far: cached ratings, where several draws are examined.
    """
    shown = (so_far or RatingsSoFar()).update_shown(season)
    there = {one.entrant for one in waiting}
    wishes = tuple(sorted((pair for pair in apart if pair <= there), key=sorted))
    tables = Pairing(
        seed, waiting, shown, season.get_rules().seats, find_recent_pairs(season, there) | {*wishes}
    ).match_tables()
    if not tables:
        return None
    sits = {one.entrant: one for table in tables for one in table}
    left = tuple(sorted((one for one in waiting if one.entrant not in sits), key=lambda one: one.entrant))
    entry = Drawn(
        round=max((past.number for past in season.rounds), default=0) + 1,
        seed=seed,
        divisions={DIVISION: tuple(sorted(sits))},
        tables=tuple(DrawnTable(division=DIVISION, seats=tuple(one.entrant for one in table)) for table in tables),
        matched=tuple(sits[number] for number in sorted(sits)),
        wishes=hash_sealed_data(wishes, salt, left),
    )
    return ProposedDraw(entry, apart=wishes, waiting=left)


def hash_sealed_data(apart: Collection[Pair], salt: str, left: Iterable[Seeker]) -> str:
    """Return the digest that seals the waiting players. Every draw has one, to hide whether anybody waits.

    It is the SHA-256 of the digest of the keep-apart wishes and, by number, a line for each player without a game:
    their number, ticket and hours.
    """
    lines = [f"{one.entrant} {one.ticket} {one.hours}" for one in sorted(left, key=lambda one: one.entrant)]
    return compute_digest("\n".join([hash_wishes(apart, salt), *lines]))


def find_recent_pairs(season: Season, there: set[EntrantNumber]) -> set[Pair]:
    """Return pairs who must not meet now: they share a table, or did at the last table of either."""
    last: dict[EntrantNumber, int] = {}
    found: set[Pair] = set()
    for table in season.tables.values():
        here = [number for number in table.seats if number in there]
        last.update(dict.fromkeys(here, table.number))
        if table.is_open:
            found |= _list_pairs(here)
    for number, newest in last.items():
        found |= {frozenset({number, other}) for other in season.tables[newest].seats if other in there - {number}}
    return found


def _list_pairs(numbers: Sequence[EntrantNumber]) -> set[Pair]:
    return {frozenset({one, other}) for at, one in enumerate(numbers) for other in numbers[:at]}


@dataclass(frozen=True, slots=True)
class Candidate:
    """The table that a player would open: the player first, then the nearest acceptable opponents."""

    distance: int
    """Rating difference of the farthest opponent."""
    people: tuple[Seeker, ...]


class Pairing:
    """Matches waiting players to tables."""

    def __init__(
        self,
        seed: str,
        waiting: Iterable[Seeker],
        shown: Mapping[EntrantNumber, int],
        seats: int,
        apart: Collection[Pair],
    ) -> None:
        self._seats = seats
        self._shown = shown
        self._chance = {one.entrant: derive_sort_key(seed, one) for one in waiting}
        self._line = sorted(waiting, key=lambda one: (shown[one.entrant], self._chance[one.entrant]))
        """Waiting players, sorted by rating."""
        self._at = {one.entrant: at for at, one in enumerate(self._line)}
        self._apart: dict[EntrantNumber, set[EntrantNumber]] = {}
        for one, other in map(sorted, apart):
            self._apart.setdefault(one, set()).add(other)
            self._apart.setdefault(other, set()).add(one)
        self._seated: set[EntrantNumber] = set()

    def match_tables(self) -> list[tuple[Seeker, ...]]:
        """Return the tables in the order of matching, each with its players in seat order."""
        found = [*self._match_closest(), *self._match_longest_waiting()]
        return [tuple(sorted(people, key=lambda one: self._chance[one.entrant])) for people in found]

    def _match_closest(self) -> Iterable[tuple[Seeker, ...]]:
        """Yield the closest table repeatedly, within the windows of the searching players."""
        waiting = [(self._rank(found), found) for one in self._line if (found := self._find_table(one)) is not None]
        heapify(waiting)
        while waiting:
            _, found = heappop(waiting)
            if found.people[0].entrant in self._seated:
                continue
            if self._seated.isdisjoint(one.entrant for one in found.people):
                self._seated.update(one.entrant for one in found.people)
                yield found.people
            elif (anew := self._find_table(found.people[0])) is not None:
                heappush(waiting, (self._rank(anew), anew))

    def _rank(self, found: Candidate) -> tuple[int, int, str]:
        first = found.people[0]
        return found.distance, -first.hours, self._chance[first.entrant]

    def _find_table(self, first: Seeker) -> Candidate | None:
        """Return the table that a player would open now; None if there are too few acceptable opponents."""
        widest, people, distance = compute_window(first.hours), [first], 0
        for other, far in self._iterate_by_distance(first):
            if widest is not None and far > widest:
                break
            if not self._is_kept_from(other, people):
                people.append(other)
                distance = far
                if len(people) == self._seats:
                    return Candidate(distance, tuple(people))
        return None

    def _iterate_by_distance(self, first: Seeker) -> Iterable[tuple[Seeker, int]]:
        """Yield waiting players by rating distance, then by distance in the sorted list; in a tie the lower first."""
        here, rating = self._at[first.entrant], self._shown[first.entrant]
        below, above = here - 1, here + 1
        while below >= 0 or above < len(self._line):
            there = [at for at in (below, above) if 0 <= at < len(self._line)]
            far, _, at = min((abs(self._shown[self._line[at].entrant] - rating), abs(at - here), at) for at in there)
            below, above = (below - 1, above) if at < here else (below, above + 1)
            if self._line[at].entrant not in self._seated:
                yield self._line[at], far

    def _is_kept_from(self, other: Seeker, people: Iterable[Seeker]) -> bool:
        against = self._apart.get(other.entrant)
        return against is not None and any(one.entrant in against for one in people)

    def _match_longest_waiting(self) -> Iterable[tuple[Seeker, ...]]:
        """Yield tables for players beyond `MAX_WAIT_HOURS`, preferring opponents from whom they are not kept apart."""
        patient = [one for one in self._line if compute_window(one.hours) is None]
        for first in sorted(patient, key=lambda one: (-one.hours, self._chance[one.entrant])):
            if first.entrant in self._seated or len(self._line) - len(self._seated) < self._seats:
                continue
            people, shunned = [first], list[Seeker]()
            for other, _ in self._iterate_by_distance(first):
                if len(people) < self._seats:
                    (shunned if self._is_kept_from(other, people) else people).append(other)
            people += shunned[: self._seats - len(people)]
            self._seated.update(one.entrant for one in people)
            yield tuple(people)
