"""Chart of a player's rating, game by game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.lettering import to_drawable
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.words import format_count
from bot.leagues.pictures.sheets import COLORS, HEADER, INK, LINE, MARGIN, NAVY, QUIET, WIDTH, create_sheet

HEIGHT = 760
INKS = Inks(ink=INK, quiet=QUIET, grid=LINE)


def draw_rating_curve(ratings: Sequence[int], name: str, below: str) -> Picture:
    """Draw a rating curve.

    Args:
        ratings: displayed ratings: before the first game, and after each.
        name: name of the player.
        below: subtitle that names the game.
    """
    called = to_drawable(name) or "Player"
    labels = ["Start", *(str(number) for number in range(1, len(ratings)))]
    canvas = create_sheet("RATING", below, HEIGHT)
    line = Series(called, list(ratings), NAVY, draw_marker(0, NAVY))
    draw_line_chart(canvas, Area(MARGIN, HEADER + 6, WIDTH - MARGIN, HEIGHT - 8), labels, [line], str, INKS)
    start = f"{called}'s rating, {below}"
    ends = f"{start}: from {ratings[0]} to {ratings[-1]} in {format_count(len(ratings) - 1, 'game')}."
    return Picture(
        "rating.png", canvas.to_png(COLORS), fit_alt_text([f"{start}: {', '.join(map(str, ratings))}.", ends])
    )
