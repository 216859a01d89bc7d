"""Conditions for joining a season: told before anybody presses, and refused with why and what to do."""

from __future__ import annotations

from discord import Permissions

from tests.cogs.leagues import drawn, played_to_its_end, publish_draw, shown, stands, terms
from tests.cogs.town import Player, Town, button_labels, parts_of
from tests.form_values import Value

NO_CONDITION = "**To join you need**"


async def conditions(boss: Player, **fields: Value) -> str:
    """Prepare a league and say who may join."""
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    await boss.press("Who may join…")
    return await boss.fill_in(**fields)


async def opened(here: Town, boss: Player, **fields: Value) -> str:
    await conditions(boss, **fields)
    await boss.press("Open sign-up")
    return await shown(here, "sign-up")


async def test_a_season_for_a_role_says_so_and_lets_in_who_has_it(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, *_ = people
    role = here.guild.create_role("members", permissions=Permissions())
    message = await opened(here, boss, role=str(role.id))
    assert f"**To join you need**: the role <@&{role.id}>." in message
    assert f"the role <@&{role.id}>" in await terms(here, cleo)
    told = await cleo.press("Join", on=await stands(here, "sign-up"))
    assert f"with the role <@&{role.id}>, which you do not have. Please ask the server's managers for it" in told
    here.env.backend.add_member_role(here.guild.id, dora.id, role.id)
    await here.env.settle()
    assert "You are in." in await dora.press("Join", on=await stands(here, "sign-up"))
    assert "**Signed up (1)**" in await shown(here, "sign-up")


async def test_a_season_for_players_with_finished_games_counts_those_of_the_server(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    message = await opened(here, boss, games="3")
    assert "**To join you need**: 3 finished games in this server." in message
    told = await cleo.press("Join", on=await stands(here, "sign-up"))
    assert "3 finished games in this server, and you have 0. **/game list** shows tables" in told
    assert "3 finished games in this server, and you have 0" in await cleo.slash("league join")


async def test_a_season_with_an_invite_code_asks_for_it_and_shows_it_to_organisers_alone(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, *_ = people
    message = await opened(here, boss, code=["yes"])
    assert "an invite code from the organiser" in message
    assert "Join with a code…" in button_labels(parts_of(await stands(here, "sign-up")))
    code = (await boss.slash("league manage")).split("The invite code is `")[1].split("`")[0]
    assert code not in message
    assert "This season takes an invite code." in await cleo.slash("league join")
    await cleo.press("Join with a code…")
    assert "That is not the invite code of this season." in await cleo.fill_in(code="0000")
    assert cleo.buttons == ["Join with a code…"]
    await dora.press("Join with a code…", on=await stands(here, "sign-up"))
    assert "You are in." in await dora.fill_in(code=f" {code.upper()} ")
    assert code not in await cleo.slash("league log")
    for player in people[2:]:
        await player.press("Join with a code…", on=await stands(here, "sign-up"))
        await player.fill_in(code=code)
    await publish_draw(boss)
    assert f"The invite code is `{code}`." in await boss.slash("league manage"), "late players need it, too"


async def test_a_range_of_ratings_is_told_and_one_that_nobody_could_have_is_refused(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    assert "The lowest rating is above the highest one" in await conditions(boss, least="1800", most="1500")
    await boss.press("Who may join…")
    assert "**many** is no rating" in await boss.fill_in(least="many", most="")
    await boss.press("Who may join…")
    assert "**To join you need**: rating from 1600." in await boss.fill_in(least="1600", most="")
    await boss.press("Open sign-up")
    told = await cleo.press("Join", on=await stands(here, "sign-up"))
    assert "a rating of 1600 or more, and you have no reliable one yet" in told


async def test_a_player_with_enough_games_and_a_rating_in_the_range_joins(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await _is_played_and_followed(here, boss, 1)
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up", 2))
    await publish_draw(boss)
    await _is_played_and_followed(here, boss, 2)
    await boss.press("Who may join…")
    await boss.fill_in(games="5", least="1000", most="2500")
    await boss.press("Open sign-up")
    assert "**To join you need**: 5 finished games in this server; rating from 1000 to 2500." in await shown(
        here, "sign-up", 3
    )
    assert "You are in." in await people[0].press("Join", on=await stands(here, "sign-up", 3))
    stranger = here.person("Stranger")
    assert "you have 0" in await stranger.press("Join", on=await stands(here, "sign-up", 3))
    assert "**Signed up (1)**" in await shown(here, "sign-up", 3)


async def _is_played_and_followed(here: Town, boss: Player, season: int) -> None:
    """Let all tables of a season be played, end it, and prepare the next one."""
    await stands(here, "standings", season)
    for game_id in (await here.bot.storage.leagues.list_tables(season)).values():
        await played_to_its_end(here, game_id)
    await boss.slash("league manage")
    if "Finish the season …" in boss.buttons:
        await boss.press("Finish the season …")
        await boss.press("Finish the season")
    await boss.press("Prepare the next season")


async def test_a_season_without_conditions_says_nothing_of_them(here: Town, boss: Player, people: list[Player]) -> None:
    message = await opened(here, boss)
    assert NO_CONDITION not in message
    assert NO_CONDITION not in await terms(here, people[0])
    assert "You are in." in await people[0].press("Join", on=await stands(here, "sign-up"))


async def test_conditions_are_settled_when_sign_up_opens(here: Town, boss: Player) -> None:
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    await boss.press("Who may join…")
    form = boss.form
    await boss.press("Open sign-up")
    boss.form = form
    assert "Sign-up has begun, so who may join is settled." in await boss.fill_in(games="3")
    assert NO_CONDITION not in await shown(here, "sign-up")
