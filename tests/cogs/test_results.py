"""The finished games of a server: found by anybody, with who played and who won, and the way to each of them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from storage.sqlite import SqliteStorage
from tests.cogs.town import Player, Town


async def finished(here: Town, *people: Player, guild: int | None = None, channel: int | None = None) -> int:
    """A finished table of these people; only the last has not given up."""
    lobby = here.bot.lobby
    opener, *guests = people
    table = await lobby.open_table(
        title="toy",
        guild_id=guild or here.guild.id,
        channel_id=channel or here.channel.id,
        user_id=opener.id,
        name=opener.actor.user.global_name or "",
        seats_wanted=len(people),
    )
    number = table.row.game_id
    for guest in guests:
        await lobby.join(number, guest.id, guest.actor.user.global_name or "")
    await lobby.start(number, opener.id)
    for player in people[:-1]:
        await here.bot.services.absence.give_up_seat(number, player.id)
    await here.bot.outbox_worker.wait_for_all()
    return number


async def written(here: Town, statement: str, *values: str | int) -> None:
    """Change the database behind the bot's back."""
    store = here.bot.storage
    assert isinstance(store, SqliteStorage)
    await store.database.write(lambda rows: rows.execute(statement, values))


def listed(text: str) -> list[int]:
    """The tables on a page of results, in its order."""
    return [int(number) for number in re.findall(r"^- \*\*(\d+)\*\*", text, re.MULTILINE)]


async def test_a_finished_game_is_listed_with_its_day_its_players_and_its_winner(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    assert "No finished games in this server yet." in await stranger.slash("game list", which="finished")
    number = await finished(here, ann, ben, here.person("Cleo"))
    text = await stranger.slash("game list", which="finished")
    assert "1 finished game, page 1 of 1" in text
    (line,) = [line for line in text.splitlines() if line.startswith("- ")]
    assert re.fullmatch(r"- \*\*1\*\* · The Fair · <t:\d+:d> · \*\*Cleo\*\* won before (Ann and Ben|Ben and Ann)", line)
    saved = await here.bot.storage.games.load(number)
    assert saved is not None
    assert saved.game.finished_at is not None
    day = re.search(r"<t:(\d+):d>", line)
    assert day is not None
    assert datetime.fromtimestamp(int(day[1]), UTC) == datetime.fromisoformat(saved.game.finished_at)


async def test_from_the_list_one_comes_to_the_result_to_the_log_and_back(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    await finished(here, ann, ben)
    await stranger.slash("game list", which="finished")
    result = await stranger.choose("Table 1 · The Fair")
    assert "table 1: the result" in result
    assert "**Ben** wins." in result
    assert {"More…", "Finished games"} <= set(stranger.buttons)
    assert listed(await stranger.press("Finished games")) == [1]
    await stranger.choose("Table 1 · The Fair")
    log = await stranger.press("Log")
    assert "Log of table 1" in log
    assert "concedes" in log


async def test_hundreds_of_games_are_paged_newest_first(here: Town, ann: Player, ben: Player) -> None:
    for _ in range(23):
        await finished(here, ann, ben)
    pages = [listed(await ann.slash("game list", which="finished"))]
    while "Next ▶" in ann.buttons:
        pages.append(listed(await ann.press("Next ▶")))
    assert [len(page) for page in pages] == [10, 10, 3]
    assert [number for page in pages for number in page] == list(range(23, 0, -1))
    assert "table 2: the result" in await ann.choose("Table 2 · The Fair")
    assert listed(await ann.press("Finished games")) == [3, 2, 1], "back on the page one came from"


async def test_what_ended_last_comes_first_whenever_it_began(here: Town, ann: Player, ben: Player) -> None:
    for _ in range(3):
        await finished(here, ann, ben)
    for number, day in ((2, "02"), (1, "03"), (3, "01")):
        moment = f"2026-11-{day}T00:00:00+00:00"
        await written(here, "update games set finished_at = ? where game_id = ?", moment, number)
    assert listed(await ann.slash("game list", which="finished")) == [1, 2, 3]


async def test_running_and_abandoned_games_and_those_of_other_servers_are_no_results(
    here: Town, ann: Player, ben: Player
) -> None:
    abroad = here.env.create_guild("Abroad")
    square = abroad.create_text_channel("square")
    number = await finished(here, ann, ben, guild=abroad.id, channel=square.id)
    await ann.slash("game new", game="toy", seats=2, place="here")
    await here.bot.storage.games.close_without_result(2, here.bot.host.format_now())
    assert "No finished games" in await ann.slash("game list", which="finished")
    assert "running" not in await ann.slash("game list")
    visitor = abroad.add_member(here.env.create_user("visitor"))
    shown = await visitor.slash(square, "game list", which="finished")
    assert shown.response is not None
    assert f"- **{number}**" in str(shown.response.components)


async def test_a_result_of_another_server_is_not_shown(here: Town, ann: Player, ben: Player) -> None:
    """No client offers it; so the menu's game moves away after it was offered."""
    abroad = here.env.create_guild("Abroad")
    await finished(here, ann, ben)
    await ann.slash("game list", which="finished")
    await written(here, "update games set guild_id = ?", abroad.id)
    async with here.bot.host.lock_game(1):
        here.bot.host.forget_loaded(1)
    assert "There is no finished game of that number in this server." in await ann.choose("Table 1 · The Fair")


async def test_names_cannot_format_the_list_or_call_anybody(here: Town, ann: Player) -> None:
    rude = here.person(f"**@everyone** <@{ann.id}>")
    await finished(here, ann, rude)
    text = await ann.slash("game list", which="finished")
    assert r"\*\*" in text
    assert "@everyone" not in text
    assert f"<@{ann.id}>" not in text
