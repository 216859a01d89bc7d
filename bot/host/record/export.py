"""Export one game as a file, and read such files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from bot import __version__
from bot.engine.records import Record, Seat
from bot.engine.words import format_list
from bot.host.errors import Refusal
from bot.host.record.turning_points import Review, read_stored_review, replace_seat_marks
from bot.host.record.untrusted_files import BadFile, parse_json
from bot.host.table.audience_log import list_heard_entries
from storage.interface.game_log import EntryKind, GameLogRecord
from storage.interface.games import GameStatus
from storage.store import Storage

FORMATS = (1, 2, 3)
"""Supported versions: 1 has no players' contributions to the randomness, 2 no reviews."""

_WHOLE = "The whole game: with its seed, everybody can play it again and check it."
_PUBLIC = "What everybody at this table has been told so far. A game that is over is exported with its seed and moves."
_CLOSED = "FOR THE OPERATOR ALONE: this game was not played to its end, and its seed, hands and sealed moves are here."
_AS_FAR = (
    "The whole game as far as it went, for it was abandoned: with its seed, everybody can play it again and check it."
)

_WRITTEN: Mapping[GameStatus, str] = {"finished": _WHOLE, "abandoned": _AS_FAR}
"""Explanatory text in files of games that are exported in full."""


class ExportedNews(Record):
    """One piece of news and the seats that received it; `to` null means everybody."""

    news: dict[str, Any]
    to: list[Seat] | None = None


class ExportedEntry(Record):
    """One entry of the log.

    A public export has only the entries with public news and those that undo them. They are renumbered, and lack
    anything that could reveal who was asked in secret: gaps, seats and kinds of the other entries would.
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
    """One game without names and ids of people, servers and channels."""

    format: Literal[1, 2, 3] = 3
    note: str
    game_id: int
    game: str
    """The game's key, e.g. "goodwill"."""
    version: int
    """Version of the saved table."""
    status: GameStatus
    complete: bool
    """Whether it is complete; otherwise it has public information only."""
    options: dict[str, Any]
    box: dict[str, Any]
    players: int
    seed: str | None
    """The secret seed, whose digest was published before the game."""
    entries: list[ExportedEntry]
    state: dict[str, Any] | None
    """The table after the last entry."""
    review: Review | None = None
    """The review of a finished game, with seats by number; None: not reviewed yet. It is no part of the proof."""


async def export_game(storage: Storage, game_id: int, *, full: bool = False) -> ExportedGame:
    """Export a game without people.

    Args:
        storage: the store of games.
        game_id: the game.
        full: export everything even if the game is not over; for the operator only.

    Raises:
        Refusal: there is no such game, or it has not begun.
    """
    saved = await storage.games.load(game_id)
    if saved is None:
        raise Refusal(f"There is no game with the number {game_id}.")
    if saved.state is None:
        raise Refusal(f"Game {game_id} has not begun, so there is nothing to export.")
    box = await storage.games.get_box(saved.game.box)
    if box is None:
        raise Refusal(f"The cards of game {game_id} are missing from the database. Restore a backup.")
    # Moves made since the game was read are left out.
    entries = [entry for entry in await storage.games.list_entries(game_id) if entry.revision <= saved.game.revision]
    complete = full or saved.game.status in _WRITTEN
    state = json.loads(saved.state) if complete else None
    finished = saved.game.status == "finished"
    review = read_stored_review(await storage.reviews.get(game_id), saved.game.revision) if finished else None
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
        entries=[_export_entry(entry) for entry in entries] if complete else list(_export_public_entries(entries)),
        state=state,
        review=None if review is None else replace_seat_marks(review),
    )


def _export_entry(entry: GameLogRecord) -> ExportedEntry:
    return ExportedEntry(
        revision=entry.revision,
        kind=entry.kind,
        seat=entry.seat,
        move=None if entry.move is None else json.loads(entry.move),
        told=json.loads(entry.stored_news),
        fence=entry.blocks_undo,
        made_at=entry.made_at,
        build=entry.build,
    )


def _export_public_entries(entries: Sequence[GameLogRecord]) -> Iterator[ExportedEntry]:
    records = {entry.revision: entry for entry in entries}
    heard = [entry for entry in list_heard_entries(None, entries) if entry.is_heard or entry.undoer is not None]
    for number, entry in enumerate(heard, 1):
        record = records[entry.revision]
        yield ExportedEntry(
            revision=number,
            kind=record.kind if record.kind in ("setup", "undo", "renewal") else "move",
            seat=entry.undoer,  # the log shows everybody who undid a move
            move=None,
            told=list((entry.pieces or {}).values()),
            fence=None,
            made_at=record.made_at,
            build=record.build,
        )


# -- reading ---------------------------------------------------------------------------------------


def parse_export(text: str | bytes) -> ExportedGame:
    """Parse an exported game; raise BadFile with a sentence if it is none."""
    raw = parse_json(text)
    if not isinstance(raw, dict) or "format" not in raw:
        raise BadFile("This file is not an exported game.")
    if raw["format"] not in FORMATS:
        raise BadFile(
            f"This file has format {raw['format']!r:.20}, and this program (version {__version__}) reads "
            f"formats {format_list(FORMATS)}. Use the version of the program that wrote it."
        )
    raw.pop("review", None)  # it is no part of the proof, so a wrong one must not prevent checking the game
    try:
        return ExportedGame.model_validate(raw)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, error["loc"]))
        raise BadFile(f"This file is not a whole exported game: at {place}: {error['msg']}.") from None


# -- proving ---------------------------------------------------------------------------------------
