"""Reconnecting: how long discord.py waits between two attempts to reach Discord again.

By itself it doubles its pauses up to seventeen minutes, and forgets that only after half an hour without a fault, so
that a bot stays deaf long after Discord is back. A bot may begin a thousand sessions a day, which one attempt every
three quarters of a minute does not reach by far.
"""

from __future__ import annotations

from typing import Any

import discord.backoff
import discord.client
import discord.shard

LONGEST = 45.0
"""Seconds between two attempts at most."""


class CappedBackoff(discord.backoff.ExponentialBackoff[Any]):
    """Pauses that grow as discord.py's do, but not beyond `LONGEST`."""

    def delay(self) -> Any:  # a number; discord.py overloads it by what kind of one
        """Return the seconds until the next attempt."""
        return min(float(super().delay()), LONGEST)


def reconnect_soon() -> None:
    """Let every client of this process use these pauses; discord.py has no setting for them."""
    for module in (discord.client, discord.shard):
        if not hasattr(module, "ExponentialBackoff"):
            raise AttributeError(f"{module.__name__} has no ExponentialBackoff any more: mend {__name__}")
        setattr(module, "ExponentialBackoff", CappedBackoff)  # noqa: B010 - it is a name that the module has imported
