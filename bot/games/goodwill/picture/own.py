"""The picture of a seat: the news it sees, its shares and cash, and its hidden objectives."""

from __future__ import annotations

from bot.drawing.canvas import Area, Canvas
from bot.drawing.lettering import SMALLEST
from bot.engine.pages import Picture, fit_alt_text
from bot.engine.pictures import Names
from bot.games.goodwill.at_hand.foresight import known
from bot.games.goodwill.components import AMBER, COMPANIES, Company, clause
from bot.games.goodwill.picture.sprites import banner, draw_heading, draw_name_band
from bot.games.goodwill.picture.style import (
    CARD,
    COLOR,
    COLORS,
    GAP,
    HEADER,
    HUGE,
    INK,
    LINE,
    MARGIN,
    NORMAL,
    PAPER,
    QUIET,
    SMALL,
    WIDTH,
)
from bot.games.goodwill.view import GoodwillView, InformationView, format_rank
from bot.games.goodwill.words import effect_words, money

NEWS, OWN, OBJECTIVE = 196, 236, 56


def is_somebodys(view: GoodwillView) -> bool:
    """Whether the viewer has a seat."""
    return view.seat is not None


def shown_of_own(view: GoodwillView) -> object:
    """Return the fields of the view that a seat's own picture depends on."""
    return view.seat, view.year, view.investors[view.seat or 1], view.informations, view.companies


def draw_own(view: GoodwillView, _: Names) -> Picture:
    """Draw the news this seat sees, its shares and cash, and the objectives it hides."""
    if view.seat is None:
        raise ValueError("everybody's view has nothing of its own")
    own = view.investors[view.seat]
    news = sorted(known(view), key=lambda pair: pair.slot)
    goals = [view.box.derivative[card] for card in own.objectives or ()]
    lines = 54 + OBJECTIVE * len(goals) + GAP if goals else 0
    canvas = Canvas((WIDTH, HEADER + GAP + (NEWS + GAP) * len(news) + OWN + GAP + lines + 100 + MARGIN), PAPER)
    middle = banner(canvas, HEADER)
    canvas.draw_text(MARGIN, middle, "MINE", face="poster", size=80, color=PAPER)
    canvas.draw_text(WIDTH - MARGIN, middle, str(view.year), face="strong", size=46, color=PAPER, align="right")
    top = HEADER + GAP
    for pair in news:
        _own_news(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + NEWS), view, pair)
        top += NEWS + GAP
    shares = Area(MARGIN, top, WIDTH - MARGIN, top + OWN)
    for company, box in zip(COMPANIES, shares.split_columns(3, GAP), strict=True):
        _own_shares(canvas, box, view, company, own.shares[company])
    top += OWN + GAP
    if goals:
        draw_heading(canvas, Area(MARGIN, top, WIDTH - MARGIN, top + 54), "HIDDEN OBJECTIVES")
        for at, card in enumerate(goals):
            words = f"${card.pays} if {clause(card.condition)}"
            y = top + 54 + OBJECTIVE * at + OBJECTIVE // 2
            canvas.draw_text(MARGIN + 8, y, words, size=NORMAL, color=INK, room=WIDTH - 2 * MARGIN, smallest=SMALLEST)
        top += lines
    below = Area(MARGIN, top, WIDTH - MARGIN, top + 84)
    canvas.draw_panel(below, INK, 16)
    middle = (below.top + below.bottom) // 2
    cash = money(own.cash or 0)
    canvas.draw_text(below.left + 24, middle, f"Cash {cash}", face="strong", size=46, color=PAPER)
    total = "" if view.options.cash_only else f"Total {money(own.wealth or 0)}"
    canvas.draw_text(below.right - 24, middle, total, face="poster", size=46, color=COLOR[AMBER], align="right")
    held = ", ".join(f"{company} {own.shares[company]}" for company in COMPANIES)
    told = [f"news {pair.slot}: {view.box.event[pair.event].name} {format_rank(pair.percentage)}" for pair in news
            if pair.event is not None and pair.percentage is not None]  # fmt: skip
    told += [f"${card.pays} if {clause(card.condition)}" for card in goals]
    alt = f"Yours: {'; '.join([f'cash {cash}', f'shares {held}', *([total.lower()] if total else []), *told])}."
    return Picture("mine.png", canvas.to_png(COLORS), fit_alt_text([alt]))


def _own_news(canvas: Canvas, box: Area, view: GoodwillView, pair: InformationView) -> None:
    """Draw an information, with its probability and both of its effects."""
    canvas.draw_framed_panel(box, CARD, LINE, 3, 16)
    if pair.event is None or pair.percentage is None:
        return
    event, left, right = view.box.event[pair.event], box.left + 24, box.right - 24
    canvas.draw_text(left, box.top + 38, f"News {pair.slot}", size=SMALL, color=QUIET)
    likely = canvas.draw_text(
        right, box.top + 62, f"{pair.percentage} %", face="poster", size=HUGE, color=INK, align="right"
    )
    room = right - left - likely - 24
    canvas.draw_text(left, box.top + 82, event.name, face="strong", size=42, color=INK, room=room, smallest=SMALLEST)
    for at, effect in enumerate((event.left, event.right)):
        words = effect_words(effect)
        canvas.draw_text(left, box.top + 126 + 42 * at, words[:1].upper() + words[1:], size=NORMAL, color=INK,
                    room=right - left, smallest=SMALLEST)  # fmt: skip


def _own_shares(canvas: Canvas, box: Area, view: GoodwillView, company: Company, count: int) -> None:
    """Draw the number and the value of a seat's shares of a company."""
    board = view.companies[company]
    canvas.draw_framed_panel(box, CARD, LINE, 3, 16)
    draw_name_band(canvas, box, company, bankrupt=board.bankrupt)
    middle = (box.left + box.right) // 2
    canvas.draw_text(
        middle, box.top + 134, str(count), face="poster", size=80, color=INK if count else QUIET, align="center"
    )
    value = board.dividend if view.options.cash_only else board.share_value
    words = "bankrupt" if board.bankrupt else f"at {money(value)}: {money(value * count)}"
    canvas.draw_text(middle, box.top + 202, words, size=NORMAL, color=QUIET, align="center")
