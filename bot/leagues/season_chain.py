"""Link seasons of a league: a new season's draw names the logs from which entrants carry results over.

With both files, anybody can verify that carried-over divisions follow from earlier results. Files contain no
identities: the check is that each carried-over result belongs to an entrant of those seasons, and none is used twice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.engine.chance import compute_digest
from bot.leagues.log_entries import Brought, Drawn, Former, LogLine
from bot.leagues.season import Season
from bot.leagues.season_end import collect_brought

Facts: TypeAlias = tuple[int | None, int, int, int]


def build_former(lines: Sequence[LogLine]) -> Former:
    """Return a draw's reference to the log of an earlier season in its current state."""
    return Former(lines=len(lines), digest=hash_log(lines))


def hash_log(lines: Iterable[LogLine]) -> str:
    """Return the SHA-256 of a log, excluding authors and reasons, which stay in the server.

    Each line is a list of its number, time and entry, as JSON with sorted keys and without blanks. Empty values are
    omitted, so that newer programs with additional fields compute the same digest.
    """
    texts = (
        json.dumps(
            [line.number, line.made_at, _remove_empty(line.entry.model_dump(mode="json"))], sort_keys=True, **_COMPACT
        )
        for line in lines
    )
    return compute_digest("\n".join(texts))


_COMPACT: Mapping[str, Any] = {"separators": (",", ":")}


def _remove_empty(found: Any) -> Any:
    """Return a value without the empty values in its objects: null, false, 0, and empty strings and containers."""
    if isinstance(found, dict):
        return {
            key: full for key, one in found.items() if (full := _remove_empty(one)) not in (None, False, 0, "", [], {})
        }
    return [_remove_empty(one) for one in found] if isinstance(found, list) else found


def verify_brought(entry: Drawn, former_logs: Iterable[Sequence[LogLine]]) -> tuple[dict[int, bool], bool]:
    """Verify the results carried into a draw against earlier seasons.

    Args:
        entry: the draw.
        former_logs: complete logs of earlier seasons; unrelated ones are ignored.

    Returns:
        For each season the draw names, by number of seasons ago, whether its log is available; and whether the
            carried-over results follow from the available logs, as far as these reach.
    """
    logs = [*former_logs]
    found: dict[int, bool] = {}
    there: Counter[Facts] = Counter()
    for ago, named in entry.former.items():
        parts = [log[: named.lines] for log in logs if len(log) >= named.lines]
        log = next((part for part in parts if hash_log(part) == named.digest), None)
        found[ago] = log is not None
        if log is not None:
            last = Season(log)
            there.update(
                map(_get_facts, collect_brought(last, {one: one for one in last.entrants}, missed=ago - 1).values())
            )
    came = Counter(facts for facts in map(_get_facts, entry.brought.values()) if facts != _get_facts(Brought()))
    if all(found.values()):
        return found, came <= there
    return found, True


def has_earned(entry: Drawn) -> bool:
    """Whether a draw carries over a division, a place or a missed season of anybody."""
    return any(_get_facts(one) != _get_facts(Brought()) for one in entry.brought.values())


def _get_facts(one: Brought) -> Facts:
    return one.level, one.was, one.place, one.missed
