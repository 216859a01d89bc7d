"""Databases that older programs left behind, with running games: today's program goes on with them."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.records import Move
from bot.games import GAMES
from bot.host.delivery.outbox import parse_body
from bot.host.host import Host
from bot.host.leagues.export import to_json
from bot.host.leagues.export import verify as verify_season
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.services import TimeSource, build_services
from storage.files import MIGRATIONS
from storage.interface.shards import ALL_SHARDS
from storage.sqlite import SqliteDatabase, open_storage
from tests.house import House, at_once
from tests.storage.release import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DORA,
    GUILD,
    NAMES,
    RELEASED,
    SCHEMAS,
    WISHES,
    picks_for,
    schema_of,
)

TODAY = len(list(MIGRATIONS.glob("*.sql")))
BY_SCHEMA = sorted(SCHEMAS.glob("*.sqlite"), key=lambda path: int(path.stem))
FILES = (*sorted(RELEASED.glob("*.sqlite")), *BY_SCHEMA)
NEWEST_RELEASE = max(RELEASED.glob("*.sqlite"), key=lambda path: [int(part) for part in path.stem.split(".")])
NEWEST = (NEWEST_RELEASE, *BY_SCHEMA[-1:])
"""Schemas that the quick suite opens: the most widely installed ones."""
NEVER_WRITTEN = {3, 4}
"""Schemas that were no program's own: their migrations came together with the next one's."""
CHANGELOG = Path(__file__).resolve().parents[2] / "CHANGELOG.md"


def test_every_release_left_a_database() -> None:
    """Made by `python -m tests.storage.release --release`, once, when the version is set."""
    releases = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    assert releases
    assert sorted(releases) == sorted(path.stem for path in FILES if path.parent == RELEASED)


def test_every_schema_before_this_one_left_a_database() -> None:
    """Made by `python -m tests.storage.release`, with the program that wrote it, before a migration is added."""
    assert {schema_of(path) for path in FILES} | NEVER_WRITTEN >= set(range(1, TODAY))
    assert [schema_of(path) for path in FILES if path.parent == SCHEMAS] == [
        int(path.stem) for path in FILES if path.parent == SCHEMAS
    ]


def name_file(path: Path) -> str:
    """Return the name of a database in the names of tests."""
    return f"{path.parent.name}-{path.stem}"


def copy_database(path: Path, folder: Path) -> Path:
    """Copy a database into a folder; return the path of the copy."""
    copy = folder / "boardroom.db"
    shutil.copy(path, copy)
    return copy


def choose_marks(path: Path) -> list[pytest.MarkDecorator]:
    """Return the marks of a test with this database."""
    return [] if path in NEWEST else [pytest.mark.thorough]


@pytest.fixture(
    params=[pytest.param(path, marks=choose_marks(path)) for path in FILES], ids=[name_file(path) for path in FILES]
)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a database that was left behind."""
    return copy_database(request.param, tmp_path)


def newest(path: Path) -> datetime:
    """When the last move was made."""
    with closing(sqlite3.connect(path)) as rows:
        return datetime.fromisoformat(rows.execute("select max(made_at) from moves").fetchone()[0])


@asynccontextmanager
async def reopened(path: Path) -> AsyncIterator[tuple[House, list[datetime]]]:
    """Go on with a database right after its last move, with a time on the wall that can be changed."""
    wall = [newest(path)]
    storage = await open_storage(path)
    home = House(
        storage, build_services(storage, GAMES, times=TimeSource(lambda: wall[0], lambda: wall[0].timestamp(), at_once))
    )
    try:
        yield home, wall
    finally:
        await home.clock.close()
        await home.settle()
        await storage.close()


