"""Every answer of the recorded games is reached in no more trips to the bot than `trips.json` has kept.

`python -m tests.ui.test_trips` writes the file anew; do so only where more trips are meant, or records have changed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.questions import BadAnswer, Question
from bot.engine.records import Move
from bot.testing.random_games import build_random
from bot.testing.recording import build_case, read_record
from tests.any_question import picks_of
from tests.ui.records import EVERY_RECORD, RECORDS
from tests.ui.trips import count_trips

KEPT = Path(__file__).with_name("trips.json")
QUESTIONS = 60
"""Questions of a record whose trips are counted."""


class Trips(NamedTuple):
    """Trips to the answers of a record."""

    total: int
    median: int
    ninety: int
    """Nine of ten answers take no more."""
    most: int


def is_offered(question: Question, move: Move) -> bool:
    """Whether a question offers this move; records also hold moves that only older programs offered."""
    with suppress(BadAnswer, ValueError):
        return question.read(picks_of(question, move)) == move
    return False


def measure_record(game: AnyGame, path: Path) -> tuple[Trips, str]:
    """Return the trips to answers from all over a record, and the prompt of the question that takes most."""
    record = read_record(path)
    case = build_case(game, record)
    table = case.begin(record["seed"]).table
    chosen = set(build_random(path.stem).sample(range(len(record["moves"])), min(QUESTIONS, len(record["moves"]))))
    found: list[tuple[int, str]] = []
    for number, entry in enumerate(record["moves"]):
        question = play.find_question(table, entry["seat"])
        move = game.moves.validate_python(entry["move"])
        assert question is not None
        if number in chosen and is_offered(question, move):
            found.append((count_trips(question, move), question.prompt))
        table = play.play(table, entry["seat"], move, question=question).table
    trips = sorted(count for count, _ in found)
    return Trips(sum(trips), trips[len(trips) // 2], trips[len(trips) * 9 // 10], trips[-1]), max(found)[1]


@pytest.mark.parametrize("name", EVERY_RECORD)
def test_no_answer_of_a_record_takes_more_trips_than_before(name: str) -> None:
    kept = Trips(*json.loads(KEPT.read_text(encoding="utf-8"))[name])
    now, prompt = measure_record(*RECORDS[name])
    worse = [field for field, before, after in zip(Trips._fields, kept, now, strict=True) if after > before]
    assert not worse, f"{worse}: {now} instead of {kept}; most at {prompt!r}"


def test_trips_are_kept_for_every_record_and_no_other() -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert set(kept) == set(RECORDS)


if __name__ == "__main__":
    lines = [f'  "{name}": {list(measure_record(*record)[0])}' for name, record in RECORDS.items()]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
