"""Handlers for giving and cancelling standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from bot.engine.multi_step import list_picks
from bot.engine.questions import BadAnswer, Question
from bot.host.errors import Refusal
from bot.host.play.autoplay import Autoplay
from bot.host.play.standing_orders import OrderContext, StandingOrders
from bot.ui import screens
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.refused_forms import RefusedForm, refusing_on
from bot.ui.handlers.routes import NOTHING, PLAY, form_route, route
from bot.ui.handlers.table.side_questions import SideQuestionHandlers
from bot.ui.screens.forms import Form
from bot.ui.screens.names import escape_markdown, format_plain
from bot.ui.screens.screen import Screen
from bot.ui.screens.table.answer_forms import read_form
from bot.ui.screens.table.order_forms import ShortOrder, build_advance_form, build_whole_form, list_short_orders
from bot.ui.screens.table.standing_orders import ALONE, BESIDE


class OpensPanel(Protocol):
    """Shows a person their panel at a table."""

    async def __call__(self, interaction: Interaction, game_id: int, note: str = "", ordered: str = "") -> None:
        """Show it with a note, and with what became of an order, which matters only while the game runs."""


ORDER, CANCELLING = "Your order", "Cancelling your order"
TAKE_BACK = "To take it back: More… > Standing orders."
CHANGED = "What you can order has changed since you opened the form. Nothing was ordered: please open it again."


class OrderQuestionHandlers(SideQuestionHandlers[OrderContext]):
    """Takes the answers to the questions of standing orders."""

    saves = ORDER
    gone = "This order can no longer be given."

    def __init__(self, orders: StandingOrders, open_panel: OpensPanel) -> None:
        self.orders = orders
        self._open_panel = open_panel

    async def get_context(self, game_id: int, user_id: int) -> OrderContext:
        """Return a person's orders, and those that they can give."""
        return await self.orders.build_panel(game_id, user_id)

    def build_overview(self, context: OrderContext, note: str) -> Screen:
        """Build the panel with the person's orders, and those that they can give."""
        return screens.render_standing_orders(context, note)

    def build_question(
        self, context: OrderContext, question: Question, picks: Sequence[str] = (), note: str = ""
    ) -> Screen:
        """Build the panel that asks for one order."""
        return screens.render_new_order(context, question, picks, note, self.prefix)

    def build_form(self, context: OrderContext, question: Question, picks: Sequence[str]) -> Form | None:
        """Return the form of an order, if it has one."""
        return screens.build_order_form(context, question, picks, self.prefix)

    async def take_answer(self, game_id: int, user_id: int, tag: str, answer: Sequence[str]) -> str:
        """Give an order, and return its confirmation."""
        words = await self.orders.give(game_id, user_id, tag, answer)
        context = await self.get_context(game_id, user_id)
        return f"Order set: {escape_markdown(format_plain(context.seen, words))}"

    async def cancel_order(self, game_id: int, user_id: int, place: str) -> str:
        """Cancel an order, and return its confirmation."""
        words = await self.orders.cancel(game_id, user_id, place)
        context = await self.get_context(game_id, user_id)
        return f"Order cancelled: {escape_markdown(format_plain(context.seen, words))}"


