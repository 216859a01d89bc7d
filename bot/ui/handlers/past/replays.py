"""Handlers for private replays of a game. Their state is in the custom_ids, so nothing is stored."""

from __future__ import annotations

from bot.engine.words import normalize_width
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.record.replay import Replays
from bot.ui import screens
from bot.ui.handlers.answering import ControlHandlers, OpensForm, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, is_number
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Form


class ReplayHandlers:
    """Shows a game step by step."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._replays = Replays(host)
        self._pictures = pictures
        self.verbs: ControlHandlers = {
            "replay": self._go,
            "point": self._go_to_point,
            "eyes": self._change_seat,
            "step": OpensForm(self._open_step_form),
            "stepped": self._go_to_step,
        }

    async def show(
        self, interaction: Interaction, game_id: int, eyes: int | None = None, at: int = 1, came_from: int | None = None
    ) -> None:
        """Show a game at a step; see `Replays.get_replay`."""
        look = await self._replays.get_replay(game_id, interaction.user.id, eyes, at, came_from=came_from)
        await show(interaction, screens.render_replay(look, await self._pictures.draw_past_board(look.then)))

    async def _go(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Go to a step; a button outside a replay names none, and leads to the first."""
        if len(press.parts) < 3:
            await self.show(interaction, game_id)
            return
        await self.show(interaction, game_id, press.read_number(1), press.read_number(2))

    async def _go_to_point(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.show(interaction, game_id, press.read_number(1), press.read_choice_number())

    async def _change_seat(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the same moment from another seat, which may have seen fewer or more moves."""
        await self.show(interaction, game_id, press.read_choice_number(), press.read_number(2), press.read_number(1))

    async def _open_step_form(self, interaction: Interaction, game_id: int, press: Press) -> Form:
        return screens.build_step_form(
            await self._replays.get_replay(game_id, interaction.user.id, press.read_number(1), press.read_number(2))
        )

    async def _go_to_step(self, interaction: Interaction, game_id: int, press: Press) -> None:
        typed = normalize_width(press.typed[0]).strip().removeprefix("#") if press.typed else ""
        if not is_number(typed):
            raise Refusal("Please give the number of a step, such as 12; nothing else is needed.")
        await self.show(interaction, game_id, press.read_number(1), int(typed))
