"""Forms: with which options a table begins follows from its pace."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.options import build_default_options
from bot.games import GAMES
from bot.host.table.deadlines import TableSettings
from tests.house import ANN, CHANNEL, GUILD, House, house


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games=GAMES) as home:
        yield home


async def opened(home: House, **how: Any) -> int:
    table = await home.lobby.open_table(
        title="goodwill", guild_id=GUILD, channel_id=CHANNEL, user_id=ANN, name="Ann", seats_wanted=4, **how
    )
    return table.row.game_id


async def form(home: House, number: int) -> object:
    return (await home.lobby.get_open_table(number)).options.model_dump()["fast_mode"]


async def test_a_table_begins_with_swift(home: House) -> None:
    assert await form(home, await opened(home)) == "swift"


async def test_a_table_that_says_how_it_is_played_begins_so(home: House) -> None:
    assert await form(home, await opened(home, options={"fast_mode": "off"})) == "off"


async def test_a_table_of_a_quick_pace_begins_with_the_books_own_sequence(home: House) -> None:
    quick = TableSettings(pace="own", hours=2).model_dump_json()
    assert await form(home, await opened(home, pact=quick)) == "off"


async def test_the_form_follows_the_pace_until_another_is_chosen(home: House) -> None:
    number = await opened(home)
    await home.lobby.set_pace(number, ANN, "11")
    assert await form(home, number) == "off"
    await home.lobby.set_options(number, ANN, {"pace": "12 hours"})
    assert await form(home, number) == "swift"
    await home.lobby.set_options(number, ANN, {"fast_mode": "yearly sheet"})
    await home.lobby.set_pace(number, ANN, "1")
    assert await form(home, number) == "yearly sheet"


async def test_one_press_changes_pace_and_form_as_they_were_wanted(home: House) -> None:
    number = await opened(home)
    await home.lobby.set_options(number, ANN, {"pace": "own", "hours": 2, "fast_mode": "swift"})
    assert await form(home, number) == "swift"


def test_a_table_without_a_clock_has_time() -> None:
    options = GAMES["goodwill"].options
    assert build_default_options(options, None) == options.model_validate({"fast_mode": "swift"})
    assert build_default_options(options, 11) == options()


@pytest.mark.parametrize("key", [key for key in GAMES if key != "goodwill"])
def test_other_games_begin_alike_at_every_pace(key: str) -> None:
    options = GAMES[key].options
    assert build_default_options(options, 24) == build_default_options(options, 1) == options()
