"""The stock market: the price track with every company on it, and the holders of each company's certificates."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST, fit_names, name_seats, truncate_name
from bot.drawing.sprites import draw_disc, draw_marker
from bot.drawing.typefaces import Face
from bot.engine.option_labels import Place
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.games.big_shoulders.picture.style import (
    BRASS,
    BRICK,
    CARD,
    COLORS,
    GAP,
    HEADER,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    PADDING,
    QUIET,
    SEATS,
    SMALL,
    TOKEN,
    WIDTH,
    panel,
    sheet,
    token_rows,
    tokens,
)
from bot.games.big_shoulders.rules.certificates import Certificates
from bot.games.big_shoulders.view import CityView

TRACK_ROWS, PRICE, LINE_HIGH, NAMED, HEAD = 2, 42, 56, 312, 40
OTHERS = ("treasury", "pool")


def draw_stock(view: CityView, names: Names) -> Picture:
    """Draw the price track, who holds how much of each company, and everybody's money."""
    called = name_seats(view.everybody, names)
    return Picture("stock.png", stock_sheet(view, called).to_png(COLORS), _alt(view, _firms(view), called))


def _firms(view: CityView) -> list[str]:
    """Return the companies, the dearest first."""
    return sorted(view.companies, key=lambda company: (-view.companies[company].price, company))


def stock_sheet(view: CityView, called: Mapping[Seat, str], more: int = 0) -> Canvas:
    """Return the stock market as a sheet; below prices and holders there can be more room, for a letter."""
    firms = _firms(view)
    lines = 1 + max(1, len(firms)) + 4
    rows = _track_rows(view, more)
    track = sum(rows) + 6 * (len(rows) - 1)
    height = HEADER + track + GAP + 2 * PADDING + HEAD + LINE_HIGH * lines + more * (lines - 1) + 44 + MARGIN
    canvas = sheet(view, "STOCK MARKET", height)
    _track(canvas, view, Area(MARGIN, HEADER, WIDTH - MARGIN, HEADER + track), more)
    inside = panel(canvas, HEADER + track + GAP, 2 * PADDING + HEAD + LINE_HIGH * lines + more * (lines - 1))
    _Holdings(canvas, view, inside, called, more).draw(firms)
    told = "D director's certificate, P preferred, % of the company"
    canvas.draw_text(MARGIN + PADDING, height - MARGIN - 16, told, size=SMALL, color=QUIET)
    return canvas


def _alt(view: CityView, firms: list[str], called: Mapping[Seat, str]) -> str:
    words = [
        f"{view.name(company)} ${view.companies[company].price} directed by "
        f"{truncate_name(called[view.directors[company]])}"
        for company in firms
    ]
    worth = "; ".join(f"{truncate_name(called[seat])} ${player.net_worth}" for seat, player in view.everybody.items())
    short = f"Stock market, {view.year}. Net worth: {worth}."
    return fit_alt_text([f"{short} Prices: {'; '.join(words) or 'none yet'}.", short])


def _there(view: CityView) -> dict[int, list[str]]:
    """Return which companies stand at each price of the track."""
    return {price: [name for name, firm in view.companies.items() if firm.price == price] for price in view.box.track}


