"""Bots that think their answers through: chosen in the lobby and named so; the record can be thought through again."""

from __future__ import annotations

import asyncio
import json
import os
from asyncio import Event, Queue
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.evaluation import Evaluation, Weights
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.engine.search import evaluate_table
from bot.engine.table import Table
from bot.engine.thinking import FittedChances, Lead, Thinking
from bot.engine.win_probability import pin_fitted_weights
from bot.games import GAMES
from bot.host import sanitize
from bot.host.errors import Refusal
from bot.host.play.auto_answers import choose_bot_move, compute_strong_move, should_think
from bot.host.play.thinking import Searches
from bot.host.record.export import ExportedGame, export_game, parse_export
from bot.host.record.proof import verify_export
from bot.host.record.replay import iterate_tables
from bot.host.table.running import RunningGame
from bot.host.worker import Worker
from bot.testing.limits import check_screen
from bot.testing.random_games import build_random
from bot.ui import screens
from bot.ui.screens.lobby.lobby_settings import build_table_form
from tests.host.test_worker import until_read, waiting_for
from tests.house import ANN, NOON, House, house
from tests.judged_toy import JUDGED, ONE_AHEAD, position
from tests.toy import TOY, Name, ToyTable

GAME = "carnegie"
_BOX = GAMES[GAME].box
LITTLE = Thinking(worlds=1, first=1, plans=2, answers=1, sure=0.5, judge=Lead(scale=20.0))
QUICK = _BOX.model_copy(update={"strong": LITTLE})
"""The game's box with bots that hardly think, which is quick to check."""
STEADY = _BOX.model_copy(update={"strong": None})
THOUGHTFUL = replace(TOY, box=TOY.box.model_copy(update={"strong": LITTLE}))
"""A game with strong bots that no worker knows."""


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games=GAMES, boxes={GAME: QUICK}) as opened:
        yield opened


async def test_their_names_say_so_and_nobody_else_is_called_like_them(home: House) -> None:
    number = await home.with_bots(GAME, "strong")
    table = await home.lobby.get_open_table(number)
    assert table.seats[1].name == "Ada (bot, strong)"
    check_screen(screens.render_lobby_options(table))
    assert sanitize.disambiguate({1: "Ada (bot, strong)"}, [], "(seat {})")[1] != "Ada (bot, strong)"


RECORD = Path(__file__).parents[1] / "games" / "carnegie" / "exported" / "strong_before_boxes_said_how.json"
"""A game that an older program has played: its box says nothing of thinking. A thought is in it, then Ann conceded."""


@pytest.mark.thorough
def test_a_record_from_before_boxes_said_how_bots_think_is_thought_through_again() -> None:
    exported = parse_export(RECORD.read_text(encoding="utf-8"))
    assert "strong" not in exported.box
    report = verify_export(exported, GAMES, thoughts=True)
    assert report.ok
    assert report.checks[-1].text.endswith("1 of strong bots were thought through again."), "and not given at once"
    otherwise = exported.model_copy(update={"box": {**exported.box, "strong": LITTLE.model_dump()}})
    assert not verify_export(otherwise, GAMES, thoughts=True).ok, "what the box says decides"


async def test_a_rematch_has_the_same_bot_and_the_record_proves_what_it_can_quickly(home: House) -> None:
    number = await home.with_bots(GAME, "strong")
    exported = await home.to_the_end(number)
    running = await home.host.get_running_game(number)
    (strong,) = running.table.chance.strong
    assert running.get_name(strong) == "Ada (bot, strong)"
    report = verify_export(exported, GAMES)
    assert [check.text for check in report.checks if not check.ok] == []
    assert "of strong bots are legal; `--thoughts` thinks them through again" in report.checks[-1].text
    *_, (revision, last) = iterate_tables(running, await home.entries(number))
    assert revision == exported.entries[-1].revision
    assert last.outcome == running.table.outcome
    again = await home.lobby.get_open_table(await home.lobby.reopen_like(number, ANN, "Ann"))
    assert sorted(seat_row.name for seat_row in again.seats) == ["Ada (bot, strong)", "Ann"]


