"""Database and shard ownership through session-level advisory locks.

One lock covers the whole database. The owner of all servers holds it exclusively, as does any task that needs
everything: a migration, a restore, a move of the store. Owners of some shards share it, and each also locks its own
shards; the key contains the shard's number and the total. A process with another total is refused, because a server
would have two owners.

The table `boardroom` records the last holder of each lock. So a process that was disconnected learns whether another
one had the lock meanwhile. A process that releases shards deletes their record: a record without a lock means that its
owner crashed or is disconnected.

The server also knows when it last heard from each connection. One that is silent for long belongs to a hanging process,
or to an unreachable computer (`storage.postgres.claims`).
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from storage.database_url import Server
from storage.files import APPLICATION_ID
from storage.interface.errors import StoreFailed, StoreInUse
from storage.interface.processes import SILENT_SECONDS, BotProcess, Share
from storage.interface.shards import Shards
from storage.postgres import commit_status, schema
from storage.postgres.rows import CONNECTION_NAME_PREFIX

_BITS = 16
"""Of a key; the bits above hold the number of shards, those below the number of the shard."""
_MAX_SHARDS = (1 << _BITS - 1) - 1
_RETRY_SECONDS = 0.1
_JUST_ENDED_SECONDS = 2.0
"""Seconds for which the server may not have noticed that a process has ended."""
_SHARDS = "hashtext('shards of ' || current_schema())"
_TERMINATE_TIMEOUT_MS = 2000
"""Timeout for ending a connection, in milliseconds."""
_CHOICE = "hashtext('choice at ' || current_schema())"
_TURN = "hashtext('turn at ' || current_schema())"

_CLAIMING = "hashtext('claiming at ' || current_schema())"

_TERMINATE_HUNG_TURN = f"""
select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
where locktype = 'advisory' and granted and objsubid = 2 and pg_locks.database =
    (select oid from pg_database where datname = current_database())
and classid = ({_TURN}::bigint & 4294967295)::oid and objid = $1::int::oid
and clock_timestamp() - state_change > $2::float8 * interval '1 second'
"""
_HELD = f"""
select pid, classid = $1::int::oid, mode = 'ExclusiveLock', objid::bigint,
    classid = ({_CLAIMING}::bigint & 4294967295)::oid, coalesce(application_name, ''), case
        when state = 'active' and wait_event_type is distinct from 'Client' then 0
        else extract(epoch from clock_timestamp() - state_change)::float8 end
from pg_locks left join pg_stat_activity using (pid)
where locktype = 'advisory' and granted and objsubid = 2 and pid <> pg_backend_pid()
and pg_locks.database = (select oid from pg_database where datname = current_database())
and (classid = $1::int::oid and objid = (hashtext(current_schema())::bigint & 4294967295)::oid
     or classid in (({_SHARDS}::bigint & 4294967295)::oid, ({_CLAIMING}::bigint & 4294967295)::oid))
"""
"""One row for each lock: its process, whether it covers the whole database, whether it is exclusive, its key, whether
it is a claim, and the connection's name and seconds of silence. A connection that the server is working for is not
silent. The time is null where the server may not tell us."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that holds a database, or some of its shards."""

    process: int
    """Process id of its connection on the server."""
    alone: bool
    """Whether it owns everything."""
    count: int
    """Number of shards into which it divides the servers; 0 if it has none."""
    numbers: Sequence[int]
    """Numbers of its shards."""
    name: str = ""
    """Name of its connection."""
    silent: float | None = None
    """Seconds since the server last heard from it; None if the server does not say."""
    claims: int | None = None
    """Number of shards it lacks, if it claims them dynamically."""

    @property
    def hangs(self) -> bool:
        """Whether it has been silent for so long that others may take over its shards."""
        return self.silent is not None and self.silent > SILENT_SECONDS

    def __str__(self) -> str:
        if not self.numbers:
            return "everything" if self.alone else "no shards yet"
        return f"shards {self.numbers[0]}-{self.numbers[-1]}/{self.count}"