def _track_rows(view: CityView, more: int) -> list[int]:
    """Return how high each row of the track is: as high as its fullest space needs, and more."""
    prices, there = view.box.track, _there(view)
    a_row = -(-len(prices) // TRACK_ROWS)
    wide = Area(MARGIN, 0, WIDTH - MARGIN, 0).split_columns(a_row, 6)[0].width - 6
    most = [max(len(there[price]) for price in prices[at : at + a_row]) for at in range(0, len(prices), a_row)]
    return [PRICE + max(1, token_rows(count, wide)) * (TOKEN + 2) + 8 + more for count in most]


def _track(canvas: Canvas, view: CityView, box: Area, more: int) -> None:
    prices, there = view.box.track, _there(view)
    a_row, top = -(-len(prices) // TRACK_ROWS), box.top
    for at, high in zip(range(0, len(prices), a_row), _track_rows(view, more), strict=True):
        cells = Area(box.left, top, box.right, top + high).split_columns(a_row, 6)
        for cell, price in zip(cells, prices[at : at + a_row], strict=False):
            color = BRICK if there[price] else QUIET
            canvas.draw_framed_panel(cell, CARD, BRICK if there[price] else LINE, 3 if there[price] else 2)
            canvas.record_place(("price", price), cell)
            canvas.draw_text((cell.left + cell.right) // 2, cell.top + 24, f"${price}", face="strong", size=SMALL,
                        color=color, align="center")  # fmt: skip
            tokens(
                canvas,
                view,
                Area(cell.left + 3, cell.top + PRICE, cell.right - 3, cell.bottom - more - 6),
                there[price],
            )
        top += high + 6


class _Holdings:
    """The table under the track: a line for each company, a column for each player, the treasury and the Bank Pool."""

    def __init__(self, canvas: Canvas, view: CityView, box: Area, called: Mapping[Seat, str], more: int) -> None:
        self.canvas, self.view, self.box, self.called, self.more = canvas, view, box, called, more
        self.columns = Area(box.left + NAMED, box.top, box.right, box.bottom).split_columns(
            len(view.everybody) + len(OTHERS), 4
        )

    def draw(self, firms: list[str]) -> None:
        """Draw it all."""
        self._head()
        if not firms:
            self.canvas.draw_text(self.box.left, self._middle(1), "No company is founded yet", size=SMALL, color=QUIET)
        for number, company in enumerate(firms, 1):
            self._company(number, company)
        below = 1 + max(1, len(firms))
        players = self.view.everybody.values()
        self._sums(below, "Cash", [f"${player.cash}" for player in players])
        self._sums(below + 1, "Net worth", [f"${player.net_worth}" for player in players])
        self._sums(below + 2, "Certificates", [f"{player.held}/{self.view.limit}" for player in players])
        self._sums(below + 3, "Priority deal", [""] * len(self.view.everybody))
        first = list(self.view.everybody).index(self.view.priority)
        self.canvas.put_sprite(draw_disc(34, BRASS), self._x(first), self._middle(below + 3))

    def _middle(self, number: int) -> int:
        return self.box.top + HEAD + LINE_HIGH * number + self.more * max(0, number - 1) + LINE_HIGH // 2

    def _x(self, column: int) -> int:
        return (self.columns[column].left + self.columns[column].right) // 2

    def _head(self) -> None:
        self.canvas.record_place(("head",), Area(self.box.left, self.box.top, self.box.right, self._middle(0) + 20))
        names = fit_names(self.called, "strong", SMALLEST, self.columns[0].width - 4)
        for at, seat in enumerate(self.view.everybody):
            self.canvas.put_sprite(draw_marker(seat - 1, SEATS[seat - 1]), self._x(at), self.box.top + 22)
            self._write(at, 0, names[seat], INK)
        for at, other in enumerate(OTHERS, len(self.view.everybody)):
            self._write(at, 0, other, QUIET)

    def _company(self, number: int, company: str) -> None:
        firm, middle = self.view.companies[company], self._middle(number)
        self.canvas.draw_rule(self.box.left, self.box.right, self._middle(number) - LINE_HIGH // 2, LINE)
        left = self.box.left
        tokens(self.canvas, self.view, Area(left, middle - 22, left + 44, middle + 22), [company])
        price = self.canvas.draw_text(left + NAMED - 10, middle, f"${firm.price}", face="poster", size=34, color=BRICK,
                                 align="right")  # fmt: skip
        self.canvas.draw_text(left + 54, middle, self.view.name(company), face="strong", size=NORMAL, color=INK,
                         room=NAMED - 54 - price - 18, smallest=SMALLEST)  # fmt: skip
        self.canvas.record_place(("name", company), Area(left, middle - 24, left + NAMED - 10, middle + 24 + self.more))
        for at, (seat, player) in enumerate(self.view.everybody.items()):
            self._share(at, number, player.certificates.get(company))
            self._lies(("share", company, seat), at, number)
        for at, (where, lying) in enumerate(zip(OTHERS, (firm.treasury, firm.pool), strict=True)):
            self._share(at + len(self.view.everybody), number, lying)
            self._lies(("share", company, where), at + len(self.view.everybody), number)

    def _lies(self, place: Place, column: int, number: int) -> None:
        cell, middle = self.columns[column], self._middle(number)
        self.canvas.record_place(place, Area(cell.left, middle - 24, cell.right, middle + 24 + self.more))

    def _share(self, column: int, number: int, owned: Certificates | None) -> None:
        if owned is None or not owned.pieces:
            self._write(column, number, "-", LINE)
            return
        role = " D" if owned.director else " P" if owned.preferred else ""
        if owned.director:
            cell, middle = self.columns[column], self._middle(number)
            self.canvas.draw_panel(Area(cell.left, middle - 22, cell.right, middle + 22), BRASS, 10)
        self._write(column, number, f"{10 * owned.shares}%{role}", INK if column < len(self.view.everybody) else QUIET)

    def _sums(self, number: int, what: str, amounts: list[str]) -> None:
        middle = self._middle(number)
        self.canvas.draw_rule(self.box.left, self.box.right, middle - LINE_HIGH // 2, LINE)
        self.canvas.draw_text(self.box.left, middle, what, size=SMALL, color=INK)
        for at, amount in enumerate(amounts):
            self._write(at, number, amount, INK)

    def _write(self, column: int, number: int, words: str, color: str) -> None:
        face: Face = "strong" if color == INK else "text"
        self.canvas.draw_text(self._x(column), self._middle(number), words, face=face, size=SMALL, color=color,
                         align="center", room=self.columns[column].width - 4, smallest=SMALLEST)  # fmt: skip
