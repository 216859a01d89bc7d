"""Backups: the folder of copies, how old the newest is, and which have had their day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.settings import Settings

OVERDUE = timedelta(hours=26)
"""An age the newest backup does not reach while one is made each night."""

_NAME = re.compile(r"boardroom-(\d{8}T\d{6}Z)\.(?:db|dump)(\.unfinished)?")
_STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A copy of the database, made by `Storage.backup`."""

    made_at: datetime
    path: Path

    def age(self, now: datetime) -> timedelta:
        """How old it is; a clock that was set back makes nothing younger than new."""
        return max(now - self.made_at, timedelta(0))


def new_name(now: datetime, *, dumped: bool = False) -> str:
    """Return the name of a backup made now; its time stands in it, for a copied file has another date.

    Args:
        now: the moment.
        dumped: whether it is a PostgreSQL server's.
    """
    return f"boardroom-{now.astimezone(UTC):{_STAMP}}.{'dump' if dumped else 'db'}"


def listed(folder: Path) -> list[Backup]:
    """Return the backups in a folder, oldest first; other files are none of ours."""
    return [Backup(made_at, path) for made_at, path, finished in _ours(folder) if finished]


def newest(folder: Path) -> Backup | None:
    """Return the newest backup in a folder, if there is any."""
    found = listed(folder)
    return found[-1] if found else None


def surplus(backups: Sequence[Backup], *, daily: int, weekly: int) -> list[Backup]:
    """Return the backups that need not be kept.

    The newest of each day is kept for so many days, and the newest of each week for so many weeks. Days and weeks
    without a backup do not count, so that nothing goes only because the bot was off. The newest of all stays.
    """
    days: dict[object, Backup] = {}
    weeks: dict[object, Backup] = {}
    for backup in sorted(backups):
        days[backup.made_at.date()] = backup
        weeks[backup.made_at.isocalendar()[:2]] = backup
    kept = {*list(days.values())[-max(daily, 1) :], *(list(weeks.values())[-weekly:] if weekly else ())}
    return [backup for backup in sorted(backups) if backup not in kept]


def rotate(folder: Path, settings: Settings, now: datetime) -> list[Path]:
    """Delete what need not be kept, and what a stopped program left half written; return what went."""
    old = surplus(listed(folder), daily=settings.backups_daily, weekly=settings.backups_weekly)
    gone = [backup.path for backup in old]
    gone += [path for made_at, path, finished in _ours(folder) if not finished and now - made_at > timedelta(days=1)]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def _ours(folder: Path) -> list[tuple[datetime, Path, bool]]:
    if not folder.is_dir():
        return []
    found = []
    for path in folder.iterdir():
        name = _NAME.fullmatch(path.name)
        if name and path.is_file():
            try:
                made_at = datetime.strptime(name[1], _STAMP).replace(tzinfo=UTC)
            except ValueError:  # digits that are no date
                continue
            found.append((made_at, path, name[2] is None))
    return sorted(found)
