"""What a table posts of its news."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.engine import play
from bot.games import GAMES
from bot.host.play.move_records import TableCommand
from bot.host.table.audience_log import parse_told
from bot.host.table.running import format_news_lines
from bot.testing.random_games import build_random, choose_move
from bot.testing.resampled_database import play_game
from tests.house import ANN, House, house


@pytest.mark.thorough
@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("wanted", ["everything", "headlines"])
async def test_no_post_of_a_game_is_without_a_word(tmp_path: Path, game: str, wanted: str) -> None:
    async with house(tmp_path / "games.db", games=GAMES) as home:
        assert await worded_posts(home, game, wanted) or wanted == "headlines"


async def worded_posts(home: House, game: str, wanted: str) -> int:
    """How many posts a game has led to; all of them say something."""
    number = await play_game(home, game, 0)
    await home.host.set_news(number, ANN, wanted)  # type: ignore[arg-type]
    random, posted = build_random(game), 0
    for _ in range(150):
        await home.services.autoplay.wait_for_all()  # immediate answers are in
        running = await home.host.get_running_game(number)
        if running.row.status != "running":
            break
        seat = random.choice(play.list_asked_seats(running.table))
        question = running.get_question(seat)
        assert question is not None
        move = choose_move(running.table, seat, question, random)
        await home.host.save_move(
            running, TableCommand.from_answer("move", seat, move), play.play(running.table, seat, move)
        )
    entries = {entry.revision: entry for entry in await home.storage.games.list_entries(number, after=0)}
    game_played = (await home.host.get_running_game(number)).game
    for letter in await home.storage.outbox.list_unsent(number):
        if letter.kind == "post":
            told = parse_told(game_played, entries[letter.revision])
            news = [told[index].news for index in json.loads(letter.body)["indices"]]
            assert format_news_lines(game_played, news, None)
            posted += 1
    return posted
