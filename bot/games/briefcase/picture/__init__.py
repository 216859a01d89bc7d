"""Draw the table, like papers laid out on an open briefcase, and the chart of a finished game.

The companies on offer, with their costs and effects, have a picture of their own. The style is leather and cream, with
brass for the player on turn. Each resource and each decision card has a sign of its own, named in the legend. Blocked,
sold out and deactivated cards are marked by words and shapes, never by colour alone. The smallest text can still be
read when the picture is as wide as a phone.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.pictures import Drawing
from bot.games.briefcase.picture.charts import charts as charts
from bot.games.briefcase.picture.companies import draw_companies, shown_of_companies
from bot.games.briefcase.picture.emoji import EMOJI as EMOJI
from bot.games.briefcase.picture.hand import draw_hand, shown_of_hand
from bot.games.briefcase.picture.own import draw_own, is_somebodys, shown_of_own
from bot.games.briefcase.picture.question import WHERE as WHERE
from bot.games.briefcase.picture.style import LINES as LINES
from bot.games.briefcase.picture.table import draw, shown
from bot.games.briefcase.text import companies, hand, own_companies, page
from bot.games.briefcase.view import BriefcaseView

PICTURES: Sequence[Drawing[BriefcaseView]] = (
    Drawing("board", "Board", draw, page, looks=shown),
    Drawing(
        "companies",
        "Companies",
        draw_companies,
        companies,
        looks=shown_of_companies,
        ready=lambda view: bool(view.portfolio),
    ),
    Drawing(
        "hand",
        "Hand",
        draw_hand,
        hand,
        looks=shown_of_hand,
        ready=lambda view: view.seat is not None and view.outcome is None,
        private=True,
    ),
    Drawing("own", "My companies", draw_own, own_companies, looks=shown_of_own, ready=is_somebodys, private=True),
)
