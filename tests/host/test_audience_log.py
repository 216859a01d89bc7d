"""The log that a reader gets depends on the news they have heard, and on nothing else in the stored log."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.records import Seat
from bot.host.delivery.guard import get_guarded_view
from bot.host.play.move_records import TableCommand
from bot.host.record.history import format_history
from bot.host.record.replay import list_moments
from bot.host.table.audience_log import AudienceLog, get_undone_revisions
from bot.host.table.audience_view import AudienceView
from storage.interface.game_log import GameLogRecord
from tests.house import BEN, CLEO, House, house
from tests.toy import Name, Pick

READERS: Sequence[Seat | None] = (None, 1, 2, 3)
OF_ANOTHER = {"kind": "dealt", "seat": 1, "animal": "dragon"}


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db") as opened:
        yield opened


async def played(home: House) -> int:
    """A game with secret cards and answers, one of them taken back, an undone move, and a default."""
    number = await home.started(BEN, CLEO)
    await home.plays(number, 1, Name(price=1))
    await home.host.undo_for_person(number, await home.user(number, 1))
    for seat in (1, 2, 3):
        await home.plays(number, seat, Name(price=seat))
    await home.says(number, 1, "Draw an animal")
    await home.says(number, 1, "Try the fruit")
    await home.says(number, 1, "Apple")
    await home.host.undo_for_person(number, await home.user(number, 1))
    await home.plays(number, 1, Pick(what="pear"))
    await home.says(number, 1, "Draw an animal")
    running = await home.host.get_running_game(number)
    await home.host.save_move(
        running,
        TableCommand.from_answer("default", 1, Pick(what="end")),
        play.play(running.table, 1, Pick(what="end")),
    )
    await home.says(number, 2, "Draw an animal")
    return number


def build_twin(entries: Sequence[GameLogRecord], reader: Seat | None) -> list[GameLogRecord]:
    """Return a log that this reader could not distinguish: what others heard differs, and there is more of it."""
    numbers: dict[int, int] = {}
    twin: list[GameLogRecord] = []

    def add(entry: GameLogRecord) -> None:
        twin.append(replace(entry, revision=len(twin) + 1))

    for entry in entries:
        pieces = list(change_hidden(json.loads(entry.stored_news), reader))
        is_hidden = all(not is_heard(piece, reader) for piece in pieces) and entry.kind in ("move", "retract")
        move = entry.move
        if entry.kind == "undo":
            back_to = get_undone_revisions(entry).start - 1
            move = json.dumps({"undone": numbers[back_to] + 1, "back_to": numbers[back_to]})
        elif move is not None and entry.seat != reader:
            move = '{"kind":"another"}'
        other = 3 if reader == 2 else 2
        seat = other if is_hidden and entry.seat != reader else entry.seat
        add(replace(entry, stored_news=json.dumps(pieces), move=move, seat=seat, blocks_undo=not entry.blocks_undo))
        numbers[entry.revision] = len(twin)
        for to in ([], [5]):
            hidden = json.dumps([{"news": OF_ANOTHER, "to": to}])
            add(GameLogRecord(0, "move", other, '{"kind":"another"}', hidden, True, "", ""))
        gone = json.dumps({"undone": len(twin), "back_to": len(twin) - 1})
        add(GameLogRecord(0, "undo", other, gone, "[]", False, "", ""))
    return twin


def is_heard(piece: Any, reader: Seat | None) -> bool:
    return piece["to"] is None or reader in piece["to"]


def change_hidden(pieces: Sequence[Any], reader: Seat | None) -> Iterator[Any]:
    """Change news of others, and add some."""
    yield {"news": OF_ANOTHER, "to": [5]}
    for piece in pieces:
        yield piece if is_heard(piece, reader) else {**piece, "news": OF_ANOTHER}


def read(log: AudienceLog) -> dict[str, Any]:
    """Return all texts that readers get of a log."""
    return {
        "the log": format_history(log, {}),
        "the steps": [(moment.lines, moment.headline) for moment in list_moments(log)],
        "the news": list(map(repr, log.iterate_told())),
        "their own acts": sum(entry.is_own for entry in log.entries),
    }


async def view_without_end(home: House, number: int, reader: Seat | None) -> AudienceView:
    """A reader's view, as of a table with so many more entries."""
    running = await home.host.get_running_game(number)
    return get_guarded_view(replace(running, row=replace(running.row, revision=1_000)), reader)


@pytest.mark.parametrize("reader", READERS)
async def test_a_log_is_the_same_whatever_others_have_heard_and_done_in_secret(
    home: House, reader: Seat | None
) -> None:
    number = await played(home)
    entries = await home.entries(number)
    assert {entry.kind for entry in entries} == {"setup", "move", "retract", "undo", "default"}
    seen = await view_without_end(home, number, reader)
    real = read(seen.build_log(entries))
    assert real["the log"]
    assert real == read(seen.build_log(build_twin(entries, reader)))


async def test_a_damaged_entry_reveals_no_number_of_secret_moves(home: House) -> None:
    entries = await home.entries(await played(home))
    seen = await view_without_end(home, 1, None)
    texts = []
    for stored in (entries, build_twin(entries, None)):
        log = seen.build_log([*stored, GameLogRecord(len(stored) + 1, "move", 2, None, "broken", False, "", "")])
        texts.append(format_history(log, {}))
    assert texts[0] == texts[1]
    assert "is damaged" in texts[0][-1][0]


async def test_the_news_of_one_seat_are_in_its_log_alone(home: House) -> None:
    number = await played(home)
    entries = await home.entries(number)
    for reader in READERS:
        log = (await view_without_end(home, number, reader)).build_log(entries)
        stored = [piece for entry in log.entries for piece in (entry.pieces or {}).values()]
        private = [piece["to"] for piece in stored if piece["to"] is not None]
        assert all(reader in to for to in private)
        assert bool(private) == (reader in (1, 2, 3)), "each has been dealt an animal"


async def test_entries_that_a_reader_has_not_heard_of_are_not_even_counted(home: House) -> None:
    number = await played(home)
    entries = await home.entries(number)
    seen = await view_without_end(home, number, None)
    twin = build_twin(entries, None)
    assert len(twin) == 4 * len(entries)
    assert len(seen.build_log(twin).entries) == len(seen.build_log(entries).entries) < len(entries)


async def test_a_view_reads_the_log_of_the_audience_it_was_released_to(home: House) -> None:
    number = await played(home)
    entries = await home.entries(number)
    seen = await home.host.get_view(number, 1)
    assert replace(seen, audience=2).build_log(entries) == seen.build_log(entries)
    with pytest.raises(LookupError, match="not handed out by the guard"):
        replace(seen, lazy_fields=None).build_log(entries)


async def test_a_log_is_not_ahead_of_the_view_it_is_shown_with(home: House) -> None:
    number = await home.at_first_turn(BEN)
    earlier = await home.host.get_view(number, 2)
    before = earlier.build_log(await home.entries(number))
    await home.says(number, 1, "Try the fruit")
    await home.says(number, 1, "Apple")
    entries = await home.entries(number)
    assert earlier.build_log(entries) == before
    assert len((await home.host.get_view(number, 2)).build_log(entries).entries) > len(before.entries)
