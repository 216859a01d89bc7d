"""The emoji of the companies."""

from __future__ import annotations

from functools import partial

from bot.drawing.emoji import SPRITE_PIXELS, draw_emoji
from bot.engine.pictures import Emoji
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.games.goodwill.components import COMPANIES, CRIMSON, Company
from bot.games.goodwill.orders import AboutABoss, StandingPrice
from bot.games.goodwill.picture.sprites import draw_emblem
from bot.games.goodwill.picture.style import COLOR, ON_COLOR, PAPER
from bot.games.goodwill.view import GoodwillView


def draw_company_emoji(company: Company) -> bytes:
    """Draw a company's shape with its letter as an emoji."""
    shape = draw_emblem(company, SPRITE_PIXELS, COLOR[company])
    lift = 6 if company == CRIMSON else 0
    return draw_emoji(shape, PAPER, company[0], ON_COLOR[company], size=76, lift=lift)


def find_company_emoji(company: Company | None) -> str:
    """Return the name of a company's emoji."""
    return "" if company is None else f"gw_{company.lower()}"


def find_heading_emoji(view: GoodwillView, _: Question) -> str:
    """Return the emoji of the company that a question is about."""
    return find_company_emoji(view.company if view.market is None else view.market.company)


def find_option_emoji(_: GoodwillView, move: Move) -> str:
    """Return the emoji of the company of an order, as orders for several companies stand in one menu."""
    return find_company_emoji(move.company) if isinstance(move, StandingPrice | AboutABoss) else ""


EMOJI: Emoji[GoodwillView] = Emoji(
    {find_company_emoji(company): partial(draw_company_emoji, company) for company in COMPANIES},
    find_option_emoji,
    find_heading_emoji,
)
