"""Rows of season logs, written in the transaction of the event, and of the games that belong to seasons."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from storage import former_players, join_requests, ladder_requests
from storage import outbox as letter_rows
from storage.interface.database import Connection
from storage.interface.errors import Conflict
from storage.interface.leagues import EntrantRow, LeagueGame, LineRow, NewLine, SeasonStatus
from storage.interface.letters import NewLetter
from storage.interface.shards import Shards
from storage.operations import read, write
from storage.outbox import find_mentions
from storage.shards import OWNED_SERVER

SETTLING_PERIOD = timedelta(weeks=8)
"""After its end a season has deadlines for this long: protests, and the opening of the next season."""
MAX_OUTAGES_IN_ROW = 20
"""Lines about outages after which a finished season gets no more."""


@read
def list_lines(connection: Connection, season_id: int, *, after: int = 0) -> Sequence[LineRow]:
    """Return the log lines of a season after a number, in order."""
    rows = connection.execute(
        "select number, entry, by_user, reason, made_at, by_entrant from league_log where season_id = ? and number > ? "
        "order by number",
        (season_id, after),
    )
    return [LineRow(*row) for row in rows]


@read
def list_sealed(connection: Connection, season_id: int) -> Mapping[int, str]:
    """Return the sealed content of log lines, by number; it is deleted when the season ends."""
    rows = connection.execute(
        "select number, sealed from league_log where season_id = ? and sealed is not null order by number", (season_id,)
    )
    return dict(rows.fetchall())


@read
def list_cards(connection: Connection, season_id: int, entrant: int) -> Sequence[LineRow]:
    """Return the log lines of a season that gave an entrant a card, in order."""
    rows = connection.execute(
        "select number, entry, by_user, reason, made_at, by_entrant from league_log "
        "where season_id = ? and card_of = ? order by number",
        (season_id, entrant),
    )
    return [LineRow(*row) for row in rows]


@write
def append(
    connection: Connection,
    season_id: int,
    newest: int,
    lines: Sequence[NewLine],
    now: str,
    *,
    joins: EntrantRow | None = None,
    status: SeasonStatus | None = None,
    tells: Mapping[int, Sequence[NewLetter]] | None = None,
    plan: str | None = None,
    channel_id: int | None = None,
    also_join: Sequence[EntrantRow] = (),
    served: Mapping[int, str] | None = None,
    secret: str | None = None,
    approved: int | None = None,
    ends_requests: bool = False,
) -> None:
    """Append lines to a season's log, with the entrants who join and the season's new status.

    Letters in `tells` are sent to their games. `plan` replaces the season's plan, `channel_id` the league's channel.
    `served` holds the tickets of ladder requests that get a game. `secret` replaces that of a draft. `approved` is the
    person who joins because a steward approves it; `ends_requests` deletes requests to join that nobody has decided.

    Raises:
        Conflict: the log has grown meanwhile, or one of the requests is gone.
    """
    if _get_newest_number(connection, season_id) != newest:
        raise Conflict(f"the log of season {season_id} has gone on")
    for line in lines:
        add_line(connection, season_id, line, now)
    _add_entrants(connection, season_id, [*([] if joins is None else [joins]), *also_join])
    if served:
        ladder_requests.serve_requests(connection, season_id, served, now)
    if approved is not None:
        join_requests.approve_join_request(connection, season_id, approved)
    if ends_requests:
        join_requests.drop_undecided_requests(connection, season_id)
    _update_season(connection, season_id, status, secret, plan)
    if channel_id is not None:
        connection.execute(
            "update leagues set channel_id = ? where league_id = (select league_id from seasons where season_id = ?)",
            (channel_id, season_id),
        )
    for game_id, letters in (tells or {}).items():
        letter_rows.OutboxRows.add(connection, game_id, letters, now)
    if status == "over":
        connection.execute("update league_log set sealed = null where season_id = ?", (season_id,))
        former_players.drop_season(connection, season_id)
        join_requests.drop_requests(connection, season_id)


def _update_season(
    connection: Connection, season_id: int, status: SeasonStatus | None, secret: str | None, plan: str | None
) -> None:
    if status is not None:
        connection.execute("update seasons set status = ? where season_id = ?", (status, season_id))
    if secret is not None:
        connection.execute("update seasons set secret = ? where season_id = ?", (secret, season_id))
    if plan is not None:
        connection.execute("update seasons set plan = ? where season_id = ?", (plan, season_id))


def _add_entrants(connection: Connection, season_id: int, people: Sequence[EntrantRow]) -> None:
    connection.executemany(
        "insert into entrants (season_id, entrant, user_id, name, cap, named) values (?, ?, ?, ?, ?, ?)",
        [(season_id, one.entrant, one.user_id, one.name, one.cap, one.named) for one in people],
    )
    for one in people:
        if one.apart:
            put_apart(connection, season_id, one)


def add_lines_of_game(connection: Connection, game_id: int, lines: Sequence[NewLine], now: str) -> None:
    """Append lines to the log of the season that a game belongs to, within a transaction."""
    for line in lines:
        add_line(connection, _get_season_id(connection, game_id), line, now)


def add_line(connection: Connection, season_id: int, line: NewLine, now: str) -> None:
    """Append a line to a season's log, within a transaction; it gets the next number."""
    number = _get_newest_number(connection, season_id) + 1
    connection.execute(
        "insert into league_log (season_id, number, entry, by_user, reason, made_at, by_entrant, sealed, card_of) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (season_id, number, line.entry, line.by, line.reason, now, line.by_entrant, line.sealed, line.card_of),
    )
    connection.executemany(
        "insert into named_in_log (season_id, number, user_id) values (?, ?, ?)",
        [(season_id, number, user_id) for user_id in find_mentions(line.reason)],
    )