def take_all(connection: psycopg.Connection[Any], server: Server) -> None:
    """Lock the whole database; wait briefly for processes that have just ended.

    Raises:
        StoreInUse: another process has it, or a part of it; the text names it.
    """
    if _retry_briefly(lambda: _lock_alone(connection)):
        return
    raise StoreInUse(f"{server} is in use by {_describe_holders(list_holders(connection))} first.")


def take_some(connection: psycopg.Connection[Any], server: Server, shards: Shards, migrations: Path) -> None:
    """Lock the part of a database that some shards own; migrate its tables if no other process is present.

    Raises:
        StoreInUse: another process has one of the shards, or everything; the text names it.
        StoreFailed: others use another number of shards, or tables of another version.
    """
    if shards.count > _MAX_SHARDS:
        raise StoreFailed(f"There can be at most {_MAX_SHARDS:,} shards, not {shards.count:,}.")
    if _lock_alone(connection):
        schema.migrate(connection, server, migrations)
        _lock_shared(connection)  # before the release, so that no other process gets in between
        connection.execute("select pg_advisory_unlock($1::int, hashtext(current_schema()))", (APPLICATION_ID,))
    elif not _retry_briefly(lambda: _lock_shared(connection)):
        raise StoreInUse(f"{server} is in use by {_describe_holders(list_holders(connection))} first.")
    else:
        schema.must_be_up_to_date(connection, server, migrations)
    if not _retry_briefly(lambda: _lock_each(connection, shards)):
        having = [holder for holder in list_holders(connection) if _has_of(holder, shards)]
        raise StoreInUse(
            f"At {server} shards {shards} are in use by {_describe_holders(having)} first, or give this one "
            "other shards."
        )
    if (count := find_other_shard_count(connection, shards)) is not None:
        raise build_count_failure(count, server, shards)


def build_count_failure(count: int, server: Server, ours: Shards | Share) -> StoreFailed:
    """Build the failure for processes that disagree on the number of shards."""
    return StoreFailed(
        f"Others run with {count} shards at {server}; stop them first. All of them need the same number of shards, "
        f"and this one has {ours}."
    )


def take_again(connection: psycopg.Connection[Any], shards: Shards) -> bool:
    """Lock these shards again; return whether all locks were free."""
    if shards.are_all:
        return _lock_alone(connection)
    return _lock_shared(connection) and _lock_each(connection, shards)


def find_other_shard_count(connection: psycopg.Connection[Any], shards: Shards) -> int | None:
    """Return another process's differing number of shards, if any; ask only after taking our own locks."""
    counts = {holder.count for holder in list_holders(connection) if holder.numbers}
    return min(counts - {shards.count}, default=None)


def find_blocking_processes(connection: psycopg.Connection[Any], shards: Shards) -> set[int]:
    """Return the server's process ids of connections that hold locks of these shards."""
    return {
        holder.process
        for holder in list_holders(connection)
        if shards.are_all or holder.alone or _has_of(holder, shards)
    }


def list_holders(connection: psycopg.Connection[Any]) -> Sequence[Holder]:
    """Return the processes that hold locks, except this connection and claimants; sorted by their first shard."""
    return [holder for holder in list_holders_and_claimants(connection) if holder.claims is None]


def list_holders_and_claimants(connection: psycopg.Connection[Any]) -> Sequence[Holder]:
    """Return the processes that hold locks or claim shards, except this connection; sorted by their first shard."""
    alone: set[int] = set()
    claims: dict[int, int] = {}
    about: dict[int, tuple[str, float | None]] = {}
    keys: defaultdict[int, list[int]] = defaultdict(list)
    for process, of_all, alone_there, key, claiming, name, silent in connection.execute(_HELD, (APPLICATION_ID,)):
        about[process] = name, None if silent is None else max(silent, 0.0)
        keys[process] += [] if of_all or claiming else [key]
        if of_all and alone_there:
            alone.add(process)
        if claiming:
            claims[process] = key
    found = [
        Holder(
            process,
            process in alone,
            max(of, default=0) >> _BITS,
            sorted(key & (1 << _BITS) - 1 for key in of),
            *about[process],
            claims.get(process),
        )
        for process, of in keys.items()
    ]
    return sorted(found, key=lambda holder: (holder.count, holder.numbers, holder.process))


