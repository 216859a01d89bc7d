"""Links to pages and the sessions for which they are exchanged, as rows."""

from __future__ import annotations

from storage.store import Storage
from tests.storage.samples import ADA, BEN, LATER, NOW, SEATS, open_lobby, start_new

NOBODY = 99
"""A person who sits at no table."""
BEFORE, LONG_AFTER = "2026-01-01T00:00:00+00:00", "2026-12-01T12:00:00+00:00"


async def opened(storage: Storage, game_id: int, user_id: int, digest: str) -> int:
    """Open a session of a person at a table; return its id."""
    await storage.page_sessions.add_link(f"link {digest}", user_id, game_id, LONG_AFTER)
    assert await storage.page_sessions.use_link(f"link {digest}", digest, NOW, LONG_AFTER, NOW) == game_id
    return (await storage.page_sessions.list_of_person(user_id, NOW, BEFORE))[-1].session_id


async def test_a_link_is_exchanged_once_and_in_time(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.page_sessions.add_link("one", ADA, game_id, LATER)
    await storage.page_sessions.add_link("of ben", BEN, game_id, LATER)
    assert await storage.page_sessions.find_link("one", NOW) == (ADA, game_id)
    assert await storage.page_sessions.find_link("one", LATER) is None
    assert await storage.page_sessions.use_link("one", "session", NOW, LONG_AFTER, NOW) == game_id
    assert await storage.page_sessions.use_link("one", "another", NOW, LONG_AFTER, BEFORE) is None
    assert await storage.page_sessions.use_link("of ben", "late", LATER, LONG_AFTER, BEFORE) is None
    await storage.page_sessions.add_link("two", ADA, game_id, LATER)
    await storage.page_sessions.add_link("three", ADA, game_id, LATER)
    assert await storage.page_sessions.find_link("two", NOW) is None, "the newest takes its place"


async def test_who_asks_for_the_same_session_again_gets_it_for_a_short_time(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.page_sessions.add_link("one", ADA, game_id, LATER)
    assert not await storage.page_sessions.has_link("another", BEFORE)
    assert await storage.page_sessions.has_link("one", BEFORE)
    for _ in range(2):
        assert await storage.page_sessions.use_link("one", "session", NOW, LONG_AFTER, BEFORE) == game_id
    assert await storage.page_sessions.has_link("one", BEFORE)
    assert not await storage.page_sessions.has_link("one", NOW)
    assert await storage.page_sessions.find_link("one", NOW) is None
    assert await storage.page_sessions.use_link("one", "session", NOW, LONG_AFTER, NOW) is None, "too late"
    (session,) = await storage.page_sessions.list_of_person(ADA, NOW, BEFORE)
    await storage.page_sessions.end(ADA, session.session_id)
    assert await storage.page_sessions.use_link("one", "session", NOW, LONG_AFTER, BEFORE) is None, "it has ended"


async def test_a_session_lasts_as_long_as_it_is_used(storage: Storage) -> None:
    game_id = await start_new(storage)
    session_id = await opened(storage, game_id, ADA, "a")
    found = await storage.page_sessions.find("a", NOW, BEFORE)
    assert found is not None
    assert (found.user_id, found.game_id, found.used_at) == (ADA, game_id, NOW)
    assert await storage.page_sessions.find("b", NOW, BEFORE) is None
    assert await storage.page_sessions.find("a", LONG_AFTER, BEFORE) is None
    assert await storage.page_sessions.find("a", LATER, NOW) is None
    await storage.page_sessions.note_use(session_id, LATER)
    assert await storage.page_sessions.find("a", LATER, NOW) is not None


async def test_of_several_sessions_those_that_have_not_ended_are_found(storage: Storage) -> None:
    game_id = await start_new(storage)
    of_ada = await opened(storage, game_id, ADA, "a")
    of_ben = await opened(storage, game_id, BEN, "b")
    both = of_ada, of_ben
    assert {each.session_id for each in await storage.page_sessions.list_open(both, NOW, BEFORE)} == {*both}
    assert await storage.page_sessions.list_open(both, LONG_AFTER, BEFORE) == []
    await storage.page_sessions.note_use(of_ben, LATER)
    assert [each.session_id for each in await storage.page_sessions.list_open(both, LATER, NOW)] == [of_ben]
    assert await storage.page_sessions.list_open([], NOW, BEFORE) == []


async def test_sessions_are_ended_by_their_person_by_time_and_with_their_table(storage: Storage) -> None:
    game_id = await start_new(storage)
    first, _, of_ben = [
        await opened(storage, game_id, who, digest) for who, digest in ((ADA, "a"), (ADA, "b"), (BEN, "c"))
    ]
    assert not await storage.page_sessions.end(BEN, first)
    assert await storage.page_sessions.end(ADA, first)
    assert not await storage.page_sessions.end(ADA, first)
    await storage.page_sessions.end_all(ADA)
    assert await storage.page_sessions.list_of_person(ADA, NOW, BEFORE) == []
    assert [one.session_id for one in await storage.page_sessions.list_of_person(BEN, NOW, BEFORE)] == [of_ben]
    await storage.page_sessions.add_link("old", BEN, game_id, NOW)
    await storage.page_sessions.clean_up(NOW, NOW)
    assert not await storage.page_sessions.end(BEN, of_ben)
    await opened(storage, game_id, BEN, "d")
    await storage.privacy.forget(BEN)
    assert await storage.page_sessions.find("d", NOW, BEFORE) is None


async def test_what_began_before_a_moment_is_ended(storage: Storage) -> None:
    game_id = await start_new(storage)
    await opened(storage, game_id, ADA, "before")
    await storage.page_sessions.add_link("two", BEN, game_id, LATER)
    await storage.page_sessions.add_link("one", ADA, game_id, LONG_AFTER)
    assert await storage.page_sessions.use_link("one", "after", LATER, LONG_AFTER, NOW) == game_id
    await storage.page_sessions.end_older(NOW, LATER)
    assert await storage.page_sessions.find("before", NOW, BEFORE) is None
    assert await storage.page_sessions.find_link("two", NOW) is None
    assert await storage.page_sessions.find("after", LATER, BEFORE) is not None


async def test_somebody_who_has_signed_in_opens_the_running_tables_where_they_sit(storage: Storage) -> None:
    first = await start_new(storage)
    assert await storage.page_sessions.add("one", ADA, first, NOW, LONG_AFTER)
    found = await storage.page_sessions.find("one", NOW, BEFORE)
    assert found is not None
    assert (found.user_id, found.game_id, found.ends_at) == (ADA, first, LONG_AFTER)
    assert not await storage.page_sessions.add("nobody's", NOBODY, first, NOW, LONG_AFTER)
    lobby = await open_lobby(storage)
    for table in (lobby, lobby + 1):
        assert not await storage.page_sessions.add("of no running table", ADA, table, NOW, LONG_AFTER)
    assert await storage.page_sessions.find("nobody's", NOW, BEFORE) is None


async def test_the_tables_of_a_person_begin_with_those_that_wait(storage: Storage) -> None:
    games = [await start_new(storage) for _ in range(3)]
    await open_lobby(storage, seats=SEATS)
    for person in (ADA, BEN):
        waiting = set(await storage.open_questions.list_games_waiting_for(person))
        found = await storage.page_sessions.list_tables(person, 10)
        assert {one.game_id for one in found} == set(games)
        assert [one.game_id in waiting for one in found] == [one.waits for one in found]
        assert [one.waits for one in found] == sorted((one.waits for one in found), reverse=True)
        assert len(await storage.page_sessions.list_tables(person, 2)) == 2
    assert await storage.page_sessions.list_tables(NOBODY, 10) == []
