"""Tables at which nothing happens for days are kept where their people find them."""

from __future__ import annotations

from pathlib import Path

from bot.host.clock import MAX_THREAD_SILENCE, SILENCE_CHECK_INTERVAL
from tests.house import ANN, BEN, NOON, house


async def test_a_table_that_waits_without_a_clock_is_kept_from_being_archived(tmp_path: Path) -> None:
    wall = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        number = await home.opened(BEN, wanted=2)
        await home.lobby.set_options(number, ANN, {"pace": "no clock"})
        await home.lobby.confirm_presence(number, BEN)
        await home.lobby.start(number, ANN)
        clock = home.clock

        async def kinds() -> list[str]:
            return [letter.kind for letter in await home.storage.outbox.list_unsent(number)]

        for waited, written in (
            (MAX_THREAD_SILENCE - SILENCE_CHECK_INTERVAL, 0),
            (MAX_THREAD_SILENCE, 1),
            (MAX_THREAD_SILENCE + SILENCE_CHECK_INTERVAL, 1),
            (2 * MAX_THREAD_SILENCE - SILENCE_CHECK_INTERVAL, 1),
            (2 * MAX_THREAD_SILENCE, 2),
        ):
            wall[0] = NOON + waited
            await clock.tick()
            assert (await kinds()).count("awake") == written
        await clock.close()


async def test_more_time_at_a_table_where_nothing_is_posted_does_not_put_off_that_it_is_kept(tmp_path: Path) -> None:
    wall = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0]) as home:
        number = await home.opened(BEN, wanted=2)
        await home.lobby.set_pace(number, ANN, "336")
        await home.lobby.confirm_presence(number, BEN)
        await home.lobby.start(number, ANN)
        absence = home.absence
        clock = home.clock
        wall[0] = NOON + MAX_THREAD_SILENCE / 2
        await absence.extend_time(number, ANN)
        for letter in await home.storage.outbox.list_unsent(number):
            await home.storage.outbox.mark_sent(letter, home.host.format_now())
        await home.storage.open_questions.mark_pinged(number, (await home.host.get_running_game(number)).get_etags())
        wall[0] = NOON + MAX_THREAD_SILENCE
        await clock.tick()
        assert "awake" in [letter.kind for letter in await home.storage.outbox.list_unsent(number)]
        await clock.close()
