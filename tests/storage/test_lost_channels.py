"""Games that are lost and found, and people who are forgotten, as rows."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from storage.files import MIGRATIONS
from storage.interface.games import GameRow, SeatRow
from storage.interface.letters import NewLetter
from storage.interface.people import Person
from storage.interface.questions import DueQuestion, QuestionTimes
from storage.interface.shards import ALL_SHARDS
from storage.sqlite import SqliteDatabase, open_storage
from storage.store import Storage
from tests.storage.samples import ADA, BEN, CHANNEL, LATER, NOW, OUTAGE, entry, open_lobby, start_new

LONG_AFTER = "2026-03-05T12:00:00+00:00"


async def row(storage: Storage, game_id: int) -> GameRow:
    saved = await storage.games.load(game_id)
    assert saved is not None
    return saved.game


async def test_a_lost_game_stands_still_and_is_found_in_another_channel(storage: Storage) -> None:
    game = await start_new(storage)
    await storage.games.append(entry(game, 2))
    times = QuestionTimes(NOW, LATER, LATER)
    await storage.clocks.set_times(game, 2, "etag-2", times, (), NOW)
    await storage.open_questions.mark_pinged(game, {2: "etag-2"})
    await storage.messages.put(game, "board", CHANNEL, 1)
    await storage.messages.put(game, "secrets:2:12", 77, 2)
    await storage.lost_channels.mark_lost(game, "server", NOW, [NewLetter("note", 2)], LATER)
    lost = await row(storage, game)
    assert (lost.lost, lost.lost_at, lost.paused_at, lost.lost_stopped) == ("server", NOW, NOW, True)
    assert [other.game_id for other in await storage.games.list_lost(ALL_SHARDS)] == [game]
    assert await storage.clocks.list_due_questions(ALL_SHARDS, "9") == []
    assert await storage.clocks.get_next_check_time(ALL_SHARDS) is None

    await storage.lost_channels.mark_lost(game, "channel", LATER, (), LATER)
    lost = await row(storage, game)
    assert (lost.lost, lost.lost_at, lost.paused_at, lost.lost_stopped) == ("channel", NOW, NOW, True)

    later = QuestionTimes(LATER, LONG_AFTER, LONG_AFTER)
    await storage.lost_channels.mark_found(
        game, 55, None, [DueQuestion(game, 2, "etag-2", later)], [NewLetter("ask")], LATER
    )
    found = await row(storage, game)
    assert (found.lost, found.lost_at, found.paused_at, found.lost_stopped) == (None, None, None, False)
    assert found.channel_id == 55
    assert await storage.games.list_lost(ALL_SHARDS) == []
    (ask,) = await storage.open_questions.list_in_game(game)
    assert (ask.times, ask.pinged) == (later, False)
    assert await storage.messages.get(game, "board") is None
    assert await storage.messages.get(game, "secrets:2:12") == (77, 2), "only what stood in the channel is gone"
    assert [letter.kind for letter in await storage.outbox.list_unsent(game)][-2:] == ["note", "ask"]


async def test_a_player_who_had_stopped_the_clocks_is_remembered(storage: Storage) -> None:
    game = await start_new(storage)
    await storage.clocks.pause(game, NOW, (), (), NOW)
    await storage.lost_channels.mark_lost(game, "channel", LATER, (), LATER)
    lost = await row(storage, game)
    assert (lost.paused_at, lost.lost_at, lost.lost_stopped) == (NOW, LATER, False)


async def test_a_game_that_is_over_is_not_lost(storage: Storage) -> None:
    over = await start_new(storage)
    await storage.games.close_without_result(over, NOW)
    await storage.lost_channels.mark_lost(over, "channel", NOW, (), NOW)
    assert (await row(storage, over)).lost is None
    assert await storage.games.list_lost(ALL_SHARDS) == []


async def test_a_lobby_stays_open_for_as_much_longer_as_it_was_lost(storage: Storage) -> None:
    lobby = await open_lobby(storage)
    before = SeatRow(1, ADA, "Ada", here_at=NOW), SeatRow(2, BEN, "Ben")
    await storage.lobbies.change(lobby, seats=before, confirm_until=LATER, now=NOW)
    await storage.lost_channels.mark_lost(lobby, "server", NOW, (), NOW)
    lost = await row(storage, lobby)
    assert (lost.lost, lost.lost_at, lost.paused_at) == ("server", NOW, NOW)
    await storage.clocks.restore_time(ALL_SHARDS, 3600, (), NewLetter("notice"), OUTAGE, LATER)
    assert (await row(storage, lobby)) == lost, "its time stands still"
    await storage.lost_channels.mark_found(lobby, CHANNEL, None, (), [NewLetter("ask")], LATER)
    saved = await storage.games.load(lobby)
    assert saved is not None
    assert (saved.game.lost, saved.game.lost_at, saved.game.paused_at) == (None, None, None)
    stood = datetime.fromisoformat(LATER) - datetime.fromisoformat(NOW)
    assert saved.game.opened_at == LATER
    assert saved.game.confirm_until == (datetime.fromisoformat(LATER) + stood).isoformat()
    assert [seat_row.here_at for seat_row in saved.seats] == [LATER, None]


async def test_a_game_that_was_given_up_for_lost_still_says_so(storage: Storage) -> None:
    game = await start_new(storage)
    await storage.lost_channels.mark_lost(game, "server", NOW, (), NOW)
    await storage.games.close_without_result(game, LATER)
    assert (await row(storage, game)).lost == "server"
    assert await storage.games.list_lost(ALL_SHARDS) == []


async def test_all_games_of_a_server(storage: Storage) -> None:
    games = [await open_lobby(storage) for _ in range(60)]
    assert len(await storage.games.list_in_server(900, statuses=("open",))) == 50
    rows = await storage.games.list_in_server(900, statuses=("open",), limit=None)
    assert [found.game_id for found in rows] == games[::-1]


async def test_a_person_is_forgotten_and_nobody_else(storage: Storage) -> None:
    running, lobby = await start_new(storage), await open_lobby(storage)
    await storage.games.append(entry(running, 2))
    for user, name in ((ADA, "Ada"), (BEN, "Ben")):
        await storage.people.put(Person(user, name))
    await storage.seats.put_order(running, 1, "price", '{"kind":"a"}', NOW)
    await storage.seats.put_order(running, 2, "price", '{"kind":"b"}', NOW)
    await storage.messages.put(running, f"secrets:1:{ADA}", 5, 6)
    await storage.messages.put(running, f"secrets:2:{BEN}", 7, 8)
    await storage.privacy.forget(ADA)
    await storage.privacy.forget(ADA)
    saved = await storage.games.load(running)
    assert saved is not None
    assert [(seat_row.user_id, seat_row.name, seat_row.away) for seat_row in saved.seats] == [
        (None, "Seat 1", True),
        (BEN, "Ben", False),
        (None, "Bot", False),
    ]
    assert saved.orders == {2: ['{"kind":"b"}']}
    assert await storage.people.get(ADA) is None
    assert await storage.people.get(BEN) == Person(BEN, "Ben")
    assert await storage.games.list_by_player(ADA, statuses=("open", "running")) == []
    assert (await row(storage, lobby)).opened_by == 0
    assert await storage.messages.get(running, f"secrets:1:{ADA}") is None
    assert await storage.messages.get(running, "secrets:1:0") == (5, 6), "it still has to be closed"
    assert await storage.messages.get(running, f"secrets:2:{BEN}") == (7, 8)
    await storage.games.append(entry(running, 3))
    assert await storage.check() == []


async def test_older_databases_lose_the_names_on_empty_chairs(tmp_path: Path) -> None:
    path, before = tmp_path / "boardroom.db", tmp_path / "before"
    before.mkdir()
    for step in sorted(MIGRATIONS.glob("*.sql"))[:3]:
        shutil.copy(step, before)
    await (await SqliteDatabase.open(path, before)).close()
    with closing(sqlite3.connect(path)) as rows:
        rows.execute(
            "insert into games (game_id, title, status, guild_id, channel_id, opened_by, seats_wanted, options, "
            "opened_at) values (1, 'goodwill', 'open', 1, 1, 1, 3, '{}', ?)",
            (NOW,),
        )
        seat_rows = [(1, None, "Ada's empty chair"), (2, 12, "Ben's empty chair"), (3, None, "Bertram (bot)")]
        rows.executemany("insert into seats (game_id, seat, user_id, name) values (1, ?, ?, ?)", seat_rows)
        rows.commit()
    storage = await open_storage(path)
    saved = await storage.games.load(1)
    await storage.close()
    assert saved is not None
    assert [seat_row.name for seat_row in saved.seats] == ["Empty chair 1", "Ben's empty chair", "Bertram (bot)"]
