"""Briefcase at a table: a turn by pressing, taken back by pressing, and an owner whom nobody waits for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from simcord.components import walk_components

from bot.games import GAMES
from bot.games.briefcase.table import Briefcase
from tests.cogs.town import Player, Town, parts_of, texts, town
from tests.games.briefcase.dealing import with_something_to_hire
from tests.unmarked import unmarked

SEED = "lesson25"
"""With the two's words, seat 1 begins with two Buys, an Activate and an Obstacle; Concrete and Paper are blocked."""

ALWAYS_END = "End my turn for me if I can't play"
"""Button of a standing order, beside the question after a player's last play."""


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def begun(here: Town) -> tuple[Player, Player]:
    """Begin a table of two; return who sits on seat 1 and who on seat 2."""
    here.bot.host.new_seed = lambda: SEED
    ann, bob = here.person("Ann"), here.person("Bob")
    await ann.slash("game new", game="briefcase", seats=2, place="here")
    await bob.slash("game join", word="bobs word")
    await ann.slash("game start", word="anns word")
    first = (await here.bot.host.get_running_game(1)).get_seat_row(1).user_id
    return (ann, bob) if first == ann.id else (bob, ann)


async def table(here: Town) -> Briefcase:
    found = (await here.bot.host.get_running_game(1)).table
    assert isinstance(found, Briefcase)
    return found


async def test_a_turn_is_a_handful_of_presses(here: Town) -> None:
    one, _ = await begun(here)
    await one.act()
    presses = ["Buy 1 Personnel, 1 Steel", "Activate Power Plant: 1 point", "End turn"]
    for label in presses:
        await one.press(label)
    player = (await table(here)).everybody[1]
    assert player.activated == ["power_plant"]
    assert player.storage == {"energy": 2}
    assert (await table(here)).active == 2


async def test_a_turn_in_which_nothing_is_left_ends_by_itself_once_that_is_ordered(here: Town) -> None:
    one, _ = await begun(here)
    await one.act()
    await one.press("Standing orders")
    await one.press("Fill in orders…")
    told = await one.fill_in(["0"])
    assert "Order set: From now on, end my turns when nothing else is left to do." in told
    assert "To take it back: More… > Standing orders." in told
    assert (await table(here)).active == 1
    await one.press("Buy 1 Personnel, 1 Steel")
    assert "Undo my last move" in one.buttons
    assert "can play nothing more" in await one.press("Activate Power Plant: 1 point")
    assert ALWAYS_END not in one.buttons, "it is ordered already"
    await here.bot.autoplay.wait_for_all()
    assert (await table(here)).active == 2


async def test_the_end_of_all_such_turns_can_be_ordered_where_nothing_is_left(here: Town) -> None:
    one, _ = await begun(here)
    await one.act()
    await one.press("Buy 1 Personnel, 1 Steel")
    assert "can play nothing more" in await one.press("Activate Power Plant: 1 point")
    told = await one.press(ALWAYS_END)
    assert "Order set: From now on, end my turns when nothing else is left to do." in told
    await here.bot.autoplay.wait_for_all()
    assert (await table(here)).active == 2


def described_lines(player: Player) -> dict[str, str]:
    """What stands below the lines of a panel's menus."""
    parts = walk_components(parts_of(player.panel))
    return {line["label"]: line.get("description", "") for part in parts for line in part.get("options", ())}


async def test_a_line_of_a_menu_says_what_it_leads_to(here: Town) -> None:
    one, _ = await begun(here)
    await one.act()
    assert described_lines(one)["Buy 1 Personnel, 1 Steel"].startswith(
        "Then you can activate Power Plant (1 point). Leaves 1 Activate"
    )


