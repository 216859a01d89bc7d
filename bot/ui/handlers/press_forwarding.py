"""Forwarding of interactions to the process that owns the table.

Direct messages arrive at one process only, and a player may press from another server. The receiving process then does
nothing itself. The owner parses the event as if Discord had sent it there, and replies with the interaction's token. A
forwarded event is a row, announced by a notification. The owner also polls, so a lost notification costs a second. The
process that deletes the row takes the event: the owner, or the sender after a timeout, which then replies that the
owner is unavailable.
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
from bot.ui.handlers.answering import reply
from bot.ui.handlers.first_answer import get_deferral, get_seconds_waited, restore_deferral, take_response
from bot.ui.handlers.instrumentation import Interaction
from storage.interface.errors import StoreFailed
from storage.interface.processes import ForwardedPress
from storage.interface.shards import Shards
from storage.interface.transaction_observer import ignore_observer
from storage.store import Storage

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds after a press in which the owner must take it; Discord waits three for a response."""
TOO_OLD = timedelta(seconds=15)
"""Age at which a forwarded event was taken back, or has expired on Discord's side."""
NOBODY_THERE = (
    "The part of me that looks after this table is not there at the moment, so nothing was changed. "
    "Please try again in a minute."
)
_WORD = "handed "
Parse: TypeAlias = Callable[[Any], None]


@dataclass(frozen=True)
class _Came:
    """The event that is being answered: Discord's data, and its row if another process forwarded it."""

    event: Any
    handed: ForwardedPress | None = None


_CAME: ContextVar[_Came | None] = ContextVar("came", default=None)


@contextmanager
def _set_event(came: _Came) -> Iterator[None]:
    token = _CAME.set(came)
    try:
        yield
    finally:
        _CAME.reset(token)


def restore_deferred_state(interaction: Interaction) -> None:
    """Restore the deferred state of an interaction that another process forwarded."""
    came = _CAME.get()
    if came is not None and came.handed is not None:
        restore_deferral(interaction, came.handed.deferral)


class PressForwarding:
    """Forwards interactions to the owners of their tables, and takes those forwarded to this process.

    Args:
        storage: the store with the forwarded events.
        shards: servers whose tables this process owns.
        now: returns the present time in UTC.
        parse: passes an event to the client.
    """

    def __init__(self, storage: Storage, shards: Shards, now: Callable[[], datetime], parse: Parse) -> None:
        self._storage = storage
        self._shards = shards
        self._now = now
        self._parse = parse
        self._waiting: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._again = False

    def receive(self, event: Any) -> None:
        """Pass a gateway event to the client, and keep the event's data for forwarding meanwhile."""
        with _set_event(_Came(event)):
            self._parse(event)

    async def forward(self, interaction: Interaction, guild_id: int) -> bool:
        """Forward an interaction to the owner of a server's tables; return False if that is impossible.

        It is impossible after a reply, and for an interaction that was itself forwarded.
        """
        came = _CAME.get()
        if came is None or came.handed is not None:
            return False
        await take_response(interaction)  # from now on the owner replies and defers
        promised = get_deferral(interaction)
        if promised is None:
            return False
        handed = ForwardedPress(json.dumps(came.event), promised)
        with ignore_observer():  # the owner's transaction claims the interaction
            number, _ = await asyncio.gather(
                self._storage.forwarded_presses.put(guild_id, handed, deadlines.format_time(self._get_time())),
                self._storage.database.notify(f"{_WORD}{guild_id}"),  # waits for the same commit
                return_exceptions=True,  # the owner also finds the row when the notification is lost
            )
        if isinstance(number, BaseException):
            raise number
        waited = 0.0 if promised else get_seconds_waited(interaction, self._now())
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
            log.warning("a forwarded interaction could not be taken back: %s", failed)
            return
        if nobody:
            log.warning("no process has taken a forwarded interaction")
            await reply(interaction, NOBODY_THERE)

    def handle_notification(self, word: str) -> None:
        """Look for forwarded events if this notification concerns us; an empty one means that there may be some."""
        if word and not (word.startswith(_WORD) and self._shards.has_server(int(word.removeprefix(_WORD)))):
            return
        self._again = True
        if self._looking is None:
            self._looking = asyncio.create_task(self._take_until_done(), name="looking for what is handed over")

    async def _take_until_done(self) -> None:
        try:
            while self._again:
                self._again = False
                await self.take_forwarded()
        except StoreFailed as failed:  # retried in a second
            log.warning("forwarded interactions could not be read: %s", failed)
        finally:
            self._looking = None

    async def take_forwarded(self) -> None:
        """Take the events forwarded to this process, and pass them to the client."""
        if not await self._storage.forwarded_presses.is_waiting(self._shards):
            return
        since = deadlines.format_time(self._get_time() - TOO_OLD)
        for handed in await self._storage.forwarded_presses.take(self._shards, since):
            try:
                event = json.loads(handed.event)
                with _set_event(_Came(event, handed)):
                    self._parse(event)
            except Exception:  # one person's bad event must not stop the following ones
                log.exception("a forwarded interaction could not be parsed")

    def _get_time(self) -> datetime:
        """Return the time of the database's clock, because clocks of two processes may differ."""
        return self._storage.database.get_server_time() or self._now()

    async def close(self) -> None:
        """Wait until every forwarded event is taken, or taken back."""
        while tasks := [*self._waiting, *([self._looking] if self._looking else [])]:
            await asyncio.wait(tasks)
