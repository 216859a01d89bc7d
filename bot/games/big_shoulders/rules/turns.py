"""A turn put together in private, which is sent when it is as one likes it.

What a company does in a turn hides nothing: cubes are drawn and assets are turned up only when the turn is over. So the
whole turn can be tried beforehand. (How it is asked is ours.)
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
        """Return what is different from before, in words."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it leaves")


class Detail(OneOf):
    """Something of a company that has to be settled before the turn goes on."""

    company: Open[str]


def ask_for_a_turn(table: City, first: Turn, move: type[Move], rule: str, prompt: str, explains: str) -> Compose:
    """Ask for a turn.

    Args:
        table: as it stands.
        first: the turn, with nothing chosen.
        move: what the turn is sent as.
        rule: of the rulebook.
        prompt: what is asked.
        explains: what it is about, for somebody who has never played.
    """

    def leaves(there: City) -> str:
        now: Any = there.agenda[-1]
        return now.leaves(there, table) if now.made else ""

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
        tried=draft.tried,
    )
