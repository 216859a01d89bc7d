"""Panels that were replaced, or whose game is over or was left: they say so and lose their controls.

A panel that was changed by its player's own press shows the result itself. Where Discord allows no edit any more, a
press on the panel is answered with the present one.
"""

from __future__ import annotations

import logging

from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedTasks
from bot.host.signals import Commit
from bot.ui.delivery.open_panels import EditablePanel, OpenPanels
from bot.ui.handlers.answering import close_panel
from storage.interface.errors import StoreFailed

log = logging.getLogger(__name__)

OVER = "This game is over: the table's message shows the result."
NEWER = "This panel is over: you went on in another one."
LEFT = "You don't sit at this table any more, so this panel is over."


class EndedPanels:
    """Closes panels in the background, after a reply or a commit."""

    def __init__(self, host: Host, panels: OpenPanels) -> None:
        self._host = host
        self._panels = panels
        self._closing = KeyedTasks(self._close_panels, "ended panels of game")
        host.commits.subscribe(self._handle_commit)
        panels.replaced.subscribe(self._closing.request)

    async def close(self) -> None:
        """Finish the edits in progress, and begin no others."""
        await self._closing.close()

    def _handle_commit(self, commit: Commit) -> None:
        if self._panels.list_editable(commit.game_id):
            self._closing.request(commit.game_id)

    async def _close_panels(self, game_id: int) -> None:
        await self._panels.wait_until_settled(game_id)
        try:
            for panel in self._panels.list_editable(game_id):
                why = await self._explain_end(panel)
                if why:
                    await close_panel(self._panels, panel, why)
        except (Refusal, StoreFailed) as failed:
            log.info("panels of a game were not closed: %s", failed, extra={"game": game_id})

    async def _explain_end(self, panel: EditablePanel) -> str:
        """Return why a panel is over; empty if it is not."""
        if self._panels.is_older(panel.game_id, panel.user_id, panel.message_id):
            return NEWER
        known = await self._host.find_table(panel.game_id)
        if known is None or known[0].status != "running":
            return OVER
        return "" if any(seat_row.user_id == panel.user_id for seat_row in known[1]) else LEFT
