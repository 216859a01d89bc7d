"""Games from a backup: people who saw the lost continuation cannot predict the next draws."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import compute_digest
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.lobby.lobby import Lobby
from bot.host.play.undo import Undo
from bot.host.record.export import export_game, parse_export
from bot.host.record.proof import verify_export
from storage.interface.game_log import GameLogRecord
from storage.interface.shards import ALL_SHARDS
from storage.offline import restore
from storage.sqlite import open_storage
from storage.store import Storage
from tests.host.recorded import ANNA, BEN, SEED, Evening
from tests.house import answer

SCHEMAS = Path(__file__).parents[1] / "storage" / "schemas"


@asynccontextmanager
async def going_on(path: Path, game_id: int) -> AsyncIterator[Evening]:
    """Go on with a game in this file, as another run of the program."""
    storage = await open_storage(path)
    evening = Evening(storage)
    evening.game_id = game_id
    try:
        yield evening
    finally:
        await evening.settle()
        await storage.close()


async def backed_up(folder: Path, *, answers: int = 6, sealed: bool = False) -> int:
    """Play a game, and copy it after `answers` answers; perhaps while a sealed one lies on the table."""
    storage = await open_storage(folder / "boardroom.db")
    evening = Evening(storage)
    await evening.start()
    await evening.play(answers)
    while sealed and not (await evening.host.build_panel(evening.game_id, ANNA)).can_take_back:
        await evening.answer(ANNA) or await evening.answer(BEN)
    await storage.backup(folder / "backup.db")
    await storage.close()
    return evening.game_id


def put_back(folder: Path, name: str = "kept.db") -> Path:
    """Restore the backup, as an operator does; return the database."""
    path = folder / "boardroom.db"
    restore(folder / "backup.db", path, keep_as=folder / name)
    return path


async def renewals(storage: Storage, game_id: int) -> list[GameLogRecord]:
    return [entry for entry in await storage.games.list_entries(game_id) if entry.kind == "renewal"]


def salt_of(entry: GameLogRecord) -> str:
    salt = json.loads(entry.move or "{}")["salt"]
    assert isinstance(salt, str)
    return salt


async def test_what_is_drawn_after_a_restore_is_not_what_was_drawn_before(tmp_path: Path) -> None:
    number = await backed_up(tmp_path)
    async with going_on(tmp_path / "boardroom.db", number) as before:
        known = (await before.host.get_running_game(number)).table.chance
        assert await renewals(before.storage, number) == []
    async with going_on(put_back(tmp_path), number) as after:
        chance = (await after.host.get_running_game(number)).table.chance
        (renewal,) = await renewals(after.storage, number)
        assert chance.salts == [salt_of(renewal)]
        assert [chance.draw_below(10**6) for _ in range(5)] != [known.draw_below(10**6) for _ in range(5)]
        assert chance.derive_bot_seed(9, 1) != known.derive_bot_seed(9, 1), "nor what bots draw"
        assert chance.compute_salt(9) != known.compute_salt(9)
        assert chance.get_published_secret() == SEED, "the secret that was promised stays the same"


async def test_a_restored_game_is_proven_with_its_salt(tmp_path: Path) -> None:
    """Also answers that lay sealed when the copy was made can be opened."""
    number = await backed_up(tmp_path, sealed=True)
    async with going_on(put_back(tmp_path), number) as after:
        await after.play()
        written = await export_game(after.storage, number)
        assert written.status == "finished"
        (entry,) = [entry for entry in written.entries if entry.kind == "renewal"]
        salt = (entry.move or {})["salt"]
        assert entry.told[0].news["digest"] == compute_digest(salt)
        shown = [piece.news for piece in written.entries[-1].told if piece.news["kind"] == "salt shown"]
        assert [news["salt"] for news in shown] == [salt]
        report = verify_export(parse_export(written.model_dump_json()), GAMES, compute_digest(SEED))
        assert report.ok, [check.text for check in report.checks]
        assert f"A backup was restored before revision {entry.revision}" in report.checks[-1].text

        def refused(change: Callable[[dict[str, Any]], None]) -> bool:
            raw = json.loads(written.model_dump_json())
            change(raw["entries"][entry.revision - 1])
            return not verify_export(parse_export(json.dumps(raw)), GAMES).ok

        assert refused(lambda raw: raw["move"].update(salt="0" * 64))
        assert refused(lambda raw: raw.update(move=None))
        assert refused(lambda raw: raw["move"].update(salt=7))

        def another(raw: dict[str, Any]) -> None:
            raw["move"]["salt"] = "0" * 64
            raw["told"][0]["news"]["digest"] = compute_digest("0" * 64)

        assert refused(another), "with its own digest, too"


async def test_the_table_is_told_and_nobody_is_told_the_salt(tmp_path: Path) -> None:
    number = await backed_up(tmp_path)
    async with going_on(put_back(tmp_path), number) as after:
        log = [line.text for line in await after.host.get_history(number, ANNA)]
        assert "restored a backup" in log[-1]
        salt = salt_of((await renewals(after.storage, number))[0])
        public = (await export_game(after.storage, number)).model_dump_json()
        assert compute_digest(salt) in public
        assert salt not in public
        assert not any(salt in line for line in log)
        letters = await after.storage.outbox.list_unsent(number)
        assert "post" in [letter.kind for letter in letters], "a message in the channel says so"
        assert not any(salt in letter.body for letter in letters)


async def test_a_restore_changes_no_question_and_no_clock(tmp_path: Path) -> None:
    number = await backed_up(tmp_path)
    async with going_on(tmp_path / "boardroom.db", number) as before:
        asks = await before.storage.open_questions.list_in_game(number)
        assert asks
    async with going_on(put_back(tmp_path), number) as after:
        await after.host.get_running_game(number)
        assert await after.storage.open_questions.list_in_game(number) == asks
        assert await after.storage.check() == []


async def test_nothing_is_undone_past_a_restore_but_a_sealed_answer_can_be_taken_back(tmp_path: Path) -> None:
    number = await backed_up(tmp_path, sealed=True)
    async with going_on(put_back(tmp_path), number) as after:
        context = await after.host.build_panel(number, ANNA)
        assert context.can_take_back
        await after.host.undo_for_person(number, ANNA)
        assert len((await after.host.get_running_game(number)).table.chance.salts) == 1
        await after.answer(ANNA)
        await after.play()
        assert verify_export(await export_game(after.storage, number), GAMES).ok

    other = tmp_path / "other"
    other.mkdir()
    number = await backed_up(other, answers=0)
    async with going_on(other / "boardroom.db", number) as before:
        while (
            await Undo(before.storage).find_entry_before(running := await before.host.get_running_game(number), 1)
            is None
        ):
            assert running.row.status == "running"
            user_id = await user_on(before, 1)
            asked = (await before.host.build_panel(number, user_id)).question is not None
            await (
                answer(before.host, number, user_id, ["0"]) if asked else before.answer(ANNA if user_id == BEN else BEN)
            )
        (other / "backup.db").unlink()
        await before.storage.backup(other / "backup.db")
    async with going_on(put_back(other), number) as after:
        with pytest.raises(Refusal, match="Nothing to undo"):
            await after.host.undo_for_person(number, await user_on(after, 1))


async def user_on(evening: Evening, seat: int) -> int:
    """Who plays on a seat."""
    user_id = (await evening.host.get_running_game(evening.game_id)).get_seat_row(seat).user_id
    assert user_id is not None
    return user_id


async def test_two_who_come_at_once_after_a_restore_find_the_same_chance(tmp_path: Path) -> None:
    number = await backed_up(tmp_path)
    async with going_on(put_back(tmp_path), number) as after:
        second = Host(after.storage, GAMES)
        tables = await asyncio.gather(
            *(host.get_running_game(number) for host in (after.host, second, after.host, second))
        )
        assert len({running.table.chance.seed for running in tables}) == 1
        assert len(await renewals(after.storage, number)) == 1


async def test_a_backup_that_is_restored_again_draws_anew_each_time(tmp_path: Path) -> None:
    number = await backed_up(tmp_path)
    seeds = set()
    for time in ("first", "second"):
        async with going_on(put_back(tmp_path, f"{time}.db"), number) as after:
            seeds.add((await after.host.get_running_game(number)).table.chance.seed)
            await after.play(1)
            (tmp_path / "later.db").unlink(missing_ok=True)
            await after.storage.backup(tmp_path / "later.db")
    assert len(seeds) == 2
    restore(tmp_path / "later.db", tmp_path / "boardroom.db", keep_as=tmp_path / "third.db")
    async with going_on(tmp_path / "boardroom.db", number) as after:
        await after.play()
        assert len((await after.host.get_running_game(number)).table.chance.salts) == 2
        assert verify_export(await export_game(after.storage, number), GAMES).ok


async def test_a_program_that_is_killed_before_it_looked_at_a_restored_game_looks_at_it_later(tmp_path: Path) -> None:
    number = await backed_up(tmp_path)
    path = put_back(tmp_path)
    await (await open_storage(path)).close()  # nobody has come to this table yet
    async with going_on(path, number) as after:
        assert (await after.host.get_running_game(number)).table.chance.salts
    async with going_on(path, number) as after:
        await after.host.get_running_game(number)
        assert len(await renewals(after.storage, number)) == 1, "and only once"


async def test_a_table_that_had_not_begun_draws_another_secret_and_everybody_adds_again(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "boardroom.db")
    lobby = Lobby(Host(storage, GAMES))
    table = await lobby.open_table(
        title="goodwill", guild_id=1, channel_id=2, user_id=ANNA, name="Anna", seats_wanted=2, adds="1"
    )
    number = table.row.game_id
    await lobby.join(number, BEN, "Ben", "2")
    await storage.backup(tmp_path / "backup.db")
    promised = (await lobby.get_open_table(number)).row.seed
    await storage.close()

    storage = await open_storage(put_back(tmp_path))
    lobby = Lobby(Host(storage, GAMES))
    await lobby.look()  # as the clock does at the start
    table = await lobby.get_open_table(number)
    assert table.row.seed not in (None, promised)
    letters = [letter for letter in await storage.outbox.list_unsent(number) if letter.kind == "promise"]
    assert json.loads(letters[-1].body)["digest"] == compute_digest(table.row.seed or "")
    assert [(seat_row.added, seat_row.here_at) for seat_row in table.seats] == [("", None), ("", None)]
    assert await lobby.start(number, ANNA, "3") is None, "Ben is asked whether he is here"
    running = await lobby.confirm_presence(number, BEN, "4")
    assert running is not None
    await storage.close()


async def test_a_backup_of_an_older_version_is_drawn_anew_as_well(tmp_path: Path) -> None:
    shutil.copy(SCHEMAS / "5.sqlite", tmp_path / "backup.db")
    with closing(sqlite3.connect(tmp_path / "backup.db")) as rows:
        numbers = [number for (number,) in rows.execute("select game_id from games where status = 'running'")]
    storage = await open_storage(put_back(tmp_path))
    host = Host(storage, GAMES)
    for number in numbers:
        table = (await host.get_running_game(number)).table
        assert len(table.chance.salts) == 1
        assert play.list_asked_seats(table)
    await Lobby(host).look()
    assert all(row.seed for row in await storage.games.list_in_shards(ALL_SHARDS, statuses=("open",)))
    assert await storage.check() == []
    await storage.close()
