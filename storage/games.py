"""Rows of games: the present table, the log, results, and queries for games."""

from __future__ import annotations

import json
import secrets
import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from storage import former_players, league_log, motions, open_questions, seats
from storage import outbox as letter_rows
from storage.follows import drop_follows_of_game
from storage.interface.database import Connection
from storage.interface.errors import Conflict, GameDamaged, StoreFailed
from storage.interface.game_log import NOT_IN_PERSON, GameLogRecord, NewGameLogRecord
from storage.interface.games import GameRow, GameStatus, SavedGame, SeatRow, VisibleChannels
from storage.interface.leagues import NewLine
from storage.interface.letters import NewLetter
from storage.interface.past_games import Result, SeatResult
from storage.interface.shards import Shards
from storage.operations import Group, build_placeholders, enqueue, read, write
from storage.outbox import check_json
from storage.shards import OWNED_SERVER

STATES_KEPT = 26
"""Minimum number of newest states kept of a running game: undoing the 25th move needs the table before it."""
STATES_DROPPED = 8
"""Older states are deleted in batches of this size; one by one, that took a tenth of the time of saving a move."""
_LAST_REVISION = 2**53
"""No limit."""
_BOARD = (NewLetter("board"),)
_COLUMNS = (
    "game_id, title, status, guild_id, channel_id, opened_by, seats_wanted, options, version, revision, "
    "coalesce(box, ''), opened_at, finished_at, pact, paused_at, confirm_until, "
    "lost, lost_at, lost_stopped, seed, called_again, name, named_by"
)
_GAMES = f"select {_COLUMNS} from games "
_ENTRIES = (
    "select revision, kind, seat, move, told, fence, made_at, build, was_due, state "
    "from moves left join states using (game_id, revision) "
)
_WITHOUT_STATES = "select revision, kind, seat, move, told, fence, made_at, build, was_due, null from moves "


