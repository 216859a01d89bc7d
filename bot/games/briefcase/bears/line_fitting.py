"""Fit pieces of text into a line: important ones are never pushed out by the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple


class Piece(NamedTuple):
    """A part of a line with its rank and its versions, the longest first."""

    rank: int
    """The lower, the more important."""
    versions: Sequence[str]


def fit_pieces(
    pieces: Sequence[Piece],
    has_room: Callable[[str], bool],
    firm: int = 0,
    is_short: Callable[[str], bool] = lambda _: True,
) -> str:
    """Return the pieces that fit, in their order.

    Args:
        pieces: all pieces.
        has_room: whether a text is short enough.
        firm: pieces of a lower rank are kept in their shortest versions rather than that one of them is left out;
            then they get longer, and only then the others are added, each as long as there is room for.
        is_short: whether there is room for a text with pieces that are not firm, too.
    """
    ranked = sorted((at for at, piece in enumerate(pieces) if piece.versions), key=lambda at: pieces[at].rank)
    first = [at for at in ranked if pieces[at].rank < firm]
    chosen: dict[int, int] = {}
    for at in first:
        shortest = {**chosen, at: len(pieces[at].versions) - 1}
        if has_room(_join(pieces, shortest)):
            chosen = shortest
    for at in [*chosen, *(at for at in ranked if at not in first)]:
        longer = ({**chosen, at: version} for version in range(chosen.get(at, len(pieces[at].versions))))
        texts = ((one, _join(pieces, one)) for one in longer)
        chosen = next((one for one, text in texts if has_room(text) and (at in first or is_short(text))), chosen)
    return _join(pieces, chosen)


def list_shorter(pieces: Sequence[Piece], has_room: Callable[[str], bool]) -> Iterator[str]:
    """Yield what fits of the pieces, then of all but the least important one, and so on; each shorter than before."""
    left = sorted(pieces, key=lambda piece: piece.rank)
    last = ""
    while left:
        text = fit_pieces([piece for piece in pieces if piece in left], has_room)
        if text and (not last or len(text) < len(last)):
            yield text
            last = text
        del left[-1]


def _join(pieces: Sequence[Piece], chosen: Mapping[int, int]) -> str:
    return " ".join(pieces[at].versions[version] for at, version in sorted(chosen.items()))
