"""Reopened: until when a question was open that somebody takes their answer back to, and whether for the first time.

Each seat's row keeps until when its last questions were open, by the revisions that answered them, as JSON. Versions
before this one kept that of the last answer alone, as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.records import Seat
from bot.host.play.undo import FAR_ENOUGH
from storage.interface import Storage

LOOKED_AT = 100
"""Entries, from the newest back."""
LONGEST = 1_200
"""Characters of what a seat's row keeps, before what is too old is left out."""
LAST = ""
"""Stands for the revision of the last answer, where a version before this one kept no other."""


@dataclass(frozen=True)
class Reopened:
    """What is known of a question that is opened again."""

    until: str | None
    """Until when it was open as it was answered; None: no clock ran for it."""
    again: bool
    """Whether it was opened again before."""


async def reopened(
    storage: Storage, game_id: int, seat: Seat, answered_due: str | None, undone: int | None
) -> Reopened:
    """Return what is known of the question that a seat opens again by taking its answer back.

    Args:
        storage: where the log is; the taking back is not in it yet.
        game_id: the table.
        seat: whose answer it is.
        answered_due: what the seat's row keeps.
        undone: the revision of the answer; None: of the seat's sealed answer, which is its last one.
    """
    until = _read(answered_due)
    entries = await storage.games.last_entries(game_id, LOOKED_AT)
    acts = [entry for entry in entries if entry.seat == seat and entry.kind not in ("setup", "concede", "repair")]
    if undone is None:
        answers = [entry for entry in acts if entry.kind not in ("undo", "retract")]
        # A move where nobody waited had no clock, and was no sealed answer.
        sealed = [entry.revision for entry in answers if entry.kind != "move" or _of(until, entry.revision) is not None]
        undone = max(sealed, default=0)
    before = next((entry for entry in reversed(acts) if entry.revision < undone), None)
    return Reopened(_of(until, undone), before is not None and before.kind in ("undo", "retract"))


def noted(answered_due: str | None, revision: int, until: str) -> str:
    """Return what a seat's row keeps after an answer to a question that was open until then.

    When that gets long, answers are left out that are too far back to be undone.
    """
    answer = f'"{revision}": "{until}"}}'
    if answered_due is None or not answered_due.startswith("{"):
        return f"{{{answer}"
    if len(answered_due) > LONGEST:
        known = _read(answered_due).items()
        answered_due = json.dumps({number: due for number, due in known if int(number) >= revision - FAR_ENOUGH})
    # Put together by hand, for reading and writing all of it would cost each move as much as its rule.
    return f"{answered_due[:-1]}, {answer}" if answered_due != "{}" else f"{{{answer}"


def _read(answered_due: str | None) -> Mapping[str, str]:
    if answered_due is None:
        return {}
    if not answered_due.startswith("{"):
        return {LAST: answered_due}
    known: Mapping[str, str] = json.loads(answered_due)
    return known


def _of(until: Mapping[str, str], revision: int) -> str | None:
    return until.get(str(revision), until.get(LAST))