class GameRows(Group):
    """Games: present tables, logs, results and queries."""

    @write
    @staticmethod
    def put_settings(connection: Connection, game_id: int, pact: str, letters: Sequence[NewLetter], now: str) -> None:
        """Change the settings of a running table, and write letters; raise Conflict if it is not running."""
        changed = connection.execute(
            "update games set pact = ? where game_id = ? and status = 'running'", (pact, game_id)
        )
        if not changed.rowcount:
            raise Conflict(f"game {game_id} is not running")
        letter_rows.OutboxRows.add(connection, game_id, letters, now)

    @write
    @staticmethod
    def close_without_result(
        connection: Connection,
        game_id: int,
        now: str,
        letters: Sequence[NewLetter] = (),
        league: Sequence[NewLine] = (),
    ) -> None:
        """Close an open or running game for good: drop its questions, write these letters and a last `board` letter.

        The game's season records it in the same transaction, after the lines in `league`.

        Raises:
            Conflict: it is over already.
        """
        row = connection.execute(
            "update games set status = 'abandoned', finished_at = ?, thread = null "
            "where game_id = ? and status in ('open', 'running') returning revision",
            (now, game_id),
        ).fetchone()
        if row is None:
            raise Conflict(f"game {game_id} is over already")
        connection.execute("delete from event_marks where game_id = ?", (game_id,))
        drop_follows_of_game(connection, game_id)
        _close(connection, game_id, row[0])
        league_log.add_lines_of_game(connection, game_id, league, now)
        league_log.record_closed_table(connection, game_id, now)
        letter_rows.insert(connection, game_id, row[0], (*letters, *_BOARD), now)

    @enqueue
    @staticmethod
    def append(connection: Connection, entry: NewGameLogRecord, *further: NewGameLogRecord) -> None:
        """Add an entry, and those that follow it, to a running game; all of them or none.

        Entries are added in the order of these calls, whenever each is awaited.

        Raises:
            Conflict: the revision exists, or the game is over.
        """
        for each in (entry, *further):
            _append(connection, each)

    @read
    @staticmethod
    def load(connection: Connection, game_id: int) -> SavedGame | None:
        """Return the present game with its seats and questions, or None."""
        row = connection.execute(f"select {_COLUMNS}, salt from games where game_id = ?", (game_id,)).fetchone()
        if row is None:
            return None
        *columns, salt = row
        game = GameRow(*columns)
        check_json(game_id, "its options", game.options)
        sitting = connection.execute(
            "select seat, user_id, name, conceded, misses, extensions, away, here_at, added, real_name, acted "
            "from seats where game_id = ? order by seat",
            (game_id,),
        ).fetchall()
        moved = connection.execute(
            "select seat from seats where game_id = ? and exists "
            "(select 1 from moves where moves.game_id = seats.game_id and moves.seat = seats.seat and kind = 'move')",
            (game_id,),
        ).fetchall()
        state = connection.execute(
            "select state from states where game_id = ? and revision = ?", (game_id, game.revision)
        ).fetchone()
        if game.revision and state is None:
            raise GameDamaged.from_game(game_id, f"the table of revision {game.revision}")
        return SavedGame(
            game=game,
            seats=[_read_seat_row(*row[:-1]) for row in sitting],
            state=_unpack_state(game_id, game.revision, state[0]) if state else None,
            entry_counts={row[0]: row[-1] for row in sitting},
            moved=frozenset(row[0] for row in moved),
            asks=open_questions.OpenQuestionRows.list_in_game(connection, game_id),
            orders=seats.list_orders(connection, game_id),
            salt=salt,
            league=league_log.find_league_game(connection, game_id),
        )

    @read
    @staticmethod
    def list_entries(
        connection: Connection, game_id: int, *, after: int = 0, limit: int | None = None
    ) -> Sequence[GameLogRecord]:
        """Return log entries with a revision above `after`, oldest first, with states where stored."""
        rows = connection.execute(
            _ENTRIES + "where game_id = ? and revision > ? order by revision limit ?",
            (game_id, after, _LAST_REVISION if limit is None else limit),
        )
        return [_read_entry(game_id, row) for row in rows]

    @read
    @staticmethod
    def list_last_entries(
        connection: Connection, game_id: int, count: int, *, after: int = 0, states: bool = False
    ) -> Sequence[GameLogRecord]:
        """Return the newest entries with a revision above `after`, oldest first; with states if asked for."""
        rows = connection.execute(
            (_ENTRIES if states else _WITHOUT_STATES)
            + "where game_id = ? and revision > ? order by revision desc limit ?",
            (game_id, after, count),
        ).fetchall()
        return [_read_entry(game_id, row) for row in reversed(rows)]

    @read
    @staticmethod
    def get_server_id(connection: Connection, game_id: int) -> int | None:
        """Return the server of a game."""
        row = connection.execute("select guild_id from games where game_id = ?", (game_id,)).fetchone()
        return row[0] if row else None

    @read
    @staticmethod
    def get_box(connection: Connection, digest: str) -> str | None:
        """Return the box with this digest, as JSON."""
        row = connection.execute("select json from boxes where digest = ?", (digest,)).fetchone()
        return row[0] if row else None

    # -- finding games -----------------------------------------------------------------------------

    @read
    @staticmethod
    def list_by_player(connection: Connection, user_id: int, *, statuses: Sequence[GameStatus]) -> Sequence[GameRow]:
        """Return the games in which this person has a seat (or which they opened), newest first."""
        rows = connection.execute(
            f"{_GAMES} where game_id in (select game_id from seats where user_id = ? "
            "union select game_id from games where opened_by = ?) and status in "
            f"({build_placeholders(statuses)}) order by game_id "
            f"desc",
            (user_id, user_id, *statuses),
        )
        return [GameRow(*row) for row in rows]

    @read
    @staticmethod
    def list_in_server(
        connection: Connection,
        guild_id: int,
        *,
        statuses: Sequence[GameStatus],
        limit: int | None = 50,
        sight: VisibleChannels | None = None,
        first: int | None = None,
    ) -> Sequence[GameRow]:
        """Return the games of a server, newest first.

        Args:
            guild_id: the server.
            statuses: the statuses of games to include.
            limit: the maximum number; None for no limit.
            sight: the viewer's visibility; None includes all games.
            first: the channel whose games come first.
        """
        channels, seeing = _build_sight_parameters(sight)
        rows = connection.execute(
            f"{_GAMES} where guild_id = ? and status in ({build_placeholders(statuses)}) and "
            f"{_build_sight_condition(channels)} "
            "order by case when channel_id = ? then 0 else 1 end, game_id desc limit ?",
            (guild_id, *statuses, *seeing, first, _LAST_REVISION if limit is None else limit),
        )
        return [GameRow(*row) for row in rows]

    @read
    @staticmethod
    def list_results_in_server(
        connection: Connection, guild_id: int, *, skip: int = 0, limit: int, sight: VisibleChannels | None = None
    ) -> tuple[int, Sequence[Result]]:
        """Return the number of finished games of a server, and a page of their results, newest first."""
        channels, seeing = _build_sight_parameters(sight)
        (total,) = connection.execute(
            "select count(*) from games where guild_id = ? and status = 'finished' and "
            f"{_build_sight_condition(channels)}",
            (guild_id, *seeing),
        ).fetchone()
        found = connection.execute(
            "select game_id, title, finished_at from games where guild_id = ? and status = 'finished' "
            f"and {_build_sight_condition(channels)} order by finished_at desc, game_id desc limit ? offset ?",
            (guild_id, *seeing, limit, skip),
        ).fetchall()
        return total, [Result(game_id, title, at, _list_players(connection, game_id)) for game_id, title, at in found]

    @read
    @staticmethod
    def is_new_to_title(connection: Connection, user_id: int, title: str, but: int) -> bool:
        """Return whether this person has not yet played a game of this title, apart from one."""
        found = connection.execute(
            "select 1 from seats join games on games.game_id = seats.game_id where seats.user_id = ? "
            "and games.title = ? and games.game_id <> ? and games.status in ('running', 'finished') limit 1",
            (user_id, title, but),
        ).fetchone()
        return found is None

    @read
    @staticmethod
    def count_finished_of_player(connection: Connection, guild_id: int, user_id: int) -> int:
        """Return the number of finished games of a server in which this person had a seat at the end.

        Tables that never reveal their players are left out, because the number would tell of them.
        """
        found: int = connection.execute(
            "select count(*) from seats join games using (game_id) "
            "where user_id = ? and guild_id = ? and status = 'finished' and real_name is null",
            (user_id, guild_id),
        ).fetchone()[0]
        return found

    @read
    @staticmethod
    def list_results_of_player(connection: Connection, user_id: int) -> Sequence[Result]:
        """Return the finished games in which this person had a seat at the end, newest first."""
        found = connection.execute(
            "select game_id, title, finished_at from games where status = 'finished' "
            "and game_id in (select game_id from seats where user_id = ?) order by finished_at desc, game_id desc",
            (user_id,),
        ).fetchall()
        return [Result(game_id, title, at, _list_players(connection, game_id, user_id)) for game_id, title, at in found]

    @read
    @staticmethod
    def list_results_of_player_in_server(
        connection: Connection, user_id: int, guild_id: int, sight: VisibleChannels
    ) -> Sequence[Result]:
        """Return a player's finished games in a server that somebody can see, newest first.

        Tables that never reveal their players are left out.
        """
        channels, seeing = _build_sight_parameters(sight)
        found = connection.execute(
            "select game_id, title, finished_at from games where guild_id = ? and status = 'finished' "
            "and game_id in (select game_id from seats where user_id = ? and real_name is null) "
            f"and {_build_sight_condition(channels)} order by finished_at desc, game_id desc",
            (guild_id, user_id, *seeing),
        ).fetchall()
        return [Result(game_id, title, at, _list_players(connection, game_id)) for game_id, title, at in found]

    @read
    @staticmethod
    def list_places_in_server(connection: Connection, guild_id: int) -> Mapping[int, int | None]:
        """Return all channels and threads with games of this server, each thread with its channel if recorded."""
        rows = connection.execute(
            "select distinct games.channel_id, threads.channel_id from games "
            "left join threads on thread_id = games.channel_id where games.guild_id = ?",
            (guild_id,),
        )
        return dict(rows.fetchall())

    @read
    @staticmethod
    def get_parent_channel(connection: Connection, thread_id: int) -> int | None:
        """Return the parent channel of a thread; None if it is not recorded, or this is no thread."""
        row = connection.execute("select channel_id from threads where thread_id = ?", (thread_id,)).fetchone()
        return row[0] if row else None

    @write
    @staticmethod
    def note_thread(connection: Connection, guild_id: int, thread_id: int, channel_id: int) -> None:
        """Record the parent channel of a thread, because Discord says nothing about archived threads."""
        connection.execute(
            "insert into threads (thread_id, guild_id, channel_id) values (?, ?, ?) "
            "on conflict (thread_id) do update set channel_id = excluded.channel_id",
            (thread_id, guild_id, channel_id),
        )

    @read
    @staticmethod
    def list_in_shards(connection: Connection, shards: Shards, *, statuses: Sequence[GameStatus]) -> Sequence[GameRow]:
        """Return the games in all servers of these shards, oldest first."""
        rows = connection.execute(
            f"{_GAMES} where status in ({build_placeholders(statuses)}) and {OWNED_SERVER} order by game_id",
            (*statuses, *shards.parameters),
        )
        return [GameRow(*row) for row in rows]

    @read
    @staticmethod
    def list_lost(connection: Connection, shards: Shards) -> Sequence[GameRow]:
        """Return the unreachable tables: lobbies, running games, and finished ones whose result is not posted."""
        rows = connection.execute(
            _GAMES
            + f"where lost in ('server', 'channel') and status <> 'abandoned' and {OWNED_SERVER} order by game_id",
            shards.parameters,
        )
        return [GameRow(*row) for row in rows]


