"""Middleware that turns every error into a sentence to the person, or hands the request to the table's owner."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.engine.questions import BadAnswer
from bot.host.errors import DAMAGED_TABLE, Fault, Leak, Refusal, WrongShard
from bot.ui.handlers.answering import reply
from bot.ui.handlers.first_answer import is_unanswered
from bot.ui.handlers.middleware.request import HandledRequest
from bot.ui.handlers.press_forwarding import PressForwarding
from bot.ui.handlers.save_failures import ALL_THE_SAME, format_failure
from storage.interface.errors import GameDamaged, StoreFailed

log = logging.getLogger(__name__)


@asynccontextmanager
async def forward_to_owner(request: HandledRequest, forwarding: PressForwarding | None) -> AsyncIterator[None]:
    """Forward a request if another process owns its table; None: there is no other process."""
    try:
        yield
    except WrongShard as refused:
        request.commits.saved = False
        if forwarding is None or not await forwarding.forward(request.interaction, refused.guild_id):
            raise


@asynccontextmanager
async def explain_errors(request: HandledRequest) -> AsyncIterator[None]:
    """Reply to the person with a sentence for any error."""
    try:
        yield
        return
    except (Refusal, BadAnswer) as refused:
        request.commits.saved = False
        words = str(refused)
    except (Fault, Leak) as refused:
        words = str(refused)
    except GameDamaged:
        log.exception("a table cannot be read")
        words = DAMAGED_TABLE
    except StoreFailed as failed:
        log.exception("the store failed")
        words = format_failure(request.saves, failed, request.commits)
    except Exception:
        reference = secrets.token_hex(4)
        log.exception("an interaction failed", extra={"reference": reference})
        words = (
            f"Something went wrong on our side while answering you (reference {reference}); it has been "
            "reported. Press **Act** to see how things stand: what you pressed may have counted."
        )
    await reply(request.interaction, words)


@asynccontextmanager
async def explain_lost_replies(request: HandledRequest) -> AsyncIterator[None]:
    """Try to tell the person that Discord refused a request, or could not be reached, unless they have an answer."""
    try:
        yield
        return
    except discord.HTTPException as failed:
        log.warning("Discord refused a request: %s (%s)", failed.status, failed.code)
        fate = ALL_THE_SAME if request.commits.saved else "Discord refused my reply, so nothing was changed."
        words = f"{fate} Press **Act** to see how things stand."
    except (aiohttp.ClientError, TimeoutError) as failed:
        log.warning("Discord could not be reached: %s", type(failed).__name__)
        fate = ALL_THE_SAME if request.commits.saved else "Nothing was changed."
        words = f"I can't reach Discord right now. {fate}"
    if is_unanswered(request.interaction):
        await reply(request.interaction, words)
