"""Rows of the outbox: letters to be sent, and the outcome."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence

import orjson

from storage import delivery_ledger
from storage.interface.database import Connection
from storage.interface.errors import GameDamaged
from storage.interface.letters import EXPIRED_REASON, DeliveryResult, Letter, LetterKind, NewLetter
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER, build_own_game_condition

_REPLACING: frozenset[LetterKind] = frozenset({"board", "ask"})
"""Kinds that show the present state, so that only the newest letter is worth sending."""
_FOR_THE_LOG: frozenset[LetterKind] = frozenset({"notice", "vacancy"})
_KEPT = "case when kind in ('notice', 'vacancy') then body else '{}' end"
"""Body kept after a letter has left the queue: only the lines of the table's log."""
_NOT_SHOWN = (
    "select game_id, kind, letter_id from letters where (fate = 'given up' or (fate = 'expired' and reason = ?)) "
    "and kind in ('board', 'ask', 'final') and not exists (select 1 from letters as newer "
    "where newer.game_id = letters.game_id and newer.kind = letters.kind and newer.letter_id > letters.letter_id) "
    "and exists (select 1 from games where games.game_id = letters.game_id and lost is null and (kind = 'board' "
    "or (kind = 'ask' and status in ('open', 'running')) or (kind = 'final' and status = 'finished')))"
)
"""The newest letter of each kind that shows the table's state, where it was never delivered."""
_MENTION = re.compile(r"<@(\d+)>")
UNKNOWN_MESSAGE = 0
"""User id of an unknown former player, for vacancy lines written by older versions."""


class OutboxRows(Group):
    """Letters to be sent, and the outcome."""

    list_deliveries = delivery_ledger.list_deliveries
    _is_new = delivery_ledger.is_new
    note_opened = delivery_ledger.note_opened

    async def record_opened(self, game_id: int, seat: int, now: str, *, again: bool = False) -> None:
        """Record that a seat's player looks at their private hand, or (`again`) requests another copy.

        If the newest letter shows this already nothing is written, because reading is cheaper than a commit.
        """
        if await self._is_new(game_id, seat, again):
            await self.note_opened(game_id, seat, now, again)

    @write
    @staticmethod
    def add(connection: Connection, game_id: int, letters: Sequence[NewLetter], now: str) -> None:
        """Write letters outside of a move, e.g. to refresh a table's message.

        Raises:
            LookupError: there is no such game.
        """
        revision = connection.execute("select revision from games where game_id = ?", (game_id,)).fetchone()
        if revision is None:
            raise LookupError(f"there is no game {game_id}")
        insert(connection, game_id, revision[0], letters, now)

    @read
    @staticmethod
    def list_unsent(connection: Connection, game_id: int) -> Sequence[Letter]:
        """Return a game's unsent letters, oldest first, including unreadable ones."""
        rows = connection.execute(
            "select letter_id, game_id, revision, kind, seat, body, attempts, written_at from letters "
            "where game_id = ? and fate = 'waiting' order by letter_id",
            (game_id,),
        )
        return [Letter(*row) for row in rows]

    @read
    @staticmethod
    def list_games_with_unsent(connection: Connection, shards: Shards) -> Sequence[int]:
        """Return the ids of games that have unsent letters."""
        rows = connection.execute(
            f"select distinct game_id from letters where fate = 'waiting' and {build_own_game_condition('letters')} "
            "order by game_id",
            shards.parameters,
        )
        return [game_id for (game_id,) in rows]

    @write
    @staticmethod
    def mark_sent(connection: Connection, letter: Letter, now: str, carried: DeliveryResult | None = None) -> None:
        """Record the delivery of a letter, with the route if it was for a seat."""
        way, refused = (None, None) if carried is None else (carried.way, carried.refused)
        connection.execute(
            f"update letters set fate = 'sent', body = {_KEPT}, changed_at = ?, "
            "way = ?, refused = ? where letter_id = ? and fate = 'waiting'",
            (now, way, refused, letter.letter_id),
        )

    @write
    @staticmethod
    def mark_expired(connection: Connection, letters: Sequence[Letter], reason: str, now: str) -> None:
        """Mark letters as expired; letters that are not waiting stay as they are."""
        connection.executemany(
            f"update letters set fate = 'expired', body = {_KEPT}, reason = ?, "
            "changed_at = ? where letter_id = ? and fate = 'waiting'",
            [(reason, now, letter.letter_id) for letter in letters],
        )

    @write
    @staticmethod
    def record_failure(connection: Connection, letter: Letter, reason: str, now: str, *, given_up: bool) -> None:
        """Record a failed attempt; with `given_up` there is no retry."""
        connection.execute(
            "update letters set fate = case when :over then 'given up' else 'waiting' end, "
            f"body = case when :over then {_KEPT} else body end, attempts = attempts + 1, reason = :reason, "
            "changed_at = :now where letter_id = :letter and fate = 'waiting'",
            {"over": given_up, "reason": reason, "now": now, "letter": letter.letter_id},
        )

    @read
    @staticmethod
    def list_notices(connection: Connection, game_id: int) -> Sequence[tuple[int, str]]:
        """Return a table's notices, oldest first: the revision at the time, and the text.

        Unreadable lines are left out.
        """
        rows = connection.execute(
            "select revision, body from letters where game_id = ? and kind in ('notice', 'vacancy') order by letter_id",
            (game_id,),
        )
        told: list[tuple[int, str]] = []
        for revision, body in rows:
            text = read_body(body).get("text")
            if isinstance(text, str):
                told.append((revision, text))
        return told

    @write
    @staticmethod
    def repair(connection: Connection, shards: Shards, since: str, now: str) -> None:
        """Rewrite the newest message, call and result of tables where it was given up or came too late.

        Args:
            shards: the shards of the tables.
            since: creation time before which letters are not rewritten.
            now: the current time.
        """
        rows = connection.execute(
            f"{_NOT_SHOWN} and written_at >= ? and {build_own_game_condition('letters')} order by letter_id",
            (EXPIRED_REASON, since, *shards.parameters),
        ).fetchall()
        for game_id, kind, _ in rows:
            OutboxRows.add(connection, game_id, [NewLetter(kind)], now)

    @write
    @staticmethod
    def repair_once(connection: Connection, game_id: int, now: str) -> None:
        """Rewrite the messages of one table after a letter was given up; after two failures, wait for the next start.

        Otherwise a letter that Discord refuses for its content would return indefinitely.
        """
        rows = connection.execute(
            f"{_NOT_SHOWN} and game_id = ? order by letter_id", (EXPIRED_REASON, game_id)
        ).fetchall()
        for _, kind, letter_id in rows:
            before = connection.execute(
                "select fate from letters where game_id = ? and kind = ? and letter_id < ? order by letter_id desc "
                "limit 1",
                (game_id, kind, letter_id),
            ).fetchone()
            if before is None or before[0] != "given up":
                OutboxRows.add(connection, game_id, [NewLetter(kind)], now)

    @read
    @staticmethod
    def list_silent_games(connection: Connection, shards: Shards, before: str) -> Sequence[int]:
        """Return the ids of running games to whose channel nothing was posted after `before`.

        Edits of messages, and letters to one person, do not count.
        """
        rows = connection.execute(
            f"select game_id from games where status = 'running' and {OWNED_SERVER} and not exists "
            "(select 1 from letters where letters.game_id = games.game_id "
            "and written_at > ? and fate <> 'expired' and (kind in "
            "('post', 'final', 'notice', 'motion', 'vacancy', 'awake') or way = 'channel' "
            "or (kind = 'ask' and fate = 'waiting'))) order by game_id",
            (*shards.parameters, before),
        )
        return [game_id for (game_id,) in rows]


