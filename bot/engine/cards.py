"""Card reference: every card of a box, how many of it there are and what it does, made from the box itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardEntry:
    """A card as the reference shows it, as Markdown."""

    name: str
    kind: str
    """Among which cards it is, e.g. "Bosses"; those of a kind stand together."""
    text: str
    """What it costs, gives and does."""
    count: str
    """How many of it there are, in words."""

    @property
    def line(self) -> str:
        """All about it in a line."""
        return f"**{self.name}** ({self.count}): {self.text}"
