"""Operations: functions over rows that run as a transaction, or as part of one.

`@read`, `@write` and `@erase` make an operation of a `@staticmethod def f(connection, a) -> R`. Called on the class,
`OutboxRows.f(connection, a)`, it joins the caller's transaction. Called on an instance, `await storage.outbox.f(a)`, it
is a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine
from functools import partial, update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from storage.interface.database import Connection, Database

P = ParamSpec("P")
R = TypeVar("R")


class Group:
    """The operations on one subject, in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database


class _Function(Generic[P, R]):
    def __init__(
        self, function: Callable[Concatenate[Connection, P], R], *, writes: bool, for_good: bool = False
    ) -> None:
        self._function = function
        self._writes = writes
        self._for_good = for_good
        update_wrapper(self, function)

    def __call__(self, connection: Connection, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run within the open transaction."""
        return self._function(connection, *args, **kwargs)

    def _run_transaction(self, database: Database, *args: P.args, **kwargs: P.kwargs) -> Awaitable[R]:
        def run(connection: Connection) -> R:
            return self._function(connection, *args, **kwargs)

        return database.write(run, for_good=self._for_good) if self._writes else database.read(run)


class Operation(_Function[P, R]):
    """A function over rows that an instance of its class runs as a transaction; see `read` and `write`."""

    @overload
    def __get__(self, group: None, _: type[Group]) -> Self: ...

    @overload
    def __get__(self, group: Group, _: type[Group]) -> Callable[P, Coroutine[Any, Any, R]]: ...

    def __get__(self, group: Group | None, _: type[Group]) -> Self | Callable[P, Coroutine[Any, Any, R]]:
        """Return the function that runs the operation as a transaction."""
        if group is None:
            return self
        database = group.database

        async def operation(*args: P.args, **kwargs: P.kwargs) -> R:
            return await self._run_transaction(database, *args, **kwargs)

        return operation


class Queued(_Function[P, R]):
    """An operation that takes its place in the queue when it is called, not when it is awaited."""

    @overload
    def __get__(self, group: None, _: type[Group]) -> Self: ...

    @overload
    def __get__(self, group: Group, _: type[Group]) -> Callable[P, Awaitable[R]]: ...

    def __get__(self, group: Group | None, _: type[Group]) -> Self | Callable[P, Awaitable[R]]:
        """Return the function that runs the operation as a transaction."""
        return self if group is None else partial(self._run_transaction, group.database)


def read(function: Callable[Concatenate[Connection, P], R]) -> Operation[P, R]:
    """Declare an operation whose queries all read the same snapshot."""
    return Operation(function, writes=False)


def write(function: Callable[Concatenate[Connection, P], R]) -> Operation[P, R]:
    """Declare an operation that is durable when it returns, and has no effect if it raises."""
    return Operation(function, writes=True)


def erase(function: Callable[Concatenate[Connection, P], R]) -> Operation[P, R]:
    """Declare a `write` operation whose deleted data cannot be recovered."""
    return Operation(function, writes=True, for_good=True)


def enqueue(function: Callable[Concatenate[Connection, P], R]) -> Queued[P, R]:
    """Declare a `write` operation that takes its place in the queue when it is called."""
    return Queued(function, writes=True)


def build_placeholders(values: Collection[object]) -> str:
    """Return the placeholders for a list, `in (...)`; an empty list contains nothing."""
    return ", ".join("?" * len(values)) or "null"