def add_outage(connection: Connection, shards: Shards, line: NewLine, now: str) -> None:
    """Append the line of an outage to the log of each season with deadlines, within a transaction.

    A finished season has some for a while; lines about outages do not prolong it.
    """
    rows = connection.execute(
        "select season_id, status from seasons join leagues using (league_id) where (status in ('sign-up', 'running') "
        "or status = 'over' and not exists (select 1 from seasons as later where later.league_id = seasons.league_id "
        f"and later.number > seasons.number and later.status <> 'draft')) and {OWNED_SERVER} order by season_id",
        shards.parameters,
    ).fetchall()
    recent = (datetime.fromisoformat(now) - SETTLING_PERIOD).isoformat(timespec="seconds")
    for season_id, status in rows:
        if status != "over" or _find_newest_event(connection, season_id) >= recent:
            add_line(connection, season_id, line, now)


def _find_newest_event(connection: Connection, season_id: int) -> str:
    """Return when something other than an outage was last written to a season's log; empty if that was long ago."""
    rows = connection.execute(
        "select made_at, entry from league_log where season_id = ? order by number desc limit ?",
        (season_id, MAX_OUTAGES_IN_ROW),
    )
    return next((made_at for made_at, entry in rows if json.loads(entry).get("kind") != "outage"), "")


def put_apart(connection: Connection, season_id: int, entrant: EntrantRow) -> None:
    """Replace the list of people whom an entrant does not want to meet."""
    connection.execute("delete from apart where season_id = ? and entrant = ?", (season_id, entrant.entrant))
    connection.executemany(
        "insert into apart (season_id, entrant, user_id) values (?, ?, ?)",
        [(season_id, entrant.entrant, user_id) for user_id in sorted(set(entrant.apart))],
    )


def _get_season_id(connection: Connection, game_id: int) -> int:
    season_id: int = connection.execute("select season_id from league_games where game_id = ?", (game_id,)).fetchone()[
        0
    ]
    return season_id


def _get_newest_number(connection: Connection, season_id: int) -> int:
    newest: int = connection.execute(
        "select coalesce(max(number), 0) from league_log where season_id = ?", (season_id,)
    ).fetchone()[0]
    return newest


def find_league_game(connection: Connection, game_id: int) -> LeagueGame | None:
    """Return the place of a game in its season; None if it belongs to none."""
    row = connection.execute(
        "select season_id, league_games.number, seats, name, seasons.number, league_id, opened.entry, part "
        "from league_games "
        "join seasons using (season_id) join leagues using (league_id) "
        "join league_log as opened using (season_id) where game_id = ? and opened.number = 1",
        (game_id,),
    ).fetchone()
    if row is None:
        return None
    season_id, number, seats, name, season, league_id, opened, part = row
    by_seat = {int(seat): entrant for seat, entrant in json.loads(seats).items()}
    return LeagueGame(season_id, number, by_seat, name, season, league_id, _read_edition(opened), part)


def _read_edition(opened: str) -> int:
    """Return the edition of the rules that scores a season, from its first log line."""
    edition: int = json.loads(opened)["rules"]["edition"]
    return edition


def record_closed_table(connection: Connection, game_id: int, now: str) -> None:
    """Record in the season's log that a table ends without a result; ignored for games outside of leagues."""
    row = connection.execute("select season_id, if_closed from league_games where game_id = ?", (game_id,)).fetchone()
    if row is not None:
        add_line(connection, row[0], NewLine(row[1]), now)
