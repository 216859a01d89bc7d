"""Whether everybody may know what is played for a seat whose time runs out."""

from __future__ import annotations

from typing import Any

from bot.engine import play
from bot.engine.records import Seat
from bot.host.table.running import RunningGame


class _LookedAtError(Exception):
    """A rule wanted to see what it was not shown."""


class _Covered:
    """Stands where the table would; whatever looks at it fails."""

    def __getattribute__(self, name: str) -> Any:
        raise _LookedAtError(name)


def is_fixed(running: RunningGame, seat: Seat) -> bool:
    """Whether the rule that answers for a seat looks neither at the table nor at its step, so that it tells nothing.

    Others, such as the dearest card of a hand, might tell what only their player may know.
    """
    rule: Any = type(running.table.agenda[0]).default
    try:
        move = rule(_Covered(), _Covered(), seat)
    except (_LookedAtError, TypeError):  # the latter when it wanted to go through it
        return False
    return bool(move == play.default_move(running.table, seat))
