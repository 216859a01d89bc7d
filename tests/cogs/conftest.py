"""Each test has a town of its own, in which no interaction may fail unnoticed."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.cogs.leagues import NAMES
from tests.cogs.town import Player, Town, town


@pytest.fixture
def no_errors_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The bot turns its own bugs into sentences; here they fail the test all the same."""
    yield
    records = caplog.get_records("call")
    wrong = [record for record in records if record.levelno >= logging.ERROR]
    router = ("bot.ui.handlers.middleware.error_replies", "bot.ui.handlers.answering")
    refused = [record for record in records if record.name in router and record.levelno >= logging.WARNING]
    assert not wrong + refused, [record.getMessage() for record in wrong + refused]


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db") as opened:
        yield opened


@pytest.fixture
def ann(here: Town) -> Player:
    return here.person("Ann")


@pytest.fixture
def ben(here: Town) -> Player:
    return here.person("Ben")


@pytest.fixture
def boss(here: Town) -> Player:
    """Who runs the server."""
    return here.person("Boss", manages=True)


@pytest.fixture
def people(here: Town) -> list[Player]:
    """Who play in a league."""
    return [here.person(name) for name in NAMES]


@pytest.fixture
def stranger(here: Town) -> Player:
    return here.person("Stranger")


@pytest.fixture
async def asked(here: Town, ann: Player, ben: Player) -> Player:
    """Whose first turn it is, with their panel open; the opening is over."""
    return await here.at_first_turn(ben, host=ann)


@pytest.fixture
async def other(asked: Player, ann: Player, ben: Player) -> Player:
    """The player who waits for the asked one."""
    return ben if asked is ann else ann
