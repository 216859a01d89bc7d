"""What letters say: one kind of body for each kind of letter, made where it is written and read where it is carried.

The store keeps a body as JSON, beside the letter's kind; what is not said is left out. It knows a few words of it:
`text`, `who` and `called`, which the log shows and forgetting finds, and `hushed`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter, model_validator

from bot.engine.records import Seat
from storage.interface import Letter, LetterKind, NewLetter


class _Body(BaseModel):
    model_config = ConfigDict(frozen=True)
    kind: ClassVar[LetterKind]


class BoardBody(_Body):
    """Shows how things stand."""

    kind = "board"


class AskBody(_Body):
    """Calls those who are asked something."""

    kind = "ask"
    again: bool = False
    """Whether it calls also those who were called before."""
    guests: tuple[int, ...] = ()
    """Whom it calls to a table that has not begun, by their ids, in place of those who have joined."""
    host: int = 0
    """The id of who wants them there."""


class PostBody(_Body):
    """Tells the channel news of an entry."""

    kind = "post"
    indices: tuple[int, ...]
    """Which of the entry's news, counted from 0."""

    @model_validator(mode="before")
    @classmethod
    def _with_one_index(cls, raw: Any) -> Any:
        """Read also what older versions wrote: one piece of news for each letter."""
        return {"indices": (raw["index"],)} if isinstance(raw, dict) and "index" in raw else raw


class HandBody(_Body):
    """Brings a seat a copy of its secrets, with what it is asked."""

    kind = "hand"
    calls: bool = False
    """Whether it goes in place of a call in the channel."""
    again: bool = False
    """Whether it goes also if the copy before says the same."""
    quiet: bool = False
    """Whether its reader has just done this, so that it makes no sound."""


class FinalBody(_Body):
    """Tells how the game has ended."""

    kind = "final"


class NoteBody(_Body):
    """Tells one player something."""

    kind = "note"
    text: str
    etag: str | None = None
    """The question of which it reminds them."""
    private: bool = False
    """Whether nobody else may learn of it."""
    hushed: bool = False
    """Whether nobody else may learn that it was written."""


class NoticeBody(_Body):
    """Tells the whole table something beside its news; seats in it are marks."""

    kind = "notice"
    text: str
    calls: Seat | None = None
    """Whose player is called, if anybody's."""


class MotionBody(_Body):
    """Asks the table for its votes."""

    kind = "motion"
    motion: int
    """The motion's id."""


class VacancyBody(_Body):
    """Looks for somebody for an empty chair."""

    kind = "vacancy"
    text: str | None = None
    """None: it is only to be seen to that this stands there."""
    who: int | None = None
    """The id of the person who has left, so that forgetting them finds it."""
    called: str | None = None
    """How the text calls them."""


class OrderBody(_Body):
    """Tells a player that a standing order has ended."""

    kind = "order"
    text: str
    hushed: bool = False
    """Whether nobody else may learn that it was written."""


class AwakeBody(_Body):
    """Keeps the thread of a quiet table from being archived."""

    kind = "awake"


class PromiseBody(_Body):
    """Promises, before anybody joins, the secret from which the game will be dealt."""

    kind = "promise"
    digest: str


Body: TypeAlias = (
    BoardBody
    | AskBody
    | PostBody
    | HandBody
    | FinalBody
    | NoteBody
    | NoticeBody
    | MotionBody
    | VacancyBody
    | OrderBody
    | AwakeBody
    | PromiseBody
)

BODIES: dict[LetterKind, type[Body]] = {body.kind: body for body in get_args(Body)}


def letter_of(body: Body, seat: Seat | None = None) -> NewLetter:
    """Return the letter that says this, to be written; with a seat, it is about that seat or for its player."""
    return NewLetter(body.kind, seat, body.model_dump_json(exclude_defaults=True))


def body_of(letter: Letter | NewLetter) -> Body:
    """Return what a letter says, also one that an older version has written.

    Raises:
        ValidationError: It is not what letters of its kind say.
    """
    return _reader(letter.kind).validate_json(letter.body)


@cache
def _reader(kind: LetterKind) -> TypeAdapter[Body]:
    return TypeAdapter(BODIES[kind])
