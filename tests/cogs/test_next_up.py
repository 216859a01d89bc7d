"""Direct messages to players who are next."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.games.briefcase.table import Briefcase
from tests.cogs.test_own_notes import letters_to
from tests.cogs.town import Player, Town, texts, town

NEXT = "**You are next** at Briefcase · "


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def begun(here: Town, *names: str) -> list[Player]:
    """Begin a table of Briefcase; return the players in the order of their turns."""
    host, *guests = map(here.person, names)
    await host.slash("game new", game="briefcase", seats=len(names), place="here")
    for guest in guests:
        await guest.press("Join", on=await here.board())
    await host.press("Start", on=await here.board())
    table = (await here.bot.host.get_running_game(1)).table
    assert isinstance(table, Briefcase)
    return [await here.on_seat(seat) for seat in (table.first, *table.iterate_clockwise_from(table.first))]


async def ends_turn(here: Town, player: Player) -> None:
    await player.act()
    await player.press("End turn")
    await here.bot.outbox_worker.wait_for_all()


async def wants(player: Player) -> None:
    await player.slash("settings change")
    assert "you are next" in await player.press("Tell me I'm next")


async def test_a_player_who_wants_it_is_told_when_the_turn_before_theirs_begins(here: Town) -> None:
    one, two, three = await begun(here, "Ann", "Ben", "Cleo")
    for player in (one, two, three):
        await wants(player)
    await ends_turn(here, one)
    assert letters_to(here, three).count(NEXT) == 1, "two's turn begins, and three is next"
    assert NEXT not in letters_to(here, two) + letters_to(here, one)
    await ends_turn(here, two)
    assert letters_to(here, one).count(NEXT) == 1
    assert letters_to(here, three).count(NEXT) == 1


async def test_the_message_leads_to_preparing_the_turn(here: Town) -> None:
    one, _, three = await begun(here, "Ann", "Ben", "Cleo")
    await wants(three)
    await ends_turn(here, one)
    letter = three.actor.user.dm_channel.history()[-1]
    opened = await three.actor.user.click(letter, label="Prepare my next turn")
    assert "turn" in texts(opened.response.components)
    assert opened.response.ephemeral


async def test_nobody_gets_it_who_does_not_want_it_or_has_quiet_hours(here: Town) -> None:
    one, two, three = await begun(here, "Ann", "Ben", "Cleo")
    await ends_turn(here, one)
    assert NEXT not in letters_to(here, three)
    await wants(one)
    now = here.wall.now()
    await one.slash("settings change", quiet_hours=f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=6):%H:%M}")
    await ends_turn(here, two)
    assert NEXT not in letters_to(here, one)
    await two.slash("settings change")
    await two.press("Tell me I'm next")
    assert "You get no message before your turn" in await two.press("No word before my turn")
    await ends_turn(here, three)
    assert NEXT not in letters_to(here, two)


async def test_with_two_players_the_panel_says_it_and_no_message(here: Town) -> None:
    one, two = await begun(here, "Ann", "Ben")
    for player in (one, two):
        await wants(player)
    await ends_turn(here, one)
    await ends_turn(here, two)
    assert NEXT not in letters_to(here, one) + letters_to(here, two)


async def test_the_wish_stays_over_a_restart_and_stands_in_ones_data(here: Town) -> None:
    one, _, three = await begun(here, "Ann", "Ben", "Cleo")
    await wants(three)
    await here.restart()
    data = await here.bot.services.erasure.collect_data(three.id)
    assert "'next_up': True" in str(data)
    await ends_turn(here, one)
    assert letters_to(here, three).count(NEXT) == 1
