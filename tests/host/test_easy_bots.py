"""Bots that play easily: chosen in the lobby, named so at the table, and proven by the record as all bots are."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine import play
from bot.games import GAMES
from bot.host import sanitize
from bot.host.errors import Refusal
from bot.host.play.auto_answers import choose_bot_move
from bot.host.record.export import ExportedGame
from bot.host.record.proof import ProofReport, verify_export
from bot.host.record.replay import iterate_tables
from bot.testing.limits import check_screen
from bot.ui import screens
from bot.ui.screens.lobby.lobby_settings import build_table_form
from tests.house import ANN, House, house


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


def with_other_easy_bots(exported: ExportedGame, seats: list[int] | None) -> ProofReport:
    """Check a record in which other bots are said to play easily; None: none is."""
    raw: dict[str, Any] = json.loads(exported.model_dump_json())
    told = raw["entries"][0]["told"]
    (easy,) = [piece for piece in told if piece["news"]["kind"] == "easy bots"]
    if seats is None:
        told.remove(easy)
    else:
        easy["news"]["seats"] = seats
    return verify_export(ExportedGame.model_validate(raw), GAMES)


async def test_their_names_say_so_and_nobody_else_is_called_like_them(home: House) -> None:
    number = await home.with_bots("goodwill", "easy", "steady", "easy")
    table = await home.lobby.get_open_table(number)
    assert [seat_row.name for seat_row in table.seats[1:]] == ["Ada (bot, easy)", "Bertram (bot)", "Cleo (bot, easy)"]
    check_screen(screens.render_lobby(table))
    check_screen(screens.render_lobby_options(table))
    assert sanitize.disambiguate({1: "Ada (bot, easy)"}, [], "(seat {})")[1] != "Ada (bot, easy)"


async def test_a_rematch_has_the_same_bots(home: House) -> None:
    number = await home.with_bots("goodwill", "easy", "steady")
    await home.to_the_end(number)
    again = await home.lobby.get_open_table(await home.lobby.reopen_like(number, ANN, "Ann"))
    assert sorted(seat_row.name for seat_row in again.seats) == ["Ada (bot, easy)", "Ann", "Bertram (bot)"]


async def test_the_record_tells_who_plays_easily_and_proves_each_of_their_moves(home: House) -> None:
    number = await home.with_bots("goodwill", "easy", "steady")
    exported = await home.to_the_end(number)
    running = await home.host.get_running_game(number)
    (easy,) = running.table.chance.easy
    assert running.get_name(easy) == "Ada (bot, easy)"
    report = verify_export(exported, GAMES)
    assert [check.text for check in report.checks if not check.ok] == []
    others = [seat for seat in running.table.seats if seat != easy]
    bot = next(seat for seat in others if running.get_seat_row(seat).user_id is None)
    assert not with_other_easy_bots(exported, None).ok, "its moves are none of a bot that plays its best"
    assert not with_other_easy_bots(exported, [easy, bot]).ok
    assert not with_other_easy_bots(exported, [running.get_own_seat(ANN)]).ok, "a person is no bot"
    assert not with_other_easy_bots(exported, [7]).ok


async def test_a_replay_leads_to_the_end_of_a_game_with_easy_bots(home: House) -> None:
    number = await home.with_bots("goodwill", "easy")
    await home.to_the_end(number)
    running, entries = await home.host.get_running_game(number), await home.entries(number)
    *_, (revision, last) = iterate_tables(running, entries)
    assert revision == entries[-1].revision
    assert last.outcome == running.table.outcome


async def test_an_empty_seat_of_a_person_is_held_by_a_bot_that_plays_its_best(home: House) -> None:
    number = await home.with_bots("goodwill", "easy")
    await home.lobby.start(number, ANN)
    await home.settle()
    running = await home.host.get_running_game(number)
    mine = running.get_own_seat(ANN)
    assert mine not in running.table.chance.easy
    question = play.find_question(running.table, mine)
    assert question is not None
    random = Random(running.table.chance.derive_bot_seed(7, mine))  # noqa: S311
    best = running.game.choose(running.game.view(running.table, mine), question, random)
    assert choose_bot_move(running.game, running.table, 7, mine, question) == best


async def test_a_game_whose_bot_always_plays_its_best_offers_no_easy_one(tmp_path: Path) -> None:
    async with house(tmp_path / "toy.db") as home:
        number = await home.opened(wanted=3)
        with pytest.raises(Refusal, match="as well as they can"):
            await home.lobby.add_bot(number, ANN, strength="easy")
        words = list(build_table_form(await home.lobby.get_open_table(number)).iterate_strings())
        assert "1 bot" in words
        assert "1 easy bot" not in words
