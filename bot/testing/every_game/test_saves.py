"""Tables saved by every released version load and can be played on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.table import Table
from bot.testing.random_games import (
    EVERY_GAME,
    GAMES,
    Case,
    build_random,
    format_page_lines,
    has_sealed_answers,
    play_on,
)
from bot.testing.recording import get_save_path, list_saves, read_record, write_save
from bot.testing.thorough import mark_thorough

SAVES = [pytest.param(game, path, id=f"{game.key}-{path.stem}") for game in GAMES.values() for path in list_saves(game)]


def load_saved_tables(game: AnyGame, path: Path) -> list[Table]:
    """Return the tables as loaded by today's program, with all upgrades applied."""
    saved = read_record(path)
    box = type(game.box).model_validate(saved["box"])
    tables = []
    for raw in saved["tables"]:
        for version in range(saved["version"], game.saved.version):
            raw = game.saved.upgrades[version](raw)
        tables.append(play.load(game.table, json.dumps(raw), box))
    return tables


@pytest.mark.parametrize("game", EVERY_GAME)
def test_there_is_a_save_of_every_version(game: AnyGame) -> None:
    assert list_saves(game) == [get_save_path(game, version) for version in range(1, game.saved.version + 1)]
    assert set(game.saved.upgrades) == set(range(1, game.saved.version))


@pytest.mark.parametrize(("game", "path"), SAVES)
def test_a_save_knows_its_version(game: AnyGame, path: Path) -> None:
    saved: dict[str, Any] = read_record(path)
    assert path.stem == f"v{saved['version']}"
    assert len(saved["tables"]) >= 2
    assert len({table["agenda"][0]["kind"] for table in saved["tables"]}) == len(saved["tables"])


@pytest.mark.parametrize(("game", "path"), SAVES)
def test_saved_tables_load_and_are_shown_to_everybody(game: AnyGame, path: Path) -> None:
    for table in load_saved_tables(game, path):
        table.audit()
        assert play.list_asked_seats(table)
        assert play.copy(table) == table
        for reader in (*table.seats, None):
            assert format_page_lines(game.page(game.view(table, reader)))


@pytest.mark.parametrize("which", mark_thorough([slice(1), slice(1, None)]), ids=["the first", "the others"])
@pytest.mark.parametrize(("game", "path"), SAVES)
def test_saved_tables_are_played_on_to_the_end(game: AnyGame, path: Path, which: slice) -> None:
    for number, table in list(enumerate(load_saved_tables(game, path)))[which]:
        last = table
        for turn in play_on(table, build_random(number)):
            turn.after.audit()
            last = turn.after
        assert last.outcome is not None
        assert play.list_asked_seats(last) == []


@pytest.mark.parametrize(("game", "path"), SAVES)
def test_answers_that_lie_on_a_saved_table_can_be_taken_back(game: AnyGame, path: Path) -> None:
    taken_back = 0
    for table in load_saved_tables(game, path):
        for seat in table.seats:
            if play.can_take_back_answer(table, seat):
                after = play.take_back_answer(table, seat).table
                assert seat in play.list_asked_seats(after)
                taken_back += 1
    assert bool(taken_back) == has_sealed_answers(game)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_an_earlier_program_has_saved_is_never_written_anew(game: AnyGame) -> None:
    path = get_save_path(game, game.saved.version)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        write_save(game)
    assert path.read_bytes() == before


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_table_of_today_is_saved_as_the_save_of_its_version_was(game: AnyGame) -> None:
    """The table format may change only with its version; otherwise running games would not load."""
    fields = set(Case(game, min(game.seats), game.options()).begin("fields").table.model_dump())
    for raw in read_record(get_save_path(game, game.saved.version))["tables"]:
        assert set(raw) == fields
