"""Divisions of seasons of the first edition, which keep its rule: promoted players can pass those who stayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues import round_robin
from bot.leagues.log_entries import Brought
from bot.leagues.scoring import EntrantNumber


def divide(
    entrants: Sequence[EntrantNumber], sizes: Sequence[int], brought: Mapping[EntrantNumber, Brought]
) -> list[list[EntrantNumber]]:
    """Return the divisions of a new season, the best first.

    Returning entrants are ordered by their earned division; newcomers follow, ordered by rating. Where sizes change,
    nobody falls by more than one division because others left or came: a division grows instead.

    Args:
        entrants: in the order of the draw, which breaks ties.
        sizes: size of each division; they add up to all entrants.
        brought: results and ratings carried over from earlier seasons.
    """

    def get_rank(number: EntrantNumber) -> tuple[int, int, int, int]:
        known = brought.get(number, nothing)
        return (1, 0, 0, -known.rating) if known.level is None else (0, known.level, known.place, -known.rating)

    nothing = Brought()
    waiting = sorted(entrants, key=get_rank)
    at = {number: place for place, number in enumerate(waiting)}
    may_not_fall: dict[int, list[EntrantNumber]] = {}
    for number in waiting:
        known = brought.get(number, nothing)
        lowest = len(sizes) if known.level is None else min(known.was + 1, len(sizes))
        may_not_fall.setdefault(lowest, []).append(number)
    found, placed, best = [], set[EntrantNumber](), iter(waiting)
    for division, size in enumerate(sizes, 1):
        members = [number for number in may_not_fall.get(division, ()) if number not in placed]
        placed.update(members)
        for number in best if len(members) < size else ():
            if number not in placed:
                placed.add(number)
                members.append(number)
            if len(members) == size:
                break
        found.append(sorted(members, key=at.__getitem__))
    return [division for division in found if division]


def divide_playable(
    entrants: Sequence[EntrantNumber], seats: int, brought: Mapping[EntrantNumber, Brought]
) -> list[list[EntrantNumber]]:
    """Return playable divisions of a new season, of sizes that suit the game.

    Because nobody falls by more than one, a division may grow and leave another with too few for a table. Then there
    are fewer divisions.

    Args:
        entrants: in the order of the draw.
        seats: of a table.
        brought: results and ratings carried over from earlier seasons.

    Raises:
        ValueError: there are too few for a table, or no division works; the text says what to do.
    """
    wanted = round_robin.compute_sizes(len(entrants), seats)
    for sizes in (wanted, *round_robin.list_larger_sizes(wanted, seats)):
        found = divide(entrants, sizes, brought)
        if all(round_robin.is_possible(len(division), seats) for division in found):
            return found
    raise ValueError("So many cannot be divided so that each division can be played and nobody falls by two divisions.")
