"""The guard: nothing leaves that tells somebody another seat's secret.

Whatever is about a game is made for an audience, a seat or everybody, and it is made several times: from the
real table, and from others that this audience could not tell apart from it. Only what is the same each time is
handed out, for then it follows from what the audience knows anyway. So the guard knows no secrets and looks for
no words; it makes what it guards, so that it cannot be forgotten; and its work and its answer are the same
wherever a leak is, and whether or not there is one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Generic, TypeVar

from bot.engine.chance import Chance
from bot.engine.questions import BadAnswer
from bot.engine.records import Seat
from bot.host.charging import charged
from bot.host.errors import Refusal
from bot.host.table.running import RunningGame
from storage.interface import SeatRow

log = logging.getLogger(__name__)

Made = TypeVar("Made")

WORLDS = 2
"""How many other truths everything is compared with. One more catches half of what one coin decides and the
others left through, and costs as much as making the thing once more."""


class Leak(Exception):
    """Something was about to tell a secret; the text names no secret itself."""

    def __init__(self) -> None:
        super().__init__("A message was not sent, because it would have shown what its reader may not know.")


@charged
def guarded(running: RunningGame, audience: Seat | None, make: Callable[[RunningGame], Made]) -> Made:
    """Return what is made from this game for an audience, if it tells the audience nothing that it may not know.

    Args:
        running: the game it is about.
        audience: the only seat that learns of it; None: everybody.
        make: makes it from any state of this game. All of it that follows from the table must be worked out in
            there, also whether it is made at all: a Refusal or a BadAnswer is compared as anything else.

    Raises:
        Leak: it would be different if what the audience does not know were different.
    """
    real = _outcome(make, running)
    others = [_outcome(make, other) for other in worlds(running, audience)]
    if not real.is_fault and any(other != real for other in others):
        log.error("a leak was stopped", extra={"game": running.row.game_id, "revision": running.row.revision})
        raise Leak
    return real.get()


def in_words(running: RunningGame, audience: Seat | None, make: Callable[[RunningGame], str], instead: str) -> str:
    """Return words that are kept and sent later, guarded as they are made; `instead` where they would tell too much.

    What they are about has happened, so somebody has to be told something.
    """
    try:
        return guarded(running, audience, make)
    except Leak:
        return instead


def worlds(running: RunningGame, audience: Seat | None) -> Iterator[RunningGame]:
    """Yield other states of a game that an audience could not tell apart from this one.

    They are the same each time one asks, so that asking again does not get round the guard; and nobody can know
    them beforehand, for they follow from the secret seed.
    """
    secret = running.row.status == "running" and running.waits_in_secret
    for number in range(WORLDS):
        name = f"{running.table.chance.seed}:guard:{running.row.game_id}:{running.row.revision}:{audience}:{number}"
        chance = Chance(seed=sha256(name.encode()).hexdigest())
        yield replace(
            running,
            table=running.game.redeal(running.table, audience, chance),
            row=replace(running.row, revision=running.row.revision + 1 + number),
            seats=tuple(seat_row if seat_row.seat == audience else _unknown(seat_row) for seat_row in running.seats),
            moved=running.moved & {audience},
            acted={seat: times + (seat != audience) for seat, times in running.acted.items()},
            orders={seat: orders for seat, orders in running.orders.items() if seat == audience},
            clocks={seat: clock for seat, clock in running.clocks.items() if seat == audience or not secret},
            state=None,
        )


def _unknown(seat_row: SeatRow) -> SeatRow:
    """Return what is kept of a seat with something else in place of what nobody else may know of it."""
    return replace(seat_row, extensions=seat_row.extensions + 1)


@dataclass(frozen=True)
class _Outcome(Generic[Made]):
    """What came of making something: the thing, a sentence why not, or a fault of ours."""

    made: tuple[Made, ...] = ()
    why_not: str = ""
    error: Exception | None = field(default=None, compare=False)

    @property
    def is_fault(self) -> bool:
        """Whether it could not be made because of a fault of ours."""
        return self.error is not None and not isinstance(self.error, (Refusal, BadAnswer))

    def get(self) -> Made:
        """Return what was made, or raise why not."""
        if self.error is not None:
            raise self.error
        return self.made[0]


def _outcome(make: Callable[[RunningGame], Made], state: RunningGame) -> _Outcome[Made]:
    try:
        return _Outcome((make(state),))
    except (Refusal, BadAnswer) as refused:
        return _Outcome(why_not=str(refused), error=refused)
    except Exception as fault:  # noqa: BLE001  # raised again by `get`; in another world alone it tells of this one
        return _Outcome(why_not=repr(type(fault)), error=fault)
