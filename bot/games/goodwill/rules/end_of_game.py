"""End of the game, and totalling player points.

After the last year everybody adds up cash, shares at a tenth of the company's capital, and what
fulfilled derivatives pay. The richest wins. (Rulebook "End of the game", "Cash only" and
"Derivatives".)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.games.goodwill.components import Company
from bot.games.goodwill.news import FinalScore, GameScored

if TYPE_CHECKING:
    from bot.games.goodwill.table import Goodwill


def share_value(capital: int, parts: int) -> int:
    """Return the value of one share in dollars: the capital divided by `parts`, rounded up."""
    return -(-capital // parts)


def shares_worth(shares: Mapping[Company, int], values: Mapping[Company, int]) -> int:
    """Return what a seat's shares are worth together, in dollars."""
    return sum(count * values[company] for company, count in shares.items())


def places(totals: Mapping[Seat, int], cash: Mapping[Seat, int], shares: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return everybody's place; ties go to more cash, then to more shares, and are shared after that (GW-25)."""
    rank = {seat: (totals[seat], cash[seat], shares[seat]) for seat in totals}
    return {seat: 1 + sum(other > rank[seat] for other in rank.values()) for seat in totals}


def score_the_game(table: Goodwill) -> None:
    """Total everybody's points, and end the game."""
    values = table.share_values()
    scores = {seat: final_score(table, seat, values) for seat in table.seats}
    totals = {seat: score.total for seat, score in scores.items()}
    ranking = places(
        totals,
        {seat: score.cash for seat, score in scores.items()},
        {seat: sum(score.shares.values()) for seat, score in scores.items()},
    )
    final = [score.model_copy(update={"place": ranking[seat]}) for seat, score in scores.items()]
    final.sort(key=lambda score: (score.place, score.seat))
    table.tell(GameScored(year=table.year, share_values=values, cash_only=table.options.cash_only, scores=final))
    table.outcome = Outcome(scores=totals, places=ranking)


def final_score(table: Goodwill, seat: Seat, values: Mapping[Company, int]) -> FinalScore:
    """Return what the seat has; its place is still open."""
    investor = table.investors[seat]
    capital = {company: board.capital for company, board in table.companies.items()}
    cards = [table.box.derivative[card] for card in (*investor.derivatives, *investor.objectives)]
    fulfilled = [card for card in cards if card.condition.holds(capital)]
    worth = 0 if table.options.cash_only else shares_worth(investor.shares, values)
    paid = sum(card.pays for card in fulfilled)
    return FinalScore(
        seat=seat,
        place=0,
        cash=investor.cash,
        shares=investor.shares,
        shares_worth=worth,
        fulfilled=[card.condition for card in fulfilled],
        missed=[card.condition for card in cards if card not in fulfilled],
        derivatives_worth=paid,
        total=investor.cash + worth + paid,
    )
