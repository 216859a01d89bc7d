"""Base classes of all records on a table, and seat numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

Seat: TypeAlias = int
"""A player's number at the table, 1 to the number of players, clockwise."""


class Record(BaseModel):
    """A saved record: it survives a JSON round trip unchanged, and rejects unknown fields."""

    model_config = ConfigDict(extra="forbid")

    if TYPE_CHECKING:

        @property
        def kind(self) -> str:
            """The discriminator of a record in a union; other records have none."""

    def __init_subclass__(cls, *, kind: str | None = None, **options: Any) -> None:
        """Add the discriminator field `kind: Literal["..."] = "..."` as the first field of a class in a union."""
        super().__init_subclass__(**options)
        if kind is not None:
            cls.__annotations__ = {"kind": Literal[kind], **cls.__annotations__}
            cls.kind = kind  # type: ignore[method-assign, assignment]


class Card(Record):
    """An immutable record, such as a component printed in the box."""

    model_config = ConfigDict(frozen=True)


class Move(Record):
    """A seat's choice. Each game's moves are discriminated by their `kind`."""

    model_config = ConfigDict(frozen=True)


class News(Record):
    """An event of the game. Each game's news are discriminated by their `kind`."""

    model_config = ConfigDict(frozen=True)

    reveals: ClassVar[bool] = False
    """Whether it reveals hidden information or is binding once announced, so that undo is blocked.

    Information revealed to the mover blocks undo by itself (`secrecy.has_seen`). This flag is for information that a
    seat shows of its own, such as a card it announces.
    """
    lasts: ClassVar[bool] = False
    """Whether all that its reader decides for a while depends on it, so that it comes before others of its kind when
    they return: those that touch the reader, or the rest."""
    headline: ClassVar[bool] = False
    """Whether it deserves a channel message of its own, not only a line in the log."""

    verdict: ClassVar[bool] = False
    """Whether it announces the end of the game; it appears in the result message and in no other."""
    footnote: ClassVar[bool] = False
    """Whether it belongs only in the complete log: digests and the like."""
    besides: ClassVar[frozenset[str]] = frozenset()
    """Fields that describe the current state and not the action; a prepared move is unchanged if they differ."""

    later_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields added since a release; a proof leaves them out where a file lacks them, and digests of orders always."""
    is_later: ClassVar[bool] = False
    """Whether it was added since a release; it is left out likewise."""
    settles_earlier_move: ClassVar[bool] = False
    """Whether it settles something that an earlier move left open, at the time a later move needs it; a prepared move
    is unchanged without it."""

    def to_digest_json(self) -> str:
        """Return what a stored order's digest holds of it: the action, without what older versions did not write."""
        return self.model_dump_json(exclude={*self.besides, *self.later_fields})

    @property
    def makes_post(self) -> bool:
        """Whether it gets a channel message of its own: a headline does, unless it has no content."""
        return self.headline

    def list_concerned_seats(self) -> Collection[Seat]:
        """Return the seats that this event is about; they see it first when they return.

        By default that is the seat of the field `seat`, for which an order or a bot may have acted.
        """
        seat: Seat | None = getattr(self, "seat", None)
        return () if seat is None else (seat,)

    def list_targets(self) -> Collection[Seat]:
        """Return the seats to which others do something by it: attacked, hired, outvoted, bought out.

        People can ask for a direct message about it. Seats that only profit, or did it themselves, are none.
        """
        return ()

    def is_consequence(self) -> bool:
        """Whether it is a consequence of the news before it, which must directly precede it."""
        return False

    def is_record_only(self) -> bool:
        """Whether it appears only in the game's record, because it adds nothing for a reader of the log."""
        return False


@dataclass(frozen=True, slots=True)
class Told:
    """One piece of news and the seats that hear of it; `to=None` means everybody, spectators too."""

    news: News
    to: frozenset[Seat] | None = None

    def is_visible_to(self, seat: Seat | None) -> bool:
        """Whether this seat (None: a spectator) may know of it."""
        return self.to is None or seat in self.to
