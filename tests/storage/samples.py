"""Rows for the tests of storage: small, and the same everywhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from storage.interface.game_log import NewGameLogRecord
from storage.interface.games import SeatRow
from storage.interface.leagues import NewLine
from storage.store import Storage

NOW = "2026-03-01T12:00:00+00:00"
LATER = "2026-03-01T12:05:00+00:00"
OUTAGE = NewLine('{"kind":"outage","seconds":300}')
"""The line of a season's log about an outage."""
GUILD, CHANNEL = 900, 901
ADA, BEN = 11, 12
SEATS = (SeatRow(1, ADA, "Ada"), SeatRow(2, BEN, "Ben"), SeatRow(3, None, "Bot"))


def state(revision: int) -> str:
    """A table that tells which revision it belongs to."""
    return json.dumps({"revision": revision, "mood": "heiter \N{SNOWMAN}"})


def entry(game_id: int, revision: int) -> NewGameLogRecord:
    """An ordinary move of seat 1 after which seat 2 is asked."""
    return NewGameLogRecord(
        game_id=game_id,
        revision=revision,
        kind="move",
        seat=1,
        move='{"kind":"build"}',
        stored_news='[{"news":{"kind":"built"},"to":null}]',
        blocks_undo=False,
        made_at=NOW,
        build="0.1.0",
        state=state(revision),
        version=3,
        asks={2: f"etag-{revision}"},
    )


async def open_lobby(
    storage: Storage, *, opened_by: int = ADA, guild_id: int = GUILD, seats: Sequence[SeatRow] = (), most: int = 0
) -> int:
    """An open lobby, without players by default."""
    return await storage.lobbies.open(
        title="goodwill",
        guild_id=guild_id,
        channel_id=CHANNEL,
        opened_by=opened_by,
        seats_wanted=3,
        seats=seats,
        most=most,
        options='{"long":true}',
        now=NOW,
    )


async def start(storage: Storage, game_id: int) -> None:
    """Turn a lobby into a running game at revision 1 in which seat 1 is asked."""
    setup = replace(entry(game_id, 1), kind="setup", seat=None, move=None, asks={1: "etag-1"})
    await storage.lobbies.start(setup, seats=SEATS, options='{"long":false}', box="digest", box_json='{"cards":[]}')


async def start_new(storage: Storage) -> int:
    """A running game at revision 1."""
    game_id = await open_lobby(storage)
    await start(storage, game_id)
    return game_id


async def revision_of(storage: Storage, game_id: int) -> int:
    """The newest revision of a game that is there."""
    saved = await storage.games.load(game_id)
    assert saved is not None
    return saved.game.revision


def content(path: Path) -> bytes:
    """What a file holds."""
    return path.read_bytes()


def put(path: Path, content: bytes) -> None:
    """Write a file behind the store's back."""
    path.write_bytes(content)
