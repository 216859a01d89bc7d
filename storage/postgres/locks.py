"""Whose a database is: advisory locks of the server, each for as long as the connection lasts that took it.

One lies on the whole database. Whoever owns all servers has it alone; so does whatever needs everything: an upgrade of
the tables, a backup that is put back, a move. Those who own the servers of some shards share it, and each has a lock on
each of its shards besides, in whose key stand its number and how many there are. Nobody is let in beside others who
divide the servers otherwise, for a server would have two owners. Who had a lock last is noted in the table `boardroom`:
so whoever was cut off learns whether somebody else had it meanwhile. Who lets go of shards takes their note away: a
note without a lock means that somebody has ended without a word, or is cut off.

The server also knows when it last heard of each connection. One that is silent for long belongs to a program that
hangs, or to a computer that cannot be reached (`storage.postgres.claims`).
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
from storage.files import APPLICATION
from storage.interface import SILENT, InUse, Process, Shards, Share, StoreFailed
from storage.postgres import commit_status, schema
from storage.postgres.rows import NAMED

_BITS = 16
"""Of a key; above them stands how many shards there are, below the number of one."""
_MOST = (1 << _BITS - 1) - 1
_PAUSE = 0.1
_JUST_ENDED = 2.0
"""Seconds for which the server may not have noticed that a program has ended."""
_SHARDS = "hashtext('shards of ' || current_schema())"
_ENDING = 2000
"""Milliseconds that a connection may take to end."""
_CHOICE = "hashtext('choice at ' || current_schema())"
_TURN = "hashtext('turn at ' || current_schema())"

_CLAIMING = "hashtext('claiming at ' || current_schema())"

_TURN_OF_WHO_HANGS = f"""
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
"""For each lock: whose it is, whether it is on the whole database, alone, its key, whether it is that of a program that
takes shards by itself, and of that connection its name and for how many seconds the server has waited to hear of it;
whom the server works for is not silent. A time is null where the server may not tell us."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A program that holds a database, or some shards' part of it."""

    process: int
    """The number of the server's process for its connection."""
    alone: bool
    """Whether it has everything."""
    count: int
    """How many shards it reckons with; 0: it has none."""
    numbers: Sequence[int]
    """Which of them it has."""
    name: str = ""
    """Whose connection it is, as that says."""
    silent: float | None = None
    """For how many seconds the server has not heard of it; None: the server does not tell us."""
    claims: int | None = None
    """Of one who takes shards by itself, how many it lacks."""

    @property
    def hangs(self) -> bool:
        """Whether the server has not heard of it for so long that others may have what it has."""
        return self.silent is not None and self.silent > SILENT

    def __str__(self) -> str:
        if not self.numbers:
            return "everything" if self.alone else "no shards yet"
        return f"shards {self.numbers[0]}-{self.numbers[-1]}/{self.count}"


def take_all(connection: psycopg.Connection[Any], server: Server) -> None:
    """Take the whole database; wait a little for programs that have just ended.

    Raises:
        InUse: somebody has it, or a part of it; the text says who.
    """
    if _soon(lambda: _lock(connection)):
        return
    raise InUse(f"{server} is in use by {_named(holders(connection))} first.")


def take_some(connection: psycopg.Connection[Any], server: Server, shards: Shards, migrations: Path) -> None:
    """Take the part of a database that some shards own; bring its tables up to date as long as nobody else is there.

    Raises:
        InUse: another program has one of them, or everything; the text says who.
        StoreFailed: others reckon with another number of shards, or use tables of another version.
    """
    if shards.count > _MOST:
        raise StoreFailed(f"There can be at most {_MOST:,} shards, not {shards.count:,}.")
    if _lock(connection):
        schema.bring_up_to_date(connection, server, migrations)
        _share(connection)  # before it is let go, so that nobody comes between
        connection.execute("select pg_advisory_unlock($1::int, hashtext(current_schema()))", (APPLICATION,))
    elif not _soon(lambda: _share(connection)):
        raise InUse(f"{server} is in use by {_named(holders(connection))} first.")
    else:
        schema.must_be_up_to_date(connection, server, migrations)
    if not _soon(lambda: _lock_each(connection, shards)):
        having = [holder for holder in holders(connection) if _has_of(holder, shards)]
        raise InUse(f"At {server} shards {shards} are in use by {_named(having)} first, or give this one other shards.")
    if (count := divided_otherwise(connection, shards)) is not None:
        raise other_count(count, server, shards)


