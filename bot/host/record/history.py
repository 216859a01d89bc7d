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
from bot.host.table.audience_log import AudienceLog, HeardEntry
from bot.host.table.running import format_news_lines

DAMAGED_ENTRY = "What entry {} of this log told is damaged and cannot be shown; the game itself is not touched."


@charge_calls
def format_history(log: AudienceLog, notices: Mapping[int, Sequence[str]]) -> list[tuple[str, bool]]:
    """Return the lines of a log, oldest first, with whether each is undone; seats are marks.

    Entries that seal or take back an answer have no line: the exported game has the digests, and the news of the opened
    answers has a line here.

    Args:
        log: the whole log, as its reader has heard it.
        notices: texts sent to the table about pauses, votes, seats and clocks, by the table's revision.
    """
    entries = {entry.revision: entry for entry in log.entries}
    writing = _Writing(log.game, log.audience)
    for revision in sorted({*entries, *notices}):
        best_effort = notices.get(revision, ())
        if revision in entries:
            _add_entry(writing, log, entries[revision], has_notice=bool(best_effort))
        for words in best_effort:
            writing.add_line(address_if_paired(words, log.audience))
    return writing.lines


def _add_entry(writing: _Writing, log: AudienceLog, entry: HeardEntry, *, has_notice: bool) -> None:
    if entry.undoer is not None:
        writing.add_line(format_undo(entry, log.audience))
    if entry.defaulted is not None and not has_notice:  # which says it, and why
        writing.add_line(
            address(f"The table's default was played for <seat:{entry.defaulted}>.", log.audience), entry.undone
        )
    told = log.parse_entry(entry)
    if told is None:
        number = len(writing.lines) + 1  # of the line, because the revision counts secret moves
        writing.add_line(DAMAGED_ENTRY.format(number), entry.undone)
    else:
        writing.add_news([piece.news for piece in told.values()], entry.undone)


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


def format_undo(entry: HeardEntry, reader: Seat | None) -> str:
    """Return the line of an entry that undoes others, as a seat reads it."""
    return address(f"<seat:{entry.undoer}> <undid their|undid your> last move.", reader)
