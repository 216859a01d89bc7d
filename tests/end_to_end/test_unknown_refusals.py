"""Refusals that say nothing of the message: it waits, and in the end everything is shown, the result of a game, too."""

from __future__ import annotations

import pytest
from discord import Message

from tests.end_to_end.playing import breaks, everybody_answers, letters, mends
from tests.end_to_end.town import Town, ids, words

UNKNOWN = [(401, 0), (403, 0), (403, 40333), (404, 0), (400, 0)]
"""A token that is being changed, proxies and firewalls, and what Discord says while it is broken inside."""
ABOUT_THE_MESSAGE = 50035


def results(there: Town) -> list[Message]:
    """The messages that tell how the game has ended."""
    return [message for message in there.public() if f"again:{there.number}" in ids(message)]


async def game_ends(there: Town) -> None:
    """Let Ben concede, which ends a game of two."""
    await there.people["Ben"].slash(there.place, "table concede", sure="yes")
    assert (await there.running()).row.status == "finished"


@pytest.mark.parametrize(("status", "code"), UNKNOWN)
async def test_the_result_of_a_game_that_ends_in_that_minute_is_posted_in_the_end(
    there: Town, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    counted: list[str] = []
    there.bot.outbox_worker.unknown_refusals.subscribe(counted.append)
    breaks(there, status=status, code=code)
    await everybody_answers(there)
    await game_ends(there)
    await there.env.advance_time(60)
    assert "final" in await letters(there)
    assert counted
    assert set(counted) == {f"Discord answered {status} ({code})"}
    assert f"a letter waits (board): Discord answered {status} ({code})" in caplog.text
    mends(there)
    await there.env.advance_time(600)
    assert await letters(there) == []
    assert len(results(there)) == 1
    assert "**Ann** wins" in words(there.table_message())
    assert there.calls() == []


@pytest.mark.parametrize(("status", "code"), UNKNOWN)
async def test_the_old_call_is_taken_away_though_that_was_refused_at_first(there: Town, status: int, code: int) -> None:
    there.env.inject_error("DELETE", f"/channels/{there.place.id}/messages/*", status=status, code=code)
    await everybody_answers(there)
    await there.env.advance_time(600)
    assert len(there.calls()) == 1
    assert "second price" in words(there.calls()[0])


async def test_a_result_that_was_given_up_is_posted_again_at_once_and_after_the_next_start(there: Town) -> None:
    breaks(there, status=400, code=ABOUT_THE_MESSAGE, edits=False)
    await game_ends(there)
    await there.settled()
    assert await letters(there) == [], "it is not tried for ever"
    tried = len(there.env.http_requests)
    await there.env.advance_time(600)
    assert len(there.env.http_requests) == tried
    mends(there)
    await there.restart()
    await there.settled()
    assert len(results(there)) == 1
    await there.restart()
    await there.settled()
    assert len(results(there)) == 1


async def test_what_was_refused_once_for_good_is_written_anew(there: Town) -> None:
    breaks(there, status=400, code=ABOUT_THE_MESSAGE, times=1)
    await everybody_answers(there)
    await there.settled()
    assert "second price" in words(there.table_message())
    assert len(there.calls()) == 1
    assert await letters(there) == []


async def test_after_each_start_the_tables_message_and_call_are_right(there: Town) -> None:
    breaks(there, status=400, code=ABOUT_THE_MESSAGE)
    await everybody_answers(there)
    await there.settled()
    assert "first price" in words(there.table_message())
    mends(there)
    await there.restart()
    await there.settled()
    assert "second price" in words(there.table_message())
    assert len(there.calls()) == 1
