"""Card reference: the cards of a box with their counts and effects, generated from the box."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardEntry:
    """A card in the reference, as Markdown."""

    name: str
    kind: str
    """The group it is listed in, e.g. "Bosses"."""
    text: str
    """Its cost, yield and effect."""
    count: str
    """The number of copies, in words."""

    @property
    def line(self) -> str:
        """The full entry in one line."""
        return f"**{self.name}** ({self.count}): {self.text}"
