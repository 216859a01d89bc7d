"""An organiser who errs finds a way out of it: each step is shown before it is done, and can be taken back."""

from __future__ import annotations

from tests.cogs.leagues import at, drawn, open_for_sign_up, shown, stands, tables, terms
from tests.cogs.town import Player, Town, parts_of, texts


async def wants(boss: Player, way: str) -> str:
    await boss.slash("league manage")
    await boss.press("More …")
    return await boss.choose(way)


async def does(boss: Player, why: str) -> str:
    await boss.press("Do it …")
    return await boss.fill_in(why)


async def takes_back(boss: Player, line: int, why: str = "I had erred.") -> str:
    assert "nothing is written yet" in await boss.slash("league revert", line=line)
    return await does(boss, why)


async def newest_line(here: Town, season: int = 1) -> int:
    return (await here.bot.services.leagues.season_log.get_season(season)).row.lines


async def test_sign_up_is_cancelled_and_opened_again_with_everybody_who_had_joined(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    for player in people[:3]:
        await player.slash("league join")
    assert "3 players had signed up; nobody is drawn" in await wants(boss, "Cancel sign-up")
    assert "Sign-up is cancelled. Decided by" in await does(boss, "The wrong game.")
    assert "Sign-up was cancelled" in await shown(here, "sign-up")
    assert "Why: The wrong game." in await shown(here, f"arranged {await newest_line(here)}")
    assert "sign-up of this season was cancelled" in await people[3].slash("league join")
    await boss.slash("league manage")
    assert "Prepare the next season" in boss.buttons
    assert "open again, with the 3 players" in await wants(boss, "Open sign-up again")
    await does(boss, "It was the right one.")
    await people[3].slash("league join")
    assert "You are in." in people[3].sees
    assert f"<@{people[0].id}>" in await shown(here, "sign-up")


async def test_once_the_next_season_is_prepared_a_cancelled_sign_up_stays_cancelled(here: Town, boss: Player) -> None:
    await open_for_sign_up(here, boss)
    await wants(boss, "Cancel sign-up")
    await does(boss, "Nobody came.")
    line = await newest_line(here)
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    refused = await boss.slash("league revert", line=line, league="Winter Cup, season 1")
    assert "The next season is being prepared already" in refused


async def test_what_is_played_by_is_changed_after_people_have_signed_up_and_they_are_told(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    await people[0].slash("league join")
    await wants(boss, "Change the game options")
    await boss.choose("Length: short")
    assert "1 player had signed up for what it was" in await boss.press("long")
    assert "length: short → **long**" in boss.sees or "length: **long**" in boss.sees
    await does(boss, "We have the time.")
    line = await newest_line(here)
    assert "Length: long" in await terms(here, people[0])
    assert "Why: We have the time." in await shown(here, f"arranged {line}")
    await takes_back(boss, line)
    assert "Length: long" not in await terms(here, people[0])
    await wants(boss, "Change the game options")
    await boss.choose("Tables for 4")
    await does(boss, "More fun.")
    assert "1st 10, 2nd 6, 3rd 3, 4th 1" in await terms(here, people[0])


async def test_what_does_not_go_together_late_is_refused(here: Town, boss: Player) -> None:
    await open_for_sign_up(here, boss)
    await wants(boss, "Change the game options")
    await boss.choose("Length: short")
    await boss.press("long")
    await does(boss, "Longer.")
    await wants(boss, "Change the game options")
    await boss.choose("Poking: yes")
    assert "A long fair without poking is dull" in await boss.press("no")


async def test_a_leaving_is_taken_back_with_the_chairs(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    for player in await at(here, games[1]):
        await player.press("I'm here", on=await here.board(games[1]))
    leaver = (await at(here, games[1]))[0]
    await leaver.slash("league leave")
    await leaver.press("Leave for good")
    assert leaver not in await at(here, games[1])
    await wants(boss, "Take a leaving back")
    menu = next(part for row in parts_of(boss.panel)[0]["components"] for part in row.get("components", ()))
    (label,) = [line["label"] for line in menu["options"]]
    assert "has the seat again" in await boss.choose(label)
    await does(boss, "A slip of the finger.")
    assert leaver in await at(here, games[1])
    told = await leaver.slash("table log", table=str(games[1]))
    assert "You have your seat back" in told
    assert "Why: A slip of the finger" in told


async def test_a_season_is_brought_to_another_channel_and_back(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    old = here.channel
    here.channel = here.guild.create_text_channel("elsewhere")
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("More …")
    assert "new tables open there" in await boss.choose("Bring the season to this channel")
    await does(boss, "The other one is for chat.")
    line = await newest_line(here)
    assert (await stands(here, "standings")).channel.id == here.channel.id
    assert (
        any("goes on in" in texts(parts_of(message)) for message in here.env.messages(old))
        if hasattr(here.env, "messages")
        else True
    )
    assert "is in this channel" in await wants(boss, "Bring the season to this channel")
    await takes_back(boss, line)
    here.channel = old
    assert (await stands(here, "standings")).channel.id == old.id


async def test_before_the_draw_is_published_an_organiser_reads_that_nobody_is_left_who_could_rule(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    await boss.slash("league join")
    for player in people[:3]:
        await player.slash("league join")
    await boss.slash("league manage")
    assert "Everybody who would rule on results plays, too" in await boss.press("Draw the season …")
    await boss.slash("league steward", person=people[3].actor.user)
    await boss.slash("league manage")
    assert "Everybody who would rule" not in await boss.press("Draw the season …")


async def test_the_panel_stays_small(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    await boss.slash("league manage")
    assert [*boss.buttons] == ["Finish the season …", "More …"]


async def test_a_deleted_channel_is_no_dead_end_all_tables_come_along_to_another(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    for player in await at(here, games[1]):
        await player.press("I'm here", on=await here.board(games[1]))
    for thread in [*here.channel.threads]:
        here.env.backend.delete_channel(thread.id)
    here.env.backend.delete_channel(here.channel.id)
    await here.env.settle()
    here.channel = here.guild.create_text_channel("elsewhere")
    known = await here.bot.services.leagues.season_log.get_season(1)
    fates = [table.fate for table in known.season.tables.values()]
    assert fates == ["running", "planned", "planned", "planned"], "nothing is lost"
    assert "There is no such league here" in await people[0].slash("league me", league="Winter Cup")
    steward = here.person("Steward")
    await boss.slash("league steward", person=steward.actor.user, league="Winter Cup")
    assert "More …" in (await steward.slash("league manage", league="Winter Cup"), steward.buttons)[1]
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("More …")
    assert "those whose channel is gone come along" in await boss.choose("Bring the season to this channel")
    await does(boss, "Somebody has deleted the channel.")
    await here.env.settle()
    assert (await stands(here, "standings")).channel.id == here.channel.id
    assert len(here.channel.threads) == 4
    for game_id in games.values():
        for player in await at(here, game_id):
            if (saved := await here.bot.storage.games.load(game_id)) is not None and saved.game.status == "open":
                await player.press("I'm here", on=await here.board(game_id))
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert {table.fate for table in known.season.tables.values()} == {"running"}
    await played_to_the_end(here, games[1])
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert known.season.tables[1].fate == "finished"


async def played_to_the_end(here: Town, game_id: int) -> None:
    for player in (await at(here, game_id))[:-1]:
        await player.slash("table concede", sure="yes", table=str(game_id))
        await player.press("Concede for good")


async def test_tables_that_open_though_the_channel_is_gone_wait_for_another(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    for player in people:
        await player.slash("league join")
    here.env.backend.delete_channel(here.channel.id)
    here.channel = here.guild.create_text_channel("elsewhere")
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await here.env.settle()
    await here.passes(days=3)
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert {table.fate for table in known.season.tables.values()} == {"planned"}, "nobody is waited for in vain"
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("More …")
    await boss.choose("Bring the season to this channel")
    await does(boss, "The channel was deleted.")
    await here.env.settle()
    assert len(here.channel.threads) == 4
    games = await tables(here)
    for player in await at(here, games[1]):
        await player.press("I'm here", on=await here.board(games[1]))
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert known.season.tables[1].fate == "running"
