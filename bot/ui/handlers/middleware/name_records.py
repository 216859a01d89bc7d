"""Middleware that stores a person's current name for the tables and leagues of a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.host.renames import Renames
from bot.ui.handlers.answering import best_effort, get_display_name, get_server_id
from bot.ui.handlers.middleware.request import HandledRequest


@asynccontextmanager
async def record_name(request: HandledRequest, renames: Renames) -> AsyncIterator[None]:
    """Store the name before the work; if that fails, the work goes on."""
    interaction = request.interaction
    guild_id = get_server_id(interaction)
    if guild_id is not None:
        with best_effort():
            await renames.note(interaction.user.id, guild_id, get_display_name(interaction))
    yield
