"""Context of a question: the player's knowledge and goods, their sealed answer, and its result, first of all."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord.actors import MemberActor

from storage.interface.database import Connection
from tests.end_to_end.town import Town, as_printed, ids, said, town


async def start_goodwill(there: Town) -> tuple[MemberActor, MemberActor]:
    """Start Goodwill for Ann and Ben, who write one price at a time."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    await as_printed(ann, await ann.slash(there.channel, "game new", game="goodwill", seats=2, place="here"))
    await ben.slash(there.place, "game join")
    await ann.slash(there.place, "game start")
    return ann, ben


async def test_a_question_comes_with_what_one_knows_and_an_answer_is_repeated_until_its_result_is_told(
    tmp_path: Path,
) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann, ben = await start_goodwill(there)
        shown = await ann.slash(there.place, "play")
        assert "what is a share worth?" in said(shown)
        assert shown.response is not None
        tag = next(control.split(":")[2] for control in ids(shown.response) if control.startswith("form:"))
        why = said(await there.press_or_choose(ann, shown.response, f"why:1:{tag}:"))
        assert "**What you know**\n- " in why
        assert "You have $100 and 5 of the 10 Amber shares." in why
        sealed = said(await ann.slash(there.place, "play", answer="10"))
        assert "Your answer is sealed." in sealed
        assert "You answered: **$10**. It stays secret" in sealed
        assert "You answered: **$10**." in said(await ann.slash(there.place, "play")), "also later"
        assert "**$10**" not in said(await ben.slash(there.place, "play"))
        await ben.slash(there.place, "play", answer="20")
        told = said(await ann.slash(there.place, "play"))
        assert "New: You sell one Amber share to " in told
        assert " · Your score so far: $255 → $259" in told
        assert "Your answer:" not in told
        assert "Your score so far: $" not in said(await ann.slash(there.place, "play")), "it is told once"


async def test_what_one_has_gained_since_ones_last_look_is_told_also_after_a_restart(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann, ben = await start_goodwill(there)
        for player, price in ((ann, "10"), (ben, "20")):
            await player.slash(there.place, "play", answer=price)
        await there.restart()
        assert " · Your score so far: $255 → $259" in said(await ann.slash(there.place, "play"))
        assert "Your score so far: $" not in said(await ann.slash(there.place, "play")), "it is told once"


def forget_earlier_tables(rows: Connection) -> None:
    """Delete all stored tables but the present ones, as after a long game."""
    rows.execute("delete from states where revision < (select revision from games where game_id = states.game_id)")


@pytest.mark.parametrize("restarts", [False, True], ids=["goes on", "restarts"])
async def test_what_one_had_at_ones_last_look_is_remembered_so_that_no_earlier_table_is_read(
    tmp_path: Path, restarts: bool
) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann, ben = await start_goodwill(there)
        for player, price in ((ann, "10"), (ben, "20")):
            await player.slash(there.place, "play", answer=price)
        await there.bot.storage.database.write(forget_earlier_tables)
        if restarts:
            await there.restart()
        told = said(await ann.slash(there.place, "play"))
        assert "New: You sell one Amber share to " in told
        assert ("Your score so far: $255 → $259" in told) == (not restarts), "only a bot that goes on remembers"
