"""Chart of each player's win probability over a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.drawing.canvas import Area
from bot.drawing.charts import Inks, Series, draw_line_chart
from bot.drawing.lettering import name_seats
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.leagues.pictures.sheets import COLORS, HEADER, INK, LINE, MARGIN, QUIET, WIDTH, create_sheet

HEIGHT = 800
INKS = Inks(ink=INK, quiet=QUIET, grid=LINE)
DEFAULT_SEAT_COLORS = ("#1f5a96", "#2f7d4f", "#7a3f8c", "#8a5a3c", "#0f7c86", "#5f6b1c")


def draw_win_probabilities(
    parts: Sequence[str], chances: Sequence[Sequence[float]], names: Sequence[str], colors: Sequence[str]
) -> Picture:
    """Draw the win probabilities.

    Args:
        parts: part of the game for each moment, such as "Round 3" or "1955".
        chances: probabilities from 0 to 1 at each moment, in seat order.
        names: names of the players.
        colors: colours of the players, those of their pieces on the board.
    """
    called = list(name_seats(range(1, len(names) + 1), lambda seat: names[seat - 1]).values())
    begins = [at for at, part in enumerate(parts) if at == 0 or part != parts[at - 1]]
    numbers = [part.rpartition(" ")[2] for part in parts]
    labels = [number if at in begins and number.isdecimal() else "" for at, number in enumerate(numbers)]
    lines = [
        Series(name, [round(100 * chance) for chance in course], color, draw_marker(at, color))
        for at, (name, course) in enumerate(zip(called, chances, strict=True))
        for color in (colors[at % len(colors)],)
    ]
    kind = parts[-1].rpartition(" ")[0].casefold() or "year"
    canvas = create_sheet("CHANCES", f"by {kind}" if any(labels) else "", HEIGHT)
    draw_line_chart(
        canvas, Area(MARGIN, HEADER + 6, WIDTH - MARGIN, HEIGHT - 8), labels, lines, lambda at: f"{at}%", INKS
    )

    def describe_courses(moments: Sequence[int]) -> str:
        of_each = (", ".join(f"{round(100 * course[at])}%" for at in moments) for course in chances)
        return "; ".join(f"{name}: {course}" for name, course in zip(called, of_each, strict=True))

    last = len(parts) - 1
    alt = fit_alt_text(
        [
            f"Each player's chances to win, where each {kind} begins and at the end: "
            f"{describe_courses([*begins, last])}.",
            "Each player's chances to win at the beginning, halfway and at the end: "
            f"{describe_courses([0, last // 2, last])}.",
        ]
    )
    return Picture("chances.png", canvas.to_png((*COLORS, *colors)), alt)
