"""A replay on the web: of games that are over, step by step, with anybody's eyes, and at a price that is bounded."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.host.worker import Worker
from bot.web.replays import MAX_CONCURRENT_STEPS
from bot.web.serving import MAX_REQUESTS
from tests.host.leagues import ends
from tests.house import ANN, BEN, CLEO, NAMES
from tests.web.site import Site, busy
from tests.web.site import site as opened


async def over(site: Site, undone: bool = False) -> int:
    """A game in which seat 1 drew an animal, and which is over; everybody may look at it."""
    home = site.home
    number = await home.at_first_turn(BEN, CLEO)
    if undone:
        await home.says(number, 1, "Try the fruit")
        await home.says(number, 1, "Apple")
        await home.host.undo_for_person(number, await home.user(number, 1))
        await home.says(number, 1, "Pear")
    await home.says(number, 1, "Draw an animal")
    await home.says(number, 1, "End my turn")
    await ends(home, number, BEN, CLEO)
    await site.shows_tables()
    return number


async def step(site: Site, path: str) -> str:
    got = await site.get(path)
    assert got.status == 200, got.text
    return got.text


def link(page: str, words: str) -> str:
    """Where a link of these words leads."""
    found = re.search(rf'href="([^"]+)"[^>]*>(?:<bdi>)?{re.escape(words)}<', page)
    assert found, f"no link {words!r}"
    return found[1]


async def walked(site: Site, page: str) -> Iterator[str]:
    """All steps from this page on, by its links alone."""
    pages = [page]
    while ' rel="next"' in pages[-1]:
        pages.append(await step(site, link(pages[-1], "Next")))
    return iter(pages)


async def test_links_lead_through_all_steps_without_a_script(site: Site) -> None:
    number = await over(site)
    first = await step(site, link(await step(site, f"/tables/{number}"), "Replay, step by step"))
    assert "The game begins." in first
    pages = list(await walked(site, first))
    assert [re.search(r"Step (\d+) of (\d+)", page)[1] for page in pages] == [  # type: ignore[index]
        str(at) for at in range(1, len(pages) + 1)
    ]
    assert "opens the fair" in pages[1]
    assert "concedes" in pages[-1]
    assert "Step 1 of" in await step(site, link(pages[-1], "First"))
    assert f"Step {len(pages)} of" in await step(site, link(first, "Last"))
    assert await step(site, link(pages[2], "Back")) == pages[1]
    coins = [re.search(r'alt="([^"]+)"', page)[1] for page in pages]  # type: ignore[index]
    assert coins[0] != coins[1], "the picture is that of then"
    for page in pages:
        picture = re.search(r'<img src="([^"]+)"', page)
        assert picture
        assert (await site.get(picture[1])).headers["Content-Type"] == "image/png"


async def test_when_the_game_is_over_each_step_is_seen_with_any_eyes(site: Site) -> None:
    number = await over(site)
    first = await step(site, f"/tables/{number}/replay")
    hand = (await site.home.table(number)).hands[1]
    assert "You hold" not in first
    own = list(await walked(site, await step(site, link(first, "Player 1"))))
    assert all("What <bdi>Player 1</bdi> had" in page and "You hold" in page for page in own)
    drawn = [page for page in own if "You draw" in page][-1]
    assert any(animal in drawn for animal in hand)
    other = await step(site, link(drawn, "Player 2"))
    assert "What <bdi>Player 2</bdi> had" in other
    assert "You draw" not in other, "it is the same moment, of which these eyes have heard less"
    assert await step(site, link(other, "Everybody"))


async def test_while_a_game_runs_there_is_no_replay_of_it(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    await site.shows_tables()
    nothing = (await site.get("/nothing")).whole
    for rest in ("replay", "replay/1", "replay/1/1", "replay/2/2", "boards/1"):
        assert (await site.get(f"/tables/{number}/{rest}")).whole == nothing
    assert "Replay" not in await step(site, f"/tables/{number}")


async def test_what_is_no_step_and_no_seat_is_no_address(site: Site) -> None:
    number = await over(site)
    nothing = (await site.get("/nothing")).whole
    for rest in ("replay/0", "replay/x", "replay/999", "replay/1/0", "replay/1/4", "replay/1/1/1", "boards/999"):
        assert (await site.get(f"/tables/{number}/{rest}")).whole == nothing, rest
    await site.shows_tables(False)
    for rest in ("replay", "replay/1/1", "boards/1"):
        assert (await site.get(f"/tables/{number}/{rest}")).whole == nothing, rest


async def test_nobody_is_named_in_it_who_has_not_agreed(site: Site) -> None:
    number = await over(site)
    first = await step(site, f"/tables/{number}/replay")
    for seen in [*await walked(site, first), *await walked(site, await step(site, link(first, "Player 2")))]:
        for user_id in (ANN, BEN, CLEO):
            assert NAMES[user_id] not in seen
            assert str(user_id) not in seen


async def test_what_was_undone_is_no_step_and_the_page_says_so(site: Site) -> None:
    number = await over(site, undone=True)
    pages = list(await walked(site, await step(site, f"/tables/{number}/replay")))
    assert all("What was undone is no step here" in page for page in pages)
    assert sum("tries the fruit" in page for page in pages) == 1


async def test_a_game_that_was_given_up_says_so(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    await site.shows_tables()
    await site.home.storage.games.close_without_result(number, site.home.host.format_now())
    site.home.host.forget_loaded(number)
    assert "This game ended early" in await step(site, f"/tables/{number}/replay")


async def test_where_the_rules_were_corrected_it_ends_and_says_so(site: Site) -> None:
    number = await over(site)
    told = json.loads((await site.home.entries(number))[-1].stored_news)
    told[0]["news"]["seat"] = told[0]["news"]["seat"] % 3 + 1
    await site.home.storage.database.write(
        lambda rows: rows.execute(
            "update moves set told = ? where revision = (select max(revision) from moves)", (json.dumps(told),)
        )
    )
    pages = list(await walked(site, await step(site, f"/tables/{number}/replay")))
    assert "The replay stops here" in pages[-1]
    assert "The replay stops here" not in pages[0]


async def test_a_game_of_older_rules_has_none_and_says_so(site: Site) -> None:
    number = await over(site)
    await site.home.storage.database.write(lambda rows: rows.execute("update moves set told = '[]' where revision = 1"))
    assert "older version of the rules" in await step(site, f"/tables/{number}/replay")


# -- what it may cost -----------------------------------------------------------------------------------


async def test_a_visitor_who_asks_for_steps_at_random_has_to_wait_and_what_was_shown_stays_there(
    tmp_path: Path,
) -> None:
    worker = Worker(1)
    async with opened(tmp_path, worker=worker) as site:
        number = await over(site)
        shown = await site.get(f"/tables/{number}/replay")
        await site.get(f"/tables/{number}")
        async with busy(worker, tmp_path):
            as_data = await site.get(site.api(f"/tables/{number}/replay/2"))
            assert (as_data.status, as_data.headers["Content-Type"]) == (429, "application/problem+json")
            for rest in ("replay/2", "replay/1/1", "boards/2"):
                got = await site.get(f"/tables/{number}/{rest}")
                assert got.status == 429
                assert got.headers["Retry-After"]
            assert (await site.get(f"/tables/{number}/replay")).whole == shown.whole
            assert (await site.get(f"/tables/{number}/boards/1")).status == 200
            assert (await site.get(f"/tables/{number}")).status == 200
        assert (await site.get(f"/tables/{number}/replay/2")).status == 200
    await worker.close()


async def test_steps_leave_the_worker_to_tables_too(tmp_path: Path) -> None:
    worker = Worker(MAX_REQUESTS)
    async with opened(tmp_path, worker=worker) as site:
        number = await over(site)
        async with busy(worker, tmp_path):
            asking = [
                asyncio.create_task(site.get(f"/tables/{number}/replay/{at}"))
                for at in range(1, MAX_CONCURRENT_STEPS + 2)
            ]
            (sent_away,), others = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            assert sent_away.result().status == 429
        assert [got.status for got in await asyncio.gather(*others)] == [200] * MAX_CONCURRENT_STEPS
    await worker.close()


async def test_a_game_is_played_again_once_for_all_of_its_steps_and_eyes(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await over(site)
    first = await step(site, f"/tables/{number}/replay")
    monkeypatch.setattr("bot.web.replays.pack_finished_game", None)  # a second job for the worker fails
    list(await walked(site, first))
    list(await walked(site, await step(site, link(first, "Player 3"))))
