"""Pages of anonymous tables: they do not depend on who sits on which seat, until the game is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.host.lobby.settings import get_default_settings
from bot.web.openapi import API
from tests.anonymous_seats import exchange_seats
from tests.host.leagues import ADA, ANONYMOUS, PEOPLE, all_here, drawn, ends, is_played, known, moves
from tests.house import ANN, BEN, CHANNEL, CLEO, GUILD
from tests.web.site import Got, Site
from tests.web.walking import data, pages

NAMES = {ANN: "Annamaria", BEN: "Benedict <b>&amp;", CLEO: "Cleopatra <@1>"}
ALIASES = ("Player Amber", "Player Birch", "Player Cedar")


async def started(site: Site, **agreed: bool) -> int:
    """Start an anonymous table of three people, which everybody may look at."""
    lobby, settings = site.home.lobby, get_default_settings(3).model_copy(update={"anonymous": True, **agreed})
    table = await lobby.open_table(
        title="toy",
        guild_id=GUILD,
        channel_id=CHANNEL,
        user_id=ANN,
        name=NAMES[ANN],
        seats_wanted=3,
        pact=settings.model_dump_json(),
        adds="1",
    )
    number = table.row.game_id
    for user_id in (BEN, CLEO):
        await lobby.join(number, user_id, NAMES[user_id], str(user_id))
    await site.shows_tables()
    await lobby.start(number, ANN)
    return number


async def walked(site: Site, number: int = 1) -> Mapping[str, tuple[int, bytes]]:
    """Return all that can be reached from the front page, and from the table, which it lists only while it runs."""
    found: dict[str, Got] = {**await pages(site), **await data(site)}
    found |= {**await pages(site, f"/tables/{number}"), **await data(site, f"{API}/tables/{number}")}
    return {address: (got.status, got.body) for address, got in found.items()}


async def test_no_page_names_a_player_and_all_are_the_same_whoever_sits_where(site: Site) -> None:
    await tells_nothing(site, await started(site))


async def test_pages_of_a_table_that_reveals_nobody_stay_so_after_the_end(site: Site) -> None:
    number = await started(site, unrevealed=True)
    await ends(site.home, number, BEN, CLEO)
    saved = await site.home.storage.games.load(number)
    assert saved is not None
    assert saved.game.status == "finished"
    await tells_nothing(site, number)
    before = await walked(site)
    await site.home.storage.privacy.forget(BEN)
    site.home.host.forget_loaded(number)
    assert await walked(site) == before


async def tells_nothing(site: Site, number: int) -> None:
    """Check that all that the site shows names nobody, and depends on nobody's seat."""
    host = site.home.host
    first = await walked(site)
    assert any(b"Player Amber" in body for _, body in first.values())
    for _, body in first.values():
        for user_id, name in NAMES.items():
            assert name.split()[0].encode() not in body
            assert str(user_id).encode() not in body
    running = await host.get_running_game(number)
    people = [(seat_row.user_id, seat_row.real_name) for seat_row in running.seats]
    turned = tuple(
        replace(seat_row, user_id=user_id, real_name=name)
        for seat_row, (user_id, name) in zip(running.seats, [*people[1:], people[0]], strict=True)
    )
    host.remember(replace(running, seats=turned))
    assert await walked(site) == first


async def test_after_the_end_a_page_names_only_who_has_agreed_as_at_any_table(site: Site) -> None:
    number = await started(site)
    await ends(site.home, number, BEN, CLEO)
    page = (await site.get(f"/tables/{number}")).text
    assert "Player Amber" not in page
    assert "Player 1" in page
    assert not any(name.split()[0] in page for name in NAMES.values())
    saved = await site.home.storage.games.load(number)
    assert saved is not None
    assert {seat_row.name for seat_row in saved.seats} == set(NAMES.values())


async def test_pages_of_an_anonymous_season_name_its_players_and_nobody_beside_a_seat(site: Site) -> None:
    home, sign_up = site.home, site.home.services.leagues.sign_up
    season_id = await drawn(home, ANONYMOUS)
    season = await known(home, season_id)
    await site.visibility.set_league_public(season.league.league_id, public=True)
    await site.shows_tables()
    for user_id in PEOPLE:
        await sign_up.set_wishes(season_id, user_id, named=True)
    await sign_up.set_own_page(season_id, ADA, wanted=True)
    for game_id in season.tables.values():
        await all_here(home, game_id)
        for _ in range(4):
            await moves(home, game_id)
    first = await walk_season(site, season_id, season.tables.values())
    for game_id in season.tables.values():
        page = first[f"/tables/{game_id}"][1].decode()
        assert ALIASES[0] in page
        assert not any(name in page for name in PEOPLE.values())
    assert all(name in first[f"/seasons/{season_id}"][1].decode() for name in PEOPLE.values())
    for game_id in season.tables.values():
        await exchange_seats(home.host, game_id)
    assert await walk_season(site, season_id, season.tables.values()) == first
    await is_played(home, season.tables[1])
    page = (await site.get(f"/tables/{season.tables[1]}")).text
    assert any(name in page for name in PEOPLE.values())


async def walk_season(site: Site, season_id: int, tables: Iterable[int]) -> Mapping[str, tuple[int, bytes]]:
    """Return all that can be reached from the front page, a season and its tables."""
    found: dict[str, Got] = {**await pages(site), **await data(site)}
    for place in (f"/seasons/{season_id}", "/leagues/1", *(f"/tables/{number}" for number in tables)):
        found |= {**await pages(site, place), **await data(site, f"{API}{place}")}
    return {address: (got.status, got.body) for address, got in found.items()}
