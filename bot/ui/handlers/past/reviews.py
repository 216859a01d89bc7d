"""Handlers for private reviews of finished games."""

from __future__ import annotations

from functools import partial

from bot.engine.records import Seat
from bot.host.errors import Refusal
from bot.host.record.review import Reviews
from bot.ui import screens
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.past.replays import ReplayHandlers
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import NOTHING, SEAT, route
from bot.ui.screens.pictures import Pictures


class ReviewHandlers:
    """Shows reviews, and the board at their turning points."""

    def __init__(self, reviews: Reviews, pictures: Pictures, replays: ReplayHandlers) -> None:
        self._reviews = reviews
        self._pictures = pictures
        self._replays = replays

    @route("review", access=SEAT, saves=NOTHING)
    @route("reviewed", access=SEAT, saves=NOTHING, reads=lambda press: (press.read_choice_number(),))
    async def show(self, interaction: Interaction, game_id: int, seat: Seat | None = None) -> None:
        """Show a game's review; see `Reviews.get_review`."""
        look = await self._reviews.get_review(game_id, interaction.user.id, seat)
        drawn = await self._pictures.run_drawing(partial(screens.draw_win_probability, look))
        await show(interaction, screens.render_review(look, drawn))

    async def prepare(self, game_id: int) -> None:
        """Store a game's review, if it has one, before the game is exported; see `Reviews.prepare_review`."""
        await self._reviews.prepare_review(game_id)

    @route("turned", access=SEAT, saves=NOTHING)
    async def _show_board(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the board at a turning point, as its player saw it."""
        seat, number = press.read_number(1), press.read_number(2)
        look = await self._reviews.get_review(game_id, interaction.user.id, seat)
        points = look.review.points[seat]
        if not 1 <= number <= len(points):
            raise Refusal("This review has no such turning point. **Review** shows those it has.")
        at = await self._reviews.find_replay_step(game_id, seat, points[number - 1])
        await self._replays.show(interaction, game_id, seat, at)
