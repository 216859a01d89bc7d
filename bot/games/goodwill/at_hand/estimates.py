"""Estimate what a share brings until the end of the game, from all that a seat knows and average luck.

News that the seat does not see, and those of later years, count with their chances. The bots play by the same
estimates, so a panel, a hint and a review agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.goodwill.bots import look_ahead
from bot.games.goodwill.components import Company
from bot.games.goodwill.view import GoodwillView


def estimate_share(view: GoodwillView, company: Company) -> int:
    """Return what a share of a company should bring until the end, with dividends; in whole dollars."""
    return round(look_ahead(view).share[company])


def estimate_under_bosses(view: GoodwillView, company: Company, bosses: Sequence[str]) -> Mapping[str, float]:
    """Return the same under each of these bosses, in dollars with cents, the best first."""
    worth = {boss: look_ahead(view, {company: boss}).share[company] for boss in bosses}
    return {boss: worth[boss] for boss in sorted(bosses, key=lambda boss: -worth[boss])}
