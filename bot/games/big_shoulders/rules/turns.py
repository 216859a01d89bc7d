"""A turn put together in private, and sent when it is complete.

A turn reveals nothing hidden: cubes are drawn and assets are turned up only when it is over. So the whole turn can be
tried first. (How this is asked is our own.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from bot.engine.drafting import Draft, OneOf, Part
from bot.engine.multi_step import Compose, Topic
from bot.engine.records import Move
from bot.engine.secrecy import Open

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


class Turn(Part):
    """What a seat can still do in its turn."""

    lasts: ClassVar[bool] = True

    def topic(self, table: City) -> Topic | None:
        """Return what the turn is about as it stands; None: what it began with."""
        return None

    def leaves(self, table: City, before: City) -> str:
        """Return the changes in words."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it leaves")


class Detail(OneOf):
    """Something of a company that has to be settled before the turn goes on."""

    company: Open[str]


def ask_for_a_turn(table: City, first: Turn, move: type[Move], rule: str, prompt: str, explains: str) -> Compose:
    """Ask for a turn.

    Args:
        table: the table.
        first: the turn, with nothing chosen.
        move: type of the move for the whole turn.
        rule: reference to the rulebook.
        prompt: text of the question.
        explains: explanation for new players.
    """

    def leaves(there: City) -> str:
        now: Any = there.agenda[-1]
        waits = len(there.agenda) > 1  # for a detail, whose line then says what both leave
        return now.leaves(there, table) if now.made and not waits else ""

    def heading(there: City) -> str | Topic:
        now: Any = there.agenda[-1] if there.agenda else None
        return (now.topic(there) if isinstance(now, Turn) else None) or ""

    draft = Draft(table, first, rule, leaves, heading)
    return Compose(
        prompt=prompt,
        rule=rule,
        help=explains,
        about=(table.stamp(),),
        move=move,
        field="parts",
        stage=draft.stage,
        tried=draft.get_table_after,
    )
