"""Maximum numbers of tables of one person and one server."""

from __future__ import annotations

from dataclasses import dataclass

from bot.host.errors import Refusal
from storage.store import Storage


@dataclass(frozen=True)
class Limits:
    """Maximum numbers of tables; 0: unlimited."""

    per_person: int = 0
    """Tables opened by one person, in all servers, that have not begun."""
    per_server: int = 0
    """Tables open or running in one server."""


async def must_have_room(storage: Storage, limits: Limits, guild_id: int, user_id: int) -> None:
    """Raise Refusal when this person or this server has the maximum number of tables."""
    if limits.per_person:
        rows = await storage.games.list_by_player(user_id, statuses=("open",))
        opened = sorted(row.game_id for row in rows if row.opened_by == user_id)
        if len(opened) >= limits.per_person:
            which = ", ".join(map(str, opened[:10]))
            raise Refusal(
                f"You have opened as many tables as one person may have before they begin ({which}). "
                "Start or close one of them, then you can open another."
            )
    if limits.per_server:
        most = limits.per_server
        rows = await storage.games.list_in_server(guild_id, statuses=("open", "running"), limit=most)
        if len(rows) >= most:
            raise Refusal(
                f"This server has {most} tables that are open or running, and I keep no more for one server. "
                "When one of them is over or closed, another can be opened."
            )
