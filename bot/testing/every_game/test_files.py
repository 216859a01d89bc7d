"""Files and logs depend only on information that their reader may have.

A game is saved twice: unchanged, and with everything hidden from a reader changed. The reader's files, logs,
catch-up texts and news must be equal.
"""

from __future__ import annotations

import json
import logging
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.questions import BadAnswer, Question
from bot.engine.records import Seat
from bot.host.errors import Refusal
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.logs import JsonLines
from bot.testing.house import STRANGER, House, answer_question, open_house
from bot.testing.random_games import GAMES
from bot.testing.resampled_database import PEOPLE, play_game, with_another_truth
from bot.testing.secrets import list_secrets
from bot.testing.tested import load_tested

GAME = pytest.mark.parametrize("game", GAMES)
JUNK: Sequence[Sequence[str]] = (["999"], ["junk"], [], ["0", "0"], ["-1"])


async def list_told(home: House, number: int, user: int) -> dict[str, Any]:
    """Return everything that a user can get as a file, in the log, or as text."""
    exported = await export_game(home.storage, number)
    kept = await home.storage.privacy.collect_data(user)
    context = await home.host.build_panel(number, user)
    found: dict[str, Any] = {
        "the export": exported.model_dump_json(),
        "what it proves": verify_export(exported, home.host.games),
        "the log": await home.host.get_history(number, user),
        "their data": json.dumps(kept),
        "what they missed": context.news,
        "what stands on their panel": replace(context, seen=replace(context.seen, game=None)),  # type: ignore[arg-type]  # it is equal in both
    }
    standing = home.orders
    tries: dict[str, Callable[[], Any]] = {
        "of orders": lambda: standing.build_panel(number, user),
        **{
            f"of {picks}": partial(answer_question, home.host, number, user, picks)
            for picks in await list_junk(home, number, user)
        },
        # At the end, because it changes the table: orders of others answer, with public news.
        "of going back": lambda: home.host.undo_for_person(number, user),
    }
    for what, attempt in tries.items():
        try:
            done = await attempt()
        except (Refusal, BadAnswer) as refused:
            found[f"the refusal {what}"] = str(refused)
        else:
            found[f"what comes {what}"] = getattr(done, "given", getattr(done, "note", ""))
    return found


async def list_junk(home: House, number: int, user: int) -> Sequence[Sequence[str]]:
    """Return invalid answers to the user's question; a valid one would change the table and trigger orders."""
    running = await home.host.get_running_game(number)
    seat = running.find_seat_of(user)
    question = None if seat is None else running.get_question(seat)
    return [picks for picks in JUNK if question is None or not is_read_as_answer(question, picks)]


def is_read_as_answer(question: Question, picks: Sequence[str]) -> bool:
    """Whether the question accepts these picks as an answer."""
    try:
        question.read(picks)
    except BadAnswer:
        return False
    return True


async def read_by(path: Path, number: int, user: int) -> Mapping[str, Any]:
    """Return everything that a user can read from a database; actions on the way use a copy."""
    async with open_house(copy_database(path), games=GAMES) as home:
        return await list_told(home, number, user)


def copy_database(path: Path) -> Path:
    """Copy a database."""
    return Path(shutil.copy(path, path.with_suffix(".copy")))


async def play_and_save(path: Path, game: str) -> tuple[int, Mapping[int, Seat]]:
    """Play a game and save it there; return its number, and each person's seat."""
    async with open_house(path, games=GAMES, seed=f"files {game}") as home:
        number = await play_game(home, game, load_tested()[game].hides_after)
        running = await home.host.get_running_game(number)
        return number, {user: running.get_own_seat(user) for user in PEOPLE}


@GAME
async def test_files_and_logs_are_the_same_whatever_their_reader_may_not_know(tmp_path: Path, game: str) -> None:
    number, seats = await play_and_save(tmp_path / "real.db", game)
    for user in (*PEOPLE, STRANGER):
        other = tmp_path / f"{user}.db"
        with_another_truth(tmp_path / "real.db", other, number, seats.get(user))
        real, instead = [await read_by(path, number, user) for path in (tmp_path / "real.db", other)]
        assert real.keys() == instead.keys()
        for what, text in real.items():
            assert instead[what] == text, f"{what} tells {user} something"


@GAME
async def test_what_a_program_logs_of_a_running_game_is_the_same_whatever_is_hidden(
    tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator's log, with everything that can be logged: a table, its loading, its errors."""
    number, _ = await play_and_save(tmp_path / "real.db", game)
    with_another_truth(tmp_path / "real.db", tmp_path / "other.db", number, None)
    logged = []
    for name in ("real.db", "other.db"):
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            await read_by(tmp_path / name, number, PEOPLE[0])
        ours = [record for record in caplog.records if record.name.partition(".")[0] in ("bot", "storage")]
        logged.append([re.sub(r'"time": "[^"]*"', "", JsonLines().format(record)) for record in ours])
    assert logged[0] == logged[1]


@GAME
async def test_in_the_other_truth_everything_hidden_is_different(tmp_path: Path, game: str) -> None:
    """Otherwise the comparison would be blind: a reader with full access gets different texts."""
    number, seats = await play_and_save(tmp_path / "real.db", game)
    different = 0
    for user, seat in seats.items():
        with_another_truth(tmp_path / "real.db", tmp_path / "other.db", number, seat)
        (other, *_) = {*PEOPLE} - {user}
        real, instead = [await read_by(tmp_path / name, number, other) for name in ("real.db", "other.db")]
        assert real["their data"] != instead["their data"]
        tables = []
        for name in ("real.db", "other.db"):
            async with open_house(tmp_path / name, games=GAMES) as home:
                tables.append(await home.host.get_running_game(number))
        assert play.list_asked_seats(tables[0].table) == play.list_asked_seats(tables[1].table)
        hidden = [each for each in seats.values() if each != seat]
        different += sum(tables[0].get_view(each) != tables[1].get_view(each) for each in hidden)
    if len(list_secrets(tables[0].table)) > 1:
        assert different > 2
    else:
        assert different == 0, "a game in which all lies open has no other truth"
