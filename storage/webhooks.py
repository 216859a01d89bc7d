"""Rows of webhooks: addresses of people, and the signed events that are sent there."""

from __future__ import annotations

from collections.abc import Sequence

from storage.interface.database import Connection
from storage.interface.shards import Shards
from storage.interface.webhooks import (
    NewWebhookLetter,
    Webhook,
    WebhookGame,
    WebhookLetter,
    WebhookSeason,
    WebhookSubject,
)
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER, serialize_transactions

_COLUMNS = "webhook_id, user_id, subject, subject_id, address, secret, failing_since, disabled_at"
_MAY_READ_TABLE = (
    "(games.opened_by = webhooks.user_id or exists (select 1 from seats where seats.game_id = games.game_id "
    "and seats.user_id = webhooks.user_id))"
)
_MAY_READ_LEAGUE = (
    "(leagues.made_by = webhooks.user_id or exists (select 1 from stewards where stewards.league_id = "
    "leagues.league_id and stewards.user_id = webhooks.user_id))"
)
_NEWER_SEASONS = (
    "(select count(*) from seasons as newer "
    "where newer.league_id = seasons.league_id and newer.season_id > seasons.season_id)"
)
MAX_WAITING = 100
"""Events that wait for one address; further ones are left out."""


class WebhookRows(Group):
    """Webhooks with their events."""

    @write
    @staticmethod
    def add(connection: Connection, webhook: Webhook, guild_id: int, most: int, now: str) -> bool:
        """Store a new webhook with a first event that tests it; return False if its owner has too many."""
        serialize_transactions(connection, f"webhooks {webhook.user_id}")
        (count,) = connection.execute("select count(*) from webhooks where user_id = ?", (webhook.user_id,)).fetchone()
        if count >= most:
            return False
        (webhook_id,) = connection.execute(
            "insert into webhooks (user_id, subject, subject_id, address, secret, made_at) values (?, ?, ?, ?, ?, ?) "
            "returning webhook_id",
            (webhook.user_id, webhook.subject, webhook.subject_id, webhook.address, webhook.secret, now),
        ).fetchone()
        WebhookRows.add_letters(connection, [NewWebhookLetter(webhook_id, guild_id, "ping", 0, "")], now)
        return True

    @read
    @staticmethod
    def list_of_person(connection: Connection, user_id: int) -> Sequence[Webhook]:
        """Return a person's webhooks, oldest first."""
        rows = connection.execute(f"select {_COLUMNS} from webhooks where user_id = ? order by webhook_id", (user_id,))
        return [Webhook(*row) for row in rows]

    @write
    @staticmethod
    def remove(connection: Connection, user_id: int, webhook_id: int) -> bool:
        """Delete one of a person's webhooks; return False if they have no such one."""
        own = connection.execute(
            "select 1 from webhooks where webhook_id = ? and user_id = ?", (webhook_id, user_id)
        ).fetchone()
        if own is not None:
            delete_webhooks(connection, [webhook_id])
        return own is not None

    @read
    @staticmethod
    def list_subjects(connection: Connection, user_id: int) -> Sequence[WebhookSubject]:
        """Return the present tables and the leagues for which a person may have a webhook, newest first."""
        tables = connection.execute(
            "select 'table', game_id, guild_id, title, name from games where status in ('open', 'running') "
            "and game_id in (select game_id from seats where user_id = :user union "
            "select game_id from games where opened_by = :user) order by game_id desc",
            {"user": user_id},
        ).fetchall()
        leagues = connection.execute(
            "select 'league', league_id, guild_id, '', name from leagues where league_id in "
            "(select league_id from leagues where made_by = :user union "
            "select league_id from stewards where user_id = :user) order by league_id desc",
            {"user": user_id},
        ).fetchall()
        return [WebhookSubject(*row) for row in (*leagues, *tables)]

    @read
    @staticmethod
    def has_any(connection: Connection) -> bool:
        """Return whether there is a webhook that is not disabled."""
        return connection.execute("select 1 from webhooks where disabled_at is null limit 1").fetchone() is not None

    @read
    @staticmethod
    def may_send(connection: Connection, webhook_id: int) -> bool:
        """Return whether a webhook exists, is not disabled, and its owner still has the table or league."""
        found = connection.execute(
            "select 1 from webhooks where webhook_id = ? and disabled_at is null and (subject = 'person' "
            f"or (subject = 'table' and exists (select 1 from games where game_id = subject_id and {_MAY_READ_TABLE})) "
            "or (subject = 'league' and exists "
            f"(select 1 from leagues where league_id = subject_id and {_MAY_READ_LEAGUE})))",
            (webhook_id,),
        ).fetchone()
        return found is not None

    @read
    @staticmethod
    def list_for_game(connection: Connection, game_id: int) -> Sequence[Webhook]:
        """Return the webhooks that hear of a table: its own, and those of its players."""
        rows = connection.execute(
            f"select {_COLUMNS} from webhooks where disabled_at is null and subject = 'table' and subject_id = :game "
            f"and exists (select 1 from games where games.game_id = :game and {_MAY_READ_TABLE}) union all "
            f"select {_COLUMNS} from webhooks where disabled_at is null and subject = 'person' and user_id in "
            "(select user_id from seats where game_id = :game) order by webhook_id",
            {"game": game_id},
        )
        return [Webhook(*row) for row in rows]

    @read
    @staticmethod
    def list_games(connection: Connection, shards: Shards, finished_since: str) -> Sequence[WebhookGame]:
        """Return the tables of these shards with a webhook, running ones and those finished since."""
        rows = connection.execute(
            "select games.game_id, games.revision from webhooks join games on games.game_id = webhooks.subject_id "
            "where webhooks.subject = 'table' and webhooks.disabled_at is null and (games.status = 'running' "
            f"or (games.status = 'finished' and games.finished_at >= ?)) and {OWNED_SERVER} union "
            "select games.game_id, games.revision from webhooks join seats on seats.user_id = webhooks.user_id "
            "join games on games.game_id = seats.game_id where webhooks.subject = 'person' "
            "and webhooks.disabled_at is null and (games.status = 'running' "
            f"or (games.status = 'finished' and games.finished_at >= ?)) and {OWNED_SERVER}",
            (finished_since, *shards.parameters, finished_since, *shards.parameters),
        )
        return [WebhookGame(*row) for row in rows]

    @read
    @staticmethod
    def list_seasons(connection: Connection, shards: Shards) -> Sequence[WebhookSeason]:
        """Return the newest seasons of leagues with a webhook.

        The season before is listed, too, if its events were sent: a ladder opens the next one as soon as one is over.
        """
        rows = connection.execute(
            "select webhook_id, season_id, status, guild_id from webhooks "
            "join leagues on leagues.league_id = webhooks.subject_id "
            "join seasons on seasons.league_id = leagues.league_id "
            "where subject = 'league' and disabled_at is null "
            f"and ({_NEWER_SEASONS} = 0 or ({_NEWER_SEASONS} = 1 and exists (select 1 from webhook_letters as heard "
            "where heard.webhook_id = webhooks.webhook_id and heard.kind = 'season' and heard.number = season_id))) "
            f"and {_MAY_READ_LEAGUE} and {OWNED_SERVER} order by webhook_id, season_id",
            shards.parameters,
        )
        return [WebhookSeason(*row) for row in rows]

    @write
    @staticmethod
    def add_letters(connection: Connection, letters: Sequence[NewWebhookLetter], now: str) -> None:
        """Write events; known ones, and those for which an address has no room, are left out.

        While an address fails, a new event waits with those before it, so that their order and the pauses stay.
        """
        for letter in letters:
            connection.execute(
                "insert into webhook_letters "
                "(webhook_id, guild_id, kind, number, detail, written_at, attempts, next_at) "
                "select webhooks.webhook_id, cast(:guild as bigint), cast(:kind as text), cast(:number as bigint), "
                "cast(:detail as text), cast(:now as text), coalesce(max(attempts), 0), "
                "coalesce(max(next_at), cast(:now as text)) from webhooks left join webhook_letters as before "
                "on before.webhook_id = webhooks.webhook_id and before.fate = 'waiting' "
                "where webhooks.webhook_id = :webhook and disabled_at is null "
                "group by webhooks.webhook_id having count(before.letter_id) < :most on conflict do nothing",
                {
                    "webhook": letter.webhook_id,
                    "guild": letter.guild_id,
                    "kind": letter.kind,
                    "number": letter.number,
                    "detail": letter.detail,
                    "now": now,
                    "most": MAX_WAITING,
                },
            )

    @read
    @staticmethod
    def list_due(connection: Connection, shards: Shards, now: str, count: int) -> Sequence[WebhookLetter]:
        """Return events to send now, oldest first."""
        rows = connection.execute(
            "select letter_id, kind, number, detail, attempts, webhook_letters.guild_id, webhooks.webhook_id, user_id, "
            "subject, subject_id, address, secret, failing_since, disabled_at from webhook_letters "
            "join webhooks using (webhook_id) where fate = 'waiting' and next_at <= ? and disabled_at is null "
            f"and {OWNED_SERVER} order by next_at, letter_id limit ?",
            (now, *shards.parameters, count),
        )
        return [
            WebhookLetter(letter_id, kind, number, detail, attempts, guild_id, Webhook(*webhook))
            for letter_id, kind, number, detail, attempts, guild_id, *webhook in rows
        ]

    @write
    @staticmethod
    def mark_done(connection: Connection, letter: WebhookLetter, *, sent: bool) -> None:
        """Record that an event was sent, or is no longer true; a success ends a series of failures."""
        connection.execute(
            "update webhook_letters set fate = ? where letter_id = ? and fate = 'waiting'",
            ("sent" if sent else "dropped", letter.letter_id),
        )
        if sent:
            connection.execute(
                "update webhooks set failing_since = null where webhook_id = ?", (letter.webhook.webhook_id,)
            )

    @write
    @staticmethod
    def delay(connection: Connection, webhook_id: int, attempts: int, next_at: str, now: str) -> None:
        """Record a failure, and delay everything that waits for the address."""
        connection.execute(
            "update webhook_letters set attempts = ?, next_at = ? where webhook_id = ? and fate = 'waiting'",
            (attempts, next_at, webhook_id),
        )
        connection.execute(
            "update webhooks set failing_since = coalesce(failing_since, ?) where webhook_id = ?", (now, webhook_id)
        )

    @write
    @staticmethod
    def disable(connection: Connection, webhook_id: int, now: str) -> bool:
        """Stop sending to an address for good; return False if it was stopped already."""
        stopped = connection.execute(
            "update webhooks set disabled_at = ? where webhook_id = ? and disabled_at is null", (now, webhook_id)
        )
        connection.execute("delete from webhook_letters where webhook_id = ? and fate = 'waiting'", (webhook_id,))
        return bool(stopped.rowcount)

    @write
    @staticmethod
    def clean_up(connection: Connection, before: str) -> None:
        """Delete old records of events, and the webhooks of tables that were over before this time or are gone."""
        connection.execute(
            "delete from webhook_letters where fate <> 'waiting' and kind in ('asked', 'over') and written_at < ?",
            (before,),
        )
        over = connection.execute(
            "select webhook_id from webhooks join games on games.game_id = webhooks.subject_id "
            "where subject = 'table' and games.finished_at < ? union all "
            "select webhook_id from webhooks where (subject = 'table' "
            "and not exists (select 1 from games where games.game_id = webhooks.subject_id)) or (subject = 'league' "
            "and not exists (select 1 from leagues where leagues.league_id = webhooks.subject_id))",
            (before,),
        ).fetchall()
        delete_webhooks(connection, [webhook_id for (webhook_id,) in over])


def delete_webhooks(connection: Connection, ids: Sequence[int]) -> None:
    """Delete webhooks with their events."""
    for webhook_id in ids:
        connection.execute("delete from webhook_letters where webhook_id = ?", (webhook_id,))
        connection.execute("delete from webhooks where webhook_id = ?", (webhook_id,))


def forget(connection: Connection, user_id: int) -> None:
    """Delete a person's webhooks."""
    rows = connection.execute("select webhook_id from webhooks where user_id = ?", (user_id,)).fetchall()
    delete_webhooks(connection, [webhook_id for (webhook_id,) in rows])
