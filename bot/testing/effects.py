"""What the cards of a box can do, kind by kind, each with a dealt position in which it happens.

Each game names its vocabularies in its own `tested.py`, and `test_effects.py` proves of every kind of effect that it
is implemented, worded, weighed by the bot and kept by the guard. An example is played twice: with the box as it is,
and with a box from which this kind of effect is taken out. So what is promised comes from the effect and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from bot.engine.game import AnyGame
from bot.engine.records import Told
from bot.engine.table import Table

Evening = Any
"""A game in which cards are dealt by name; each game's `dealing.py` has its own."""


@dataclass(frozen=True)
class Example:
    """A position in which an effect happens."""

    dealt: Callable[[Any], Evening]
    """Deals and plays it, with this box."""
    promised: Callable[[Evening], bool]
    """Whether what the effect's words promise can be seen afterwards."""


@dataclass(frozen=True)
class Vocabulary:
    """The kinds of effect that one place of a card can hold."""

    game: AnyGame
    what: str
    kinds_of: Any
    """The closed union, as it is annotated."""
    examples: Mapping[str, Example]
    without: Callable[[dict[str, Any], str], None]
    """Takes a kind of effect out of a box as an operator would read it."""
    worth: Callable[[Any, str], float]
    """What the bot gives for a card with this kind of effect, with this box."""
    not_weighed: Mapping[str, str] = field(default_factory=dict)
    """Which kinds mean nothing to the bot, and why."""
    nothing: Sequence[str] = ()
    """Which kinds do nothing at all."""

    def kinds(self) -> dict[str, type]:
        """Return the classes of the union by kind."""
        union = get_args(self.kinds_of)[0]
        return {kind.model_fields["kind"].default: kind for kind in get_args(union)}

    def box_without(self, kind: str) -> Any:
        """Return the game's box with nothing in the place of this kind of effect."""
        box = self.game.box.model_dump(mode="json")
        self.without(box, kind)
        return type(self.game.box).model_validate(box)


def table_of(evening: Evening) -> Table:
    """Return the table of a game dealt by name."""
    table: Table = evening.table
    return table


def told_of(evening: Evening) -> list[Told]:
    """Return everything that was told in a game dealt by name."""
    told: list[Told] = evening.everything
    return told
