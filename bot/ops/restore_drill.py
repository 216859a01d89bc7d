"""Restore drill: restores a backup to a temporary place and loads every live game, to prove that it works."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.host.errors import Refusal, Unreadable
from bot.host.host import Host
from bot.host.lobby.lobby import Lobby
from bot.host.record.validation import list_errors
from bot.host.table.audience_log import parse_told
from storage.connect import create_spare_location, open_storage, restore
from storage.database_url import Location
from storage.interface.errors import StoreFailed
from storage.interface.games import GameRow
from storage.interface.shards import ALL_SHARDS
from storage.store import Storage


@dataclass
class RestoreDrill:
    """Result of a drill."""

    backup: Path
    games: int = 0
    """Number of running games; each can continue unless `failures` says otherwise."""
    lobbies: int = 0
    questions: int = 0
    """Number of open questions in them."""
    entries: int = 0
    """Number of log entries read."""
    failures: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether all games can continue."""
        return not self.failures


async def run_drill(
    backup: Path, games: Mapping[str, AnyGame], boxes: Mapping[str, Box], place: Location
) -> RestoreDrill:
    """Restore a backup to a temporary place, migrate it, and load every live game.

    Args:
        backup: the file; it is not changed.
        games: the available games.
        boxes: the operator's own boxes.
        place: the bot's database; a server's backup is restored in another database on the same server.

    Raises:
        StoreFailed: the backup cannot be restored at all.
    """
    report = RestoreDrill(backup)
    async with create_spare_location(backup, place) as copy:
        nothing = (copy if isinstance(copy, Path) else backup).with_name("nothing.kept")
        await asyncio.to_thread(restore, backup, copy, keep_as=nothing)
        storage = await open_storage(copy)
        try:
            report.failures += await storage.check()
            host = Host(storage, games, boxes=boxes)
            for row in await storage.games.list_in_shards(ALL_SHARDS, statuses=("open", "running")):
                try:
                    await _try(host, row, report)
                except Exception as failed:  # noqa: BLE001 - whatever it is, the other games are tried as well
                    said = _describe_failure(failed)
                    if said not in report.failures:  # otherwise the check has found it already
                        report.failures.append(f"Game {row.game_id} ({row.title}): {said}")
        finally:
            await storage.close()
    return report


async def _try(host: Host, row: GameRow, report: RestoreDrill) -> None:
    if row.status == "open":
        report.lobbies += 1
        await Lobby(host).get_open_table(row.game_id)
        return
    report.games += 1
    running = await host.get_running_game(row.game_id)
    running.table.audit()
    asked = play.list_questions(running.table)
    if not asked:
        report.failures.append(f"Game {row.game_id} ({row.title}): it is not over, but nobody is asked anything.")
    report.questions += len(asked)
    report.entries += await _read_log(host.storage, running.game, row.game_id)


async def _read_log(storage: Storage, game: AnyGame, game_id: int) -> int:
    entries = await storage.games.list_entries(game_id)
    for entry in entries:
        parse_told(game, entry)
    return len(entries)


def _describe_failure(failed: Exception) -> str:
    """Describe a failure without content of the table, which may be secret."""
    if isinstance(failed, Unreadable):
        return str(failed.__cause__)
    if isinstance(failed, StoreFailed | Refusal):
        return str(failed)
    if isinstance(failed, ValidationError):
        return f"it does not fit this version of the program: {'; '.join(list_errors(failed))}"
    if isinstance(failed, AssertionError):
        return "its audit fails: money, cards or tokens have appeared or vanished."
    return f"it cannot be loaded ({type(failed).__name__})."