def _note_act(connection: Connection, entry: NewGameLogRecord) -> None:
    """Count the entry for its seat, and update the presence of the seat's player."""
    connection.execute(
        "update seats set acted = acted + 1, conceded = conceded or ?, away = away or ?, "
        "misses = case when ? then misses + 1 when ? then misses else 0 end "
        "where game_id = ? and seat = ?",
        (
            entry.kind == "concede",
            entry.away,
            entry.missed,
            entry.kind in NOT_IN_PERSON,
            entry.game_id,
            entry.seat,
        ),
    )
    if entry.kind == "move":  # which answers or overrides the draft
        connection.execute(
            "delete from plans where game_id = ? and kind = '' "
            "and user_id = (select user_id from seats where game_id = ? and seat = ?)",
            (entry.game_id, entry.game_id, entry.seat),
        )


def _append(connection: Connection, entry: NewGameLogRecord) -> None:
    moved = connection.execute(
        "update games set revision = ?, version = ? where game_id = ? and status = 'running' and revision = ?",
        (entry.revision, entry.version, entry.game_id, entry.revision - 1),
    )
    if not moved.rowcount:
        raise Conflict(f"game {entry.game_id} is over, or its next revision is not {entry.revision}")
    _put_entry(connection, entry)
    _note_act(connection, entry)
    for order in entry.orders:
        seats.set_order(connection, entry.game_id, order, entry.made_at)
    if entry.kind == "renewal":
        put_salt(connection, entry.game_id, None)
    if entry.places is not None:
        _finish(connection, entry)
    else:
        open_questions.put(connection, entry)
    league_log.add_lines_of_game(connection, entry.game_id, entry.league, entry.made_at)
    off = motions.close_lapsed_votes(connection, entry.game_id, entry.closed_votes)
    letter_rows.insert(connection, entry.game_id, entry.revision, (*off, *entry.letters), entry.made_at)


