"""Data of a stored review of a finished game; it contains no names of people."""

from __future__ import annotations

import logging

from pydantic import ValidationError

from bot.engine.pages import with_names
from bot.engine.records import Record, Seat
from storage.interface.game_log import EntryKind
from storage.interface.past_games import StoredReview

log = logging.getLogger(__name__)

EDITION = 4
"""Version of the review's data and computation. Raise it with each change of either, so that stored ones are
recomputed."""


class BetterAnswer(Record, frozen=True):
    """An answer that was better than the chosen one, by the bot's estimates from the seat's view."""

    words: str
    """The answer; seats are marks."""
    lost: str
    """How much less the chosen answer was worth, in words; empty: the game's unit says nothing to players."""
    why: str
    """The main reason for the difference; seats are marks."""


class PlayoutResult(Record, frozen=True):
    """Playout results of a decision, in states that the seat could not distinguish from the real one.

    Of several alternatives the best is reported, measured in games other than those that selected it.
    """

    games: int
    """Number of games played after each of the two answers, in the same states."""
    won: float
    """Wins of the seat after its own answer; a shared win counts as a fraction."""
    instead: str
    """The best alternative; seats are marks. Empty: there was none."""
    won_instead: float
    """Wins after that."""
    is_bots: bool
    """Whether it is a bot's answer."""


class TurningPoint(Record, frozen=True):
    """A decision of a seat in which another answer was better, with its win probabilities, from 0 to 1."""

    revision: int
    """The revision it led to."""
    part: str
    """The part of the game it belongs to; empty: none."""
    kind: EntryKind
    """The kind of decision: by the player, their order, a bot, or a default."""
    asked: str
    """The question; seats are marks."""
    words: str
    """The chosen answer; seats are marks."""
    before: float
    """The seat's win probability at the question."""
    after: float
    """The same right after its answer."""
    then: float
    """The same at its next question, or at the end."""
    sealed: bool
    """Whether the answer was sealed, so that its effect includes others' answers."""
    drew: bool
    """Whether the answer led to a draw at once, so that its effect includes luck."""
    drew_then: bool
    """Whether something was drawn later."""
    to_the_end: bool
    """Whether it was the seat's last decision."""
    better: BetterAnswer
    """The best answer that a bot considers."""
    chance_instead: float | None = None
    """The win probability at the end of the turn with that answer; None: it cannot be told."""
    played_on: PlayoutResult | None = None
    """Playout results; None: not computed yet."""

    @property
    def was_good_after_all(self) -> bool:
        """Whether no other answer won more games when bots played on."""
        return self.played_on is not None and self.played_on.won >= self.played_on.won_instead


class Review(Record, frozen=True):
    """The review of a game. It contains no names of people."""

    parts: tuple[str, ...]
    """The part of the game for each point of the graph, in order."""
    chances: dict[Seat, tuple[float, ...]]
    """Each seat's win probability at these points, from its own knowledge."""
    points: dict[Seat, tuple[TurningPoint, ...]]
    """Each seat's turning points, in order; none for decisions of bots."""
    judged: tuple[Seat, ...]
    """The seats with at least one decision that was not a bot's."""
    cut: bool
    """Whether later moves cannot be replayed with today's rules."""

    @property
    def is_played_on(self) -> bool:
        """Whether all turning points have playout results."""
        return all(point.played_on is not None for points in self.points.values() for point in points)


def to_stored_review(review: Review, revision: int, *, played_on: bool = False) -> StoredReview:
    """Convert a review to its stored form.

    Args:
        review: the review.
        revision: the game's revision when it was made.
        played_on: whether playouts are done, including those that were impossible.
    """
    return StoredReview(revision, EDITION, review.model_dump_json(), played_on=played_on or review.is_played_on)


def read_stored_review(found: StoredReview | None, revision: int) -> Review | None:
    """Read a stored review; None: there is none of this edition and of the game's present revision.

    Args:
        found: the stored review.
        revision: the game's present revision.
    """
    if found is None or (found.revision, found.edition) != (revision, EDITION):
        return None
    try:
        return Review.model_validate_json(found.review)
    except ValidationError as wrong:
        log.warning("a stored review could not be read, so it is computed again: %s errors", wrong.error_count())
        return None


def replace_seat_marks(review: Review) -> Review:
    """Return a review with seat numbers in place of seat marks."""
    points = {seat: tuple(map(_replace_marks_in_point, points)) for seat, points in review.points.items()}
    return review.model_copy(update={"points": points})


def _replace_marks_in_point(point: TurningPoint) -> TurningPoint:
    words = {"asked": _replace_marks_in_text(point.asked), "words": _replace_marks_in_text(point.words)}
    better, played = point.better, point.played_on
    better = better.model_copy(
        update={"words": _replace_marks_in_text(better.words), "why": _replace_marks_in_text(better.why)}
    )
    if played is not None:
        played = played.model_copy(update={"instead": _replace_marks_in_text(played.instead)})
    return point.model_copy(update={**words, "better": better, "played_on": played})


def _replace_marks_in_text(text: str) -> str:
    return with_names(text, lambda seat: f"Seat {seat}")
