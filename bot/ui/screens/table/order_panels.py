"""The private panels that list a player's orders, and the orders on offer."""

from __future__ import annotations

from bot.engine.questions import Choose
from bot.host.play.standing_orders import OrderContext, offer_tag
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.list_layout import OPTIONS_IN_PAGE
from bot.ui.screens.names import format_markdown, format_plain
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen, build_button_rows
from bot.ui.screens.table.order_forms import build_form_buttons, build_whole_form_buttons, is_in_form
from bot.ui.screens.table.standing_orders import (
    ALONE,
    BESIDE,
    build_order_menu,
    build_order_menus,
    build_order_prompt,
    describe_long_orders,
    is_short,
    list_offers,
)

AHEAD = "### Decide ahead\nIt is played for you at once when its time comes, as it says here. Only you see it."


def render_standing_orders(context: OrderContext, note: str = "") -> Screen:
    """Return the panel with a player's standing orders and the orders on offer."""
    running, number = context.seen, context.seen.row.game_id
    orders = running.game.play_ahead.orders
    given = [format_markdown(running, orders.describe(order)) for order in context.given] if orders else []
    forms = build_form_buttons(running)
    alone = [] if forms else [question for question in context.offered if isinstance(question, Choose)][:1]
    at_once = [question for question in alone if is_short(question)]
    entries = tuple(
        MenuLine(offer_tag(question), format_plain(running, question.prompt), format_plain(running, question.help))
        for question in context.offered[:OPTIONS_IN_PAGE]
        if question not in at_once and not (forms and is_in_form(question))
    )
    cancels = tuple(
        MenuLine(order.get_place(), format_plain(running, orders.describe(order)) if orders else "")
        for order in context.given[:OPTIONS_IN_PAGE]
    )
    return Screen(
        (
            *list_note_blocks(note),
            "### Your standing orders\nThey answer for you at once, so nobody waits. Only you see them.",
            "\n".join(f"- {words}" for words in given) or "You have none.",
            *build_button_rows(*build_whole_form_buttons(running), *forms),
            *([Row((Menu(f"order:{number}", "Add an order", entries),))] if entries else []),
            *(row for question in at_once for row in build_order_menu(context.seen, question, ALONE)),
            *([Row((Menu(f"cancel:{number}", "Cancel an order", cancels),))] if cancels else []),
            *build_button_rows(Button(f"act:{number}:again", "Back")),
        ),
        colour=BLUE,
    )


def render_advance_orders(seen: AudienceView, note: str = "") -> Screen:
    """Return the panel of orders for later questions of a player with an open question."""
    offered = list_offers(seen, "panel")
    others = [one for one in offered if not is_short(one.question)]
    asked = [build_order_prompt(seen, one.question, BESIDE) for one in others]
    ways = [Button(one.build_id("more"), format_plain(seen, one.question.prompt)) for one in asked]
    given = describe_long_orders(seen)
    menus = build_order_menus(seen)
    return Screen(
        (
            *list_note_blocks(note),
            AHEAD if offered else "There is nothing to decide ahead right now.",
            *(menus if len(menus) == 1 else ()),
            *(["\n".join(given)] if given else []),
            *build_button_rows(*build_form_buttons(seen), *ways),
            *build_button_rows(Button(f"act:{seen.row.game_id}:again", "Back", "primary")),
        ),
        colour=BLUE,
    )
