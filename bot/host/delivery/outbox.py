"""Models of letter bodies, one for each kind of letter, used by writers and by delivery.

The store keeps a body as JSON, beside the letter's kind; defaults are left out. The store knows a few keys of it:
`text`, `who` and `called`, which the log shows and erasure finds, and `hushed`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter, model_validator

from bot.engine.records import Seat
from storage.interface.letters import Letter, LetterKind, NewLetter


class _Body(BaseModel):
    model_config = ConfigDict(frozen=True)
    kind: ClassVar[LetterKind]


class BoardBody(_Body):
    """Update the table's message."""

    kind = "board"


class AskBody(_Body):
    """Ping the players with an open question."""

    kind = "ask"
    again: bool = False
    """Whether it also pings those pinged before."""
    guests: tuple[int, ...] = ()
    """Ids of people to ping to a table that has not begun, in place of those who have joined."""
    host: int = 0
    """Id of the person who invites them."""


class PostBody(_Body):
    """Post news of an entry in the channel."""

    kind = "post"
    indices: tuple[int, ...]
    """Indices into the entry's news, from 0."""

    @model_validator(mode="before")
    @classmethod
    def _accept_one_index(cls, raw: Any) -> Any:
        """Accept the format of older versions, with one piece of news for each letter."""
        return {"indices": (raw["index"],)} if isinstance(raw, dict) and "index" in raw else raw


class HandBody(_Body):
    """Send a seat a copy of its secrets, with its question."""

    kind = "hand"
    calls: bool = False
    """Whether it replaces a ping in the channel."""
    again: bool = False
    """Whether it is sent even if the copy before was the same."""
    quiet: bool = False
    """Whether its reader caused it, so that it triggers no notification."""


class FinalBody(_Body):
    """Announce the end of the game."""

    kind = "final"


class NoteBody(_Body):
    """Send one player a message."""

    kind = "note"
    text: str
    etag: str | None = None
    """The version tag of the question it reminds them of."""
    private: bool = False
    """Whether only the player may read it."""
    hushed: bool = False
    """Whether its existence is secret, too."""
    reader: int | None = None
    """The person who wanted this reminder of their own note, which is added when it is sent; None: it is none."""
    events_after: int | None = None
    """The revision after which events are told, which are read from the log when it is sent; None: it tells none."""
    follow_id: int | None = None
    """The row of a follower without a seat, so that no letter names them; None: it is for a seat."""
    next_up: bool = False
    """Whether it tells its reader that their turn is next; then it is dropped as soon as that is no longer true."""


class NoticeBody(_Body):
    """Send a text to the whole table; seats in it are marks."""

    kind = "notice"
    text: str
    calls: Seat | None = None
    """The seat whose player is pinged."""


class MotionBody(_Body):
    """Ask the table to vote."""

    kind = "motion"
    motion: int
    """The motion's id."""


class VacancyBody(_Body):
    """Look for a player for an empty seat."""

    kind = "vacancy"
    text: str | None = None
    """None: only ensure that the message is there."""
    who: int | None = None
    """Id of the person who left, so that erasure finds it."""
    called: str | None = None
    """The name of that person in the text; empty: it has only an alias, which stays."""


class OrderBody(_Body):
    """Notify a player that a standing order has ended."""

    kind = "order"
    text: str
    hushed: bool = False
    """Whether its existence is secret."""


class AwakeBody(_Body):
    """Keep the thread of a quiet table from being archived."""

    kind = "awake"


class PromiseBody(_Body):
    """Publish, before anybody joins, the digest of the seed for the deal."""

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


def build_letter(body: Body, seat: Seat | None = None) -> NewLetter:
    """Build the letter of a body; with a seat, it is about that seat or for its player."""
    return NewLetter(body.kind, seat, body.model_dump_json(exclude_defaults=True))


def parse_body(letter: Letter | NewLetter) -> Body:
    """Parse a letter's body, also in the format of older versions.

    Raises:
        ValidationError: the body does not match its kind.
    """
    return _build_reader(letter.kind).validate_json(letter.body)


@cache
def _build_reader(kind: LetterKind) -> TypeAdapter[Body]:
    return TypeAdapter(BODIES[kind])
