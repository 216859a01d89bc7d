"""Handlers for private replays of a game. Their state is in the custom_ids, so nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import normalize_width
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.record.replay import Replays
from bot.ui import screens
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, is_number
from bot.ui.handlers.routes import NOTHING, SEAT, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.pictures import Pictures


def _read_step(press: Press) -> Sequence[int]:
    """Read the seat and the step; a button outside a replay names none, and leads to the first."""
    return () if len(press.parts) < 3 else (press.read_number(1), press.read_number(2))


def _read_other_seat(press: Press) -> Sequence[int]:
    """Read another seat for the same moment, of which it may have seen fewer or more moves."""
    return press.read_choice_number(), press.read_number(2), press.read_number(1)


class ReplayHandlers:
    """Shows a game step by step."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._replays = Replays(host)
        self._pictures = pictures

    @route("replay", access=SEAT, saves=NOTHING, reads=_read_step)
    @route("point", access=SEAT, saves=NOTHING, reads=lambda press: (press.read_number(1), press.read_choice_number()))
    @route("eyes", access=SEAT, saves=NOTHING, reads=_read_other_seat)
    async def show(
        self, interaction: Interaction, game_id: int, eyes: int | None = None, at: int = 1, came_from: int | None = None
    ) -> None:
        """Show a game at a step; see `Replays.get_replay`."""
        look = await self._replays.get_replay(game_id, interaction.user.id, eyes, at, came_from=came_from)
        await show(interaction, screens.render_replay(look, await self._pictures.draw_past_board(look.then)))

    @form_route("step", access=SEAT)
    async def _open_step_form(self, interaction: Interaction, game_id: int, press: Press) -> Form:
        return screens.build_step_form(
            await self._replays.get_replay(game_id, interaction.user.id, press.read_number(1), press.read_number(2))
        )

    @route("stepped", access=SEAT, saves=NOTHING)
    async def _go_to_step(self, interaction: Interaction, game_id: int, press: Press) -> None:
        typed = normalize_width(press.typed[0]).strip().removeprefix("#") if press.typed else ""
        if not is_number(typed):
            raise Refusal("Please give the number of a step, such as 12; nothing else is needed.")
        await self.show(interaction, game_id, press.read_number(1), int(typed))
