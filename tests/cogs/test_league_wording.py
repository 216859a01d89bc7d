"""What people read where leagues are not alike: periods and seasons, rounds to come, reasons, warnings."""

from __future__ import annotations

from tests.cogs.leagues import come, drawn, open_for_sign_up, prepared, shown, stands, tables
from tests.cogs.test_ladder import opened, wants
from tests.cogs.test_organiser_corrections import does, newest_line
from tests.cogs.test_organiser_corrections import wants as wants_way
from tests.cogs.town import Player, Town, parts_of, texts


async def in_rounds(here: Town, boss: Player, people: list[Player], form: str) -> None:
    """A season in rounds, with the first one drawn."""
    await prepared(boss)
    await boss.choose(form)
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await stands(here, "standings")


async def would_finish(boss: Player) -> str:
    await boss.slash("league manage")
    return await boss.press("Finish the season …")


async def test_a_player_who_finishes_in_the_first_round_of_three_reads_that_two_are_not_played(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await in_rounds(here, boss, people, "Swiss: 3 rounds among equals")
    assert "⚠️ 2 rounds have not been drawn; they will not be played." in await would_finish(boss)


async def test_a_player_who_finishes_a_cup_before_its_last_table_reads_what_becomes_of_it(
    here: Town, boss: Player, people: list[Player]
) -> None:
    more = [here.person(f"More{at}") for at in range(3)]
    await in_rounds(here, boss, [*people, *more], "Cup: the winner of each table goes on")
    assert "⚠️ The cup's last table has not been drawn" in await would_finish(boss)


async def test_no_rounds_are_missing_where_all_are_drawn(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    assert "drawn" not in await would_finish(boss)


async def test_a_ladder_says_period_wherever_others_say_season(here: Town, boss: Player, people: list[Player]) -> None:
    cleo, dora, emil, fay = people
    await opened(here, boss, people)
    await wants(here, cleo, dora, emil)
    assert "5 more games for a place" in await shown(here, "standings")
    await fay.slash("league me")
    assert "Leave the ladder …" in fay.lines
    await fay.press("My settings")
    assert "Only I know while the period is played" in await fay.press("Keep me apart…")
    (game_id,) = (await tables(here)).values()
    assert "Table 1 of **Winter Cup**, period 1." in texts(parts_of(await here.board(game_id)))
    await come(here, game_id)
    await boss.slash("league manage")
    await boss.press("Close the ladder …")
    assert "The ladder is closed, and its podium stands in the channel." in await boss.press("Close the ladder")
    log = await boss.slash("league log")
    assert "Winter Cup · period 1: the log" in log
    assert "The period is over." in log


async def test_a_reason_without_a_full_stop_does_not_run_into_the_next_sentence(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await open_for_sign_up(here, boss)
    await people[0].slash("league join")
    await wants_way(boss, "Change the game options")
    await boss.choose("Length: short")
    await boss.press("long")
    await does(boss, "We have the time")
    told = await shown(here, f"arranged {await newest_line(here)}")
    assert "Why: We have the time. Whoever does not want it can leave" in told
    assert "Why: We have the time." in await boss.slash("league log")


async def test_a_player_who_does_not_come_gets_a_warning_as_everywhere(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people[:3])
    first, *_ = (await tables(here)).values()
    assert "they finish last here and get a warning." in texts(parts_of(await here.board(first)))


async def test_a_player_who_gets_no_more_tables_reads_so_in_their_place(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await in_rounds(here, boss, [*people, here.person("Gus"), here.person("Hal")], "Swiss: 3 rounds among equals")
    cleo = people[0]
    barred = "you get no more tables this season. **/league log** says why."
    assert barred not in await cleo.slash("league me")
    for _ in range(2):
        await here.bot.outbox_worker.wait_for_all()
        for game_id in (await tables(here)).values():
            seated = await come(here, game_id)
            saved = await here.bot.storage.games.load(game_id)
            if saved is None or saved.game.status != "running":
                continue
            losers = [cleo, *(one for one in seated if one is not cleo)] if cleo in seated else seated
            for player in losers[:-1]:
                await player.slash("table concede", sure="yes", table=str(game_id))
                await player.press("Concede for good")
        await here.bot.services.leagues.maintenance.settle()
    assert barred in await cleo.slash("league me")
