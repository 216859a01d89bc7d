"""The season's books detect broken promises: each promise is broken here by hand."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest

from bot.engine import play
from bot.engine.play import Played
from bot.engine.records import Seat
from bot.host.play.move_records import TableCommand
from bot.host.table.running import RunningGame
from tests.season.ledger import LOST, MISSING, SECRET, STANDING, UNMADE, UNOWED
from tests.season.stage import memory, stage
from tests.season.weeks import DAY, HOUR, Season, Size

QUIET = Size(games=1, people=4, days=4, hurry=6.0, troubles=0.0)


@pytest.fixture
async def weeks() -> AsyncIterator[Season]:
    """A game that has been going on for two days, at which a person is asked."""
    with memory() as folder:
        async with stage(folder, "1") as there:
            season = Season(there, QUIET)
            end = await season.begins()
            while there.now() < end and not season.ledger.asked:
                await there.go_on(there.now() + HOUR)
            await there.go_on(there.now() + DAY)
            assert not season.ledger.broken
            assert season.ledger.asked
            yield season
            season.ledger.close()


@contextmanager
def tampering(season: Season) -> Iterator[sqlite3.Connection]:
    """The file, open for forbidden edits."""
    connection = sqlite3.connect(season.stage.settings.file)
    with connection:
        yield connection
    connection.close()


async def who_is_asked(season: Season) -> tuple[RunningGame, Seat]:
    game, seat = min(season.ledger.asked)
    return await season.stage.bot.host.get_running_game(game), seat


async def test_a_move_that_vanishes(weeks: Season) -> None:
    with tampering(weeks) as rows:
        rows.execute("delete from moves where rowid = (select max(rowid) from moves where kind = 'move')")
    await weeks.ledger.close_the_books()
    assert LOST in weeks.ledger.broken


@pytest.mark.thorough
async def test_a_move_that_nobody_pressed(weeks: Season) -> None:
    running, seat = await who_is_asked(weeks)
    question = play.find_question(running.table, seat)
    assert question is not None
    move = question.choose_random_move(weeks.random)
    await weeks.stage.bot.host.save_move(
        running, TableCommand.from_answer("move", seat, move), play.play(running.table, seat, move)
    )
    await weeks.look()
    assert UNMADE in weeks.ledger.broken


@pytest.mark.thorough
async def test_time_that_runs_out_too_early(weeks: Season) -> None:
    running, seat = await who_is_asked(weeks)
    question = play.find_question(running.table, seat)
    assert question is not None
    move = question.choose_random_move(weeks.random)
    await weeks.stage.bot.host.save_move(
        running, TableCommand.from_answer("default", seat, move), play.play(running.table, seat, move)
    )
    await weeks.look()
    assert UNOWED in weeks.ledger.broken


@pytest.mark.thorough
async def test_a_move_that_nobody_hears_of_lets_the_clock_go_on(weeks: Season) -> None:
    running, seat = await who_is_asked(weeks)
    seat_row = running.row.game_id, seat
    etag, asked = weeks.ledger.asked[seat_row]
    question = play.find_question(running.table, seat)
    assert question is not None
    draft = Played(play.copy(running.table), (), blocks_undo=False)
    saved = await weeks.stage.bot.host.save_move(
        running, TableCommand.from_answer("move", seat, question.choose_random_move(weeks.random)), draft
    )
    await weeks.look()
    again, still = weeks.ledger.asked[seat_row]
    assert again != etag, "it is another question"
    assert still.since == asked.since
    assert saved.clocks[seat] == running.clocks[seat]


@pytest.mark.thorough
async def test_a_miss_that_is_held_against_somebody_without_a_reason(weeks: Season) -> None:
    with tampering(weeks) as rows:
        rows.execute("update seats set misses = 1 where user_id is not null")
    await weeks.look()
    assert UNOWED in weeks.ledger.broken


@pytest.mark.thorough
async def test_an_ask_for_a_question_that_is_not_there(weeks: Season) -> None:
    with tampering(weeks) as rows:
        rows.execute("update asks set etag = '0123456789'")
    await weeks.ledger.audit()
    assert {STANDING, MISSING} <= set(weeks.ledger.broken)


@pytest.mark.thorough
async def test_a_secret_in_the_channel(weeks: Season) -> None:
    running, _ = await who_is_asked(weeks)
    channel = weeks.stage.bot.get_partial_messageable(running.row.channel_id)
    await channel.send(f"By the way: {running.table.chance.seed}")
    await weeks.look()
    assert SECRET in weeks.ledger.broken
