"""Controls of standing orders, and the private panel that asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeGuard

from bot.engine.multi_step import Compose
from bot.engine.orders import On, Order, OrderOffer
from bot.engine.questions import Choose, Question
from bot.engine.records import Move
from bot.host.play.standing_orders import OrderContext, offer_tag
from bot.host.table.audience_view import AudienceView
from bot.ui.screens import controls
from bot.ui.screens.forms import Form
from bot.ui.screens.names import format_markdown, format_plain
from bot.ui.screens.parts import BLUE, describe_question, find_option_emoji, list_note_blocks
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Menu, Row, Screen, build_button_rows

ALONE, BESIDE = "o", "b"
"""Prefixes of the verbs on the panel of orders, and on a question's panel."""
ORDER = ("Give this order", "Order nothing")
UNORDERED = "Only you see this, and nothing of it is ordered before you press **Give this order**."


def build_order_buttons(seen: AudienceView, asked: Question | None = None) -> list[Button]:
    """Return the buttons to the orders that bear on a question, and to all orders."""
    has = seen.game.play_ahead.orders is not None and _can_be_asked(seen)
    return [*_build_order_links(seen, asked), Button(f"orders:{seen.row.game_id}", "Standing orders")] if has else []


def _can_be_asked(seen: AudienceView) -> bool:
    """Return whether the reader may still get questions: the game runs, and they have not conceded."""
    conceded = seen.audience is not None and seen.get_seat_row(seen.audience).conceded
    return seen.row.status == "running" and not conceded


def describe_long_orders(seen: AudienceView) -> list[str]:
    """Return a line for each order in force that answers a later question and is too long for a menu."""
    others = [one for one in list_offers(seen, "panel") if not is_short(one.question)]
    return [describe_order(seen, order) for one in others if (order := find_replaced_order(seen, one)) is not None]


def build_order_menus(seen: AudienceView) -> list[Row]:
    """Return a menu, or a button, for each short order that answers a later question."""
    offered = list_offers(seen, "panel")
    return [row for one in offered if is_short(one.question) for row in build_order_menu(seen, one.question, BESIDE)]


def list_offers(seen: AudienceView, *on: On) -> list[OrderOffer]:
    """Return the orders on offer in these places, or all; none after the player's last question."""
    found = seen.offers if _can_be_asked(seen) else ()
    return [offer for offer in found if not on or offer.on in on]


def find_replaced_order(seen: AudienceView, offer: OrderOffer) -> Order | None:
    """Return the order that this offer would replace, if any."""
    place = offer.place if seen.standing else ""
    return next((order for order in seen.standing if order.get_place() == place), None)


def describe_order(seen: AudienceView, order: Order) -> str:
    """Return a given order in words."""
    orders = seen.game.play_ahead.orders
    return f"✅ {format_markdown(seen, '' if orders is None else orders.describe(order))}"


def has_same_words(seen: AudienceView, offered: Move, given: Sequence[Order]) -> bool:
    """Whether an offered order reads as one that was given: what it was given after does not count."""
    orders = seen.game.play_ahead.orders
    return orders is not None and orders.describe(offered) in map(orders.describe, given)


def is_short(question: Question) -> TypeGuard[Choose]:
    """Return whether an offer fits into one menu; others are buttons to a panel of their own."""
    return isinstance(question, Choose) and 0 < len(question.options) <= OPTIONS_IN_SELECT


def _build_order_links(seen: AudienceView, asked: Question | None) -> list[Button]:
    """Return the buttons from a question straight to an order that bears on it."""
    named = [] if asked is None else [(one, words) for one in list_offers(seen) if (words := one.leads(asked))]
    wanted = [(one.question, words) for one, words in named if find_replaced_order(seen, one) is None]
    return [Button(build_order_prompt(seen, question, ALONE).build_id("part"), words) for question, words in wanted]


def build_order_menu(seen: AudienceView, question: Choose, prefix: str) -> list[Row]:
    """Return the menu that gives one of an offer's orders, and shows the one that stands.

    A single order is a button beside a question. Once it is given there is none: a menu would only repeat it.
    """
    asked, given = build_order_prompt(seen, question, prefix), seen.standing
    if prefix == BESIDE and len(question.options) == 1:
        option = question.options[0]
        button = Button(
            asked.build_id("play", ["0"]), format_plain(seen, option.caption), emoji=asked.emoji(option.move)
        )
        return [] if has_same_words(seen, option.move, given) else list(build_button_rows(button))
    entries = tuple(
        controls.build_option_line(
            str(at),
            option,
            partial(format_plain, seen),
            chosen=has_same_words(seen, option.move, given),
            emoji=asked.emoji(option.move),
        )
        for at, option in enumerate(question.options)
    )
    return [Row((Menu(asked.build_id("menu"), format_plain(seen, question.prompt), entries),))]


def render_new_order(
    context: OrderContext, question: Question, picks: Sequence[str] = (), note: str = "", prefix: str = ALONE
) -> Screen:
    """Return the private panel that asks for one standing order."""
    running, number = context.seen, context.seen.row.game_id
    last = [Button((f"act:{number}:again" if prefix == BESIDE else f"orders:{number}"), "Back")]
    given = find_replaced_order(running, OrderOffer(question)) if isinstance(question, Compose) else None
    if given is not None:
        last.append(Button(f"withdraw:{number}:{given.get_place()}", "Withdraw the order"))
    return Screen(
        (
            *list_note_blocks(note),
            *([] if given is None else [describe_order(running, given)]),
            describe_question(running, question, picks, unsent=UNORDERED),
            *controls.build_rows(build_order_prompt(running, question, prefix), picks),
            *build_button_rows(*last),
        ),
        colour=BLUE,
    )


def build_order_form(
    context: OrderContext, question: Question, picks: Sequence[str], prefix: str = ALONE
) -> Form | None:
    """Return the form of a standing order, if it has one."""
    return controls.build_form(build_order_prompt(context.seen, question, prefix), picks)


def build_order_prompt(seen: AudienceView, question: Question, prefix: str = ALONE) -> controls.Asked:
    """Return how an offer is put to its reader."""
    number = seen.row.game_id

    def format_name(text: str) -> str:
        return format_plain(seen, text)

    return controls.Asked(
        number,
        offer_tag(question),
        question,
        "Standing order",
        format_name,
        prefix=prefix,
        send=ORDER,
        emoji=lambda move: find_option_emoji(seen, move),
    )
