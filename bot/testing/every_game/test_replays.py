"""A replay from the log reproduces every table of the game, and each can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.host.record.replay import Replay, iterate_tables, list_moments
from bot.host.table.audience_log import format_told_json
from bot.host.table.running import RunningGame
from bot.testing.limits import check_screen
from bot.testing.random_games import EVERY_GAME, GAMES
from bot.testing.recording import build_case, list_records, read_record
from bot.testing.seated import seat_people, view_as
from bot.testing.thorough import mark_thorough
from bot.ui import screens
from bot.ui.screens.screen import MAX_CUSTOM_ID_CHARS, MAX_TEXT_CHARS, Menu, Row
from storage.interface.game_log import GameLogRecord

NAMES = tuple(f"Player with the longest name {seat}" for seat in range(1, 9))
SHOWN = 12
"""The number of a game's steps shown to all readers; the others are similar."""


@cache
def build_logged_game(key: str, path: Path) -> tuple[RunningGame, Sequence[GameLogRecord], Sequence[Table]]:
    """Return a recorded game as the host holds it at the end, its log, and the table after each entry."""
    game, record = GAMES[key], read_record(path)
    case = build_case(game, record)
    played = case.begin(record["seed"])
    entries = [GameLogRecord(1, "setup", None, None, format_told_json(played.told), True, "", "")]
    after = [played.table]
    for number, raw in enumerate(record["moves"], start=2):
        move = game.moves.validate_python(raw["move"])
        played = play.play(played.table, raw["seat"], move)
        told = format_told_json(played.told)
        entries.append(
            GameLogRecord(number, "move", raw["seat"], move.model_dump_json(), told, played.blocks_undo, "", "")
        )
        after.append(played.table)
    running = seat_people(played.table, names=NAMES, game=game, number=999_999_999)
    row = replace(running.row, options=case.options.model_dump_json(), revision=len(entries))
    return replace(running, row=row), entries, after


def list_views(running: RunningGame, entries: Sequence[GameLogRecord], eyes: Seat | None) -> Iterator[Replay]:
    """Return every step of a game as seen by this reader."""
    moments = list_moments(view_as(running, eyes).build_log(entries))
    numbers = {moment.revision: at for at, moment in enumerate(moments, 1)}
    past = [
        (numbers[revision], play.copy(table))
        for revision, table in iterate_tables(running, entries)
        if revision in numbers
    ]
    parts = [table.describe_part() for _, table in past]
    for at, table in past:
        then = replace(running, table=table, row=replace(running.row, revision=moments[at - 1].revision))
        yield Replay(view_as(then, eyes), moments, parts, at, cut=False)


@pytest.mark.parametrize(
    ("game", "path"),
    [
        case
        for game in GAMES.values()
        for case in mark_thorough(pytest.param(game, path, id=f"{game.key}-{path.stem}") for path in list_records(game))
    ],
)
def test_a_game_played_again_comes_to_every_table_that_it_came_to(game: AnyGame, path: Path) -> None:
    running, entries, after = build_logged_game(game.key, path)
    again = [(revision, table.model_dump_json()) for revision, table in iterate_tables(running, entries)]
    assert again == [(number, table.model_dump_json()) for number, table in enumerate(after, 1)]


@pytest.mark.thorough
@pytest.mark.parametrize("game", mark_thorough(EVERY_GAME))
def test_each_step_can_be_shown_whole_with_all_eyes_and_tells_these_eyes_nothing_new(game: AnyGame) -> None:
    """A table that the reader cannot distinguish from it looks the same."""
    for path in list_records(game):
        running, entries, _ = build_logged_game(game.key, path)
        for eyes in (None, *running.table.seats):
            steps = list(list_views(running, entries, eyes))
            for look in steps[:: max(1, len(steps) // SHOWN)]:
                screen = screens.render_replay(look, None)
                check_screen(screen)
                texts = [block for block in screen.blocks if isinstance(block, str)]
                assert sum(map(len, texts)) <= MAX_TEXT_CHARS, "it would be cut in the middle"
                ids = [control.id for block in screen.blocks if isinstance(block, Row) for control in block.controls]
                assert max(map(len, ids)) <= MAX_CUSTOM_ID_CHARS


@pytest.mark.thorough
@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_menu_leads_to_each_round_of_a_game(game: AnyGame) -> None:
    running, entries, after = build_logged_game(game.key, list_records(game)[0])
    for look in list_views(running, entries, None):
        screen = screens.render_replay(look, None)
        menus = [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]
        (points,) = [menu for menu in menus if isinstance(menu, Menu) and menu.id.startswith("point:")]
        (chosen,) = [entry for entry in points.entries if entry.chosen]
        assert int(chosen.value) <= look.at, "where one stands is on the list"
        part = after[look.moment.revision - 1].describe_part()
        assert part, "every game on offer has rounds or years"
        assert f"· {part}\n" in str(screen.blocks[0])
