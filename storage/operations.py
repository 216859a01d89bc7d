"""Operations: what a store offers is written once, as a function over rows.

`@read`, `@write` and `@erase` make an operation of `def f(connection, a) -> R`. Called with a connection, it is that
function, part of a larger transaction. As an attribute of a group, it is `async def f(a) -> R`, a transaction of its
own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from storage.database import Database

P = ParamSpec("P")
R = TypeVar("R")


class Group:
    """Operations on one subject, in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database


class Operation(Generic[P, R]):
    """A function over rows, which an attribute of a group runs as a transaction. Made by `read` and `write`."""

    def __init__(
        self, function: Callable[Concatenate[sqlite3.Connection, P], R], *, writes: bool, for_good: bool = False
    ) -> None:
        self._function = function
        self._writes = writes
        self._for_good = for_good
        update_wrapper(self, function)

    def __call__(self, connection: sqlite3.Connection, *args: P.args, **kwargs: P.kwargs) -> R:
        """Take part in the transaction that is open."""
        return self._function(connection, *args, **kwargs)

    def __get__(self, group: Group, _: type[Group]) -> Callable[P, Coroutine[Any, Any, R]]:
        """Return what runs it as a transaction of its own."""

        async def operation(*args: P.args, **kwargs: P.kwargs) -> R:
            def work(connection: sqlite3.Connection) -> R:
                return self._function(connection, *args, **kwargs)

            if self._writes:
                return await group.database.write(work, for_good=self._for_good)
            return await group.database.read(work)

        return operation


def read(function: Callable[Concatenate[sqlite3.Connection, P], R]) -> Operation[P, R]:
    """Offer a function whose queries all see the same moment."""
    return Operation(function, writes=False)


def write(function: Callable[Concatenate[sqlite3.Connection, P], R]) -> Operation[P, R]:
    """Offer a function that is saved when it returns, and has done nothing when it raises."""
    return Operation(function, writes=True)


def erase(function: Callable[Concatenate[sqlite3.Connection, P], R]) -> Operation[P, R]:
    """Offer a function as `write` does; nothing that it deletes can be found anywhere."""
    return Operation(function, writes=True, for_good=True)


def marks(values: Collection[object]) -> str:
    """Return what stands for these parameters in a list, `in (...)`; nothing is in an empty one."""
    return ", ".join("?" * len(values)) or "null"
