"""Registry of the bot's newest posts in each channel, to find out what it has posted below a message.

It is kept in memory and holds the bot's own posts only: others' messages are reported with a privileged intent alone.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

MAX_CHANNELS = 2_000
"""Channels to remember."""
MAX_POSTS = 20
"""Posts to remember in each channel."""


class SentPosts:
    """Remembers the ids of the newest posts, which grow with time, until they are deleted.

    Args:
        now: monotonic time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._posts: OrderedDict[int, dict[int, float]] = OrderedDict()
        """Times of posts by id, by channel."""

    def record(self, channel_id: int, message_id: int) -> None:
        """Record a post that stands at the end of its channel."""
        posts = self._posts.setdefault(channel_id, {})
        posts[message_id] = self._now()
        for post in sorted(posts)[:-MAX_POSTS]:
            del posts[post]
        self._posts.move_to_end(channel_id)
        while len(self._posts) > MAX_CHANNELS:
            self._posts.popitem(last=False)

    def forget(self, channel_id: int, message_id: int) -> None:
        """Forget a deleted post."""
        self._posts.get(channel_id, {}).pop(message_id, None)

    def get_age(self, channel_id: int, message_id: int) -> float | None:
        """Return the seconds since a post; None if it is not remembered, so that posts after it may be unknown."""
        at = self._posts.get(channel_id, {}).get(message_id)
        return None if at is None else self._now() - at

    def list_below(self, channel_id: int, message_id: int) -> Sequence[int]:
        """Return the remembered posts of a channel that stand below a message."""
        return [post for post in self._posts.get(channel_id, ()) if post > message_id]
