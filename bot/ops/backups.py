"""Backup files: names, ages and rotation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.settings import Settings

OVERDUE_AFTER = timedelta(hours=26)
"""Age that the newest backup does not reach while one is made each night."""

_NAME = re.compile(r"boardroom-(\d{8}T\d{6}Z)\.(?:db|dump)(\.unfinished)?")
_STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A copy of the database, made by `Storage.backup`."""

    made_at: datetime
    path: Path

    def get_age(self, now: datetime) -> timedelta:
        """Return its age; never negative, even if the clock was set back."""
        return max(now - self.made_at, timedelta(0))


def build_name(now: datetime, *, dumped: bool = False) -> str:
    """Build the name of a backup made now; it contains the time, because copying a file changes its date.

    Args:
        now: the current time.
        dumped: whether it is the dump of a PostgreSQL database.
    """
    return f"boardroom-{now.astimezone(UTC):{_STAMP}}.{'dump' if dumped else 'db'}"


def list_backups(folder: Path) -> list[Backup]:
    """List the backups in a folder, oldest first; other files are ignored."""
    return [Backup(made_at, path) for made_at, path, finished in _list_files(folder) if finished]


def find_newest(folder: Path) -> Backup | None:
    """Return the newest backup in a folder; None if there is none."""
    found = list_backups(folder)
    return found[-1] if found else None


def find_surplus(backups: Sequence[Backup], *, daily: int, weekly: int) -> list[Backup]:
    """Return the backups that rotation may delete.

    It keeps the newest of each day for `daily` days, and the newest of each week for `weekly` weeks. Days and weeks
    without a backup do not count, so that downtime deletes nothing. The newest of all is always kept.
    """
    days: dict[object, Backup] = {}
    weeks: dict[object, Backup] = {}
    for backup in sorted(backups):
        days[backup.made_at.date()] = backup
        weeks[backup.made_at.isocalendar()[:2]] = backup
    kept = {*list(days.values())[-max(daily, 1) :], *(list(weeks.values())[-weekly:] if weekly else ())}
    return [backup for backup in sorted(backups) if backup not in kept]


def rotate(folder: Path, settings: Settings, now: datetime) -> list[Path]:
    """Delete surplus backups and unfinished files of a killed program; return the deleted paths."""
    old = find_surplus(list_backups(folder), daily=settings.backups_daily, weekly=settings.backups_weekly)
    gone = [backup.path for backup in old]
    gone += [
        path for made_at, path, finished in _list_files(folder) if not finished and now - made_at > timedelta(days=1)
    ]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def _list_files(folder: Path) -> list[tuple[datetime, Path, bool]]:
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
