"""Golden records: whole games with the texts for every seat, and tables saved by each version.

    records/*.json    seed, options, moves, and the texts for every seat
    saves/v1.json     tables saved by version 1, with the box of their game

They lie beside the game's `tested.py`, as do the short records of every option (`option_records`). `python -m
bot.testing FOLDER` plays all records of a game again and writes the new texts; review the difference with the
change that caused it. To add a record, create a file with only "players", "seed" and "options". Saves are written
once for each version, with `--save`, and never overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.news_text import format_news
from bot.engine.records import Move, Seat, Told
from bot.engine.table import Table
from bot.testing.random_games import (
    MOST_MOVES,
    Case,
    Turn,
    build_random,
    choose_move,
    format_page_lines,
    list_option_sets,
    play_random_game,
)
from bot.testing.tested import find_folder


def list_records(game: AnyGame) -> list[Path]:
    return sorted((find_folder(game) / "records").glob("*.json"))


def list_saves(game: AnyGame) -> list[Path]:
    return sorted((find_folder(game) / "saves").glob("v*.json"))


def get_save_path(game: AnyGame, version: int) -> Path:
    return find_folder(game) / "saves" / f"v{version}.json"


def read_record(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def build_case(game: AnyGame, record: dict[str, Any]) -> Case:
    return Case(game, record["players"], game.options(**record["options"]))


def list_texts(case: Case, told: Iterable[Told]) -> list[str]:
    """Return each text with its readers, in the order of the news."""
    return [line for piece in told for line in _read(case, piece)]


def _read(case: Case, piece: Told) -> Iterator[str]:
    readers: dict[str, list[str]] = {}
    for reader in case.list_readers():
        if piece.is_visible_to(reader):
            text = format_news(case.game, piece.news, reader)
            readers.setdefault(text, []).append("spectators" if reader is None else str(reader))
    for text, those in readers.items():
        whom = "all" if len(those) == case.players + 1 else ", ".join(those)
        first, *rest = text.split("\n")
        yield f"{whom}: {first}"
        yield from (f"    {line}" for line in rest)


def format_last_page(case: Case, table: Table) -> list[str]:
    """Return the public page after the game."""
    return format_page_lines(case.game.page(case.game.view(table, None)))


def play_again(case: Case, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as today's program produces it: its moves while they are legal, then random ones."""
    random = build_random(record["seed"])
    moves: list[tuple[Seat, Move]] = [
        (entry["seat"], case.game.moves.validate_python(entry["move"])) for entry in record.get("moves", ())
    ]
    begun = case.begin(record["seed"])
    table = begun.table
    entries: list[dict[str, Any]] = []
    while table.outcome is None and len(entries) < MOST_MOVES:
        seat, move = _next_move(table, moves, random.choice(play.list_asked_seats(table)), random)
        played = play.play(table, seat, move)
        table = played.table
        read = list_texts(case, played.told)
        entries.append({"seat": seat, "move": move.model_dump(mode="json"), "read": read})
    return {
        "players": case.players,
        "seed": record["seed"],
        "options": record["options"],
        "opening": list_texts(case, begun.told),
        "moves": entries,
        "end": format_last_page(case, table),
    }


def _next_move(table: Table, moves: list[tuple[Seat, Move]], other: Seat, random: Any) -> tuple[Seat, Move]:
    if moves:
        seat, move = moves.pop(0)
        question = play.find_question(table, seat)
        if question is not None and question.is_legal(move):
            return seat, move
        moves.clear()
    question = play.find_question(table, other)
    assert question is not None
    return other, choose_move(table, other, question, random)


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Write a record so that a diff shows the lines that have changed."""
    head = [f" {json.dumps(name)}: {json.dumps(record[name])}," for name in ("players", "seed", "options")]
    entries = [
        f'  {{"seat": {entry["seat"]}, "move": {json.dumps(entry["move"])}, "read": {_format_list(entry["read"], 3)}}}'
        for entry in record["moves"]
    ]
    text = [
        "{",
        *head,
        f' "opening": {_format_list(record["opening"], 2)},',
        ' "moves": [',
        ",\n".join(entries),
        " ],",
        f' "end": {_format_list(record["end"], 2)}',
        "}",
    ]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


def _format_list(texts: Sequence[str], indent: int) -> str:
    inside = ",\n".join(" " * indent + json.dumps(text, ensure_ascii=False) for text in texts)
    return f"[\n{inside}\n{' ' * (indent - 1)}]"


def record_again(game: AnyGame) -> list[Path]:
    """Play all records of a game again and write the new texts."""
    for path in list_records(game):
        record = read_record(path)
        write_record(path, play_again(build_case(game, record), record))
    return list_records(game)


# Saved tables


def collect_tables(game: AnyGame) -> list[Table]:
    """Return a table for each kind of step that asks a seat, if possible with a sealed answer."""
    found: dict[str, Turn] = {}
    seats = list(game.seats)
    for at, options in enumerate(list_option_sets(game.key)):
        case = Case(game, seats[at % len(seats)], options)
        for turn in play_random_game(case, f"{game.key}, version {game.saved.version}"):
            if turn.after.outcome is None:
                kind = turn.after.agenda[0].kind
                if kind not in found or not _has_answer(found[kind]):
                    found[kind] = turn
    return [turn.after for turn in found.values()]


def _has_answer(turn: Turn) -> bool:
    return any(play.can_take_back_answer(turn.after, seat) for seat in turn.after.seats)


def write_save(game: AnyGame) -> Path:
    """Save tables of today's version; refuse to overwrite those of an earlier program."""
    path = get_save_path(game, game.saved.version)
    if path.exists():
        raise FileExistsError(f"{path} is what version {game.saved.version} saved; a changed table needs a new version")
    tables = [json.loads(table.model_dump_json()) for table in collect_tables(game)]
    written = [json.dumps(table, ensure_ascii=False) for table in tables]
    box = game.box.model_dump_json()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'{{"version": {game.saved.version},\n "box": {box},\n "tables": [\n  ' + ",\n  ".join(written) + "\n ]}\n",
        "utf-8",
    )
    return path
