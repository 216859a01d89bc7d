"""Operations of the store: each written once, with its types, and each tested by the contract."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, assert_type, cast

from storage.interface.letters import Letter
from storage.operations import Group, Operation, Queued
from storage.outbox import OutboxRows
from storage.sqlite import SqliteStorage
from storage.store import Storage
from tests.storage.samples import entry, start_new

NOWHERE = Storage(cast("Any", None))
GROUPS = {name: type(group) for name, group in vars(NOWHERE).items() if isinstance(group, Group)}


def operations() -> list[tuple[str, str]]:
    """Each operation of the store: its group and its name."""
    return [
        (group, name)
        for group, kind in GROUPS.items()
        for name, member in vars(kind).items()
        if isinstance(member, Operation | Queued) or inspect.iscoroutinefunction(member)
        if not name.startswith("_")
    ]


def test_every_group_has_operations() -> None:
    assert {group for group, _ in operations()} == set(GROUPS)
    assert len(operations()) > 100


def test_every_operation_says_what_it_does_and_nothing_of_a_connection() -> None:
    for group, name in operations():
        words = inspect.getdoc(vars(GROUPS[group])[name])
        assert words, (group, name)
        assert "connection" not in words, (group, name)


def test_every_operation_is_tested_by_the_contract() -> None:
    """By tests of any store, which call it `storage`."""
    called = {
        (call.func.value.attr, call.func.attr)
        for path in Path(__file__).parent.glob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if isinstance(call.func.value, ast.Attribute) and isinstance(call.func.value.value, ast.Name)
        if call.func.value.value.id == "storage"
    }
    assert [f"{group}.{name}" for group, name in operations() if (group, name) not in called] == []


async def test_an_operation_is_awaited_and_typed(storage: Storage, sqlite: SqliteStorage) -> None:
    """Mypy would miss the mistakes below, and say so, if an operation lost the types of its function."""
    number = await start_new(sqlite)
    assert_type(await storage.outbox.list_unsent(1), Sequence[Letter])
    assert_type(await sqlite.database.write(lambda rows: OutboxRows.list_unsent(rows, number)), Sequence[Letter])
    if TYPE_CHECKING:
        assert_type(storage.games.append(entry(1, 2)), Awaitable[None])
        await storage.outbox.list_unsent("1")  # type: ignore[arg-type]
        await storage.outbox.list_unsent()  # type: ignore[call-arg]
        storage.outbox.list_unsent(1)  # type: ignore[unused-coroutine]
        await storage.games.append(1)  # type: ignore[arg-type]


async def test_what_is_queued_is_saved_in_the_order_of_the_calls(sqlite: SqliteStorage) -> None:
    number = await start_new(sqlite)
    waiting = [sqlite.games.append(entry(number, revision)) for revision in (2, 3, 4)]
    for saved in reversed(waiting):
        await saved
    assert [line.revision for line in await sqlite.games.list_entries(number, after=1)] == [2, 3, 4]
