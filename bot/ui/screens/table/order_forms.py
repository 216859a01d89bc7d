"""Forms that hold a player's short orders, filled in with the orders that stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from bot.engine.orders import On, Order, OrderOffer
from bot.engine.questions import Choose, Number, Question
from bot.host.play.standing_orders import offer_tag
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.controls import build_option_line
from bot.ui.screens.forms import FIELDS_IN_FORM, MAX_FORM_LABEL_CHARS, AnyField, ChoiceField, Field, Form
from bot.ui.screens.names import format_plain
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Style
from bot.ui.screens.table.answer_forms import build_fill_button, build_question_form
from bot.ui.screens.table.standing_orders import build_order_prompt, find_replaced_order, has_same_words, list_offers

MIN_ORDERS = 2
"""Least number of short orders for which there are forms; a single one is a menu, which needs one press."""
ShortQuestion: TypeAlias = Choose | Number
AHEAD = "ahead"
"""Prefix of the verbs of a form for one order in all its parts."""
PLACES: Sequence[On] = ("panel", "between turns", "list")
"""Where orders are offered; those that answer the next questions come first."""


@dataclass(frozen=True)
class ShortOrder:
    """An order that is one field of a form, with the values that stand."""

    question: ShortQuestion
    stands: Sequence[str]
    """Picks of the orders in force: numbers of options, or the amount."""
    places: Sequence[str]
    """The slot of each order in force."""

    @property
    def tag(self) -> str:
        """The name of its field."""
        return offer_tag(self.question)

    def list_new(self, picks: Sequence[str]) -> list[str]:
        """Return the submitted picks that are not in force."""
        return [pick for pick in picks if pick not in self.stands]

    def list_emptied(self, picks: Sequence[str]) -> list[str]:
        """Return the slots of the orders in force that were taken out, and that no other pick of the field fills."""
        if isinstance(self.question, Number) and picks:
            return []
        options = self.question.options if isinstance(self.question, Choose) else ()
        chosen = [options[int(pick)] for pick in picks if pick.isdecimal() and int(pick) < len(options)]
        filled = {option.move.get_place() for option in chosen if isinstance(option.move, Order)}
        return [
            place
            for pick, place in zip(self.stands, self.places, strict=True)
            if pick not in picks and place not in filled
        ]


def is_in_form(question: Question) -> bool:
    """Return whether an offer is one field of a form; others have a panel of their own."""
    return isinstance(question, Number) or (
        isinstance(question, Choose) and 0 < len(question.options) <= OPTIONS_IN_SELECT
    )


def list_short_orders(seen: AudienceView) -> list[ShortOrder]:
    """Return all orders on offer that fit into forms, those that answer the next questions first."""
    return [
        _read_short_order(seen, offer, offer.question)
        for place in PLACES
        for offer in list_offers(seen, place)
        if isinstance(offer.question, Choose | Number) and is_in_form(offer.question)
    ]


def _read_short_order(seen: AudienceView, offer: OrderOffer, question: ShortQuestion) -> ShortOrder:
    if isinstance(question, Number):
        order = find_replaced_order(seen, offer)
        amount = None if order is None else getattr(order, question.field, None)
        given = () if order is None or amount is None else (order.get_place(),)
        return ShortOrder(question, () if amount is None else (str(amount),), given)
    found = [
        (str(at), option.move.get_place())
        for at, option in enumerate(question.options)
        if isinstance(option.move, Order) and has_same_words(seen, option.move, seen.standing)
    ]
    return ShortOrder(question, [pick for pick, _ in found], [place for _, place in found])


def list_pages(orders: Sequence[ShortOrder]) -> Sequence[Sequence[ShortOrder]]:
    """Return the orders of each form."""
    if len(orders) < MIN_ORDERS:
        return []
    return [orders[at : at + FIELDS_IN_FORM] for at in range(0, len(orders), FIELDS_IN_FORM)]


def build_form_buttons(seen: AudienceView, style: Style = "primary") -> list[Button]:
    """Return a button for each form of short orders."""
    pages = list_pages(list_short_orders(seen))
    labels = ["Fill in orders…"]
    if len(pages) > 1:
        first = [FIELDS_IN_FORM * at + 1 for at in range(len(pages))]
        labels = [
            f"Standing orders {at} to {at + len(page) - 1}…" if len(page) > 1 else f"Standing order {at}…"
            for at, page in zip(first, pages, strict=True)
        ]
    return [
        Button(f"aheadform:{seen.row.game_id}:{at}", label, style)
        for at, (label, _) in enumerate(zip(labels, pages, strict=False))
    ]


def build_ahead_button(seen: AudienceView) -> list[Button]:
    """Return the button to decide ahead: to the form if it holds all there is, else to a panel; none without offers."""
    offered = list_offers(seen, "panel")
    if not offered:
        return []
    whole = len(list_pages(list_short_orders(seen))) == 1 and all(is_in_form(one.question) for one in offered)
    number = seen.row.game_id
    return [Button(f"aheadform:{number}:0" if whole else f"ahead:{number}", "Decide ahead…")]


def build_advance_form(seen: AudienceView, page: int) -> Form | None:
    """Return a form of short orders; None if the page no longer exists."""
    pages = list_pages(list_short_orders(seen))
    if page >= len(pages):
        return None
    number = seen.row.game_id
    return Form(
        f"aheadsent:{number}:{page}",
        f"Decide ahead · table {number}",
        tuple(_build_field(seen, order) for order in pages[page]),
    )


def build_whole_form_buttons(seen: AudienceView, place: str = "", style: Style = "primary") -> list[Button]:
    """Return a button for each order on offer that has a form of its own; for those of one slot if it is given."""
    offered = [one for one in list_offers(seen) if one.question.form is not None and place in ("", one.place)]
    found = (build_fill_button(build_order_prompt(seen, one.question, AHEAD)) for one in offered)
    return [button._replace(style=style) for button in found if button is not None]


def build_whole_form(seen: AudienceView, tag: str) -> Form | None:
    """Return the form of an order in all its parts, filled in with the one that stands; None if it is not on offer."""
    offer = next((one for one in list_offers(seen) if offer_tag(one.question) == tag), None)
    if offer is None:
        return None
    asked = build_order_prompt(seen, offer.question, AHEAD)
    return build_question_form(asked, {}, given=find_replaced_order(seen, offer))


def _build_field(seen: AudienceView, order: ShortOrder) -> AnyField:
    question = order.question
    prompt, words = format_plain(seen, question.prompt), format_plain(seen, question.help)
    hint = prompt if len(prompt) > MAX_FORM_LABEL_CHARS else words
    if isinstance(question, Number):
        steps = f" in steps of {question.step}" if question.step > 1 else ""
        bounds = f"{question.unit}{question.low} to {question.unit}{question.high}{steps}; empty for no order"
        return Field(prompt, bounds, "".join(order.stands), name=order.tag, required=False)
    lines = tuple(
        build_option_line(str(at), option, partial(format_plain, seen), chosen=str(at) in order.stands)
        for at, option in enumerate(question.options)
    )
    slots = {option.move.get_place() for option in question.options if isinstance(option.move, Order)}
    most = len(lines) if len(slots) > 1 else max(1, len(order.stands))
    return ChoiceField(prompt, lines, hint=hint, fewest=0, most=most, name=order.tag, placeholder="No order")
