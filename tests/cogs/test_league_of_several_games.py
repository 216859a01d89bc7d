"""A league of several games, pressed through from its draft to its podium."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.lengths import Length
from tests.cogs.leagues import (
    MENUS,
    drafted_terms,
    played,
    played_to_its_end,
    prepared,
    publish_draw,
    shown,
    stands,
    tables,
    terms,
)
from tests.cogs.test_league_files import exported
from tests.cogs.test_organiser_corrections import does, newest_line, takes_back, wants
from tests.cogs.town import Player, Town, town
from tests.toy import TOY

GAMES = {
    "toy": TOY,
    "market": replace(TOY, key="market", title="The Market", length=Length(days={3: 12.0})),
    "bazaar": replace(TOY, key="bazaar", title="The Bazaar", seats=range(4, 6)),
}


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def with_the_market(boss: Player, form: str = "") -> str:
    """A draft that plays the fair and the market."""
    await prepared(boss)
    if form:
        await boss.choose(form)
    await boss.press("Several games …")
    await boss.choose("The Market")
    words = boss.sees
    await boss.press("Back")
    await boss.press(MENUS)
    return words


async def all_told(here: Town) -> None:
    """Wait until everything that there is to tell stands in the channel and in the threads."""
    await here.bot.services.leagues.maintenance.settle()
    await here.bot.outbox_worker.wait_for_all()
    await here.bot._league_messages_task.wait_until_settled()
    await here.env.settle()


async def all_join(here: Town, number: int) -> list[Player]:
    found = [here.person(f"Player{at}") for at in range(number)]
    for player in found:
        await player.press("Join", on=await stands(here, "sign-up"))
    return found


async def is_drawn(here: Town, boss: Player) -> str:
    """Draw the season; return its preview."""
    preview = await publish_draw(boss)
    await stands(here, "standings")
    return preview


async def all_played(here: Town) -> None:
    """Let all tables that are open be played, until no others open."""
    done: set[int] = set()
    while left := [(number, game) for number, game in (await tables(here)).items() if number not in done]:
        for number, game_id in left:
            done.add(number)
            await all_told(here)
            await played_to_its_end(here, game_id)
        await here.bot.services.leagues.maintenance.settle()


async def title_at(here: Town, game_id: int) -> str:
    saved = await here.bot.storage.games.load(game_id)
    assert saved is not None
    return saved.game.title


async def finished(here: Town, boss: Player) -> str:
    await here.env.settle()
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    words = await boss.press("Finish the season")
    assert "its podium stands in the channel" in words
    await all_told(here)
    return words


# -- the draft ---------------------------------------------------------------------------------------


async def test_an_organiser_puts_games_together_and_reads_what_each_brings(here: Town, boss: Player) -> None:
    words = await with_the_market(boss)
    assert "2 games" in words
    assert "2. **The Market** for 3 · about 12 days" in words
    assert "The Fair and The Market, tables for 3" in boss.sees
    assert "everybody plays each about as often" in await drafted_terms(boss)
    await boss.press("Games …")
    await boss.choose("2. The Market")
    await boss.choose("Length: short")
    await boss.press("long")
    assert "The Market** for 3 · about 12 days · Length: long" in boss.sees
    await boss.press("Earlier")
    assert "1. **The Market** for 3" in boss.sees
    await boss.choose("Each division plays another")
    assert "Each division plays one of them" in boss.sees
    await boss.choose("1. The Market")
    await boss.press("Take it out")
    assert "1 game" in boss.sees
    await boss.press("Back")
    await boss.press(MENUS)
    assert "Several games …" in boss.buttons


async def test_a_game_that_has_no_tables_of_this_size_is_refused_but_can_be_played_in_rounds(
    here: Town, boss: Player
) -> None:
    await prepared(boss)
    await boss.press("Several games …")
    assert "⚠️ The Bazaar is for 4 to 5 players" in await boss.choose("The Bazaar")
    await boss.press("Back")
    await boss.press(MENUS)
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.press("Several games …")
    assert "2. **The Bazaar** for 4" in await boss.choose("The Bazaar")
    await boss.press("Back")
    await boss.press(MENUS)
    assert "tables for 3 or 4" in boss.sees
    assert "⚠️ Only rounds of Swiss" in await boss.choose("Divisions: all games side by side")
    assert "tables for 3 or 4" in boss.sees


async def test_ratings_cannot_say_where_newcomers_begin_among_several_games(here: Town, boss: Player) -> None:
    await with_the_market(boss)
    refused = await boss.choose("Divisions by rating")
    assert "⚠️ Ratings are one for each game" in refused


# -- played through ----------------------------------------------------------------------------------


async def test_five_people_play_a_division_of_two_games_to_its_podium(here: Town, boss: Player) -> None:
    await with_the_market(boss)
    await boss.press("Open sign-up")
    await terms(here, boss)
    assert {"Rules of The Fair", "Rules of The Market"} <= set(boss.lines)
    people = await all_join(here, 5)
    preview = await is_drawn(here, boss)
    assert "5 tables (3 of The Fair and 2 of The Market)" in preview or "(2 of The Fair and 3" in preview
    titles = [await title_at(here, game_id) for game_id in (await tables(here)).values()]
    assert set(titles) == {"toy", "market"}
    threads = [thread.name for thread in here.channel.threads]
    assert any("The Market · table" in (name or "") for name in threads)
    await people[0].slash("league me")
    assert "(The Market)" not in people[0].sees, "the threads that are named there say it"
    named = {int(thread) for thread in re.findall(r"- <#(\d+)>: ", people[0].sees)}
    assert len(named) == 3, "each sits at three of the five tables"
    assert named <= {thread.id for thread in here.channel.threads}
    assert "Scores have no part" in await people[0].slash("league rules")
    await all_played(here)
    await finished(here, boss)
    assert "The Fair and The Market" in await shown(here, "podium")
    files = await exported(here, people[0])
    rows = list(csv.DictReader(io.StringIO(files["csv"])))
    for row in rows:
        assert int(row["tables decided in toy"]) + int(row["tables decided in market"]) == 3
        total = float(row["points in toy"]) + float(row["points in market"])
        assert total == pytest.approx(float(row["points"]), abs=0.02)
    assert json.loads(files["json"])["games"] == ["toy", "market"]
    assert "(The Market)" in files["html"]
    assert "share of the winner's score" not in rows[0]
    assert "(The Market)" in await people[0].slash("league log")


@pytest.mark.thorough
async def test_twenty_people_play_rounds_of_three_games_and_each_has_a_rating_in_each(here: Town, boss: Player) -> None:
    await with_the_market(boss, "Swiss: 3 rounds among equals")
    await boss.press("Games …")
    await boss.choose("The Bazaar")
    await boss.press("Back")
    await boss.press("Open sign-up")
    people = await all_join(here, 20)
    assert "Round 1" in await is_drawn(here, boss)
    await all_played(here)
    found = [await title_at(here, game_id) for game_id in (await tables(here)).values()]
    assert found == ["toy"] * 7 + ["market"] * 7 + ["bazaar"] * 5
    assert "round 3" in (await shown(here, "standings")).lower()
    assert "The Bazaar" in await shown(here, "standings")
    await finished(here, boss)
    page = await people[0].slash("league player")
    assert "**Results per game**" in page
    for title in ("The Fair", "The Market", "The Bazaar"):
        assert f"**{title}**" in page
    assert page.count("Winter Cup · season 1: ") == 1, "the season stands there once"
    shelves = await here.bot.services.player_records.get_shelves([1])
    assert set(shelves) == {"toy", "market", "bazaar"}
    champions = [title for shelf in shelves.values() for career in shelf.careers.values() for title in career.titles]
    assert champions == [1]
    hall = await people[0].slash("league hall")
    assert "Records, The Fair" in hall or "Champions" in hall


async def test_the_next_season_plays_the_same_games(here: Town, boss: Player) -> None:
    await with_the_market(boss)
    await boss.press("Open sign-up")
    await all_join(here, 3)
    await is_drawn(here, boss)
    await all_played(here)
    await finished(here, boss)
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    assert "The Fair and The Market, tables for 3" in boss.sees


# -- somebody errs, or cheats ------------------------------------------------------------------------


async def test_games_are_changed_after_sign_up_has_opened_and_it_is_told_and_can_be_taken_back(
    here: Town, boss: Player
) -> None:
    await prepared(boss)
    await boss.press("Open sign-up")
    await all_join(here, 3)
    await wants(boss, "Change the game options")
    await boss.press("Several games …")
    assert "nothing is written yet" in await boss.choose("The Market")
    await does(boss, "For a change.")
    line = await newest_line(here)
    assert "games: The Fair for 3 → **The Fair for 3 and The Market for 3**" in await boss.slash("league log")
    assert "Why: For a change." in await shown(here, f"arranged {line}")
    assert "The Fair and The Market" in await shown(here, "sign-up")
    await wants(boss, "Change the game options")
    await boss.press("Games …")
    await boss.choose("Each division plays another")
    await does(boss, "Simpler.")
    assert "are changed: each division plays another game." in await boss.slash("league log")
    await takes_back(boss, await newest_line(here))
    await takes_back(boss, line)
    assert "The Market" not in await shown(here, "sign-up")


async def test_the_game_for_which_people_have_signed_up_stays_the_first(here: Town, boss: Player) -> None:
    await with_the_market(boss)
    await boss.press("Games …")
    draft = boss.panel
    await boss.slash("league manage")
    await boss.press("Open sign-up")
    await all_join(here, 3)
    await boss.actor.select(draft, ["each.division"], custom_id="lg-game:1:each")
    assert "plays each about as often" in await terms(here, boss), "the draft is none any more"
    await wants(boss, "Change the game options")
    await boss.press("Games …")
    await boss.choose("1. The Fair")
    assert "Take it out" not in boss.buttons
    assert "Later" not in boss.buttons
    await boss.press("Back")
    await boss.choose("2. The Market")
    assert "Earlier" not in boss.buttons
    await boss.press("Take it out")
    await does(boss, "Too long.")
    assert "The Market" not in await shown(here, "sign-up")


async def test_a_correction_of_one_games_table_says_what_becomes_of_the_rating_in_that_game(
    here: Town, boss: Player
) -> None:
    await with_the_market(boss)
    await boss.press("Open sign-up")
    await all_join(here, 3)
    await is_drawn(here, boss)
    games = await tables(here)
    known = await here.bot.services.leagues.season_log.get_season(1)
    number = next(number for number, table in known.season.tables.items() if table.game == 1)
    await played(here, games[number])
    seats = (await here.bot.services.leagues.season_log.get_season(1)).season.tables[number].seats
    names = " ".join(f"entrant {one}" for one in seats)
    what_if = await boss.slash("league result", table=number, order=names)
    assert "### Preview" in what_if
    await does(boss, "It was so.")
    assert "(The Market)" in await boss.slash("league log")
