"""The name of somebody in what they type for others to read."""

from __future__ import annotations

import re

from discord import Member, User

from bot.ui.screens.names import as_plain

SHORTEST_NAME = 2
"""Signs of a name that is looked for; a single letter may be anything."""


def with_own_name_as_mention(user: Member | User, reason: str) -> str:
    """Return a reason with a mention of whoever types it in place of their name.

    A mention shows what they are called today, and is found again when they ask to be forgotten.
    """
    reason = as_plain(reason)
    names = {as_plain(name) for name in (user.display_name, user.global_name, user.name) if name}
    known = sorted((name for name in names if len(name) >= SHORTEST_NAME), key=len, reverse=True)
    if not known:
        return reason
    found = "|".join(map(re.escape, known))
    return re.sub(rf"(?<!\w)@?(?:{found})(?!\w)", f"<@{user.id}>", reason, flags=re.IGNORECASE)
