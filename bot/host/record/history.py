"""Format a game's log as readable lines: the news of its moves, and the notices about the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.engine.addressing import address, address_if_paired
from bot.engine.game import AnyGame
from bot.engine.news_text import format_both_for, format_news_for
from bot.engine.records import News, Seat
from bot.engine.table import AnswerSealed, AnswerTakenBack
from bot.host.cpu_accounting import charge_calls
from bot.host.table.running import (
    format_news_lines,
    get_undone_revisions,
    is_heard_by,
    is_in_secret,
    list_effective_entries,
    parse_told_if_intact,
)
from storage.interface import GameLogRecord

DAMAGED_ENTRY = "What entry {} of this log told is damaged and cannot be shown; the game itself is not touched."


@charge_calls
def format_history(
    game: AnyGame, entries: Sequence[GameLogRecord], notices: Mapping[int, Sequence[str]], seat: Seat | None
) -> list[tuple[str, bool]]:
    """Return the lines that a seat may read, oldest first, with whether each is undone; seats are marks.

    Entries that seal or take back an answer have no line: the exported game has the digests, and the news of the opened
    answers has a line here. An undo is shown to those who have heard of the undone move.

    Args:
        game: formats the news.
        entries: the whole log.
        notices: texts sent to the table about pauses, votes, seats and clocks, by the table's revision.
        seat: the reader; None: a spectator.
    """
    kept = {entry.revision for entry in list_effective_entries(entries)}
    heard = {entry.revision for entry in entries if is_heard_by(entry, seat)}
    writing = _Writing(game, seat)
    for entry in entries:
        undone = entry.kind != "undo" and entry.revision not in kept
        best_effort = notices.get(entry.revision, ())
        if entry.kind == "undo" and (entry.seat == seat or not heard.isdisjoint(get_undone_revisions(entry))):
            writing.add_line(format_undo(entry, seat))
        if entry.kind == "default" and not best_effort and not is_in_secret(entry):  # besides says it, and why
            writing.add_line(address(f"The table's default was played for <seat:{entry.seat}>.", seat), undone)
        told = parse_told_if_intact(game, entry)
        if told is None:
            writing.add_line(DAMAGED_ENTRY.format(entry.revision), undone)
        else:
            writing.add_news([piece.news for piece in told if piece.is_visible_to(seat)], undone)
        for words in best_effort:
            writing.add_line(address_if_paired(words, seat))
    return writing.lines


@dataclass
class _Writing:
    """The lines so far, and the state for joining the next ones."""

    game: AnyGame
    seat: Seat | None
    lines: list[tuple[str, bool]] = field(default_factory=list)
    announced: tuple[News, int] | None = None
    """The newest news and its index, if it has a line of its own."""

    def add_line(self, line: str, undone: bool = False) -> None:
        """Add a line that is no news of the game."""
        self.lines.append((line, undone))

    def add_news(self, news: Sequence[News], undone: bool) -> None:
        """Add the news of an entry."""
        heard = [piece for piece in news if not isinstance(piece, AnswerSealed | AnswerTakenBack)]
        if heard and self._join_with_last(heard[0], undone):
            del heard[0]
        told = format_news_lines(self.game, heard, self.seat)
        if told:
            self.lines += [(line, undone) for line in told]
            alone = told[-1] == format_news_for(self.game, heard[-1], self.seat)
            self.announced = (heard[-1], len(self.lines) - 1) if alone else None

    def _join_with_last(self, news: News, undone: bool) -> bool:
        """Join an announcement's line with its result, where the game has a combined wording."""
        if self.announced is None:
            return False
        first, place = self.announced
        both = format_both_for(self.game, first, news, self.seat)
        if not both or self.lines[place][1] != undone:
            return False
        self.lines[place] = both, undone
        self.announced = None
        return True


def format_undo(entry: GameLogRecord, reader: Seat | None) -> str:
    """Return the line of an entry that undoes others, as a seat reads it."""
    return address(f"<seat:{entry.seat}> <undid their|undid your> last move.", reader)
