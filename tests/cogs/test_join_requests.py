"""Sign-ups that a steward approves or declines: from the first press to the answer."""

from __future__ import annotations

import pytest

from bot.host.errors import Refusal
from storage.interface.people import Person
from tests.cogs.leagues import MENUS, publish_draw, shown, stands, tables, terms
from tests.cogs.test_entry_conditions import opened
from tests.cogs.test_league_looks import presses_forged
from tests.cogs.test_league_weeks import called
from tests.cogs.town import Player, Town, parts_of, texts

NEED = "a steward's approval"
ASKED = "Your request is with the stewards; I write to you when they have decided."
DECLINED = "The stewards have declined your sign-up."


async def asks(here: Town, player: Player) -> str:
    return await player.press("Join", on=await stands(here, "sign-up"))


async def letters(here: Town, player: Player) -> list[str]:
    """The direct messages about a season that a person got, the oldest first."""
    await here.bot.services.leagues.maintenance.settle()
    await here.bot._digests_task.wait_until_settled()
    await here.env.settle()
    channel = player.actor.user.dm_channel
    found = [] if channel is None else [texts(parts_of(one)) for one in channel.history() if not one.flags.ephemeral]
    return [text for text in found if "Winter Cup" in text]


async def waiting(boss: Player) -> str:
    """Open the panel of sign-ups to approve, as a steward finds it."""
    await boss.slash("league manage")
    (button,) = [label for label in boss.buttons if label.startswith("Sign-ups to approve")]
    return await boss.press(button)


async def approves(boss: Player) -> str:
    """Approve the oldest request."""
    await waiting(boss)
    return await boss.press("Approve")


async def must_not_wait(boss: Player) -> None:
    await boss.slash("league manage")
    assert not [label for label in boss.buttons if label.startswith("Sign-ups to approve")]


