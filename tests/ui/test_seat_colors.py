"""A player has one colour: in the review's chart that of their pieces and of the game's own charts."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageColor

from bot.engine.game import AnyGame
from bot.games import GAMES
from bot.leagues.pictures.courses import draw_win_probabilities
from bot.testing.random_games import Case, get_whole_game

PLAYERS = 3


def list_colors(png: bytes) -> set[tuple[int, ...]]:
    """Return the colours of a picture's pixels."""
    with Image.open(io.BytesIO(png)) as image:
        counted = image.convert("RGB").getcolors(image.width * image.height)
    return {color for _, color in counted or () if isinstance(color, tuple)}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_player_has_the_colour_of_the_games_charts_in_the_review(game: AnyGame) -> None:
    after = get_whole_game(Case(game, PLAYERS, game.options()))[-1].after
    names = [f"Player {seat}" for seat in after.seats]
    assert game.pictures.charts is not None
    charts = game.pictures.charts(game.view(after, None), lambda seat: names[seat - 1])
    courses = [(1 / PLAYERS, 1 / (seat + 1), float(seat == 1)) for seat in after.seats]
    review = draw_win_probabilities(["Round 1", "Round 2", "Round 2"], courses, names, game.pictures.seat_colors)
    colors = {ImageColor.getrgb(color) for color in game.pictures.seat_colors[:PLAYERS]}
    assert len(colors) == PLAYERS
    assert colors <= list_colors(review.png)
    assert colors <= set().union(*(list_colors(chart.png) for chart in charts))
