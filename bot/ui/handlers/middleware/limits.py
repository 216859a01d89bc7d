"""Middleware that refuses requests over a rate limit or CPU limit, or during an erasure."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.host.errors import Refusal
from bot.host.privacy.erasure import Erasure
from bot.ui.handlers.cpu_limit import CpuLimit
from bot.ui.handlers.lobby.lost_channels import UNDER_WAY
from bot.ui.handlers.middleware.request import HandledRequest
from bot.ui.handlers.rate_limit import RateLimit


@asynccontextmanager
async def limit_presses(request: HandledRequest, rate_limit: RateLimit, cpu_limit: CpuLimit) -> AsyncIterator[None]:
    """Refuse a person who exceeds the rate limit or the CPU limit."""
    why, user_id = "That was too fast for me", request.interaction.user.id
    wait = rate_limit.count_request(user_id)
    if not wait:
        why = "What you have pressed in the last minute gave me more to do than I have time for one person"
        wait = cpu_limit.get_wait_seconds(user_id)
    if wait:
        seconds = math.ceil(wait)
        raise Refusal(
            f"{why}, so this press changed nothing. Try again in {seconds} {'second' if seconds == 1 else 'seconds'}."
        )
    yield


@asynccontextmanager
async def refuse_during_erasure(request: HandledRequest, erasure: Erasure) -> AsyncIterator[None]:
    """Refuse a person whose data other processes still have to erase: they begin nothing."""
    if await erasure.is_under_way(request.interaction.user.id):
        raise Refusal(UNDER_WAY)
    yield
