"""The organiser takes the end of a season back, and the season goes on to another podium."""

from __future__ import annotations

from tests.cogs.leagues import come, drawn, played, shown, stands, tables
from tests.cogs.town import Player, Town, button_labels, parts_of


async def finishes(boss: Player) -> str:
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    return await boss.press("Finish the season")


async def takes_end_back(boss: Player, why: str) -> str:
    await boss.slash("league manage")
    await boss.press("More …")
    preview = await boss.choose("Take the end back")
    await boss.press("Do it …")
    return f"{preview}\n{await boss.fill_in(why)}"


async def test_a_season_that_was_finished_too_early_goes_on_and_ends_with_a_new_podium(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    await played(here, games[1])
    await finishes(boss)
    first = await stands(here, "podium")
    assert "🥇" in await shown(here, "podium")
    words = await takes_end_back(boss, "Pressed by mistake")
    assert "The season goes on, and nobody is champion of it yet" in words
    assert "Table 2: counts for nothing → **waits for its people**" in words
    assert "Decided by" in words
    assert "Why: Pressed by mistake" in words
    assert "The season is over" not in await shown(here, "standings")
    assert "this podium counts no more" in await shown(here, "podium")
    assert "I'm here" in button_labels(parts_of(await here.board((await tables(here))[2])))
    for number, game_id in (await tables(here)).items():
        if number != 1:
            await played(here, game_id)
    assert "podium stands in the channel" in await finishes(boss)
    second = await stands(here, "podium 2")
    assert second.id != first.id
    assert "🥇" in await shown(here, "podium 2")
    assert "this podium counts no more" in await shown(here, "podium")


async def test_the_end_on_the_last_day_is_taken_back_with_another_week(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await come(here, (await tables(here))[1])
    await here.passes(weeks=8)
    await stands(here, "podium")
    line = next(
        line.number
        for line in (await here.bot.services.leagues.season_log.get_season(1)).season.lines
        if line.entry.kind == "promoted"
    )
    assert "it gets another week" in await boss.slash("league revert", line=line)
    await boss.press("Do it …")
    assert "The last day is put off by 8 days" in await boss.fill_in("The server was down")
    await here.passes(days=7)
    season = await here.bot.services.leagues.season_log.get_season(1)
    assert season.row.status == "running"
    await here.passes(days=1, minutes=5)
    assert "the podium" in await shown(here, "podium 2")


async def test_once_the_next_season_is_prepared_the_end_stays(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    for game_id in (await tables(here)).values():
        await played(here, game_id)
    await finishes(boss)
    season = (await here.bot.services.leagues.season_log.get_season(1)).season
    (line,) = [line.number for line in season.lines if line.entry.kind == "promoted"]
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    await boss.press("Open sign-up")
    words = await boss.slash("league revert", line=line, league="Winter Cup, season 1")
    assert "The next season is being prepared already" in words


async def test_of_a_line_that_nobody_takes_back_one_reads_what_to_do_instead(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    season = (await here.bot.services.leagues.season_log.get_season(1)).season
    (draw,) = [line.number for line in season.lines if line.entry.kind == "drawn"]
    assert "a draw is made once" in await boss.slash("league revert", line=draw)
    assert "Its player takes that back" in await boss.slash("league revert", line=2)
    await finishes(boss)
    await takes_end_back(boss, "Pressed by mistake")
    end = next(line.number for line in season.lines[::-1] if line.entry.kind == "promoted")
    assert "The season goes on. **Finish the season …**" in await boss.slash("league revert", line=end)
