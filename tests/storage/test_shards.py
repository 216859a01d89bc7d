"""Each table has one owner: queries over several servers find those of the given shards alone."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.connect import open_storage as open_anywhere
from storage.interface.errors import StoreFailed
from storage.interface.shards import ALL_SHARDS, Shards
from storage.operations import Operation, Queued
from storage.shards import OWNED_SERVER
from storage.store import Storage
from tests.storage.samples import LATER, NOW, open_lobby
from tests.storage.statements import statements
from tests.storage.test_operations import GROUPS, operations

FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
WITHOUT_SERVERS = {"notes", "boxes", "people", "to_forget", "shards_alive", "shards_done"}
"""Tables without a row that belongs to a server."""
ONE = (
    r"(game_id|season_id|league_id|guild_id|letter_id|motion_id|thread_id|handed_id|follow_id|webhook_id|digest|"
    r"session_id|request_id)"
)
"""Columns that name one table, season or server, or a part of one."""
PERSON = r"(user_id|opened_by|named_by|made_by|by_user|reader|person|mark)"
"""Columns that name a person, whose rows are found in all shards."""
EVERYWHERE = {
    "games.check": "by an operator, of the whole file",
    "games.redraw_secrets": "by an operator, of a whole backup",
    "games.redraw_seeds": "by an operator, of a whole backup",
    "former_players.list_games_left": "of a person, who is compared with each",
    "former_players.list_seasons_left": "of a person, who is compared with each",
    "pseudonyms._list_marks": "of a person, who has another mark in each server",
    "metadata.note_restore": "by an operator, of a whole backup",
    "remembered_warnings.drop_orphaned_warnings": "once a day; nothing is sent because of it",
    "webhooks.has_any": "whether there is anything to look for",
    "webhooks.clean_up": "once a day; nothing is sent because of it",
    "page_sessions.clean_up": "by time, at the start and each night; nothing is sent because of it",
    "forwarded_pages.clean_up": "by time, at the start and each night; what is so old has nobody waiting for it",
    "page_sessions.end_older": "by time, after a restore",
    "public.found": "for search engines, as the games",
    "public.list_games": "for everybody on the web, where whichever process serves it shows what all have made public",
    "public.list_leagues": "for everybody on the web, as the games",
    "public.list_lobbies": "for everybody on the web, as the games",
}
"""Functions that look at all servers, and why they may."""


def selecting(text: str) -> str:
    """A statement without the queries in it that decide nothing about which of its rows are meant."""
    while (found := re.search(r"(?<!in )(?<!from )(?<!_id = )(?<!(?<!not )exists )\(select ", text)) is not None:
        depth, end = 0, found.start()
        while True:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
            if depth == 0:
                break
        text = text[: found.start()] + text[end:]
    return text


def is_limited(text: str) -> bool:
    """Whether a statement is about one table, season, server or person, or about those of some shards."""
    tables = set(re.findall(r"(?:from|join|into|^update) (\w+)", text))
    if text.startswith("insert") and " select " not in text.split(") values (")[0]:
        return True  # a row of one
    named = re.compile(rf"\b({ONE}|{PERSON}) (= |in \()(\?|:\w+)")
    return tables <= WITHOUT_SERVERS or OWNED_SERVER in text or named.search(selecting(text)) is not None


def test_a_process_touches_no_table_of_another_by_any_statement() -> None:
    assert {each.where for each in statements() if not is_limited(each.text)} == EVERYWHERE.keys()


@pytest.mark.parametrize(
    "forgotten",
    [
        "select game_id from games where status = 'running'",
        "update games set paused_at = ? where status in ('open', 'running')",
        "delete from letters where fate = 'waiting' and not exists (select 1 from seats where user_id = ?)",
        "update games set salt = (select salt from games where game_id = ?)",
        "insert into looks (game_id, user_id, revision) select game_id, opened_by, 1 from games",
        "select season_id from seasons where status = 'running'",
    ],
)
def test_a_statement_that_forgets_whose_servers_are_meant_is_found(forgotten: str) -> None:
    assert not is_limited(forgotten)


def test_a_player_whose_servers_are_meant_is_said_with_each_call() -> None:
    """Nobody gets all of them without having said so."""
    taken = list(with_shards())
    assert len(taken) > 15
    assert [name for name, parameter in taken if parameter.default is not parameter.empty] == []


def with_shards() -> Iterator[tuple[str, inspect.Parameter]]:
    for group, name in operations():
        operation = vars(GROUPS[group])[name]
        if isinstance(operation, Operation | Queued):
            parameters = inspect.signature(operation._function).parameters
            if "shards" in parameters:
                yield f"{group}.{name}", parameters["shards"]


def test_all_servers_are_meant_in_few_places() -> None:
    """By whom no services are built for, and where it is what nobody has said."""
    root = Path(__file__).parents[2]
    found = {
        path.relative_to(root).as_posix()
        for folder in ("bot", "cogs", "storage")
        for path in (root / folder).rglob("*.py")
        if "ALL_SHARDS" in path.read_text("utf-8")
    }
    assert found == {
        "bot/__main__.py",
        "bot/host/host.py",
        "bot/host/services.py",
        "bot/ops/doctor.py",
        "bot/ops/restore_drill.py",
        "bot/settings.py",
        "storage/offline.py",
        "storage/interface/shards.py",
        "storage/connect.py",
        "storage/postgres/offline.py",
    }


def test_a_server_is_of_one_shard_by_its_number() -> None:
    """As Discord reckons: https://discord.com/developers/docs/events/gateway#sharding"""
    shards = [Shards(number, number, 16) for number in range(16)]
    for guild_id in (197038439483310086, 41771983423143937, 1 << 22, 900):
        assert [shard.has_server(guild_id) for shard in shards].count(True) == 1
    assert Shards(2, 2, 16).has_server((18 << 22) + 5)
    assert ALL_SHARDS.has_server(197038439483310086)
    assert ALL_SHARDS.are_all
    assert not FIRST.are_all


