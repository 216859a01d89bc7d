"""Each table has one owner: two services on one store, each with half of the servers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.host.errors import WrongShard
from bot.host.table.deadlines import Wishes
from storage.interface.games import GameRow
from storage.interface.letters import NewLetter
from storage.interface.shards import ALL_SHARDS
from tests.host.two_processes import ADA, ALL_STATUSES, BEN, HALVES, HOUR, NORTH, SOUTH, Realm, realm, server_of

DAY = timedelta(days=1)
FIRST, SECOND = HALVES


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Realm]:
    async with realm(tmp_path / "boardroom.db", *HALVES) as there:
        yield there


async def some_days(there: Realm, titles: Sequence[str]) -> None:
    """Let games be played in both servers, with seasons, reminders, time that runs out, and bots."""
    for guild_id in (NORTH, SOUTH):
        for title in titles:
            await there.plays(guild_id, title)
        await there.opens(guild_id, titles[0])
        await there.league(guild_id)
        await there.passes(12 * HOUR)
    await there.passes(9 * DAY)


@pytest.mark.parametrize("titles", [("toy",), pytest.param(tuple(GAMES), marks=pytest.mark.thorough)])
async def test_two_owners_make_of_the_same_days_what_one_makes(tmp_path: Path, titles: Sequence[str]) -> None:
    async with realm(tmp_path / "one.db", ALL_SHARDS) as one, realm(tmp_path / "two.db", *HALVES) as two:
        for there in (one, two):
            await some_days(there, titles)
        for guild_id in (NORTH, SOUTH):
            expected = await one.of_server(guild_id)
            assert len(expected) >= len(titles) + 4
            assert await two.of_server(guild_id) == expected
        for process, guild_id in zip(two.running, (NORTH, SOUTH), strict=True):
            assert {await server_of(two.storage, letter.game_id) for letter in process.carrier.brought} == {guild_id}
            assert process.gateway.asked == {guild_id}, "its Discord knows of no other"
        assert set(two.brought().values()) == {1}, "no letter was brought twice"
        assert (await two.storage.tally(ALL_SHARDS)).letters["waiting"] == 0, "and all were"
        rows = await two.storage.games.list_in_shards(ALL_SHARDS, statuses=ALL_STATUSES)
        assert sum([await is_of_league(two, row) for row in rows]) >= 8, "of each season a second round was drawn"
        entries = [entry for row in rows for entry in await two.storage.games.list_entries(row.game_id)]
        assert {"move", "bot", "default"} <= {entry.kind for entry in entries}


async def is_of_league(there: Realm, row: GameRow) -> bool:
    saved = await there.storage.games.load(row.game_id)
    return saved is not None and saved.league is not None


async def test_an_outage_of_one_owner_is_given_back_to_its_own_tables_alone(two: Realm) -> None:
    for guild_id in (NORTH, SOUTH):
        await two.plays(guild_id, "goodwill")
        await two.plays(guild_id, "briefcase")
    before = {guild_id: await two.open_questions(guild_id) for guild_id in (NORTH, SOUTH)}
    assert all(before.values())
    await two.stop(two.of(NORTH))
    await two.passes(2 * DAY)
    assert await two.open_questions(NORTH) == before[NORTH], "nobody is charged with what they could not answer"
    reached = await two.open_questions(SOUTH), await two.told(SOUTH)
    assert reached[0] != before[SOUTH], "where somebody looks after the tables, time has run out"
    await two.starts(FIRST)
    moved = await two.open_questions(NORTH)
    assert [ask.etag for ask in moved] == [ask.etag for ask in before[NORTH]]
    for was, now in zip(before[NORTH], moved, strict=True):
        assert was.times.due_at is not None
        assert now.times.due_at is not None
        assert datetime.fromisoformat(now.times.due_at) >= datetime.fromisoformat(was.times.due_at) + 2 * DAY
    assert "I was offline for 48 hours; all clocks were moved by as much." in await two.told(NORTH)
    assert (await two.open_questions(SOUTH), await two.told(SOUTH)) == reached, (
        "the living one's tables are as they were"
    )


async def test_a_server_that_only_another_owner_knows_is_neither_stopped_nor_deleted(two: Realm) -> None:
    numbers = [await two.plays(guild_id, "toy") for guild_id in (NORTH, SOUTH)]
    for half in HALVES:
        await two.stop(next(process for process in two.running if process.shards == half))
        await two.starts(half)
    await two.nights(33)
    for number in numbers:
        saved = await two.storage.games.load(number)
        assert saved is not None, "it would have been deleted after thirty days"
        assert saved.game.lost is None
        assert saved.game.status in ("running", "finished")
    assert set((await two.storage.lost_channels.list_servers(ALL_SHARDS)).values()) == {None}


async def test_a_server_that_an_owner_was_taken_off_goes_and_no_other(two: Realm) -> None:
    gone, there = [await two.plays(guild_id, "toy") for guild_id in (NORTH, SOUTH)]
    two.of(NORTH).gateway.has_server = lambda guild_id: False  # type: ignore[method-assign]
    two.of(NORTH).retention._has_server = lambda guild_id: False
    await two.nights(33)
    assert await two.storage.games.load(gone) is None
    assert await two.storage.games.load(there) is not None


async def test_letters_and_bots_wait_for_their_owner(two: Realm) -> None:
    number = await two.plays(NORTH, "toy", times=0)
    await two.stop(two.of(NORTH))
    await two.storage.outbox.add(number, [NewLetter("board")], "2026-03-01T12:00:01+00:00")
    await two.stop(two.of(SOUTH))
    south = await two.starts(SECOND)
    await two.passes(HOUR)
    assert south.carrier.brought == []
    north = await two.starts(FIRST)
    assert "board" in {letter.kind for letter in north.carrier.brought if letter.game_id == number}
    assert south.carrier.brought == []


async def test_what_somebody_reads_of_another_owners_table_is_always_the_newest(two: Realm) -> None:
    number = await two.plays(SOUTH, "toy", times=0)
    north, south = two.of(NORTH).home, two.of(SOUTH).home
    waiting = {
        *await two.storage.open_questions.list_games_waiting_for(ADA),
        *await two.storage.open_questions.list_games_waiting_for(BEN),
    }
    assert number in waiting, "it is told in /inbox"
    seen = await north.host.get_revision(number)
    await two.passes(2 * DAY)
    assert await south.host.get_revision(number) > seen
    assert await north.host.get_revision(number) == await south.host.get_revision(number)
    assert north.host.find_loaded(number) is None


async def test_nobody_but_its_owner_changes_a_table(two: Realm) -> None:
    number, lobby = await two.plays(SOUTH, "toy", times=0), await two.opens(SOUTH, "toy")
    season_id = await two.league(SOUTH)
    north = two.of(NORTH).home
    before = await two.of_server(SOUTH)
    running = await north.host.get_running_game(number)
    user_id = next(row.user_id for row in running.seats if row.seat in running.get_etags() and row.user_id is not None)
    etag = str((await north.host.build_panel(number, user_id)).etag)
    for forbidden in (
        lambda: north.host.answer_question(number, user_id, etag, []),
        lambda: north.absence.give_up_seat(number, user_id),
        lambda: north.lobby.leave(lobby, BEN),
        lambda: north.lobby.invite_people(lobby, ADA, [user_id + 90]),
        lambda: north.votes.propose(number, user_id, "abandon"),
        lambda: north.services.leagues.sign_up.leave(season_id, ADA),
    ):
        with pytest.raises(WrongShard):
            await forbidden()
    await two.of(NORTH).settle()
    assert await two.of_server(SOUTH) == before


async def test_what_somebody_wishes_counts_at_once_with_every_owner(two: Realm) -> None:
    north, south = two.of(NORTH).home.host.people, two.of(SOUTH).home.host.people
    ada = await north.record_person(ADA, "Ada")
    assert await south.record_person(ADA, "Ada") == ada
    await north.change_wishes(ada, lambda _: Wishes(zone="Europe/Berlin"))
    assert (await south.get_wishes(ADA)).zone == "Europe/Berlin"
    await south.set_dm(ada, "open")
    assert (await north.get_wishes(ADA)).zone == "Europe/Berlin", "nor is it undone by who knew them before"
    assert await north.is_notified_by_dm(ADA)


async def test_somebody_is_forgotten_once_each_owner_has_let_them_leave(two: Realm) -> None:
    numbers = [await two.plays(guild_id, "toy", times=0) for guild_id in (NORTH, SOUTH)]
    lobbies = [await two.opens(guild_id, "toy") for guild_id in (NORTH, SOUTH)]
    seasons = [await two.league(guild_id) for guild_id in (NORTH, SOUTH)]
    north, south = two.of(NORTH), two.of(SOUTH)
    assert await north.home.services.erasure.forget(BEN)
    assert (await south.home.host.get_running_game(numbers[1])).find_seat_of(BEN) is not None, (
        "its owner has not looked yet"
    )
    await two.passes(HOUR, every=HOUR)
    assert not await two.storage.privacy.is_kept(BEN)
    assert await two.storage.privacy.list_to_forget() == []
    for process, number, lobby, season_id in zip((north, south), numbers, lobbies, seasons, strict=True):
        assert (await process.home.host.get_running_game(number)).find_seat_of(BEN) is None
        assert not (await process.home.lobby.get_open_table(lobby)).has(BEN)
        assert (await process.home.services.leagues.season_log.get_season(season_id)).find_number(BEN) is None
        left = [
            line.entry.kind
            for line in (await process.home.services.leagues.season_log.get_season(season_id)).season.lines
        ]
        assert left.count("withdrawn") == 1, "once each"


async def test_a_game_that_is_back_with_one_owner_is_still_gone_with_the_other(two: Realm) -> None:
    """Each has packages of its own, which come and go with its own start."""
    numbers = {guild_id: await two.plays(guild_id, "toy", times=0) for guild_id in (NORTH, SOUTH)}
    before = {guild_id: await two.open_questions(guild_id) for guild_id in (NORTH, SOUTH)}
    for guild_id in (NORTH, SOUTH):
        await two.stop(two.of(guild_id))
        await two.starts(two.of_half(guild_id), without="toy")
    await two.passes(2 * DAY)
    for guild_id, days in ((NORTH, 2), (SOUTH, 3)):
        await two.stop(two.of(guild_id))
        await two.starts(two.of_half(guild_id))
        after = await two.open_questions(guild_id)
        assert [ask.game_id for ask in after] == [numbers[guild_id]] * len(before[guild_id])
        for was, now in zip(before[guild_id], after, strict=True):
            assert was.times.due_at is not None
            assert now.times.due_at is not None
            due_at, due_at_first = map(datetime.fromisoformat, (now.times.due_at, was.times.due_at))
            assert due_at - due_at_first >= days * DAY
        await two.passes(DAY)
