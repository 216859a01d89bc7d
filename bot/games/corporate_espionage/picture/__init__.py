"""Pictures of the table, of a seat's hand and company, and the charts of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.pictures import Drawing
from bot.games.corporate_espionage.picture.emoji import EMOJI as EMOJI
from bot.games.corporate_espionage.picture.hand import draw_hand, shown_of_hand
from bot.games.corporate_espionage.picture.question import WHERE as WHERE
from bot.games.corporate_espionage.picture.table import charts as charts
from bot.games.corporate_espionage.picture.table import draw, draw_own, shown, shown_of_own
from bot.games.corporate_espionage.text import hand, own_page, page
from bot.games.corporate_espionage.view import EspionageView

PICTURES: Sequence[Drawing[EspionageView]] = (
    Drawing("board", "Table", draw, page, looks=shown),
    Drawing(
        "hand",
        "Hand",
        draw_hand,
        hand,
        looks=shown_of_hand,
        ready=lambda view: view.company is not None and bool(view.hand) and view.outcome is None,
        private=True,
    ),
    Drawing(
        "own",
        "My company",
        draw_own,
        own_page,
        looks=shown_of_own,
        ready=lambda view: view.company is not None and view.companies[view.company].alive,
        private=True,
    ),
)
