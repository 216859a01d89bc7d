"""Rows of requests to own pages on their way to the process that owns the table, and of its replies.

Each lasts a few seconds. A request names the session of its browser, and holds neither its cookie nor a link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage.interface.database import Connection
from storage.interface.processes import ForwardedPage, PageReply
from storage.interface.shards import Shards
from storage.operations import Group, build_placeholders, read, write
from storage.shards import OWNED_SERVER


class ForwardedPageRows(Group):
    """Requests handed to the owner of a server's tables, with their replies."""

    @write
    @staticmethod
    def put(connection: Connection, guild_id: int, asked: ForwardedPage, now: str) -> int:
        """Queue a request for the owner of this server's tables; return its id."""
        number: int = connection.execute(
            "insert into forwarded_pages (guild_id, session_id, method, what, fields, at) values (?, ?, ?, ?, ?, ?) "
            "returning request_id",
            (guild_id, asked.session_id, asked.method, asked.what, asked.fields, now),
        ).fetchone()[0]
        return number

    @read
    @staticmethod
    def is_waiting(connection: Connection, shards: Shards) -> bool:
        """Return whether any request waits for the owner of these shards."""
        row = connection.execute(
            f"select 1 from forwarded_pages where {OWNED_SERVER} limit 1", shards.parameters
        ).fetchone()
        return row is not None

    @write
    @staticmethod
    def take(connection: Connection, shards: Shards, since: str) -> Sequence[tuple[int, ForwardedPage]]:
        """Remove the waiting requests of these shards; return those not older than `since`, oldest first."""
        rows = connection.execute(
            f"delete from forwarded_pages where {OWNED_SERVER} "
            "returning request_id, session_id, method, what, fields, at",
            shards.parameters,
        ).fetchall()
        return [(number, ForwardedPage(*asked)) for number, *asked, at in sorted(rows) if at >= since]

    @write
    @staticmethod
    def take_back(connection: Connection, request_id: int) -> bool:
        """Withdraw a request; return False if its owner has already taken it."""
        return connection.execute("delete from forwarded_pages where request_id = ?", (request_id,)).rowcount > 0

    @write
    @staticmethod
    def reply(connection: Connection, request_id: int, reply: PageReply, now: str) -> None:
        """Store the reply to a request."""
        connection.execute(
            "insert into page_replies (request_id, head, body, at) values (?, ?, ?, ?)",
            (request_id, reply.head, reply.body, now),
        )

    @write
    @staticmethod
    def fetch(connection: Connection, request_ids: Sequence[int]) -> Mapping[int, PageReply]:
        """Remove and return the replies to these requests, as far as there are some."""
        rows = connection.execute(
            f"delete from page_replies where request_id in ({build_placeholders(request_ids)}) "
            "returning request_id, head, body",
            request_ids,
        )
        return {number: PageReply(head, bytes(body)) for number, head, body in rows}

    @write
    @staticmethod
    def clean_up(connection: Connection, before: str) -> None:
        """Delete abandoned requests and replies."""
        connection.execute("delete from forwarded_pages where at < ?", (before,))
        connection.execute("delete from page_replies where at < ?", (before,))
