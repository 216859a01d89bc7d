"""Turning points: what a review holds of a game that is over, as it is kept; nobody is named in it."""

from __future__ import annotations

import logging

from pydantic import ValidationError

from bot.engine.pages import with_names
from bot.engine.records import Record, Seat
from storage.interface import EntryKind, KeptReview

log = logging.getLogger(__name__)

EDITION = 1
"""Of what a review holds and how it is made: whoever changes that raises it, so that those kept are made anew."""


class Instead(Record, frozen=True):
    """What a bot would have answered."""

    words: str
    """Its answer; seats are marks."""
    why: str
    """Its reason; empty: it has none to tell."""
    chances: float | None
    """The seat's chances right after it, as far as that can be told apart from others and from chance."""


class PlayedOn(Record, frozen=True):
    """What came of a decision where bots played on from it, in truths that the seat could not tell from the real one.

    Of several answers that were tried the best is told, by games that it was not chosen by.
    """

    games: int
    """So many were played after each of both answers, in the same truths."""
    won: float
    """So many of them the seat won after its own answer; one that is shared counts as a part."""
    instead: str
    """The other answer that did best; seats are marks. Empty: there was none to try."""
    won_instead: float
    """So many were won after that."""
    is_bots: bool
    """Whether it is what a bot would have answered."""


class TurningPoint(Record, frozen=True):
    """A decision of a seat, and what its chances were before and after it, from 0 to 1."""

    revision: int
    """That it led to."""
    part: str
    """To which part of the game it belongs; empty: it has none."""
    kind: EntryKind
    """Who decided: the player, their order, a bot, or a default."""
    asked: str
    """What was asked; seats are marks."""
    words: str
    """What was chosen; seats are marks."""
    before: float
    """What the seat's chances were when it was asked."""
    after: float
    """Right after its answer."""
    then: float
    """When it was asked the next time, or at the end."""
    sealed: bool
    """Whether the answer was sealed, so that others' answers are part of what came of it."""
    drew: bool
    """Whether the answer led to a draw at once, so that luck is part of what it changed."""
    drew_then: bool
    """Whether something was drawn afterwards."""
    to_the_end: bool
    """Whether it was the seat's last decision."""
    instead: Instead | None
    """What a bot would have answered; None: the same."""
    played_on: PlayedOn | None = None
    """What came of it where bots played on; None: they have not yet."""

    @property
    def change(self) -> float:
        """What came of it, from -1 to 1."""
        return self.then - self.before


class Review(Record, frozen=True):
    """How a game went. Nobody is named in it."""

    parts: tuple[str, ...]
    """To which part of the game each of the moments belongs that are drawn, in order."""
    chances: dict[Seat, tuple[float, ...]]
    """What each seat's chances were at these, from what it knew."""
    points: dict[Seat, tuple[TurningPoint, ...]]
    """Each seat's turning points, in order."""
    cut: bool
    """Whether moves follow that the rules of today do not play as they were played."""

    @property
    def is_played_on(self) -> bool:
        """Whether bots have played on from all turning points."""
        return all(point.played_on is not None for points in self.points.values() for point in points)


def kept(review: Review, revision: int, *, played_on: bool = False) -> KeptReview:
    """Return a review as it is kept.

    Args:
        review: how a game went.
        revision: of the game when it was made.
        played_on: whether there is nothing more to play on from, also where bots could not.
    """
    return KeptReview(revision, EDITION, review.model_dump_json(), played_on=played_on or review.is_played_on)


def readable(found: KeptReview | None, revision: int) -> Review | None:
    """Return a review that was kept; None: there is none of this edition and of the game as it stands.

    Args:
        found: what is kept.
        revision: the game's.
    """
    if found is None or (found.revision, found.edition) != (revision, EDITION):
        return None
    try:
        return Review.model_validate_json(found.review)
    except ValidationError as wrong:
        log.warning("a review that was kept cannot be read, so it is made anew: %s", wrong.error_count())
        return None


def with_numbers(review: Review) -> Review:
    """Return a review whose words call each seat by its number, where they have marks."""
    points = {seat: tuple(map(_with_numbers, points)) for seat, points in review.points.items()}
    return review.model_copy(update={"points": points})


def _with_numbers(point: TurningPoint) -> TurningPoint:
    bots, played = point.instead, point.played_on
    words = {"asked": _numbered(point.asked), "words": _numbered(point.words)}
    if bots is not None:
        bots = bots.model_copy(update={"words": _numbered(bots.words), "why": _numbered(bots.why)})
    if played is not None:
        played = played.model_copy(update={"instead": _numbered(played.instead)})
    return point.model_copy(update={**words, "instead": bots, "played_on": played})


def _numbered(text: str) -> str:
    return with_names(text, lambda seat: f"Seat {seat}")
