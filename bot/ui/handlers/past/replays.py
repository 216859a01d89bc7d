"""Handlers for private replays of a game. Their state is in the custom_ids, so nothing is stored."""

from __future__ import annotations

from bot.engine.words import normalized
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.record.replay import Replays
from bot.ui import screens
from bot.ui.handlers.answering import OpensForm, Verbs, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, is_number
from bot.ui.screens.pictures import Pictures
from bot.ui.screens.screen import Form


class ReplayHandlers:
    """Shows a game step by step."""

    def __init__(self, host: Host, pictures: Pictures) -> None:
        self._replays = Replays(host)
        self._pictures = pictures
        self.verbs: Verbs = {
            "replay": self._go,
            "point": self._point,
            "eyes": self._eyes,
            "step": OpensForm(self._step),
            "stepped": self._stepped,
        }

    async def show(
        self, interaction: Interaction, game_id: int, eyes: int | None = None, at: int = 1, came_from: int | None = None
    ) -> None:
        """Show a game at a step; see `Replays.look`."""
        look = await self._replays.look(game_id, interaction.user.id, eyes, at, came_from=came_from)
        await show(interaction, screens.replay(look, await self._pictures.once(look.then)))

    async def _go(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Go to a step; a button outside a replay names none, and leads to the first."""
        if len(press.parts) < 3:
            await self.show(interaction, game_id)
            return
        await self.show(interaction, game_id, press.number(1), press.number(2))

    async def _point(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.show(interaction, game_id, press.number(1), press.value_number())

    async def _eyes(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Show the same moment from another seat, which may have seen fewer or more moves."""
        await self.show(interaction, game_id, press.value_number(), press.number(2), press.number(1))

    async def _step(self, interaction: Interaction, game_id: int, press: Press) -> Form:
        return screens.step_form(
            await self._replays.look(game_id, interaction.user.id, press.number(1), press.number(2))
        )

    async def _stepped(self, interaction: Interaction, game_id: int, press: Press) -> None:
        typed = normalized(press.typed[0]).strip().removeprefix("#") if press.typed else ""
        if not is_number(typed):
            raise Refusal("Please give the number of a step, such as 12; nothing else is needed.")
        await self.show(interaction, game_id, press.number(1), int(typed))
