"""Standing orders: giving and cancelling them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.questions import BadAnswer
from bot.host.standing import StandingOrders
from bot.ui import controls, screens
from bot.ui.answering import Interaction, Verbs, show
from bot.ui.audience import guard
from bot.ui.knocks import Knock
from bot.ui.names import as_markdown, in_plain
from bot.ui.screen import modal


class OrderRoom:
    """The panels in which a player gives and cancels standing orders."""

    def __init__(self, standing: StandingOrders) -> None:
        self.standing = standing
        self.verbs: Verbs = {
            "orders": self._orders,
            "order": self._order,
            "cancel": self._cancel,
            "oplay": self._give,
            "omenu": self._give,
            "osent": self._give,
            "opart": self._order_part,
            "omore": self._order_part,
            "oform": self._order_form,
        }

    async def show_orders(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show a person their standing orders, and those they can give."""
        standing = await self.standing.standing(game_id, interaction.user.id)
        screen = screens.standing_orders(standing, note)
        guard(
            screen,
            standing.running,
            standing.seat,
            lambda state: screens.standing_orders(replace(standing, running=state), note),
        )
        await show(interaction, screen)

    async def _orders(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        await self.show_orders(interaction, game_id)

    async def _order(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        await self._ask_order(interaction, game_id, knock.value(), ())

    async def _order_part(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        await self._ask_order(interaction, game_id, knock.part(1), [*knock.picks(), *knock.values])

    async def _ask_order(
        self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str], note: str = ""
    ) -> None:
        standing = await self.standing.standing(game_id, interaction.user.id)
        question = standing.question(tag)
        if question is None:
            await self.show_orders(interaction, game_id, "This order cannot be given any more.")
            return
        await show(interaction, screens.new_order(standing, question, picks, note))

    async def _order_form(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        standing = await self.standing.standing(game_id, interaction.user.id)
        question = standing.question(knock.part(1))
        window = None if question is None else screens.order_form(standing, question, knock.picks())
        if window is None:
            await self.show_orders(interaction, game_id, "This order cannot be given any more.")
            return
        await interaction.response.send_modal(modal(window))

    async def _give(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        """Take the picks as an order, or as a part of one that is still too short."""
        standing = await self.standing.standing(game_id, interaction.user.id)
        question = standing.question(knock.part(1))
        picks = [*knock.picks(), *knock.values, *knock.typed]
        if question is None:
            await self.show_orders(interaction, game_id, "This order cannot be given any more.")
            return
        try:
            if not controls.is_complete(question, picks):
                await self._ask_order(interaction, game_id, knock.part(1), controls.checked(question, picks))
                return
            answer = controls.answer(question, picks)
            words = await self.standing.give(game_id, interaction.user.id, knock.part(1), answer)
        except BadAnswer as wrong:
            await self._ask_order(interaction, game_id, knock.part(1), (), f"⚠️ {wrong}")
            return
        words = in_plain(standing.running, words)
        await self.show_orders(interaction, game_id, f"The order stands: {as_markdown(words)}")

    async def _cancel(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        await self.standing.cancel(game_id, interaction.user.id, knock.value())
        await self.show_orders(interaction, game_id, "The order is cancelled.")
