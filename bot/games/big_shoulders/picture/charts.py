"""The charts of a finished game: net worths and prices by decade, and the sources of each player's money."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PIL import Image

from bot.drawing.canvas import Area, Canvas
from bot.drawing.charts import Series, draw_line_chart
from bot.drawing.lettering import measure_width, name_seats, truncate_name
from bot.drawing.sprites import draw_marker
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.games.big_shoulders.news import Score
from bot.games.big_shoulders.picture.style import (
    BRASS,
    BRICK,
    CARD,
    COLORS,
    HEADER,
    INK,
    INKS,
    LARGE,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SEATS,
    SMALL,
    WIDTH,
)
from bot.games.big_shoulders.view import CityView


def charts(view: CityView, names: Names) -> Sequence[Picture]:
    """Return how net worths and prices went, by decade."""
    if not view.scores:
        return []
    called = name_seats(view.everybody, names)
    years = [str(decade.year) for decade in view.box.decades]
    worths = [
        Series(called[seat], list(player.history), SEATS[seat - 1], draw_marker(seat - 1, SEATS[seat - 1]))
        for seat, player in view.everybody.items()
        if len(player.history) == len(years)
    ]
    prices = [
        _price_line(view, company, draw_marker(at % 6, INK, 22))
        for at, company in enumerate(view.companies)
        if len(view.companies[company].history) == len(years)
    ]
    goals = "without public goals" if view.standings else ""
    found = [("worth.png", "NET WORTH", goals, worths), ("prices.png", "STOCK PRICES", "", prices)]
    drawn = [_chart(name, title, note, years, lines) for name, title, note, lines in found if lines]
    return [*drawn, _sources(view, called)]


def _price_line(view: CityView, company: str, sign: Image.Image) -> Series:
    """Return how a company's price went, from the decade on in which it was founded."""
    prices = view.companies[company].history
    first = next((at for at, price in enumerate(prices) if price), 0)
    return Series(view.name(company), prices[first:], view.box.company[company].colour, sign, first=first)


SOURCES = {"start": QUIET, "dividends": SEATS[1], "tiles": BRASS, "shares": BRICK, "goals": SEATS[2]}


def money_from(view: CityView, score: Score) -> dict[str, int]:
    """Return where the money of a final score came from; what shares are worth more than was paid for them, in one."""
    earned = view.everybody[score.seat].earned
    return {
        "start": view.box.terms.cash,
        "dividends": earned.get("dividends", 0),
        "tiles": earned.get("tiles", 0) + earned.get("partners", 0),
        "shares": score.shares + earned.get("shares", 0),
        "goals": score.goals,
    }


def _dollars(amount: int) -> str:
    return f"-${-amount}" if amount < 0 else f"${amount}"


def _sources(view: CityView, called: Mapping[Seat, str]) -> Picture:
    """Draw a bar for each player, divided by where the money came from."""
    canvas = Canvas((WIDTH, HEADER + 122 * len(view.scores) + 80), PAPER)
    canvas.fill(Area(0, 0, WIDTH, HEADER - 10), BRICK)
    canvas.draw_text(MARGIN, HEADER // 2 - 4, "WHERE IT CAME FROM", face="poster", size=58, color=CARD)
    highest = max(1, *(score.total for score in view.scores))
    told = []
    for at, score in enumerate(view.scores):
        top, parts = HEADER + 122 * at, money_from(view, score)
        canvas.put_sprite(draw_marker(score.seat - 1, SEATS[score.seat - 1]), MARGIN + 18, top + 22)
        canvas.draw_text(MARGIN + 44, top + 22, called[score.seat], face="strong", size=NORMAL, color=INK, room=600)
        total = f"${score.total}"
        taken = canvas.draw_text(WIDTH - MARGIN, top + 22, total, face="poster", size=LARGE, color=BRICK, align="right")
        lost = ", ".join(f"{source} {_dollars(amount)}" for source, amount in parts.items() if amount < 0)
        canvas.draw_text(WIDTH - MARGIN - taken - 20, top + 22, lost, size=SMALL, color=QUIET, align="right")
        x = MARGIN
        for source, amount in parts.items():
            long = round((WIDTH - 2 * MARGIN) * max(0, amount) / highest)
            canvas.fill(Area(x, top + 48, x + long, top + 98), SOURCES[source])
            if long >= measure_width(f"${amount}", "strong", SMALL) + 8:
                middle = x + long // 2
                canvas.draw_text(middle, top + 73, f"${amount}", face="strong", size=SMALL, color=CARD, align="center")
            x += long
        words = ", ".join(f"{source} {_dollars(amount)}" for source, amount in parts.items())
        told.append(f"{truncate_name(called[score.seat])} ${score.total} ({words})")
    x, middle = MARGIN, canvas.height - 40
    for source, color in SOURCES.items():
        canvas.draw_panel(Area(x, middle - 16, x + 32, middle + 16), color, 6)
        x += 42 + canvas.draw_text(x + 42, middle, source, size=SMALL, color=INK) + 28
    alt = fit_alt_text([f"Where everybody's money came from: {'; '.join(told)}."])
    return Picture("sources.png", canvas.to_png(COLORS), alt)


def _chart(name: str, title: str, note: str, years: Sequence[str], lines: Sequence[Series]) -> Picture:
    canvas = Canvas((WIDTH, 820), PAPER)
    canvas.fill(Area(0, 0, WIDTH, HEADER - 10), BRICK)
    canvas.draw_text(MARGIN, HEADER // 2 - 4, title, face="poster", size=58, color=CARD)
    canvas.draw_text(WIDTH - MARGIN, HEADER // 2 - 4, note, size=NORMAL, color=CARD, align="right")
    said: Callable[[int], str] = "${}".format
    draw_line_chart(canvas, Area(MARGIN, HEADER + 10, WIDTH - MARGIN, 810), years, lines, said, INKS)
    words = "; ".join(_in_words(line, years) for line in lines)
    told = f"{title.capitalize()}{f' {note}' if note else ''} by decade: {words}."
    return Picture(name, canvas.to_png(COLORS), fit_alt_text([told]))


def _in_words(line: Series, years: Sequence[str]) -> str:
    """Return the values of a line, and since when there are any."""
    since = f" from {years[line.first]}" if line.first else ""
    return f"{truncate_name(line.name)}{since} {', '.join(f'${value}' for value in line.values)}"
