"""What pages are made of crosses to another process: only what everybody may know. And that process may end."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from bot.engine.chance import Chance
from bot.engine.play import Played
from bot.engine.records import Told
from bot.engine.table import Conceded, Table
from bot.games import GAMES
from bot.host.play.move_records import TableCommand
from bot.host.record.finished_game import pack_finished_game
from bot.host.worker import Worker
from bot.web.serving import MAX_REQUESTS
from bot.web.worker_protocol import NotTransferableError, deserialize, serialize
from storage.interface.games import SeatRow
from tests.end_to_end.planted import OPEN, a_table
from tests.host.leagues import ADA, all_here, drawn, known
from tests.host.test_worker import whoami
from tests.house import ANN, BEN, CLEO, NAMES
from tests.web.site import Site, busy
from tests.web.site import site as opened

P = ParamSpec("P")
R = TypeVar("R")


class Watched(Worker):
    """A worker, and all that it was given."""

    def __init__(self) -> None:
        super().__init__(MAX_REQUESTS)
        self.given: list[bytes] = []
        self.has_work = asyncio.Event()

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        self.has_work.set()
        self.given += [each for each in args if isinstance(each, bytes)]
        return await super().run(work, *args, **kwargs)

    def has(self, words: Sequence[str]) -> list[str]:
        return [each for each in words if any(each.encode() in given for given in self.given)]


async def given_for(tmp_path: Path, key: str, table: Table) -> Sequence[bytes]:
    """What a worker is given for the pages of a table as it stands, and that it names nobody there."""
    worker = Watched()
    async with opened(tmp_path, {key: GAMES[key]}, worker) as site:
        home = site.home
        lobby = await home.lobby.open_table(
            title=key, guild_id=1, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3, options=None
        )
        number = lobby.row.game_id
        for user_id in (BEN, CLEO):
            await home.lobby.join(number, user_id, NAMES[user_id])
        await home.lobby.start(number, ANN)
        running = await home.host.get_running_game(number)
        await home.host.save_move(
            running, TableCommand("repair", 1), Played(table, [Told(Conceded(seat=3))], blocks_undo=False)
        )
        await site.shows_tables()
        for rest in ("", "/now", "/log", "/pictures/board"):
            assert (await site.get(f"/tables/{number}{rest}")).status in (200, 404)
        seed = (await home.host.get_running_game(number)).table.chance.seed
    await worker.close()
    assert worker.given
    assert worker.has([seed, *(NAMES[each] for each in (ANN, BEN, CLEO))]) == []
    return worker.given


@pytest.mark.thorough
@pytest.mark.parametrize("key", sorted(set(GAMES) - set(OPEN)))
async def test_the_same_crosses_whatever_is_hidden(tmp_path: Path, key: str) -> None:
    table = a_table(key)
    otherwise = GAMES[key].redeal(table, None, Chance(seed="otherwise"))
    assert otherwise != table
    (tmp_path / "other").mkdir()
    real, other = await given_for(tmp_path, key, table), await given_for(tmp_path / "other", key, otherwise)
    assert [deserialize(each) for each in real] == [deserialize(each) for each in other]


async def test_nobody_crosses_who_has_not_agreed_to_be_named(tmp_path: Path) -> None:
    worker = Watched()
    async with opened(tmp_path, worker=worker) as site:
        home = site.home
        season_id = await drawn(home)
        season = await known(home, season_id)
        league_id = season.league.league_id
        tables = [*season.tables.values()]
        for game_id in tables:
            await all_here(home, game_id)
        await site.visibility.set_league_public(league_id, public=True)
        await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
        for path in ("", f"leagues/{league_id}", f"seasons/{season_id}", *(f"tables/{each}" for each in tables)):
            assert (await site.get(f"/{path}")).status == 200
        names = {one.name for one in season.entrants.values() if one.user_id is not None}
        assert worker.has(sorted(names)) == ["Ada"]
    await worker.close()


async def test_what_could_hold_secrets_is_refused_wherever_it_lies(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    running = await site.home.host.get_running_game(number)
    (entry, *_) = await site.home.host.storage.games.list_entries(number)
    for secret in (
        running,
        running.table,
        running.table.chance,
        entry,
        running.seats[0],
        await site.home.host.get_view(number),
        await site.home.host.get_view(number, 1),
    ):
        with pytest.raises(NotTransferableError):
            serialize({"somewhere": [secret]})
    serialize([SeatRow(1, None, "Player 1")])
    with pytest.raises(ValueError, match="is not over"):
        pack_finished_game(running, [])


async def test_when_the_worker_is_killed_pages_come_again(tmp_path: Path) -> None:
    worker = Watched()
    async with opened(tmp_path, worker=worker) as site:
        number = await site.home.started(BEN, CLEO)
        other = await site.home.started(BEN, CLEO)
        await site.shows_tables()
        before = (await site.get(f"/tables/{number}")).body
        there, _ = await worker.run(whoami)
        os.kill(there, signal.SIGSTOP)  # so that it is at the page when it is killed
        worker.has_work.clear()
        asks = asyncio.create_task(site.get(f"/tables/{other}"))
        await worker.has_work.wait()
        os.kill(there, signal.SIGKILL)
        assert (await asks).status == 429
        assert (await site.get(f"/tables/{number}")).body == before
        assert (await site.get(f"/tables/{other}")).status == 200
        assert (await worker.run(whoami))[0] != there
    await worker.close()


async def test_a_page_that_took_too_long_for_who_asked_first_is_there_for_a_player_who_asks_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Watched()
    async with opened(tmp_path, worker=worker) as site:
        season_id = await drawn(site.home)
        await site.visibility.set_league_public((await known(site.home, season_id)).league.league_id, public=True)
        address = f"/seasons/{season_id}"
        with monkeypatch.context() as impatient:
            impatient.setattr("bot.web.page_worker.FIRST_RENDER_SECONDS", 0.0)
            async with busy(worker, tmp_path):
                assert [(await site.get(address)).status for _ in range(2)] == [429, 429]
        assert (await site.get(address)).status == 200
        assert len(worker.given) == 2, "what the page shows and the log, once for all who asked"
    await worker.close()


async def test_others_come_while_a_page_is_being_made(tmp_path: Path) -> None:
    worker = Worker(MAX_REQUESTS)
    async with opened(tmp_path, worker=worker) as site:
        number = await site.home.started(BEN, CLEO)
        other = await site.home.started(BEN, CLEO)
        await site.shows_tables()
        assert (await site.get(f"/tables/{number}")).status == 200
        async with busy(worker, tmp_path):
            twice = [asyncio.create_task(site.get(f"/tables/{other}")) for _ in range(2)]
            for path in (f"/tables/{number}", f"/tables/{number}/pictures/fair", "/style.css"):
                assert (await site.get(path)).status == 200
            assert not any(got.done() for got in twice)
        assert [got.status for got in await asyncio.gather(*twice)] == [200, 200]
    await worker.close()
