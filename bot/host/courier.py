"""Courier: delivers letters after they were written, in order per game, merged and never twice.

A letter is a row written in the same transaction as the move it tells of. Nothing is lost when the
program stops in between: the letter is still there. What goes with it is made at delivery from the
newest table, so it is never out of date.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from storage.interface import Letter, Storage, StoreFailed

log = logging.getLogger(__name__)

ATTEMPTS = 8
"""After so many failures a letter is given up; the table's message shows the state anyway."""


class Undeliverable(Exception):
    """The letter cannot arrive, now or later; the text is for the operator's log and names no secret."""


class NotNow(Exception):
    """The letter could not arrive this time; the text is for the operator's log and names no secret."""


class Carrier(Protocol):
    """Brings one letter to where it belongs."""

    async def carry(self, letter: Letter) -> None:
        """Deliver the letter, or find that it is needed no more.

        Raises:
            Undeliverable: it is no use trying again.
            NotNow: it should be tried again later.
        """


class Courier:
    """Delivers each game's letters, one game at a time in order, different games side by side.

    There is no task that waits for work: the first letter starts a round, which ends when there is
    nothing left to send.

    Args:
        storage: where the letters lie.
        carrier: brings them to Discord.
        now: the present time in UTC.
        spacing: seconds between two rounds for the same game, so that edits are merged.
        patience: seconds before the first second attempt; each further one waits twice as long.
    """

    def __init__(
        self,
        storage: Storage,
        carrier: Carrier,
        *,
        now: Callable[[], datetime],
        spacing: float = 1.0,
        patience: float = 5.0,
    ) -> None:
        self._storage = storage
        self._carrier = carrier
        self._now = now
        self._spacing = spacing
        self._patience = patience
        self._rounds: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._retries: dict[tuple[int, int | None], asyncio.TimerHandle] = {}
        """Lines of letters that must wait a while: a game's public ones, and each seat's own."""
        self._closed = False

    def wake(self, game_id: int) -> None:
        """Look for unsent letters of this game; returns at once."""
        if self._closed:
            return
        if game_id in self._rounds:
            self._again.add(game_id)
            return
        self._rounds[game_id] = asyncio.create_task(self._round(game_id), name=f"letters of game {game_id}")

    async def settle(self) -> None:
        """Wait until every letter that can be delivered now has been."""
        while self._rounds:
            await asyncio.gather(*self._rounds.values(), return_exceptions=True)

    async def close(self) -> None:
        """Finish the letters in hand and start no more; unsent ones wait for the next start."""
        self._closed = True
        for retry in self._retries.values():
            retry.cancel()
        await self.settle()

    async def _round(self, game_id: int) -> None:
        try:
            await self._deliver(game_id)
        finally:
            del self._rounds[game_id]  # here and not in a callback, so that no wake in between is lost

    async def _deliver(self, game_id: int) -> None:
        while True:
            self._again.discard(game_id)
            try:
                letters = await self._storage.waiting_letters(game_id)
                stopped: set[int | None] = set()
                for letter in letters:
                    # No letter overtakes another of its line that could not arrive a moment ago.
                    if letter.seat in stopped or (game_id, letter.seat) in self._retries:
                        continue
                    if not await self._try(letter):
                        stopped.add(letter.seat)
            except StoreFailed:
                log.exception("letters wait because the store fails", extra={"game": game_id})
                self._later((game_id, None), self._patience)
                return
            if game_id not in self._again or self._closed:
                return
            if self._spacing:
                await asyncio.sleep(self._spacing)

    async def _try(self, letter: Letter) -> bool:
        """Carry a letter; return whether those behind it may go on."""
        now = self._now().isoformat(timespec="seconds")
        try:
            await self._carrier.carry(letter)
        except Undeliverable as refused:
            await self._storage.letter_failed(letter, str(refused), now, given_up=True)
        except Exception as failed:
            if not isinstance(failed, NotNow):
                log.exception("a letter could not be carried", extra={"game": letter.game_id})
            given_up = letter.attempts + 1 >= ATTEMPTS
            reason = str(failed) if isinstance(failed, NotNow) else type(failed).__name__
            await self._storage.letter_failed(letter, reason, now, given_up=given_up)
            if not given_up:
                self._later((letter.game_id, letter.seat), self._patience * 2**letter.attempts)
            return given_up
        else:
            await self._storage.letter_sent(letter, now)
        return True

    def _later(self, line: tuple[int, int | None], seconds: float) -> None:
        if not self._closed and line not in self._retries:
            self._retries[line] = asyncio.get_running_loop().call_later(seconds, self._retry, line)

    def _retry(self, line: tuple[int, int | None]) -> None:
        del self._retries[line]
        self.wake(line[0])
