"""Reactions: what each of Discord's refusals means for a letter, in one table.

A letter is given up only where a refusal is known to concern the message itself. All others, such as a 404 without a
code from something between Discord and us, pass sooner or later.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import Enum

import aiohttp
import discord

from bot.host.delivery.outbox_worker import RetryLater, Undeliverable
from bot.host.errors import Leak, Refusal


class Reaction(Enum):
    """What is done when Discord refuses something."""

    LOSE = "the table cannot be reached: it is looked after as lost"
    TELL = "a permission is missing: the players are told in private, the organisers by /game delivery"
    ANEW = "the old message cannot be changed: it is posted anew and the old one taken away"
    WAKE = "the thread is archived: it is opened, and the same is done again"
    CLOSED = "this person's direct messages are closed: another way, until they choose this one again"
    TOO_FAST = "too many direct messages were opened: no more of them for a while, another way meanwhile"
    LATER = "Discord is busy or down: again later, when it says so or with growing pauses"
    NEVER = "the message itself, or what it would make, is refused: it is no use trying again"
    UNKNOWN = "nobody has told us what this means: again later, with growing pauses; it is counted and logged"


REACTIONS: Mapping[int, Reaction] = {
    10003: Reaction.LOSE,  # unknown channel
    10004: Reaction.LOSE,  # unknown server
    50001: Reaction.LOSE,  # missing access
    50013: Reaction.TELL,  # missing permission
    160005: Reaction.TELL,  # the thread is locked
    10008: Reaction.ANEW,  # unknown message
    30046: Reaction.ANEW,  # too many edits of messages older than an hour
    50083: Reaction.WAKE,  # the thread is archived
    50007: Reaction.CLOSED,  # this person takes no direct messages from us
    50278: Reaction.CLOSED,  # no server in common
    40003: Reaction.TOO_FAST,  # direct messages are opened too fast
    20026: Reaction.TOO_FAST,  # the bot is flagged for it
    40005: Reaction.NEVER,  # the request is too large
    50006: Reaction.NEVER,  # the message is empty
    50035: Reaction.NEVER,  # the form is invalid
    50045: Reaction.NEVER,  # the file is too large
    50109: Reaction.NEVER,  # the JSON is invalid
    200000: Reaction.NEVER,  # the server's AutoMod blocks these words
    200001: Reaction.NEVER,  # and this title
    240000: Reaction.NEVER,  # it has a link that Discord takes for harmful
    50008: Reaction.NEVER,  # nothing can be posted in such a channel
    50024: Reaction.NEVER,  # this cannot be done in such a channel
    160006: Reaction.NEVER,  # there are as many active threads as a server may have
}


def reaction(refused: discord.HTTPException) -> Reaction:
    """Return what a refusal calls for."""
    known = REACTIONS.get(refused.code)
    if known is not None:
        return known
    return Reaction.LATER if refused.status == 429 or _without_answer(refused) else Reaction.UNKNOWN


def passes(refused: discord.HTTPException) -> bool:
    """Whether a refusal says nothing of what was asked, so that the same is to be asked again later."""
    return reaction(refused) in (Reaction.LATER, Reaction.UNKNOWN)


def _without_answer(refused: discord.HTTPException) -> bool:
    """Whether what was asked may have been done all the same: a proxy says 408 when Discord has not answered it."""
    return refused.status >= 500 or refused.status == 408


class OutOfReach(Undeliverable):
    """The channel or server of a table is closed to us, or gone."""


class NotAllowed(Undeliverable):
    """The bot lacks a permission where a table's messages go."""


LONGEST_ATTEMPT = 20.0
"""Seconds after which Discord is waited for no longer; discord.py alone would go on for minutes."""


@asynccontextmanager
async def refusals(client: discord.Client) -> AsyncIterator[None]:
    """Turn what Discord and the game refuse, or leave without an answer, into what the courier understands."""
    try:
        async with in_time(client):
            yield
    except (Refusal, Leak) as refused:
        raise Undeliverable(str(refused)) from refused
    except discord.RateLimited as limited:
        raise RetryLater(f"rate limit, {limited.retry_after:.0f} s", limited.retry_after) from limited
    except discord.HTTPException as refused:
        reason = said(refused)
        match reaction(refused):
            case Reaction.LOSE:
                raise OutOfReach(reason) from refused
            case Reaction.TELL:
                raise NotAllowed(reason) from refused
            case Reaction.LATER | Reaction.ANEW | Reaction.WAKE | Reaction.TOO_FAST:
                raise RetryLater(reason, unsure=_without_answer(refused)) from refused
            case Reaction.UNKNOWN:
                raise RetryLater(
                    reason, unsure=True, unknown=True
                ) from refused  # of several requests, some were answered
            case Reaction.CLOSED | Reaction.NEVER:
                raise Undeliverable(reason) from refused
    except (aiohttp.ClientError, TimeoutError, OSError) as failed:
        raise RetryLater(f"no answer ({type(failed).__name__})", unsure=True) from failed


@asynccontextmanager
async def in_time(client: discord.Client, seconds: float | None = None) -> AsyncIterator[None]:
    """Wait for Discord, but not for long; raise TimeoutError then. What was asked may be done all the same."""
    try:
        async with asyncio.timeout(LONGEST_ATTEMPT if seconds is None else seconds):
            yield
    except TimeoutError:
        # While a rate limit holds for everything, discord.py lets nothing through until whoever hit it has waited. Had
        # that been us, nobody would open the way again.
        way = client.http._global_over
        if isinstance(way, asyncio.Event):  # it has one once it has logged in
            way.set()
        raise


AUTOMOD = {200000, 200001}
"""What Discord answers when a server's AutoMod blocks a message, or the name of a thread."""
EXEMPT_ME = "ask a server manager to exempt my role from AutoMod's rules"


def said(refused: discord.HTTPException) -> str:
    """Return what Discord said, for logs and ledgers: its status and code, never its words or ours."""
    if refused.code in AUTOMOD:
        return f"this server's AutoMod blocked it: {EXEMPT_ME}"
    return f"Discord answered {refused.status} ({refused.code})"
