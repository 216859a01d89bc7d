"""Player ratings by the closed-form updates of Weng and Lin, with full pairing (JMLR 12, 2011).

There is one rating for each server and game. It decides no season; it seeds divisions and is shown to players.

Ratings are folded from the logs of the leagues that the viewer can see, not stored. Corrections and erasures therefore
need no separate repair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, sqrt
from typing import TypeVar

from bot.leagues.scoring import EntrantNumber, rank_leavers_last
from bot.leagues.season import Season

Key = TypeVar("Key")

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
TAU = SIGMA / 100
KAPPA = 1e-4
PROVISIONAL_GAMES = 5
"""Number of games before a rating is reliable."""
RATED_TOGETHER = 3
"""Number of games of the same pair that are rated in a period of a ladder."""
RUST = SIGMA / 4
"""Standard deviation added for each season without a game."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a player's strength."""

    mu: float = MU
    sigma: float = SIGMA
    """Standard deviation of the estimate."""
    games: int = 0

    @property
    def shown(self) -> int:
        """The displayed rating; newcomers have 1500."""
        return round(1500 + 40 * (self.mu - MU))

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few games for a reliable rating."""
        return self.games < PROVISIONAL_GAMES

    def increase_uncertainty(self) -> Rating:
        """Return the same strength with more uncertainty."""
        return Rating(self.mu, min(SIGMA, sqrt(self.sigma**2 + RUST**2)), self.games)


NEWCOMER = Rating()


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that counts for ratings: the players from the start and their places."""

    number: int
    """Line number of the decision; games are rated in this order."""
    places: dict[EntrantNumber, int]
    again: frozenset[frozenset[EntrantNumber]] = frozenset()
    """Pairs who have met too often, and are not compared."""


def list_rated_games(season: Season) -> list[RatedGame]:
    """Return a season's rated games, in the order in which they ended.

    Bots, substitutes, and players who were absent or left are excluded; in older editions, players who left are last.
    Void tables and those decided by a steward or the last day are not rated. In a ladder the same pair is rated
    `RATED_TOGETHER` times, so that nobody gains by losing on purpose again and again; in older editions only at tables
    for two.
    """
    found = []
    for table in season.tables.values():
        rated = season.list_rated(table)
        there = {number: place for number, place in table.places.items() if number in rated}
        if table.fate == "finished" and len(there) > 1:
            found.append(RatedGame(table.decided_at, rank_leavers_last(there, table.gone)))
    found.sort(key=lambda game: game.number)
    return _limit_repeated_pairs(found) if season.get_rules().should_limit_repeated_pairs() else found


def _limit_repeated_pairs(games: Iterable[RatedGame]) -> list[RatedGame]:
    met: Counter[frozenset[EntrantNumber]] = Counter()
    found = []
    for game in games:
        pairs = [frozenset(pair) for pair in combinations(game.places, 2)]
        met.update(pairs)
        compared = {pair for pair in pairs if met[pair] <= RATED_TOGETHER}
        rated = frozenset[EntrantNumber]().union(*compared)
        places = {number: place for number, place in game.places.items() if number in rated}
        again = frozenset(pair for pair in pairs if pair <= rated) - compared
        if places:
            found.append(RatedGame(game.number, places, again))
    return found


def count_opponents(games: Iterable[RatedGame]) -> Counter[EntrantNumber]:
    """Return with how many others everybody was compared."""
    pairs = {frozenset(pair) for game in games for pair in combinations(game.places, 2) if {*pair} not in game.again}
    return Counter(number for pair in pairs for number in pair)


def rate(
    ratings: Sequence[Rating], places: Sequence[int], again: Collection[frozenset[int]] = frozenset()
) -> list[Rating]:
    """Return the players' ratings after a game.

    Args:
        ratings: before the game.
        places: of the same players, where 1 is the best and equal numbers share a place.
        again: pairs of these players, by position, who are not compared.
    """
    variances = [one.sigma**2 + TAU**2 for one in ratings]
    weight = 2 / len(ratings)
    found = []
    for at, (one, variance) in enumerate(zip(ratings, variances, strict=True)):
        gain = loss = 0.0
        for other, theirs in enumerate(variances):
            if other == at or (again and frozenset({at, other}) in again):
                continue
            c = sqrt(variance + theirs + 2 * BETA**2)
            p = 1 / (1 + exp((ratings[other].mu - one.mu) / c))
            s = (1 + (places[at] < places[other]) - (places[at] > places[other])) / 2
            gain += variance / c * (s - p)
            loss += variance / c**2 * p * (1 - p)
        sigma = sqrt(variance * max(KAPPA, 1 - weight * loss))
        found.append(Rating(one.mu + weight * gain, sigma, one.games + 1))
    return found


def rate_game(
    before: Mapping[Key, Rating], places: Mapping[Key, int], again: Collection[frozenset[Key]]
) -> dict[Key, Rating]:
    """Return the ratings of a game's players after it.

    Args:
        before: known ratings; missing players are newcomers.
        places: by player.
        again: pairs who are not compared.
    """
    players = [*places]
    at = {player: position for position, player in enumerate(players)}
    skipped = frozenset(frozenset(at[player] for player in pair) for pair in again)
    ratings = [before.get(player, NEWCOMER) for player in players]
    return dict(zip(players, rate(ratings, [places[player] for player in players], skipped), strict=True))


def rate_games(before: Mapping[EntrantNumber, Rating], games: Iterable[RatedGame]) -> dict[EntrantNumber, Rating]:
    """Return all ratings after a season's games, in order."""
    found = dict(before)
    for game in games:
        found.update(rate_game(found, game.places, game.again))
    return found


def rate_all(before: Mapping[Key, Rating], games: Iterable[Mapping[Key, int]]) -> dict[Key, Rating]:
    """Return all ratings after these games, in order.

    Args:
        before: known ratings; missing players are newcomers.
        games: places by player.
    """
    found = dict(before)
    for places in games:
        found.update(rate_game(found, places, ()))
    return found
