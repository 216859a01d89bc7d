"""Registry of each person's newest private panel at a table, and of the question that it shows.

It is kept in memory: a restart costs an extra ping, never an answer. It also knows how to edit a panel that was
replaced, or whose game is over, for as long as Discord allows it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import discord

from bot.host.signals import Signal

MAX_PANELS = 5_000
"""Panels to remember."""
MAX_EDITABLE = 1_000
"""Panels that may be closed."""
EDIT_SECONDS = 14 * 60.0
"""Seconds for which a panel may be edited; Discord allows it for fifteen minutes after a press."""
MAX_WAIT_SECONDS = 5.0
"""Seconds to wait for a panel that is being updated."""


class _Panel(NamedTuple):
    message_id: int
    tag: str | None
    """Etag of the question that it shows."""


@dataclass(frozen=True)
class EditablePanel:
    """A private message that shows a player's panel of a running table, and the way to edit it."""

    game_id: int
    user_id: int
    message_id: int
    webhook: discord.Webhook
    """That of the last interaction that changed it."""
    since: float
    """The monotonic time of that interaction."""


class OpenPanels:
    """Remembers each person's newest private panel at each table.

    It is kept in memory. After a restart any panel counts until another one is opened. The etags in the controls' ids
    prevent answers to closed questions.

    Args:
        now: monotonic time in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._newest: OrderedDict[tuple[int, int], _Panel] = OrderedDict()
        self._editable: OrderedDict[int, EditablePanel] = OrderedDict()
        """Messages that show a panel now, by their ids."""
        self.replaced: Signal[int] = Signal()
        """Notified of a table when somebody's panel there has been replaced by a newer one."""
        self._changing: Counter[int] = Counter()
        self._changed: dict[int, asyncio.Event] = {}

    def record_shown(self, game_id: int, user_id: int, message_id: int, tag: str | None) -> None:
        """Record a person's newest panel of a table, and the question that it shows."""
        self._newest[game_id, user_id] = _Panel(message_id, tag)
        self._newest.move_to_end((game_id, user_id))
        while len(self._newest) > MAX_PANELS:
            self._newest.popitem(last=False)

    def record_editable(self, game_id: int, user_id: int, message_id: int, webhook: discord.Webhook) -> None:
        """Record that a message shows a panel, and the webhook of the interaction that changed it.

        An interaction may change it again later; Discord counts the time from the press.
        """
        known = self._editable.get(message_id)
        since = self._now() if known is None or known.webhook is not webhook else known.since
        self._editable[message_id] = EditablePanel(game_id, user_id, message_id, webhook, since)
        self._editable.move_to_end(message_id)
        while len(self._editable) > MAX_EDITABLE:
            self._editable.popitem(last=False)

    def forget_editable(self, message_id: int) -> None:
        """Record that a message shows something else now."""
        self._editable.pop(message_id, None)

    def list_editable(self, game_id: int, user_id: int | None = None) -> Sequence[EditablePanel]:
        """Return the messages that show panels of a table, of everybody or of one person."""
        return [
            panel for panel in self._editable.values() if panel.game_id == game_id and user_id in (None, panel.user_id)
        ]

    def take_editable(self, panel: EditablePanel) -> bool:
        """Forget a panel that is about to be closed; return whether Discord still allows its edit.

        A panel that was pressed since it was listed is left alone.
        """
        if self._editable.get(panel.message_id) is not panel:
            return False
        self.forget_editable(panel.message_id)
        return self._now() - panel.since < EDIT_SECONDS

    def get_newest(self, game_id: int, user_id: int) -> int | None:
        """Return a person's newest panel of a table; None if it is unknown."""
        newest = self._newest.get((game_id, user_id))
        return None if newest is None else newest.message_id

    def is_older(self, game_id: int, user_id: int, message_id: int) -> bool:
        """Whether a person has opened another panel of this table after this one."""
        return self.get_newest(game_id, user_id) not in (None, message_id)

    def is_showing(self, game_id: int, user_id: int | None, tag: str) -> bool:
        """Whether a person's newest panel shows this question."""
        newest = None if user_id is None else self._newest.get((game_id, user_id))
        return newest is not None and newest.tag == tag

    @contextmanager
    def mark_changing(self, game_id: int) -> Iterator[None]:
        """Mark panels of this table as being updated, so that others wait for the result."""
        self._changing[game_id] += 1
        self._changed.setdefault(game_id, asyncio.Event())
        try:
            yield
        finally:
            self._changing[game_id] -= 1
            if not self._changing[game_id]:
                del self._changing[game_id]
                self._changed.pop(game_id).set()

    async def wait_until_settled(self, game_id: int) -> None:
        """Wait until no panel of this table is being updated, for `MAX_WAIT_SECONDS` at most."""
        changed = self._changed.get(game_id)
        if changed is not None:
            waiting = asyncio.ensure_future(changed.wait())
            await asyncio.wait([waiting], timeout=MAX_WAIT_SECONDS)
            waiting.cancel()
