"""Reverted lines of a season's log, and the rules for reverting one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.leagues.log_entries import Adjudicated, Carded, Ended, Entry, InvalidEntry, LogLine, Reverted, Voided


def find_reverted(lines: Sequence[LogLine]) -> frozenset[int]:
    """Return the numbers of lines reverted by later lines that count."""
    found: set[int] = set()
    for line in reversed(lines):
        if isinstance(line.entry, Reverted) and line.number not in found:
            found.update((line.entry.line, *line.entry.also))
    return frozenset(found)


def must_be_revertible(lines: Sequence[LogLine], entry: Entry) -> None:
    """Raise InvalidEntry when an entry reverts an already reverted line; others may be written."""
    if not isinstance(entry, Reverted):
        return
    if not 1 < entry.line <= len(lines):
        raise InvalidEntry("Only a line that is written can be reverted, and not the first: a season keeps its rules.")
    first = min(list_settled_at_end(lines, entry.line), default=entry.line)
    if not all(first <= other <= len(lines) for other in entry.also):
        raise InvalidEntry(f"Only later lines can have followed from line {entry.line}.")
    if entry.line in find_reverted(lines):
        raise InvalidEntry(f"Line {entry.line} does not count already: a later line has taken it back.")


def list_settled_at_end(lines: Sequence[LogLine], number: int) -> list[int]:
    """Return the lines before a season's end that the end itself has written, about tables still open then.

    Args:
        lines: of the log.
        number: of the line of the end; other lines have none.
    """
    end = lines[number - 1]
    if not isinstance(end.entry, Ended):
        return []
    since = number - 1
    while since and _is_written_with(lines[since - 1], end):
        since -= 1
    written = lines[since : number - 1]
    decided = {line.entry.table for line in written if isinstance(line.entry, Adjudicated)}
    return [line.number for line in written if not isinstance(line.entry, Carded) or line.entry.table in decided]


def _is_written_with(line: LogLine, end: LogLine) -> bool:
    """Whether the end of a season may have written this line about a table that was still open."""
    is_about_table = isinstance(line.entry, Adjudicated | Voided) or (
        isinstance(line.entry, Carded) and line.entry.held
    )
    return is_about_table and not line.reason and (line.made_at, line.by) == (end.made_at, end.by)
