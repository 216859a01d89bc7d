"""Middleware that defers the first response in time, and waits until it has gone out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.handlers.answering import PANELS, PICTURES
from bot.ui.handlers.first_answer import (
    DEFER_AFTER_SECONDS,
    DEFER_FORM_AFTER_SECONDS,
    FIRST,
    FirstAnswer,
    get_seconds_waited,
    take_response,
)
from bot.ui.handlers.middleware.request import HandledRequest, Middleware
from bot.ui.handlers.press_forwarding import restore_deferred_state
from bot.ui.handlers.table.question_pictures import QuestionPictures


def defer_in_time(now: Callable[[], datetime], panels: OpenPanels, pictures: QuestionPictures) -> Middleware:
    """Return middleware that owns the first response; time in our queues counts.

    Args:
        now: returns the present time in UTC.
        panels: registry of newest panels, for replies.
        pictures: renderer of question pictures, for replies.
    """

    @asynccontextmanager
    async def surround(request: HandledRequest) -> AsyncIterator[None]:
        interaction = request.interaction
        restore_deferred_state(interaction)
        allowed = DEFER_FORM_AFTER_SECONDS if request.opens_form else DEFER_AFTER_SECONDS
        first = FirstAnswer(interaction, allowed - get_seconds_waited(interaction, now()), request.answered)
        interaction.extras.update({FIRST: first, PANELS: panels, PICTURES: pictures})
        yield
        await take_response(interaction)
        request.answered()

    return surround
