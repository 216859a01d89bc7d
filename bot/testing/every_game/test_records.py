"""Golden records: complete games produce the same texts as when they were recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.testing.random_games import EVERY_GAME, GAMES
from bot.testing.recording import (
    build_case,
    format_last_page,
    list_records,
    list_texts,
    play_again,
    read_record,
    write_record,
)
from bot.testing.thorough import mark_thorough

RECORDS = [
    pytest.param(game, path, id=f"{game.key}-{path.stem}") for game in GAMES.values() for path in list_records(game)
]
ONE_OF_EACH = [
    case
    for game in GAMES.values()
    for case in mark_thorough(pytest.param(game, path, id=f"{game.key}-{path.stem}") for path in list_records(game))
]
"""The same records; the quick suite takes one of each game, because they are compared line by line."""


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_has_records_with_few_and_with_many_players(game: AnyGame) -> None:
    players = {read_record(path)["players"] for path in list_records(game)}
    assert len(players) >= min(3, len(game.seats))


@pytest.mark.parametrize(("game", "path"), RECORDS)
def test_a_recorded_game_reads_the_same_line_by_line(game: AnyGame, path: Path) -> None:
    """After an intended change: `python -m bot.testing FOLDER`, and review the difference."""
    record = read_record(path)
    case = build_case(game, record)
    begun = case.begin(record["seed"])
    assert list_texts(case, begun.told) == record["opening"]
    table = begun.table
    for number, entry in enumerate(record["moves"], start=1):
        played = play.play(table, entry["seat"], game.moves.validate_python(entry["move"]))
        assert list_texts(case, played.told) == entry["read"], f"after move {number}"
        table = played.table
    assert table.outcome is not None
    assert format_last_page(case, table) == record["end"]


@pytest.mark.parametrize(("game", "path"), ONE_OF_EACH)
def test_rerecording_an_unchanged_game_changes_nothing(game: AnyGame, path: Path, tmp_path: Path) -> None:
    record = read_record(path)
    copy = tmp_path / path.name
    write_record(copy, play_again(build_case(game, record), record))
    assert copy.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "path"), ONE_OF_EACH)
def test_a_record_whose_moves_are_not_legal_any_more_is_played_on(game: AnyGame, path: Path) -> None:
    record = read_record(path)
    half = len(record["moves"]) // 2
    cut = {**record, "moves": [*record["moves"][:half], {**record["moves"][half], "seat": 99}]}
    again = play_again(build_case(game, record), cut)
    assert again["moves"][:half] == record["moves"][:half]
    assert len(again["moves"]) > half
    assert again["end"]
