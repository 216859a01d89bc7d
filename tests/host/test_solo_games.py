"""One person alone at a table, where the game allows it: from the lobby to the proven record."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.table import Outcome
from bot.host.errors import Refusal
from bot.host.record.export import export_game, parse_export
from bot.host.record.proof import verify_export
from bot.host.table.running import RunningGame
from bot.testing.limits import check_screen
from bot.ui import screens
from bot.ui.screens.lobby.lobby_settings import build_table_form
from storage.interface.past_games import Result, SeatResult
from tests.house import ANN, House, house
from tests.stroll import STROLL, Push, Walk
from tests.table_talk import seated, view_as

GAMES = {"toy": replace(STROLL, key="toy")}


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


def picking(*picks: str) -> Callable[[Question], Sequence[str]]:
    return lambda question: picks


async def alone(home: House) -> int:
    number = await home.opened(wanted=1)
    await home.lobby.start(number, ANN)
    return number


async def test_the_lobby_says_that_it_can_begin(home: House) -> None:
    number = await home.opened(wanted=1)
    table = await home.lobby.get_open_table(number)
    check_screen(screens.render_lobby(table))
    check_screen(screens.render_lobby_options(table))
    words = " ".join(screens.render_lobby(table).iterate_strings())
    assert "free" not in words
    assert "Waiting" not in words
    form = list(build_table_form(table).iterate_strings())
    assert "1 seat" in form
    assert "1 seats" not in form


async def test_no_clock_runs_for_a_player_who_plays_alone_unless_they_wish_for_one(home: House) -> None:
    number = await home.opened(wanted=1)
    assert (await home.lobby.get_open_table(number)).settings.pace == "no clock"
    assert (await home.lobby.set_seats(number, ANN, 2)).settings.pace == "24 hours"
    assert (await home.lobby.set_seats(number, ANN, 1)).settings.pace == "no clock"
    await home.lobby.set_options(number, ANN, {"pace": "12 hours"})
    assert (await home.lobby.set_seats(number, ANN, 2)).settings.pace == "12 hours", "what was wished for stays"
    await home.lobby.set_seats(number, ANN, 1)
    running = await home.lobby.start(number, ANN)
    assert running is not None
    assert running.clocks


def beaten(scores: dict[int, int], rivals: dict[str, int]) -> RunningGame:
    """A game that is over, against opponents who have no seat."""
    table = STROLL.set_up(STROLL.options(), len(scores), "alone", STROLL.box)
    everybody = [*scores.values(), *rivals.values()]
    places = {seat: 1 + sum(other > score for other in everybody) for seat, score in scores.items()}
    table.outcome = Outcome(scores=scores, places=places, rivals=rivals)
    return seated(table, game=STROLL)


def test_the_result_names_an_opponent_without_a_seat_in_its_place() -> None:
    words = "\n".join(screens.render_result_message(view_as(beaten({1: 90}, {"Andrew": 107})), ()).iterate_strings())
    assert "The game is over. Andrew wins." in words
    assert words.index("1. Andrew: ") < words.index("2. **Ann**: ")
    words = "\n".join(screens.render_result_message(view_as(beaten({1: 107}, {"Andrew": 90})), ()).iterate_strings())
    assert "The game is over. **Ann** wins." in words
    assert words.index("1. **Ann**: ") < words.index("2. Andrew: ")
    words = "\n".join(screens.render_result_message(view_as(beaten({1: 90}, {"Andrew": 90})), ()).iterate_strings())
    assert "**Ann** and Andrew share the victory." in words


def test_a_list_of_results_says_who_lost_to_the_game() -> None:
    lost = Result(7, STROLL.key, "2026-03-01T12:00:00+00:00", [SeatResult("Ann", 2, 90, ANN)])
    games = {STROLL.key: STROLL}
    assert "**Ann** lost to the game" in "\n".join(screens.render_results(games, [lost], 1, 0, 1).iterate_strings())
    assert "2nd of 2" in "\n".join(
        screens.render_own_results(games, [lost], screens.ResultFilter(ANN), 0).iterate_strings()
    )
    won = replace(lost, players=[SeatResult("Ann", 1, 90, ANN)])
    assert "**Ann** won" in "\n".join(screens.render_results(games, [won], 1, 0, 1).iterate_strings())
    assert "1st of 1" in "\n".join(
        screens.render_own_results(games, [won], screens.ResultFilter(ANN), 0).iterate_strings()
    )


async def test_a_game_for_more_still_needs_them(tmp_path: Path) -> None:
    async with house(tmp_path / "other.db") as home:
        with pytest.raises(Refusal, match="is for 2 to 5 players"):
            await home.opened(wanted=1)


async def test_a_whole_game_alone_is_proven(home: House) -> None:
    number = await alone(home)
    for picks in (["0", "0", "1"], ["0_1", "2_0", "1"]):
        context = await home.desk(number, 1)
        await home.host.answer_question(number, ANN, str(context.etag), picking(*picks))
    running = await home.host.get_running_game(number)
    assert running.row.status == "finished"
    assert "wins" in " ".join(screens.render_result_message(view_as(running), ()).iterate_strings())
    entries = await home.entries(number)
    assert [entry.kind for entry in entries] == ["setup", "move", "move"], "each answer is one entry"
    assert json.loads(str(entries[1].move)) == Walk(
        parts=(Push(cart="red"), Push(cart="red"), Push(cart="blue"))
    ).model_dump(mode="json")
    report = verify_export(parse_export((await export_game(home.storage, number)).model_dump_json()), GAMES)
    assert [check.text for check in report.checks if not check.ok] == []


async def test_a_player_who_plays_alone_may_concede_pause_and_undo(home: House) -> None:
    number = await alone(home)
    context = await home.desk(number, 1)
    await home.host.answer_question(number, ANN, str(context.etag), picking("0"))
    await home.host.undo_for_person(number, ANN)
    assert play.list_asked_seats((await home.host.get_running_game(number)).table) == [1]
    await home.votes.propose(number, ANN, "pause")
    assert (await home.host.get_running_game(number)).row.paused_at is not None
    await home.votes.propose(number, ANN, "resume")
    assert (await home.host.get_running_game(number)).row.paused_at is None
    await home.services.absence.give_up_seat(number, ANN)
    running = await home.host.get_running_game(number)
    assert running.row.status == "finished"
    assert "nobody wins" in " ".join(screens.render_result_message(view_as(running), ()).iterate_strings())


async def test_one_may_play_with_bots_instead(home: House) -> None:
    number = await home.opened(wanted=2)
    await home.lobby.add_bot(number, ANN)
    await home.lobby.start(number, ANN)
    await home.settle()
    for picks in (["0"], ["0", "1_0", "0"]):
        context = await home.host.build_panel(number, ANN)
        await home.host.answer_question(number, ANN, str(context.etag), picking(*picks))
        await home.settle()
    assert (await home.host.get_running_game(number)).row.status == "finished"
