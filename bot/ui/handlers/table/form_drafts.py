"""The form that a player submitted last at a table, kept so that it opens again with their values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from bot.engine.questions import Question
from bot.ui.handlers.answering import best_effort
from bot.ui.screens.table.answer_forms import compute_form_tag
from storage.interface.panels import StoredDraft
from storage.store import Storage

FORM_DRAFT = "form"
"""Kind of the draft that holds a submitted form."""


class FormDrafts:
    """Stores the form that a player submitted last at a table, so that it opens again with their values."""

    def __init__(self, storage: Storage) -> None:
        self._drafts = storage.draft_answers

    async def save(self, game_id: int, user_id: int, question: Question, said: Mapping[str, Sequence[str]]) -> None:
        """Save the values of a question's form, by the names of its fields."""
        packed = json.dumps({name: list(values) for name, values in said.items()}, ensure_ascii=False)
        with best_effort():
            await self._drafts.keep(game_id, user_id, FORM_DRAFT, StoredDraft(compute_form_tag(question), packed))

    async def get(self, game_id: int, user_id: int, question: Question) -> Mapping[str, Sequence[str]]:
        """Return the values that were saved for this question's form; none if there are none."""
        draft = await self._drafts.get(game_id, user_id, FORM_DRAFT)
        if draft is None or draft.etag != compute_form_tag(question):
            return {}
        try:
            said: Mapping[str, Sequence[str]] = json.loads(draft.picks)
        except ValueError:  # cut, or written by another version
            return {}
        return said