async def test_a_sign_up_that_a_steward_approves_is_told_before_and_after_and_stands_in_the_log(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, *_ = people
    assert NEED in await opened(here, boss, code=["approval"])
    assert NEED in await terms(here, cleo)
    await must_not_wait(boss)
    assert f"{ASKED} It lapses with the draw." in await asks(here, cleo)
    assert ASKED in await dora.slash("league join")
    assert "**Signed up (0)**: nobody yet" in await shown(here, "sign-up")
    assert "The stewards have not decided your request to join yet" in await dora.slash("league me")
    told = await waiting(boss)
    await boss.press("Back")
    assert "Sign-ups to approve (2) …" in boss.buttons
    await waiting(boss)
    assert f"<@{cleo.id}> (Cleo) asked" in told
    assert "1 more waits." in told
    await boss.choose("Dora")
    assert f"<@{dora.id}> (Dora) asked" in boss.sees
    assert f"<@{dora.id}> is in." in await boss.press("Approve")
    assert f"<@{cleo.id}> (Cleo) asked" in boss.sees
    assert "**Signed up (1)**" in await shown(here, "sign-up")
    (letter,) = await letters(here, dora)
    assert "A steward has approved your sign-up: you are in." in letter
    assert await letters(here, cleo) == []
    log = await cleo.slash("league log")
    assert f"Decided by <@{boss.id}>" in log
    assert f"<@{cleo.id}>" not in log, "who was not let in is nobody else's business"


async def test_an_approved_player_adds_the_press_with_which_they_asked_to_the_draw(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await opened(here, boss, code=["approval"])
    for player in people:
        await asks(here, player)
    requests = await here.bot.storage.leagues.list_join_requests(1)
    await asks(here, people[0])
    assert await here.bot.storage.leagues.list_join_requests(1) == requests, "the first press counts"
    await here.restart()
    for _ in people[:3]:
        await approves(boss)
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert [one.ticket for one in known.season.entrants.values()] == [one.ticket for one in requests[:3]]
    await publish_draw(boss)
    await stands(here, "standings")
    assert await here.bot.storage.leagues.list_join_requests(1) == [], "the fourth lapsed with the draw"
    await must_not_wait(boss)


async def test_a_request_that_comes_while_the_season_is_drawn_is_refused_and_not_left_behind(
    here: Town, boss: Player, people: list[Player]
) -> None:
    *players, late = people
    await opened(here, boss, code=["approval"])
    for player in players:
        await asks(here, player)
        await approves(boss)
    leagues = here.bot.services.leagues
    before = await leagues.season_log.get_season(1)
    await leagues.draws.write_draw(1, boss.id, before.row.lines)
    with pytest.raises(Refusal, match="gone on meanwhile"):
        await leagues.join_requests.ask(before, late.id, "Fay", "press 1")
    assert [one for one in await here.bot.storage.leagues.list_join_requests(1) if one.fate == "asked"] == []


async def test_stewards_are_called_to_the_first_request_and_warned_before_a_draw_lets_requests_lapse(
    here: Town, boss: Player, people: list[Player]
) -> None:
    *players, late = people
    await opened(here, boss, code=["approval"])
    for player in players:
        await asks(here, player)
        await letters(here, player)
    assert here.public_text().count("Sign-ups wait for your approval.") == 1
    assert called(here, "Sign-ups wait for your approval.") == [boss.id]
    for _ in players:
        await approves(boss)
    await boss.slash("league manage")
    assert "lapse" not in await boss.press("Draw the season …")
    await asks(here, late)
    await boss.slash("league manage")
    assert "⚠️ 1 sign-up waits for your approval and lapses with the draw." in await boss.press("Draw the season …")


async def test_a_declined_player_reads_why_alone_and_may_ask_again(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    await opened(here, boss, code=["approval"])
    await asks(here, cleo)
    await waiting(boss)
    await boss.press("Decline…")
    assert "Declined." in await boss.fill_in("Please play a game here first")
    assert "Nobody waits for your approval." in boss.sees
    (letter,) = await letters(here, cleo)
    assert f"{DECLINED} Why: Please play a game here first." in letter
    assert "Please play" not in await cleo.slash("league log")
    assert await here.bot.storage.leagues.list_join_requests(1) == []
    assert ASKED in await asks(here, cleo)
    await waiting(boss)
    await boss.press("Decline…")
    await boss.fill_in("")
    assert DECLINED in (await letters(here, cleo))[-1]
    assert "Why" not in (await letters(here, cleo))[-1]


async def test_a_player_takes_their_request_back_and_an_old_panel_decides_nothing(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    await opened(here, boss, code=["approval"])
    await asks(here, cleo)
    await waiting(boss)
    assert "Your request is taken back." in await presses_forged(here, cleo, "lg-unask:1", "sign-up")
    assert "You have no request there" in await presses_forged(here, cleo, "lg-unask:1", "sign-up")
    assert "This request is not there any more" in await boss.press("Approve")
    await must_not_wait(boss)
    assert await letters(here, cleo) == []


async def test_a_request_stands_in_ones_data_and_goes_with_its_owner(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    await opened(here, boss, code=["approval"])
    await asks(here, cleo)
    assert await here.bot.storage.privacy.is_kept(cleo.id)
    data = await here.bot.storage.privacy.collect_data(cleo.id)
    assert "'name_there': 'Cleo', 'adds':" in str(data["sign_ups_to_approve"])
    await cleo.slash("settings forget-me")
    await cleo.press("Forget me")
    assert await here.bot.storage.leagues.list_join_requests(1) == []
    await must_not_wait(boss)


async def test_nobody_approves_their_own_request_while_there_is_another_organiser(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, *_ = people
    await opened(here, boss, code=["approval"])
    await boss.slash("league steward", person=dora.actor.user)
    await asks(here, dora)
    await waiting(dora)
    assert "nobody approves their own while there is another organiser" in await dora.press("Approve")
    await asks(here, boss)
    await waiting(boss)
    await boss.choose("Boss")
    assert "That is your own request" in await boss.press("Approve")
    for forged in (f"lg-approve:1:{cleo.id}", "lg-asked:1"):
        assert "Only the stewards of" in await presses_forged(here, cleo, forged, "sign-up")


async def test_the_only_organiser_approves_their_own_request(here: Town, boss: Player) -> None:
    await opened(here, boss, code=["approval"])
    await asks(here, boss)
    await waiting(boss)
    assert f"<@{boss.id}> is in." in await boss.press("Approve")


async def test_a_request_for_a_ladder_waits_while_its_tables_open(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    await boss.press(MENUS)
    await boss.choose("Ladder: always open")
    await boss.press("Back")
    await boss.press("Who may join…")
    await boss.fill_in(code=["approval"])
    await boss.press("Open sign-up")
    *players, late = people
    for player in people:
        assert "lapses" not in await asks(here, player)
    for _ in players:
        await approves(boss)
    for player in players:
        await player.press("I want a game", on=await stands(here, "sign-up"))
    await here.bot.services.leagues.maintenance.settle()
    assert len(await tables(here)) == 1
    assert f"<@{late.id}>" in await waiting(boss)
    await boss.press("Approve")
    assert "**I want a game** lets me look for one." in (await letters(here, late))[-1]


async def test_a_declined_player_with_closed_direct_messages_reads_why_when_they_ask_again(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    await here.bot.storage.people.put(Person(cleo.id, "Cleo", "closed"))
    await opened(here, boss, code=["approval"])
    await asks(here, cleo)
    await waiting(boss)
    await boss.press("Decline…")
    await boss.fill_in("Please play a game here first")
    assert await letters(here, cleo) == []
    assert f"{DECLINED} Why: Please play a game here first. You have asked again." in await asks(here, cleo)
    assert DECLINED not in await asks(here, cleo)
