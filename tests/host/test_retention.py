"""Retention: players of finished games, and the games of a server without us, are kept only for a while."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.host.privacy.retention import Retention
from bot.host.table.deadlines import Wishes
from storage.interface.letters import NewLetter
from storage.interface.shards import ALL_SHARDS
from tests.host.test_erasure import Office, finished
from tests.house import ANN, BEN, CLEO, GUILD, NOON, house

DAY = timedelta(days=1)
YEAR = 365 * DAY


@dataclass
class Archive:
    """An office that is open for years, in a Discord whose servers come and go."""

    office: Office
    wall: list[datetime]
    gone: set[int] = field(default_factory=set)

    def has_server(self, guild_id: int) -> bool:
        return guild_id not in self.gone

    async def night(
        self, after: timedelta = DAY, *, names_for: timedelta | None = YEAR, connected: bool = True
    ) -> None:
        """Let this much time pass, and then run the nightly jobs."""
        self.wall[0] += after
        await Retention(self.office.home.host, self.has_server, names_for=names_for).delete_expired(connected=connected)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Archive]:
    wall = [NOON]
    async with house(path, now=lambda: wall[0]) as home:
        votes = home.votes
        yield Archive(Office(home, path, votes, erasure=None), wall)  # type: ignore[arg-type]  # nobody asks for it


@pytest.fixture
async def archive(tmp_path: Path) -> AsyncIterator[Archive]:
    async with opened(tmp_path / "boardroom.db") as there:
        yield there


async def test_a_year_after_a_game_is_over_it_names_nobody_and_reads_as_before(archive: Archive) -> None:
    home = archive.office.home
    over = await finished(home, BEN)
    await home.storage.messages.put(over, f"secrets:1:{ANN}", 5, 6)
    words = json.dumps({"text": f"<@{CLEO}>, a server manager, has stopped the clocks."})
    await home.storage.outbox.add(over, [NewLetter("notice", body=words)], home.host.format_now())
    log = await home.host.get_history(over, 1)
    await archive.night(364 * DAY)
    assert (await home.host.get_running_game(over)).find_seat_of(ANN) is not None
    await archive.night(2 * DAY)
    running = await home.host.get_running_game(over)
    assert [(seat_row.user_id, seat_row.name) for seat_row in running.seats] == [(None, "Seat 1"), (None, "Seat 2")]
    told = [line.text.replace(f"<@{CLEO}>", "somebody") for line in log]
    assert [line.text for line in await home.host.get_history(over, 1)] == told
    assert [archive.office.traces(who) for who in (ANN, BEN, CLEO)] == [[], [], []]
    _, (result,) = await home.storage.games.list_results_in_server(GUILD, limit=5)
    assert sorted(player.name for player in result.players) == ["Seat 1", "Seat 2"]
    assert await home.storage.check() == []


async def test_a_player_who_still_plays_is_known_on_and_who_played_nothing_since_is_not(archive: Archive) -> None:
    home = archive.office.home
    for user_id, name in ((ANN, "Ann"), (BEN, "Ben")):
        await home.host.people.change_wishes(
            await home.host.people.record_person(user_id, name), lambda _: Wishes(zone="Europe/Paris")
        )
    await finished(home, BEN)
    ben = await home.host.people.record_person(BEN, "Ben")
    archive.wall[0] += YEAR
    await home.opened(CLEO)
    await archive.night()
    assert (await home.host.people.get_wishes(ANN)).zone == "Europe/Paris"
    await home.host.people.set_dm(ben, "open")
    assert await home.storage.people.get(BEN) is None, "nor does anybody write them back who had them in hand"


async def test_an_operator_may_keep_names_until_their_owners_ask(archive: Archive) -> None:
    over = await finished(archive.office.home, BEN)
    await archive.night(10 * YEAR, names_for=None)
    assert (await archive.office.home.host.get_running_game(over)).find_seat_of(ANN) is not None


async def test_games_that_run_keep_their_players_however_long_they_take(archive: Archive) -> None:
    number = await archive.office.home.at_first_turn(BEN)
    await archive.night(10 * YEAR)
    assert (await archive.office.home.host.get_running_game(number)).find_seat_of(ANN) is not None


async def test_a_month_after_we_were_taken_off_a_server_nothing_of_it_is_left(archive: Archive) -> None:
    home = archive.office.home
    await home.host.people.record_person(ANN, "Ann")
    over, running = await finished(home, BEN), await home.at_first_turn(BEN, CLEO)
    await archive.office.votes.free_seat(running, 1, "They had to go.")
    await home.settle()
    archive.gone.add(GUILD)
    await archive.night()
    await archive.night(29 * DAY)
    assert await home.storage.games.load(over) is not None
    await archive.night(2 * DAY)
    assert [await home.storage.games.load(number) for number in (over, running)] == [None, None]
    assert [archive.office.traces(who) for who in (ANN, BEN, CLEO)] == [[], [], []]
    assert await home.storage.lost_channels.list_servers(ALL_SHARDS) == {}
    assert await home.storage.check() == []


async def test_a_server_we_came_back_to_keeps_its_games(archive: Archive) -> None:
    over = await finished(archive.office.home, BEN)
    archive.gone.add(GUILD)
    await archive.night()
    archive.gone.clear()
    await archive.night(20 * DAY)
    archive.gone.add(GUILD)
    await archive.night(20 * DAY)
    await archive.night(20 * DAY)
    assert await archive.office.home.storage.games.load(over) is not None


async def test_no_server_counts_as_gone_while_discord_has_not_told_which_there_are(archive: Archive) -> None:
    over = await finished(archive.office.home, BEN)
    archive.gone.add(GUILD)
    for _ in range(3):
        await archive.night(40 * DAY, names_for=None, connected=False)
    await archive.night(names_for=None)
    assert await archive.office.home.storage.games.load(over) is not None


async def test_what_is_forgotten_is_not_left_in_the_file_either(tmp_path: Path) -> None:
    path = tmp_path / "boardroom.db"
    async with opened(path) as archive:
        home = archive.office.home
        await home.host.people.record_person(ANN, "Wolpertinger")
        await finished(home, BEN)
        await home.storage.privacy.forget(ANN)
    assert b"Wolpertinger" not in path.read_bytes()
