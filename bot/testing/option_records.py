"""Short golden records: a digest of a random game for every value of every option that affects it.

They lie in `options.json` beside the game's `tested.py`, and are written with its other records. The digest covers all
moves and all texts. It detects a change but does not show it; the whole games in `records` do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.engine.game import AnyGame
from bot.engine.options import Options, with_value
from bot.testing.random_games import Case, build_random, choose_options, list_values
from bot.testing.recording import play_again
from bot.testing.tested import find_folder

FILE = "options.json"
FIRST = ["swift"]
"""Values that come first, and so belong to the quick suite."""
MOST_TRIES = 60
"""Maximum sets of options to try until a value makes a difference."""


@dataclass(frozen=True)
class OptionRecord:
    """A random game with a value of an option, and a digest of all its texts."""

    option: str
    value: Any
    players: int
    options: dict[str, Any]
    moves: int
    read: str


def read_option_records(game: AnyGame) -> list[OptionRecord]:
    """Return a game's option records."""
    path = find_folder(game) / FILE
    entries = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return [OptionRecord(**entry) for entry in entries]


def list_option_values(game: AnyGame) -> list[tuple[str, Any]]:
    """Return each value of each option except the defaults, in the order of the records."""
    usual = game.options()
    found = [
        (name, value)
        for name in game.options.model_fields
        for value in list_values(game, name)
        if value != getattr(usual, name)
    ]
    return sorted(found, key=lambda each: each[1] not in FIRST)


def record_again(game: AnyGame, record: OptionRecord) -> OptionRecord:
    """Return the record as today's program produces it."""
    case = Case(game, record.players, game.options(**record.options))
    return _record(case, record.option, record.value, _play(case, record.option))


def write_option_records(game: AnyGame) -> Path:
    """Record every value of every option: in the same game as before, or in a new one."""
    before = {(record.option, record.value): record for record in read_option_records(game)}
    records = [
        record_again(game, before[each]) if each in before else _find_first_record(game, *each)
        for each in list_option_values(game)
    ]
    path = find_folder(game) / FILE
    text = ",\n".join(f" {json.dumps(vars(record), ensure_ascii=False)}" for record in records)
    path.write_text(f"[\n{text}\n]\n", encoding="utf-8")
    return path


def _find_first_record(game: AnyGame, name: str, value: Any) -> OptionRecord:
    """Record a game in which the value makes a difference, if one is found."""
    usual = getattr(game.options(), name)
    for case in _list_cases(game, name, value):
        other = with_value(case.options, name, usual)
        if other is None:
            continue
        played = _play(case, name)
        if played["moves"] != _play(Case(game, case.players, other), name)["moves"]:
            return _record(case, name, value, played)
    case = next(_list_cases(game, name, value))
    return _record(case, name, value, _play(case, name))


def _list_cases(game: AnyGame, name: str, value: Any) -> Iterator[Case]:
    """Yield tables at which the value can be chosen: first with other options at their defaults."""
    random = build_random(f"{name} {value}")
    seats = sorted(
        game.seats, key=lambda players: (abs(players - 3), players)
    )  # about three players: a short game with opponents
    tried: list[Options | None] = [with_value(game.options(), name, value)]
    tried += [choose_options(game, random) for _ in range(MOST_TRIES)]
    for options in tried:
        chosen = None if options is None else with_value(options, name, value)
        if chosen is not None:
            yield from (Case(game, players, chosen) for players in seats)


def _play(case: Case, seed: str) -> dict[str, Any]:
    return play_again(case, {"seed": seed, "options": case.options.model_dump(exclude_defaults=True)})


def _record(case: Case, name: str, value: Any, played: dict[str, Any]) -> OptionRecord:
    told = [
        played["opening"],
        played["moves"],
    ]  # without the last page, whose layout may change
    digest = sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
    return OptionRecord(name, value, case.players, played["options"], len(played["moves"]), digest)
