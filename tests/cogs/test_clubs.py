"""Clubs of twelve and of sixty, from sign-up to the podium, through all that befalls people, bot and channel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.host.errors import Refusal
from bot.host.leagues.export import verify
from bot.host.play.auto_answers import choose_bot_move
from bot.leagues.log_entries import Carded, Disqualified, Withdrew
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import compute_standings
from bot.leagues.titles import find_champions
from tests.any_question import picks_of
from tests.cogs.leagues import prepared, stands, tables
from tests.cogs.test_league_files import exported
from tests.cogs.test_league_of_several_games import all_told
from tests.cogs.test_league_roles import CHAMPION, given, holders, wants
from tests.cogs.test_organiser_corrections import does, takes_back
from tests.cogs.test_pictures import files_of
from tests.cogs.town import Player, Town, make_bot, parts_of, texts

FORMS = {12: "Divisions: all games side by side", 60: "Swiss: 3 rounds among equals"}


async def season_of(here: Town) -> Season:
    await here.bot.services.leagues.maintenance.settle()
    return (await here.bot.services.leagues.season_log.get_season(1)).season


async def number_of(here: Town, player: Player) -> int:
    number = (await here.bot.services.leagues.season_log.get_season(1)).find_number(player.id)
    assert number is not None
    return number


async def sign_up(here: Town, boss: Player, size: int) -> list[Player]:
    await prepared(boss)
    await boss.choose(FORMS[size])
    await boss.press("Open sign-up")
    people = [here.person(f"Player{at}") for at in range(size)]
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    return people


async def leaves(player: Player) -> None:
    await player.slash("league leave", league="Winter Cup")
    await player.press("Leave for good")


async def come(people: Sequence[Player]) -> None:
    """Let people say that they are here, at all of their tables."""
    for player in people:
        await player.slash("league me", league="Winter Cup")
        if "I'm here" in player.buttons:
            await player.press("I'm here")


async def is_back_after_leaving(here: Town, boss: Player, player: Player) -> None:
    await leaves(player)
    number = await number_of(here, player)
    line = next(line for line in reversed((await season_of(here)).lines) if line.entry == Withdrew(entrant=number))
    await takes_back(boss, line.number, "A slip of the finger.")


async def is_put_out_and_taken_back(here: Town, boss: Player, player: Player) -> None:
    await boss.slash("league disqualify", player=player.actor.user)
    await does(boss, "Rude.")
    line = next(line for line in (await season_of(here)).lines if isinstance(line.entry, Disqualified))
    await takes_back(boss, line.number, "It was somebody else.")


async def bot_is_away(here: Town, days: int) -> None:
    await here.bot.close()
    here.wall.ahead += timedelta(days=days)
    await here.env.restart_bot(make_bot(here.path, here.games, wall=here.wall))
    await here.env.settle()


async def days_pass(here: Town, days: int) -> None:
    """Let days pass with the bot running, so that it waits for nobody any more."""
    await all_told(here)
    await here.passes(days=days)
    await here.bot.services.clock.tick()
    await all_told(here)


async def channel_is_deleted(here: Town, boss: Player) -> None:
    for thread in here.channel.threads:
        here.env.backend.delete_channel(thread.id)
    here.env.backend.delete_channel(here.channel.id)
    await here.env.settle()
    here.channel = here.guild.create_text_channel("elsewhere")
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("More …")
    await boss.choose("Bring the season to this channel")
    await does(boss, "Somebody has deleted the channel.")
    await all_told(here)


async def is_played(here: Town, game_id: int) -> None:
    """Let a running game be played to its end by those who sit there."""
    host = here.bot.services.host
    while (running := await host.get_running_game(game_id)).row.status == "running":
        asked = {seat: etag for seat, etag in running.get_etags().items() if not running.is_automatic(seat)}
        if not asked:
            await here.bot.autoplay.wait_for_all()
            continue
        seat, etag = next(iter(asked.items()))
        question = running.get_question(seat)
        assert question is not None
        move = choose_bot_move(running.game, running.table, running.row.revision, seat, question)
        await host.answer_question(game_id, running.get_seat_row(seat).user_id or 0, etag, picks_of(question, move))


async def all_is_played(here: Town, present: Sequence[Player]) -> None:
    """Let people come to the tables that are open, and play all that have begun."""
    await all_told(here)
    await come(present)
    await all_told(here)
    for game_id in (await tables(here)).values():
        saved = await here.bot.storage.games.load(game_id)
        if saved is not None and saved.game.status == "running":
            await is_played(here, game_id)
    await all_told(here)


async def concedes_a_table(here: Town, quitter: Player) -> None:
    for game_id in (await tables(here)).values():
        saved = await here.bot.storage.games.load(game_id)
        if saved is None or saved.game.status != "running" or quitter.id not in [row.user_id for row in saved.seats]:
            continue
        await quitter.slash("table concede", sure="yes", table=str(game_id))
        await quitter.press("Concede for good")
        return
    raise AssertionError("they play at no table")


def list_open(season: Season) -> list[LeagueTable]:
    return [table for table in season.tables.values() if table.is_open]


@pytest.mark.thorough
@pytest.mark.parametrize("size", FORMS)
async def test_a_club_comes_to_its_podium_whatever_befalls_it(here: Town, boss: Player, size: int) -> None:
    people = await sign_up(here, boss, size)
    returns, silent, leaver, slips, rude, quitter, *_ = people
    await leaves(returns)
    await returns.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await wants(here, boss, "Champions")
    await all_told(here)

    present = [player for player in people if player is not silent]
    await come(present)
    await leaves(leaver)
    await is_back_after_leaving(here, boss, slips)
    await is_put_out_and_taken_back(here, boss, rude)
    await bot_is_away(here, days=3)
    number = await number_of(here, silent)
    cards = [line.entry for line in (await season_of(here)).lines if isinstance(line.entry, Carded)]
    assert number not in {card.entrant for card in cards}, "nobody is warned for days on which the bot was away"
    await channel_is_deleted(here, boss)

    await come(present)
    await concedes_a_table(here, quitter)
    for _ in range(12):
        await all_is_played(here, present)
        if not list_open(await season_of(here)):
            break
        await days_pass(here, 2)
    season = await season_of(here)
    assert not list_open(season)
    await boss.slash("league manage", league="Winter Cup")
    await boss.press("Finish the season …")
    assert "its podium stands in the channel" in await boss.press("Finish the season")
    await all_told(here)
    await given(here)
    await must_have_ended_well(here, people, silent, leaver, quitter)


async def must_have_ended_well(
    here: Town, people: Sequence[Player], silent: Player, leaver: Player, quitter: Player
) -> None:
    season = await season_of(here)
    numbers = {player: await number_of(here, player) for player in people}
    rows = {row.number: row for division in season.list_divisions() for row in compute_standings(season, division)}
    assert rows.keys() == {*numbers.values()}, "everybody who was drawn stands somewhere"
    assert rows[numbers[silent]].points == 0
    assert season.entrants[numbers[silent]].cards >= 1
    gone = [number for number, one in season.entrants.items() if one.status != "plays"]
    assert gone == [numbers[leaver]]
    conceded = [table for table in season.tables.values() if numbers[quitter] in table.gone]
    assert len(conceded) >= 1
    assert all(season.compute_places(table)[numbers[quitter]] > 1 for table in conceded if table.counts)
    often = Counter(number for table in season.tables.values() for number in table.seats)
    assert all(often[number] >= 1 for number in numbers.values())

    podium = await stands(here, "podium")
    assert "🥇" in texts(parts_of(podium))
    assert files_of(podium) == ["review.png"]
    champions = {player.id for player, number in numbers.items() if number in find_champions(season)}
    assert champions
    assert holders(here, CHAMPION) == champions
    for player in people[::5]:
        assert " of " in await player.slash("league me", league="Winter Cup")
    files = await exported(here, people[0])
    assert [check for check in verify(files["json"].encode()) if not check.ok] == []
    with pytest.raises(Refusal):
        await here.bot.services.leagues.sign_up.leave(1, leaver.id)
