"""Standing orders: giving and cancelling them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.engine.questions import BadAnswer, Question
from bot.host.audience import guarded
from bot.host.standing import StandingOrders
from bot.host.tables import Running
from bot.ui import controls, screens
from bot.ui.answering import Interaction, Verbs, show
from bot.ui.knocks import Knock
from bot.ui.names import as_markdown, in_plain
from bot.ui.screen import Form, Screen, modal

GONE = "This order cannot be given any more."
Reading: TypeAlias = Callable[[Question, Sequence[str]], Sequence[str]]
"""Returns picks of an order as they go on; raises BadAnswer with what is wrong about them."""


def _as_they_are(_: Question, picks: Sequence[str]) -> Sequence[str]:
    return picks


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

        def make(state: Running) -> Screen:
            return screens.standing_orders(standing.at(state), note)

        await show(interaction, guarded(standing.running, standing.seat, make))

    async def _orders(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        await self.show_orders(interaction, game_id)

    async def _order(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        await self._ask_order(interaction, game_id, knock.value(), [])

    async def _order_part(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        await self._ask_order(interaction, game_id, knock.part(1), knock.picked())

    async def _ask_order(
        self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str], read: Reading = _as_they_are
    ) -> None:
        """Ask for an order after these picks, or say what is wrong about them."""
        standing = await self.standing.standing(game_id, interaction.user.id)

        def make(state: Running) -> Screen:
            there = standing.at(state)
            question = there.question(tag)
            if question is None:
                return screens.standing_orders(there, GONE)
            try:
                return screens.new_order(there, question, read(question, picks))
            except BadAnswer as wrong:
                return screens.new_order(there, question, note=f"⚠️ {as_markdown(str(wrong))}")

        await show(interaction, guarded(standing.running, standing.seat, make))

    async def _order_form(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        standing = await self.standing.standing(game_id, interaction.user.id)

        def make(state: Running) -> Form | None:
            there = standing.at(state)
            question = there.question(knock.part(1))
            return None if question is None else screens.order_form(there, question, knock.picks())

        window = guarded(standing.running, standing.seat, make)
        if window is None:
            await self.show_orders(interaction, game_id, GONE)
            return
        await interaction.response.send_modal(modal(window))

    async def _give(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        """Take the picks as an order, or as a part of one that is still too short."""
        standing = await self.standing.standing(game_id, interaction.user.id)
        question = standing.question(knock.part(1))
        picks = [*knock.picked(), *knock.typed]
        if question is None:
            await self.show_orders(interaction, game_id, GONE)
            return
        try:
            if not controls.is_complete(question, picks):
                await self._ask_order(interaction, game_id, knock.part(1), picks, controls.checked)
                return
            answer = controls.answer(question, picks)
            words = await self.standing.give(game_id, interaction.user.id, knock.part(1), answer)
        except BadAnswer:
            await self._ask_order(interaction, game_id, knock.part(1), picks, _refused)
            return
        words = in_plain(standing.running, words)
        await self.show_orders(interaction, game_id, f"The order stands: {as_markdown(words)}")

    async def _cancel(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        await self.standing.cancel(game_id, interaction.user.id, knock.value())
        await self.show_orders(interaction, game_id, "The order is cancelled.")


def _refused(question: Question, picks: Sequence[str]) -> Sequence[str]:
    """Read picks as a whole order to find out what is wrong about them; what follows shows nothing of them."""
    question.read(controls.answer(question, picks))
    return ()
