"""Table of Discord's error codes, each with the reaction for a letter.

A letter is given up only for an error known to concern the message itself. All others, such as a 404 without a code
from a proxy, are treated as temporary.
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
    """Response to one of Discord's errors."""

    LOSE = "the table cannot be reached: it is looked after as lost"
    TELL = "a permission is missing: the players are told in private, the organisers by /table delivery"
    ANEW = "the old message cannot be changed: it is posted anew and the old one taken away"
    WAKE = "the thread is archived: it is opened, and the same is done again"
    CLOSED = "this person's direct messages are closed: another way, until they choose this one again"
    TOO_FAST = "too many direct messages were opened: no more of them for a while, another way meanwhile"
    LATER = "Discord is busy or down: again later, when it says so or with growing pauses"
    NEVER = "the message itself, or what it would make, is refused: it is no use trying again"
    UNKNOWN = "nobody has told us what this means: again later, with growing pauses; it is counted and logged"


INVALID_FORM = 50035
"""Code of a request whose content is wrong, such as a component with an emoji that does not exist."""
TOO_MANY_OLD_EDITS = 30046
"""Code of too many edits of messages older than an hour."""

REACTIONS: Mapping[int, Reaction] = {
    10003: Reaction.LOSE,  # unknown channel
    10004: Reaction.LOSE,  # unknown server
    50001: Reaction.LOSE,  # missing access
    50013: Reaction.TELL,  # missing permission
    160005: Reaction.TELL,  # the thread is locked
    10008: Reaction.ANEW,  # unknown message
    TOO_MANY_OLD_EDITS: Reaction.ANEW,
    50083: Reaction.WAKE,  # the thread is archived
    50007: Reaction.CLOSED,  # this person takes no direct messages from us
    50278: Reaction.CLOSED,  # no server in common
    40003: Reaction.TOO_FAST,  # direct messages are opened too fast
    20026: Reaction.TOO_FAST,  # the bot is flagged for it
    40067: Reaction.NEVER,  # this forum wants a tag on each post
    40005: Reaction.NEVER,  # the request is too large
    50006: Reaction.NEVER,  # the message is empty
    INVALID_FORM: Reaction.NEVER,
    50045: Reaction.NEVER,  # the file is too large
    50109: Reaction.NEVER,  # the JSON is invalid
    200000: Reaction.NEVER,  # the server's AutoMod blocks these words
    200001: Reaction.NEVER,  # and this title
    240000: Reaction.NEVER,  # it has a link that Discord takes for harmful
    50008: Reaction.NEVER,  # nothing can be posted in such a channel
    50024: Reaction.NEVER,  # this cannot be done in such a channel
    160006: Reaction.NEVER,  # there are as many active threads as a server may have
}


def get_reaction(refused: discord.HTTPException) -> Reaction:
    """Return the reaction to an error."""
    known = REACTIONS.get(refused.code)
    if known is not None:
        return known
    return Reaction.LATER if refused.status == 429 or _is_unanswered(refused) else Reaction.UNKNOWN


def is_temporary(refused: discord.HTTPException) -> bool:
    """Whether an error is temporary, so that the same request should be retried later."""
    return get_reaction(refused) in (Reaction.LATER, Reaction.UNKNOWN)


def _is_unanswered(refused: discord.HTTPException) -> bool:
    """Whether the request may have succeeded nevertheless; a proxy returns 408 when Discord has not answered."""
    return refused.status >= 500 or refused.status == 408


class OutOfReach(Undeliverable):
    """The table's channel or server is closed to the bot, or gone."""


class NotAllowed(Undeliverable):
    """The bot lacks a permission in the table's channel."""


MAX_ATTEMPT_SECONDS = 20.0
"""Timeout of one attempt in seconds; discord.py alone would retry for minutes."""


@asynccontextmanager
async def translate_errors(client: discord.Client) -> AsyncIterator[None]:
    """Turn errors of Discord and the game into the outbox worker's exceptions."""
    try:
        async with limit_time(client):
            yield
    except (Refusal, Leak) as refused:
        raise Undeliverable(str(refused)) from refused
    except discord.RateLimited as limited:
        raise RetryLater(f"rate limit, {limited.retry_after:.0f} s", limited.retry_after) from limited
    except discord.HTTPException as refused:
        reason = format_error(refused)
        match get_reaction(refused):
            case Reaction.LOSE:
                raise OutOfReach(reason) from refused
            case Reaction.TELL:
                raise NotAllowed(reason) from refused
            case Reaction.LATER | Reaction.ANEW | Reaction.WAKE | Reaction.TOO_FAST:
                raise RetryLater(reason, unsure=_is_unanswered(refused)) from refused
            case Reaction.UNKNOWN:
                raise RetryLater(
                    reason, unsure=True, unknown=True
                ) from refused  # of several requests, some may have succeeded
            case Reaction.CLOSED | Reaction.NEVER:
                raise Undeliverable(reason) from refused
    except (aiohttp.ClientError, TimeoutError, OSError) as failed:
        raise RetryLater(f"no answer ({type(failed).__name__})", unsure=True) from failed


@asynccontextmanager
async def limit_time(client: discord.Client, seconds: float | None = None) -> AsyncIterator[None]:
    """Apply a timeout to requests, and raise TimeoutError after it. The request may have succeeded nevertheless."""
    try:
        async with asyncio.timeout(MAX_ATTEMPT_SECONDS if seconds is None else seconds):
            yield
    except TimeoutError:
        # During a global rate limit, discord.py blocks every request until the one that hit the limit has waited. If
        # ours hit it and was cancelled, the event must be set here.
        way = client.http._global_over
        if isinstance(way, asyncio.Event):  # exists only after the login
            way.set()
        raise


AUTOMOD = {200000, 200001}
"""Codes with which Discord reports that a server's AutoMod blocks a message or a thread's name."""
EXEMPTION_ADVICE = "ask a server manager to exempt my role from AutoMod's rules"


def format_error(refused: discord.HTTPException) -> str:
    """Return an error's status and code for logs and ledgers, without Discord's text or ours."""
    if refused.code in AUTOMOD:
        return f"this server's AutoMod blocked it: {EXEMPTION_ADVICE}"
    return f"Discord answered {refused.status} ({refused.code})"