@pytest.mark.parametrize("text", ["0-3/16", "4-7/16", "15-15/16", "0-0/1"])
def test_shards_read_as_they_are_written(text: str) -> None:
    assert str(Shards.parse(text)) == text


@pytest.mark.parametrize("text", ["", "3", "3-1/16", "0-16/16", "-1/16", "a/b", "0/0", "1-2-3/4"])
def test_what_are_no_shards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Shards.parse(text)


async def test_the_store_reckons_shards_as_the_program_does(storage: Storage) -> None:
    guilds = [900, (1 << 22) + 1, (18 << 22) + 5, 197038439483310086, 41771983423143937, 2**63 - 1]
    tables = {await open_lobby(storage, guild_id=guild_id): guild_id for guild_id in guilds}
    for shards in (ALL_SHARDS, FIRST, SECOND, Shards(3, 9, 16)):
        found = [row.game_id for row in await storage.games.list_in_shards(shards, statuses=("open",))]
        assert found == [number for number, guild_id in tables.items() if shards.has_server(guild_id)]
    assert {number: await storage.games.get_server_id(number) for number in tables} == tables
    assert await storage.games.get_server_id(99) is None


async def test_each_shard_has_its_own_note_of_when_it_was_last_looked_after(storage: Storage) -> None:
    await storage.metadata.prove_alive(FIRST, NOW)
    assert await storage.shards.get_last_alive(SECOND) is None
    await storage.metadata.prove_alive(SECOND, LATER)
    assert await storage.shards.get_last_alive(FIRST) == NOW
    assert await storage.shards.get_last_alive(SECOND) == LATER
    assert await storage.shards.get_last_alive(Shards(0, 1, 2)) == NOW, "when all of them were"


async def test_shards_that_are_divided_anew_were_looked_after_when_any_was_before(storage: Storage) -> None:
    quarters = [Shards(number, number, 4) for number in range(4)]
    await storage.metadata.prove_alive(ALL_SHARDS, NOW)
    for quarter in quarters:
        assert await storage.shards.get_last_alive(quarter) == NOW
        await storage.metadata.prove_alive(quarter, LATER)
        assert await storage.shards.get_last_alive(quarter) == LATER
    assert await storage.shards.get_last_alive(ALL_SHARDS) == LATER, "what was before counts no more"


async def test_what_each_shard_has_to_do_is_done_when_all_have(storage: Storage) -> None:
    assert not await storage.shards.mark_done("sweep", FIRST)
    assert not await storage.shards.mark_done("sweep", FIRST), "not even twice"
    assert await storage.shards.have_done("sweep", FIRST)
    assert not await storage.shards.have_done("sweep", SECOND)
    assert not await storage.shards.have_done("else", FIRST)
    assert await storage.shards.mark_done("sweep", SECOND)
    assert not await storage.shards.have_done("sweep", FIRST), "it can be done anew"
    assert await storage.shards.mark_done("sweep", ALL_SHARDS), "one process needs nobody else"


async def test_a_file_has_one_owner(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match=r"is a file, which one bot can use\. Several .* need PostgreSQL"):
        await open_anywhere(tmp_path / "boardroom.db", None, FIRST)
    assert not (tmp_path / "boardroom.db").exists()
