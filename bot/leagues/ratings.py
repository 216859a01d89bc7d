"""How strong people are: the closed updates of Weng and Lin for many players, with full pairing (JMLR 12, 2011).

One rating for each server and game. It decides no season; it seeds divisions, and people like to see it move.

Ratings are folded, not stored: from the logs of the leagues that whoever asks can see. So a correction, and forgetting
somebody, mends nothing by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import TypeVar

from bot.leagues.scoring import EntrantNumber, below_all_who_stayed
from bot.leagues.season import Season

Key = TypeVar("Key")

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
TAU = SIGMA / 100
KAPPA = 1e-4
PROVISIONAL = 5
"""Games before a rating means something."""
RATED_TOGETHER = 3
"""How many games of the same two are rated in a period of a ladder for two."""
RUST = SIGMA / 4
"""By how much, as a variance, each season without a game makes us less sure."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What we think of somebody's strength."""

    mu: float = MU
    sigma: float = SIGMA
    """How unsure we are."""
    games: int = 0

    @property
    def shown(self) -> int:
        """As people read it: newcomers have 1500."""
        return round(1500 + 40 * (self.mu - MU))

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few games to believe it."""
        return self.games < PROVISIONAL

    def after_a_missed_season(self) -> Rating:
        """Return the same strength, of which we are less sure."""
        return Rating(self.mu, min(SIGMA, sqrt(self.sigma**2 + RUST**2)), self.games)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts for ratings: who sat there from the start, and how they stand."""

    number: int
    """Of the line that decided it: games are rated in this order."""
    places: dict[EntrantNumber, int]


def rated_games(season: Season) -> list[RatedGame]:
    """Return a season's games that are rated, in the order in which they ended.

    Bots and substitutes are not in them, nor whoever did not play, or left; in seasons of older editions, who left is
    last. What a steward or the last day decided, or what is void, is not rated. Of a ladder for two, the same two are
    rated `RATED_TOGETHER` times: in one that is almost empty, a friend could lose on purpose again and again.
    """
    found = []
    for table in season.tables.values():
        away = table.absent | table.held
        if season.given().leaving_is_absence():
            away |= table.gone
        there = {number: place for number, place in table.places.items() if number not in away}
        if table.fate == "finished" and len(there) > 1:
            found.append(RatedGame(table.decided_at, below_all_who_stayed(there, table.gone)))
    found.sort(key=lambda game: game.number)
    return _seldom_the_same(found) if season.given().rates_the_same_two_seldom() else found


def _seldom_the_same(games: Iterable[RatedGame]) -> list[RatedGame]:
    met: Counter[frozenset[EntrantNumber]] = Counter()
    found = []
    for game in games:
        pair = frozenset(game.places)
        met[pair] += 1
        if met[pair] <= RATED_TOGETHER:
            found.append(game)
    return found


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return what a game makes of its players' ratings.

    Args:
        ratings: before it.
        places: of the same players, where 1 is the best and equal numbers share a place.
    """
    variances = [one.sigma**2 + TAU**2 for one in ratings]
    weight = 2 / len(ratings)
    found = []
    for at, (one, variance) in enumerate(zip(ratings, variances, strict=True)):
        gain = loss = 0.0
        for other, theirs in enumerate(variances):
            if other == at:
                continue
            c = sqrt(variance + theirs + 2 * BETA**2)
            p = 1 / (1 + exp((ratings[other].mu - one.mu) / c))
            s = (1 + (places[at] < places[other]) - (places[at] > places[other])) / 2
            gain += variance / c * (s - p)
            loss += variance / c**2 * p * (1 - p)
        sigma = sqrt(variance * max(KAPPA, 1 - weight * loss))
        found.append(Rating(one.mu + weight * gain, sigma, one.games + 1))
    return found


def rate_all(before: Mapping[Key, Rating], games: Iterable[Mapping[Key, int]]) -> dict[Key, Rating]:
    """Return everybody's ratings after these games, one after the other.

    Args:
        before: what is known of people; who is not in it is a newcomer.
        games: places by player.
    """
    found = dict(before)
    newcomer = Rating()
    for places in games:
        players = [*places]
        after = rate([found.get(player, newcomer) for player in players], [places[player] for player in players])
        found.update(zip(players, after, strict=True))
    return found
