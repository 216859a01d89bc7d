"""Bots draw their characters as a game begins: everybody reads them, and the record proves each of their moves."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.engine.table import BotsCharacter
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.host.play.auto_answers import choose_bot_move
from bot.host.record.export import ExportedGame
from bot.host.record.proof import ProofReport, verify_export
from bot.host.record.replay import iterate_tables
from bot.testing.random_games import build_random
from tests.house import ANN, House, house

GAME = "goodwill"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


def changed(exported: ExportedGame, change: Any) -> ProofReport:
    """Check a record in which something was changed."""
    raw: dict[str, Any] = json.loads(exported.model_dump_json())
    change(raw)
    return verify_export(ExportedGame.model_validate(raw), GAMES)


def of_bots(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """The news of a record that tell a bot's character."""
    return [piece["news"] for piece in raw["entries"][0]["told"] if piece["news"]["kind"] == "bot's character"]


async def test_everybody_is_told_what_the_bots_do_that_have_drawn_a_character(home: House) -> None:
    number = await home.begun(await home.with_bots(GAME, "steady", "easy", "steady"))
    running = await home.host.get_running_game(number)
    dealt = running.table.chance.characters
    assert sorted(running.get_name(seat) for seat in dealt) == ["Ada (bot)", "Cleo (bot)"], "nobody else draws one"
    lines = [line.text for line in await home.host.get_history(number, ANN)]
    does = {character.name: character.does for character in running.table._box.characters}
    for character in dealt.values():
        assert any(does[character] in line for line in lines)


async def test_a_rematch_has_bots_as_strong_which_draw_anew(home: House) -> None:
    number = await home.begun(await home.with_bots(GAME, "steady", "easy"))
    await home.played_on(number)
    again = await home.lobby.get_open_table(await home.lobby.reopen_like(number, ANN, "Ann"))
    assert sorted(seat_row.name for seat_row in again.seats) in (
        ["Ada (bot)", "Ann", "Bertram (bot, easy)"],
        ["Ada (bot, easy)", "Ann", "Bertram (bot)"],
    )


async def test_the_record_proves_which_characters_they_drew_and_each_move_of_theirs(home: House) -> None:
    number = await home.begun(await home.with_bots(GAME, "steady", "steady"))
    exported = await home.played_on(number)
    assert [check.text for check in verify_export(exported, GAMES).checks if not check.ok] == []
    named = [character.name for character in GAMES[GAME].box.characters]

    def another(raw: dict[str, Any]) -> None:
        news = of_bots(raw)[0]
        news["character"] = next(name for name in named if name != news["character"])

    def exchanged(raw: dict[str, Any]) -> None:
        one, other = of_bots(raw)
        one["seat"], other["seat"] = other["seat"], one["seat"]

    def untold(raw: dict[str, Any]) -> None:
        told = raw["entries"][0]["told"]
        told[:] = [piece for piece in told if piece["news"]["kind"] != "bot's character"]

    def weighed_otherwise(raw: dict[str, Any]) -> None:
        for character in raw["box"]["characters"]:
            character["weighs"] = {"over": 9}

    def unknown(raw: dict[str, Any]) -> None:
        raw["box"]["characters"][0]["weighs"] = {"luck": 1}

    for change in (another, exchanged, untold, weighed_otherwise, unknown):
        assert not changed(exported, change).ok, change.__name__


async def test_a_game_whose_box_names_none_is_played_and_proven_as_before(tmp_path: Path) -> None:
    without = GAMES[GAME].box.model_copy(update={"characters": ()})
    async with house(tmp_path / "boardroom.db", games=GAMES, boxes={GAME: without}) as home:
        number = await home.begun(await home.with_bots(GAME, "steady", "steady"))
        running = await home.host.get_running_game(number)
        assert running.table.chance.characters == {}
        assert sorted(running.get_name(seat) for seat in running.table.seats) == ["Ada (bot)", "Ann", "Bertram (bot)"]
        exported = await home.played_on(number)
    assert verify_export(exported, GAMES).ok

    def older(raw: dict[str, Any]) -> None:  # the form from before boxes and randomness had a place for them
        del raw["box"]["characters"], raw["state"]["chance"]["characters"]

    assert changed(exported, older).ok


async def test_a_replay_comes_to_the_end_of_a_game_with_them(home: House) -> None:
    number = await home.begun(await home.with_bots(GAME, "steady", "steady"))
    before = (await home.host.get_running_game(number)).table.chance.characters
    await home.played_on(number)
    running, entries = await home.host.get_running_game(number), await home.entries(number)
    *_, (revision, last) = iterate_tables(running, entries)
    assert (revision, last.outcome) == (entries[-1].revision, running.table.outcome)
    assert last.chance.characters == before == running.table.chance.characters


@pytest.mark.thorough
async def test_they_are_there_after_an_undo_and_the_record_still_proves_them(home: House) -> None:
    number = await home.begun(await home.with_bots("briefcase", "steady", "steady"))
    before = (await home.host.get_running_game(number)).table.chance.characters
    random, undone = build_random("Ann"), 0
    for _ in range(40):
        running = await home.host.get_running_game(number)
        seat = running.get_own_seat(ANN)
        question = running.get_question(seat)
        assert question is not None
        await home.plays(number, seat, running.game.choose(running.get_view(seat), question, random))
        await home.settle()
        with suppress(Refusal):
            await home.host.undo_for_person(number, ANN)
            undone += 1
            break
    assert undone == 1
    assert (await home.host.get_running_game(number)).table.chance.characters == before != {}
    assert verify_export(await home.played_on(number), GAMES).ok


async def test_another_program_that_opens_the_file_lets_them_play_on_alike(home: House) -> None:
    number = await home.begun(await home.with_bots(GAME, "steady", "steady"))
    one = await home.host.get_running_game(number)
    other = await home.again().host.get_running_game(number)
    assert other.table.chance.characters == one.table.chance.characters != {}
    for seat in other.table.chance.characters:
        question = one.get_question(seat)
        if question is not None:
            assert choose_bot_move(one.game, one.table, 5, seat, question) == choose_bot_move(
                other.game, other.table, 5, seat, question
            )
    assert any(isinstance(piece, BotsCharacter) for piece in await told_at_first(home, number))


async def told_at_first(home: House, number: int) -> list[Any]:
    running, (setup, *_) = await home.host.get_running_game(number), await home.entries(number)
    return [running.game.news.validate_python(piece["news"]) for piece in json.loads(setup.stored_news)]
