"""The chain of a league's seasons: a new season's draw names the logs of those from which people bring something.

So whoever has the files of both can check that the divisions that people brought follow from how they had played. Who
is who, no file says: it is checked that each of them is somebody of those seasons, and nobody twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.engine.chance import digest
from bot.leagues.log_entries import Brought, Drawn, Former, LogLine
from bot.leagues.season import Season
from bot.leagues.season_end import brought

Facts: TypeAlias = tuple[int | None, int, int, int]


def former(lines: Sequence[LogLine]) -> Former:
    """Return what a draw says of the log of an earlier season, as it stands now."""
    return Former(lines=len(lines), digest=digest_of_log(lines))


def digest_of_log(lines: Iterable[LogLine]) -> str:
    """Return the SHA-256 of a log: who decided what, and why, has no part in it, for that stays in the server.

    Each line is a list of its number, its time and its entry, as JSON with sorted keys and without blanks; what is
    empty is left out of it, so that a newer program, which may write more, comes to the same.
    """
    texts = (
        json.dumps([line.number, line.made_at, _full(line.entry.model_dump(mode="json"))], sort_keys=True, **_COMPACT)
        for line in lines
    )
    return digest("\n".join(texts))


_COMPACT: Mapping[str, Any] = {"separators": (",", ":")}


def _full(found: Any) -> Any:
    """Return something without what is empty in its objects: null, false, 0, and what has nothing in it."""
    if isinstance(found, dict):
        return {key: full for key, one in found.items() if (full := _full(one)) not in (None, False, 0, "", [], {})}
    return [_full(one) for one in found] if isinstance(found, list) else found


def follows(entry: Drawn, former_logs: Iterable[Sequence[LogLine]]) -> tuple[dict[int, bool], bool]:
    """Return what earlier seasons prove of what people brought into a draw.

    Args:
        entry: the draw.
        former_logs: of earlier seasons, whole; those of others have no part in it.

    Returns:
        For each season that the draw names, how many seasons ago it was, and whether its log is among these; and
        whether all that people brought follows from those that are, as far as these reach.
    """
    logs = [*former_logs]
    found: dict[int, bool] = {}
    there: Counter[Facts] = Counter()
    for ago, named in entry.former.items():
        log = next((log[: named.lines] for log in logs if digest_of_log(log[: named.lines]) == named.digest), None)
        found[ago] = log is not None
        if log is not None:
            last = Season(log)
            there.update(map(_facts, brought(last, {one: one for one in last.entrants}, missed=ago - 1).values()))
    came = Counter(facts for facts in map(_facts, entry.brought.values()) if facts != _facts(Brought()))
    if all(found.values()):
        return found, came <= there
    return found, True


def _facts(one: Brought) -> Facts:
    return one.level, one.was, one.place, one.missed
