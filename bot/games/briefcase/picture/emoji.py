"""The emoji of resources, decision cards and companies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.drawing.emoji import SPRITE_PIXELS, abbreviate_names, draw_emoji
from bot.drawing.sprites import draw_sprite
from bot.engine.pictures import MAX_EMOJI_NAME_CHARS, Emoji
from bot.engine.records import Move
from bot.games.briefcase import moves
from bot.games.briefcase.components import BOX, DECISIONS, RESOURCES, Company
from bot.games.briefcase.picture.signs import sign
from bot.games.briefcase.picture.style import CARD, LEVELS
from bot.games.briefcase.view import BriefcaseView


def draw_sign_emoji(kind: str) -> bytes:
    """Draw the sign of a resource or a decision card as an emoji."""
    return draw_emoji(sign(kind, SPRITE_PIXELS), CARD)


def draw_company_emoji(company: Company, letters: str) -> bytes:
    """Draw letters of a company's name, on the colour of its level, as an emoji."""
    color = LEVELS[company.level]
    card = draw_sprite(SPRITE_PIXELS, lambda brush: brush.draw_rounded_rectangle(0, 0, 100, 100, 12, color))
    return draw_emoji(card, CARD, letters, CARD, size=74)


def name_emoji(thing: str) -> str:
    """Return the name of the emoji of a resource, a decision card, or a company by its id."""
    return f"bc_{thing}"[:MAX_EMOJI_NAME_CHARS]


def find_option_emoji(_: BriefcaseView, move: Move) -> str:
    """Return the emoji of the company, the only kind of resource, or the card that an option is about."""
    match move:
        case moves.MoveBlock(to=str() as thing) | moves.DeactivateCompany(company=str() as thing):
            return name_emoji(thing)
        case moves.BuyCompany(company=thing) | moves.ActivateCompany(company=thing) | moves.HireCompany(company=thing):
            return name_emoji(thing)
        case moves.Exchange(card=thing) | moves.MakeDiscard(card=thing) | moves.RemoveCard(card=str() as thing):
            return name_emoji(thing)
        case moves.EndTurn(top=str() as thing) | moves.DrawExtra(company=thing):
            return name_emoji(thing)
        case moves.PickPortfolio(companies=(thing,)):
            return name_emoji(thing)
        case moves.BuyResources(resources=units) | moves.TakeDiscardedResources(resources=units):
            return _find_unit_emoji(units)
        case moves.TakePayment(take=units, give_up=()) | moves.ThrowAway(resources=units):
            return _find_unit_emoji(units)
        case _:
            return ""


def _find_unit_emoji(units: Sequence[str]) -> str:
    """Return the emoji of these units, as "steel" or "steel 2", if they are of one kind."""
    kinds = {unit.split()[0] for unit in units}
    return name_emoji(kinds.pop()) if len(kinds) == 1 else ""


SHORT_NAMES = abbreviate_names(company.name for company in BOX.companies)
EMOJI: Emoji[BriefcaseView] = Emoji(
    {
        **{name_emoji(kind): partial(draw_sign_emoji, kind) for kind in (*RESOURCES, *DECISIONS)},
        **{
            name_emoji(company.id): partial(draw_company_emoji, company, SHORT_NAMES[company.name])
            for company in BOX.companies
        },
    },
    find_option_emoji,
)
