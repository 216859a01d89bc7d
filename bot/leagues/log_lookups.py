"""Look up facts in a season's log that its state does not hold."""

from __future__ import annotations

from typing import Any

from bot.leagues.log_entries import Moved, OpenedWishes, Replanned, Unsealed
from bot.leagues.reverts import find_reverted
from bot.leagues.season import Season


def find_opened_wishes(season: Season) -> dict[int, OpenedWishes]:
    """Return all wishes that were ever opened, by line of the draw, also where the season's end was taken back."""
    entries = [line.entry for line in season.lines if isinstance(line.entry, OpenedWishes)]
    return {entry.draw: entry for entry in entries}


def find_unsealed(season: Season) -> Unsealed | None:
    """Return each entrant's wishes as they were last opened, also where the season's end was taken back."""
    return next((line.entry for line in reversed(season.lines) if isinstance(line.entry, Unsealed)), None)


def find_channel(season: Season, present: int) -> int:
    """Return the channel of a season's messages from its log, or the present one by default."""
    moved = [line for line in season.lines if isinstance(line.entry, Moved)]
    passed_over = find_reverted(season.lines)
    for line in reversed(moved):
        if line.number not in passed_over and isinstance(line.entry, Moved):
            return line.entry.channel_id
    return next((line.entry.before for line in moved if isinstance(line.entry, Moved)), present)


def find_plan(season: Season, present: dict[str, Any]) -> dict[str, Any]:
    """Return the organiser's plan from a season's log, or the present one by default."""
    changed = [line for line in season.lines if isinstance(line.entry, Replanned)]
    passed_over = find_reverted(season.lines)
    for line in reversed(changed):
        if line.number not in passed_over and isinstance(line.entry, Replanned):
            return line.entry.plan
    return next((line.entry.before for line in changed if isinstance(line.entry, Replanned)), present)
