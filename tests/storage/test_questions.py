"""Open questions and their clocks, as rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.interface.errors import Conflict
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion, QuestionTimes
from storage.interface.shards import ALL_SHARDS
from storage.store import Storage
from tests.storage.samples import ADA, BEN, LATER, NOW, OUTAGE, entry, start_new

LONG_AFTER = "2026-03-05T12:00:00+00:00"
CLOCK = QuestionTimes(NOW, LATER, LATER)


async def test_the_clock_looks_at_what_is_overdue_first(storage: Storage) -> None:
    late, later, untimed = [await start_new(storage) for _ in range(3)]
    await storage.games.append(replace(entry(late, 2), times={2: CLOCK}))
    await storage.games.append(replace(entry(later, 2), times={2: QuestionTimes(NOW, LONG_AFTER, LONG_AFTER)}))
    assert await storage.clocks.get_next_check_time(ALL_SHARDS) == LATER
    assert await storage.clocks.list_due_questions(ALL_SHARDS, NOW) == []
    assert await storage.clocks.list_due_questions(ALL_SHARDS, LATER) == [DueQuestion(late, 2, "etag-2", CLOCK)]
    assert [due.game_id for due in await storage.clocks.list_due_questions(ALL_SHARDS, LONG_AFTER)] == [late, later]
    assert await storage.clocks.list_games_without_clock(ALL_SHARDS) == [untimed]


async def test_more_time_is_counted_and_told_in_the_log(storage: Storage) -> None:
    game_id = await start_new(storage)
    more = QuestionTimes(NOW, LONG_AFTER, LONG_AFTER)
    await storage.clocks.extend(game_id, 1, "etag-1", more, "<seat:1> took more time.", LATER)
    await storage.clocks.extend(game_id, 1, "etag-1", more, "", LATER)
    with pytest.raises(Conflict):
        await storage.clocks.extend(game_id, 1, "another", more, "Not this.", LATER)
    saved = await storage.games.load(game_id)
    assert saved is not None
    assert (saved.seats[0].extensions, saved.asks[0].times) == (2, more)
    assert await storage.outbox.list_notices(game_id) == [(1, "<seat:1> took more time.")]
    assert "notice" not in [letter.kind for letter in await storage.outbox.list_unsent(game_id)], "it is no message"


async def test_a_clock_of_a_question_that_is_closed_is_not_changed(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.clocks.set_times(game_id, 1, "another", CLOCK, [NewLetter("awake")], NOW)
    assert [ask.times for ask in await storage.open_questions.list_in_game(game_id)] == [None]
    assert "awake" not in [letter.kind for letter in await storage.outbox.list_unsent(game_id)]


async def test_an_outage_is_given_back_to_clocks_that_run(storage: Storage) -> None:
    timed, untimed = await start_new(storage), await start_new(storage)
    await storage.clocks.set_times(timed, 1, "etag-1", CLOCK, (), NOW)
    await storage.clocks.set_times(untimed, 1, "etag-1", QuestionTimes(NOW), (), NOW)
    moved = QuestionTimes(LATER, LONG_AFTER, LONG_AFTER)
    words = NewLetter("notice", body='{"text": "Back."}')
    await storage.clocks.restore_time(ALL_SHARDS, 300, [DueQuestion(timed, 1, "etag-1", moved)], words, OUTAGE, LATER)
    assert [ask.times for ask in await storage.open_questions.list_in_game(timed)] == [moved]
    assert [ask.times for ask in await storage.open_questions.list_in_game(untimed)] == [QuestionTimes(LATER)]
    assert await storage.outbox.list_notices(timed) == [(1, "Back.")]
    assert await storage.outbox.list_notices(untimed) == []
    assert await storage.shards.get_last_alive(ALL_SHARDS) == LATER


async def test_the_next_game_that_waits_for_a_player_is_the_most_urgent_one_that_runs(storage: Storage) -> None:
    here, urgent, later, _ = [await start_new(storage) for _ in range(4)]
    assert await storage.open_questions.find_next_game(ADA, here) == ("goodwill", "", None), (
        "no clock is better than none"
    )
    await storage.clocks.set_times(later, 1, "etag-1", QuestionTimes(NOW, LONG_AFTER, LONG_AFTER), (), NOW)
    await storage.clocks.set_times(urgent, 1, "etag-1", CLOCK, (), NOW)
    assert await storage.open_questions.find_next_game(ADA, here) == ("goodwill", "", LATER)
    assert await storage.open_questions.find_next_game(ADA, urgent) == ("goodwill", "", LONG_AFTER)
    await storage.clocks.pause(urgent, NOW, (), (), NOW)
    assert await storage.open_questions.find_next_game(ADA, here) == ("goodwill", "", LONG_AFTER), (
        "its clock stands still"
    )
    assert await storage.open_questions.find_next_game(BEN, here) is None


async def test_a_question_named_anew_keeps_its_clock(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.clocks.set_times(game_id, 1, "etag-1", CLOCK, (), NOW)
    await storage.open_questions.update_etags(game_id, {1: ("etag-1", "fresh"), 2: ("etag-2", "nobody asked")})
    assert [(ask.seat, ask.etag, ask.times) for ask in await storage.open_questions.list_in_game(game_id)] == [
        (1, "fresh", CLOCK)
    ]
    await storage.open_questions.update_etags(game_id, {1: ("etag-1", "late")})
    assert [ask.etag for ask in await storage.open_questions.list_in_game(game_id)] == ["fresh"]


async def test_a_player_who_was_not_called_is_found_unless_a_call_waits_or_the_table_is_lost(storage: Storage) -> None:
    uncalled, called, waiting, lost = [await start_new(storage) for _ in range(4)]
    await storage.open_questions.mark_pinged(called, {1: "etag-1"})
    await storage.outbox.add(waiting, [NewLetter("ask")], NOW)
    await storage.lost_channels.mark_lost(lost, "channel", NOW, (), NOW)
    assert await storage.open_questions.list_uncalled(ALL_SHARDS) == [(uncalled, ADA)]
    await storage.games.append(entry(uncalled, 2))
    assert await storage.open_questions.list_uncalled(ALL_SHARDS) == [(uncalled, BEN)]
    await storage.games.append(replace(entry(uncalled, 3), asks={3: "of the bot"}))
    assert await storage.open_questions.list_uncalled(ALL_SHARDS) == []
