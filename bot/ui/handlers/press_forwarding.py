"""Handing: what somebody does where this process hears it, and another one owns the table, is handed to that one whole.

So it is from direct messages, which come to one process, and from another server. Nothing of it is done here; the owner
reads the event as if Discord had told it there, and answers by the interaction's token. What waits is a row, of which
the owner is told; it also looks by itself, so that a word that is lost costs a second. Whoever takes the row deletes
it: the owner, or, when that is not there, the one who has handed it over, who then says so.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from bot.host.table import deadlines
from bot.ui.handlers.answering import say
from bot.ui.handlers.first_answer import deferral, seconds_waited, take, was_deferred
from bot.ui.handlers.instrumentation import Interaction
from storage.interface import Handed, Shards, StoreFailed, aside
from storage.store import Storage

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds after a press in which the owner has to take it; Discord waits three for an answer."""
TOO_OLD = timedelta(seconds=15)
"""What was handed over so long ago has been taken back, or nobody waits for it any more."""
NOBODY_THERE = (
    "The part of me that looks after this table is not there at the moment, so nothing was changed. "
    "Please try again in a minute."
)
_WORD = "handed "
Parse: TypeAlias = Callable[[Any], None]


@dataclass(frozen=True)
class _Came:
    """The event that is being answered: as Discord told it, and whether it was handed to us, with what was promised."""

    event: Any
    handed: Handed | None = None


_CAME: ContextVar[_Came | None] = ContextVar("came", default=None)


@contextmanager
def _coming(came: _Came) -> Iterator[None]:
    token = _CAME.set(came)
    try:
        yield
    finally:
        _CAME.reset(token)


def begin(interaction: Interaction) -> None:
    """Let an interaction that was handed to us know what answer was promised where it came from."""
    came = _CAME.get()
    if came is not None and came.handed is not None:
        was_deferred(interaction, came.handed.promised)


class PressForwarding:
    """Hands interactions to the owners of their tables, and takes those that are handed to us.

    Args:
        storage: where they wait.
        shards: whose servers' tables are ours.
        now: the present time in UTC.
        parse: lets the client answer an event.
    """

    def __init__(self, storage: Storage, shards: Shards, now: Callable[[], datetime], parse: Parse) -> None:
        self._storage = storage
        self._shards = shards
        self._now = now
        self._parse = parse
        self._waiting: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._again = False

    def came(self, event: Any) -> None:
        """Let the client answer an event that Discord has told us, and keep it as it is meanwhile."""
        with _coming(_Came(event)):
            self._parse(event)

    async def hand_over(self, interaction: Interaction, guild_id: int) -> bool:
        """Hand an interaction to whoever owns a server's tables; return False where that cannot be.

        It cannot when something was answered already, or when it was handed to us.
        """
        came = _CAME.get()
        if came is None or came.handed is not None:
            return False
        await take(interaction)  # from now on it is the owner's to answer, and to defer
        promised = deferral(interaction)
        if promised is None:
            return False
        handed = Handed(json.dumps(came.event), promised)
        with aside():  # the owner claims the interaction, with what it writes for it
            number, _ = await asyncio.gather(
                self._storage.forwarded_presses.put(guild_id, handed, deadlines.text(self._moment())),
                self._storage.database.tell(f"{_WORD}{guild_id}"),  # waits for the same commit
                return_exceptions=True,  # once it is there the owner finds it, also where the word is lost
            )
        if isinstance(number, BaseException):
            raise number
        waited = 0.0 if promised else seconds_waited(interaction, self._now())
        taking_back = self._take_back_later(interaction, number, max(0.0, PATIENCE - waited))
        waiting = asyncio.create_task(taking_back, name="handed over")
        self._waiting.add(waiting)
        waiting.add_done_callback(self._waiting.discard)
        return True

    async def _take_back_later(self, interaction: Interaction, number: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            nobody = await self._storage.forwarded_presses.take_back(number)
        except StoreFailed as failed:
            log.warning("what was handed over could not be taken back: %s", failed)
            return
        if nobody:
            log.warning("nobody has taken what was handed over")
            await say(interaction, NOBODY_THERE)

    def heard(self, word: str) -> None:
        """Look for what is handed to us, if this word says so; an empty one says that there may be something."""
        if word and not (word.startswith(_WORD) and self._shards.own(int(word.removeprefix(_WORD)))):
            return
        self._again = True
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(), name="looking for what is handed over")

    async def _look(self) -> None:
        try:
            while self._again:
                self._again = False
                await self.look()
        except StoreFailed as failed:  # in a second it is tried again
            log.warning("what others hand over could not be looked for: %s", failed)
        finally:
            self._looking = None

    async def look(self) -> None:
        """Take what is handed to us, and let the client answer it."""
        if not await self._storage.forwarded_presses.wait(self._shards):
            return
        since = deadlines.text(self._moment() - TOO_OLD)
        for handed in await self._storage.forwarded_presses.take(self._shards, since):
            try:
                event = json.loads(handed.event)
                with _coming(_Came(event, handed)):
                    self._parse(event)
            except Exception:  # it is one person's, and what others have pressed comes after it
                log.exception("what somebody pressed, and another process handed over, could not be read")

    def _moment(self) -> datetime:
        """Return the time by the database's clock: those of two processes may differ."""
        return self._storage.database.clock() or self._now()

    async def close(self) -> None:
        """Wait until everything that was handed over is taken, or taken back."""
        while tasks := [*self._waiting, *([self._looking] if self._looking else [])]:
            await asyncio.wait(tasks)