def content(path: Path) -> dict[str, tuple[list[str], list[tuple[object, ...]]]]:
    """Every table with its columns and rows."""
    with closing(sqlite3.connect(path)) as rows:
        tables = rows.execute("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
        found = {}
        for (table,) in tables.fetchall():
            columns = [column for _, column, *_ in rows.execute(f"pragma table_info({table})")]
            found[table] = (columns, rows.execute(f"select * from {table}").fetchall())  # noqa: S608
        return found


async def test_it_is_brought_up_to_date_and_kept_beside(path: Path) -> None:
    before = schema_of(path)
    storage = await open_storage(path)
    assert await storage.check() == []
    await storage.close()
    assert schema_of(path) == TODAY
    kept = path.with_name(f"{path.name}.before-{before + 1}")
    assert kept.exists() == (before < TODAY)
    assert not kept.exists() or schema_of(kept) == before


async def test_nothing_that_was_kept_is_lost_or_changed(path: Path) -> None:
    before = content(path)
    await (await open_storage(path)).close()
    after = content(path)
    assert before["moves"][1]
    for table, (columns, rows) in before.items():
        for column in {"seats": ["answered_due"], "motions": ["votes"], "entrants": ["apart"]}.get(table, []):
            if column in columns:  # which stands in a table of its own now, or with the answers; see below
                at = columns.index(column)
                columns, rows = [*columns[:at], *columns[at + 1 :]], [row[:at] + row[at + 1 :] for row in rows]
        now_called, now = after[table]
        if table == "notes":  # key-value rows of single values
            rows = [row for row in rows if not str(row[0]).startswith(("left", "thread:", "alive"))]
        at_now = [now_called.index(column) for column in columns]
        kept = [tuple(row[index] for index in at_now) for row in now]
        if table == "seats":  # an empty chair keeps no former player's name, since schema 4
            rows, kept = (
                [
                    row
                    if row[columns.index("user_id")]
                    else row[: columns.index("name")] + row[columns.index("name") + 1 :]
                    for row in these
                ]
                for these in (rows, kept)
            )
        assert kept == rows, table


async def test_letters_that_waited_are_read(path: Path) -> None:
    async with reopened(path) as (house, _):
        store = house.storage
        letters = [
            letter
            for game in await store.outbox.list_games_with_unsent(ALL_SHARDS)
            for letter in await store.outbox.list_unsent(game)
        ]
        assert "board" in {parse_body(letter).kind for letter in letters}


async def test_until_when_questions_were_open_stands_with_their_answers(path: Path) -> None:
    """Schemas 2 to 6 kept it in the seat's row: as JSON by revisions, and at first that of the last answer alone."""
    before = content(path)
    columns, seats = before["seats"]
    await (await open_storage(path)).close()
    if "answered_due" not in columns:
        return
    called, moves = content(path)["moves"]
    found: dict[tuple[object, object, object], object] = {
        (move[called.index("game_id")], move[called.index("seat")], move[called.index("revision")]): move[
            called.index("was_due")
        ]
        for move in moves
        if move[called.index("was_due")] is not None
    }
    wanted: dict[tuple[object, object, object], object] = {}
    for row in seats:
        game, seat, due = (row[columns.index(name)] for name in ("game_id", "seat", "answered_due"))
        if due is None:
            continue
        if str(due).startswith("{"):
            wanted.update({(game, seat, int(revision)): until for revision, until in json.loads(str(due)).items()})
        else:
            answered = [
                int(str(move[called.index("revision")]))
                for move in moves
                if (move[called.index("game_id")], move[called.index("seat")]) == (game, seat)
                and move[called.index("kind")] in ("move", "bot", "default", "order")
            ]
            wanted[game, seat, max(answered)] = due
    assert wanted, "this schema kept some"
    assert found == wanted


def list_interrupted_upgrades() -> list[Any]:
    """Return each database with each step after which its upgrade may stop."""
    return [
        pytest.param(path, after, marks=choose_marks(path), id=f"{name_file(path)}-{after}")
        for path in FILES
        for after in range(max(2, schema_of(path)), TODAY)
    ]


@pytest.mark.parametrize(("path", "stopped_after"), list_interrupted_upgrades(), indirect=["path"])
async def test_an_upgrade_that_was_stopped_between_two_steps_goes_on(
    path: Path, stopped_after: int, tmp_path: Path
) -> None:
    at_once = tmp_path / "at-once.db"
    shutil.copy(path, at_once)
    await (await open_storage(at_once)).close()
    some = tmp_path / "some"
    some.mkdir()
    for step in sorted(MIGRATIONS.glob("*.sql"))[:stopped_after]:
        shutil.copy(step, some)
    await (await SqliteDatabase.open(path, some)).close()
    await (await open_storage(path)).close()
    assert schema_of(path) == TODAY
    assert content(path) == content(at_once)


BEFORE_TABLES = """
insert into notes (key, text) values
    ('thread:1', 'Goodwill 1'), ('called again:1', '2026-11-02T12:00:00+00:00'), ('again:1', '2'), ('salt:1', 'fresh'),
    ('within:1', '7701 901'), ('seen:1:11', '5'), ('seen:12:12', '8'), ('left:1:11', '{"seat":3,"extensions":2}'),
    ('orders ended:1:2', 'An order has ended.'), ('removed:900', '2026-11-03T12:00:00+00:00'), ('forget:99', ''),
    ('left season:1:hash', '3'), ('left season:9:hash', '1'),
    ('left:9999:11', '{"seat":1,"extensions":0}'), ('seen:9999:11', '5'), ('commands', 'digest');
update motions set votes = '{"1":true,"2":false,"3":true}' where motion_id = 1;
insert into letters (game_id, revision, kind, seat, body, written_at) values
    (1, 1, 'note', 1, '{"text":"Psst.","hushed":true}', ''),
    (1, 1, 'notice', null, '{"text":"<@12> made room for <@13>, and <@12> left; not <@so>, nor <@"}', ''),
    (1, 1, 'vacancy', 2, '{"text":"**Cy** has left.","who":14,"called":"**Cy**"}', ''),
    (1, 1, 'vacancy', 2, '{"text":"**Somebody** has left."}', ''),
    (1, 1, 'vacancy', 2, '{}', '');
insert into messages values (1, 'secrets:2:12', 77, 78), (1, 'vacancy:2', 77, 79);
insert into orders values (1, 1, 'later', '{}', '2026-11-02'), (1, 1, 'sooner', '{}', '2026-11-01');
insert into leagues values (5, 900, 901, 'League', 11, '');
insert into seasons values (5, 5, 1, 'running', '{}', 'secret', 0);
insert into entrants values (5, 1, 11, 'Ada', null, '[13, 12]', 0), (5, 2, 12, 'Ben', null, '[]', 0);
insert into league_log (season_id, number, entry, by_user, reason, made_at) values
    (5, 1, '{}', 11, '<@12> was late, and so was <@13>.', ''), (5, 2, '{}', null, '', '');
"""
"""Something of each kind that had no table of its own in schema 11."""


async def test_what_stood_in_notes_and_in_json_stands_in_tables_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "boardroom.db"
    shutil.copy(SCHEMAS / "11.sqlite", path)
    with closing(sqlite3.connect(path)) as rows, rows:
        rows.execute("delete from orders")
        rows.executescript(BEFORE_TABLES)
    await (await open_storage(path)).close()
    with closing(sqlite3.connect(path)) as rows:

        def found(query: str) -> list[tuple[object, ...]]:
            return rows.execute(query).fetchall()

        assert found("select thread, called_again, successor, salt from games where game_id = 1") == [
            ("Goodwill 1", "2026-11-02T12:00:00+00:00", 2, "fresh")
        ]
        assert found("select * from threads") == [(7701, GUILD, CHANNEL)]
        assert found("select * from looks") == [(1, ADA, 5), (12, BEN, 8)]
        assert found("select * from leavers where game_id = 1") == [(1, str(ADA), 3, 2, None)]
        assert len(found("select * from leavers")) == 2, "nothing of a table that is not there"
        assert found("select * from season_leavers") == [(1, "hash", 3)]
        assert found("select game_id, seat, orders_ended from seats where orders_ended <> ''") == [
            (1, 2, "An order has ended.")
        ]
        assert found("select * from servers_left") == [(900, "2026-11-03T12:00:00+00:00")]
        assert found("select * from to_forget") == [(99,)]
        assert {key for (key,) in found("select key from notes")} == {"key of hashes", "room:2", "commands"}
        assert found("select shard_count, shard, at > '2026' from shards_alive") == [(1, 0, 1)]
        assert found("select seat, in_favour from votes where motion_id = 1") == [(1, 1), (2, 0), (3, 1)]
        assert found("select kind from letters where hushed") == [("note",)]
        assert found(
            "select body, user_id from named_in_letters join letters using (letter_id) "
            "where written_at = '' order by letter_id, user_id"
        ) == [
            ('{"text":"<@12> made room for <@13>, and <@12> left; not <@so>, nor <@"}', 12),
            ('{"text":"<@12> made room for <@13>, and <@12> left; not <@so>, nor <@"}', 13),
            ('{"text":"**Cy** has left.","who":14,"called":"**Cy**"}', 14),
            ('{"text":"**Somebody** has left."}', 0),
        ]
        assert found("select role, reader from messages where channel_id = 77 order by role") == [
            ("secrets:2:12", BEN),
            ("vacancy:2", None),
        ]
        assert found("select place from orders order by order_id") == [("sooner",), ("later",)]
        assert found("select * from apart") == [(1, 1, 12), (5, 1, 12), (5, 1, 13)]
        assert found("select * from named_in_log") == [(5, 1, 12), (5, 1, 13)]


async def test_cards_of_an_older_schema_are_found_by_whose_they_are(tmp_path: Path) -> None:
    path = tmp_path / "boardroom.db"
    shutil.copy(SCHEMAS / "13.sqlite", path)
    with closing(sqlite3.connect(path)) as rows, rows:
        season_id, newest = rows.execute("select season_id, max(number) from league_log group by season_id").fetchone()
        rows.execute(
            "insert into league_log (season_id, number, entry, made_at) values (?, ?, ?, '')",
            (season_id, newest + 1, '{"kind":"card","entrant":2,"table":1}'),
        )
    storage = await open_storage(path)
    assert [line.number for line in await storage.leagues.list_cards(season_id, 2)][-1:] == [newest + 1]
    await storage.close()


def is_offered(question: ChooseOrCompose, move: Move) -> bool:
    return move in question.moves or question.otherwise.split_move(move) is not None


async def play_on(home: House, number: int, random: Random, at_most: int | None) -> int:
    """Let people answer as a bot would, until the game is over or `at_most` answers are given; return their number."""
    answers = looks = 0
    while (running := await home.host.get_running_game(number)).row.status == "running" and answers != at_most:
        seats = [seat for seat in play.list_asked_seats(running.table) if not running.is_automatic(seat)]
        for seat in seats[:1]:
            question, user_id = play.find_question(running.table, seat), running.get_seat_row(seat).user_id
            assert question is not None
            assert user_id is not None
            move = running.game.choose(running.game.view(running.table, seat), question, random)
            if isinstance(question, ChooseOrCompose) and not is_offered(question, move):
                move = question.choose_random_move(random)  # bots of an older edition put nothing together
            await home.host.answer_question(
                number, user_id, running.get_etag(seat, question), picks_for(question, move)
            )
        answers += len(seats[:1])
        looks += 1
        await home.settle()
        assert looks < 2_000, f"game {number} does not end"
    return answers


@cache
def read_running_games(file: Path) -> Mapping[int, str]:
    """Return the options, box, deal and moves of each running game as text; they decide how it is played on."""
    with closing(sqlite3.connect(file)) as rows:
        games = rows.execute("select * from games where status = 'running'")
        named = [dict(zip((column[0] for column in games.description), game, strict=True)) for game in games]
        return {
            game["game_id"]: json.dumps(
                [
                    *(game.get(column) for column in ("options", "box", "seed", "pact")),
                    *rows.execute(
                        "select kind, seat, move from moves where game_id = ? order by revision", (game["game_id"],)
                    ),
                ]
            )
            for game in named
        }


def list_repeated_games(file: Path) -> frozenset[int]:
    """Return the running games of a database that one of an older schema holds with the same moves.

    The next program recorded its database by the same script, so most of its games are these again. They are played to
    their end where they are oldest, because there they go through all migrations.
    """
    older = {
        game
        for other in FILES
        if (schema_of(other), FILES.index(other)) < (schema_of(file), FILES.index(file))
        for game in read_running_games(other).values()
    }
    return frozenset(number for number, game in read_running_games(file).items() if game in older)


@pytest.mark.thorough
@pytest.mark.parametrize("file", FILES, ids=name_file)
async def test_its_running_games_are_played_on(file: Path, tmp_path: Path) -> None:
    """To their end, by bots in everybody's place; by one answer, if an older database has the same game."""
    async with reopened(copy_database(file, tmp_path)) as (home, _):
        rows = await home.storage.games.list_in_shards(ALL_SHARDS, statuses=("running",))
        assert rows
        repeated = list_repeated_games(file)
        for row in rows:
            running = await home.host.get_running_game(row.game_id)
            running.table.audit()
            assert running.get_etags(), f"game {row.game_id} asks nobody"
            at_most = 1 if row.game_id in repeated else None
            answers = await play_on(home, row.game_id, Random(row.game_id), at_most)  # noqa: S311
            after = await home.host.get_running_game(row.game_id)
            after.table.audit()
            assert at_most is not None or after.table.outcome is not None
            assert after.row.revision >= row.revision + answers > row.revision
            assert await home.host.get_history(row.game_id, ADA)
            report = verify_export(await export_game(home.storage, row.game_id), GAMES)
            assert report.checks
        assert await home.storage.check() == []


@pytest.mark.thorough
async def test_its_clocks_run(path: Path) -> None:
    """An asked player has an end to their time, after which the default is played; paused tables wait."""
    async with reopened(path) as (home, wall):
        clock = home.clock
        await clock.start()  # as a program that starts, which nobody has asked for a table yet
        await home.services.resume()
        await home.settle()
        rows = await home.storage.games.list_in_shards(ALL_SHARDS, statuses=("running",))
        stopped = {row.game_id for row in rows if row.paused_at is not None}
        waits = set()
        for row in rows:
            saved = await home.storage.games.load(row.game_id)
            assert saved is not None
            bots = {
                seat_row.seat
                for seat_row in saved.seats
                if seat_row.user_id is None or seat_row.away or seat_row.conceded
            }
            for ask in await home.storage.open_questions.list_in_game(row.game_id):
                if ask.seat not in bots:
                    assert ask.times is not None, f"seat {ask.seat} of game {row.game_id}"
                    assert ask.times.due_at is not None
                    waits.add((row.game_id, ask.seat))
        assert {number for number, _ in waits} == {row.game_id for row in rows}
        await home.later(clock, wall, 24 * 4)
        late = {
            (row.game_id, entry.seat)
            for row in rows
            for entry in await home.storage.games.list_entries(row.game_id, after=row.revision)
            if entry.kind == "default"
        }
        assert waits - late == {(number, seat) for number, seat in waits if number in stopped}
        assert stopped.isdisjoint(number for number, _ in late)
        await clock.close()


@pytest.fixture(params=[path for path in FILES if path.parent == SCHEMAS], ids=lambda path: path.stem)
def populated_database(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a database in which people had orders, votes and wishes, which the first schema could not hold."""
    return copy_database(request.param, tmp_path)


@pytest.mark.thorough
async def test_an_outage_is_given_back_also_where_questions_read_differently_now(populated_database: Path) -> None:
    async with reopened(populated_database) as (home, wall):
        before = {
            (ask.game_id, ask.seat): ask.times.due_at
            for ask in await home.storage.clocks.list_due_questions(ALL_SHARDS, "9")
        }
        wall[0] += timedelta(hours=48)
        clock = home.clock
        await clock.start()
        after = {
            (ask.game_id, ask.seat): ask.times.due_at
            for ask in await home.storage.clocks.list_due_questions(ALL_SHARDS, "9")
        }
        await clock.close()
    for ask, due_at in before.items():
        late, due = after[ask], datetime.fromisoformat(str(due_at))
        assert datetime.fromisoformat(str(late)) >= due + timedelta(hours=47), ask


async def test_what_people_wish_still_counts(populated_database: Path) -> None:
    async with reopened(populated_database) as (home, _):
        assert await home.host.people.get_wishes(ADA) == WISHES
        ben = await home.host.people.get(BEN)
        assert ben is not None
        assert (ben.name, ben.dm, ben.secrets) == ("Ben", "open", "dm")


async def test_orders_stand_and_can_be_cancelled(populated_database: Path) -> None:
    async with reopened(populated_database) as (home, _):
        orders = home.orders
        found = 0
        for row in await home.storage.games.list_in_shards(ALL_SHARDS, statuses=("running",)):
            if ADA in (seat_row.user_id for seat_row in (await home.host.get_running_game(row.game_id)).seats):
                for order in (await orders.build_panel(row.game_id, ADA)).given:
                    found += 1
                    await orders.cancel(row.game_id, ADA, order.get_place())
                assert not (await orders.build_panel(row.game_id, ADA)).given
        assert found


async def test_a_vote_that_was_open_is_decided(populated_database: Path) -> None:
    async with reopened(populated_database) as (home, _):
        votes = home.votes
        rows = await home.storage.games.list_in_shards(ALL_SHARDS, statuses=("running",))
        (motion,) = [motion for row in rows for motion in await home.storage.motions.list_open(row.game_id)]
        assert sum(motion.votes.values()) == 2
        await votes.cast_vote(motion.motion_id, CLEO, yes=True)
        assert (await home.host.get_running_game(motion.game_id)).row.status == "abandoned"


async def test_a_player_who_was_away_gets_the_seat_back_from_the_bot(populated_database: Path) -> None:
    async with reopened(populated_database) as (home, _):
        came_back = 0
        for row in await home.storage.games.list_in_shards(ALL_SHARDS, statuses=("running",)):
            seat_rows = (await home.host.get_running_game(row.game_id)).seats
            for seat in [seat_row.seat for seat_row in seat_rows if seat_row.away and seat_row.user_id is not None]:
                user_id = await home.user(row.game_id, seat)
                await home.absence.return_seat(row.game_id, user_id)
                await home.settle()
                assert not (await home.host.get_running_game(row.game_id)).is_automatic(seat)
                came_back += 1
        assert came_back


async def test_an_empty_chair_can_be_taken(populated_database: Path) -> None:
    async with reopened(populated_database) as (home, _):
        votes = home.votes
        taken = 0
        for row in await home.storage.games.list_in_shards(ALL_SHARDS, statuses=("running",)):
            seat_rows = (await home.host.get_running_game(row.game_id)).seats
            for seat_row in [seat_row for seat_row in seat_rows if seat_row.away and seat_row.user_id is None]:
                assert seat_row.name == f"Empty chair {seat_row.seat}"
                await votes.take_seat(row.game_id, seat_row.seat, DORA, NAMES[DORA])
                assert (await home.desk(row.game_id, seat_row.seat)).seat == seat_row.seat
                taken += 1
        assert taken == 1


async def test_its_open_tables_begin_when_everybody_says_they_are_still_there(path: Path) -> None:
    storage = await open_storage(path)
    tables = build_services(storage, GAMES)
    host, lobby = tables.host, tables.lobby
    for row in await storage.games.list_in_shards(ALL_SHARDS, statuses=("open",)):
        if not row.opened_by:  # a season's table begins by itself
            continue
        await lobby.start(row.game_id, row.opened_by)
        saved = await storage.games.load(row.game_id)
        assert saved is not None
        for seat_row in saved.seats if saved.game.status == "open" else ():
            if seat_row.user_id not in (None, row.opened_by):
                await lobby.confirm_presence(row.game_id, seat_row.user_id or 0)
        await tables.autoplay.wait_for_all()
        assert (await host.get_running_game(row.game_id)).get_etags()
    await storage.close()


async def test_its_finished_games_can_be_read_and_exported(path: Path) -> None:
    storage = await open_storage(path)
    host = Host(storage, GAMES)
    finished = await storage.games.list_in_shards(ALL_SHARDS, statuses=("finished",))
    assert finished
    for row in finished:
        assert await host.get_history(row.game_id, BEN)
        exported = await export_game(storage, row.game_id)
        assert exported.complete
        # Not whether it is proven: a rule may have been corrected since. But it can be looked at.
        assert verify_export(exported, GAMES).checks
    await storage.close()


async def test_all_games_of_the_newest_release_are_proven(tmp_path: Path) -> None:
    """A player who was told to verify their game with this release must not read that somebody cheated."""
    storage = await open_storage(Path(shutil.copy(NEWEST_RELEASE, tmp_path / "boardroom.db")))
    rows = await storage.games.list_in_shards(ALL_SHARDS, statuses=("running", "finished"))
    assert {row.title for row in rows} == GAMES.keys()
    for row in rows:
        report = verify_export(await export_game(storage, row.game_id, full=True), GAMES)
        assert report.ok, [check.text for check in report.checks if not check.ok]
    await storage.close()


async def test_its_season_is_read_goes_on_and_can_be_checked(tmp_path: Path) -> None:
    """Of schema 10, the first with a stored season: Ada runs it, plays, and wanted to be kept apart."""
    copy = tmp_path / "boardroom.db"
    shutil.copy(SCHEMAS / "10.sqlite", copy)
    async with reopened(copy) as (home, _):
        leagues = home.services.leagues
        season = await leagues.season_log.get_season(1)
        decided = {line.entry.kind: line.by_entrant for line in season.season.lines if line.by == ADA}
        assert decided == {"opened": 1, "drawn": 1, "void": 1}, "everybody reads that whoever decided plays"
        assert not season.season.opens_wishes
        assert await home.storage.leagues.list_sealed(1) == {}
        over = await leagues.rulings.finish(1, 99, season.row.lines)
        await leagues.maintenance.settle()
        assert "wishes" not in {line.entry.kind for line in over.season.lines}, "that nobody would know was promised"
        checks = verify_season(to_json(over).encode())
        assert all(check.ok for check in checks)
        assert any(check.rests_on_wishes for check in checks)


async def test_letters_that_waited_still_wait(path: Path) -> None:
    with closing(sqlite3.connect(path)) as rows:
        waited = rows.execute("select count(*) from letters where fate = 'waiting'").fetchone()[0]
    storage = await open_storage(path)
    assert (await storage.tally(ALL_SHARDS)).letters["waiting"] == waited > 0
    await storage.close()
