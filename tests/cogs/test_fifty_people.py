"""Each kind of league, pressed by fifty people from its draft to its podium."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from itertools import combinations
from pathlib import Path

import pytest

from bot.host.leagues.export import verify
from bot.leagues.season import Season
from tests.cogs.leagues import played_to_its_end, prepared, shown, stands, tables
from tests.cogs.test_league_files import exported
from tests.cogs.test_league_of_several_games import GAMES, all_told, with_the_market
from tests.cogs.town import Player, Town, parts_of, texts, town

PEOPLE = 50
MOST_TEXT = 4000
"""Characters of a message, which Discord allows."""
SWISS = "Swiss: 3 rounds among equals"
LADDER = "Ladder: always open"
GAMES_FOR_A_PLACE = 5


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def divisions(boss: Player) -> None:
    await prepared(boss)


async def several_games(boss: Player) -> None:
    await with_the_market(boss, SWISS)


async def swiss(boss: Player) -> None:
    await prepared(boss)
    await boss.choose(SWISS)


async def teams(boss: Player) -> None:
    await prepared(boss)
    await boss.choose(SWISS)
    await boss.choose("Teams of 3, completed by the draw")


async def cup(boss: Player) -> None:
    await prepared(boss)
    await boss.choose("Cup: the winner of each table goes on")


async def ladder(boss: Player) -> None:
    await prepared(boss)
    await boss.choose(LADDER)


FORMS: Mapping[str, Callable[[Player], Awaitable[None]]] = {
    form.__name__: form for form in (divisions, several_games, swiss, teams, cup, ladder)
}


async def season_of(here: Town) -> Season:
    return (await here.bot.services.leagues.season_log.get_season(1)).season


async def all_played(here: Town, done: set[int]) -> None:
    """Let all tables that are open be played, until no others open."""
    while left := [(number, game) for number, game in (await tables(here)).items() if number not in done]:
        await all_told(here)
        for number, game_id in left:
            done.add(number)
            await played_to_its_end(here, game_id)
        await here.bot.services.leagues.maintenance.settle()


async def is_played(here: Town, boss: Player, people: list[Player], form: str) -> None:
    """Let a season be drawn and played, or a ladder until everybody can have a place."""
    done: set[int] = set()
    if form != "ladder":
        await boss.slash("league manage")
        assert f"{PEOPLE} players" in await boss.press("Draw the season …") or form == "divisions"
        await boss.press("Publish the draw")
        await all_played(here, done)
        return
    for _ in range(GAMES_FOR_A_PLACE):
        for player in people:
            await player.slash("league me")
            if "I want a game" in player.buttons:
                await player.press("I want a game")
        await all_played(here, done)
        await here.passes(days=3)
        await all_played(here, done)


async def finished(here: Town, boss: Player, form: str) -> None:
    what = "Close the ladder" if form == "ladder" else "Finish the season"
    await boss.slash("league manage")
    preview = await boss.press(f"{what} …")
    assert "not been drawn" not in preview
    assert "count for nothing" not in preview
    assert "its podium stands in the channel" in await boss.press(what)
    await all_told(here)


def everybody_plays_equally_often(season: Season, form: str) -> None:
    often = Counter(number for table in season.tables.values() for number in table.seats)
    match form:
        case "divisions":
            for division in season.list_divisions():
                assert len({often[one.number] for one in season.list_entrants(division)}) == 1
        case "cup":
            assert min(often.values()) >= 1
        case "ladder":
            assert max(often.values()) - min(often.values()) <= 1
        case _:
            assert set(often.values()) == {3}
    assert len(often) == PEOPLE


def no_two_of_one_team_meet(season: Season) -> None:
    assert len(season.teams) == PEOPLE // 3
    for table in season.tables.values():
        for pair in combinations(table.seats, 2):
            both = [season.team_of.get(number) for number in pair]
            assert None in both or len(set(both)) == 2


async def everybody_stands_somewhere(here: Town, people: list[Player], season: Season, whole: str) -> None:
    """Everybody is named where places stand whole, and reads their own place."""
    found: set[int] = set()
    for player in people:
        mine = await player.slash("league me")
        assert re.search(r"[0-9]+(st|nd|rd|th) of [0-9]+", mine), mine
        if player.id not in found:
            page = await player.press(whole, on=await stands(here, "standings"))
            found |= {int(number) for number in re.findall(r"<@([0-9]+)>", page)}
    assert {player.id for player in people} <= found


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS)
async def test_fifty_people_come_from_nothing_to_the_podium(here: Town, boss: Player, form: str) -> None:
    await FORMS[form](boss)
    await boss.press("Open sign-up")
    people = [here.person(f"Player{at}") for at in range(PEOPLE)]
    sign_up = await stands(here, "sign-up")
    for player in people:
        await player.press("Join", on=sign_up)
    await is_played(here, boss, people, form)
    await finished(here, boss, form)

    season = await season_of(here)
    assert not [table for table in season.tables.values() if not table.counts]
    everybody_plays_equally_often(season, form)
    if form == "teams":
        no_two_of_one_team_meet(season)
    podium = await shown(here, "podium")
    assert "🥇" in podium
    await everybody_stands_somewhere(here, people, season, "My division" if form == "divisions" else "All places")
    files = await exported(here, people[0])
    assert all(check.ok for check in verify(files["json"].encode()))
    assert len(files["csv"].splitlines()) == 1 + PEOPLE
    assert all(len(texts(parts_of(message))) <= MOST_TEXT for message in here.public())
    assert "<@" in podium
