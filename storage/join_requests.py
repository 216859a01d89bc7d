"""Rows of sign-ups that wait for a steward's approval.

A decided request stays until its person was told. The draw deletes those that nobody has decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.leagues import JoinRequest, JoinRequestFate, SeasonStatus
from storage.operations import read, write


@read
def list_join_requests(connection: Connection, season_id: int) -> Sequence[JoinRequest]:
    """Return the requests to join a season, the oldest first, with decided ones that were not announced."""
    rows = connection.execute(
        "select user_id, name, ticket, asked_at, fate, reason from join_requests where season_id = ? "
        "order by asked_at, user_id",
        (season_id,),
    )
    return [JoinRequest(*row) for row in rows]


@write
def put_join_request(connection: Connection, season_id: int, request: JoinRequest, status: SeasonStatus) -> None:
    """Store a person's request in place of a decided one; a pending one is not changed.

    Raises:
        Conflict: the season has another status by now; a draw ends requests.
    """
    if not connection.execute(
        "select 1 from seasons where season_id = ? and status = ?", (season_id, status)
    ).fetchone():
        raise Conflict(f"season {season_id} is not at '{status}' any more")
    connection.execute(
        "delete from join_requests where season_id = ? and user_id = ? and fate <> 'asked'",
        (season_id, request.user_id),
    )
    connection.execute(
        "insert into join_requests (season_id, user_id, name, ticket, asked_at) values (?, ?, ?, ?, ?) "
        "on conflict (season_id, user_id) do nothing",
        (season_id, request.user_id, request.name, request.ticket, request.asked_at),
    )


@write
def drop_join_request(connection: Connection, season_id: int, user_id: int, fate: JoinRequestFate) -> bool:
    """Delete a person's request with this fate; return whether there was one."""
    dropped = connection.execute(
        "delete from join_requests where season_id = ? and user_id = ? and fate = ?", (season_id, user_id, fate)
    )
    return dropped.rowcount > 0


@write
def decline_join_request(connection: Connection, season_id: int, user_id: int, reason: str) -> bool:
    """Decline a person's request; return False if none waits."""
    declined = connection.execute(
        "update join_requests set fate = 'declined', reason = ? where season_id = ? and user_id = ? and fate = 'asked'",
        (reason, season_id, user_id),
    )
    return declined.rowcount > 0


def approve_join_request(connection: Connection, season_id: int, user_id: int) -> None:
    """Approve a person's request, in the transaction in which they join.

    Raises:
        Conflict: it was taken back or decided.
    """
    approved = connection.execute(
        "update join_requests set fate = 'approved' where season_id = ? and user_id = ? and fate = 'asked'",
        (season_id, user_id),
    )
    if not approved.rowcount:
        raise Conflict(f"nobody waits for approval in season {season_id} any more")


def drop_undecided_requests(connection: Connection, season_id: int) -> None:
    """Delete the requests to join a season that nobody has decided."""
    connection.execute("delete from join_requests where season_id = ? and fate = 'asked'", (season_id,))


def drop_requests(connection: Connection, season_id: int) -> None:
    """Delete all requests to join a season."""
    connection.execute("delete from join_requests where season_id = ?", (season_id,))
