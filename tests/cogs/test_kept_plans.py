"""A plan that is not sent yet survives any other page the person looks at, for any length of time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import GAMES
from tests.cogs.town import Player, Town, town

FIRST = "1. San Francisco (3 VP, major city)"
LOST = "what you had picked was put aside"


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


@pytest.fixture
async def starter_and_waiter(here: Town, ann: Player, ben: Player) -> tuple[Player, Player]:
    """Who begins in Carnegie, and who waits."""
    here.bot.host.new_seed = lambda: "lesson25"
    await ann.slash("game new", game="carnegie", seats=2, place="here")
    await ben.slash("game join", word="bens word")
    await ann.slash("game start", word="anns word")
    seen = await here.bot.host.get_view(1)
    return (ann, ben) if seen.get_seat_row(seen.asked[0]).user_id == ann.id else (ben, ann)


@pytest.fixture
async def planning(starter_and_waiter: tuple[Player, Player]) -> Player:
    """Seats that have picked the first half of their opening."""
    first, _ = starter_and_waiter
    await first.act()
    await first.press("San Francisco (3 VP, major city)")
    return first


@pytest.mark.thorough
@pytest.mark.parametrize("looks", ["My company", "Log", "Look again", "Standing orders", "Map", "Companies"])
async def test_a_plan_is_there_again_after_looking_something_up(planning: Player, looks: str) -> None:
    shown = await planning.press(looks)
    if looks not in ("Look again", "Standing orders"):
        assert FIRST not in shown
        await planning.press("Act")
    elif looks == "Standing orders":
        await planning.press("Back")
    assert FIRST in planning.sees
    assert "Which department do you reserve?" in planning.sees


async def test_a_plan_is_there_again_in_a_new_panel_also_after_a_restart(here: Town, planning: Player) -> None:
    await planning.act()
    assert FIRST in planning.sees
    await planning.press("Recruiting")
    await here.restart()
    await planning.act()
    assert FIRST in planning.sees
    assert "2. Recruiting" in planning.sees
    await planning.press("Send these 2 steps")
    assert "reserve Recruiting" in planning.sees


async def test_more_time_and_a_wrong_answer_leave_the_plan(planning: Player) -> None:
    await planning.press("More time (3 left)")
    assert FIRST in planning.sees
    await planning.slash("play", answer="banana")
    await planning.slash("play")
    assert FIRST in planning.sees


async def test_what_was_taken_back_or_sent_is_no_plan_any_more(here: Town, planning: Player) -> None:
    await planning.press("Start over")
    await planning.act()
    assert FIRST not in planning.sees
    assert LOST not in planning.sees
    for label in ("San Francisco (3 VP, major city)", "Recruiting", "Send these 2 steps"):
        await planning.press(label)
    await planning.act()
    assert FIRST not in planning.sees
    assert LOST not in planning.sees


async def test_a_plan_whose_question_has_gone_is_put_aside_with_a_word(here: Town, planning: Player) -> None:
    plan = await here.bot.storage.draft_answers.get(1, planning.id, "")
    assert plan is not None
    await here.bot.storage.draft_answers.keep(1, planning.id, "", plan._replace(etag="another"))
    await planning.act()
    assert FIRST not in planning.sees
    assert LOST in planning.sees
    await planning.act()
    assert LOST not in planning.sees


async def test_a_board_takes_the_place_of_the_panel_and_leads_back_to_the_plan(planning: Player) -> None:
    panel = planning.panel
    for _ in range(2):
        await planning.press("Map")
        assert planning.answer.id == panel.id
        assert "Which department do you reserve?" not in planning.sees
        await planning.press("Act")
        assert FIRST in planning.sees
    await planning.press("Recruiting")
    assert FIRST in planning.sees


async def test_a_move_that_is_being_prepared_is_there_again(starter_and_waiter: tuple[Player, Player]) -> None:
    _, waiting = starter_and_waiter
    await waiting.act()
    for label in ("Prepare my next turn", "San Francisco (3 VP, major city)"):
        await waiting.press(label)
    assert FIRST in waiting.sees
    await waiting.press("Back to the table")
    assert FIRST not in waiting.sees
    await waiting.press("Prepare my next turn")
    assert FIRST in waiting.sees
    assert "Which department do you reserve?" in waiting.sees
