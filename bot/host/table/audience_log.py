"""Select the part of a game's stored log that one audience has heard.

Everything that formats stored news for a reader gets an `AudienceLog`. It contains no news of others, and no entry that
its audience has not heard of. A screen gets it from an `AudienceView`, so both have the same audience.

The guard cannot compare stored news with those of other states: they report a past move, and a resampled table has no
past. It would also compare little, because hearing a piece of news is how its audience came to know it. So this module
promises only that a log depends on the pieces addressed to its audience, its own acts, and public facts such as
defaults. The rules must address news to the right seats, which `bot/testing/every_game` tests.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import orjson

from bot.engine.game import AnyGame
from bot.engine.records import News, Seat, Told
from storage.interface.game_log import IN_PERSON, GameLogRecord

log = logging.getLogger(__name__)

StoredPiece: TypeAlias = Mapping[str, Any]
"""A piece of news in the log's form: `{"news": ..., "to": [seats] or null}`."""


class HeardEntry(NamedTuple):
    """The part of a log entry that its audience may know."""

    revision: int
    """For read marks and links. It counts secret moves, so it is never shown."""
    pieces: Mapping[int, StoredPiece] | None
    """The pieces of news for the audience by their index, which is never shown; None: the entry is damaged."""
    is_setup: bool = False
    is_own: bool = False
    """Whether the audience's player made it in person; nobody else may have heard of it."""
    defaulted: Seat | None = None
    """The seat for which the table's default was played; None: it is no default, or a secret one."""
    undoer: Seat | None = None
    """The seat whose last move it undid; None: it is no undo."""
    undoes: range = range(0)
    """The revisions that it undid."""
    undone: bool = False
    """Whether a later entry undid it."""

    @property
    def is_heard(self) -> bool:
        """Whether it has news for the audience."""
        return bool(self.pieces)


@dataclass(frozen=True)
class AudienceLog:
    """The log of a game, or a part of it, as one audience has heard it."""

    game: AnyGame
    audience: Seat | None
    """The seat that reads it; None: the public."""
    entries: Sequence[HeardEntry]
    """The entries that it may know of, oldest first. There may be others between them."""

    def parse_entry(self, entry: HeardEntry) -> Mapping[int, Told] | None:
        """Parse the news of an entry, by their index in it; None when they are damaged, so that the rest is shown."""
        if entry.pieces is not None:
            try:
                return {index: _parse_piece(self.game, piece) for index, piece in entry.pieces.items()}
            except (ValueError, KeyError, TypeError):
                pass
        log.warning("entry %d of the log is broken", entry.revision)  # without the reason, which would quote it
        return None

    def iterate_told(self) -> Iterator[Told]:
        """Yield the news of all intact entries that were not undone."""
        for entry in self.entries:
            if not entry.undone:
                yield from (self.parse_entry(entry) or {}).values()

    def list_news_since(self, since: int) -> Sequence[News]:
        """Return the news after a revision that still stand, and the earlier ones that were undone since."""
        undone = {revision for entry in self.entries if entry.revision > since for revision in entry.undoes}
        return [
            piece.news
            for entry in self.entries
            if (entry.revision > since) != (entry.revision in undone)
            for piece in (self.parse_entry(entry) or {}).values()
        ]


def build_audience_log(
    game: AnyGame, audience: Seat | None, entries: Sequence[GameLogRecord], *, until: int | None = None
) -> AudienceLog:
    """Build the log of an audience from stored entries up to a revision.

    A screen asks an `AudienceView` for it instead, so that both have the same reader.
    """
    return AudienceLog(game, audience, list_heard_entries(audience, entries, until=until))


