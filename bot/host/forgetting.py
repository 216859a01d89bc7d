"""Forgetting: what is kept of a person, and how it is deleted.

Tables live on without the person: where a game runs, their chair is empty by the rules for those who have left;
where it is over, "a former player" sat there. Moves belong to a seat and stay.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.lobby import Lobby
from bot.host.motions import Motions
from storage.interface import GameRow

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Traces:
    """What is kept of a person."""

    known: bool
    """Whether there is a name, wishes or a way by direct message."""
    lobbies: Sequence[GameRow]
    running: Sequence[GameRow]
    over: Sequence[GameRow]

    @property
    def any(self) -> bool:
        """Whether anything at all is kept."""
        return self.known or bool(self.lobbies or self.running or self.over)


class Forgetting:
    """Shows people what is kept of them, and deletes it."""

    def __init__(self, host: Host, lobby: Lobby, motions: Motions) -> None:
        self._host = host
        self._lobby = lobby
        self._motions = motions
        self._storage = host.storage

    async def traces(self, user_id: int) -> Traces:
        """Return what is kept of somebody."""
        known = await self._storage.person(user_id) is not None or bool(await self._storage.left_by(user_id))
        rows = await self._storage.games_of(user_id, statuses=("open", "running", "finished", "abandoned"))
        by_status = {status: [row for row in rows if row.status == status] for status in ("open", "running")}
        over = [row for row in rows if row.status in ("finished", "abandoned")]
        return Traces(known, by_status["open"], by_status["running"], over)

    async def forget(self, user_id: int) -> bool:
        """Delete what is kept of somebody; return whether there was anything. Safe to call again."""
        traces = await self.traces(user_id)
        for row in traces.lobbies:
            try:
                await self._lobby.leave(row.game_id, user_id)
            except Refusal:
                log.info("nobody had to leave this lobby", extra={"game": row.game_id})
        for row in traces.running:
            try:
                await self._leave(row.game_id, user_id)
            except Refusal:  # over by now, or of a game this program does not know; the store forgets them all the same
                log.info("nobody had to leave this game", extra={"game": row.game_id})
        await self._storage.forget(user_id)
        self._host.people.forget(user_id)
        for row in (*traces.lobbies, *traces.running, *traces.over):
            async with self._host.lock(row.game_id):
                self._host.forget_loaded(row.game_id)
        return traces.any

    async def _leave(self, game_id: int, user_id: int) -> None:
        running = await self._host.running(game_id)
        seat = running.seat_of(user_id)
        if seat is not None and not running.chair(seat).conceded:
            words = f"The player of seat {seat} has left for good."
            await self._motions.empty_chair(game_id, seat, user_id, words)

    async def data(self, user_id: int) -> dict[str, Any]:
        """Return everything that is kept of somebody, to be written as JSON."""
        person = await self._storage.person(user_id)
        traces = await self.traces(user_id)
        tables = [await self._at(row, user_id) for row in (*traces.lobbies, *traces.running, *traces.over)]
        looks = await self._storage.looks_of(user_id)
        return {
            "user_id": str(user_id),
            "person": None if person is None else asdict(person) | {"wishes": json.loads(person.wishes)},
            "tables": tables,
            "tables_left": await self._storage.left_by(user_id),
            "last_looks": [
                {"table": table, "lines_of_the_log": await self._lines_read(table, user_id, revision)}
                for table, revision in looks.items()
            ],
        }

    async def _lines_read(self, game_id: int, user_id: int, revision: int) -> int | None:
        """Return how long somebody's log was at a revision, whose own number would count what they did not hear."""
        try:
            return len(await self._host.log(game_id, user_id, revision))
        except Refusal:
            return None

    async def _at(self, row: GameRow, user_id: int) -> dict[str, Any]:
        saved = await self._storage.saved(row.game_id)
        chair = next((chair for chair in saved.seats if chair.user_id == user_id), None) if saved else None
        orders = saved.orders.get(chair.seat, ()) if saved and chair else ()
        return {
            "table": row.game_id,
            "game": row.title,
            "status": row.status,
            "server_id": str(row.guild_id),
            "opened_by_you": row.opened_by == user_id,
            "opened_at": row.opened_at,
            "seat": chair and chair.seat,
            "name_there": chair and chair.name,
            "standing_orders": [json.loads(order) for order in orders],
        }
