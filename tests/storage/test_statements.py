"""Every statement of the store is read by SQLite and by PostgreSQL, and looks through no table without need."""

from __future__ import annotations

import ast
import re
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from storage.files import MIGRATIONS
from storage.interface.game_log import NewOrder
from storage.interface.letters import NewLetter
from storage.interface.motions import ClosedVotes, NewMotion
from storage.interface.questions import QuestionTimes
from storage.postgres.dialect import build_table_statements, list_migrations
from storage.sqlite import SqliteStorage, open_storage
from tests.storage.postgresql import refused
from tests.storage.samples import LATER, NOW, entry, open_lobby, start, start_new
from tests.storage.statements import in_function, statements

LOOKS_THROUGH = {
    "open_questions.list_uncalled": "at the start: who is asked something, of those who are asked at all",
    "clocks.list_games_without_clock": "at the start, of those who are asked at all",
    "forwarded_pages.take": "what waits is there for five seconds at most",
    "forwarded_pages.is_waiting": "what waits is there for five seconds at most",
    "forwarded_pages.clean_up": "at the start and once a day; what waits is there for a minute at most",
    "forwarded_presses.take": "what waits is there for two seconds at most",
    "forwarded_presses.is_waiting": "what waits is there for two seconds at most",
    "lost_channels.list_servers": "at the start, and once an hour",
    "games.check": "by an operator",
    "league_wishes.drop_orphaned_wishes": (
        "once a day; those who wish something of a league for all of its seasons are few"
    ),
    "remembered_warnings.drop_orphaned_warnings": "once a day; warnings are few",
    "league_roles.list_leagues": "at the start; leagues that give roles are few",
    "league_roles.forget": "when somebody is forgotten; leagues that give roles are few",
    "leagues.forget": "when somebody is forgotten; leagues and their stewards are few",
    "league_log.add_outage": "after an outage; seasons are few",
    "ladder_requests.shift_requests": "after an outage; those who wait for a game are few",
    "leagues.list_current_seasons": "seasons are few",
    "leagues.list_drafts": "at the start; seasons are few",
    "leagues.list_seasons_to_follow": "at the start; seasons are few",
    "leagues.list_seasons_to_show": "seasons are few",
    "former_players.list_games_left": "those who have left a running game are few",
    "former_players.list_seasons_left": "those who were forgotten in a season are few",
    "delivery_ledger.list_deliveries": "its own subquery, of one game",
    "outbox.list_games_with_unsent": "its index, of those that wait",
    "outbox.repair": "at the start; letters that were given up are in no index, for they are looked for then alone",
    "follows.list_due": "every quarter of an hour; tables that somebody follows are few",
    "page_sessions.end_older": "after a backup was restored; sessions of pages last seven days at most",
    "own_notes.list_due": "at the clock's ticks; notes of running games are few",
    "pseudonyms._list_marks": "when somebody is forgotten, or asks for their data; leagues are few",
    "personal_data.collect_data": "when somebody asks for their data; leagues and their stewards are few",
    "privacy.is_kept": "by an operator; leagues and their stewards are few",
    "privacy._delete_people_without_tables": "once a day; leagues and their stewards are few",
    "privacy.list_to_forget": "those who wait to be forgotten are few",
    "shards.note_alive": "shards are few",
    "statistics.tally": "by an operator",
    "webhooks.clean_up": "twice a day; events are deleted after a month",
    "webhooks.has_any": "its index, up to the first",
    "webhooks.list_subjects": "when somebody looks at their webhooks; leagues and their stewards are few",
}
"""Functions with a statement that scans a whole table, and the reason why it may."""


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """An empty store."""
    path = tmp_path / "statements.db"
    await (await open_storage(path)).close()
    return path


def plan(rows: sqlite3.Connection, text: str) -> list[str]:
    """How SQLite goes about a statement."""
    marks: Sequence[None] | dict[str, None] = [None] * text.count("?")
    if not marks:
        marks = {word[1:].rstrip("),"): None for word in text.replace("(", " ").split() if word.startswith(":")}
    return [line for *_, line in rows.execute(f"explain query plan {text}", marks)]


def looks_through(plans: Sequence[str]) -> bool:
    return any(line.startswith("SCAN") and line != "SCAN CONSTANT ROW" for line in plans)


def test_every_statement_is_found() -> None:
    found = statements()
    assert len(found) > 240
    assert {"games._append", "outbox.take_back", "personal_data._collect_table"} <= {each.where for each in found}


def test_a_statement_that_is_made_of_something_else_than_our_own_words_is_found() -> None:
    def made(code: str) -> list[str]:
        (function,) = ast.parse(f"def f(rows, name):\n    {code}").body
        assert isinstance(function, ast.FunctionDef)
        module = ModuleType("made")
        module.__dict__["WORDS"] = "select 1"
        return list(in_function(function, module))

    assert made("rows.execute(WORDS + (' from a' if name else ' from b'))") == ["select 1 from a", "select 1 from b"]
    with pytest.raises(AssertionError, match="something else"):
        made("rows.execute(f'select {name}')")
    with pytest.raises(AssertionError, match="own words"):
        made("rows.execute(name)")


