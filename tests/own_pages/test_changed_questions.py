"""A plan that is sent from a page counts though another player's move has changed the other options."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.engine.multi_step import Compose, list_picks
from bot.games import GAMES
from bot.games.carnegie.components import BOX
from bot.games.carnegie.moves import PickUp, Plan, PutDown, WaitForTurn
from tests.games.carnegie.dealing import office
from tests.house import ANN, BEN, CLEO, GUILD, NAMES
from tests.own_pages.site import Browser, PlaySite, play_site

BOB, CID = 2, 3


async def at_the_table(site: PlaySite) -> int:
    """Deal a table of Carnegie at which Bob is asked, and Cid before their turn."""
    lobby, host = site.home.lobby, site.home.host
    opened = await lobby.open_table(
        title="carnegie", guild_id=GUILD, channel_id=1, user_id=ANN, name="Ann", seats_wanted=3
    )
    number = opened.row.game_id
    for guest in (BEN, CLEO):
        await lobby.join(number, guest, NAMES[guest])
    await lobby.start(number, ANN)
    desk = office("Ann Bob Cid")
    for player in desk.table.everybody.values():
        player.tile = True
    desk.next_event("hr", "west").pick("hr").plan("Ann")
    host.remember(replace(await host.get_running_game(number), table=desk.table, state=None))
    return number


async def open_plan(site: PlaySite, number: int, plan: Plan) -> tuple[Browser, int]:
    """Let Cid look at the page on which this plan can be sent."""
    host = site.home.host
    user_id = (await host.get_running_game(number)).get_seat_row(CID).user_id
    assert user_id is not None
    context = await host.build_panel(number, user_id)
    assert isinstance(context.question, Compose)
    browser = site.browser()
    await browser.opens(user_id, number)
    check = context.question.compute_check(plan.orders)
    picks = ".".join([f"k{check}", *(f"c{pick}" for pick in list_picks(context.question, plan))])
    await browser.looks(f"?tag={context.etag}&picks={picks}")
    return browser, user_id


async def bob_moves_nobody(site: PlaySite, number: int) -> None:
    host = site.home.host
    user_id = (await host.get_running_game(number)).get_seat_row(BOB).user_id
    assert user_id is not None
    await host.answer_question(number, user_id, str((await host.build_panel(number, user_id)).etag), [])


async def test_a_plan_that_is_possible_as_before_is_sent(tmp_path: Path) -> None:
    async with play_site(tmp_path, GAMES) as site:
        number = await at_the_table(site)
        moved = Plan(orders=(PickUp(cell=BOX.lobby, standing=False), PutDown(cell="a2", count=1)))
        browser, _ = await open_plan(site, number, moved)
        await bob_moves_nobody(site, number)
        await browser.sends_whole()
        assert "That decision has changed" not in browser.sees
        assert "You move 1 worker" in browser.sees


async def test_a_plan_that_is_offered_no_more_changes_nothing(tmp_path: Path) -> None:
    async with play_site(tmp_path, GAMES) as site:
        number = await at_the_table(site)
        browser, _ = await open_plan(site, number, Plan(orders=(WaitForTurn(),)))
        await bob_moves_nobody(site, number)
        before = await site.home.host.get_revision(number)
        await browser.sends_whole()
        assert "That decision has changed" in browser.sees
        assert await site.home.host.get_revision(number) == before