def list_processes(connection: psycopg.Connection[Any]) -> Sequence[BotProcess]:
    """Return the processes that own or wait for shards, by name; one process may have several connections."""
    found: dict[str, BotProcess] = {}
    for holder in list_holders_and_claimants(connection):
        if holder.alone or not (holder.numbers or holder.claims is not None):
            continue
        named = holder.name.startswith(
            CONNECTION_NAME_PREFIX
        )  # the database's address may set another name for all of them
        name = holder.name.removeprefix(CONNECTION_NAME_PREFIX) if named else f"connection {holder.process}"
        before = found.get(name, BotProcess(name, [], None))
        own = [Shards(holder.numbers[0], holder.numbers[-1], holder.count)] if holder.numbers else []
        silent = [each for each in (before.silent, holder.silent) if each is not None]
        found[name] = BotProcess(
            name, [*before.shards, *own], max(silent, default=None), before.lacks + (holder.claims or 0)
        )
    return sorted(found.values(), key=lambda process: (not process.shards, [shards.first for shards in process.shards]))


def sign(connection: psycopg.Connection[Any], shards: Shards, token: str) -> None:
    """Record us as the holder of these shards, by a unique token, and create our transaction counter.

    A disconnected former holder can still learn the outcome of its last transaction, until the next holder signs.
    """
    with connection.transaction():
        row = connection.execute("select holder from boardroom for update").fetchone()
        commit_status.forget(connection, _read_tokens(row))
        commit_status.begin_to_count(connection, token)
        signed = dict(_read_signatures(row, shards))
        signed.update((str(shard), token) for shard in shards.each)
        connection.execute("update boardroom set holder = $1", (token if shards.are_all else json.dumps(signed),))


def release_shards(connection: psycopg.Connection[Any], shards: Shards, token: str) -> None:
    """Delete our records as the holder of these shards, and our transaction counter, so that others need not wait."""
    with connection.transaction():
        connection.execute("set local synchronous_commit = 'local'")  # do not wait for a standby either
        connection.execute("set local lock_timeout = '2s'")  # a hanging process may have locked the row
        row = connection.execute("select holder from boardroom for update").fetchone()
        if not shards.are_all:
            ours = {str(shard) for shard in shards.each}
            left = {
                shard: of for shard, of in _read_signatures(row, shards).items() if not (shard in ours and of == token)
            }
            connection.execute("update boardroom set holder = $1", (json.dumps(left),))
        commit_status.stop_counting(connection, token)


def list_signed_shards(connection: psycopg.Connection[Any], count: int) -> frozenset[int]:
    """Return the shards with a recorded holder, out of this total; none if there are no tables yet."""
    if connection.execute("select to_regclass('boardroom')::text").fetchone() == (None,):
        return frozenset()
    signed = _read_signatures(connection.execute("select holder from boardroom").fetchone(), Shards(0, 0, count))
    return frozenset(Shards.parse(shard).first for shard in signed)


def is_signed_by(connection: psycopg.Connection[Any], shards: Shards, token: str) -> bool:
    """Return whether we are the recorded holder of all these shards."""
    row = connection.execute("select holder from boardroom").fetchone()
    if shards.are_all:
        return row == (token,)
    signed = _read_signatures(row, shards)
    return all(signed.get(str(shard)) == token for shard in shards.each)


def _read_tokens(row: tuple[str | None] | None) -> Collection[str]:
    """Return the tokens of all recorded holders."""
    text = row[0] if row else None
    if text is None:
        return ()
    return frozenset(json.loads(text).values()) if text.startswith("{") else (text,)


