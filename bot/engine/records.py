"""The kinds of record everything on a table is made of, and the seats around it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

Seat: TypeAlias = int
"""A player's number at the table, 1 to the number of players, clockwise."""


class Record(BaseModel):
    """A saved thing: it survives a trip through JSON unchanged, and refuses fields it does not know."""

    model_config = ConfigDict(extra="forbid")

    if TYPE_CHECKING:

        @property
        def kind(self) -> str:
            """By what the records of a union are told apart; a record that is in none has none."""

    def __init_subclass__(cls, *, kind: str | None = None, **options: Any) -> None:
        """Let the fields of a class of a union begin with its kind, as `kind: Literal["..."] = "..."` would."""
        super().__init_subclass__(**options)
        if kind is not None:
            cls.__annotations__ = {"kind": Literal[kind], **cls.__annotations__}
            cls.kind = kind  # type: ignore[method-assign, assignment]


class Card(Record):
    """A record that never changes once it is made: what is printed in the box."""

    model_config = ConfigDict(frozen=True)


class Move(Record):
    """What a seat chose. Each game's moves are told apart by their `kind`."""

    model_config = ConfigDict(frozen=True)


class News(Record):
    """Something that happened. Each game's news are told apart by their `kind`."""

    model_config = ConfigDict(frozen=True)

    reveals: ClassVar[bool] = False
    """Whether it shows what was hidden, or stands once it is said: then nothing is undone.

    What shows its mover something hidden closes the way back without it (`secrecy.has_seen`); this is for what a seat
    shows of its own, such as a card it announces."""
    headline: ClassVar[bool] = False
    """Whether it deserves a message of its own in the channel, not only a line in the log."""

    verdict: ClassVar[bool] = False
    """Whether it says how the game has ended: that stands in the message with the result, and in none beside it."""
    footnote: ClassVar[bool] = False
    """Whether it only belongs into the complete log: digests and the like."""
    besides: ClassVar[frozenset[str]] = frozenset()
    """The fields that say how things stand, and not what was done: a prepared move does the same if they differ."""

    settles_earlier_move: ClassVar[bool] = False
    """Whether it tells the end of something that an earlier move has left open, whenever a later move needs that
    settled: a prepared move does the same without it."""

    @property
    def makes_post(self) -> bool:
        """Whether the channel reads it in a message of its own: a headline does, unless there is nothing in it."""
        return self.headline

    def concerns(self) -> Collection[Seat]:
        """The seats to whom this happened; they read it first when they come back."""
        return ()

    def came_of_it(self) -> bool:
        """Whether it tells what came of the news before it: then nothing is told between the two."""
        return False

    def goes_without_saying(self) -> bool:
        """Whether it only stands in the record of the game, for whoever reads a log makes nothing of it."""
        return False


@dataclass(frozen=True, slots=True)
class Told:
    """One piece of news and the seats that hear of it; `to=None` means everybody, spectators too."""

    news: News
    to: frozenset[Seat] | None = None

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether this seat (None: a spectator) may know of it."""
        return self.to is None or seat in self.to
