"""Notes on a panel that tell a player the result of their answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine import play
from bot.engine.multi_step import NO_CHOICES
from bot.engine.records import Seat, Told
from bot.host.table.running import RunningGame, format_news_lines

ANSWER_SEALED = "Your answer is sealed."
"""The note after a sealed answer; the panel repeats the answer itself."""
MAX_ANSWER_CHARS = 120
"""Characters of an answer that its note repeats."""
MAX_WHOLE_LINES, KEPT_LINES = 7, 4
"""Lines of one piece of news up to which a panel shows it whole after an answer, and those that it keeps of others."""


def describe_result(running: RunningGame, seat: Seat, told: Sequence[Told], describe: Callable[[], str]) -> str:
    """Return the result of a seat's own answer in a few lines; empty between steps of one move.

    Args:
        running: the table after the answer.
        seat: the seat that answered.
        told: all news since.
        describe: returns the answer in the words of its question; called only where no news tell of it.
    """
    heard = [piece.news for piece in told if piece.is_visible_to(seat) and not piece.news.footnote]
    lines = format_news_lines(running.game, heard, seat)
    if lines:
        return "\n".join(map(_cut_long_news, lines))
    if play.can_take_back_answer(running.table, seat):
        return "" if seat in play.list_asked_seats(running.table) else ANSWER_SEALED
    return _repeat_answer(describe())


def _repeat_answer(answered: str) -> str:
    if answered == NO_CHOICES:
        return "You did nothing."
    return f"You chose: {answered.removesuffix('.')}." if 0 < len(answered) <= MAX_ANSWER_CHARS else "Done."


def _cut_long_news(text: str) -> str:
    """Return the first lines of a long piece of news, such as a year's end, and the place of the others."""
    lines = text.split("\n")
    if len(lines) <= MAX_WHOLE_LINES:
        return text
    return "\n".join((*lines[:KEPT_LINES], f"(and {len(lines) - KEPT_LINES} more lines: More… > Log)"))