def _read_signatures(row: tuple[str | None] | None, shards: Shards) -> Mapping[str, str]:
    """Return shard -> token of the recorded holders that use this number of shards."""
    text = row[0] if row else None
    if text is None or not text.startswith("{"):  # no holder, or one of everything
        return {}
    return {shard: token for shard, token in json.loads(text).items() if shard.endswith(f"/{shards.count}")}


def lock_turn(connection: psycopg.Connection[Any]) -> bool:
    """Try to lock the turn for tasks that processes do one after another; return whether it succeeded."""
    return _try_lock(connection, f"pg_try_advisory_lock({_TURN}, $1::int)", APPLICATION_ID)


def claim(connection: psycopg.Connection[Any], lacking: int, before: int | None) -> None:
    """Announce that we claim shards, and how many we lack; `before` is the number announced last."""
    if lacking == before:
        return
    connection.execute(f"select pg_advisory_lock_shared({_CLAIMING}, $1::int)".encode(), (lacking,))
    if before is not None:
        connection.execute(f"select pg_advisory_unlock_shared({_CLAIMING}, $1::int)".encode(), (before,))


def lock_choice(connection: psycopg.Connection[Any]) -> bool:
    """Lock the choice of shards, so that two processes do not choose the same ones; return whether it succeeded.

    After some seconds without the lock the caller may choose anyway; the lock only avoids failed attempts.
    """
    return _retry_briefly(lambda: _try_lock(connection, f"pg_try_advisory_lock({_CHOICE}, $1::int)", APPLICATION_ID))


def unlock_choice(connection: psycopg.Connection[Any]) -> None:
    """Release the lock of `lock_choice`."""
    connection.execute(f"select pg_advisory_unlock({_CHOICE}, $1::int)".encode(), (APPLICATION_ID,))


def end_connection(connection: psycopg.Connection[Any], process: int) -> bool:
    """End another connection on the server; return whether it has ended within the timeout."""
    return connection.execute(
        "select pg_terminate_backend($1::int, $2::bigint)", (process, _TERMINATE_TIMEOUT_MS)
    ).fetchone() == (True,)


def end_hanging_turn(connection: psycopg.Connection[Any]) -> None:
    """End the connection of a hanging process that has the turn; otherwise all others would wait for it."""
    connection.execute(_TERMINATE_HUNG_TURN.encode(), (APPLICATION_ID, SILENT_SECONDS))


def _has_of(holder: Holder, shards: Shards) -> bool:
    return holder.count == shards.count and not set(holder.numbers).isdisjoint(shards.numbers)


def _describe_holders(having: Sequence[Holder]) -> str:
    """Describe which processes have to be stopped."""
    parts = [str(holder) for holder in having if not holder.alone]
    if not parts:
        return "another running bot. Stop that one"
    if len(parts) == 1:
        return f"another running bot, which has {parts[0]}. Stop that one"
    return f"{len(parts)} running bots, which have {', '.join(parts)}. Stop those"


def _retry_briefly(taking: Callable[[], bool]) -> bool:
    until = time.monotonic() + _JUST_ENDED_SECONDS
    while not (held := taking()) and time.monotonic() < until:
        time.sleep(_RETRY_SECONDS)
    return held


def _lock_alone(connection: psycopg.Connection[Any]) -> bool:
    return _try_lock(connection, "pg_try_advisory_lock($1::int, hashtext(current_schema()))", APPLICATION_ID)


def _lock_shared(connection: psycopg.Connection[Any]) -> bool:
    return _try_lock(connection, "pg_try_advisory_lock_shared($1::int, hashtext(current_schema()))", APPLICATION_ID)


def _lock_each(connection: psycopg.Connection[Any], shards: Shards) -> bool:
    keys = [shards.count << _BITS | number for number in shards.numbers]
    return all(_try_lock(connection, f"pg_try_advisory_lock({_SHARDS}, $1::int)", key) for key in keys)


def _try_lock(connection: psycopg.Connection[Any], lock: str, key: int) -> bool:
    return connection.execute(f"select {lock}".encode(), (key,)).fetchone() == (True,)
