"""Replacement of a person's own name, in public text that they type, by a mention."""

from __future__ import annotations

import re

from discord import Member, User

from bot.ui.screens.names import sanitize_plain

SHORTEST_NAME = 2
"""Characters of the shortest name to replace; a single letter is ambiguous."""


def with_own_name_as_mention(user: Member | User, reason: str) -> str:
    """Return a reason in which a mention replaces the name of its author.

    A mention shows the author's current name, and is found again at an erasure.
    """
    reason = sanitize_plain(reason)
    names = {sanitize_plain(name) for name in (user.display_name, user.global_name, user.name) if name}
    known = sorted((name for name in names if len(name) >= SHORTEST_NAME), key=len, reverse=True)
    if not known:
        return reason
    found = "|".join(map(re.escape, known))
    return re.sub(rf"(?<!\w)@?(?:{found})(?!\w)", f"<@{user.id}>", reason, flags=re.IGNORECASE)
