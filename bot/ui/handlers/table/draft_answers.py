"""Draft answers: picks saved before an answer is sent, so that they return in another panel.

A custom_id holds all picks, so an open panel does not need the draft. It serves a panel that is opened later, even days
later.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from bot.engine.questions import BadAnswer, Question
from bot.ui.handlers.answering import best_effort
from bot.ui.handlers.press import UnknownControl, unpack_picks
from bot.ui.screens import answer_picks, pick_encoding
from bot.ui.screens.table.answer_forms import compute_form_tag
from storage.interface import StoredDraft
from storage.store import Storage

FORM_DRAFT = "form"
"""Kind of the draft that holds a submitted form."""
PUT_ASIDE = "The question you were working on is not open any more, so what you had picked was put aside."


class DraftAnswers:
    """Stores drafts, each for the question that it answers."""

    def __init__(self, storage: Storage, kind: str = "") -> None:
        self._plans = storage.draft_answers
        self._kind = kind

    async def save_draft(self, game_id: int, user_id: int, etag: str, question: Question, picks: Sequence[str]) -> None:
        """Save the picks of an answer; delete the draft if there are none.

        Raises:
            BadAnswer: the picks do not fit, as on an old panel; the existing draft stays.
        """
        if planned := answer_picks.list_draft_picks(question, picks):
            with best_effort():
                await self._plans.keep(
                    game_id, user_id, self._kind, StoredDraft(etag, pick_encoding.pack_picks(question, planned))
                )
        elif answer_picks.can_be_drafted(question):
            await self.drop_draft(game_id, user_id)

    async def drop_draft(self, game_id: int, user_id: int) -> bool:
        """Delete a draft that was restarted, or whose question is closed; return whether there was one.

        A draft that is sent is deleted by the move's own transaction. Reading is cheaper than a commit.
        """
        with best_effort():
            if await self._plans.get(game_id, user_id, self._kind) is not None:
                await self._plans.drop(game_id, user_id, self._kind)
                return True
        return False

    async def get_draft(self, game_id: int, user_id: int, etag: str, question: Question) -> Sequence[str]:
        """Return the saved picks for this question."""
        if not answer_picks.can_be_drafted(question):
            return ()
        return read_draft(await self._plans.get(game_id, user_id, self._kind), etag, question)


def read_draft(draft: StoredDraft | None, etag: str, question: Question) -> Sequence[str]:
    """Return the picks of a draft if it belongs to this question; none otherwise."""
    if draft is None or draft.etag != etag or not answer_picks.can_be_drafted(question):
        return ()
    try:
        return answer_picks.list_draft_picks(question, unpack_picks(draft.picks))
    except (UnknownControl, BadAnswer):  # an older version wrote it
        return ()


class FormDrafts:
    """Stores the form that a player submitted last at a table, so that it opens again with what they said."""

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
