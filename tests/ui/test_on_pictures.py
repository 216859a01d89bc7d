"""Of the questions of the recorded games, at least as many lie on a picture as `on_pictures.json` has kept.

`python -m tests.ui.test_on_pictures` writes the file anew; do so only where fewer are meant, or records have changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.testing.recording import build_case, read_record
from bot.testing.seated import seat_people, view_as
from bot.ui.screens.table.option_labels import label_options
from tests.ui.records import EVERY_RECORD, RECORDS

KEPT = Path(__file__).with_name("on_pictures.json")
EVERY = 4
"""Of so many questions of a record one is looked at."""
LEAST = {"goodwill": 100, "corporate-espionage": 45, "briefcase": 65, "big-shoulders": 75, "carnegie": 85}
"""Percent of a game's questions that lie on a picture; a new record may have no less."""


def generate_found(game: AnyGame, path: Path) -> Iterator[bool]:
    """Yield whether a question lies on a picture, from all over a record."""
    record = read_record(path)
    table = build_case(game, record).begin(record["seed"]).table
    for number, entry in enumerate(record["moves"]):
        seat = entry["seat"]
        question = play.find_question(table, seat)
        assert question is not None
        if number % EVERY == 0:
            seen = view_as(seat_people(table, game=game), seat)
            yield label_options(seen, question, ()) is not None
        move = game.moves.validate_python(entry["move"])
        table = play.play(table, seat, move, question=question).table


def measure_record(game: AnyGame, path: Path) -> int:
    """Return the percent of a record's questions that lie on a picture."""
    found = [*generate_found(game, path)]
    return 100 * sum(found) // len(found)


@pytest.mark.parametrize("name", EVERY_RECORD)
def test_as_many_questions_of_a_record_lie_on_a_picture_as_before(name: str) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))[name]
    assert kept >= LEAST[name.partition("/")[0]]
    assert measure_record(*RECORDS[name]) >= kept


def test_shares_are_kept_for_every_record_and_no_other() -> None:
    assert set(json.loads(KEPT.read_text(encoding="utf-8"))) == set(RECORDS)


if __name__ == "__main__":
    lines = [f'  "{name}": {measure_record(*record)}' for name, record in RECORDS.items()]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
