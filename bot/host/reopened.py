"""Reopened: whether a question that somebody takes their answer back to was opened again before."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.engine.records import Seat
from bot.host.tables import standing
from storage.interface import Entry, Storage

LOOKED_AT = 100
"""Entries, from the newest back."""


@dataclass(frozen=True)
class Reopened:
    """What the log tells of a question that was opened again before."""

    since: str
    """When it was opened again for the first time."""
    in_a_row: bool
    """Whether its seat now goes back one move more, from a question that is open again itself."""


async def reopened(storage: Storage, game_id: int, seat: Seat) -> Reopened | None:
    """Return what the log tells of the question that a seat's last move answered; None: it was open only once.

    The undoing for which this is asked is not in the log yet.
    """
    entries = await storage.last_entries(game_id, LOOKED_AT)
    own = [entry for entry in entries if entry.seat == seat and entry.kind in ("move", "undo", "retract", "default")]
    answered = max((entry.revision for entry in standing(entries) if entry in own and entry.kind == "move"), default=0)
    first: Entry | None = None
    while (before := _last_before(answered, own)) is not None and before.kind in ("undo", "retract"):
        first = before
        answer = _last_before(before.revision, own)
        if before.kind == "undo" and before.move:
            answered = json.loads(before.move)["undone"]
        else:
            answered = 0 if answer is None else answer.revision
    return None if first is None else Reopened(first.made_at, own[-1].kind == "undo")


def _last_before(revision: int, entries: list[Entry]) -> Entry | None:
    return next((entry for entry in reversed(entries) if entry.revision < revision), None)
