"""Read the part of a stored log, or of its history in words, that one reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.game import AnyGame
from bot.host.cpu_accounting import run_in_thread
from bot.host.record.history import format_history
from bot.host.table.audience_log import AudienceLog, build_audience_log
from bot.host.table.audience_view import AudienceView
from storage.interface.game_log import GameLogRecord
from storage.store import Storage

ALL_ENTRIES = 1_000_000
"""Entries; no game has as many."""


@dataclass(frozen=True)
class HistoryLine:
    """One line of a game's history as a reader may see it; seats are marks."""

    number: int
    """Counted for this reader: a gap would reveal an entry hidden from them."""
    text: str
    undone: bool


async def read_history(storage: Storage, seen: AudienceView, until: int | None = None) -> list[HistoryLine]:
    """Read a game's history as the audience of a view may know it, in full or up to a revision."""
    game_id = seen.row.game_id
    entries = [entry for entry in await storage.games.list_entries(game_id) if until is None or entry.revision <= until]
    known = {entry.revision for entry in entries}
    notices: dict[int, list[str]] = {}
    for revision, words in await storage.outbox.list_notices(game_id):
        if revision in known:
            notices.setdefault(revision, []).append(words)
    return _number_lines(format_history(seen.build_log(entries), notices))


async def read_public_history(storage: Storage, game: AnyGame, game_id: int) -> list[HistoryLine]:
    """Read a game's public history, without the notes about people.

    It covers the whole log: limiting it to a number of entries would count the hidden ones. No view of the table is
    needed for it, and the time of building one would reveal whether somebody has just looked at the table.
    """
    entries = await storage.games.list_last_entries(game_id, ALL_ENTRIES)
    return await run_in_thread(_format_public_lines, game, entries)


async def read_log(storage: Storage, seen: AudienceView, revision: int, *, first: int | None = None) -> AudienceLog:
    """Read the part of a log entry, or of those from `first` to it, that the audience of a view may know."""
    after = (revision if first is None else first) - 1
    return seen.build_log(
        await storage.games.list_entries(seen.row.game_id, after=after, limit=max(1, revision - after))
    )


async def read_last_heard(
    storage: Storage, seen: AudienceView, count: int, *, after: int = 0, newest: Sequence[GameLogRecord] = ()
) -> AudienceLog:
    """Read the end of a log, with as many entries as contain `count` that the audience of a view has heard of.

    The number of other entries between them is never shown.

    Args:
        storage: the store with the log.
        seen: the game as its reader may see it.
        count: maximum number of heard entries.
        after: only entries of later revisions.
        newest: the newest `count` entries of these revisions, if they have been read already, and maybe others.
    """
    looked_at = count
    entries: Sequence[GameLogRecord] = [entry for entry in newest if entry.revision > after]
    while True:
        if not newest or looked_at > count:
            entries = await storage.games.list_last_entries(seen.row.game_id, looked_at, after=after)
        found = seen.build_log(entries)
        heard = [at for at, entry in enumerate(found.entries) if entry.is_heard]
        if len(heard) >= count:
            return replace(found, entries=found.entries[heard[-count] :])
        if len(entries) < looked_at:
            return found
        looked_at *= 4


def _format_public_lines(game: AnyGame, entries: Sequence[GameLogRecord]) -> list[HistoryLine]:
    return _number_lines(format_history(build_audience_log(game, None, entries), {}))


def _number_lines(lines: Sequence[tuple[str, bool]]) -> list[HistoryLine]:
    return [HistoryLine(number, line, undone) for number, (line, undone) in enumerate(lines, 1)]