def other_count(count: int, server: Server, ours: Shards | Share) -> StoreFailed:
    """Return that others divide the servers otherwise."""
    return StoreFailed(
        f"Others run with {count} shards at {server}; stop them first. All of them need the same number of shards, "
        f"and this one has {ours}."
    )


def taken(connection: psycopg.Connection[Any], shards: Shards) -> bool:
    """Take what these shards own again; return whether it could be had at once."""
    if shards.are_all:
        return _lock(connection)
    return _share(connection) and _lock_each(connection, shards)


def divided_otherwise(connection: psycopg.Connection[Any], shards: Shards) -> int | None:
    """Return with how many shards others run, if it is another number; asked once one's own locks lie."""
    counts = {holder.count for holder in holders(connection) if holder.numbers}
    return min(counts - {shards.count}, default=None)


def in_the_way(connection: psycopg.Connection[Any], shards: Shards) -> set[int]:
    """Return the numbers of the server's processes whose programs have what these shards own."""
    return {
        holder.process for holder in holders(connection) if shards.are_all or holder.alone or _has_of(holder, shards)
    }


def holders(connection: psycopg.Connection[Any]) -> Sequence[Holder]:
    """Return who holds what, but for this connection and who claims; those with the first shards first."""
    return [holder for holder in everybody(connection) if holder.claims is None]


def everybody(connection: psycopg.Connection[Any]) -> Sequence[Holder]:
    """Return who holds what or takes shards by itself, but for this connection; those with the first shards first."""
    alone: set[int] = set()
    claims: dict[int, int] = {}
    about: dict[int, tuple[str, float | None]] = {}
    keys: defaultdict[int, list[int]] = defaultdict(list)
    for process, of_all, alone_there, key, claiming, name, silent in connection.execute(_HELD, (APPLICATION,)):
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


def processes(connection: psycopg.Connection[Any]) -> Sequence[Process]:
    """Return who has shards or waits for some, by name; one process may have several connections."""
    found: dict[str, Process] = {}
    for holder in everybody(connection):
        if holder.alone or not (holder.numbers or holder.claims is not None):
            continue
        named = holder.name.startswith(NAMED)  # the address may give all of them another name
        name = holder.name.removeprefix(NAMED) if named else f"connection {holder.process}"
        before = found.get(name, Process(name, [], None))
        own = [Shards(holder.numbers[0], holder.numbers[-1], holder.count)] if holder.numbers else []
        silent = [each for each in (before.silent, holder.silent) if each is not None]
        found[name] = Process(
            name, [*before.shards, *own], max(silent, default=None), before.lacks + (holder.claims or 0)
        )
    return sorted(found.values(), key=lambda process: (not process.shards, [shards.first for shards in process.shards]))


def sign(connection: psycopg.Connection[Any], shards: Shards, token: str) -> None:
    """Note that it is we who have what these shards own, by a word that nobody else has, and that we begin to write.

    Whoever had it before, and is only cut off, can still learn what became of their last transaction; until the next
    one signs.
    """
    with connection.transaction():
        row = connection.execute("select holder from boardroom for update").fetchone()
        commit_status.forget(connection, _tokens(row))
        commit_status.begin_to_count(connection, token)
        signed = dict(_signed(row, shards))
        signed.update((str(shard), token) for shard in shards.each)
        connection.execute("update boardroom set holder = $1", (token if shards.are_all else json.dumps(signed),))


def let_go(connection: psycopg.Connection[Any], shards: Shards, token: str) -> None:
    """Take the notes away by which we have what these shards own and count what we write; nobody has to wait for us."""
    with connection.transaction():
        connection.execute("set local synchronous_commit = 'local'")  # nor we for a standby
        connection.execute("set local lock_timeout = '2s'")  # who hangs may have the row
        row = connection.execute("select holder from boardroom for update").fetchone()
        if not shards.are_all:
            ours = {str(shard) for shard in shards.each}
            left = {shard: of for shard, of in _signed(row, shards).items() if not (shard in ours and of == token)}
            connection.execute("update boardroom set holder = $1", (json.dumps(left),))
        commit_status.stop_counting(connection, token)


def signed_for(connection: psycopg.Connection[Any], count: int) -> frozenset[int]:
    """Return for which shards somebody has signed, of so many; none where there are no tables yet."""
    if connection.execute("select to_regclass('boardroom')::text").fetchone() == (None,):
        return frozenset()
    signed = _signed(connection.execute("select holder from boardroom").fetchone(), Shards(0, 0, count))
    return frozenset(Shards.read(shard).first for shard in signed)


