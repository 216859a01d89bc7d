"""What pages cost: nothing that tells of secrets, and nothing for which those who press would have to wait."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest

from bot.engine.play import Played
from bot.engine.records import Seat
from bot.games import GAMES
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import LetItPass
from bot.host.leagues.plan import Plan
from bot.host.play.move_records import TableCommand
from bot.host.worker import Worker
from bot.leagues.log_entries import Joined, LogLine
from bot.web.openapi import API
from bot.web.serving import MAX_REQUESTS
from storage.interface.database import Connection, Database
from tests.end_to_end.test_discreet_windows import ADA, BOB, HIRE, Story, dealt, lay_out
from tests.house import ANN, BEN, CHANNEL, CLEO, GUILD, NAMES
from tests.ui.season_pages import known
from tests.web.site import Site
from tests.web.site import site as opened

P = ParamSpec("P")
R = TypeVar("R")
MANY = 2000
LONGEST_HOLD = 0.1
"""Seconds of the loop's thread on the processor, on a busy machine; packing alone took 0.25."""


@dataclass
class Work:
    """Work done for pages since the last call."""

    jobs: int = 0
    reads: int = 0
    views: int = 0

    def taken(self) -> Work:
        found = replace(self)
        self.jobs = self.reads = self.views = 0
        return found


class Counted(Worker):
    """A worker that counts what it is given to do."""

    def __init__(self, work: Work) -> None:
        super().__init__(MAX_REQUESTS, nice=0)
        self.work = work

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        self.work.jobs += 1
        return await super().run(work, *args, **kwargs)


def count_reads(database: Database, work: Work, patched: pytest.MonkeyPatch) -> None:
    read: Any = database.read

    def counted(what: Callable[[Connection], Any]) -> Any:
        work.reads += 1
        return read(what)

    patched.setattr(database, "read", counted)


@asynccontextmanager
async def counted(
    folder: Path, games: Any = None, *, worker: Counted | None = None
) -> AsyncIterator[tuple[Site, Work]]:
    """A site that counts the cost of its pages."""
    work = Work() if worker is None else worker.work
    theirs = Counted(work) if worker is None else worker
    with pytest.MonkeyPatch.context() as patched:
        async with opened(folder, games, theirs) as site:
            count_reads(site.home.storage.database, work, patched)
            yield site, work
    if worker is None:
        await theirs.close()


# -- what happens in secret ------------------------------------------------------------------------------


async def test_pages_take_no_more_work_when_somebody_has_answered_in_secret(tmp_path: Path) -> None:
    work = Work()
    worker = Counted(work)
    for world in ("silent", "answered"):
        (tmp_path / world).mkdir()
    seen = [
        await looked_at_twice(tmp_path / world, worker, answers=world == "answered") for world in ("silent", "answered")
    ]
    await worker.close()
    assert seen[0] == seen[1]
    assert all(each.jobs == 0 for each in seen[1].values())


async def looked_at_twice(folder: Path, worker: Counted, *, answers: bool) -> dict[str, Work]:
    """What each page of a table costs the second time, where somebody may have answered in secret meanwhile."""
    work = worker.work

    def view(table: Any, seat: Seat | None) -> Any:
        work.views += 1
        return GAME.view(table, seat)

    async with counted(folder, {GAME.key: replace(GAME, view=view)}, worker=worker) as (site, _):
        number = await at_a_secret_question(site)
        paths = [f"{prefix}/tables/{number}{rest}" for prefix in ("", API) for rest in ("", "/log")]
        paths += [f"/tables/{number}/now", f"/tables/{number}/pictures/board"]
        for path in paths:
            await site.get(path)
        revision = await site.home.revision(number)
        if answers:
            await site.home.plays(number, BOB, LetItPass())
        assert (await site.home.revision(number) > revision) == answers
        found = {}
        for path in paths:
            work.taken()
            await site.get(path)
            found[path] = work.taken()
        return found


async def at_a_secret_question(site: Site) -> int:
    """A table at which the asked and answered players are secret."""
    home = site.home
    table = await home.lobby.open_table(
        title=GAME.key, guild_id=GUILD, channel_id=CHANNEL, user_id=ANN, name="Ann", seats_wanted=3, options=None
    )
    number = table.row.game_id
    for user_id in (BEN, CLEO):
        await home.lobby.join(number, user_id, NAMES[user_id])
    await home.lobby.start(number, ANN)
    await lay_out(home.host, number, dealt("Injunction", Story(())))
    assert HIRE[1] is not None
    await home.plays(number, ADA, HIRE[1])
    assert (await home.host.get_running_game(number)).waits_in_secret
    await site.shows_tables()
    return number


