"""A season of a real game in a town of the tests, from its draft to its files."""

from __future__ import annotations

from bot.games import GAMES
from bot.testing.random_games import build_random
from tests.any_question import picks_of
from tests.cogs.leagues import come, stands, tables
from tests.cogs.town import Player, Town
from tests.house import answer, asked

REAL = {"goodwill": GAMES["goodwill"]}
"""The game that is played."""


async def a_year_is_played(here: Town, game_id: int) -> None:
    """Let bots' wits answer for those who sit there, until there is something to compare."""
    host, game, random = here.bot.host, REAL["goodwill"], build_random(game_id)
    while len(game.view((running := await host.get_running_game(game_id)).table, None).history) < 3:
        people = {seat.seat: seat.user_id for seat in running.seats}
        for seat in asked(running):
            user_id = people[seat]
            assert user_id is not None
            context = await host.build_panel(game_id, user_id)
            if context.question is None:
                continue
            move = game.choose(context.seen.view, context.question, random)
            await answer(host, game_id, user_id, picks_of(context.question, move))


async def played_season(here: Town, boss: Player, people: list[Player]) -> dict[str, str]:
    """Let a season be prepared, drawn and played; return its files by the endings of their names."""
    await boss.slash("league new", name="Winter Cup", game="Goodwill", seats=2)
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    for game_id in (await tables(here)).values():
        seated = await come(here, game_id)
        await here.env.settle()
        await a_year_is_played(here, game_id)
        await seated[0].slash("table concede", sure="yes", table=str(game_id))
    await boss.slash("league export")
    return {
        each.filename.rpartition(".")[2]: (here.env.backend.cdn.get(each.url) or b"").decode()
        for each in boss.answer.attachments
    }
