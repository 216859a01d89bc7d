"""Cap on the pauses between discord.py's attempts to reconnect.

By default discord.py doubles its pauses up to seventeen minutes and resets them only after half an hour without a
fault. The bot would stay offline long after Discord is back. A bot may start a thousand sessions a day, far more than
one attempt every 45 seconds can use up.
"""

from __future__ import annotations

from typing import Any

import discord.backoff
import discord.client
import discord.shard

MAX_BACKOFF_SECONDS = 45.0
"""Maximum seconds between two attempts."""


class CappedBackoff(discord.backoff.ExponentialBackoff[Any]):
    """discord.py's exponential backoff, capped at `MAX_BACKOFF_SECONDS` seconds."""

    def delay(self) -> Any:  # a number; discord.py has overloads for its type
        """Return the seconds until the next attempt."""
        return min(float(super().delay()), MAX_BACKOFF_SECONDS)


def cap_reconnect_backoff() -> None:
    """Replace the backoff of every client in this process; discord.py has no setting for it."""
    for module in (discord.client, discord.shard):
        if not hasattr(module, "ExponentialBackoff"):
            raise AttributeError(f"{module.__name__} no longer has an ExponentialBackoff: fix {__name__}")
        setattr(module, "ExponentialBackoff", CappedBackoff)  # noqa: B010 - an imported name
