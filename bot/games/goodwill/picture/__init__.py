"""Draw the board, in the style of its period, and the charts of a finished game.

Each fact is also shown by a shape, a letter or a word, never by colour alone. The smallest text can still be read
when the picture is as wide as a phone.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.pictures import Drawing
from bot.games.goodwill.picture.board import draw, shown
from bot.games.goodwill.picture.charts import charts as charts
from bot.games.goodwill.picture.charts import draw_share_values, shares_count
from bot.games.goodwill.picture.emoji import EMOJI as EMOJI
from bot.games.goodwill.picture.own import draw_own, is_somebodys, shown_of_own
from bot.games.goodwill.picture.question import WHERE as WHERE
from bot.games.goodwill.picture.style import SEAT_COLORS as SEAT_COLORS
from bot.games.goodwill.text import hand, page, share_values_page
from bot.games.goodwill.view import GoodwillView

PICTURES: Sequence[Drawing[GoodwillView]] = (
    Drawing("board", "Board", draw, page, looks=shown),
    Drawing(
        "share-values",
        "Share values",
        draw_share_values,
        share_values_page,
        looks=lambda view: view.history,
        ready=shares_count,
    ),
    Drawing("mine", "Mine", draw_own, hand, looks=shown_of_own, ready=is_somebodys, private=True),
)
