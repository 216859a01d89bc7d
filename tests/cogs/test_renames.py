"""A person with a new name is shown by it everywhere in that server after their next action there."""

from __future__ import annotations

from bot.host.table.running import format_name_in_log
from storage.interface.letters import NewLetter
from tests.cogs.leagues import drawn
from tests.cogs.test_results import finished
from tests.cogs.town import Player, Town, parts_of, texts


async def renamed(here: Town, player: Player, name: str, guild_id: int | None = None) -> None:
    """Give somebody another name in a server, and let them do something there that is about no table."""
    here.env.backend.edit_member(guild_id or here.guild.id, player.id, {"nick": name})
    await player.slash("inbox")
    await here.bot.outbox_worker.wait_for_all()


async def names_at(here: Town, game_id: int) -> list[str]:
    saved = await here.bot.storage.games.load(game_id)
    assert saved is not None
    return sorted(seat_row.name for seat_row in saved.seats)


async def test_a_running_table_calls_its_player_by_the_new_name(here: Town, ann: Player, ben: Player) -> None:
    await here.at_first_turn(ben, host=ann)
    assert "Ben" in texts(parts_of(await here.board()))
    await renamed(here, ben, "Benedikt the Bold")
    board = texts(parts_of(await here.board()))
    assert "Benedikt the Bold" in board
    assert "**Ben**" not in board
    log = await ann.slash("table log", table="1")
    assert "Benedikt the Bold" in log
    assert "**Ben**" not in log
    await ben.act()
    assert "Benedikt the Bold" in await ann.slash("game status", table="1")


async def test_results_call_their_players_by_the_new_name_also_after_a_restart(
    here: Town, ann: Player, ben: Player
) -> None:
    await finished(here, ann, ben)
    assert "**Ben** won before Ann" in await ann.slash("game list", which="finished")
    await here.restart()
    await renamed(here, ben, "Benedikt")
    text = await ann.slash("game list", which="finished")
    assert "**Benedikt** won before Ann" in text
    assert "**Benedikt** wins." in await ann.choose("Table 1 · The Fair")


async def test_two_who_are_called_the_same_from_now_on_are_told_apart(here: Town, ann: Player, ben: Player) -> None:
    await here.at_first_turn(ben, host=ann)
    await renamed(here, ben, "Ann")
    board = texts(parts_of(await here.board()))
    assert "Ann (seat 1)" in board.replace("\\", "")
    assert "Ann (seat 2)" in board.replace("\\", "")


async def test_a_name_of_one_server_is_not_taken_to_another(here: Town, ann: Player, ben: Player) -> None:
    abroad = here.env.create_guild("Abroad")
    square = abroad.create_text_channel("square")
    await finished(here, ann, ben)
    await finished(here, ann, ben, guild=abroad.id, channel=square.id)
    await renamed(here, ben, "Known only here")
    assert await names_at(here, 1) == ["Ann", "Known only here"]
    assert await names_at(here, 2) == ["Ann", "Ben"]


async def test_a_league_calls_its_entrants_by_the_new_name(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    await renamed(here, people[0], "Cleopatra")
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert sorted(one.name for one in known.entrants.values()) == ["Cleopatra", "Dora", "Emil", "Fay"]


async def test_a_line_about_a_chair_calls_who_left_it_by_the_new_name(here: Town, ann: Player, ben: Player) -> None:
    await here.at_first_turn(ben, here.person("Cleo"), host=ann)
    body = f'{{"text": "**Ben** has left. **Ben** played well.", "who": {ben.id}, "called": "**Ben**"}}'
    await here.bot.storage.outbox.add(1, [NewLetter("vacancy", 2, body)], here.bot.host.format_now())
    assert "**Ben** has left" in await ann.slash("table log", table="1")
    await renamed(here, ben, "Benedikt")
    log = await ann.slash("table log", table="1")
    assert f"{format_name_in_log('Benedikt')} has left. {format_name_in_log('Benedikt')} played well." in log


async def test_a_player_who_has_the_same_name_as_before_writes_nothing(here: Town, ann: Player, ben: Player) -> None:
    await here.at_first_turn(ben, host=ann)
    await here.bot.outbox_worker.wait_for_all()
    people = here.bot.storage.people
    for user_id, name in ((ben.id, "Ben"), (ann.id, "Ann")):
        assert not await people.has_other_name(user_id, here.guild.id, name, format_name_in_log(name))
        renamed_at = await people.rename(
            user_id, here.guild.id, name, format_name_in_log(name), here.bot.host.format_now()
        )
        assert not renamed_at.games
