"""An open page learns that there is something new to see, and nothing else; being open is no look."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from bot.games import GAMES
from bot.host.table.audience_view import AudienceView
from bot.own_pages import streams
from bot.own_pages.state_tags import compute_state_tag
from bot.testing.random_games import build_random
from storage.interface.database import Connection
from tests.host.test_waiting_in_secret import lay_out, with_wild_animals
from tests.house import ANN, BEN, CLEO, NOON
from tests.own_pages.several_processes import OTHER, OWNER, Fleet, fleet
from tests.own_pages.site import Browser, PlaySite, play_site
from tests.own_pages.test_playing import Player
from tests.toy import Growls, Pick, Turn

T = TypeVar("T")


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PlaySite]:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.1)
    async with play_site(tmp_path) as there:
        yield there


async def opened(site: PlaySite, user_id: int, number: int) -> Browser:
    browser = site.browser()
    await browser.opens(user_id, number)
    return browser


async def test_an_open_page_hears_of_a_move_and_finds_what_it_was_told(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    first, second = [await opened(site, await site.home.user(number, seat), number) for seat in (1, 2)]
    async with second.listens() as events:
        assert await events.next_tag() == second.state, "nothing has happened yet"
        await first.chooses("Draw an animal")
        told = await events.next_tag()
        assert told != second.state
        await second.looks()
        assert told == second.state


async def test_a_change_before_the_stream_was_open_is_told_at_once(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    first, second = [await opened(site, await site.home.user(number, seat), number) for seat in (1, 2)]
    await first.chooses("Draw an animal")
    async with second.listens() as events:
        assert await events.next_tag() not in ("end", second.state)


async def test_a_secret_decision_of_others_is_not_told(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    table = with_wild_animals(await site.home.table(number), 2, 3)
    growls = next(at for at, step in enumerate(table.agenda) if isinstance(step, Growls))
    table.agenda[: growls + 1] = [Growls(begun=True), Turn(seat=1)]
    await lay_out(site.home, number, table)
    watcher, asked = [await opened(site, await site.home.user(number, seat), number) for seat in (1, 2)]
    before = await tag_of(site, number, 1)
    async with watcher.listens() as events, asked.listens() as own:
        assert await events.next_tag() == before == watcher.state
        assert await own.next_tag() == asked.state
        await site.home.plays(number, 2, Pick(what="keep quiet"))
        assert await own.next_tag() != asked.state, "the own question has changed"
        assert await events.next() == "", "only the heartbeat"
        assert await tag_of(site, number, 1) == before
        await site.home.plays(number, 3, Pick(what="keep quiet"))
        assert await events.next_tag() not in ("end", before), "the game goes on, as everybody sees"


async def tag_of(site: PlaySite, number: int, seat: int) -> str:
    user_id = await site.home.user(number, seat)
    return compute_state_tag(await site.home.host.get_view_of_person(number, user_id))


async def test_an_event_holds_nothing_but_a_tag(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = await opened(site, ANN, number)
    cookie = f"__Host-table-{number}={browser.cookies[f'__Host-table-{number}']}"
    async with site.session.get(f"{site.door}/tables/{number}/events", headers={"Cookie": cookie}) as answer:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert await answer.content.readuntil(b"\n\n") == b"retry: 15000\n\n"
        assert await answer.content.readuntil(b"\n\n") == f"data: {browser.state}\n\n".encode()
        assert await answer.content.readuntil(b"\n\n") == b":\n\n"


async def test_a_page_left_open_is_neither_a_look_nor_a_use_of_its_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(streams, "ROUND_SECONDS", 0.05)
    wall = [NOON]
    async with play_site(tmp_path, now=lambda: wall[0]) as site:
        number = await site.home.at_first_turn(BEN)
        first, second = [await opened(site, await site.home.user(number, seat), number) for seat in (1, 2)]
        async with second.listens() as events:
            await events.next_tag()
            await first.chooses(next(label for label in first.options if label.startswith("Poke")))
            await events.next_tag()
        assert (await site.home.host.build_panel(number, await site.home.user(number, 2))).news
        for _ in range(12):
            wall[0] += timedelta(minutes=59)
            async with second.listens() as events:
                assert await events.next_tag() != "end"
            while site.streams.count:  # a person may have six open, and it takes a moment to see that one has gone
                await site.own_pages.list_sessions(ANN)
        async with second.listens() as events:
            await events.next_tag()
            wall[0] += timedelta(minutes=13)
            assert await events.next_tag() == "end", "twelve hours without use are over"
        assert (await second.get(f"/tables/{number}/events")).status == 403


async def test_a_stream_ends_with_its_session(site: PlaySite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "ROUND_SECONDS", 0.05)
    number = await site.home.at_first_turn(BEN)
    for is_ended_here in (False, True):
        browser = await opened(site, ANN, number)
        async with browser.listens() as events:
            assert await events.next_tag() == browser.state
            if is_ended_here:
                await browser.post(f"/tables/{number}/end")
            else:
                await site.own_pages.end_all(ANN)
            assert await events.next_tag() == "end"
        assert (await browser.get(f"/tables/{number}/events")).status == 403


async def test_a_session_that_has_ended_is_told_nothing_more(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    user_id = await site.home.user(number, 2)
    first, second = await opened(site, await site.home.user(number, 1), number), await opened(site, user_id, number)
    async with second.listens() as events:
        assert await events.next_tag() == second.state
        await site.own_pages.end_all(user_id)
        await first.chooses("Draw an animal")
        assert await events.next_tag() == "end"


async def test_nobody_hears_of_a_table_without_a_session(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    other = await site.home.at_first_turn(BEN)
    browser = await opened(site, ANN, number)
    assert (await site.browser().get(f"/tables/{number}/events")).status == 403
    assert (await browser.get(f"/tables/{other}/events")).status == 403
    for method in ("HEAD", "POST"):
        assert (await browser.get(f"/tables/{number}/events", method, Origin=site.origin)).status == 404
    assert site.streams.count == 0


async def test_streams_are_limited_and_make_room_when_they_are_closed(
    site: PlaySite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_STREAMS_PER_PERSON", 2)
    monkeypatch.setattr(streams, "MAX_STREAMS", 3)
    number = await site.home.at_first_turn(BEN)
    ann, ben = await opened(site, ANN, number), await opened(site, BEN, number)
    async with AsyncExitStack() as opening:
        for _ in range(2):
            await (await opening.enter_async_context(ann.listens())).next_tag()
        assert (await ann.get(f"/tables/{number}/events")).status == 429
        await (await opening.enter_async_context(ben.listens())).next_tag()
        assert (await ben.get(f"/tables/{number}/events")).status == 429
        await ann.looks()
    while site.streams.count:  # no heartbeat is needed to see that a browser has gone
        await site.own_pages.list_sessions(ANN)
    async with ann.listens() as events:
        assert await events.next_tag() == ann.state


async def test_the_server_ends_its_streams_when_it_closes(site: PlaySite) -> None:
    number = await site.home.at_first_turn(BEN)
    browser = await opened(site, ANN, number)
    async with browser.listens() as events:
        await events.next_tag()
        await site.streams.close()
        assert await events.next_tag() == "end"
        assert (await browser.get(f"/tables/{number}/events")).status == 429
    assert site.streams.count == 0


async def test_an_open_page_costs_three_bytes_a_heartbeat_and_all_together_one_query_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(streams, "ROUND_SECONDS", 0.2)
    async with play_site(tmp_path) as site:
        number = await site.home.at_first_turn(BEN)
        browsers = [await opened(site, user_id, number) for user_id in (ANN, BEN, ANN, BEN)]
        async with AsyncExitStack() as opening:
            events = [await opening.enter_async_context(browser.listens()) for browser in browsers]
            for each in events:
                await each.next_tag()
            reads = count_reads(site, monkeypatch)
            rounds = count_rounds(site, monkeypatch)
            for _ in range(12):
                for each in events:
                    assert await each.next() == ""
            assert rounds[0] >= 2
            assert reads[0] == rounds[0]


def count_reads(site: PlaySite, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the queries from now on."""
    database, number = site.home.storage.database, [0]
    read = database.read

    async def counted(work: Callable[[Connection], T]) -> T:
        number[0] += 1
        return await read(work)

    monkeypatch.setattr(database, "read", counted)
    return number