def _put_entry(connection: Connection, entry: NewGameLogRecord) -> None:
    connection.execute(
        "insert into moves (game_id, revision, kind, seat, move, told, fence, made_at, build, was_due) "
        "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            entry.game_id,
            entry.revision,
            entry.kind,
            entry.seat,
            entry.move,
            entry.stored_news,
            entry.blocks_undo,
            entry.made_at,
            entry.build,
            entry.was_due,
        ),
    )
    connection.execute(
        "insert into states (game_id, revision, state) values (?, ?, ?)",
        (entry.game_id, entry.revision, zlib.compress(entry.state.encode(), 1)),
    )
    if not entry.revision % STATES_DROPPED:
        connection.execute(
            "delete from states where game_id = ? and revision <= ?", (entry.game_id, entry.revision - STATES_KEPT)
        )


def _finish(connection: Connection, entry: NewGameLogRecord) -> None:
    connection.execute(
        "update games set status = 'finished', finished_at = ? where game_id = ?", (entry.made_at, entry.game_id)
    )
    scores = entry.scores or {}
    connection.executemany(
        "insert into results (game_id, seat, place, score) values (?, ?, ?, ?)",
        [(entry.game_id, seat, place, scores.get(seat)) for seat, place in (entry.places or {}).items()],
    )
    _close(connection, entry.game_id, entry.revision)


def _close(connection: Connection, game_id: int, revision: int) -> None:
    """Delete the data that only a running game needs."""
    connection.execute("delete from asks where game_id = ?", (game_id,))
    if revision:  # the players of an anonymous table, unless it never began
        _reveal_players(connection, game_id)
    connection.execute("delete from states where game_id = ? and revision < ?", (game_id, revision))
    former_players.drop_game(connection, game_id)
    connection.execute("delete from looks where game_id = ?", (game_id,))
    connection.execute("delete from plans where game_id = ?", (game_id,))
    connection.execute("delete from own_notes where game_id = ?", (game_id,))
    put_salt(connection, game_id, None)
    letter_rows.take_back(connection, game_id, "ask")


