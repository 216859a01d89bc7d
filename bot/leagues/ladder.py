"""The ladder: a league that is always open. Whoever wants a game says so, and a table opens when enough do.

How it is meant. A ladder is one more format. It is cut into periods, each a season with a log of its own, of which one
follows the other by itself: a log that never ended would grow without bound, would never open what its draws were
sealed over, and would name people for ever, while all of this is promised for seasons. So cards go with the period, the
best of a period have its title, and tables that are still played when it ends are played on and count for it. Ratings
go from period to period: each begins with what people had when it did.

Who waits is told to nobody, and can be told from nothing: else one could wish, or take a wish back, by who is there. A
draw names those who get a game, and is sealed over the others, who are opened when the period is over.

Who is matched. Everybody who waits looks for the people nearest to them by rating, within a window that grows with the
hours they have waited; the closest table opens first. Nobody meets somebody again with whom they sit now, or sat at the
last table of either, nor whom they want to be kept apart from, until they have waited for `PATIENCE`. Then they come
next, whoever else is there: so nobody waits any longer than that while enough wait. Seats, and who comes first where
nothing else decides, follow from the seed of the draw and from what each has added to it.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from bot.engine.chance import digest
from bot.leagues.draw import Pair, Proposed, digest_of_wishes
from bot.leagues.log_entries import UNRATED, Drawn, DrawnTable, Seeker, Strength
from bot.leagues.ratings import MU, RatedGame, Rating, rate_all, rated_games
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season

DIVISION = 1
"""All play in one."""
LINKS = 4096
"""Draws that one promise is good for; a period in which so many were made ends."""
WINDOW = 100
"""How far apart by rating people may be who meet at once."""
WIDENS = 25
"""By how much that grows with each hour of waiting."""
PATIENCE = 72
"""Hours after which somebody meets whoever is there."""
SHOWN = 40
"""Points of a shown rating in one of what it is reckoned in."""
THOUSANDTHS = 1000
NEWCOMER = Rating()


def window(hours: int) -> int | None:
    """Return how far from somebody people may be by rating who has waited for so many hours; None: any distance."""
    return None if hours >= PATIENCE else WINDOW + WIDENS * hours


def strength(rating: Rating) -> Strength | None:
    """Return with what somebody of this rating begins a period; None: as a newcomer."""
    if not rating.games:
        return None
    return Strength(rating=rating.shown, unsure=max(1, round(rating.sigma * THOUSANDTHS)), games=rating.games)


def ratings(season: Season) -> dict[EntrantNumber, Rating]:
    """Return everybody's rating, by what they had when the period began, and by its games."""
    played = rate_all(_begun(season), (game.places for game in rated_games(season)))
    return {number: played.get(number, NEWCOMER) for number in season.entrants}


class RatingsSoFar:
    """Everybody's ratings while a log is read line by line: games that are rated already are not rated anew."""

    def __init__(self) -> None:
        self._games: list[RatedGame] = []
        self._rated: dict[EntrantNumber, Rating] = {}
        self._begun = 0

    def shown(self, season: Season) -> dict[EntrantNumber, int]:
        """Return the ratings of a season as people read them; after a correction all games are rated again."""
        games = rated_games(season)
        if games[: len(self._games)] != self._games or self._begun != len(season.entrants):
            self._games, self._rated, self._begun = [], _begun(season), len(season.entrants)
        self._rated = rate_all(self._rated, (game.places for game in games[len(self._games) :]))
        self._games = games
        return {number: self._rated.get(number, NEWCOMER).shown for number in season.entrants}


def _begun(season: Season) -> dict[EntrantNumber, Rating]:
    return {
        one.number: Rating(MU + (known.rating - UNRATED) / SHOWN, known.unsure / THOUSANDTHS, known.games)
        for one in season.entrants.values()
        if (known := one.strength) is not None
    }


def games_missing(season: Season, rating: Rating, counted: int) -> int:
    """Return how many games somebody has to play yet to have a place; one of them at least in this period.

    Args:
        season: as it stands.
        rating: theirs.
        counted: how many of their tables are decided.
    """
    return max(season.given().floor - rating.games, 0 if counted else 1, 0)


def can_be_drawn(season: Season) -> bool:
    """Whether the promise of a period is good for another draw."""
    return len(season.rounds) < LINKS


def by_chance(seed: str, one: Seeker) -> str:
    """Return by what somebody is sorted where nothing else decides: the HMAC-SHA256 of number and ticket."""
    return hmac.digest(seed.encode(), f"{one.entrant} {one.ticket}".encode(), "sha256").hex()


def draw(
    season: Season,
    seed: str,
    waiting: Sequence[Seeker],
    *,
    apart: Collection[Pair] = (),
    salt: str = "",
    so_far: RatingsSoFar | None = None,
) -> Proposed | None:
    """Return the tables that open now; None: too few wait who may meet.

    Args:
        season: as it stands.
        seed: of this draw.
        waiting: everybody who waits.
        apart: who does not want to meet whom.
        salt: of the digest that seals who waits on.
        so_far: what is known of the ratings, where more than one draw is looked at.
    """
    shown = (so_far or RatingsSoFar()).shown(season)
    there = {one.entrant for one in waiting}
    wishes = tuple(sorted((pair for pair in apart if pair <= there), key=sorted))
    tables = Pairing(seed, waiting, shown, season.given().seats, not_again(season, there) | {*wishes}).tables()
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
        wishes=sealed(wishes, salt, left),
    )
    return Proposed(entry, apart=wishes, waiting=left)


