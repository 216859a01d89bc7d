"""Load a started game from the store, with the repairs that must come before its next move.

A backup's randomness gets a new salt, an order that no longer reads ends, questions that read differently since a
program update are renamed, and those without a clock get one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from pydantic import ValidationError

from bot.engine import play
from bot.engine.game import AnyGame
from bot.host.delivery.outbox import OrderBody, build_letter
from bot.host.errors import GameOver, Refusal, UnknownGame
from bot.host.play.move_records import build_renewal_entry
from bot.host.play.question_clocks import QuestionClocks, find_next_time
from bot.host.record.validation import list_errors
from bot.host.signals import Commit, Signal
from bot.host.table import deadlines
from bot.host.table.boxes import Boxes
from bot.host.table.running import RunningGame, load_running_game, read_orders
from storage.interface.errors import Conflict, GameDamaged
from storage.interface.games import SavedGame
from storage.interface.shards import Shards
from storage.store import Storage

log = logging.getLogger(__name__)

UNREADABLE_ORDER = (
    "I can no longer read a standing order of yours, or what you had prepared, so it has ended. Please give it again."
)


class TableLoader:
    """Loads started games.

    Args:
        storage: the store of games.
        games: the games on offer, by key.
        boxes: the boxes that they began with.
        clocks: makes the clocks of questions without one.
        shards: shards whose tables this process owns, and repairs.
        commits: the signal that is notified of repairs.
        now: the present time in UTC.
    """

    def __init__(
        self,
        storage: Storage,
        games: Mapping[str, AnyGame],
        boxes: Boxes,
        clocks: QuestionClocks,
        shards: Shards,
        commits: Signal[Commit],
        now: Callable[[], datetime],
    ) -> None:
        self._storage = storage
        self._games = games
        self._boxes = boxes
        self._clocks = clocks
        self._shards = shards
        self._commits = commits
        self._now = now

    async def load(self, game_id: int) -> RunningGame:
        """Read a started game, and repair it if this process owns it.

        Raises:
            GameDamaged: its stored data cannot be read.
            GameOver: the table was closed before its game began.
            Refusal: there is no such table, or its game has not begun.
            UnknownGame: its kind of game is not on offer.
        """
        saved = await self._storage.games.load(game_id)
        if saved is None:
            raise Refusal("This table no longer exists. /game list shows the tables of this server.")
        if saved.game.status == "open":
            raise Refusal("This table has not started yet. Join it with the button on its message.")
        if saved.state is None:
            raise GameOver("This table was closed before its game began. **/game new** opens another.")
        game = self._games.get(saved.game.title)
        if game is None:
            raise UnknownGame
        try:
            loaded = load_running_game(game, saved, await self._boxes.load(game, saved.game.box))
        except ValidationError as wrong:  # from None, because the original error would show the table in the log
            raise GameDamaged(f"it does not fit this version of the program: {'; '.join(list_errors(wrong))}") from None
        if not self._shards.has_server(saved.game.guild_id):
            return loaded
        if saved.salt is not None and saved.game.status == "running":
            await self._refresh_randomness(saved, loaded, saved.salt)
            return await self.load(game_id)
        await self._end_unreadable_orders(saved, loaded)
        await self._rename_questions(saved, loaded)
        return await self._add_missing_clocks(loaded)

    async def _refresh_randomness(self, saved: SavedGame, loaded: RunningGame, salt: str) -> None:
        """Mix a fresh salt into the randomness of a game restored from a backup, before its next move."""
        played = play.add_salt(loaded.table, salt)
        row = replace(loaded.row, revision=loaded.row.revision + 1, version=loaded.game.saved.version)
        after = replace(loaded, row=row, table=played.table)
        entry = build_renewal_entry(
            after, salt, played, asks={ask.seat: ask.etag for ask in saved.asks}, now=self._format_now()
        )
        with suppress(Conflict):  # another process has loaded this table at the same moment
            await self._storage.games.append(entry)
        self._commits.notify(Commit(row.game_id, answered_for=False))

    async def _end_unreadable_orders(self, saved: SavedGame, loaded: RunningGame) -> None:
        """Cancel orders that cannot be read, and notify their players; the table goes on without them."""
        for seat, bodies in saved.orders.items():
            unreadable = read_orders(loaded.game, bodies).unreadable
            if unreadable:
                log.warning("an order cannot be read, and has ended", extra={"game": loaded.row.game_id})
                letter = build_letter(OrderBody(text=UNREADABLE_ORDER, hushed=loaded.waits_in_secret), seat)
                await self._storage.seats.end_orders(
                    loaded.row.game_id, seat, unreadable, UNREADABLE_ORDER, letter, self._format_now()
                )
                self._commits.notify(Commit(loaded.row.game_id, answered_for=False))

    async def _rename_questions(self, saved: SavedGame, loaded: RunningGame) -> None:
        """Rename open questions in the store that read differently since a program update; their clocks go on."""
        asks = loaded.get_etags() if loaded.row.status == "running" else {}
        names = {ask.seat: (ask.etag, asks[ask.seat]) for ask in saved.asks if asks.get(ask.seat, ask.etag) != ask.etag}
        if names:
            await self._storage.open_questions.update_etags(loaded.row.game_id, names)

    async def _add_missing_clocks(self, loaded: RunningGame) -> RunningGame:
        """Return the table with clocks, starting now, for questions asked before clocks existed."""
        asks = loaded.get_etags() if loaded.row.status == "running" else {}
        bare = {seat: tag for seat, tag in asks.items() if seat not in loaded.clocks}
        clocks = await self._clocks.build(loaded, bare, {}) if bare else {}
        for seat, times in clocks.items():
            await self._storage.clocks.set_times(loaded.row.game_id, seat, asks[seat], times, (), self._format_now())
        if clocks:
            self._commits.notify(Commit(loaded.row.game_id, find_next_time(clocks.values()), answered_for=False))
        return replace(loaded, clocks={**loaded.clocks, **clocks}) if clocks else loaded

    def _format_now(self) -> str:
        return deadlines.format_time(self._now())