async def test_the_newest_lines_of_a_table_do_not_count_what_happens_in_secret(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    await site.shows_tables()

    async def lines() -> tuple[Any, Any]:
        table, log = [json.loads((await site.get(f"{API}/tables/{number}{rest}")).body) for rest in ("", "/log")]
        return table["lines"], log["lines"]

    before = await lines()
    assert before[0] == before[1][: len(before[0])]
    assert before[0]
    for _ in range(70):
        running = await site.home.host.get_running_game(number)
        await site.home.host.save_move(running, TableCommand("repair", 1), Played(running.table, [], blocks_undo=False))
    assert await lines() == before


# -- large leagues, and many -------------------------------------------------------------------------------


async def of_a_league(site: Site, lines: Sequence[LogLine], seasons: int, name: str = "Winter Cup") -> list[int]:
    """Seasons of a public league that were all played to their end."""
    home, plan = site.home, Plan(title="goodwill", seats=4)
    sign_up = home.services.leagues.sign_up
    made = await sign_up.create_league(name=name, guild_id=GUILD, channel_id=CHANNEL, user_id=1, plan=plan)
    league_id, first = made.league.league_id, made.row.season_id
    await site.visibility.set_league_public(league_id, public=True)

    def fill(rows: Connection) -> None:
        for number in range(seasons):
            season_id = first + number
            if number:
                rows.execute(
                    "insert into seasons (season_id, league_id, number, status, plan, secret) "
                    "select ?, league_id, ?, 'over', plan, secret from seasons where season_id = ?",
                    (season_id, number + 1, first),
                )
            rows.execute("update seasons set status = 'over' where season_id = ?", (season_id,))
            rows.execute("delete from league_log where season_id = ?", (season_id,))
            rows.executemany(
                "insert into league_log (season_id, number, entry, made_at) values (?, ?, ?, ?)",
                [(season_id, line.number, line.entry.model_dump_json(), line.made_at) for line in lines],
            )
            people = [line.entry.entrant for line in lines if isinstance(line.entry, Joined)]
            rows.executemany(
                "insert into entrants (season_id, entrant, user_id, name, named) values (?, ?, ?, ?, true)",
                [(season_id, number, 100 + number, f"P{number}") for number in people],
            )

    await home.storage.database.write(fill)
    return [first + number for number in range(seasons)]


@dataclass
class Held:
    """How long one turn of the loop has taken at most, in seconds of its thread on the processor."""

    longest: float = 0.0
    _going: bool = True

    async def watch(self) -> None:
        while self._going:
            begun = time.thread_time()
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, time.thread_time() - begun)

    def stop(self) -> None:
        self._going = False


@pytest.mark.thorough
async def test_a_season_of_thousands_holds_nobody_up(tmp_path: Path) -> None:
    lines = known([f"Player {number}" for number in range(MANY)]).season.lines
    async with counted(tmp_path, GAMES) as (site, work):
        (season_id,) = await of_a_league(site, lines, 1)
        await site.home.services.leagues.season_log.get_season(season_id)
        for path in (f"/seasons/{season_id}", f"/seasons/{season_id}/feed.xml", "/leagues/1/feed.xml", "/"):
            held = Held()
            watching = asyncio.create_task(held.watch())
            first = await site.get(path)
            assert first.status == 200
            work.taken()
            assert (await site.get(path)).body == first.body
            held.stop()
            await watching
            assert work.taken().jobs == 0, path
            assert held.longest < LONGEST_HOLD, path


async def test_more_seasons_than_are_remembered_are_not_worked_out_anew_at_each_look(
    tmp_path: Path,
) -> None:
    lines = known([f"Player {number}" for number in range(4)]).season.lines
    async with counted(tmp_path, GAMES) as (site, work):
        seasons = await of_a_league(site, lines, 12)
        first = await site.get("/leagues/1/feed.xml")
        assert all(f"season {number}" in first.text for number in range(1, len(seasons) + 1))
        for path in (*(f"/seasons/{each}" for each in seasons), "/leagues/1"):
            assert (await site.get(path)).status == 200
        work.taken()
        assert (await site.get("/leagues/1/feed.xml")).body == first.body
        assert work.taken().jobs == 0


async def test_the_front_page_and_what_search_engines_read_cost_the_same_however_many_leagues_there_are(
    tmp_path: Path,
) -> None:
    lines = known([f"Player {number}" for number in range(4)]).season.lines
    async with counted(tmp_path, GAMES) as (site, work):
        cost = []
        for many in (1, 25):
            for number in range(many):
                await of_a_league(site, lines, 1, f"Cup {many} {number}")
                await site.visibility.set_findable(number + 1, found=True)
            for path in ("/", "/robots.txt"):
                await site.get(path)
                work.taken()
                got = await site.get(path)
                assert got.text.count("/leagues/") >= many
                cost.append((path, work.taken()))
        assert cost[:2] == cost[2:]
