"""A league of a real game, from its draft to its files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.host.leagues.export import verify
from tests.any_question import picks_of
from tests.cogs.leagues import at, stands, tables
from tests.cogs.town import Player, Town, town
from tests.games.every_game.random_games import dice
from tests.house import answer, asked


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games={"goodwill": GAMES["goodwill"]}) as opened:
        yield opened


async def a_year_is_played(here: Town, game_id: int) -> None:
    """Let bots' wits answer for those who sit there, until there is something to compare."""
    host, game, random = here.bot.host, GAMES["goodwill"], dice(game_id)
    while len(game.view((running := await host.running(game_id)).table, None).history) < 3:
        people = {seat.seat: seat.user_id for seat in running.seats}
        for seat in asked(running):
            user_id = people[seat]
            assert user_id is not None
            desk = await host.desk(game_id, user_id)
            if desk.question is None:
                continue
            move = game.choose(game.view(desk.running.table, seat), desk.question, random)
            await answer(host, game_id, user_id, picks_of(desk.question, move))


async def test_a_season_of_goodwill_is_played_and_given_with_its_charts_and_proof(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await boss.slash("league new", name="Winter Cup", game="Goodwill", seats=2)
    await boss.press("Open sign-up")
    for player in people[:3]:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    games = await tables(here)
    for game_id in games.values():
        seated = await at(here, game_id)
        for player in seated:
            await player.press("I'm here", on=await here.board(game_id))
        await here.env.settle()
        await a_year_is_played(here, game_id)
        await seated[0].slash("game concede", sure="yes", table=str(game_id))
    await boss.slash("league export")
    files = {
        each.filename.rpartition(".")[2]: here.env.backend.cdn.get(each.url) or b"" for each in boss.answer.attachments
    }
    page = files["html"].decode()
    assert page.count("<img") >= 2 * len(games)
    assert all(check.ok for check in verify(files["json"]))
    assert len(files["csv"].decode().splitlines()) == 1 + 3
