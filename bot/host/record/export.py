"""Export: one game as a file, for everybody at the table, and how such a file is read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from bot import __version__
from bot.engine.records import Record, Seat
from bot.engine.words import listed
from bot.host.errors import Refusal
from bot.host.record.turning_points import Review, readable, with_numbers
from bot.host.record.untrusted_files import BadFile, parsed
from bot.host.table.running import is_heard_by, undone_by
from storage.interface import EntryKind, GameLogRecord, GameStatus
from storage.store import Storage

FORMATS = (1, 2, 3)
"""What can be read: in the first, nobody had added to the chance of a game; in the second, there were no reviews."""

_WHOLE = "The whole game: with its seed, everybody can play it again and check it."
_PUBLIC = "What everybody at this table has been told so far. A game that is over is exported with its seed and moves."
_CLOSED = "FOR THE OPERATOR ALONE: this game was not played to its end, and its seed, hands and sealed moves are here."
_AS_FAR = (
    "The whole game as far as it went, for it was abandoned: with its seed, everybody can play it again and check it."
)

_WRITTEN: Mapping[GameStatus, str] = {"finished": _WHOLE, "abandoned": _AS_FAR}
"""What is said in files of games of which everything is shown."""


class ExportedNews(Record):
    """One piece of news and the seats that heard of it; `to` null means everybody."""

    news: dict[str, Any]
    to: list[Seat] | None = None


class ExportedEntry(Record):
    """One line of the log.

    In a public export these are only the lines with public news and those that undo such lines, numbered
    anew, and without what could tell who was asked in secret: the gaps, the seats and the kinds of the others would.
    """

    revision: int
    kind: EntryKind
    seat: Seat | None
    move: dict[str, Any] | None
    told: list[ExportedNews]
    fence: bool | None
    made_at: str
    build: str


class ExportedGame(Record):
    """One game without the names and ids of people, servers and channels."""

    format: Literal[1, 2, 3] = 3
    note: str
    game_id: int
    game: str
    """The game's key, e.g. "goodwill"."""
    version: int
    """Of the saved table."""
    status: GameStatus
    complete: bool
    """Whether everything is in it; else only what everybody may know."""
    options: dict[str, Any]
    box: dict[str, Any]
    players: int
    seed: str | None
    """The secret whose digest was told at first."""
    entries: list[ExportedEntry]
    state: dict[str, Any] | None
    """The table after the last entry."""
    review: Review | None = None
    """How a finished game went, with its seats by number; None: nobody has looked back at it. It proves nothing."""


async def export(storage: Storage, game_id: int, *, full: bool = False) -> ExportedGame:
    """Return a game as a record without people.

    Args:
        storage: where the game is kept.
        game_id: which one.
        full: export everything although the game is not over; for the operator only.

    Raises:
        Refusal: there is no such game, or it has not begun.
    """
    saved = await storage.games.saved(game_id)
    if saved is None:
        raise Refusal(f"There is no game with the number {game_id}.")
    if saved.state is None:
        raise Refusal(f"Game {game_id} has not begun, so there is nothing to export.")
    box = await storage.games.box(saved.game.box)
    if box is None:
        raise Refusal(f"The cards of game {game_id} are missing from the database. Restore a backup.")
    # Moves may have been made since the game was read; they are left out.
    entries = [entry for entry in await storage.games.entries(game_id) if entry.revision <= saved.game.revision]
    complete = full or saved.game.status in _WRITTEN
    state = json.loads(saved.state) if complete else None
    finished = saved.game.status == "finished"
    review = readable(await storage.reviews.of(game_id), saved.game.revision) if finished else None
    return ExportedGame(
        note=_WRITTEN.get(saved.game.status, _CLOSED if complete else _PUBLIC),
        game_id=game_id,
        game=saved.game.title,
        version=saved.game.version,
        status=saved.game.status,
        complete=complete,
        options=json.loads(saved.game.options),
        box=json.loads(box),
        players=len(saved.seats),
        seed=None if state is None else state["chance"].get("secret") or state["chance"]["seed"],
        entries=[_whole(entry) for entry in entries] if complete else list(_public(entries)),
        state=state,
        review=None if review is None else with_numbers(review),
    )


def _whole(entry: GameLogRecord) -> ExportedEntry:
    return ExportedEntry(
        revision=entry.revision,
        kind=entry.kind,
        seat=entry.seat,
        move=None if entry.move is None else json.loads(entry.move),
        told=json.loads(entry.told),
        fence=entry.fence,
        made_at=entry.made_at,
        build=entry.build,
    )


def _public(entries: Sequence[GameLogRecord]) -> Iterator[ExportedEntry]:
    number = 0
    heard = {entry.revision for entry in entries if is_heard_by(entry, None)}
    for entry in entries:
        if entry.revision not in heard and heard.isdisjoint(undone_by(entry)):
            continue
        told = [piece for piece in json.loads(entry.told) if piece["to"] is None]
        number += 1
        yield ExportedEntry(
            revision=number,
            kind=entry.kind if entry.kind in ("setup", "undo", "renewal") else "move",
            seat=entry.seat if entry.kind == "undo" else None,  # the log shows everybody who undid a move
            move=None,
            told=told,
            fence=None,
            made_at=entry.made_at,
            build=entry.build,
        )


# -- reading ---------------------------------------------------------------------------------------


def read(text: str | bytes) -> ExportedGame:
    """Return the exported game in a file; raise BadFile with a sentence when there is none."""
    raw = parsed(text)
    if not isinstance(raw, dict) or "format" not in raw:
        raise BadFile("This file is not an exported game.")
    if raw["format"] not in FORMATS:
        raise BadFile(
            f"This file has format {raw['format']!r:.20}, and this program (version {__version__}) reads "
            f"formats {listed(FORMATS)}. Use the version of the program that wrote it."
        )
    raw.pop("review", None)  # nothing is proven by it, so whatever stands there keeps nobody from checking the game
    try:
        return ExportedGame.model_validate(raw)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, error["loc"]))
        raise BadFile(f"This file is not a whole exported game: at {place}: {error['msg']}.") from None


# -- proving ---------------------------------------------------------------------------------------
