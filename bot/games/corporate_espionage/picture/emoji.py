"""Emoji of the five kinds of cards."""

from __future__ import annotations

from functools import partial

from bot.drawing.emoji import SPRITE_PIXELS, draw_emoji
from bot.drawing.sprites import draw_sprite
from bot.engine.pictures import Emoji
from bot.engine.records import Move
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.picture.hand import GROUNDS, SIGNS
from bot.games.corporate_espionage.picture.question import place
from bot.games.corporate_espionage.picture.table import CARD, INK, icon
from bot.games.corporate_espionage.view import EspionageView

ICON_PIXELS = 86


def draw_kind_emoji(kind: str) -> bytes:
    """Draw the sign of a kind of card, on a card, as an emoji."""
    ground = GROUNDS.get(kind, INK)
    card = draw_sprite(SPRITE_PIXELS, lambda brush: brush.draw_rounded_rectangle(0, 0, 100, 100, 14, CARD))
    margin = (SPRITE_PIXELS - ICON_PIXELS) // 2
    card.alpha_composite(icon(SIGNS[kind], ICON_PIXELS, ground, CARD), (margin, margin))
    return draw_emoji(card, ground)


def find_option_emoji(view: EspionageView, move: Move) -> str:
    """Return the emoji of the kind of card that an option plays, discards or means."""
    match move:
        case moves.NameCard() | moves.Fire() | moves.Liquidate() | moves.DropCard():
            in_play = (each for company in view.companies.values() for each in (*company.team, *company.inventory))
            card = next((each.card for each in in_play if each.number == move.number), None)
        case _:
            there = place(view, move)
            card = str(there[1]) if there is not None and there[0] == "hand" else None
    return "" if card is None else f"ce_{view.box.card[card].type}"


EMOJI: Emoji[EspionageView] = Emoji(
    {f"ce_{kind}": partial(draw_kind_emoji, kind) for kind in SIGNS},
    find_option_emoji,
)
