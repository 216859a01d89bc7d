"""Chart of a player's rating, game by game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area
from bot.drawing.charts import Inks, Series, line_chart
from bot.drawing.lettering import plain
from bot.drawing.sprites import marker
from bot.engine.pages import Picture, as_alt
from bot.engine.words import counted
from bot.leagues.pictures.sheets import COLORS, HEADER, INK, LINE, MARGIN, NAVY, QUIET, WIDTH, sheet

HEIGHT = 760
INKS = Inks(ink=INK, quiet=QUIET, grid=LINE)


def curve(ratings: Sequence[int], name: str, below: str) -> Picture:
    """Draw a rating curve.

    Args:
        ratings: displayed ratings: before the first game, and after each.
        name: name of the player.
        below: subtitle that names the game.
    """
    called = plain(name) or "Player"
    labels = ["Start", *(str(number) for number in range(1, len(ratings)))]
    canvas = sheet("RATING", below, HEIGHT)
    line = Series(called, list(ratings), NAVY, marker(0, NAVY))
    line_chart(canvas, Area(MARGIN, HEADER + 6, WIDTH - MARGIN, HEIGHT - 8), labels, [line], str, INKS)
    start = f"{called}'s rating, {below}"
    ends = f"{start}: from {ratings[0]} to {ratings[-1]} in {counted(len(ratings) - 1, 'game')}."
    return Picture("rating.png", canvas.png(COLORS), as_alt([f"{start}: {', '.join(map(str, ratings))}.", ends]))