def sealed(apart: Collection[Pair], salt: str, left: Iterable[Seeker]) -> str:
    """Return what a draw says of whom it is sealed over; there always is one, for whether anybody waits is secret.

    It is the SHA-256 of the digest of the wishes to be kept apart and, by number, a line for each who got no game:
    their number, ticket and hours.
    """
    lines = [f"{one.entrant} {one.ticket} {one.hours}" for one in sorted(left, key=lambda one: one.entrant)]
    return digest("\n".join([digest_of_wishes(apart, salt), *lines]))


def not_again(season: Season, there: set[EntrantNumber]) -> set[Pair]:
    """Return who of these is not to meet at once: those who sit together now, or did at the last table of either."""
    last: dict[EntrantNumber, int] = {}
    found: set[Pair] = set()
    for table in season.tables.values():
        here = [number for number in table.seats if number in there]
        last.update(dict.fromkeys(here, table.number))
        if table.is_open:
            found |= _together(here)
    for number, newest in last.items():
        found |= {frozenset({number, other}) for other in season.tables[newest].seats if other in there - {number}}
    return found


def _together(numbers: Sequence[EntrantNumber]) -> set[Pair]:
    return {frozenset({one, other}) for at, one in enumerate(numbers) for other in numbers[:at]}


@dataclass(frozen=True, slots=True)
class Candidate:
    """The table that somebody would open: themselves first, then the nearest whom they may meet."""

    distance: int
    """How far the farthest of them is from whoever looks."""
    people: tuple[Seeker, ...]


class Pairing:
    """Who of those who wait sits down with whom."""

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
        self._chance = {one.entrant: by_chance(seed, one) for one in waiting}
        self._line = sorted(waiting, key=lambda one: (shown[one.entrant], self._chance[one.entrant]))
        """The line in which they stand."""
        self._at = {one.entrant: at for at, one in enumerate(self._line)}
        self._apart: dict[EntrantNumber, set[EntrantNumber]] = {}
        for one, other in map(sorted, apart):
            self._apart.setdefault(one, set()).add(other)
            self._apart.setdefault(other, set()).add(one)
        self._seated: set[EntrantNumber] = set()

    def tables(self) -> list[tuple[Seeker, ...]]:
        """Return the tables in the order in which they are found, each with its people in the order of the seats."""
        found = [*self._closest_first(), *self._longest_first()]
        return [tuple(sorted(people, key=lambda one: self._chance[one.entrant])) for people in found]

    def _closest_first(self) -> Iterable[tuple[Seeker, ...]]:
        """Yield the closest table again and again, within the windows of those who look for one."""
        waiting = [(self._rank(found), found) for one in self._line if (found := self._nearest(one)) is not None]
        heapify(waiting)
        while waiting:
            _, found = heappop(waiting)
            if found.people[0].entrant in self._seated:
                continue
            if self._seated.isdisjoint(one.entrant for one in found.people):
                self._seated.update(one.entrant for one in found.people)
                yield found.people
            elif (anew := self._nearest(found.people[0])) is not None:
                heappush(waiting, (self._rank(anew), anew))

    def _rank(self, found: Candidate) -> tuple[int, int, str]:
        first = found.people[0]
        return found.distance, -first.hours, self._chance[first.entrant]

    def _nearest(self, first: Seeker) -> Candidate | None:
        """Return the table that somebody would open now; None: there are too few whom they may meet."""
        widest, people, distance = window(first.hours), [first], 0
        for other, far in self._by_distance(first):
            if widest is not None and far > widest:
                break
            if not self._is_kept_from(other, people):
                people.append(other)
                distance = far
                if len(people) == self._seats:
                    return Candidate(distance, tuple(people))
        return None

    def _by_distance(self, first: Seeker) -> Iterable[tuple[Seeker, int]]:
        """Yield those who wait on, the nearest by rating first, then by their places in the line; of two, the lower."""
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

    def _longest_first(self) -> Iterable[tuple[Seeker, ...]]:
        """Yield tables for those who have waited long enough, with whoever is there; if possible none they shun."""
        patient = [one for one in self._line if window(one.hours) is None]
        for first in sorted(patient, key=lambda one: (-one.hours, self._chance[one.entrant])):
            if first.entrant in self._seated or len(self._line) - len(self._seated) < self._seats:
                continue
            people, shunned = [first], list[Seeker]()
            for other, _ in self._by_distance(first):
                if len(people) < self._seats:
                    (shunned if self._is_kept_from(other, people) else people).append(other)
            people += shunned[: self._seats - len(people)]
            self._seated.update(one.entrant for one in people)
            yield tuple(people)
