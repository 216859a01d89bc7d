"""What a ruling does to tables and chairs, as stewards and players read it in Discord."""

from __future__ import annotations

from tests.cogs.leagues import at, drawn, tables
from tests.cogs.town import Player, Town, parts_of, texts


async def does(boss: Player, why: str) -> str:
    await boss.press("Do it …")
    return await boss.fill_in(why)


async def newest_line(here: Town) -> int:
    return (await here.bot.services.leagues.season_log.get_season(1)).row.lines


async def all_here(here: Town, game_id: int) -> list[Player]:
    seated = await at(here, game_id)
    for player in seated:
        await player.press("I'm here", on=await here.board(game_id))
    return seated


async def in_thread(here: Town, game_id: int) -> str:
    saved = await here.bot.storage.games.load(game_id)
    assert saved is not None
    await here.env.settle()
    return "\n".join(texts(parts_of(message)) for message in here.public(saved.game.channel_id))


async def test_a_preview_lists_tables_and_chairs_and_a_line_names_what_goes_with_it(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    seated = await all_here(here, games[1])
    out = seated[0]
    words = await boss.slash("league disqualify", player=out.actor.user)
    assert f"- Table 1: the seat of <@{out.id}> is free then" in words
    await does(boss, "Looked into other hands.")
    line = next(
        line.number
        for line in (await here.bot.services.leagues.season_log.get_season(1)).season.lines
        if line.entry.kind == "disqualified"
    )
    assert "was put out of the season by a steward. Why: Looked into other hands" in await in_thread(here, games[1])
    words = await boss.slash("league revert", line=line)
    assert f"- Table 1: <@{out.id}> has the seat again" in words
    log = await does(boss, "It was somebody else.")
    assert f"Line {line} is taken back, and with it line" in log
    assert "has their seat back. " in await in_thread(here, games[1])
    assert "does not count already" in await boss.slash("league revert", line=line)


async def test_where_a_helper_plays_on_the_preview_and_the_log_say_that_they_give_the_chair_back(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    out = (await all_here(here, games[1]))[0]
    seat = (await here.bot.host.get_running_game(games[1])).get_own_seat(out.id)
    await boss.slash("league disqualify", player=out.actor.user)
    await does(boss, "Rude.")
    line = next(
        line.number
        for line in (await here.bot.services.leagues.season_log.get_season(1)).season.lines
        if line.entry.kind == "disqualified"
    )
    helper = here.person("Helper")
    await helper.press("Take this seat", on=await here.message(games[1], f"vacancy:{seat}"))
    words = await boss.slash("league revert", line=line)
    assert f"- Table 1: <@{out.id}> has the seat again" in words
    assert "⚠️ Table 1: whoever has played on there gives the seat back, and what they have played stays" in words
    assert "at table 1, what has followed stays" in await does(boss, "Not so rude.")
    assert helper not in await at(here, games[1])
    assert out in await at(here, games[1])
    assert f"Thank you, <@{helper.id}>, for having played on" in await in_thread(here, games[1])


async def test_the_name_with_which_a_steward_signs_goes_with_them_from_the_log_and_from_the_table(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    seated = await all_here(here, games[1])
    await boss.slash("league result", table=1, order=" ".join(f"<@{player.id}>" for player in seated))
    await does(boss, "They hang, BOSS has seen it.")
    for told in (await boss.slash("league log"), await in_thread(here, games[1])):
        assert f"They hang, <@{boss.id}> has seen it." in told
    await here.bot.services.erasure.forget(boss.id)
    for told in (await people[0].slash("league log"), await seated[0].slash("table log", table=str(games[1]))):
        assert "They hang, somebody has seen it." in told
        assert str(boss.id) not in told


async def test_a_table_that_is_decided_while_it_is_played_says_so_and_its_result_counts_for_nothing(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    seated = await all_here(here, games[1])
    order = " ".join(f"<@{player.id}>" for player in seated)
    words = await boss.slash("league result", table=1, order=order)
    assert "- Table 1: being played → **decided**; its game can be played on, and counts for nothing" in words
    await does(boss, "They hang.")
    told = await in_thread(here, games[1])
    assert "has decided this table: 1. " in told
    assert "You can play the game on, but it counts for nothing in the league" in told
    assert "Why: They hang." in told
    for player in seated[:2]:
        await player.slash("table concede", sure="yes", table=str(games[1]))
    told = await in_thread(here, games[1])
    assert "The league had decided this table before, and that stands" in told
    assert "Table 1 ends:" not in await boss.slash("league log")
    await here.passes(weeks=1)


async def test_a_table_that_waits_for_its_people_is_closed_says_why_and_waits_again_when_that_is_taken_back(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    assert "waits for its people → **counts for nothing**; it is closed" in await boss.slash("league void", table=1)
    await does(boss, "Drawn by mistake.")
    told = await in_thread(here, games[1])
    assert "lets this table count for nothing. The table is closed. Why: Drawn by mistake." in told
    line = next(
        line.number
        for line in (await here.bot.services.leagues.season_log.get_season(1)).season.lines
        if line.entry.kind == "void"
    )
    assert "counts for nothing → **waits for its people**" in await boss.slash("league revert", line=line)
    await does(boss, "It was right.")
    assert "It is as if it had never been decided. Why: It was right." in await in_thread(here, games[1])
    await all_here(here, games[1])
    assert (await here.bot.services.leagues.season_log.get_season(1)).season.tables[1].fate == "running"