def are_signed(connection: psycopg.Connection[Any], shards: Shards, token: str) -> bool:
    """Return whether nobody else has signed for what these shards own."""
    row = connection.execute("select holder from boardroom").fetchone()
    if shards.are_all:
        return row == (token,)
    signed = _signed(row, shards)
    return all(signed.get(str(shard)) == token for shard in shards.each)


def _tokens(row: tuple[str | None] | None) -> Collection[str]:
    """Return the words of all who have signed."""
    text = row[0] if row else None
    if text is None:
        return ()
    return frozenset(json.loads(text).values()) if text.startswith("{") else (text,)


def _signed(row: tuple[str | None] | None, shards: Shards) -> Mapping[str, str]:
    """Return who has signed for which shards, of those who divide the servers as these do."""
    text = row[0] if row else None
    if text is None or not text.startswith("{"):  # nobody has, or one who had everything
        return {}
    return {shard: token for shard, token in json.loads(text).items() if shard.endswith(f"/{shards.count}")}


def has_turn(connection: psycopg.Connection[Any]) -> bool:
    """Take a lock that lies on nothing, whose holder may do what one program after another has to; return whether."""
    return _got(connection, f"pg_try_advisory_lock({_TURN}, $1::int)", APPLICATION)


def claim(connection: psycopg.Connection[Any], lacking: int, before: int | None) -> None:
    """Say that we take shards by ourselves, and how many we lack; before, that was another number."""
    if lacking == before:
        return
    connection.execute(f"select pg_advisory_lock_shared({_CLAIMING}, $1::int)".encode(), (lacking,))
    if before is not None:
        connection.execute(f"select pg_advisory_unlock_shared({_CLAIMING}, $1::int)".encode(), (before,))


def may_choose(connection: psycopg.Connection[Any]) -> bool:
    """Take the lock of whoever chooses shards, who would else choose what another one is choosing; return whether.

    Who cannot have it for some seconds chooses all the same, for it only spares them trouble.
    """
    return _soon(lambda: _got(connection, f"pg_try_advisory_lock({_CHOICE}, $1::int)", APPLICATION))


def has_chosen(connection: psycopg.Connection[Any]) -> None:
    """Let go of that lock."""
    connection.execute(f"select pg_advisory_unlock({_CHOICE}, $1::int)".encode(), (APPLICATION,))


def end(connection: psycopg.Connection[Any], process: int) -> bool:
    """Let the server end a connection, and wait a little until it has; return whether it is gone."""
    return connection.execute("select pg_terminate_backend($1::int, $2::bigint)", (process, _ENDING)).fetchone() == (
        True,
    )


def take_turn_from_who_hangs(connection: psycopg.Connection[Any]) -> None:
    """End the connection of whoever has the turn and has not been heard of for long, else all would wait for them."""
    connection.execute(_TURN_OF_WHO_HANGS.encode(), (APPLICATION, SILENT))


def _has_of(holder: Holder, shards: Shards) -> bool:
    return holder.count == shards.count and not set(holder.numbers).isdisjoint(shards.numbers)


def _named(having: Sequence[Holder]) -> str:
    """Return who has to be stopped, and that."""
    parts = [str(holder) for holder in having if not holder.alone]
    if not parts:
        return "another running bot. Stop that one"
    if len(parts) == 1:
        return f"another running bot, which has {parts[0]}. Stop that one"
    return f"{len(parts)} running bots, which have {', '.join(parts)}. Stop those"


def _soon(taking: Callable[[], bool]) -> bool:
    until = time.monotonic() + _JUST_ENDED
    while not (held := taking()) and time.monotonic() < until:
        time.sleep(_PAUSE)
    return held


def _lock(connection: psycopg.Connection[Any]) -> bool:
    return _got(connection, "pg_try_advisory_lock($1::int, hashtext(current_schema()))", APPLICATION)


def _share(connection: psycopg.Connection[Any]) -> bool:
    return _got(connection, "pg_try_advisory_lock_shared($1::int, hashtext(current_schema()))", APPLICATION)


def _lock_each(connection: psycopg.Connection[Any], shards: Shards) -> bool:
    keys = [shards.count << _BITS | number for number in shards.numbers]
    return all(_got(connection, f"pg_try_advisory_lock({_SHARDS}, $1::int)", key) for key in keys)


def _got(connection: psycopg.Connection[Any], lock: str, key: int) -> bool:
    return connection.execute(f"select {lock}".encode(), (key,)).fetchone() == (True,)
