"""The private panels of standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.questions import Choose, Question
from bot.host.play.standing_orders import OrderDesk, offer_tag
from bot.host.table.seen import Seen
from bot.ui.screens import controls
from bot.ui.screens.names import in_markdown, in_plain
from bot.ui.screens.parts import BLUE, asking, notes
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Form, Menu, MenuLine, Row, Screen, buttons

MENUS = 3
"""So many kinds of orders are given on the panel itself, where they are chosen from a short list."""


def standing_orders(desk: OrderDesk, note: str = "") -> Screen:
    """Return the private panel with a player's standing orders and those that can be given."""
    running, number = desk.seen, desk.seen.row.game_id
    orders = running.game.orders
    given = [in_markdown(running, orders.describe(order)) for order in desk.given] if orders else []
    at_once = _at_once(desk.offered)
    entries = tuple(
        MenuLine(offer_tag(question), in_plain(running, question.prompt), in_plain(running, question.help))
        for question in desk.offered[: controls.IN_PAGE]
        if question not in at_once
    )
    cancels = tuple(
        MenuLine(order.replaces(), in_plain(running, orders.describe(order)) if orders else "")
        for order in desk.given[: controls.IN_PAGE]
    )
    return Screen(
        (
            *notes(note),
            "### Your standing orders\nThey answer for you at once, so nobody waits. Only you see them.",
            "\n".join(f"- {words}" for words in given) or "You have none.",
            *([Row((Menu(f"order:{number}", "Add an order", entries),))] if entries else []),
            *(row for question in at_once for row in _menu(desk, question)),
            *([Row((Menu(f"cancel:{number}", "Cancel an order", cancels),))] if cancels else []),
            *buttons(Button(f"act:{number}:again", "Back")),
        ),
        colour=BLUE,
    )


def to_orders(seen: Seen, asked: Question | None = None) -> list[Button]:
    """Return the buttons below a question that give the most usual orders and lead to all, where the game has them."""
    orders = seen.game.orders
    if orders is None or seen.row.status != "running":
        return []
    found = [Button(f"orders:{seen.row.game_id}", "Standing orders")]
    given = seen.orders
    for question in orders.offers(seen.view) if orders.beside is not None else ():
        for at, option in enumerate(question.options if isinstance(question, Choose) else ()):
            words = orders.beside(option.move) if orders.beside is not None and option.move not in given else ""
            if words:
                found.append(Button(_ordered(seen, question).id("play", [str(at)]), words))
    return [*_leads(seen, asked), *found]


def _leads(seen: Seen, asked: Question | None) -> list[Button]:
    """Return the buttons that lead from what is asked straight to an order that bears on it."""
    orders = seen.game.orders
    if orders is None or orders.leads is None or asked is None:
        return []
    given = {type(order) for order in seen.orders}
    wanted = [offer for offer in orders.offers(seen.view) if getattr(offer, "move", None) not in given]
    named = [(offer, orders.leads(asked, offer)) for offer in wanted]
    return [Button(_ordered(seen, offer).id("part"), words) for offer, words in named if words]


def _at_once(offered: Sequence[Question]) -> list[Choose]:
    """Return the offers that are shown as menus on the panel itself, so that one press gives the order."""
    short = [
        question
        for question in offered
        if isinstance(question, Choose) and 0 < len(question.options) <= OPTIONS_IN_SELECT
    ]
    return short[:MENUS]


def _menu(desk: OrderDesk, question: Choose) -> list[Row]:
    running, asked = desk.seen, _ordered(desk.seen, question)
    entries = tuple(
        MenuLine(str(at), in_plain(running, option.label), in_plain(running, option.hint))
        for at, option in enumerate(question.options)
    )
    return [Row((Menu(asked.id("menu"), in_plain(running, question.prompt), entries),))]


def new_order(desk: OrderDesk, question: Question, picks: Sequence[str] = (), note: str = "") -> Screen:
    """Return the private panel that asks for one standing order."""
    running = desk.seen
    return Screen(
        (
            *notes(note),
            asking(running, question, picks),
            *controls.rows(_ordered(running, question), picks),
            *buttons(Button(f"orders:{running.row.game_id}", "Back")),
        ),
        colour=BLUE,
    )


def order_form(desk: OrderDesk, question: Question, picks: Sequence[str]) -> Form | None:
    """Return the form of a standing order, when it has one."""
    return controls.form(_ordered(desk.seen, question), picks)


def _ordered(seen: Seen, question: Question) -> controls.Asked:
    number = seen.row.game_id

    def name(text: str) -> str:
        return in_plain(seen, text)

    return controls.Asked(number, offer_tag(question), question, "Standing order", name, prefix="o")
