"""Reactions: what each of Discord's refusals means for a letter, in one table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import Enum

import aiohttp
import discord

from bot.host.delivery.courier import NotNow, Undeliverable
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
    NEVER = "it is no use trying again"


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
}


def reaction(refused: discord.HTTPException) -> Reaction:
    """Return what a refusal calls for."""
    known = REACTIONS.get(refused.code)
    if known is not None:
        return known
    return Reaction.LATER if refused.status == 429 or _without_answer(refused) else Reaction.NEVER


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
        raise NotNow(f"rate limit, {limited.retry_after:.0f} s", limited.retry_after) from limited
    except discord.HTTPException as refused:
        reason = said(refused)
        match reaction(refused):
            case Reaction.LOSE:
                raise OutOfReach(reason) from refused
            case Reaction.TELL:
                raise NotAllowed(reason) from refused
            case Reaction.LATER | Reaction.ANEW | Reaction.WAKE | Reaction.TOO_FAST:
                raise NotNow(reason, unsure=_without_answer(refused)) from refused
            case Reaction.CLOSED | Reaction.NEVER:
                raise Undeliverable(reason) from refused
    except (aiohttp.ClientError, TimeoutError, OSError) as failed:
        raise NotNow(f"no answer ({type(failed).__name__})", unsure=True) from failed


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