def count_rounds(site: PlaySite, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the rounds from now on."""
    number, look = [0], site.streams._list_sessions

    def counted() -> object:
        number[0] += 1
        return look()

    monkeypatch.setattr(site.streams, "_list_sessions", counted)
    return number


@pytest.mark.parametrize("title", GAMES)
async def test_every_game_tells_open_pages_of_public_changes_and_own_questions_alone(
    tmp_path: Path, title: str
) -> None:
    async with play_site(tmp_path, GAMES) as site:
        number = await site.home.begun(await site.home.with_bots(title, "steady", "steady"))
        player = Player(site.browser(), ANN, build_random(f"events {title}"))
        await player.browser.opens(ANN, number)
        changed = 0
        for _ in range(6):
            before = await site.home.host.get_view_of_person(number, ANN)
            shown, own = describe_public_message(before.public), (before.etag, before.is_asked, before.sealed_answer)
            tag = compute_state_tag(before)
            if not await player.answers():
                break
            await site.home.settle()
            after = await site.home.host.get_view_of_person(number, ANN)
            same = (
                shown == describe_public_message(after.public)
                and own == (after.etag, after.is_asked, after.sealed_answer)
                and [one.name for one in before.seats] == [one.name for one in after.seats]
            )
            assert (tag == compute_state_tag(after)) == same
            changed += not same
        assert changed


def describe_public_message(public: AudienceView) -> str:
    """Return what the table's message is made of, apart from deadlines."""
    return json.dumps([public.title, [*public.asked], [*public.named], public.row.status]) + repr(
        public.game.page(public.view)
    )


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
async def two(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Fleet]:
    place = tmp_path / "play.db"
    if request.param == "postgresql":
        place = request.getfixturevalue("database_of_a_server")
    async with fleet(place, OWNER, OTHER) as there:
        yield there


async def test_a_page_of_another_process_hears_of_a_move(two: Fleet) -> None:
    owner, other = two.running
    number = await owner.site.home.at_first_turn(BEN)
    browser = other.site.browser()
    await browser.opens(await owner.site.home.user(number, 2), number)
    near = owner.site.browser()
    near.cookies, near.table = browser.cookies, number
    async with browser.listens() as events, near.listens() as beside:
        assert await events.next_tag() == browser.state
        assert await beside.next_tag() == browser.state
        await owner.site.home.says(number, 1, "Draw an animal")
        told = await events.next_tag()
        assert told != browser.state
        assert await beside.next_tag() == told
        await browser.looks()
        assert browser.state == told


async def test_a_page_hears_of_moves_after_another_process_has_taken_the_table_over(
    two: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "ROUND_SECONDS", 0.1)
    owner, other = two.running
    number = await owner.site.home.at_first_turn(BEN)
    browser = other.site.browser()
    await browser.opens(await owner.site.home.user(number, 2), number)
    async with browser.listens() as events:
        assert await events.next_tag() == browser.state
        await owner.stop()
        heir = await two.start(OWNER)
        await heir.site.home.says(number, 1, "Draw an animal")
        assert await events.next_tag() not in ("end", browser.state)


async def test_forged_words_tell_nothing_of_a_session_that_has_ended(two: Fleet) -> None:
    owner, other = two.running
    number = await owner.site.home.at_first_turn(BEN)
    browser = other.site.browser()
    await browser.opens(ANN, number)
    async with browser.listens() as events:
        assert await events.next_tag() == browser.state
        for word in ("page open 1 2 999", "page tags 999:abc", "page open ", "page tags "):
            for process in two.running:
                process.handle_notification(word)
        await other.site.own_pages.end_all(ANN)
        other.handle_notification("page tags 1:0123456789abcdef")
        assert await events.next_tag() == "end"
