"""Databases with many running games in them: some really played, the others copies of these with other people."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.questions import Choose, Number, Question, Subset
from bot.games import GAMES
from bot.games.goodwill import GAME
from bot.host.host import Host
from bot.host.lobby.lobby import Lobby
from bot.host.services import build_services
from bot.host.table.people import People
from storage.interface.people import Person
from storage.sqlite import SqliteStorage, open_storage
from tests.any_question import picks_of
from tests.bench.payloads import CHANNEL, GUILD
from tests.house import answer
from tests.measured import as_a_table_begins

PLAYERS = 5
FIRST_PERSON = 10**17


def players(game: AnyGame) -> int:
    """Return how many play a measured game."""
    return min(PLAYERS, game.seats[-1])


def chance(seed: int | str) -> Random:
    """Return chance that is the same in each run."""
    return Random(seed)  # noqa: S311


@dataclass(frozen=True)
class Room:
    """A running game, and who plays it."""

    game_id: int
    people: Sequence[int]


@dataclass(frozen=True)
class House:
    """A store with a host and a lobby, without Discord."""

    storage: SqliteStorage
    host: Host
    lobby: Lobby
    people: People

    async def open(
        self, number: int, game: str = GAME.key, options: dict[str, Any] | None = None, *, written_to: bool = True
    ) -> Room:
        """Start a game for five people, or as many as it allows, with direct messages for all or for none.

        Without options it is played as a table begins.
        """
        users = [FIRST_PERSON + number * 10 + seat for seat in range(players(GAMES[game]))]
        for user in users if written_to else ():
            # With a channel that is open already: first contacts are paced, and would distort the figures.
            await self.people.set_dm(Person(user, f"Player {user % 10 + 1}", dm_channel=user), "open")
        table = await self.lobby.open_table(
            title=game,
            guild_id=GUILD,
            channel_id=CHANNEL,
            user_id=users[0],
            name="Player 1",
            seats_wanted=len(users),
            options=options or as_a_table_begins(GAMES[game]).model_dump(),
        )
        for user in users[1:]:
            await self.lobby.join(table.row.game_id, user, f"Player {user % 10 + 1}")
        await self.lobby.start(table.row.game_id, users[0])
        return Room(table.row.game_id, users)

    async def play(self, room: Room, moves: int, random: Random) -> int:
        """Let random moves be made, as many or until the game is over; return how many there were."""
        for made in range(moves):
            for user in random.sample(room.people, len(room.people)):
                context = await self.host.build_panel(room.game_id, user)
                if context.question is not None:
                    await self.host.answer_question(
                        room.game_id, user, str(context.etag), picks(context.question, random)
                    )
                    break
            else:
                return made
        return moves

    async def several_asked(self, room: Room, random: Random) -> None:
        """Let random moves be made until several people are asked the same in secret."""
        while len(play.list_asked_seats((await self.host.get_running_game(room.game_id)).table)) < 3:
            await self.play(room, 1, random)

    async def waver(self, room: Room, moves: int) -> None:
        """Let somebody make a sealed move and take it back, again and again."""
        for user in room.people:
            context = await self.host.build_panel(room.game_id, user)
            if context.question is not None:
                break
        assert context.question is not None
        chosen = picks(context.question, chance(1))
        for _ in range(moves // 2):
            await answer(self.host, room.game_id, user, chosen)
            await self.host.undo_for_person(room.game_id, user)


def picks(question: Question, random: Random) -> list[str]:
    """Return some legal answer to a question; of a number, one that is suggested."""
    match question:
        case Choose():
            return [str(random.randrange(len(question.options)))]
        case Number():
            return [str(random.choice(question.suggestions))]
        case Subset():
            return [str(at) for at in range(random.randint(question.fewest, question.most))]
    return picks_of(question, question.choose_random_move(random))


@asynccontextmanager
async def house(database: Path) -> AsyncIterator[House]:
    """Open a house on a file."""
    storage = await open_storage(database)
    there = build_services(storage, GAMES)
    try:
        yield House(storage, there.host, there.lobby, People(storage))
    finally:
        await there.autoplay.wait_for_all()
        await storage.close()


async def fill(database: Path, depths: Sequence[int], *, among: int = 0) -> list[Room]:
    """Make a database with a game for each of these depths, each played that many moves, and further games."""
    async with house(database) as home:
        if among:
            others = await _played(home, range(20))
            copies = among // len(others)
            await home.storage.database.write(lambda rows: _multiply(rows, len(others), copies))
        rooms = await _played(home, depths, first=among + 1)
        await home.storage.database.write(letters_sent)
        await home.storage.database.write(_called)
    return rooms


async def _played(home: House, depths: Sequence[int], first: int = 1) -> list[Room]:
    async def one(number: int, depth: int) -> Room:
        room = await home.open(number)
        await home.play(room, depth, chance(number))
        return room

    return await asyncio.gather(*(one(number, depth) for number, depth in enumerate(depths, first)))


def letters_sent(rows: sqlite3.Connection) -> None:
    """Take all letters as delivered."""
    rows.execute("update letters set fate = 'sent', changed_at = written_at")


def _called(rows: sqlite3.Connection) -> None:
    """Take everybody as called, and each table as one that was written to today.

    Else the bot that is measured calls the people of all tables as soon as it starts.
    """
    rows.execute("update asks set pinged = 1")
    rows.execute(
        "insert into letters (game_id, revision, kind, body, fate, written_at) "
        "select game_id, revision, 'notice', '{}', 'sent', opened_at from games"
    )


def _multiply(rows: sqlite3.Connection, games: int, times: int) -> None:
    """Copy all games until there are `times` as many, each with people of its own."""
    shifts = {"game_id": f"game_id + n * {games}", "user_id": f"user_id + n * {games * 10}"}
    for table in ("games", "seats", "moves", "states", "asks", "people"):
        columns = [column for _, column, *_ in rows.execute(f"pragma table_info({table})")]
        copied = ", ".join(shifts.get(column, column) for column in columns)
        rows.execute(
            "with recursive copies (n) as (values (1) union all select n + 1 from copies where n + 1 < ?) "  # noqa: S608
            f"insert into {table} ({', '.join(columns)}) select {copied} from {table}, copies",
            (times,),
        )
