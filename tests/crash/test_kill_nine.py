"""kill -9 at any moment of a game: nothing that was acknowledged is lost or done twice, and no letter is lost."""

from __future__ import annotations

import json
import os
import selectors
import signal
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from bot.games import GAMES
from bot.host.delivery.outbox import PostBody, build_letter
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.table.audience_log import parse_told
from storage.interface.game_log import GameLogRecord
from storage.interface.shards import ALL_SHARDS
from storage.sqlite import SqliteStorage, open_storage
from tests.bench.filled_databases import chance
from tests.crash.mortal import DATABASE, DELIVERED, POINTS

ROOT = Path(__file__).parents[2]
KILLS = 26
"""In each case; there are eight cases."""
PEOPLE = [11, 12]
BOTS = 1
AT_A_MOMENT = 0.4
"""Number of lives that end at a random moment instead of a kill point."""
MOMENT = 0.012
"""Seconds after a press within which a kill comes."""
PATIENCE = 60.0

Said: TypeAlias = dict[str, Any]
Letter: TypeAlias = tuple[int, int, str, int | None, str]
"""Game, revision, kind, seat and body."""


class Died(Exception):
    """The process is dead, and everything it said before has been heard."""


class Mortal:
    """The process that lives and dies, and the pipes to it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        command = [sys.executable, "-m", "tests.crash.mortal"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)  # noqa: S603
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._heard = b""
        self._pid = 0

    def live(self, die: tuple[str, int] | None) -> None:
        """Begin a life."""
        self._pid = self.ask({"live": str(self._folder), "die": die})["pid"]

    def say(self, command: Said) -> None:
        self._in.write(json.dumps(command).encode() + b"\n")

    def ask(self, command: Said) -> Said:
        """Say it and return the next answer."""
        self.say(command)
        return self.hear()

    def hear(self) -> Said:
        """Return the next answer."""
        answer = self.hear_within(PATIENCE)
        assert answer is not None, f"nothing was heard for {PATIENCE} s"
        return answer

    def hear_within(self, seconds: float) -> Said | None:
        """Return the next answer, or None when there is none so soon."""
        while b"\n" not in self._heard:
            if not self._selector.select(seconds):
                return None
            part = os.read(self._out.fileno(), 65536)
            assert part, "the process has ended"
            self._heard += part
        line, _, self._heard = self._heard.partition(b"\n")
        answer: Said = json.loads(line)
        if "died" in answer:
            self._pid = 0
            assert answer["died"] == -signal.SIGKILL, "it did not die of a kill"
            raise Died
        return answer

    def kill(self) -> None:
        """kill -9; what it said before can still be heard."""
        os.kill(self._pid, signal.SIGKILL)

    def close(self) -> None:
        self._selector.close()
        self._in.close()
        if self._pid:
            self.kill()
        self._process.wait(PATIENCE)
        self._out.close()


@contextmanager
def mortal(folder: Path) -> Iterator[Mortal]:
    process = Mortal(folder)
    try:
        yield process
    finally:
        process.close()


class Story:
    """What the people at the tables do and see, while the process is killed again and again."""

    def __init__(self, process: Mortal, random: Random) -> None:
        self.deaths: Counter[str] = Counter()
        self.games: list[int] = []
        self.acknowledged: list[tuple[int, Said]] = []
        """Game and answer."""
        self.answered: dict[tuple[int, int], set[str]] = defaultdict(set)
        """Game and person -> the names of the questions they have answered, acknowledged or not."""
        self._process = process
        self._random = random
        self._unsure: list[Said] = []
        """Presses without an answer, which their people repeat."""
        self._over = True
        """Whether the newest game is, so that another must be opened."""

    def tell(self, kills: int) -> None:
        """Play game after game with `kills` kills, and the last game to its end without one."""
        while True:
            danger = self.deaths.total() < kills
            fate = None
            if danger and self._random.random() > AT_A_MOMENT:
                fate = self._random.choice(POINTS), self._random.randint(1, 8)
            try:
                self._process.live(fate)
                while self._turn(killing=danger and fate is None) or danger:
                    pass
                assert self._process.ask({"settle": True}) == {"settled": True}
            except Died:
                self.deaths[fate[0] if fate else "moment"] += 1
            else:
                return

    def _turn(self, *, killing: bool) -> bool:
        """Let all asked people press; return whether there were any."""
        if self._over:
            self.games.append(self._process.ask({"open": PEOPLE, "bots": BOTS})["opened"])
            self._over = False
        game = self.games[-1]
        asked = self._process.ask({"asked": game})
        self._unsure = self._unsure or asked["asked"]
        if not self._unsure:
            assert asked["status"] == "finished"
            self._over = True
            return False
        for press in self._unsure:
            self.answered[game, press["user"]].add(press["etag"])
            self._process.say({"press": game, **press})
        self._hear(game, killing=killing and self._random.random() < AT_A_MOMENT)
        return True

    def _hear(self, game: int, *, killing: bool) -> None:
        """Hear the answers to all presses, or kill before they come."""
        while self._unsure:
            answer = self._process.hear_within(self._random.random() * MOMENT) if killing else self._process.hear()
            if answer is None:
                self._process.kill()
                killing = False
                continue
            self._unsure = [press for press in self._unsure if [press["user"], press["etag"]] != answer["pressed"]]
            if "late" not in answer:
                self.acknowledged.append((game, answer))


def delivered(path: Path) -> list[tuple[Letter, str]]:
    """Return what arrived, with its nonces. A line that was cut off by a kill did not arrive."""
    lines = [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]
    return [
        ((kept["game"], kept["revision"], kept["kind"], kept["seat"], kept["body"]), kept["nonce"]) for kept in lines
    ]


def due(game: int, entries: Iterable[GameLogRecord]) -> Iterator[Letter]:
    """Yield the letters that nothing replaces."""
    for entry in entries:
        told = parse_told(GAMES["goodwill"], entry)
        for index, piece in enumerate(told):
            if piece.news.makes_post and piece.to is None:
                yield game, entry.revision, "post", None, build_letter(PostBody(indices=(index,))).body
    yield game, entry.revision, "board", None, "{}"
    yield game, entry.revision, "final", None, "{}"


async def look_at_moves(storage: SqliteStorage, story: Story) -> int:
    """Assert that each game is as its people saw it; return how many moves were made."""
    made = 0
    for game in story.games:
        report = verify_export(await export_game(storage, game), GAMES)
        assert report.complete
        assert report.ok, report.verdict
        saved = await storage.games.load(game)
        assert saved is not None
        assert saved.game.status == "finished"
        entries = {entry.revision: entry for entry in await storage.games.list_entries(game)}
        seats = {seat_row.user_id: seat_row.seat for seat_row in saved.seats}
        for user in PEOPLE:
            moves = [entry for entry in entries.values() if entry.kind == "move" and entry.seat == seats[user]]
            assert len(moves) == len(story.answered[game, user]), "each question was answered once"
            made += len(moves)
        for other, answer in story.acknowledged:
            if other == game:
                entry = entries[answer["revision"]]
                assert (entry.kind, entry.seat) == ("move", answer["seat"]), "an acknowledged move is lost"
    assert len({(game, answer["revision"]) for game, answer in story.acknowledged}) == len(story.acknowledged)
    return made


async def look_at_letters(storage: SqliteStorage, story: Story, folder: Path) -> tuple[int, int]:
    """Assert that no letter is lost; return how many arrived, and how many of them again."""
    arrived = delivered(folder / DELIVERED)
    nonces: dict[Letter, set[str]] = defaultdict(set)
    for letter, nonce in arrived:
        nonces[letter].add(nonce)
    for game in story.games:
        missing = [letter for letter in due(game, await storage.games.list_entries(game)) if letter not in nonces]
        assert not missing
    again = [letter for letter, known in nonces.items() if len(known) > 1 and letter[1] > 0]
    assert not again, "what arrived twice has the same nonce"
    assert await storage.outbox.list_games_with_unsent(ALL_SHARDS) == []
    with closing(sqlite3.connect(folder / DATABASE)) as rows:
        sent = {
            f"boardroom-{number}" for (number,) in rows.execute("select letter_id from letters where fate = 'sent'")
        }
        (other,) = rows.execute("select count(*) from letters where fate <> 'sent'").fetchone()
    assert other == 0
    assert sent <= {nonce for _, nonce in arrived}, "marked as sent, and never arrived"
    doubled = len(arrived) - len({nonce for _, nonce in arrived})
    return len(arrived), doubled


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 8))])
async def test_killed_at_any_moment(seed: int, tmp_path: Path) -> None:
    with mortal(tmp_path) as process:
        story = Story(process, chance(seed))
        story.tell(KILLS)
    storage = await open_storage(tmp_path / DATABASE)
    try:
        assert list(await storage.check()) == []
        moves = await look_at_moves(storage, story)
        letters, doubled = await look_at_letters(storage, story, tmp_path)
    finally:
        await storage.close()
    kills = ", ".join(f"{count} {where}" for where, count in sorted(story.deaths.items()))
    print(
        f"{story.deaths.total()} kills ({kills}): {len(story.games)} games, {moves} moves of people, "
        f"{len(story.acknowledged)} acknowledged; {letters} letters, {doubled} of them twice"
    )
    assert story.deaths.total() >= KILLS
