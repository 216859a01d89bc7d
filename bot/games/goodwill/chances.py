"""Features for a seat's win probability: expected value of its shares and cards, its wealth and its cash."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.engine.evaluation import Counts, Evaluation, Position, Weights
from bot.engine.records import Seat
from bot.games.goodwill.bots import Outlook, look_ahead
from bot.games.goodwill.components import COMPANIES, Company
from bot.games.goodwill.view import GoodwillView, Phase

DONE: Final[dict[Phase, float]] = {
    "auctions": 0.0,
    "sheets": 0.0,
    "Amber": 0.1,
    "Black": 0.4,
    "Crimson": 0.7,
    "events": 1.0,
}
"""How much of a year is over."""
DOLLARS: Final = 100.0


def position(view: GoodwillView) -> Position:
    """Return what counts, as far as this view shows."""
    years = view.last_year - view.first_year + 1
    over = (view.year - view.first_year + DONE[view.phase]) / years
    outlook = look_ahead(view)
    cash = [investor.cash for investor in view.investors.values() if investor.cash is not None]
    unknown = sum(cash) / len(cash) if cash else 0.0
    return Position(
        over,
        {
            seat: None if investor.conceded else _counts(view, seat, outlook, unknown)
            for seat, investor in view.investors.items()
        },
    )


def _counts(view: GoodwillView, seat: Seat, outlook: Outlook, unknown: float) -> Counts:
    """Return what counts for a seat; of hidden cash it is taken to have as much as those whose cash is known."""
    investor = view.investors[seat]
    cash = float(investor.cash) if investor.cash is not None else unknown
    shares = {company: investor.shares.get(company, 0) for company in COMPANIES}
    will_bring = sum(outlook.share[company] * count for company, count in shares.items())
    return {
        "expected": (cash + will_bring + _cards(view, seat, outlook)) / DOLLARS,
        "now": (cash + _value(view, shares)) / DOLLARS,
        "cash": cash / DOLLARS,
        "votes": sum(count / max(1, view.companies[company].shares) for company, count in shares.items()),
    }


def _value(view: GoodwillView, shares: dict[Company, int]) -> float:
    """Return the value of shares at the present state of the boards."""
    return float(sum(view.companies[company].brings * count for company, count in shares.items()))


def _cards(view: GoodwillView, seat: Seat, outlook: Outlook) -> float:
    """Return what derivatives will pay; of a hidden objective, what the cards pay on the average."""
    investor, every = view.investors[seat], view.box.derivative

    def pays(card: str) -> float:
        return every[card].pays * outlook.chance(every[card].condition)

    hidden = 0.0
    if investor.objectives is None and investor.hidden_objectives:
        hidden = investor.hidden_objectives * sum(pays(card) for card in every) / len(every)
    return sum(pays(card) for card in (*investor.derivatives, *(investor.objectives or ()))) + hidden


WEIGHTS: Final = Weights.model_validate_json(Path(__file__).with_name("chances.json").read_text(encoding="utf-8"))
EVALUATION: Final[Evaluation[GoodwillView]] = Evaluation(position, WEIGHTS)
