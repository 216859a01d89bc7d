"""A private panel that the bot's own posts have pushed far up: a press on it is answered with a new one at the end."""

from __future__ import annotations

import pytest
from simcord.components import walk_components

from bot.ui.handlers.first_answer import FAR_UP_POSTS
from bot.ui.handlers.table.ended_panels import NEWER
from storage.interface.letters import NewLetter
from tests.cogs.town import Player, Town, parts_of, texts


async def post(here: Town, count: int) -> None:
    """Let the bot post so many notices at the table."""
    for number in range(count):
        word = NewLetter("notice", body=f'{{"text": "Something has happened: {number}."}}')
        await here.bot.storage.outbox.add(1, [word], here.bot.host.format_now())
    here.bot.host.announce_commit(1)
    await here.bot.outbox_worker.wait_for_all()


async def test_a_press_on_a_panel_far_up_is_answered_with_a_new_one_below(
    here: Town, asked: Player, other: Player
) -> None:
    above, old = asked.panel, asked.panel.id
    await post(here, FAR_UP_POSTS)
    assert "tries the fruit" not in await asked.choose("Try the fruit")
    assert asked.panel.id > old
    assert NEWER in texts(parts_of(above)), "the one above says so"
    assert not [part for part in walk_components(parts_of(above)) if "custom_id" in part]
    new = asked.panel.id
    await asked.press("Pear")
    assert asked.panel.id == new, "it is at the end, and goes on there"
    assert "tries the fruit" in await other.act()


async def test_an_answer_on_the_panel_left_above_leads_to_the_question_below(here: Town, asked: Player) -> None:
    old = asked.panel
    here.env.refuse_late_edits()
    await post(here, FAR_UP_POSTS)
    await asked.press("Look again")
    new, revision = asked.panel.id, await here.revision()
    asked.panel = old
    assert "out of date" in await asked.choose("Try the fruit")
    assert asked.panel.id > new
    assert await here.revision() == revision


async def test_a_panel_with_little_below_it_stays(here: Town, asked: Player) -> None:
    old = asked.panel.id
    await post(here, FAR_UP_POSTS - 1)
    await asked.press("Log")
    assert asked.panel.id == old


async def test_a_slow_answer_comes_below_too(here: Town, asked: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.handlers.middleware.first_response.DEFER_AFTER_SECONDS", 0.0)
    old = asked.panel.id
    await post(here, FAR_UP_POSTS)
    assert "Log of table 1" in await asked.press("Log")
    assert asked.answer.id > old
