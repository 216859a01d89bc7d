"""A season as files: the names in them, the contents of its page, and the absence of all running games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.pages import Picture
from bot.engine.pictures import Names
from bot.host.privacy.visibility import Visibility
from bot.ui.delivery.servers import DiscordServers
from tests.cogs.leagues import (
    NAMES,
    at,
    come,
    drawn,
    open_for_sign_up,
    played,
    settings_of,
    shown,
    stands,
    switches,
    tables,
)
from tests.cogs.test_league_looks import presses_forged
from tests.cogs.town import Player, Town, town
from tests.toy import PNG, TOY, ToyView


def charts(view: ToyView, names: Names) -> list[Picture]:
    """The story of a fair."""
    return [Picture("fair.png", PNG, "At the fair: " + "; ".join(f"{names(seat)} came" for seat in view.coins))]


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(
        tmp_path / "boardroom.db", games={"toy": replace(TOY, pictures=replace(TOY.pictures, charts=charts))}
    ) as opened:
        yield opened


async def exported(here: Town, player: Player) -> dict[str, str]:
    """The files attached for a person, by the endings of their names."""
    await player.slash("league export")
    return {
        each.filename.rpartition(".")[2]: (here.env.backend.cdn.get(each.url) or b"").decode()
        for each in player.answer.attachments
    }


async def test_a_season_is_given_as_page_log_and_table_and_names_nobody_who_has_not_agreed(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    await played(here, games[1])
    files = await exported(here, people[0])
    assert set(files) == {"html", "json", "csv"}
    assert "Winter Cup · season 1" in files["html"]
    assert not any(name in text for name in NAMES for text in files.values())
    assert not any(str(player.id) in text for player in people for text in files.values())
    assert "names only those who have agreed" in people[0].sees


async def test_a_player_who_agrees_is_named_on_the_page_and_in_its_charts_and_can_take_it_back(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    await played(here, games[1])
    seated = await at(here, games[1])
    one = seated[0]
    name = NAMES[people.index(one)]
    words = await settings_of(one)
    assert "you are called **Player" in words
    await switches(one, "Name me there")
    assert "you are called by your name" in one.sees
    page = (await exported(here, boss))["html"]
    assert page.count(name) >= 3
    assert f"{name} ({people.index(one) + 1}) came" in page
    assert "; Player " in page, "the others of the chart are numbers"
    assert not any(other in page for other in NAMES if other != name)
    await one.slash("league me")
    await switches(one, "Call me by my number there")
    assert name not in (await exported(here, boss))["html"]


async def test_a_page_of_ones_own_is_asked_for_in_my_place_and_taken_back_there(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    season_log = here.bot.services.leagues.season_log
    visibility = Visibility(here.bot.host, DiscordServers(here.bot))
    assert "You have no page of your own there." in await settings_of(people[0])
    await people[0].press("Change them…")
    assert "All the world sees your rating, titles and results, by your name" in str(
        people[0].form and people[0].form.modal
    )
    assert "you are called by your name" in await switches(people[0], "Give me a page there")
    assert "You have a page of your own there" in people[0].sees
    assert await visibility.list_entrants_with_pages(await season_log.get_season(1)) == [1]
    assert "you are called **Player" in await switches(people[0], "Call me by my number there")
    assert "You have a page of your own there, without this season." in people[0].sees
    assert await visibility.list_entrants_with_pages(await season_log.get_season(1)) == []
    assert "You have no page of your own there" in await switches(people[0], "Take my page away")
    assert '"own_pages":[]' in str(await here.bot.storage.people.get(people[0].id))


async def test_a_player_who_plays_no_more_can_take_their_page_away(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    leagues, cleo = here.bot.services.leagues, people[0]
    await leagues.sign_up.set_own_page(1, cleo.id, wanted=True)
    for game_id in (await tables(here)).values():
        await played(here, game_id)
    await boss.slash("league manage")
    await boss.press("Finish the season …")
    await boss.press("Finish the season")
    after = await leagues.sign_up.create_next_season(1, (await leagues.season_log.get_season(1)).plan)
    await leagues.sign_up.open_sign_up(after.row.season_id, boss.id)
    assert "You have a page of your own on the web in this league" in await cleo.slash("league me")
    await cleo.slash("league me", league="Winter Cup, season 1")
    assert "You have no page of your own there" in await switches(cleo, "Take my page away")
    assert "page of your own" not in await cleo.slash("league me")


async def test_a_forged_wish_for_a_page_changes_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    for way in ("", "maybe"):
        assert "older version" in await presses_forged(here, people[0], f"lg-page:1:{way}")
    assert "You do not take part in this season" in await presses_forged(here, boss, "lg-page:1:yes")
    visibility = Visibility(here.bot.host, DiscordServers(here.bot))
    assert await visibility.list_entrants_with_pages(await here.bot.services.leagues.season_log.get_season(1)) == []


async def test_a_player_who_was_forgotten_is_named_in_no_file(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    await played(here, (await tables(here))[1])
    cleo = people[0]
    await cleo.slash("league me")
    await switches(cleo, "Name me there")
    assert "Cleo" in (await exported(here, boss))["html"]
    await cleo.slash("settings forget-me")
    await cleo.press_id("forget:0")
    assert not any("Cleo" in text for text in (await exported(here, boss)).values())


async def test_charts_are_of_games_that_are_over_alone(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    await played(here, games[1])
    assert (await exported(here, boss))["html"].count("(not begun yet)") == 3
    await come(here, games[2])  # these players are at all others, too
    page = (await exported(here, boss))["html"]
    assert page.count("At the fair") == 1
    assert page.count("(being played)") == 3


async def test_a_page_is_made_anew_when_the_season_goes_on(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    before = (await exported(here, boss))["html"]
    assert (await exported(here, people[1]))["html"] == before
    await played(here, games[1])
    assert (await exported(here, boss))["html"] != before


async def test_before_the_draw_the_page_holds_the_promise(here: Town, boss: Player, people: list[Player]) -> None:
    await open_for_sign_up(here, boss)
    await people[0].press("Join", on=await stands(here, "sign-up"))
    await people[0].press("My settings")
    assert "Change them…" in people[0].buttons
    page = (await exported(here, boss))["html"]
    digest = (await here.bot.services.leagues.season_log.get_season(1)).season.digest
    assert f"<code>{digest}</code>" in page
    assert "Signed up (1): Player 1" in page


async def test_my_place_leads_to_ones_own_results(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    winner = await played(here, (await tables(here))[1])
    await winner.slash("league me")
    assert f"<@{winner.id}> in the leagues of this server" in await winner.press("My results")


async def test_a_player_whose_chair_was_emptied_stands_in_a_season_by_their_own_name(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people[:3])
    games = await tables(here)
    seated = await come(here, games[1])
    leaver, loser, stays = seated
    await leaver.slash("league me")
    await switches(leaver, "Name me there")
    await leaver.slash("league leave")
    await leaver.press("Leave for good")
    await here.bot.services.leagues.maintenance.settle()
    await loser.slash("table concede", sure="yes", table=str(games[1]))
    await loser.press("Concede for good")
    files = await exported(here, stays)
    assert NAMES[people.index(leaver)] in files["html"]
    assert f"<@{leaver.id}>" in await stays.slash("league log")
    looks = [await stays.slash(look) for look in ("league me", "league log", "league player")]
    assert not any("mpty chair" in text for text in [*files.values(), *looks, await shown(here, "standings")])
