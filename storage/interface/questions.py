"""Open questions and their clocks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuestionTimes:
    """A question's clock, with its start, its deadline, and the next time to check it.

    Without a deadline the question may stay open indefinitely.
    """

    asked_at: str
    due_at: str | None = None
    next_at: str | None = None
    reminded: int = 0
    """Number of reminders sent."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question: its seat and its etag."""

    seat: int
    etag: str
    pinged: bool = False
    times: QuestionTimes | None = None


@dataclass(frozen=True, slots=True)
class DueQuestion:
    """An open question whose clock is due for a check."""

    game_id: int
    seat: int
    etag: str
    times: QuestionTimes
