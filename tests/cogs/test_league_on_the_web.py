"""A league whose organiser shows it on the web: its standings lead there, as long as that is so."""

from __future__ import annotations

from typing import Any

from simcord.components import walk_components

from tests.cogs.leagues import drawn, stands
from tests.cogs.test_league_hall import finished
from tests.cogs.town import Player, Town, make_bot, parts_of


async def with_pages(here: Town) -> str:
    """Restart the bot with web pages; return their address."""
    await here.bot.close()
    bot = make_bot(here.path, here.games, wall=here.wall)
    bot.settings = bot.settings.model_copy(update={"web": "127.0.0.1:0"})
    await here.env.restart_bot(bot)
    return here.bot.web_address


def leads_to(message: Any) -> list[str]:
    """Where the link buttons of a message lead."""
    return [part["url"] for part in walk_components(parts_of(message)) if part.get("url")]


async def makes_public(boss: Player) -> None:
    await boss.slash("league manage")
    await boss.press("More …")
    await boss.press("On the web …")
    await boss.press("Make it public")


async def test_its_standings_lead_to_its_page_as_soon_as_it_is_public_and_no_more_when_it_is_hidden(
    here: Town, boss: Player, people: list[Player]
) -> None:
    page = f"{await with_pages(here)}/seasons/1"
    await drawn(here, boss, people)
    assert leads_to(await stands(here, "standings")) == []
    await makes_public(boss)
    assert leads_to(await stands(here, "standings")) == [page]
    await people[0].slash("league standings")
    assert leads_to(people[0].panel) == [page]
    await boss.press("Hide it")
    assert leads_to(await stands(here, "standings")) == []


async def test_standings_of_a_season_that_is_over_lead_nowhere_either_when_the_league_is_hidden(
    here: Town, boss: Player, people: list[Player]
) -> None:
    page = f"{await with_pages(here)}/seasons/1"
    await drawn(here, boss, people)
    await finished(boss)
    await boss.slash("league manage")
    await boss.press("Prepare the next season")
    await boss.press("Open sign-up")
    await makes_public(boss)
    assert leads_to(await stands(here, "standings")) == [page]
    before = len(here.public())
    await boss.press("Hide it")
    assert leads_to(await stands(here, "standings")) == []
    assert len(here.public()) == before


async def test_the_podium_of_a_public_league_leads_to_the_season_in_review(
    here: Town, boss: Player, people: list[Player]
) -> None:
    page = f"{await with_pages(here)}/seasons/1"
    await drawn(here, boss, people)
    await finished(boss)
    assert leads_to(await stands(here, "podium")) == []
    await makes_public(boss)
    assert leads_to(await stands(here, "podium")) == [f"{page}/review"]
    await boss.press("Hide it")
    assert leads_to(await stands(here, "podium")) == []