async def test_a_turn_is_taken_back_move_by_move_until_it_ends(here: Town) -> None:
    one, two = await begun(here)
    before = await table(here)
    await one.act()
    assert "Undo my last move" not in one.buttons
    await one.press("Buy 1 Personnel, 1 Steel")
    await one.press("Activate Power Plant: 1 point")
    await one.press("Undo my last move")
    assert (await table(here)).everybody[1].storage == {"personnel": 1, "steel": 1}
    await one.press("Undo my last move")
    assert await table(here) == before
    assert "Undo my last move" not in one.buttons
    await one.press("End turn")
    await two.act()
    assert "Undo my last move" not in two.buttons
    assert "Nothing to undo" in await one.slash("table undo")


async def test_undo_is_still_offered_after_a_restart(here: Town) -> None:
    one, _ = await begun(here)
    await one.act()
    await one.press("Buy 2 Steel")
    await here.restart()
    await one.act()
    await one.press("Undo my last move")
    assert (await table(here)).everybody[1].storage == {}


@pytest.fixture
async def hiring(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    games = {**GAMES, "briefcase": replace(GAMES["briefcase"], set_up=with_something_to_hire)}
    async with town(tmp_path / "boardroom.db", games=games) as opened:
        yield opened


async def hires(player: Player) -> None:
    """Hire the Power Plant, with a button or in a menu."""
    await player.press(
        next(
            label
            for label in map(unmarked, [*player.buttons, *player.lines])
            if label.startswith("Hire ") and "Power Plant" in label
        )
    )


async def hired(here: Town) -> tuple[Player, Player]:
    """Let the first player hire the other's Power Plant, for a Steel."""
    one, two = await begun(here)
    await one.act()
    await hires(one)
    return one, two


async def test_nobody_waits_for_the_owner_of_a_hired_company(hiring: Town) -> None:
    one, two = await hired(hiring)
    call = texts(parts_of(await hiring.message(1, "ask")))
    assert f"<@{one.id}> your move" in call
    assert f"<@{two.id}>" not in call
    why = await one.slash("why", table="1")
    assert f"<@{one.id}>" in why
    assert f"<@{two.id}>" not in why
    assert "You're all caught up." in await two.slash("inbox")
    for look in (two.act(), two.slash("play")):
        await look
        assert f"waiting for <@{one.id}>" in two.sees
        assert "hired your Power Plant: which resources do you keep?" in two.sees
        assert "Nobody waits for you" in two.sees
        assert "Answer by" not in two.sees
    assert "More time" not in " ".join(two.buttons)
    await one.press("End turn")
    assert (await table(hiring)).everybody[2].storage == {"steel": 1}
    await two.act()
    assert "Your turn" in two.sees


async def test_an_owner_reads_what_was_paid_in_the_hand_and_in_its_copy(hiring: Town) -> None:
    one, two = await begun(hiring)
    await two.slash("hand")
    await two.press("DM me this too")
    await one.act()
    await hires(one)
    await hiring.env.settle()
    assert "has paid you 1 Steel for your Power Plant" in await two.slash("hand")
    await two.press("Act")
    assert "Take nothing" in [*two.buttons, *two.lines]
    copy = texts(parts_of(two.actor.user.dm_channel.history()[-1]))
    assert "has paid you 1 Steel for your Power Plant. Choose what you take of it" in copy


async def test_the_owner_may_refuse_what_was_paid(hiring: Town) -> None:
    one, two = await hired(hiring)
    await two.act()
    await two.press("Take nothing")
    assert (await table(hiring)).resource_discard == {"steel": 1}
    await one.act()
    assert "Your turn" in one.sees


async def test_a_standing_order_answers_for_the_owner_at_once(hiring: Town) -> None:
    one, two = await begun(hiring)
    await two.act()
    await two.press("Standing orders")
    await two.press("Fill in orders…")
    await two.fill_in(["1"])  # take nothing
    await one.act()
    before = await table(hiring)
    await hires(one)
    await hiring.bot.autoplay.wait_for_all()
    assert (await table(hiring)).resource_discard == {"steel": 1}
    assert (await table(hiring)).payments == []
    await one.act()
    await one.press("Undo my last move")
    assert await table(hiring) == before
