"""Orders for the time between two turns, shown on a waiting player's panel.

The game defines the common orders (`OrderOffer.on`) and the facts that are known about the next turn
(`Turns.known_by_then`). All of it is derived from the table and the orders, so it is shown at every look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bot.engine.orders import OrderOffer
from bot.engine.questions import Choose
from bot.host.play.standing_orders import offer_tag
from bot.host.table.audience_view import AudienceView
from bot.ui.screens import controls
from bot.ui.screens.names import format_heading, format_markdown, format_plain
from bot.ui.screens.parts import find_option_emoji
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Block, Button, Menu, Row, build_button_rows
from bot.ui.screens.table.order_forms import build_whole_form_buttons
from bot.ui.screens.table.standing_orders import describe_order, find_replaced_order, has_same_words, list_offers

FEW = 3
"""Maximum number of answers shown as buttons; of more, only the first is a button, and a menu holds all."""


def build_between_turns(seen: AudienceView, *, brief: bool = False) -> Sequence[Block]:
    """Return a waiting player's orders for others' turns, and the button to prepare their next turn.

    Args:
        seen: the game as this player sees it.
        brief: whether explanations are left out, because the panel also puts a question.
    """
    if seen.audience is None or seen.row.status != "running" or seen.get_seat_row(seen.audience).conceded:
        return ()
    answers = [
        block
        for offer in list_offers(seen, "between turns")
        for block in _build_order_controls(seen, offer, brief=brief)
    ]
    return (*answers, *_build_next_turn(seen, brief=brief))


def _build_order_controls(seen: AudienceView, offer: OrderOffer, *, brief: bool) -> Iterator[Block]:
    """Yield the order in force and the controls to change it, or the answers to choose from."""
    question, given = offer.question, find_replaced_order(seen, offer)
    options = question.options[:OPTIONS_IN_SELECT] if isinstance(question, Choose) else ()
    forms = build_whole_form_buttons(seen, offer.place, "secondary")
    asked = controls.Asked(seen.row.game_id, offer_tag(question), question, "", str, prefix="m")
    stands = [] if given is None else [given]
    entries = tuple(
        controls.build_option_line(
            str(at),
            option,
            partial(format_plain, seen),
            chosen=has_same_words(seen, option.move, stands),
            emoji=find_option_emoji(seen, option.move),
        )
        for at, option in enumerate(options)
    )
    if given is not None:
        yield describe_order(seen, given)
        yield Row((Menu(asked.build_id("menu"), "Change it", entries),))
        yield from build_button_rows(Button(f"withdraw:{seen.row.game_id}:{offer.place}", "Withdraw it"), *forms)
        return
    explained = "" if brief else f"\n{format_markdown(seen, question.help)}"
    yield f"**{format_heading(seen, question.prompt)}**{explained}"
    first, *others = (Button(asked.build_id("play", [one.value]), one.label) for one in entries)
    yield from build_button_rows(first._replace(style="primary"), *(others if len(entries) <= FEW else ()), *forms)
    if len(entries) > FEW:
        yield Row((Menu(asked.build_id("menu"), "Another answer", entries),))


def _build_next_turn(seen: AudienceView, *, brief: bool) -> Sequence[Block]:
    """Return the button to prepare the next turn with a reason; empty if the game gives no reason."""
    if not has_own_place(seen):
        return ()
    button = build_prepare_button(seen)
    if brief or (seen.prepared is not None and seen.prepared.moves):
        return build_button_rows(button)
    known = seen.game.play_ahead.turns.known_by_then if seen.game.play_ahead.turns is not None else ""
    words = f"**Prepare your next turn, and nobody waits for you.**\n{known}"
    return (words, *build_button_rows(button._replace(style="primary")))


def has_own_place(seen: AudienceView) -> bool:
    """Return whether the button to prepare the next turn stands here, not with the panel's other buttons."""
    turns = seen.game.play_ahead.turns
    return seen.can_prepare and turns is not None and bool(turns.known_by_then)


def build_prepare_button(seen: AudienceView) -> Button:
    """Return the button that opens the panel for preparing the next turn."""
    count = len(seen.prepared.moves) if seen.prepared is not None else 0
    return Button(
        f"prepare:{seen.row.game_id}", f"My next turn ({count} prepared)" if count else "Prepare my next turn"
    )
