"""A conceded player gets no further questions and no offers that would be refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import GAMES
from tests.cogs.town import town


@pytest.mark.usefixtures("no_errors_logged")
async def test_a_player_who_has_conceded_is_offered_no_answer_to_take_back(tmp_path: Path) -> None:
    async with town(tmp_path / "boardroom.db", games={"goodwill": GAMES["goodwill"]}) as here:
        ann, ben, cleo = (here.person(name) for name in ("Ann", "Ben", "Cleo"))
        await ann.slash("game new", game="goodwill", seats=3, place="here")
        for guest in (ben, cleo):
            await guest.press("Join", on=await here.board())
        await ann.press("Start", on=await here.board())
        await ann.slash("table concede", sure="yes", table="1")
        assert "You have conceded." in ann.sees
        assert "Take back my answer" not in ann.buttons
        assert "you can take it back" not in ann.sees
        await ben.act()
        assert "Standing orders" in ben.lines
        assert "Standing orders" not in ann.lines
