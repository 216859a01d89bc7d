"""Operations of the store: each written once, with its types, and each tested by the contract."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, assert_type, get_type_hints

import pytest

from storage.interface import Letter, Storage
from storage.sqlite import SqliteStorage, _Letters

GROUPS: dict[str, type] = get_type_hints(Storage)


def operations() -> list[tuple[str, str]]:
    """Each operation of the interface: its group and its name."""
    return [
        (group, name)
        for group, protocol in GROUPS.items()
        for name, member in vars(protocol).items()
        if inspect.isfunction(member) and not name.startswith("_")
    ]


def test_every_group_has_operations() -> None:
    assert {group for group, _ in operations()} == set(GROUPS)


@pytest.mark.parametrize(("group", "name"), operations())
def test_a_function_takes_what_its_operation_takes(sqlite: SqliteStorage, group: str, name: str) -> None:
    """Mypy compares types and order, but neither the names of what is given by place nor what is left out."""
    implemented: object = vars(type(getattr(sqlite, group)))[name]
    (_, *wanted) = inspect.signature(getattr(GROUPS[group], name)).parameters.values()
    (_, *taken) = inspect.signature(implemented).parameters.values()  # type: ignore[arg-type]
    assert [(one.name, one.kind, one.default) for one in taken] == [(one.name, one.kind, one.default) for one in wanted]


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
    assert_type(await storage.letters.unsent(1), Sequence[Letter])
    assert_type(await _Letters(sqlite.database).unsent(1), Sequence[Letter])
    if TYPE_CHECKING:
        await _Letters(sqlite.database).unsent("1")  # type: ignore[arg-type]
        await _Letters(sqlite.database).unsent()  # type: ignore[call-arg]
        _Letters(sqlite.database).unsent(1)  # type: ignore[unused-coroutine]
