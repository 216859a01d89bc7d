"""Emoji of the companies and the cubes."""

from __future__ import annotations

from functools import partial

from PIL import ImageColor

from bot.drawing.emoji import SPRITE_PIXELS, draw_emoji
from bot.drawing.sprites import Brush, compute_polygon, draw_sprite
from bot.engine.pictures import Emoji
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.components import BOX, CUBES, CompanyCard, Cube
from bot.games.big_shoulders.picture.style import CARD, CUBE_COLORS, INK, choose_ink, sign
from bot.games.big_shoulders.view import CityView


def draw_company_emoji(company: CompanyCard) -> bytes:
    """Draw the token of a company, in the colour of its charter, as an emoji."""
    token = draw_sprite(SPRITE_PIXELS, lambda brush: brush.draw_rounded_rectangle(0, 0, 100, 100, 16, company.colour))
    return draw_emoji(token, CARD, sign(BOX, company.id), choose_ink(company.colour), size=76)


def draw_cube_emoji(kind: Cube) -> bytes:
    """Draw a cube with its letter as an emoji, seen from a corner, so that it is unlike a company's token."""
    front = CUBE_COLORS[kind]

    def paint(brush: Brush) -> None:
        brush.draw_polygon(compute_polygon(6, 50), front)
        brush.draw_polygon([(50, 0), (93.3, 25), (50, 50), (6.7, 25)], _blend(front, CARD, 0.35))
        brush.draw_polygon([(50, 50), (93.3, 25), (93.3, 75), (50, 100)], _blend(front, INK, 0.35))

    return draw_emoji(draw_sprite(SPRITE_PIXELS, paint), CARD, kind[0].upper(), CARD, size=62)


def _blend(color: str, other: str, part: float) -> str:
    """Return a colour with this part of another one."""
    pairs = zip(ImageColor.getrgb(color)[:3], ImageColor.getrgb(other)[:3], strict=True)
    return "#" + "".join(f"{round(one + (two - one) * part):02x}" for one, two in pairs)


def find_option_emoji(view: CityView, move: Move) -> str:
    """Return the emoji of the company, or of the only kind of cube, that an option is about."""
    match move:
        case moves.StockTurn(parts=(part,)):
            return find_option_emoji(view, part)
        case moves.Found(company=company) | moves.Buy(company=company) | moves.Sell(company=company):
            return f"bs_{company}"
        case moves.PlacePartner(company=company) | moves.UseAsset(company=company) if _directs_several(view):
            return f"bs_{company}"
        case moves.TakeCubes(cubes=(first, *others)) if {first, *others} == {first}:
            return f"bs_{first}"
        case moves.BuyCubes(cubes=(bought, *more)) if {bought.cube, *(one.cube for one in more)} == {bought.cube}:
            return f"bs_{bought.cube}"
        case moves.TradeCubes(get=got):
            return f"bs_{got}"
        case _:
            return ""


def _directs_several(view: CityView) -> bool:
    return view.seat is not None and len(view.directed(view.seat)) > 1


def find_heading_emoji(view: CityView, _: Question) -> str:
    """Return the emoji of the company that acts."""
    return "" if view.company is None else f"bs_{view.company}"


EMOJI: Emoji[CityView] = Emoji(
    {
        **{f"bs_{company.id}": partial(draw_company_emoji, company) for company in BOX.companies},
        **{f"bs_{kind}": partial(draw_cube_emoji, kind) for kind in CUBES},
    },
    find_option_emoji,
    find_heading_emoji,
)