async def test_what_neither_thinking_nor_answering_at_once_leads_to_is_found_by_a_player_who_asks_for_it(
    home: House,
) -> None:
    number = await home.with_bots(GAME, "strong")
    exported = await home.to_the_end(number)
    again = verify_export(exported, GAMES, thoughts=True)
    assert again.ok
    assert "of strong bots were thought through again" in again.checks[-1].text
    running, entries = await home.host.get_running_game(number), await home.entries(number)
    (strong,) = running.table.chance.strong
    last = next(entry for entry in reversed(entries) if entry.seat == strong and entry.kind == "bot")
    raw: dict[str, Any] = json.loads(exported.model_dump_json())
    for revision, table in iterate_tables(running, entries):
        if revision == last.revision - 1:
            raw["entries"][revision]["move"] = another(GAMES[GAME], table, revision, strong)
            break
    text = " ".join(
        check.text for check in verify_export(ExportedGame.model_validate(raw), GAMES, thoughts=True).checks
    )
    assert "and thinking leads the bot to" in text


def another(game: AnyGame, table: Table, revision: int, seat: Seat) -> Any:
    """A legal answer that neither thinking nor answering at once leads to."""
    question = play.find_question(table, seat)
    assert question is not None
    found, random = compute_strong_move(game, table, revision, seat, question), build_random("another")
    answers = (question.choose_random_move(random) for _ in range(200))
    return json.loads(next(move for move in answers if move not in (found.move, found.plain)).model_dump_json())


async def thinking(home: House) -> tuple[RunningGame, Seat]:
    """A table at which a strong bot has something to think about, and where it sits."""
    number = await home.with_bots(GAME, "strong")
    await home.lobby.start(number, ANN)
    await home.settle()
    running = await home.host.get_running_game(number)
    (strong,) = running.table.chance.strong
    random = build_random("on")
    while not (
        strong in play.list_asked_seats(running.table) and should_think(running.table, strong, must(running, strong))
    ):
        seat = play.list_asked_seats(running.table)[0]
        play.play_here(running.table, seat, running.game.choose(running.get_view(seat), must(running, seat), random))
        running = replace(running, state=None)
    return running, strong


