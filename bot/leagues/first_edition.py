"""How divisions are made in seasons of the first edition, which keep it: who comes up can pass who stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.leagues import round_robin
from bot.leagues.log_entries import Brought
from bot.leagues.scoring import EntrantNumber


def divide(
    entrants: Sequence[EntrantNumber], sizes: Sequence[int], brought: Mapping[EntrantNumber, Brought]
) -> list[list[EntrantNumber]]:
    """Return the divisions of a new season, the best first.

    Who was here comes by what they reached; newcomers, among them by rating, come below. Where divisions had to be made
    anew, nobody falls by more than one because others left or came: a division is made larger instead.

    Args:
        entrants: in the order of the draw, which decides where nothing else does.
        sizes: how many each division is to have; together, all entrants.
        brought: what is known of people.
    """

    def rank(number: EntrantNumber) -> tuple[int, int, int, int]:
        known = brought.get(number, nothing)
        return (1, 0, 0, -known.rating) if known.level is None else (0, known.level, known.place, -known.rating)

    nothing = Brought()
    waiting = sorted(entrants, key=rank)
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


def playable(
    entrants: Sequence[EntrantNumber], seats: int, brought: Mapping[EntrantNumber, Brought]
) -> list[list[EntrantNumber]]:
    """Return the divisions of a new season, as large as suits the game, each of which can be played.

    Because nobody falls by more than one, a division may have to be larger, and another is left with too few for a
    table; then there are fewer divisions.

    Args:
        entrants: in the order of the draw.
        seats: of a table.
        brought: what is known of people.

    Raises:
        ValueError: they are too few for a table, or there is no way; the text says what to do.
    """
    wanted = round_robin.sizes(len(entrants), seats)
    for sizes in (wanted, *round_robin.larger(wanted, seats)):
        found = divide(entrants, sizes, brought)
        if all(round_robin.is_possible(len(division), seats) for division in found):
            return found
    raise ValueError("So many cannot be divided so that each division can be played and nobody falls by two divisions.")
