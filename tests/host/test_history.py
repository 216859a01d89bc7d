"""The log of a game, opened weeks later, has all lines that matter to its reader and no empty ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.house import ANN, BEN, CLEO, House, house
from tests.toy import Name, Pick


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db") as opened:
        yield opened


async def log(home: House, number: int) -> list[str]:
    return [line.text for line in await home.host.get_history(number, ANN)]


async def test_the_log_says_what_came_of_sealed_answers_and_not_that_they_were_sealed(home: House) -> None:
    number = await home.started(BEN, CLEO)
    before = await log(home, number)
    for seat in (1, 2):
        await home.plays(number, seat, Name(price=seat))
    await home.host.undo_for_person(number, await home.user(number, 1))
    await home.plays(number, 1, Name(price=2))
    assert await log(home, number) == before
    await home.plays(number, 3, Name(price=3))
    opened = (await log(home, number))[len(before) :]
    assert opened, "what came of them follows"
    assert not any("sealed" in told for told in opened)


async def test_in_ones_own_log_one_is_you_and_in_that_of_others_one_has_a_name(home: House) -> None:
    number = await home.started(BEN, CLEO)
    await home.absence.extend_time(number, await home.user(number, 2))
    of_ben = [line.text for line in await home.host.get_history(number, await home.user(number, 2))]
    of_cleo = [line.text for line in await home.host.get_history(number, await home.user(number, 3))]
    assert of_ben[-1] == "You take more time: 1 of 3."
    assert of_cleo[-1] == "<seat:2> takes more time: 1 of 3."


async def test_lines_are_numbered_without_gaps(home: House) -> None:
    number = await home.at_first_turn(BEN)
    lines = await home.host.get_history(number, ANN)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))


async def test_more_time_that_somebody_took_is_told_in_the_log_and_nowhere_else(home: House) -> None:
    number = await home.started(BEN, CLEO)
    before = [letter.kind for letter in await home.storage.outbox.list_unsent(number)]
    await home.absence.extend_time(number, await home.user(number, 2))
    assert (await log(home, number))[-1] == "<seat:2> takes more time: 1 of 3."
    assert {letter.kind for letter in await home.storage.outbox.list_unsent(number)} <= {*before, "board"}


async def test_where_waiting_is_secret_nobody_reads_who_took_more_time(home: House) -> None:
    number = await home.at_first_turn(BEN, CLEO)
    for seat in (1, 2, 3):
        await home.plays(number, seat, Pick(what="end"))
    (asked, *_) = (await home.host.get_running_game(number)).get_etags()
    before = await log(home, number)
    await home.absence.extend_time(number, await home.user(number, asked))
    assert await log(home, number) == before


@pytest.mark.parametrize("broken", ["1", '"told"', '[{"news":{"kind":"unheard of"},"to":null}]', "[1]", "null"])
async def test_a_broken_entry_is_one_line_and_the_rest_of_the_log_stays(home: House, broken: str) -> None:
    number = await home.at_first_turn(BEN)
    before = await log(home, number)
    await home.storage.database.write(
        lambda rows: rows.execute("update moves set told = ? where game_id = ? and revision = 2", (broken, number))
    )
    lines = await log(home, number)
    (at,) = [number for number, line in enumerate(lines, 1) if "is damaged and cannot be shown" in line]
    assert lines[at - 1] == (
        f"What entry {at} of this log told is damaged and cannot be shown; the game itself is not touched."
    )
    assert set(before[-2:]) <= set(lines)
    assert (await home.host.build_panel(number, ANN)).seat is not None
