"""Build and read the picks of a draft answer, which returns in another panel or page.

A custom_id and the address of a page hold all picks, so an open panel or page does not need the draft. It serves those
that are opened later, even days later.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import BadAnswer, Question
from bot.ui.screens import answer_picks, pick_encoding
from storage.interface.panels import StoredDraft

PUT_ASIDE = "The question you were working on is not open any more, so what you had picked was put aside."


def build_draft(etag: str, question: Question, picks: Sequence[str]) -> StoredDraft | None:
    """Build the draft of these picks; None if there is nothing to keep yet.

    Raises:
        BadAnswer: the picks do not fit, as on an old panel.
    """
    kept = answer_picks.list_draft_picks(question, picks)
    return StoredDraft(etag, pick_encoding.pack_picks(question, kept)) if kept else None


def read_draft(draft: StoredDraft | None, etag: str, question: Question) -> Sequence[str]:
    """Return the picks of a draft if it belongs to this question; none otherwise."""
    if draft is None or draft.etag != etag or not answer_picks.can_be_drafted(question):
        return ()
    try:
        return answer_picks.list_draft_picks(question, pick_encoding.unpack_picks(draft.picks))
    except (ValueError, BadAnswer):  # an older version wrote it
        return ()