def insert(connection: Connection, game_id: int, revision: int, letters: Sequence[NewLetter], now: str) -> None:
    """Write letters; they replace earlier waiting ones of certain kinds."""
    for kind in _REPLACING & {letter.kind for letter in letters}:
        take_back(connection, game_id, kind)
    connection.executemany(
        "insert into letters (game_id, revision, kind, seat, body, hushed, written_at) values (?, ?, ?, ?, ?, ?, ?)",
        [
            (game_id, revision, letter.kind, letter.seat, letter.body, _is_hushed(letter.body), now)
            for letter in letters
        ],
    )
    if any(letter.kind in _FOR_THE_LOG for letter in letters):
        lines = connection.execute(
            "select letter_id, kind, body from letters where game_id = ? and kind in ('notice', 'vacancy') "
            "and fate = 'waiting'",
            (game_id,),
        ).fetchall()
        for letter_id, kind, body in lines:
            _note_named(connection, letter_id, {*find_mentions(body), *_find_leaver(kind, body)})


def _is_hushed(body: str) -> bool:
    return "hushed" in body and bool(read_body(body).get("hushed"))


def _find_leaver(kind: LetterKind, body: str) -> Sequence[int]:
    if kind != "vacancy":
        return []
    who = read_body(body).get("who")
    return [who] if isinstance(who, int) else [UNKNOWN_MESSAGE] if "**" in body else []


def _note_named(connection: Connection, letter_id: int, people: Collection[int]) -> None:
    """Record the people named in a line of a table's log."""
    connection.executemany(
        "insert into named_in_letters (letter_id, user_id) values (?, ?) on conflict do nothing",
        [(letter_id, user_id) for user_id in people],
    )


def find_mentions(text: str) -> Sequence[int]:
    """Return the ids of the users mentioned in a text, each once."""
    return sorted({int(user_id) for user_id in _MENTION.findall(text)})


def read_body(body: str) -> Mapping[str, object]:
    """Parse the body of a letter; a damaged one is empty."""
    try:
        said = json.loads(body)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def take_back(connection: Connection, game_id: int, kind: LetterKind) -> None:
    """Delete the waiting letters of a kind."""
    connection.execute("delete from letters where game_id = ? and kind = ? and fate = 'waiting'", (game_id, kind))


def write_log_notice(connection: Connection, game_id: int, words: str, now: str) -> None:
    """Write a notice for the log only, without a message."""
    body = json.dumps({"text": words})
    row = connection.execute(
        "insert into letters (game_id, revision, kind, body, fate, reason, written_at, changed_at) "
        "select game_id, revision, 'notice', cast(:body as text), 'expired', 'for the log alone', cast(:now as text), "
        "cast(:now as text) from games where game_id = :game returning letter_id",
        {"body": body, "now": now, "game": game_id},
    ).fetchone()
    if row is not None:
        _note_named(connection, row[0], find_mentions(body))


def check_json(game_id: int, what: str, text: str | None) -> None:
    """Raise GameDamaged if a text that was saved as JSON is unreadable."""
    try:
        orjson.loads(text or "null")
    except ValueError as error:
        raise GameDamaged.from_game(game_id, what) from error