async def test_what_has_come_of_thinking_is_told(home: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An operator wants to know how often strong bots answer as steady ones."""
    running, strong = await thinking(home)
    question, worker, ends, came = must(running, strong), Worker(1), Queue[int](), list[str]()
    thoughts = Searches(worker, ends.put_nowait)
    thoughts.came.subscribe(came.append)
    assert await thoughts.get_answer(running, strong, question) is None
    await ends.get()
    assert await thoughts.get_answer(running, strong, question) is not None
    with waiting_for(tmp_path / "pipe"):
        busy = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
        await asyncio.sleep(0)
        assert await thoughts.get_answer(running, strong, question) is not None
    await busy
    monkeypatch.setattr("bot.host.play.thinking.LATE_SECONDS", 0.0)
    assert await thoughts.get_answer(running, strong, question) is None
    await ends.get()
    assert await thoughts.get_answer(running, strong, question) is not None
    await worker.close()
    assert came == ["thought", "refused", "late"]
    unknown = replace(running, game=replace(running.game, key="unknown"))
    monkeypatch.undo()
    other = Worker(1)
    thoughts = Searches(other, ends.put_nowait)
    thoughts.came.subscribe(came.append)
    assert await thoughts.get_answer(unknown, strong, question) is None
    await ends.get()
    assert came[-1] == "failed"
    await other.close()


async def test_it_thinks_in_another_process_and_answers_at_once_where_there_is_none(home: House) -> None:
    running, strong = await thinking(home)
    question, revision = must(running, strong), running.row.revision
    ends: Queue[int] = Queue()
    at_once = choose_bot_move(running.game, running.table, revision, strong, question)
    assert await Searches(None, ends.put_nowait).get_answer(running, strong, question) == at_once
    worker = Worker(1)
    thoughts = Searches(worker, ends.put_nowait)
    assert await thoughts.get_answer(running, strong, question) is None
    assert await thoughts.get_answer(running, strong, question) is None, "it thinks already"
    assert await ends.get() == running.row.game_id
    assert thoughts.find_thinker(running) == strong, "it is the next to answer"
    thought = compute_strong_move(running.game, running.table, revision, strong, question)
    assert await thoughts.get_answer(running, strong, question) == thought.move
    assert thoughts.find_thinker(running) is None
    await worker.close()
    assert await thoughts.get_answer(running, strong, question) == at_once
    assert ends.empty()


@pytest.mark.parametrize("becomes", [{"revision": 1_000}, {"status": "finished"}])
async def test_nothing_comes_of_what_it_thinks_about_a_table_that_went_on_or_ended(
    home: House, tmp_path: Path, becomes: Mapping[str, Any]
) -> None:
    running, strong = await thinking(home)
    later = replace(running, row=replace(running.row, **becomes))
    ends: Queue[int] = Queue()
    worker = Worker(9)
    thoughts = Searches(worker, ends.put_nowait)
    with waiting_for(tmp_path / "pipe"):
        others = [asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))]
        await asyncio.sleep(0)
        others += [asyncio.create_task(worker.run(until_read, os.devnull)) for _ in range(3)]
        await asyncio.sleep(0)
        assert await thoughts.get_answer(running, strong, must(running, strong)) is None
        assert worker.under_way == 5
        assert thoughts.find_thinker(later) is None
        await asyncio.sleep(0)
        assert worker.under_way == 4, "it does not even begin"
        assert thoughts.find_thinker(running) is None, "nothing is left of it"
    await asyncio.gather(*others)
    await worker.close()
    assert ends.empty()


async def test_while_it_thinks_whoever_asks_is_told_so_also_after_an_answer_was_taken_back(tmp_path: Path) -> None:
    worker, saved = Worker(9), Event()
    async with house(tmp_path / "toy.db", games={"toy": THOUGHTFUL}, worker=worker) as home:
        home.host.commits.subscribe(lambda _: saved.set())
        with waiting_for(tmp_path / "pipe"):
            busy = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
            await asyncio.sleep(0)
            number = await home.with_bots("toy", "strong")
            await home.lobby.set_options(number, ANN, {"pace": "no clock"})
            await home.lobby.start(number, ANN)
            await home.settle()
            both = f": waiting for <@{ANN}>. **Ada (bot, strong)** is thinking."
            assert both in await why(home, number)
            assert "Strong bots think about each move: some seconds, 90 at most." in await why(home, number)
            await home.plays(number, (await home.host.get_running_game(number)).get_own_seat(ANN), Name(price=3))
            await home.settle()
            assert ": **Ada (bot, strong)** is thinking." in await why(home, number)
            assert ": **Ada (bot, strong)** is thinking" in str(
                screens.render_panel(await home.host.build_panel(number, ANN))
            )
            await home.host.undo_for_person(number, ANN)
            await home.settle()
            assert both in await why(home, number)
        assert await busy == "done"
        while "is thinking" in await why(home, number):  # it cannot think about a game of ours, so it answers steadily
            saved.clear()
            await asyncio.wait_for(saved.wait(), 60)
        assert f"waiting for <@{ANN}>." in await why(home, number)
        assert "Strong bots" not in await why(home, number)
        await worker.close()


async def test_a_player_who_thinks_answers_before_one_whose_moment_is_over_later_so_that_nothing_is_thought_twice(
    tmp_path: Path,
) -> None:
    worker, wall, seconds = Worker(9), [NOON], [40.0, 25.0]
    path, toys = tmp_path / "toy.db", {"toy": THOUGHTFUL}
    async with house(path, games=toys, now=lambda: wall[0], moment=lambda: seconds.pop(0), worker=worker) as home:
        with waiting_for(tmp_path / "pipe"):
            busy = asyncio.create_task(worker.run(until_read, str(tmp_path / "pipe")))
            await asyncio.sleep(0)
            number = await home.with_bots("toy", "strong", "strong")
            await home.lobby.set_options(number, ANN, {"bots": "after a moment"})
            await home.lobby.start(number, ANN)
            under_way = []
            for later in (0, 25, 15):
                wall[0] += timedelta(seconds=later)
                home.services.autoplay.start_answering(number)
                await home.settle()
                under_way.append(worker.under_way)
            assert under_way == [1, 2, 2]
        await busy
    await worker.close()


async def why(home: House, number: int) -> str:
    """What Ann reads who asks what the table waits for."""
    return "\n".join(screens.render_why_waiting(await home.host.get_view_of_person(number, ANN)).iterate_strings())


def must(running: Any, seat: Seat) -> Any:
    """What a seat is asked."""
    question = play.find_question(running.table, seat)
    assert question is not None
    return question


async def test_the_seat_of_a_person_and_a_steady_bot_do_not_think(home: House) -> None:
    number = await home.with_bots(GAME, "strong")
    await home.lobby.start(number, ANN)
    running = await home.host.get_running_game(number)
    mine = running.get_own_seat(ANN)
    assert mine not in running.table.chance.strong


async def test_a_box_that_says_nothing_of_thinking_offers_no_strong_bot(tmp_path: Path) -> None:
    async with house(tmp_path / "steady.db", games=GAMES, boxes={GAME: STEADY}) as home:
        with pytest.raises(Refusal, match="has no strong bots"):
            await home.with_bots(GAME, "strong")
        (lobby,) = await home.storage.games.list_in_server(1, statuses=("open",))
        words = list(build_table_form(await home.lobby.get_open_table(lobby.game_id)).iterate_strings())
        assert "1 easy bot" in words
        assert "1 strong bot" not in words


async def test_a_rematch_has_a_steady_bot_where_the_box_has_no_strong_ones_any_more(tmp_path: Path) -> None:
    async with house(tmp_path / "once.db", games=GAMES, boxes={GAME: QUICK}) as home:
        number = await home.with_bots(GAME, "strong")
        await home.lobby.start(number, ANN)
        await home.services.absence.give_up_seat(number, ANN)
    async with house(tmp_path / "once.db", games=GAMES, boxes={GAME: STEADY}) as home:
        again = await home.lobby.get_open_table(await home.lobby.reopen_like(number, ANN, "Ann"))
        assert sorted(seat_row.name for seat_row in again.seats) == ["Ada (bot)", "Ann"]


async def test_a_table_thinks_by_the_box_with_which_it_began(tmp_path: Path) -> None:
    async with house(tmp_path / "kept.db", games=GAMES, boxes={GAME: QUICK}) as home:
        number = await home.with_bots(GAME, "strong")
        await home.lobby.start(number, ANN)
    async with house(tmp_path / "kept.db", games=GAMES, boxes={GAME: STEADY}) as home:
        running = await home.host.get_running_game(number)
        assert running.table._box.strong == LITTLE
        exported = await export_game(home.storage, number)
        assert exported.box["strong"]["worlds"] == 1


async def test_a_game_that_begins_keeps_the_chances_by_which_its_bots_judge(tmp_path: Path) -> None:
    """They may be fitted again while it runs."""
    how = Thinking(worlds=1, first=1, plans=2, answers=1, sure=0.0, judge=FittedChances())
    judging = replace(JUDGED, box=JUDGED.box.model_copy(update={"strong": how}))
    fitted = Evaluation(position, Weights(seats={2: {"coins": (9.0, 9.0, 9.0, 9.0)}}))
    anew = replace(judging, bots=replace(judging.bots, evaluation=fitted))
    async with house(tmp_path / "fitted.db", games={judging.key: judging}) as home:
        table = await home.lobby.open_table(
            title=judging.key, guild_id=1, channel_id=2, user_id=ANN, name="Ann", seats_wanted=2
        )
        await home.lobby.add_bot(table.row.game_id, ANN, strength="strong")
        await home.lobby.start(table.row.game_id, ANN)
    async with house(tmp_path / "fitted.db", games={anew.key: anew}) as home:
        running = await home.host.get_running_game(table.row.game_id)
        kept = running.table._box.strong
        assert kept.judge.weights == {2: {"coins": (1.0, 1.0, 1.0, 1.0)}}
        assert isinstance(running.table, ToyTable)
        running.table.coins[1] += 1
        assert evaluate_table(anew, kept.judge, running.table, 1) == ONE_AHEAD
        assert evaluate_table(anew, FittedChances(), running.table, 1) > ONE_AHEAD
        begun = anew.box.model_copy(update={"strong": kept})
        assert pin_fitted_weights(anew, begun) is begun


def test_a_game_that_says_no_chances_has_no_bots_that_judge_by_them() -> None:
    how = Thinking(worlds=1, first=1, plans=2, answers=1, sure=0.0, judge=FittedChances())
    with pytest.raises(TypeError, match="judge by chances"):
        replace(TOY, box=TOY.box.model_copy(update={"strong": how}))
