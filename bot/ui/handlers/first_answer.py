"""First response to an interaction, deferred by a timer because Discord waits only three seconds for it.

One object owns the response, so handlers need not know how long they take. The timer counts from the press. A reply
after the deferral becomes an edit of the panel or a follow-up. Only a form cannot be late: routes that open one are
declared with `form_route`, and get nearly all of the three seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

import aiohttp
import discord

from bot.ui.delivery.sent_posts import SentPosts
from bot.ui.handlers.instrumentation import Interaction

log = logging.getLogger(__name__)

DISCORD_WAITS_SECONDS = 3.0
"""After this time Discord marks an interaction as failed."""
DEFER_AFTER_SECONDS = 1.0
DEFER_FORM_AFTER_SECONDS = 2.7
"""For routes that open a form; at this point a form would be too late, and a sentence can say so."""

FIRST, WAITS, CHANGES, POSTS = "first", "waits", "changes", "posts"
"""Keys in an interaction's extras: the owner of its first response; a pending reply as a new message, or as an edit of
the pressed panel; the registry of posts.
"""
FAR_UP_POSTS = 3
"""Posts of the bot below a private panel that push it off a phone's screen."""

_DEFERRED = {
    WAITS: discord.InteractionResponseType.deferred_channel_message,
    CHANGES: discord.InteractionResponseType.deferred_message_update,
}


class FirstAnswer:
    """Owns the first response to an interaction, and defers it when the timer fires.

    Args:
        interaction: the interaction that is answered.
        seconds: delay before the deferral.
        deferred: called after the deferral, because the person then sees that a reply will come.
    """

    def __init__(self, interaction: Interaction, seconds: float, deferred: Callable[[], None]) -> None:
        self._interaction = interaction
        self._deferred = deferred
        self._deferring: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        if not interaction.response.is_done():
            self._timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._start_deferring)

    async def take(self) -> None:
        """Cancel the timer, and wait for a deferral in progress; the caller sends the next response."""
        if self._timer is not None:
            self._timer.cancel()
        if self._deferring is not None:
            await asyncio.wait([self._deferring])

    async def defer(self) -> None:
        """Defer now, unless a response was sent."""
        await self.take()
        if not self._interaction.response.is_done():
            await self._defer()

    async def _defer(self) -> None:
        if get_panel_to_update(self._interaction) is None:
            await self._interaction.response.defer(ephemeral=True, thinking=True)
            self._interaction.extras[WAITS] = True
        else:
            await self._interaction.response.defer()
            self._interaction.extras[CHANGES] = True
        self._deferred()

    def _start_deferring(self) -> None:
        self._deferring = asyncio.create_task(self._defer_in_time(), name="deferring an answer")

    async def _defer_in_time(self) -> None:
        """Defer; if that fails, the reply itself is still tried."""
        try:
            await self._defer()
        except discord.HTTPException as failed:
            log.warning("a reply could not be deferred: %s (%s)", failed.status, failed.code)
        except (aiohttp.ClientError, TimeoutError, OSError) as failed:
            log.warning("a reply could not be deferred: %s", type(failed).__name__)


def get_seconds_waited(interaction: Interaction, now: datetime) -> float:
    """Return the seconds since the press, including time in our queues.

    An age outside Discord's limit means that the clocks differ, and counts as zero.
    """
    age = (now - interaction.created_at).total_seconds()
    return age if 0 <= age < DISCORD_WAITS_SECONDS else 0.0


async def take_response(interaction: Interaction) -> discord.InteractionResponse[discord.Client]:
    """Stop the deferral timer, and return the interaction's response object."""
    first: FirstAnswer | None = interaction.extras.get(FIRST)
    if first is not None:
        await first.take()
    return interaction.response


async def defer(interaction: Interaction) -> None:
    """Defer now, before a call to Discord such as a letter: letters yield to replies."""
    first: FirstAnswer = interaction.extras[FIRST]
    await first.defer()


def is_unanswered(interaction: Interaction) -> bool:
    """Whether the person has read nothing yet: Discord shows "thinking" or a failure."""
    return not interaction.response.is_done() or WAITS in interaction.extras or CHANGES in interaction.extras


def get_deferral(interaction: Interaction) -> str | None:
    """Return how a reply was deferred, `WAITS` or `CHANGES`; empty if it was not; None if a reply was sent."""
    deferred = next((deferred for deferred in _DEFERRED if deferred in interaction.extras), "")
    return None if interaction.response.is_done() and not deferred else deferred


def restore_deferral(interaction: Interaction, deferred: str) -> None:
    """Restore the deferred state of an interaction that another process acknowledged."""
    if deferred:
        interaction.response._response_type = _DEFERRED[deferred]
        interaction.extras[deferred] = True


def get_private_message(interaction: Interaction) -> discord.Message | None:
    """Return the ephemeral message that was pressed on, if any."""
    message = interaction.message
    if interaction.type is discord.InteractionType.application_command or message is None:
        return None
    return message if message.flags.ephemeral else None


def get_panel_to_update(interaction: Interaction) -> discord.Message | None:
    """Return the private message in which the reply is shown: the pressed one, unless it is far up in its channel."""
    message = get_private_message(interaction)
    return None if message is None or is_far_up(interaction, message) else message


def is_far_up(interaction: Interaction, message: discord.Message) -> bool:
    """Whether the bot has posted so much below a message of the interaction's channel that it is out of view."""
    posts: SentPosts | None = interaction.extras.get(POSTS)
    return posts is not None and len(posts.list_below(interaction.channel_id or 0, message.id)) >= FAR_UP_POSTS
