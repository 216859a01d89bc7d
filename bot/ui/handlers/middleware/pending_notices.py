"""Middleware that delivers a person's pending notice, and stores one if the reply did not arrive."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.host.table.people import People
from bot.ui import screens
from bot.ui.handlers.answering import best_effort, get_display_name, reply_with_screen
from bot.ui.handlers.first_answer import is_unanswered
from bot.ui.handlers.middleware.request import HandledRequest
from bot.ui.handlers.save_failures import format_late_notice

log = logging.getLogger(__name__)


@asynccontextmanager
async def deliver_notices(request: HandledRequest, people: People) -> AsyncIterator[None]:
    """Send the person's pending notice after the reply.

    A person whose press counted, although Discord reported a failure, learns it with their next reply, also after a
    restart.
    """
    yield
    interaction, user_id = request.interaction, request.interaction.user.id
    with best_effort():
        if not is_unanswered(interaction):
            words = await people.take_pending_notice(user_id)
            if words and not await reply_with_screen(interaction, screens.render_note(words)):
                await people.store_pending_notice(user_id, get_display_name(interaction), words)
        elif request.commits.saved and (words := format_late_notice(interaction, request.saves)):
            log.warning("a reply did not arrive, but the interaction was committed")
            await people.store_pending_notice(user_id, get_display_name(interaction), words)
