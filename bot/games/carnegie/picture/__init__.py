"""The pictures: map, timeline, donations, companies, the own company, and charts.

Steel and paper: cream sheets with a dark green heading. Each player has a colour and a number, each region a colour and
its name, so no information depends on colour alone. The smallest text can still be read when the picture is as wide as
a phone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.pictures import Drawing
from bot.games.carnegie.components import ROWS
from bot.games.carnegie.picture.charts import charts
from bot.games.carnegie.picture.companies import draw_companies, draw_own_company, is_somebodys, shown_of_own
from bot.games.carnegie.picture.donations import draw_donations
from bot.games.carnegie.picture.emoji import EMOJI
from bot.games.carnegie.picture.land import draw_map
from bot.games.carnegie.picture.question import WHERE
from bot.games.carnegie.picture.timeline import draw_timeline
from bot.games.carnegie.text import (
    companies_page,
    count_done,
    donations_page,
    map_page,
    own_company_page,
    timeline_page,
)
from bot.games.carnegie.view import CarnegieView

__all__ = ["EMOJI", "PICTURES", "WHERE", "charts", "shown"]

SHOWN: Mapping[str, str] = {
    "foundation": "map",
    "first moves": "companies",
    "action selection": "timeline",
    "income event": "map",
    "spend points": "map",
    "donation event": "donations",
    "activation": "companies",
}


def shown(view: CarnegieView) -> str:
    """Return the picture that matters in this phase; while departments are used, the one that their kind changes."""
    if view.phase == "use departments":
        return "map" if view.picked in ("construction", "rd") else "companies"
    return SHOWN.get(view.phase, "map")


def _map_looks(view: CarnegieView) -> tuple[object, ...]:
    things = [(player.tracks, player.missions) for player in view.everybody.values()]
    andrew = None if view.andrew is None else view.andrew.tracks
    return view.round, view.spaces, view.chains, view.ends, things, andrew


def _timeline_looks(view: CarnegieView) -> tuple[object, ...]:
    standings = [
        (view.so_far[seat].total, player.money, player.cubes, player.active, player.disks, player.tile)
        for seat, player in view.everybody.items()
    ]
    done = [count_done(view, row) for row in ROWS]
    return view.round, view.timeline, done, view.picked, view.first, standings, view.andrew


def _donations_looks(view: CarnegieView) -> tuple[object, ...]:
    return view.round, view.chart, view.prices, view.caps, [score.donations for score in view.so_far.values()]


PICTURES: Sequence[Drawing[CarnegieView]] = (
    Drawing("map", "Map", draw_map, map_page, looks=_map_looks),
    Drawing("timeline", "Timeline", draw_timeline, timeline_page, looks=_timeline_looks),
    Drawing("donations", "Donations", draw_donations, donations_page, looks=_donations_looks),
    Drawing("companies", "Companies", draw_companies, companies_page, looks=lambda view: (view.round, view.everybody)),
    Drawing(
        "company",
        "My company",
        draw_own_company,
        own_company_page,
        looks=shown_of_own,
        ready=is_somebodys,
        private=True,
    ),
)