def _reveal_players(connection: Connection, game_id: int) -> None:
    """Show the names of an anonymous table's players, unless its settings hide them for ever."""
    settings = connection.execute(
        "select pact from games where game_id = ? and exists "
        "(select 1 from seats where seats.game_id = games.game_id and real_name is not null)",
        (game_id,),
    ).fetchone()
    if settings is not None and not json.loads(settings[0]).get("unrevealed"):
        connection.execute(
            "update seats set name = real_name, real_name = null where game_id = ? and real_name is not null",
            (game_id,),
        )


def redraw_secrets(connection: Connection) -> None:
    """Make the future of restored games unpredictable."""
    for (game_id,) in connection.execute("select game_id from games where status = 'running'").fetchall():
        put_salt(connection, game_id, secrets.token_hex(32))
    redraw_seeds(connection)


def redraw_seeds(connection: Connection) -> None:
    """Delete the secrets of lobbies so that each draws another one.

    Their players confirm their presence again, with a fresh contribution to the randomness.
    """
    connection.execute("update games set seed = null, confirm_until = null where status = 'open'")
    connection.execute(
        "update seats set added = '', here_at = null where game_id in (select game_id from games where status = 'open')"
    )


def put_salt(connection: Connection, game_id: int, salt: str | None) -> None:
    """Set the secret to be mixed into a game's randomness before its next move; None removes it."""
    connection.execute("update games set salt = ? where game_id = ?", (salt, game_id))


def _read_seat_row(
    seat: int,
    user_id: int | None,
    name: str,
    conceded: int,
    misses: int,
    extensions: int,
    away: int,
    here_at: str | None,
    added: str,
    real_name: str | None,
) -> SeatRow:
    return SeatRow(seat, user_id, name, bool(conceded), misses, extensions, bool(away), here_at, added, real_name)


def _read_entry(game_id: int, row: tuple[Any, ...]) -> GameLogRecord:
    revision, kind, seat, move, told, fence, made_at, build, was_due, state = row
    check_json(game_id, f"the move of revision {revision}", move)
    check_json(game_id, f"the news of revision {revision}", told)
    unpacked = None if state is None else _unpack_state(game_id, revision, state)
    return GameLogRecord(revision, kind, seat, move, told, bool(fence), made_at, build, was_due, unpacked)


def _unpack_state(game_id: int, revision: int, state: bytes) -> str:
    # No JSON check: the state is written from JSON, and zlib's checksum proves that it is unchanged.
    try:
        return zlib.decompress(state).decode()
    except (zlib.error, ValueError) as error:
        raise GameDamaged.from_game(game_id, f"the table of revision {revision}") from error


def _build_sight_condition(channels: Collection[int]) -> str:
    """Build the condition for games in `VisibleChannels`; its parameters come from `_build_sight_parameters`."""
    return (
        f"(? or channel_id in ({build_placeholders(channels)}) or opened_by = ? "
        "or exists (select 1 from seats where seats.game_id = games.game_id and user_id = ?))"
    )


def _build_sight_parameters(sight: VisibleChannels | None) -> tuple[Collection[int], Sequence[int | bool | None]]:
    """Return the visible channels, and the parameters of `_build_sight_condition`."""
    if sight is None:
        return (), (True, None, None)
    return sight.channels, (False, *sight.channels, sight.user_id, sight.user_id)


def _list_players(connection: Connection, game_id: int, reader: int | None = None) -> Sequence[SeatResult]:
    """Return the results of a game's seats; where players are never revealed, each finds only themselves by the id."""
    rows = connection.execute(
        "select name, place, score, case when real_name is null or user_id = ? then user_id end "
        "from results join seats using (game_id, seat) where game_id = ? order by place, seat",
        (reader, game_id),
    )
    return [SeatResult(*row) for row in rows]


# -- care --------------------------------------------------------------------------------------


def check(connection: Connection) -> Sequence[str]:
    """Return inconsistencies of the games, as sentences."""
    findings = [
        f"Game {game_id} is at revision {revision}, but its log ends at {newest}."
        for game_id, revision, newest in connection.execute(
            "select game_id, revision, "
            "(select coalesce(max(revision), 0) from moves where moves.game_id = games.game_id) as newest "
            "from games where revision <> (select coalesce(max(revision), 0) from moves "
            "where moves.game_id = games.game_id)"
        )
    ]
    findings += [
        f"Game {game_id} has no table for revision {revision}."
        for game_id, revision in connection.execute(
            "select game_id, revision from games left join states using (game_id, revision) "
            "where revision > 0 and state is null"
        )
    ]
    for game_id, revision, state in connection.execute("select game_id, revision, state from states"):
        try:
            _unpack_state(game_id, revision, state)
        except StoreFailed as error:
            findings.append(str(error))
    return findings
