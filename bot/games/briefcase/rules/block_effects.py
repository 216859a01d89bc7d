"""Effects of a moved block: whom it hurts, and whom it helps.

A blocked resource hurts those who lack it for a company, and a freed one helps them. (The texts are ours.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Option
from bot.engine.records import Move, Seat
from bot.engine.words import format_list
from bot.games.briefcase.moves import MoveBlock
from bot.games.briefcase.rules.blocks import place_name
from bot.games.briefcase.rules.paying import missing

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def order_options(table: Briefcase, seat: Seat, offered: Sequence[Option]) -> Sequence[int]:
    """Return the options' positions in menu order: blocks that hurt others come first, those that hurt oneself last.

    Empty if they are in this order already.
    """
    blocks = [at for at, option in enumerate(offered) if isinstance(option.move, MoveBlock)]
    ranked = sorted(blocks, key=lambda at: _rank(table, seat, offered[at].move))
    if ranked == blocks:
        return ()
    following = iter(ranked)
    return [next(following) if isinstance(option.move, MoveBlock) else at for at, option in enumerate(offered)]


def _rank(table: Briefcase, seat: Seat, play: Move) -> tuple[bool, int]:
    """Return whether a moved block hurts this seat, and how many more players it helps than it hurts."""
    if not isinstance(play, MoveBlock) or play.what == "company":
        return False, 0
    hurt, helped = set(_list_lacking(table, play.to)), set(_list_lacking(table, play.start))
    return seat in hurt, len(helped - {seat}) - len(hurt - {seat}) - (seat in helped)


def describe_net_effect(table: Briefcase, seat: Seat, play: MoveBlock, *, with_reasons: bool) -> str:
    """Return whom a moved resource block hurts and helps, perhaps with what they lack."""
    hurt, helped = _list_lacking(table, play.to), _list_lacking(table, play.start)
    lacked = [place_name(table, place) or "" if with_reasons else "" for place in (play.to, play.start)]
    harm = f"Hurts {_name_lacking(seat, hurt, lacked[0])}" if hurt else "Hurts nobody now"
    return f"{harm}; helps {_name_lacking(seat, helped, lacked[1])}." if helped else f"{harm}."


def _name_lacking(seat: Seat, lacking: Sequence[Seat], resource: str) -> str:
    """Name those who lack a resource; several others are only counted."""
    others = [other for other in lacking if other != seat]
    own = ["you"] if seat in lacking else []
    named = [f"{len(others)} others"] if len(others) > 1 else [mark(other) for other in others]
    who = format_list([*own, *named])
    lack = "lacks" if len(others) == 1 and not own else "lack"
    return f"{who}, who {lack} {resource}" if resource else who


def _list_lacking(table: Briefcase, resource: str | None) -> list[Seat]:
    """Return the seats that lack a resource for a company that is not activated."""
    return [seat for seat in table.seats if _lacks(table, seat, resource)]


def _lacks(table: Briefcase, seat: Seat, resource: str | None) -> bool:
    resources = table.means(seat).resources
    waiting = (table.card(owned.company) for owned in table.everybody[seat].companies if not owned.activated)
    return any(resource in way for card in waiting for way in missing(resources, card.units))
