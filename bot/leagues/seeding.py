"""Form the divisions of a new season: everybody plays where they earned it, unless sizes force otherwise.

All entrants are sorted into one list, which is cut into divisions. Better earned divisions come first. Within one,
relegated entrants come first, then those who stayed, were promoted, and were away; newcomers follow at the end. So when
a division is filled or too full, nobody passes an entrant from above without that entrant's relegation.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from bot.leagues import round_robin
from bot.leagues.log_entries import Brought
from bot.leagues.scoring import EntrantNumber

NEWCOMER = Brought()
NEARBY_DIVISIONS = 2
"""How many divisions more or fewer are tried around each suggested number."""


def sort_by_seeding(entrants: Sequence[EntrantNumber], brought: Mapping[EntrantNumber, Brought]) -> list[EntrantNumber]:
    """Return the entrants in seeding order.

    Args:
        entrants: in the order of the draw, which breaks ties.
        brought: results and ratings carried over from earlier seasons.
    """
    return sorted(entrants, key=lambda number: _get_rank(brought.get(number, NEWCOMER)))


def _get_rank(known: Brought) -> tuple[int, ...]:
    if known.level is None:  # an entrant from a season without divisions still has a place in it
        return (1, known.place == 0, known.place, -known.rating)
    came = 3 if known.missed else 1 + (known.level < known.was) - (known.level > known.was)
    return (0, known.level, came, known.missed, known.was, known.place, -known.rating)


def divide(
    entrants: Sequence[EntrantNumber], sizes: Sequence[int], brought: Mapping[EntrantNumber, Brought]
) -> list[list[EntrantNumber]]:
    """Return the divisions of a new season, the best first.

    Args:
        entrants: in the order of the draw.
        sizes: size of each division; they add up to all entrants.
        brought: results and ratings carried over from earlier seasons.
    """
    line = sort_by_seeding(entrants, brought)
    return [line[start:end] for start, end in pairwise(accumulate(sizes, initial=0))]


def find_moved(
    divisions: Sequence[Sequence[EntrantNumber]], brought: Mapping[EntrantNumber, Brought]
) -> dict[EntrantNumber, int]:
    """Return the entrants in another division than they earned, with that division."""
    return {
        number: division
        for division, members in enumerate(divisions, 1)
        for number in members
        if brought.get(number, NEWCOMER).level not in {None, division}
    }


def compute_sizes(
    entrants: Sequence[EntrantNumber],
    seats: int,
    brought: Mapping[EntrantNumber, Brought],
    wanted: int | None = None,
) -> list[int]:
    """Return the sizes of a new season's divisions, the best first.

    Criteria in order: nobody plays below their earned division; everybody in a division meets; a small division is
    filled from below, only as far as necessary; and all sizes suit the game.

    Args:
        entrants: in the order of the draw.
        seats: of a table.
        brought: results and ratings carried over from earlier seasons.
        wanted: preferred size; None: what suits the game.

    Raises:
        ValueError: there are too few for a table.
    """
    alike = round_robin.compute_sizes(len(entrants), seats, wanted)
    earned = [brought.get(number, NEWCOMER).level for number in sort_by_seeding(entrants, brought)]
    if not any(earned):
        return alike
    return min(
        (alike, *_generate_sizes(earned, seats, len(alike), wanted)),
        key=lambda found: _rate_sizes(found, earned, seats, wanted),
    )


def _generate_sizes(earned: Sequence[int | None], seats: int, usual: int, wanted: int | None) -> Iterator[list[int]]:
    """Yield candidate sizes that keep entrants in their earned divisions where possible."""
    people, deepest = len(earned), max(level for level in earned if level is not None)
    newcomers = earned.count(None)
    below = len(round_robin.compute_sizes(newcomers, seats, wanted)) if newcomers >= seats else 0
    near = {
        about + more
        for about in (usual, deepest, deepest + below)
        for more in range(-NEARBY_DIVISIONS, NEARBY_DIVISIONS + 1)
    }
    for number in sorted(near):
        for least in (seats, seats + 1):
            for most in {round_robin.compute_largest_meeting_size(seats), round_robin.MAX_SEARCHED_DIVISION}:
                if number > 0 and number * least <= people <= number * most:
                    yield _cut_sizes(earned, number, least, most, _get_fill_size(seats, wanted))


def _cut_sizes(earned: Sequence[int | None], number: int, least: int, most: int, filled: int) -> list[int]:
    """Return the sizes of this many divisions, each within the given limits.

    Each gets the entrants who earned it, or is filled up to a size. Below the last earned division, all divisions of
    newcomers are about equal.
    """
    levels = [level for level in earned if level is not None]
    filled = min(filled, len(earned) // number)
    # entrants to place with each division: those who earned it, and those who would not fit into the next ones
    placed = [bisect_right(levels, division) for division in range(1, number + 1)]
    placed = [*accumulate(reversed(placed), lambda later, here: max(here, later - most))][::-1]
    found: list[int] = []
    at = 0
    for division, others in zip(range(1, number + 1), reversed(range(number)), strict=True):
        left = len(earned) - at
        if division > levels[-1]:
            return [*found, *round_robin.split_evenly(left, others + 1)]
        size = max(placed[division - 1] - at, filled, least, left - others * most)
        found.append(min(size, most, left - others * least))
        at += found[-1]
    return found


def _get_fill_size(seats: int, wanted: int | None) -> int:
    """Return the size up to which a small division is filled."""
    return (wanted or round_robin.BEST_DIVISION_SIZES[seats]) * 3 // 4


def _rate_sizes(sizes: Sequence[int], earned: Sequence[int | None], seats: int, wanted: int | None) -> tuple[int, ...]:
    """Return the penalties of these sizes, the most important first."""
    below = above = at = 0
    for division, size in enumerate(sizes, 1):
        for level in earned[at : at + size]:
            if level is not None:
                below += max(0, division - level)
                above += max(0, level - division)
        at += size
    best = wanted or round_robin.BEST_DIVISION_SIZES[seats]
    most = max(best, round_robin.compute_largest_meeting_size(seats))
    strangers = sum(size for size in sizes if size > most)
    cramped = sum(size for size in sizes if size < _get_fill_size(seats, wanted))
    return below, strangers, cramped, above, sum((size - best) ** 2 for size in sizes)
