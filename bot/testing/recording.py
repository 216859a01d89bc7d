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
from bot.engine.news_text import say
from bot.engine.records import Move, Seat, Told
from bot.engine.table import Table
from bot.testing.random_games import (
    MOST_MOVES,
    Case,
    Turn,
    dice,
    each_option,
    lines,
    random_game,
    some_move,
)
from bot.testing.tested import folder_of


def records_of(game: AnyGame) -> list[Path]:
    return sorted((folder_of(game) / "records").glob("*.json"))


def saves_of(game: AnyGame) -> list[Path]:
    return sorted((folder_of(game) / "saves").glob("v*.json"))


def save_path(game: AnyGame, version: int) -> Path:
    return folder_of(game) / "saves" / f"v{version}.json"


def recorded(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def case_of(game: AnyGame, record: dict[str, Any]) -> Case:
    return Case(game, record["players"], game.options(**record["options"]))


def what_everybody_reads(case: Case, told: Iterable[Told]) -> list[str]:
    """Return each text with its readers, in the order of the news."""
    return [line for piece in told for line in _read(case, piece)]


def _read(case: Case, piece: Told) -> Iterator[str]:
    readers: dict[str, list[str]] = {}
    for reader in case.readers():
        if piece.heard_by(reader):
            text = say(case.game, piece.news, reader)
            readers.setdefault(text, []).append("spectators" if reader is None else str(reader))
    for text, those in readers.items():
        whom = "all" if len(those) == case.players + 1 else ", ".join(those)
        first, *rest = text.split("\n")
        yield f"{whom}: {first}"
        yield from (f"    {line}" for line in rest)


def last_pages(case: Case, table: Table) -> list[str]:
    """Return the public page after the game."""
    return lines(case.game.page(case.game.view(table, None)))


def play_again(case: Case, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record as today's program produces it: its moves while they are legal, then random ones."""
    random = dice(record["seed"])
    moves: list[tuple[Seat, Move]] = [
        (entry["seat"], case.game.moves.validate_python(entry["move"])) for entry in record.get("moves", ())
    ]
    begun = case.begin(record["seed"])
    table = begun.table
    entries: list[dict[str, Any]] = []
    while table.outcome is None and len(entries) < MOST_MOVES:
        seat, move = _next_move(table, moves, random.choice(play.asked(table)), random)
        played = play.play(table, seat, move)
        table = played.table
        read = what_everybody_reads(case, played.told)
        entries.append({"seat": seat, "move": move.model_dump(mode="json"), "read": read})
    return {
        "players": case.players,
        "seed": record["seed"],
        "options": record["options"],
        "opening": what_everybody_reads(case, begun.told),
        "moves": entries,
        "end": last_pages(case, table),
    }


def _next_move(table: Table, moves: list[tuple[Seat, Move]], other: Seat, random: Any) -> tuple[Seat, Move]:
    if moves:
        seat, move = moves.pop(0)
        question = play.question_for(table, seat)
        if question is not None and question.allows(move):
            return seat, move
        moves.clear()
    question = play.question_for(table, other)
    assert question is not None
    return other, some_move(table, other, question, random)


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Write a record so that a diff shows the lines that have changed."""
    head = [f" {json.dumps(name)}: {json.dumps(record[name])}," for name in ("players", "seed", "options")]
    entries = [
        f'  {{"seat": {entry["seat"]}, "move": {json.dumps(entry["move"])}, "read": {_listed(entry["read"], 3)}}}'
        for entry in record["moves"]
    ]
    text = [
        "{",
        *head,
        f' "opening": {_listed(record["opening"], 2)},',
        ' "moves": [',
        ",\n".join(entries),
        " ],",
        f' "end": {_listed(record["end"], 2)}',
        "}",
    ]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


def _listed(texts: Sequence[str], indent: int) -> str:
    inside = ",\n".join(" " * indent + json.dumps(text, ensure_ascii=False) for text in texts)
    return f"[\n{inside}\n{' ' * (indent - 1)}]"


def rerecord(game: AnyGame) -> list[Path]:
    """Play all records of a game again and write the new texts."""
    for path in records_of(game):
        record = recorded(path)
        write_record(path, play_again(case_of(game, record), record))
    return records_of(game)


# Saved tables


def tables_worth_saving(game: AnyGame) -> list[Table]:
    """Return a table for each kind of step that asks a seat, if possible with a sealed answer."""
    found: dict[str, Turn] = {}
    seats = list(game.seats)
    for at, options in enumerate(each_option(game.key)):
        case = Case(game, seats[at % len(seats)], options)
        for turn in random_game(case, f"{game.key}, version {game.version}"):
            if turn.after.outcome is None:
                kind = turn.after.agenda[0].kind
                if kind not in found or not _answered(found[kind]):
                    found[kind] = turn
    return [turn.after for turn in found.values()]


def _answered(turn: Turn) -> bool:
    return any(play.can_retract(turn.after, seat) for seat in turn.after.seats)


def write_save(game: AnyGame) -> Path:
    """Save tables of today's version; refuse to overwrite those of an earlier program."""
    path = save_path(game, game.version)
    if path.exists():
        raise FileExistsError(f"{path} is what version {game.version} saved; a changed table needs a new version")
    tables = [json.loads(table.model_dump_json()) for table in tables_worth_saving(game)]
    written = [json.dumps(table, ensure_ascii=False) for table in tables]
    box = game.box.model_dump_json()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'{{"version": {game.version},\n "box": {box},\n "tables": [\n  ' + ",\n  ".join(written) + "\n ]}\n", "utf-8"
    )
    return path
