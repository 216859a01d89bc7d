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
    """Return who can no longer buy what they lack, and who can again: by name, and only counted."""
    return [_describe_net_effect(table, seat, play, by_name=by_name) for by_name in (True, False)]


def describe_buyers(table: Briefcase, seat: Seat, play: MoveBlock) -> str:
    """Return whom a moved block keeps from a company that they could buy, with its points."""
    company = play.to or ""
    card = table.card(company)
    needed = table.box.terms.activated_level_1 if card.level > 1 else 0
    able = [one for one in table.seats if table.level_1_activated(one) >= needed]
    kept = [one for one in able if not table.everybody[one].has(company)]
    others = [one for one in kept if one != seat]
    points = f": {format_count(card.points, 'point')}" if card.points else ""
    which = "it" if len(set(table.company_blocks)) == 1 else card.name  # its line names two companies then
    if not kept:
        return f"Nobody could buy {which} now."
    named = [format_count(len(others), "rival")] if others else []
    return f"Keeps {format_list(['you', *named] if seat in kept else named)} from {which}{points}."


def _describe_net_effect(table: Briefcase, seat: Seat, play: MoveBlock, *, by_name: bool) -> str:
    blocked, freed = _list_lacking(table, play.to), _list_lacking(table, play.start)
    effects = [
        (who, f"{_describe_lack(seat, who, by_name=by_name)} {place_name(table, place)} and {does}.")
        for who, place, does in ((blocked, play.to, "can't buy it"), (freed, play.start, "can buy it again"))
        if who
    ]
    effects.sort(key=lambda effect: seat not in effect[0])
    nobody = [] if blocked else [f"Nobody lacks {place_name(table, play.to)} now."]
    return " ".join([*(words for _, words in effects), *nobody])


def _describe_lack(seat: Seat, who: Sequence[Seat], *, by_name: bool) -> str:
    """Return the subject and the verb of a sentence about those who lack something."""
    others = [other for other in who if other != seat]
    named = [mark(others[0]) if by_name and len(others) == 1 else format_count(len(others), "rival")] if others else []
    return f"{format_list(['You', *named] if seat in who else named)} {'lacks' if who == others[:1] else 'lack'}"


def _list_lacking(table: Briefcase, resource: str | None) -> list[Seat]:
    """Return the seats that lack a resource for a company that is not activated."""
    return [seat for seat in table.seats if _lacks(table, seat, resource)]


def _lacks(table: Briefcase, seat: Seat, resource: str | None) -> bool:
    resources = table.means(seat).resources
    waiting = (table.card(owned.company) for owned in table.everybody[seat].companies if not owned.activated)
    return any(resource in way for card in waiting for way in missing(resources, card.units))
