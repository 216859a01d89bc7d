"""Texts of news, pages and cards; news say both persons (`bot.engine.addressing`)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.cards import CardEntry
from bot.engine.pages import Grid, Page, Section, mark
from bot.engine.records import News, Seat

from .components import OrchardBox
from .table import Opened, Over, Paid, Picked, Swapped
from .view import OrchardView


def format_news(news: News, seat: Seat | None) -> str:
    """Return the text of a piece of news for a seat that heard it."""
    match news:
        case Picked():
            return f"You draw {', '.join(news.baskets)}."
        case Opened():
            brought = ", ".join(f"{mark(each)} {basket}" for each, basket in news.brought.items())
            return f"{mark(news.winner)} <has|have> the best basket of the day: {brought}."
        case Paid():
            return f"{mark(news.seat)} <takes|take> {news.what}."
        case Swapped():
            done = f"<gives|give> {news.basket} away" if news.basket else "<keeps|keep> all baskets"
            return f"{mark(news.seat)} {done}."
        case Over():
            return f"The market is over: {' and '.join(map(mark, news.winners))} won."
        case _:
            raise TypeError(f"nothing to say about {news!r}")


def build_page(view: OrchardView) -> Page:
    """Return the public page of the table."""
    rows = [
        [mark(seat), str(score), str(view.coins[seat]), str(view.honey[seat]), str(view.held[seat])]
        for seat, score in view.scores.items()
    ]
    standing = Section("Standing", [Grid(["Player", "Sum", "Coins", "Jars", "Hand"], rows)])
    seen = [Section("Baskets that are gone", [", ".join(view.gone) + "."])] if view.gone else []
    return Page(f"The Orchard, day {view.day} of {view.days}", [standing, *seen])


def build_hand(view: OrchardView) -> Page:
    """Return the page with a seat's private information."""
    parts = [f"You hold {', '.join(view.hand)}."] if view.hand else []
    if view.brought:
        parts.append(f"You bring {view.brought}.")
    return Page("Your baskets", [Section("In your hand", parts)] if parts else [])


def list_cards(box: OrchardBox) -> Sequence[CardEntry]:
    """Return the baskets as a reference."""
    return [
        CardEntry(
            fruit.name, "Baskets", f"Worth {', '.join(map(str, fruit.values))} at the stall.", str(len(fruit.values))
        )
        for fruit in box.fruits
    ]


def score(points: int) -> str:
    """Return the text of a final score."""
    return f"{points} points"
