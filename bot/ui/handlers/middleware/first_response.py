"""Middleware that defers the first response in time, and waits until it has gone out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from bot.ui.delivery.application_emoji import ApplicationEmoji
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.delivery.sent_posts import SentPosts
from bot.ui.handlers.answering import EMOJI, PANELS, PICTURES
from bot.ui.handlers.first_answer import (
    DEFER_AFTER_SECONDS,
    DEFER_FORM_AFTER_SECONDS,
    FIRST,
    POSTS,
    FirstAnswer,
    get_seconds_waited,
    take_response,
)
from bot.ui.handlers.middleware.request import HandledRequest
from bot.ui.handlers.press_forwarding import restore_deferred_state
from bot.ui.handlers.table.question_pictures import QuestionPictures


@asynccontextmanager
async def defer_in_time(
    request: HandledRequest,
    now: Callable[[], datetime],
    panels: OpenPanels,
    posts: SentPosts,
    pictures: QuestionPictures,
    emoji: ApplicationEmoji,
) -> AsyncIterator[None]:
    """Own the first response, and defer it in time; time in our queues counts.

    Replies find the registries of newest panels and of posts, the renderer of pictures, and the emoji in its extras.
    """
    interaction = request.interaction
    restore_deferred_state(interaction)
    allowed = DEFER_FORM_AFTER_SECONDS if request.opens_form else DEFER_AFTER_SECONDS
    first = FirstAnswer(interaction, allowed - get_seconds_waited(interaction, now()), request.answered)
    interaction.extras.update({FIRST: first, PANELS: panels, POSTS: posts, PICTURES: pictures, EMOJI: emoji})
    yield
    await take_response(interaction)
    request.answered()
