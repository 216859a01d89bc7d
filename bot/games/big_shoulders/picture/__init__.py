"""The pictures: stock market, city, companies, demand and own companies, with the choice of the current ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.pictures import Drawing
from bot.games.big_shoulders.picture.charts import charts as charts
from bot.games.big_shoulders.picture.city import draw_city
from bot.games.big_shoulders.picture.companies import draw_firms, draw_own_firms, is_somebodys, shown_of_own
from bot.games.big_shoulders.picture.demand import draw_demand
from bot.games.big_shoulders.picture.emoji import EMOJI as EMOJI
from bot.games.big_shoulders.picture.question import WHERE as WHERE
from bot.games.big_shoulders.picture.stock import draw_stock
from bot.games.big_shoulders.text import city, demand, firms, own_firms, stock
from bot.games.big_shoulders.view import CityView

SHOWN: Mapping[str, str] = {
    "first companies": "stock",
    "stock phase": "stock",
    "building phase": "city",
    "action phase": "city",
    "operation phase": "companies",
}


def shown(view: CityView) -> str:
    """Return the picture that matters in this phase."""
    return SHOWN.get(view.phase, "stock")


def _looks(view: CityView) -> tuple[object, ...]:
    """Return all that any of the pictures shows."""
    return (
        view.decade,
        view.priority,
        view.order,
        view.everybody,
        view.companies,
        view.appeal_order,
        view.haymarket,
        view.supply,
        view.rows,
        view.demand,
        view.demand_left,
        view.asset_row,
        view.job_market,
        view.partners_on,
    )


PICTURES: Sequence[Drawing[CityView]] = (
    Drawing("stock", "Stock", draw_stock, stock, looks=_looks),
    Drawing("city", "City", draw_city, city, looks=_looks),
    Drawing("companies", "Companies", draw_firms, firms, looks=_looks),
    Drawing("demand", "Demand", draw_demand, demand, looks=_looks),
    Drawing(
        "own-companies",
        "My companies",
        draw_own_firms,
        own_firms,
        looks=shown_of_own,
        ready=is_somebodys,
        private=True,
    ),
)
