"""Each table has one owner, whose rows are in a database of a PostgreSQL server: what two do at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bot.games import GAMES
from bot.host.errors import Refusal
from bot.host.lobby.limits import Limits
from bot.host.privacy.erasure import ERASURE_WORD
from bot.host.services import Services, build_services
from bot.host.table.deadlines import Wishes
from storage.connect import open_storage
from storage.database_url import Server
from storage.interface.people import Person
from tests.host.two_processes import ADA, BEN, CLEO, HALVES, NORTH, SOUTH
from tests.house import CHANNEL
from tests.toy import TOY

pytestmark = pytest.mark.thorough

TIMES = 40


@pytest.fixture
async def two_services(database_of_a_server: Server) -> AsyncIterator[tuple[Services, Services]]:
    """Two processes, as far as their store can tell; each person may open one table."""
    async with AsyncExitStack() as stack:
        found = []
        for shards in HALVES:
            storage = await open_storage(database_of_a_server, None, shards)
            stack.push_async_callback(storage.close)
            found.append(build_services(storage, {**GAMES, "toy": TOY}, shards=shards, limits=Limits(per_person=1)))
        north, south = found
        yield north, south


async def test_a_player_who_opens_a_table_with_both_at_the_same_moment_has_room_for_one(
    two_services: tuple[Services, Services],
) -> None:
    for user_id in range(100, 100 + TIMES):
        opened = await asyncio.gather(
            *(
                home.lobby.open_table(
                    title="toy",
                    guild_id=guild_id,
                    channel_id=CHANNEL,
                    user_id=user_id,
                    name="Ada",
                    seats_wanted=2,
                )
                for home, guild_id in zip(two_services, (NORTH, SOUTH), strict=True)
            ),
            return_exceptions=True,
        )
        refused = [each for each in opened if isinstance(each, BaseException)]
        assert len(refused) == 1
        assert isinstance(refused[0], Refusal)
        assert "You have opened as many tables as one person may have" in str(refused[0])
        assert len(await two_services[0].storage.games.list_by_player(user_id, statuses=("open",))) == 1


async def test_what_somebody_wishes_with_both_at_the_same_moment_counts(
    two_services: tuple[Services, Services],
) -> None:
    north, south = two_services
    for user_id in range(100, 100 + TIMES):
        known = Person(user_id, "Ada")
        await asyncio.gather(
            north.host.people.change_wishes(known, lambda _: Wishes(zone="Europe/Berlin")),
            south.host.people.set_dm(known, "open"),
            south.host.people.record_person(user_id, "Ada L."),
        )
        found = await north.storage.people.get(user_id)
        assert found is not None
        assert (Wishes.read(found.wishes).zone, found.dm, found.name) == ("Europe/Berlin", "open", "Ada L.")


async def test_two_wishes_of_somebody_at_the_same_moment_both_count(two_services: tuple[Services, Services]) -> None:
    north, south = two_services
    for user_id in range(200, 200 + TIMES):
        known = await north.host.people.record_person(user_id, "Ada")
        await asyncio.gather(
            north.host.people.change_wishes(known, lambda now: now.model_copy(update={"zone": "Europe/Berlin"})),
            south.host.people.change_wishes(known, lambda now: now.model_copy(update={"pictures": False})),
            north.host.people.store_pending_notice(user_id, "Ada", "A chair is free."),
            south.host.people.store_pending_notice(user_id, "Ada", "A season begins."),
        )
        found = await north.storage.people.get(user_id)
        assert found is not None
        wishes = Wishes.read(found.wishes)
        assert (wishes.zone, wishes.pictures) == ("Europe/Berlin", False)
        assert {*found.word.splitlines()} == {"A chair is free.", "A season begins."}


async def test_a_player_who_is_forgotten_is_kept_out_until_both_have_let_them_leave(
    two_services: tuple[Services, Services],
) -> None:
    numbers = []
    for home, guild_id, opener in zip(two_services, (NORTH, SOUTH), (ADA, CLEO), strict=True):
        table = await home.lobby.open_table(
            title="toy", guild_id=guild_id, channel_id=CHANNEL, user_id=opener, name="Ada", seats_wanted=3
        )
        await home.lobby.join(table.row.game_id, BEN, "Ben")
        numbers.append(table.row.game_id)
    north, south = two_services
    listens, told = asyncio.Event(), asyncio.Event()
    ended = south.storage.database.listen(lambda word: (told if word == ERASURE_WORD else listens).set())
    async with asyncio.timeout(60):
        await listens.wait()  # earlier notifications are not received
    assert await north.erasure.forget(BEN)
    assert await north.erasure.is_under_way(BEN)
    assert await south.erasure.is_under_way(BEN)
    async with asyncio.timeout(60):
        await told.wait()
    await south.erasure.process_requests()
    await ended()
    for home, number in zip(two_services, numbers, strict=True):
        assert not (await home.lobby.get_open_table(number)).has(BEN)
        assert not await home.erasure.is_under_way(BEN)
    assert not await north.storage.privacy.is_kept(BEN)


async def test_both_forget_somebody_at_the_same_moment(two_services: tuple[Services, Services]) -> None:
    north, south = two_services
    for user_id in range(100, 100 + TIMES):
        await north.storage.people.put(Person(user_id, "Ada"))
        looks = [home.erasure.process_requests() for home in (north, south, north, south)]
        await asyncio.gather(north.erasure.forget(user_id), *looks, south.erasure.forget(user_id))
        for home in two_services:
            await home.erasure.process_requests()
        assert not await north.storage.privacy.is_kept(user_id)
        assert not await north.erasure.is_under_way(user_id)
    left = await north.storage.database.read(lambda rows: rows.execute("select what from shards_done").fetchall())
    assert left == []
