"""Goodwill's yearly sheet: filled in line by line, with one way back at a time."""

from __future__ import annotations

from pathlib import Path

from tests.end_to_end.test_answer_forms import begin_yearly_sheet
from tests.end_to_end.town import find, ids, said, town, words


async def test_a_line_of_the_yearly_sheet_can_be_taken_back_and_only_in_one_way(tmp_path: Path) -> None:
    """Discord refuses a message in which two buttons have one id."""
    async with town(tmp_path, "Ann", "Ben") as there:
        ann = there.people["Ann"]
        await begin_yearly_sheet(there)
        panel = None
        for answer, last in (("10, 12", "Amber"), ("#0", "Amber"), ("#0", "Amber"), ("10, 12", "Black")):
            panel = (await ann.slash(there.place, "play", answer=answer)).response
            assert panel is not None
            assert "Your answer is sealed" not in words(panel), "the next question stands there"
            assert f"-# Secret so far: {last}: " in words(panel), "the company in hand"
            assert len(ids(panel)) == len(set(ids(panel)))
            back = find(panel, "undo")
            assert back is not None
            assert back["label"] == "Take back my last line"
        assert panel is not None
        assert "You took back" in said(await ann.click(panel, custom_id="undo:1"))