class StandingOrderHandlers(OrderQuestionHandlers):
    """Handles the panels in which a player gives and cancels standing orders."""

    prefix = ALONE

    @route("orders", access=PLAY, saves=NOTHING)
    async def _show_orders(self, interaction: Interaction, game_id: int) -> None:
        await self.show_all(interaction, game_id)

    @route("order", access=PLAY, saves=NOTHING)
    async def _ask_order(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.show_question(interaction, game_id, press.read_choice(), [])

    @route("cancel", access=PLAY, saves=CANCELLING)
    async def _cancel(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.show_all(
            interaction, game_id, await self.cancel_order(game_id, interaction.user.id, press.read_choice())
        )

    @route("mplay", "mmenu", access=PLAY, saves=ORDER)
    async def _give_between_turns(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Give an order on the panel between two turns, and show that panel again."""
        tag, user_id = press.read_part(1), interaction.user.id
        if (await self.get_context(game_id, user_id)).get_question(tag) is None:
            await self._open_panel(interaction, game_id, self.gone)
            return
        await self.orders.give(game_id, user_id, tag, press.read_all_picks())
        await self._open_panel(interaction, game_id, "")

    @route("withdraw", access=PLAY, saves=CANCELLING)
    async def _cancel_from_panel(self, interaction: Interaction, game_id: int, press: Press) -> None:
        cancelled = await self.cancel_order(game_id, interaction.user.id, press.read_part(1))
        await self._open_panel(interaction, game_id, ordered=cancelled)


class OrdersAhead(OrderQuestionHandlers):
    """Handles orders given on the panel of a question, which is shown again after the answer."""

    prefix = BESIDE

    def __init__(self, orders: StandingOrders, autoplay: Autoplay, open_panel: OpensPanel) -> None:
        super().__init__(orders, open_panel)
        self._autoplay = autoplay

    async def take_answer(self, game_id: int, user_id: int, tag: str, answer: Sequence[str]) -> str:
        """Give an order; return its confirmation, and where it can be taken back."""
        return f"{await super().take_answer(game_id, user_id, tag, answer)} {TAKE_BACK}"

    async def show_all(self, interaction: Interaction, game_id: int, note: str = "") -> None:
        """Show the person their present question."""
        await self._autoplay.wait_for_table(game_id)
        await self._open_panel(interaction, game_id, ordered=note)

    @route("ahead", access=PLAY, saves=NOTHING)
    async def _show_offers(self, interaction: Interaction, game_id: int) -> None:
        """Show the orders that answer a later question."""
        context = await self.get_context(game_id, interaction.user.id)
        await show(interaction, screens.render_advance_orders(context.seen))

    @form_route("aheadform", access=PLAY)
    async def _open_short_orders(self, interaction: Interaction, game_id: int, press: Press) -> Form | None:
        """Open the form of short orders, filled in with those that stand."""
        context = await self.get_context(game_id, interaction.user.id)
        form = build_advance_form(context.seen, press.read_number(1))
        if form is None:
            await self.show_all(interaction, game_id, self.gone)
        return form

    @route("aheadsent", access=PLAY, saves=ORDER)
    async def _take_short_orders(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Give and cancel the orders of a form; if one is refused, the others count."""
        user_id = interaction.user.id
        seen = (await self.get_context(game_id, user_id)).seen
        known = {order.tag: order for order in list_short_orders(seen)}
        wanted = [(known[tag], clean_picks(values)) for tag, values in press.fields.items() if tag in known]
        wrong = [self.gone] if len(wanted) < len(press.fields) else []
        done = [
            await self._cancel_emptied(game_id, user_id, *each) for each in wanted
        ]  # before others take their slots
        for order, picks in wanted:
            try:
                done += [await self.take_answer(game_id, user_id, order.tag, [pick]) for pick in order.list_new(picks)]
            except (BadAnswer, Refusal) as refused:
                wrong.append(f"{format_plain(seen, order.question.prompt)} {refused}")
        if wrong:
            done += [f"⚠️ {escape_markdown(words)}" for words in wrong]
            raise RefusedForm("\n".join(filter(None, done)), partial(self.show_all, interaction, game_id))
        await self.show_all(interaction, game_id, "\n".join(filter(None, done)) or "Your orders stay as they are.")

    @form_route("aheadfill", access=PLAY)
    async def _open_whole_order(self, interaction: Interaction, game_id: int, press: Press) -> Form | None:
        """Open the form of one order in all its parts, filled in with the one that stands."""
        form = build_whole_form((await self.get_context(game_id, interaction.user.id)).seen, press.read_part(1))
        if form is None:
            await self.show_all(interaction, game_id, self.gone)
        return form

    @route("aheadfilled", access=PLAY, saves=ORDER)
    async def _take_whole_order(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Give the order of a form; a refused field changes nothing."""
        user_id, tag = interaction.user.id, press.read_part(1)
        question = (await self.get_context(game_id, user_id)).get_question(tag)
        if question is None:
            await self.show_all(interaction, game_id, CHANGED)
            return
        with refusing_on(partial(self.show_all, interaction, game_id)):
            (order,) = read_form(question, press.fields)
            words = await self.take_answer(game_id, user_id, tag, list_picks(question, order))
        await self.show_all(interaction, game_id, words)

    async def _cancel_emptied(self, game_id: int, user_id: int, order: ShortOrder, picks: Sequence[str]) -> str:
        """Cancel the orders removed from a field; return a sentence about each."""
        return "\n".join([await self.cancel_order(game_id, user_id, place) for place in order.list_emptied(picks)])


def clean_picks(values: Sequence[str]) -> Sequence[str]:
    """Return the values of a field that are not empty."""
    return [value for value in values if value.strip()]
