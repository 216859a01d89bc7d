"""The private panels of standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Question
from bot.host.play.standing_orders import OrderDesk, offer_tag
from bot.ui.screens import controls
from bot.ui.screens.names import in_markdown, in_plain
from bot.ui.screens.parts import BLUE, asking, notes
from bot.ui.screens.screen import Button, Entry, Form, Menu, Row, Screen, buttons


def standing_orders(desk: OrderDesk, note: str = "") -> Screen:
    """Return the private panel with a player's standing orders and those that can be given."""
    running, number = desk.running, desk.running.row.game_id
    orders = running.game.orders
    given = [in_markdown(running, orders.describe(order)) for order in desk.given] if orders else []
    entries = tuple(
        Entry(offer_tag(question), in_plain(running, question.prompt), in_plain(running, question.help))
        for question in desk.offered[: controls.IN_PAGE]
    )
    cancels = tuple(
        Entry(order.replaces(), in_plain(running, orders.describe(order)) if orders else "")
        for order in desk.given[: controls.IN_PAGE]
    )
    return Screen(
        (
            *notes(note),
            "### Your standing orders\nThey answer for you at once, so that nobody waits. Only you see them.",
            "\n".join(f"- {words}" for words in given) or "You have given none.",
            *([Row((Menu(f"order:{number}", "Give an order", entries),))] if entries else []),
            *([Row((Menu(f"cancel:{number}", "Cancel an order", cancels),))] if cancels else []),
            *buttons(Button(f"act:{number}:again", "Back")),
        ),
        colour=BLUE,
    )


def new_order(desk: OrderDesk, question: Question, picks: Sequence[str] = (), note: str = "") -> Screen:
    """Return the private panel that asks for one standing order."""
    running = desk.running
    return Screen(
        (
            *notes(note),
            asking(running, question, picks),
            *controls.rows(_ordered(desk, question), picks),
            *buttons(Button(f"orders:{running.row.game_id}", "Back")),
        ),
        colour=BLUE,
    )


def order_form(desk: OrderDesk, question: Question, picks: Sequence[str]) -> Form | None:
    """Return the form of a standing order, when it has one."""
    return controls.form(_ordered(desk, question), picks)


def _ordered(desk: OrderDesk, question: Question) -> controls.Asked:
    number = desk.running.row.game_id

    def name(text: str) -> str:
        return in_plain(desk.running, text)

    return controls.Asked(number, offer_tag(question), question, "Standing order", name, prefix="o")
