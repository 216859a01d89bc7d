"""What counts as missed: a deadline that passed with a choice, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.questions import Choose, Option
from tests.house import BEN, NOON, house
from tests.toy import STALLS, Pick

GATE = Choose(prompt="The gate?", rule="Stalls", options=(Option(Pick(what="go through"), "Go through"),))


@pytest.mark.parametrize(("stall", "misses"), [("gate", 0), ("fruit", 1)])
async def test_only_a_seat_that_had_a_choice_has_missed_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stall: str, misses: int
) -> None:
    monkeypatch.setitem(STALLS, "gate", GATE)
    now = [NOON]
    async with house(tmp_path / "boardroom.db", now=lambda: now[0]) as home:
        clock = home.clock
        number = await home.at_first_turn(BEN)
        await home.says(number, 1, f"Try the {stall}")
        now[0] += timedelta(hours=25)
        await clock.tick()
        await clock.close()
        running = await home.host.get_running_game(number)
        assert running.table.agenda[0].get_title(running.table) == "<seat:1>'s turn", "the stall's default was played"
        assert play.list_asked_seats(running.table) == [1]
        assert running.get_seat_row(1).misses == misses
        saved = await home.storage.games.load(number)
        assert saved is not None
        assert saved.seats[0].misses == misses
        told = [letter.body for letter in await home.storage.outbox.list_unsent(number) if letter.kind == "note"]
        assert any("You had only one option" in words for words in told) == (misses == 0)
