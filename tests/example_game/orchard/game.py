"""The Orchard's `GAME`, its interface to the host."""

from __future__ import annotations

from pathlib import Path

from bot.engine.game import Game
from bot.engine.game_groups import Teaching, Wording
from bot.engine.rulebook import parse_chapters

from .components import BOX, PLAYERS
from .table import MOVES, NEWS, Market, OrchardOptions, set_up
from .text import build_hand, build_page, format_news, list_cards, score
from .view import OrchardView, choose, redeal, view

GAME: Game[Market, OrchardView] = Game(
    key="orchard",
    title="The Orchard",
    tagline="Bring your best baskets to the stall, but not too early.",
    seats=PLAYERS,
    options=OrchardOptions,
    box=BOX,
    table=Market,
    moves=MOVES,
    news=NEWS,
    set_up=set_up,
    view=view,
    redeal=redeal,
    say=format_news,
    page=build_page,
    hand=build_hand,
    choose=choose,
    rulebook=parse_chapters(Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"), OrchardOptions),
    teaching=Teaching(cards=list_cards),
    wording=Wording(score=score),
)
