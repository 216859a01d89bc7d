"""The first answer to an interaction: Discord waits three seconds for it, so it is deferred where it takes longer.

One object owns it, so no handler has to know how long it takes: a timer runs from the moment somebody pressed, and the
answer that comes after the timer becomes a change of the panel or a follow-up by itself. Only a form cannot come later:
routes that open one are declared as `OpensForm`, and have nearly all of the three seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

import aiohttp
import discord

from bot.ui.handlers.instrumentation import Interaction

log = logging.getLogger(__name__)

DISCORD_WAITS_SECONDS = 3.0
"""After so long Discord calls an interaction failed."""
DEFER_AFTER_SECONDS = 1.0
DEFER_FORM_AFTER_SECONDS = 2.7
"""For what opens a form: by then no form would open any more, and a sentence can say so."""

FIRST, WAITS, CHANGES = "first", "waits", "changes"
"""What an interaction carries along: the owner of its first answer; whether its answer is still to come, as a message
of its own or as a change of the panel that was pressed on."""

_DEFERRED = {
    WAITS: discord.InteractionResponseType.deferred_channel_message,
    CHANGES: discord.InteractionResponseType.deferred_message_update,
}


class FirstAnswer:
    """Owns the first answer to an interaction, and defers it when its time is up.

    Args:
        interaction: what is answered.
        seconds: how long nothing is deferred.
        deferred: called once it is, as the person sees then that an answer comes.
    """

    def __init__(self, interaction: Interaction, seconds: float, deferred: Callable[[], None]) -> None:
        self._interaction = interaction
        self._deferred = deferred
        self._deferring: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        if not interaction.response.is_done():
            self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._time_is_up)

    async def take(self) -> None:
        """Stop the timer, and wait for a deferral that is on its way; the caller sends what comes next."""
        if self._timer is not None:
            self._timer.cancel()
        if self._deferring is not None:
            await asyncio.wait([self._deferring])

    async def defer(self) -> None:
        """Defer now, unless something has been answered."""
        await self.take()
        if not self._interaction.response.is_done():
            await self._defer()

    async def _defer(self) -> None:
        if private_message(self._interaction) is None:
            await self._interaction.response.defer(ephemeral=True, thinking=True)
            self._interaction.extras[WAITS] = True
        else:
            await self._interaction.response.defer()
            self._interaction.extras[CHANGES] = True
        self._deferred()

    def _time_is_up(self) -> None:
        self._deferring = asyncio.create_task(self._defer_in_time(), name="deferring an answer")

    async def _defer_in_time(self) -> None:
        """Defer; where that fails, the answer itself is still tried."""
        try:
            await self._defer()
        except discord.HTTPException as failed:
            log.warning("an answer could not be deferred: %s (%s)", failed.status, failed.code)
        except (aiohttp.ClientError, TimeoutError, OSError) as failed:
            log.warning("an answer could not be deferred: %s", type(failed).__name__)


def seconds_waited(interaction: Interaction, now: datetime) -> float:
    """Return for how long somebody has waited since they pressed, also in queues of ours.

    An age that Discord would not have waited for comes from a clock that differs from Discord's, and counts as none.
    """
    age = (now - interaction.created_at).total_seconds()
    return age if 0 <= age < DISCORD_WAITS_SECONDS else 0.0


async def take(interaction: Interaction) -> discord.InteractionResponse[discord.Client]:
    """Return that with which an interaction is answered first; from now on no timer defers it."""
    first: FirstAnswer | None = interaction.extras.get(FIRST)
    if first is not None:
        await first.take()
    return interaction.response


async def defer(interaction: Interaction) -> None:
    """Defer at once, before what waits for Discord itself, such as a letter: letters let answers go first."""
    first: FirstAnswer = interaction.extras[FIRST]
    await first.defer()


def is_unanswered(interaction: Interaction) -> bool:
    """Whether the person has read nothing yet, so that Discord shows them that we think, or that we have failed."""
    return not interaction.response.is_done() or WAITS in interaction.extras or CHANGES in interaction.extras


def deferral(interaction: Interaction) -> str | None:
    """Return how an answer was deferred, `WAITS` or `CHANGES`; empty: not at all; None: something was answered."""
    deferred = next((deferred for deferred in _DEFERRED if deferred in interaction.extras), "")
    return None if interaction.response.is_done() and not deferred else deferred


def was_deferred(interaction: Interaction, deferred: str) -> None:
    """Let an interaction know how another process deferred it, as `deferral` says it."""
    if deferred:
        interaction.response._response_type = _DEFERRED[deferred]
        interaction.extras[deferred] = True


def private_message(interaction: Interaction) -> discord.Message | None:
    """Return the private message of ours on which somebody has pressed, if it was one."""
    message = interaction.message
    if interaction.type is discord.InteractionType.application_command or message is None:
        return None
    return message if message.flags.ephemeral else None
