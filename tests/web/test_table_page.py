"""A table's page: its public content for all readers."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.play import Played
from bot.engine.records import Seat, Told
from bot.engine.table import Conceded
from bot.games import GAMES
from bot.host.errors import Leak
from bot.host.play.move_records import TableCommand
from bot.host.worker import Worker
from bot.web.openapi import API
from storage.interface.leagues import EntrantRow
from tests.end_to_end.planted import SECRETS, a_table
from tests.host.leagues import ADA, all_here, drawn, ends, known
from tests.house import ANN, BEN, CLEO, NAMES
from tests.toy import TOY, Name
from tests.web.site import Site, busy
from tests.web.site import site as opened
from tests.web.walking import filled


async def shown(site: Site, number: int) -> str:
    await site.shows_tables()
    got = await site.get(f"/tables/{number}")
    assert got.status == 200, got.text
    assert len(got.body) < 100_000
    return got.text


async def test_it_says_who_is_asked_how_it_stands_and_what_has_happened(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    page = await shown(site, number)
    assert f"<title>The Fair · table {number} · Boardroom</title>" in page
    assert re.search(
        r'class="asked">\s*<span class="who"><bdi>Player 1</bdi></span>\s*<span class="turn">to decide', page
    )
    assert re.search(rf'<img src="/tables/{number}/pictures/fair\?[0-9a-f]{{8}}" alt="Player 1 has ', page)
    assert "https://discord.com/channels/1/2" in page
    log = (await site.get(f"/tables/{number}/log")).text
    assert "Player 2" in log


async def test_nobody_is_named_who_has_not_agreed(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    page = await shown(site, number) + (await site.get(f"/tables/{number}/log")).text
    for user_id in (ANN, BEN, CLEO):
        assert NAMES[user_id] not in page
        assert str(user_id) not in page


async def test_at_a_leagues_table_those_are_named_who_have_agreed_until_they_take_it_back(site: Site) -> None:
    home = site.home
    season_id = await drawn(home)
    season = await known(home, season_id)
    game_id = next(game for number, game in season.tables.items() if 1 in season.season.tables[number].seats)
    await all_here(home, game_id)
    await site.visibility.set_league_public(season.league.league_id, public=True)
    mine = season.find_number(ADA)
    assert mine is not None

    async def names() -> set[str]:
        page = await site.get(f"/tables/{game_id}")
        assert page.status == 200
        return set(re.findall(r'<span class="who"><bdi>([^<]+)</bdi>', page.text))

    assert f"Player {mine}" in await names()
    await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    assert f"Ada ({mine})" in await names()
    assert "Ada" in (await site.get(f"/tables/{game_id}")).text.partition("<img")[2].partition(">")[0]
    assert not {name for name in await names() if name.startswith(("Ben", "Cleo", "Dora"))}
    await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=False)
    assert f"Player {mine}" in await names()
    await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    await home.services.erasure.forget(ADA)
    for rest in ("", "/log"):
        assert "Ada" not in (await site.get(f"/tables/{game_id}{rest}")).text


async def test_a_game_that_is_over_shows_places_and_scores(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    await ends(site.home, number, BEN, CLEO)
    page = await shown(site, number)
    assert "The game is over." in page
    assert re.findall(r'<span class="place">(\d)', page) == ["1", "2", "2"]
    assert "conceded" in page


async def test_the_same_page_has_the_same_tag_though_something_happens_in_secret(site: Site) -> None:
    """A revision, or a tag derived from it, would count answers that must stay secret."""
    number = await site.home.started(BEN, CLEO)
    await site.shows_tables()
    first = await site.get(f"/tables/{number}")
    data = await site.get(f"{API}/tables/{number}")
    picture = await site.get(f"/tables/{number}/pictures/fair")
    assert (await site.get(f"/tables/{number}", If_None_Match=first.headers["ETag"])).status == 304
    before = await site.home.revision(number)
    running = await site.home.host.get_running_game(number)
    await site.home.host.save_move(running, TableCommand("repair", 1), Played(running.table, [], blocks_undo=False))
    assert await site.home.revision(number) > before
    assert (await site.get(f"/tables/{number}", If_None_Match=first.headers["ETag"])).status == 304
    assert (await site.get(f"{API}/tables/{number}", If_None_Match=data.headers["ETag"])).status == 304
    assert (await site.get(f"/tables/{number}/pictures/fair", If_None_Match=picture.headers["ETag"])).status == 304


async def test_sealed_answers_and_hands_are_not_on_it(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    await site.home.plays(number, 1, Name(price=87))
    pages = await shown(site, number) + (await site.get(f"/tables/{number}/log")).text
    pages += (await site.get(f"{API}/tables/{number}")).text + (await site.get(f"{API}/tables/{number}/log")).text
    table = await site.home.table(number)
    assert "87" not in re.sub(r"[0-9a-f]{64}", "", pages)
    for animals in table.hands.values():
        assert not any(animal in pages for animal in animals)


async def test_a_private_picture_has_no_address(site: Site, tmp_path: Path) -> None:
    private = replace(TOY.pictures.drawings[0], name="hand", private=True)
    pictures = replace(TOY.pictures, drawings=(*TOY.pictures.drawings, private))
    async with opened(tmp_path / "..", {"toy": replace(TOY, pictures=pictures)}) as there:
        number = await there.home.started(BEN, CLEO)
        await there.shows_tables()
        assert (await there.get(f"/tables/{number}/pictures/fair")).status == 200
        assert (await there.get(f"/tables/{number}/pictures/hand")).whole == (await there.get("/nothing")).whole


async def test_what_people_are_called_is_text_and_nothing_else(site: Site) -> None:
    home = site.home
    season_id = await drawn(home)
    season = await known(home, season_id)
    game_id = next(game for number, game in season.tables.items() if 1 in season.season.tables[number].seats)
    await all_here(home, game_id)
    await site.visibility.set_league_public(season.league.league_id, public=True)
    await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
    entrant = season.entrants[1]
    with_name = EntrantRow(1, entrant.user_id, "<script>alert(1)</script>\u202e**x**", named=True)
    await home.storage.database.write(
        lambda rows: rows.execute(
            "update entrants set name = ? where season_id = ? and entrant = 1", (with_name.name, season_id)
        )
    )
    body = (await site.get(f"/tables/{game_id}")).body.decode()
    assert re.findall("<script[^>]*>", body) == re.findall(r'<script src="/script\.js\?[0-9a-f]{8}" defer>', body)
    assert "&lt;script&gt;" in body
    assert "\u202e" not in body


@pytest.mark.parametrize("what", sorted(SECRETS))
async def test_a_planted_secret_is_refused_here_as_anywhere(tmp_path: Path, what: str) -> None:
    leaking = [False]
    proper = GAMES["goodwill"]

    def leaky(table: Any, seat: Seat | None) -> Any:
        made = proper.view(table, seat)
        return replace(made, year=SECRETS[what](table)) if leaking[0] else made

    async with opened(tmp_path, {"goodwill": replace(proper, view=leaky)}) as there:
        home = there.home
        table = await home.lobby.open_table(
            title="goodwill", guild_id=1, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3, options=None
        )
        for user_id in (BEN, CLEO):
            await home.lobby.join(table.row.game_id, user_id, NAMES[user_id])
        number = table.row.game_id
        await home.lobby.start(number, ANN)
        running = await home.host.get_running_game(number)
        await home.host.save_move(
            running, TableCommand("repair", 1), Played(a_table("goodwill"), [Told(Conceded(seat=3))], blocks_undo=False)
        )
        await there.shows_tables()
        assert (await there.get(f"/tables/{number}")).status == 200
        leaking[0] = True
        home.host.forget_loaded(number)
        for _ in range(12):  # at some revisions a coin falls alike in all truths that are compared
            try:
                assert (await home.host.get_view(number)).view
            except Leak:
                break
            running = await home.host.get_running_game(number)
            await home.host.save_move(
                running, TableCommand("repair", 1), Played(a_table("goodwill"), [], blocks_undo=False)
            )
        else:
            pytest.fail("the guard notices nothing")
        of_table = [pattern for pattern in there.pages.addresses if "{table}" in pattern]
        assert len(of_table) > 7
        for pattern in of_table:
            got = await there.get(filled(pattern, table=number, picture="board"))
            assert got.status == 503, pattern


async def test_a_visitor_who_has_it_open_is_told_when_something_has_changed_and_of_nothing_secret(site: Site) -> None:
    number = await site.home.started(BEN, CLEO)
    page = await shown(site, number)
    assert "As of <time" in page
    tag = re.search(r'data-now="/tables/\d+/now" data-tag="([0-9a-f]+)"', page)
    assert tag
    now = f"/tables/{number}/now"
    assert (await site.get(now, If_None_Match=f'"{tag[1]}"')).status == 304
    running = await site.home.host.get_running_game(number)
    await site.home.host.save_move(running, TableCommand("repair", 1), Played(running.table, [], blocks_undo=False))
    assert (await site.get(now, If_None_Match=f'"{tag[1]}"')).status == 304
    for seat in (1, 2, 3):
        await site.home.plays(number, seat, Name(price=seat))
    changed = await site.get(now, If_None_Match=f'"{tag[1]}"')
    assert changed.status == 200
    assert changed.text.strip() in (await site.get(f"/tables/{number}")).text
    await site.shows_tables(False)
    assert (await site.get(now)).whole == (await site.get("/nothing")).whole


async def test_a_game_that_is_over_is_not_looked_at_again(site: Site) -> None:
    number = await site.home.at_first_turn(BEN, CLEO)
    await ends(site.home, number, BEN, CLEO)
    page = await shown(site, number)
    assert "As of" not in page
    assert "<script" not in page
    assert f'href="/tables/{number}/replay"' in page


async def test_while_the_worker_is_busy_a_table_is_shown_as_it_was_a_moment_ago(tmp_path: Path) -> None:
    worker = Worker(1)
    async with opened(tmp_path, worker=worker) as site:
        number = await site.home.started(BEN, CLEO)
        other = await site.home.started(BEN, CLEO)
        before = await shown(site, number)
        async with busy(worker, tmp_path):
            await site.home.plays(number, 1, Name(price=1))
            assert await shown(site, number) == before
            assert (await site.get(f"/tables/{number}/pictures/fair")).status == 200
            assert (await site.get(f"/tables/{other}")).status == 429, "it would have to be made"
            await site.shows_tables(False)
            assert (await site.get(f"/tables/{number}")).whole == (await site.get("/nothing")).whole
        assert await shown(site, number) != before
    await worker.close()


async def test_a_visitor_who_takes_their_name_back_is_gone_however_busy_the_worker_is(tmp_path: Path) -> None:
    worker = Worker(1)
    async with opened(tmp_path, worker=worker) as site:
        home = site.home
        season_id = await drawn(home)
        season = await known(home, season_id)
        game_id = next(game for number, game in season.tables.items() if 1 in season.season.tables[number].seats)
        await all_here(home, game_id)
        await site.visibility.set_league_public(season.league.league_id, public=True)
        await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
        assert "Ada" in (await site.get(f"/tables/{game_id}")).text
        async with busy(worker, tmp_path):
            await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=False)
            for rest in ("", "/now", "/pictures/fair"):
                assert (await site.get(f"/tables/{game_id}{rest}")).status == 429
        assert "Ada" not in (await site.get(f"/tables/{game_id}")).text
    await worker.close()


async def test_a_table_that_changes_all_the_time_is_made_now_and_then(tmp_path: Path) -> None:
    async with opened(tmp_path, fresh=60.0) as site:
        home = site.home
        season_id = await drawn(home)
        season = await known(home, season_id)
        game_id = next(game for number, game in season.tables.items() if 1 in season.season.tables[number].seats)
        await all_here(home, game_id)
        await site.visibility.set_league_public(season.league.league_id, public=True)
        await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=True)
        before = await site.get(f"/tables/{game_id}")
        await home.plays(game_id, 1, Name(price=1))
        assert (await site.get(f"/tables/{game_id}")).body == before.body, "for a moment"
        await home.services.leagues.sign_up.set_wishes(season_id, ADA, named=False)
        assert "Ada" not in (await site.get(f"/tables/{game_id}")).text, "at once"
        await site.visibility.set_league_public(season.league.league_id, public=False)
        assert (await site.get(f"/tables/{game_id}")).whole == (await site.get("/nothing")).whole, "at once"