async def test_no_statement_looks_through_a_table_but_those_that_may(database: Path) -> None:
    with closing(sqlite3.connect(database)) as rows:
        found = {each.where for each in statements() if looks_through(plan(rows, each.text))}
    assert found == LOOKS_THROUGH.keys()


async def test_a_statement_that_looks_through_a_table_is_seen(database: Path) -> None:
    with closing(sqlite3.connect(database)) as rows:
        assert looks_through(plan(rows, "select text from notes where key like ? || '%'"))
        assert looks_through(plan(rows, "delete from letters where body = ?"))
        assert not looks_through(plan(rows, "delete from letters where letter_id = :letter"))


async def test_letters_that_wait_are_found_among_those_that_wait(database: Path) -> None:
    """However many a table has written."""
    asked = {"outbox.take_back", "outbox.list_unsent", "outbox.list_games_with_unsent", "messages.list_messages"}
    with closing(sqlite3.connect(database)) as rows:
        for each in statements():
            if each.where in asked and "'waiting'" in each.text:
                asked.remove(each.where)
                assert "letters_waiting" in str(plan(rows, each.text)), each
    assert not asked


async def test_nothing_of_a_move_looks_through_a_table(sqlite: SqliteStorage) -> None:
    """In all its parts: orders, votes that are off, a season's lines, the game's end."""
    moves: set[str] = set()

    def listen(rows: sqlite3.Connection) -> None:
        rows.set_trace_callback(moves.add)

    def stop(rows: sqlite3.Connection) -> None:
        rows.set_trace_callback(None)

    number, other = await start_new(sqlite), await open_lobby(sqlite)
    await sqlite.motions.open(NewMotion(number, "abandon", 1, 1), NOW)
    letters = [NewLetter(kind, seat=1) for kind in ("board", "ask", "post", "hand", "notice")]
    whole = replace(
        entry(number, 2),
        letters=letters,
        asks={1: "other", 2: "etag"},
        times={2: QuestionTimes(NOW, LATER, LATER)},
        closed_votes=[ClosedVotes("abandon", None, NewLetter("notice"))],
        orders=[NewOrder(1, "price", "{}"), NewOrder(2, "price", None)],
    )
    await sqlite.database.write(listen)
    await start(sqlite, other)
    await sqlite.games.append(whole)
    await sqlite.games.append(replace(entry(number, 3), kind="renewal", seat=None))
    await sqlite.games.append(replace(entry(number, 4), kind="concede", away=True))
    await sqlite.games.append(replace(entry(number, 5), asks={}, places={1: 1, 2: 2, 3: 3}))
    await sqlite.database.write(stop)
    with closing(sqlite3.connect(sqlite.database.path)) as rows:
        asked = [text for text in moves if text.split()[0] in ("select", "insert", "update", "delete")]
        assert len(asked) > 40
        assert [text for text in asked if looks_through(plan(rows, text))] == []


SQLITES_OWN = {
    "select iif(lost_stopped, 1, 0) from games": "function iif",
    "select 1 from seats where user_id is ?": "syntax error",
    "insert or replace into notes (key, text) values (?, ?)": "syntax error",
    "select 1 from games where status in (select value from json_each(?))": "operator does not exist",
    "select json_extract(body, '$.text') from letters": "function json_extract",
    "select strftime('%s', opened_at) from games": "function strftime",
    "select seat from orders order by rowid": "column rowid",
    "update asks set pinged = 1 where game_id = ?": "is of type boolean",
    "select 1 from games where ? is null": "could not determine data type",
    "select 1 from letters where instr(body, '**')": "function instr",
    "insert into looks (game_id, user_id, revision) values (?, ?, ?) on conflict (user_id) do nothing": "no unique",
}
"""What SQLite reads and PostgreSQL does not, and what it says of it."""


@pytest.mark.skipif(sys.platform == "win32", reason="its programs refuse administrators there")
async def test_postgresql_reads_every_statement_but_what_is_sqlites_own(database: Path) -> None:
    found = refused(
        build_table_statements(list_migrations(MIGRATIONS)),
        [*SQLITES_OWN, *sorted({each.text for each in statements()})],
    )
    planted = {text: found.pop(text, "it reads that") for text in SQLITES_OWN}
    assert found == {}
    for text, why in SQLITES_OWN.items():
        assert why in planted[text].replace('"', ""), text


def test_no_statement_parses_text() -> None:
    """Also where both would read it: their results differ."""
    words = re.compile(r"\b(like|glob|regexp|rowid)\b|\b(instr|substr|replace|json\w*|strftime|datetime)\(")
    assert [each for each in statements() if words.search(each.text)] == []
    assert words.search("select 1 from messages where role like 'secrets:%'")
