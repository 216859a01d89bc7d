"""Step privately through a game with the offered controls."""

from __future__ import annotations

from tests.cogs.test_results import finished
from tests.cogs.town import Player, Town


async def test_the_result_leads_to_the_replay_and_its_buttons_through_it(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    await here.at_first_turn(ben, host=ann)
    await ben.slash("table concede", sure="yes")
    await here.bot.outbox_worker.wait_for_all()
    (result,) = [message for message in here.public() if "table 1: the result" in str(message.components)]
    first = await stranger.press("Replay", on=result)
    assert "step 1 of " in first
    assert "what everybody could see" in first
    assert {"Next ▶", "Last ⏭", "Go to step…", "Log"} <= set(stranger.buttons)
    assert not {"⏮ First", "◀ Back"} & set(stranger.buttons), "there is nothing before"
    assert "step 2 of " in await stranger.press("Next ▶")
    assert "opens the fair" in stranger.sees
    assert "concedes" in await stranger.press("Last ⏭")
    assert "Next ▶" not in stranger.buttons
    assert "step 1 of " in await stranger.press("⏮ First")
    assert await stranger.press("Go to step…") == "Go to a step"
    assert "step 2 of " in await stranger.fill_in("2")
    assert "step 1 of " in await stranger.press("◀ Back")
    assert "You hold" not in stranger.sees
    assert "You hold" in await stranger.choose("As Ann saw it")
    assert "Log of table 1" in await stranger.press("Log")
    assert "step 1 of " in await stranger.press("Replay")


async def test_what_is_no_number_is_answered_with_a_sentence(here: Town, ann: Player, ben: Player) -> None:
    await finished(here, ann, ben)
    await ann.slash("record replay", table="1")
    await ann.press("Go to step…")
    assert "number of a step" in await ann.fill_in("the end")


async def test_a_running_game_shows_its_player_their_own_hand_and_nobody_elses(
    here: Town, asked: Player, stranger: Player
) -> None:
    own = await asked.slash("record replay")
    assert f"what **{asked.actor.user.global_name}** could see" in own
    assert "You hold" in own
    assert "what everybody could see" in await stranger.slash("record replay", step=2)
    assert "step 2 of 2" in stranger.sees
    assert "You hold" not in stranger.sees


async def test_a_replay_goes_on_after_a_restart(here: Town, ann: Player, ben: Player) -> None:
    await finished(here, ann, ben)
    await ann.slash("record replay", table="1")
    await here.restart()
    assert "You concede" in await ann.press("Last ⏭")


async def test_looking_back_changes_nothing_and_tells_nobody(here: Town, asked: Player) -> None:
    revision, public = await here.revision(), here.public_text()
    await asked.slash("record replay")
    await asked.press("Next ▶")
    assert (await here.revision(), here.public_text()) == (revision, public)
