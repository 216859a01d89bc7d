"""Effects of a moved block: whom it hurts, and whom it helps.

A blocked resource hurts those who lack it for a company, and a freed one helps them. (The texts are ours.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.records import Seat
from bot.engine.words import format_count, format_list
from bot.games.briefcase.moves import MoveBlock
from bot.games.briefcase.rules.blocks import place_name
from bot.games.briefcase.rules.paying import missing

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def rank_block(table: Briefcase, seat: Seat, play: MoveBlock) -> tuple[bool, int]:
    """Return whether a moved block hurts this seat, and how many more players it helps than it hurts."""
    if play.what == "company":
        return False, 0
    hurt, helped = set(_list_lacking(table, play.to)), set(_list_lacking(table, play.start))
    return seat in hurt, len(helped - {seat}) - len(hurt - {seat}) - (seat in helped)


def list_net_effects(table: Briefcase, seat: Seat, play: MoveBlock) -> Sequence[str]:
    """Return whom a moved resource block hurts and helps: with what they lack, by name only, and only counted."""
    return [
        _describe_net_effect(table, seat, play, with_reasons=True, by_name=True),
        _describe_net_effect(table, seat, play, with_reasons=False, by_name=True),
        _describe_net_effect(table, seat, play, with_reasons=False, by_name=False),
    ]


def _describe_net_effect(table: Briefcase, seat: Seat, play: MoveBlock, *, with_reasons: bool, by_name: bool) -> str:
    found = []
    for verb, place in (("Hurts", play.to), ("helps", play.start)):
        lacking = _list_lacking(table, place)
        others = [other for other in lacking if other != seat]
        named = (
            [mark(others[0]) if by_name and len(others) == 1 else format_count(len(others), "rival")] if others else []
        )
        who = format_list(["you", *named] if seat in lacking else named)
        lack = "lacks" if len(lacking) == 1 and others else "lack"
        why = f", who {lack} {place_name(table, place)}" if with_reasons else ""
        found.append(f"{verb} {who}{why}" if lacking else "")
    return f"{'; '.join(filter(None, (found[0] or 'Hurts nobody now', found[1])))}."


def _list_lacking(table: Briefcase, resource: str | None) -> list[Seat]:
    """Return the seats that lack a resource for a company that is not activated."""
    return [seat for seat in table.seats if _lacks(table, seat, resource)]


def _lacks(table: Briefcase, seat: Seat, resource: str | None) -> bool:
    resources = table.means(seat).resources
    waiting = (table.card(owned.company) for owned in table.everybody[seat].companies if not owned.activated)
    return any(resource in way for card in waiting for way in missing(resources, card.units))