def list_heard_entries(
    audience: Seat | None, entries: Sequence[GameLogRecord], *, until: int | None = None
) -> list[HeardEntry]:
    """Return what an audience may know of stored entries, up to a revision.

    An undo is known to those who have heard of an undone move. Where undone moves precede the given entries, it is
    known to everybody.
    """
    known = [entry for entry in entries if until is None or entry.revision <= until]
    undone = {revision for entry in known for revision in get_undone_revisions(entry)}
    pieces = {entry.revision: _select_pieces(_list_pieces(entry), audience) for entry in known}
    heard = {revision for revision, found in pieces.items() if found}
    result = []
    for entry in known:
        undoes = get_undone_revisions(entry)
        is_own = audience is not None and entry.seat == audience and entry.kind in IN_PERSON
        has_undone_known = bool(undoes) and (undoes.start < known[0].revision or not heard.isdisjoint(undoes))
        is_undo = entry.kind == "undo" and (is_own or has_undone_known)
        told = pieces[entry.revision]
        defaulted = entry.seat if entry.kind == "default" and not is_in_secret(entry) else None
        if told or told is None or entry.kind == "setup" or is_own or is_undo or defaulted is not None:
            result.append(
                HeardEntry(
                    entry.revision,
                    told,
                    is_setup=entry.kind == "setup",
                    is_own=is_own,
                    defaulted=defaulted,
                    undoer=entry.seat if is_undo else None,
                    undoes=undoes if is_undo else range(0),
                    undone=entry.kind != "undo" and entry.revision in undone,
                )
            )
    return result


# -- stored entries --------------------------------------------------------------------------------


def format_told_json(told: Sequence[Told]) -> str:
    """Convert news with their audiences to the log's JSON."""
    pieces = [
        f'{{"news":{piece.news.model_dump_json()},"to":{"null" if piece.to is None else sorted(piece.to)}}}'
        for piece in told
    ]
    return f"[{','.join(pieces)}]"


def parse_told(game: AnyGame, entry: GameLogRecord) -> list[Told]:
    """Parse all news of a log entry with their audiences; for checks that show none of them."""
    return [_parse_piece(game, piece) for piece in orjson.loads(entry.stored_news)]


def is_heard_by(entry: GameLogRecord, seat: Seat | None) -> bool:
    """Whether a log entry has news for this seat, or (None) for the public."""
    return bool(_select_pieces(_list_pieces(entry), seat))


def is_in_secret(entry: GameLogRecord) -> bool:
    """Return whether the entry must stay hidden because its seat reveals who was asked."""
    return any(piece["to"] == [] for piece in _list_pieces(entry) or ())


def is_unheard(entry: GameLogRecord) -> bool:
    """Whether a log entry is hidden and changes nothing else, so that the table has not moved on for anybody."""
    pieces = _list_pieces(entry)
    return bool(pieces) and all(piece["to"] == [] for piece in pieces or ())


def get_undone_revisions(entry: GameLogRecord) -> range:
    """Return the revisions that an entry undoes; empty if it is no undo."""
    if entry.kind != "undo" or not entry.move:
        return range(0)
    return range(json.loads(entry.move)["back_to"] + 1, entry.revision)


def list_effective_entries(entries: Sequence[GameLogRecord]) -> list[GameLogRecord]:
    """Return the entries that were not undone and are no undos."""
    undone = {revision for entry in entries for revision in get_undone_revisions(entry)}
    return [entry for entry in entries if entry.kind != "undo" and entry.revision not in undone]


def _list_pieces(entry: GameLogRecord) -> Sequence[StoredPiece] | None:
    """Return all pieces of news of an entry; None when they are damaged."""
    try:
        pieces: Sequence[StoredPiece] = orjson.loads(entry.stored_news)
        return pieces if all(piece["to"] is None or isinstance(piece["to"], list) for piece in pieces) else None
    except (ValueError, KeyError, TypeError):
        return None


def _select_pieces(pieces: Sequence[StoredPiece] | None, audience: Seat | None) -> Mapping[int, StoredPiece] | None:
    """Return the pieces for an audience by their index."""
    if pieces is None:
        return None
    return {index: piece for index, piece in enumerate(pieces) if _is_addressed_to(piece, audience)}


def _is_addressed_to(piece: StoredPiece, audience: Seat | None) -> bool:
    return piece["to"] is None or audience in piece["to"]


def _parse_piece(game: AnyGame, piece: StoredPiece) -> Told:
    return Told(game.news.validate_python(piece["news"]), None if piece["to"] is None else frozenset(piece["to"]))
