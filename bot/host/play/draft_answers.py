"""Drafts of answers that players have begun and not sent, the same for a panel on Discord and for a page."""

from __future__ import annotations

import logging

from storage.interface.errors import StoreFailed
from storage.interface.panels import StoredDraft
from storage.interface.transaction_observer import ignore_observer
from storage.store import Storage

log = logging.getLogger(__name__)


class DraftAnswers:
    """Stores drafts, one for each player and table. A draft that cannot be saved is lost, and nothing else.

    Args:
        storage: where they are kept.
        kind: of the answers, "" for the open question.
    """

    def __init__(self, storage: Storage, kind: str = "") -> None:
        self._drafts = storage.draft_answers
        self._kind = kind

    async def save_draft(self, game_id: int, user_id: int, draft: StoredDraft | None) -> None:
        """Save a draft in place of the previous one; None deletes that."""
        if draft is None:
            await self.drop_draft(game_id, user_id)
            return
        try:
            with ignore_observer():
                await self._drafts.keep(game_id, user_id, self._kind, draft)
        except StoreFailed as failed:
            log.warning("a draft could not be saved: %s", failed)

    async def drop_draft(self, game_id: int, user_id: int) -> bool:
        """Delete a draft that was restarted, or whose question is closed; return whether there was one.

        A draft that is sent is deleted by the move's own transaction. Reading is cheaper than a commit.
        """
        try:
            with ignore_observer():
                if await self._drafts.get(game_id, user_id, self._kind) is not None:
                    await self._drafts.drop(game_id, user_id, self._kind)
                    return True
        except StoreFailed as failed:
            log.warning("a draft could not be deleted: %s", failed)
        return False

    async def get_draft(self, game_id: int, user_id: int) -> StoredDraft | None:
        """Return a player's draft; None if there is none."""
        return await self._drafts.get(game_id, user_id, self._kind)
