"""Erasure: shows people their stored data, and deletes it on request.

Tables remain without the person: in a running game their seat becomes vacant by the usual rules, and its log says that
"Seat 2" played. Moves belong to a seat and stay. Until a game is over, a keyed hash recognises people who have seen one
of its hands; otherwise they could be erased, and look into another. Until a season is over, a keyed hash recognises its
participants; otherwise they could be excluded, erased, and join again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.host.errors import Refusal
from bot.host.leagues.maintenance import Maintenance
from bot.host.leagues.season_log import SeasonLog
from bot.host.leagues.sign_up import SignUp
from bot.host.lobby.lobby import Lobby
from bot.host.play.votes import Votes
from storage.interface.errors import GameDamaged
from storage.interface.games import GameRow
from storage.interface.metadata_keys import ERASURE_KEY
from storage.interface.people import JsonValue

log = logging.getLogger(__name__)

ERASURE_WORD = "to forget"
"""Broadcast to other processes when an erasure is requested or done."""


@dataclass(frozen=True)
class PersonalTraces:
    """Summary of the stored data of a person."""

    any: bool
    """Whether there is any data that can be deleted."""
    lobbies: Sequence[GameRow]
    running: Sequence[GameRow]
    over: Sequence[GameRow]
    recognised: Sequence[int]
    """Running tables at which they have left a seat, so that they may take no other there."""
    leagues: Sequence[str]
    """Leagues whose seasons they leave, with their displayed names."""
    recognised_in: Sequence[str]
    """Unfinished seasons in which they take part or did, so that they cannot join under another identity."""
    seasons: int
    """Number of their seasons, including ended ones and those with a pseudonym."""


class Erasure:
    """Shows people their stored data, and deletes it."""

    def __init__(
        self, lobby: Lobby, votes: Votes, season_log: SeasonLog, sign_up: SignUp, maintenance: Maintenance
    ) -> None:
        self._host = season_log.host
        self._lobby = lobby
        self._votes = votes
        self._season_log = season_log
        self._sign_up = sign_up
        self._maintenance = maintenance
        self._storage = season_log.storage
        self._waiting_erasures: dict[int, tuple[Sequence[int], Sequence[int]]] = {}
        """Erasures that wait for other processes, with the person's games and seasons in this one."""
        self._request_lock = asyncio.Lock()
        season_log.host.ticks.subscribe(self.process_requests)

    async def find_traces(self, user_id: int) -> PersonalTraces:
        """Summarise the stored data of a person."""
        seasons = await self._storage.leagues.list_seasons_of_player(user_id)
        rows = await self._storage.games.list_by_player(user_id, statuses=("open", "running", "finished", "abandoned"))
        return PersonalTraces(
            any=await self._storage.privacy.is_kept(user_id),
            lobbies=[row for row in rows if row.status == "open"],
            running=[row for row in rows if row.status == "running"],
            over=[row for row in rows if row.status in ("finished", "abandoned")],
            recognised=await self._storage.seats.list_games_left(user_id),
            leagues=[
                called for season_id in seasons if (called := await self._get_season_to_leave(season_id, user_id))
            ],
            recognised_in=[
                called
                for season_id in sorted({*seasons, *await self._storage.leagues.list_seasons_left(user_id)})
                if (called := await self._get_current_season(season_id))
            ],
            seasons=len(seasons) + await self._storage.leagues.count_marked_seasons(user_id),
        )

    async def _get_season_to_leave(self, season_id: int, user_id: int) -> str:
        """Return the displayed name of a season that a person would leave; empty if they have left or it is over."""
        called = await self._get_current_season(season_id)
        known = await self._season_log.get_season(season_id)
        number = known.find_number(user_id)
        return called if number is not None and known.season.entrants[number].status == "plays" else ""

    async def _get_current_season(self, season_id: int) -> str:
        """Return the displayed name of a season; empty if it is over."""
        row = await self._storage.leagues.get_season(season_id)
        if row is None or row.status == "over":
            return ""
        return f"**{(await self._season_log.get_season(season_id)).league.name}**, season {row.number}"

    async def forget(self, user_id: int) -> bool:
        """Erase a person; return whether there was any data. Idempotent.

        If other processes own tables, the deletion waits until each has made the person leave, which takes some
        minutes.
        """
        if not self._host.shards.are_all:
            await self._storage.privacy.ask_to_forget(user_id)  # first, so that a crash in between loses no request
            await self._storage.database.notify(ERASURE_WORD)
        return await self._forget(user_id)

    async def _forget(self, user_id: int) -> bool:
        traces = await self.find_traces(user_id)
        seasons = await self._list_own_seasons(user_id)
        games = {row.game_id for row in (*traces.lobbies, *traces.running, *traces.over)}
        await self._leave_all(user_id, traces, seasons)
        self._host.people.forget(user_id)  # beforehand, so that no cached record is written back
        changed = await self._storage.privacy.forget_when_left(user_id, self._host.shards)
        if changed is None:
            self._waiting_erasures[user_id] = sorted(games), seasons
            return traces.any
        await self._forget_loaded(user_id, sorted(games.union(changed)), seasons)
        if not self._host.shards.are_all:
            await self._storage.database.notify(ERASURE_WORD)
        return traces.any

    async def is_under_way(self, user_id: int) -> bool:
        """Return whether an erasure is pending in other processes.

        Meanwhile the person is kept out, because anything they begin would be erased by half.
        """
        return not self._host.shards.are_all and await self._storage.privacy.is_to_be_forgotten(user_id)

    async def _list_own_seasons(self, user_id: int) -> Sequence[int]:
        """Return the person's seasons that this process owns."""
        own, found = self._host.shards.has_server, await self._storage.leagues.list_seasons_of_player(user_id)
        return [season_id for season_id in found if own((await self._season_log.get_season(season_id)).league.guild_id)]

    async def _forget_loaded(self, user_id: int, games: Sequence[int], seasons: Sequence[int]) -> None:
        """Drop an erased person from this process's caches."""
        for game_id in games:
            with suppress(Refusal):  # a game of another process
                async with self._host.lock_game(game_id):
                    self._host.forget_loaded(game_id)
        self._host.people.forget(user_id)  # again, in case they were looked up meanwhile
        await self._season_log.drop_named(user_id)
        for season_id in seasons:  # a message with the name may have been posted a moment ago
            self._maintenance.refresh_messages(season_id)

    async def _leave_all(self, user_id: int, traces: PersonalTraces, seasons: Sequence[int]) -> None:
        """Make a person leave the tables and seasons that this process owns."""
        for season_id in seasons:
            with suppress(Refusal):  # they have left before, or the season is over
                await self._sign_up.leave(season_id, user_id)
        own = self._host.shards.has_server
        for row in traces.lobbies:
            if not own(row.guild_id):
                continue
            try:
                await self._lobby.leave(row.game_id, user_id)
            except (Refusal, GameDamaged):
                log.info("erasure: the person could not leave this lobby", extra={"game": row.game_id})
        for row in traces.running:
            if not own(row.guild_id):
                continue
            try:
                await self._leave(row.game_id, user_id)
            except Refusal:  # over by now, or an unknown game; the store erases them all the same
                log.info("erasure: the person could not leave this game", extra={"game": row.game_id})

    async def _leave(self, game_id: int, user_id: int) -> None:
        running = await self._host.get_running_game(game_id)
        seat = running.find_seat_of(user_id)
        if seat is not None and not running.get_seat_row(seat).conceded:
            words = f"The player of seat {seat} has left for good."
            if (
                running.is_anonymous
            ):  # as of one who has left the server: names that vanish elsewhere tell who is erased
                words = f"<seat:{seat}> has left their seat."
            await self._votes.clear_seat(game_id, seat, user_id, words)

    async def collect_data(self, user_id: int) -> Mapping[str, JsonValue]:
        """Return the stored data of a person, to be written as JSON."""
        looks = await self._storage.read_marks.get_all_seen(user_id)
        return {
            **await self._storage.privacy.collect_data(user_id),
            "last_looks": [
                {"table": table, "lines_of_the_log": await self._count_lines_read(table, user_id, revision)}
                for table, revision in looks.items()
            ],
        }

    async def _count_lines_read(self, game_id: int, user_id: int, revision: int) -> int | None:
        """Return the length of a person's log at a revision; the revision would count entries hidden from them."""
        try:
            return len(await self._host.get_history(game_id, user_id, revision))
        except Refusal:
            return None

    async def process_requests(self) -> None:
        """Process erasures requested by an operator or another process."""
        async with self._request_lock:
            await self._process_requests()

    async def _process_requests(self) -> None:
        waiting = await self._storage.privacy.list_to_forget()
        for user_id in self._waiting_erasures.keys() - waiting:  # another process completed it
            games, seasons = self._waiting_erasures.pop(user_id)
            await self._forget_loaded(user_id, games, seasons)
        for user_id in waiting:
            if not await self._storage.shards.have_done(ERASURE_KEY.format(user_id), self._host.shards):
                await self._forget(user_id)
                log.info("a requested erasure is done")
