"""Standing orders: giving and cancelling them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bot.engine.questions import BadAnswer, Question
from bot.host.delivery.guard import guarded
from bot.host.play.standing_orders import StandingOrders
from bot.host.table.running import RunningGame
from bot.ui import screens
from bot.ui.presses.answering import Interaction, Verbs, show
from bot.ui.presses.press import Press
from bot.ui.screens import controls
from bot.ui.screens.names import as_markdown, in_plain
from bot.ui.screens.screen import Form, Screen, modal

GONE = "This order can no longer be given."
Reading: TypeAlias = Callable[[Question, Sequence[str]], Sequence[str]]
"""Returns picks of an order as they go on; raises BadAnswer with what is wrong about them."""


def _as_they_are(_: Question, picks: Sequence[str]) -> Sequence[str]:
    return picks


class OrderPresses:
    """The panels in which a player gives and cancels standing orders."""

    def __init__(self, orders: StandingOrders) -> None:
        self.orders = orders
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
        desk = await self.orders.desk(game_id, interaction.user.id)

        def make(state: RunningGame) -> Screen:
            return screens.standing_orders(desk.at(state), note)

        await show(interaction, guarded(desk.running, desk.seat, make))

    async def _orders(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self.show_orders(interaction, game_id)

    async def _order(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._ask_order(interaction, game_id, press.value(), [])

    async def _order_part(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._ask_order(interaction, game_id, press.part(1), press.picked())

    async def _ask_order(
        self, interaction: Interaction, game_id: int, tag: str, picks: Sequence[str], read: Reading = _as_they_are
    ) -> None:
        """Ask for an order after these picks, or say what is wrong about them."""
        desk = await self.orders.desk(game_id, interaction.user.id)

        def make(state: RunningGame) -> Screen:
            there = desk.at(state)
            question = there.question(tag)
            if question is None:
                return screens.standing_orders(there, GONE)
            try:
                return screens.new_order(there, question, read(question, picks))
            except BadAnswer as wrong:
                return screens.new_order(there, question, note=f"⚠️ {as_markdown(str(wrong))}")

        await show(interaction, guarded(desk.running, desk.seat, make))

    async def _order_form(self, interaction: Interaction, game_id: int, press: Press) -> None:
        desk = await self.orders.desk(game_id, interaction.user.id)

        def make(state: RunningGame) -> Form | None:
            there = desk.at(state)
            question = there.question(press.part(1))
            return None if question is None else screens.order_form(there, question, press.picks())

        window = guarded(desk.running, desk.seat, make)
        if window is None:
            await self.show_orders(interaction, game_id, GONE)
            return
        await interaction.response.send_modal(modal(window))

    async def _give(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Take the picks as an order, or as a part of one that is still too short."""
        desk = await self.orders.desk(game_id, interaction.user.id)
        question = desk.question(press.part(1))
        picks = [*press.picked(), *press.typed]
        if question is None:
            await self.show_orders(interaction, game_id, GONE)
            return
        try:
            if not controls.is_complete(question, picks):
                await self._ask_order(interaction, game_id, press.part(1), picks, controls.checked)
                return
            answer = controls.answer(question, picks)
            words = await self.orders.give(game_id, interaction.user.id, press.part(1), answer)
        except BadAnswer:
            await self._ask_order(interaction, game_id, press.part(1), picks, _refused)
            return
        words = in_plain(desk.running, words)
        await self.show_orders(interaction, game_id, f"The order stands: {as_markdown(words)}")

    async def _cancel(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.orders.cancel(game_id, interaction.user.id, press.value())
        await self.show_orders(interaction, game_id, "The order is cancelled.")


def _refused(question: Question, picks: Sequence[str]) -> Sequence[str]:
    """Read picks as a whole order to find out what is wrong about them; what follows shows nothing of them."""
    question.read(controls.answer(question, picks))
    return ()
