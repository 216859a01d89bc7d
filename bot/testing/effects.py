"""Card effects by kind, each with a dealt position that demonstrates it.

Each game names its vocabularies in its own `tested.py`. `test_effects.py` proves that every kind of effect is
implemented, worded, evaluated by the bot and covered by the guard. An example is played twice: with the normal box, and
with a box without this kind of effect. So the promised result is caused by the effect and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from bot.engine.game import AnyGame
from bot.engine.records import Told
from bot.engine.table import Table

Evening = Any
"""A game whose cards are dealt by name; each game's `dealing.py` has its own."""


@dataclass(frozen=True)
class Example:
    """A position that demonstrates an effect."""

    dealt: Callable[[Any], Evening]
    """Deals and plays it, with this box."""
    promised: Callable[[Evening], bool]
    """Whether the promised effect is visible afterwards."""


@dataclass(frozen=True)
class Vocabulary:
    """The kinds of effect that one place of a card can hold."""

    game: AnyGame
    what: str
    kinds_of: Any
    """The annotation of the closed union."""
    examples: Mapping[str, Example]
    without: Callable[[dict[str, Any], str], None]
    """Removes a kind of effect from a box in JSON form."""
    worth: Callable[[Any, str], float]
    """The bot's evaluation of a card with this kind of effect, with this box."""
    not_weighed: Mapping[str, str] = field(default_factory=dict)
    """Kinds that the bot ignores, with the reason."""
    nothing: Sequence[str] = ()
    """Kinds that have no effect at all."""

    def list_kinds(self) -> dict[str, type]:
        """Return the classes of the union by kind."""
        union = get_args(self.kinds_of)[0]
        return {kind.model_fields["kind"].default: kind for kind in get_args(union)}

    def build_box_without(self, kind: str) -> Any:
        """Return the game's box with this kind of effect removed."""
        box = self.game.box.model_dump(mode="json")
        self.without(box, kind)
        return type(self.game.box).model_validate(box)


def get_table(evening: Evening) -> Table:
    """Return the table of a game dealt by name."""
    table: Table = evening.table
    return table


def get_told(evening: Evening) -> list[Told]:
    """Return all news of a game dealt by name."""
    told: list[Told] = evening.everything
    return told
