"""Collect a seat's news since an order was given, to check the order and its condition.

News of an earlier move count as well if the move was undone since: the player decided by them, and they no longer hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine.orders import OrderUntilNews
from bot.engine.prepared import PreparedTurn
from bot.engine.records import News, Seat
from bot.host.table.audience_log import build_audience_log, get_undone_revisions
from bot.host.table.running import RunningGame
from storage.interface.game_log import GameLogRecord
from storage.store import Storage


@dataclass(frozen=True)
class NewsSince:
    """The end of a table's log, from the oldest relevant order on."""

    running: RunningGame
    entries: Sequence[GameLogRecord]

    def list_news_for(self, seat: Seat, since: int | None) -> Sequence[News]:
        """Return the news of a seat since a revision; None: no news."""
        if since is None:
            return ()
        return build_audience_log(self.running.game, seat, self.entries).list_news_since(since)


async def read_news_since_orders(storage: Storage, running: RunningGame) -> NewsSince:
    """Read the log since the oldest order of a table that depends on news, with the moves undone in it."""
    oldest = min(_list_revisions(running), default=running.row.revision)
    if oldest >= running.row.revision:
        return NewsSince(running, ())
    entries = await _read_entries(storage, running, oldest)
    undone = [revision for entry in entries for revision in get_undone_revisions(entry)]
    first = min(undone, default=oldest + 1) - 1
    return NewsSince(running, entries if first >= oldest else await _read_entries(storage, running, first))


async def _read_entries(storage: Storage, running: RunningGame, after: int) -> Sequence[GameLogRecord]:
    count = running.row.revision - after
    return await storage.games.list_last_entries(running.row.game_id, count, after=after)


def _list_revisions(running: RunningGame) -> Iterator[int]:
    for order in (order for orders in running.orders.values() for order in orders):
        if isinstance(order, OrderUntilNews) and order.since is not None:
            yield order.since
        if isinstance(order, PreparedTurn) and order.only_if is not None and order.only_if.since is not None:
            yield order.only_if.since
